"""What happened to the box, in one line a person can read. Ids of people are marked; `named` puts the names in."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from engine.box import facts as b
from engine.box.fold import BoxAct
from engine.sentences import everyone, listed, plural, who
from engine.series.series_words import TICKS

FEW = 3
Say = Callable[[Any], str]


def sentence(act: BoxAct) -> str:
    """The whole act in one line."""
    return "; ".join(dict.fromkeys(SAY[type(fact)](fact) for fact in act.facts))


def _added(fact: b.PeopleAdded) -> str:
    few = everyone(fact.people) if len(fact.people) <= FEW else plural(len(fact.people), "person", "people")
    return f"{few} added to the directory"


def _decided(fact: b.EventDecided) -> str:
    if fact.verdict is None:
        return f"No decision about {who(fact.event)} in {who(fact.series)}"
    return f"{who(fact.event)} {fact.verdict} in {who(fact.series)}"


def _vouched(fact: b.EventVouchedFor) -> str:
    told = listed([TICKS[tick] for tick in fact.ticks]) if fact.ticks else "nothing"
    return f"{who(fact.event)} ticked: {told}"


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
    b.SeriesMade: lambda x: f"Series {who(x.series)} made",
    b.SeriesTermsSet: lambda x: f"Rules of {who(x.series)} changed",
    b.SeriesRenamed: lambda x: f"Series {who(x.series)} renamed",
    b.SeriesRemoved: lambda x: f"Series {who(x.series)} removed",
    b.SeriesOpened: lambda x: f"Phones may see {who(x.series)}",
    b.SeriesClosed: lambda x: f"Phones no longer see {who(x.series)}",
    b.EventPutInSeries: lambda x: f"{who(x.event)} put into {who(x.series)}",
    b.EventTakenOut: lambda x: f"{who(x.event)} taken out of {who(x.series)}",
    b.EventDecided: _decided,
    b.EventVouchedFor: _vouched,
    b.ReportSent: lambda x: f"Report of {who(x.event)} sent on {x.on}",
    b.WrapUpTyped: lambda x: f"Wrap-up of {who(x.event)} typed: {plural(x.entry.players, 'player')}",
    b.Undone: lambda x: f"Change {x.seq} undone",
}
