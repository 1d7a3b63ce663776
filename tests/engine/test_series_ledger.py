"""The ledger of a series: "Running a Tournament", "Making It Official", and what people mark."""

from dataclasses import replace
from datetime import date, timedelta

import pytest

from engine import facts as f
from engine.decisions import people, results, stages
from engine.rulesets.registry import ruleset
from engine.series.entries import Entry, EntryLine, entry_of, identified, one_line_each
from engine.series.ledger import Marks, ledger_line, sent_lines
from engine.series.ranking import ranking
from engine.series.report_text import report_text, wrap_up_text
from engine.series.rules import Series
from engine.series.series_words import state_words, why_not
from engine.standings.participants import came
from tests.engine.desk import desk, team_spirit
from tests.engine.test_who_played import absent, nine

LAST = date(1996, 3, 2)
WORLD = Series(ruleset("spellfire").series, ruleset="spellfire")
TICKED = Marks(ticks=frozenset(("advertised", "latest_rules")))


def whole(made):
    """Every round played and the event finished; the first seat wins."""
    made.play()
    while len(made.round_.matches) > 1:
        made.pair().play()
    return made.do(stages.finish)


def of(made, *, day=LAST):
    return entry_of(made.t, event="cup", days=(day, day))


def line(made, marks=TICKED, *, after=0, series=WORLD):
    """The event in the ledger, so many days after it."""
    return ledger_line(series, of(made), marks, today=LAST + timedelta(days=after))


def sent(made, *, after):
    return replace(TICKED, sent=LAST + timedelta(days=after), sent_lines=sent_lines(of(made)))


# Which events count


def test_until_it_is_sent_it_is_due_and_counts():
    made = whole(nine())
    assert [state_words(line(made, after=days)) for days in (0, 30)] == ["Due by 1996-04-01"] * 2
    assert line(made, after=30).counts


def test_day_30_counts_and_day_31_is_late_until_a_person_decides():
    """“Tournament scores not postmarked within 30 days are subject to disqualification.”"""
    made = whole(nine())
    on_time, late = sent(made, after=30), sent(made, after=31)
    assert (line(made, on_time, after=99).counts, state_words(line(made, on_time))) == (True, "Sent 1996-04-01")
    assert (line(made, late).state, line(made, late).counts) == ("late", False)
    assert why_not(line(made, late)) == "sent 31 days after its last day, and 30 is the most"
    for verdict, counts in (("counted", True), ("disqualified", False)):
        decided = line(made, replace(late, verdict=verdict))
        assert (decided.state, decided.counts) == (verdict, counts)


def test_a_report_that_nobody_sent_is_late_from_day_31_on():
    made = whole(nine())
    assert (line(made, after=31).state, line(made, after=31).counts) == ("late", False)
    assert why_not(line(made, after=31)) == "not sent by 1996-04-01, 30 days after its last day"


def test_eight_who_played_do_not_count_though_nine_were_entered():
    made = whole(absent(nine(), "Ida"))
    assert (line(made).state, why_not(line(made))[:26]) == ("not-counted", "8 played, and it takes 9; ")


def test_every_table_three_or_more():
    """“Two-player games … are not eligible for scoring.”"""
    ten = desk("spellfire", 12).pair()
    first = ten.round_.matches[0]
    whole(absent(ten, first.players[2]))
    assert why_not(line(ten)) == "2 played at table 1 in round 1, and it takes 3 at every table"


def test_a_table_that_one_left_in_the_middle_was_played_by_three():
    made = nine().game("Ana", Ben=2, Cai=1).do(results.leave_table, 1, player="Cai")
    assert line(whole(made)).counts


@pytest.mark.parametrize(
    ("ticks", "why"),
    [
        (("latest_rules",), "nobody has ticked that it was advertised"),
        ((), "nobody has ticked that it was advertised and that the latest rules were used"),
    ],
)
def test_what_nobody_vouches_for_does_not_count(ticks, why):
    assert why_not(line(whole(nine()), Marks(ticks=frozenset(ticks)))) == why


def test_an_unscored_event_does_not_count():
    made = whole(nine())
    settings = replace(made.t.settings, event=replace(made.t.settings.event, scored=False))
    made.t = replace(made.t, settings=settings)
    assert why_not(line(made)) == "it is not a scored event"


