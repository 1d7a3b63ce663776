"""What the wall shows, apart from the clock: every scene of an event in one answer, fetched when something changed.

The clock itself travels in the stream; the page decides from it whether time is short or called.
"""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

from engine.decisions.entering import all_are
from engine.decisions.stages import draft_is_on, groups_drafting
from engine.fees import amount
from engine.pairing.draft import WITHOUT_A_SEAT, seats_note, two_phases
from engine.pod_words import wins
from engine.progress import checking_in, draft_name, is_ready, round_name, where
from engine.rulesets.drafting import SET_UP
from engine.rulesets.naming import played_by
from engine.rulesets.registry import ruleset_of
from engine.rulesets.sizes import printed_rounds
from engine.rulesets.wall import barred_cards, chess_plan, posted_rules, set_up_steps, time_plan
from engine.sentences import plural
from engine.sides import lettered
from engine.standings.advancing import second_phase
from engine.standings.places import recorded_places
from engine.whats_next import cards_go_back
from engine.words import Break, Round, Stage, Tournament
from server.clock.breaks import over_wall_ms
from server.clock.day_plan import day_plan
from server.clock.forecast import forecast
from server.core.desk import Desk
from server.core.spelling import alphabetical
from server.core.timekeeping import moment
from server.door import waiting
from server.draft.draft_page import group_cards
from server.event.scenario import scenario
from server.people.staff import announced
from server.public.public_view import Public, public_view
from server.series.wall_ranking import wall_ranking
from server.wall.finals import by_name, champion, duels
from server.wall.long_scenes import bracket, called, name_of, pairings, side_of, standings

Json = dict[str, Any]

SCENES = {
    "auto": "Follow the event",
    "welcome": "Welcome",
    "roster": "Check your name",
    "pairings": "Pairings",
    "set-up": "Set-up",
    "clock": "Clock",
    "standings": "Standings",
    "bracket": "Bracket",
    "champion": "Champion",
    "places": "Final places",
    "ranking": "Ranking over many events",
    "draft": "Draft",
    "break": "Break",
    "scenario": "Special rules",
    "rules": "How we play",
}


def in_turn(t: Tournament) -> tuple[str, ...]:
    """What a button that goes from scene to scene comes to: by itself first, then whatever has something to show."""
    current = t.current_round
    played = current is not None and current.phase != "draft"
    has = {
        "auto": True,
        "pairings": played,
        "clock": played and t.clock is not None,
        "standings": any(round_.phase == "closed" for round_ in t.rounds),
        "bracket": any(stage.kind == "bracket" for stage in t.stages),
        "roster": not t.rounds,
    }
    return tuple(scene for scene in SCENES if has.get(scene))


def wall_data(desk: Desk) -> Json:
    """Everything the wall may show of this event."""
    view = public_view(desk)
    t = view.t
    current, stage = t.current_round, t.stage
    ranking = wall_ranking(view.id)
    return {
        "event": {"id": view.id, "name": view.name, "ruleset": played_by(t.settings)},
        "revision": view.revision,
        "where": where(t),
        "round": None if current is None else _round(view, current),
        "playlist": [*playlist(t), *(["ranking"] if ranking and t.finish is not None else [])],
        "roster": [{"name": name, "here": here} for name, here in _roster(view)],
        "staff": [
            {"name": each.name, "role": each.role, "plays": each.player is not None}
            for each in announced(t, view.id, view.names)
        ],
        "pairings": None if current is None else pairings(view, current),
        "format": _format(t),
        "starts_at": t.settings.starts_at,
        "entry": _entry(t, _waiting(desk)),
        "check_in": _check_in(t),
        "day": [asdict(line) for line in day_plan(desk)],
        "set_up": _set_up(t, current),
        "plan": _plan(t, stage),
        "games": _games(view, current),
        "standings": standings(desk, view),
        "bracket": bracket(view),
        "duels": duels(view),
        "champion": champion(desk, view),
        "places": _places(view),
        "ranking": ranking,
        "draft": _draft(view),
        "draft_name": draft_name(t),
        "draft_note": WITHOUT_A_SEAT if second_phase(t) else seats_note(t.settings),
        "cards_back": cards_go_back(t),
        "pause": _pause(desk, t.pause),
        "scenario": _scenario(t),
        "rules": [asdict(rule) for rule in posted_rules(t.settings)],
        "forecast": None if (expected := forecast(desk)) is None else asdict(expected),
    }


