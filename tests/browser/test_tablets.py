"""The table tablet in a real browser: telling and confirming, two versions, taking back, reload, no network."""

import re
import secrets
from contextlib import suppress
from dataclasses import replace

import pytest
from playwright.sync_api import Error, expect

from engine import facts as f
from engine.decisions import clock
from server.chess import chess_clocks
from server.core.timekeeping import moment
from server.table import tablets
from tests import chess_vectors
from tests.browser.pages import address_of
from tests.browser.prepared import past_the_pages
from tests.browser.tablets import LYING, PORTRAIT, UPRIGHT, at_table
from tests.server.at_table_devices import code_of
from tests.server.result_event import Event
from tests.waiting import wait_until

NAMES = ["Ana Kovač", "Maximiliana Oberhauser-Wiśniewska", "<b>Tom</b> & Co", "田中 美咲"]


@pytest.fixture
def past(box):
    with past_the_pages(box) as app:
        yield app


@pytest.fixture
def event(past):
    """An event of its own for each test, its first round published."""
    return Event(past, NAMES, tid=f"table-{secrets.token_hex(4)}").start()


def change(event, **settings):
    event.do(lambda t: (f.SettingsChanged(replace(t.settings, **settings)),))


def recorded(event):
    """How often a result was recorded."""
    return sum(isinstance(fact, f.ResultRecorded) for act in event.book.acts for fact in act.facts)


@UPRIGHT
def test_a_result_is_told_and_confirmed_through_reloads_and_double_taps(chromium, box, past, event, viewport):
    one, _ = event.names_at(1)
    with at_table(chromium, box, past, event, 1, viewport=viewport) as tablet:
        tablet.on("idle").sees(one)
        tablet.twice("Report the result")
        tablet.on("who").reloaded("who").winner(0)
        expect(tablet.page.get_by_role("button", name="Next")).to_be_disabled()
        tablet.tap("1", exact=True)
        tablet.reloaded("count").tap("2", exact=True)
        tablet.tap("Next")
        tablet.on("confirm").reloaded("confirm").sees(f"{one} won with 12 wounds on their Phoenixborn. Correct?")
        tablet.twice("Yes, correct")
        tablet.on("done").reloaded("done").sees("Confirmed by both")
    assert recorded(event) == 1
    assert event.match(1).result.outcomes[1].blood == 12
    assert {report.player for report in event.match(1).reports} == set(event.pair(1))


def test_many_wounds_are_asked_about_and_too_many_are_refused(chromium, box, past, event):
    with at_table(chromium, box, past, event, 1) as tablet:
        tablet.tap("Report the result")
        tablet.winner(1)
        tablet.sees("Conceded? Enter the wounds so far. The winner scores 25 all the same.")
        for figure in "317":
            tablet.tap(figure, exact=True)
        tablet.sees("99 is the most there can be")
        tablet.tap("Next")
        tablet.on("sure").sees("31 wounds, really?")
        tablet.tap("No, change it")
        tablet.tap("Delete last digit")
        tablet.tap("Next")
        tablet.on("confirm").sees("won with 3 wounds on their Phoenixborn.")
        tablet.tap("Back")
        tablet.on("count").tap("Back")
        tablet.on("who").tap("Back")
        tablet.on("idle")
    assert not event.match(1).reports


@UPRIGHT
def test_a_draw_before_time_is_called_is_asked_about_and_one_after_it_is_not(chromium, box, past, viewport):
    """Classic: “If, after following the procedure for time being called neither player has won …”"""
    event = Event(past, NAMES, tid=f"table-{secrets.token_hex(4)}", ruleset_id="ashes-classic").start()
    with at_table(chromium, box, past, event, 1, viewport=viewport) as tablet:
        tablet.tap("Report the result")
        tablet.on("who").sees("the active player wins.")
        tablet.twice("Draw")
        tablet.on("early").reloaded("early").sees("Time has not been called")
        tablet.tap("No", exact=True)
        tablet.on("who").tap("Draw")
        tablet.on("early").tap("Yes, a draw")
        tablet.on("count").sees("A draw.")
        tablet.wounds(4)
        tablet.wounds(6)
        tablet.on("confirm").tap("Yes, correct")
        tablet.on("done")
    event.call_time()
    with at_table(chromium, box, past, event, 2, viewport=viewport) as tablet:
        expect(tablet.page.locator("[data-clock]")).to_have_attribute("data-state", "called")
        tablet.tap("Report the result")
        tablet.on("who").tap("Draw")
        tablet.on("count").wounds(4)
        tablet.wounds(6)
        tablet.on("confirm").tap("Yes, correct")
        tablet.on("done")
    assert [event.match(table).before_time for table in (1, 2)] == [True, False]


