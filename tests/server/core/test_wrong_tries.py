"""Wrong PINs and codes: whoever guesses waits, and nobody else does."""

import re
import time
from concurrent.futures import ThreadPoolExecutor

import pytest

from server.core import auth, holders, keys
from server.table import tablets
from tests.server import at_table_devices as at
from tests.server.conftest import Actor
from tests.server.result_event import Event

FREE, AT_ONCE = 5, 20
WAIT = "Try again in"
VENUE = "10.0.0.{}".format


@pytest.fixture
def pin(app):
    return app.config["CINDERBOX"].pin_file.read_text()


@pytest.fixture
def cup(app):
    return Event(app, ["Ana", "Ben", "Cai", "Dee"]).begin()


@pytest.fixture(autouse=True)
def clock(monkeypatch):
    """How long the machine has been on: time that passes only when told to."""

    def passes(seconds, *, boot="this boot"):
        passes.ms += int(seconds * 1000)
        monkeypatch.setenv("CINDERBOX_BOOT_ID", boot)
        monkeypatch.setattr(time, "clock_gettime_ns", lambda _clock: passes.ms * 1_000_000)

    passes.ms = 10_000_000
    passes(0)
    return passes


def gets_in(actor, pin):
    page = actor.sign_in(pin).get("/box")
    return (page.path, page.status) == ("/box", 200)


def guess(actor, times=1, path="/sign-in", **form):
    """The page after the last of so many wrong tries."""
    form = form or {"pin": "000001"}
    return [actor.post(path, **form) for _ in range(times)][-1]


def wait_of(page):
    told = re.search(rf"{WAIT} (\d+) second", page.text)
    return int(told[1]) if told else 0


# -- one device


def test_wrong_pins_slow_down_their_address_and_nobody_who_was_signed_in(app, organizer, pin):
    thief = Actor(app)
    assert "Too many wrong tries on this device" in guess(thief, FREE + 1)
    organizer.post("/sign-out")
    assert gets_in(organizer, pin)
    assert gets_in(Actor(app, VENUE(7)), pin)


@pytest.mark.parametrize("address", ["127.0.0.1", VENUE(7)])
@pytest.mark.parametrize(("wrong", "lets_in"), [(4, True), (5, False)])
def test_the_fifth_wrong_pin_makes_a_device_wait(app, pin, address, wrong, lets_in):
    actor = Actor(app, address)
    guess(actor, wrong)
    assert gets_in(actor, pin) is lets_in


@pytest.mark.parametrize(("path", "form"), [("/sign-in", {"pin": "000001"}), ("/tablet", {"code": "000001"})])
def test_whoever_throws_the_cookie_away_guesses_no_faster(app, path, form):
    """Being told to wait once came with a cookie that made the next tries those of a new device."""
    pages = [guess(Actor(app, VENUE(7)), path=path, **form) for _ in range(AT_ONCE + 1)]
    assert WAIT in pages[-1]


def test_the_wait_doubles_with_every_wrong_try_up_to_a_quarter_of_an_hour(app, clock):
    thief, waits = Actor(app, VENUE(7)), []
    guess(thief, FREE - 1)
    for _ in range(8):
        assert not wait_of(guess(thief))
        waits.append(wait_of(guess(thief)))
        clock(waits[-1])
    assert waits == [15, 30, 60, 120, 240, 480, 900, 900]


def test_the_wait_lasts_to_its_last_second_and_is_forgotten_long_after(app, clock):
    thief = Actor(app, VENUE(7))
    guess(thief, FREE)
    clock(14.5)
    assert wait_of(guess(thief)) == 1
    clock(0.5 + 900)
    assert not wait_of(guess(thief, FREE - 1))


def test_many_tries_at_once_are_no_cheaper_than_one_after_another(app, pin):
    """Eight threads looked whether somebody has to wait before any of them had counted."""

    def at_once(_):
        return guess(Actor(app, VENUE(7)), pin="000001").text

    with ThreadPoolExecutor(12) as pool:
        pages = list(pool.map(at_once, range(12)))
    assert sum(WAIT not in page for page in pages) == FREE


