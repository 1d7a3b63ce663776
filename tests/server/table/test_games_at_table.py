"""Games of Spellfire reported from the table: realms told by one, confirmed by one other."""

import pytest

from engine.decisions import results
from engine.decisions.lots import replace_lots_at_a_table
from tests.server.at_table_devices import code_of, phone, slip, tablet
from tests.server.result_event import Event


@pytest.fixture
def cup(app):
    return Event(app, [f"Mage {i}" for i in range(1, 10)], ruleset_id="spellfire").start()


def tell(device, number, *versions, **body):
    """Each version is (seat that tells it, seat that won, realms)."""
    players = device.event.pair(device.table)
    told = [{"player": players[by], "winner": players[won], "realms": list(realms)} for by, won, realms in versions]
    return device.send("game", number=number, reports=told, **body)


def test_the_tablet_knows_seats_limits_and_games(cup):
    cup.game(1, 1, 3, 6, 2)
    found = tablet(cup, 1).state().json
    pod = found["pod"]
    assert found["rules"] == "Spellfire: Championship—Standard [55]"
    assert (found["duel"], found["step"], pod["number"], pod["wins_needed"]) == (False, "playing", 2, 2)
    assert pod["limits"] == {"least": 6, "most": 6, "others": 5, "each": 6}
    assert pod["games"] == [{"winner": cup.pair(1)[1], "realms": [3, 6, 2]}]
    assert [pod["wins"][player] for player in cup.pair(1)] == [0, 1, 0]


def test_one_tells_and_one_other_confirms(cup):
    here = tablet(cup, 1)
    assert tell(here, 1, (0, 0, (6, 3, 2))).json["step"] == "one"
    assert cup.match(1).games == ()
    found = tell(here, 1, (2, 0, (6, 3, 2))).json
    assert (found["step"], found["pod"]["number"]) == ("playing", 2)
    assert [game.realms for game in cup.match(1).games] == [(6, 3, 2)]


def test_two_games_win_the_table_and_it_shows_places_and_points(cup):
    here = tablet(cup, 1)
    for number in (1, 2):
        found = tell(here, number, (0, 0, (6, 3, 2)), (1, 0, (6, 3, 2))).json
    assert found["step"] == "in"
    assert [(each["place"], each["points"]) for each in found["pod"]["places"]] == [(1, 4), (2, 3), (3, 2)]


def test_no_secret_lots_the_table_is_told_what_gave_each_place(cup):
    """Ruling: a lot is said wherever the place is shown, and so is the other method that replaced it."""
    for winner, realms in ((0, (6, 4, 4)), (0, (6, 1, 1))):
        cup.game(1, winner, *realms)
    told = [each["how"] for each in tablet(cup, 1).state().json["pod"]["places"]]
    assert told == ["", "by lot", "by lot"]
    level = cup.pair(1)[1:]
    cup.do(lambda t: replace_lots_at_a_table(t, 1, 1, level, places=(2, 1)))
    places = tablet(cup, 1).state().json["pod"]["places"]
    assert [each["how"] for each in places] == ["", *["by the organizer’s decision"] * 2]
    assert [each["player"] for each in places[1:]] == list(reversed(level))


def test_the_same_game_told_again_is_not_another_game(cup):
    here = tablet(cup, 1)
    tell(here, 1, (0, 0, (6, 3, 2)), (1, 0, (6, 3, 2)))
    acts = len(cup.book.acts)
    assert tell(slip(cup, 1), 1, (2, 0, (6, 3, 2))).status_code == 200
    assert len(cup.book.acts) == acts
    late = tell(here, 1, (2, 2, (1, 3, 6)))
    assert (late.status_code, late.json["error"]) == (*(409, "Table 1 plays game 2 now. Look again, then report it."),)


def test_sending_it_twice_counts_once(cup):
    here = tablet(cup, 1)
    for _ in range(2):
        tell(here, 1, (0, 0, (6, 3, 2)), (1, 0, (6, 3, 2)), request_id="same")
    assert len(cup.match(1).games) == 1