def test_two_versions_come_to_the_desk_and_end_when_they_are_the_same(chromium, box, past, event, desk):
    one, two = event.names_at(1)
    with at_table(chromium, box, past, event, 1, viewport=PORTRAIT) as tablet:
        tablet.tap("Report the result")
        tablet.tells(0, 12)
        tablet.tap("No", exact=True)
        tablet.on("who").sees(f"{two}, who won?")
        tablet.tells(0, 14)
        tablet.on("versions").sees("You reported different results.")
        tablet.sees("“I won, with 12 wounds on my Phoenixborn.”")
        tablet.sees(f"“{one} won, with 14 wounds on their Phoenixborn.”")
        desk.page.goto(f"{box.address}/events/{event.tid}/results/")
        desk.sees("Table 1 needs you")
        tablet.reloaded("versions").tap(f"{two}: change mine")
        tablet.on("who").reloaded("who").tells(0, 12)
        tablet.on("done")
        desk.sees_not("Table 1 needs you")
    assert recorded(event) == 1


def test_a_version_told_on_a_phone_only_asks_the_other_one(chromium, box, past, event):
    event.report(1, 1, winner=0, wounds=9)
    one, _ = event.names_at(1)
    with at_table(chromium, box, past, event, 1) as tablet:
        tablet.on("confirm").sees(one)
        tablet.sees("You won with 9 wounds on your Phoenixborn. Correct?")
        tablet.tap("Yes, correct")
        tablet.on("done")
    assert recorded(event) == 1


def test_without_network_it_is_kept_and_sent_once(chromium, box, past, event):
    with at_table(chromium, box, past, event, 1) as tablet:
        tablet.tap("Report the result")
        tablet.winner(1)
        tablet.offline(True)
        tablet.wounds(7)
        tablet.on("confirm").tap("Yes, correct")
        tablet.on("kept").sees("Not sent yet, trying")
        tablet.tap("Call a judge")
        tablet.sees("A judge is called")
        tablet.offline(False)
        tablet.on("done")
        expect(tablet.page.locator("#tablet")).not_to_contain_text("Not sent yet")
    assert recorded(event) == 1


def test_an_answer_that_got_lost_does_not_make_two_results(chromium, box, past, event):
    def lose_the_answer(route):
        route.fetch()
        route.abort()

    with at_table(chromium, box, past, event, 1) as tablet:
        tablet.page.route("**/at-table/report", lose_the_answer, times=1)
        tablet.tap("Report the result")
        tablet.tells(0, 5)
        tablet.tap("Yes, correct")
        tablet.on("done")
        expect(tablet.page.locator("#tablet")).not_to_contain_text("Not sent yet")
    assert recorded(event) == 1


def test_what_was_kept_past_the_end_of_the_round_gets_a_sentence(chromium, box, past, event):
    with at_table(chromium, box, past, event, 1) as tablet:
        tablet.tap("Report the result")
        tablet.tells(0, 5)
        tablet.offline(True)
        tablet.tap("Yes, correct")
        tablet.on("kept")
        event.play().next_round()
        tablet.offline(False)
        tablet.sees("already has a result")
        tablet.on("idle").sees("Round 2")
        tablet.tap("I have read it")
        expect(tablet.page.locator("#tablet")).not_to_contain_text("already has a result")


