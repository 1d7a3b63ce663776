"""`dataclass` and `replace` as the standard library has them, quicker for most of our classes: frozen, with slots.

The library writes and compiles six functions for each such class whenever a program starts, a third of a millisecond
in all: that was half of `cinderbox pair`. Here classes share them; only `__init__` is compiled, when the first of its
class is made. It fills the slots directly, and so does `replace`: less than half the time, and a fold does little else.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Iterable
from dataclasses import MISSING, Field, FrozenInstanceError, fields
from operator import attrgetter
from reprlib import recursive_repr
from typing import TYPE_CHECKING, Any, NoReturn

if TYPE_CHECKING:
    from dataclasses import dataclass as dataclass
    from dataclasses import replace as replace
else:

    def dataclass(*, frozen=False, slots=False, eq=True):
        """As the standard library's."""
        if frozen and slots and eq:
            return _frozen
        return dataclasses.dataclass(frozen=frozen, slots=slots, eq=eq)

    def replace(value, /, **changes):
        """As the standard library's."""
        copy = value.__class__.__dict__.get("_copy")
        return copy(value, changes) if copy else dataclasses.replace(value, **changes)


Part = Field[Any]


def _frozen(kind: Any) -> Any:
    kind.__doc__ = kind.__doc__ or kind.__name__  # without one the library works out a signature, which takes longest
    own = set(vars(kind))
    made: Any = dataclasses.dataclass(init=False, repr=False, eq=False, slots=True)(kind)
    parts = fields(made)
    methods = {
        "__init__": _init_when_called(made),
        "__repr__": _repr,
        "__eq__": _eq(_values(part for part in parts if part.compare)),
        "__hash__": _hash(_values(part for part in parts if (part.compare if part.hash is None else part.hash))),
        "__setattr__": _refuse_to_set,
        "__delattr__": _refuse_to_delete,
        "__setstate__": _set_state,
        "_copy": _copy(made),
    }
    for name in methods.keys() - own:
        setattr(made, name, methods[name])
    return made


def _init_when_called(kind: Any) -> Callable[..., None]:
    def __init__(self: Any, *given: Any, **named: Any) -> None:
        kind.__init__ = _init(kind)
        kind.__init__(self, *given, **named)

    return __init__


def _init(kind: Any) -> Callable[..., None]:
    parts = fields(kind)
    known: dict[str, Any] = {"_missing": MISSING}
    for part in parts:
        known[f"_put_{part.name}"] = getattr(kind, part.name).__set__
        known[f"_default_{part.name}"] = part.default
        known[f"_make_{part.name}"] = part.default_factory
    asked = [_asked(part) for part in parts if part.init and not part.kw_only]
    by_name = [_asked(part) for part in parts if part.init and part.kw_only]
    lines = [f"_put_{part.name}(self, {_given(part)})" for part in parts if part.init or _has_default(part)]
    if hasattr(kind, "__post_init__"):
        lines.append("self.__post_init__()")
    head = ", ".join(["self", *asked, *(["*", *by_name] if by_name else [])])
    exec(f"def __init__({head}):\n " + "\n ".join(lines or ["pass"]), known)
    init: Callable[..., None] = known["__init__"]
    init.__qualname__ = f"{kind.__qualname__}.__init__"
    return init


def _asked(part: Part) -> str:
    if part.default is not MISSING:
        return f"{part.name}=_default_{part.name}"
    return part.name if part.default_factory is MISSING else f"{part.name}=_missing"


def _given(part: Part) -> str:
    if part.default_factory is MISSING:
        return part.name if part.init else f"_default_{part.name}"
    made = f"_make_{part.name}()"
    return f"{made} if {part.name} is _missing else {part.name}" if part.init else made


def _has_default(part: Part) -> bool:
    return part.default is not MISSING or part.default_factory is not MISSING


def _copy(kind: Any) -> Callable[[Any, dict[str, Any]], Any]:
    """The same with other values; what nobody gives to `__init__` is made anew."""
    parts = [part for part in fields(kind) if part.init]
    put = {part.name: getattr(kind, part.name).__set__ for part in parts}
    all_of, values = tuple(put.values()), _values(parts)
    anew = [(getattr(kind, part.name).__set__, _default(part)) for part in fields(kind) if not part.init]
    if hasattr(kind, "__post_init__"):
        return lambda value, changes: kind(**dict(zip(put, values(value), strict=True)) | changes)

    def copy(value: Any, changes: dict[str, Any]) -> Any:
        new: Any = object.__new__(kind)
        for put_one, old in zip(all_of, values(value)):  # noqa: B905 - they are of one length
            put_one(new, old)
        for name, changed in changes.items():
            if name not in put:
                raise TypeError(f"{kind.__qualname__} has no {name!r}")
            put[name](new, changed)
        for put_one, make in anew:
            put_one(new, make())
        return new

    return copy


def _default(part: Part) -> Callable[[], Any]:
    return part.default_factory if part.default_factory is not MISSING else lambda: part.default


def _values(parts: Iterable[Part]) -> Callable[[Any], tuple[Any, ...]]:
    """What something has in these parts, as a tuple."""
    names = [part.name for part in parts]
    if len(names) > 1:
        return attrgetter(*names)
    return lambda value: tuple(getattr(value, name) for name in names)


def _eq(values: Callable[[Any], tuple[Any, ...]]) -> Callable[[Any, object], bool]:
    def __eq__(self: Any, other: object) -> bool:
        return values(self) == values(other) if other.__class__ is self.__class__ else NotImplemented

    return __eq__


def _hash(values: Callable[[Any], tuple[Any, ...]]) -> Callable[[Any], int]:
    def __hash__(self: Any) -> int:
        return hash(values(self))

    return __hash__


@recursive_repr()
def _repr(self: Any) -> str:
    shown = ", ".join(f"{part.name}={getattr(self, part.name)!r}" for part in fields(self) if part.repr)
    return f"{self.__class__.__qualname__}({shown})"


def _refuse_to_set(self: object, name: str, _value: object) -> NoReturn:
    raise FrozenInstanceError(f"cannot assign to field {name!r}")


def _refuse_to_delete(self: object, name: str) -> NoReturn:
    raise FrozenInstanceError(f"cannot delete field {name!r}")


def _set_state(self: Any, state: tuple[None, dict[str, Any]]) -> None:
    """For copies and pickles."""
    for name, value in state[1].items():
        object.__setattr__(self, name, value)
