"""Each cue once: on time, late, after a kill, with the server away. Time passes only when a test says so."""

import logging
from dataclasses import replace

import pytest

from engine.clock import ended, extended, paused, started, time_added
from kiosk.buzzer.config import BuzzerConfig
from kiosk.buzzer.cues import Sound
from kiosk.buzzer.memory import Memory
from kiosk.buzzer.ringing import BETWEEN_MS, Ringer
from tests.kiosk.clocks import BOOT, MINUTE, START, Killed, Room, at, event, feed, running

LONG, SHORT = 1000, 200
WARNING, CALLED = START + 50 * MINUTE, START + 60 * MINUTE


@pytest.fixture
def room():
    return Room()


@pytest.fixture
def buzzer(tmp_path, room):
    """Makes a buzzer process: one that was killed is followed by another with the same files."""

    def start(boot=BOOT, **settings):
        memory = Memory(tmp_path / "cues.json", boot)
        return Ringer(BuzzerConfig(**settings), memory, noise=room, now=room.now, rest=room.rest)

    return start


def ring(ringer, found):
    """Everything that is due, while nothing changes."""
    ringer.ring(lambda: found)


def follow(ringer, found, room, *, until):
    """The main loop, for as long."""
    follow_changes(ringer, lambda: found, room, until=until)


def follow_changes(ringer, newest, room, *, until):
    """The main loop, with clocks that change meanwhile."""
    while room.ms < until:
        ringer.ring(newest)
        room.rest(max(ringer.rest_s(newest()), 0.001))
    ringer.ring(newest)


def lengths(room):
    return [length for _, length in room.heard]


def test_a_round_sounds_its_start_its_warning_and_its_call_once_each(buzzer, room):
    """Start one long, warning two short, time called three long; each begins at its mark."""
    follow(buzzer(), feed(running()), room, until=CALLED + MINUTE)
    assert lengths(room) == [LONG, SHORT, SHORT, LONG, LONG, LONG]
    assert [room.heard[beep][0] for beep in (0, 1, 3)] == [START, WARNING, CALLED]


def test_a_round_without_a_limit_only_starts(buzzer, room):
    clock = replace(running(), untimed=True, warning_ms=None)
    follow(buzzer(), feed(clock), room, until=CALLED + MINUTE)
    assert lengths(room) == [LONG]


@pytest.mark.parametrize("late_s", [0, 1, 29, 30])
def test_a_cue_up_to_half_a_minute_late_is_sounded(buzzer, room, late_s):
    room.ms = START + late_s * 1000
    ring(buzzer(), feed(running()))
    assert lengths(room) == [LONG]


def test_a_cue_that_is_later_is_skipped_and_told_once(buzzer, room, caplog):
    room.ms = START + 30_001
    for _ in range(2):  # also after a restart
        ring(buzzer(), feed(running()))
    assert room.heard == []
    assert [record.getMessage() for record in caplog.records] == [
        "Skipped, 30 seconds too late: Cup: the round starts."
    ]


def test_a_buzzer_killed_after_a_cue_does_not_repeat_it(buzzer, room):
    ring(buzzer(), feed(running()))
    ring(buzzer(), feed(running()))
    assert lengths(room) == [LONG]


@pytest.mark.parametrize("killed_ms", range(0, 3800, 190))
def test_killed_at_any_moment_of_a_cue_every_beep_is_made_once(buzzer, room, killed_ms):
    """kill -9 while time is being called: the next process goes on with the beep after."""
    found = feed(running())
    room.ms = CALLED
    room.killed_at = CALLED + killed_ms
    with pytest.raises(Killed):
        ring(buzzer(), found)
    ring(buzzer(), found)
    assert len(room.heard) == 3


def test_a_cue_that_comes_between_looking_and_sleeping_is_not_overslept(buzzer, room):
    ringer, found = buzzer(), feed(running())
    room.ms = WARNING - 1
    ring(ringer, found)
    room.rest(0.002)
    assert ringer.rest_s(found) == 0


def test_added_time_makes_the_warning_sound_again(buzzer, room):
    ringer, clock = buzzer(), running()
    follow(ringer, feed(clock), room, until=WARNING + 5000)
    longer = time_added(clock, 5 * MINUTE, at=at(WARNING + 5000))
    follow(ringer, feed(longer), room, until=CALLED + 6 * MINUTE)
    assert lengths(room) == [LONG, SHORT, SHORT, SHORT, SHORT, LONG, LONG, LONG]


