"""The Spellfire ledger through the pages: due, sent, amended, late, counted, disqualified, and a typed wrap-up."""

import re
from dataclasses import replace
from datetime import datetime, timedelta

import pytest

from engine.decisions import directory as merging
from engine.decisions import people, results, stages
from server.core import box_journal, stamps
from server.core.known_people import directory
from server.directory import erasing
from tests.server.people.listed import person
from tests.server.results.test_spellfire_desk import CUP, mages, play
from tests.server.series.test_series import ranked

REPORT = "/series/reports/cup"
TICKS = ["advertised", "latest_rules"]


@pytest.fixture
def cup(app, organizer):
    """Nine mages, two rounds, over."""
    event = mages(app, 9).start()
    organizer.post(f"{CUP}/staff/", role="coordinator", name="Cy")
    play(play(event).next_round())
    event.do(stages.finish)
    return event


@pytest.fixture
def world(organizer, cup):
    page = organizer.post("/series/new", name="World Ranking", by="spellfire", events="every")
    assert page.status == 200, page.text
    return page.path


def later(monkeypatch, days):
    now = stamps.now()
    then = (datetime.fromisoformat(now) + timedelta(days=days)).isoformat(timespec="milliseconds")
    monkeypatch.setattr(stamps, "now", lambda: then)


def tick(organizer, *ticks):
    return organizer.post(f"{REPORT}/ticks", tick=list(ticks))


def test_an_event_counts_once_somebody_vouches_for_it(organizer, world):
    page = organizer.get(f"{world}/events")
    assert "Nobody has ticked that it was advertised and that the latest rules were used" in page
    assert ranked(organizer, world) == []
    assert "Due in 30 days: by" in tick(organizer, *TICKS)
    assert "due in 30 days" in organizer.get(f"{world}/events")
    rows = ranked(organizer, world)
    assert rows[0][2] == "14"
    assert ("3", "Cy", "9") in rows


def test_a_report_that_was_sent_says_so_and_a_correction_makes_it_amended(organizer, world, cup):
    tick(organizer, *TICKS)
    page = organizer.post(f"{REPORT}/sent")
    assert "Marked as sent on" in page
    assert "Sent 2" in organizer.get(f"{world}/events")
    assert "Changed since sent" not in page
    games = tuple(replace(game, winner=2, realms=game.realms[::-1]) for game in cup.match(1, 1).games)
    cup.do(lambda t: results.correct_games(t, 1, table=1, games=games))
    page = organizer.get(REPORT)
    assert "Amended since sent" in page
    assert "Points have changed since the report was sent" in page
    assert "Amended since sent" in organizer.get(f"{world}/events")
    assert "Sent 2" in organizer.post(f"{REPORT}/sent")


def test_day_thirty_counts_and_day_thirty_one_is_for_a_person_to_decide(organizer, world, monkeypatch):
    tick(organizer, *TICKS)
    later(monkeypatch, 30)
    assert "due today" in organizer.get(f"{world}/events")
    assert ranked(organizer, world)
    later(monkeypatch, 1)
    page = organizer.get(f"{world}/events")
    assert "Late" in page
    assert "1 day late" in page
    assert "Count it anyway" in page
    assert ranked(organizer, world) == []
    assert "Counted" in organizer.post(f"{world}/events/cup/decide", verdict="counted")
    assert ranked(organizer, world)
    organizer.post(f"{world}/events/cup/decide", verdict="disqualified")
    assert "Disqualified" in organizer.get(f"{world}/events")
    assert ranked(organizer, world) == []


def test_a_coordinator_who_was_entered_and_did_not_play_has_their_own_points(organizer, app):
    """Entered, then out before round 1 to run it: the points are theirs, not a stranger's."""
    event = mages(app, 10)
    organizer.post(f"{CUP}/staff/", role="coordinator", player=event.ids["Mage 10"])
    event.do(lambda t: people.drop(t, event.ids["Mage 10"]))
    play(play(event.start()).next_round())
    event.do(stages.finish)
    page = organizer.post("/series/new", name="World Ranking", by="spellfire", events="every")
    tick(organizer, *TICKS)
    assert ("9", "Mage 10") in [(points, name) for _, name, points in ranked(organizer, page.path)]


