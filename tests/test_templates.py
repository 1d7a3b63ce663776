"""Templates can be read. What else is asked of them, djlint asks in `make check`."""

from pathlib import Path

ROOT = Path(__file__).parent.parent
LONGEST = 160


def test_no_line_of_a_template_is_wider_than_a_screen():
    templates = [*ROOT.glob("server/*/templates/*.html"), *ROOT.glob("kiosk/page/*.html")]
    assert len(templates) > 100
    assert [
        f"{template.relative_to(ROOT)}:{number}"
        for template in templates
        for number, line in enumerate(template.read_text().splitlines(), start=1)
        if len(line) > LONGEST
    ] == []
