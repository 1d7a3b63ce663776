"""Style sheets as `test_styles.py` asks about them, and what the pages have that a sheet could be for."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache, cached_property
from itertools import chain, pairwise
from pathlib import Path

import tinycss2
from tinycss2.ast import AtRule, Declaration, HashToken, IdentToken, Node, QualifiedRule

ROOT = Path(__file__).parent.parent
TEMPLATES = [*ROOT.glob("server/*/templates/*.html"), *ROOT.glob("kiosk/page/*.html")]
SCRIPTS = [*ROOT.glob("server/**/*.js"), *ROOT.glob("kiosk/**/*.js")]
MAKING_HTML = [path for path in ROOT.glob("server/**/*.py") if "Markup" in path.read_text(encoding="utf-8")]
ROOTS = ("document.html", "_taken_styles.html")  # what pages begin with, on the box and to take away
GROUPS = ("media", "supports", "layer")  # at-rules with rules in them
NO_SPACE = {"skip_comments": True, "skip_whitespace": True}


@dataclass(frozen=True)
class Rule:
    """A selector with its declarations, or an at-rule that has some; `inside` are the conditions around it."""

    node: QualifiedRule | AtRule
    inside: tuple[str, ...]

    @property
    def line(self) -> int:
        return self.node.source_line

    @cached_property
    def selector(self) -> str:
        name = f"@{self.node.lower_at_keyword} " if isinstance(self.node, AtRule) else ""
        return name + _text(self.node.prelude)

    @cached_property
    def content(self) -> list[Node]:
        return tinycss2.parse_blocks_contents(self.node.content, **NO_SPACE)

    @cached_property
    def declarations(self) -> list[Declaration]:
        return [each for each in self.content if isinstance(each, Declaration)]


@dataclass(frozen=True)
class Sheet:
    """Named as a template names it: core/tokens.css."""

    name: str
    text: str

    @cached_property
    def nodes(self) -> list[tuple[tuple[str, ...], Node]]:
        """Rules, at-rules and what is neither, each with the conditions around it."""
        return list(_walk(tinycss2.parse_stylesheet(self.text, **NO_SPACE), ()))

    @cached_property
    def rules(self) -> list[Rule]:
        return [Rule(node, inside) for inside, node in self.nodes if _has_declarations(node)]

    @cached_property
    def defines(self) -> set[str]:
        """Its custom properties."""
        return {each.name for rule in self.rules for each in rule.declarations if each.name.startswith("--")}

    @cached_property
    def needs(self) -> set[str]:
        """The custom properties that it cannot do without."""
        return set(re.findall(r"var\(\s*(--[\w-]+)\s*\)", self.text))

    @cached_property
    def uses(self) -> set[str]:
        return set(re.findall(r"var\(\s*(--[\w-]+)", self.text))


@cache
def project() -> tuple[Sheet, ...]:
    """Every style sheet there is."""
    paths = sorted([*ROOT.glob("server/*/static/**/*.css"), *ROOT.glob("kiosk/**/*.css")])
    return tuple(Sheet(_address(path), path.read_text(encoding="utf-8")) for path in paths)


@cache
def pages() -> dict[str, set[str]]:
    """Which sheets each page loads: its own, and those of what it extends."""
    texts = {path.name: path.read_text(encoding="utf-8") for path in TEMPLATES}
    lines = {name: [name, *_ancestors(name, texts)] for name in texts}
    return {name: _loaded(texts[each] for each in line) for name, line in lines.items() if line[-1] in ROOTS}


@cache
def set_elsewhere() -> set[str]:
    """Custom properties that a script or a template sets."""
    texts = (path.read_text(encoding="utf-8") for path in (*SCRIPTS, *TEMPLATES))
    return set(chain.from_iterable(re.findall(r"""(?:setProperty\(|style=)["'](--[\w-]+)""", text) for text in texts))


@cache
def names(attribute: str) -> re.Pattern[str]:
    """Matches every class, or every id, that a page can have: from templates, scripts or Python, also put together."""
    words = {*_words_of_templates(attribute), *_words_of_scripts(), *_words_of_python(attribute)}
    whole = (re.escape(word).replace(r"\*", r"[\w-]+") for word in words if re.match("[a-z]", word))
    return re.compile("|".join(sorted(whole)))


def named(selector: list[Node]) -> Iterator[tuple[str, str]]:
    """The classes and ids in a selector, also inside :has() and its like."""
    for before, node in pairwise([None, *selector]):
        if isinstance(node, HashToken):
            yield "id", node.value
        elif isinstance(node, IdentToken) and before == ".":
            yield "class", node.value
        elif node.type == "function":
            yield from named(node.arguments)


def flat(nodes: list[Node]) -> Iterator[Node]:
    """Every part of a value, also inside functions."""
    for node in nodes:
        yield node
        if node.type == "function":
            yield from flat(node.arguments)


def _walk(nodes: list[Node], inside: tuple[str, ...]) -> Iterator[tuple[tuple[str, ...], Node]]:
    for node in nodes:
        yield inside, node
        if isinstance(node, AtRule) and node.lower_at_keyword in GROUPS and node.content is not None:
            condition = f"@{node.lower_at_keyword} {_text(node.prelude)}"
            yield from _walk(tinycss2.parse_rule_list(node.content, **NO_SPACE), (*inside, condition))


def _has_declarations(node: Node) -> bool:
    grouping = isinstance(node, AtRule) and (node.lower_at_keyword in GROUPS or node.content is None)
    return isinstance(node, QualifiedRule | AtRule) and not grouping


def _text(nodes: list[Node]) -> str:
    return " ".join(tinycss2.serialize(nodes).split())


def _address(path: Path) -> str:
    return path.relative_to(ROOT).as_posix().removeprefix("server/").replace("/static/", "/")


def _ancestors(name: str, texts: dict[str, str]) -> Iterator[str]:
    while found := re.search(r'{% extends "([\w.]+)" %}', texts[name]):
        yield (name := found[1])


def _loaded(texts: Iterator[str]) -> set[str]:
    return set(re.findall(r'"([\w/]+\.css)"', "".join(texts)))


def _words_of_templates(attribute: str) -> Iterator[str]:
    for path in TEMPLATES:
        text = path.read_text(encoding="utf-8")
        for value in re.findall(rf'\b{attribute}="((?:{{[{{%].*?[}}%]}}|[^"{{])*)"', text, flags=re.S):
            yield from re.sub(r"{{.*?}}", "*", re.sub(r"{%.*?%}", "", value)).split()
        for code in re.findall(r"{{.*?}}|{%.*?%}", text, flags=re.S):
            yield from chain.from_iterable(word.split() for word in re.findall(r"""["']([\w -]+)["']""", code))


def _words_of_scripts() -> Iterator[str]:
    for path in SCRIPTS:
        text = re.sub(r"\b(querySelector(All)?|closest|matches)\([^)]*\)", "", path.read_text(encoding="utf-8"))
        for quoted in re.findall(r"""("[^"\n]*"|'[^'\n]*'|`[^`]*`)""", text):
            yield from re.split(r"""[\s.="'`<>]+""", re.sub(r"\${[^}]*}", "*", quoted))


def _words_of_python(attribute: str) -> Iterator[str]:
    for path in MAKING_HTML:
        for value in re.findall(rf'{attribute}="([\w -]+)"', path.read_text(encoding="utf-8")):
            yield from value.split()
