"""A pasted list of players is read as people meant it, and says what it left out."""

import csv
import io

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.names import key
from engine.refusals import Refused
from server.core.spelling import clean, sorting
from server.people.pasting import LONGEST_NAME, Entry, everyone, once, read, split_factions, table_number


def names(text, **more):
    return [entry.name for entry in read(text, **more).players]


def test_one_player_per_line_in_the_order_of_the_list():
    assert names("Ana Kovač\nBen Adeyemi\n田中 美咲\nعمر الخطيب") == [
        "Ana Kovač",
        "Ben Adeyemi",
        "田中 美咲",
        "عمر الخطيب",
    ]


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r", "\u2028", "\n\n  \n"])
def test_any_end_of_line_and_empty_lines_do_not_matter(end):
    assert names(f"\ufeff{end}Ana{end}  Ben\u00a0 Okri \t{end}{end}") == ["Ana", "Ben Okri"]


def test_an_empty_paste_is_an_empty_list():
    assert read("").players == read(" \n\t\n\u200b\n\u200d").players == ()


@pytest.mark.parametrize("mark", ["1. {}", "{n}) {}", "- {}", "• {}"])
def test_numbers_and_dots_in_front_of_every_line_are_taken_off(mark):
    text = "\n".join(mark.format(name, n=n) for n, name in enumerate(("Ana", "Ben", "Cai"), 1))
    assert names(text) == ["Ana", "Ben", "Cai"]


def test_a_number_in_front_of_one_line_is_part_of_the_name():
    assert names("1. FC Ana\nBen") == ["1. FC Ana", "Ben"]


def test_names_with_markup_quotes_and_emoji_stay_as_they_are():
    odd = [
        "<script>alert(1)</script>",
        'Dwayne "The Rock" Johnson',
        "O’Brien & Sons",
        "🦊👩‍🚀",
        "=SUM(A1)",
        "'; DROP TABLE--",
    ]
    assert [entry.name for entry in read("\n".join(odd).replace(";", ",")).players] == [
        n.replace(";", ",") for n in odd
    ]


def test_a_name_in_quotes_loses_them():
    assert names('"Kovač, Ana"\n"Ben ""B"" Okri"') == ["Kovač, Ana", 'Ben "B" Okri']


def test_a_quote_that_never_ends_swallows_nobody():
    assert names('"Ana\nBen\tx\nCai\ty') == ['"Ana', "Ben", "Cai"]


def test_letters_that_turn_the_text_around_are_taken_out():
    assert names("Ana\u202eneB\u2066 x") == ["AnaneB x"]
    assert names("Jose\u200b\u0301") == ["José"]


def test_a_club_behind_a_comma_in_a_few_lines_is_told_too():
    """“Eva Quigley, Club Nord” among twenty names became a player of that name without a word."""
    pasted = read("Ana\nBen\nEva Quigley, Club Nord\nHugo")
    assert [each.name for each in pasted.players] == ["Ana", "Ben", "Eva Quigley, Club Nord", "Hugo"]
    assert any("Commas were kept" in note for note in pasted.notes)


def test_commas_without_headings_are_part_of_the_name_and_told():
    pasted = read("Baker, Tom\nKovač, Ana")
    assert [entry.name for entry in pasted.players] == ["Baker, Tom", "Kovač, Ana"]
    assert "put the headings first" in pasted.notes[0]


@pytest.mark.parametrize("delimiter", ["\t", ";", ","])
def test_headings_name_the_columns_in_any_order(delimiter):
    rows = [
        "Club,NAME,Paid,Table,Factions,E-mail",
        'Leeds,Tom Baker,yes,7,"Phoenix Elves/Cave Goblins",t@b.example',
        ",Ana,,,,",
    ]
    text = "\r\n".join(row.replace(",", delimiter) for row in rows)
    pasted = read("\ufeff" + text)
    assert pasted.players == (
        Entry("Tom Baker", "Leeds", True, 7, ("Phoenix Elves", "Cave Goblins"), 2),
        Entry("Ana", line=3),
    )
    assert pasted.notes == ("Columns not used: “E-mail”.",)


def test_what_a_spreadsheet_program_writes_comes_back_the_same():
    people = [("Kovač, Ana", 'The "Cup"'), ("Ben;B", "a\tb"), ("Cai", "two\nlines")]
    for delimiter in "\t;,":
        out = io.StringIO()
        writer = csv.writer(out, delimiter=delimiter)
        writer.writerows([("Name", "Club"), *people])
        read_back = [(entry.name, entry.club) for entry in read(out.getvalue()).players]
        assert read_back == [(clean(name), clean(club)) for name, club in people]


def test_excel_may_name_its_delimiter_first():
    assert read("sep=;\nname;club\nAna;Leeds").players == (Entry("Ana", "Leeds", line=3),)


