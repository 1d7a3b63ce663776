"""Places, what decided them, and the sentence that says so."""

from dataclasses import replace

import pytest
from events import CLASSIC, REBORN, Event, any_event, event
from hypothesis import given
from hypothesis import strategies as st

from engine.rulesets.alike import WOUNDS
from engine.standings.ranking import Standing, group_standings, lots_of, stage_standings, stage_workings, standings
from engine.standings.sheets import sheets
from engine.words import Match, Result


def places(built: Event) -> tuple[Standing, ...]:
    return stage_standings(built.tournament, built.stage)


def names(built: Event) -> list[str]:
    return [line.player for line in places(built)]


def line_of(name: str, built: Event) -> Standing:
    return next(line for line in places(built) if line.player == name)


def test_most_wins_is_first_and_alone_on_the_score_is_decided_by_it():
    """Reborn, Final Placements."""
    built = event("Ana Ben Cai Dee").round("Ben>Ana", "Cai>Dee").round("Ben>Cai", "Dee>Ana")
    ben, ana = line_of("Ben", built), line_of("Ana", built)
    assert (ben.rank, ben.numbers["wins"], ben.decided_by, ben.working) == (1, 2, "wins", "alone on 2 wins")
    assert (ana.rank, ana.numbers["wins"], ana.decided_by, ana.working) == (4, 0, "wins", "alone on 0 wins")


def test_of_two_tied_who_have_met_the_winner_is_first():
    """Reborn, Final Placements 1."""
    built = event("Ana Ben Cai Dee Eve Fay").round("Ana>Ben", "Cai>Dee", "Eve>Fay")
    built = built.round("Cai>Ana", "Eve>Ben", "Dee>Fay").round("Eve>Cai", "Ana>Fay", "Ben>Dee")
    assert names(built)[:3] == ["Eve", "Cai", "Ana"]
    cai, ana = line_of("Cai", built), line_of("Ana", built)
    assert (cai.decided_by, cai.working) == ("head_to_head", "2 tied on 2 wins; won the match between them")
    assert (ana.decided_by, ana.working) == ("head_to_head", "2 tied on 2 wins; lost the match between them")


def test_of_two_tied_who_have_not_met_the_harder_schedule_is_first():
    """Reborn, Final Placements 2."""
    built = event("Ana Ben Cai Dee Eve Fay Gus Hal").round("Dee>Cai", "Ana>Hal", "Eve>Fay", "Gus>Ben")
    built = built.round("Dee>Eve", "Gus>Cai", "Fay>Ana", "Hal>Ben")
    assert names(built)[:2] == ["Dee", "Gus"]
    assert line_of("Dee", built).working == "2 tied on 2 wins, have not met; opponents' wins 1 > 0"
    assert line_of("Gus", built).working == "2 tied on 2 wins, have not met; opponents' wins 0 < 1"
    assert line_of("Gus", built).decided_by == "sos"


def three_tied() -> Event:
    """Fay, Ana and Cai on 2 wins; Ana has beaten Fay."""
    built = event("Ana Ben Cai Dee Eve Fay").round("Eve>Cai 25-5", "Fay>Dee 25-5", "Ana>Ben 25-5")
    built = built.round("Cai>Ben 25-10", "Dee>Ana 25-5", "Fay>Eve 25-5")
    return built.round("Ana>Fay 25-10", "Ben>Eve 25-10", "Cai>Dee 25-5")


def test_head_to_head_does_not_apply_where_three_are_tied():
    """Reborn, Final Placements 2."""
    cai = line_of("Cai", three_tied())
    assert (cai.rank, cai.decided_by) == (3, "sos")
    assert cai.working == "3 tied on 2 wins, so head to head does not apply; opponents' wins 3 < 4"


def test_two_who_stay_tied_after_a_split_do_not_go_back_to_head_to_head():
    """Ana has beaten Fay, but both come out of strength of schedule together: blood points are next."""
    built = three_tied()
    assert names(built)[:2] == ["Fay", "Ana"]
    assert [line_of(name, built).decided_by for name in ("Fay", "Ana")] == ["blood_earned"] * 2
    assert line_of("Fay", built).working == (
        "3 tied on 2 wins, so head to head does not apply; opponents' wins 4 > 3, 2 still tied; blood earned 60 > 55"
    )


def test_a_double_loss_between_two_tied_goes_on_to_strength_of_schedule():
    built = event("Ana Ben Cai Dee").round("Ana-Ben", "Cai>Dee").round("Cai>Ana", "Dee>Ben")
    assert names(built) == ["Cai", "Dee", "Ana", "Ben"]
    ana = line_of("Ana", built)
    assert ana.decided_by == "sos"
    assert ana.working == "2 tied on 0 wins, nobody won the match between them; opponents' wins 2 > 1"