def test_the_desk_has_the_last_word_and_until_then_one_tap_takes_it_back(chromium, box, past, event, desk):
    change(event, desk_confirms=True)
    taken_back = []
    with at_table(chromium, box, past, event, 1) as tablet:
        tablet.page.on("request", lambda request: taken_back.extend(["withdraw"] * request.url.endswith("/withdraw")))
        for wounds in (15, 5):
            tablet.tap("Report the result")
            tablet.tells(0, wounds)
            tablet.tap("Yes, correct")
            tablet.on("waiting").reloaded("waiting").sees("The desk looks at it")
            if wounds == 15:
                tablet.twice("Take it back")
                tablet.on("idle")
        desk.page.goto(f"{box.address}/events/{event.tid}/results/")
        desk.press("Confirm the plausible result")
        tablet.on("done").sees("Confirmed by both")
    assert len(taken_back) == recorded(event) == 1
    assert event.match(1).result.outcomes[1].blood == 5


def test_after_the_match_somebody_says_it_is_wrong_and_somebody_leaves(chromium, box, past, event):
    event.win(1, wounds=3)
    with at_table(chromium, box, past, event, 1, viewport=PORTRAIT) as tablet:
        tablet.on("done").sees("The desk has recorded it")
        tablet.tap("Wrong result? Tell the desk")
        tablet.sees("The desk knows that something is wrong")
        event.do(lambda t: clock.start_clock(t, moment()))
        tablet.sees(re.compile(r"Next pairings in about \d\d minutes"))
        event.do(lambda t: clock.pause_clock(t, moment()))
        tablet.sees("Next pairings when all tables are done")
        one, two = event.pair(1)
        tablet.tap("Drop from the event")
        tablet.on("leaving").winner(1)
        tablet.on("leavingCode").reloaded("leavingCode").tap("Back")
        tablet.on("leaving").winner(1)
        tablet.types(code_of(event, one))
        tablet.tap("Drop from the event")
        tablet.on("done").sees("That is not the personal code of")  # the opponent's code drops nobody
        tablet.tap("I have read it")
        tablet.tap("Drop from the event")
        tablet.winner(1)
        tablet.types(code_of(event, two))
        tablet.tap("Drop from the event")
        tablet.on("done").sees(f"{event.name(two)} has dropped from the event")
        assert not event.t.players[two].active
        tablet.tap("Drop from the event")
        tablet.on("leaving").sees("has dropped: take it back")
        tablet.winner(1)
        tablet.types(code_of(event, two))
        tablet.tap("Play on")
        tablet.on("done")
        expect(tablet.page.locator("#tablet")).not_to_contain_text("has dropped")
        # Without a code the desk is asked, and that can be taken back.
        tablet.tap("Drop from the event")
        tablet.on("leaving").winner(1)
        tablet.on("leavingCode").tap("Ask the desk")
        tablet.on("done").sees(f"{event.name(two)} wants to drop. The desk is asked")
        tablet.tap("Drop from the event")
        expect(tablet.page.locator(".t-who").nth(1)).to_be_disabled()
        tablet.on("leaving").sees("the desk is asked")
        tablet.tap("Back")
        tablet.tap("No, play on")
        expect(tablet.page.locator("#tablet")).not_to_contain_text("wants to drop")
    assert event.t.players[two].active


def test_a_tablet_says_that_it_is_there_while_people_play(chromium, box, past, event):
    """Its page asked only between matches, so that the desk took every quiet table for a broken one."""
    with at_table(chromium, box, past, event, 1) as tablet:
        page, asked = tablet.page, []
        page.route(lambda address: "/live?" in address and "/api/" not in address, lambda route: route.abort())
        page.clock.install()
        tablet.reloaded("idle").tap("Report the result")
        page.on("request", lambda request: asked.append(request.url))
        for _ in range(8):  # without a stream it asks for news every five seconds, and first of all how things are
            with page.expect_response("**/api/live?*"):
                page.clock.run_for(6_500)
        tablet.on("who")
    news = [n for n, address in enumerate(asked) if "/api/live?" in address]
    assert any("/at-table/state" in address for address in asked[news[2] :])


