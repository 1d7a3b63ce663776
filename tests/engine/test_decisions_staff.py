"""The staff: who is on it, and who of them plays."""

from __future__ import annotations

import pytest
from desk import Desk, desk, entered

from engine import facts as f
from engine.decisions import results, staff
from engine.standings.staff import staff_points


def three() -> Desk:
    return entered("ashes-reborn", "Ana Ben Cai")


@pytest.mark.parametrize(
    ("ruleset", "roles"),
    [
        ("ashes-reborn", ("organizer", "co-organizer", "judge")),
        ("spellfire", ("judge", "coordinator")),
    ],
)
def test_spellfire_has_a_coordinator_where_the_others_have_organizers(ruleset, roles):
    assert staff.roles_for(entered(ruleset, 3).t) == roles


def test_somebody_joins_by_name_or_as_one_of_the_players():
    made = three()
    assert staff.join_staff(made.t, "s1", role="judge") == (f.StaffNamed("s1", "judge"),)
    made.do(staff.join_staff, "s2", role="judge", player="Ana")
    assert made.acts[-1].facts == (f.StaffNamed("plays-Ana", "judge", "Ana"),)
    assert staff.join_staff(made.t, "s3", role="judge", player="Ana") == ()


@pytest.mark.parametrize("role", ["", "coordinator", "king"])
def test_only_roles_that_the_rulebook_knows(role):
    assert "Choose what they do" in three().refused(staff.join_staff, "s1", role=role)


def test_a_stranger_does_not_play():
    assert "no player ⟨Zoe⟩" in three().refused(staff.join_staff, "s1", role="judge", player="Zoe")
    assert "no player ⟨Zoe⟩" in three().refused(staff.host_and_play, "Zoe", role="")


def test_a_player_hosts_and_later_only_plays():
    made = three().do(staff.host_and_play, "Ana", role="organizer")
    assert staff.host_and_play(made.t, "Ana", role="organizer") == ()
    made.do(staff.host_and_play, "Ana", role="co-organizer")
    assert [(each.id, each.role) for each in made.t.staff] == [("plays-Ana", "co-organizer")]
    assert made.do(staff.host_and_play, "Ana", role="").t.staff == ()
    assert "organizer or co-organizer" in made.refused(staff.host_and_play, "Ana", role="judge")


def test_who_leaves_the_staff_has_been_on_it():
    made = three().do(staff.join_staff, "s1", role="judge").do(staff.leave_staff, "s1")
    assert made.t.staff == ()
    assert "nobody of that name" in made.refused(staff.leave_staff, "s1")


def test_an_event_has_one_coordinator_and_a_person_one_role():
    """“The coordinator of a tournament receives one point for every player … Additional judges …”"""
    made = entered("spellfire", "Ana Ben Cai").do(staff.join_staff, "s1", role="coordinator")
    assert "one coordinator" in made.refused(staff.join_staff, "s2", role="coordinator")
    assert "one coordinator" in made.refused(staff.join_staff, "s2", role="coordinator", player="Ana")
    made.do(staff.join_staff, "s1", role="judge").do(staff.join_staff, "s2", role="coordinator", player="Ana")
    made.do(staff.join_staff, "s3", role="judge", player="Ana")
    assert [(each.id, each.role) for each in made.t.staff] == [("s1", "judge"), ("plays-Ana", "judge")]


# One person, whatever list the name was picked from


def nine() -> Desk:
    return desk("spellfire", "Ana Ben Cai").facts(f.StaffNamed("s1", "coordinator"), f.StaffNamed("s2", "judge"))


def points(made: Desk, **names: str) -> dict[str, int]:
    return staff_points(made.t, {**{player: player for player in made.t.players}, **names})


def test_a_person_who_plays_forfeits_staff_points_by_whatever_list():
    """“A coordinator or judge who participates in a tournament receives only the number of points he earned”."""
    made = nine().pair()
    assert points(made, s1="Cy", s2="Jo") == {"s1": 3, "s2": 1}
    assert points(made, s1="Cy", s2="  bEN ") == {"s1": 3, "s2": 0}
    assert points(made, s1="Ａna", s2="Jo") == {"s1": 0, "s2": 1}


def test_somebody_who_is_entered_and_never_plays_keeps_the_points_of_the_staff():
    made = desk("spellfire", "Ana Ben Cai Dee").do(staff.join_staff, "s1", role="coordinator", player="Dee")
    made.pair().do(results.leave_table, 1, player="Dee", no_show=True)
    assert points(made) == {"plays-Dee": 3}


def test_a_person_has_points_once_and_only_one_is_the_coordinator():
    """Journals of older versions may name somebody twice, and two coordinators."""
    made = nine().facts(f.StaffNamed("s3", "coordinator"), f.StaffNamed("s4", "judge")).pair()
    assert points(made, s1="Cy", s2="Jo", s3="Vi", s4="jo") == {"s1": 3, "s2": 1, "s3": 1, "s4": 0}


def test_another_role_takes_the_place_of_the_one_before():
    made = nine().do(staff.join_staff, "s9", role="coordinator", player="Ana", known_as=("s1",))
    assert [(each.id, each.role, each.player) for each in made.t.staff] == [
        ("s2", "judge", None),
        ("plays-Ana", "coordinator", "Ana"),
    ]
    assert "one coordinator" in made.refused(staff.join_staff, "s9", role="coordinator", known_as=("s2",))
    assert staff.join_staff(made.t, "s2", role="judge", known_as=("s2",)) == ()
