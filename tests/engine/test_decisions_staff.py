"""The staff: who is on it, and who of them plays."""

from __future__ import annotations

import pytest
from desk import Desk, entered

from engine import facts as f
from engine.decisions import staff


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
