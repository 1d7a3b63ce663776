"""Taking back an act about the box, or doing it again: refused if what came later would no longer stand."""

from __future__ import annotations

from collections.abc import Sequence

from engine.box import facts as b
from engine.box.fold import BoxAct, apply_facts
from engine.box.words import Box
from engine.decisions.undo import BuiltOn
from engine.fold import in_force, is_undo, undone
from engine.refusals import Refused

# What is never taken back, and what to do instead.
FOR_GOOD: dict[type, str] = {
    b.PeopleAdded: "People come with their events, and stay in the directory. Merge or erase them instead.",
    b.PersonChanged: "Details are kept once, as they are now. Change them again instead.",
    b.SeriesRenamed: "Names are kept once, as they are now. Rename it again instead.",
    b.PersonErased: "What is erased is gone for good.",
}


def undo(acts: Sequence[BoxAct], seq: int) -> tuple[b.Undone, ...]:
    """Take an act back, or do it again if it is itself an undo."""
    target = next((act for act in acts if act.seq == seq), None)
    if target is None:
        raise Refused(f"There is no act {seq} in this journal.")
    for fact in target.facts:
        if type(fact) in FOR_GOOD:
            raise Refused(FOR_GOOD[type(fact)])
    if seq in undone(acts):
        raise Refused(f"Act {seq} is already undone. To do it again, undo the undoing.")
    fact = b.Undone(seq)
    _require_standing(in_force(acts), in_force([*acts, BoxAct(acts[-1].seq + 1, (fact,))]), target)
    return (fact,)


def _require_standing(live: Sequence[BoxAct], after: Sequence[BoxAct], target: BoxAct) -> None:
    known = {act.seq for act in live}
    box = Box()
    for act in after:
        try:
            box = apply_facts(box, act.facts)
        except Refused as why:
            if act.seq not in known:
                raise
            what = "done again" if is_undo(target) else "undone"
            told = f"Act {target.seq} cannot be {what}, because act {act.seq} builds on it: {why}"
            raise BuiltOn(told, by=act.seq) from why
