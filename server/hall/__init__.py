"""The hall: which tables an event has, who is kept apart in it, and a match that moves."""