def test_one_win_each_after_a_forced_rematch_goes_on_to_strength_of_schedule():
    built = event("Ana Ben").round("Ana>Ben 25-3").round("Ben>Ana 25-5")
    assert names(built) == ["Ana", "Ben"]
    assert line_of("Ben", built).working == (
        "2 tied on 1 win, each beat the other once; opponents' wins 2 = 2; blood earned 28 < 30"
    )


def test_a_player_between_two_others_sees_both():
    built = event("Ana Ben Cai Dee Eve Fay").round("Ana>Dee 25-3", "Ben>Eve 25-4", "Cai>Fay 25-5")
    assert line_of("Ben", built).working == (
        "3 tied on 1 win, so head to head does not apply; opponents' wins 0 for all 3; blood earned 25 for all 3; "
        "blood lost 4 > 3 and < 5 (fewest is best)"
    )


def test_fewer_blood_points_lost_is_first():
    """Reborn, Final Placements 4."""
    built = event("Ana Ben Cai Dee").round("Ana>Cai 25-4", "Ben>Dee 25-3")
    assert names(built)[:2] == ["Ben", "Ana"]
    assert line_of("Ben", built).decided_by == "blood_lost"


def test_opponents_who_earned_more_blood_are_the_fifth_tie_break():
    """Reborn, Final Placements 5."""
    built = event("Ana Ben Cai Dee Eve Fay Gus Hal")
    built = built.round("Ben>Eve 25-5", "Fay>Gus", "Hal>Dee", "Cai>Ana").round(
        "Ana>Fay 25-5", "Hal>Gus", "Cai>Eve", "Dee>Ben"
    )
    assert names(built)[:2] == ["Hal", "Cai"]
    assert line_of("Hal", built).decided_by == "opponents_blood"
    assert line_of("Hal", built).working == (
        "2 tied on 2 wins, have not met; opponents' wins 1 = 1; blood earned 50 = 50; blood lost 20 = 20; "
        "opponents' blood 55 > 50"
    )


def all_equal() -> Event:
    return event("Ana Ben Cai").round("Ana>Ben", bye="Cai").round("Cai>Ana", bye="Ben").round("Ben>Cai", bye="Ana")


def test_players_equal_in_everything_are_placed_by_lot():
    """Reborn, Final Placements 6."""
    built = all_equal()
    assert [(line.player, line.numbers["lot"], line.decided_by) for line in places(built)] == [
        ("Ana", 1, "lot"),
        ("Ben", 2, "lot"),
        ("Cai", 3, "lot"),
    ]
    assert line_of("Ben", built).working.endswith("; by lot, 2 after 1 and before 3")


def test_an_order_by_hand_replaces_the_lots_of_those_players_only():
    built = all_equal().lots_by_hand("Cai Ana")
    assert lots_of(built.tournament) == {"Cai": 1, "Ben": 2, "Ana": 3}
    assert names(built) == ["Cai", "Ben", "Ana"]


def test_a_ruleset_that_names_no_lot_still_ends_with_one():
    built = event("Ana Ben", replace(REBORN, tiebreaks=("sos",))).round("Ana-Ben")
    assert [line.decided_by for line in places(built)] == ["lot", "lot"]


def test_a_toep_score_of_6_and_1_and_4_is_11_and_beats_9():
    """Classic, Determining a Winner."""
    built = event("Kevin Elijah Rosa Cole Dora Fay", CLASSIC).round("Kevin>Elijah", "Rosa=Cole", "Dora-Fay")
    built = built.round("Elijah>Rosa", "Dora>Kevin", "Cole>Fay").round("Elijah>Cole", "Kevin>Fay", "Dora-Rosa")
    assert [line_of(name, built).numbers["points"] for name in ("Kevin", "Rosa", "Cole")] == [6, 1, 4]
    elijah, kevin = line_of("Elijah", built), line_of("Kevin", built)
    assert (elijah.rank, elijah.numbers["toep"], elijah.decided_by) == (1, 11, "toep")
    assert elijah.working == "2 tied on 6 points; opponents' event points 11 > 9"
    assert kevin.working == "2 tied on 6 points; opponents' event points 9 < 11"


