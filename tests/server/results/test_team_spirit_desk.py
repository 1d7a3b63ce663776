"""Team Spirit at the desk: a partner is never shown as an opponent; games, leaving and ending go by team."""

import html
import re

import pytest

from engine.decisions import clock, people, results
from engine.sides import sides
from engine.words import Game
from server.core.timekeeping import moment
from tests.server.result_event import told
from tests.server.team_spirit import A_WINS, B_AND_C_LEVEL, TeamSpirit

CUP = "/events/cup"


@pytest.fixture
def cup(app):
    return TeamSpirit(app).start()


def cells(page, selector):
    """What stands in the elements of a class, each in one line."""
    found = re.findall(rf'<(\w+)[^>]* class="{selector}"[^>]*>(.*?)</\1>', page.html, re.S)
    return [" ".join(re.sub(r"<[^>]+>", " ", text).split()) for _, text in found]


# The list of results


def test_tables_still_out_are_listed_by_team_and_nobody_plays_against_a_partner(judge, cup):
    cup.played(1)
    page = judge.get(f"{CUP}/results/")
    one, two, three = (cup.together(side) for side in range(3))
    text = " ".join(page.text.split())
    assert f"A {one} 1 game B {two} C {three}" in text
    assert "v" not in text.split()


def test_places_are_listed_once_for_each_team(judge, cup):
    cup.played(1, times=2)
    page = " ".join(judge.get(f"{CUP}/results/").text.split())
    assert f"1. A {cup.together(0)} , won 2. B {cup.together(1)} 3. C {cup.together(2)}" in page


# One table


def test_the_table_says_who_sits_where_and_who_won_the_draw(judge, cup):
    page = judge.get(f"{CUP}/results/1").text
    first = cup.names_at(1)[0]
    assert f"{first} won the draw, sits first and starts" in told(judge.get(f"{CUP}/results/1"))
    for seat, name in zip(("A1", "B1", "C1", "A2", "B2", "C2"), cup.names_at(1), strict=True):
        assert re.search(rf"{seat} {name}", " ".join(page.split()))


def test_one_team_is_chosen_as_the_winner_of_a_game(judge, cup):
    winners = re.findall(r'name="winner" value="(\w+)"', judge.get(f"{CUP}/results/1").html)
    assert winners == ["1", "2", "3", "stopped"]
    page = judge.post(f"{CUP}/results/1/game", winner="2", round=1, game=1, **realms(3, 6, 2, 3, 5, 1))
    assert "the game is in" in page
    assert cup.match(1).games == (Game(1, (3, 6, 2, 3, 5, 1)),)
    assert f"Game A {cup.together(0)} B {cup.together(1)} C {cup.together(2)} 1 6 3 + 3 11 6 + 5 , won 3 2 + 1" in (
        " ".join(page.text.split()).replace(" = ", " ")
    )


def realms(*counts):
    return {f"realms_{seat}": count for seat, count in enumerate(counts, start=1)}


def test_too_few_realms_are_told_by_team(judge, cup):
    page = judge.post(f"{CUP}/results/1/game", winner="1", round=1, game=1, **realms(5, 3, 2, 4, 3, 1))
    assert "Team A won with 9 unrazed realms; the winner has 10 to 20." in page


def test_a_whole_team_or_one_of_it_leaves_the_table(judge, organizer, cup):
    page = judge.get(f"{CUP}/results/1")
    assert f"Team B: {cup.together(1)}" in page
    judge.post(f"{CUP}/results/1/leave", player="side-1", round=1)
    assert cup.match(1).withdrawn == sides(cup.match(1))[1]
    alone = sides(cup.match(1))[2][0]
    assert f"{cup.name(alone)} has left it." in judge.post(f"{CUP}/results/1/leave", player=alone, round=1)
    assert cup.match(1).result is None
    organizer.post(f"{CUP}/results/1/leave-event", player="side-2", round=1)
    assert [outcome.place for outcome in cup.match(1).result.outcomes] == [1, 3, 2, 1, 3, 2]
    assert [p for p in cup.pair(1) if not cup.t.players[p].active] == [sides(cup.match(1))[2][1]]


