"""Tables of several: only those at the table are asked and told of; a table without a game scores nothing."""

import re

import pytest

from engine.decisions import people, results, rounds
from engine.decisions.lots import replace_lots_at_a_table
from engine.pairing.pods import tied
from engine.standings.participants import counted_players
from engine.standings.pods import pod_totals
from tests.server.paper.test_sheets import on_the_wall
from tests.server.result_event import Event, told

CUP = "/events/cup"


@pytest.fixture
def ten(app):
    return Event(app, [f"Mage {i}" for i in range(1, 11)], ruleset_id="spellfire").start()


def four(event):
    return next(match for match in event.t.current_round.matches if len(match.seats) == 4)


def absent(event, table, seat):
    player = event.match(table).players[seat]
    event.do(lambda t: results.leave_table(t, table, player=player, no_show=True))
    return player


# Slips and the desk's form


def test_a_slip_has_the_realms_of_those_at_the_table(organizer, ten):
    table = four(ten).table
    gone = absent(ten, table, 1)
    organizer.post(f"{CUP}/results/slips", table=str(table), winner="", wounds="6 5 2", round="1")
    (game,) = ten.match(table).games
    assert game.realms == (6, 0, 5, 2)
    page = organizer.post(f"{CUP}/results/slips", table=str(table), winner="", wounds="1 6 3 4", round="1")
    assert len(ten.match(table).games) == 1
    assert "3 play at table" in page.text
    assert ten.name(gone) not in told(page).split("type the realms of")[1].split(", as in")[0]
    assert "as in 6 3 4." in told(page)


def test_the_example_of_a_slip_has_a_number_for_every_seat(organizer, ten):
    table = four(ten).table
    page = organizer.post(f"{CUP}/results/slips", table=str(table), winner="", wounds="6", round="1")
    assert "as in 6 3 4 2." in told(page)


def test_the_desks_form_asks_nothing_of_those_who_are_not_there(organizer, ten):
    table = four(ten).table
    absent(ten, table, 3)
    page = organizer.get(f"{CUP}/results/{table}")
    assert 'name="realms_3"' in page.html
    assert 'name="realms_4"' not in page.html
    form = {"realms_1": "6", "realms_2": "2", "realms_3": "1", "winner": "1", "game": "1", "round": "1"}
    organizer.post(f"{CUP}/results/{table}/game", **form)
    assert ten.match(table).games[0].realms == (6, 2, 1, 0)


def test_nobody_gives_realms_to_somebody_who_did_not_come(organizer, ten):
    table = four(ten).table
    gone = absent(ten, table, 3)
    form = {f"realms_{n}": count for n, count in enumerate("6213", start=1)}
    page = organizer.post(f"{CUP}/results/{table}/game", **form, winner="1", game="1", round="1")
    assert f"{ten.name(gone)} did not come to table {table}, so nothing is counted" in told(page)
    assert not ten.match(table).games


def test_the_grid_has_a_dash_and_the_history_no_name_for_whoever_was_not_there(organizer, ten):
    table = four(ten).table
    gone = absent(ten, table, 3)
    ten.game(table, 0, 6, 2, 1, 0)
    history = told(organizer.get(f"{CUP}/history/"))
    assert "a game won by" in history
    assert f"{ten.name(gone)} 0" not in history
    grid = told(organizer.get(f"{CUP}/sheets/grid"))
    assert f"{ten.name(gone)} did not come –" in grid


# Lots, and lots replaced


@pytest.mark.parametrize("replaced", [False, True])
def test_a_lot_at_a_table_is_said_in_history_last_acts_results_and_on_the_grid(organizer, ten, replaced):
    match = ten.t.current_round.matches[0]
    for _ in range(2):
        ten.game(match.table, 0, 6, *(2 for _ in match.seats[1:]))
    words = "by lot"
    if replaced:
        words = "by the organizer’s decision"
        group = [side[0] for side in tied(ten.match(match.table))[0]]
        order = range(len(group), 0, -1)
        ten.do(lambda t: replace_lots_at_a_table(t, 1, match.table, group, places=order))
    for page in ("history/", "", "results/", "sheets/grid"):
        assert words in told(organizer.get(f"{CUP}/{page}")), page
    assert words in told(organizer.get(f"{CUP}/standings/"))


# Who is not there


def test_a_no_show_is_marked_wherever_the_table_is_listed(organizer, ten):
    table = four(ten).table
    gone = ten.name(absent(ten, table, 1))
    for page in ("", "results/"):
        assert f"{gone} did not come" in told(organizer.get(f"{CUP}/{page}")), page


# A table without a game


def test_nobody_is_preselected_and_a_table_without_a_game_asks_plainly(organizer, ten):
    table = ten.t.current_round.matches[0].table
    page = organizer.get(f"{CUP}/results/{table}")
    assert "selected" not in page.html.split('aria-label="Winner of the table"')[1].split("</select>")[0]
    assert "Nobody has played a game here" in page.text
    winner = ten.match(table).players[0]
    refused = organizer.post(f"{CUP}/results/{table}/end", winner=winner, round="1")
    assert "No game is in at table" in refused.text
    assert "Choose who wins" in organizer.post(f"{CUP}/results/{table}/end", winner="", unplayed="1", round="1").text
    assert ten.match(table).result is None
    organizer.post(f"{CUP}/results/{table}/end", winner=winner, unplayed="1", round="1")
    assert ten.match(table).result is not None


