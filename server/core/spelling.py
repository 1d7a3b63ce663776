"""Names as they are kept, compared, sorted and quoted."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence

# Not part of anybody's name: control characters, and marks that turn the text around them.
_UNSEEN = re.compile(
    "[\x00-\x08\x0e-\x1f\x7f-\x84\x86-\x9f\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff\ufff9-\ufffb]"
)
# Letters with a stroke, and joined ones, which have no accent to take off.
_PLAIN = str.maketrans({"ł": "l", "ø": "o", "đ": "d", "ð": "d", "ħ": "h", "ı": "i", "æ": "ae", "œ": "oe", "þ": "th"})


def clean(text: str) -> str:
    """A name as it is kept: one line, single spaces, nothing invisible at work in it."""
    bare = " ".join(unicodedata.normalize("NFC", _UNSEEN.sub("", text)).split())
    return bare if any(unicodedata.category(letter)[0] in "LNPS" for letter in bare) else ""


def sorting(name: str) -> str:
    """What names are sorted and found by: accents and case do not count."""
    bare = "".join(letter for letter in unicodedata.normalize("NFKD", name) if not unicodedata.combining(letter))
    return bare.casefold().translate(_PLAIN)


def alphabetical(name: str) -> tuple[str, str]:
    """Accents and capitals do not matter, unless all else is equal."""
    return sorting(name), name


def holds(text: str, words: str) -> bool:
    """Whether a text has every word that somebody looks for, as part of a word, too."""
    bare = sorting(text)
    return all(word in bare for word in sorting(words).split())


def quoted(name: str) -> str:
    """A name in a sentence, shortened."""
    return f"“{name if len(name) <= 40 else name[:39] + '…'}”"


def with_club(name: str, club: str) -> str:
    """What somebody is called where another one has the same name."""
    return f"{name} ({club})" if club else name


def shortened(sentences: Sequence[str], most: int = 4) -> tuple[str, ...]:
    """The first few sentences, and how many more there are."""
    rest = len(sentences) - most
    return tuple(sentences) if rest <= 1 else (*sentences[:most], f"And {rest} more like that.")
