"""From two events to a person's page, merged, taken back, and erased: the organizer only clicks and types."""

import re
import secrets

from playwright.sync_api import expect

from tests.browser.conftest import LAPTOP, PHONE


def test_two_events_a_person_merged_undone_and_erased(organizer):
    desk, family = organizer, "Qu" + secrets.token_hex(4).translate(str.maketrans("0123456789", "ghijklmnop"))
    names = (f"Anneliese {family}", f"Annelise {family}")
    spring, autumn = f"{family} spring", f"{family} autumn"
    desk.new_event(spring, "Ashes Reborn", [names[0], "Bo Quill", "Cy Quill", "Di Quill"])
    desk.new_event(autumn, "Ashes Reborn", [names[1], "Bo Quill", "Ed Quill", "Flo Quill"])
    desk.go("Players")
    desk.sees("Somebody from last time?")
    desk.page.goto(f"{desk.box.address}/people")
    desk.page.get_by_label("Find somebody").fill(family.upper())
    desk.press("^Find$")
    for name in names:
        desk.sees(name)
    desk.follow(f"^{names[0]}")
    expect(desk.page.get_by_role("heading", level=1)).to_have_text(names[0])
    desk.sees(spring)
    expect(desk.page.get_by_role("main")).not_to_contain_text(autumn)  # beside it the way back to the last event
    desk.page.set_viewport_size(PHONE)
    assert _shown_whole(desk.page.locator(".stays .c-name small").first), "the game, and what was played"
    desk.page.set_viewport_size(LAPTOP)

    desk.follow("^One person")
    desk.sees("Preview. Nothing is changed yet.")
    desk.press("^Merge them")
    desk.sees("They are one person now")
    desk.sees(spring)
    desk.sees(autumn)

    desk.page.goto(f"{desk.box.address}/people/history")
    desk.page.get_by_role("link", name=re.compile("^Undo")).first.click()
    desk.sees("No longer counts")
    desk.press("^Undo")
    desk.sees("is undone")
    desk.page.goto(f"{desk.box.address}/people?q={family}")
    for name in names:
        desk.sees(name)

    desk.follow(f"^{names[1]}")
    desk.follow("^Erase")
    desk.sees("This cannot be undone")
    desk.follow("^Go on")
    desk.fill("Type the name to go on", names[1])
    desk.complaints.excuse("404")  # on its way out the page may ask for itself once more, and there is nobody any more
    desk.press("^Erase for good")
    desk.sees("Erased. Results stay")
    desk.page.goto(f"{desk.box.address}/people?q=annelise+{family}")
    desk.sees("No name matches")
    desk.page.goto(desk.box.address)
    desk.follow(f"^{autumn}")
    desk.go("Players")
    desk.sees("Removed player")
    desk.sees_not(names[1])


def _shown_whole(line):
    """Nothing of it is cut off by what it stands in."""
    return line.evaluate("e => e.getBoundingClientRect().bottom <= e.closest('td').getBoundingClientRect().bottom")