def test_pausing_at_the_mark_and_resuming_does_not_sound_it_again(buzzer, room):
    ringer, clock = buzzer(), running()
    follow(ringer, feed(clock), room, until=WARNING)
    resumed = started(paused(clock, 10 * MINUTE), 9, at=at(WARNING + MINUTE), remaining_ms=10 * MINUTE)
    follow(ringer, feed(resumed), room, until=WARNING + 2 * MINUTE)
    assert lengths(room) == [LONG, SHORT, SHORT]


def test_a_cue_that_was_sounded_too_early_is_sounded_at_its_real_moment(buzzer, room):
    """The server is away, so nobody knows of the minute that was added two seconds before the end: time is called
    where it was. A buzzer that is started meanwhile goes by that minute, and its mark has the same id."""
    room.ms = CALLED
    ring(buzzer(), feed(running()))
    longer = time_added(running(), MINUTE, at=at(CALLED - 2000))
    follow(buzzer(), feed(longer), room, until=CALLED + 2 * MINUTE)
    assert [since for since, _ in room.heard] == [
        mark + n * 1400 for mark in (CALLED, CALLED + MINUTE) for n in range(3)
    ]


def test_a_cue_that_was_skipped_too_early_is_sounded_at_its_real_moment(buzzer, room):
    room.ms = CALLED + 40_000
    ring(buzzer(), feed(running()))
    longer = time_added(running(), MINUTE, at=at(CALLED - 2000))
    follow(buzzer(), feed(longer), room, until=CALLED + 2 * MINUTE)
    assert [since for since, _ in room.heard] == [CALLED + MINUTE + n * 1400 for n in range(3)]


def test_a_cue_that_was_cut_off_too_early_begins_anew_at_its_real_moment(buzzer, room):
    room.ms, room.killed_at = CALLED, CALLED + 1500
    with pytest.raises(Killed):
        ring(buzzer(), feed(running()))
    longer = time_added(running(), MINUTE, at=at(CALLED - 2000))
    follow(buzzer(), feed(longer), room, until=CALLED + 2 * MINUTE)
    assert [since for since, _ in room.heard][-3:] == [CALLED + MINUTE + n * 1400 for n in range(3)]


def test_a_paused_clock_and_an_ended_one_are_silent(buzzer, room):
    for clock in (paused(running(), 30 * MINUTE), ended(running(), 30 * MINUTE)):
        follow(buzzer(), feed(clock), room, until=START + 3 * 60 * MINUTE)
    assert lengths(room) == [LONG]


def test_time_is_not_called_when_every_table_has_handed_in(buzzer, room):
    found = replace(feed(), events=(event(running(), playing=False),))
    follow(buzzer(), found, room, until=CALLED + MINUTE)
    assert lengths(room) == [LONG]


def test_tables_with_extra_time_are_silent_unless_asked_for(buzzer, room):
    clock = extended(running(), 7, ms=4 * MINUTE, at=at(START + 1000))
    found = replace(feed(), events=(event(clock, out=(7,)),))
    follow(buzzer(), found, room, until=CALLED + 5 * MINUTE)
    assert len(room.heard) == 6
    follow(buzzer(tables=True), found, room, until=CALLED + 5 * MINUTE + 1)
    assert len(room.heard) == 6  # a minute late by now
    room.ms = CALLED + 4 * MINUTE
    ring(buzzer(tables=True, patterns={"table-over": (300,)}), replace(found, events=(event(clock, id="b"),)))
    assert len(room.heard) == 6  # that table has handed in


def test_a_table_sounds_at_its_own_end_if_asked_for(buzzer, room):
    clock = extended(running(), 7, ms=4 * MINUTE, at=at(START + 1000))
    found = replace(feed(), events=(event(clock, out=(7,)),))
    follow(buzzer(tables=True), found, room, until=CALLED + 5 * MINUTE)
    assert room.heard[-1] == (CALLED + 4 * MINUTE, SHORT)


def test_the_cues_of_several_events_wait_for_each_other(buzzer, room):
    """Two rounds started together and one a little later: three calls, a pause between them."""
    follow(buzzer(), feed(running(), running(), running(begun=START + 500)), room, until=START + MINUTE)
    assert room.heard == [(START + n * (LONG + BETWEEN_MS), LONG) for n in range(3)]


