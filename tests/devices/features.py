"""What a script or a style sheet asks of a browser, by the names of MDN's compatibility data."""

import re
from collections.abc import Iterator

import tinycss2
import tree_sitter_javascript
from tinycss2.ast import AtRule, Declaration, Node, QualifiedRule
from tree_sitter import Language, Parser
from tree_sitter import Node as Syntax

PARSER = Parser(Language(tree_sitter_javascript.language()))
NO_SPACE = {"skip_comments": True, "skip_whitespace": True}

OPERATORS = {
    "??": "javascript.operators.nullish_coalescing",
    "??=": "javascript.operators.nullish_coalescing_assignment",
    "||=": "javascript.operators.logical_or_assignment",
    "&&=": "javascript.operators.logical_and_assignment",
    "**": "javascript.operators.exponentiation",
}
NODES = {
    "optional_chain": "javascript.operators.optional_chaining",
    "field_definition": "javascript.classes.public_class_fields",
    "private_property_identifier": "javascript.classes.private_class_fields",
    "class_static_block": "javascript.classes.static.initialization_blocks",
    "await_expression": "javascript.operators.await",
}
REGULAR = {
    r"\(\?<[=!]": "javascript.regular_expressions.lookbehind_assertion",
    r"\(\?<[A-Za-z]": "javascript.regular_expressions.named_capturing_group",
    r"\\[pP]\{": "javascript.regular_expressions.unicode_character_class_escape",
}

OTHER = (
    "javascript.grammar.numeric_separators",
    "javascript.statements.try_catch.optional_catch_binding",
    "javascript.operators.spread.spread_in_object_literals",
)
SYNTAX = (*OPERATORS.values(), *NODES.values(), *REGULAR.values(), *OTHER)
DYNAMIC = "css.types.length.viewport_percentage_units_dynamic"


def in_script(text: str) -> set[str]:
    """Syntax by its path; `.name` of some thing, `Thing.name` of the thing itself, `()` if called; `new Thing`."""
    return set(_in_syntax(PARSER.parse(text.encode()).root_node))


def _in_syntax(node: Syntax) -> Iterator[str]:
    if node.type == "ERROR" or node.is_missing:
        raise ValueError(f"line {node.start_point[0] + 1} cannot be read: {_text(node)[:60]}")
    if node.type in NODES:
        yield NODES[node.type]
    yield from LOOKED_INTO.get(node.type, _nothing)(node)
    for child in node.children:
        yield from _in_syntax(child)


def _text(node: Syntax) -> str:
    return (node.text or b"").decode()


def _nothing(_node: Syntax) -> Iterator[str]:
    return iter(())


def _operator(node: Syntax) -> Iterator[str]:
    operator = node.child_by_field_name("operator")
    if operator is not None and _text(operator) in OPERATORS:
        yield OPERATORS[_text(operator)]


def _member(node: Syntax) -> Iterator[str]:
    thing, name = node.child_by_field_name("object"), node.child_by_field_name("property")
    if thing is not None and name is not None:
        by_itself = thing.type == "identifier" and re.match(r"[A-Z][a-zA-Z]*[a-z]|CSS|JSON|URL", _text(thing))
        called = node.parent is not None and node.parent.child_by_field_name("function") == node
        yield f"{_text(thing) if by_itself else ''}.{_text(name)}{'()' if called else ''}"


def _made(node: Syntax) -> Iterator[str]:
    name = node.child_by_field_name("constructor")
    if name is not None and name.type == "identifier":
        yield f"new {_text(name)}"


def _number(node: Syntax) -> Iterator[str]:
    if "_" in _text(node):
        yield "javascript.grammar.numeric_separators"


def _regular(node: Syntax) -> Iterator[str]:
    yield from (path for pattern, path in REGULAR.items() if re.search(pattern, _text(node)))


def _catch(node: Syntax) -> Iterator[str]:
    if node.child_by_field_name("parameter") is None:
        yield "javascript.statements.try_catch.optional_catch_binding"


def _spread(node: Syntax) -> Iterator[str]:
    if node.parent is not None and node.parent.type == "object":
        yield "javascript.operators.spread.spread_in_object_literals"


LOOKED_INTO = {
    "binary_expression": _operator,
    "augmented_assignment_expression": _operator,
    "member_expression": _member,
    "new_expression": _made,
    "number": _number,
    "regex": _regular,
    "catch_clause": _catch,
    "spread_element": _spread,
}


def in_sheet(css: str) -> set[str]:
    """Properties, functions, pseudo-classes and at-rules by their paths."""
    return set(_in_rules(tinycss2.parse_stylesheet(css, **NO_SPACE)))


def _in_rules(nodes: list[Node]) -> Iterator[str]:
    for node in nodes:
        if isinstance(node, AtRule):
            yield f"css.at-rules.{node.lower_at_keyword}"
            yield from _in_rules(tinycss2.parse_blocks_contents(node.content or [], **NO_SPACE))
        elif isinstance(node, QualifiedRule):
            yield from _in_selector(tinycss2.serialize(node.prelude))
            yield from _in_rules(tinycss2.parse_blocks_contents(node.content, **NO_SPACE))
        elif isinstance(node, Declaration) and not node.name.startswith("--"):
            yield f"css.properties.{node.lower_name}"
            yield from _in_value(node.value)


def _in_selector(selector: str) -> Iterator[str]:
    yield from (f"css.selectors.{name}" for name in re.findall(r":([a-z][a-z-]+)", selector))


def _in_value(nodes: list[Node]) -> Iterator[str]:
    for node in nodes:
        if node.type == "function":
            yield f"css.types.{node.lower_name}"
            yield from _in_value(node.arguments)
        elif node.type == "dimension" and node.lower_unit in ("dvh", "svh", "lvh"):
            yield DYNAMIC
