"""The series of a box: facts hold ids and outcomes, every act can be taken back, and a ledger follows from both."""

from dataclasses import replace
from datetime import date, timedelta
from typing import get_args

import pytest

from engine.box import facts as b
from engine.box.codec import from_json
from engine.box.fold import BoxAct, apply_facts
from engine.box.history import sentence
from engine.box.series import is_in_series, series_ledger
from engine.box.words import Box
from engine.codec import read_fact, to_json
from engine.decisions import directory, series
from engine.decisions.undo import BuiltOn
from engine.refusals import Refused, Unknown
from engine.rulesets.registry import ruleset
from engine.series.completeness import missing_on_forms, missing_on_wrap_up
from engine.series.entries import Entry, EntryLine
from engine.series.ledger import sent_lines
from engine.series.ranking import ranking
from engine.series.rules import Asked, Series, SeriesRules
from engine.series.series_words import forms_lack
from engine.standings.participants import PlayedTable
from tests.engine.desk import desk
from tests.engine.test_box_people import Directory

DAY = date(1996, 3, 2)
LEAGUE = Series(SeriesRules(by="place", points=(5, 3), rest=1, best=4))
WORLD = Series(ruleset("spellfire").series, ruleset="spellfire", every=True)


def entry(event="cup", people="ana ben cai", *, day=DAY, **more):
    """An event whose players are called p1, p2, … there, and these are who they are in the directory."""
    lines = tuple(
        EntryLine(f"p{place}", person, place=place, by_round=(5 - place,))
        for place, person in enumerate(people.split(), start=1)
    )
    return Entry(event, "spellfire", day, day, lines=lines, players=max(len(lines), 9), **more)


def box(*people):
    return Directory(*(people or ("ana", "ben", "cai")))


def ranked(here, *entries, after=0, id="world"):
    persons = {each.event: {line.id: line.person for line in each.lines} for each in entries}
    lines = series_ledger(here.box, id, entries, persons=persons, today=DAY + timedelta(days=after))
    return {line.person: line.points for line in ranking(here.box.series[id].terms, lines)}


def state(here, one, *, after=0):
    (line,) = series_ledger(here.box, "world", [one], persons={}, today=DAY + timedelta(days=after))
    return line.state


SENT = b.ReportSent("cup", DAY, (("p1", 14), ("s1", 9)))
SENT_WITH_FORMS = replace(SENT, form=(("heading", "0a"), ("1", "0b")))
FACTS = (
    b.SeriesMade("s", WORLD),
    b.SeriesTermsSet("s", replace(LEAGUE, first_day=DAY, last_day=DAY)),
    b.SeriesRenamed("s"),
    b.SeriesRemoved("s"),
    b.EventPutInSeries("s", "cup"),
    b.EventTakenOut("s", "cup"),
    b.EventDecided("s", "cup", "disqualified"),
    b.EventDecided("s", "cup", None),
    b.EventVouchedFor("cup", ("advertised",)),
    SENT,
    SENT_WITH_FORMS,
    b.WrapUpTyped("cup", entry(smallest=PlayedTable(1, 2, 3), factor=2)),
    b.SeriesOpened("s"),
    b.SeriesClosed("s"),
)


@pytest.mark.parametrize("fact", FACTS, ids=lambda fact: type(fact).__name__)
def test_every_fact_comes_back_from_json_as_it_was(fact):
    assert from_json(to_json(fact)) == fact
    assert "⟨" in sentence(BoxAct(1, (fact,)))


def test_there_is_an_example_of_every_fact():
    assert {type(fact) for fact in FACTS} == set(get_args(b.SeriesFact))


@pytest.mark.parametrize("day", ["1996-02-30", "19960302", "soon", 5, None])
def test_a_day_that_is_none_is_refused_with_a_sentence(day):
    with pytest.raises(Refused, match="Expected a day"):
        from_json({**to_json(SENT), "on": day})


def test_an_entry_can_be_kept_as_json():
    """What is computed from an event may be kept beside it, and thrown away."""
    kept = entry(smallest=PlayedTable(1, 2, 3), waiting=(4,))
    assert read_fact(to_json(kept), {"Entry": Entry}) == kept


# Who sees it


def test_a_series_is_private_until_somebody_opens_it():
    here = box().do(series.make_series, "league", terms=LEAGUE)
    assert not here.box.series["league"].open
    assert series.close_series(here.box, "league") == ()
    here.do(series.open_series, "league")
    assert here.box.series["league"].open
    assert series.open_series(here.box, "league") == ()
    here.do(series.close_series, "league")
    assert not here.box.series["league"].open


