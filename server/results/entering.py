"""Results entered at the desk: what a form means at its table, and what is said when it is in."""

from __future__ import annotations

from collections.abc import Mapping

from engine import facts as f
from engine.decisions import desk_results, results
from engine.history import told
from engine.rulesets.registry import ruleset_of
from engine.words import Game, PlayerId, Tournament
from server.core.timekeeping import moment
from server.results.result_form import Doubted, GameRow, Typed, ask_about, read_game, result_of


def enter(
    t: Tournament, table: int, *, said: Typed, shown: str, lives: Mapping[PlayerId, int], id: str = ""
) -> tuple[f.Fact, ...]:
    """The result that was typed, in place of the one the page showed."""
    match = desk_results.open_table(t, table)
    result, now = result_of(said, match, settings=t.settings, stage=t.stages[-1].kind), moment()
    ask_about(result, t, match, sure=said.sure, lives=lives, now=now)
    return desk_results.enter(t, table, result=result, shown=shown, reason=said.reason, id=id, now=now)


def enter_game(t: Tournament, table: int, *, row: GameRow, number: int | None) -> tuple[f.Fact, ...]:
    """At a table of several: the game that was typed. Whether the table has gone on since is asked first."""
    match = desk_results.open_table(t, table)
    desk_results.require_game(match, number)
    return results.record_game(t, table, game=read_game(match, row, ruleset_of(t.settings).counted, which="the game"))


def enter_game_slip(t: Tournament, table: int, *, game: Game, sure: str) -> tuple[f.Fact, ...]:
    """At a table of several a line says no game's number, so the same numbers again are asked about first."""
    match = desk_results.open_table(t, table)
    key = f"game {len(match.games) + 1}"
    if game in match.games and match.result is None and sure != key:
        question = f"Table {table} has a game with these numbers already. Is this {key}?"
        raise Doubted(question, key, hint="Change the number, or say that it is correct.")
    return results.record_game(t, table, game=game)


def came_in(t: Tournament, facts: tuple[f.Fact, ...]) -> tuple[str, ...]:
    """Whom the recorded results were about, so that a slip of the finger is seen at once."""
    current = t.current_round
    recorded = [fact for fact in facts if isinstance(fact, f.ResultRecorded)]
    games = tuple(f"Table {fact.table}: the game is in." for fact in facts if isinstance(fact, f.GameRecorded))
    return games + tuple(
        f"Table {fact.table}: {told(match, fact.result)}."
        for fact in recorded
        if current and current.number == fact.number and (match := current.match_at(fact.table)) is not None
    )
