"""Results entered at the desk, by people who look at a page: refused if it shows what is no longer so."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from engine import facts as f
from engine.clock import Moment
from engine.decisions import people, results
from engine.fold import apply_facts
from engine.history import told
from engine.penalty_words import OTHER_FAULT, fault_code
from engine.refusals import Refused
from engine.results import fingerprint, fingerprint_of, game_fingerprint
from engine.sentences import plural, round_at_start, who
from engine.words import How, Match, PenaltyKind, PlayerId, Result, Tournament

PENALTIES: dict[How, PenaltyKind] = {"penalty": "game-loss", "disqualified": "disqualification"}
VERSIONS = "versions"  # what a page shows that has no result, and stories that differ


class Overtaken(Refused):
    """What a form was about has happened meanwhile: the page is shown anew, without what was typed."""


def enter(
    t: Tournament,
    table: int,
    *,
    result: Result,
    shown: str,
    reason: str = "",
    id: str = "",
    now: Moment | None = None,
) -> tuple[f.Fact, ...]:
    """The table's result, in place of the one the page showed; refused if another one came in since.

    A loss that was given is logged as a penalty of the loser under this id, with its reason kept outside.
    """
    match = open_table(t, table)
    _require_shown(match, shown, result)
    back = results.take_back(t, table) if match.result is not None else ()
    given = _penalty(t, match, result, reason=reason, id=id)
    if result.how != "disqualified":
        return *given, *back, *results.record(t, table, result=result, now=now)
    return *given, *back, *_disqualify(apply_facts(t, back), match, result)


def take_back(t: Tournament, table: int, *, shown: str) -> tuple[f.Fact, ...]:
    """Take back the result the page showed, and no other; with none, the players' versions."""
    match = open_table(t, table)
    if shown == VERSIONS:
        return results.withdraw_reports(t, table, players=match.players)
    if fingerprint_of(match) != shown:
        raise Refused(f"{_now(match)} It is not the result you saw, so nothing was taken back. Look again.")
    return results.take_back(t, table)


def accept(t: Tournament, table: int, *, player: PlayerId, shown: str) -> tuple[f.Fact, ...]:
    """One player's version becomes the result, or the game, if it is still what they say."""
    match = open_table(t, table)
    game = next((each.game for each in match.game_reports if each.player == player), None)
    if game is not None and game_fingerprint(game) == shown:
        return results.record_game(t, table, game=game)
    report = next((report for report in match.reports if report.player == player), None)
    if game is not None or report is None or fingerprint(report.result) != shown:
        raise Refused(f"{who(player)} has changed their version of table {table}. Look again, then choose.")
    _require_shown(match, "", report.result)
    return results.record(t, table, result=report.result)


def confirm(t: Tournament, shown: Mapping[int, str]) -> tuple[f.Fact, ...]:
    """Record what was shown and still stands. A table whose players changed their minds is left alone."""
    current = t.current_round
    if current is None or current.phase != "published":
        raise Refused("No round is being played, so there is nothing to confirm.")
    matches = {match.table: match for match in current.matches}
    standing = tuple(
        table
        for table, result in shown.items()
        if table in matches and (said := results.agreed(matches[table])) and fingerprint(said) == result
    )
    if not standing:
        raise Refused("What the players agreed on changed meanwhile, or it is recorded already. Look again.")
    return results.confirm_agreed(t, standing)


def leave(t: Tournament, table: int, *, players: Sequence[PlayerId], no_show: bool = False) -> tuple[f.Fact, ...]:
    """Tables of several: one player, or those of a team who are still there, leave the table; or never came."""
    match = open_table(t, table)
    found: tuple[f.Fact, ...] = ()
    for player in [p for p in players if p not in match.withdrawn] or players:
        left = results.leave_table(t, table, player=player, no_show=no_show)
        t, found = apply_facts(t, left), (*found, *left)
    return found


def leave_for_good(t: Tournament, table: int, *, players: Sequence[PlayerId]) -> tuple[f.Fact, ...]:
    """Tables of several: they leave the table and go home; they will not fill up a later one."""
    left = leave(t, table, players=players)
    after = apply_facts(t, left)
    return *left, *(fact for p in players if after.players[p].active for fact in people.drop(after, p))


def open_table(t: Tournament, table: int) -> Match:
    """The match at this table, while its round is not closed."""
    match = results.match_at(t, table)
    current = t.current_round
    if current is not None and current.phase == "closed":
        raise Refused(f"{round_at_start(current.number)} is closed. Correct the result of table {table} instead.")
    return match


def require_game(match: Match, number: int | None) -> None:
    """Is this the game that the table plays now?"""
    if number is not None and number != len(match.games) + 1:
        raise Overtaken(f"{_now(match)} Yours was for game {number}, so it is not recorded. Look again.")


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


def _penalty(t: Tournament, match: Match, result: Result, *, reason: str, id: str) -> tuple[f.Fact, ...]:
    """What the loss was given for; once in a round is enough, also when the numbers are entered anew."""
    kind = PENALTIES.get(result.how)
    if kind is None:
        return ()
    number, (loser, _) = t.rounds_played, _lost(match, result)
    if any((p.player, p.kind, p.round, p.lifted) == (loser, kind, number, False) for p in t.penalties):
        return ()
    if not reason:
        raise Refused(f"Say in a few words what {who(loser)} is penalised for. It is kept with the penalties.")
    return (f.PenaltyGiven(id, loser, kind, fault_code(OTHER_FAULT), number),)


def _lost(match: Match, result: Result) -> tuple[PlayerId, int]:
    outcomes = zip(match.players, result.outcomes, strict=True)
    return next((player, outcome.blood) for player, outcome in outcomes if outcome.mark == "loss")


def _disqualify(t: Tournament, match: Match, result: Result) -> tuple[f.Fact, ...]:
    """The loser is out from now on; somebody who already is only gets the result."""
    loser, wounds = _lost(match, result)
    if t.players[loser].disqualified:
        return results.record(t, match.table, result=result)
    return people.disqualify(t, loser, wounds=wounds)


def end_table(t: Tournament, table: int, *, winner: PlayerId, unplayed: bool) -> tuple[f.Fact, ...]:
    """Tables of several: the organizer ends one and says who won it; `unplayed`: also that no game was played."""
    match = open_table(t, table)
    if not winner:
        raise Refused(f"Choose who wins table {table}.")
    if not match.games and not unplayed:
        raise Refused(
            f"No game is in at table {table}. Say that nobody has played there: {who(winner)} goes on, and nobody at "
            "this table scores for it."
        )
    return results.end_early(t, table, winner=winner)
