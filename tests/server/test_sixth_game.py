"""A game that no code knows is added to the registry, and an event of it is played: desk, tablet, wall, print, API."""

import gzip
import json
import re
from dataclasses import replace

import pytest

from engine.decisions import rounds, setup
from engine.rulesets.deck_check import check_text
from engine.rulesets.registry import RULESETS
from engine.simulate import simulate
from tests.crystal_duel import CRYSTAL_DUEL
from tests.server.at_table_devices import tablet
from tests.server.result_event import Event

NAMES = ("Ana", "Ben", "Cai", "Dee")
DESK = "/events/cup"
FORMAT = f"format-{CRYSTAL_DUEL.id}"
LIST = "Golem: Rubble\nCrystal: Beryl\nCrystal: Onyx\nCrystal: Topaz"


@pytest.fixture(autouse=True)
def _sixth_game(monkeypatch):
    monkeypatch.setitem(RULESETS, CRYSTAL_DUEL.id, CRYSTAL_DUEL)


@pytest.fixture
def cup(app):
    return Event(app, NAMES, ruleset_id=CRYSTAL_DUEL.id).start()


def result(cup, **form):
    return {"round": cup.t.current_round.number, "shown": "", "how": "played", **form}


def no_other_game(page):
    """Not a word of another game's stands on the page."""
    return not re.search(r"wound|blood|\bBP\b|phoenixborn|summoner|realm", page.text, re.IGNORECASE)


def test_a_new_event_offers_it_with_its_deck_formats(app, organizer):
    page = organizer.get("/events/new")
    assert "Crystal Duel Swiss, 2/1/0" in page
    assert "Decks in Crystal Duel Quarry any crystals Geodes as they come" in page
    chosen = re.findall(r'name="(format[\w-]*)" value="([\w-]+)" checked', page.html)
    assert chosen == [("format-summoner-wars", "base-decks"), (FORMAT, "quarry")]
    form = {"name": "Kiln Cup", "ruleset": CRYSTAL_DUEL.id, FORMAT: "sealed-geode", "players": "\n".join(NAMES)}
    preview = organizer.post("/events/preview", **form)
    assert "Rounds 2, by the rulebook" in preview
    assert "Decks geodes" in preview
    page = organizer.post("/events", **form)
    assert page.status == 200
    home = page.path.rsplit("/players", 1)[0]
    assert "Crystal Duel, 4 players" in organizer.get("/")
    settings = organizer.get(f"{home}/settings")
    assert "Bring a hammer." in settings
    assert "Quarry, with any crystals" in settings
    assert "Decks" in organizer.get(home + "/")  # geodes are always written down


def chosen(page):
    """What stands in the form of a new event as the deck format of each rulebook that asks for one."""
    boxes = re.findall(r"<input [^>]*>", page.html)
    found = [re.search(r'name="format-([\w-]+)" value="([\w-]+)"', box) for box in boxes if " checked" in box]
    return [match.groups() for match in found if match]


def test_two_rulebooks_that_ask_for_a_deck_format_do_not_share_the_answer(app, organizer):
    """Both answers are in the form, whichever rulebook is chosen, and only the chosen one's counts."""
    assert chosen(organizer.get("/events/new")) == [("summoner-wars", "base-decks"), ("crystal-duel", "quarry")]
    both = {"format-summoner-wars": "custom-deck", FORMAT: "sealed-geode"}
    for id, decks in (("summoner-wars", "Decks custom deck"), (CRYSTAL_DUEL.id, "Decks geodes")):
        page = organizer.post("/events/preview", name="Kiln Cup", ruleset=id, **both)
        assert decks in page
        assert chosen(page) == [("summoner-wars", "custom-deck"), ("crystal-duel", "sealed-geode")]


