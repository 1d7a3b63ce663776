"""The ready image on a Raspberry Pi 3B in QEMU: Debian's kernel, real systemd, real lgpio, pins seen from outside.

Long: `make pi`. QEMU skips the Pi's firmware, there is no screen and no network; the Debian is our own, with what
Raspberry Pi OS Lite brings. The figures are printed at the end.
"""

import json
import os
import re
import subprocess
import time
from contextlib import ExitStack
from itertools import pairwise

import pytest

from kiosk.buzzer.config import LONG, PATTERNS, SHORT
from server.health.findings import PARTS
from tests.pi import card, debian
from tests.pi.board import Board
from tests.pi.machine import Pi
from tests.pi.pins import BUZZER, LIGHT, Watch, driven

WHY_NOT = debian.lacking() if os.environ.get("SOAK") else "takes long: make pi"
pytestmark = pytest.mark.skipif(bool(WHY_NOT), reason=WHY_NOT)
TABLES = 12


@pytest.fixture(scope="module")
def place(tmp_path_factory):
    """Cards are large: they go when the tests are over."""
    folder = tmp_path_factory.mktemp("pi")
    yield folder
    for image in folder.glob("*.img"):
        image.unlink()


@pytest.fixture(scope="module")
def figures():
    found = {}
    yield found
    print("\n" + "\n".join(f"{name}: {said}" for name, said in found.items() if name != "own"))


@pytest.fixture(scope="module")
def board(place):
    return Board(place)


@pytest.fixture(scope="module")
def image(place, figures):
    """The ready image, made from a card with somebody's password, keys and machine id on it."""
    began = time.monotonic()
    base, house = debian.card(place), card.wheelhouse(place / "house")
    figures["the base and the wheelhouse"] = f"{time.monotonic() - began:.0f} s"
    began = time.monotonic()
    card.ready_image(base, house, place / "ready.img")
    figures["deploy/build-image"] = f"{time.monotonic() - began:.0f} s"
    base.unlink()
    return card.open_door(place / "ready.img", place / "system")


@pytest.fixture(scope="module")
def own_card(place, image):
    """The card that is written to; the image stays."""
    subprocess.run(["cp", "--sparse=always", image, place / "card.img"], check=True)
    return place / "card.img"


@pytest.fixture(scope="module")
def pi(board, own_card, place, figures):
    """The first start, until a page comes."""
    began = time.monotonic()
    with Pi(board, own_card, place / "first") as pi:
        pi.comes_up()
        pi.run("python3 -m tests.pi.guest ready")
        figures["from power to a page"] = f"{time.monotonic() - began:.0f} s"
        yield pi


def test_an_image_holds_nothing_that_two_boxes_would_share(image, place):
    with debian.mounted(image, place / "system") as system:
        assert not list((system / "var/lib/cinderbox").iterdir())
        assert not (system / "etc/cinderbox/hotspot.conf").exists()
        assert not list((system / "etc/ssh").glob("ssh_host_*"))
        assert (system / "etc/machine-id").read_text() == ""
        assert not (system / "var/lib/systemd/random-seed").exists()
        passwords = {line.split(":")[1] for line in (system / "etc/shadow").read_text().splitlines()}
        assert passwords <= {"!", "*", "!*", "!!"}
        assert not list((system / "etc/systemd/system").glob("*.wants/ssh*"))
        assert (system / "etc/hostname").read_text() == "cinderbox\n"
        assert os.readlink(system / "etc/localtime").endswith("Europe/Berlin")
        assert not (system / "usr/sbin/policy-rc.d").exists()
        assert not list(system.glob(".lgd*"))


def test_it_comes_up_by_itself_and_asks_nothing(pi, figures):
    """Its services, and what each box has for itself; nobody typed anything."""
    for unit in ("cinderbox", "cinderbox-buzzer", "cinderbox-kiosk", "cinderbox-backup.timer", "cinderbox-off.path"):
        wait_for_unit(pi, unit)
    figures["own"] = own(pi)
    assert re.fullmatch(r"\d{6}", pi.run("cat /var/lib/cinderbox/organizer-pin"))
    assert pi.ask("systemctl is-active ssh")[0] == "inactive"
    assert pi.ask("ss -Hltn 'sport = :22'")[0] == ""
    assert pi.run("systemctl list-units --failed --no-legend --plain 'cinderbox*'") == ""
    figures["first start, by systemd"] = pi.run("systemd-analyze time | head -1", fine=False)


def wait_for_unit(pi, unit):
    pi.until(lambda: pi.ask(f"systemctl is-active {unit}")[0] == "active", f"{unit} is active")


