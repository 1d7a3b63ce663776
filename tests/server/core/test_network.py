"""Where others find the box: in networks of its own, real ones where the kernel lets us make them."""

import os
import shutil
import subprocess
import sys

import pytest

from server.core import network
from server.live.sockets import listening
from tests.box import ROOT, Box, Visitor

ASK = "from server.core.network import lan_address; print(lan_address({host!r}))"
CABLE = "ip link add {0} type veth peer name far-{0}; ip link set far-{0} up; ip link set {0} up"
# The kernel needs a moment to notice.
NOTICED = "until ip link show {0} | grep -Eq 'state {1}'; do sleep 0.05; done"
BRIDGE = "ip link add docker0 type bridge; ip addr add 172.17.0.1/16 dev docker0; ip link set docker0 up"


def found_in(*made, host="::"):
    """The address in a new network where this was done."""
    if not shutil.which("unshare") or not shutil.which("ip"):
        pytest.skip("unshare and ip are not installed")
    alone = ["unshare", "--net", "--mount", *([] if os.geteuid() == 0 else ["--map-root-user"])]
    steps = "; ".join(("set -e", "mount -t sysfs none /sys", "ip link set lo up", *made))
    tried = subprocess.run([*alone, "sh", "-c", steps], capture_output=True, text=True)
    if tried.returncode:
        pytest.skip(f"no such network can be made here: {tried.stderr.strip()}")
    ask = [sys.executable, "-c", ASK.format(host=host)]
    done = subprocess.run([*alone, "sh", "-c", f'{steps}; exec "$@"', "sh", *ask], capture_output=True, cwd=ROOT)
    assert done.returncode == 0, done.stderr
    return done.stdout.decode().strip()


def cable(name, *addresses):
    plugged_in = (CABLE.format(name), NOTICED.format(name, "UP"))
    return "; ".join((*plugged_in, *(f"ip addr add {each} dev {name}" for each in addresses)))


def pulled(name, seen_at=""):
    return f"ip link set far-{name} down; " + NOTICED.format(seen_at or name, "(LOWERLAYER)?DOWN")


def test_on_no_network_it_is_this_machine_alone():
    assert found_in() == "127.0.0.1"


def test_an_interface_that_is_off_is_not_offered():
    off = "ip link add e0 type veth peer name far; ip addr add 10.9.9.9/24 dev e0"
    assert found_in(off) == "127.0.0.1"


def test_a_pulled_cable_is_not_offered_not_even_with_a_route():
    gone = (cable("e0", "10.9.9.9/24"), "ip route add default via 10.9.9.1", pulled("e0"))
    assert found_in(*gone) == "127.0.0.1"
    assert found_in(*gone, cable("e1", "10.8.8.8/24")) == "10.8.8.8"


def test_a_bridge_to_nowhere_is_not_offered():
    assert found_in(BRIDGE, "ip route add default via 172.17.0.2") == "127.0.0.1"
    assert found_in(BRIDGE, cable("e0", "10.9.9.9/24")) == "10.9.9.9"
    plugged_in = f"{cable('e0')}; ip link set e0 master docker0; {NOTICED.format('docker0', 'UP')}"
    assert found_in(BRIDGE, plugged_in) == "172.17.0.1"
    assert found_in(BRIDGE, plugged_in, pulled("e0", "docker0")) == "127.0.0.1"


def test_the_way_out_comes_before_other_networks():
    out = "ip route add default via 10.8.8.1"
    assert found_in(cable("e0", "10.9.9.9/24"), cable("e1", "10.8.8.8/24"), out) == "10.8.8.8"
    assert found_in(cable("e0", "169.254.7.7/16"), cable("e1", "10.8.8.8/24")) == "10.8.8.8"


def test_ipv6_comes_after_ipv4_and_never_without_being_served():
    six = cable("e0", "fd00:1::5/64 nodad")
    assert found_in(six) == "fd00:1::5"
    assert found_in(six, host="0.0.0.0") == "127.0.0.1"
    assert found_in(six, cable("e1", "10.8.8.8/24")) == "10.8.8.8"


def test_an_address_that_only_its_own_cable_knows_is_not_offered():
    assert found_in(cable("e0")) == "127.0.0.1"


TABLE = """\
00000000000000000000000000000001 01 80 10 80       lo
fe80000000000000025056fffec00008 02 40 20 80     eth0
20010db8000000000000000000000001 02 40 00 01     eth0
20010db8000000000000000000000002 02 40 00 00     eth0
20010db8000000000000000000000003 02 40 00 20     eth0
20010db8000000000000000000000004 02 40 00 40     eth0
20010db8000000000000000000000005 02 40 00 c8     eth0
fd000000000000000000000000000006 03 40 00 80    wlan0
"""


def test_of_ipv6_addresses_those_that_last_come_first_and_those_that_do_not_work_never():
    assert network.ipv6_addresses(TABLE.splitlines(), {"eth0"}) == ["2001:db8::2", "2001:db8::1"]
    assert network.ipv6_addresses(TABLE.splitlines(), {"wlan0"}) == ["fd00::6"]


@pytest.mark.parametrize(
    ("host", "alone"),
    [
        *(("localhost", True), ("127.0.0.1", True), ("127.8.8.8", True), ("::1", True)),
        *(("box.local", False), ("192.168.0.127", False), ("fd00::1", False), ("", False)),
    ],
)
def test_only_this_machine_finds_a_server_at_its_own_names(host, alone):
    assert network.is_loopback(host) is alone


@pytest.mark.parametrize(
    ("address", "plain"),
    [("::ffff:192.168.0.7", "192.168.0.7"), ("192.168.0.7", "192.168.0.7"), ("::1", "::1"), ("fd00::7", "fd00::7")],
)
def test_an_ipv4_address_is_one_also_through_the_door_of_ipv6(address, plain):
    assert network.plain(address) == plain


def test_ipv6_has_brackets_in_an_address(app, monkeypatch):
    assert (network.in_url("fd00::7"), network.in_url("10.0.0.7")) == ("[fd00::7]", "10.0.0.7")
    said = app.test_client().get("/api/wall", headers={"Host": "[fd00::7]:8000"}).json["box"]["address"]
    assert said == "http://[fd00::7]:8000/"


@pytest.fixture
def needs_ipv6():
    try:
        listening("::1", 0).close()
    except OSError:
        pytest.skip("this machine has no IPv6")


@pytest.fixture
def everywhere(tmp_path):
    with Box(tmp_path / "data", host="::") as box:
        yield box


class SixBox:
    """The same box, by IPv6."""

    def __init__(self, box):
        self.pin, self.address = box.pin, f"http://[::1]:{box.port}"


def test_by_default_the_box_is_there_by_ipv4_and_ipv6_with_its_streams(needs_ipv6, everywhere):
    for way in (everywhere, SixBox(everywhere)):
        _, page = Visitor(way).sign_in().get("/box")
        assert "This box" in page
        assert ("127.0.0.1" if way is everywhere else "::1") in page
        assert "::ffff:" not in page
