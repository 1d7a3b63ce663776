"""Spellfire's last round has one name, the rulebook's, on every page; and who goes on is said between rounds.

“Jim, Dori, and John are in the championship round”; the grid for 60 players: “Round 4, Championship”.
"""

import json
import re

import pytest

from engine.decisions import rounds, stages
from tests.server.at_table_devices import phone, tablet
from tests.server.event.test_bracket_words import PUBLIC, read
from tests.server.paper.test_sheets import on_the_wall
from tests.server.results.test_spellfire_desk import mages, play

DESK = (
    *("/", "/clock/", "/players/", "/players/{one}", "/pairings/", "/pairings/?round=2", "/results/", "/results/slips"),
    *("/results/1", "/results/round/2/1/correct", "/floor/", "/floor/1", "/standings/", "/standings/?round=2"),
    *("/standings/finish", "/history/", "/print/", "/print/pack", "/settings", "/staff/"),
)
FORMS = ("/sheets/grid", "/sheets/scoring", "/sheets/wrap-up")  # these have lines for the number of a round
OTHERWISE = re.compile(r"(?i)[^.;|]{0,60}\b(?:final(?!\s+places?)|(?<!championship )round 2|R2)\b[^.;|]{0,40}")
FINAL = re.compile(r"(?i)[^.;|]{0,60}\bfinal\b(?!\s+places?)")


def pages(cup, organizer):
    """Every page's text, by its address: desk, phones, the wall, a tablet and a player's own phone."""
    known = {"one": "p1", "out": "p9"}
    for path in DESK:
        page = read(organizer, f"/events/cup{path.format(**known)}")
        yield path, page.text if page.status == 200 else ""  # a round that is not there yet
    for path in PUBLIC:
        yield f"/e{path}", read(organizer, f"/e/cup{path.format(**known)}").text
    yield "wall", json.dumps(on_the_wall(organizer), ensure_ascii=False)
    yield "table", json.dumps(tablet(cup, 1).state().json, ensure_ascii=False)
    mine = phone(cup, cup.t.current_round.matches[0].players[0])
    yield "phone", mine.client.get("/me/table", follow_redirects=True).get_data(as_text=True)


def look_everywhere(cup, organizer, *, said_on):
    shown = dict(pages(cup, organizer))
    for path, text in shown.items():
        assert not OTHERWISE.findall(text), (path, OTHERWISE.findall(text))
        assert "⟨" not in text, path
    for path in FORMS:
        assert not FINAL.findall(read(organizer, f"/events/cup{path}").text), path
    for path in said_on:
        assert "championship round" in shown[path].lower(), path


@pytest.fixture
def cup(app):
    """Nine players: three tables, and its winners play the last round."""
    return play(mages(app, 9).start())


def test_every_page_calls_the_last_round_as_the_rulebook_does(cup, organizer):
    look_everywhere(cup, organizer, said_on=("/", "/pairings/", "/standings/", "/e/standings", "wall"))
    cup.draft()
    look_everywhere(cup, organizer, said_on=("/", "/pairings/"))
    cup.do(rounds.publish)
    on_every_surface = ("/", "/pairings/", "/results/", "/results/1", "/print/", "/e/", "/e/pairings", "wall", "table")
    look_everywhere(cup, organizer, said_on=on_every_surface)
    play(cup)
    look_everywhere(cup, organizer, said_on=("/", "/standings/", "/e/standings", "/e/p/{one}", "wall"))
    cup.do(lambda t: stages.finish(t, prizes=("Cup",)))
    look_everywhere(cup, organizer, said_on=("/standings/?round=2",))


def test_the_forms_name_it_as_the_printed_grid_does(cup, organizer):
    """The grid for 60 players: “Round 4, Championship”."""
    grid = organizer.get("/events/cup/sheets/grid").text
    assert "Round 2, championship 1 2 3 4 10/6/4" in grid


def test_who_goes_on_is_said_between_rounds(cup, organizer):
    """“The first player to win two games advances.”"""
    won = {cup.name(match.players[0]) for match in cup.t.stages[0].rounds[0].matches}
    data = on_the_wall(organizer)["standings"]
    assert data["goes_on"] == "goes on to the championship round"
    assert {row["name"] for row in data["tables"][0]["rows"] if row.get("goes_on")} == won
    assert organizer.get("/events/cup/standings/").text.count("goes on to the championship round") == len(won)
    phone = organizer.get("/e/cup/standings")
    assert phone.text.count("goes on to the championship round") == 1  # once above the list, where it is never cut
    assert phone.html.count("> goes on</span>") == len(won)
    winner = cup.t.stages[0].rounds[0].matches[0].players[0]
    assert "You won your table and go on to the championship round." in organizer.get(f"/e/cup/p/{winner}")


def test_while_a_round_is_played_and_after_the_last_nobody_goes_on(app, organizer):
    cup = mages(app, 9).start()
    play(cup, close=False)
    assert "goes on" not in organizer.get("/events/cup/standings/").text
    cup.do(rounds.close)
    play(cup.next_round())
    assert "goes_on" not in on_the_wall(organizer)["standings"]["tables"][0]["rows"][0]
    assert "goes on" not in organizer.get("/events/cup/standings/").text


def test_a_winner_who_left_does_not_go_on(cup, organizer):
    left = cup.t.stages[0].rounds[0].matches[0].players[0]
    organizer.post(f"/events/cup/players/{left}/drop")
    assert cup.t.players[left].dropped is not None
    assert organizer.get("/events/cup/standings/").text.count("goes on to") == 2


def test_with_more_than_one_table_to_come_it_is_a_round_by_its_number(app, organizer):
    play(mages(app, 18).start())
    assert on_the_wall(organizer)["standings"]["goes_on"] == "goes on to round 2"
    assert "championship round" not in organizer.get("/events/cup/").text


def test_printed_standings_have_points_by_round(cup, organizer):
    play(cup.next_round())
    page = organizer.get("/events/cup/print/standings").text
    assert "Standings after the championship round" in page
    assert "Points by round Points Realms" in page
    assert "Points: points" not in page
