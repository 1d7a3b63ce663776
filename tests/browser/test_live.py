"""Every screen follows by itself, and nobody who types is disturbed."""

import re

import pytest
from playwright.sync_api import expect

from engine import clock as clocks
from engine.clock import Moment
from tests.box import Box
from tests.browser.conftest import somebody
from tests.browser.pages import address_of
from tests.browser.test_together import published

MINUTE = 60_000


@pytest.fixture
def other(chromium, box):
    """A second organizer, at another laptop."""
    with somebody(chromium, box) as other:
        yield other


def enters(desk, event, table, *, winner=0, wounds=7):
    """Enter a result on the table's own page."""
    desk.page.goto(f"{event}/results/{table}")
    desk.page.locator("input[name=winner]").nth(winner).check(force=True)
    desk.page.locator("input[name=wounds]").fill(str(wounds))
    desk.page.get_by_role("button", name="Record the result").click()
    desk.sees(f"Table {table}:")


def mark(page):
    """So that we see later whether the page was loaded anew."""
    page.evaluate("window.stillHere = true")


def still_here(page):
    return page.evaluate("window.stillHere === true")


def test_the_desk_shows_what_another_desk_entered_without_being_loaded_again(desk, other):
    published(desk, "Together")
    desk.visit("/results/")
    mark(desk.page)
    desk.sees("0 of 2 in")
    enters(other, desk.event, 1)
    desk.sees("1 of 2 in")
    expect(desk.page.get_by_role("navigation", name="Event", exact=True)).to_contain_text("1/2")
    assert still_here(desk.page)
    expect(desk.page.locator("[data-offer]")).to_be_hidden()


def test_what_is_being_typed_stays_and_the_news_wait(desk, other):
    published(desk, "Typing")
    desk.visit("/results/2")
    wounds = desk.page.locator("input[name=wounds]")
    wounds.press_sequentially("1")
    mark(desk.page)
    enters(other, desk.event, 1)
    rail = desk.page.get_by_role("navigation", name="Event", exact=True)
    expect(rail).to_contain_text("1/2")
    expect(desk.page.locator("[data-offer]")).to_be_hidden()  # the form itself did not change
    wounds.press_sequentially("2")
    enters(other, desk.event, 2, wounds=9)
    offer = desk.page.locator("[data-offer]")
    expect(offer).to_be_visible()
    expect(wounds).to_have_value("12")
    offer.get_by_role("button").click()
    expect(offer).to_be_hidden()
    expect(wounds).to_have_value("12")
    assert still_here(desk.page)


def test_a_screen_that_comes_in_says_nothing_to_whoever_types_a_new_event(desk):
    """“Something changed. Show” lay on “Create and check in” as soon as the television was on."""
    desk.page.goto(f"{desk.box.address}/events/new")
    desk.fill("Name", "Typed")
    desk.page.get_by_label("Players", exact=True).fill("Ana\nBen")
    with looked_again(desk.page):
        desk.page.context.new_page().goto(f"{desk.box.address}/wall")
    expect(desk.page.locator("[data-offer]")).to_be_hidden()
    expect(desk.page.get_by_label("Players", exact=True)).to_have_value("Ana\nBen")


def test_who_is_ticked_as_here_leaves_the_list_of_those_who_are_not(desk):
    """After the second tick the list still had everybody but the first, ticked to be removed."""
    desk.new_event("Ticking", "Ashes Reborn", ["Ana", "Ben", "Cai", "Dee"])
    for name, left in (("Ana", 3), ("Ben", 2)):
        with looked_again(desk.page):
            desk.page.get_by_role("button", name=f"{name} is here").click()
        expect(desk.page.locator("#absent input[name=absent]")).to_have_count(left)
    expect(desk.page.locator("[data-offer]")).to_be_hidden()


def looked_again(page):
    """The page has fetched itself, because something changed."""
    return page.expect_response(lambda answer: answer.request.headers.get("x-live") == "1")


def test_a_page_without_a_stream_asks_instead(chromium, box, desk):
    """The port of the streams may be closed by a firewall: after five seconds the page asks for itself."""
    published(desk, "Firewall")
    with somebody(chromium, box) as behind:
        behind.page.goto(desk.event)
        live = behind.page.locator("meta[name=cinderbox-live]").get_attribute("content")
        behind.complaints.excuse("ERR_FAILED")
        behind.page.context.route(f"{live}/**", lambda route: route.abort())
        behind.page.goto(f"{desk.event}/results/")
        enters(desk, desk.event, 1)
        behind.sees("1 of 2 in")


