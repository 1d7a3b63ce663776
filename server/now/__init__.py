"""The first page of an event: the one thing to do next."""
