"""Help on the box: one page for everybody who is signed in, and a question mark on every page that opens its part."""

import re
from pathlib import Path

import pytest

from server.core.roles import STAFF
from server.help.help_parts import PARTS, part_about
from tests.server.conftest import Actor

ROOT = Path(__file__).parents[3]


@pytest.fixture
def page(organizer):
    return organizer.get("/help")


def endpoints_of_staff(app):
    return {end for end, view in app.view_functions.items() if getattr(view, "role", "") in STAFF}


def test_a_judge_reads_it_and_a_stranger_signs_in_first(app, judge):
    assert "What to do when" in judge.get("/help")
    assert Actor(app).get("/help").path == "/sign-in"


def test_every_page_of_the_desk_has_a_part(app):
    silent = {end for end in endpoints_of_staff(app) if not {end, end.partition(".")[0]} & set(PARTS)}
    assert not silent


def test_no_part_is_for_a_page_that_is_not_there(app):
    endpoints = set(app.view_functions)
    assert set(PARTS) <= endpoints | {end.partition(".")[0] for end in endpoints}


def test_every_part_is_on_the_page(page):
    ids = re.findall(r' id="([a-z-]+)"', page.html)
    assert len(ids) == len(set(ids))
    assert set(PARTS.values()) <= set(ids)
    assert set(re.findall(r'href="#([a-z-]+)"', page.html)) - {"less"} <= set(ids)  # which closes the places of a phone


@pytest.mark.parametrize(
    ("path", "part"),
    [("/", "events"), ("/events/new", "first-event"), ("/box", "box"), ("/devices/", "devices"), ("/help", "contents")],
)
def test_the_question_mark_opens_the_part_of_its_page(organizer, path, part):
    assert f'href="/help#{part}"' in organizer.get(path).html


def test_a_page_of_an_event_has_it_too_and_so_has_what_a_form_answers(organizer):
    event = organizer.post("/demo").path
    assert 'href="/help#slips"' in organizer.get(f"{event}results/slips").html
    assert 'href="/help#results"' in organizer.get(f"{event}results/1").html
    assert part_about("results.enter") == "results"


def test_whoever_has_not_signed_in_is_not_sent_there(app):
    assert "/help" not in Actor(app).get("/sign-in").html


def test_a_page_that_nobody_knows_opens_the_contents():
    assert part_about(None) == part_about("nobody.knows") == "contents"


def test_what_the_help_names_is_called_so_on_the_pages():
    """A button that was given another name: say so here, too."""
    words = "\n".join(
        path.read_text(encoding="utf-8")
        for pattern in ("server/**/*.html", "server/**/*.py")
        for path in ROOT.glob(pattern)
        if path.parent.parent.name != "help"
    )
    named = set(re.findall(r"<i>([^<]+)</i>", (ROOT / "server/help/templates/help.html").read_text(encoding="utf-8")))
    assert len(named) > 20
    assert {name for name in named if not re.search(rf"(?m)(^ *|[\"'>}}] ?){re.escape(name)}\b", words)} == set()