def test_the_desk_says_when_the_box_is_gone_and_finds_it_again(chromium, tmp_path):
    box = Box(tmp_path)
    try:
        with somebody(chromium, box) as desk:
            published(desk, "Plug")
            desk.visit("/results/1")
            desk.page.locator("input[name=wounds]").fill("17")
            expect(desk.page.locator("[data-live-clock]")).to_be_visible()
            mark(desk.page)
            desk.complaints.excuse("ERR_")
            box.kill()
            expect(desk.page.locator("[data-stale]")).to_have_text(
                re.compile(r"No contact with the box since \d\d:\d\d\. What you type is kept\.")
            )
            desk.page.locator("input[name=winner]").first.check(force=True)
            desk.press("Record the result")
            expect(desk.page.locator("[data-held]")).to_contain_text("Nothing was sent")
            box.start()
            expect(desk.page.locator("[data-stale]")).to_be_hidden()
            expect(desk.page.locator("[data-held]")).to_be_hidden()
            expect(desk.page.locator("input[name=wounds]")).to_have_value("17")
            assert still_here(desk.page)
            desk.press("Record the result")
            desk.sees("Table 1:")
    finally:
        box.stop()


def test_a_tap_without_a_network_sends_nothing_and_leaves_nothing(desk):
    """Chromium showed its own error page, and the result was typed again."""
    published(desk, "Tunnel")
    desk.visit("/results/1")
    desk.page.locator("input[name=wounds]").fill("17")
    desk.page.locator("input[name=winner]").first.check(force=True)
    desk.complaints.excuse("ERR_")
    with desk.page.expect_event("requestfailed", lambda asked: asked.url.endswith("/healthz")):
        desk.page.context.set_offline(True)
    desk.page.evaluate("fetch('/healthz').catch(() => null)")  # the page has heard of its own failure by then, too
    desk.press("Record the result")
    expect(desk.page.locator("[data-held]")).to_contain_text("Nothing was sent")
    expect(desk.page.locator("input[name=wounds]")).to_have_value("17")
    desk.page.context.set_offline(False)
    expect(desk.page.locator("[data-held]")).to_be_hidden()
    desk.press("Record the result")
    desk.sees("Table 1:")


def test_what_was_on_its_way_when_the_network_went_is_no_network(desk):
    """The first word of a stream came just after the network had gone: the next tap lost what was typed."""
    published(desk, "Late word")
    streams = []
    desk.page.route(re.compile(r"/live\?"), lambda asked: streams.append(asked))
    with desk.page.expect_request(re.compile(r"/live\?")):
        desk.visit("/results/1")
    desk.complaints.excuse("ERR_")
    with desk.page.expect_event("requestfailed", lambda asked: asked.url.endswith("/healthz")):
        desk.page.context.set_offline(True)
    with desk.page.expect_event("requestfailed", lambda asked: asked.url.endswith("/healthz")):
        word = {"body": "event: beat\ndata: {}\n\n", "content_type": "text/event-stream"}
        streams[0].fulfill(**word, headers={"Access-Control-Allow-Origin": "*"})
    desk.page.locator("input[name=wounds]").fill("17")
    desk.page.locator("input[name=winner]").first.check(force=True)
    desk.press("Record the result")
    expect(desk.page.locator("[data-held]")).to_contain_text("Nothing was sent")


def test_a_box_that_is_this_computer_needs_no_network(desk):
    published(desk, "Alone")
    desk.page.evaluate("Object.defineProperty(navigator, 'onLine', { value: false })")
    with desk.page.expect_response("**/healthz"):
        desk.page.evaluate("dispatchEvent(new Event('offline'))")
    enters(desk, desk.event, 1)


def test_a_break_counts_down_at_the_desk(desk):
    """It stood still until the page was loaded again."""
    desk.new_event("Lunch", "Ashes Reborn", ["Ana", "Ben", "Cleo", "Dag"])
    desk.press("Start and pair")
    desk.go("Now")
    desk.press("Start the break")
    for _ in range(2):
        shown = desk.page.locator(".clock-digits").inner_text()
        assert re.fullmatch(r"15:00|14:\d\d", shown)
        expect(desk.page.locator(".clock-digits")).not_to_have_text(shown)


