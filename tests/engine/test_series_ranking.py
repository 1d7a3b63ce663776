"""Rankings: points added up, the best of several, ties, the line of a playoff, and what a correction changes."""

from dataclasses import replace
from datetime import date, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.series.changes import rank_changes
from engine.series.entries import Entry, EntryLine, identified
from engine.series.ledger import LedgerLine, Marks, ledger
from engine.series.ranking import rank_history, ranking
from engine.series.rules import Series, SeriesRules
from engine.series.series_words import change_words, working
from engine.series.tiebreaks import TIEBREAKS

START = date(2026, 1, 1)
BY_PLACE = SeriesRules(by="place", points=(5, 3, 2), rest=1)


def counted(number, people, **changes):
    """An event in which these people came in this order, one a week."""
    lines = tuple(EntryLine(name, name, place=place) for place, name in enumerate(people.split(), start=1))
    day = START + timedelta(weeks=number)
    entry = Entry(f"e{number}", "ashes-reborn", day, day, lines=lines, players=len(lines))
    return LedgerLine(replace(entry, **changes), "counted")


def season(*events):
    return [counted(number, people) for number, people in enumerate(events, start=1)]


def ranked(rules, ledger):
    return [(line.rank, line.person, line.points) for line in ranking(Series(rules), ledger)]


def test_equal_totals_share_a_rank_1_2_2_4():
    """“Equal totals share a rank: 1, 2, 2, 4.”"""
    got = ranked(BY_PLACE, season("Ana Ben Cai Dee", "Ana Cai Ben Dee"))
    assert got == [(1, "Ana", 10), (2, "Ben", 5), (2, "Cai", 5), (4, "Dee", 2)]


def test_only_the_best_events_count_and_the_others_are_named():
    rules = replace(BY_PLACE, best=2)
    (ana, *_) = ranking(Series(rules), season("Ana Ben", "Ben Ana", "Ana Ben"))
    assert (ana.points, ana.events, len(ana.counted)) == (10, 3, 2)
    assert working(ana) == "⟨e1⟩: 5 (place 1); ⟨e3⟩: 5 (place 1); not among the best 2: ⟨e2⟩: 3 (place 2)"


def test_everybody_has_something_for_coming():
    got = ranked(replace(BY_PLACE, participation=2), season("Ana Ben Cai Dee Eli"))
    assert [points for _, _, points in got] == [7, 5, 4, 3, 3]


@pytest.mark.parametrize(
    ("key", "first"),
    [("events_won", "Ana"), ("best_event", "Ana"), ("fewest_events", "Ana")],
)
def test_a_tie_is_broken_by_what_the_organizer_chose(key, first):
    """Ana won once and stayed at home; Ben came three times: five points each."""
    events = season("Ana Ben Cai", "Cai Dee Eli Ben", "Eli Dee Cai Ben")
    (one, two) = (line for line in ranking(Series(replace(BY_PLACE, tiebreaks=(key,))), events) if line.points == 5)
    assert (one.person, one.rank + 1, one.sharing) == (first, two.rank, 1)


def test_more_events_or_fewer_are_two_tie_breaks():
    events = season("Zoe Ben Cai", "Cai Dee Eli Ben", "Eli Dee Cai Ben")
    most, fewest = (
        [line.person for line in ranking(Series(replace(BY_PLACE, tiebreaks=(key,))), events) if line.points == 5]
        for key in ("most_events", "fewest_events")
    )
    assert most == ["Ben", "Zoe"] == fewest[::-1]


def test_who_is_level_after_every_tie_break_shares_the_rank():
    rules = replace(BY_PLACE, tiebreaks=tuple(TIEBREAKS))
    lines = ranking(Series(rules), season("Ana Ben", "Cai Dee"))
    assert [(line.rank, line.person, line.sharing) for line in lines] == [
        (1, "Ana", 2),
        (1, "Cai", 2),
        (3, "Ben", 2),
        (3, "Dee", 2),
    ]


def test_of_events_with_the_same_points_the_better_place_counts():
    """So that a tie-break by events won sees the one that was won."""
    rules = SeriesRules(by="place", points=(3, 3), best=1, tiebreaks=("events_won",))
    first, second = ranking(Series(rules), season("Ben Ana Cai", "Ana Dee Ben"))[:2]
    assert {first.person, second.person} == {"Ana", "Ben"}
    assert [each.place for each in (*first.counted, *second.counted)] == [1, 1]


def test_the_working_of_a_broken_tie_names_the_next_better_and_the_next_worse():
    """Three on 4 points, who have won two matches, one and none."""
    events = season("Ana Ben Cai")
    lines = tuple(replace(line, wins=2 - place) for place, line in enumerate(events[0].entry.lines))
    events = [replace(events[0], entry=replace(events[0].entry, lines=lines))]
    rules = SeriesRules(by="participation", each=4, tiebreaks=("wins",))
    assert [working(line).partition("; matches ")[2] for line in ranking(Series(rules), events)] == [
        "won 2 > 1",
        "won 1 < 2 and > 0",
        "won 0 < 1",
    ]