# Which events are in it


def test_a_series_holds_what_somebody_puts_in():
    here = box().do(series.make_series, "league", terms=LEAGUE)
    assert not is_in_series(here.box, "league", entry())
    here.do(series.put_in, "league", event="cup")
    assert ranked(here, entry(), id="league") == {"ana": 5, "ben": 3, "cai": 1}
    assert series.put_in(here.box, "league", event="cup") == ()
    here.do(series.take_out, "league", event="cup")
    assert ranked(here, entry(), id="league") == {}
    here.undo(4)
    assert is_in_series(here.box, "league", entry())


def test_a_series_by_rule_holds_every_event_of_its_rulebook_and_period_but_those_taken_out():
    here = box().do(series.make_series, "world", terms=replace(WORLD, first_day=DAY, last_day=DAY))
    inside, other = entry(), entry("duel")
    late, early = entry("late", day=DAY + timedelta(days=1)), entry("early", day=DAY - timedelta(days=1))
    events = [inside, replace(other, ruleset="ashes-reborn"), late, early]
    assert [is_in_series(here.box, "world", each) for each in events] == [True, False, False, False]
    here.do(series.take_out, "world", event="cup")
    assert not is_in_series(here.box, "world", inside)
    here.do(series.put_in, "world", event="cup").do(series.put_in, "world", event="late")
    assert is_in_series(here.box, "world", inside)
    assert is_in_series(here.box, "world", late), "by hand it is in it, and the ledger says why it does not count"


def test_other_terms_leave_the_events_where_they_are():
    here = box().do(series.make_series, "league", terms=LEAGUE).do(series.put_in, "league", event="cup")
    here.do(series.change_terms, "league", terms=replace(LEAGUE, rules=SeriesRules(by="participation", each=2)))
    assert ranked(here, entry(), id="league") == {"ana": 2, "ben": 2, "cai": 2}
    assert series.change_terms(here.box, "league", terms=here.box.series["league"].terms) == ()
    assert ranked(here.undo(4), entry(), id="league")["ana"] == 5


# Reports


def world(*people):
    return box(*people).do(series.make_series, "world", terms=WORLD)


def test_an_event_goes_from_not_counted_to_due_to_sent_to_amended_to_disqualified():
    here = world()
    assert state(here, entry()) == "not-counted"
    here.do(series.vouch_for, "cup", ticks=["latest_rules", "advertised"])
    assert state(here, entry()) == "due"
    assert state(here, entry(), after=31) == "late"
    here.do(series.mark_sent, entry(), on=DAY, today=DAY)
    assert state(here, entry(), after=31) == "sent"
    corrected = entry(people="ben ana cai")
    assert state(here, replace(corrected, lines=entry().lines[:2]), after=31) == "amended"
    here.do(series.mark_sent, replace(corrected, lines=entry().lines[:2]), on=DAY, today=DAY)
    assert state(here, replace(corrected, lines=entry().lines[:2]), after=31) == "sent"
    here.do(series.decide_event, "world", event="cup", verdict="disqualified")
    assert state(here, entry()) == "disqualified"
    here.do(series.decide_event, "world", event="cup", verdict=None)
    assert state(here, replace(corrected, lines=entry().lines[:2])) == "sent"


def test_places_that_change_and_leave_the_points_make_it_amended():
    """Also where the wrap-up was typed. What was sent before forms were kept is compared by its points."""
    here = world().do(series.vouch_for, "cup", ticks=["latest_rules", "advertised"])
    here.do(series.mark_sent, entry(), on=DAY, today=DAY)
    first, *others = entry().lines
    assert state(here, replace(entry(), lines=(replace(first, place=first.place + 1), *others))) == "amended"
    before_forms = replace(SENT, lines=tuple(sorted(sent_lines(entry()))))
    here.do(lambda _: (before_forms,))
    assert state(here, replace(entry(), lines=(replace(first, place=first.place + 1), *others))) == "sent"


def test_other_codes_on_a_typed_report_make_it_amended():
    here = world().do(series.vouch_for, "cup", ticks=["latest_rules", "advertised"])
    here.do(series.mark_sent, entry(), on=DAY, today=DAY)
    for field in ("convention", "convention_code", "code"):
        assert state(here, replace(entry(), **{field: "SP1"})) == "amended"
    assert state(here, entry()) == "sent"