def test_versions_that_differ_wait_until_two_are_the_same(cup):
    here = tablet(cup, 1)
    tell(here, 1, (0, 0, (6, 3, 2)))
    found = tell(here, 1, (1, 1, (3, 6, 2))).json
    assert (found["step"], len(found["pod"]["reports"])) == ("two", 2)
    assert tell(here, 1, (2, 1, (3, 6, 2))).json["step"] == "playing"
    assert cup.match(1).games[0].realms == (3, 6, 2)


def test_a_phone_speaks_for_its_player_alone(cup):
    players = cup.pair(1)
    mine = phone(cup, players[0])
    assert tell(mine, 1, (0, 0, (6, 3, 2))).json["step"] == "one"
    assert tell(mine, 1, (1, 0, (6, 3, 2))).status_code == 403
    assert tell(phone(cup, players[1]), 1, (1, 0, (6, 3, 2))).json["step"] == "playing"


def test_what_was_told_can_be_taken_back(cup):
    here = tablet(cup, 1)
    tell(here, 1, (0, 0, (6, 3, 2)))
    assert here.send("withdraw").json["step"] == "playing"
    assert cup.match(1).game_reports == ()


@pytest.mark.parametrize(
    ("version", "sentence"),
    [
        ({"winner": "nobody", "realms": [6, 3, 2]}, "Say who won the game."),
        ({"realms": [5, 3, 2]}, "the winner has exactly 6"),
        ({"realms": [6, 3]}, "needs unrazed realms for each of the 3 players"),
        ({"realms": [6, "many", 2]}, "Say what everyone was left with"),
        ({"realms": [6, 6, 2]}, "without winning"),
    ],
)
def test_a_game_that_cannot_be_is_refused(cup, version, sentence):
    first = cup.pair(1)[0]
    here = tablet(cup, 1)
    answer = here.send("game", number=1, reports=[{"player": first, "winner": first, **version}])
    assert answer.status_code == 409
    assert sentence in answer.json["error"]
    assert here.send("game", number=1, reports=[]).json["error"] == "Say who won the game."
    assert cup.match(1).game_reports == ()


def test_no_game_comes_in_once_the_table_is_decided(cup):
    cup.game(1, 0, 6, 3, 2).game(1, 0, 6, 3, 2)
    answer = tell(tablet(cup, 1), 3, (0, 0, (6, 3, 2)))
    assert answer.status_code == 409
    assert "already has a result" in answer.json["error"]


def test_whoever_did_not_come_is_told_apart_from_whoever_left(cup):
    """Ruling: somebody who never played a game scores nothing and is not counted."""
    absent, gone, _ = cup.pair(1)
    cup.do(lambda t: results.leave_table(t, 1, player=absent, no_show=True))
    here = tablet(cup, 1)
    assert here.state().json["pod"]["absent"] == [absent]
    cup.do(lambda t: results.leave_table(t, 1, player=gone))
    assert here.state().json["pod"]["absent"] == [absent]
    assert set(here.state().json["pod"]["left"]) == {absent, gone}


def test_whoever_left_is_named_and_the_winner_may_leave_the_event(cup):
    gone = cup.pair(1)[2]
    cup.do(lambda t: results.leave_table(t, 1, player=gone))
    here = tablet(cup, 1)
    assert here.state().json["pod"]["left"] == [gone]
    for number in (1, 2):
        tell(here, number, (0, 0, (6, 3, 0)), (1, 0, (6, 3, 0)))
    first = cup.pair(1)[0]
    assert here.send("drop", player=first, code=code_of(cup, first)).status_code == 200
    assert not cup.t.players[cup.pair(1)[0]].active


def test_a_game_without_a_number_is_refused_with_the_one_that_is_played(cup):
    here = tablet(cup, 1)
    for number in (0, None, "one"):
        answer = tell(here, number, (0, 0, (6, 3, 2)))
        assert (answer.status_code, answer.json["error"]) == (
            409,
            "Table 1 plays game 1 now. Look again, then report it.",
        )