def test_its_deck_lists_are_read_judged_shown_filled_in_and_printed(app, organizer):
    cup = Event(app, NAMES, ruleset_id=CRYSTAL_DUEL.id)
    organizer.post(f"{DESK}/settings", asked_deck_lists="1", deck_lists="on")
    assert cup.t.settings.deck_lists
    path = f"{DESK}/decks/player/p1"
    form = organizer.get(path, **{"as": "form"})
    assert "Golem" in form
    assert "Crystals" in form
    fields = {"as": "form", "do": "save", "leader": "Rubble", "crystal-0": "Beryl", "crystal-1": "Onyx"}
    assert "2 crystals; a golem wears 3." in organizer.post(path, **fields)
    organizer.post(path, **fields, **{"crystal-2": "Topaz"})
    assert "Rubble, 3 crystals" in organizer.get(f"{DESK}/decks/")
    assert 'value="Topaz"' in organizer.get(path, **{"as": "form"}).html
    assert "The first line names the golem" in organizer.post(path, list="Topaz", do="save")
    sheets = organizer.get(f"{DESK}/sheets/decks")
    assert "Golem Rubble" in sheets
    assert "Beryl" in sheets
    blank = organizer.get(f"{DESK}/sheets/decks", blank=1)
    assert "Three crystals." in blank
    assert "Dice" not in blank
    assert "Topaz" in organizer.get(f"{DESK}/sheets/matches")
    assert no_other_game(sheets)
    assert no_other_game(blank)


def test_an_event_of_it_is_played_from_the_first_pairing_to_the_places(app, organizer, stranger, cup):
    """Table 1 by a tablet, table 2 at the desk; then a round by slips, with a draw."""
    device = tablet(cup, 1)
    game = device.state().get_json()["game"]
    assert (game["thing"], game["counted"], game["draws"]) == ("Golem", ["crack", "cracks"], True)
    assert (game["win_blood"], game["most"]) == (10, 20)
    assert device.report((0, 0, 4), (1, 0, 4)).status_code == 200
    assert [out.blood for out in cup.match(1).result.outcomes] == [10, 4]

    page = organizer.get(f"{DESK}/results/2")
    assert "Cracks on the winner’s Golem" in page
    assert no_other_game(page)
    winner = cup.pair(2)[0]
    refused = organizer.post(f"{DESK}/results/2", **result(cup, winner=winner, wounds="21"))
    assert "Cracks run from 0 to 20; 21 is not possible." in refused
    doubted = organizer.post(f"{DESK}/results/2", **result(cup, winner=winner, wounds="12"))
    assert "12 cracks, really? More than 9 is rare." in doubted
    organizer.post(f"{DESK}/results/2", **result(cup, winner=winner, wounds="3"))
    assert "Shards" in organizer.get(f"{DESK}/results/")
    organizer.post(f"{DESK}/close", round=1, seen=cup.seen)
    assert cup.t.current_round.phase == "closed"

    cup.next_round()
    slips = organizer.get(f"{DESK}/results/slips")
    assert "Cracks, or 18-12" in slips
    assert no_other_game(slips)
    organizer.post(f"{DESK}/results/slips", table="1", winner="d", wounds="7-5", round=2)
    organizer.post(f"{DESK}/results/slips", table="2", winner="1", wounds="0", round=2)
    assert [out.mark for out in cup.match(1).result.outcomes] == ["draw", "draw"]
    cup.do(rounds.close)
    organizer.post(f"{DESK}/standings/finish", seen=cup.seen)
    assert cup.t.finish is not None
    assert len(stranger.client.get("/api/tournaments/cup").get_json()["places"]) == 4


def test_its_tie_breaks_are_called_as_it_calls_its_points(app, organizer, stranger, cup):
    """On the desk, on a phone with the working, on paper and in the files."""
    cup.report(1, 0, winner=0, wounds=4).report(1, 1, winner=0, wounds=4)
    cup.report(2, 0, winner=0, wounds=2).report(2, 1, winner=0, wounds=2)
    cup.do(rounds.close)
    pages = [
        organizer.get(f"{DESK}/standings/"),
        stranger.get("/e/cup/standings"),
        organizer.get(f"{DESK}/print/standings"),
    ]
    for page in pages:
        assert "shards" in page.text.lower()
        assert no_other_game(page)
    for file in ("standings", "results"):
        listed = organizer.client.get(f"{DESK}/export/{file}.csv").text
        assert "Shards" in listed
        assert "Blood" not in listed
    sentence = stranger.client.get("/api/tournaments/cup/standings").get_json()["standings"][0]["working"]
    assert "shards earned 10 = 10" in sentence


