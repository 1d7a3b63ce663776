"""The settings page as it is drawn."""

from itertools import pairwise


def test_numbers_beside_each_other_have_boxes_of_one_size_on_one_line(desk):
    """One of them may have a hint over its box, and the other none."""
    desk.new_event("Boxes", "Ashes Classic", ["Ana", "Ben"])
    desk.go("Settings")
    boxes = desk.page.locator(".two input[type=number]").evaluate_all(
        "inputs => inputs.map(each => each.getBoundingClientRect()).map(box => [box.top, box.height])"
    )
    assert len({height for _, height in boxes}) == 1
    lines = [top for top, _ in boxes]
    assert lines[::2] == lines[1::2]


def test_two_warnings_about_tables_do_not_touch_beside_the_pairings(desk):
    """Two washes of the same colour ran into each other: one box with two triangles."""
    for name in ("Beside", "Touching"):
        desk.new_event(name, "Ashes Classic", ["Ana", "Ben", "Cai", "Dee", "Eva", "Fay"])
        desk.visit("/hall/")
        desk.fill("Last table", 2)
        desk.press("Save the tables")
        desk.sees("Saved. Tables are numbered so")
        desk.go("Now")
        desk.press("Start and pair")
        desk.sees("2 are also used by" if name == "Touching" else "3 tables are needed")
    told = desk.page.locator(".repairs .say")
    assert told.count() > 1
    edges = told.evaluate_all(
        "all => all.map((each) => each.getBoundingClientRect()).map((box) => [box.top, box.bottom])"
    )
    assert all(below[0] - above[1] >= 6 for above, below in pairwise(edges))