def test_a_team_that_did_not_come(judge, cup):
    page = judge.post(f"{CUP}/results/1/leave", player="side-0", no_show="1", round=1)
    assert f"{cup.together(0)} did not come." in page
    assert cup.match(1).no_shows == sides(cup.match(1))[0]
    assert f"Table 1: {cup.together(0)} did not come" in told(judge.get(f"{CUP}/history"))


def test_somebody_of_another_table_cannot_leave_this_one(judge, cup):
    for nonsense in ("side-7", "side-", "p99", ""):
        page = judge.post(f"{CUP}/results/1/leave", player=nonsense, round=1, referrer=f"{CUP}/results/1")
        assert "Choose who leaves table 1." in page


def test_the_table_is_ended_for_a_team(organizer, cup):
    page = organizer.get(f"{CUP}/results/1")
    choice = re.search(r'aria-label="Winner of the table" required>(.*?)</select>', page.html, re.S)[1]
    assert len(re.findall("<option", choice)) == 4
    assert f"C: {cup.together(2)}" in html.unescape(choice)
    winner = re.findall(r'value="([^"]+)"', choice)[2]
    organizer.post(f"{CUP}/results/1/end", winner=winner, unplayed="1", round=1)
    assert [outcome.place == 1 for outcome in cup.match(1).result.outcomes] == [False, False, True] * 2


def test_a_lot_between_teams_is_replaced_team_by_team(organizer, cup):
    cup.played(1, B_AND_C_LEVEL, times=2)
    page = organizer.get(f"{CUP}/results/1")
    tied = re.findall(r'name="player" value="([^"]+)"', page.html)
    assert len(tied) == 2
    places = {f"place-{tied[0]}": "2", f"place-{tied[1]}": "1"}
    second = next(i for i, side in enumerate(sides(cup.match(1))) if tied[1] in side)
    organizer.post(f"{CUP}/results/round/1/1/tie", player=tied, **places)
    assert [cup.match(1).result.outcomes[seat].place for seat in (second, second + 3)] == [2, 2]


# Versions


def test_versions_are_told_by_team(judge, cup):
    one, two, *_ = cup.pair(1)
    cup.do(lambda t: results.report_game(t, 1, player=one, game=A_WINS))
    cup.do(lambda t: results.report_game(t, 1, player=two, game=Game(1, (3, 6, 2, 3, 5, 1))))
    page = " ".join(judge.get(f"{CUP}/results/").text.split())
    assert f"{cup.together(0)} won game 1" in page
    a, b, c = (re.escape(cup.together(side)) for side in range(3))
    assert re.search(rf"{a} 11 \((6 \+ 5|5 \+ 6)\), {b} 6 \(3 \+ 3\), {c} 3 \((2 \+ 1|1 \+ 2)\)", page)


def test_two_versions_of_a_stopped_game_are_shown(app, judge):
    """Time was called, and two tables' worth of realms are told differently."""
    cup = TeamSpirit(app, timed=True).start()
    cup.do(lambda t: clock.start_clock(t, moment()))
    cup.do(lambda t: clock.call_time(t, moment()))
    one, two, *_ = cup.pair(1)
    for player, count in ((one, 4), (two, 5)):
        stopped = Game(None, (count, 3, 2, 4, 3, 1))
        cup.do(lambda t, p=player, g=stopped: results.report_game(t, 1, player=p, game=g, now=moment()))
    page = judge.get(f"{CUP}/results/")
    assert page.status == 200
    assert "Game 1 was stopped" in page


# Slips


@pytest.mark.parametrize(
    ("winner", "typed", "side"),
    [
        ("a", "6+5 3+3 2+1", 0),
        ("", "6 5 3 3 2 1", 0),
        ("2", "3+3 6+5 2+1", 1),
        ("C", "332165", 2),
        ("", "6+5 5+5 2+1", None),
        ("4", "6+5 3+3 2+1", None),
        ("a", "6+5 3+3", None),
    ],
)
def test_a_slip_is_typed_team_by_team(judge, cup, winner, typed, side):
    """A1 and A2, then B1 and B2, then C1 and C2, as they stand on the paper slip."""
    page = judge.post(f"{CUP}/results/slips", table="1", winner=winner, wounds=typed, round=1)
    games = cup.match(1).games
    assert [game.winner for game in games] == ([] if side is None else [side]), page.text
    if games:
        flat = [int(each) for each in re.findall(r"\d", typed)]
        assert games[0].realms == (*flat[::2], *flat[1::2])