def test_a_report_that_was_in_time_and_is_sent_again_after_a_correction_still_counts(
    organizer, world, cup, monkeypatch
):
    """A correction comes to light after the thirty days: the first report was in time."""
    tick(organizer, *TICKS)
    organizer.post(f"{REPORT}/sent")
    later(monkeypatch, 45)
    games = tuple(replace(game, winner=2, realms=game.realms[::-1]) for game in cup.match(1, 1).games)
    cup.do(lambda t: results.correct_games(t, 1, table=1, games=games))
    assert "Amended since sent" in organizer.get(REPORT)
    page = organizer.post(f"{REPORT}/sent")
    assert "for the first time on" in page
    assert "does not count" not in page
    assert "Late" not in organizer.get(f"{world}/events")
    assert ranked(organizer, world)


def test_a_late_report_that_was_amended_too_can_be_counted_all_the_same(organizer, world, cup, monkeypatch):
    tick(organizer, *TICKS)
    later(monkeypatch, 31)
    organizer.post(f"{REPORT}/sent")
    games = tuple(replace(game, winner=2, realms=game.realms[::-1]) for game in cup.match(1, 1).games)
    cup.do(lambda t: results.correct_games(t, 1, table=1, games=games))
    page = organizer.get(f"{world}/events")
    assert "Amended since sent" in page
    assert "Count it anyway" in page


def test_the_report_is_a_text_to_send_and_says_what_the_forms_lack(organizer, world):
    page = organizer.get(REPORT)
    assert "The forms still lack the name of the convention" in page
    assert "Coordinator: Cy, 9 points" in page
    assert "Round 1, table 1: 1. Mage" in page


@pytest.mark.parametrize(
    ("on", "told"), [("2999-01-01", "still to come"), ("1996-01-01", "before the event was over"), ("x", "1996-03-02")]
)
def test_a_day_that_cannot_be_is_refused(organizer, app, world, on, told):
    page = organizer.post(f"{REPORT}/sent", on=on)
    assert told in page
    with app.app_context():
        assert box_journal.read().box.reports == {}


def test_an_event_that_is_not_over_has_nothing_to_send(organizer, app):
    play(mages(app, 9).start())
    assert "The event is not over yet" in organizer.get(REPORT)
    assert "there is no report to send" in organizer.post(f"{REPORT}/sent")


def test_eight_players_are_too_few_for_anybody(organizer, app):
    """8 players: nothing for anybody, staff included."""
    event = play(mages(app, 8).start())
    event.do(stages.finish)
    page = organizer.post("/series/new", name="World Ranking", by="spellfire", events="every")
    tick(organizer, *TICKS)
    assert "8 played, and it takes 9" in organizer.get(f"{page.path}/events")
    assert ranked(organizer, page.path) == []


def test_the_page_of_events_says_when_a_report_is_due_until_it_is_sent(organizer, cup):
    assert "Report due in 30 days" in organizer.get("/")
    organizer.post(f"{REPORT}/sent")
    assert "Report due" not in organizer.get("/")


def test_an_unscored_event_is_not_due_on_the_page_of_events(organizer, app):
    event = play(play(mages(app, 9, scored=False).start()).next_round())
    event.do(stages.finish)
    assert "Report due" not in organizer.get("/")


# Typed


LINES = "1; Mage 1; ; 4+10\n2; New Face; Jena; 3+6\n3; Zed\ncoordinator; Cy"


def typed(organizer, world, **form):
    known = {"name": "Far Away", "ruleset": "spellfire", "first_day": "1996-03-02", "players": "9", "scored": "on"}
    return organizer.post(f"{world}/wrap-up", **{**known, "lines": LINES, **form})


def test_a_wrap_up_from_elsewhere_adds_to_the_people_it_names(organizer, app, world):
    tick(organizer, *TICKS)
    before = {name: int(points) for _, name, points in ranked(organizer, world)}
    page = typed(organizer, world, first_day=stamps.now()[:10])
    assert "Far Away" in page, page.text
    with app.app_context():
        (event,) = box_journal.read().box.typed
    organizer.post(f"/series/reports/{event}/ticks", tick=TICKS)
    after = {name: int(points) for _, name, points in ranked(organizer, world)}
    assert after["Mage 1"] == before["Mage 1"] + 14
    assert after["New Face"] == 9
    assert after["Cy"] == before["Cy"] + 9
    with app.app_context():
        assert sorted(each.name for each in directory().people.values()).count("Cy") == 1