# -- the clock


def test_a_date_that_steps_back_locks_nobody_out(app, pin, monkeypatch):
    """A box without a battery clock got the right date after five wrong PINs: the right one had to wait for an hour."""
    actor, now = Actor(app, VENUE(7)), time.time()
    monkeypatch.setattr(time, "time", lambda: now + 3600)
    guess(actor, FREE - 1)
    monkeypatch.setattr(time, "time", lambda: now)
    assert gets_in(actor, pin)


def test_a_date_that_steps_forward_ends_no_wait(app, pin, monkeypatch):
    actor, now = Actor(app, VENUE(7)), time.time()
    guess(actor, FREE)
    monkeypatch.setattr(time, "time", lambda: now + 3600)
    assert not gets_in(actor, pin)


def test_after_another_start_of_the_machine_nobody_waits(app, pin, clock):
    actor = Actor(app, VENUE(7))
    guess(actor, FREE)
    clock(-9_000, boot="the next boot")
    assert gets_in(actor, pin)


def test_a_tablets_code_lives_for_minutes_whatever_the_date_says(app, organizer, clock, monkeypatch):
    with app.app_context():
        early, late = tablets.make_tablet("Early"), tablets.make_tablet("Late")
    now = time.time()
    monkeypatch.setattr(time, "time", lambda: now + 40_000)
    clock(tablets.CODE_LIVES_S - 1)
    assert Actor(app).post("/tablet", code=early).path.startswith("/tablet/")
    assert late[:3] in organizer.get("/devices/codes")
    monkeypatch.setattr(time, "time", lambda: now - 40_000)
    clock(2)
    assert "too old" in Actor(app).post("/tablet", code=late)
    assert late[:3] not in organizer.get("/devices/codes")
    assert tablets.CODE_LIVES_S <= 15 * 60


def test_a_tablets_code_does_not_outlive_the_machine_being_switched_off(app, clock):
    with app.app_context():
        code = tablets.make_tablet("One")
    clock(-9_000, boot="the next boot")
    assert "too old" in Actor(app).post("/tablet", code=code)


# -- roles


def test_a_right_pin_forgets_only_tries_at_or_below_its_own_role(app, judge, pin):
    """A judge could guess the organizer's PIN without limit: their own PIN in between forgot every wrong one."""
    thief = Actor(app, VENUE(7))
    for _ in range(2):
        guess(thief, FREE - 3)
        thief.sign_in("2468")
    guess(thief)
    assert not gets_in(thief, pin)
    assert "Too many wrong tries" in thief.post("/sign-in", pin=pin)


def test_a_judge_who_clears_the_cookies_is_no_new_device_for_the_organizers_pin(app, judge, pin):
    """The judge's own PIN makes a device known, with tries of its own: not for guessing a higher one."""
    for _ in range(3):
        thief = Actor(app, VENUE(7)).sign_in("2468")
        guess(thief, 2)
    assert not gets_in(Actor(app, VENUE(7)).sign_in("2468"), pin)


def test_a_judge_signs_in_while_the_organizers_pin_has_to_wait(app, judge, pin):
    """Five wrong ones and a right one of the judge's, who signs in again and again: only wrong tries are counted."""
    phone = Actor(app, VENUE(7))
    for _ in range(FREE + 1):
        phone.sign_in("2468", "Jude")
    assert gets_in(phone, pin)


def test_the_organizers_pin_forgets_the_tries_of_judges_at_the_same_place(app, judge, pin):
    phone = Actor(app, VENUE(7))
    guess(phone, FREE - 1)
    assert gets_in(phone, pin)
    another = Actor(app, VENUE(7))
    assert not wait_of(guess(another, FREE - 1))
    assert another.sign_in("2468").get("/events/new").path != "/sign-in"


