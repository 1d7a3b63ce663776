"""Players' own phones, 360 by 740: find yourself, report and confirm, scan a slip. Nothing under 16 px or 48 px."""

import re

import pytest
from playwright.sync_api import expect

from engine import facts as f
from engine.decisions import clock, people, rounds
from server.core import holders, keys, texts
from server.core.db import writer
from server.core.models import PlayerRow
from server.core.timekeeping import moment
from tests.browser.complaints import Complaints
from tests.browser.looks import headings, once, too_small
from tests.browser.pages import PHONES
from tests.browser.prepared import past_the_pages
from tests.browser.test_phone import SMALL
from tests.browser.test_tablet_sizes import STACKED
from tests.server.result_event import Event

SIZE = {"width": 360, "height": 740}
PEOPLE = ["Ana Kovač", "Ben Adeyemi", "Iris Chen", "José Fernández", "Maximiliana Oberhauser-Wiśniewska", "عمر الخطيب"]


@pytest.fixture(scope="module")
def hall(box):
    """An application on the box's data, to drive events past the pages."""
    with past_the_pages(box) as app:
        yield app


@pytest.fixture
def cup(hall, request):
    """Round 2 is on; every test has its own event."""
    return Event(hall, PEOPLE, tid=re.sub(r"\W", "", request.node.name)[-24:]).start().play().next_round()


class Phone:
    """Somebody with a phone."""

    def __init__(self, page, box):
        self.page, self.box, self.complaints, self.me = page, box, Complaints(page), None

    def open(self, path):
        self.page.goto(self.box.address + path)
        self.good()

    def tap(self, name):
        self.page.get_by_role("button", name=re.compile(name)).first.click()

    def sees(self, words):
        expect(self.page.locator("main")).to_contain_text(words)

    def good(self):
        """The page fits, and what is on it is large enough to be touched and to be read."""
        self.page.wait_for_load_state()
        assert self.page.evaluate("document.documentElement.scrollWidth") <= SIZE["width"], self.page.url
        assert self.page.evaluate(SMALL) == [], self.page.url
        assert too_small(self.page) == [], self.page.url
        assert len(headings(self.page)) == 1, (self.page.url, headings(self.page))
        shown = self.page.evaluate("(document.querySelector('[data-report]') || document.body).dataset.screen || ''")
        assert once(self.page, "phone", re.sub(r"https?://[^/]+(/e/[^/]+)?", "", self.page.url), shown) == []

    def report(self, winner, wounds):
        """From the first tap to the last."""
        self.tap("Report the result|change mine")
        self.tells(winner, wounds)

    def tells(self, winner, wounds):
        self.good()
        self.page.locator(".t-who", has_text=re.compile("^Me$") if winner == self.me else winner).click()
        self.good()
        for figure in str(wounds):
            self.page.get_by_role("button", name=figure, exact=True).click()
        self.tap("^Next$")


@pytest.fixture
def phones(chromium, box):
    """As many phones as a test needs; every complaint of a browser fails it."""
    made, contexts = [], []

    def phone(**options):
        contexts.append(chromium.new_context(viewport=SIZE, is_mobile=True, has_touch=True, **options))
        made.append(Phone(contexts[-1].new_page(), box))
        return made[-1]

    yield phone
    for context in contexts:
        context.close()
    assert [complaint for each in made for complaint in each.complaints.left()] == []


def own_phone(phones, event, player, **options):
    """A phone that scanned its player's personal code."""
    with event.app.app_context():
        code = keys.personal_code(holders.secret(event.tid), player, codes=0)
    phone = phones(**options)
    phone.me = event.name(player)
    phone.page.goto(f"{phone.box.address}/me#{event.tid}.{code}")
    expect(phone.page).to_have_url(f"{phone.box.address}/me/table")
    phone.good()
    return phone


NOT_WHOLE = """() => [...document.querySelectorAll(".t-main .name, .t-main .wrap")]
  .filter((name) => name.checkVisibility() && getComputedStyle(name).display !== "inline")
  .filter((name) => name.scrollWidth > name.clientWidth + 1 || name.scrollHeight > name.clientHeight + 4)
  .map((name) => name.textContent.trim())"""