def test_a_table_that_has_handed_in_does_not_delay_one_with_the_same_end(buzzer, room):
    clock = extended(running(), 7, ms=4 * MINUTE, at=at(START + 1000))
    clock = extended(clock, 8, ms=4 * MINUTE, at=at(START + 2000))
    found = replace(feed(), events=(event(clock, out=(8,)),))
    follow(buzzer(tables=True), found, room, until=CALLED + 5 * MINUTE)
    assert room.heard[-1] == (CALLED + 4 * MINUTE, SHORT)


ENDS_SECOND = running(begun=START + 2000)


@pytest.mark.parametrize("heard_ms", [1000, 4000])
@pytest.mark.parametrize(
    ("changed", "end"),
    [
        (time_added(ENDS_SECOND, MINUTE, at=at(CALLED + 500)), CALLED + MINUTE + 2000),
        (started(paused(ENDS_SECOND, 1500), 9, at=at(CALLED + MINUTE), remaining_ms=1500), CALLED + MINUTE + 1500),
    ],
    ids=["given a minute", "paused"],
)
def test_a_cue_that_waits_for_another_is_not_sounded_if_its_clock_changes(buzzer, room, changed, end, heard_ms):
    """Two rounds end two seconds apart. While time is called in the first, or in the pause after that, the buzzer hears
    of the change: the second is called at its real end, and not before."""
    room.ms = CALLED

    def newest():
        return feed(running(), ENDS_SECOND if room.ms < CALLED + heard_ms else changed)

    follow_changes(buzzer(), newest, room, until=end + MINUTE)
    assert [since for since, _ in room.heard] == [mark + n * 1400 for mark in (CALLED, end) for n in range(3)]


def test_a_cue_that_has_begun_is_sounded_to_its_end(buzzer, room):
    """The clock is paused a moment after time was called: three long ones all the same."""
    room.ms = CALLED
    buzzer().ring(lambda: feed(running() if room.ms == CALLED else paused(running(), -500)))
    assert lengths(room) == [LONG, LONG, LONG]


def test_a_test_from_the_desk_sounds_once(buzzer, room):
    for _ in range(2):
        ring(buzzer(), feed(test=at(START)))
    assert lengths(room) == [SHORT, LONG]


def test_a_pattern_can_be_silent(buzzer, room):
    ring(buzzer(patterns={"start": ()}), feed(running()))
    assert room.heard == []


def test_cues_of_another_boot_are_nobodys_business(buzzer, room, caplog):
    caplog.set_level(logging.WARNING)
    room.now = lambda: replace(at(room.ms), boot_id="boot-2")
    ring(buzzer("boot-2"), feed(running()))
    assert room.heard == []
    assert caplog.records == []


def test_what_was_sounded_before_a_reboot_does_not_count_after_it(buzzer, room, tmp_path):
    ring(buzzer(), feed(running()))
    start = Sound(f"cup/{BOOT[:8]}-{START}/7/start/1", "start", START, "the round starts")
    assert Memory(tmp_path / "cues.json", BOOT).done(start)
    assert not Memory(tmp_path / "cues.json", "boot-2").done(start)


@pytest.mark.parametrize(
    "damage",
    [
        *("", "{", "[]", '{"boot": "boot-1"}', '{"boot": "boot-1", "started": 3, "done": 4}'),
        '{"boot": "boot-1", "started": {"cup": 2}, "done": ["cup"]}',  # as it was before moments were kept
    ],
)
def test_a_damaged_memory_is_an_empty_one(tmp_path, damage):
    (tmp_path / "cues.json").write_text(damage)
    memory, sound = Memory(tmp_path / "cues.json", BOOT), Sound("cup", "start", START, "the round starts")
    assert (memory.beeps(sound), memory.done(sound)) == (0, False)


def test_without_a_place_to_remember_it_sounds_all_the_same(room, tmp_path, caplog):
    memory = Memory(tmp_path / "gone" / "cues.json", BOOT)
    ring(Ringer(BuzzerConfig(), memory, noise=room, now=room.now, rest=room.rest), feed(running()))
    assert lengths(room) == [LONG]
    assert len([r for r in caplog.records if "Restarted, cues may sound twice" in r.getMessage()]) == 1