# -- the whole box


def guess_from_everywhere(app, times, path="/sign-in", **form):
    """The page after the last of so many wrong tries, each from another address; nobody looks at the others' pages."""
    everywhere = [f"10.1.{n // 250}.{n % 250}" for n in range(times)]
    for address in everywhere[:-1]:
        app.test_client(use_cookies=False).post(path, data=form, environ_base={"REMOTE_ADDR": address})
    return guess(Actor(app, everywhere[-1]), path=path, **form)


def test_a_guesser_with_many_addresses_is_slowed_for_the_whole_box(app, pin, clock):
    guess_from_everywhere(app, AT_ONCE)
    stranger = Actor(app, VENUE(7))
    assert "many wrong tries on this box" in stranger.post("/sign-in", pin=pin)
    clock(60)
    assert gets_in(stranger, pin)


def test_a_guesser_with_many_addresses_gets_one_try_a_minute(app, clock):
    guess_from_everywhere(app, AT_ONCE)
    let_through = 0
    for n in range(240):
        clock(15)
        let_through += not wait_of(guess(Actor(app, f"10.2.0.{n}")))
    assert let_through == 60


def test_whoever_takes_a_new_ipv6_address_for_every_guess_waits_too(app):
    """A device may have any address of its network: guesses were free for ever."""
    waits = [wait_of(guess(Actor(app, f"fd00:1::{n:x}"))) > 0 for n in range(AT_ONCE + 5)]
    assert waits == [False] * AT_ONCE + [True] * 5


def test_nobody_can_lock_the_desk_out(app, organizer, pin):
    organizer.post("/sign-out")
    guess_from_everywhere(app, AT_ONCE + 5)
    organizer.client.environ_base["REMOTE_ADDR"] = "10.1.0.0"  # behind the address of a guesser, even
    assert gets_in(organizer, pin)


def test_the_machines_own_screen_is_never_slowed_by_others(app, pin):
    guess_from_everywhere(app, AT_ONCE + 5)
    assert gets_in(Actor(app, "127.0.0.1"), pin)


def test_a_proxy_that_nobody_trusts_is_not_the_machines_own_screen(app, pin):
    """Behind it everybody would be at the machine's own screen, and free of the limit for the whole box."""
    guess_from_everywhere(app, AT_ONCE)
    guest = Actor(app, "127.0.0.1")
    guest.client.environ_base["HTTP_X_FORWARDED_FOR"] = "10.9.9.9"
    assert not gets_in(guest, pin)


def test_a_right_pin_is_no_wrong_try_for_the_whole_box(app, pin):
    for n in range(AT_ONCE + 5):
        assert gets_in(Actor(app, VENUE(n)), pin)


@pytest.mark.parametrize("way", ["command", "stick"])
def test_a_reset_of_the_pin_lets_everybody_try_again(app, cinderbox, way):
    config = app.config["CINDERBOX"]
    guess_from_everywhere(app, AT_ONCE + 5)
    guess(Actor(app, VENUE(7)), FREE + 1)
    if way == "command":
        assert cinderbox("pin", "--reset", "--data", config.data).exit == 0
    else:
        with app.app_context():
            auth.make_organizer_pin(config)
    assert gets_in(Actor(app, VENUE(7)), config.pin_file.read_text())


# -- codes


def code_of(cup, player):
    with cup.app.app_context():
        return keys.personal_code(holders.secret(cup.tid), player, codes=0)


def waiting_tablet(app):
    with app.app_context():
        return tablets.make_tablet("One")


