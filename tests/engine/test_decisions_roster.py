"""The list of players: entering from it, what it says of them, who is here, and who is taken off."""

from __future__ import annotations

from desk import Desk, desk, entered

from engine import facts as f
from engine.decisions import people, roster, setup
from engine.decisions.roster import Details

FACTIONS = ("Cloaks", "Sand Goblins")


def three() -> Desk:
    return entered("ashes-reborn", "Ana Ben Cai")


# Entering


def test_people_enter_with_the_tables_of_the_list():
    made = three().do(roster.enter_listed, {"Dee": Details(table=4), "Eve": Details()})
    assert [type(fact) for fact in made.acts[-1].facts] == [f.PlayerEntered, f.PlayerEntered, f.TableFixed]
    assert (made.player("Dee").fixed_table, made.player("Eve").fixed_table) == (4, None)


def test_factions_of_the_list_are_kept_where_the_event_names_them():
    listed = {"Zoe": Details(factions=FACTIONS)}
    named = entered("summoner-wars", 3, deck_format="base-decks").do(roster.enter_listed, listed)
    assert named.player("Zoe").factions == FACTIONS
    assert three().do(roster.enter_listed, listed).player("Zoe").factions == ()


def test_who_enters_late_names_none_for_the_rounds_missed():
    made = desk("summoner-wars", 4, deck_format="base-decks").pair().play()
    made.do(roster.enter_listed, {"Zoe": Details(factions=FACTIONS)})
    assert made.player("Zoe").factions == ("", *FACTIONS)


def test_a_late_arrival_of_the_list_takes_the_seat_at_the_bye():
    made = desk("ashes-reborn", "Ana Ben Cai").seat("Ana?Ben", bye="Cai")
    made.do(roster.enter_listed_this_round, "Dee", Details(table=2))
    assert (made.match("Dee").players, made.player("Dee").fixed_table) == (("Cai", "Dee"), 2)


# Details


def test_only_what_is_different_is_noted():
    made = three().do(setup.fix_table, "Ana", table=3)
    assert roster.change_details(made.t, "Ana", Details(table=3), renamed=False) == ()
    found = roster.change_details(made.t, "Ana", Details(), renamed=True)
    assert found == (f.PlayerRenamed("Ana"), f.TableFixed("Ana", None))


def test_factions_of_missed_rounds_stay_as_an_older_journal_has_them():
    made = desk("summoner-wars", 4, deck_format="base-decks").pair().play().do(setup.enter, ["Zoe"])
    made.facts(f.FactionsNamed("Zoe", ("Cloaks",)))
    assert roster.change_details(made.t, "Zoe", Details(), renamed=False) == ()
    found = roster.change_details(made.t, "Zoe", Details(factions=("Sand Goblins",)), renamed=False)
    assert found == (f.FactionsNamed("Zoe", ("Cloaks", "Sand Goblins")),)


# Checking in


def test_who_is_here_is_noted_once():
    made = three().do(roster.check_in, "Ana", present=True)
    assert roster.check_in(made.t, "Ana", present=True) == ()
    assert roster.check_in(made.t, "Ana", present=False) == (f.PresenceMarked("Ana", False),)
    assert "no player ⟨Zoe⟩" in made.refused(roster.check_in, "Zoe", present=True)


def test_everybody_who_is_in_is_here():
    made = three().do(roster.check_in, "Ana", present=True).do(people.drop, "Cai")
    assert roster.check_everybody_in(made.t) == (f.PresenceMarked("Ben", True),)


def test_the_absent_are_taken_off_and_who_has_a_seat_already_is_dropped():
    made = three().do(roster.check_in, "Ana", present=True)
    assert roster.take_off_the_absent(made.t) == (f.PlayerRemoved("Ben"), f.PlayerRemoved("Cai"))
    made.do(setup.start).draft()
    assert roster.take_off_the_absent(made.t) == (f.PlayerDropped("Ben", 0), f.PlayerDropped("Cai", 0))


def test_not_everybody_is_taken_off_at_once_and_nobody_once_round_1_has_begun():
    made = three()
    assert "Nobody is checked in yet" in made.refused(roster.take_off_the_absent)
    made.do(roster.check_everybody_in).do(setup.start).pair()
    assert "Round 1 has begun" in made.refused(roster.take_off_the_absent)


def test_who_has_been_paired_is_dropped_not_taken_off():
    assert "Ben" not in three().do(roster.take_off, "Ben").t.players
    assert "dropped, not removed" in desk("ashes-reborn", 4).pair().refused(roster.take_off, "p1")
