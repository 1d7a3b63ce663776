"""Templates can be read. What else is asked of them, djlint asks in `make check`."""

import re
from pathlib import Path

ROOT = Path(__file__).parent.parent
LONGEST = 160


def lines():
    """Every line of every template, with where it is."""
    templates = [*ROOT.glob("server/*/templates/*.html"), *ROOT.glob("kiosk/page/*.html")]
    assert len(templates) > 100
    for template in templates:
        for number, line in enumerate(template.read_text().splitlines(), start=1):
            yield f"{template.relative_to(ROOT)}:{number}", line


def test_no_line_of_a_template_is_wider_than_a_screen():
    assert [where for where, line in lines() if len(line) > LONGEST] == []


def test_small_words_stand_apart_from_the_word_before():
    """“Nobody’s yetThey choose”: whoever listens hears one word, even where the small one has a line of its own."""
    assert [where for where, line in lines() if re.search(r"[\w.’]<small", line)] == []
