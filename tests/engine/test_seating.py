"""The next round of whatever stage it is, from the tournament to tables and reasons."""

from collections import Counter
from dataclasses import replace
from random import Random

import pytest
from desk import cut, desk
from events import CLASSIC, REBORN, event
from fields import meetings

from engine.decisions import people, setup
from engine.pairing.checker import judge
from engine.pairing.roster import entrants_before
from engine.pairing.seating import Seating, seat_round, seat_with_rematches
from engine.pairing.swiss import NoLegalPairing
from engine.pairing_words import in_words
from engine.refusals import Refused
from engine.words import Match, Round, Stage, Tournament


def pairs(seating: Seating):
    return meetings(match.players for match in seating.matches)


def seated(seating: Seating) -> Counter[str]:
    return Counter([p for match in seating.matches for p in match.players] + [bye.player for bye in seating.byes])


# Swiss


def test_a_swiss_round_goes_by_the_record_so_far():
    t = event("Ana Ben Cai Dee").round("Ana>Ben", "Cai>Dee").tournament
    found = seat_round(t, Random(1))
    assert pairs(found) == meetings([("Ana", "Cai"), ("Ben", "Dee")])
    assert [(match.table, in_words(match.why)) for match in found.matches] == [(1, "both 1–0"), (2, "both 0–1")]
    assert not found.byes


def test_in_classic_groups_go_by_event_points():
    t = event("Ana Ben Cai Dee Eva Fay", CLASSIC).round("Ana>Ben", "Cai=Dee 5-5", "Eva=Fay 5-5").tournament
    why = {frozenset(match.players): in_words(match.why) for match in seat_round(t, Random(1)).matches}
    assert sorted(why.values()) == [
        "both on 1 point",
        "on 1 point meets on 0 points; floated down: odd group after taking one in",
        "on 3 points meets on 1 point; floated down: odd group",
    ]


def test_who_has_dropped_is_not_seated_and_a_meeting_with_them_is_no_matter():
    t = event("Ana Ben Cai Dee Eva").round("Ana>Ben", "Cai>Dee", bye="Eva").drop("Ben").drop("Dee").tournament
    found = seat_round(t, Random(1))
    assert seated(found) == Counter(["Ana", "Cai", "Eva"])
    assert found.byes[0].player in ("Ana", "Cai")


def test_a_late_entry_is_seated_with_those_who_lost_every_round():
    t = event("Ana Ben Cai Dee").round("Ana>Ben", "Cai>Dee").round("Ana>Cai", "Ben>Dee").late("Zoe").late("Yan")
    found = seat_round(t.tournament, Random(1))
    why = {frozenset(match.players): in_words(match.why) for match in found.matches}
    assert all("0–2" in text for pair, text in why.items() if pair & {"Zoe", "Yan"})
    assert seated(found) == Counter(["Ana", "Ben", "Cai", "Dee", "Zoe", "Yan"])
    assert judge(entrants_before(t.tournament, 3), [match.players for match in found.matches]).faults == ()


def test_the_bye_counts_as_a_win_and_is_not_given_twice():
    t = event("Ana Ben Cai").round("Ana>Ben", bye="Cai").tournament
    found = seat_round(t, Random(1))
    assert [bye.player for bye in found.byes] == ["Ben"]
    assert in_words(found.byes[0].why) == "bye: weakest record (0–1) without a bye"
    assert in_words(found.matches[0].why) == "both 1–0"


def test_a_draft_that_is_drawn_anew_does_not_count_its_own_tables():
    t = event("Ana Ben").round("Ana?Ben").phase("draft").tournament
    assert pairs(seat_round(t, Random(1))) == meetings([("Ana", "Ben")])


def test_a_round_changed_by_hand_is_judged_by_how_people_stood_before_it():
    t = event("Ana Ben Cai Dee").round("Ana>Ben", "Cai>Dee").tournament
    assert all((e.score, e.met, e.record) == (0, frozenset(), "") for e in entrants_before(t, 1))
    assert [(e.score, sorted(e.met), e.record) for e in entrants_before(t, 2)][:2] == [
        (1, ["Ben"], "1–0"),
        (0, ["Ana"], "0–1"),
    ]


def test_a_round_needs_two():
    with pytest.raises(Refused, match="needs two players"):
        seat_round(event("Ana Ben").round("Ana>Ben").drop("Ben").tournament, Random(1))


def test_without_a_legal_round_the_organizer_may_have_the_fewest_rematches():
    t = event("Ana Ben Cai").round("Ana>Ben", bye="Cai").round("Ana>Cai", bye="Ben").round("Ben>Cai", bye="Ana")
    with pytest.raises(NoLegalPairing, match="Even the bye cannot help"):
        seat_round(t.tournament, Random(1))
    found = seat_with_rematches(t.tournament, Random(1))
    assert len(found.matches) == len(found.byes) == 1
    assert in_words(found.matches[0].why).endswith("rematch: every pairing has one")


def test_mirrors_go_by_the_faction_named_for_this_round():
    made = desk("summoner-wars", "Ana Ben Cai Dee", avoid_mirrors=True)
    for name, factions in {"Ana": "Frost Cave", "Ben": "Cave Cave", "Cai": "Frost Frost", "Dee": "Cave Frost"}.items():
        made.do(setup.name_factions, name, factions=factions.split())
    for seed in range(12):
        first = pairs(seat_round(made.t, Random(seed)))
        assert not first & meetings([("Ana", "Cai"), ("Ben", "Dee")])
    made.round("Ana-Dee", "Cai-Ben")
    for seed in range(12):
        assert pairs(seat_round(made.t, Random(seed))) == meetings([("Ana", "Cai"), ("Ben", "Dee")])
    without = replace(made.t, settings=replace(made.settings, avoid_mirrors=False))
    assert not any("mirror" in in_words(match.why) for match in seat_round(without, Random(1)).matches)


