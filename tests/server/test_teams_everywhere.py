"""Team Spirit on every surface: teams are shown as teams, and nobody is shown against their own partner."""

import csv
import gzip
import io
import json
import re
from html import unescape

import pytest

from engine.decisions import people, stages
from engine.sides import as_entered, partner_of, seat_name, side_with, sides
from server.cli.documents import standings
from tests.server.at_table_devices import phone, tablet
from tests.server.conftest import Page
from tests.server.paper.test_sheets import on_the_wall
from tests.server.result_event import Event
from tests.server.team_spirit import B_AND_C_LEVEL, FIRST, TeamSpirit

CUP = "/events/cup"


@pytest.fixture
def cup(app):
    """The first round of 18 is on: three tables of three teams."""
    return TeamSpirit(app, players=18).start()


def text_of(page):
    return " ".join(page.text.split())


def of_pairs(cup, table=1, number=0):
    """The players at a table, each with their partner and their opponents by team."""
    match = cup.match(table, number)
    for player in match.players:
        mine = side_with(match, player)
        partner = next(p for p in mine if p != player)
        against = [" & ".join(map(cup.name, as_entered(side))) for side in sides(match) if side != mine]
        yield player, cup.name(partner), against


# Desk


@pytest.mark.parametrize("path", ["/", "/floor/", "/pairings/"])
def test_desk_pages_list_tables_by_team(judge, organizer, cup, path):
    page = text_of(organizer.get(CUP + path))
    for table in (1, 2, 3):
        for letter, side in zip("ABC", range(3), strict=True):
            one, two = cup.sides(table)[side]
            listed = rf"{letter}1 {one}( \d points?)? {letter}2 {two}|{letter} ({one} & {two}|{two} & {one})"
            assert re.search(listed, page), (table, letter)
    assert "v" not in page.split()


def test_no_words_touch_where_a_player_reads_of_two_teams(stranger, cup):
    """“against Fay & Jo andIris & Lea”: the space went with the line."""
    bare = re.sub(r"<[^>]+>", "", stranger.get(f"/e/cup/p/{cup.match(1).players[0]}").html)
    assert re.search(r"against\s+\w+\s+&amp;\s+\w+\s+and\s+\w+\s+&amp;", bare)


def test_the_pairings_count_teams_and_say_who_won_the_draw(organizer, cup):
    page = text_of(organizer.get(f"{CUP}/pairings/"))
    assert "3 tables, 9 teams" in page
    assert "3 with 3 teams" in page
    for table in (1, 2, 3):
        assert f"drawn at random; {cup.names_at(table)[0]} won the draw and sits first" in page


def test_nobody_of_a_team_can_be_moved_alone(organizer, app):
    cup = TeamSpirit(app, players=18).begin()
    html = organizer.get(f"{CUP}/pairings/").html
    assert 'class="pick"' not in html
    assert "Choose a name to change it" not in html
    assert cup.t.current_round.phase == "draft"


def test_the_players_page_says_with_whom_and_against_whom(organizer, cup):
    for player, partner, against in of_pairs(cup):
        page = text_of(organizer.get(f"{CUP}/players/{player}"))
        assert f"with {partner}, against {against[0]} and {against[1]}" in told_names(page)


def told_names(text):
    return re.sub(r" ([,.;])", r"\1", text)


def test_a_place_at_a_table_is_one_of_three(organizer, cup):
    cup.play_all()
    winner = cup.match(1, 1).players[0]
    assert "Place 1 of 3" in organizer.get(f"{CUP}/players/{winner}")


def test_whoever_drops_a_player_is_told_of_the_partner(organizer, cup):
    player, partner, _ = next(of_pairs(cup))
    page = text_of(organizer.get(f"{CUP}/players/{player}"))
    assert f"Without {cup.name(player)} the team does not go on: {partner} is out too." in told_names(page)


# Standings


def test_partners_share_a_line_of_the_standings(organizer, stranger, cup):
    cup.play_all()
    for page in (organizer.get(f"{CUP}/standings/"), stranger.get("/e/cup/standings")):
        text = text_of(page)
        for table in (1, 2, 3):
            one, two = cup.sides(table)[0]
            assert re.search(rf"{one} & {two}|{two} & {one}", text)
        assert "⟨" not in text
        assert len(re.findall(r"with \S+ ?, and both score", text)) == 9


