"""The staff at the desk: one coordinator, one role a person, and whoever plays is a player, by whatever list."""

import pytest

from engine import facts as f
from tests.server.results.test_spellfire_desk import CUP, mages, play

STAFF = f"{CUP}/staff/"


@pytest.fixture
def cup(app):
    return mages(app, 9)


def roles(event):
    return [(each.role, each.player) for each in event.t.staff]


def test_a_player_who_is_typed_is_that_player(organizer, cup):
    """Ruling: a person who plays forfeits staff points, whatever list the name came from."""
    page = organizer.post(STAFF, role="judge", name=" mage  4 ")
    assert roles(cup) == [("judge", "p4")]
    assert "Mage 4 Judge, plays too as a player" in page


def test_the_same_person_again_has_the_new_role_alone(organizer, cup):
    organizer.post(STAFF, role="coordinator", name="Cy")
    organizer.post(STAFF, role="judge", name="CY")
    assert roles(cup) == [("judge", None)]
    organizer.post(STAFF, role="coordinator", name="cy")
    assert roles(cup) == [("coordinator", None)]
    assert "one coordinator" in organizer.post(STAFF, role="coordinator", name="Jo", referrer=STAFF)


def test_two_players_of_one_name_are_told_apart_first(organizer, app):
    event = mages(app, 9)
    organizer.post(f"{CUP}/players/p2", name="Mage 1")
    page = organizer.post(STAFF, role="judge", name="Mage 1", referrer=STAFF)
    assert "2 players are called “Mage 1”. Choose one of them from the list" in page
    assert event.t.staff == ()


def test_somebody_of_the_staff_who_enters_late_forfeits_the_points(organizer, cup):
    for role, name in (("coordinator", "Cy"), ("judge", "Jo")):
        organizer.post(STAFF, role=role, name=name)
    cup.start()
    page = organizer.post(f"{CUP}/players/add", players="cy")
    assert "cy is on the staff too, and gets the points of playing instead." in page
    play(cup)
    page = organizer.get(STAFF)
    assert "Cy Coordinator, plays too as a player" in page
    assert "Jo Judge 5" in page
    assert "Cy,Coordinator,yes,0" in organizer.client.get(f"{CUP}/export/staff.csv").get_data(as_text=True)
    assert "Cy Coordinator, plays 0" in organizer.get(f"{CUP}/sheets/wrap-up")


def test_a_player_renamed_to_somebody_of_the_staff_is_that_person(organizer, cup):
    organizer.post(STAFF, role="judge", name="Jo")
    cup.start()
    assert "Jo Judge 4" in organizer.get(STAFF)
    page = organizer.post(f"{CUP}/players/p1", name="Jo")
    assert "Jo is on the staff too" in page
    assert "Jo Judge, plays too as a player" in organizer.get(STAFF)
    organizer.post(f"{CUP}/players/p1", name="Jo Brown")
    assert "Jo Judge 4" in organizer.get(STAFF)


def test_the_coordinator_who_enters_may_be_chosen_from_the_players_too(organizer, cup):
    organizer.post(STAFF, role="coordinator", name="Cy")
    organizer.post(f"{CUP}/players/add", players="Cy")
    organizer.post(STAFF, role="coordinator", player="p10")
    assert roles(cup) == [("coordinator", "p10")]


def test_a_new_event_with_a_double_of_the_staff_pasted(organizer, cup):
    organizer.post(STAFF, role="judge", name="Jo")
    page = organizer.post(f"{CUP}/players/add", players="Ann\nJO\nBob")
    assert "JO is on the staff too" in page


def test_everybody_is_told_of_staff_who_play_by_name_too(organizer, stranger, cup):
    organizer.post(STAFF, role="coordinator", name="Cy")
    cup.start()
    assert "Cy" not in stranger.get("/e/cup/")
    organizer.post(f"{CUP}/players/p1", name="Cy")
    assert "Cy , coordinator, plays too." in stranger.get("/e/cup/")


def test_an_older_journal_with_a_person_twice_still_opens(organizer, cup):
    organizer.post(STAFF, role="judge", name="Jo")
    cup.do(lambda t: (f.StaffNamed("old", "coordinator"), f.StaffNamed("older", "coordinator")))
    cup.start()
    page = organizer.get(STAFF)
    assert "old Coordinator 9" in page
    assert "older Coordinator 4" in page


def test_a_players_own_page_knows_the_roles_of_the_rulebook(organizer, cup):
    organizer.post(STAFF, role="coordinator", name="Cy")
    page = organizer.get(f"{CUP}/players/p1")
    assert "Judge who plays" in page
    assert "Organizer who plays" not in page
    refused = organizer.post(f"{CUP}/players/p1/staff", role="coordinator", referrer=f"{CUP}/players/p1")
    assert "one coordinator" in refused
    organizer.post(f"{CUP}/players/p1/staff", role="judge")
    assert roles(cup) == [("coordinator", None), ("judge", "p1")]
    organizer.post(f"{CUP}/players/p1/staff", role="")
    assert roles(cup) == [("coordinator", None)]


def test_whoever_hosted_by_an_older_journal_does_not_take_the_coordinators_points(organizer, cup):
    cup.do(lambda t: (f.StaffNamed("plays-p1", "organizer", "p1"),))
    organizer.post(STAFF, role="coordinator", name="Cy")
    cup.start()
    assert "Cy Coordinator 9" in organizer.get(STAFF)


def test_a_judge_who_entered_and_did_not_come_is_not_said_to_play(organizer, stranger, cup):
    organizer.post(STAFF, role="judge", player="p4")
    cup.start()
    assert "Mage 4 , judge, plays too." in stranger.get("/e/cup/")
    table = next(match.table for match in cup.t.current_round.matches if "p4" in match.players)
    organizer.post(f"{CUP}/results/{table}/leave", round=1, player="p4", no_show="1")
    assert "plays too" not in stranger.get("/e/cup/")
    assert "Mage 4 Judge 4" in organizer.get(STAFF)


def test_whoever_takes_another_role_is_told_which_one_they_gave_up(organizer, app):
    create = {"name": "Realm Day", "ruleset": "spellfire", "players": "\n".join(f"Mage {i}" for i in range(1, 10))}
    tid = organizer.post("/events", **create).path.split("/")[2]
    organizer.post(f"/events/{tid}/staff/", name="Ida", role="coordinator", request_id="one")
    page = organizer.post(f"/events/{tid}/staff/", name="Ida", role="judge", request_id="two")
    assert "They were coordinator before, and are judge now: a person has one role. Nobody is coordinator now." in page