def test_an_event_that_runs_does_not_count_yet():
    made = nine()
    assert why_not(line(made)) == "tables 1, 2 and 3 still playing"
    made.play()
    assert why_not(line(made)) == "it is not over yet"


def test_a_period_takes_only_what_lies_in_it():
    made = whole(nine())
    ends, starts = replace(WORLD, last_day=LAST), replace(WORLD, first_day=LAST)
    assert line(made, series=ends).counts
    assert line(made, series=starts).counts
    before, after = LAST - timedelta(days=1), LAST + timedelta(days=1)
    assert "ended after 1996-03-01" in why_not(line(made, series=replace(WORLD, last_day=before)))
    assert "began before 1996-03-03" in why_not(line(made, series=replace(WORLD, first_day=after)))


# What was sent


def test_a_correction_makes_it_amended_since_sent():
    """“A correction, undo or disqualification changes the entry; one already sent is then amended since sent.”"""
    made = whole(nine())
    marks = sent(made, after=3)
    assert line(made, marks).state == "sent"
    made.undo()  # the end
    made.do(people.disqualify, "Ben")
    made.do(stages.finish)
    now = line(made, marks)
    assert (now.state, now.counts) == ("amended", True)
    assert now.changed == (("Ben", 0),)


def test_who_somebody_is_found_to_be_is_no_amendment():
    """The report says what happened at the event, whoever the people turn out to be."""
    made = whole(nine())
    known = identified(of(made), {"Ana": "x", "Ben": "x"})
    assert ledger_line(WORLD, known, sent(made, after=3), today=LAST).state == "sent"


def test_who_was_disqualified_stands_on_no_report():
    made = nine().facts(f.PlayerDisqualified("Ben"))
    assert "Ben" not in dict(sent_lines(of(made)))
    assert "Ben" in came(made.t)


def test_an_event_of_duels_gives_places_and_wins_and_no_points_by_round():
    made = desk("ashes-reborn", "Ana Ben Cai").round("Ana>Ben 3", bye="Cai").round("Cai>Ana", bye="Ben")
    lines = {each.id: each for each in of(made).lines}
    assert {name: (line.place, line.wins, line.by_round) for name, line in lines.items()} == {
        "Cai": (1, 2, ()),
        "Ana": (2, 1, ()),
        "Ben": (3, 1, ()),
    }


# One line a person


def test_staff_who_play_have_the_line_of_the_player_whoever_finds_out():
    """The box may learn later that the judge Jo is the player Ana: nothing for a person who plays."""
    made = whole(nine().facts(f.StaffNamed("jo", "judge"), f.StaffNamed("cy", "coordinator")))
    known = identified(of(made), {"jo": "ana", "Ana": "ana", "cy": "cy"})
    by_person = {each.person: each for each in one_line_each(known)}
    assert len(one_line_each(known)) == len(by_person) == 10
    assert (by_person["ana"].id, by_person["ana"].role, by_person["cy"].worth) == ("Ana", None, 9)


def test_somebody_entered_twice_scores_once_and_the_better_of_both():
    made = whole(nine())
    known = identified(of(made), {"Ana": "x", "Ben": "x"})
    (mine,) = (each for each in one_line_each(known) if each.person == "x")
    assert (mine.id, len(one_line_each(known))) == ("Ana", 8)


def test_a_disqualified_player_scores_nothing_as_a_judge_either():
    entry = of(whole(nine()))
    lines = (EntryLine("p", "p", out=True), EntryLine("s", "s", role="judge", worth=4))
    known = identified(replace(entry, lines=lines), {"p": "x", "s": "x"})
    assert [each.id for each in one_line_each(known)] == ["p"]
    assert ranking(WORLD, [ledger_line(WORLD, known, TICKED, today=LAST)]) == ()


def test_team_spirit_both_partners_in_full():
    """“Team Spirit: both partners in full.”"""
    made = team_spirit(3).pair()
    made.play(lambda match: "a1").do(stages.finish)
    places = {each.id: (each.place, each.points) for each in of(made).lines}
    assert places["a1"] == places["a2"] == (1, 5)
    assert sorted(place for place, _ in places.values()) == [1, 1, 2, 2, 3, 3]


