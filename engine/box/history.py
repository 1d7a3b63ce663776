"""What happened to the box, in one line a person can read. Ids of people are marked; `named` puts the names in."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from engine.box import facts as b
from engine.box.fold import BoxAct
from engine.sentences import everyone, plural, who

FEW = 3
Say = Callable[[Any], str]


def sentence(act: BoxAct) -> str:
    """The whole act in one line."""
    return "; ".join(dict.fromkeys(SAY[type(fact)](fact) for fact in act.facts))


def _added(fact: b.PeopleAdded) -> str:
    few = everyone(fact.people) if len(fact.people) <= FEW else plural(len(fact.people), "person", "people")
    return f"{few} added to the directory"


# By the kind of fact; a subject that joins the journal of the box adds its own.
SAY: dict[type, Say] = {
    b.PeopleAdded: _added,
    b.PersonChanged: lambda x: f"Details of {who(x.person)} changed",
    b.PeopleMerged: lambda x: f"{who(x.gone)} merged into {who(x.into)}",
    b.PeopleToldApart: lambda x: f"{who(x.one)} and {who(x.two)} are two people",
    b.EntryGiven: lambda x: f"An entry of an event belongs to {who(x.person)}",
    b.PageOpened: lambda x: f"Phones may see the page of {who(x.person)}",
    b.PageClosed: lambda x: f"Phones no longer see the page of {who(x.person)}",
    b.PersonErased: lambda _: "A person erased",
    b.Undone: lambda x: f"Act {x.seq} undone",
}