def beside_it(desk: Desk) -> Json:
    """What a wall shows of an event that its journal does not say: who waits at the door, and the rankings it is in."""
    return {"waiting": _waiting(desk), "ranking": wall_ranking(desk.id)}


def _waiting(desk: Desk) -> int:
    """Who waits at the door, which no wall asks while nobody enters by phone."""
    return waiting.count(desk.id) if desk.t.entering.open else 0


def playlist(t: Tournament) -> list[str]:
    """The scenes to show now, in turn. While a round is played there is only one: the clock."""
    current, stage = t.current_round, t.stage
    special = ["scenario"] if t.settings.scenario else ["rules"] if posted_rules(t.settings) else []
    cards_back = ["draft"] if cards_go_back(t) else []
    if t.finish is not None:
        return [
            "champion",
            "places",
            *cards_back,
            "bracket" if stage is not None and stage.kind == "bracket" else "standings",
        ]
    if draft_is_on(t):
        if second_phase(t) and all(group.step == SET_UP for group in t.drafting):
            return ["draft", "standings"]  # cards go back, and everybody looks whether they go on
        return ["break", "draft"] if t.pause is not None and not groups_drafting(t) else ["draft"]
    if stage is None or t.state == "not-started":
        return ["welcome", "roster", *special] if t.players else ["welcome", *special]
    if current is None or current.phase == "closed":
        pause = ["break"] if t.pause is not None else []
        bracket = stage.kind == "bracket" and current is not None
        won = ["champion"] if bracket and len(stage.rounds) == stage.planned else []
        return [*won, *pause, "bracket" if bracket else "standings", *cards_back]
    if _is_played(t, current):
        return ["clock"]
    return ["clock" if by_name(t) else "pairings", "set-up", *special]


def _is_played(t: Tournament, current: Round) -> bool:
    """The clock has run; or, where nobody needs one, something was played."""
    if t.clock is None:
        return False
    played = any(match.result is not None or match.games for match in current.matches)
    return bool(t.clock.runs) or (t.clock.untimed and played)


def _round(view: Public, current: Round) -> Json:
    name = round_name(view.t, current.number)
    return {
        "number": current.number,
        "name": name[0].upper() + name[1:],
        "stage": view.t.stages[-1].kind,
        "closed": current.phase == "closed",
        "extended": _extended_out(view.t),
    }


def _extended_out(t: Tournament) -> list[int]:
    """Tables with extra time that are still playing; the stream names no tables while they are many."""
    extended = {table for table, _ in t.clock.extensions} if t.clock is not None else set()
    return [table for table in t.tables_out if table in extended]


def _roster(view: Public) -> list[tuple[str, bool]]:
    listed = [(name_of(view, p), player.present) for p, player in view.t.players.items() if player.active]
    return sorted(listed, key=lambda each: alphabetical(each[0]))


def _format(t: Tournament) -> str:
    """“5 rounds, then top 8.”; nothing where the number of rounds comes out as it is played."""
    settings, rules = t.settings, ruleset_of(t.settings)
    players = sum(player.active for player in t.players.values())
    printed = printed_rounds(rules, players, cut=settings.cut)
    if settings.legendary:
        return two_phases(settings)
    if not (settings.rounds or printed):
        return ""
    rounds = plural(settings.rounds, "round") if settings.rounds else f"{printed} round{'' if printed == '1' else 's'}"
    if not settings.cut:
        return f"{rounds}."
    called = f"the {rules.bracket_name} with the " if rules.bracket_name else ""
    return f"{rounds}, then {called}top {settings.cut}."


