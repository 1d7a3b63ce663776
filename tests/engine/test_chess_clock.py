"""Chess clocks (RULES, "Time"; Ashes Reborn and Summoner Wars, "Chess Clocks")."""

from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.chess_clock import (
    ChessClock,
    FlagVerdict,
    Player,
    banks,
    begin,
    flags,
    give_back,
    lend,
    moved,
    new,
    newer,
    pass_turn,
    resume,
    stop,
    tap,
    verdict,
)
from engine.clock import Moment
from engine.refusals import Refused

MIN = 60_000


def at(minutes: float, boot: str = "a") -> Moment:
    return Moment(boot, 1_000 + round(minutes * MIN))


def reborn(first: Player = 0) -> ChessClock:
    """25 minutes each, begun at minute 0."""
    return begin(new(25 * MIN, lending=True), first, now=at(0))


def summoner_wars() -> ChessClock:
    return begin(new(30 * MIN, lending=False), 0, now=at(0))


def test_both_players_start_with_the_same_time_and_nothing_runs() -> None:
    clock = new(30 * MIN, lending=False)
    assert banks(clock, at(5)) == (30 * MIN, 30 * MIN)
    assert verdict(clock, at(500)) is None


@pytest.mark.parametrize(("first", "expected"), [(0, (20 * MIN, 25 * MIN)), (1, (25 * MIN, 20 * MIN))])
def test_the_clock_begins_with_the_first_player(first: Player, expected: tuple[int, int]) -> None:
    assert banks(reborn(first), at(5)) == expected


def test_a_look_from_just_before_the_tap_shows_no_more_than_there_was() -> None:
    assert banks(reborn(), at(-0.005)) == (25 * MIN, 25 * MIN)


def test_at_the_end_of_a_turn_the_other_players_time_runs() -> None:
    clock = pass_turn(reborn(), at(5))
    assert clock.turn == 1
    assert banks(clock, at(8)) == (20 * MIN, 22 * MIN)
    assert banks(pass_turn(clock, at(8)), at(9)) == (19 * MIN, 22 * MIN)


def test_lent_time_runs_on_the_opponents_bank_and_the_turn_stays() -> None:
    clock = lend(reborn(), at(5))
    assert clock.turn == 0
    assert banks(clock, at(7)) == (20 * MIN, 23 * MIN)


def test_lent_time_comes_back_with_the_next_tap() -> None:
    clock = tap(lend(reborn(), at(5)), 1, now=at(7))
    assert clock == give_back(lend(reborn(), at(5)), at(7))
    assert clock.turn == 0
    assert banks(clock, at(8)) == (19 * MIN, 23 * MIN)


def test_a_tap_without_lent_time_ends_the_turn() -> None:
    assert tap(reborn(), 0, now=at(5)) == pass_turn(reborn(), at(5))


def test_a_stopped_clock_stands_still_and_resumes_the_same_bank() -> None:
    clock = stop(lend(reborn(), at(5)), at(7))
    assert banks(clock, at(60)) == (20 * MIN, 23 * MIN)
    assert banks(resume(clock, at(60)), at(61)) == (20 * MIN, 22 * MIN)


REFUSALS: dict[str, Callable[[], object]] = {
    "no time": lambda: new(0, lending=True),
    "begin twice": lambda: begin(reborn(), 1, now=at(1)),
    "pass before the beginning": lambda: pass_turn(new(MIN, lending=True), at(1)),
    "tap before the beginning": lambda: tap(new(MIN, lending=True), 0, now=at(1)),
    "tap while the other player's time runs": lambda: tap(reborn(), 1, now=at(1)),
    "stop before the beginning": lambda: stop(new(MIN, lending=True), at(1)),
    "resume before the beginning": lambda: resume(new(MIN, lending=True), at(1)),
    "resume a running clock": lambda: resume(reborn(), at(1)),
    "stop a stopped clock": lambda: stop(stop(reborn(), at(1)), at(2)),
    "pass on a stopped clock": lambda: pass_turn(stop(reborn(), at(1)), at(2)),
    "end the turn while time is lent": lambda: pass_turn(lend(reborn(), at(1)), at(2)),
    "lend twice": lambda: lend(lend(reborn(), at(1)), at(2)),
    "give back what was not lent": lambda: give_back(reborn(), at(1)),
    "lend in Summoner Wars": lambda: lend(summoner_wars(), at(1)),
    "play on after a loss": lambda: pass_turn(pass_turn(reborn(), at(25)), at(26)),
    "resume after a loss": lambda: resume(pass_turn(reborn(), at(25)), at(26)),
}


@pytest.mark.parametrize("act", REFUSALS.values(), ids=REFUSALS.keys())
def test_what_cannot_be_done_is_refused_with_a_sentence(act: Callable[[], object]) -> None:
    with pytest.raises(Refused, match=r"^[A-Z].*\.$"):
        act()


# Flags


def test_a_bank_stops_at_zero_and_the_game_goes_on() -> None:
    clock = reborn()
    assert banks(clock, at(40)) == (0, 25 * MIN)
    assert clock.lost is None


def test_a_flag_falls_when_the_last_millisecond_is_used() -> None:
    assert flags(reborn(), Moment("a", at(25).ms - 1)) == (False, False)
    assert flags(reborn(), at(25)) == (True, False)


