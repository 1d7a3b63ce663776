"""Nothing is sent that the oldest browsers in the halls cannot read; and whoever writes such a thing is told."""

import json

import pytest

from tests.devices.compat import BROWSERS, FINE, NEWER, SURFACES, first_versions, too_new, used_by
from tests.devices.features import in_script, in_sheet

KNOWN = json.loads(NEWER.read_text(encoding="utf-8"))
WALL = next(surface for surface in SURFACES if surface.name == "wall")


@pytest.mark.parametrize("surface", SURFACES, ids=lambda surface: surface.name)
def test_the_oldest_browsers_of_the_hall_can_read_it(surface):
    assert list(too_new(surface, KNOWN)) == []


@pytest.mark.parametrize(
    ("script", "feature"),
    [
        ("a?.b;", "javascript.operators.optional_chaining"),
        ("a ?? b;", "javascript.operators.nullish_coalescing"),
        ("a ??= b;", "javascript.operators.nullish_coalescing_assignment"),
        ("a ||= b;", "javascript.operators.logical_or_assignment"),
        ("/(?<=!) /.test(a);", "javascript.regular_expressions.lookbehind_assertion"),
        ("list.at(-1);", ".at()"),
        ("text.replaceAll(a, b);", ".replaceAll()"),
        ("list.findLast(f);", ".findLast()"),
        ("Object.hasOwn(a, b);", "Object.hasOwn()"),
        ("fetch(a, { signal: AbortSignal.any(b) });", "AbortSignal.any()"),
        ("class A { #b = 1; }", "javascript.classes.private_class_fields"),
    ],
)
def test_what_a_wall_of_2021_cannot_read_is_found(script, feature):
    """A television of 2021 showed a black screen because of three of these."""
    assert feature in in_script(script)
    assert newer_than_a_wall(feature)


@pytest.mark.parametrize(
    ("css", "feature"),
    [
        (".a:has(b) { top: 0; }", "css.selectors.has"),
        (".a:is(b, i) { top: 0; }", "css.selectors.is"),
        (".a { inset: 0; }", "css.properties.inset"),
        (".a { width: 1px; aspect-ratio: 1; }", "css.properties.aspect-ratio"),
        ("@media print { .a { color: color-mix(in srgb, red, blue); } }", "css.types.color-mix"),
        ("@layer a { .a { top: 0; } }", "css.at-rules.layer"),
        ("@container (width > 1px) { .a { top: 0; } }", "css.at-rules.container"),
    ],
)
def test_what_a_sheet_of_2021_cannot_read_is_found(css, feature):
    assert feature in in_sheet(css)
    assert newer_than_a_wall(feature)


def newer_than_a_wall(feature):
    pairs = zip(BROWSERS, first_versions(feature, KNOWN), strict=True)
    return any(since > WALL.oldest[browser] for browser, since in pairs)


def test_nothing_is_excused_that_nobody_uses():
    used = set().union(*map(used_by, SURFACES))
    assert sorted(FINE.keys() - used) == []
