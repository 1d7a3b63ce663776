"""The settings page as it is drawn."""


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
