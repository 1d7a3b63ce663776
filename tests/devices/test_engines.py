"""WebKit and Firefox: the same wall, tablet, phone and desk. What a script complains of is not heard from WebKit."""

import secrets

import pytest

from engine.decisions import clock
from server.core.timekeeping import moment
from server.table import tablets
from tests.box import Box, Visitor
from tests.browser.prepared import past_the_pages
from tests.devices import firefox, webkit
from tests.devices.conftest import LONG
from tests.devices.flows import desk_pages_are_styled, digits_are_large, kept, phone_pages_fit, result_told_at
from tests.server.played import in_bracket
from tests.server.result_event import Event

pytestmark = LONG
FOUR = ["Ana", "Ben", "Cleo", "Dag"]
# How far the middle of each joint of a bracket is from between the two boxes that it joins.
JOINTS = """(() => {
  const middle = (e) => { const at = e.getBoundingClientRect(); return at.top + at.height / 2; };
  return [...document.querySelectorAll('.w-joints')].flatMap((joints) => {
    const boxes = [...joints.previousElementSibling.querySelectorAll('li')].map(middle);
    const between = (i) => (boxes[2 * i] + boxes[2 * i + 1]) / 2;
    return [...joints.querySelectorAll('svg')].map((svg, i) => Math.abs(middle(svg) - between(i)));
  });
})()"""


@pytest.fixture(params=[webkit, firefox], ids=["webkit", "firefox"])
def engine(request):
    """Opens a window of this size."""
    if why := request.param.why_not():
        pytest.skip(why)
    kind = webkit.WebKit if request.param is webkit else firefox.Firefox
    opened = []

    def open_one(*, width, height):
        opened.append(kind(width=width, height=height))
        return opened[-1]

    yield open_one
    for browser in opened:
        browser.close()


def test_the_wall_shows_the_clock(engine, tmp_path):
    with Box(tmp_path) as box, past_the_pages(box) as app:
        Event(app, FOUR).start().do(lambda t: clock.start_clock(t, moment()))
        wall = engine(width=1280, height=720)
        wall.visit(f"{box.address}/wall")
        digits_are_large(wall)


@pytest.mark.parametrize("size", [8, 16])
def test_the_lines_of_a_bracket_meet_its_boxes(engine, tmp_path, size):
    """WebKit drew those of a top 8 and 16 too short: a percentage of a row that stretches is none there."""
    with Box(tmp_path) as box, past_the_pages(box) as app:
        in_bracket(app, players=2 * size + 1, cut=size)
        wall = engine(width=1280, height=720)
        wall.visit(f"{box.address}/wall")
        wall.wait("localStorage.getItem('cinderbox-screen')")
        screen = wall.value("localStorage.getItem('cinderbox-screen')")
        desk = Visitor(box).sign_in()
        desk.get("/devices/")
        desk.post(f"/devices/screens/{screen}", name="Bar", event="cup", scene="bracket", volume=50)
        wall.wait("document.querySelector('.w-joints svg')")
        kept(wall, f"bracket-{size}")
        assert max(wall.value(JOINTS)) < 3


def test_a_result_is_told_and_confirmed_at_a_tablet(engine, box):
    with past_the_pages(box) as app:
        tid = f"engine-{secrets.token_hex(3)}"
        event = Event(app, FOUR, tid=tid).start()
        with app.app_context():
            code = tablets.make_tablet(f"tablet {tid}", tid, 1)
        result_told_at(engine(width=1024, height=768), box, code)
        assert event.match(1).result.outcomes[1].blood == 12


def test_a_phone_reads_everything(engine, box, prepared):
    phone_pages_fit(engine(width=500, height=844), box)


def test_a_laptop_runs_the_desk(engine, box, prepared):
    desk_pages_are_styled(engine(width=1366, height=768), box)
