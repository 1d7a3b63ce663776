"""Spellfire at the desk: whether an event counts follows from who played; the disqualified have 0 everywhere."""

import csv
import io
import re

import pytest

from engine.decisions import people, results, rounds
from tests.server.paper.test_sheets import on_the_wall
from tests.server.results.test_spellfire_desk import CUP, mages, play

SHEETS = f"{CUP}/sheets"


def absent(event, table=1, seat=2):
    player = event.match(table).players[seat]
    event.do(lambda t: results.leave_table(t, table, player=player, no_show=True))
    return player


@pytest.fixture
def eight_of_nine(app, organizer):
    """Nine entered, one never came, two rounds are played."""
    event = mages(app, 9).start()
    organizer.post(f"{CUP}/staff/", role="coordinator", name="Cy")
    organizer.post(f"{CUP}/staff/", role="judge", name="Jo")
    absent(event)
    return play(play(event).next_round())


def rows(actor, what):
    answer = actor.client.get(f"{CUP}/export/{what}.csv")
    assert answer.status_code == 200
    return list(csv.DictReader(io.StringIO(answer.get_data().decode("utf-8-sig"), newline="")))


# Who played


def test_nine_entered_and_eight_who_played_is_not_official_anywhere(organizer, eight_of_nine):
    """“Two-player games or those tournaments with less than 9 participants are not eligible for scoring.”"""
    not_scored = "A scored event needs 9 players or more; 8 take part."
    assert not_scored in organizer.get(f"{CUP}/standings/finish")
    assert not_scored in organizer.get(f"{CUP}/settings")
    for sheet in ("wrap-up", "scoring"):
        page = organizer.get(f"{SHEETS}/{sheet}")
        assert "Not scored: 8 played, and it takes 9." in page
        assert "Due" not in page
    staff = organizer.get(f"{CUP}/staff/")
    assert "Cy Coordinator 8" in staff
    assert "Jo Judge 4" in staff


def test_the_first_page_says_it_when_a_ninth_does_not_come(organizer, app):
    event = mages(app, 9).start()
    assert "count for the ranking" not in organizer.get(CUP + "/")
    absent(event)
    told = "9 entered and 8 take part: with fewer than 9 the event does not count for the ranking."
    assert told in organizer.get(CUP + "/")
    play(event)
    assert told in organizer.get(CUP + "/")


def test_no_words_touch_where_one_of_four_did_not_come(organizer, app):
    """“Ana did not comev Ben”: the space went with the line."""
    event = mages(app, 4).start()
    gone, after = event.name(absent(event, seat=1)), event.name(event.match(1).players[2])
    bare = re.sub(r"<[^>]+>", "", organizer.get(CUP + "/").html)
    assert re.search(rf"{gone}\s+did not come\s+v\s+{after}", bare)


def test_an_event_that_was_small_from_the_start_is_not_told_again(organizer, app):
    play(mages(app, 6).start(), close=False)
    assert "count for the ranking" not in organizer.get(CUP + "/")


def test_an_unscored_event_is_due_nowhere(organizer, app):
    """“To run an unscored tournament, there’s nothing you need to do”."""
    play(play(mages(app, 9, scored=False).start()).next_round())
    for sheet in ("wrap-up", "scoring"):
        for blank in ({}, {"blank": 1}):
            page = organizer.get(f"{SHEETS}/{sheet}", **blank)
            assert "Due" not in page
            assert "30 days" not in page
    assert "Not scored." in organizer.get(f"{SHEETS}/wrap-up")
    assert "30 days" not in organizer.get(f"{CUP}/standings/finish")
    organizer.post(f"{CUP}/standings/finish", do="finish")
    assert "Due" not in organizer.get(f"{SHEETS}/scoring")


def test_who_never_came_stands_on_no_form_and_is_said_not_to_have_come(organizer, app, eight_of_nine):
    gone = eight_of_nine.name(eight_of_nine.t.stages[0].rounds[0].matches[0].no_shows[0])
    for sheet in ("wrap-up", "scoring"):
        assert gone not in organizer.get(f"{SHEETS}/{sheet}")
    assert f"{gone} did not come" in organizer.get(f"{SHEETS}/grid")
    own = organizer.get(f"/events/cup/players/{eight_of_nine.ids[gone]}")
    assert "Did not come" in own  # where “Place 3 of 3” stood
    assert "of 3" not in own
    (line,) = [row for row in rows(organizer, "standings") if row["Name"] == gone]
    assert (line["Place"], line["Points"], line["State"]) == ("", "0", "did not come")


def test_who_never_came_is_nobodys_opponent_has_no_place_and_is_not_counted_in_what_is_taken_away(
    organizer, eight_of_nine
):
    """“everyone who plays receives at least one point”: ten players stood in the text of an event of nine."""
    match = eight_of_nine.t.stages[0].rounds[0].matches[0]
    gone = eight_of_nine.name(match.no_shows[0])
    found = rows(organizer, "results")
    assert not [row for row in found if gone in row["Opponents"]]
    assert [row["Place"] for row in found if row["Player"] == gone] == [""]
    assert "8 players" in organizer.get(f"{CUP}/take-away/results.txt").text
    assert "8 players" in organizer.get(f"{CUP}/take-away/").text


# Disqualified


@pytest.fixture
def disqualified(app):
    """Somebody wins a table and is disqualified once the round is closed; the event is played to its end."""
    event = play(mages(app, 9).start())
    event.out = event.match(1).players[0]
    event.do(lambda t: people.disqualify(t, event.out))
    play(event.next_round())
    return event