def _entry(t: Tournament, waits: int) -> Json | None:
    """Players enter by phone: “5 of 24 places free. Fee 10 €.” Whoever waits for the desk has the place."""
    if not t.entering.open or t.finish is not None:
        return None
    free, places = waiting.places_free(t, waits), t.entering.places
    full = f"{all_are(places)} taken, with a waiting list."
    told = [f"{free} of {plural(places, 'place')} free." if free else full] if places else []
    if t.entering.fee:
        fee = amount(t.entering.fee, t.entering.currency).replace(" ", "\N{NO-BREAK SPACE}")
        told.append(f"Fee {fee}.")
    return {"terms": " ".join(told)}


def _check_in(t: Tournament) -> Json | None:
    """Until when players check themselves in: since the boot, or 0 until somebody closes it."""
    opened = t.check_in
    if opened is None or not checking_in(t):
        return None
    return {"boot": opened.at.boot_id, "until_ms": opened.at.ms + opened.ms if opened.ms else 0}


def _set_up(t: Tournament, current: Round | None) -> Json:
    checked = ruleset_of(t.settings).first_five
    matches = current.matches if current is not None else ()
    return {
        "steps": list(set_up_steps(t.settings)),
        "barred": None if (barred := barred_cards(t.settings)) is None else asdict(barred),
        "checks": checked,
        "ready": [match.table for match in matches if is_ready(match)] if checked else [],
        "tables": [match.table for match in matches],
        "minutes": 0 if t.clock is None or t.clock.untimed else t.clock.length_ms // 60_000,
    }


def _plan(t: Tournament, stage: Stage | None) -> Json:
    """What happens when time is called; or why it is not."""
    chess = chess_plan(t.settings)
    if chess is not None:
        return {
            "kind": "chess",
            "called": f"Chess clocks: {chess.minutes} minutes each",
            "steps": list(chess.steps),
            "rule": chess.flag_rule,
        }
    if t.clock is not None and t.clock.untimed:
        final = stage is not None and stage.kind == "bracket" and len(stage.rounds) == stage.planned
        sentence = "Time is not called in the final." if final else "Time is not called."
        rule = f"{sentence} Play until it is decided."
        return {"kind": "untimed", "called": "No time limit", "steps": [], "rule": rule}
    plan = time_plan(t.settings, stage.kind if stage is not None else "swiss")
    if plan is None:
        return {"kind": "untimed", "called": "No time limit", "steps": [], "rule": ""}
    return {"kind": "timed", "called": plan.called, "steps": list(plan.steps), "rule": ""}


def _games(view: Public, current: Round | None) -> list[Json]:
    """Tables of several: how far each open one has come; one can hold up the day."""
    if current is None or not ruleset_of(view.t.settings).pods:
        return []
    return [
        {
            "table": match.table,
            "games": len(match.games),
            "wins": [
                {"name": side_of(view, side), "wins": wins(match)[side[0]], **({"letter": letter} if letter else {})}
                for letter, side in lettered(match)
            ],
        }
        for match in current.matches
        if match.result is None
    ]


def _draft(view: Public) -> list[Json]:
    return [
        {
            "group": card.number,
            "name": card.name,
            "seats": [name_of(view, player) for player in card.seats],
            "step": card.key,
            "title": card.title,
            "text": card.text,
            "cards": card.cards,
            "held": card.held,
            "ring": bool(seats_note(view.t.settings)),
            "pick": card.pick,
            "picks": card.picks,
            "until_ms": None if card.until is None else card.until.ms,
            "boot": None if card.until is None else card.until.boot_id,
        }
        for card in group_cards(view.t)
    ]


def _pause(desk: Desk, pause: Break | None) -> Json | None:
    """The break; `over_wall_ms` for those who cannot count it any more, because the box was switched off."""
    if pause is None:
        return None
    over = over_wall_ms(desk, moment())
    return {"at_ms": pause.at.ms, "boot": pause.at.boot_id, "ms": pause.ms, "over_wall_ms": over}


def _scenario(t: Tournament) -> Json | None:
    found = scenario(t.settings)
    return None if found is None else {"text": found.text, "time": found.time, "points": found.points}


def _places(view: Public) -> list[Json]:
    return [
        {"place": each.place, **called(view, each.players), "prize": each.prize, "note": each.note}
        for each in recorded_places(view.t)
    ]