# The text to send


def test_the_report_has_the_codes_the_staff_every_table_and_everybody_s_points():
    made = nine().facts(f.StaffNamed("cy", "coordinator"), f.StaffNamed("jo", "judge"))
    made.game("Ana", Ben=4, Cai=1).facts(f.PlayerDisqualified("Ben"))
    event = replace(made.t.settings.event, convention="Gen Con", convention_code="GC96", code="SP1", factor=2)
    made.t = replace(made.t, settings=replace(made.t.settings, event=event))
    whole(made)
    names = {"cy": "Cy Coordinator", "jo": "Jo Judge", "Ana": "Ana Adams"}
    text = report_text(made.t, name="Spring Cup", days=(LAST, LAST + timedelta(days=1)), names=names)
    head, staff, first, final, totals = text.strip().split("\n\n")
    assert head.splitlines() == [
        "Convention: Gen Con (code GC96)",
        "Tournament: Spring Cup (code SP1)",
        "Spellfire: Championship—Standard [55]",
        "Played: 1996-03-02 to 1996-03-03",
        "9 players, double points",
    ]
    assert staff.splitlines() == ["Coordinator: Cy Coordinator, 18 points", "Judge: Jo Judge, 8 points"]
    assert first.splitlines()[0] == "Round 1, table 1: 1. Ana Adams 8, 3. Cai 4"
    assert final.startswith("Round 2, table 1: 1. ")
    assert totals.splitlines()[0] == "Total points:"
    assert len(totals.splitlines()) == 9
    assert "Ben" not in text


def test_a_table_that_was_ended_without_a_game_is_on_the_report_without_points():
    """Its winner goes on, nobody scores there, and nobody is left out of the text."""
    made = nine()
    made.do(lambda t: results.end_early(t, 1, winner="Ben"))
    whole(made)
    text = report_text(made.t, name="Spring Cup", days=(LAST, LAST), names={"Ben": "Ben Beck"})
    assert "Round 1, table 1: won by Ben Beck without a game" in text.splitlines()


@pytest.mark.parametrize(
    ("convention", "convention_code", "code", "lines"),
    [
        ("", "", "", ["Tournament: Spring Cup"]),
        ("Gen Con", "", "", ["Convention: Gen Con", "Tournament: Spring Cup"]),
        ("", "GC96", "SP1", ["Convention: code GC96", "Tournament: Spring Cup (code SP1)"]),
    ],
)
def test_what_the_report_lacks_stands_nowhere_in_its_text(convention, convention_code, code, lines):
    made = nine()
    event = replace(made.t.settings.event, convention=convention, convention_code=convention_code, code=code)
    made.t = replace(made.t, settings=replace(made.t.settings, event=event))
    text = report_text(made.t, name="Spring Cup", days=(LAST, LAST), names={})
    assert text.splitlines()[: len(lines) + 1] == [*lines, "Spellfire: Championship—Standard [55]"]


def test_a_typed_wrap_up_is_a_text_to_send_with_its_codes_too():
    lines = (
        EntryLine("ana", "ana", place=1, by_round=(8, 20)),
        EntryLine("ben", "ben", place=2, by_round=(6,)),
        EntryLine("cai", "cai"),
        EntryLine("cy", "cy", role="coordinator", worth=6),
        EntryLine("jo", "jo", role="judge", worth=2),
    )
    here = Entry("far", "spellfire", LAST, LAST, lines=lines, players=3, factor=2)
    here = replace(here, convention="Gen Con", convention_code="GC96", code="SP1")
    text = wrap_up_text(here, name="Far Away", names={"ana": "Ana Adams", "ben": "Ben", "cai": "Cai", "cy": "Cy"})
    assert text.splitlines() == [
        "Convention: Gen Con (code GC96)",
        "Tournament: Far Away (code SP1)",
        "Spellfire",
        "Played: 1996-03-02",
        "3 players, double points",
        "",
        "Coordinator: Cy, 6 points",
        "Judge: jo, 2 points",
        "",
        "Total points:",
        "1. Ana Adams 28 (8 + 20)",
        "2. Ben 6 (6)",
        "Cai 0",
    ]
