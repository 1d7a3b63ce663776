"""The Spellfire ledger through the pages: due, sent, amended, late, counted, disqualified, and a typed wrap-up."""

import re
from dataclasses import replace
from datetime import datetime, timedelta

import pytest

from engine.decisions import announcements, people, results, stages
from engine.decisions import directory as merging
from server.core import box_journal, stamps
from server.core.known_people import directory
from server.directory import erasing
from tests.server.conftest import filled
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


def test_two_organizers_may_vouch_for_an_event_at_once(app, organizer, second, world):
    """One ticked the first, the other the second, from pages that were opened before."""
    pages = {key: (who, filled(who.get(REPORT))) for key, who in zip(TICKS, (organizer, second), strict=True)}
    for key, (who, was) in pages.items():
        who.post(f"{REPORT}/ticks", tick=[key], **was)
    with app.app_context():
        (reported,) = box_journal.read().box.reports.values()
    assert reported.ticks == frozenset(TICKS)
    organizer.post(f"{REPORT}/ticks", tick=[], **filled(organizer.get(REPORT)))
    assert "Nobody has ticked" in organizer.get(f"{world}/events")


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
    assert "Changed since the report was sent: points, round 1 and places. Send it again" in page
    assert "Amended since sent" in organizer.get(f"{world}/events")
    assert "Sent 2" in organizer.post(f"{REPORT}/sent")


def test_a_correction_that_leaves_everybody_s_points_is_an_amendment_too(organizer, app, world, cup):
    """The forms say how many realms everybody kept, what they are called and which codes the event has."""
    tick(organizer, *TICKS)

    def told():
        page = organizer.get(REPORT)
        assert ("Amended since sent" in organizer.get(f"{world}/events")) == ("Changed since the report" in page)
        return page.text.partition("Changed since the report was sent: ")[2].partition(".")[0]

    organizer.post(f"{REPORT}/sent")
    before = cup.match(1, 1).games
    games = tuple(replace(game, realms=(game.realms[0], 4, *game.realms[2:])) for game in before)
    cup.do(lambda t: results.correct_games(t, 1, table=1, games=games))
    assert told() == "round 1"
    cup.do(lambda t: results.correct_games(t, 1, table=1, games=before))
    assert told() == "", "it is as it was sent again"
    rename(organizer, "p1", "Maja 1")
    assert told() == "the spelling of names"
    organizer.post(f"{REPORT}/sent")
    assert told() == ""
    organizer.post(f"{CUP}/settings", name="Ember Cup", spell="1", spell_scored="1", spell_code="NK-5")
    assert told() == "the heading"
    organizer.post(f"{REPORT}/sent")
    organizer.post(f"{CUP}/settings", name="Ember Cup 1996")
    assert told() == "the heading"


def test_what_no_form_shows_is_no_amendment(organizer, app, world, cup):
    """Clubs, notes, and that somebody asked to be erased: the paper that was sent stays as it is."""
    tick(organizer, *TICKS)
    organizer.post(f"{REPORT}/sent")
    rename(organizer, "p1", "Mage 1", club="Jena")
    with app.app_context():
        erasing.erase(person("Mage 2"), "s1")
    page = organizer.get(REPORT)
    assert "Sent 2" in page.text + organizer.get(f"{world}/events").text
    assert "Changed since" not in page


def rename(organizer, player, name, **more):
    page = organizer.post(f"{CUP}/players/{player}", name=name, **{"club": "", **more})
    assert page.status == 200, page.text


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


def test_the_text_to_send_tells_two_of_one_name_apart(organizer, cup):
    for player, club in (("p1", "Jena"), ("p2", "Kiel")):
        rename(organizer, player, "Anna Schmidt", club=club)
    text = organizer.get(REPORT)
    assert "Anna Schmidt (Jena)" in text
    assert "Anna Schmidt (Kiel)" in text


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


def test_the_report_says_when_it_is_due_while_nobody_has_vouched_for_the_event(organizer, world):
    """It is still to be sent: only a tick is missing."""
    assert "Due in 30 days: by" in organizer.get(REPORT)
    assert "due in 30 days" in organizer.get(f"{world}/events")


def test_what_the_forms_lack_is_one_click_away(organizer, cup):
    assert 'href="/events/cup/settings#spell_convention"' in organizer.get(REPORT).html


def test_the_report_is_found_from_the_places_before_and_after_it_is_sent(organizer, stranger, cup):
    for _ in ("before", "after"):
        assert f'href="{REPORT}"' in organizer.get(f"{CUP}/standings/").html
        organizer.post(f"{REPORT}/sent")