def test_who_ran_an_event_has_not_won_it():
    lines = (EntryLine("s", "Cy", role="coordinator", worth=9), EntryLine("p", "Ana", place=1, by_round=(9,)))
    rules = SeriesRules(by="rounds", tiebreaks=("events_won", "wins"))
    assert ranked(rules, [counted(1, "", lines=lines)]) == [(1, "Ana", 9), (2, "Cy", 9)]
    rules = replace(rules, tiebreaks=("wins",))
    assert ranked(rules, [counted(1, "", lines=lines)]) == [(1, "Ana", 9), (1, "Cy", 9)]


def test_what_one_tie_break_leaves_level_the_next_one_decides():
    lines = (EntryLine("a", "Ana", place=2, wins=1), EntryLine("b", "Ben", place=2, wins=2))
    rules = SeriesRules(by="participation", tiebreaks=("events_won", "wins"))
    assert ranked(rules, [counted(1, "", lines=lines)]) == [(1, "Ben", 1), (2, "Ana", 1)]


@pytest.mark.parametrize(
    ("qualify", "shown"), [(1, "in out out out"), (2, "in level level out"), (3, "in in in out"), (9, "in in in in")]
)
def test_the_line_of_a_playoff_names_those_who_are_level_across_it(qualify, shown):
    lines = ranking(Series(replace(BY_PLACE, qualify=qualify)), season("Ana Ben Cai Dee", "Ana Cai Ben Dee"))
    assert [line.playoff for line in lines] == shown.split()


def test_an_event_that_does_not_count_gives_nothing():
    one, two = season("Ana Ben", "Ben Ana")
    off = replace(two, why=("any",))
    assert ranked(BY_PLACE, [one, off]) == ranked(BY_PLACE, [one])


def test_what_a_correction_changes_is_told_of_everybody_whom_it_moves():
    before = ranking(Series(BY_PLACE), season("Ana Ben Cai Dee", "Ana Ben Cai Dee"))
    after = ranking(Series(BY_PLACE), season("Ana Ben Cai Dee", "Ben Ana Cai Eli"))
    told = {each.person: (each.moved, each.gained) for each in rank_changes(before, after)}
    assert told == {"Ana": (0, -2), "Ben": (1, 2), "Dee": (0, -1), "Eli": (0, 1)}
    dee, eli = (next(each for each in rank_changes(before, after) if each.person == name) for name in ("Dee", "Eli"))
    assert (dee.before.points, dee.after.points, eli.before) == (2, 1, None)
    assert rank_changes(before, before) == ()


def test_a_change_is_told_in_a_line():
    rules = replace(BY_PLACE, qualify=1)
    before = ranking(Series(rules), season("Ana Ben Cai Dee", "Ana Ben Cai Dee"))
    after = ranking(Series(rules), season("Ana Ben Cai Dee", "Ben Ana Cai Eli"))
    assert [change_words(each) for each in rank_changes(before, after)] == [
        "⟨Ana⟩ stays 1, 10 → 8 points, tied at the playoff line",
        "⟨Ben⟩ 2 → 1, 6 → 8 points, tied at the playoff line",
        "⟨Dee⟩ stays 4, 2 → 1 point",
        "⟨Eli⟩ new, rank 4 with 1 point",
    ]
    assert [change_words(each) for each in rank_changes(after, before)][-1] == (
        "⟨Eli⟩ no longer in the ranking, before rank 4 with 1 point"
    )


def test_the_movement_is_what_the_newest_event_that_counts_has_changed():
    one, two, three = season("Ana Ben", "Ben Cai", "Cai Ana")
    off = replace(three, why=("any",))
    series = Series(BY_PLACE)
    history = rank_history(series, ranking(series, [two, off, one]), last=8)
    assert history.events == ("e1", "e2")
    assert history.ranks == {"Ana": (1, 2), "Ben": (2, 1), "Cai": (3,)}
    assert rank_history(series, (), last=8).events == ()


def test_of_two_events_of_one_day_the_one_that_ended_later_is_the_later_one():
    """A convention has several a day, and their ids say nothing about when they were played."""
    first = counted(1, "Ana Ben", event="z", ended="2026-01-08T11:00:00.000+00:00")
    second = counted(1, "Cai Ana", event="a", ended="2026-01-08T17:00:00.000+00:00")
    typed = counted(1, "Dee", event="m")
    series = Series(BY_PLACE)
    ranks = ranking(series, [second, first, typed])
    assert rank_history(series, ranks, last=8).events == ("m", "z", "a")
    assert working(ranks[0]) == "⟨z⟩: 5 (place 1); ⟨a⟩: 3 (place 2)"
    in_order = ledger(series, [(each.entry, Marks()) for each in (second, first, typed)], today=START)
    assert [line.entry.event for line in in_order] == ["m", "z", "a"]


# Laws