def test_first_and_last_names_are_put_together():
    assert names("First name\tLast name\nAna\tKovač\n\tMadonna") == ["Ana Kovač", "Madonna"]


def test_one_column_may_have_a_heading():
    assert names("Name\nAna\nBen") == ["Ana", "Ben"]


def test_a_column_for_each_round_makes_the_factions_in_order():
    (entry,) = read("name;faction 1;faction 2\nAna;Elves;Goblins").players
    assert entry.factions == ("Elves", "Goblins")


@pytest.mark.parametrize("heading", ["name;factions", "name;factions;;", "name;factions;;;club"])
def test_the_heading_factions_may_stand_over_a_column_for_each_round(heading):
    """Only the first of them was read, and everybody was said to have too few."""
    entry = read(f"{heading}\nAna;Elves;Goblins;Dwarves;\nBen;Goblins").players[0]
    assert entry.factions == ("Elves", "Goblins", "Dwarves")
    assert entry.club == ""


def test_cells_without_headings_give_the_first_column_that_holds_words():
    pasted = read("1\tAna\tLeeds\n2\tBen\t")
    assert [entry.name for entry in pasted.players] == ["Ana", "Ben"]
    assert "Only the names were taken" in pasted.notes[0]


@pytest.mark.parametrize(
    ("said", "paid"), [("yes", True), ("X", True), ("✓", True), ("1", True), ("no", False), ("", False), ("-", False)]
)
def test_paid_is_understood(said, paid):
    assert read(f"name;paid\nAna;{said}").players[0].paid is paid


def test_anything_else_under_paid_is_told():
    pasted = read("name;paid\nAna;12 €")
    assert pasted.players[0].paid
    assert pasted.notes == ("Line 2: “12 €” under paid was read as paid.",)


def test_a_table_that_is_no_number_is_left_out_and_told():
    pasted = read("name;table\nAna;window\nBen;0\nCai;12.0")
    assert [entry.table for entry in pasted.players] == [None, None, 12]
    assert pasted.notes[0] == "Line 2: “window” is not a table number. Left out."


def test_a_row_without_a_name_is_told_unless_it_is_empty():
    pasted = read("name;club\n;Leeds\n;\nAna;")
    assert [entry.name for entry in pasted.players] == ["Ana"]
    assert pasted.notes == ("Line 2 has no name. Left out.",)


def test_long_names_are_kept_and_longer_ones_cut():
    pasted = read("a" * LONGEST_NAME + "\n" + "b" * (LONGEST_NAME + 1))
    assert [len(entry.name) for entry in pasted.players] == [LONGEST_NAME, LONGEST_NAME]
    assert len(pasted.notes) == 1
    assert "(line 2) is longer than 200 characters" in pasted.notes[0]


def test_too_many_players_are_refused():
    assert len(names("\n".join(f"P{i}" for i in range(4096)))) == 4096
    with pytest.raises(Refused, match=r"That is 4,097 players; an event here has at most 4,096\."):
        read("\n".join(f"P{i}" for i in range(4097)))


def test_a_flood_of_lines_is_refused_before_it_is_read():
    with pytest.raises(Refused, match=r"That is 500,000 lines"):
        read("a\n" * 500_000)


def test_a_line_that_cannot_be_a_player_is_refused():
    with pytest.raises(Refused, match=r"Line 2 is 6,000 characters long"):
        read("Ana\n" + "x" * 6000)


def test_doubles_are_kept_once_and_told_with_their_lines():
    pasted = once(read("Ana\n\nTom Baker\ntom  BAKER\nAna"))
    assert [entry.name for entry in pasted.players] == ["Ana", "Tom Baker"]
    assert pasted.doubles == (
        "“tom BAKER” is there twice (lines 3 and 4). Taken once.",
        "“Ana” is there twice (lines 1 and 5). Taken once.",
    )


def test_whoever_is_already_in_the_event_is_not_entered_again():
    pasted = once(read("ana\nBen"), known=[("Ana", "")])
    assert [entry.name for entry in pasted.players] == ["Ben"]
    assert pasted.doubles == ("“ana” (line 1) is already in the event. Not entered again.",)


def test_the_same_name_with_another_club_is_somebody_else():
    text = "Anna Schmidt;Berlin\nanna schmidt;Hamburg\nANNA SCHMIDT;berlin\nBen;Leeds"
    pasted = once(read(text), known=[("Ben", "Gdynia"), ("Cai", "")])
    assert [(entry.name, entry.club) for entry in pasted.players] == [
        ("Anna Schmidt", "Berlin"),
        ("anna schmidt", "Hamburg"),
        ("Ben", "Leeds"),
    ]
    assert pasted.doubles == ("“ANNA SCHMIDT” is there twice (lines 1 and 3). Taken once.",)
    assert pasted.notes == ("The words beside the names were taken as clubs.",)


