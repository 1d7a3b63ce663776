"""The wall from the quarter-finals on: those who play by name, and at the end the champion."""

import gzip
import json

from engine.decisions import results, rounds, stages
from engine.decisions.undo import undo
from server.core import journal
from tests.server.played import act, in_bracket, play_open_round, played, t_of
from tests.server.result_event import Event


def shown(actor, tid="cup"):
    return json.loads(gzip.decompress(actor.client.get(f"/api/tournaments/{tid}/wall").data))


def next_round(app, tid):
    act(app, tid, rounds.pair_round)
    act(app, tid, rounds.publish)


def test_the_semi_finals_are_shown_by_name_from_the_moment_they_are_published(app, stranger):
    tid = in_bracket(app)
    assert shown(stranger)["duels"] is None
    next_round(app, tid)
    found = shown(stranger)
    assert found["playlist"] == ["clock", "set-up"]
    assert found["duels"]["column"] == 0
    matches = t_of(app, tid).current_round.matches
    assert [set(each["players"]) for each in found["duels"]["matches"]] == [
        {f"Name {player}" for player in match.players} for match in matches
    ]
    assert [each["winner"] for each in found["duels"]["matches"]] == [None, None]


def test_a_result_says_who_is_through_while_the_other_match_goes_on(app, stranger):
    tid = in_bracket(app)
    next_round(app, tid)
    second = t_of(app, tid).current_round.match_at(1).players[1]
    act(app, tid, lambda t: results.record_win(t, 1, winner=second, wounds=6))
    first = shown(stranger)["duels"]["matches"][0]
    assert (first["winner"], first["score"]) == (1, [6, 25])


def test_swiss_rounds_and_larger_rounds_of_a_bracket_stay_lists(app, stranger):
    tid = in_bracket(app, 18, 16)
    assert shown(stranger)["duels"] is None
    next_round(app, tid)
    assert len(t_of(app, tid).current_round.matches) == 8
    found = shown(stranger)
    assert found["duels"] is None
    assert found["playlist"] == ["pairings", "set-up"]


def test_the_champion_is_a_scene_as_soon_as_the_final_is_closed(app, stranger):
    tid = in_bracket(app)
    for _ in range(2):
        assert shown(stranger)["champion"] is None
        next_round(app, tid)
        play_open_round(app, tid)
        assert shown(stranger)["champion"] is None
        act(app, tid, rounds.close)
    found = shown(stranger)
    assert found["playlist"] == ["champion", "bracket"]
    assert found["where"] == "After the final"
    assert found["champion"]["name"] == "Name p1"
    assert found["champion"]["among"] == "9 players"
    assert [other["place"] for other in found["champion"]["others"]] == [2]
    act(app, tid, lambda t: stages.finish(t))
    found = shown(stranger)
    assert found["playlist"] == ["champion", "places", "bracket"]
    assert [other["place"] for other in found["champion"]["others"]] == [2, 3, 4]


def test_without_a_bracket_the_champion_is_known_with_the_places(app, stranger):
    tid = played(app, 6, 3)
    assert shown(stranger)["champion"] is None
    act(app, tid, lambda t: stages.finish(t))
    first = t_of(app, tid).finish.ranking[0]
    assert shown(stranger)["champion"]["name"] == f"Name {first}"


def test_whoever_did_not_come_is_not_among_the_players(app, stranger):
    """Ruling: somebody who never played a game “scores nothing and is not counted”."""
    event = Event(app, [f"Mage {i}" for i in range(1, 5)], ruleset_id="spellfire").start()
    seated = event.match(1)
    event.do(lambda t: results.leave_table(t, 1, player=seated.players[3], no_show=True))
    for _ in range(2):
        event.game(1, seated.seats[0].side, 6, 3, 2, 0)
    event.do(rounds.close)
    event.do(lambda t: stages.finish(t))
    assert shown(stranger)["champion"]["among"] == "3 players"


def test_undoing_the_end_takes_the_champion_off_the_wall(app, stranger):
    tid = played(app, 6, 3)
    act(app, tid, lambda t: stages.finish(t))
    assert shown(stranger)["playlist"][0] == "champion"
    with app.app_context():
        acts = journal.read(tid).acts
    act(app, tid, lambda _: undo(acts, acts[-1].seq))
    assert shown(stranger)["champion"] is None
    assert "champion" not in shown(stranger)["playlist"]