def test_partners_stand_apart_where_only_one_of_them_played_on(app, organizer):
    cup = TeamSpirit(app, players=6).start()
    one, two = sides(cup.match(1))[0]
    cup.played(1)
    organizer.post(f"{CUP}/results/1/leave", player=two, round=1)
    cup.play_all()
    rows = re.findall(r"<summary>.*?</summary>", organizer.get(f"{CUP}/standings/").html, re.S)
    text = " ".join(re.sub(r"<[^>]+>", " ", unescape(" ".join(rows))).split())
    assert cup.name(one) in text
    assert f"{cup.name(one)} & {cup.name(two)}" not in text
    assert f"{cup.name(two)} & {cup.name(one)}" not in text


def test_a_lot_in_the_standings_asks_for_a_place_for_each_team(organizer, cup):
    cup.play_all(B_AND_C_LEVEL)
    page = organizer.get(f"{CUP}/standings/")
    tied = re.findall(r'name="player" value="([^"]+)"', page.html)
    assert len(tied) == 9
    assert not {partner_of(cup.t, player) for player in tied} & set(tied)


def test_final_places_are_listed_by_team(organizer, stranger, app):
    cup = TeamSpirit(app).start().play_all()
    page = text_of(organizer.get(f"{CUP}/standings/finish"))
    cup.do(lambda t: stages.finish(t, prizes=("Cup",)))
    for shown in (page, text_of(organizer.get(f"{CUP}/standings/")), text_of(stranger.get("/e/cup/standings"))):
        assert re.search(rf"1 {cup.together(0)}|1 {' & '.join(reversed(cup.sides()[0]))}", shown), shown[:900]
        assert re.search(rf"2 {cup.together(1)}|2 {' & '.join(reversed(cup.sides()[1]))}", shown)


# Phones


def test_a_players_page_names_the_partner_and_the_teams_they_are_against(stranger, cup):
    for player, partner, against in of_pairs(cup, 2):
        text = told_names(text_of(stranger.get(f"/e/cup/p/{player}")))
        assert f"your table is 2 seat {seat_name(cup.match(2), player)}" in text
        assert f"with {partner} against {against[0]} {against[1]}" in text
        assert f"1 with {partner}, against {against[0]} and {against[1]}" in text


def test_whoever_won_the_draw_is_told_on_the_phone(stranger, cup):
    first, second, *_ = cup.pair(1)
    assert "You won the draw: you sit first and start." in stranger.get(f"/e/cup/p/{first}")
    assert "You won the draw" not in stranger.get(f"/e/cup/p/{second}")


def test_finding_yourself_shows_with_whom_you_play(stranger, cup):
    text = text_of(stranger.get("/e/cup/"))
    for player, partner, _ in of_pairs(cup):
        assert f"{cup.name(player)} with {partner} table 1" in text


def test_the_pairings_on_a_phone_are_by_team(stranger, cup):
    cup.played(1, times=2)
    text = text_of(stranger.get("/e/cup/pairings"))
    assert f"Table 1 A {cup.together(0)} won B {cup.together(1)} C {cup.together(2)}" in text
    assert f"Table 2 A {cup.together(0, 2)} B {cup.together(1, 2)} C {cup.together(2, 2)}" in text


def test_whose_partner_left_is_told_that_the_team_is_out(stranger, cup):
    cup.play_all()
    gone, left = sides(cup.match(1, 1))[0]
    cup.do(lambda t: people.drop(t, gone))
    text = told_names(text_of(stranger.get(f"/e/cup/p/{left}")))
    assert f"{cup.name(gone)} has left, so your team does not go on." in text


def test_whose_partner_dropped_before_round_1_is_promised_no_table(app, stranger):
    cup = TeamSpirit(app, players=18)
    gone, left = cup.t.settings.teams[0]
    cup.do(lambda t: people.drop(t, gone))
    text = told_names(text_of(stranger.get(f"/e/cup/p/{left}")))
    assert f"{cup.name(gone)} has dropped, so you have no partner. Tell the desk who you play with." in text
    assert "Your table appears here" not in text


# At the table


