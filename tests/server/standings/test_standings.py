"""The standings page, the cut, the end: what they show, what they record, what they refuse."""

import re

import pytest

from engine.decisions import people, results, rounds, setup, stages
from engine.results import won
from engine.standings.ranks import as_of, ranks_after
from engine.words import Staff
from server.core.db import db
from server.core.desk import desk
from server.core.models import PlayerRow
from server.standings.standings_page import CHEAP, standings_page
from tests.server.conftest import Actor
from tests.server.played import act, in_bracket, play_open_round, play_round, played, started, t_of

STANDINGS = "/events/cup/standings/"


def test_places_come_with_record_numbers_and_what_decided(app, judge):
    played(app, 6, 2)
    page = judge.get(STANDINGS)
    assert page.status == 200
    assert "After round 2 of 3" in page
    assert "2–0" in page
    for words in ("SoS", "BP lost", "Opp BP", "Decided by", "Why place 1?"):
        assert words in page


def test_every_row_opens_to_its_working(app, judge):
    tid = played(app, 6, 2)
    page = judge.get(STANDINGS)
    assert page.html.count("<details") == page.html.count("Why place")
    for row in ranks_after(t_of(app, tid), 2)[0].rows:
        assert row.working[1:] in page.text


def test_of_many_players_one_row_at_a_time_has_its_whole_sum(app, judge):
    """With all of them at once the page of 1,024 players had 6.6 MB."""
    played(app, CHEAP + 2, 1)
    page = judge.get(STANDINGS)
    assert page.html.count("The whole sum, and every round") == CHEAP + 2
    assert 'class="asked"' not in page.html
    opened = judge.get(STANDINGS, open="p5")
    assert re.search(r'<details id="p5" open', opened.html)
    assert opened.html.count('class="asked"') == 1
    assert judge.get(STANDINGS, open="nobody").status == 200


def test_movement_is_an_arrow_and_a_number(app, judge):
    tid = played(app, 8, 2)
    before = {row.player: row.place for row in ranks_after(t_of(app, tid), 1)[0].rows}
    after = {row.player: row.place for row in ranks_after(t_of(app, tid), 2)[0].rows}
    climbed = [before[p] - after[p] for p in after if before[p] > after[p]]
    page = judge.get(STANDINGS)
    assert climbed
    assert page.text.count(" up ") == len(climbed)
    assert f"up {climbed[0]}" in page


def test_standings_of_an_earlier_round_leave_out_who_came_later(app, judge):
    tid = played(app, 6, 1)
    act(app, tid, lambda t: setup.enter(t, ["p9"]))
    play_round(app, tid)
    act(app, tid, lambda t: people.drop(t, "p2"))
    first = as_of(t_of(app, tid), 1)
    assert "p9" not in first.players
    assert "dropped" not in judge.get(STANDINGS, round=1)
    assert "dropped" in judge.get(STANDINGS)


def test_while_a_round_is_played_the_last_closed_one_counts(app, judge):
    tid = played(app, 6, 1)
    act(app, tid, rounds.pair_round)
    act(app, tid, rounds.publish)
    assert "Some tables are still playing." in judge.get(STANDINGS, round=2)
    play_open_round(app, tid)
    assert "After round 1 of 3" in judge.get(STANDINGS)
    assert "Round 2 of 3, so far" in judge.get(STANDINGS, round=2)
    assert "All results are in, and the round is not closed yet." in judge.get(STANDINGS, round=2)


def test_a_draft_round_has_no_standings(app, judge):
    tid = played(app, 6, 1)
    act(app, tid, rounds.pair_round)
    page = judge.get(STANDINGS, round=2)
    assert page.status == 409
    assert "Round 2 has not been played" in page


def test_before_the_first_result_it_says_so(app, judge):
    started(app, 6)
    assert "Standings appear as soon as the first result is in." in judge.get(STANDINGS)


