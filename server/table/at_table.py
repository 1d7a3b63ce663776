"""What may be done from a table: by its tablet, by a player's own phone, by whoever holds the match slip.

The role alone opens nothing. Every request names an event, a round and a table, and is held against who asks: a bound
tablet has one table, a player only their own match, a slip only the match it was printed for. Staff may look.
"""

from __future__ import annotations

from collections.abc import Mapping

from engine import facts as f
from engine.decisions import factions, leaving, results, stages
from engine.fold import apply_facts
from engine.history import told
from engine.refusals import Refused
from engine.sentences import round_at_start, the_round
from engine.values import dataclass
from engine.words import Game, Match, PlayerId, Result, Round, Tournament
from server.core.auth import Forbidden
from server.core.holders import Holder
from server.core.timekeeping import moment
from server.results.result_form import Typed, ask_about, result_of

Facts = tuple[f.Fact, ...]
FLAG_ONLY = "How this match ended is for a judge to record. Call one."


@dataclass(frozen=True, slots=True)
class At:
    """A table of a round, as whoever asks may see it; `speaks_for` is empty for those who only look."""

    tid: str
    round: Round | None
    table: int
    match: Match | None
    kind: str
    actor: str
    speaks_for: tuple[PlayerId, ...]

    @property
    def number(self) -> int:
        return self.round.number if self.round else 0


@dataclass(frozen=True, slots=True)
class Told:
    """One player's version of a game: who won it, and everyone's numbers in seat order.

    Nobody won a game that was stopped when time was called.
    """

    winner: PlayerId | None
    realms: tuple[int, ...]


def looking(tid: str, t: Tournament, *, holder: Holder | None, table: int | None) -> At:
    """The table of the round that everybody knows of now; for a slip, of the round it was printed for."""
    if holder is None:
        return _seen_by_staff(tid, t, table)
    _require_event(holder, tid)
    round_ = _round(t, holder.round)
    wanted = _table(holder, round_, table)
    match = round_.match_at(wanted) if round_ else None
    return At(tid, round_, wanted, match, holder.kind, holder.actor, _speaks_for(holder, match))


def acting(tid: str, t: Tournament, *, holder: Holder | None, number: int, table: int) -> At:
    """The match this request is about, if whoever asks may act for it; of a past round too, so that it can be told."""
    if holder is None:
        raise Forbidden("Staff enter results at the desk, not at the table.")
    _require_event(holder, tid)
    if holder.round is not None and holder.round != number:
        raise Forbidden(f"This slip is for {the_round(holder.round)} only.")
    round_ = _round(t, number)
    match = round_.match_at(_table(holder, round_, table)) if round_ else None
    if round_ is None or match is None:
        raise Refused(f"Nobody plays at table {table} in {the_round(number)} any more. Look again.")
    return At(tid, round_, table, match, holder.kind, holder.actor, _speaks_for(holder, match))


def report(
    t: Tournament, at: At, *, versions: Mapping[PlayerId, Typed], sure: bool, lives: Mapping[PlayerId, int]
) -> Facts:
    """One player's version, or both players' at once. What is already known is not said again."""
    facts: Facts = ()
    now = moment()
    for player, said in versions.items():
        _require_voice(at, player)
        result = _result(t, at, said)
        match = _match(t, at)
        if match.result == result or any((r.player, r.result) == (player, result) for r in match.reports):
            continue
        _require_open(t, at, match)
        if not sure:
            ask_about(result, t, match, sure="", lives=lives, now=now)
        new = results.report(t, at.table, player=player, result=result, now=now)
        t, facts = apply_facts(t, new), (*facts, *new)
    return facts


def report_game(t: Tournament, at: At, *, number: int, versions: Mapping[PlayerId, Told]) -> Facts:
    """At a table of several: versions of one game. What is known is not said again; a later game is another one."""
    facts: Facts = ()
    for player, said in versions.items():
        _require_voice(at, player)
        match = _match(t, at)
        game = _game(match, said)
        if 1 <= number <= len(match.games) and match.games[number - 1] == game:
            continue
        if any((each.player, each.game) == (player, game) for each in match.game_reports):
            continue
        _require_open(t, at, match)
        if number != len(match.games) + 1:
            raise Refused(f"Table {at.table} plays game {len(match.games) + 1} now. Look again, then report it.")
        new = results.report_game(t, at.table, player=player, game=game, now=moment())
        t, facts = apply_facts(t, new), (*facts, *new)
    return facts


def choose_faction(t: Tournament, at: At, *, player: PlayerId, faction: str) -> Facts:
    """A player chooses the faction of this match, where everyone has a pool."""
    _require_voice(at, player)
    _match(t, at)
    _require_now(t, at)
    return factions.choose_faction(t, at.table, player=player, faction=faction)


