"""Names of people, compared."""

from __future__ import annotations

import unicodedata


def key(name: str) -> str:
    """What two spellings of one name share: case, width and spaces do not count."""
    return " ".join(unicodedata.normalize("NFKC", name).casefold().split())