def test_an_opponent_of_a_long_name_and_club_is_whole_while_a_result_is_told(phones, hall):
    """“Maximiliana Oberhauser-Wiśniewska (Brettspielgruppe Sank…” was asked whether she had won."""
    clubs = ("Brettspielgruppe Sankt Georgen am Reith", "Brettspielgruppe Sankt Georgen im Schwarzwald")
    event = Event(hall, clubs, tid="longclubs")
    with hall.app_context(), writer() as connection, connection.begin():
        for club in clubs:
            one = (PlayerRow.tournament_id == event.tid) & (PlayerRow.id == event.ids[club])
            connection.execute(PlayerRow.__table__.update().where(one).values(name=PEOPLE[4], club=club))
    phone = own_phone(phones, event.start(), "p1")
    phone.tap("Report the result")
    phone.sees("Who won?")
    cut = [phone.page.evaluate(NOT_WHOLE)]
    phone.page.locator(".t-who").filter(has_text="Georgen").click()
    phone.page.get_by_role("button", name="7", exact=True).click()
    cut.append(phone.page.evaluate(NOT_WHOLE))
    phone.tap("^Next$")
    expect(phone.page.get_by_role("button", name=re.compile("^(Yes|Send|Report)")).first).to_be_visible()
    cut.append(phone.page.evaluate(NOT_WHOLE))
    assert cut == [[], [], []]


IN_SENTENCES = """() => [...document.querySelectorAll(".p-report bdi")]
  .filter((name) => name.checkVisibility() && getComputedStyle(name).display !== "inline")
  .filter((name) => name.scrollWidth > name.clientWidth + 1)
  .map((name) => name.textContent.trim())"""


def test_a_name_in_a_question_is_whole(phones, hall):
    """“Maximiliana Oberhauser-Wi…”, and “’s. Correct?” began the next line."""
    event = Event(hall, [PEOPLE[4], "Ana"], tid="longasked").start()
    one, other = own_phone(phones, event, "p1"), own_phone(phones, event, "p2")
    one.report(PEOPLE[4], 7)
    other.sees(f"{PEOPLE[4]} won with 7 wounds on their Phoenixborn. Correct?")
    assert other.page.evaluate(IN_SENTENCES) == []
    other.good()
    other.tap("^No$")
    other.tells("Ana", 7)
    one.sees("You reported different results.")
    assert one.page.evaluate(IN_SENTENCES) == []


def test_ones_own_long_name_is_whole_beside_the_clock(phones, hall):
    """“Maximiliana Oberhauser-Wiśniew…, 1 loss”: what was lost stood where nobody saw it."""
    event = Event(hall, [PEOPLE[4], "Ana", "Ben", "Cai"], tid="longhead").start().play().next_round()
    event.do(lambda t: clock.start_clock(t, moment()))
    phone = own_phone(phones, event, "p1")
    head = phone.page.locator(".p-head small")
    expect(head).to_contain_text(PEOPLE[4])
    expect(phone.page.locator(".p-head .clock b")).to_be_visible()
    assert head.evaluate("head => head.scrollWidth <= head.clientWidth && head.scrollHeight <= head.clientHeight")


def test_find_yourself_then_your_table_then_why_this_place(phones, cup):
    phone = phones()
    phone.open(f"/e/{cup.tid}/")
    phone.page.get_by_label("Your name").type("fern")
    expect(phone.page.locator(".p-list li:visible")).to_have_count(1)
    expect(phone.page.locator("mark:visible")).to_have_text("Fern")
    phone.good()
    phone.page.get_by_role("link", name="José Fernández").click()
    phone.sees("José, your table is")
    phone.good()
    phone.page.get_by_role("link", name="Standings").click()
    row = phone.page.locator("summary", has_text="José")
    row.click()
    phone.sees("Why place")
    phone.good()
    phone.page.get_by_role("link", name="Me", exact=True).click()
    phone.sees("José, your table is")
    phone.open(f"/e/{cup.tid}/")
    phone.sees("José, your table is")
    phone.page.get_by_role("link", name="Change").click()
    phone.sees("Who are you?")
    expect(phone.page.locator(".p-list li:visible")).to_have_count(len(PEOPLE))