@pytest.mark.parametrize("clock", [reborn(), summoner_wars()], ids=["reborn", "summoner wars"])
def test_a_player_whose_time_is_used_up_loses_at_the_end_of_that_turn(clock: ChessClock) -> None:
    assert verdict(clock, at(24)) is None
    assert verdict(clock, at(30)) == FlagVerdict(0, "this-turn")
    over = pass_turn(clock, at(31))
    assert verdict(over, at(31)) == verdict(over, at(90)) == FlagVerdict(0, "lost")
    assert banks(over, at(90))[0] == 0
    assert banks(over, at(90))[1] == banks(clock, at(0))[1]


def test_a_turn_that_ends_in_time_loses_nothing() -> None:
    assert verdict(pass_turn(reborn(), Moment("a", at(25).ms - 1)), at(26)) is None


def test_a_flag_that_falls_in_the_opponents_turn_makes_the_own_next_turn_the_last() -> None:
    lent = lend(reborn(), at(5))
    assert verdict(lent, at(30)) == FlagVerdict(1, "own-next-turn")
    back = give_back(lent, at(31))
    assert banks(back, at(32)) == (19 * MIN, 0)
    own = pass_turn(back, at(33))
    assert verdict(own, at(33)) == FlagVerdict(1, "this-turn")
    assert verdict(own, at(50)) == FlagVerdict(1, "this-turn")
    assert verdict(pass_turn(own, at(51)), at(51)) == FlagVerdict(1, "lost")


def test_with_both_flags_down_the_player_whose_turn_it_is_loses_first() -> None:
    clock = give_back(lend(reborn(), at(5)), at(31))
    assert flags(clock, at(60)) == (True, True)
    assert verdict(clock, at(60)) == FlagVerdict(0, "this-turn")
    assert verdict(pass_turn(clock, at(60)), at(60)) == FlagVerdict(0, "lost")


def test_a_fallen_flag_stays_down_on_a_stopped_clock() -> None:
    assert verdict(stop(reborn(), at(30)), at(31)) == FlagVerdict(0, "this-turn")


# The tablet and the server


def test_the_state_with_the_higher_counter_is_the_newer_one() -> None:
    early = reborn()
    late = pass_turn(early, at(5))
    assert newer(early, late) == newer(late, early) == late


def test_a_state_with_the_same_counter_does_not_replace_the_known_one() -> None:
    known, other = pass_turn(reborn(), at(5)), lend(reborn(), at(6))
    assert known.counter == other.counter
    assert newer(known, other) == known


def test_after_a_restart_the_banks_are_those_last_heard_of() -> None:
    clock = pass_turn(reborn(), at(5))
    assert banks(clock, at(400, "b")) == (20 * MIN, 25 * MIN)
    assert banks(pass_turn(clock, at(400, "b")), at(401, "b")) == (19 * MIN, 25 * MIN)


def test_a_clock_moved_to_another_boot_settles_what_had_passed_and_runs_on() -> None:
    clock = moved(reborn(), at(5), now=at(400, "b"))
    assert banks(clock, at(401, "b")) == (19 * MIN, 25 * MIN)
    assert clock.counter == reborn().counter + 1


def test_a_clock_that_stands_still_is_the_same_in_every_boot() -> None:
    stopped = stop(reborn(), at(5))
    assert moved(stopped, at(6), now=at(1, "b")) == stopped


# For every game

ACTS = st.lists(st.tuples(st.integers(0, 400), st.sampled_from(["tap", "lend", "stop", "resume"])), max_size=30)
DO: dict[str, Callable[[ChessClock, Moment], ChessClock]] = {
    "tap": lambda clock, now: tap(clock, clock.using or 0, now=now),
    "lend": lend,
    "stop": stop,
    "resume": resume,
}


def play(acts: list[tuple[int, str]]) -> list[tuple[ChessClock, ChessClock, int, Moment]]:
    """Each step as the clock before and after the act, the time waited before it, and when."""
    clock, ms, steps = begin(new(1_000, lending=True), 0, now=Moment("a", 0)), 0, []
    for wait, act in acts:
        ms += wait
        now = Moment("a", ms)
        try:
            after = DO[act](clock, now)
        except Refused:
            after = clock
        steps.append((clock, after, wait, now))
        clock = after
    return steps


@given(ACTS)
def test_the_banks_lose_exactly_the_time_that_ran_until_a_flag_falls(acts: list[tuple[int, str]]) -> None:
    left = 2_000
    for before, after, wait, now in play(acts):
        left -= wait if before.since is not None else 0
        if any(flags(before, now)):
            return
        assert sum(banks(before, now)) == sum(banks(after, now)) == left


@given(ACTS)
def test_no_bank_ever_grows_or_falls_below_zero(acts: list[tuple[int, str]]) -> None:
    seen = (1_000, 1_000)
    for before, after, _, now in play(acts):
        for shown in (banks(before, now), banks(after, now)):
            assert 0 <= shown[0] <= seen[0]
            assert 0 <= shown[1] <= seen[1]
            seen = shown


@given(ACTS)
def test_only_a_player_who_ends_a_turn_with_the_flag_down_has_lost(acts: list[tuple[int, str]]) -> None:
    for before, after, _, now in play(acts):
        if after.lost is not None and before.lost is None:
            assert before.turn == before.using == after.lost
            assert flags(before, now)[after.lost]
        if after.turn != before.turn:
            assert before.turn is not None
            assert not flags(before, now)[before.turn]


@given(ACTS)
def test_every_act_counts_once(acts: list[tuple[int, str]]) -> None:
    for before, after, _, _ in play(acts):
        assert after.counter == before.counter + (after != before)
