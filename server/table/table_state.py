"""What a table's device shows: its match and how far it has come. Private to that table."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from engine.clock import is_up
from engine.decisions.leaving import why_not_back
from engine.decisions.results import agreed, disputed
from engine.factions import chosen_by, pool_size
from engine.handing_in import faction_shown, names_factions
from engine.history import CORRECTION_REASONS
from engine.lives import most_life, wounds_believed
from engine.pairing.draft import second_name
from engine.progress import round_after, round_alone, round_name
from engine.rulesets.naming import played_by
from engine.rulesets.registry import ruleset_of
from engine.rulesets.wall import chess_plan, time_plan
from engine.so_far import last_closed
from engine.standings.places import recorded_places, winner_of
from engine.standings.ranks import last_ranks
from engine.values import replace
from engine.whats_next import comes_next, nothing_comes
from engine.words import Match, PlayerId, Result, Tournament
from server.box.addresses import phones_find_it
from server.chess import chess_clocks
from server.clock.forecast import forecast, next_pairings_ms
from server.core import auth, journal
from server.core.books import Book
from server.core.desk import Desk
from server.core.timekeeping import moment
from server.decks.known_lives import known_lives
from server.floor.calls import Call, open_calls
from server.floor.visits import visits
from server.live.stream_messages import MARKS
from server.people.staff import announced
from server.table import draft_state, pod_state, tablets
from server.table.at_table import At
from server.table.undoing import undo_ms

Json = dict[str, Any]
TOP = 8


def state(desk: Desk, at: At) -> Json:
    """The table as JSON; `step` says how far the match has come."""
    t, now = desk.t, moment()
    found: Json = {
        "event": desk.id,
        "name": desk.name,
        "rules": played_by(t.settings),
        "revision": desk.revision,
        "server_ms": now.ms,
        "boot": now.boot_id,
        "holder": at.kind,
        "speaks_for": list(at.speaks_for),
        "round": at.number,
        "round_name": round_name(t, at.number) if at.round else "",
        "closed": at.round is not None and at.round.phase == "closed",
        "table": at.table,
        "finished": t.finish is not None,
        "game": _game(t, at),
        "standings": last_closed(t),
        "phones": phones_find_it(),
    }
    drafting = draft_state.draft(desk, at.table) if at.kind == "tablet" else None
    if drafting is not None:
        found["draft"] = drafting
    if at.kind == "tablet" and drafting is None and (other := draft_state.beside(desk)):
        at = replace(at, match=None)
        found |= {"beside": other, "round_name": ""}
    if at.match is None or drafting is not None:
        calls = _draft_calls(desk, at) if drafting is not None else []
        return {**found, "step": "none", "players": [], "reports": [], "result": None, "calls": calls, "chess": None}
    return {**found, **_match(desk, at, at.match), "staff": _staff(desk, at.match)}


def standings(desk: Desk) -> Json:
    """The first places after the last closed round, and everybody's own; the final ones once they are recorded."""
    _, after = last_ranks(desk.t, last_closed(desk.t))
    name = round_alone(desk.t, after) if after else ""
    return {
        "title": "Final places" if desk.t.finish is not None else f"Standings after {name}" if after else "Standings",
        "after": after,
        "after_name": name,
        "rows": [
            {**row, "name": desk.names.get(row["player"], row["player"])} for row in _places(desk.id, desk.revision)
        ],
    }


def of_table(found: Json, players: tuple[PlayerId, ...]) -> Json:
    """The top, and whoever sits here."""
    rows = [row for place, row in enumerate(found["rows"]) if place < TOP or row["player"] in players]
    return {**found, "rows": rows}


def _match(desk: Desk, at: At, match: Match) -> Json:
    t, lives = desk.t, known_lives(desk, at.number, match.players)
    return {
        "step": _step(match) if len(match.seats) == 2 else pod_state.step(match),
        "duel": len(match.seats) == 2,
        "pod": pod_state.pod(t, at.round, match),
        "players": [
            {
                "id": player,
                "name": desk.names.get(player, player),
                "out": not t.players[player].active,
                "returns": not why_not_back(t, player),
                "over": nothing_comes(t, player),
                "flagged": player in match.flagged,
                "ask_above": wounds_believed(t.settings, lives.get(player)),
                "life": lives.get(player),
                **_faction(t, at, match, player),
            }
            for player in match.players
        ],
        "reports": [{"player": each.player, **_result(match, each.result)} for each in match.reports],
        "result": _recorded(match),
        "desk_confirms": t.settings.desk_confirms,
        "calls": _calls(desk, at),
        "chess": _chess(t, at),
        "called": match.result is None and is_up(t.clock, moment(), table=match.table),
        "time": _time(t, at),
        "next": _next(desk, match) if match.result is not None else None,
        "undo_ms": undo_ms(desk.book.acts, at) if at.speaks_for else 0,
    }


