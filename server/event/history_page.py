"""The history: every act, newest first, and what undoing one would change."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import groupby

from flask import url_for

from engine import facts as f
from engine.decisions.undo import AT_A_TABLE, NEVER, BuiltOn, undo
from engine.fold import Act, in_force, replay
from engine.history import SAY, SAY_MANY, SAY_TOGETHER, by_whom, early, ending, score
from engine.pairing.draft import place_of, steps_of
from engine.pod_words import game_words, places_words
from engine.progress import round_name
from engine.refusals import Refused, Unknown
from engine.sentences import the_round, unbracketed, who
from engine.standings.changes import change
from engine.words import Tournament
from server.core.desk import Desk
from server.core.rendering import day
from server.core.texts import texts
from server.event.tables_then import Seats, Tables, tables_then
from server.floor.calls import all_calls
from server.floor.rulings_log import LogLine, call_line

PAGE = 100
PHASES = {"draft": "is a draft again.", "published": "is open again.", "closed": "is closed again."}


@dataclass(frozen=True, slots=True)
class ActLine:
    """One act, or a table's call, which has no number.

    `undone` if it no longer counts; `act` is the word of what can be done about it, `href` where.
    """

    seq: int
    day: str
    at: str
    by: str
    text: str
    undone: bool
    act: str
    href: str


@dataclass(frozen=True, slots=True)
class HistoryPage:
    lines: tuple[ActLine, ...]
    acts: int
    newer: str
    older: str


@dataclass(frozen=True, slots=True)
class UndoPage:
    seq: int
    line: ActLine
    again: bool
    goes: tuple[str, ...]
    effects: tuple[tuple[str, str], ...]
    refused: str
    instead: tuple[str, str] | None
    lines: tuple[ActLine, ...]


def history_page(desk: Desk, *, staff: dict[str, str], before: int = 0) -> HistoryPage:
    """A page of the history: the hundred acts before `before`, or the newest."""
    acts = desk.book.acts
    last = min(before - 1, acts[-1].seq) if before > 1 else acts[-1].seq
    page = [act for act in acts if last - PAGE < act.seq <= last]
    newer = "" if last == acts[-1].seq else _at(desk, last + PAGE + 1)
    older = _at(desk, page[0].seq) if page and page[0].seq > acts[0].seq else ""
    until = next((act.at for act in acts if act.seq == last + 1), "")
    lines = _with_calls(desk, _lines(desk, page, staff), staff, until=until)
    return HistoryPage(lines, len(acts), newer, older)


def undo_page(desk: Desk, seq: int, *, staff: dict[str, str]) -> UndoPage:
    """What undoing this act would change, or why it cannot be undone and what to do first."""
    acts = desk.book.acts
    target = next((act for act in acts if act.seq == seq), None)
    if target is None:
        raise Unknown(f"There is no act {seq} in this event.")
    near = [act for act in acts if abs(act.seq - seq) <= 5]
    lines = _lines(desk, near, staff)
    line = next(line for line in lines if line.seq == seq)
    again = line.act == "Redo"
    effects: tuple[tuple[str, str], ...] = ()
    refused, instead = "", None
    try:
        facts = undo(acts, seq)
        effects = _effects(desk.t, replay([*acts, Act(acts[-1].seq + 1, facts)]))
    except Refused as why:
        played = _depends(acts, target)
        refused, instead = f"{why}{_first_those(played)}", _instead(desk, target, why, played)
    goes = _goes(acts, target, tables_then(acts))
    return UndoPage(seq, line, again, goes, effects, refused, instead, lines)


def told(fact: f.Fact, at: Seats) -> str:
    """One fact with the names of those who sat there."""
    if not isinstance(fact, (f.ResultRecorded, f.ResultCorrected, f.GameRecorded)):
        return SAY[type(fact)](fact)
    match = at.get((fact.number, fact.table))
    if match is None or len(match.seats) != len(_by_seat(fact)):
        return SAY[type(fact)](fact)
    corrects = isinstance(fact, f.ResultCorrected)
    where = f"Correction, {the_round(fact.number)}, table {fact.table}" if corrects else f"Table {fact.table}"
    if isinstance(fact, f.GameRecorded):
        return f"{where}: {game_words(match, fact.game, gone=match.withdrawn)}"
    if len(match.seats) > 2:
        return f"{where}: {places_words(match, fact.result)}{ending(fact.result)}"
    one, two = map(who, match.players)
    points, comma, rest = score(fact.result).partition(",")
    return f"{where}: {one} {points} {two}{comma}{rest}{early(fact)}"


def _by_seat(fact: f.ResultRecorded | f.ResultCorrected | f.GameRecorded) -> tuple[object, ...]:
    return fact.game.realms if isinstance(fact, f.GameRecorded) else fact.result.outcomes


def line(act: Act, at: Tables) -> str:
    """A whole act in one line, with names at results."""
    return "; ".join(_all(act, at))


def _steps_back(desk: Desk) -> set[int]:
    """The acts that led a draft group a step or a pick back."""
    steps, at, found = steps_of(desk.t), dict[int, tuple[int, int]](), set[int]()
    for act in desk.book.acts:
        for fact in act.facts:
            if isinstance(fact, (f.DraftOpened, f.DraftDrawnAnew)):
                at = {}
            if isinstance(fact, f.DraftStepTaken):
                now = (place_of(steps, fact.step), fact.pick)
                found |= {act.seq} if now < at.get(fact.group, (0, 0)) else set()
                at[fact.group] = now
    return found


def _lines(desk: Desk, page: list[Act], staff: dict[str, str]) -> tuple[ActLine, ...]:
    acts = desk.book.acts
    off, at = _undone(acts), tables_then(acts)
    by_seq, back = {act.seq: act for act in acts}, _steps_back(desk)
    said = {text.id: text.text for kind in ("ruling", "chess") for text in texts(desk.id, kind)}
    return tuple(
        ActLine(
            act.seq,
            day(act.at),
            act.at,
            by_whom(act.by, staff, desk.names),
            _text(act, by_seq, at) + (", a step back" if act.seq in back else "") + _words(act, said),
            act.seq in off,
            "" if act.seq in off else _act(act, by_seq),
            url_for("history.undo", tid=desk.id, seq=act.seq),
        )
        for act in reversed(page)
    )


def _words(act: Act, said: dict[str, str]) -> str:
    """What a judge said about it: the words stand beside the journal."""
    ids = [fact.id for fact in act.facts if isinstance(fact, (f.RulingGiven, f.ChessClockCorrected))]
    return "".join(f": “{unbracketed(said[id])}”" for id in ids if id in said)


def _with_calls(desk: Desk, lines: tuple[ActLine, ...], staff: dict[str, str], *, until: str) -> tuple[ActLine, ...]:
    """The calls of the tables between the acts: they change nothing, and are rows of their own."""
    since = lines[-1].at if lines else ""
    calls = [
        ActLine(0, day(line.at), line.at, line.judge, f"{_where(line)}{line.text}, {line.note}", False, "", "")
        for line in (call_line(desk.t, call, staff) for call in all_calls(desk.id))
        if line.at >= since and (not until or line.at < until)
    ]
    return tuple(sorted((*lines, *calls), key=lambda line: line.at, reverse=True)) if calls else lines


def _where(line: LogLine) -> str:
    return f"Table {line.table}: " if line.table else ""


def _text(act: Act, by_seq: dict[int, Act], at: Tables) -> str:
    first, undos = _first(act, by_seq)
    if undos:
        return f"{first.seq} {'undone' if undos % 2 else 'done again'}: {_text(first, by_seq, at)}"
    return "; ".join(_all(act, at))


def _all(act: Act, at: Tables) -> list[str]:
    """What an act holds: many facts of one kind together, the others one by one."""
    said: list[str] = []
    then = {**at[0], **at.get(act.seq, {})}
    for kind, group in groupby(act.facts, key=type):
        facts = tuple(group)
        if kind in SAY_TOGETHER and len(facts) > 1:
            said.append(SAY_TOGETHER[kind](facts))
            continue
        each = list(dict.fromkeys(told(fact, then) for fact in facts))
        many = SAY_MANY.get(kind, lambda all_, first=each[0]: f"{first}, and {len(all_) - 1} more")
        said += each if len(each) <= 3 else [many(facts)]
    return list(dict.fromkeys(said))


def _first(act: Act, by_seq: dict[int, Act]) -> tuple[Act, int]:
    """The act that a chain of undos is about, and how many undos that are: an even number does it again."""
    undos = 0
    while (undone := _undoes(act)) in by_seq:
        act, undos = by_seq[undone], undos + 1
    return act, undos


def _act(act: Act, by_seq: dict[int, Act]) -> str:
    """The word of the link: what can be done about this line. An act done again is undone at its own line."""
    never = (f.TournamentCreated, *NEVER)
    if any(isinstance(fact, never) for fact in act.facts):
        return ""
    return ("Undo", "Redo", "")[min(_first(act, by_seq)[1], 2)]


def _undoes(act: Act) -> int:
    return next((fact.seq for fact in act.facts if isinstance(fact, f.Undone)), 0)


def _undone(acts: tuple[Act, ...]) -> set[int]:
    """The acts that are undone and not done again; undos among them."""
    off: set[int] = set()
    for act in reversed(acts):
        if act.seq not in off and _undoes(act):
            off.add(_undoes(act))
    return off


def _goes(acts: tuple[Act, ...], target: Act, at: Tables) -> tuple[str, ...]:
    first, _ = _first(target, {act.seq: act for act in acts})
    return tuple(_all(first, at))


def _effects(now: Tournament, after: Tournament) -> tuple[tuple[str, str], ...]:
    """Line by line: standings, rounds, results."""
    found = []
    if len(now.stages) == len(after.stages) and now.stages:
        moved = change(now, after, stage=len(now.stages) - 1)
        if moved.moved and len(now.players) == len(after.players):
            whose = f": {', '.join(map(who, moved.players[:6]))}" if moved.moved <= 6 else ""
            found.append(("Standings", f"{moved.sentence[:-1]}{whose}."))
        else:
            found.append(("Standings", "stay as they are."))
    if len(now.players) != len(after.players):
        found.append(("Players", f"{len(after.players)} instead of {len(now.players)}."))
    return (*found, *_rounds(now, after))


def _rounds(now: Tournament, after: Tournament) -> tuple[tuple[str, str], ...]:
    current = now.current_round
    if current is None:
        return ()
    name = round_name(now, current.number)
    name = name[0].upper() + name[1:]
    same = next((r for r in after.rounds if r.number == current.number), None)
    if same is None:
        return ((name, "is gone; it can be paired again."),)
    seated = {match.players for match in current.matches} == {match.players for match in same.matches}
    found = [(f"{name}, pairings", "stay as they are." if seated else "change back.")]
    if same.phase != current.phase:
        found.append((name, PHASES[same.phase]))
    was, will = (sum(m.result is not None for m in r.matches) for r in (current, same))
    if was or will:
        kept = "the one that is in stays." if was == 1 else f"all {was} stay."
        found.append((f"{name}, results", kept if was == will else f"{will} instead of {was}."))
    return tuple(found)


def _depends(acts: tuple[Act, ...], target: Act) -> list[Act]:
    """What was entered at the tables of a round whose pairing or publishing is in question."""
    numbers = {fact.number for fact in target.facts if isinstance(fact, (f.RoundPaired, f.RoundPublished))}
    later = [act for act in in_force(acts) if act.seq > target.seq]
    return [a for a in later if any(isinstance(x, AT_A_TABLE) and x.number in numbers for x in a.facts)]


def _first_those(played: list[Act]) -> str:
    if not played:
        return ""
    if len(played) == 1:
        return f" {played[0].seq} was entered at its tables since. Take that back first."
    return f" {len(played)} acts were entered at its tables since. Take those back first, the newest before the others."


def _instead(desk: Desk, target: Act, why: Refused, played: list[Act]) -> tuple[str, str] | None:
    """What to do first or in its place: a link and its word."""
    closed = {r.number for r in desk.t.rounds if r.phase == "closed"}
    for fact in target.facts:
        if isinstance(fact, AT_A_TABLE) and fact.number in closed:
            where = url_for("results.correct", tid=desk.id, number=fact.number, table=fact.table)
            return f"Correct {the_round(fact.number)}, table {fact.table}", where
    if isinstance(why, BuiltOn):
        number = played[-1].seq if played else why.by
        return f"Look at {number} first", url_for("history.undo", tid=desk.id, seq=number)
    return None


def _at(desk: Desk, before: int) -> str:
    return url_for("history.show", tid=desk.id, before=before)