def test_dropped_players_keep_their_place_and_disqualified_ones_have_none(app, judge):
    tid = played(app, 6, 1)
    act(app, tid, lambda t: people.drop(t, "p1"))
    act(app, tid, lambda t: people.disqualify(t, "p2"))
    rows = ranks_after(t_of(app, tid), 1)[0].rows
    assert rows[-1].player == "p2"
    assert rows[-1].place == 0
    page = judge.get(STANDINGS)
    assert "disqualified" in page
    assert "dropped" in page
    assert "Why no place?" in page


def test_the_cut_line_skips_who_dropped(app, judge):
    tid = played(app, 9, 2, cut=4)
    leader = ranks_after(t_of(app, tid), 2)[0].rows[0].player
    act(app, tid, lambda t: people.drop(t, leader))
    page = standings_page_of(app, tid)
    (line,) = [n for n, row in enumerate(page.tables[0].rows) if row.cut]
    assert sum(not row.rank.dropped for row in page.tables[0].rows[: line + 1]) == 4
    assert "Top 4 go on" in judge.get(STANDINGS)


def standings_page_of(app, tid, number=None):
    with app.test_request_context():
        return standings_page(desk(tid), number)


def lots_of(app, tid):
    """Those whom only a lot separates, set by set."""
    return [tuple(player for (player,) in tied) for tied in standings_page_of(app, tid).lots]


def test_chances_are_shown_after_a_closed_round_and_not_for_large_fields(app):
    tid = started(app, 9, cut=4)
    assert all(not table.rows[0].chance for table in standings_page_of(app, tid).tables)
    play_round(app, tid)
    assert standings_page_of(app, tid).tables[0].rows[0].chance
    large = played(app, 66, 1, tid="large", cut=8)
    assert not standings_page_of(app, large).tables[0].rows[0].chance


def test_a_corrected_round_is_marked_with_the_time(app, judge):
    tid = played(app, 6, 1)
    match = t_of(app, tid).current_round.matches[0]
    loser = max(match.players, key=lambda p: int(p[1:]))
    result = won(match, loser, wounds=3, scoring=t_of(app, tid).settings.scoring)
    act(app, tid, lambda t: results.correct(t, 1, table=match.table, result=result))
    assert re.search(r"Round 1 amended \d\d:\d\d", judge.get(STANDINGS).text)


def test_a_lot_can_be_replaced_and_the_order_is_recorded(app, organizer):
    tid = lotted(app)
    tied = lots_of(app, tid)[0]
    page = organizer.get(STANDINGS)
    assert "Decided by lot" in page
    form = {f"place-{player}": str(len(tied) - n) for n, player in enumerate(tied)}
    after = organizer.post(f"{STANDINGS}lots", player=list(tied), **form)
    assert "The tie is decided by your order." in after
    assert "By hand" in after
    assert lots_of(app, tid)[0] == tuple(reversed(tied))


def lotted(app):
    """Two of four lost to each other's equals in the same way: only the lot separates them."""
    tid = started(app, 4)
    act(app, tid, rounds.pair_round)
    act(app, tid, rounds.publish)
    for match in t_of(app, tid).current_round.matches:
        act(app, tid, lambda t, m=match: results.record_win(t, m.table, winner=m.players[0], wounds=5))
    act(app, tid, rounds.close)
    return tid


@pytest.mark.parametrize(
    ("places", "told"),
    [
        (("1", "1"), "a different place, from 1 to 2"),
        (("1", "x"), "a different place"),
        (("0", "1"), "a different place"),
    ],
)
def test_an_order_that_is_none_is_refused(app, organizer, places, told):
    tid = lotted(app)
    tied = lots_of(app, tid)[0]
    form = {f"place-{player}": place for player, place in zip(tied, places, strict=True)}
    page = organizer.post(f"{STANDINGS}lots", referrer=STANDINGS, player=list(tied), **form)
    assert told in page
    assert lots_of(app, tid)[0] == tied