def test_tablets_know_the_teams_and_their_seats(cup):
    found = tablet(cup, 1).state().json
    assert found["pod"]["teams"] == ["A", "B", "C", "A", "B", "C"]
    assert found["pod"]["seats"] == ["A1", "B1", "C1", "A2", "B2", "C2"]
    assert found["pod"]["first"] == cup.pair(1)[0]


def test_tables_without_teams_have_no_letters(app):
    event = Event(app, ["Ana", "Ben", "Cai"], ruleset_id="spellfire").start()
    pod = tablet(event, 1).state().json["pod"]
    assert (pod["teams"], pod["seats"], pod["first"]) == ([], [], None)


def test_a_partners_yes_on_a_phone_does_not_confirm_a_game(cup):
    one, other, _, partner, *_ = cup.pair(1)
    realms = [6, 3, 2, 5, 3, 1]
    for player, games in ((one, 0), (partner, 0), (other, 1)):
        told = [{"player": player, "winner": one, "realms": realms}]
        assert phone(cup, player).send("game", number=1, reports=told).status_code == 200
        assert len(cup.match(1).games) == games


def test_a_tablet_chooses_its_table_by_teams(cup):
    free = tablet(cup, bound=False)
    page = Page(free.client.get("/tablet/table", follow_redirects=True))
    assert f"A {cup.together(0)} B {cup.together(1)} C {cup.together(2)}" in text_of(page)


# Wall


def wall(stranger):
    return json.loads(gzip.decompress(stranger.client.get("/api/tournaments/cup/wall").data))


def test_the_wall_lists_partners_and_seats_and_never_a_partner_as_opponent(stranger, cup):
    names = {row["name"]: row for row in wall(stranger)["pairings"]["names"]}
    for player, partner, against in of_pairs(cup):
        row = names[cup.name(player)]
        assert (row["partner"], row["seat"]) == ([partner], seat_name(cup.match(1), player))
        assert partner not in row["against"]
        assert row["teams"] == against


def test_the_wall_lists_tables_by_team_with_who_won_the_draw(stranger, cup):
    (first, *_) = wall(stranger)["pairings"]["tables"]
    assert first["players"] == cup.names_at(1)
    assert [(team["letter"], team["players"]) for team in first["teams"]] == [
        (letter, list(side)) for letter, side in zip("ABC", cup.sides(), strict=True)
    ]
    assert first["first"] == cup.names_at(1)[0]


def test_the_walls_standings_and_places_are_by_team(stranger, cup):
    cup.play_all()
    (table,) = wall(stranger)["standings"]["tables"]
    assert len(table["rows"]) == 9
    assert {frozenset(row["name"].split(" & ")) for row in table["rows"][:3]} == {
        frozenset(cup.sides(table)[0]) for table in (1, 2, 3)
    }


def test_the_walls_games_are_by_team(stranger, cup):
    cup.played(1)
    games = wall(stranger)["games"][0]["wins"]
    assert [(row["name"], row["wins"], row["letter"]) for row in games] == [
        (cup.together(side), int(side == 0), "ABC"[side]) for side in range(3)
    ]


# Programs and files


def test_the_api_tells_teams_and_keeps_everything_it_told_before(stranger, cup):
    cup.play_all()
    event = stranger.client.get("/api/tournaments/cup").json
    match = event["rounds"][0]["matches"][0]
    found = cup.match(1, 1)
    assert match["players"] == list(found.players)
    assert match["teams"] == [list(side) for side in sides(found)]
    assert match["seats"] == ["A1", "B1", "C1", "A2", "B2", "C2"]
    assert event["teams"] == [list(team) for team in cup.t.settings.teams]
    rows = stranger.client.get("/api/tournaments/cup/standings").json["standings"]
    assert len(rows) == 18
    assert all(row["partner"] == partner_of(cup.t, row["player"]) for row in rows)


def test_the_api_of_other_events_has_no_teams(app, stranger):
    Event(app, ["Ana", "Ben", "Cai"], ruleset_id="spellfire").start()
    event = stranger.client.get("/api/tournaments/cup").json
    assert "teams" not in event
    assert "teams" not in event["rounds"][0]["matches"][0]


def table_of(organizer, name):
    return list(csv.DictReader(io.StringIO(organizer.client.get(f"{CUP}/export/{name}.csv").get_data(as_text=True))))


