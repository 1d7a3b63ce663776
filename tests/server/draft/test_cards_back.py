"""Whose cards they are: everybody is asked to give them back when they are done, on the wall and on their phone."""

import gzip
import json

import pytest

from engine.decisions import people, rounds, stages
from engine.standings.advancing import best_of_groups
from tests.server.played import act, play_open_round, play_round, played, started, t_of

BACK = "Give the drafted cards back to the host before you leave."
LENT = "Give back all cards, dice and tokens that you were lent before you leave."


def wall(stranger):
    return json.loads(gzip.decompress(stranger.client.get("/api/tournaments/cup/wall").data))


@pytest.mark.parametrize(("small", "said"), [(True, LENT), (False, BACK)], ids=["Drafted Decks", "Ashes draft"])
def test_players_return_them_at_the_conclusion_of_the_event(app, stranger, small, said):
    """“Players shall use these components during the event and return them at the conclusion of the event.”"""
    played(app, 6, 2, ruleset="ashes-draft", small_groups=small, rounds=3)
    assert said not in stranger.get("/e/cup/p/p1")
    assert wall(stranger)["cards_back"] == ""
    act(app, "cup", rounds.pair_round)
    act(app, "cup", rounds.publish)
    play_open_round(app, "cup")
    assert wall(stranger)["playlist"] == ["pairings", "set-up"]
    act(app, "cup", rounds.close)
    assert said in stranger.get("/e/cup/p/p1")
    shown = wall(stranger)
    assert shown["cards_back"].startswith(said)
    assert shown["playlist"] == ["standings", "draft"]
    act(app, "cup", stages.finish)
    assert said in stranger.get("/e/cup/p/p1")
    shown = wall(stranger)
    assert shown["cards_back"].startswith(said)
    assert shown["playlist"] == ["champion", "places", "draft", "standings"]


def test_all_advancing_players_must_return_their_cards_and_so_do_the_others(app, organizer, stranger):
    """“all advancing players must return their cards back to the event host (keeping their own Phoenixborn cards and
    associated unique cards)”; whoever does not go on holds the host's cards, too."""
    played(app, 10, 3, ruleset="ashes-draft", legendary=True)
    best = best_of_groups(t_of(app, "cup"), t_of(app, "cup").stages[0])
    other = next(player for player in t_of(app, "cup").players if player not in best)
    assert BACK in stranger.get(f"/e/cup/p/{other}")
    assert BACK not in stranger.get(f"/e/cup/p/{best[0]}")
    assert "Give all drafted cards back to the host." in stranger.get(f"/e/cup/p/{best[0]}")
    shown = wall(stranger)
    assert shown["cards_back"].startswith("Give all drafted cards back to the host.")
    assert shown["playlist"] == ["standings", "draft"]
    act(app, "cup", stages.open_second_draft)
    assert BACK in stranger.get(f"/e/cup/p/{other}")
    shown = wall(stranger)
    assert shown["cards_back"] == ""
    assert "give your drafted cards back to the host" in shown["draft_note"]
    play_round(app, "cup")
    assert BACK in stranger.get(f"/e/cup/p/{other}")


def test_whoever_drops_gives_the_cards_back(app, stranger):
    started(app, 6, ruleset="ashes-draft")
    act(app, "cup", lambda t: people.drop(t, "p1"))
    assert BACK not in stranger.get("/e/cup/p/p1")  # nothing was dealt yet
    act(app, "cup", lambda t: stages.advance_draft(t, 0))
    assert BACK in stranger.get("/e/cup/p/p1")


def test_a_game_without_a_draft_asks_for_nothing(app, stranger):
    played(app, 6, 3)
    act(app, "cup", stages.finish)
    assert "back to the host" not in stranger.get("/e/cup/p/p1")