def test_only_those_whom_a_lot_separates_can_be_put_in_order(app, organizer):
    tid = lotted(app)
    page = organizer.post(
        f"{STANDINGS}lots", referrer=STANDINGS, player=["p1", "p3"], **{"place-p1": "2", "place-p3": "1"}
    )
    tied = {frozenset(each) for each in lots_of(app, tid)}
    expected = "The tie is decided" if frozenset(("p1", "p3")) in tied else "no longer decided by lot"
    assert expected in page


def test_a_judge_sees_no_form_for_lots(app, judge):
    lotted(app)
    assert "Record this order" not in judge.get(STANDINGS)


CUT = f"{STANDINGS}cut"


def test_the_cut_lists_the_seeds_and_the_first_matches(app, organizer):
    played(app, 9, 2, cut=4, rounds=2)
    page = organizer.get(CUT)
    for words in ("seed 1", "seed 4", "next in line", "First matches", "Cut to the top 4"):
        assert words in page
    assert "recommends a cut from 17 players on" in page


def test_whoever_declines_is_passed_over_in_the_preview_and_in_the_cut(app, organizer):
    tid = played(app, 9, 2, cut=4, rounds=2)
    second = ranks_after(t_of(app, tid), 2)[0].rows[1].player
    page = organizer.post(CUT, do="look", size=4, declined=[second])
    assert page.path == CUT
    assert "declines" in page
    assert len(t_of(app, tid).stages) == 1
    organizer.post(CUT, do="cut", size=4, declined=[second])
    assert len(t_of(app, tid).stage.entrants) == 4
    assert second not in t_of(app, tid).stage.entrants


def test_a_double_tap_cuts_once(app, organizer):
    tid = played(app, 9, 2, cut=4, rounds=2)
    for _ in range(2):
        organizer.post(CUT, do="cut", size=4, request_id="once")
    assert [stage.kind for stage in t_of(app, tid).stages] == ["swiss", "bracket"]


def test_another_size_or_another_who_declines_is_shown_before_it_is_cut(app, organizer):
    """“Cut to the top 4” was pressed, with top 6 chosen and the third declining: six went on whom no preview showed."""
    tid = played(app, 9, 2, cut=4, rounds=2)
    third = ranks_after(t_of(app, tid), 2)[0].rows[2].player
    changed = {"do": "cut", "size": 6, "declined": [third]}
    page = organizer.post(CUT, shown=shown_in(organizer.get(CUT)), **changed)
    assert "look at who is in" in page
    assert "Cut to the top 6" in page
    assert len(t_of(app, tid).stages) == 1
    organizer.post(CUT, shown=shown_in(page), **changed)
    assert len(t_of(app, tid).stages[-1].entrants) == 6


def shown_in(page):
    return re.search(r'name="shown" value="([^"]+)"', page.html)[1]


def test_a_cut_of_what_was_not_seen_is_refused(app, organizer):
    tid = played(app, 9, 2, cut=4, rounds=2)
    seen = re.search(r'name="seen" value="([^"]+)"', organizer.get(CUT).html)[1]
    act(app, tid, lambda t: people.drop(t, "p1"))
    page = organizer.post(CUT, referrer=CUT, do="cut", size=4, seen=seen)
    assert "Something changed since you opened this page" in page
    assert len(t_of(app, tid).stages) == 1


@pytest.mark.parametrize(("size", "told"), [(1, "2 to 16 players"), (17, "2 to 16 players"), (16, "there are 9")])
def test_a_cut_that_cannot_be_is_refused(app, organizer, size, told):
    tid = played(app, 9, 2, cut=4, rounds=2)
    assert told in organizer.post(CUT, referrer=CUT, do="cut", size=size)
    assert told in organizer.get(CUT, size=size)
    assert len(t_of(app, tid).stages) == 1


