"""What all deck texts share: clean lines, counts in front of names, and names compared as people mean them."""

import re
import unicodedata
from collections import Counter
from collections.abc import Collection

from engine.refusals import Refused


def fold(name: str) -> str:
    """The form in which two spellings of a name are the same: no case, accents, apostrophe style or extra spaces."""
    plain = unicodedata.normalize("NFKD", name.translate(_ALIKE))
    return " ".join("".join(c for c in plain if not unicodedata.combining(c)).casefold().split())


def one_spelling(names: Collection[str]) -> dict[str, str]:
    """Every name that somebody typed, and how to write it: as it was typed most often, or first."""
    spelled: dict[str, Counter[str]] = {}
    for name in names:
        spelled.setdefault(fold(name), Counter())[" ".join(name.split())] += 1
    usual = {folded: each.most_common(1)[0][0] for folded, each in spelled.items()}
    return {name: usual[fold(name)] for name in names}


def clean_lines(text: str) -> list[str]:
    """The lines of a pasted text, blank ones included, without stray spaces and invisible characters."""
    return [" ".join("".join(filter(_visible, line)).split()) for line in text.splitlines()]


def read_count(line: str) -> tuple[int, str] | None:
    """The count and the name in “2x Name”, “2 x Name”, “2× Name”, “2 Name”, “x2 Name” or “Name x2”."""
    if leading := _LEADING.fullmatch(line):
        count, name = leading["count"] or leading["times"], leading["name"]
    elif trailing := _TRAILING.fullmatch(line):
        count, name = trailing["count"], trailing["name"]
    else:
        return None
    return (int(count), name) if is_name(name) else None


def unbulleted(line: str) -> str:
    """A line of a list without the dash or dot in front of it."""
    return line[2:] if _BULLET.match(line) else line


def is_name(text: str) -> bool:
    """Whether something can be a name: it has a letter or a digit, and is not a lone “x”."""
    return any(c.isalnum() for c in text) and text not in ("x", "X")


def unreadable(number: int, line: str, *, hint: str) -> Refused:
    """The refusal that names the line, shows it, and says how to write it."""
    return Refused(f"Line {number}: “{shortened(line)}” {hint}")


def shortened(text: str) -> str:
    """As much of what somebody typed as fits into a sentence."""
    return text if len(text) <= _SHOWN else text[: _SHOWN - 1] + "…"


def amount(count: int, one: str, *, many: str) -> str:
    """“1 die”, “9 dice”."""
    return f"{count} {one if count == 1 else many}"


_SHOWN = 80
# Before decomposing: an acute accent used as an apostrophe would fall apart into a space.
_ALIKE = str.maketrans(dict.fromkeys("’‘‛ʼ`´′＇", "'") | dict.fromkeys("‐‑‒–—−", "-"))
_BULLET = re.compile(r"[-–*•] ")
_LEADING = re.compile(
    r"(?:[-–*•] )?(?:(?P<count>\d{1,3})(?:[xX] ?| ?× ?| [xX] | )|[xX×] ?(?P<times>\d{1,3}) )(?P<name>\S.*)"
)
_TRAILING = re.compile(r"(?:[-–*•] )?(?P<name>.*\S) (?:[xX×] ?|\([xX×] ?(?=\d+\)))(?P<count>\d{1,3})\)?")


def _visible(character: str) -> bool:
    return character.isspace() or unicodedata.category(character) not in ("Cc", "Cf", "Cs")