def test_files_name_the_partner_and_only_opponents_as_opponents(organizer, cup):
    cup.play_all()
    rows = {row["Player"]: row for row in table_of(organizer, "results")}
    for player, partner, against in of_pairs(cup, 1, 1):
        row = rows[cup.name(player)]
        assert row["Partner"] == partner
        assert row["Opponents"] == ", ".join(against)
        assert row["Seat"] == seat_name(cup.match(1, 1), player)
    pairings = table_of(organizer, "pairings")
    assert [pairings[0][f"Player {n}"] for n in range(1, 7)] == [cup.name(p) for p in cup.match(1, 1).players]
    assert pairings[0]["Seats"] == "A1 B1 C1 A2 B2 C2"
    standings = table_of(organizer, "standings")
    assert all(row["Partner"] and "⟨" not in row["Working"] for row in standings)


def test_the_command_line_names_the_partner(organizer, cup):
    cup.play_all()
    exported = json.loads(organizer.client.get(f"{CUP}/export/event.json").get_data(as_text=True))
    lines = standings(exported)["standings"]
    assert "⟨" not in json.dumps(lines, ensure_ascii=False)
    assert all(line["partner"] == partner_of(cup.t, line["player"]) for line in lines)


# Paper


def test_paper_by_name_shows_the_partner_and_the_seat(judge, cup):
    text = text_of(judge.get(f"{CUP}/print/names"))
    for player, partner, _ in of_pairs(cup):
        assert f"{cup.name(player)} 1 {seat_name(cup.match(1), player)} {partner}" in text


def test_paper_by_table_shows_teams(judge, cup):
    text = text_of(judge.get(f"{CUP}/print/tables"))
    assert f"1 A {cup.together(0)} B {cup.together(1)} C {cup.together(2)}" in text


def test_a_slip_has_the_seats_team_by_team_and_who_won_the_draw(judge, cup):
    text = text_of(judge.get(f"{CUP}/print/slips"))
    (a1, a2), (b1, b2), (c1, c2) = cup.sides()
    assert f"A1 {a1} A2 {a2} B1 {b1} B2 {b2} C1 {c1} C2 {c2}" in text
    assert f"{a1} won the draw: sit A1, B1, C1, A2, B2, C2 clockwise" in text


def test_the_grid_has_teams_together_filled_and_blank(judge, cup):
    cup.play_all()
    text = text_of(judge.get(f"{CUP}/sheets/grid"))
    (a1, a2), (b1, _), _ = cup.sides_of(1, 1)
    assert f"1 A1 {a1} goes on 6* 6* 4 2 A2 {a2} goes on 5* 5* 4 3 B1 {b1} 3 3 3" in text
    assert "1 A1 2 A2 3 B1 4 B2 5 C1 6 C2" in text_of(judge.get(f"{CUP}/sheets/grid", blank=1, players=18))


def test_printed_standings_and_the_wrap_up_count_teams(judge, cup):
    cup.play_all()
    standings = text_of(judge.get(f"{CUP}/print/standings"))
    assert re.search(r"1 \w+ & \w+ 4 4 22 in 2 Lot 2 \w+ & \w+", standings)
    wrap_up = text_of(judge.get(f"{CUP}/sheets/wrap-up"))
    assert re.search(r"1 \w+ 4 1 \w+ 4 2 \w+ 4 2 \w+ 4 3", wrap_up)


# One name


def test_a_team_is_named_one_way_whoever_of_it_sits_first(organizer, cup):
    """“Cai & Dee” in the standings, “Dee & Cai” at their table: one team, two names."""
    cup.play_all()
    other = {f"{b} & {a}" for a, b in zip(FIRST[::2], FIRST[1::2], strict=True)}
    for path in ("/", "/pairings/", "/results/", "/standings/", "/history/", "/players/p1", "/print/pack"):
        page = text_of(organizer.get(CUP + path))
        assert {team for team in other if team in page} == set(), path
    for path in ("/e/cup/standings", "/e/cup/p/p1", "/e/cup/pairings"):
        page = text_of(organizer.get(path))
        assert {team for team in other if team in page} == set(), path
    wall = on_the_wall(organizer)
    assert {row["name"] for row in wall["standings"]["tables"][0]["rows"]} & other == set()