def test_the_time_for_a_pick_counts_down_at_the_desk(desk):
    desk.new_event("Picks", "Ashes Draft", ["Ana", "Ben", "Cleo", "Dag"])
    desk.go("Settings")
    desk.page.locator("[name=pick_seconds]").fill("90")
    desk.press("Save the settings")
    desk.go("Draft")
    desk.press("Draw groups and begin")
    for _ in range(2):
        desk.press("^Next: ")
    left = desk.page.locator(".draft-left")
    shown = left.inner_text()
    assert re.fullmatch(r"1:[0-3]\d", shown)
    expect(left).not_to_have_text(shown)


def test_a_second_tab_sees_that_a_break_has_begun_and_that_it_is_over(desk, other):
    desk.new_event("Coffee", "Ashes Reborn", ["Ana", "Ben", "Cleo", "Dag"])
    desk.press("Start and pair")
    desk.go("Now")
    other.page.goto(desk.page.url)
    expect(other.page.get_by_role("button", name="Start the break")).to_be_visible()
    desk.page.locator("input[name=minutes]").fill("0.1")
    desk.press("Start the break")
    expect(other.page.get_by_role("button", name="End the break")).to_be_visible()
    for one in (desk, other):
        one.sees("The break is over")


def clock_at(remaining_ms, *, running, at_ms, warning_ms=10 * MINUTE):
    """A clock as the engine has it, and as the server says it."""
    made = clocks.timed_clock(max(remaining_ms, MINUTE), warning_ms=warning_ms)
    made = clocks.started(made, 1, at=Moment("b", at_ms), remaining_ms=remaining_ms)
    return made if running else clocks.paused(made, remaining_ms)


CASES = [
    (remaining, running, at, later)
    for remaining in (50 * MINUTE, 10 * MINUTE, 10 * MINUTE + 1, 999, 1)
    for running in (True, False)
    for at in (0, 12_345_678)
    for later in (0, 1, 1000, 10 * MINUTE, 61 * MINUTE)
]


def test_the_browsers_clock_is_the_engines_clock(desk):
    said, expected = [], []
    for remaining, running, at, later in CASES:
        clock, now = clock_at(remaining, running=running, at_ms=at), Moment("b", at + later)
        before = Moment("b", at)
        left = clocks.remaining(clock, now)
        told = {
            "phase": clocks.phase(clock, before),
            "running": running,
            "remaining_ms": clocks.remaining(clock, before),
            "warning_ms": clock.warning_ms,
            "at_ms": at,
            "extensions": {"7": 4 * MINUTE},
        }
        said.append([told, now.ms])
        expected.append([left, left + 4 * MINUTE, clocks.phase(clock, now), clocks.mmss(left)])
    where = address_of("server/core/static/clock.js")
    answers = desk.page.evaluate(
        """async ([where, said]) => {
          const { remainingAt, tableRemainingAt, phaseAt, mmss } = await import(where);
          return said.map(([clock, now]) => {
            const left = remainingAt(clock, now);
            return [left, tableRemainingAt(clock, 7, now), phaseAt(clock, now), mmss(left)];
          });
        }""",
        [where, said],
    )
    assert answers == expected
    assert desk.page.evaluate("async (where) => (await import(where)).mmss(90 * 60000)", where) == "90:00"
    words = "async (where) => [10, 7, 1].map((n) => 60000 * n).map((await import(where)).lastMinutes)"
    assert desk.page.evaluate(words, where) == ["The last ten minutes.", "The last 7 minutes.", "The last minute."]


def found_out(page, work):
    """What this finds out about serverTime. Its seconds pass only here, so that a busy machine adds none to them."""
    where = address_of("server/core/static/")
    page.clock.install(time=0)
    page.clock.pause_at(600)  # later than any machine can be by now
    begin = f"async (where) => {{ const m = await import(where); window.found = ({work})(m); }}"
    page.evaluate(begin, f"{where}server_time.js")
    page.clock.run_for(10_000)
    return page.evaluate("found")