def _faction(t: Tournament, at: At, match: Match, player: PlayerId) -> Json:
    """What this player brings, once it may be seen; of a pool also whether it is chosen, and from what."""
    if not names_factions(t):
        return {}
    found: Json = {"faction": faction_shown(t, player, at.number)}
    if pool_size(t.settings):
        found["chosen"] = bool(chosen_by(match, player))
        found["pool"] = [name for name in t.players[player].factions if name] if player in at.speaks_for else []
    return found


def _staff(desk: Desk, match: Match) -> str:
    """A line for the table where somebody of the staff plays."""
    staff = announced(desk.t, desk.id, desk.names)
    here = [f"{each.name}, {each.role}, plays too" for each in staff if each.player in match.players]
    if not here:
        return ""
    checks = " Somebody else checks the First Fives here." if ruleset_of(desk.t.settings).first_five else ""
    return f"{'; '.join(here)}.{checks}"


def _step(match: Match) -> str:
    """playing, one (version), two (versions), agreed (and waiting for the desk), or in."""
    if match.result is not None:
        return "in"
    if disputed(match):
        return "two"
    if agreed(match) is not None:
        return "agreed"
    return "one" if match.reports else "playing"


def _game(t: Tournament, at: At) -> Json:
    rules, scoring = ruleset_of(t.settings), t.settings.scoring
    in_bracket = any(s.kind == "bracket" and any(r.number == at.number for r in s.rounds) for s in t.stages)
    return {
        "thing": rules.side,
        "counted": [rules.counted.one, rules.counted.many],
        "exactly": rules.counted.exactly,
        "draws": scoring.draws and not in_bracket,
        "ask_above": wounds_believed(t.settings),
        "life": most_life(t.settings) or None,
        "most": scoring.most_blood,
        "win_blood": scoring.win_blood,
        "timer": t.settings.timer,
        "early_draw": rules.early_draw,
        "both_fall": rules.both_fall,
    }


def _recorded(match: Match) -> Json | None:
    if match.result is None:
        return None
    both = len(match.reports) > 1 and all(each.result == match.result for each in match.reports)
    return {**_result(match, match.result), "both": both}


def _result(match: Match, result: Result) -> Json:
    """`on` is what was counted on each side in seat order: what the other one scored."""
    outcomes = result.outcomes
    pairs = zip(match.players, outcomes, strict=True)
    return {
        "winner": next((player for player, outcome in pairs if outcome.mark == "win"), None),
        "draw": all(outcome.mark == "draw" for outcome in outcomes),
        "blood": [outcome.blood for outcome in outcomes],
        "on": [outcome.blood for outcome in reversed(outcomes)] if len(outcomes) == 2 else [],
        "how": result.how,
    }


def _calls(desk: Desk, at: At) -> list[Json]:
    here = [call for call in open_calls(desk.id, desk.t) if (call.round, call.table) == (at.number, at.table)]
    told = _told(at, [call for call in here if call.kind != "draft"])
    visit = visits(desk.id, desk.t).get(at.table) if told else None
    if visit is None or visit.round != at.number:
        return told
    there = {"claimed_by": auth.names_of_staff().get(visit.by), "here": True}
    return [{**call, **there} if call["kind"] == "judge" else call for call in told]


def _draft_calls(desk: Desk, at: At) -> list[Json]:
    """For the group's tablet its call is one for a judge, as at every table."""
    mine = (call for call in open_calls(desk.id, desk.t) if (call.kind, call.table) == ("draft", at.table))
    return [{**call, "kind": "judge"} for call in _told(at, list(mine))]


