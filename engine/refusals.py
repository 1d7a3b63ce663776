"""The one exception that is not a bug."""


class Refused(Exception):
    """Something an organizer asked for that cannot be done; the text says why, and what to do instead."""


class Unknown(Refused):
    """There is no such thing here: an event, a table, a backup."""
