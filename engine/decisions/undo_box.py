"""Taking back an act about the box, or doing it again: refused if what came later would no longer stand."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from engine.box import facts as b
from engine.box.fold import BoxAct, apply_facts, replay
from engine.box.words import Box, PersonId
from engine.decisions.undo import BuiltOn
from engine.fold import in_force, is_undo, undone
from engine.refusals import Refused

# What is never taken back, and what to do instead.
FOR_GOOD: dict[type, str] = {
    b.PeopleAdded: "People come with their events, and stay in the directory. Merge or erase them instead.",
    b.PersonChanged: "Only the current details are kept. Change them again instead.",
    b.SeriesRenamed: "Only the current name is kept. Rename it again instead.",
    b.PersonErased: "What is erased is gone for good.",
}
OF_ERASED = "It is about somebody who was erased since, and what is erased is gone for good. It stays as it is."


def undo(acts: Sequence[BoxAct], seq: int) -> tuple[b.Undone, ...]:
    """Take an act back, or do it again if it is itself an undo."""
    target = next((act for act in acts if act.seq == seq), None)
    if target is None:
        raise Refused(f"There is no change {seq} in this journal.")
    if why := why_for_good(replay(acts), first_act(target, {act.seq: act for act in acts})[0]):
        raise Refused(why)
    if seq in undone(acts):
        raise Refused(f"Change {seq} is already undone. To do it again, undo the undo.")
    fact = b.Undone(seq)
    _require_standing(in_force(acts), in_force([*acts, BoxAct(acts[-1].seq + 1, (fact,))]), target)
    return (fact,)


def why_for_good(box: Box, first: BoxAct) -> str:
    """Why an act is never taken back, nor done again; empty where it may be."""
    for fact in first.facts:
        if type(fact) in FOR_GOOD:
            return FOR_GOOD[type(fact)]
        if not box.people.erased.isdisjoint(_people(fact)):
            return OF_ERASED
    return ""


def first_act(act: BoxAct, by_seq: Mapping[int, BoxAct]) -> tuple[BoxAct, int]:
    """The act that a chain of undos is about, and how many undos that are."""
    undos = 0
    while is_undo(act):
        act = by_seq[next(fact.seq for fact in act.facts if isinstance(fact, b.Undone))]
        undos += 1
    return act, undos


def _people(fact: b.BoxFact) -> tuple[PersonId, ...]:
    """Whom somebody said something about."""
    match fact:
        case b.PeopleMerged(into, gone):
            return into, gone
        case b.PeopleToldApart(one, two):
            return one, two
        case b.EntryGiven() | b.PageOpened() | b.PageClosed():
            return (fact.person,)
    return ()


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
            told = f"Change {target.seq} cannot be {what}, because change {act.seq} builds on it: {why}"
            raise BuiltOn(told, by=act.seq) from why
