"""Two people at one desk, and one with a quick finger."""

import re

from playwright.sync_api import expect

from tests.browser.conftest import somebody

FOUR = ["Ana", "Ben", "Cleo", "Dag"]


def published(desk, name):
    desk.new_event(name, "Ashes Reborn", FOUR)
    desk.press("Start and pair")
    desk.press("^Publish")
    desk.sees("Everybody can see where they sit.")


def test_two_browsers_at_the_same_table_make_one_result_and_the_second_is_told(chromium, box, desk):
    published(desk, "Twice")
    with somebody(chromium, box) as other:
        for each, winner in ((desk, 0), (other, 1)):
            each.page.goto(f"{desk.event}/results/1")
            each.page.locator("input[name=winner]").nth(winner).check(force=True)
            each.page.locator("input[name=wounds]").fill("7")
        # Both forms leave before either answer is read.
        for each in (desk, other):
            each.page.evaluate("document.querySelector('form.r-form').requestSubmit()")
        said = [alarms(each) for each in (desk, other)]
        assert sorted(map(len, said)) == [0, 1]
        (refused,) = said[0] or said[1]
        assert re.search(r"Table 1 .*(already|in the meantime|since)|Look again", refused), refused
    desk.visit("/history")
    expect(desk.page.locator(".h-what").filter(has_text="Table 1: ")).to_have_count(1)


def test_a_double_click_on_the_button_counts_once(desk):
    published(desk, "Quick finger")
    desk.visit("/results/1")
    desk.page.locator("input[name=winner]").first.check(force=True)
    desk.page.locator("input[name=wounds]").fill("7")
    desk.page.get_by_role("button", name="Record the result").dblclick()
    desk.sees("1 of 2 in")
    expect(desk.page.locator(".say[data-state=done]").filter(has_text="Table 1: ")).to_have_count(1)
    expect(desk.page.locator(".say[data-state=alarm]")).to_have_count(0)
    desk.visit("/history")
    expect(desk.page.locator(".h-what").filter(has_text="Table 1: ")).to_have_count(1)


def alarms(desk):
    """The red sentences of the page that answered; it says something either way."""
    expect(desk.page.locator(".say").first).to_be_visible()
    return desk.page.locator(".say[data-state=alarm]").all_inner_texts()