def test_a_disqualified_player_has_0_and_stands_on_no_form(organizer, disqualified):
    """Ruling: a disqualified player has 0 and stands on no form."""
    name = disqualified.name(disqualified.out)
    for sheet in ("wrap-up", "scoring", "grid"):
        assert name not in organizer.get(f"{SHEETS}/{sheet}"), sheet
    second = disqualified.name(disqualified.match(1, number=1).players[1])
    assert f"1 {second} 3" in organizer.get(f"{SHEETS}/scoring")


def test_that_somebody_is_disqualified_is_said_where_they_are_looked_for(organizer, stranger, disqualified):
    name = disqualified.name(disqualified.out)
    said = f"{name} is disqualified: no points, no place, and on no form."
    assert said in organizer.get(f"{CUP}/standings/finish")
    organizer.post(f"{CUP}/standings/finish", do="finish")
    assert said in organizer.get(f"{CUP}/standings/")
    (line,) = [row for row in rows(organizer, "standings") if row["Name"] == name]
    assert (line["Place"], line["Points"], line["State"]) == ("", "0", "disqualified")
    results_ = [row for row in rows(organizer, "results") if row["Player"] == name]
    assert [(row["Place"], row["Points"], row["How"]) for row in results_] == [("", "0", "disqualified")]
    api = stranger.client.get("/api/tournaments/cup/standings").get_json()["standings"]
    (row,) = [row for row in api if row["player"] == disqualified.out]
    assert (row["rank"], row["points"], row["disqualified"]) == (None, 0, True)


def test_a_disqualified_players_own_pages_say_no_place_and_no_points(organizer, stranger, disqualified):
    """“Ivo, 1 win”, “place 1” and “What you played stays and counts” stood there, with 0 points in the standings."""
    out = disqualified.out
    for path in (f"/e/cup/p/{out}", f"{CUP}/players/{out}"):
        page = (stranger if path.startswith("/e/") else organizer).get(path)
        assert "1 win" not in page
        assert not re.search(r"[Pp]lace 1", page.text), path
        assert "no place" in page.text.lower(), path
    assert "stays and counts." not in stranger.get(f"/e/cup/p/{out}")


def test_somebody_disqualified_at_the_table_is_not_told_that_it_counts(stranger, app):
    event = mages(app, 9).start()
    out = event.match(1).players[0]
    event.game(1, 0, 6, 1, 2)
    event.do(lambda t: people.disqualify(t, out))
    page = stranger.get(f"/e/cup/p/{out}")
    assert "You are out of the event." in page
    assert "stays and counts" not in page


def test_whoever_goes_on_from_a_table_without_a_game_has_no_win_either(stranger, app):
    """Such events count points: others read “4 points” there."""
    event = mages(app, 9).start()
    event.do(lambda t: results.end_early(t, 1, winner=event.match(1).players[0]))
    page = stranger.get(f"/e/cup/p/{event.match(1).players[0]}")
    assert "1 win" not in page


def test_disqualified_at_the_table_is_last_there_and_has_0_too(organizer, app):
    event = mages(app, 9).start()
    out = event.match(1).players[0]
    event.game(1, 0, 6, 1, 2)
    event.do(lambda t: people.disqualify(t, out))
    event.game(1, 1, 0, 6, 2).game(1, 1, 0, 6, 2)
    for match in event.t.current_round.matches[1:]:
        event.game(match.table, 0, 6, 1, 2).game(match.table, 0, 6, 1, 2)
    event.do(rounds.close)
    assert event.name(out) not in organizer.get(f"{SHEETS}/grid")
    assert event.name(out) not in organizer.get(f"{SHEETS}/scoring")


def test_the_grid_of_a_closed_round_goes_on_with_the_winners_who_are_still_here(organizer, app):
    """Four winners, one of them disqualified: the grid printed two tables for them, and the next round is the last."""
    event = play(mages(app, 12).start())
    event.do(lambda t: people.disqualify(t, event.match(1).players[0]))
    grid = organizer.get(f"{SHEETS}/grid")
    assert "Round 2 The championship round." in grid
    assert "fills up" not in grid


# Files


def test_results_as_a_spreadsheet_have_games_realms_and_points(organizer, app):
    event = play(mages(app, 9).start())
    found = rows(organizer, "results")
    assert list(found[0]) == [
        *("Round", "Table", "Player", "Opponents", "Outcome", "Games won", "Realms", "Games", "Place", "Points", "How"),
    ]
    first = event.name(event.match(1).players[0])
    (line,) = [row for row in found if row["Player"] == first]
    assert (line["Games won"], line["Realms"], line["Games"], line["Points"]) == ("2", "12", "2", "4")


def test_the_staffs_points_are_a_file(organizer, judge, app, eight_of_nine):
    found = rows(judge, "staff")
    assert [tuple(row.values()) for row in found] == [
        ("Cy", "Coordinator", "no", "8"),
        ("Jo", "Judge", "no", "4"),
    ]
    assert f"{CUP}/export/staff.csv" in organizer.get(f"{CUP}/settings").html


def test_the_wall_sends_nobody_to_a_table_they_have_left(organizer, app):
    event = mages(app, 9).start()
    gone = event.name(absent(event))
    pairings = on_the_wall(organizer)["pairings"]
    assert gone not in [row["name"] for row in pairings["names"]]
    assert not any(gone in row["against"] for row in pairings["names"])
    assert not any(gone in table["players"] for table in pairings["tables"])
