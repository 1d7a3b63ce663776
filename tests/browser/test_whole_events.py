"""Whole events by clicking only, from the first page to the prizes; with JavaScript and without."""

from playwright.sync_api import expect

from tests.browser.conftest import HARDER
from tests.soaking import LONG

SEVEN = [
    "Ana Kovač",
    "Ben Adeyemi",
    "田中 美咲",
    "عمر الخطيب",
    "<b>Tom</b> & Co",
    "Zoë van der Meer",
    "Дмитрий Соколов",
]
EIGHTEEN = [
    f"{first} {last}" for last in ("Amsel", "Buche", "Celik") for first in ["Ada", "Bo", "Cleo", "Dag", "Eva", "Finn"]
]
MIRRORS = """name;factions
Ana;Phoenix Elves, Vanguards
Ben;Phoenix Elves, Vanguards
Cleo;Tundra Orcs, Tundra Orcs
Dag"""


@HARDER
def test_seven_players_reborn_with_a_late_entry_a_drop_a_correction_and_an_undo(organizer):
    organizer.new_event("Ember Cup", "Ashes Reborn", SEVEN)
    organizer.press("Start and pair")
    organizer.sees("draft of the pairings")
    assert organizer.taps <= 12
    organizer.sees("drawn by lot")  # the bye's reason
    organizer.press("Publish")
    first = organizer.play_round(SEVEN)
    assert len(first) == 3
    organizer.close()

    # A late entry and a drop between the rounds.
    enter_late(organizer, "Late Lara")
    drop(organizer, SEVEN[6])
    organizer.pair()

    # A mistake of round 1 is found after round 2 was paired.
    organizer.go("Standings")
    before = places(organizer)
    correct_first_table(organizer, winner=max(first[1], key=SEVEN.index))
    organizer.go("Standings")
    organizer.sees("Round 1 amended")
    assert places(organizer) != before

    everyone = [*SEVEN, "Late Lara"]
    assert len(organizer.play_round(everyone)) == 3
    organizer.close()
    # Closed too early: undo it, and close it again.
    organizer.go("Now")
    organizer.follow("^Undo")
    organizer.sees("Preview. Nothing is changed yet.")
    organizer.press("^Undo")
    organizer.sees("is undone")
    organizer.close()
    organizer.pair()
    organizer.play_round(everyone)
    organizer.close()
    finish(organizer, ["A playmat", "A box of dice"])
    rows = organizer.texts(organizer.page.locator("table.places tbody tr"))
    assert "A playmat" in rows[0]
    assert "A box of dice" in rows[1]


@LONG
def test_eighteen_players_cut_to_four_and_one_of_them_declines(desk):
    desk.new_event("City Cup", "Ashes Reborn", EIGHTEEN, **{"Rounds": 2, "Cut to the top": 4})
    desk.press("Start and pair")
    desk.press("^Publish")
    for number in (1, 2):
        if number > 1:
            desk.pair()
        assert len(desk.play_round(EIGHTEEN)) == 9
        desk.close()
    desk.go("Now")
    desk.follow("Open the cut")
    contenders = desk.texts(desk.page.locator("table.cut tbody tr td:nth-child(2)"))
    desk.page.get_by_role("checkbox", name=f"{contenders[1]} declines").check()
    desk.press("Update the preview")
    rows = desk.page.locator("table.cut tbody tr")
    expect(rows.filter(has_text=contenders[1])).to_contain_text("declines")
    expect(rows.filter(has_text=contenders[2])).to_contain_text("seed 2")
    expect(rows.filter(has_text=contenders[4])).to_contain_text("seed 4")
    desk.press("Cut to the top 4")
    desk.sees("The cut is made.")

    desk.pair()
    semifinals = desk.play_round(EIGHTEEN)
    assert {name for pair in semifinals.values() for name in pair} == {contenders[0], *contenders[2:5]}
    desk.close()
    desk.go("Standings")
    expect(desk.page.locator(".bracket .b-round")).to_have_count(2)
    expect(desk.page.locator(".bracket")).to_contain_text("Final")
    desk.pair()
    ((one, two),) = desk.play_round(EIGHTEEN).values()
    desk.close()
    desk.go("Standings")
    desk.sees("Champion")
    finish(desk, ["The cup"])
    champion = min(one, two, key=EIGHTEEN.index)
    expect(desk.page.locator("table.places tbody tr").first).to_contain_text(champion)


