"""Keys that need no table of their own: each is computed from the event's secret, and so can be checked again.

A slip's key opens one match: the same table with other people in it, or in another round, has another key.
A personal code belongs to one player and is replaced by counting `codes` up.
"""

from __future__ import annotations

import hashlib
import hmac

from engine.words import Match, PlayerId

# No I, L, O, U: nothing that is read wrong from paper, and no words.
ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
LOOKS_LIKE = str.maketrans({"I": "1", "L": "1", "O": "0", "U": "V", " ": None, "-": None})
CODE_LENGTH, SLIP_LENGTH = 8, 20


def slip_key(secret: str, number: int, *, match: Match) -> str:
    """What the QR code on a match slip carries."""
    return _key(secret, "slip", str(number), str(match.table), *match.players, length=SLIP_LENGTH)


def personal_code(secret: str, player: PlayerId, *, codes: int) -> str:
    """A player's code for the day, as typed into their phone."""
    return _key(secret, "player", player, str(codes), length=CODE_LENGTH)


def same(given: str, right: str) -> bool:
    """Whether a typed key is the right one; look-alikes and spaces do not matter."""
    return hmac.compare_digest(given.upper().translate(LOOKS_LIKE).encode(), right.encode())


def grouped(code: str) -> str:
    """ABCD EFGH, as people read it out."""
    return " ".join(code[at : at + 4] for at in range(0, len(code), 4))


def _key(secret: str, *about: str, length: int) -> str:
    if not secret:
        raise ValueError("an event without a secret has no keys")
    digest = hmac.digest(bytes.fromhex(secret), "\x1f".join(about).encode(), hashlib.sha256)
    number = int.from_bytes(digest)
    return "".join(ALPHABET[(number >> (5 * place)) % 32] for place in range(length))
