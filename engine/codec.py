"""Facts to JSON and back. Old shapes are brought up to date by `upgrade`, so every journal ever written can be read."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import MISSING, fields, is_dataclass
from datetime import date
from functools import cache, lru_cache
from types import NoneType, UnionType
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints

from engine.facts import Fact
from engine.pairing_words import in_words
from engine.reasons import Reason
from engine.refusals import Refused
from engine.upgrades import reasons_from_sentences

VERSION = 2
LARGEST = 2**53
MOST_KEPT = 4096  # of each kind
Json = Any
FACTS: dict[str, type] = {kind.__name__: kind for kind in get_args(Fact)}

# From version n to n + 1: what to do with one fact's JSON.
UPGRADES: dict[int, Callable[[dict[str, Json]], dict[str, Json]]] = {1: reasons_from_sentences}


def to_json(fact: object) -> dict[str, Json]:
    """A fact as plain JSON, with its name. Empty fields that are empty by default are left out."""
    return {"fact": type(fact).__name__, **_encode(fact)}


def from_json(raw: dict[str, Json], *, version: int = VERSION) -> Fact:
    """The fact of this JSON, as any released version wrote it."""
    fact: Fact = read_fact(upgrade(raw, version), FACTS)
    return fact


def read_fact(raw: Json, kinds: Mapping[str, type]) -> Any:
    """The fact of this JSON in today's shape, if it is one of these kinds."""
    name = raw.get("fact") if isinstance(raw, dict) else None
    if not isinstance(name, str) or name not in kinds:
        raise Refused(f"The journal holds a fact this version does not know: {name!r}. Update Cinderbox.")
    return _dataclass_decoder(kinds[name])(raw)


def upgrade(raw: dict[str, Json], version: int) -> dict[str, Json]:
    """An old fact in today's shape."""
    require_known(version, newest=VERSION)
    for step in range(version, VERSION):
        raw = UPGRADES[step](raw)
    return raw


def require_known(version: int, *, newest: int) -> None:
    """Refused if no version up to this one wrote it."""
    if version > newest:
        raise Refused(f"This journal was written by a newer version ({version} > {newest}). Update Cinderbox.")
    if version < 1:
        raise Refused(f"No version {version} ever wrote a journal. The file is damaged: restore a backup.")


def _encode(value: Any) -> Json:
    if isinstance(value, Reason):
        return {"code": value.code, **({"params": _encode(value.params)} if value.params else {})}
    if is_dataclass(value):
        pairs = ((f, getattr(value, f.name)) for f in fields(value))
        return {f.name: _encode(v) for f, v in pairs if f.default is MISSING or f.default or v != f.default}
    if isinstance(value, date):
        return value.isoformat()
    if isinstance(value, tuple):
        return [_encode(item) for item in value]
    if isinstance(value, Mapping):
        return {name: _encode(item) for name, item in value.items()}
    return value


@cache
def _decoder(kind: Any) -> Callable[[Json], Any]:
    """How to read JSON of a type; made once for each type."""
    if kind is Reason:
        return _reason
    if is_dataclass(kind) and isinstance(kind, type):
        plain = all(map(_is_plain, get_type_hints(kind).values()))
        return _shared_decoder(kind) if plain else _dataclass_decoder(kind)
    origin, args = get_origin(kind), get_args(kind)
    if origin in (Union, UnionType):
        inner = _decoder(next(a for a in args if a is not NoneType))
        return lambda raw: None if raw is None else inner(raw)
    if origin is tuple:
        return _tuple_decoder(args)
    if origin is Literal:
        return _choice(args)
    return PLAIN[kind]


@cache
def _dataclass_decoder(kind: type) -> Callable[[Json], Any]:
    hints = get_type_hints(kind)
    readers = {f.name: _decoder(hints[f.name]) for f in fields(kind)}

    def read(raw: Json) -> Any:
        if not isinstance(raw, dict):
            raise Refused(f"{kind.__name__}: expected an object, found {raw!r}.")
        if "fact" in raw:
            raw = {name: value for name, value in raw.items() if name != "fact"}
        try:
            return kind(**{name: readers[name](value) for name, value in raw.items()})
        except (KeyError, TypeError, ValueError) as why:
            raise Refused(f"{kind.__name__}: unknown or missing field ({why}).") from why

    return read