def test_personal_codes_tablet_codes_slips_and_pins_have_counters_of_their_own(app, cup, pin):
    phone = Actor(app, VENUE(7))
    guess(phone, FREE, path="/me", event=cup.tid, code="WRONG")
    guess(phone, FREE, path="/slip/open", event=cup.tid, round="1", table="1", key="WRONG")
    guess(phone, FREE, path="/tablet", code="1")
    assert gets_in(phone, pin)
    guess(Actor(app, VENUE(8)), FREE + 1)
    assert Actor(app, VENUE(8)).post("/tablet", code=waiting_tablet(app)).path.startswith("/tablet/")
    assert Actor(app, VENUE(8)).post("/me", event=cup.tid, code=code_of(cup, "p1")).path == "/me/table"


def test_a_right_code_is_not_refused_because_a_neighbour_behind_the_same_address_mistyped(app, cup):
    """A whole hall behind one address: somebody else's five typing mistakes kept everybody out for minutes."""
    hall = "192.0.2.1"
    guess(Actor(app, hall), 60, path="/me", event=cup.tid, code="WRONG")
    guess(Actor(app, hall), 15, path="/tablet", code="1")
    assert Actor(app, hall).post("/me", event=cup.tid, code=code_of(cup, "p1")).path == "/me/table"
    assert Actor(app, hall).post("/tablet", code=waiting_tablet(app)).path.startswith("/tablet/")


@pytest.mark.parametrize(
    ("path", "form", "free", "every"),
    [
        ("/tablet", {"code": "1"}, 40, 10),
        ("/me", {"event": "cup", "code": "WRONG"}, 300, 0.1),
        ("/slip/open", {"event": "cup", "round": "1", "table": "1", "key": "WRONG"}, 300, 0.1),
    ],
)
def test_codes_are_guessed_no_faster_than_the_box_as_a_whole_allows(app, cup, clock, path, form, free, every):
    assert not wait_of(guess_from_everywhere(app, free, path, **form))
    assert "on this box" in guess_from_everywhere(app, 1, path, **form)
    clock(every)
    assert not wait_of(guess_from_everywhere(app, 1, path, **form))
    assert "on this box" in guess_from_everywhere(app, 1, path, **form)


@pytest.mark.parametrize(
    ("path", "form", "free", "every"),
    [("/tablet", {"code": "1"}, 20, 10), ("/me", {"event": "cup", "code": "WRONG"}, 100, 0.5)],
)
def test_one_address_does_not_use_up_the_tries_of_the_whole_box(app, cup, clock, path, form, free, every):
    thief = Actor(app, VENUE(66))
    assert not wait_of(guess(thief, free, path, **form))
    assert "Too many wrong tries on this device" in guess(thief, 1, path, **form)
    assert not wait_of(guess(Actor(app, VENUE(7)), 1, path, **form))
    clock(every - 0.001)
    assert wait_of(guess(thief, 1, path, **form)) == 1
    clock(0.001)
    assert not wait_of(guess(thief, 1, path, **form))


@pytest.mark.parametrize(("seconds", "told"), [(14, "in 1 second."), (13, "in 2 seconds.")])
def test_the_wait_is_told_in_words(app, clock, seconds, told):
    thief = Actor(app, VENUE(7))
    guess(thief, FREE)
    clock(seconds)
    assert told in guess(thief)


def test_a_player_tries_other_codes_on_all_phones_together(app, cup, clock):
    """With a right code in hand nobody gets new tries by entering it once more on another phone."""
    pages = []
    for _ in range(11):
        phone = Actor(app, VENUE(7))
        phone.post("/me", event=cup.tid, code=code_of(cup, "p1"))
        pages.append(guess(phone, 10, path="/me", event=cup.tid, code="WRONG"))
    assert [bool(wait_of(page)) for page in pages] == [False] * 10 + [True]


def test_a_tablet_that_was_in_before_gets_in_while_others_guess(app, cup):
    known = at.tablet(cup, 1).client
    guess_from_everywhere(app, 41, "/tablet", code="1")
    code = waiting_tablet(app)
    assert "on this box" in Actor(app, VENUE(9)).post("/tablet", code=code)
    assert known.post("/tablet", data={"code": code}).location == "/tablet/table"