def test_what_players_tell_apart_is_told_in_its_own_words(organizer, cup):
    cup.report(1, 0, winner=0, wounds=4).report(1, 1, winner=1, wounds=2)
    page = organizer.get(f"{DESK}/results/1")
    assert "I won, 4 cracks on my Golem" in page
    assert "I won, 2 cracks on my Golem" in page


def test_a_penalty_is_one_of_its_own(organizer, cup):
    page = organizer.get(f"{DESK}/results/penalties/new", player=cup.pair(1)[0], fault="Chipping", kind="match-loss")
    assert "Chipping" in page
    assert "Cracks on" in page
    assert "Golem so far" in page
    fields = {"player": cup.pair(1)[0], "fault": "Chipping", "kind": "match-loss", "reason": "Chisel", "wounds": "x"}
    assert "Type the cracks as a number" in organizer.post(f"{DESK}/results/penalties/new", **fields)


def test_the_wall_shows_its_set_up_and_its_end_of_time(cup, stranger):
    shown = json.loads(gzip.decompress(stranger.client.get("/api/tournaments/cup/wall").data))
    assert "Lay out your golem, face down." in json.dumps(shown["set_up"])
    assert "The kiln opens" in json.dumps(shown["plan"])
    assert not re.search(r"wound|phoenixborn", json.dumps(shown), re.IGNORECASE)


def test_paper_is_printed_in_its_own_words(organizer, cup):
    slips = organizer.get(f"{DESK}/print/slips")
    assert "Cracks: on each one’s own Golem at the end." in slips
    assert no_other_game(slips)
    listed = set(re.findall(rf"{DESK}/sheets/([\w-]+)", organizer.get(f"{DESK}/print/").html))
    assert listed == {"decks", "matches", "rulings", "scores"}
    assert "shards earned and lost" in organizer.get(f"{DESK}/sheets/scores")
    assert "Shards" in organizer.get(f"{DESK}/sheets/matches")


def test_the_api_and_an_export_name_it(organizer, stranger, cup):
    found = stranger.client.get("/api/tournaments/cup").get_json()
    assert (found["ruleset"], found["ruleset_name"]) == ("crystal-duel", "Crystal Duel")
    exported = organizer.client.get(f"{DESK}/export/event.json")
    assert exported.status_code == 200


def test_the_engine_checks_its_lists_and_plays_it_with_dice():
    assert check_text(LIST, CRYSTAL_DUEL.id) == ()
    event = simulate(CRYSTAL_DUEL.id, 7, seed="kiln")
    assert event.faults == []
    assert event.t.finish is not None


def test_a_match_sheet_has_its_draws_and_its_own_first_tie_break(organizer, cup):
    """It printed the strength of schedule of Summoner Wars, and circled a draw as a loss."""
    one = cup.names_at(1)[0]
    cup.report_draw(1, 0, 5, 7).report_draw(1, 1, 5, 7).win(2).do(rounds.close)
    sheets = organizer.get(f"{DESK}/sheets/matches")
    assert "Totals Wins Draws Losses TOEP: opponents' event points" in sheets
    own = sheets.html.partition(f'<b dir="auto">{one}</b>')[2].partition("</section>")[0]
    assert re.findall(r"<i data-on>(\w+)</i>", own) == ["Draw"]
    assert re.findall(r'<td class="num">(\d*)</td>', own.partition("s-totals")[2]) == ["0", "1", "0", "1"]
    blank = organizer.get(f"{DESK}/sheets/matches", blank=1)
    assert "Win Draw Loss" in blank


def test_a_match_sheet_of_an_event_without_numbers_to_break_ties_has_no_column_for_one(app, organizer):
    cup = Event(app, NAMES, ruleset_id=CRYSTAL_DUEL.id)
    scoring = replace(CRYSTAL_DUEL.scoring, tiebreaks=("head_to_head", "lot"))
    cup.do(lambda t: setup.change_settings(t, replace(t.settings, scoring=scoring)))
    cup.start().play()
    assert organizer.get(f"{DESK}/sheets/matches").text.count("Totals Wins Draws Losses 1 0 0") == 2
