"""What all deck texts share: counts and names."""

import pytest

from engine.decks.lines import clean_lines, fold, read_count, unreadable


@pytest.mark.parametrize(
    ("line", "count", "name"),
    [
        ("2x Fire Archer", 2, "Fire Archer"),
        ("2X Fire Archer", 2, "Fire Archer"),
        ("2 x Fire Archer", 2, "Fire Archer"),
        ("x2 Fire Archer", 2, "Fire Archer"),
        ("x 2 Fire Archer", 2, "Fire Archer"),
        ("2 Fire Archer", 2, "Fire Archer"),
        ("2× Fire Archer", 2, "Fire Archer"),
        ("2 × Fire Archer", 2, "Fire Archer"),
        ("2xFire Archer", 2, "Fire Archer"),
        ("- 2x Fire Archer", 2, "Fire Archer"),
        ("Fire Archer x2", 2, "Fire Archer"),
        ("Fire Archer (x2)", 2, "Fire Archer"),
        ("2 Xander's Gift", 2, "Xander's Gift"),
        ("1x 3 Eyed Owl", 1, "3 Eyed Owl"),
        ("1x 2x4 Plank", 1, "2x4 Plank"),
        ("10x Illusion", 10, "Illusion"),
        ("0x Illusion", 0, "Illusion"),
        ("1x Law: Fear, Truth & Trust (x)", 1, "Law: Fear, Truth & Trust (x)"),
    ],
)
def test_counts_are_read_however_people_write_them(line, count, name):
    """RULES, Decks and checks: `2x Card Name` lines."""
    assert read_count(line) == (count, name)


@pytest.mark.parametrize(
    "line",
    ["", "Fire Archer", "2x", "2 x", "2", "x2", "2x ???", "1234x Fire Archer", "Fire Archer (2)", "two Fire Archer"],
)
def test_a_line_without_a_count_and_a_name_is_not_counted(line):
    assert read_count(line) is None


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("River Skald", "river  SKALD "),
        ("Orator’s Call", "Orator's Call"),
        ("Orator´s Call", "Orator`s call"),
        ("Naïve Café", "Naive Cafe"),
        ("Sword–Dancer", "Sword-Dancer"),
        ("River\u00a0Skald", "River Skald"),
    ],
)
def test_names_are_the_same_whatever_case_accent_apostrophe_or_spacing(one, other):
    assert fold(one) == fold(other)


@pytest.mark.parametrize(
    ("one", "other"), [("Fire Archer", "Fire Archers"), ("Golden Veil", "GoldenVeil"), ("A'b", "Ab")]
)
def test_other_names_stay_apart(one, other):
    assert fold(one) != fold(other)


def test_lines_lose_stray_spaces_and_invisible_characters_and_keep_their_numbers():
    text = "\ufeffDice:\r\n\t3x\tIllu\u200bsion \r\n\r\n2x\u00a0Purge\x00\u202e"
    assert clean_lines(text) == ["Dice:", "3x Illusion", "", "2x Purge"]


def test_a_long_line_is_shown_shortened():
    shown = str(unreadable(7, "z" * 500, hint="is long."))
    assert shown.startswith("Line 7: “zzz")
    assert shown.endswith("…” is long.")
    assert len(shown) < 120
