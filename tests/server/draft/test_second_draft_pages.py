"""Around the second draft: what desk, wall, phones and other tables say while it is opened, led and played."""

import gzip
import json
import re
from dataclasses import replace

import pytest

from engine.clock import Moment
from engine.decisions import people, results, stages
from engine.standings.advancing import best_of_groups
from server.core.timekeeping import moment
from tests.server.at_table_devices import tablet
from tests.server.draft.test_draft import Drafting
from tests.server.played import act, play_round, played, started, t_of
from tests.server.result_event import told

CUT = "/events/cup/standings/cut"


def wall(stranger):
    return json.loads(gzip.decompress(stranger.client.get("/api/tournaments/cup/wall").data))


@pytest.fixture
def phase_one(app):
    return played(app, 10, 3, ruleset="ashes-draft", legendary=True)


def test_opening_the_second_draft_speaks_of_no_seeds_and_no_cut(organizer, phase_one):
    page = organizer.get(CUT).text
    assert "seeds" not in page
    assert "Cut" not in page
    assert "undoing the Legendary Draft in the history does" in page


def test_three_who_go_on_are_shown_as_going_on(app, organizer, stranger, phase_one):
    """All three read “next in line”; and once it is filled up, the dashed line is not where they are."""
    one, two = t_of(app, "cup").stages[0].groups
    for player in (*one[1:], two[0]):
        act(app, "cup", lambda t, gone=player: people.drop(t, gone))
    assert organizer.get(CUT).html.count(">drafts again<") == 3
    organizer.post("/events/cup/standings/second-draft", do="fill", decks="")
    assert len(t_of(app, "cup").stages[-1].entrants) == 4
    shown = wall(stranger)["standings"]
    assert (shown["line"], shown["cut"]) == ("", 0)


def test_the_history_says_who_drafts_again_and_who_did_not_want_to(app, organizer, phase_one):
    """It said “Play begins: Swiss, 3 rounds”, after three rounds."""
    first, declines = best_of_groups(t_of(app, "cup"), t_of(app, "cup").stages[0])[:2]
    organizer.post("/events/cup/standings/second-draft", do="cut", decks="", declined=declines)
    (line,) = re.findall(r"Second draft for [^<]*", told(organizer.get("/events/cup/history/")))
    assert f"Name {first}" in line.partition(":")[0]
    assert f"Name {declines} " not in line.partition(":")[0] + " "
    assert f"Swiss, 3 rounds; Name {declines} did not want to" in line


def test_between_the_phases_the_draft_page_leads_on(organizer, phase_one):
    page = organizer.get("/events/cup/draft/")
    assert "Open the Legendary Draft" in page.text
    assert CUT in page.html


def test_results_during_the_second_draft_know_that_rounds_were_played(app, organizer, phase_one):
    act(app, "cup", stages.open_second_draft)
    page = organizer.get("/events/cup/results/").text
    assert "No round yet" not in page
    assert "The next round is not paired yet" in page


def test_a_correction_of_the_first_phase_promises_nothing_for_the_second(app, organizer, stranger, phase_one):
    act(app, "cup", stages.open_second_draft)
    match = list(t_of(app, "cup").rounds)[-1].matches[0]
    lost = replace(match.result, outcomes=tuple(reversed(match.result.outcomes)))
    form = {"winner": match.players[1], "wounds": 3}
    page = organizer.post(f"/events/cup/results/round/3/{match.table}/correct", do="look", **form).text
    assert "will follow the corrected standings" not in page
    act(app, "cup", lambda t: results.correct(t, 3, table=match.table, result=lost))
    play_round(app, "cup")
    assert "amended" not in organizer.get("/events/cup/standings/").text.lower()
    assert wall(stranger)["standings"]["amended"] is None
    assert "was corrected" not in stranger.get("/e/cup/standings").text


def test_another_table_does_not_show_what_was_played_there_before(app, phase_one):
    act(app, "cup", stages.open_second_draft)
    shown = tablet(Drafting(app, "cup"), 2).state().json
    assert (shown["step"], shown["beside"], shown["result"]) == ("none", "Legendary Draft", None)
    play_round(app, "cup")
    assert "beside" not in tablet(Drafting(app, "cup"), 2).state().json


def test_the_history_numbers_picks_and_tells_a_step_back(app, organizer):
    started(app, 6, ruleset="ashes-draft")
    for _ in range(4):
        act(app, "cup", lambda t: stages.advance_draft(t, 0))
    act(app, "cup", lambda t: stages.step_draft_back(t, 0))
    act(app, "cup", lambda t: people.drop(t, "p1"))
    page = re.sub(r"\s+", " ", organizer.get("/events/cup/history/").text)
    assert "Draft group 1: pick 3" in page
    assert "Draft group 1: pick 2, a step back" in page
    assert page.count("a step back") == 1
    assert "round 0" not in page
    assert "left before round 1" in page


def test_time_that_is_up_is_said_as_the_wall_says_it(app, organizer):
    started(app, 6, ruleset="ashes-draft", pick_seconds=60)
    long_ago = Moment(moment().boot_id, moment().ms - 90_000)
    for _ in range(2):
        act(app, "cup", lambda t: stages.advance_draft(t, 0, now=long_ago))
    assert "Time!" in organizer.get("/events/cup/draft/").text