# Tables


def test_a_player_with_a_fixed_table_stays_there_and_the_others_go_around():
    made = desk("ashes-reborn", "Ana Ben Cai Dee Eva Fay").do(setup.fix_table, "Fay", table=2)
    for seed in range(10):
        found = seat_round(made.t, Random(seed))
        assert sorted(match.table for match in found.matches) == [1, 2, 3]
        assert next(match.table for match in found.matches if "Fay" in match.players) == 2


def test_two_with_fixed_tables_who_meet_sit_at_one_of_them():
    made = desk("ashes-reborn", "Ana Ben").do(setup.fix_table, "Ana", table=4).do(setup.fix_table, "Ben", table=7)
    assert {seat_round(made.t, Random(seed)).matches[0].table for seed in range(20)} <= {4, 7}


# Draft groups, and what comes after them


def in_groups(*groups: str, rounds: tuple[Round, ...] = ()) -> Tournament:
    names = " ".join(groups)
    stage = Stage("groups", 3, groups=tuple(tuple(group.split()) for group in groups), rounds=rounds)
    return replace(event(names).tournament, stages=(stage,))


def test_each_draft_group_plays_inside_itself_with_a_bye_of_its_own():
    t = in_groups("Ana Ben Cai Dee Eva", "Fay Gus Hal Ida Jon")
    for seed in range(10):
        found = seat_round(t, Random(seed))
        assert seated(found) == Counter(list(t.players))
        assert [bye.group for bye in found.byes] == [0, 1]
        assert [(match.table, match.group) for match in found.matches] == [(1, 0), (2, 0), (3, 1), (4, 1)]
        for match in found.matches:
            assert {p in t.stages[0].groups[match.group] for p in match.players} == {True}


def test_the_last_one_of_a_draft_group_has_the_bye():
    """With one player left in a group the whole round could once not be paired."""
    made = desk("ashes-draft", 9, legendary=True)
    alone, *others = made.stage.groups[0]
    for name in others:
        made.do(people.drop, name)
    found = seat_round(made.t, Random(1))
    assert alone in [bye.player for bye in found.byes]
    assert seated(found) == Counter([alone, *made.stage.groups[1]])


def second_phase(names: str, *met: str) -> Tournament:
    """Those who went on, and the pairs of them who met in the first phase."""
    first = event(names, REBORN).round(*(pair.replace("-", ">") for pair in met)).tournament
    return replace(first, stages=(*first.stages, Stage("swiss", 3, entrants=tuple(names.split()))))


def test_in_the_second_phase_opponents_of_the_first_are_avoided_where_nothing_else_is_lost():
    t = second_phase("Ana Ben Cai Dee", "Ana-Ben", "Cai-Dee")
    assert not any(pairs(seat_round(t, Random(s))) & meetings([("Ana", "Ben"), ("Cai", "Dee")]) for s in range(20))


def test_avoiding_them_is_only_the_last_preference():
    """After a round of the second phase, records come first, and what could not be avoided says so."""
    t = second_phase("Ana Ben Cai Dee", "Ana-Ben", "Cai-Dee")
    played = event("Ana Ben Cai Dee").round("Ana>Cai", "Ben>Dee").stage.rounds
    played = tuple(replace(round_, number=2) for round_ in played)
    t = replace(t, stages=(t.stages[0], replace(t.stages[1], rounds=played)))
    found = seat_round(t, Random(1))
    assert pairs(found) == meetings([("Ana", "Ben"), ("Cai", "Dee")])
    assert {in_words(match.why) for match in found.matches} == {
        "both 1–0; earlier opponent: could not be avoided",
        "both 0–1; earlier opponent: could not be avoided",
    }


# Brackets and Spellfire tables


def test_a_bracket_seats_its_next_round_by_seed():
    made = desk("ashes-reborn", 8, planned=0)
    while made.t.rounds_played < made.stage.planned:
        made.pair().play()
    cut(made, 4)
    one, two, three, four = made.stage.entrants
    found = seat_round(made.t, Random(1))
    assert pairs(found) == meetings([(one, four), (two, three)])
    assert {in_words(match.why).split(": ")[1] for match in found.matches} == {
        "seed 1 meets seed 4",
        "seed 2 meets seed 3",
    }
    made.pair().play(lambda match: min(match.players, key=made.stage.entrants.index))
    assert pairs(seat_round(made.t, Random(1))) == meetings([(one, two)])
    made.pair().play()
    with pytest.raises(Refused, match="final has been played"):
        seat_round(made.t, Random(1))


@pytest.mark.parametrize(("players", "sizes"), [(9, [3, 3, 3]), (10, [3, 3, 4]), (11, [3, 4, 4])])
def test_spellfire_sits_in_threes(players, sizes):
    found = seat_round(desk("spellfire", players).t, Random(1))
    assert sorted(len(match.seats) for match in found.matches) == sizes
    assert {in_words(match.why) for match in found.matches} == {"drawn at random"}
    assert all(isinstance(match, Match) and len({seat.side for seat in match.seats}) > 2 for match in found.matches)
