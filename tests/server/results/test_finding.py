"""Finding a result again, rounds later: from Results, the player's page, the standings and the history."""

import re

import pytest

from tests.server.result_event import Event

CORRECT = "/events/cup/results/round/1/{}/correct"


@pytest.fixture
def cup(app):
    """Round 1 is closed, round 2 is on."""
    return Event(app, ("Ana", "Ben", "Cai", "Chloé")).start().play().next_round()


def table_of(cup, name):
    return next(m.table for m in next(iter(cup.t.rounds)).matches if cup.ids[name] in m.players)


def links(page, word):
    return re.findall(rf'href="([^"]+)"[^>]*>{word}</a>', page.html)


def test_somebodys_results_of_all_rounds_are_found_by_name_without_accents(organizer, cup):
    page = organizer.get("/events/cup/results/", q="chloe")
    assert page.text.index("Round 2") < page.text.index("Round 1")
    assert links(page, "Correct…") == [CORRECT.format(table_of(cup, "Chloé"))]
    assert len(links(page, "Enter")) == 1


def test_a_number_is_a_table(organizer, cup):
    for words in ("2", "table 2"):
        assert links(organizer.get("/events/cup/results/", q=words), "Correct…") == [CORRECT.format(2)]


def test_whoever_is_not_found_is_said_and_never_markup(organizer, cup):
    page = organizer.get("/events/cup/results/", q="<i>Zed")
    assert "Nobody of that name has played" in page
    assert "<i>Zed" not in page.html


def test_a_judge_finds_results_and_corrects_none(judge, cup):
    page = judge.get("/events/cup/results/", q="ana")
    assert (len(links(page, "Enter")), links(page, "Correct…")) == (1, [])


@pytest.mark.parametrize("page", ["/events/cup/players/{}", "/events/cup/standings/"])
def test_a_correction_is_found_from_the_player_and_from_the_standings(organizer, judge, cup, page):
    address, correct = page.format(cup.ids["Ana"]), CORRECT.format(table_of(cup, "Ana"))
    assert correct in links(organizer.get(address), "Correct…")
    assert links(judge.get(address), "Correct…") == []


def test_the_standings_open_to_the_whole_sum_as_on_phones(app, organizer, stranger):
    event = Event(app, ("Ana", "Ben", "Cai", "Dee", "Eva")).start().play().next_round().play()
    desk, phone = (
        re.findall(r'<li data-state="(\w+)">.*?<b>(.*?)</b>: (.*?)\s*<(?:table|/div)', page.html, re.S)
        for page in (organizer.get("/events/cup/standings/"), stranger.get(f"/e/{event.tid}/standings"))
    )
    assert len(desk) > 5
    assert desk == phone
