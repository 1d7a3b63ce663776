"""Lists of hundreds come in parts, search first: nobody is out of reach, with scripts or without."""

import re

import pytest

from server.cli.bench.pages import EVENT, store
from server.cli.bench.playing import in_the_middle
from server.core import parts

PLAYERS = 450
PAGES = {
    "standings": r'<details id="p(\d+)"',
    "players": r'<tr id="p(\d+)"',
    "pairings": r'class="(?:pick|who)"[^>]*>\s*<bdi[^>]*>Player (\d+)',
    "floor": r"<bdi[^>]*>Player (\d+)",
}


@pytest.fixture
def desk(app, organizer):
    with app.app_context():
        store(PLAYERS, in_the_middle(PLAYERS, 2).acts)
    return organizer


def shown(page, pattern):
    return [int(found) for found in re.findall(pattern, page.partition('id="work"')[2])]


def page_of(desk, room, query=""):
    return desk.client.get(f"/events/{EVENT}/{room}/{query}").text


def next_part(page):
    found = re.search(r'href="([^"]+)" rel="next"', page)
    return found and found[1].replace("&amp;", "&")


@pytest.mark.parametrize("room", ["standings", "players", "pairings"])
def test_whoever_turns_the_parts_over_sees_everybody_once(desk, room):
    pattern, seen, address = PAGES[room], [], f"/events/{EVENT}/{room}/"
    while address:
        page = desk.client.get(address).text
        part = shown(page, pattern)
        assert len(part) <= 2 * parts.PART
        seen += part
        address = next_part(page)
    assert sorted(seen) == list(range(1, PLAYERS + 1))


@pytest.mark.parametrize("room", PAGES)
def test_whoever_searches_finds_everybody(desk, room):
    for number in (1, 200, 333, PLAYERS):
        assert number in shown(page_of(desk, room, f"?q=player+{number:04}"), PAGES[room])


@pytest.mark.parametrize("room", ["standings", "players", "pairings"])
def test_all_of_a_list_is_one_tap_away(desk, room):
    first = page_of(desk, room)
    assert "Show all" in first
    everything = page_of(desk, room, "?part=all")
    assert sorted(shown(everything, PAGES[room])) == list(range(1, PLAYERS + 1))
    assert "Show in parts" in everything


def test_both_lists_of_results_can_be_turned_over_by_themselves(desk):
    store_tables = re.compile(r'<td class="t num">(\d+)</td>')
    first, seen = page_of(desk, "results"), []
    for name in ("out", "in"):
        whole = page_of(desk, "results", f"?{name}=all")
        seen += store_tables.findall(re.split(r'id="(?=in"|out")', whole)[{"out": 1, "in": 2}[name]])
    assert sorted(map(int, seen)) == list(range(1, PLAYERS // 2 + 1))
    assert "Find a result of any round" in first


def test_nobody_is_found_where_nobody_is_called_so(desk):
    for room in PAGES:
        assert "Nobody" in page_of(desk, room, "?q=zzz")


def test_a_part_that_is_not_there_is_the_last_one(desk):
    assert shown(page_of(desk, "players", "?part=999999"), PAGES["players"])[-1] == PLAYERS
    for odd in ("0", "-1", "x", "1" * 30, "%F3"):
        assert len(shown(page_of(desk, "players", f"?part={odd}"), PAGES["players"])) == parts.PART


def test_a_row_that_is_opened_or_picked_is_on_its_part(desk):
    for room, query in (("standings", "?open=p333"), ("players", "?at=p444")):
        assert int(query[-3:]) in shown(page_of(desk, room, query), PAGES[room])
    still_out = next(number for number in shown(page_of(desk, "floor", "?part=all"), PAGES["floor"]))
    assert still_out in shown(page_of(desk, "pairings", f"?pick=p{still_out}"), PAGES["pairings"])


def test_a_tick_leads_back_to_those_who_were_found(desk):
    found = page_of(desk, "players", "?q=0333")
    assert shown(found, PAGES["players"]) == [333]
    page = desk.post(f"/events/{EVENT}/players/paid", paid="p333", q="0333", referrer=f"/events/{EVENT}/players/").html
    assert shown(page, PAGES["players"]) == [333]
    assert '<input type="hidden" name="part" value="all">' in page_of(desk, "players", "?part=all")
    page = desk.post(
        f"/events/{EVENT}/players/paid", paid="p333", part="all", referrer=f"/events/{EVENT}/players/"
    ).html
    assert len(shown(page, PAGES["players"])) == PLAYERS
    page = desk.post(f"/events/{EVENT}/players/paid", paid="p444", referrer=f"/events/{EVENT}/players/").html
    assert 444 in shown(page, PAGES["players"])


def test_a_list_of_an_ordinary_event_is_whole(app, organizer):
    with app.app_context():
        store(64, in_the_middle(64, 2).acts)
    for room, pattern in PAGES.items():
        page = page_of(organizer, room, "?part=2")
        assert len(set(shown(page, pattern))) == 64
        assert "Show all" not in page