@LONG
def test_classic_with_draws_and_a_cut_smaller_than_the_rulebook_prints(desk):
    desk.new_event("Classic Night", "Ashes Classic", SEVEN[:5], **{"Rounds": 2, "Cut to the top": 4})
    expect(warnings(desk).filter(has_text="cut")).to_have_count(1)
    desk.press("Start and pair")
    desk.press("^Publish")
    desk.play_round(SEVEN, drawn={1})
    desk.go("Results")
    desk.sees("Draw")
    desk.close()
    desk.pair()
    desk.play_round(SEVEN, drawn={2})
    desk.close()
    desk.go("Now")
    desk.follow("Open the cut")
    expect(warnings(desk).filter(has_text="cut")).to_have_count(1)
    desk.press("Cut to the top 4")
    for tables in (2, 1):
        desk.pair()
        assert len(desk.play_round(SEVEN)) == tables
        desk.close()
    finish(desk, [])


def test_summoner_wars_base_decks_from_the_rosters_to_the_prize(desk):
    """One roster comes late, one has a fault; mirrors that can be avoided are; what was named stays."""
    desk.new_event("Summoners", "Summoner Wars", MIRRORS.splitlines(), Rounds=2)
    desk.go("Decks")
    desk.sees("2 of 4 complete, 1 has faults.")
    name_roster(desk, "Cleo", "Tundra Orcs", "Deep Dwarves")
    name_roster(desk, "Dag", "Tundra Orcs", "Deep Dwarves")
    desk.go("Decks")
    desk.sees("4 of 4 complete.")
    desk.go("Now")
    desk.press("Start and pair")
    mirrors = desk.page.locator("dl.facts dt", has_text="Mirror matches").locator("xpath=following-sibling::dd[1]")
    expect(mirrors).to_have_text("0")
    camps = [{name in ("Ana", "Ben") for name in pair} for pair in desk.tables().values()]
    assert camps == [{True, False}] * 2
    desk.press("^Publish")
    desk.go("Decks")
    desk.follow("^Dag$")
    expect(desk.page.get_by_label("Round 2", exact=True)).not_to_be_editable()
    order = ["Ana", "Ben", "Cleo", "Dag"]
    for number in (1, 2):
        if number > 1:
            desk.pair()
        assert len(desk.play_round(order)) == 2
        desk.close()
    finish(desk, ["A faction deck"])
    expect(desk.page.locator("table.places tbody tr").first).to_contain_text("Ana")


def name_roster(desk, name, *factions):
    desk.go("Decks")
    desk.follow(f"^{name}$")
    for number, faction in enumerate(factions, start=1):
        desk.fill(f"Round {number}", faction)
    desk.press("Save the roster")
    desk.sees("is saved")


def warnings(desk):
    return desk.page.locator(".say[data-state=warning]")


def enter_late(organizer, name):
    organizer.go("Players")
    organizer.page.locator("textarea[name=players]").fill(name)
    organizer.press("^Add$")
    organizer.sees("1 player entered.")
    expect(organizer.page.locator("#people")).to_contain_text(name)


def drop(organizer, name):
    organizer.page.locator("#people").get_by_role("link", name=name).click()
    organizer.press("^Drop$")
    organizer.sees("is out from the next pairing on")


def places(organizer):
    return organizer.texts(organizer.page.locator(".ranks summary .who"))


def correct_first_table(organizer, *, winner):
    """By the pairings of round 1; standings before and after are shown before anything is recorded."""
    organizer.go("Pairings")
    organizer.page.locator("ul.rounds").get_by_role("link", name="Round 1").click()
    organizer.follow("^Correct… table 1$")
    organizer.page.get_by_label("Winner", exact=True).select_option(label=winner)
    organizer.page.get_by_label("Wounds on the winner").fill("7")
    organizer.press("Show what it changes")
    before, after = organizer.page.locator(".r-sides table").all()
    expect(before).to_contain_text("Now")
    expect(after).to_contain_text("After the correction")
    expect(after.locator("tr.changed").first).to_be_visible()
    organizer.press("Record the correction")
    organizer.sees("The standings are marked as amended.")


def finish(organizer, prizes):
    organizer.go("Now")
    organizer.follow("Places and prizes")
    organizer.fill("Prizes", "\n".join(prizes))
    organizer.press("Show who gets what")
    organizer.press("Finish the event")
    organizer.sees("The event is finished.")
    organizer.go("Standings")
