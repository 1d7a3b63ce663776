"""`cinderbox groups`, `pods` and `deck`: the draft chart, the tables of three, pasted deck lists."""

import json

import pytest

# Draft rules, Dividing Groups, as printed.
CHART = """
9 4/5|10 5/5|11 5/6|12 6/6|13 6/7|14 7/7|15 7/8|16 8/8|17 5/6/6|18 6/6/6|19 6/6/7|20 6/7/7|21 7/7/7|22 7/7/8
23 7/8/8|24 8/8/8|25 6/6/6/7|26 6/6/7/7|27 6/7/7/7|28 7/7/7/7|29 7/7/7/8|30 7/7/8/8|31 7/8/8/8|32 8/8/8/8
33 6/6/7/7/7|34 6/7/7/7/7|35 7/7/7/7/7|36 7/7/7/8|37 7/7/7/8/8|38 7/7/8/8/8|39 7/8/8/8/8|40 8/8/8/8/8
41 6/7/7/7/7/7|42 7/7/7/7/7/7|43 7/7/7/7/8|44 7/7/7/8/8|45 7/7/7/8/8/8|46 7/7/8/8/8/8|47 7/8/8/8/8/8
48 8/8/8/8/8/8|49 7/7/7/7/7/7|50 7/7/7/7/7/8|51 7/7/7/7/8/8|52 7/7/7/8/8/8|53 7/7/7/8/8/8/8|54 7/7/8/8/8/8/8
55 7/8/8/8/8/8/8|56 8/8/8/8/8/8/8|57 7/7/7/7/7/7/8|58 7/7/7/7/7/8/8|59 7/7/7/7/8/8/8|60 7/7/7/7/8/8/8/8
61 7/7/7/8/8/8/8/8|62 7/7/8/8/8/8/8/8/8|63 7/8/8/8/8/8/8/8/8|64 8/8/8/8/8/8/8/8/8
"""
PRINTED = {
    int(row.split()[0]): [int(size) for size in row.split()[1].split("/")]
    for line in CHART.split("\n")
    for row in line.split("|")
    if row
}
MISPRINTED = {36, 43, 44, *range(49, 53), *range(57, 60), *range(62, 65)}


