"""Teams on a pasted list: “Ana & Ben” on a line, or a column that says who plays with whom."""

import pytest

from engine.decisions import teams
from server.core import journal
from server.people.pasting import read
from server.people.pasting_teams import pairs, with_partners
from tests.server.results.test_spellfire_desk import create, made, mages


def told(text):
    """Everybody in order, and who plays with whom."""
    pasted = with_partners(read(text))
    names = [entry.name for entry in pasted.players]
    return names, [(names[one], names[two]) for one, two in pairs(pasted.players)], pasted.notes


@pytest.mark.parametrize(
    "text",
    [
        "Ana & Ben\nCai & Dee",
        "Ana + Ben\nCai + Dee",
        "1. Ana & Ben\n2. Cai & Dee",
        "name,partner\nAna,Ben\nCai,Dee",
        "name;plays with\nAna;Ben\nBen;Ana\nCai;Dee\nDee;Cai",
        "name\tteam\nAna\tReds\nBen\treds\nCai\tBlues\nDee\tBlues",
        "name,team\nAna,1\nBen,1\nCai,2\nDee,2",
    ],
)
def test_two_on_a_line_a_partner_or_a_team_they_share_make_a_team(text):
    names, found, notes = told(text)
    assert names == ["Ana", "Ben", "Cai", "Dee"]
    assert found == [("Ana", "Ben"), ("Cai", "Dee")]
    assert notes == ()


def test_a_name_may_hold_a_sign_without_spaces_around_it():
    assert told("Ana&Ben\nCai") == (["Ana&Ben", "Cai"], [], ())


@pytest.mark.parametrize(
    ("text", "found", "note"),
    [
        ("name,team\nAna,Reds\nBen,Reds\nCai,Reds", [], "Team “Reds” has 3 players"),
        ("name,team\nAna,Reds\nBen,", [], "Team “Reds” has 1 player"),
        ("Ana & Ben & Cai", [], "Line 1 names 3 players"),
        ("name,partner\nAna,Ana", [], "“Ana” (line 2) cannot play with themselves"),
        ("name,partner\nAna,Ben\nCai,Ben", [("Ana", "Ben")], "“Ben” is the partner of two players"),
    ],
)
def test_what_makes_no_team_is_told_and_everybody_enters_all_the_same(text, found, note):
    names, pairs_, notes = told(text)
    assert pairs_ == found
    assert any(note in each for each in notes), notes
    assert "Ana" in names


def test_a_new_event_of_teams_has_them_from_its_list(organizer, app):
    page = create(organizer, spell_type="Team Spirit", players="Ana & Ben\nCai & Dee\nEli & Fay")
    t = made(app, page)
    assert len(t.players) == 6
    assert [len(team) for team in t.settings.teams] == [2, 2, 2]
    assert teams.unready(t) == ""


def test_in_other_events_two_on_a_line_stay_one_name(organizer, app):
    assert len(made(app, create(organizer, players="Ana & Ben\nCai & Dee\nEli & Fay")).players) == 3


def test_the_preview_counts_players_and_teams(organizer):
    form = {"ruleset": "spellfire", "spell": "1", "spell_type": "Team Spirit", "players": "Ana & Ben\nCai & Dee"}
    part = organizer.client.post("/events/preview", data=form, headers={"X-Part": "1"}).get_data(as_text=True)
    assert "<dt>Players</dt><dd>4</dd><dt>Teams</dt><dd>2</dd>" in " ".join(part.split()).replace("> <", "><")


def test_teams_are_added_to_an_event_that_is_there(organizer, app):
    event = mages(app, 4, type="Team Spirit", realms=10, realms_at_least=True)
    assert "2 players entered" in organizer.post("/events/cup/players/add", players="Zoe & Yan")
    with app.app_context():
        t = journal.read("cup").tournament
    assert [set(team) for team in t.settings.teams] == [{"p5", "p6"}]
    assert len(event.t.players) == 6
