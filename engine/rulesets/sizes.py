"""How many rounds for how many players, and what an organizer is told who wants it otherwise."""

from __future__ import annotations

from collections.abc import Iterator

from engine.refusals import Refused
from engine.rulesets.base import RoundsRow, Ruleset

LETTERS = ("none", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine")


def rounds_for(ruleset: Ruleset, players: int, *, with_cut: bool = False) -> RoundsRow:
    """The printed row for this many players; below the first row, as many of its rounds as opponents allow."""
    if players < ruleset.refused_below:
        raise Refused(_too_few(ruleset, players))
    if not ruleset.rounds:
        raise Refused(f"{ruleset.name} has no number of rounds to set: it is played until one table is left.")
    rows = (*ruleset.rounds_with_cut, *ruleset.rounds) if with_cut else ruleset.rounds
    row = next((row for row in rows if _covers(row, players)), None)
    return row or RoundsRow(players, players, min(ruleset.rounds[0].rounds, most_rounds(players)))


def printed_rounds(ruleset: Ruleset, players: int, *, cut: int) -> str:
    """What the rulebook says for this many: 5, or 6 or more; empty where it says nothing."""
    if not ruleset.rounds or players < ruleset.rounds[0].fewest:
        return ""
    return rounds_for(ruleset, players, with_cut=bool(cut)).words


def cut_offered(ruleset: Ruleset, players: int) -> str:
    """The cut that the rulebook allows so many players: a top 4, or a top 8 or 16; nothing where it has none."""
    if players < max(ruleset.refused_below, ruleset.cut_recommended_from) or "bracket" not in ruleset.stages:
        return ""
    return _top(cuts_for(ruleset, players))


def cuts_for(ruleset: Ruleset, players: int) -> tuple[int, ...]:
    """The printed sizes of a cut; empty where the rulebook recommends none."""
    return rounds_for(ruleset, players, with_cut=True).cuts


def most_rounds(players: int) -> int:
    """How many rounds this many players can play without anyone meeting an opponent or having a bye twice."""
    return players if players % 2 else max(players - 1, 0)


def size_warnings(ruleset: Ruleset, players: int, *, rounds: int = 0, cut: int = 0) -> tuple[str, ...]:
    """What the organizer is told about these sizes, a sentence each. 0 rounds: as the table says; 0 cut: none."""
    if players < ruleset.refused_below:
        return (_too_few(ruleset, players),)
    if not ruleset.rounds:
        return (
            ("Five players share one table: tables of three need six, or four for one of four.",)
            if players == 5
            else ()
        )
    return (
        *_player_warnings(ruleset, players),
        *(_round_warnings(ruleset, players, rounds=rounds, cut=cut) if rounds else ()),
        *(_cut_warnings(ruleset, players, cut=cut) if cut else _cut_advised(ruleset, players)),
    )


def _covers(row: RoundsRow, players: int) -> bool:
    return row.fewest <= players and (row.most is None or players <= row.most)


def _too_few(ruleset: Ruleset, players: int) -> str:
    return (
        f"{ruleset.name} needs at least {ruleset.refused_below} players; there are {players}. Wait for more to enter."
    )


def _player_warnings(ruleset: Ruleset, players: int) -> Iterator[str]:
    fewest = ruleset.rounds[0].fewest
    if players < fewest:
        yield (
            f"The rulebook starts at {fewest} players; there are {players}. "
            f"You may go on with {ruleset.refused_below} or more."
        )
    elif players < ruleset.players_recommended:
        yield f"The rulebook recommends at least {ruleset.players_recommended} players; you may go on with fewer."


def _round_warnings(ruleset: Ruleset, players: int, *, rounds: int, cut: int) -> Iterator[str]:
    row = rounds_for(ruleset, players, with_cut=cut > 0)
    printed = players >= ruleset.rounds[0].fewest
    if printed and (rounds < row.rounds or (rounds > row.rounds and not row.or_more)):
        recommended = f"{_rounds(row.rounds)} or more" if row.or_more else _rounds(row.rounds)
        yield f"For {players} players the rulebook recommends {recommended}; you chose {rounds}."
    most = most_rounds(players)
    if rounds > most:
        yield (
            f"With {players} players there are opponents for {_rounds(most)} without a rematch; you chose {rounds}. "
            "Take fewer rounds, or expect rematches."
        )


def _rounds(number: int) -> str:
    return "1 round" if number == 1 else f"{number} rounds"


def _cut_warnings(ruleset: Ruleset, players: int, *, cut: int) -> Iterator[str]:
    if players < ruleset.cut_recommended_from:
        bracket, fewest = ruleset.bracket_name or "cut", ruleset.cut_recommended_from
        yield (
            f"The rulebook recommends a {bracket} from {fewest} players on; there are {players}. "
            "You may cut all the same."
        )
        return
    sizes = cuts_for(ruleset, players)
    if cut not in sizes:
        yield f"For {players} players the rulebook cuts to the {_top(sizes)}; you chose the top {cut}."


def _cut_advised(ruleset: Ruleset, players: int) -> Iterator[str]:
    """Where so many rounds would be needed that the rulebook would rather have a bracket."""
    row = rounds_for(ruleset, players)
    if row.cut_advised:
        shorter = rounds_for(ruleset, players, with_cut=True)
        yield (
            f"For {row.fewest} players and more the rulebook asks for {_in_letters(row.rounds)} or more rounds, and "
            f"recommends a {ruleset.bracket_name or 'cut'}: {_rounds(shorter.rounds)}, then the {_top(shorter.cuts)}."
        )


def _top(sizes: tuple[int, ...]) -> str:
    return f"top {' or '.join(map(str, sizes))}" if sizes else ""


def _in_letters(number: int) -> str:
    return LETTERS[number] if number < len(LETTERS) else str(number)
