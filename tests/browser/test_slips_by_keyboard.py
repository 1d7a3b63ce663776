"""A pile of slips and a keyboard: no mouse between two slips."""

from playwright.sync_api import expect

FOUR = ["Ana Kovač", "Ben Adeyemi", "Zoë van der Meer", "<i>Dag</i>"]


def test_the_names_show_while_typing_and_enter_walks_through_the_fields(desk):
    desk.new_event("Slips", "Ashes Reborn", FOUR)
    desk.press("Start and pair")
    desk.press("^Publish")
    tables = desk.tables()
    page, keys = desk.page, typing(desk)
    who = page.locator("[data-slip-who]")
    for table, pair in tables.items():
        expect(page.get_by_label("Table", exact=True)).to_be_focused()
        keys.type(str(table))
        for name in pair:
            expect(who).to_contain_text(name)
        keys.press("Enter")
        expect(page.get_by_label("Winner", exact=True)).to_be_focused()
        keys.type(pair[1][:4])
        expect(who.locator("[aria-pressed=true]")).to_contain_text(pair[1])
        keys.press("Enter")
        expect(page.get_by_label("Wounds", exact=True)).to_be_focused()
        keys.type("7")
        keys.press("Enter")
        desk.sees(f"Table {table}: {pair[1]} beat {pair[0]}")
    desk.sees("All results are in.")


def test_a_table_that_does_not_exist_is_said_before_anything_is_sent(desk):
    desk.new_event("Slips", "Ashes Reborn", FOUR)
    desk.press("Start and pair")
    desk.press("^Publish")
    typing(desk).type("9")
    expect(desk.page.locator("[data-slip-who]")).to_contain_text("There is no table 9.")


def test_a_draw_says_which_numbers_it_wants(desk):
    desk.new_event("Slips with draws", "Ashes Classic", FOUR)
    desk.press("Start and pair")
    desk.press("^Publish")
    one, two = desk.tables()[1]
    keys, who = typing(desk), desk.page.locator("[data-slip-who]")
    keys.type("1")
    expect(who.get_by_role("button", name="a draw")).to_be_visible()  # the page's script has come
    expect(who).not_to_contain_text("Two numbers")
    keys.press("Enter")
    keys.type("d")
    expect(who).to_contain_text("Two numbers: the wounds on each one’s own Phoenixborn")
    keys.press("Enter")
    keys.type("18-12")
    keys.press("Enter")
    desk.sees("Time has not been called")
    yes = desk.page.get_by_role("button", name="Yes, it is correct")
    expect(yes).to_be_focused()
    keys.type("2")  # the next slip, by somebody who looks at the paper: its Enter is no yes
    keys.press("Enter")
    expect(yes).not_to_be_focused()
    expect(desk.page.locator(".r-list")).to_have_count(0)
    keys.press("Tab")
    expect(yes).to_be_focused()
    keys.press("Enter")
    desk.sees(f"Table 1: {one} scored 12 and {two} 18, a draw.")
    expect(yes).to_have_count(0)  # it stayed where it was, and asked about nothing


def test_slips_typed_ahead_of_a_slow_box_are_entered_as_they_were_typed(desk):
    """The box answers late: keys that were typed meanwhile went into the fields of the slip before, or nowhere."""
    desk.new_event("Slips ahead", "Ashes Reborn", [f"Player {n}" for n in range(1, 9)])
    desk.press("Start and pair")
    desk.press("^Publish")
    tables = desk.tables()
    keys, page = typing(desk), desk.page
    keys.type("1")
    expect(page.locator("[data-slip-who] .name").first).to_be_visible()  # the page's script has come
    held = []
    page.route("**/results/slips", lambda route: held.append(route) if not held else route.continue_())
    with page.expect_request(lambda request: request.method == "POST"):
        type_slip(keys, "", "1", "7")
    for table in ("2", "3"):
        type_slip(keys, table, "2", "5")
    keys.type("4")
    held[0].continue_()
    for table, winner in ((1, 0), (2, 1), (3, 1)):
        two = tables[table]
        expect(page.locator("main")).to_contain_text(f"{two[winner]} beat {two[1 - winner]}")
    expect(page.get_by_label("Table", exact=True)).to_have_value("4")
    expect(page.get_by_label("Table", exact=True)).to_be_focused()
    expect(page.locator("[data-slip-who]")).to_contain_text(tables[4][0])


def test_a_slip_that_is_asked_about_holds_what_was_typed_after_it(desk):
    """Enter, hit for the next slip, is no yes to the question about this one."""
    desk.new_event("Slips asked", "Ashes Reborn", FOUR)
    desk.press("Start and pair")
    desk.press("^Publish")
    (one, two), other = desk.tables().values()
    keys, page = typing(desk), desk.page
    keys.type("1")
    expect(page.locator("[data-slip-who] .name").first).to_be_visible()
    held = []
    page.route("**/results/slips", lambda route: held.append(route) if not held else route.continue_())
    with page.expect_request(lambda request: request.method == "POST"):
        type_slip(keys, "", "1", "40")
    keys.type("2")
    keys.press("Enter")
    keys.type("2")
    held[0].continue_()
    desk.sees("Change the number, or say that it is correct.")
    keys.type("1")
    keys.press("Enter")
    desk.sees("The next slip, table 2, waits until this one is settled.")
    expect(page.get_by_label("Wounds", exact=True)).to_have_value("40")
    expect(page.locator(".r-list")).to_have_count(0)
    desk.fill("Wounds", "4")
    keys.press("Enter")
    desk.sees(f"{one} beat {two}")
    expect(page.get_by_label("Table", exact=True)).to_have_value("2")
    expect(page.get_by_label("Wounds", exact=True)).to_be_focused()
    keys.type("9")
    keys.press("Enter")
    desk.sees(f"{other[1]} beat {other[0]}")


def type_slip(keys, *typed):
    for text in typed:
        keys.type(text)
        keys.press("Enter")


def typing(desk):
    """The page of slips, once the browser has put the cursor into its first field."""
    desk.go("Results")
    desk.follow("Enter slips")
    expect(desk.page.get_by_label("Table", exact=True)).to_be_focused()
    return desk.page.keyboard
