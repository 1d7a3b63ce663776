"""Writes the golden journals: one whole event of each kind, and beside it what came out in the end.

A journal written by any released version opens in every later one, and gives the same places. So these files are
never written again: when facts change shape, the version goes up, `upgrade` learns a step, the old files stay, and new
ones are added beside them with a name of their own. (Two places of `spellfire-with-fill-ups` changed with a ruling:
realms per game count only the games that somebody was in.)

    PYTHONPATH=.:tests/engine python tests/journals/write.py NAME …     writes these, if they are not there yet

The events are made up, but go through the same decisions as at the desk, and always come out the same.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

from desk import Desk, at, dump, entered, game_of, team_spirit
from outcome import outcome

from engine import facts as f
from engine.decisions import (
    apart,
    clock,
    draft_seats,
    entering,
    factions,
    judging,
    people,
    results,
    rounds,
    setup,
    stages,
)
from engine.decisions.lots import replace_fill_lot, replace_lots_at_a_table
from engine.decisions.names import change_names
from engine.decisions.roster import Details, enter_listed, take_off_the_absent
from engine.fold import Act
from engine.pairing.pod_seating import filling_lot, undrawn
from engine.pairing.pods import tied as tied_at
from engine.results import drawn, won
from engine.standings.advancing import vacancies
from engine.words import Apart, Entering, Event, Game, Match, Result, Staff

HERE = Path(__file__).parent
MINUTE = 60_000


def play(made: Desk, dice: Random, *, draws: float = 0) -> Desk:
    """Every open table of the round, in some order."""
    assert made.t.current_round is not None
    open_ = [match for match in made.round_.matches if match.result is None]
    for match in dice.sample(open_, len(open_)):
        if made.stage.kind == "pods":
            _pod(made, match, dice)
        elif dice.random() < draws:
            made.do(results.record_draw, match.table, blood=(dice.randrange(20), dice.randrange(20)))
        else:
            winner = dice.choice(match.players)
            made.do(results.record_win, match.table, winner=winner, wounds=dice.randrange(25))
    return made.close()


def _pod(made: Desk, match: Match, dice: Random) -> None:
    assert made.settings.event is not None
    team = bool(made.settings.event.teams)
    while made.match(match.players[0]).result is None:
        seat = dice.choice(match.seats)
        realms = {s.player: dice.randrange(4) for s in match.seats if s.side != seat.side}
        if team:
            realms |= {s.player: 5 for s in match.seats if s.side == seat.side}
        made.do(results.record_game, match.table, game=game_of(match, seat.player, made.settings, **realms))


def reborn_with_cut() -> Desk:
    """18 players and one late: clocks, a power cut, a hand-made table, a correction, an undo and a redo, a top 4."""
    dice = Random("reborn with cut")
    made = entered("ashes-reborn", 18, seed="golden/reborn", cut=4, untimed_final=True)
    made.facts(f.PlayerRenamed("p4")).facts(f.PlayerRemoved("p18"))
    made.facts(*(f.PresenceMarked(f"p{i}", True) for i in range(1, 18)))
    made.facts(f.DeckLocked("p1")).facts(f.DeckUnlocked("p1")).facts(f.DeckLocked("p1"))
    made.do(setup.name_staff, Staff("host", "organizer", "p1")).do(setup.name_staff, Staff("jo", "judge"))
    made.facts(f.StaffRemoved("jo")).do(setup.fix_table, "p9", table=3).do(setup.start)
    made.draft().draft().do(rounds.publish).do(people.enter_this_round, "p19")
    first = made.round_.matches[0]
    made.facts(*(f.FirstFiveChecked(1, first.table, player) for player in first.players))
    made.do(clock.start_clock, at(1)).do(clock.extend_table, 2, ms=4 * MINUTE, now=at(20))
    made.do(clock.note_power_cut, at(1, "second boot"), heartbeat=at(31))
    made.do(clock.start_clock, at(3, "second boot"), outage_ms=MINUTE)
    made.do(clock.add_time, 2 * MINUTE, now=at(5, "second boot")).do(clock.call_time, at(9, "second boot"))
    told = won(first, first.players[0], wounds=17, scoring=made.settings.scoring)
    made.do(results.report, first.table, player=first.players[0], result=told)
    made.do(results.report, first.table, player=first.players[1], result=told)
    made.do(people.no_show, made.round_.matches[1].players[1])
    third = made.round_.matches[2]
    made.do(people.penalise, third.players[0], kind="warning", fault="Slow play", id="w1")
    made.do(people.penalise, third.players[0], kind="game-loss", fault="Slow play", id="w2", wounds=6)
    made.facts(f.PenaltyLifted("w1"))
    fourth = made.round_.matches[3]
    made.do(results.record_win, fourth.table, winner=fourth.players[0], wounds=3)
    made.undo().undo()
    made.do(clock.end_clock, at(40, "second boot"))
    play(made, dice).do(people.drop, "p7")
    made.pair()
    one, two = made.round_.matches[1].players[0], made.round_.matches[2].players[1]
    made.do(rounds.swap, one, two).do(clock.start_clock, at(60, "second boot"))
    made.do(clock.pause_clock, at(70, "second boot"))
    play(made, dice)
    result = made.round_.matches[0].result
    assert result is not None
    made.do(results.correct, 2, table=1, result=Result(result.outcomes[::-1]))
    made.do(people.reinstate, "p7").do(setup.enter, ["p20"])
    for _ in range(3):
        play(made.pair(), dice)
    made.do(stages.make_cut, 4, declined={made.places[2]})
    while len(made.stage.rounds) < made.stage.planned:
        play(made.pair(), dice)
    return made.do(stages.finish, prizes=("cup", "playmat", "promo"))


def classic_with_draws() -> Desk:
    """9 players, a playing organizer, draws, a double loss, a disqualification, a lot decided by hand."""
    dice = Random("classic with draws")
    made = entered("ashes-classic", 9, seed="golden/classic")
    made.do(setup.name_staff, Staff("host", "organizer", "p2")).do(setup.name_staff, Staff("co", "co-organizer"))
    made.do(setup.start)
    play(made.pair(), dice, draws=0.4)
    made.pair().do(results.record_double_loss, 1)
    play(made, dice, draws=0.4)
    made.pair().do(results.record_draw, 2, blood=(11, 4)).do(results.take_back, 2)
    out = made.round_.matches[0].players[0]
    made.do(people.penalise, out, kind="disqualification", fault="Cheating", id="d1", wounds=8)
    play(made, dice, draws=0.4)
    made.do(rounds.plan_rounds, 5)
    for _ in range(2):
        play(made.pair(), dice, draws=0.4)
    made.facts(f.LotsReplaced(("p5", "p3", "p8")))
    return made.do(stages.finish, prizes=("cup", "playmat"))


def draft_legendary() -> Desk:
    """12 players in two groups, who draft, play three rounds, and send two each to the second draft; one declines."""
    dice = Random("draft legendary")
    owned = {f"Phoenixborn {letter}": 2 for letter in "ABCDEFGHIJ"}
    made = entered("ashes-draft", 12, seed="golden/draft", legendary=True).do(setup.start, decks=owned)
    for _ in range(5):
        made.do(stages.advance_draft, 0)
    for _ in range(3):
        play(made.pair(), dice, draws=0.2)
    made.do(people.drop, made.places[-1])
    made.do(stages.open_second_draft, declined={made.places[0]}, decks=owned).do(stages.advance_draft, 0)
    for _ in range(3):
        play(made.pair(), dice, draws=0.2)
    return made.do(stages.finish, prizes=("first",))


def draft_drawn_anew() -> Desk:
    """10 players whose groups are drawn twice; one declines the second draft, one leaves it and the next comes."""
    dice = Random("draft drawn anew")
    owned = {f"Phoenixborn {letter}": 2 for letter in "ABCDEFGHIJ"}
    made = entered("ashes-draft", 10, seed="golden/draft anew", legendary=True).do(setup.start, decks=owned)
    made.do(stages.advance_draft, 1).do(rounds.pair_round).do(setup.draw_draft_anew, decks=owned)
    for _ in range(3):
        play(made.pair(), dice, draws=0.2)
    made.do(stages.open_second_draft, declined={made.places[0]}, decks=owned).do(stages.advance_draft, 0)
    made.do(people.drop, made.stage.entrants[1])
    (empty,) = vacancies(made.t)
    made.do(stages.take_draft_seat, empty.left, comes=empty.next)
    for _ in range(3):
        play(made.pair(), dice, draws=0.2)
    return made.do(stages.finish, prizes=("first",))


def draft_late_player() -> Desk:
    """10 players drawn in two groups; before the deal one comes late and one leaves, and decks follow."""
    dice = Random("draft late player")
    owned = {f"Phoenixborn {letter}": 2 for letter in "ABCDEFGHIJ"}
    made = entered("ashes-draft", 10, seed="golden/draft late", legendary=True).do(setup.start, decks=owned)
    made.do(setup.enter, ["p11"]).do(draft_seats.fit_decks, 0, owned=owned)
    made.do(people.drop, made.t.drafting[1].seats[0]).do(draft_seats.fit_decks, 1, owned=owned)
    for _ in range(3):
        play(made.pair(), dice, draws=0.2)
    return made.do(stages.finish, prizes=("first",))


def drafted_decks() -> Desk:
    """6 players in small groups, led through steps that the organizer wrote."""
    dice = Random("drafted decks")
    steps = ("Shuffle the cards.", "Take turns.")
    made = entered("ashes-draft", 6, seed="golden/drafted decks", small_groups=True)
    made.do(setup.change_settings, replace(made.settings, draft_steps=steps)).do(setup.start)
    made.do(stages.advance_draft, 0).do(stages.advance_draft, 1).do(stages.advance_draft, 1)
    for _ in range(3):
        play(made.pair(), dice, draws=0.2)
    return made.do(stages.finish)


def summoner_wars_base_decks() -> Desk:
    """7 players with a faction for each round; shorter rounds, a round played at the wrong tables."""
    dice = Random("summoner wars")
    made = entered("summoner-wars", 7, seed="golden/summoner-wars")
    named = ("Phoenix Elves", "Tundra Orcs", "Cave Goblins", "Vanguards", "Fallen Kingdom", "Sand Goblins")
    for player in sorted(made.t.players):
        made.do(setup.name_factions, player, factions=dice.sample(named, 4))
    made.do(setup.start).do(setup.change_settings, replace(made.settings, round_minutes=45))
    made.pair().do(clock.start_clock, at(0))
    tables = made.round_.matches
    made.do(rounds.record_as_played, [(tables[0].players[0], tables[1].players[0])])
    play(made, dice)
    made.pair().do(people.drop, made.round_.matches[0].players[0])
    made.do(rounds.leave_out, made.round_.matches[0].players[0])
    play(made, dice)
    play(made.pair(), dice)
    return made.do(stages.finish, prizes=("first", "second"))


def spellfire_with_fill_ups() -> Desk:
    """20 players: fours to balance, a withdrawal, a table ended early, games taken back and corrected, a vacancy."""
    dice = Random("spellfire")
    made = entered("spellfire", 20, seed="golden/spellfire")
    made.do(setup.name_staff, Staff("cy", "coordinator")).do(setup.name_staff, Staff("jo", "judge")).do(setup.start)
    made.pair()
    first, second, third = made.round_.matches[:3]
    made.do(results.leave_table, first.table, player=first.players[2])
    made.game(second.players[1]).do(results.end_early, second.table)
    made.game(third.players[0]).do(results.take_back, third.table)
    play(made, dice)
    games = (game_of(second, second.players[2], made.settings),) * 2
    made.do(results.correct_games, 1, table=second.table, games=games)
    made.do(people.drop, second.players[2])
    play(made.pair(), dice)
    play(made.pair(), dice)
    return made.do(stages.finish, prizes=("first",))


def team_spirit_of_18() -> Desk:
    """Nine teams at three tables, then the three winners."""
    dice = Random("team spirit")
    made = play(team_spirit(9, seed="golden/team-spirit").pair(), dice)
    play(made.pair(), dice)
    return made.do(stages.finish, prizes=("first",))


def reborn_at_the_tables() -> Desk:
    """6 players on chess clocks who report for themselves, the desk confirming; checks, announcements and a break."""
    dice = Random("at the tables")
    made = entered("ashes-reborn", 6, seed="golden/tables", timer="chess", desk_confirms=True, deck_lists=True)
    made.facts(f.Announced("a1")).do(setup.start).pair().facts(f.AnnouncementEnded("a1"))
    first, second = made.round_.matches[:2]
    made.facts(f.DeckChecked("c1", first.players[0], "deck", True, 1))
    made.facts(f.DeckChecked("c2", first.players[1], "first-five", False, 1))
    told = won(first, first.players[0], wounds=9, scoring=made.settings.scoring)
    for player in first.players:
        made.do(results.report, first.table, player=player, result=told)
    made.do(results.withdraw_reports, first.table, players=first.players)
    for player in first.players:
        made.do(results.report, first.table, player=player, result=told)
    made.do(results.confirm_agreed, (first.table,))
    made.do(results.fall_flag, second.table, player=second.players[0])
    play(made, dice).do(clock.start_break, 15 * MINUTE, now=at(80)).do(clock.end_break)
    play(made.do(clock.start_break, 10 * MINUTE, now=at(90)).pair(), dice)
    play(made.pair(), dice)
    return made.do(stages.finish, prizes=("cup",))


def reborn_with_judges() -> Desk:
    """4 players on chess clocks: banks set right before and after a flag, visits that are known and not, rulings."""
    dice = Random("judges")
    made = entered("ashes-reborn", 4, seed="golden/judges", timer="chess").do(setup.start).pair()
    first, second = made.round_.matches
    set_right = {"before": (1_790_000, 1_800_000), "correction": 1}
    made.do(
        judging.correct_chess_clock,
        first.table,
        left=(1_800_000, 1_790_000),
        turn=first.players[1],
        reason="wrong-starter",
        id="k1",
        **set_right,
    )
    made.do(results.fall_flag, second.table, player=second.players[0])
    made.do(
        judging.correct_chess_clock,
        second.table,
        left=(60_000, 1_200_000),
        turn=second.players[0],
        reason="accidental-pass",
        id="k2",
        **set_right,
    )
    again = {"left": (0, 1_200_000), "before": (60_000, 1_200_000), "correction": 2, "turn": None, "reason": "tablet"}
    made.do(judging.correct_chess_clock, second.table, **again, id="k3")
    again |= {"left": (30_000, 1_200_000), "correction": 3, "reason": "ruling"}
    made.do(judging.correct_chess_clock, second.table, **again, id="k4")
    made.do(judging.give_ruling, first.table, words="effect resolved", id="r1")
    made.do(judging.give_ruling, second.table, words="no takeback", id="r2", about=(second.players[1],))
    made.do(judging.note_visit, 1, first.table, ms=200_000)
    play(made.do(judging.note_visit, 1, second.table, ms=None, judge="s7"), dice)
    play(made.pair(), dice)
    return made.do(stages.finish, prizes=("cup",))


def classic_agreed_early() -> Desk:
    """4 players: a draw told before time is called and confirmed after it, one at the desk, one corrected later."""
    dice = Random("classic agreed early")
    made = entered("ashes-classic", 4, seed="golden/classic-early").do(setup.start).pair().do(clock.start_clock, at(1))
    first, second = made.round_.matches
    made.do(results.report, first.table, player=first.players[0], result=drawn(first, (7, 9)), now=at(20))
    made.do(results.record_draw, second.table, blood=(3, 4), now=at(30))
    made.do(results.report, first.table, player=first.players[1], result=drawn(first, (7, 9)), now=at(58)).close()
    again = won(second, second.players[0], wounds=4, scoring=made.settings.scoring)
    made.do(results.correct, 1, table=second.table, result=again)
    play(made.pair(), dice)
    return play(made.pair(), dice).do(stages.finish, prizes=("cup",))


def spellfire_at_the_tables() -> Desk:
    """9 players who report their games: one version taken back, two that differ, and one other who agrees."""
    dice = Random("spellfire at the tables")
    made = entered("spellfire", 9, seed="golden/spellfire-tables").do(setup.start).pair()
    first = made.round_.matches[0]
    one, two, three = first.players
    won_by_one, won_by_two = (game_of(first, player, made.settings) for player in (one, two))
    made.do(results.report_game, first.table, player=one, game=won_by_one)
    made.do(results.report_game, first.table, player=two, game=won_by_two)
    made.do(results.withdraw_reports, first.table, players=(two,))
    made.do(results.report_game, first.table, player=three, game=won_by_one)
    play(made, dice)
    play(made.pair(), dice)
    return made.do(stages.finish, prizes=("first",))


def spellfire_with_time_called() -> Desk:
    """9 players and a tenth who is late; one who never comes, games that time stops, lots told and replaced."""
    made = entered("spellfire", 9, seed="golden/spellfire-time", timer="common", round_minutes=60).do(setup.start)
    made.do(rounds.pair_round).do(rounds.publish).do(people.enter_this_round, "p10").do(clock.start_clock, at(1))
    first, second, third = made.round_.matches
    made.do(results.leave_table, first.table, player=first.players[1], no_show=True)
    made.do(clock.call_time, at(55))
    stopped = Game(None, (3, 0, 3, 2))
    for player in (first.players[0], first.players[2]):
        made.do(results.report_game, first.table, player=player, game=stopped, now=at(62))
    made.do(results.end_early, second.table, winner=second.players[2], unfinished=(4, 1, 1))
    for _ in range(2):
        made.game(third.players[0])
    tied = tied_at(made.match(third.players[0]))[0]
    made.do(replace_lots_at_a_table, 1, third.table, tied, places=(2, 1)).do(rounds.close)
    play(made.pair(), Random("time called"))
    return made.do(stages.finish, prizes=("first",))


def spellfire_with_two_lots() -> Desk:
    """4 players at one table where time leaves two pairs level: one lot is replaced, the other one stays."""
    made = entered("spellfire", 4, seed="golden/spellfire-lots").do(setup.start).pair()
    made.do(results.end_early, 1, unfinished=(3, 3, 1, 1))
    tied = tied_at(made.round_.matches[0])[1]
    made.do(replace_lots_at_a_table, 1, 1, [side[0] for side in tied], places=(2, 1)).do(rounds.close)
    return made.do(stages.finish, prizes=("first",))


def reborn_called_too_early() -> Desk:
    """4 players and one round: time is called with a third of an hour left, and the call is taken back."""
    made = entered("ashes-reborn", 4, seed="golden/called").do(setup.start).do(rounds.plan_rounds, 1).pair()
    made.do(clock.start_clock, at(1)).do(clock.call_time, at(41)).do(clock.take_call_back, at(43))
    play(made, Random("called too early"))
    return made.do(stages.finish, prizes=("first",))


def spellfire_with_own_limits() -> Desk:
    """9 players in an event that changes two limits of the decks and bars dungeon cards."""
    dice = Random("spellfire with own limits")
    event = Event(deck_size=75, limits=(("levels", 0, 125), ("realm", 8, 20)), dungeons_barred=True)
    made = entered("spellfire", 9, seed="golden/spellfire-limits", event=event).do(setup.start)
    for _ in range(2):
        play(made.pair(), dice)
    return made.do(stages.finish, prizes=("first",))


def spellfire_with_fill_lots() -> Desk:
    """7 players, a late one and house rules: a lot for a seat is replaced in the draft, a seat is taken over."""
    made = entered(
        "spellfire", 7, seed="golden/fill lots", event=Event(type="Dragon Night", own_rules="Dragons first.")
    )
    made.do(setup.start).do(rounds.pair_round).do(rounds.publish).do(people.enter_this_round, "p8")
    for match in made.round_.matches:
        for realms in ((6, 1, 2, 3, 3), (6, 2, 2, 1, 1)):
            made.do(results.record_game, match.table, game=Game(0, realms[: len(match.seats)]))
    made.do(rounds.close).do(rounds.pair_round)
    lot = filling_lot(undrawn(made.t))
    assert lot is not None
    tied = [side[0] for side in lot.equal]
    made.do(replace_fill_lot, tied, places=range(len(tied), 0, -1)).do(rounds.publish)
    first = next(match for match in made.stage.rounds[0].matches if match.players[0] in made.round_.seated)
    games = (game_of(first, first.players[1], made.settings),) * 2
    if first.players[1] not in made.round_.seated:
        made.do(results.correct_games, 1, table=first.table, games=games)
        made.do(rounds.take_over_seat, first.players[0], first.players[1])
    play(made, Random("fill lots"))
    return made.do(stages.finish, prizes=("first",))


def reborn_with_own_lives() -> Desk:
    """4 players whose organizer knows lives better, once before and once after play has begun."""
    dice, own = Random("reborn with own lives"), (("Rimea Careworn", 17), ("Coal Roarkwin", 18))
    made = entered("ashes-reborn", 4, seed="golden/lives", deck_lists=True, lives=own[:1]).do(setup.start)
    made.do(setup.change_settings, replace(made.settings, lives=own, most_life=23))
    for _ in range(2):
        play(made.pair(), dice)
    return made.do(stages.finish)


def summoner_wars_with_a_pool() -> Desk:
    """5 players and a late one with two factions each: chosen, changed, written down, taken back, undone."""
    dice, pool = Random("summoner wars pool"), ("Vanguards", "Breakers")
    made = entered("summoner-wars", 5, seed="golden/pool", deck_format="base-pool", pool_size=2)
    for player in sorted(made.t.players):
        made.do(setup.name_factions, player, factions=pool)
    made.do(setup.start).pair()
    first, second = made.round_.matches
    one, two = first.players
    for player, faction in ((one, "Vanguards"), (one, "breakers"), (two, "Breakers")):
        made.do(factions.choose_faction, first.table, player=player, faction=faction)
    made.do(factions.choose_faction, second.table, player=second.players[0], faction="Vanguards").undo()
    play(made, dice)
    made.do(factions.record_faction, 1, first.table, player=two, faction="Vanguards")
    made.do(factions.record_faction, 1, first.table, player=one, faction="")
    made.facts(*enter_listed(made.t, {"p6": Details(factions=pool)}))
    for _ in range(2):
        play(made.pair(), dice)
    return made.do(stages.finish, prizes=("first",))


def reborn_with_names_erased() -> Desk:
    """Somebody who plays and somebody of the staff are called otherwise after the end; nothing else moves."""
    dice = Random("names")
    made = entered("ashes-reborn", 6, seed="golden/names")
    made.do(setup.name_staff, Staff("jo", "judge")).do(setup.start)
    for _ in range(3):
        play(made.pair(), dice)
    return made.do(stages.finish).do(change_names, ["p2", "jo", "nobody"])


def reborn_entered_by_phone() -> Desk:
    """Entry opened with places and a fee, players accepted, check-in opened, used, closed, opened again; two rounds."""
    dice = Random("entered by phone")
    made = entered("ashes-reborn", 6, seed="golden/by-phone")
    made.do(entering.set_entry, Entering(True, 9, 1050, "€"))
    made.do(entering.accept, {"p7": Details(), "p8": Details(table=4)})
    made.do(entering.set_entry, Entering(False, 9, 1050, "€"))
    made.do(entering.open_check_in, at(1)).do(entering.close_check_in).do(entering.open_check_in, at(2), ms=30 * MINUTE)
    for player in ("p1", "p2", "p3", "p5", "p7", "p8"):
        made.do(entering.check_self_in, player, at(3))
    made.do(take_off_the_absent, ["p4"]).do(setup.start)
    for _ in range(2):
        play(made.pair(), dice)
    return made.do(stages.finish)


def reborn_in_a_hall() -> Desk:
    """10 players of two clubs at tables of their own: kept apart, a bye in advance, a round missed, matches moved."""
    dice = Random("reborn in a hall")
    tables = {"first_table": 21, "last_table": 28, "closed_tables": (22,), "lunch_after": 2, "lunch_minutes": 45}
    made = entered("ashes-reborn", 11, seed="golden/hall", **tables)
    made.do(setup.fix_table, "p4", table=27).do(apart.excuse, "p1", {1: "bye", 2: "bye"})
    made.do(apart.excuse, "p1", {2: None}).do(apart.excuse, "p5", {2: "missed"})
    made.do(apart.keep_apart, Apart((("p6", "p7", "p11"),), club_mates=True)).facts(f.PlayerRemoved("p11"))
    made.do(setup.start).do(apart.pair_apart, [["p2", "p3", "p4"], ["p8", "p9"]], rounds.pair_round)
    made.do(rounds.move_match, 21, to=40).do(rounds.publish).do(clock.start_clock, at(1))
    made.do(clock.extend_table, 23, ms=4 * MINUTE, now=at(20)).do(rounds.move_match, 23, to=40)
    play(made, dice).do(apart.pair_apart, [["p2", "p3"], ["p8", "p9"]], rounds.pair_round).do(rounds.publish)
    play(made, dice).do(apart.keep_apart, Apart((("p1", "p2"),), first_round_only=True))
    while len(made.stage.rounds) < made.stage.planned:
        play(made.pair(), dice)
    return made.do(stages.finish, prizes=("cup",))


JOURNALS: dict[str, Callable[[], Desk]] = {
    "reborn-with-cut": reborn_with_cut,
    "classic-with-draws": classic_with_draws,
    "classic-agreed-early": classic_agreed_early,
    "reborn-with-judges": reborn_with_judges,
    "draft-legendary": draft_legendary,
    "summoner-wars-base-decks": summoner_wars_base_decks,
    "spellfire-with-fill-ups": spellfire_with_fill_ups,
    "team-spirit": team_spirit_of_18,
    "reborn-at-the-tables": reborn_at_the_tables,
    "spellfire-at-the-tables": spellfire_at_the_tables,
    "reborn-called-too-early": reborn_called_too_early,
}
# The same events since version 2, whose facts hold reasons.
JOURNALS |= {f"{name}-with-reasons": played for name, played in JOURNALS.items()}
# Events that came later.
JOURNALS |= {
    "reborn-in-a-hall": reborn_in_a_hall,
    "spellfire-with-fill-lots": spellfire_with_fill_lots,
    "spellfire-with-own-limits": spellfire_with_own_limits,
    "spellfire-with-two-lots": spellfire_with_two_lots,
    "spellfire-with-time-called": spellfire_with_time_called,
    "draft-drawn-anew": draft_drawn_anew,
    "draft-late-player": draft_late_player,
    "drafted-decks": drafted_decks,
    "reborn-with-own-lives": reborn_with_own_lives,
    "summoner-wars-with-a-pool": summoner_wars_with_a_pool,
    "reborn-with-names-erased": reborn_with_names_erased,
    "reborn-entered-by-phone": reborn_entered_by_phone,
}


def write(name: str) -> None:
    """The journal, and its outcome beside it. What is there stays."""
    path = HERE / f"{name}.json"
    if path.exists():
        print(f"{path.name} is there already, and stays as it is.")
        return
    made = JOURNALS[name]()
    path.write_text(dump([_signed(act) for act in made.acts]), encoding="utf-8")
    path.with_suffix(".expected.json").write_text(_lines(outcome(made.t)), encoding="utf-8")


def _signed(act: Act) -> Act:
    return replace(act, by="desk", at=f"2025-05-03T{10 + act.seq // 60:02}:{act.seq % 60:02}:00.000+00:00")


def _lines(found: dict[str, Any]) -> str:
    """A line for each part, so that a difference can be read."""
    stages_ = [
        "\n  ".join([f'{{"kind": "{stage["kind"]}", "standings": [', ",\n  ".join(map(json.dumps, stage["standings"]))])
        + "]}"
        for stage in found.pop("stages")
    ]
    parts = [f"{json.dumps(key)}: {json.dumps(value)}" for key, value in found.items()]
    return "{" + ",\n".join([*parts, '"stages": [' + ",\n ".join(stages_) + "]"]) + "}\n"


if __name__ == "__main__":
    for wanted in sys.argv[1:] or JOURNALS:
        write(wanted)