def test_a_report_that_was_in_time_stays_so_when_a_correction_is_sent_later():
    here = world().do(series.vouch_for, "cup", ticks=["latest_rules", "advertised"])
    for after in (30, 99):
        here.do(series.mark_sent, entry(), on=DAY + timedelta(days=after), today=DAY + timedelta(days=99))
    assert state(here, entry(), after=99) == "sent"


def test_a_report_that_was_late_stays_late_when_it_is_sent_again():
    here = world().do(series.vouch_for, "cup", ticks=["latest_rules", "advertised"])
    for after in (31, 99):
        here.do(series.mark_sent, entry(), on=DAY + timedelta(days=after), today=DAY + timedelta(days=99))
    assert state(here, entry(), after=99) == "late"


def test_a_league_to_which_nothing_is_sent_knows_no_amendment():
    here = box().do(series.make_series, "world", terms=replace(LEAGUE, every=True))
    here.do(series.mark_sent, entry(), on=DAY, today=DAY)
    assert state(here, entry(people="ana ben"), after=99) == "counted"


def test_marking_as_sent_is_undone_like_anything_else():
    here = world().do(series.vouch_for, "cup", ticks=["latest_rules", "advertised"])
    here.do(series.mark_sent, entry(), on=DAY, today=DAY).undo(4)
    assert state(here, entry()) == "due"


@pytest.mark.parametrize(
    ("on", "more", "why"),
    [
        (DAY - timedelta(days=1), {}, "before the event was over, on 1996-03-02"),
        (DAY + timedelta(days=9), {}, "1996-03-11 is still to come"),
        (DAY, {"over": False}, "not over yet"),
    ],
)
def test_a_report_is_sent_after_the_event_and_not_in_the_future(on, more, why):
    with pytest.raises(Refused, match=why):
        series.mark_sent(world().box, entry(**more), on=on, today=DAY)


def test_a_late_event_counts_once_a_person_says_so():
    here = world().do(series.vouch_for, "cup", ticks=["latest_rules", "advertised"])
    assert ranked(here, entry(), after=31) == {}
    here.do(series.decide_event, "world", event="cup", verdict="counted")
    assert ranked(here, entry(), after=31)["ana"] == 4
    assert series.decide_event(here.box, "world", event="cup", verdict="counted") == ()
    assert series.vouch_for(here.box, "cup", ticks=["advertised", "latest_rules"]) == ()


# People


def test_two_who_are_merged_add_up_and_come_apart_again():
    here = world("ana", "anna", "ben", "cai").do(series.vouch_for, "cup", ticks=["latest_rules", "advertised"])
    here.do(series.vouch_for, "two", ticks=["latest_rules", "advertised"])
    one, two = entry("cup", "ana ben"), entry("two", "anna cai")
    apart = {"ana": 4, "anna": 4, "ben": 3, "cai": 3}
    assert ranked(here, one, two) == apart
    here.do(directory.merge, "ana", gone="anna")
    assert ranked(here, one, two) == {"ana": 8, "ben": 3, "cai": 3}
    assert ranked(here.undo(5), one, two) == apart


def test_a_typed_wrap_up_counts_with_the_people_of_the_directory():
    here = world().do(series.vouch_for, "far", ticks=["latest_rules", "advertised"])
    here.do(series.type_wrap_up, entry("far"))
    assert ranked(here) == {"ana": 4, "ben": 3, "cai": 2}
    assert series.type_wrap_up(here.box, entry("far")) == ()
    here.do(series.type_wrap_up, entry("far", "ben"))
    assert ranked(here) == {"ben": 4}
    assert ranked(here.undo(5))["ana"] == 4


# What does not fit


@pytest.mark.parametrize(
    ("terms", "why"),
    [
        (replace(WORLD, ruleset="chess"), "no ruleset “chess”"),
        (replace(WORLD, ruleset=""), "Points by round are those of a rulebook"),
        (replace(WORLD, ruleset="ashes-reborn"), "Points by round are those of a rulebook"),
        (replace(LEAGUE, first_day=DAY, last_day=DAY - timedelta(days=1)), "ends before it begins"),
        (Series(SeriesRules(by="wins", tiebreaks=("height",))), "no tie-break “height”"),
        (Series(SeriesRules(by="wins", tiebreaks=("wins", "wins"))), "asked once"),
        (Series(SeriesRules(by="wins", best=-1)), "from 0 to"),
        (Series(SeriesRules(by="wins", each=10**7)), "from 0 to"),
        (Series(SeriesRules(by="wins", asked=Asked(days=10**7))), "from 0 to"),
        (Series(SeriesRules(by="place")), "No place has any points"),
    ],
)
def test_terms_that_do_not_fit_together_are_refused_by_decision_and_fold(terms, why):
    with pytest.raises(Refused, match=why):
        series.make_series(Box(), "s", terms=terms)
    with pytest.raises(Refused, match=why):
        apply_facts(Box(), (b.SeriesMade("s", terms),))


