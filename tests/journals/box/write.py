"""Writes the golden journals of the box: every fact about its people and series, undone and redone ones among them.

PYTHONPATH=. python tests/journals/box/write.py people        writes this one, if it is not there yet

They open in every later version and say the same, so none is ever written again: a new shape gets a file of its own.
"""

from __future__ import annotations

import gzip
import json
import sys
from dataclasses import replace
from datetime import date, timedelta
from pathlib import Path

from engine.box.fold import BoxAct, replay
from engine.box.series import series_ledger
from engine.box.words import Box
from engine.decisions import directory, series
from engine.decisions.undo_box import undo
from engine.rulesets.registry import ruleset
from engine.series.entries import Entry, EntryLine
from engine.series.ranking import ranking
from engine.series.rules import Series, SeriesRules
from engine.standings.participants import PlayedTable
from server.core.chain import sealed
from server.core.stored_box import stored_box

HERE = Path(__file__).parent
DAY = date(2026, 3, 2)
AT = "2026-11-18T10:00:{:02}.000+00:00"


def begin():
    """A journal to write, and the two ways to add an act to it."""
    acts: list[BoxAct] = []

    def do(facts: tuple) -> None:
        acts.append(BoxAct(len(acts) + 1, facts, "s1", AT.format(len(acts))))
        replay(acts)

    def decided(decide, *args, **named) -> None:
        do(decide(replay(acts), *args, **named))

    return acts, do, decided


def people() -> list[BoxAct]:
    acts, do, decided = begin()
    decided(directory.add, ["ana", "anna", "ben", "bea", "cai"])
    decided(directory.merge, "ana", gone="anna")
    decided(directory.tell_apart, "ben", "bea")
    decided(directory.add, ["dee"])
    decided(directory.give_entry, "cup", entry="p4", person="dee")
    decided(directory.show_page, "ana")
    decided(directory.show_page, "ben")
    decided(directory.hide_page, "ben")
    decided(directory.change_details, "ben")
    decided(directory.merge, "ben", gone="cai")
    do(undo(acts, 10))
    do(undo(acts, 11))
    decided(directory.merge, "dee", gone="bea")
    do(undo(acts, 13))
    decided(directory.erase, ["cai"])
    return acts


def seasons() -> list[BoxAct]:
    """A rulebook's own ranking by rule and a league by hand; typed events that are due, sent, amended and struck."""
    acts, do, decided = begin()
    everybody = [f"p{n}" for n in range(1, 11)]
    world = Series(ruleset("spellfire").series, ruleset="spellfire", first_day=DAY, every=True)
    rules = SeriesRules(by="place", points=(10, 7, 5), rest=1, participation=1, best=2, qualify=4)
    league = Series(replace(rules, tiebreaks=("events_won", "wins")), last_day=DAY + timedelta(days=300))
    decided(directory.add, everybody)
    decided(series.make_series, "world", terms=world)
    decided(series.make_series, "league", terms=league)
    decided(series.rename_series, "league")
    for number in range(5):
        event = wrap_up(f"cup{number}", everybody[number:] + everybody[:number], day=DAY + timedelta(days=number))
        decided(series.type_wrap_up, event)
        decided(series.put_in, "league", event=event.event)
        decided(series.vouch_for, event.event, ticks=["advertised", "latest_rules"])
        if number:
            decided(series.mark_sent, event, on=DAY + timedelta(days=9 * number), today=DAY + timedelta(days=99))
    decided(series.vouch_for, "cup0", ticks=["advertised"])
    decided(series.take_out, "league", event="cup2")
    decided(series.take_out, "world", event="cup3")
    do(undo(acts, len(acts)))
    decided(series.type_wrap_up, wrap_up("cup3", everybody[5:], day=DAY + timedelta(days=3), players=24, factor=2))
    decided(series.decide_event, "world", event="cup2", verdict="disqualified")
    decided(series.decide_event, "world", event="cup4", verdict="disqualified")
    decided(series.decide_event, "world", event="cup4", verdict=None)
    decided(series.decide_event, "world", event="cup4", verdict="counted")
    decided(series.change_terms, "league", terms=replace(league, rules=replace(league.rules, best=3)))
    decided(directory.merge, "p1", gone="p10")
    decided(series.make_series, "gone", terms=league)
    decided(series.remove_series, "gone")
    return acts


def opened() -> list[BoxAct]:
    """Three series: one that phones see, one that they no longer do, one whose opening was taken back."""
    acts, do, decided = begin()
    for id in ("seen", "closed", "undone"):
        decided(series.make_series, id, terms=Series(SeriesRules(by="wins")))
        decided(series.open_series, id)
    decided(series.close_series, "closed")
    do(undo(acts, 6))
    return acts