def test_a_tablet_goes_where_the_desk_puts_it(chromium, box, past, event):
    with at_table(chromium, box, past, event, 2, bound=False) as tablet:
        tablet.page.goto(f"{box.address}/tablet/choose?event={event.tid}")
        tablet.tap("Table 2", exact=True)
        tablet.on("idle").sees(event.names_at(2)[0])
        for tid, table, found in ((event.tid, 1, 1), (None, None, 2)):
            with past.app_context():
                tablets.change(tablet.id, name=f"moved {tablet.id}", tournament_id=tid, table=table)
            with suppress(Error):  # it may have heard of it by itself, and be on its way
                tablet.page.evaluate("dispatchEvent(new Event('online'))")
            tablet.sees(event.names_at(found)[0])


def test_a_photographed_code_lets_the_tablet_in(chromium, box, past, event):
    with past.app_context():
        code = tablets.make_tablet(f"tablet {secrets.token_hex(3)}", event.tid, 1)
    with at_table(chromium, box, past, event, 2) as tablet:
        tablet.page.context.clear_cookies()
        tablet.page.goto("about:blank")
        tablet.page.goto(f"{box.address}/tablet#{code}")
        tablet.on("idle").sees(event.names_at(1)[0])


def test_a_free_tablet_says_where_it_is_and_follows_the_rounds(chromium, box, past, event):
    with at_table(chromium, box, past, event, 2, bound=False) as tablet:
        tablet.page.goto(f"{box.address}/tablet/choose?event={event.tid}")
        tablet.tap("Table 2", exact=True)
        tablet.on("idle").sees(event.names_at(2)[0])
        tablet.tap("Report the result")
        event.play()
        tablet.on("done").sees("This round is over")
        tablet.tap("Standings")
        tablet.on("standings").sees("Standings after round 1")
        tablet.tap("Back")
        event.next_round()
        tablet.on("idle").sees("Round 2")


@LYING
def test_the_chess_clock_runs_on_through_a_reload_and_its_flag_ends_nothing(chromium, box, past, event, viewport):
    change(event, timer="chess", round_minutes=60)
    with at_table(chromium, box, past, event, 1, viewport=viewport) as tablet:
        page = tablet.page
        left = page.locator("[data-bank='0']")
        expect(left).to_have_text("30:00")
        tablet.on("chess")
        page.locator(".t-bank:has([data-bank='0'])").click()
        expect(left).not_to_have_text("30:00")
        before = left.inner_text()
        tablet.reloaded("chess")
        expect(left).not_to_have_text(before)
        assert seconds(left.inner_text()) < seconds(before)
        page.locator(".t-bank[data-state=running]").click()
        expect(page.locator(".t-bank[data-state=running] [data-bank='1']")).to_be_visible()
        tablet.tap("Opponent decides")
        page.locator(".t-bank[data-state=running]").click()
        tablet.tap("Pause", exact=True)
        used_up(page)
        with page.expect_response(lambda answer: "/at-table/state" in answer.url):
            tablet.reloaded("chess")
        tablet.tap("Resume")
        expect(page.locator("[data-bank='1']")).to_have_text("0:00")
        tablet.sees("is out of time.")
        page.locator(".t-bank[data-state=running]").click()
        tablet.sees("lost on time. Report the result")
        tablet.tap("Report the result")
        tablet.tells(0, 4)
        tablet.on("how").tap("lost on time")
        tablet.on("confirm").tap("Yes, correct")
        tablet.on("done")
        with past.app_context():
            wait_until(lambda: chess_clocks.clocks(event.tid, 1)[1].lost == 1, "the box has heard of the fallen flag")
    assert event.match(1).result.how == "flag"
    assert event.match(1).flagged == (event.pair(1)[1],)


def seconds(shown):
    minutes, rest = shown.split(":")
    return 60 * int(minutes) + int(rest)


def used_up(page):
    """Half an hour later: almost nothing is left of the bank that is in use."""
    page.evaluate(
        """() => { for (const key of Object.keys(localStorage).filter(k => k.startsWith("cinderbox:chess:"))) {
            const clock = JSON.parse(localStorage[key]);
            clock.banks[clock.using] = 500; clock.counter += 1;
            localStorage[key] = JSON.stringify(clock);
        } }"""
    )


