"""The sheets of the rulebooks on paper: what each says, filled and blank; and the special rules of a scenario."""

import gzip
import html
import json
import re
from dataclasses import replace
from datetime import datetime, timedelta

import pytest

from engine import facts as f
from engine.decisions import results, rounds, setup, stages
from engine.words import Staff
from server.decks import decks
from tests.server.result_event import Event, told

MARKUP = "<b>Tom</b> & عمر"
NAMES = [MARKUP, "Ana", "Ben", "Cai", "Dee", "Eve", "Fay", "Gil", "Hal"]
FACTIONS = ("Phoenix Elves", "Tundra Orcs", "Vanguards", "Guild Dwarves")
SHEETS = {
    "summoner-wars": ("matches", "scores"),
    "ashes-reborn": ("decks", "scores"),
    "ashes-classic": ("decks", "scores"),
    "ashes-draft": ("decks", "scores", "draft-preparation"),
    "spellfire": ("grid", "wrap-up", "scoring"),
}
ASHES_LIST = (
    "Fire\nPhoenixborn: Aradel Summergaard\nDice:\n10x Natural\nCards:\n3x Hypnotize\n3x Molten Gold\n24x <i>Ash</i>"
)
CUSTOM_LIST = "Summoner: Elien\nChampion: Maelena\nCommon: 4x Warrior\nEvent: 2x Burn"


def event(app, ruleset="ashes-reborn", names=NAMES, **changes):
    """An event that has not begun."""
    made = Event(app, names, ruleset_id=ruleset)
    if changes:
        made.do(lambda t: setup.change_settings(t, replace(t.settings, **changes)))
    return made


def hands_in(app, player, text):
    with app.app_context():
        decks.save("cup", player, text=text, by="s0", decide=lambda t: (f.DeckLocked(player),), request_id=None)


def sheet(who, what, **asked):
    return who.get(f"/events/cup/sheets/{what}", **asked)


def rows(page):
    """The rows of every table as text."""
    return [
        " ".join(html.unescape(re.sub("<[^>]+>", " ", row)).split())
        for row in re.findall(r"<tr.*?</tr>", page.html, re.S)
    ]


@pytest.mark.parametrize("ruleset", SHEETS)
def test_every_ruleset_lists_its_own_sheets_and_each_opens_filled_and_blank(app, judge, stranger, ruleset):
    cup = event(app, ruleset, **({} if ruleset in ("summoner-wars", "spellfire") else {"deck_lists": True}))
    if ruleset != "ashes-draft":
        cup.start()
    listed = set(re.findall(r"/events/cup/sheets/([\w-]+)", judge.get("/events/cup/print/").html))
    filled = {"rulings", *(["rules"] if ruleset == "spellfire" else [])}  # never blank
    assert listed == set(SHEETS[ruleset]) | filled
    for what in SHEETS[ruleset]:
        for page in (sheet(judge, what), sheet(judge, what, blank=1)):
            assert page.status == 200
            assert "Ember Cup" in page
            assert "<b>Tom" not in page.html
        assert "Ana" not in page, "the last one is blank"
        assert sheet(stranger, what).path == "/sign-in"
    assert sheet(judge, "nonsense").status == 404
    assert sheet(judge, "grid" if ruleset != "spellfire" else "matches").status == 404


def test_a_match_sheet_of_base_decks_has_faction_opponent_blood_and_outcome_of_each_round(app, judge):
    """Guide, Base Decks Match Sheet."""
    cup = event(app, "summoner-wars", deck_format="base-decks")
    for player in cup.ids.values():
        cup.do(lambda t, p=player: setup.name_factions(t, p, factions=FACTIONS))
    cup.start().play()
    page = sheet(judge, "matches")
    assert page.html.count('class="p-sheet s-match"') == len(NAMES)
    match, bye = cup.match(1, 1), next(iter(cup.t.rounds)).byes[0]
    for player, said in (
        (match.players[0], f"Opponent {cup.name(match.players[1])} My faction Phoenix Elves Blood points 25 mine / 1"),
        (match.players[1], f"Opponent {cup.name(match.players[0])} My faction Phoenix Elves Blood points 1 mine / 25"),
        (bye.player, "Opponent Bye My faction Phoenix Elves Blood points 25 mine / 0"),
    ):
        assert f"Name {cup.name(player)} Date" in page
        own = page.text.partition(f"Name {cup.name(player)} Date")[2].partition("SoS: opponents' wins")[0]
        assert said in own
        assert "Round 2 Opponent My faction Tundra Orcs Blood points mine" in own
        assert "Round 4" in own
        assert "Round 5" not in own
        assert "Draw" not in own
    blank = sheet(judge, "matches", blank=1)
    assert blank.text.count("My faction") == 4
    assert "Phoenix Elves" not in blank