def test_a_cut_waits_for_the_round_to_be_closed(app, organizer):
    tid = started(app, 9, cut=4)
    assert "No round has been played yet" in organizer.get(CUT)
    act(app, tid, rounds.pair_round)
    act(app, tid, rounds.publish)
    assert "Round 1 is still open" in organizer.get(CUT)
    assert "Close round 1 first" in organizer.post(CUT, referrer=CUT, do="cut", size=4)
    play_open_round(app, tid)
    act(app, tid, rounds.close)
    page = organizer.get(CUT)
    assert "3 rounds have not been played, of 4 planned" in page


def test_there_is_no_second_cut(app, organizer):
    in_bracket(app)
    assert "The cut is made" in organizer.get(CUT)


def test_the_bracket_is_drawn_with_who_plays_and_who_is_through(app, judge):
    tid = in_bracket(app)
    act(app, tid, rounds.pair_round)
    drafted = judge.get(STANDINGS)
    assert "playing" not in drafted
    act(app, tid, rounds.publish)
    page = judge.get(STANDINGS)
    for words in ("Semi-finals", "Final", "Table 1, setting up", "Winner of semi-final 1"):
        assert words in page
    printed = judge.get(f"/events/{tid}/print/bracket")
    assert "Table 1, setting up" in printed
    assert ", playing" not in printed
    match = t_of(app, tid).current_round.matches[0]
    act(app, tid, lambda t: results.record_win(t, match.table, winner=match.players[0], wounds=7))
    page = judge.get(STANDINGS)
    assert f"Name {match.players[0]} through 25" in page
    assert f"Name {match.players[1]} out 7" in page


def test_the_swiss_standings_stay_within_reach_of_a_bracket(app, judge):
    in_bracket(app)
    assert "Why place 1?" in judge.get(STANDINGS, round=2)
    assert "Bracket" in judge.get(STANDINGS, round=2)


def test_byes_of_an_odd_cut_are_drawn(app, judge):
    in_bracket(app, cut=3)
    page = judge.get(STANDINGS)
    assert "Bye" in page
    assert "Top 3" in page


FINISH = f"{STANDINGS}finish"


def test_finishing_records_places_and_prizes(app, organizer):
    tid = played(app, 6, 3)
    assert "Final places" in organizer.get(FINISH)
    page = organizer.post(FINISH, do="finish", prizes="Playmat\n\n  Booster  \n")
    assert page.path == STANDINGS
    assert "Places" in page
    finish = t_of(app, tid).finish
    assert finish.prizes == (("Playmat", finish.ranking[0]), ("Booster", finish.ranking[1]))
    assert "Playmat" in page


def test_a_look_at_the_prizes_records_nothing_and_keeps_what_was_typed(app, organizer):
    tid = played(app, 6, 3)
    page = organizer.post(FINISH, do="look", prizes="Playmat\nBooster")
    assert t_of(app, tid).finish is None
    assert "Playmat\nBooster</textarea>" in page.html


def test_an_organizer_who_plays_passes_the_prize_on(app, organizer):
    tid = played(app, 6, 3)
    first = ranks_after(t_of(app, tid), 3)[0].rows[0].player
    act(app, tid, lambda t: setup.name_staff(t, Staff("s9", "organizer", first)))
    assert "organizer: the prize passes on" in organizer.post(FINISH, do="look", prizes="Playmat")
    page = organizer.post(FINISH, do="finish", prizes="Playmat")
    assert "organizer, no prize" in page
    assert t_of(app, tid).finish.prizes == (("Playmat", t_of(app, tid).finish.ranking[1]),)


def test_an_organizer_below_the_prizes_has_none_to_pass_on(app, organizer):
    tid = played(app, 6, 3)
    last = ranks_after(t_of(app, tid), 3)[0].rows[-1].player
    act(app, tid, lambda t: setup.name_staff(t, Staff("s9", "organizer", last)))
    page = organizer.post(FINISH, do="look", prizes="Playmat")
    assert page.html.count("organizer</") == 1
    assert "passes on" not in page