def test_a_wrap_up_is_typed_again_and_taken_back(organizer, app, world):
    typed(organizer, world)
    with app.app_context():
        (event,) = box_journal.read().box.typed
    form = organizer.get(f"{world}/wrap-up/{event}")
    assert "2; New Face; Jena; 3+6" in form
    organizer.post(
        f"{world}/wrap-up/{event}",
        name="Far Off",
        ruleset="spellfire",
        first_day="1996-03-02",
        lines="1; New Face; Jena",
    )
    assert "Far Off" in organizer.get(f"{world}/events")
    with app.app_context():
        book = box_journal.read()
    assert len(book.box.typed[event].lines) == 1
    organizer.post(f"/people/history/{book.revision.seq}/undo", seen=str(book.revision))
    with app.app_context():
        assert len(box_journal.read().box.typed[event].lines) == 4


def test_a_double_tap_types_one_wrap_up(organizer, app, world):
    for _ in range(2):
        typed(organizer, world, request_id="tap")
    with app.app_context():
        assert len(box_journal.read().box.typed) == 1
        assert [each.name for each in directory().people.values()].count("New Face") == 1


@pytest.mark.parametrize(
    ("form", "told"),
    [
        ({"lines": ""}, "Nobody is on the report"),
        ({"lines": "Ana"}, "Line 1: write place; name"),
        ({"lines": "1; Ana\nx; Ben"}, "Line 2: “x” is no place"),
        ({"lines": "1; Ana; ; four"}, "is no points"),
        ({"lines": "1; Ana\n2; ana"}, "is on the report twice"),
        ({"players": "1"}, "at least as many have played"),
        ({"first_day": ""}, "On which day was it?"),
        ({"last_day": "1996-03-01"}, "ends before it begins"),
        ({"ruleset": "chess"}, "Choose the rulebook"),
        ({"name": " "}, "needs a name"),
    ],
)
def test_a_wrap_up_that_cannot_be_read_is_told_with_its_line_and_kept_in_the_form(organizer, app, world, form, told):
    page = typed(organizer, world, **form)
    assert page.status == 409
    assert told in page
    with app.app_context():
        assert box_journal.read().box.typed == {}
        assert "New Face" not in [each.name for each in directory().people.values()]


def form_in(page):
    """What stands in the fields of a page, to be sent as it is."""
    fields = dict(re.findall(r'<input[^>]* name="(\w+)"[^>]* value="([^"]*)"', page.html.replace("\n", " ")))
    lines = re.search(r"<textarea[^>]*>\n(.*?)</textarea>", page.html, re.DOTALL)[1]
    keep = ("name", "first_day", "last_day", "players", "factor")
    return {"ruleset": "spellfire", "scored": "on", "lines": lines, **{key: fields[key] for key in keep}}


def sent_again(organizer, app, world):
    """The form of the one typed wrap-up, sent as it stands."""
    with app.app_context():
        (event,) = box_journal.read().box.typed
    page = organizer.post(f"{world}/wrap-up/{event}", **form_in(organizer.get(f"{world}/wrap-up/{event}")))
    assert "The wrap-up is kept" in page, page.text


def test_a_wrap_up_sent_again_as_it_stands_changes_nobody(organizer, app, world):
    """Whoever was erased, merged or shares a name since is still who they were."""
    typed(
        organizer, world, lines="1; Ana Old; Jena; 4+10\n2; Ben Old; ; 3\n3; Cai Old; Jena; 2\n4; Dee Old\n5; Eve Old"
    )
    with app.app_context():
        ana, ben, cai, dee = (person(f"{name} Old") for name in ("Ana", "Ben", "Cai", "Dee"))
        box_journal.record("s0", decide=lambda box: merging.merge(box, person("Mage 1"), gone=cai))
    organizer.post("/people/new", name="Dee Old")
    for each in (ana, ben):
        with app.app_context():
            erasing.erase(each, "s0")
    with app.app_context():
        before, known = box_journal.read().box.typed, len(directory().people)
    sent_again(organizer, app, world)
    with app.app_context():
        assert box_journal.read().box.typed == before
        assert len(directory().people) == known
        assert dee in directory().people
