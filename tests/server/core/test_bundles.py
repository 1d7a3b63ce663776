"""The style sheets of a page as one file and its scripts as one, as browsers since 2019 read them."""

import gzip
import re

import pytest

from server.core.bundles import joined_scripts, spelled_out, without_layers
from server.core.margins import margins_for
from server.core.static_files import PROJECT, bundled, version

TEMPLATES = [*(PROJECT / "server").glob("*/templates/*.html"), *(PROJECT / "kiosk/page").glob("*.html")]
SCRIPTS = {name for page in TEMPLATES for name in re.findall(r'"([\w/]+\.js)"', page.read_text(encoding="utf-8"))}


def words(css):
    return " ".join(css.split())


def test_a_sheet_loses_its_layers_and_no_rule():
    css = "@layer a, b; @layer a { p { top: 0 } } @media print { @layer b { q { top: 1px } } } /* { */ i { top: 2px }"
    assert words(without_layers(css)) == "p { top: 0 } @media print { q { top: 1px } } i { top: 2px }"


@pytest.mark.parametrize(
    ("short", "long"),
    [
        ("inset: 0", "top: 0; right: 0; bottom: 0; left: 0"),
        ("inset: 0 auto 0 1px", "top: 0; right: auto; bottom: 0; left: 1px"),
        ("inset: 1px 2px 3px", "top: 1px; right: 2px; bottom: 3px; left: 2px"),
        ("inset: calc(1px + 2px) auto", "top: calc(1px + 2px); right: auto; bottom: calc(1px + 2px); left: auto"),
        ("padding-block: .3rem", "padding-top: .3rem; padding-bottom: .3rem"),
        ("padding-inline: 1px 2px", "padding-left: 1px; padding-right: 2px"),
        ("margin-inline: auto !important", "margin-left: auto !important; margin-right: auto !important"),
        ("box-shadow: inset 0 1px", "box-shadow: inset 0 1px"),
        ("scroll-padding-block: 1px", "scroll-padding-block: 1px"),
        ("user-select: none", "-webkit-user-select: none; user-select: none"),
        ("-webkit-user-select: none", "-webkit-user-select: none"),
        ("overflow-wrap: anywhere", "overflow-wrap: break-word; overflow-wrap: anywhere"),
    ],
)
def test_short_forms_that_older_browsers_drop_are_written_out(short, long):
    assert words(spelled_out(f"a {{ {short}; }}")) == f"a {{ {long}; }}"


def test_a_script_loses_the_lines_that_are_comments_and_nothing_else():
    """A sixth of what a wall fetched on its first visit was written for those who read the code."""
    source = """// What it is about.
const where = "http://box//"; // stays
/**
 * Says so: `a */ b` would end here.
 */
const b = 1 / 2 /** no line of its own */ / 3;
  // and here, too
  /** In one line. */
  const c = /\\/\\//;
"""
    joined = joined_scripts(["page/one.js"], {"page/one.js": source.replace("a */ b", "a b")}.__getitem__)
    assert joined.splitlines()[2:-1] == [
        'const where = "http://box//"; // stays',
        "const b = 1 / 2 /** no line of its own */ / 3;",
        "  const c = /\\/\\//;",
    ]


def test_a_module_comes_after_what_it_imports_and_once():
    files = {
        "page/main.js": 'import { a, b as c } from "./two.js";\nimport * as all from "../core/one.js";\nrun(a, c);',
        "page/two.js": 'import { one } from "../core/one.js";\nexport const a = one;\nexport function b() {}',
        "core/one.js": "export const one = 1;\nexport class Two {}\nexport async function three() {}",
    }
    joined = joined_scripts(["page/main.js"], files.__getitem__)
    assert re.findall(r"^// (.*)$", joined, re.M) == ["core/one.js", "page/two.js", "page/main.js"]
    assert "const { one } = module0;" in joined
    assert "const { a, b: c } = module1;\nconst all = module0;" in joined
    assert "return { one, Two, three };" in joined
    assert "import" not in joined
    assert "export" not in joined


@pytest.mark.parametrize(
    "odd", ['export * from "./one.js";', "export default 1;", 'const a = await import("./one.js");', "import.meta.url;"]
)
def test_what_cannot_be_joined_is_said_and_not_sent(odd):
    with pytest.raises(ValueError, match="not known here"):
        joined_scripts(["main.js"], {"main.js": odd, "one.js": ""}.__getitem__)


def test_modules_that_import_each_other_are_named():
    files = {"a.js": 'import { b } from "./b.js";', "b.js": 'import { a } from "./a.js";'}
    with pytest.raises(ValueError, match=r"a\.js → b\.js → a\.js"):
        joined_scripts(["a.js"], files.__getitem__)


@pytest.mark.parametrize("entry", sorted(SCRIPTS))
def test_every_script_of_a_page_can_be_joined(entry):
    joined = bundled(entry)
    assert joined.count("const module") >= 1
    assert not re.search(r"^(import|export)\b", joined, re.M)


def test_margins_stand_where_a_flex_box_has_a_gap():
    css = ".row { display: flex; gap: 1px 4px; } .list { display: grid; gap: 9px; } .row .end { margin-left: auto; }"
    assert words(margins_for(css)) == (
        ".row { --flex-gap: 4px; } .row > * + * { margin-left: var(--flex-gap); } "
        ".row > .icon:only-child { margin-right: var(--flex-gap); } "
        ".list { --flex-gap: 9px; } .row .end { margin-left: auto; }"
    )


def test_a_row_that_becomes_a_column_has_its_margins_above():
    css = ".a, .b:is(i, b) { display: flex; gap: 4px; } @media print { .a { flex-direction: column; } p { top: 0; } }"
    found = words(margins_for(css))
    assert ".a > * + *, .b:is(i, b) > * + * { margin-left: var(--flex-gap); }" in found
    assert "@media print {.a > * + * { margin-left: 0; margin-top: var(--flex-gap); } }" in found


def test_a_page_asks_for_one_sheet_and_one_bundle(organizer):
    page = organizer.get("/events/new")
    assert len(re.findall(r'<link rel="stylesheet"', page.html)) == 1
    assert len(re.findall(r'<script type="module"', page.html)) == 1


def test_a_bundle_is_packed_for_whoever_unpacks_it(stranger):
    address = f"/static/{version()}/page/core/tokens.css,core/base.css"
    packed = stranger.client.get(address, headers={"Accept-Encoding": "gzip"})
    plain = stranger.client.get(address, headers={"Accept-Encoding": "identity"})
    assert packed.headers["Content-Encoding"] == "gzip"
    assert gzip.decompress(packed.data) == plain.data
    assert plain.mimetype == "text/css"


@pytest.mark.parametrize(
    "names",
    [
        "core/none.css",
        "core/base.css,core/hold.js",
        "core/../db.py",
        "kiosk/page/wall.html",
        ",".join(["core/base.css"] * 31),
    ],
)
def test_only_files_of_one_kind_that_are_served_are_joined(stranger, names):
    assert stranger.client.get(f"/static/{version()}/page/{names}").status_code == 404
    assert stranger.client.get(f"/static/{version()}/margins/{names}").status_code == 404