def test_with_a_bracket_below_them_the_totals_say_that_they_are_of_the_swiss_rounds(app, judge):
    """Four wins and two losses stood above “Totals: 2 wins, 2 losses”."""
    cup = event(app, "summoner-wars", deck_format="base-decks").start().play()
    assert "Totals Wins" in sheet(judge, "matches")
    cup.do(lambda t: stages.make_cut(t, 2))
    cup.next_round().play()
    page = sheet(judge, "matches")
    assert "Final Opponent" in page
    assert "Swiss totals Wins" in page


def test_a_match_sheet_of_a_custom_deck_has_the_list_with_as_many_lines_as_printed(app, judge):
    """Guide, Custom Deck Match Sheet: a summoner, three champions, eight commons, five events."""
    event(app, "summoner-wars", deck_format="custom-deck")
    hands_in(app, "p2", CUSTOM_LIST)
    page = sheet(judge, "matches")
    assert "Common Warrior 4" in rows(page)
    assert "Event Burn 2" in rows(page)
    lines = rows(sheet(judge, "matches", blank=1))
    printed = {"Summoner 1": 1, "Champion 1": 3, "Common": 8, "Event": 5}
    assert {line: lines.count(line) for line in printed} == printed


def test_whoever_plays_prints_no_list_but_their_own(app, organizer):
    cup = event(app, "summoner-wars", names=["Olga", *NAMES], deck_format="custom-deck")
    cup.do(lambda t: setup.name_staff(t, Staff("plays-p1", "organizer", "p1")))
    hands_in(app, "p1", CUSTOM_LIST.replace("Warrior", "Archer"))
    hands_in(app, "p3", CUSTOM_LIST)
    page = sheet(organizer, "matches")
    assert "Common Archer 4" in rows(page)
    assert "Common Warrior 4" not in rows(page)


def test_lists_are_closed_to_an_organizer_who_plays_and_blank_ones_are_not(app, organizer, judge):
    cup = event(app, names=["Olga", *NAMES], deck_lists=True)
    cup.do(lambda t: setup.name_staff(t, Staff("plays-p1", "organizer", "p1")))
    hands_in(app, "p3", ASHES_LIST)
    assert sheet(organizer, "decks").status == 409
    assert "stay closed to you" in organizer.get("/events/cup/print/")
    assert sheet(organizer, "decks", blank=1).status == 200


def test_a_deck_list_says_what_is_in_it_what_is_marked_and_what_is_wrong(app, judge):
    event(app, deck_lists=True, chained=True)
    hands_in(app, "p2", ASHES_LIST)
    page = sheet(judge, "decks")
    assert page.html.count('class="p-sheet s-deck"') == 1
    for words in ("Name Ana", "Phoenixborn Aradel Summergaard", "Deck Fire", "10 Natural", "– Charm", "Handed in"):
        assert words in page
    assert "3 Hypnotize Chained" in page
    assert "3 Molten Gold Banned" in page
    assert "24 <i>Ash</i>" in page
    assert "banned" in page.text.partition("Banned")[2]


def test_a_blank_deck_list_has_a_line_for_every_card_and_the_limits(app, judge):
    """Rulebook v6, Components: 30 cards, 10 dice."""
    event(app, chained=True)
    page = sheet(judge, "decks", blank=1)
    assert page.html.count('class="s-tick"') == 30 + 10
    assert (
        "30 cards without conjurations, at most 3 of each, none that is unique to another Phoenixborn; 10 dice." in page
    )
    assert "Banned: Molten Gold." in page
    assert "collects no lists" in judge.get("/events/cup/print/")
    assert sheet(judge, "decks").status == 409


def test_the_score_sheet_has_everybody_by_number_with_every_round(app, judge):
    cup = event(app, "ashes-classic").start()
    cup.do(lambda t: results.record_draw(t, 1, blood=(5, 6)))
    cup.play()
    page = sheet(judge, "scores")
    lines = {line.split()[1]: line for line in rows(page)[1:]}
    numbers = {name: line.split()[0] for name, line in lines.items()}
    one, two = cup.match(1, 1).players
    name, other = cup.name(one).split()[0], cup.name(two).split()[0]
    assert f"D v {numbers[other]} 5:6 0–0–1" in lines[name]
    winner, loser = (cup.name(player).split()[0] for player in cup.match(2, 1).players)
    assert f"W v {numbers[loser]} 25:2 1–0 3" in lines[winner]
    assert f"L v {numbers[winner]} 2:25 0–1 0" in lines[loser]
    assert len(rows(sheet(judge, "scores", blank=1))) == 1 + 28