def formula(players):
    groups = -(-players // 8)
    return sorted((players + i) // groups for i in range(groups))


def test_the_misprinted_rows_are_those_that_do_not_add_up():
    assert sorted(PRINTED) == list(range(9, 65))
    assert {n for n, sizes in PRINTED.items() if sum(sizes) != n} == MISPRINTED
    assert all(formula(n) == sizes for n, sizes in PRINTED.items() if n not in MISPRINTED)


@pytest.mark.parametrize("players", range(4, 65))
def test_draft_groups_follow_the_chart_and_the_formula_where_it_is_misprinted(cinderbox, players):
    ran = cinderbox("groups", players)
    assert ran.exit == 0, ran.err
    right = formula(players) if players < 9 or players in MISPRINTED else PRINTED[players]
    assert json.loads(ran.out)["sizes"] == right


@pytest.mark.parametrize(
    ("players", "sizes"),
    [
        *[(3, [3]), (4, [4]), (5, [5]), (6, [3, 3]), (7, [3, 4]), (8, [4, 4]), (9, [3, 3, 3]), (10, [3, 3, 4])],
        *[(11, [3, 4, 4]), (18, [3] * 6), (60, [3] * 20), (61, [3] * 19 + [4]), (62, [3] * 18 + [4, 4])],
        *[(n, [3] * (n // 3 - n % 3) + [4] * (n % 3)) for n in range(12, 18)],
    ],
)
def test_spellfire_sits_in_threes_and_in_fours_to_balance(cinderbox, players, sizes):
    ran = cinderbox("pods", players)
    assert ran.exit == 0, ran.err
    assert json.loads(ran.out)["sizes"] == sizes


@pytest.mark.parametrize("asked", [("groups", 3), ("groups", 1), ("groups", 0), ("pods", 2), ("pods", 0)])
def test_too_few_players_are_refused_with_a_sentence(cinderbox, asked):
    ran = cinderbox(*asked)
    assert (ran.exit, ran.out) == (2, "")
    assert len(ran.err.splitlines()) == 1
    assert len(ran.err.split()) > 3


@pytest.mark.parametrize("asked", [("groups", "many"), ("pods", "2.5"), ("groups",), ("pods", "-4"), ("groups", "")])
def test_what_is_not_a_number_of_players_is_refused(cinderbox, asked):
    """How many lines the usage takes is left open."""
    ran = cinderbox(*asked)
    assert (ran.exit, ran.out) == (2, "")
    assert ran.err.strip()
    assert "Traceback" not in ran.err


LEGAL = """Tides of Autumn

Phoenixborn: Coal Roarkwin

Dice:
5x Ceremonial
5x Natural

Cards (30/30):

Ready Spells (9):
3x Summon Silver Snake
3x Summon Frostback Bear
3x Chant of Revenge

Allies (9):
3x Hammer Knight
3x Iron Worker
3x Beast Tamer

Action Spells (9):
3x Ice Trap
3x Molten Fist
3x Refresh

Alteration Spells (3):
3x One Hundred Blades (Coal Roarkwin)

Conjuration Deck:
3x Silver Snake
2x Frostback Bear

Created with https://ashes.live
"""
HEADINGS = ("Ready Spells", "Allies", "Action Spells", "Alteration Spells")


def changed(*swaps):
    deck = LEGAL
    for old, new in swaps:
        assert old in deck
        deck = deck.replace(old, new)
    return deck


STILL_LEGAL = {
    "as pasted": LEGAL,
    "no closing line": changed(("Created with https://ashes.live\n", "")),
    "no block headings": "".join(line for line in LEGAL.splitlines(keepends=True) if not line.startswith(HEADINGS)),
    "no counts in brackets": changed(("(30/30)", ""), (" (9):", ":"), (" (3):", ":")),
    "no conjurations": changed(("Conjuration Deck:\n3x Silver Snake\n2x Frostback Bear\n", "")),
    "more conjurations": changed(("3x Silver Snake", "5x Silver Snake")),
    "Windows line ends": LEGAL.replace("\n", "\r\n"),
    "two kinds of dice in other numbers": changed(("5x Ceremonial", "6x Ceremonial"), ("5x Natural", "4x Natural")),
    "a Chained card is barred from the First Five, not from the deck": changed(("3x Ice Trap", "3x Hypnotize")),
}
ILLEGAL = {
    "29 cards": changed(("3x Refresh", "2x Refresh")),
    "31 cards": changed(("3x Refresh", "3x Refresh\n1x Meteor")),
    "27 cards, whatever the heading says": changed(("3x Refresh\n", "")),
    "four copies": changed(("3x Refresh", "4x Refresh"), ("3x Ice Trap", "2x Ice Trap")),
    "four copies in two lines": changed(("3x Refresh", "2x Refresh\n1x Ice Trap")),
    "9 dice": changed(("5x Natural", "4x Natural")),
    "11 dice": changed(("5x Natural", "6x Natural")),
    "no dice": changed(("5x Natural\n", ""), ("5x Ceremonial\n", "")),
    "no Phoenixborn": changed(("Phoenixborn: Coal Roarkwin\n", "")),
    "a card of another Phoenixborn": changed(("3x Refresh", "3x Fire Archer (Maeoni Viper)")),
}


def deck(cinderbox, tmp_path, text, *, ruleset):
    path = tmp_path / "deck.txt"
    path.write_bytes(text.encode())
    return cinderbox("deck", path, "--ruleset", ruleset)


@pytest.mark.parametrize("ruleset", ["ashes-reborn", "ashes-classic"])
@pytest.mark.parametrize("text", STILL_LEGAL.values(), ids=STILL_LEGAL)
def test_a_legal_deck(cinderbox, tmp_path, text, ruleset):
    ran = deck(cinderbox, tmp_path, text, ruleset=ruleset)
    assert json.loads(ran.out) == {"legal": True, "faults": []}
    assert ran.exit == 0


@pytest.mark.parametrize("ruleset", ["ashes-reborn", "ashes-classic"])
@pytest.mark.parametrize("text", ILLEGAL.values(), ids=ILLEGAL)
def test_an_illegal_deck_and_why(cinderbox, tmp_path, text, ruleset):
    ran = deck(cinderbox, tmp_path, text, ruleset=ruleset)
    answer = json.loads(ran.out)
    assert answer["legal"] is False
    assert answer["faults"]
    assert all(len(fault.split()) > 2 for fault in answer["faults"])
    assert ran.exit == 1


@pytest.mark.parametrize(("ruleset", "exit_"), [("ashes-reborn", 1), ("ashes-classic", 0)])
def test_a_banned_card_is_reborns_alone(cinderbox, tmp_path, ruleset, exit_):
    """Reborn, Banned Cards: Molten Gold."""
    ran = deck(cinderbox, tmp_path, changed(("3x Molten Fist", "3x Molten Gold")), ruleset=ruleset)
    assert ran.exit == exit_
    assert any("Molten Gold" in fault for fault in json.loads(ran.out)["faults"]) is bool(exit_)


def test_every_fault_is_named(cinderbox, tmp_path):
    text = changed(("5x Natural", "4x Natural"), ("3x Refresh", "4x Refresh"))
    faults = json.loads(deck(cinderbox, tmp_path, text, ruleset="ashes-classic").out)["faults"]
    assert any("Refresh" in fault for fault in faults)
    assert any("dice" in fault.lower() for fault in faults)
    assert any("31" in fault for fault in faults)


def test_a_deck_that_is_not_there_is_refused(cinderbox, tmp_path):
    ran = cinderbox("deck", tmp_path / "none.txt", "--ruleset", "ashes-reborn")
    assert (ran.exit, ran.out) == (2, "")
    assert "Traceback" not in ran.err
    assert "none.txt" in ran.err


@pytest.mark.parametrize("text", ["", "hello", "\x00\x01", "3x", "x" * 10_000])
def test_a_text_that_is_no_deck_list_is_not_legal(cinderbox, tmp_path, text):
    """An illegal deck or a bad text is left open."""
    ran = deck(cinderbox, tmp_path, text, ruleset="ashes-reborn")
    assert ran.exit in (1, 2)
    assert "Traceback" not in ran.err