def test_53_blood_points_beat_38():
    """Classic, Determining a Winner: 25 + 13 + 15 against 25 + 6 + 7."""
    built = event("Otto Elijah Kim Lea Mia Noa", CLASSIC).round("Elijah>Kim", "Otto>Lea", "Mia=Noa")
    built = built.round("Lea>Elijah 25-13", "Noa>Otto 25-6", "Kim=Mia").round(
        "Mia>Elijah 25-15", "Kim>Otto 25-7", "Lea=Noa"
    )
    elijah, otto = line_of("Elijah", built), line_of("Otto", built)
    assert (elijah.numbers["blood_earned"], otto.numbers["blood_earned"]) == (53, 38)
    assert elijah.rank == otto.rank - 1
    assert elijah.working == "2 tied on 3 points; opponents' event points 13 = 13; blood earned 53 > 38"
    assert otto.working == "2 tied on 3 points; opponents' event points 13 = 13; blood earned 38 < 53"


def test_a_late_entry_never_stands_better_than_a_player_who_lost_that_round():
    """Zoe missed the round that Ben lost without placing a wound; all else is the same for both."""
    built = event("Ana Ben").round("Ana>Ben 25-0").late("Zoe")
    ben, zoe = line_of("Ben", built), line_of("Zoe", built)
    assert (ben.numbers["blood_lost"], zoe.numbers["blood_lost"]) == (25, 25)
    assert ben.rank < zoe.rank


def test_a_dropped_player_stays_ranked_and_counts_as_tied():
    built = event("Ana Ben Cai Dee Eve Fay").round("Ana>Ben", "Cai>Dee", "Eve>Fay").drop("Eve")
    built = built.round("Cai>Ana", "Ben>Dee", bye="Fay")
    eve = line_of("Eve", built)
    assert (eve.dropped, eve.rank > 0) == (True, True)
    assert line_of("Ana", built).working.startswith("4 tied on 1 win, so head to head does not apply")


def test_a_disqualified_player_has_no_place_and_is_not_tied_with_anyone():
    built = event("Ana Ben Cai Dee").round("Ana>Ben", "Cai>Dee").round("Cai>Ana", "Dee>Ben").disqualify("Cai")
    assert [(line.rank, line.player) for line in places(built)] == [(1, "Ana"), (2, "Dee"), (3, "Ben"), (0, "Cai")]
    cai = line_of("Cai", built)
    assert (cai.disqualified, cai.decided_by, cai.working) == (True, "disqualified", "disqualified, so no place")


def test_head_to_head_applies_to_two_where_the_third_was_disqualified():
    built = event("Ana Ben Cai Dee").round("Ana>Ben", "Cai>Dee").round("Ben>Dee", "Ana-Cai").disqualify("Cai")
    assert [line_of(name, built).decided_by for name in ("Ana", "Ben")] == ["head_to_head"] * 2
    assert line_of("Ana", built).working == "2 tied on 1 win; won the match between them"


def test_results_against_a_disqualified_player_still_count_for_the_opponents():
    built = event("Ana Ben Cai Dee").round("Ana>Ben", "Cai>Dee").round("Cai>Ana", "Dee>Ben").disqualify("Cai")
    assert line_of("Ana", built).numbers["sos"] == 2 + 0


def test_each_group_has_its_own_standings_and_all_groups_have_one():
    """Draft rules, Legendary Draft."""
    built = event("Ana Ben Cai Dee").round("Ben>Ana 25-3", "Cai>Dee 25-4")
    stage = replace(built.stage, kind="groups", groups=(("Ana", "Ben"), ("Cai", "Dee")))
    groups = group_standings(built.tournament, stage)
    assert [[(line.rank, line.player) for line in group] for group in groups] == [
        [(1, "Ben"), (2, "Ana")],
        [(1, "Cai"), (2, "Dee")],
    ]
    assert [line.player for line in stage_standings(built.tournament, stage)] == ["Ben", "Cai", "Dee", "Ana"]


@pytest.mark.parametrize("scoring", [REBORN, CLASSIC])
def test_nobody_has_played_yet_and_everybody_has_a_place(scoring):
    built = event("Ana Ben Cai", scoring)
    assert [(line.rank, line.player, line.decided_by) for line in places(built)] == [
        (1, "Ana", "lot"),
        (2, "Ben", "lot"),
        (3, "Cai", "lot"),
    ]


def test_standings_need_only_sheets_and_lots():
    built = three_tied()
    lots = lots_of(built.tournament)
    assert standings(sheets(built.tournament, built.stage), REBORN, counted=WOUNDS, lots=lots) == places(built)