def test_without_javascript_everything_public_works(phones, cup):
    phone = phones(java_script_enabled=False)
    phone.page.goto(f"{phone.box.address}/")
    phone.page.goto(f"{phone.box.address}/e/{cup.tid}/")
    phone.page.get_by_label("Your name").fill("kovac")
    phone.tap("^Find$")
    phone.page.get_by_role("link", name=re.compile("^Ana Kovač")).click()
    phone.sees("Ana, your table is")
    phone.page.get_by_role("link", name="Standings").click()
    phone.page.locator("summary").first.click()
    phone.sees("Why place 1?")
    phone.page.get_by_role("link", name="Pairings").click()
    phone.sees("0 of 3 results in")


def test_a_table_with_extra_time_is_not_told_that_time_is_over(phones, cup):
    """The phone said “Time!” to players who had four minutes more."""
    for decide in (clock.start_clock, lambda t, now: clock.extend_table(t, 2, ms=4 * 60_000, now=now), clock.call_time):
        cup.do(lambda t, decide=decide: decide(t, moment()))
    for table, shown in ((1, "Time!"), (2, re.compile(r"[1-4]:\d\d"))):
        player = cup.pair(table)[0]
        public = phones()
        public.open(f"/e/{cup.tid}/p/{player}")
        for phone in (public, own_phone(phones, cup, player)):
            expect(phone.page.locator("[data-clock]")).to_have_text(shown)


def test_an_open_page_follows_and_keeps_what_is_open(phones, cup):
    phone = phones()
    phone.open(f"/e/{cup.tid}/standings")
    phone.page.locator("summary").nth(3).click()
    opened = phone.page.locator("details[open]").get_attribute("id")
    cup.do(
        lambda t: (f.Announced("a1"),),
        beside=lambda c: texts.write(c, cup.tid, id="a1", kind=texts.ANNOUNCEMENT, text="Lunch at one"),
    )
    cup.play(close=True)
    phone.sees("Lunch at one")
    phone.sees("After round 2")
    assert phone.page.locator("details[open]").get_attribute("id") == opened


def test_the_minutes_to_the_next_pairings_are_counted_on_a_page_that_stays_open(phones, cup):
    """A box that does not know the time of day tells a length; nothing fetches the page again for a minute less."""
    phone = phones()
    phone.open(f"/e/{cup.tid}/p/p1")
    now = moment()
    for minutes, boot, said in (
        (12.2, now.boot_id, "Next pairings in about 12 minutes."),
        (131, now.boot_id, "Next pairings in about 2 h 11 min."),
        (-1, now.boot_id, ""),
        (12.2, "before a power cut", ""),
    ):
        phone.page.evaluate(COUNTED, [moment().ms + round(minutes * 60_000), boot])
        expect(phone.page.locator("[data-next]")).to_have_text(said)


COUNTED = """([at, boot]) => {
  document.querySelector("[data-next]")?.remove();
  const next = document.createElement("p");
  next.dataset.next = at;
  next.dataset.boot = boot;
  next.textContent = "not counted yet";
  document.querySelector("[data-part='mine']").append(next);
}"""


def test_the_next_table_comes_by_itself(phones, cup):
    phone = phones()
    phone.open(f"/e/{cup.tid}/p/p1")
    phone.sees("Ana, your table is")
    cup.play()
    phone.sees("Round 2 of 3 is over.")
    cup.next_round()
    phone.sees("Ana, your table is" if any("p1" in m.players for m in cup.t.current_round.matches) else "bye")


def test_ana_reports_and_ben_confirms_each_on_their_own_phone(phones, cup):
    one, two = cup.pair(1)
    ana, ben = own_phone(phones, cup, one), own_phone(phones, cup, two, color_scheme="dark")
    ana.report(cup.name(one), 12)
    ana.sees(f"Waiting for {cup.name(two)}")
    ana.good()
    ben.sees(f"{cup.name(one)} won with 12 wounds on their Phoenixborn. Correct?")
    ben.good()
    ana.page.reload()
    ana.sees(f"Waiting for {cup.name(two)}")
    ben.tap("^Yes, correct")
    ana.sees("Your result is in.")
    ben.sees("12 : 25")
    for phone in (ana, ben):
        phone.good()
    assert [outcome.blood for outcome in cup.match(1).result.outcomes] == [25, 12]
    facts = [fact for act in cup.book.acts for fact in act.facts]
    assert sum(isinstance(fact, f.ResultRecorded) and fact.number == 2 for fact in facts) == 1