def test_somebody_who_never_played_a_game_scores_nothing_and_is_not_counted(organizer, ten):
    """Ten entered and seven played: not a scored event; the winner of the table without a game goes on."""
    first, *others = ten.t.current_round.matches
    winner = first.players[0]
    ten.do(lambda t: results.end_early(t, first.table, winner=winner))
    for match in others:
        for _ in range(2):
            ten.game(match.table, 0, 6, *range(len(match.seats) - 1, 0, -1))
    ten.do(rounds.close)
    assert counted_players(ten.t) == 10 - len(first.seats)
    listed = on_the_wall(organizer)["standings"]["tables"][0]["rows"]
    assert ten.name(winner) in [row["name"] for row in listed if row.get("goes_on")]
    totals = pod_totals(ten.t, ten.t.stages[-1])
    assert not totals.keys() & set(first.players)
    ten.next_round()
    assert winner in ten.t.current_round.seated
    forms = organizer.get(f"{CUP}/sheets/scoring").html
    assert all(f">{ten.name(player)}<" not in forms for player in first.players[1:])


def test_no_lot_is_drawn_at_a_table_where_nobody_played(organizer, ten):
    """Its winner is the one the organizer named, and the others have no place that a lot could give."""
    first = ten.t.current_round.matches[0]
    winner = first.players[1]
    ten.do(lambda t: results.end_early(t, first.table, winner=winner))
    assert not tied(ten.match(first.table))
    for page in (f"/results/{first.table}", "/results/", "/history/", "/"):
        assert "by lot" not in told(organizer.get(CUP + page)).lower(), page
    history = told(organizer.get(f"{CUP}/history/"))
    assert f"1. {ten.name(winner)} named by the organizer" in history
    assert f"{ten.name(first.players[0])} no game played" in history


def test_who_is_ahead_is_said_and_not_chosen(organizer, ten):
    match = ten.t.current_round.matches[0]
    ten.game(match.table, 1, 1, 6, *(0 for _ in match.seats[2:]))
    page = told(organizer.get(f"{CUP}/results/{match.table}"))
    assert f"{ten.name(match.players[1])} (ahead)" in page


# Two are left


@pytest.fixture
def nine(app):
    return Event(app, [f"Mage {i}" for i in range(1, 10)], ruleset_id="spellfire").start()


def test_two_player_games_are_not_eligible_for_scoring_and_the_first_page_warns(organizer, nine):
    absent(nine, 1, 2)
    assert "Two are left at table 1: the rulebook scores tables of three or more." in organizer.get(CUP).text


def test_where_two_cannot_sit_elsewhere_the_table_says_why(organizer, nine):
    absent(nine, 1, 2)
    assert "See where they could sit" in organizer.get(f"{CUP}/results/1").text
    for table in (2, 3):
        nine.game(table, 0, 6, 2, 1)
    page = told(organizer.get(f"{CUP}/results/1"))
    assert "See where they could sit" not in page
    assert "no other table can take or spare anybody. Whoever is there plays on." in page


# Forms


def test_a_disqualified_player_stands_on_no_form_and_lines_are_numbered_without_a_gap(organizer, ten):
    match = four(ten)
    for _ in range(2):
        ten.game(match.table, 0, 6, 3, 2, 1)
    out = match.players[2]
    ten.do(lambda t: people.penalise(t, out, kind="disqualification", fault="Cheating", id="x1"))
    for sheet in ("grid", "scoring"):
        assert f">{ten.name(out)}<" not in organizer.get(f"{CUP}/sheets/{sheet}").html, sheet
    scoring = organizer.get(f"{CUP}/sheets/scoring").html
    form = next(part for part in scoring.split("</article>") if f">{ten.name(match.players[0])}<" in part)
    assert re.findall(r'<td class="num">(\d+)</td>', form) == ["1", "4", "2", "3", "3", "1"]


def test_the_grid_says_that_time_was_called_or_a_table_was_ended(organizer, ten):
    one, two, *_ = ten.t.current_round.matches
    ten.game(one.table, 0, 6, *(1 for _ in one.seats[1:]))
    ten.do(lambda t: results.end_early(t, one.table, winner=one.players[0]))
    ten.do(lambda t: results.end_early(t, two.table, unfinished=tuple(range(3, 3 + len(two.seats)))))
    grid = told(organizer.get(f"{CUP}/sheets/grid"))
    assert f"table {one.table}, ended early" in grid
    assert f"table {two.table}, time called" in grid


def test_a_table_of_four_to_which_three_came_plays_for_three_places(organizer, ten):
    """“if it's a four-person game that player receives 1 point”: three played, and the form said 4/3/2/1."""
    table = four(ten).table
    assert told(organizer.get(f"{CUP}/sheets/scoring")).count("4/3/2/1") == 1
    absent(ten, table, 3)
    for sheet in ("scoring", "grid"):
        page = told(organizer.get(f"{CUP}/sheets/{sheet}"))
        assert "4/3/2/1" not in page, sheet
        assert "4/3/2" in page, sheet
