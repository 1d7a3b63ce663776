"""Team Spirit: who plays with whom, until the first round."""

from __future__ import annotations

from dataclasses import replace

from desk import Desk, entered, team_spirit

from engine.decisions import people, teams
from engine.rulesets.spellfire import with_realms
from engine.words import Event


def six() -> Desk:
    return entered("spellfire", "Ana Ben Cai Dee Eve Fay", event=with_realms(Event(type="Team Spirit")))


def test_two_who_are_free_become_a_team_and_are_parted_again():
    made = six().do(teams.join, "Ana", "Ben")
    assert teams.teams_of(made.t) == (("Ana", "Ben"),)
    assert teams.without_a_team(made.t) == ("Cai", "Dee", "Eve", "Fay")
    assert "⟨Ana⟩ is in a team already" in made.refused(teams.join, "Cai", "Ana")
    assert teams.teams_of(made.do(teams.part, "Ben").t) == ()


def test_a_team_is_two_different_players_of_the_event():
    assert "two different players" in six().refused(teams.join, "Ana", "Ana")
    assert "Choose two players" in six().refused(teams.join, "Ana", "Zoe")


def test_whoever_is_left_gets_a_partner_by_lot():
    made = six().do(teams.join, "Ana", "Ben").do(teams.draw)
    assert teams.teams_of(made.t)[0] == ("Ana", "Ben")
    assert (teams.without_a_team(made.t), teams.unready(made.t)) == ((), "")
    assert teams.draw(made.t) == ()


def test_an_odd_one_cannot_be_drawn_into_a_team():
    made = six().do(people.drop, "Fay")
    assert "5 players cannot be put in twos" in made.refused(teams.draw)


def test_a_team_whose_member_left_counts_no_more():
    made = six().do(teams.join, "Ana", "Ben").do(people.drop, "Ana")
    assert (teams.teams_of(made.t), "Ben" in teams.without_a_team(made.t)) == ((), True)


def test_what_keeps_an_event_of_teams_from_beginning():
    made = six()
    assert teams.unready(made.t) == "6 players have no partner yet."
    four = made.do(people.drop, "Eve").do(people.drop, "Fay").do(teams.draw)
    assert "2 teams cannot fill tables" in teams.unready(four.t)
    assert teams.unready(entered("spellfire", 3).t) == teams.unready(entered("ashes-reborn", 3).t) == ""


def test_teams_are_made_before_play_and_only_in_team_spirit():
    assert "Play has begun" in team_spirit(3).refused(teams.part, "a1")
    assert "not played in teams" in entered("spellfire", 4).refused(teams.draw)
    other = replace(six().settings.event, type="Team Spirit", teams=(("Ana", "Ben"),))
    assert teams.join(six().t, "Ana", "Ben")[0].settings.event == other