def test_on_ones_own_phone_a_draw_before_time_is_asked_about_and_one_after_it_is_not(phones, hall):
    """Classic: “If, after following the procedure for time being called neither player has won …”"""
    cup = Event(hall, PEOPLE, tid="early-draw", ruleset_id="ashes-classic").start()
    ana = own_phone(phones, cup, cup.pair(1)[0])
    ana.tap("Report the result")
    ana.sees("the active player wins.")
    ana.tap("^Draw")
    ana.sees("Time has not been called")
    ana.good()
    ana.tap("^No$")
    ana.sees("Who won?")
    ana.sees("If one of you conceded, the other one won.")
    cup.call_time()
    expect(ana.page.locator("[data-clock]")).to_have_attribute("data-phase", "called")
    ana.tap("^Draw")
    ana.sees("A draw.")
    ana.good()


def test_two_versions_a_judge_and_the_same_in_the_end(phones, cup):
    one, two = cup.pair(1)
    ana, ben = own_phone(phones, cup, one), own_phone(phones, cup, two)
    ana.report(cup.name(one), 12)
    ben.sees("Correct?")
    ben.tap("^No$")
    ben.tells(cup.name(two), 31)
    ben.sees("31 wounds, really?")
    ben.good()
    assert ben.page.evaluate(STACKED) == []
    ben.tap("^Yes, 31")
    for phone in (ana, ben):
        phone.sees("You reported different results.")
        phone.good()
    ben.tap("Call a judge")
    ana.sees("A judge is called.")
    ana.report(cup.name(two), 31)
    ana.tap("^Yes, 31")
    ben.sees("Your result is in.")
    assert [outcome.blood for outcome in cup.match(1).result.outcomes] == [31, 25]


def test_a_report_made_while_the_box_was_away_is_sent_once(phones, cup):
    one, two = cup.pair(1)
    ana = own_phone(phones, cup, one)
    ana.complaints.excuse("net::ERR_")  # a phone without a network says so in its console
    ana.page.context.set_offline(True)
    ana.report(cup.name(one), 5)
    ana.sees("Kept on this phone.")
    ana.page.context.set_offline(False)
    ana.sees(f"Waiting for {cup.name(two)}")
    ana.tap("Take it back")
    ana.sees("Report the result")
    assert cup.match(1).reports == ()


def test_the_slip_goes_round_the_table(phones, cup):
    number = cup.t.current_round.number
    with cup.app.app_context():
        key = keys.slip_key(holders.secret(cup.tid), number, match=cup.match(2))
    phone = phones()
    phone.page.goto(f"{phone.box.address}/slip#{cup.tid}.{number}.2.{key}")
    phone.sees("Table 2")
    assert "#" not in phone.page.url
    second = cup.names_at(2)[1]
    phone.report(second, 9)
    phone.sees("Hand the phone to")
    phone.sees("won with 9 wounds on their Phoenixborn. Correct?")
    phone.good()
    phone.tap("^Yes, correct")
    phone.sees("The result is in.")
    phone.good()
    assert [outcome.blood for outcome in cup.match(2).result.outcomes] == [9, 25]
    phone.page.goto(f"{phone.box.address}/slip#{cup.tid}.{number}.1.{key}")
    phone.sees("does not fit its table any more")


def test_a_replaced_code_ends_it_on_the_spot(phones, cup):
    from server.people.codes import replace_code

    one, _ = cup.pair(1)
    ana = own_phone(phones, cup, one)
    ana.sees("Report the result")
    ana.complaints.excuse("status of 401")  # Chromium notes what is refused

    def replaced_on_the_way(route):
        with cup.app.app_context():
            replace_code(cup.tid, one, seen=0)
        route.continue_()

    ana.page.route("**/at-table/call", replaced_on_the_way)
    ana.tap("Call a judge")
    ana.sees("Your personal code")


def test_names_nobody_tested_for_fit_a_phone(phones, prepared):
    phone = phones()
    for path in ("/", *PHONES):
        phone.open(path)


