"""Who may do what: each role may do what the ones before it may."""

from __future__ import annotations

# Tablets and players get in with codes of their own, not with a PIN.
ROLES = ("public", "player", "tablet", "judge", "organizer")
# No step of that ladder: a program with a key from the desk may use its own few addresses, and nothing else.
CONTROL = "control"
STAFF = ("judge", "organizer")


def at_least(role: str, wanted: str) -> bool:
    """Whether this role may do what the wanted one may."""
    return ROLES.index(role) >= ROLES.index(wanted)
