"""Odd values, and JSON with something odd in it: what nobody means to send, and what is sent all the same."""

import copy
import dataclasses
import json
import re
import types
from typing import Literal, Union, get_args, get_origin, get_type_hints

from engine.codec import FACTS
from engine.reasons import Reason

LONG = "x" * 5000
DEEP = "as deep as "
NUMBERS = (0, 1, -1, 2, 3, 7, 25, 99, 100, 10**6, 2**31, 2**53, 2**63 - 1, 2**63, -(2**63) - 1, 2**64, 10**400)
TEXTS = (
    *(
        "",
        " ",
        "0",
        "1",
        "-1",
        "1e9",
        "½",
        "٣",
        "²",
        "on",
        "None",
        "null",
        "p1",
        "p2",
        "p999",
        "cup",
        "\n",
        "\t/x",
        "../x",
    ),
    *(
        "\x00",
        "a\x00b",
        "\ufffe",
        "\u202eAna",
        "عمر",
        "🔥" * 40,
        "<b>x</b>",
        "{{ 7 * 7 }}",
        "%s %(x)s {0}",
        "⟨p1⟩",
        "⟨",
    ),
    *(
        "2026-02-30T25:61",
        "9999-12-31T23:59:59+00:00",
        "0001-01-01T00:00:00+14:00",
        "25:00",
        "12:00",
        "https://x.example/",
    ),
    *("9" * 20, "9" * 4301, "1" * 400, "-0", "+5", "1_0", "0x10", "NaN", "inf", LONG, "a\r\nb: c", "\ud800", "\udc00x"),
)
OTHERS = (
    None,
    True,
    False,
    0.5,
    -0.0,
    1e308,
    float("nan"),
    float("inf"),
    [],
    {},
    [[]],
    [None],
    {"": None},
    {"a": {"a": 1}},
)


def odd_text(rng):
    return rng.choice(TEXTS)


def odd_value(rng):
    """Anything JSON can say, and a little more."""
    return copy.deepcopy(rng.choice((rng.choice(NUMBERS), rng.choice(TEXTS), rng.choice(OTHERS), nested(rng))))


def nested(rng):
    """A mark that `as_json` makes into lists in lists, deeper than Python itself could hold them."""
    return f"{DEEP}{rng.choice((3, 50, 900, 100_000))}"


def _unfolded(text):
    return re.sub(rf'"{DEEP}(\d+)"', lambda found: "[" * int(found[1]) + "]" * int(found[1]), text)


def places(node, way=()):
    """Every place in this JSON: (container, key, way to it)."""
    inside = node.items() if isinstance(node, dict) else enumerate(node) if isinstance(node, list) else ()
    for key, value in inside:
        yield node, key, (*way, key)
        yield from places(value, (*way, key))


def mutated(rng, doc, times=1):
    """A copy of the document with so many things changed; each change is most often a likely one."""
    doc = copy.deepcopy(doc)
    for _ in range(times):
        found = list(places(doc))
        if found:
            container, key, _way = rng.choice(found)
            rng.choice((_likely, _likely, _likely, _replace, _lose, _twice, _exchange))(rng, container, key, found)
    return doc


def _likely(rng, container, key, found):
    """Another value of the same kind: a neighbour number, somebody else, the opposite."""
    value = container[key]
    if isinstance(value, bool):
        container[key] = not value
    elif isinstance(value, int):
        container[key] = rng.choice((value + 1, value - 1, -value, 0, value * 1000, rng.choice(NUMBERS)))
    elif isinstance(value, str):
        same = [c[k] for c, k, _ in rng.sample(found, min(200, len(found))) if isinstance(c[k], str)]
        container[key] = rng.choice((*same[:20], rng.choice(TEXTS)))
    elif isinstance(value, list) and value:
        rng.choice((value.reverse, value.pop, value.clear, lambda: value.append(rng.choice(value))))()
    else:
        container[key] = odd_value(rng)


def _replace(rng, container, key, _found):
    container[key] = odd_value(rng)


def _lose(_rng, container, key, _found):
    del container[key]


def _twice(_rng, container, key, _found):
    if isinstance(container, list):
        container.insert(key, copy.deepcopy(container[key]))
    else:
        container[f"{key}2"] = container[key]


def _exchange(rng, container, key, found):
    other, at, _ = rng.choice(found)
    if key in (container if isinstance(container, dict) else range(len(container))):
        container[key] = copy.deepcopy(other[at])


def as_json(rng, doc):
    """The document as text; now and then with a key twice, or torn."""
    text = _unfolded(json.dumps(doc, ensure_ascii=rng.random() < 0.9))
    fate = rng.random()
    if fate < 0.03:
        return text[: rng.randrange(len(text))]
    if fate < 0.06:
        return text.replace('"seq": ', '"seq": 7, "seq": ', rng.randrange(1, 9))
    if fate < 0.09:
        at = rng.randrange(len(text))
        return text[:at] + rng.choice('{}[]",:0\x00é') + text[at + 1 :]
    return text


def made_up_fact(rng, players):
    """A fact whose fields are all of the right type, about these players: only its meaning can be wrong."""
    kind = FACTS[rng.choice(sorted(FACTS))]
    return {"fact": kind.__name__, **_made_up(rng, kind, players)}


def _made_up(rng, kind, players):
    if kind is Reason:
        return None
    if dataclasses.is_dataclass(kind):
        hints = get_type_hints(kind)
        needed = [f for f in dataclasses.fields(kind) if f.default is dataclasses.MISSING or rng.random() < 0.3]
        made = {f.name: _made_up(rng, hints[f.name], players) for f in needed}
        return {name: value for name, value in made.items() if name != "why"}
    origin, args = get_origin(kind), get_args(kind)
    if origin in (Union, types.UnionType):
        inner = next(a for a in args if a is not types.NoneType)
        return None if inner is Reason or rng.random() < 0.3 else _made_up(rng, inner, players)
    if origin is tuple:
        if args[0] is Reason:
            return []
        many = rng.choice((0, 1, 2, 2, 3, 6)) if args[-1] is Ellipsis else len(args)
        return [_made_up(rng, args[0 if args[-1] is Ellipsis else i], players) for i in range(many)]
    if origin is Literal:
        return rng.choice(args)
    if kind is bool:
        return rng.random() < 0.5
    if kind is int:
        return rng.choice((0, 1, 1, 2, 3, 4, rng.choice(NUMBERS)))
    return rng.choice((*players, *players, rng.choice(TEXTS))) if players else rng.choice(TEXTS)