def test_many_rounds_go_on_a_second_score_sheet(app, judge):
    event(app, rounds=10).start()
    page = sheet(judge, "scores")
    assert "rounds 1 to 8" in page
    assert "rounds 9 to 10" in page
    assert page.html.count(">Round 8<") == page.html.count(">Round 9<") == 1


@pytest.mark.parametrize(
    ("players", "tables", "filling_up"),
    [(9, 3 + 1, 0), (18, 6 + 2 + 1, 1), (20, 6 + 2 + 1, 1), (60, 20 + 7 + 3 + 1, 3)],
)
def test_a_blank_grid_has_the_tables_that_the_rulebook_prints(app, judge, players, tables, filling_up):
    """The 9-, 18- and 60-player grids."""
    event(app, "spellfire")
    page = sheet(judge, "grid", blank=1, players=players)
    assert page.html.count('class="s-pod"') == tables
    assert page.html.count('<small class="s-note">fills up</small>') == filling_up
    assert "4/3/2" in page
    assert "8/6/4" in page or "10/6/4" in page


def test_a_grid_has_a_largest_size_and_teams_come_in_sixes(app, judge):
    cup = event(app, "spellfire")
    for players in (2, 401):
        assert "A grid is for 3 to 400 players" in sheet(judge, "grid", blank=1, players=players)
    team_spirit = replace(cup.t.settings.event, type="Team Spirit")
    cup.do(lambda t: setup.change_settings(t, replace(t.settings, event=team_spirit)))
    assert "six players, twelve" in sheet(judge, "grid", blank=1, players=10)
    page = sheet(judge, "grid", blank=1, players=18)
    assert page.html.count('class="s-pod"') == 3 + 1
    assert page.text.count("Round 1, table") == 3


def plays_tables(cup):
    """Everybody's first seat wins its table with two games, the second seat is second."""
    for match in cup.t.current_round.matches:
        others = [4, 3, 2][: len(match.seats) - 1]
        for _ in range(2):
            cup.game(match.table, match.seats[0].side, 6, *others)
    cup.do(rounds.close)
    return cup


def spellfire(app, players=12, **about):
    cup = Event(app, [MARKUP, *(f"Player {n}" for n in range(2, players + 1))], ruleset_id="spellfire")
    cup.do(lambda t: setup.change_settings(t, replace(t.settings, event=replace(t.settings.event, **about))))
    return cup


def test_a_grid_shows_realms_points_and_who_goes_on_and_leaves_room_for_the_rest(app, judge):
    cup = spellfire(app)
    plays_tables(cup.start())
    page = sheet(judge, "grid")
    winner, second, third = (cup.name(player) for player in cup.match(1, 1).players)
    assert f"1 {winner} goes on 6* 6* 4" in rows(page)
    assert f"2 {second} 4 4 3" in rows(page)
    assert f"3 {third} 3 3 2" in rows(page)
    assert "Round 2, table 2 1 2 3 4 8/6/4" in rows(page)
    plays_tables(cup.next_round())
    plays_tables(cup.next_round())
    page = sheet(judge, "grid")
    champion = cup.name(cup.match(1, 3).players[0])
    assert any(re.fullmatch(rf"1 {re.escape(champion)} (fills up, )?champion 6\* 6\* 15", row) for row in rows(page))
    assert page.text.count("fills up") >= 2 + 1


def test_the_wrap_up_has_everybodys_points_the_staff_the_convention_and_the_day_it_is_due(app, organizer):
    cup = spellfire(app, 9, convention="Winter Fantasy", convention_code="WF97", code="0042")
    cup.do(lambda t: setup.name_staff(t, Staff("plays-p1", "judge", "p1")))
    organizer.post("/events/cup/staff/", role="coordinator", name="Cora <i>Ordinator</i>")
    plays_tables(cup.start())
    assert "Due within 30 days" in sheet(organizer, "wrap-up")
    plays_tables(cup.next_round())
    cup.do(lambda t: stages.finish(t))
    page = sheet(organizer, "wrap-up")
    final = cup.match(1, 2).players
    assert f"1 {cup.name(final[0])} 14" in rows(page)
    assert f"2 {cup.name(final[1])} 10" in rows(page)
    assert "Cora <i>Ordinator</i> Coordinator 9" in rows(page)
    assert f"{MARKUP} Judge, plays 0" in rows(page)
    for words in ("Convention Winter Fantasy", "Convention code WF97", "Tournament code 0042", "Scored."):
        assert words in page
    over = datetime.fromisoformat(cup.book.acts[-1].at).astimezone().date()
    assert f"Due by {over + timedelta(days=30)}" in page