@pytest.mark.parametrize(
    ("typed", "why"),
    [
        (entry(people="ana zoe"), "no such person in the directory: zoe"),
        (entry(people="ana ana"), "⟨ana⟩ is on the report twice"),
        (replace(entry(), players=2), "at least as many have played"),
        (replace(entry(), ruleset="chess"), "no ruleset “chess”"),
        (replace(entry(), last_day=DAY - timedelta(days=1)), "ends before it begins"),
        (replace(entry(), factor=10**7), "from 0 to"),
    ],
)
def test_a_wrap_up_that_does_not_fit_is_refused(typed, why):
    with pytest.raises(Refused, match=why):
        apply_facts(box().box, series.type_wrap_up(box().box, typed))


def test_what_is_said_of_a_series_that_is_not_there_is_refused():
    for fact in FACTS[1:7]:
        with pytest.raises(Unknown):
            apply_facts(Box(), (fact,))
    here = box().do(series.make_series, "league", terms=LEAGUE)
    with pytest.raises(Refused, match="of this id already"):
        here.do(series.make_series, "league", terms=LEAGUE)
    with pytest.raises(Refused, match="another event"):
        apply_facts(here.box, (b.WrapUpTyped("other", entry()),))
    assert here.do(series.remove_series, "league").box.series == {}


def test_making_a_series_is_not_undone_under_its_events():
    here = box().do(series.make_series, "league", terms=LEAGUE).do(series.put_in, "league", event="cup")
    with pytest.raises(BuiltOn, match="change 3 builds on it"):
        here.undo(2)
    assert here.undo(3).undo(2).box.series == {}


def test_a_name_is_changed_again_and_not_undone():
    here = box().do(series.make_series, "league", terms=LEAGUE).do(series.rename_series, "league")
    with pytest.raises(Refused, match="Rename it again"):
        here.undo(3)


def test_the_history_says_what_happened():
    told = [sentence(BoxAct(1, (fact,))) for fact in FACTS]
    assert told[6:10] == [
        "⟨cup⟩ disqualified in ⟨s⟩",
        "No decision about ⟨cup⟩ in ⟨s⟩",
        "⟨cup⟩ ticked: that it was advertised",
        "Report of ⟨cup⟩ sent on 1996-03-02",
    ]


# The forms


def test_incomplete_forms_are_not_accepted():
    """“convention, both codes, coordinator, every table”"""
    made = desk("spellfire", 9).pair()
    assert forms_lack(missing_on_forms(made.t)) == (
        "The forms still lack the name of the convention, the code of the convention, the code of the tournament, "
        "the coordinator and the result of tables 1, 2 and 3 in round 1."
    )
    event = replace(made.t.settings.event, convention="Gen Con", convention_code="GC", code="SP1")
    made.t = replace(made.t, settings=replace(made.t.settings, event=event))
    made.play()
    assert [each.code for each in missing_on_forms(made.t)] == ["no-coordinator"]


def test_a_typed_report_lacks_the_same_and_whoever_s_points_stand_nowhere():
    """“convention, both codes, coordinator, every table”: a table that is missing leaves its players without points."""
    bare = replace(entry(), lines=entry().lines[:2], players=9)
    bare = replace(bare, lines=tuple(replace(line, by_round=(), role=None) for line in bare.lines))
    assert forms_lack(missing_on_wrap_up(bare)) == (
        "The forms still lack the name of the convention, the code of the convention, the code of the tournament, "
        "the coordinator and the points of 9 players."
    )
    lines = (EntryLine("ana", "ana", place=1, by_round=(4,)), EntryLine("cy", "cy", role="coordinator", worth=1))
    whole = replace(entry(), lines=lines, players=1, convention="Gen Con", convention_code="GC", code="SP1")
    assert missing_on_wrap_up(whole) == ()
    assert forms_lack(missing_on_wrap_up(replace(whole, players=2))) == "The forms still lack the points of 1 player."
