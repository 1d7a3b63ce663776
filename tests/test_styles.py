"""Style sheets, for which no linter runs without Node: each rule here, and that each rule bites."""

from collections.abc import Callable, Iterator, Sequence

import pytest
import tinycss2
from tinycss2.color4 import parse_color

from tests.styles import Sheet, flat, named, names, pages, project, set_elsewhere

TOKENS = "core/tokens.css"
# Paper is black on white whatever the theme, also where the desk shows it: greys are written down here.
PAPER = {"paper/paper.css", "paper/sheets.css", "people/codes.css"}
NO_COLOUR = {"transparent", "currentcolor"}
# Where !important may stand, and why. A table becomes cards on a phone: the paddings and widths of its columns have the
# stronger selectors.
AS_CARDS = {
    "core/desk.css": ("padding", "padding-top"),
    "decks/decks.css": ("padding", "width"),
    "event/history.css": ("background", "padding", "width"),
    "pairing/pairings.css": ("padding", "padding-bottom", "padding-left"),
    "people/players.css": ("padding", "width"),
    "results/results.css": ("padding", "padding-top", "width"),
    "table/devices.css": ("padding", "width"),
}
IMPORTANT = {(sheet, name) for sheet, properties in AS_CARDS.items() for name in properties} | {
    ("core/desk.css", "grid-template-columns"),  # one column on a phone, whatever columns a page gives itself
    ("core/print.css", "display"),  # what is not for paper is not printed, however it is shown
    ("event/events.css", "grid-template-columns"),  # two short fields stay side by side where the desk has one column
    ("people/players.css", "display"),  # a row that the search hides stays hidden, also as a card
    ("phone/phone.css", "display"),  # what is hidden stays hidden, however it is shown otherwise
    ("results/results.css", "padding-block"),  # what a slip says takes two lines in a list of one-line rows
    ("results/results.css", "white-space"),  # the same
}

Complaints = Iterator[str]


def parses(sheets: Sequence[Sheet]) -> Complaints:
    """A browser drops what it cannot read, and says nothing."""
    for sheet in sheets:
        inner = [node for rule in sheet.rules for node in rule.content]
        for node in (*(node for _, node in sheet.nodes), *inner):
            if node.type == "error":
                yield f"{sheet.name}:{node.source_line}: {node.message}"


def no_property_twice(sheets: Sequence[Sheet]) -> Complaints:
    """Only the last counts, but for older browsers, which do not know it: dvh after vh, safe center after center."""
    for sheet, rule in _rules(sheets):
        known: dict[str, str] = {}
        for each in rule.declarations:
            value = tinycss2.serialize(each.value).strip()
            if each.name in known and value.replace("dvh", "vh").replace("safe ", "") != known[each.name]:
                yield f"{sheet.name}:{each.source_line}: {each.name} twice in {rule.selector}"
            known[each.name] = value


def no_selector_twice(sheets: Sequence[Sheet]) -> Complaints:
    """What is said of a thing stands in one place; on a screen of another kind it may be said anew."""
    for sheet in sheets:
        known = set()
        for rule in sheet.rules:
            if (rule.inside, rule.selector) in known:
                yield f"{sheet.name}:{rule.line}: {rule.selector} twice"
            known.add((rule.inside, rule.selector))


def every_property_is_defined(sheets: Sequence[Sheet]) -> Complaints:
    """On every page: a value with an unknown var() is thrown away whole."""
    for page, loaded in pages().items():
        here = [sheet for sheet in sheets if sheet.name in loaded]
        known = set_elsewhere().union(*(sheet.defines for sheet in here))
        for sheet in here:
            yield from (f"{sheet.name} on {page}: nobody defines {each}" for each in sorted(sheet.needs - known))


def every_property_is_used(sheets: Sequence[Sheet]) -> Complaints:
    """A size that nothing has is one more to choose wrongly."""
    used = set().union(*(sheet.uses for sheet in sheets))
    for sheet in sheets:
        yield from (f"{sheet.name}: nobody uses {each}" for each in sorted(sheet.defines - used))


def every_sheet_is_loaded(sheets: Sequence[Sheet]) -> Complaints:
    """By some page, and every sheet that a page loads is there: a missing one is only seen in a browser."""
    loaded, there = set().union(*pages().values()), {sheet.name for sheet in sheets}
    yield from (f"{name}: no page loads it" for name in sorted(there - loaded))
    yield from (f"{name}: there is no such sheet" for name in sorted(loaded - there))


def every_name_is_on_a_page(sheets: Sequence[Sheet]) -> Complaints:
    """A rule for a class or an id that nothing has is dead, and stays for ever."""
    for sheet, rule in _rules(sheets):
        for attribute, name in named(rule.node.prelude):
            if not names(attribute).fullmatch(name):
                yield f"{sheet.name}:{rule.line}: nothing has the {attribute} {name}"


def colours_are_tokens(sheets: Sequence[Sheet]) -> Complaints:
    """Light, dark, wall and tablet change the tokens: a colour written elsewhere stays behind."""
    for sheet, rule in _rules(sheets):
        for each in rule.declarations:
            if sheet.name != TOKENS and any(_colour(node, sheet.name) for node in flat(each.value)):
                yield f"{sheet.name}:{each.source_line}: a colour of its own for {each.name} of {rule.selector}"