def test_check_says_of_each_part_how_it_is(pi, figures):
    pi.until(lambda: heard(pi).get("server") == "", "the buzzer follows")
    said = dict(line.split(": ", 1) for line in pi.ask("cinderbox check")[0].splitlines())
    figures["cinderbox check"] = said
    assert list(said) == list(PARTS)
    assert {part for part, words in said.items() if not words.startswith("ok")} == {"time of day"}, said
    assert said["time of day"].startswith("set by nothing")
    assert {part: said[part] for part in ("power", "USB stick", "walls", "tablets", "news")} == {
        "power": "ok, no sensor",
        "USB stick": "ok, none is in",
        "walls": "ok, 0 walls",
        "tablets": "ok, 0 tablets",
        "news": "ok, sent nowhere",
    }
    assert re.fullmatch(r"ok, (no sensor|\d+ °C)", said["temperature"])
    assert pi.run("python3 -m tests.pi.guest ready") == "True"


def heard(pi):
    """What the buzzer says of itself; nothing before its first word."""
    return json.loads(pi.ask("cat /run/cinderbox/buzzer.json 2>/dev/null")[0] or "{}")


def sounds(pi, kind, do, figures):
    """Both pins follow the pattern, seen from outside."""
    pattern = PATTERNS[kind]
    with Watch(pi, beeps=len(pattern[::2])) as watch:
        do()
    between = (LONG + SHORT) / 2
    for pin, seen in ((BUZZER, watch.beeps), (LIGHT, watch.flashes)):
        lengths = [each.ms for each in seen]
        silences = [round((b.on - a.off) * 1000) for a, b in pairwise(seen)]
        figures[f"pin {pin}, {kind}"] = f"{lengths} ms on, {silences} ms between; set {list(pattern)}"
        assert [length > between for length in lengths] == [length > between for length in pattern[::2]]


def test_each_sound_has_its_pattern_on_the_pin(pi, figures):
    event = pi.run(f"python3 -m tests.pi.guest setup {2 * TABLES}").splitlines()[-1]
    assert event.startswith("/events/")
    for kind, path in (
        ("test", "/devices/screens/buzzer/test"),
        ("start", "EVENT/clock/start"),
        ("warning", "EVENT/clock/add minutes=-50"),
        ("called", "EVENT/clock/call"),
    ):
        sounds(pi, kind, lambda path=path: pi.run(f"python3 -m tests.pi.guest post {path}"), figures)


def test_a_buzzer_that_is_killed_leaves_no_pin_on(pi, figures):
    """kill −9 in the middle of a beep: the pins go off, and the unit is back by itself."""
    pi.run("printf '[patterns]\\ntest = [9000]\\n' >>/etc/cinderbox/buzzer.toml; systemctl restart cinderbox-buzzer")
    before = int(process(pi, "cinderbox-buzzer"))
    pi.until(lambda: (heard(pi).get("pid"), heard(pi).get("server")) == (before, ""), "the buzzer follows")
    with Watch(pi, beeps=1) as watch:
        pi.run("python3 -m tests.pi.guest post /devices/screens/buzzer/test >/dev/null 2>&1 &")
        pi.until(watch.began.is_set, "the beep begins")
        pi.run(f"kill -9 {before}")
    (beep,), (flash,) = watch.beeps, watch.flashes
    figures["kill -9 in a beep of 9000 ms"] = f"pin 17 off after {beep.ms} ms, pin 27 after {flash.ms} ms"
    assert beep.ms < 9000
    assert flash.ms < 9000
    pi.until(lambda: heard(pi).get("pid") not in (None, before), "the buzzer is back")
    assert not driven(pi, BUZZER)
    assert not driven(pi, LIGHT)


def set_pin(pi, pin):
    pi.run(f"sed -i 's/^pin = .*/pin = {pin}/' /etc/cinderbox/buzzer.toml; systemctl restart cinderbox-buzzer")


def test_a_wrong_pin_a_busy_one_and_one_that_is_not_allowed_each_have_their_sentence(pi, figures):
    seen = []

    def says(words):
        pi.until(lambda: words in heard(pi).get("sound", ""), words)
        seen.append(heard(pi)["sound"])

    set_pin(pi, 99)
    says("Check its number in the settings.")
    pi.run("gpioset --mode=signal --background gpiochip0 22=0")
    set_pin(pi, 22)
    says("pin 22 is in use by something else. It is tried again by itself.")
    pi.run("kill $(pgrep -x gpioset)")
    pi.until(lambda: heard(pi).get("sound") == "", "the pin is opened by itself")
    pi.run("chown root:root /dev/gpiochip0; chmod 600 /dev/gpiochip0")
    set_pin(pi, BUZZER)
    says("Its user has to be in the group that owns /dev/gpiochip0.")
    pi.run("chown root:gpio /dev/gpiochip0; chmod 660 /dev/gpiochip0")
    pi.until(lambda: heard(pi).get("sound") == "", "the pins are opened by themselves")
    figures["sentences"] = seen