PLAY = """async ([src, games]) => {
  const chess = await import(src);
  const acts = {
    begin: (clock, { seat, at }) => chess.begin(clock, seat, at),
    tap: (clock, { seat, at }) => chess.tap(clock, seat, at),
    moved: (clock, { before, at }) => chess.moved(clock, before, at),
    hear: (clock, { received }) => chess.newer(clock, received),
    look: (clock) => clock,
  };
  return games.map(({ bank_ms, lending, steps }) => {
    let clock = chess.newClock(bank_ms, lending);
    return steps.map((step) => {
      clock = (acts[step.act] ?? ((known) => chess[step.act](known, step.at)))(clock, step);
      const verdict = chess.verdict(clock, step.at);
      return { clock, banks: chess.banks(clock, step.at), verdict: verdict && [verdict.seat, verdict.when] };
    });
  });
}"""


def test_the_tablets_chess_clock_is_the_engines(chromium, box, past, event):
    """Every step of every game that the engine plays comes to the same on the tablet."""
    games = chess_vectors.games()
    with at_table(chromium, box, past, event, 1) as tablet:
        src = address_of("server/table/static/tablet/chess.js")
        found = tablet.page.evaluate(PLAY, [src, games])
    told = [[{key: step[key] for key in chess_vectors.TOLD} for step in game["steps"]] for game in games]
    for game, here, there in zip(games, found, told, strict=True):
        assert here == there, game["game"]


def test_a_phone_is_only_spoken_of_where_it_finds_the_box(chromium, box, past, event):
    with at_table(chromium, box, past, event, 1) as tablet:
        src = address_of("server/table/static/tablet/screens.js")
        for phones in (True, False):
            said = tablet.page.evaluate(SPEAKS, [src, phones])
            assert ["phone" in screen for screen in said] == [phones] * 5, said


SPEAKS = """async ([src, phones]) => {
  const { SCREENS } = await import(src);
  const at = { event: document.querySelector("#tablet").dataset.event, table: 1 };
  const got = await (await fetch(`/at-table/state?event=${at.event}&table=1`)).json();
  const result = { winner: got.players[0].id, blood: [25, 3], on: [3, 25] };
  const match = { ...got, phones, result, next: { what: "pairings" } };
  const said = (screen, model) => {
    const made = document.createElement("div");
    made.append(...SCREENS[screen](model, {}).flat(9).filter(Boolean));
    return made.textContent;
  };
  const step = { player: got.players[0].id, typed: "" };
  const model = { match, called: {}, step, out: 0, tables: 2, minutes: null };
  return [
    said("done", model),
    said("done", { ...model, match: { ...match, closed: true, next: { what: "places" } } }),
    said("nobody", model),
    said("leavingCode", model),
    said("leavingCode", { ...model, step: { ...step, back: true } }),
  ];
}"""


LOOK = """async ([src]) => {
  const { looking } = await import(src);
  const told = [];
  const answers = [];
  const look = looking(() => (told.push("asked"), new Promise((go) => answers.push(go))), () => told.push("drawn"));
  const first = look();
  look();
  look();
  answers[0]();
  while (answers.length < 2) await null;
  answers[1]();
  await first;
  const second = look();
  answers[2]();
  await second;
  return told;
}"""
OLDER = "async ([src, pairs]) => { const { older } = await import(src); return pairs.map(([a, b]) => older(a, b)); }"
AGES = [
    ("1.4", "1.5", True),
    ("1.5", "1.5", False),
    ("1.10", "1.9", False),
    ("2.1", "1.900", False),
    ("1.900", "2.1", True),
]


def test_what_changes_while_the_box_answers_is_asked_for_again_and_drawn_once(chromium, box, past, event):
    """For a tablet and for a phone: one question at a time, and none is forgotten; an older answer is known as such."""
    with at_table(chromium, box, past, event, 1) as tablet:
        src = address_of("server/table/static/tablet/match.js")
        assert tablet.page.evaluate(LOOK, [src]) == ["asked", "asked", "drawn", "asked", "drawn"]
        pairs = [({"revision": here}, {"revision": known}) for here, known, _ in AGES]
        assert tablet.page.evaluate(OLDER, [src, pairs]) == [older for *_, older in AGES]
        assert tablet.page.evaluate(OLDER, [src, [({"revision": "1.1"}, None)]]) == [False]
