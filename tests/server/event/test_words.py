"""Words that an organizer reads: one name for each thing, and nothing offered that the event does not have."""

import pytest

from engine.decisions import rounds
from tests.server.played import act, in_bracket, play_round, played, started


def test_print_speaks_of_the_final_with_its_article(app, judge):
    tid = in_bracket(app)
    play_round(app, tid)
    play_round(app, tid)
    assert "For the final." in judge.get("/events/cup/print/")


def test_a_sentence_about_the_semi_finals_is_about_their_round(app, organizer):
    tid = in_bracket(app)
    act(app, tid, rounds.pair_round)
    page = organizer.post("/events/cup/pairings/publish")
    assert "The semi-final round is published" in page


def test_a_slip_says_where_to_report(app, judge):
    started(app, 4)
    act(app, "cup", rounds.pair_round)
    page = judge.get("/events/cup/print/slips")
    assert "Your table is at" not in page
    assert "report at" in page or "Scan" not in page


def test_the_history_begins_with_swiss_as_people_write_it(app, organizer):
    started(app, 4)
    assert "Play begins: Swiss, 2 rounds" in organizer.get("/events/cup/history/")


@pytest.mark.parametrize(("timer", "offered"), [("common", False), ("chess", True)])
def test_a_fallen_flag_is_offered_only_with_chess_clocks(app, judge, timer, offered):
    started(app, 4, timer=timer)
    for decide in (rounds.pair_round, rounds.publish):
        act(app, "cup", decide)
    assert ("Flag fell" in judge.get("/events/cup/results/1")) == offered


@pytest.mark.parametrize(
    ("ruleset", "offered"), [("ashes-reborn", False), ("summoner-wars", False), ("ashes-classic", True)]
)
def test_a_match_loss_is_offered_only_where_the_book_knows_it(app, judge, ruleset, offered):
    """Reborn and Summoner Wars: “they may be issued an immediate game loss by the TO.”"""
    played(app, 4, 1, ruleset=ruleset)
    page = judge.get("/events/cup/results/penalties/new", player="p1", fault="Slow play")
    assert "Game loss" in page
    assert ("Match loss" in page) == offered


def test_settings_say_all_of_the_chained_list(app, organizer):
    """“cannot be included in a player's First Five or be played during the first round of the game”."""
    started(app, 4)
    assert "may not be in a First Five, nor be played in the first game round." in organizer.get("/events/cup/settings")