def _shared_decoder(kind: type) -> Callable[[Json], Any]:
    """Seats and outcomes are alike again and again: what is made of words and numbers alone is read once and shared."""
    read = _dataclass_decoder(kind)
    # By type, too: for Python true is 1, and 1.0 as well.
    known = lru_cache(maxsize=MOST_KEPT, typed=True)(lambda **raw: read(raw))

    def read_once(raw: Json) -> Any:
        try:
            return known(**raw)
        except TypeError:  # no object, or something in it that is neither
            return read(raw)

    return read_once


def _is_plain(kind: Any) -> bool:
    return kind in (int, str, bool) or get_origin(kind) is Literal


def _reason(raw: Json) -> Reason:
    """A reason that can be put into words: whoever opens the journal will want to read it."""
    try:
        if raw.keys() <= {"code", "params"}:
            return _known_reason(raw["code"], **raw.get("params", {}))
    except (AttributeError, LookupError, TypeError, ValueError):
        pass  # a list in it, or nothing that can be put into words
    return _any_reason(raw)


@lru_cache(maxsize=MOST_KEPT, typed=True)
def _known_reason(code: str, /, **params: Json) -> Reason:
    """“Both 1–0” is said of half a round, again and again."""
    return _worded(Reason(code, params))


def _any_reason(raw: Json) -> Reason:
    try:
        params = {name: _plain(value) for name, value in raw.get("params", {}).items()}
        return _worded(Reason(**{**raw, "params": params}))
    except (AttributeError, LookupError, TypeError, ValueError) as why:
        raise Refused(f"The journal holds a reason this version has no words for: {raw!r}. Update Cinderbox.") from why


def _worded(reason: Reason) -> Reason:
    in_words(reason)
    return reason


def _plain(value: Json) -> Any:
    return tuple(_plain(item) for item in value) if isinstance(value, list) else value


def _day(raw: Json) -> date:
    try:
        found = date.fromisoformat(raw)
        if found.isoformat() == raw:
            return found
    except (TypeError, ValueError):
        pass
    raise Refused(f"Expected a day, found {raw!r}.")


def _tuple_decoder(args: tuple[Any, ...]) -> Callable[[Json], Any]:
    if args[-1] is Ellipsis:
        item = _decoder(args[0])
        return lambda raw: tuple(map(item, _listed(raw)))
    items = [_decoder(arg) for arg in args]
    return lambda raw: tuple(read(part) for read, part in zip(items, _listed(raw), strict=True))


def _listed(raw: Json) -> list[Json]:
    if not isinstance(raw, list):
        raise Refused(f"Expected a list, found {raw!r}.")
    return raw


def _whole(raw: Json) -> int:
    """A number that every program which reads the journal can hold: beyond 2 to the 53 browsers round."""
    if isinstance(raw, int) and raw is not True and raw is not False and -LARGEST <= raw <= LARGEST:
        return raw
    raise Refused(f"Expected a whole number, found {raw!r}.")


def _text(raw: Json) -> str:
    if isinstance(raw, str):
        return raw
    raise Refused(f"Expected text, found {raw!r}.")


def _flag(raw: Json) -> bool:
    if raw is True or raw is False:
        return raw
    raise Refused(f"Expected true or false, found {raw!r}.")


def _choice(words: tuple[str, ...]) -> Callable[[Json], str]:
    def read(raw: Json) -> str:
        if isinstance(raw, str) and raw in words:
            return raw
        raise Refused(f"Expected one of {', '.join(words)}, found {raw!r}.")

    return read


PLAIN: dict[Any, Callable[[Json], Any]] = {date: _day, int: _whole, str: _text, bool: _flag}
