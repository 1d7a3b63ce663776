"""Results entered at the desk: what a form decides, given what its page showed."""

from __future__ import annotations

from engine import facts as f
from engine.decisions import people, results
from engine.fold import apply
from engine.history import told
from engine.penalty_words import OTHER_FAULT, fault_code
from engine.refusals import Refused
from engine.results import fingerprint, fingerprint_of, game_fingerprint
from engine.sentences import plural, who
from engine.words import Game, How, Match, PenaltyKind, PlayerId, Result, Tournament
from server.results.result_form import Doubted, GameRow, Typed, read_game, result_of

Facts = tuple[f.Fact, ...]
PENALTIES: dict[How, PenaltyKind] = {"penalty": "game-loss", "disqualified": "disqualification"}
VERSIONS = "versions"  # what a page shows that has no result, and stories that differ


class Overtaken(Refused):
    """What a form was about has happened meanwhile: the page is shown anew, without what was typed."""


def enter(t: Tournament, table: int, *, said: Typed, shown: str, id: str = "") -> Facts:
    """The table's result, in place of the one the page showed; refused if another one came in since.

    A loss that was given is logged as a penalty of the loser under this id.
    """
    match = _open(t, table)
    result = result_of(said, match, settings=t.settings, stage=t.stages[-1].kind)
    _require_shown(match, shown, result)
    back = results.take_back(t, table) if match.result is not None else ()
    given = _penalty(t, match, result, said, id)
    if result.how != "disqualified":
        return *given, *back, *results.record(t, table, result=result)
    return *given, *back, *_disqualify(_after(t, back), match, result)


def enter_game(t: Tournament, table: int, *, row: GameRow, number: int | None) -> Facts:
    """Spellfire: the game that the page asked for; refused if the table has gone on since."""
    match = _open(t, table)
    if number is not None and number != len(match.games) + 1:
        raise Overtaken(f"{_now(match)} Yours was for game {number}, so it is not recorded. Look again.")
    return results.record_game(t, table, game=read_game(match, row, which="the game"))


def enter_game_slip(t: Tournament, table: int, *, game: Game, sure: str) -> Facts:
    """Spellfire: a line says no game's number, so the same numbers again are asked about first."""
    match = _open(t, table)
    key = f"game {len(match.games) + 1}"
    if game in match.games and match.result is None and sure != key:
        raise Doubted(f"Table {table} has a game with these numbers already. Is this {key}?", key)
    return results.record_game(t, table, game=game)


def take_back(t: Tournament, table: int, *, shown: str) -> Facts:
    """Take back the result the page showed, and no other; with none, the players' versions."""
    match = _open(t, table)
    if shown == VERSIONS:
        return results.withdraw_reports(t, table, players=match.players)
    if fingerprint_of(match) != shown:
        raise Refused(f"{_now(match)} It is not the result you saw, so nothing was taken back. Look again.")
    return results.take_back(t, table)


def accept(t: Tournament, table: int, *, player: PlayerId, shown: str) -> Facts:
    """One player's version becomes the result, or the game, if it is still what they say."""
    match = _open(t, table)
    if game := next((each.game for each in match.game_reports if each.player == player), None):
        if game_fingerprint(game) != shown:
            raise Refused(f"{who(player)} has changed their version of table {table}. Look again, then choose.")
        return results.record_game(t, table, game=game)
    report = next((report for report in match.reports if report.player == player), None)
    if report is None or fingerprint(report.result) != shown:
        raise Refused(f"{who(player)} has changed their version of table {table}. Look again, then choose.")
    _require_shown(match, "", report.result)
    return results.record(t, table, result=report.result)


def leave_for_good(t: Tournament, table: int, *, player: PlayerId) -> Facts:
    """Spellfire: somebody leaves the table and goes home; they will not fill up a later one."""
    left = results.leave_table(t, table, player=player)
    return *left, *people.drop(_after(t, left), player)


def came_in(t: Tournament, facts: Facts) -> tuple[str, ...]:
    """Whom the recorded results were about, so that a slip of the finger is seen at once."""
    current = t.current_round
    recorded = [fact for fact in facts if isinstance(fact, f.ResultRecorded)]
    games = tuple(f"Table {fact.table}: the game is in." for fact in facts if isinstance(fact, f.GameRecorded))
    return games + tuple(
        f"Table {fact.table}: {told(match, fact.result)}."
        for fact in recorded
        if current and current.number == fact.number and (match := current.match_at(fact.table)) is not None
    )


def _open(t: Tournament, table: int) -> Match:
    match = results.match_at(t, table)
    current = t.current_round
    if current is not None and current.phase == "closed":
        raise Refused(f"Round {current.number} is closed. Correct the result of table {table} instead.")
    return match


def _require_shown(match: Match, shown: str, new: Result) -> None:
    there = match.result
    if there is not None and there == new:
        raise Refused(f"{_now(match)} That is the same as yours, so there is nothing to do.")
    if fingerprint(there) == shown:
        return
    if there is None:
        raise Refused(f"The result of table {match.table} was taken back meanwhile. Look again, then enter it.")
    raise Refused(f"{_now(match)} Yours is not recorded. Ask, then change the result if it is wrong.")


def _now(match: Match) -> str:
    if match.result is None and match.games:
        return f"Table {match.table} has {plural(len(match.games), 'game')} in now."
    if match.result is None:
        return f"Table {match.table} has no result now."
    return f"Table {match.table} already has a result: {told(match, match.result)}."


def _penalty(t: Tournament, match: Match, result: Result, said: Typed, id: str) -> Facts:
    """What the loss was given for; once in a round is enough, also when the numbers are entered anew."""
    kind = PENALTIES.get(result.how)
    if kind is None:
        return ()
    number, (loser, _) = t.rounds_played, _lost(match, result)
    if any((p.player, p.kind, p.round, p.lifted) == (loser, kind, number, False) for p in t.penalties):
        return ()
    if not said.reason:
        raise Refused(f"Say in a few words what {who(loser)} is penalised for. It is kept with the penalties.")
    return (f.PenaltyGiven(id, loser, kind, fault_code(OTHER_FAULT), number),)


def _lost(match: Match, result: Result) -> tuple[PlayerId, int]:
    outcomes = zip(match.players, result.outcomes, strict=True)
    return next((player, outcome.blood) for player, outcome in outcomes if outcome.mark == "loss")


def _disqualify(t: Tournament, match: Match, result: Result) -> Facts:
    """The loser is out from now on; somebody who already is only gets the result."""
    loser, wounds = _lost(match, result)
    if t.players[loser].disqualified:
        return results.record(t, match.table, result=result)
    return people.disqualify(t, loser, wounds=wounds)


def _after(t: Tournament, facts: Facts) -> Tournament:
    for fact in facts:
        t = apply(t, fact)
    return t