@given(any_event(), st.randoms(use_true_random=False))
def test_standings_do_not_depend_on_the_order_of_players_results_or_seats(built, rng):
    def shuffled(items):
        return tuple(rng.sample(list(items), len(items)))

    def turned(match: Match) -> Match:
        if rng.random() < 0.5:
            return match
        return replace(match, seats=match.seats[::-1], result=Result(match.result.outcomes[::-1], match.result.how))

    rounds = tuple(replace(r, matches=shuffled([turned(m) for m in r.matches])) for r in built.stage.rounds)
    stage = replace(built.stage, rounds=rounds)
    mixed = replace(built.tournament, players=dict(shuffled(built.tournament.players.items())), stages=(stage,))
    assert stage_standings(mixed, stage) == places(built)


@given(any_event())
def test_ranks_are_one_to_n_and_everybody_is_listed_once(built):
    players = built.tournament.players.values()
    placed = [line.rank for line in places(built) if not line.disqualified]
    assert placed == list(range(1, sum(not player.disqualified for player in players) + 1))
    assert sorted(names(built)) == sorted(player.id for player in players)


@given(any_event())
def test_decided_by_is_where_nobody_is_left_tied_and_those_ahead_are_better_there(built):
    """Everything again from the results, the slow way: for each pair, the first criterion in which they part."""
    lines = [line for line in places(built) if not line.disqualified]
    for mine in lines:
        tied = [line for line in lines if line != mine]
        for key in (built.tournament.settings.scoring.score, *built.tournament.settings.scoring.tiebreaks):
            numbers = naive(key, [mine, *tied], built)
            for line in tied:
                if numbers[line.player] != numbers[mine.player]:
                    assert (numbers[line.player] > numbers[mine.player]) == (line.rank < mine.rank)
            tied = [line for line in tied if numbers[line.player] == numbers[mine.player]]
            if not tied:
                assert mine.decided_by == key
                break
        else:
            pytest.fail(f"{mine.player} is tied to the end")


def naive(key: str, tied: list[Standing], built: Event) -> dict[str, int]:
    """Everybody's number in a criterion, read off the results one by one; the highest is best."""
    everyone = [line.player for line in tied]
    if key == "head_to_head":
        duels = [sum(beat(a, b, built) for b in everyone if a != b) for a in everyone]
        applies = len(everyone) == 2 and sorted(map(bool, duels)) == [False, True]
        return {name: int(applies and won > 0) for name, won in zip(everyone, duels, strict=True)}
    recount = {
        "wins": lambda name: total(name, built, "wins"),
        "points": lambda name: total(name, built, "points"),
        "sos": lambda name: sum(total(other, built, "wins") for other in met(name, built)),
        "toep": lambda name: sum(total(other, built, "points") for other in met(name, built)),
        "blood_earned": lambda name: total(name, built, "blood"),
        "blood_lost": lambda name: -total(name, built, "lost"),
        "opponents_blood": lambda name: sum(total(other, built, "blood") for other in met(name, built)),
        "lot": lambda name: -built.tournament.players[name].lot,
    }
    return {name: recount[key](name) for name in everyone}


def duels_of(name: str, built: Event):
    for match in (match for round_ in built.stage.rounds for match in round_.matches):
        if name in match.players:
            seat = match.players.index(name)
            yield match.players[1 - seat], match.result.outcomes[seat], match.result.outcomes[1 - seat]


def met(name: str, built: Event) -> list[str]:
    return [other for other, _, _ in duels_of(name, built)]


def beat(name: str, other: str, built: Event) -> int:
    return sum(opponent == other and mine.mark == "win" for opponent, mine, _ in duels_of(name, built))


def total(name: str, built: Event, what: str) -> int:
    scoring = built.tournament.settings.scoring
    byes = sum(bye.player == name for round_ in built.stage.rounds for bye in round_.byes)
    each = {
        "wins": (1, lambda mine, _: mine.mark == "win"),
        "points": (scoring.win, lambda mine, _: {"win": scoring.win, "draw": scoring.draw, "loss": 0}[mine.mark]),
        "blood": (25, lambda mine, _: mine.blood),
        "lost": (0, lambda _, theirs: theirs.blood),
    }
    for_a_bye, count = each[what]
    return byes * for_a_bye + sum(count(mine, theirs) for _, mine, theirs in duels_of(name, built))


def test_everybody_with_a_place_is_told_how_it_came_about():
    built = event("Ana Ben Cai Dee Eve").round("Ana>Ben", "Cai>Dee", bye="Eve").disqualify("Dee")
    told = stage_workings(built.tournament, built.stage)
    placed = [line for line in places(built) if line.rank]
    assert told.keys() == {line.player for line in placed}
    assert {line.player: line.decided_by for line in placed} == {
        player: working.steps[-1].key if working.steps else "wins" for player, working in told.items()
    }