def wrap_up(event: str, people: list[str], *, day: date, **more) -> Entry:
    *playing, judge = people
    lines = [
        EntryLine(f"e{place}", person, place=place, wins=(9 - place) // 3, by_round=(4 - place % 3, 8 - place % 4))
        for place, person in enumerate(playing, start=1)
    ]
    staff = EntryLine("s1", judge, role="judge", worth=len(playing) // 2)
    told = {"players": len(playing), "smallest": PlayedTable(1, 1, 3)} | more
    return Entry(event, "spellfire", day, day, lines=(*lines, staff), **told)


def outcome(box: Box) -> dict[str, object]:
    """What a journal says, today and in every later version."""
    people = box.people
    told: dict[str, object] = {
        "known": sorted(people.known),
        "merged": dict(people.merged),
        "apart": sorted(map(sorted, people.apart)),
        "given": sorted([*key, person] for key, person in people.given.items()),
        "open": sorted(people.open),
        "erased": sorted(people.erased),
    }
    codes = {id: [each.convention, each.convention_code, each.code] for id, each in sorted(box.typed.items())}
    told |= {f"codes of {id}": said for id, said in codes.items() if any(said)}
    return told | {f"series {id}": _season(box, id) for id in sorted(box.series)}


def _season(box: Box, id: str) -> dict[str, object]:
    ledger = series_ledger(box, id, (), persons={}, today=DAY + timedelta(days=20))
    return {
        "ledger": [[line.entry.event, line.state, line.counts] for line in ledger],
        "ranking": [
            [line.rank, line.person, line.points, line.events, line.playoff]
            for line in ranking(box.series[id].terms, ledger)
        ],
        **({"open": True} if box.series[id].open else {}),
    }


def sent_again() -> list[BoxAct]:
    """Two reports sent again on day 40: one was in time at first, the other never was."""
    acts, _, decided = begin()
    everybody = [f"p{n}" for n in range(1, 11)]
    world = Series(ruleset("spellfire").series, ruleset="spellfire", every=True)
    decided(directory.add, everybody)
    decided(series.make_series, "world", terms=world)
    for event, first in (("in-time", 7), ("late", 31)):
        entry = wrap_up(event, everybody, day=DAY)
        decided(series.type_wrap_up, entry)
        decided(series.vouch_for, event, ticks=["advertised", "latest_rules"])
        for after in (first, 40):
            decided(series.mark_sent, entry, on=DAY + timedelta(days=after), today=DAY + timedelta(days=99))
    return acts


def places_amended() -> list[BoxAct]:
    """Two reports with what their forms said; one of the events is typed again, with other places."""
    acts, _, decided = begin()
    everybody = [f"p{n}" for n in range(1, 11)]
    decided(directory.add, everybody)
    decided(series.make_series, "world", terms=Series(ruleset("spellfire").series, ruleset="spellfire", every=True))
    for event in ("as-sent", "amended"):
        entry = wrap_up(event, everybody, day=DAY)
        decided(series.type_wrap_up, entry)
        decided(series.vouch_for, event, ticks=["advertised", "latest_rules"])
        decided(series.mark_sent, entry, on=DAY, today=DAY)
    lines = tuple(replace(line, place=10 - line.place) if line.place else line for line in entry.lines)
    decided(series.type_wrap_up, replace(entry, lines=lines))
    return acts


def typed_with_codes() -> list[BoxAct]:
    """Three typed reports with a convention and both codes: one as it was sent, one whose code was typed anew since."""
    acts, _, decided = begin()
    everybody = [f"p{n}" for n in range(1, 11)]
    decided(directory.add, everybody)
    decided(series.make_series, "world", terms=Series(ruleset("spellfire").series, ruleset="spellfire", every=True))
    decided(series.type_wrap_up, wrap_up("without", everybody, day=DAY))
    for event in ("as-sent", "amended"):
        entry = wrap_up(event, everybody, day=DAY, convention="Gen Con", convention_code="GC26", code="SP1")
        decided(series.type_wrap_up, entry)
        decided(series.vouch_for, event, ticks=["advertised", "latest_rules"])
        decided(series.mark_sent, entry, on=DAY, today=DAY)
    decided(series.type_wrap_up, replace(entry, code="SP2"))
    return acts


JOURNALS = {
    "people": people,
    "seasons": seasons,
    "opened": opened,
    "sent-again": sent_again,
    "places-amended": places_amended,
    "typed-with-codes": typed_with_codes,
}


def write(name: str) -> None:
    acts = JOURNALS[name]()
    expected = outcome(replay(acts))
    rows = [act._asdict() for act in sealed(map(stored_box, acts))]
    text = json.dumps({"acts": rows, "expected": expected}, ensure_ascii=False)
    (HERE / f"{name}.json.gz").write_bytes(gzip.compress(text.encode(), mtime=0))


if __name__ == "__main__":
    for name in sys.argv[1:]:
        if not (HERE / f"{name}.json.gz").exists():
            write(name)
