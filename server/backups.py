"""Copies of the database that have been opened and checked. To be built."""


def backup_soon(_tid):
    """A backup after this round."""