def lead_draft(t: Tournament, at: At, *, step: str, pick: int, back: bool) -> Facts:
    """On from the step that was shown, or back from it. Nothing happens if somebody at the desk was quicker."""
    if not stages.draft_is_on(t) or not 1 <= at.table <= len(t.drafting):
        raise Refused(f"There is no draft at table {at.table} now.")
    move = stages.step_draft_back if back else stages.advance_draft
    return move(t, at.table - 1, now=moment(), shown=(step, pick))


def withdraw(t: Tournament, at: At) -> Facts:
    """Whoever asks takes back what they said, as long as it is not recorded."""
    match = _match(t, at)
    _require_open(t, at, match)
    return results.withdraw_reports(t, at.table, players=at.speaks_for)


def drop(t: Tournament, at: At, *, player: PlayerId, back: bool) -> Facts:
    """A player drops by their own word, or takes it back; whose word it is, was looked at before."""
    _require_voice(at, player)
    return leaving.come_back(t, player) if back else leaving.leave(t, player)


def fall_flag(t: Tournament, at: At, *, player: PlayerId) -> Facts:
    """The table's chess clock says that a player's time is used up."""
    require_tablet(at)
    _require_voice(at, player)
    if t.settings.timer != "chess":
        raise Refused("This event is not played with chess clocks.")
    _require_now(t, at)
    return results.fall_flag(t, at.table, player=player)


def require_tablet(at: At) -> None:
    """The table's chess clock is on its tablet, and nowhere else."""
    if at.kind != "tablet":
        raise Forbidden("Only the table's tablet keeps its chess clock.")


def _seen_by_staff(tid: str, t: Tournament, table: int | None) -> At:
    round_ = _round(t, None)
    wanted = table or 0
    return At(tid, round_, wanted, round_.match_at(wanted) if round_ else None, "staff", "", ())


def _require_event(holder: Holder, tid: str) -> None:
    if holder.tournament is not None and holder.tournament != tid:
        raise Forbidden("This device belongs to another event.")


def _round(t: Tournament, number: int | None) -> Round | None:
    """The round of this number, or the newest one that everybody knows of."""
    known = [r for r in t.rounds if r.phase != "draft" and number in (None, r.number)]
    return known[-1] if known else None


def _table(holder: Holder, round_: Round | None, table: int | None) -> int:
    """The table asked for, if it is this holder's; without one, the only one that can be meant."""
    own = holder.table
    if holder.kind == "player":
        matches = round_.matches if round_ else ()
        own = next((match.table for match in matches if holder.player in match.players), 0)
    if own is not None and table not in (None, own):
        raise Forbidden(f"Table {table} is not yours." if holder.kind == "player" else f"This is not table {table}.")
    return own if own is not None else table or 0


def _speaks_for(holder: Holder, match: Match | None) -> tuple[PlayerId, ...]:
    if match is None:
        return ()
    return match.players if holder.player is None else (holder.player,)


def _require_voice(at: At, player: PlayerId) -> None:
    if player not in at.speaks_for:
        raise Forbidden("You can speak only for the players of your own match, and on your own phone for yourself.")


def _match(t: Tournament, at: At) -> Match:
    """The match as it is inside this very act."""
    round_ = _round(t, at.number)
    match = round_.match_at(at.table) if round_ else None
    if match is None or at.match is None or match.players != at.match.players:
        raise Refused(f"Table {at.table} was paired anew meanwhile. Nothing was recorded. Look again.")
    return match


def _require_open(t: Tournament, at: At, match: Match) -> None:
    if match.result is not None:
        raise Refused(
            f"Table {at.table} already has a result: {told(match, match.result)}. If it is wrong, tell the desk."
        )
    _require_now(t, at)


def _require_now(t: Tournament, at: At) -> None:
    current = t.current_round
    if current is None or current.number != at.number or current.phase != "published":
        raise Refused(
            f"{round_at_start(at.number)} is over, so this was not recorded. "
            f"Tell the desk what happened at table {at.table}."
        )


def _result(t: Tournament, at: At, said: Typed) -> Result:
    match, stage = _match(t, at), next(s for s in t.stages for r in s.rounds if r.number == at.number)
    if said.how != "played" and not _lost_on_time(t, match, said):
        raise Refused(FLAG_ONLY)
    return result_of(said, match, settings=t.settings, stage=stage.kind)


def _game(match: Match, said: Told) -> Game:
    side = next((seat.side for seat in match.seats if seat.player == said.winner), None)
    if side is None and said.winner is not None:
        raise Refused("Say who won the game.")
    return Game(side, said.realms)


def _lost_on_time(t: Tournament, match: Match, said: Typed) -> bool:
    losers = [player for player in match.players if player != said.winner]
    return t.settings.timer == "chess" and said.how == "flag" and len(losers) == 1 and losers[0] in match.flagged