def test_somebody_drops_on_their_own_phone_takes_it_back_and_signs_out(phones, cup):
    """From the link at the bottom to the page that asks, and back; a sibling's code is added, and changed to."""
    cup.win(1)
    one, two = cup.pair(1)
    phone = own_phone(phones, cup, one)
    phone.page.get_by_role("link", name="Drop from the event").click()
    phone.sees("There are no more pairings for you then.")
    phone.good()
    phone.tap("Yes, drop")
    phone.sees("You have dropped from the event.")
    phone.good()
    phone.tap("Keep playing after all")
    phone.sees("You are in again.")
    cup.do(lambda t: people.drop(t, one))  # what was said a while ago does not stay beside what is so now
    phone.sees("You have dropped from the event.")
    expect(phone.page.locator("main")).not_to_contain_text("You are in again.")
    cup.do(lambda t: people.reinstate(t, one))
    with cup.app.app_context():
        code = keys.personal_code(holders.secret(cup.tid), two, codes=0)
    phone.page.goto(f"{phone.box.address}/me#{cup.tid}.{code}")
    expect(phone.page).to_have_url(f"{phone.box.address}/me/table")
    phone.good()
    phone.page.locator("[data-change]").click()
    expect(phone.page.locator("[data-report]")).to_have_attribute("data-own", one)
    phone.page.get_by_role("link", name="Sign out of this phone").click()
    phone.sees("stays signed in.")
    phone.good()
    phone.tap("Yes, sign out")
    expect(phone.page.locator("[data-report]")).to_have_attribute("data-own", two)


CUT = """[...document.querySelectorAll(".p-pairs .name, .p-rounds .name, .p-stand summary .name, .p-stand small")]
  .filter(name => !name.querySelector(".name") && getComputedStyle(name).display !== "inline")
  .filter(name => name.scrollWidth > name.clientWidth + 1 || name.scrollHeight > name.clientHeight + 1)
  .map(name => name.textContent)"""


@pytest.mark.parametrize("game", ["ashes-reborn", "spellfire"])
def test_a_long_name_takes_more_lines_before_it_is_cut(phones, hall, game):
    names = [f"{first} Oberhauser-Wiśniewska" for first in ("Maximiliana", "Konstantine", "Friederike", "Alexandra")]
    event = Event(hall, [*names, *(f"{name} II" for name in names[:2])], ruleset_id=game, tid=f"long-{game}").start()
    if game == "ashes-reborn":
        event.win(1)
    phone = phones()
    for page in ("pairings", "p/p1"):
        phone.open(f"/e/{event.tid}/{page}")
        assert phone.page.evaluate(CUT) == []
    seated = next(match.players for match in event.t.current_round.matches if "p1" in match.players)
    listed = phone.page.locator(".p-rounds")
    listed.scroll_into_view_if_needed()
    for other in set(seated) - {"p1"}:
        expect(listed.get_by_role("link", name=event.name(other), exact=True)).to_be_in_viewport(ratio=0.9)
    if game == "spellfire":
        for match in event.t.current_round.matches:
            event.game(match.table, match.seats[0].side, 6, 3, 2).game(match.table, match.seats[0].side, 6, 3, 1)
        event.do(rounds.close)
    else:
        event.play()
    phone.open(f"/e/{event.tid}/standings")  # with who goes on to the championship round
    assert phone.page.evaluate(CUT) == []


HEADINGS_CUT = """[...document.querySelectorAll(".p-cols")].flatMap(columns => [...columns.children].map(heading => {
  const at = document.createRange();
  at.selectNodeContents(heading);
  return [heading.textContent, at.getBoundingClientRect()];
}).filter(([words, at], number, all) => words && (at.right > columns.getBoundingClientRect().right - 4
  || number && at.left < all[number - 1][1].right)).map(([words]) => words))"""


@pytest.mark.parametrize("game", ["ashes-reborn", "ashes-classic", "summoner-wars", "spellfire"])
def test_the_heading_of_every_column_of_the_standings_is_whole(phones, hall, game):
    """Classic's “Opp. points” was cut off at the edge of the list."""
    event = Event(hall, PEOPLE, ruleset_id=game, tid=f"headings-{game}").start()
    if game == "spellfire":
        for match in event.t.current_round.matches:
            event.game(match.table, match.seats[0].side, 6, 3, 2).game(match.table, match.seats[0].side, 6, 3, 1)
        event.do(rounds.close)
    else:
        event.play()
    phone = phones()
    phone.open(f"/e/{event.tid}/standings")
    expect(phone.page.locator(".p-cols")).to_be_visible()
    assert phone.page.evaluate(HEADINGS_CUT) == []