def test_an_event_of_eight_is_not_scored(app, judge):
    """Running a Tournament: at least nine players."""
    plays_tables(spellfire(app, 8).start())
    assert "Not scored: 8 played, and it takes 9." in sheet(judge, "wrap-up")


def test_of_an_unscored_event_nothing_is_due(app, judge):
    """“To run an unscored tournament, there’s nothing you need to do”; its forms said “due within 30 days”."""
    cup = spellfire(app, 9)
    cup.do(lambda t: setup.change_settings(t, replace(t.settings, event=replace(t.settings.event, scored=False))))
    plays_tables(cup.start())
    for form in (sheet(judge, "wrap-up"), sheet(judge, "scoring"), sheet(judge, "wrap-up", blank=1)):
        assert form.status == 200
        assert "ue within" not in form


def test_the_scoring_form_has_every_table_with_its_places_and_both_codes(app, judge):
    cup = spellfire(app, 9, convention_code="WF97", code="0042")
    assert sheet(judge, "scoring").status == 409
    assert sheet(judge, "scoring", blank=1).html.count('class="s-form"') == 6
    plays_tables(cup.start())
    cup.next_round()
    page = sheet(judge, "scoring")
    assert page.html.count('class="s-form"') == 3 + 1
    winner, second, third = (cup.name(player) for player in cup.match(2, 1).players)
    assert [f"1 {winner} 4", f"2 {second} 3", f"3 {third} 2"] == rows(page)[5:8]
    assert "Convention code WF97 Tournament code 0042 Round 2 Table Championship" in page
    assert "10/6/4" in page


def test_convention_and_codes_are_filled_in_at_the_desk_also_when_all_is_over(app, organizer):
    cup = spellfire(app, 9)
    plays_tables(cup.start())
    plays_tables(cup.next_round())
    cup.do(lambda t: stages.finish(t))
    codes = {"spell_convention": "Gen  Con", "spell_convention_code": "GC", "spell_code": "0<7"}
    organizer.post("/events/cup/settings", spell="1", spell_scored="1", **codes)
    kept = cup.t.settings.event
    assert (kept.convention, kept.convention_code, kept.code) == ("Gen Con", "GC", "0<7")
    assert "Convention code GC Tournament code 0<7" in sheet(organizer, "wrap-up")


def on_the_wall(who):
    return json.loads(gzip.decompress(who.client.get("/api/tournaments/cup/wall").data))


def test_special_rules_stand_on_phones_and_on_the_wall_with_time_and_points_as_set(app, organizer, stranger):
    """Classic, Scenario Play."""
    cup = event(app, "ashes-classic")
    assert on_the_wall(stranger)["scenario"] is None
    assert "Special rules" not in stranger.get("/e/cup/")
    organizer.post(
        "/events/cup/settings", scenario="All <b>burn</b>.", round_minutes="40", points_win="5", points_draw="2"
    )
    cup.start()
    for path in ("/e/cup/", "/e/cup/p/p2"):
        page = told(stranger.get(path))
        assert "Special rules today All <b>burn</b>. A round lasts 40 minutes. A win gives 5 points, a draw 2." in page
    shown = on_the_wall(stranger)
    assert shown["playlist"] == ["pairings", "set-up", "scenario"]
    assert shown["scenario"]["text"] == "All <b>burn</b>."
    refused = organizer.post("/events/cup/settings", points_win="4")
    assert "stays as it is once play has begun" in refused
    assert cup.t.settings.scoring.win == 5


def test_a_draw_is_never_worth_a_win(app, organizer):
    cup = event(app, "ashes-classic")
    assert "cannot be worth as much as a win" in organizer.post("/events/cup/settings", points_win="2", points_draw="2")
    assert cup.t.settings.scoring.win == 3


def test_why_lists_are_closed_to_staff_is_said_with_a_name_not_an_id(app, judge):
    made = event(app, "ashes-classic", deck_lists=True)
    made.do(lambda t: setup.name_staff(t, Staff("host", "organizer", made.ids["Ana"])))
    page = judge.get("/events/cup/print/")
    assert "Ana of the staff plays too." in told(page)
    assert "⟨" not in page.html
