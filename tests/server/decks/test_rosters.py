"""Base Decks: a faction for each round, in order, named before the event and unchangeable once it began."""

import pytest

from engine import facts as f
from engine.decisions import rounds, setup
from engine.pairing.roster import entrants_before
from tests.server.deck_lists import DECKS
from tests.server.result_event import Event, told

ANA = f"{DECKS}player/p1"
ROSTER = {"round-1": "Vanguards", "round-2": "Swamp Orcs"}


@pytest.fixture
def base(app):
    return Event(app, ("Ana", "Ben", "<b>Cai</b>"), ruleset_id="summoner-wars")


def factions(event, player="p1"):
    return event.t.players[player].factions


def test_the_list_shows_who_named_what(organizer, judge, base):
    organizer.post(f"{ANA}/roster", **ROSTER)
    for person in (organizer, judge):
        page = person.get(DECKS)
        assert "Rosters" in page
        assert "Vanguards, Swamp Orcs" in page
        assert "1 of 3 complete" in page
        assert "<b>Cai" not in page.html
    assert "Swamp Orcs" in judge.get(ANA)
    assert judge.post(f"{ANA}/roster", **ROSTER).status == 403


def test_the_organizer_is_told_what_is_wrong_and_it_is_kept(organizer, base):
    page = organizer.post(f"{ANA}/roster", **{"round-1": "Vanguards", "round-2": "Vanguards"})
    assert "The roster of Ana is saved, with 1 fault." in told(page)
    assert "Vanguards is named for rounds 1 and 2; each round needs a different faction." in page
    assert "1 fault" in organizer.get(DECKS)
    organizer.post("/events/cup/settings", asked_repeat_factions="1", repeat_factions="on")
    assert "Complete" in organizer.get(DECKS)


@pytest.mark.parametrize("path", [f"{ANA}/roster", "/events/cup/players/p1"])
def test_what_was_named_stays_once_play_has_begun(organizer, base, path):
    organizer.post(f"{ANA}/roster", **ROSTER)
    base.begin()
    organizer.post(f"{ANA}/roster", **{"round-1": "Fallen Kingdom", "round-2": "Swamp Orcs"})
    assert factions(base) == ("Fallen Kingdom", "Swamp Orcs")
    base.do(rounds.publish)
    changed = {"round-1": "Vanguards", "round-2": "Vanguards", "name": "Ana", "factions": "Vanguards"}
    page = organizer.post(path, referrer=ANA, **changed)
    if path == f"{ANA}/roster":  # what is fixed is not even asked for
        assert "readonly" in page.html
    else:
        assert "Play has begun: the factions Ana named cannot be changed" in told(page)
    assert factions(base) == ("Fallen Kingdom", "Swamp Orcs")


def test_a_round_that_is_added_gets_its_own_faction(organizer, base):
    organizer.post(f"{ANA}/roster", **ROSTER)
    base.start()
    base.do(lambda t: (f.RoundsPlanned(3),))
    assert "Round 3: no faction is named." in organizer.get(DECKS)
    organizer.post(f"{ANA}/roster", **{"round-3": "Cave Goblins"})
    assert factions(base) == ("Vanguards", "Swamp Orcs", "Cave Goblins")


def test_a_late_entry_names_none_for_the_rounds_it_missed(organizer, base):
    base.start().play()
    base.do(lambda t: setup.enter(t, ["p9"]))
    page = organizer.post(f"{DECKS}player/p9/roster", **{"round-2": "Cave Goblins"})
    assert "Not in yet" in page
    assert factions(base, "p9") == ("", "Cave Goblins")
    assert "no faction is named" not in page
    organizer.post("/events/cup/players/p9", name="Zoe", factions="Cave Goblins")
    assert factions(base, "p9") == ("", "Cave Goblins")


def test_a_late_entry_s_list_begins_with_the_first_round_they_play(organizer, base):
    """Entered in round 2, the faction was once kept for round 1, and fixed there."""
    base.start().play()
    organizer.post("/events/cup/players/add", players="Name, Factions\nZoe, Cave Goblins")
    late = max(base.t.players, key=lambda player: int(player[1:]))
    assert factions(base, late) == ("", "Cave Goblins")
    zoe = f"/events/cup/players/{late}"
    assert 'value="Cave Goblins"' in organizer.get(zoe).html
    organizer.post(zoe, name="Zoe", factions="Cave Goblins, Swamp Orcs")
    assert factions(base, late) == ("", "Cave Goblins", "Swamp Orcs")


def test_a_late_entry_of_an_older_journal_can_still_be_corrected(organizer, base):
    """There the list began with round 1; the page refused every change, so a wrong name stayed wrong."""
    base.start().play()
    organizer.post("/events/cup/players/add", players="Zo")
    late = max(base.t.players, key=lambda player: int(player[1:]))
    base.do(lambda t: (f.FactionsNamed(late, ("Cave Goblins",)),))
    zoe = f"/events/cup/players/{late}"
    assert "Zoe is saved" in told(organizer.post(zoe, name="Zoe", factions=""))
    assert factions(base, late) == ("Cave Goblins",)
    organizer.post(zoe, name="Zoe", factions="Swamp Orcs")
    assert factions(base, late) == ("Cave Goblins", "Swamp Orcs")
    assert "cannot be changed" in organizer.post(zoe, name="Zoe", factions="Vanguards")


def test_a_round_without_a_faction_can_still_get_one(organizer, base):
    organizer.post(f"{ANA}/roster", **{"round-1": "", "round-2": "Swamp Orcs"})
    base.start()
    assert 'value="–, Swamp Orcs"' in organizer.get("/events/cup/players/p1").html
    organizer.post("/events/cup/players/p1", name="Ana", factions="–, Vanguards")
    assert factions(base) == ("", "Swamp Orcs")
    organizer.post(f"{ANA}/roster", **{"round-1": "Vanguards"})
    assert factions(base) == ("Vanguards", "Swamp Orcs")


def test_two_without_a_faction_are_no_mirror(base):
    for player in ("p1", "p2", "p3"):
        base.do(lambda t, who=player: setup.name_factions(t, who, factions=("", "Swamp Orcs")))
    base.begin()
    assert [entrant.faction for entrant in entrants_before(base.t, 1)] == [None] * 3


def test_mirrors_are_shown_before_publishing_even_where_they_are_not_avoided(organizer, base):
    for player in ("p1", "p2", "p3"):
        organizer.post(f"{DECKS}player/{player}/roster", **ROSTER)
    organizer.post("/events/cup/settings", asked_mirrors="1")
    assert not base.t.settings.avoid_mirrors
    base.begin()
    page = organizer.get("/events/cup/pairings/")
    assert "Mirror matches 1" in page
    assert "mirror match" in page


def test_nobody_unknown_gets_a_roster(organizer, base):
    assert organizer.post(f"{DECKS}player/p99/roster", **ROSTER).status == 404
