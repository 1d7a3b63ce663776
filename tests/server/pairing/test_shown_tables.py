"""Changes by hand on a busy floor: refused only where a table they are about is not as the page showed it."""

import html
import re

import pytest

from engine.decisions import people, rounds
from tests.server.cup import HOME, Cup

PAIRINGS = "/events/cup/pairings/"


@pytest.fixture
def cup(app):
    """Nine players, round 1 published: four tables and a bye."""
    return Cup(app).begin(9).do(rounds.publish)


def forms(page, path):
    """The fields of every form on the page that leads there."""
    found = re.findall(rf'<form[^>]*action="{PAIRINGS}{path}">(.*?)</form>', page.html, flags=re.S)
    return [dict(re.findall(r'name="(\w+)" value="([^"]*)"', form)) for form in found]


def form_for(page, path, **wanted):
    """The one with these values, as a browser would send it."""
    (fields,) = [form for form in forms(page, path) if form.items() >= wanted.items()]
    return {name: html.unescape(value) for name, value in fields.items() if name != "csrf_token"}


@pytest.mark.parametrize("path", ["swap", "seat"])
def test_results_of_other_tables_do_not_matter(organizer, cup, path):
    one, two = cup.pair_of(1)[0], cup.pair_of(2)[0]
    page = organizer.get(HOME, pick=one, **{"as": path})
    fields = form_for(page, path, one=one, two=two)
    cup.win(4).do(lambda t: people.drop(t, cup.pair_of(3)[0]))
    answer = organizer.post(f"{PAIRINGS}{path}", **fields)
    assert "Nothing was changed" not in answer
    assert two in cup.pair_of(1) or frozenset((one, two)) in cup.tables()


@pytest.mark.parametrize("path", ["swap", "seat"])
def test_a_result_of_a_table_concerned_does(organizer, cup, path):
    one, two = cup.pair_of(1)[0], cup.pair_of(2)[0]
    fields = form_for(organizer.get(HOME, pick=one, **{"as": path}), path, one=one, two=two)
    cup.win(2)
    before = cup.tables()
    answer = organizer.post(f"{PAIRINGS}{path}", **fields, referrer=HOME)
    assert "Something changed since you opened this page: there is a result from table 2" in answer
    assert cup.tables() == before


def test_a_report_of_a_table_concerned_does_too(organizer, cup):
    from engine import results as made
    from engine.decisions import results

    one, two = cup.pair_of(1)[0], cup.pair_of(2)[0]
    fields = form_for(organizer.get(HOME, pick=one), "swap", one=one, two=two)
    match = cup.round.match_at(1)
    version = made.won(match, one, wounds=7, scoring=cup.t.settings.scoring)
    cup.do(lambda t: results.report(t, 1, player=one, result=version))
    answer = organizer.post(f"{PAIRINGS}swap", **fields, referrer=HOME)
    assert "a report came in from table 1" in answer
    assert one in cup.pair_of(1)


def test_somebody_was_seated_elsewhere_meanwhile(organizer, cup):
    one, two, three = cup.pair_of(1)[0], cup.pair_of(2)[0], cup.pair_of(3)[0]
    fields = form_for(organizer.get(HOME, pick=one), "swap", one=one, two=two)
    cup.do(lambda t: rounds.swap(t, two, three))
    answer = organizer.post(f"{PAIRINGS}swap", **fields, referrer=HOME)
    assert re.search(r"Name \w+ sits at table 3 with Name \w+ now", answer.text)
    assert one in cup.pair_of(1)


def test_the_bye_has_moved_meanwhile(organizer, cup):
    one, other = cup.pair_of(1)[0], cup.pair_of(3)[0]
    page = organizer.get(HOME, pick=one)
    bye, out, missing = (form_for(page, path, player=one) for path in ("bye", "take-out", "no-show"))
    cup.do(lambda t: rounds.give_bye(t, other))
    before = cup.tables()
    for path, fields in (("bye", bye), ("take-out", out)):
        answer = organizer.post(f"{PAIRINGS}{path}", **fields, referrer=HOME)
        assert re.search(rf"Name {other} +has the bye now", answer.text)
    assert cup.tables() == before
    assert "did not show up" in organizer.post(f"{PAIRINGS}no-show", **missing)  # has nothing to do with the bye


def test_a_bye_that_was_given_away_is_said_with_whose_it_was(organizer, cup):
    one, free = cup.pair_of(1)[0], cup.round.byes[0].player
    fields = form_for(organizer.get(HOME, pick=one), "swap", one=one, two=free)
    cup.do(lambda t: rounds.give_bye(t, cup.pair_of(2)[0]))
    answer = organizer.post(f"{PAIRINGS}swap", **fields, referrer=HOME)
    assert re.search(rf"Name {free} +sits at table 2", answer.text)


def test_as_played_looks_at_the_two_tables_alone(organizer, cup):
    fields = form_for(organizer.get(HOME), "as-played")
    a, b, c, d = cup.pair_of(1)[0], cup.pair_of(2)[0], cup.pair_of(3)[0], cup.pair_of(4)[0]
    cup.win(3)
    refused = organizer.post(f"{PAIRINGS}as-played", **fields, one=c, two=d, referrer=HOME)
    assert "there is a result from table 3" in refused
    organizer.post(f"{PAIRINGS}as-played", **fields, one=a, two=b)
    assert frozenset((a, b)) in cup.tables()


def test_a_form_of_the_round_before_is_refused(organizer, cup):
    one, two = cup.pair_of(1)[0], cup.pair_of(2)[0]
    fields = form_for(organizer.get(HOME, pick=one), "swap", one=one, two=two)
    for match in cup.round.matches:
        cup.win(match.table)
    cup.do(rounds.close, rounds.pair_round)
    before = cup.tables()
    assert "This page was for round 1" in organizer.post(f"{PAIRINGS}swap", **fields, referrer=HOME)
    assert cup.tables() == before


@pytest.mark.parametrize("shown", ["{", "[]", "7", '{"round": 1}', '{"round": 1, "places": 3}'])
def test_nonsense_is_refused(organizer, cup, shown):
    one, two = cup.pair_of(1)[0], cup.pair_of(2)[0]
    before = cup.tables()
    answer = organizer.post(f"{PAIRINGS}swap", one=one, two=two, shown=shown, referrer=HOME)
    assert "is out of date" in answer
    assert cup.tables() == before


# A no-show


def test_a_judge_records_a_no_show_and_nothing_else(judge, cup):
    player = cup.pair_of(1)[0]
    assert f"?pick={player}#pick" in judge.get(HOME).html
    page = judge.get(HOME, pick=player)
    assert "10 minutes since the round was published" in page
    for words in ("Swap", "Seat", "Take out", "Give the bye", "Published too early"):
        assert words not in page
    answer = judge.post(f"{PAIRINGS}no-show", **form_for(page, "no-show", player=player))
    assert "did not show up: the opponent wins." in answer
    result = cup.round.match_at(1).result
    assert (result.how, result.outcomes[1].mark) == ("no-show", "win")


def test_a_no_show_after_all_there_is_refused(judge, cup):
    player = cup.pair_of(1)[0]
    fields = form_for(judge.get(HOME, pick=player), "no-show", player=player)
    cup.win(1)
    assert "there is a result from table 1" in judge.post(f"{PAIRINGS}no-show", **fields, referrer=HOME)
    assert cup.round.match_at(1).result.how == "played"


def test_a_stranger_records_no_no_show(stranger, cup):
    assert stranger.post(f"{PAIRINGS}no-show", player=cup.pair_of(1)[0]).path == "/sign-in"
    assert cup.round.match_at(1).result is None