def test_more_prizes_than_players_are_told(app, organizer):
    played(app, 3, 2)
    assert "Nobody is left for “d”" in organizer.post(FINISH, do="look", prizes="a\nb\nc\nd")


def test_a_double_tap_finishes_once(app, organizer):
    tid = played(app, 6, 3)
    for _ in range(2):
        page = organizer.post(FINISH, do="finish", prizes="", request_id="once")
        assert page.path == STANDINGS
    assert t_of(app, tid).finish is not None


def test_what_has_not_been_played_is_told_before_the_end(app, organizer):
    played(app, 9, 2, cut=4)
    page = organizer.get(FINISH)
    assert "2 rounds have not been played, of 4 planned" in page
    assert "A cut to the top 4 is planned" in page


@pytest.mark.parametrize("stage", ["unpaired", "open", "bracket"])
def test_an_event_that_is_not_over_is_not_finished(app, organizer, stage):
    if stage == "bracket":
        tid = in_bracket(app)
        told = "The bracket has no places yet"
    else:
        tid = started(app, 6)
        told = "No round has been played"
        if stage == "open":
            act(app, tid, rounds.pair_round)
            act(app, tid, rounds.publish)
            told = "Round 1 is still open"
    assert told in organizer.get(FINISH)
    page = organizer.post(FINISH, do="finish", prizes="Playmat")
    assert page.status == 409
    assert t_of(app, tid).finish is None


def test_a_finish_is_not_repeated_and_its_lots_stay(app, organizer):
    tid = lotted(app)
    tied = lots_of(app, tid)[0]
    act(app, tid, lambda t: stages.finish(t))
    assert "The event is finished" in organizer.get(FINISH)
    form = {f"place-{player}": str(n) for n, player in enumerate(tied, start=1)}
    page = organizer.post(f"{STANDINGS}lots", referrer=STANDINGS, player=list(tied), **form)
    assert "The event is finished" in page


def test_a_correction_after_the_end_is_told_and_changes_no_place(app, organizer):
    tid = played(app, 4, 2)
    act(app, tid, lambda t: stages.finish(t))
    recorded = t_of(app, tid).finish.ranking
    match = t_of(app, tid).current_round.matches[0]
    loser = max(match.players, key=lambda p: int(p[1:]))
    result = won(match, loser, wounds=3, scoring=t_of(app, tid).settings.scoring)
    act(app, tid, lambda t: results.correct(t, 2, table=match.table, result=result))
    assert "the places would be different" in organizer.get(STANDINGS)
    assert t_of(app, tid).finish.ranking == recorded


def test_draft_groups_have_a_table_each_and_open_a_second_draft(app, organizer):
    tid = played(app, 10, 3, ruleset="ashes-draft", legendary=True)
    assert "Group 2" in organizer.get(STANDINGS)
    page = organizer.get(CUT)
    assert "drafts again" in page
    organizer.post("/events/cup/standings/second-draft", do="cut")
    assert t_of(app, tid).stage.kind == "swiss"
    assert len(t_of(app, tid).stage.entrants) == 4


def test_names_are_text_and_never_markup(app, judge, organizer):
    in_bracket(app)
    evil = '<script>alert("1")</script>' + "é" * 170
    with app.app_context(), db.engine.begin() as connection:
        connection.execute(PlayerRow.__table__.update().values(name=evil))
    for args in ({}, {"round": 2}):
        page = judge.get(STANDINGS, **args)
        assert "<script>alert" not in page.html
        assert 'alert("1")' in page.text
    assert "<script>alert" not in organizer.get(FINISH).html


@pytest.mark.parametrize("path", [CUT, FINISH])
def test_the_end_is_for_the_organizer(app, judge, path):
    played(app, 6, 1)
    assert judge.get(path).status == 403
    assert judge.post(path, do="cut").status == 403


def test_a_stranger_signs_in_first(app):
    played(app, 6, 1)
    assert Actor(app).get(STANDINGS).path == "/sign-in"