def nothing_is_important(sheets: Sequence[Sheet]) -> Complaints:
    """Layers and selectors decide; what shouts can only be shouted down. Nor is more allowed than is done."""
    found = {(sheet.name, each.name) for sheet, rule in _rules(sheets) for each in rule.declarations if each.important}
    yield from (f"{sheet}: {name} is !important" for sheet, name in sorted(found - IMPORTANT))
    yield from (f"{sheet}: {name} is no longer !important" for sheet, name in sorted(IMPORTANT - found))


def nothing_comes_from_outside(sheets: Sequence[Sheet]) -> Complaints:
    """There is no internet in the hall, and a sheet that loads another keeps the page waiting."""
    for sheet in sheets:
        for _, node in sheet.nodes:
            if node.type == "at-rule" and node.lower_at_keyword == "import":
                yield f"{sheet.name}:{node.source_line}: @import"
    for sheet, rule in _rules(sheets):
        for node in (node for each in rule.declarations for node in flat(each.value)):
            address = _address(node)
            if "//" in address:
                yield f"{sheet.name}:{node.source_line}: loads {address}"


RULES: dict[str, Callable[[Sequence[Sheet]], Complaints]] = {
    rule.__name__: rule
    for rule in (
        *(parses, no_property_twice, no_selector_twice, every_property_is_defined, every_property_is_used),
        *(every_sheet_is_loaded, every_name_is_on_a_page, colours_are_tokens, nothing_is_important),
        nothing_comes_from_outside,
    )
}


@pytest.mark.parametrize("rule", RULES.values(), ids=RULES)
def test_style_sheets(rule):
    assert len(project()) > 20
    assert list(rule(project())) == []


# What is wrong, in which sheet, and what is said about it.
BAD = [
    ("parses", "core/desk.css", ".card { color red; }", "core/desk.css:"),
    ("parses", "core/desk.css", "@layer screen { .card }", "core/desk.css:"),
    ("no_property_twice", "core/desk.css", ".card { top: 1px; left: 0; top: 2px; }", "top twice in .card"),
    ("no_property_twice", "core/desk.css", ".card { height: 100vh; height: 50dvh; }", "height twice in .card"),
    ("no_selector_twice", "core/desk.css", ".card, .next { top: 0; } .card,\n.next { left: 0; }", ".card, .next twice"),
    ("every_property_is_defined", "core/print.css", ".card { top: var(--nowhere); }", "print.css on desk.html"),
    ("every_property_is_defined", "core/print.css", ".card { top: var(--seat); }", "nobody defines --seat"),
    ("every_property_is_used", "core/desk.css", ".card { --left-over: 1px; }", "nobody uses --left-over"),
    ("every_sheet_is_loaded", "core/forgotten.css", ".card { top: 0; }", "core/forgotten.css: no page loads it"),
    ("every_name_is_on_a_page", "core/desk.css", ".no-such-thing { top: 0; }", "the class no-such-thing"),
    ("every_name_is_on_a_page", "core/desk.css", ".card:has(> #no-such-id) { top: 0; }", "the id no-such-id"),
    ("colours_are_tokens", "core/desk.css", ".card { border: 1px solid #fff; }", "for border of .card"),
    ("colours_are_tokens", "core/desk.css", ".card { background: linear-gradient(red, var(--ink)); }", "background"),
    ("colours_are_tokens", "core/desk.css", "@media print { .card { color: rgb(0 0 0 / .5); } }", "for color of .card"),
    ("colours_are_tokens", "paper/paper.css", ".p-head { color: #448; }", "for color of .p-head"),
    ("nothing_is_important", "core/desk.css", ".card { top: 0 !important; }", "core/desk.css: top is !important"),
    ("nothing_comes_from_outside", "core/desk.css", '@import "other.css";', "@import"),
    ("nothing_comes_from_outside", "core/desk.css", ".card { background: url(http://x.org/a.png); }", "http://x.org"),
    ("nothing_comes_from_outside", "core/desk.css", '.card { background: url("//x.org/a.png"); }', "//x.org/a.png"),
]


@pytest.mark.parametrize(("rule", "name", "css", "said"), BAD, ids=[f"{rule}-{css}" for rule, _, css, _ in BAD])
def test_each_rule_bites(rule, name, css, said):
    """Added to a sheet that is good. (`--seat` is the wall's: no page of the desk loads it.)"""
    text = next((sheet.text for sheet in project() if sheet.name == name), "")
    others = [sheet for sheet in project() if sheet.name != name]
    complaints = list(RULES[rule]([*others, Sheet(name, f"{text}\n{css}")]))
    assert any(said in each for each in complaints), complaints


def test_older_browsers_get_what_they_know_first():
    good = Sheet("core/desk.css", ".card { height: 100vh; height: 100dvh; } @media print { .card { height: auto; } }")
    assert [*no_property_twice([good]), *no_selector_twice([good])] == []


def _rules(sheets: Sequence[Sheet]):
    return ((sheet, rule) for sheet in sheets for rule in sheet.rules)


def _colour(node, sheet: str) -> bool:
    """A colour that is written down; on paper, one that is no grey."""
    if node.type == "ident" and node.lower_value in NO_COLOUR:
        return False
    colour = parse_color(node) if node.type in ("ident", "hash", "function") else None
    grey = colour is not None and len({round(part, 3) for part in colour.to("srgb").coordinates}) == 1
    return colour is not None and not (grey and sheet in PAPER)


def _address(node) -> str:
    """What a url() names; in quotes it is a function."""
    if node.type == "function" and node.lower_name == "url":
        return "".join(each.value for each in node.arguments if each.type == "string")
    return node.value if node.type == "url" else ""
