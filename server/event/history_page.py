"""The history: every act, newest first, and what undoing one would change."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby

from flask import url_for

from engine import facts as f
from engine.decisions.undo import undoable
from engine.fold import Act
from engine.history import SAY, SAY_MANY, SAY_TOGETHER, by_whom, early, ending, score
from engine.pairing.draft import place_of, steps_of
from engine.pod_words import game_words, places_words
from engine.sentences import named, the_round, unbracketed, who
from engine.values import dataclass
from server.core.books import taken_back
from server.core.desk import Desk
from server.core.rendering import day
from server.core.spelling import holds
from server.core.texts import texts
from server.event.tables_then import Seats, Tables, tables_then
from server.floor.calls import all_calls
from server.floor.rulings_log import LogLine, call_line

PAGE = 100
WHY_NOT, WHY_NOT_AGAIN = "Why no undo?", "Why no redo?"


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
    q: str = ""


def history_page(desk: Desk, *, staff: dict[str, str], before: int = 0, q: str = "") -> HistoryPage:
    """A page of the history: the hundred acts before `before`, or the newest; with `q`, of those that speak of it."""
    acts = desk.book.acts
    if q:
        return _found(desk, staff, before, q)
    last = min(before - 1, acts[-1].seq) if before > 1 else acts[-1].seq
    page = [act for act in acts if last - PAGE < act.seq <= last]
    newer = "" if last == acts[-1].seq else _at(desk, last + PAGE + 1)
    older = _at(desk, page[0].seq) if page and page[0].seq > acts[0].seq else ""
    until = next((act.at for act in acts if act.seq == last + 1), "")
    lines = _with_calls(desk, lines_of(desk, page, staff), staff, until=until)
    return HistoryPage(lines, len(acts), newer, older)


def _found(desk: Desk, staff: dict[str, str], before: int, q: str) -> HistoryPage:
    """The hundred newest lines with these words, by number, name, table or deed. Only what is shown is asked about."""
    acts, at = desk.book.acts, tables_then(desk.book)
    by_seq = {act.seq: act for act in acts}

    def speaks(act: Act) -> bool:
        then = {**at[0], **at.get(act.seq, {})}
        each = " ".join(told(fact, then) for fact in first_act(act, by_seq)[0].facts)  # many results are one line
        said = named(f"{_text(act, by_seq, at)} {each}", desk.names)
        return holds(f"{act.seq} {by_whom(act.by, staff, desk.names)} {said}", q)

    hits = [act for act in acts if speaks(act)]
    page = [act for act in hits if not before or act.seq < before][-PAGE:]
    later = [act.seq for act in hits if page and act.seq > page[-1].seq]
    newer = _at(desk, later[PAGE] if len(later) > PAGE else 0, q) if later else ""
    older = _at(desk, page[0].seq, q) if page and page[0].seq > hits[0].seq else ""
    return HistoryPage(lines_of(desk, page, staff), len(hits), newer, older, q)


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
    return "; ".join(all_words(act, at))


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


def lines_of(desk: Desk, page: list[Act], staff: dict[str, str]) -> tuple[ActLine, ...]:
    acts = desk.book.acts
    off, at = taken_back(desk.book), tables_then(desk.book)
    by_seq, back = {act.seq: act for act in acts}, _steps_back(desk)
    said = {text.id: text.text for kind in ("ruling", "chess") for text in texts(desk.id, kind)}
    ways = ways_back(desk, page)
    return tuple(
        ActLine(
            act.seq,
            day(act.at),
            act.at,
            by_whom(act.by, staff, desk.names),
            _text(act, by_seq, at) + (", a step back" if act.seq in back else "") + _words(act, said),
            act.seq in off,
            *(ways.get(act.seq) or _why_not(desk, act, by_seq, undone=act.seq in off)),
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
    first, undos = first_act(act, by_seq)
    if undos:
        return f"{first.seq} {'undone' if undos % 2 else 'done again'}: {_text(first, by_seq, at)}"
    return "; ".join(all_words(act, at))


def all_words(act: Act, at: Tables) -> list[str]:
    """What an act holds: many facts of one kind together, the others one by one."""
    said: list[str] = []
    then = {**at[0], **at.get(act.seq, {})}
    if _both_told(act.facts):
        return [f"{told(act.facts[-1], then)}, both agree"]
    for kind, group in groupby(act.facts, key=type):
        facts = tuple(group)
        if kind in SAY_TOGETHER and len(facts) > 1:
            said.append(SAY_TOGETHER[kind](facts))
            continue
        each = list(dict.fromkeys(told(fact, then) for fact in facts))
        many = SAY_MANY.get(kind, lambda all_, first=each[0]: f"{first}, and {len(all_) - 1} more")
        said += each if len(each) <= 3 else [many(facts)]
    return list(dict.fromkeys(said))


def _both_told(facts: tuple[f.Fact, ...]) -> bool:
    """A result that both gave in one go, as they do at the tablet of their table."""
    kinds = tuple(map(type, facts))
    return kinds == (f.ResultReported, f.ResultReported, f.ResultRecorded)


def first_act(act: Act, by_seq: dict[int, Act]) -> tuple[Act, int]:
    """The act that a chain of undos is about, and how many undos that are: an even number does it again."""
    undos = 0
    while (undone := _undoes(act)) in by_seq:
        act, undos = by_seq[undone], undos + 1
    return act, undos


def ways_back(desk: Desk, acts: Sequence[Act]) -> dict[int, tuple[str, str]]:
    """What can be done about each of these acts, as a word and an address; an act that is left out stays as it is.

    Verdicts are kept with the book, which is another one when the journal moves on: each needs a replay.
    """
    verdicts: dict[int, bool] = desk.book.known.setdefault(ways_back, {})
    if unknown := {act.seq for act in acts} - verdicts.keys():
        works = undoable(desk.book.acts, unknown, desk.book.points)
        verdicts.update((seq, seq in works) for seq in unknown)
    by_seq, off = {act.seq: act for act in desk.book.acts}, taken_back(desk.book)
    found = {act.seq: _way_back(desk, act, by_seq, works=verdicts[act.seq]) for act in acts if act.seq not in off}
    return {seq: way for seq, way in found.items() if way[0]}


def _way_back(desk: Desk, act: Act, by_seq: dict[int, Act], *, works: bool) -> tuple[str, str]:
    """An act done again is undone at its own line; a result of a closed round is corrected."""
    word = ("Undo", "Redo", "")[min(first_act(act, by_seq)[1], 2)]
    if works:
        return word, url_for("history.undo", tid=desk.id, seq=act.seq)
    closed = {round_.number: round_ for round_ in desk.t.rounds if round_.phase == "closed"}
    for fact in act.facts:
        if isinstance(fact, (f.ResultRecorded, f.ResultCorrected)) and fact.number in closed and len(act.facts) == 1:
            return "Correct…", url_for("results.correct", tid=desk.id, number=fact.number, table=fact.table)
    return "", ""


def _why_not(desk: Desk, act: Act, by_seq: dict[int, Act], *, undone: bool) -> tuple[str, str]:
    """What stays as it is has the reason behind a link: the preview says it, and what to do first."""
    undos = first_act(act, by_seq)[1]
    word = "" if undone else (WHY_NOT, WHY_NOT_AGAIN, "")[min(undos, 2)]
    return word, url_for("history.undo", tid=desk.id, seq=act.seq) if word else ""


def _undoes(act: Act) -> int:
    return next((fact.seq for fact in act.facts if isinstance(fact, f.Undone)), 0)


def _at(desk: Desk, before: int, q: str = "") -> str:
    return url_for("history.show", tid=desk.id, before=before or None, q=q or None)
