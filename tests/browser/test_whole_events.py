"""Whole events by clicking only, from the first page to the prizes; with JavaScript and without."""

import re

SEVEN = [
    "Ana Kovač",
    "Ben Adeyemi",
    "田中 美咲",
    "عمر الخطيب",
    "<b>Tom</b> & Co",
    "Zoë van der Meer",
    "Дмитрий Соколов",
]


def test_seven_players_reborn_with_a_late_entry_a_drop_a_correction_and_an_undo(organizer):
    organizer.new_event("Ember Cup", "Ashes Reborn", SEVEN)
    organizer.press("Start and pair")
    assert organizer.taps <= 12
    organizer.sees("draft of the pairings")
    organizer.sees("drawn by lot")  # the bye's reason
    organizer.press("Publish")
    first = organizer.play_round(SEVEN)
    assert len(first) == 3
    organizer.go("Now")
    organizer.press("Close the round")
    organizer.sees("After round 1")

    # A late entry and a drop between the rounds.
    organizer.go("Players")
    add_late(organizer, "Late Lara")
    drop(organizer, SEVEN[6])
    organizer.go("Now")
    organizer.press("Pair round 2")
    organizer.press("Publish")

    # A mistake of round 1 is found after round 2 was paired.
    names = first[1]
    organizer.go("Standings")
    before = organizer.page.locator("main").inner_text()
    correct(organizer, 1, 1, winner=max(names, key=SEVEN.index))
    organizer.go("Standings")
    organizer.sees("amended")
    assert organizer.page.locator("main").inner_text() != before

    everyone = [*SEVEN, "Late Lara"]
    organizer.play_round(everyone)
    organizer.go("Now")
    organizer.press("Close the round")
    # Closed too early: undo it, and close it again.
    organizer.go("Now")
    organizer.follow("Undo")
    organizer.press("Undo")
    organizer.go("Now")
    organizer.press("Close the round")
    organizer.go("Now")
    organizer.press("Pair round 3")
    organizer.press("Publish")
    organizer.play_round(everyone)
    organizer.go("Now")
    organizer.press("Close the round")
    organizer.go("Now")
    organizer.follow("Places and prizes")
    organizer.press("Finish the event")
    organizer.sees("Finished")


def add_late(organizer, name):
    organizer.page.locator("textarea[name=players]").fill(name)
    organizer.press("^Add$")
    organizer.sees(name)


def drop(organizer, name):
    organizer.page.get_by_role("link", name=name).first.click()
    organizer.press("Drop")
    organizer.sees("dropped")


def correct(organizer, number, table, *, winner):
    organizer.page.goto(f"{organizer.page.url.split('/standings')[0]}/results/round/{number}/{table}/correct")
    organizer.page.locator("label", has_text=winner).first.click()
    organizer.page.get_by_label(re.compile("^Wounds")).first.fill("7")
    organizer.press("Show what it changes")
    organizer.press("^Record")
