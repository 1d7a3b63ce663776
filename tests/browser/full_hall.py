"""A full hall in one browser: a desk, six tablets and players' phones; what was told, and what the journal holds."""

from collections import Counter

from playwright.sync_api import expect

from engine import facts as f
from server.core import events, journal
from server.core.desk import desk as look_up
from tests.browser.prepared import past_the_pages
from tests.browser.test_phones import Phone


class Hall:
    """The desk, a tablet for each of six tables, and what was told at them."""

    def __init__(self, desk, tablets):
        self.desk, self.tablets = desk, dict(enumerate(tablets, start=1))
        self.phones, self.tables, self.round, self.told = {}, {}, 0, {}
        self.kept = set()  # where something could not be sent at once: it is to arrive once all the same

    def begin_round(self):
        """The round is published; whoever sits at a table reads their names there."""
        self.tables, self.round = self.desk.tables(), self.round + 1
        for table, names in self.tables.items():
            self.tablets[table].on("idle")
            for name in names:
                self.tablets[table].sees(name)
        for phone in self.phones.values():
            phone.sees("your table is")
            on(phone, "idle")

    def note(self, table, winner, wounds):
        """What the table will say in the end."""
        self.told[self.round, table] = (self.tables[table][winner], wounds)

    def each(self, tables, do):
        """Everybody at once, as in a hall: one step at every table, then the next step."""
        for table in tables:
            do(table, self.tablets[table])

    def agree(self, tables):
        """From who won to the last question; the answer to it is left open."""
        self.each(tables, lambda table, tablet: tablet.on("who").winner(table % 2))
        self.each(tables, lambda table, tablet: tablet.on("count").wounds(wounds(table)))
        self.each(tables, lambda table, tablet: tablet.on("confirm").sees("Correct?"))
        for table in tables:
            self.note(table, table % 2, wounds(table))

    def table_of(self, name):
        return next(table for table, names in self.tables.items() if name in names)

    def code(self, name):
        """The desk looks up the personal code."""
        self.desk.go("Players")
        self.desk.page.locator("#people").get_by_role("link", name=name).click()
        self.desk.page.get_by_text("Personal code…").click()
        return self.desk.page.locator(".code-text").inner_text().replace(" ", "")

    def give_phone(self, context, name, *, typed):
        """The player types the code that the desk has, or scans it."""
        code = self.code(name)
        phone = self.phones[name] = Phone(context.new_page(), self.desk.box)
        phone.me = name
        if typed:
            phone.open("/me")
            phone.page.get_by_label("Code").fill(code)
            phone.tap("This is my phone")
        else:
            event = self.desk.event.rsplit("/", 1)[-1]
            phone.page.goto(f"{self.desk.box.address}/me#{event}.{code}")
        phone.sees("your table is")
        phone.good()


def wounds(table):
    return 3 * table + 1


def again(phone, screen):
    """Closed and opened again, it is where it was."""
    phone.page.reload()
    on(phone, screen)


def on(phone, screen):
    """This screen is on, and can be read and hit."""
    expect(phone.page.locator("[data-report]")).to_have_attribute("data-screen", screen)
    phone.good()


def codes(desk):
    """Made at the desk, by table; the last is for the tablet that goes to any table."""
    desk.go("Devices")
    desk.fill("to table", 5)
    desk.press("^Add tablets$")
    digits = desk.page.locator(".dv-digits")
    expect(digits).to_have_count(5)
    found = digits.all_inner_texts()
    desk.follow("All devices")
    desk.fill("Table", "")
    desk.press("Add and show its code")
    expect(digits).to_have_count(1)
    return [*found, digits.inner_text()]


def the_last_word(desk, whose):
    desk.go("Settings")
    desk.page.get_by_label("Who confirms results").select_option(whose)
    desk.press("Save the settings")
    desk.sees("Saved.")


def recorded(hall):
    """Round and table → winner and wounds, as the database holds them after the plug is pulled; each only once."""
    hall.desk.box.kill()
    with past_the_pages(hall.desk.box) as app, app.app_context():
        (event,) = events.listed()
        book, names = journal.read(event.id), look_up(event.id).names
    facts = [fact for act in book.acts for fact in act.facts]
    results = [fact for fact in facts if isinstance(fact, f.ResultRecorded)]
    assert set(Counter((fact.number, fact.table) for fact in results).values()) == {1}
    reports = Counter((fact.number, fact.table) for fact in facts if isinstance(fact, f.ResultReported))
    assert {place: reports[place] for place in hall.kept} == dict.fromkeys(hall.kept, 2)
    rounds = {round_.number: round_ for round_ in book.tournament.rounds}
    return {(fact.number, fact.table): said(fact, rounds[fact.number], names) for fact in results}


def said(fact, round_, names):
    winner = [outcome.mark for outcome in fact.result.outcomes].index("win")
    return names[round_.match_at(fact.table).players[winner]], fact.result.outcomes[1 - winner].blood