def test_what_it_needs(pi, figures):
    """Memory, and what is written to the card while a clock runs."""
    used = pi.run("free -m | sed -n 2p").split()
    sizes = [f"{unit} {resident(pi, unit)} MB" for unit in ("cinderbox", "cinderbox-buzzer")]
    figures["memory"] = f"{used[2]} of {used[1]} MB used; {', '.join(sizes)}"
    assert int(used[2]) < 500
    pi.run("python3 -m tests.pi.guest post EVENT/clock/call/take-back")
    figures["written while a clock runs"] = written(pi)
    pi.run("python3 -m tests.pi.guest post EVENT/clock/pause")
    figures["written while it is paused"] = written(pi)
    pi.run("python3 -m tests.pi.guest post EVENT/clock/start")


def process(pi, unit):
    return pi.run(f"systemctl show {unit} -p MainPID --value")


def resident(pi, unit):
    return int(pi.run(f"awk '/^VmRSS/ {{print $2}}' /proc/{process(pi, unit)}/status")) // 1024


def written(pi, seconds=60):
    """In a minute: what the server gave to the disk, and what the card got in all, with the file system's own."""
    pi.run("sync")
    server = f"awk '/^write_bytes/ {{print $2}}' /proc/{process(pi, 'cinderbox')}/io"
    whole = "awk '$3 == \"mmcblk0\" {print $10 * 512}' /proc/diskstats"
    both = f"echo $({server}) $({whole})"
    before, after = pi.run(f"{both}; sleep {seconds}; sync; {both}").splitlines()
    server, card = ((int(b) - int(a)) / 1000 / seconds for a, b in zip(before.split(), after.split(), strict=True))
    return f"{server:.1f} kB/s by the server, {card:.1f} kB/s to the card in all"


@pytest.fixture
def running():
    """Machines that are off when the test is over."""
    with ExitStack() as stack:
        yield stack.enter_context


def test_the_power_goes_twice_and_nothing_is_lost_or_there_twice(pi, running, board, own_card, place, figures):
    """QEMU is killed while results are sent. What was answered is on the card, once; what was not is sent again."""
    promised, machine = set(), pi
    pi.run("python3 -m tests.pi.guest post EVENT/clock/add minutes=500")  # however long all this takes, it runs
    for cut in (1, 2):
        left = " ".join(str(table) for table in range(1, TABLES + 1) if table not in promised)
        machine.begin(f"python3 -m tests.pi.guest results {left}")
        machine.until(lambda pi=machine: len(saved(pi)) >= 3, "some results are saved")
        machine.cut()
        promised |= saved(machine)
        there = card.left_on(own_card, place / f"left-{cut}")
        figures[f"power cut {cut}"] = f"{len(promised)} results answered, {len(there)} on the card"
        assert promised <= set(there)
        assert len(there) == len(set(there))
        began, machine = time.monotonic(), running(Pi(board, own_card, place / f"after-{cut}")).comes_up()
        machine.run("python3 -m tests.pi.guest ready")
        figures[f"up again after cut {cut}"] = f"{time.monotonic() - began:.0f} s"
        assert "power" in machine.run("python3 -m tests.pi.guest see EVENT/clock/")
        machine.run("python3 -m tests.pi.guest post EVENT/clock/start")


def saved(machine):
    """The tables whose results were answered, by what the serial line has said."""
    machine.listen()
    return {int(table) for table in re.findall(r"saved (\d+) and", machine.said())}


ITS_OWN = (
    "cat /etc/machine-id",
    "cat /var/lib/cinderbox/organizer-pin",
    "cat /etc/cinderbox/hotspot.conf",
    "cat /etc/ssh/ssh_host_ed25519_key.pub",
    "sha256sum /var/lib/cinderbox/*key*",
)


def own(pi):
    """What no other box has."""
    pi.until(lambda: pi.ask("test -s /etc/cinderbox/hotspot.conf")[1] == 0, "the first start is over")
    return {name: pi.run(name) for name in ITS_OWN}


@pytest.fixture(scope="module")
def other(board, image, place):
    """Another box of the same image, at its first start."""
    with Pi(board, image, place / "other", keep=False) as other:
        other.comes_up()
        other.run("python3 -m tests.pi.guest ready")
        yield other


def test_another_box_of_the_same_image_has_a_pin_keys_and_names_of_its_own(pi, figures, other):
    """The first is off by now."""
    ours, theirs = figures["own"], own(other)
    assert all(ours.values())
    assert {name for name in ITS_OWN if ours[name] == theirs[name]} == set()


def test_the_desk_switches_it_off(other, figures):
    """By the word that the server leaves and the unit that hears it; the machine really goes off."""
    wait_for_unit(other, "cinderbox-off.path")
    began = time.monotonic()
    other.run("python3 -m tests.pi.guest post /box/off what=off")
    other.goes_off()
    figures["off, from the desk"] = f"{time.monotonic() - began:.0f} s"