def test_the_servers_time_is_known_by_the_quickest_answer_and_found_again_after_a_sleep(desk):
    """Neither the date of the computer nor how long it slept matters: the server's stamps do."""
    far = found_out(
        desk.page,
        """async ({ serverTime }) => {
          Date.now = () => 0;
          const trips = [400, 20, 300];
          let ahead = 5_000_000;
          const wait = (ms) => new Promise((go) => setTimeout(go, ms));
          const ask = async () => {
            const trip = trips.shift() ?? 0;
            await wait(trip);
            return { server_ms: performance.now() + ahead, boot: "b" };
          };
          const time = serverTime(ask);
          await time.estimate();
          const first = time.now() - performance.now() - ahead;
          ahead += 90_000; // we slept, the server did not
          time.hear(performance.now() + ahead, "b");
          const woken = time.now() - performance.now() - ahead;
          time.hear(performance.now() + ahead - 1000, "b"); // one that was long on its way changes nothing
          return [first, woken, time.now() - performance.now() - ahead];
        }""",
    )
    # Half of a quick trip at most; the slow ones would be off by hundreds.
    assert all(abs(off) < 100 for off in far), far


def test_a_quick_answer_is_kept_until_a_slow_one_proves_it_wrong(desk):
    """A busy minute makes nobody's clock worse; waiting for an address that does not answer is no part of the way."""
    kept, waited, moved = found_out(
        desk.page,
        """async ({ serverTime }) => {
          let real = 1_000_000; // how far the server is ahead
          let back = 0; // ms that only the answer needs: the way is not the same in both directions
          let lost = 0; // ms before the question that is answered was asked at all
          const wait = (ms) => new Promise((go) => setTimeout(go, ms));
          const ask = async () => {
            await wait(lost);
            const sent = performance.now();
            const server_ms = sent + real;
            await wait(back);
            return { server_ms, boot: "b", sent };
          };
          const time = serverTime(ask);
          const off = () => time.now() - performance.now() - real;
          await time.estimate();
          back = 400;
          await time.estimate();
          const kept = off();
          [back, lost] = [0, 300];
          await time.estimate();
          const waited = off();
          [back, real] = [400, 2_000_000];
          await time.estimate();
          return [kept, waited, off()];
        }""",
    )
    # A slow answer alone would be off by 200, one with the waiting in it by 150.
    assert abs(kept) < 100
    assert abs(waited) < 100
    assert abs(moved) < 400


# A page that asks, and a box of the test's own: `box` is what it says of itself.
FOLLOWED = """async ([where, answers]) => {
  window.box = { boot: "first", ahead: 36_000_000, answers };
  const stamp = () => ({ server_ms: performance.now() + box.ahead, boot: box.boot });
  const state = () => ({ ...stamp(), event: "x", clock: { at_ms: stamp().server_ms } });
  window.fetch = async (address) => {
    const ok = box.answers || !address.includes("/time");
    return { ok, json: async () => (address.includes("/api/live") ? { state: state() } : stamp()) };
  };
  document.querySelector('meta[name="cinderbox-live"]').content = "";
  const { follow } = await import(where + "live.js");
  const off = () => Math.abs(live.serverNow() - stamp().server_ms);
  window.told = [];
  const live = follow({ event: "x", on: { state: (said) => told.push([said.boot, off()]) } });
  window.off = off;
}"""


@pytest.fixture
def asking(desk):
    """Such a page, with its time in our hands."""
    where = address_of("server/core/static/")
    desk.page.clock.install()
    desk.page.goto(desk.page.url)

    def follow(answers=True):
        desk.page.evaluate(FOLLOWED, [where, answers])
        desk.page.clock.run_for(12_000)
        return desk.page

    return follow


def test_a_page_that_asks_counts_no_clock_of_a_new_boot_by_the_old_one(asking):
    """After ten hours the box was switched off and on; pages without a stream then “called” time for minutes."""
    page = asking()
    page.evaluate("Object.assign(box, { boot: 'second', ahead: 60_000, answers: false })")
    page.clock.run_for(12_000)
    assert {boot for boot, _ in page.evaluate("told")} == {"first"}  # nobody knows yet what time it is there
    page.evaluate("box.answers = true")
    page.clock.run_for(12_000)
    told = page.evaluate("told")
    assert {boot for boot, _ in told} == {"first", "second"}
    assert all(off < 100 for _, off in told), told


def test_the_first_questions_for_the_time_may_fail(asking):
    page = asking(answers=False)
    assert page.evaluate("Number.isNaN(off())")
    page.evaluate("box.answers = true")
    page.clock.run_for(8_000)
    assert page.evaluate("off()") < 100
