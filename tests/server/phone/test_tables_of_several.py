"""Phones in elimination by tables: those who did not come, those who are out, and what counts."""

import pytest

from engine.decisions import people, results, rounds
from tests.server.result_event import Event, told

CUP = "/e/cup"


@pytest.fixture
def eight(app):
    return Event(app, [f"Mage {i}" for i in range(1, 9)], ruleset_id="spellfire").start()


def play(event):
    for match in event.t.current_round.matches:
        for _ in range(2):
            event.game(match.table, 0, 6, *range(len(match.seats) - 1, 0, -1))
    event.do(rounds.close)


def test_nobody_is_told_to_play_somebody_who_did_not_come(stranger, eight):
    match = eight.match(1)
    gone, other = match.players[1], match.players[0]
    eight.do(lambda t: results.leave_table(t, 1, player=gone, no_show=True))
    found = told(stranger.get(f"{CUP}/"))
    assert f"{eight.name(gone)} did not come" in found
    assert f"plays {eight.name(gone)}," not in found
    assert eight.name(gone) not in told(stranger.get(f"{CUP}/p/{other}")).split("against")[1]
    mine = told(stranger.get(f"{CUP}/p/{gone}"))
    assert "You did not come." in mine
    assert "go to the desk" in mine
    assert "playing" not in mine
    assert f"{eight.name(gone)} did not come" in told(stranger.get(f"{CUP}/pairings"))


def test_whoever_did_not_come_has_no_result_once_the_others_have_theirs(stranger, eight):
    """“Your result is in.” was told to somebody who never came, with a seat that may be left for them."""
    gone = eight.match(1).players[1]
    eight.do(lambda t: results.leave_table(t, 1, player=gone, no_show=True))
    for _ in range(2):
        eight.game(1, 0, 6, 0, 2, 1)
    mine = told(stranger.get(f"{CUP}/p/{gone}"))
    assert "You did not come." in mine
    assert "Your result is in." not in mine
    assert f"{eight.name(gone)} did not come" in told(stranger.get(f"{CUP}/"))


def test_whoever_was_taken_out_before_playing_reads_of_nothing_they_played(stranger, eight):
    """“What you played stays and counts.” was told to somebody who had played nothing."""
    gone = eight.match(1).players[1]
    eight.do(lambda t: people.take_out(t, gone))
    mine = told(stranger.get(f"{CUP}/p/{gone}"))
    assert "You have dropped from the event." in mine
    assert "What you played" not in mine


def test_those_who_are_out_are_told_their_place_and_points_and_who_goes_on(stranger, eight):
    play(eight)
    match = eight.match(1)
    won, lost = match.players[0], match.players[3]
    assert "You won your table and go on to the championship round." in told(stranger.get(f"{CUP}/p/{won}"))
    page = told(stranger.get(f"{CUP}/p/{lost}"))
    assert "Those who won their table go on." in page
    assert "with 1 point." in page
    assert "may get another chance" in page
    eight.next_round()
    out = next(p for p in eight.t.players if p not in eight.t.current_round.seated)
    page = told(stranger.get(f"{CUP}/p/{out}"))
    assert "The championship round is played without you." in page
    assert "You are in place" in page
    assert "If that is a surprise" not in page


def test_points_count_and_no_losses(stranger, eight):
    play(eight)
    lost = eight.match(1).players[1]
    page = told(stranger.get(f"{CUP}/p/{lost}"))
    assert "3 points" in page
    assert "loss" not in page
    assert "lost" not in page
