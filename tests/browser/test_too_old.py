"""A browser that cannot read our scripts is told so in a sentence: never an empty screen."""

import secrets

import pytest
from playwright.sync_api import expect

from server.core import holders, keys
from tests.browser.prepared import past_the_pages
from tests.browser.tablets import at_table
from tests.server.result_event import Event

FOUR = ["Ana", "Ben", "Cleo", "Dag"]
SENTENCE = "This browser is too old"


@pytest.fixture
def event(box):
    with past_the_pages(box) as app:
        yield Event(app, FOUR, tid=f"old-{secrets.token_hex(4)}").start()


def cannot_read(context):
    """As if every script were written in a language of tomorrow."""
    tomorrow = {"body": "let later = tomorrow ?|?;", "content_type": "text/javascript"}
    context.route("**/static/**/page/**.js", lambda route: route.fulfill(**tomorrow))
    return context


def tells(page, *more):
    """After a while; what comes from the box is there all the same."""
    expect(page.locator(".too-old")).to_be_visible()
    expect(page.locator(".too-old")).to_contain_text(SENTENCE)
    for words in more:
        expect(page.locator("main")).to_contain_text(words)


def test_a_wall_and_a_tablet_and_phones_that_are_too_old_say_so(chromium, box, event):
    with event.app.app_context():
        secret = holders.secret(event.tid)
        code = keys.personal_code(secret, "p1", codes=0)
        slip = keys.slip_key(secret, 1, match=event.match(1))
    pages = {
        "/wall": (),
        f"/me#{event.tid}.{code}": ("your table is",),
        f"/slip#{event.tid}.1.1.{slip}": ("Table 1",),
    }
    with at_table(chromium, box, event.app, event, 1) as tablet:
        tablet.on("idle")
        tablet.complaints.excuse("Unexpected|Syntax")
        cannot_read(tablet.page.context)
        tablet.page.reload()
        context = chromium.new_context()
        opened = {path: context.new_page() for path in pages}
        for path, page in opened.items():
            page.goto(box.address + path)
            expect(page.locator("main")).not_to_be_empty()
        cannot_read(context)
        for page in opened.values():
            page.reload()
        for path, page in opened.items():
            tells(page, *pages[path])
        tells(tablet.page)
        context.close()


def test_a_phone_that_only_reads_needs_no_script_at_all(chromium, box, event):
    context = cannot_read(chromium.new_context())
    page = context.new_page()
    for path, words in {
        "": "Who are you?",
        "p/p1": "your table is",
        "pairings": "Dag",
        "standings": "Standings",
    }.items():
        page.goto(f"{box.address}/e/{event.tid}/{path}")
        expect(page.locator("body")).to_contain_text(words)
    context.close()