def test_a_slip_may_name_the_winner_by_either_member(judge, cup):
    name = cup.sides()[1][1]
    judge.post(f"{CUP}/results/slips", table="1", winner=name[:3], wounds="3+3 6+5 2+1", round=1)
    assert cup.match(1).games == (Game(1, (3, 6, 2, 3, 5, 1)),)


def test_slips_show_the_teams_and_how_to_type(judge, cup):
    page = judge.get(f"{CUP}/results/slips", table=1)
    assert 'placeholder="6+5 3+3 2+1"' in page.html
    text = " ".join(page.text.split())
    for letter, side in zip("ABC", range(3), strict=True):
        assert f"{letter} {cup.together(side)}" in text
    assert "v" not in text.split()


# Corrections and history


def test_a_correction_is_made_by_team(app, organizer):
    cup = TeamSpirit(app, players=18).start().play_all()
    page = organizer.get(f"{CUP}/results/round/1/1/correct")
    choice = re.search(r'name="game_1_winner"[^>]*>(.*?)</select>', page.html, re.S)[1]
    assert re.findall(r'value="([^"]*)"', choice) == ["", "1", "2", "3", "stopped"]
    assert f"B: {cup.together(1)}" in html.unescape(choice)
    form = {f"game_{g}_realms_{s}": n for g in (1, 2) for s, n in enumerate((3, 6, 2, 3, 5, 1), start=1)}
    form |= {"game_1_winner": "2", "game_2_winner": "2"}
    preview = organizer.post(f"{CUP}/results/round/1/1/correct", do="preview", **form)
    assert f"{cup.together(1)} won the table" in told(preview)
    seen = re.search(r'name="seen" value="([^"]+)"', preview.html)[1]
    organizer.post(f"{CUP}/results/round/1/1/correct", do="record", seen=seen, **form)
    assert [outcome.place for outcome in cup.match(1, 1).result.outcomes] == [2, 1, 3, 2, 1, 3]
    history = told(organizer.get(f"{CUP}/history"))
    first, second, third = cup.together(1), cup.together(0), cup.together(2)
    assert f"Correction, round 1, table 1: 1. {first}, 2. {second}, 3. {third}" in history


def test_the_history_tells_games_and_places_by_team(judge, cup):
    cup.played(1, times=2)
    history = told(judge.get(f"{CUP}/history"))
    one, two, three = (cup.together(side) for side in range(3))
    assert f"Table 1: a game won by {one} with 11, {two} 6, {three} 3" in history
    assert f"Table 1: 1. {one}, 2. {two}, 3. {three}" in history
    assert "by seat" not in history


def test_whoever_leaves_the_event_takes_the_team_out_and_the_desk_says_so(app, organizer):
    cup = TeamSpirit(app, players=18).start().play_all()
    gone = cup.match(1, 1).players[0]
    partner = next(p for p in sides(cup.match(1, 1))[0] if p != gone)
    cup.do(lambda t: people.drop(t, gone))
    page = told(organizer.get(f"{CUP}/pairings/"))
    assert "2 of 3 teams go on, 1 has left." in page
    assert f"{cup.name(gone)} & {cup.name(partner)}" not in page
    names = [cup.name(p) for p in (gone, partner)]
    (filling,) = re.findall(r"Another chance for (\S+) & (\S+) \(3\)", page)
    assert not set(filling) & set(names)


def test_now_never_speaks_of_tables_of_four_teams(app, organizer):
    """“This tournament requires three teams of two players each”: two winning teams were told of tables of four."""
    TeamSpirit(app, players=12).start().play_all()
    page = organizer.get(f"{CUP}/")
    assert "2 teams go on." in page
    assert "tables of four" not in page