def wrong_round_1(organizer, do, **more):
    """The other one won table 1 of round 1."""
    form = {f"game_{game}_realms_{seat}": realms for game in (1, 2) for seat, realms in ((1, "2"), (2, "6"), (3, "3"))}
    return organizer.post(
        f"{CUP}/results/round/1/1/correct", do=do, game_1_winner="2", game_2_winner="2", **form, **more
    )


def test_a_correction_says_first_that_the_report_is_to_be_sent_again_and_the_page_of_events_says_so(organizer, cup):
    assert "sent again" not in wrong_round_1(organizer, "preview")
    organizer.post(f"{REPORT}/sent")
    page = wrong_round_1(organizer, "preview")
    assert "The report was sent on 2" in page, page.text
    assert "and will have to be sent again." in page
    assert "amended" not in organizer.get("/")
    seen = re.search(r'name="seen" value="([^"]+)"', page.html)[1]
    wrong_round_1(organizer, "record", seen=seen)
    assert "Report amended since sent" in organizer.get("/")
    organizer.post(f"{REPORT}/sent")
    assert "Report amended" not in organizer.get("/")


def test_an_undo_says_first_what_it_changes_in_a_ranking_and_that_the_report_is_to_be_sent_again(organizer, world, cup):
    """Somebody is disqualified after the event: taking that back gives their points back."""
    tick(organizer, *TICKS)
    first = ranked(organizer, world)[0][1]
    cup.do(lambda t: people.disqualify(t, cup.ids[first]))
    undo = f"{CUP}/history/{cup.book.acts[-1].seq}/undo"
    page = organizer.get(undo)
    assert "World Ranking" in page
    assert f"{first} new, rank 1 with 14 points" in page, page.text
    assert "sent again" not in page
    organizer.post(f"{REPORT}/sent")
    page = organizer.get(undo)
    assert "and will have to be sent again." in page
    organizer.post(undo, seen=cup.seen)
    assert ranked(organizer, world)[0][1] == first


def test_an_undo_that_no_ranking_feels_speaks_of_none(organizer, world, cup):
    tick(organizer, *TICKS)
    organizer.post(f"{REPORT}/sent")
    cup.do(lambda t: announcements.announce(t, "a1"))
    page = organizer.get(f"{CUP}/history/{cup.book.acts[-1].seq}/undo")
    assert "No longer counts" in page
    assert "World Ranking" not in page
    assert "sent again" not in page


def test_a_ranking_that_nobody_else_sees_can_be_taken_away_for_programs(organizer, stranger, world):
    tick(organizer, *TICKS)
    answer = organizer.client.get(f"{world}/ranking.json")
    assert answer.headers["Content-Disposition"].endswith("world-ranking-ranking.json")
    assert answer.json["ranking"][0]["points"] == 14
    assert stranger.client.get(f"{world}/ranking.json").status_code == 303


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


def test_a_typed_wrap_up_has_the_convention_and_both_codes_on_its_report(organizer, app, world):
    codes = {"convention": "Gen Con", "convention_code": "GC96", "code": "SP1"}
    lines = "\n".join(["coordinator; Cy", *(f"{n}; Far {n}; ; 4" for n in range(1, 10))])
    typed(organizer, world, lines=lines)
    with app.app_context():
        (event,) = box_journal.read().box.typed
    page = organizer.get(f"/series/reports/{event}")
    assert (
        "The forms still lack the name of the convention, the code of the convention and the code of the tournament"
        in page
    )
    again = f"{world}/wrap-up/{event}"
    assert f'href="{again}"' in page.html
    assert "Tournament: Far Away\n" in page.html
    organizer.post(again, **{**form_in(organizer.get(again)), **codes})
    assert codes.items() <= form_in(organizer.get(again)).items()
    page = organizer.get(f"/series/reports/{event}")
    assert "still lack" not in page
    assert "Convention: Gen Con (code GC96)\nTournament: Far Away (code SP1)\n" in page.html
    assert "Coordinator: Cy, 9 points" in page


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
        ({"lines": "1; Ana\nx; Ben"}, "Line 2, place: “x” is not a whole number."),
        ({"lines": "1; Ana; ; four"}, "points: “four” is not a whole number."),
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
    keep = ("name", "first_day", "last_day", "convention", "convention_code", "code", "players", "factor")
    return {"ruleset": "spellfire", "scored": "on", "lines": lines, **{key: fields[key] for key in keep}}


def sent_again(organizer, app, world):
    """The form of the one typed wrap-up, sent as it stands."""
    with app.app_context():
        (event,) = box_journal.read().box.typed
    page = organizer.post(f"{world}/wrap-up/{event}", **form_in(organizer.get(f"{world}/wrap-up/{event}")))
    assert "The wrap-up is saved" in page, page.text


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
