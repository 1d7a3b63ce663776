"""The history of the directory: every act, newest first, and what undoing one would mean."""

from __future__ import annotations

from flask import url_for

from engine.box.fold import BoxAct
from engine.box.history import sentence
from engine.decisions.undo_box import first_act, undo, why_for_good
from engine.fold import undone
from engine.history import by_whom
from engine.refusals import Refused, Unknown
from engine.values import dataclass
from server.core.box_journal import BoxBook
from server.core.rendering import day
from server.event.history_page import PAGE, WHY_NOT, WHY_NOT_AGAIN, ActLine, HistoryPage


@dataclass(frozen=True, slots=True)
class UndoPage:
    seq: int
    line: ActLine
    again: bool
    goes: str
    refused: str
    lines: tuple[ActLine, ...]


def box_history(book: BoxBook, *, staff: dict[str, str], before: int = 0) -> HistoryPage:
    """A page of the history: the hundred acts before `before`, or the newest."""
    newest = book.revision.seq
    last = min(before - 1, newest) if before > 1 else newest
    page = [act for act in book.acts if last - PAGE < act.seq <= last]
    newer = "" if last == newest else url_for("directory_care.history", before=last + PAGE + 1)
    older = url_for("directory_care.history", before=page[0].seq) if page and page[0].seq > 1 else ""
    return HistoryPage(_lines(book, page, staff), len(book.acts), newer, older)


def box_undo(book: BoxBook, seq: int, *, staff: dict[str, str]) -> UndoPage:
    """What undoing this act takes back, or why it cannot be."""
    target = next((act for act in book.acts if act.seq == seq), None)
    if target is None:
        raise Unknown(f"There is no change {seq} in the history of the directory.")
    lines = _lines(book, [act for act in book.acts if abs(act.seq - seq) <= 5], staff)
    line = next(line for line in lines if line.seq == seq)
    refused = ""
    try:
        undo(book.acts, seq)
    except Refused as why:
        refused = str(why)
    first, undos = first_act(target, _by_seq(book))
    return UndoPage(seq, line, undos % 2 == 1, sentence(first), refused, lines)


def _lines(book: BoxBook, page: list[BoxAct], staff: dict[str, str]) -> tuple[ActLine, ...]:
    off, by_seq = undone(book.acts), _by_seq(book)
    return tuple(
        ActLine(
            seq=act.seq,
            day=day(act.at),
            at=act.at,
            by=by_whom(act.by, staff, {}),
            text=_text(act, by_seq),
            undone=act.seq in off,
            act=(word := "" if act.seq in off else _act(book, act, by_seq)),
            href=url_for("directory_care.ask_undo", seq=act.seq) if word else "",
        )
        for act in reversed(page)
    )


def _by_seq(book: BoxBook) -> dict[int, BoxAct]:
    return {act.seq: act for act in book.acts}


def _text(act: BoxAct, by_seq: dict[int, BoxAct]) -> str:
    first, undos = first_act(act, by_seq)
    told = sentence(first)
    return f"{first.seq} {'undone' if undos % 2 else 'done again'}: {told}" if undos else told


def _act(book: BoxBook, act: BoxAct, by_seq: dict[int, BoxAct]) -> str:
    """The word of the link: what can be done about this line, or that its reason is behind it."""
    first, undos = first_act(act, by_seq)
    words = (WHY_NOT, WHY_NOT_AGAIN, "") if why_for_good(book.box, first) else ("Undo", "Redo", "")
    return words[min(undos, 2)]
