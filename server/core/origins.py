"""What an event keeps wherever it is carried: when it was made, and the seed of its draws."""

from __future__ import annotations

from hashlib import blake2b


def origin(seed: str, at: str) -> str:
    """The same for every copy of an event, and no other's."""
    return blake2b(f"{seed}/{at}".encode(), digest_size=16).hexdigest()