def _told(at: At, open_: list[Call]) -> list[Json]:
    if not open_:
        return []
    staff = auth.names_of_staff()
    return [
        {
            "kind": call.kind,
            "claimed_by": staff.get(call.claimed_by or ""),
            "ours": at.kind != "player" or call.by == at.actor,
            **({"player": call.player} if call.player else {}),
        }
        for call in open_
    ]


def _chess(t: Tournament, at: At) -> Json | None:
    plan = chess_plan(t.settings)
    if plan is None or at.match is None or len(at.match.seats) != 2:
        return None
    known = chess_clocks.known_clock(at.tid, at.number, at.match, lending=plan.lending)
    return {
        "bank_ms": plan.minutes * 60_000,
        "lending": plan.lending,
        "flag_rule": plan.flag_rule,
        "steps": list(plan.steps),
        "corrected": CORRECTION_REASONS[at.match.chess.reason] if at.match.chess else "",
        **chess(at, known),
    }


def watched_chess(desk: Desk, at: At) -> Json:
    """The same for whoever asks for nothing else; no clock where there is none."""
    plan = chess_plan(desk.t.settings)
    if plan is None or at.match is None or len(at.match.seats) != 2:
        return {"clock": None, "keeper": None}
    return chess(at, chess_clocks.known_clock(at.tid, at.number, at.match, lending=plan.lending))


def chess(at: At, known: chess_clocks.KeptClock | None) -> Json:
    """A table's clock, and which tablet keeps it; another one at the same table only watches."""
    keeper = known.keeper if known else None
    ours = keeper is not None and at.actor == f"d{keeper}"
    if keeper is None or not (ours or tablets.is_at(keeper, at.tid, at.table)):
        kept_by = None
    else:
        kept_by = {"name": auth.names_of_staff().get(f"d{keeper}", "another tablet"), "ours": ours}
    return {"clock": chess_clocks.to_json(known.clock) if known else None, "keeper": kept_by}


def _time(t: Tournament, at: At) -> Json | None:
    """What the rulebook does when time is called in this round: the same steps as on the wall."""
    stage = next(s for s in t.stages if any(r.number == at.number for r in s.rounds))
    plan = None if t.clock is not None and t.clock.untimed else time_plan(t.settings, stage.kind)
    return None if plan is None else {"called": plan.called, "steps": list(plan.steps)}


def _next(desk: Desk, match: Match) -> Json:
    """What comes after this round, and when: the moment at which the next pairings should be there.

    In a bracket only the winner of one of its matches is `through`.
    """
    expected, ahead = forecast(desk), next_pairings_ms(desk)
    what = comes_next(desk.t)
    name = second_name(desk.t.settings) if what == "draft" else ""
    name = ruleset_of(desk.t.settings).bracket_name if what == "cut" else name
    return {
        "what": what,
        "name": name,
        "between_ms": expected.between_ms if expected else None,
        "pairings_at_ms": None if ahead is None else moment().ms + ahead,
        **_through(desk.t, match, what),
    }


def _through(t: Tournament, match: Match, what: str) -> Json:
    winner, stage = winner_of(match), t.stages[-1]
    played = any(match in round_.matches for round_ in stage.rounds)
    if winner is None or what != "pairings" or stage.kind != "bracket" or not played:
        return {}
    return {"through": {"player": winner, "to": round_after(t, stage.rounds[-1].number)}}


@lru_cache(maxsize=64)
def _places(tid: str, revision: str) -> tuple[Json, ...]:
    """The standings of one revision: a hall of tablets asks for the same ones."""
    t = journal.read(tid).tournament
    tables = last_ranks(t, last_closed(t))[0]
    if t.finish is not None:
        records = {row.player: row.record for table in tables for row in table.rows}
        return tuple(
            {"place": each.place, "player": player, "record": records.get(player, ""), "group": 0}
            for each in recorded_places(t)
            for player in each.players
        )
    return tuple(
        {"place": row.place or None, "player": row.player, "record": row.record, "group": table.group}
        for table in tables
        for row in table.rows
    )


def _who_is_out(book: Book, table: int) -> object:
    """Who dropped of those who sit here: their opponent's tablet says it too."""
    t = book.tournament
    newest = next((round_ for round_ in reversed(list(t.rounds)) if round_.phase != "draft"), None)
    match = newest.match_at(table) if newest else None
    return [t.players[player].active for player in match.players] if match else None


MARKS["out"] = _who_is_out