PEOPLE = [f"P{n}" for n in range(8)]
EVENTS = st.lists(st.lists(st.sampled_from(PEOPLE), min_size=1, max_size=8, unique=True), max_size=6)
RULES = st.builds(
    SeriesRules,
    by=st.sampled_from(("rounds", "place", "wins", "participation")),
    points=st.lists(st.integers(0, 3), max_size=4).map(tuple),
    rest=st.integers(0, 1),
    each=st.integers(0, 2),
    participation=st.integers(0, 1),
    best=st.integers(0, 3),
    tiebreaks=st.lists(st.sampled_from(sorted(TIEBREAKS)), max_size=3).map(tuple),
    qualify=st.integers(0, 4),
)


@st.composite
def seasons(draw):
    """Events on few days, with wins and points of rounds and somebody of the staff."""
    found = []
    for number, people in enumerate(draw(EVENTS)):
        lines = [
            EntryLine(name, name, place=place, wins=draw(st.integers(0, 2)), by_round=(draw(st.integers(0, 3)),))
            for place, name in enumerate(people, start=1)
        ]
        judge = draw(st.sampled_from(PEOPLE))
        lines.append(EntryLine("s", judge, role="judge", worth=len(people) // 2))
        day = START + timedelta(days=draw(st.integers(0, 2)))
        entry = Entry(f"e{number}", "ashes-reborn", day, day, lines=tuple(lines), players=len(people))
        found.append(LedgerLine(identified(entry, {"s": judge}), "counted"))
    return found


@given(ledger=seasons(), rules=RULES, data=st.data())
def test_the_order_of_events_does_not_matter(ledger, rules, data):
    again = data.draw(st.permutations(ledger))
    assert ranking(Series(rules), again) == ranking(Series(rules), ledger)


@given(ledger=seasons(), rules=RULES)
def test_never_more_than_the_best_count_and_the_points_are_theirs(ledger, rules):
    for line in ranking(Series(rules), ledger):
        assert line.points == sum(each.points for each in line.counted)
        if rules.best:
            assert len(line.counted) == min(rules.best, line.events)
            best = sorted((each.points for each in line.given), reverse=True)[: rules.best]
            assert line.points == sum(best)


@given(ledger=seasons(), rules=RULES)
def test_nothing_is_counted_twice_and_nobody_is_lost(ledger, rules):
    lines = ranking(Series(rules), ledger)
    assert len({line.person for line in lines}) == len(lines)
    for line in lines:
        assert len({each.event for each in line.given}) == line.events
    takes = ledger if rules.by == "rounds" else [replace(each, entry=_players(each.entry)) for each in ledger]
    assert {line.person for line in lines} == {each.person for event in takes for each in event.entry.lines}


def _players(entry):
    return replace(entry, lines=tuple(line for line in entry.lines if line.role is None))


@given(ledger=seasons(), rules=RULES)
def test_ranks_are_one_more_than_those_who_are_better(ledger, rules):
    lines = ranking(Series(rules), ledger)
    for line in lines:
        assert line.rank == 1 + sum(other.rank < line.rank for other in lines)
        assert line.sharing == sum(other.rank == line.rank for other in lines)
        assert all(other.points <= line.points for other in lines if other.rank > line.rank)
        if not rules.tiebreaks:
            assert line.sharing == sum(other.points == line.points for other in lines) == line.tied


@given(ledger=seasons(), rules=RULES, first=st.sampled_from(PEOPLE), second=st.sampled_from(PEOPLE))
def test_merging_two_people_counts_nothing_twice(ledger, rules, first, second):
    """Who was entered under two names is one person: at each event the one line, over events all of them."""
    persons = {name: first if name == second else name for name in PEOPLE}
    merged = [replace(each, entry=_merged(each.entry, persons)) for each in ledger]
    lines = {line.person: line for line in ranking(Series(replace(rules, best=0)), merged)}
    before = {line.person: line for line in ranking(Series(replace(rules, best=0)), ledger)}
    assert second == first or second not in lines
    for name in set(before) - {first, second}:
        assert lines[name].points == before[name].points
    if first in lines:
        events = {each.event for name in (first, second) if name in before for each in before[name].given}
        assert {each.event for each in lines[first].given} == events


def _merged(entry, persons):
    named = replace(entry, lines=tuple(replace(line, id=f"{line.id}/{line.person}") for line in entry.lines))
    return identified(named, {line.id: persons[line.person] for line in named.lines})


@given(ledger=seasons(), rules=RULES)
def test_every_working_is_a_sentence_that_names_its_events(ledger, rules):
    for line in ranking(Series(rules), ledger):
        said = working(line)
        assert all(f"⟨{each.event}⟩: {each.points}" in said for each in line.given)


@given(ledger=seasons(), rules=RULES)
def test_the_history_of_a_rank_is_what_the_ranking_was_after_each_event(ledger, rules):
    series = Series(rules)
    history = rank_history(series, ranking(series, ledger), last=4)
    for back, event in enumerate(reversed(history.events), start=1):
        then = next(line for line in ledger if line.entry.event == event)
        until = (then.entry.last_day, event)
        before = [line for line in ledger if (line.entry.last_day, line.entry.event) <= until]
        was = {line.person: line.rank for line in ranking(series, before)}
        told = {person: ranks[-back] for person, ranks in history.ranks.items() if len(ranks) >= back}
        assert told == was