def test_a_name_without_a_club_is_a_double_of_one_with_a_club():
    assert not once(read("Anna"), known=[("Anna", "Berlin")]).players
    assert not once(read("name;club\nAnna;Berlin"), known=[("Anna", "")]).players
    assert not everyone(read("name;club\nAnna;Berlin\nAnna;Hamburg")).doubles


def test_two_columns_that_are_no_club_leave_the_names_alone():
    for beside in ("yes", "3"):
        pasted = read(f"Ana;{beside}\nBen;{beside}")
        assert [entry.club for entry in pasted.players] == ["", ""]
        assert "Only the names were taken." in pasted.notes[0]


@pytest.mark.parametrize("columns", ["\t\t\t", ";;"])
def test_an_empty_column_keeps_its_place_so_what_comes_after_it_is_no_club(columns):
    """Factions two columns further on were taken as clubs, and somebody of that “club” was found in earlier events."""
    pasted = read(f"Ana Ash{columns}Cave Goblins\nCy Ash{columns}Tundra Orcs")
    assert [(entry.name, entry.club) for entry in pasted.players] == [("Ana Ash", ""), ("Cy Ash", "")]
    assert pasted.notes == (
        "Only the names were taken. To take more, put a line with headings first: name, club, paid, table.",
    )


def test_doubles_may_be_two_people():
    pasted = everyone(read("Ana\nana\nBen"), known=[("Ben", "")])
    assert [entry.name for entry in pasted.players] == ["Ana", "ana", "Ben"]
    assert len(pasted.doubles) == 2


def test_many_notes_are_summed_up():
    pasted = once(read("Ana\n" * 50))
    assert len(pasted.doubles) == 49
    assert pasted.told[-1] == "And 45 more like that."
    assert len(pasted.told) == 5


def test_names_are_the_same_whatever_their_case_width_and_spaces():
    assert key("Ｔom  BAKER") == key("tom baker")
    assert key("Straße") == key("STRASSE")
    assert key("José") == key("Jose\u0301") != key("Jose")


def test_names_are_sorted_as_if_they_had_no_accents():
    assert sorted(["Zoë", "Łukasz", "Émile", "Ana", "ben"], key=sorting) == ["Ana", "ben", "Émile", "Łukasz", "Zoë"]


def test_factions_and_tables_typed_by_hand():
    assert split_factions(" Phoenix Elves, Goblins;; Dwarves\n") == ("Phoenix Elves", "Goblins", "Dwarves")
    assert table_number("") is None
    assert table_number(" 12 ") == 12
    for wrong in ("0", "-1", "a", "1.5", "10000", "9" * 5000):
        with pytest.raises(Refused, match="is not a table number"):
            table_number(wrong)


@given(st.text(max_size=300))
def test_whatever_is_pasted_gives_clean_names_or_a_sentence(text):
    pasted = once(read(text))
    found = [entry.name for entry in pasted.players]
    assert all(name and name == clean(name) and len(name) <= LONGEST_NAME for name in found)
    assert len({key(name) for name in found}) == len(found)


@given(st.lists(st.text(st.characters(categories=["L", "N"]), min_size=1, max_size=20), max_size=20))
def test_plain_names_come_out_as_they_went_in(people):
    people = [
        name for name in map(clean, people) if name and name.casefold() not in ("name", "names", "player", "players")
    ]
    assert names("Zero\n" + "\n".join(people)) == ["Zero", *people]


def test_a_list_that_begins_with_player_one_loses_nobody():
    """“Player 001” was once taken for a heading."""
    assert [entry.name for entry in read("Player 001\nPlayer 002", most=9).players] == ["Player 001", "Player 002"]


@pytest.mark.parametrize(
    ("ruleset", "more", "told"),
    [
        ("ashes-reborn", {}, "a player’s Phoenixborn is read from their deck list"),
        ("summoner-wars", {"format-summoner-wars": "custom-deck"}, "a player’s Summoner is read from their deck list"),
        ("spellfire", {}, "no factions are named here"),
        ("summoner-wars", {}, ""),
    ],
)
def test_a_column_of_decks_that_is_not_used_is_told(organizer, ruleset, more, told):
    """It was read as factions, which nobody has there, and went without a word."""
    form = {
        "name": "Cup",
        "ruleset": ruleset,
        "players": "name;deck\nAna;Rin Northfell\nBen;Coal\nCai;\nDee;Coal",
        **more,
    }
    pages = [organizer.post("/events/preview", **form), organizer.post("/events", **form)]
    event = pages[1].path.removesuffix("players/")
    pages.append(organizer.post(f"{event}players/preview", players="name;deck\nEli;Astrea"))
    for page in (pages[0], pages[2]):
        assert ("The column with decks or factions was not used" in page) == bool(told)
        assert told in page
