"""Players enter by phone and wait; the desk accepts, refuses and merges; the phone is the player's from then on."""

import gzip
import json
from dataclasses import replace

import pytest

from engine import facts as f
from server.box import backups
from server.core import journal, known_people, wrong_tries
from server.core.db import db
from server.core.models import DeckRow, PlayerRow, WaitingEntryRow
from server.core.timekeeping import moment
from server.directory import erasing, nameless
from server.door import waiting
from server.people import check_in
from tests.server.conftest import Actor
from tests.server.deck_lists import LEGAL, with_lists
from tests.server.events import new_event
from tests.server.result_event import Event
from tests.server.team_spirit import TeamSpirit

AT = "/events/cup/entry/"


@pytest.fixture
def cup(app, organizer):
    """Four players are on the list, and the entry is open."""
    with app.app_context():
        new_event(4)
    organizer.post(AT + "terms", do="open")
    return app


def phone(app, address="10.0.0.7"):
    return Actor(app, address)


def enter(app, name, *, by=None, address="10.0.0.7", **form):
    by = by or phone(app, address)
    by.page = by.post("/enter/cup", name=name, **form)
    return by


def rows(app, table=WaitingEntryRow):
    with app.app_context(), db.engine.connect() as connection:
        return connection.execute(table.__table__.select()).all()


def ids(app):
    return {row.name: row.id for row in sorted(rows(app), key=lambda row: row.place) if row.state == "waiting"}


def tournament(app):
    with app.app_context():
        return journal.read("cup").tournament


def acts(app):
    with app.app_context():
        return len(journal.read("cup").acts)


def names(app):
    return {row.id: row.name for row in rows(app, PlayerRow)}


# The phone


def test_nobody_enters_before_the_organizer_opens_it(app):
    with app.app_context():
        new_event(4)
    page = enter(app, "Iris").page
    assert page.status == 409
    assert "Players cannot enter by phone now. Ask at the desk." in page
    assert not rows(app)


def test_an_entry_waits_outside_the_journal_and_the_phone_says_so(cup):
    before = acts(cup)
    page = enter(cup, "Iris Chen", club="Rotterdam").page
    assert "Your entry waits for the desk." in page
    assert "You are not on the list yet." in page
    assert acts(cup) == before
    assert "Iris Chen" not in names(cup).values()


def test_accepting_everybody_is_one_act_and_the_phones_are_theirs_without_a_code(cup, organizer):
    iris, gwen = enter(cup, "Iris Chen", club="Rotterdam"), enter(cup, "Gwen Okafor", address="10.0.0.8")
    before = acts(cup)
    page = organizer.get("/events/cup/players/")
    assert "2 new , entered by phone: Iris Chen , Gwen Okafor ." in page
    page = organizer.post(AT + "accept", entry=list(ids(cup).values()))
    assert "2 players accepted." in page
    assert acts(cup) == before + 1
    assert names(cup)["p5"] == "Iris Chen"
    assert "You are in." in iris.get("/enter/cup")
    assert iris.get("/me/table").path == "/me/table"
    assert "Iris Chen" in iris.get("/me/table")
    assert iris.client.get("/at-table/state").json["holder"] == "player"
    assert gwen.get("/me/table").path == "/me/table"  # also where the page for entering was closed meanwhile
    assert "You are in." in gwen.get("/enter/cup")
    assert "Gwen Okafor" in gwen.get("/me/table")
    assert [(row.name, row.club, row.deck) for row in rows(cup)] == [("", "", "")] * 2


def test_a_lost_phone_stops_being_theirs_when_the_desk_gives_a_new_code(cup, organizer):
    iris = enter(cup, "Iris Chen")
    organizer.post(AT + "accept", entry=list(ids(cup).values()))
    iris.get("/enter/cup")
    organizer.post("/events/cup/players/p5/code", replaced="0")
    assert iris.get("/me/table").path == "/me"
    page = iris.get("/enter/cup")
    assert "this is not their phone any more" in page
    assert iris.get("/me/table").path == "/me"
    organizer.post("/events/cup/players/self-check-in")
    assert "did not enter that player" in iris.post("/enter/cup/here", entry=rows(cup)[0].id, referrer="/enter/cup")
    assert not tournament(cup).players["p5"].present


def test_refused_is_told_and_can_be_brought_back(cup, organizer):
    iris = enter(cup, "Iris Chen")
    (id,) = ids(cup).values()
    assert "1 entry refused" in organizer.post(AT + "accept", entry=id, do="refuse")
    assert "The desk has not accepted this entry." in iris.get("/enter/cup")
    organizer.post(AT + "bring-back", entry=id)
    assert "Your entry waits for the desk." in iris.get("/enter/cup")
    organizer.post(AT + "accept", entry=id, do="refuse")
    iris.post("/enter/cup/take-back", entry=id)
    assert "Your name" in iris.get("/enter/cup")
    assert not rows(cup)


def test_a_phone_takes_back_only_its_own_entry(cup):
    iris, other = enter(cup, "Iris Chen"), phone(cup)
    (id,) = ids(cup).values()
    other.post("/enter/cup/take-back", entry=id)
    assert ids(cup)
    iris.post("/enter/cup/take-back", entry=id)
    assert not ids(cup)


def test_what_was_typed_is_not_lost_when_it_is_refused(cup):
    page = enter(cup, "", club="Rotterdam").page
    assert page.status == 409
    assert "Write your name as it should appear in the pairings." in page
    assert 'value="Rotterdam"' in page.html
    assert "at most 200 characters" in enter(cup, "x" * 201).page


def test_nobody_of_the_directory_is_shown_to_a_phone(cup, organizer):
    organizer.post("/events", name="Last year", ruleset="ashes-reborn", players="name;club\nIris Chen;Rotterdam")
    page = enter(cup, "iris chen").page
    assert "Rotterdam" not in page.html
    assert "Looks like Iris Chen, Rotterdam" in organizer.get(AT)


def test_whoever_the_directory_knows_by_name_and_club_is_told_as_known_and_looks_like_nobody_else(cup, organizer):
    """The desk read “Looks like Kai Quade, Kiel” of a Cai Quade, Kiel, whom the box knows well."""
    organizer.post(
        "/events", name="Last year", ruleset="ashes-reborn", players="name;club\nCai Quade;Kiel\nKai Quade;Kiel"
    )
    enter(cup, "Cai Quade", club="Kiel")
    page = organizer.get(AT)
    assert "Cai Quade Kiel Known from earlier events" in page
    assert "Looks like" not in page
    (id,) = ids(cup).values()
    assert "Kai Quade , Kiel , of an earlier event" in organizer.get(f"{AT}{id}"), "and the desk may still choose"


def test_a_letter_too_few_is_still_somebody_whom_the_desk_may_mean(cup, organizer):
    """As it is while a list is pasted."""
    for players in ("Anneliese Roth", "name;club\nAnneliese Roth;Kiel"):
        organizer.post("/events", name="Last year", ruleset="ashes-reborn", players=players)
    enter(cup, "Annelise Roth", club="Kiel")
    assert "Looks like Anneliese Roth, Kiel" in organizer.get(AT), "of the same club first"


# Limits


def test_a_phone_enters_a_family_and_no_crowd(cup):
    one = phone(cup)
    for n in range(waiting.MOST_EACH_PHONE):
        enter(cup, f"Child {n}", by=one)
    assert f"This phone has entered {waiting.MOST_EACH_PHONE} people." in enter(cup, "One more", by=one).page
    assert len(rows(cup)) == waiting.MOST_EACH_PHONE


def test_a_bot_that_throws_its_cookies_away_is_stopped_by_its_address(cup, monkeypatch):
    monkeypatch.setattr(waiting, "MOST_EACH_ADDRESS", 3)
    for n in range(5):
        page = enter(cup, f"Bot {n}", address="10.0.0.66").page
    assert "Many entries from this network wait for the desk." in page
    assert len(rows(cup)) == 3
    assert "Your entry waits" in enter(cup, "Iris Chen").page


def test_many_bots_do_not_fill_more_than_the_list(cup, monkeypatch):
    monkeypatch.setattr(waiting, "MOST_WAITING", 4)
    for n in range(6):
        page = enter(cup, f"Bot {n}", address=f"10.0.1.{n}").page
    assert "Very many entries wait for the desk already." in page
    assert len(rows(cup)) == 4


def test_entering_again_and_again_has_to_wait(cup, monkeypatch):
    slow = wrong_tries.Steady(2, 60_000)
    monkeypatch.setattr(wrong_tries, "ENTRY", wrong_tries.Key("entry", "player", slow, slow, slow, "entries"))
    for n in range(3):
        page = enter(cup, f"Bot {n}").page
    assert "Too many entries on this device. Try again in" in page
    assert len(rows(cup)) == 2


def test_a_bot_that_was_refused_enters_again_no_faster_than_twelve_a_minute(cup, organizer, monkeypatch):
    """Refused entries leave room among those that wait; for the pace of an address they count all the same."""
    here, now = "10.0.0.66", moment()
    monkeypatch.setattr(wrong_tries, "moment", lambda: now)
    for n in range(waiting.MOST_EACH_ADDRESS):
        enter(cup, f"Bot {n}", address=here)
    organizer.post(AT + "refuse-address", address=here)
    assert not ids(cup)
    assert "Too many entries on this device. Try again in" in enter(cup, "Bot again", address=here).page
    assert "Your entry waits" in enter(cup, "Iris Chen", address="10.0.0.7").page
    monkeypatch.setattr(wrong_tries, "moment", lambda: replace(now, ms=now.ms + 60_000))
    entered = ["Your entry waits" in enter(cup, f"Bot again {n}", address=here).page for n in range(20)]
    assert sum(entered) == 12


def test_the_desk_refuses_everything_from_one_address_at_once(cup, organizer):
    for n in range(8):
        enter(cup, f"Bot {n}", address="10.0.0.66")
    enter(cup, "Iris Chen")
    assert "8 of these entries come from one address (10.0.0.66)." in organizer.get(AT)
    organizer.post(AT + "refuse-address", address="10.0.0.66")
    assert list(ids(cup)) == ["Iris Chen"]


def test_a_bot_with_many_addresses_is_refused_in_one_go_and_whoever_is_known_stays(cup, organizer):
    """Two hundred and more on the waiting list, each from an address of its own, were two hundred ticks."""
    organizer.post(AT + "terms", do="save", places="4")
    enter(cup, "Iris Chen")
    for n in range(9):
        enter(cup, f"Bot {n}", address=f"10.0.1.{n}")
    page = organizer.get(AT)
    assert "Refuse all but the ticked ones" in page
    everybody = list(ids(cup).values())
    page = organizer.post(AT + "accept", do="refuse-others", entry=ids(cup)["Iris Chen"], listed=everybody)
    assert "9 entries refused." in page
    assert list(ids(cup)) == ["Iris Chen"]
    assert "Refuse all but the ticked ones" not in page


# Places and fees


def test_whoever_comes_after_the_last_place_is_on_the_waiting_list(cup, organizer):
    organizer.post(AT + "terms", do="save", places="5", fee="7,50 €")
    assert terms_on_the_wall(organizer) == "1 of 5 places free. Fee 7.50\u00a0€."
    iris, gwen = enter(cup, "Iris Chen"), enter(cup, "Gwen Okafor")
    assert "Your entry waits for the desk." in iris.get("/enter/cup")
    assert "You are number 1 on the waiting list." in gwen.page
    # Whoever waits for the desk has the place: phones say so, and the wall said it was free.
    assert "All 5 places are taken." in phone(cup).get("/enter/cup")
    assert terms_on_the_wall(organizer) == "All 5 places are taken, with a waiting list. Fee 7.50\u00a0€."
    page = organizer.post(AT + "accept", entry=list(ids(cup).values()), referrer=AT)
    assert "There is room for 1 more, and this would be 2 players." in page
    assert [row.state for row in rows(cup)] == ["waiting", "waiting"]
    organizer.post(AT + "accept", entry=ids(cup)["Iris Chen"])
    page = organizer.post(AT + ids(cup)["Gwen Okafor"], **{"as": "new", "name": "Gwen Okafor"})
    assert "All 5 places are taken. Add places, or take somebody off the list." in page
    assert "The fee is 7.50 €, at the desk." in iris.get("/enter/cup")
    organizer.post("/events/cup/players/paid", paid="p5")
    assert "The fee is paid." in iris.get("/enter/cup")
    assert "1 paid (7.50 €)" in organizer.get("/events/cup/players/")
    organizer.post("/events/cup/players/p1/remove")
    assert "Your entry waits for the desk." in gwen.get("/enter/cup")
    organizer.post(AT + "accept", entry=ids(cup)["Gwen Okafor"])
    assert "You are in." in gwen.get("/enter/cup")


def terms_on_the_wall(actor):
    packed = actor.client.get("/api/tournaments/cup/wall").data
    return json.loads(gzip.decompress(packed))["entry"]["terms"]


def test_other_terms_of_an_open_entry_are_saved_and_open_nothing_anew(cup, organizer):
    page = organizer.post(AT + "terms", do="save", places="24")
    assert "Saved." in page
    assert "can enter by phone now" not in page


@pytest.mark.parametrize(
    ("typed", "told"),
    [({"places": "none"}, "Places are a number from 1 to 4,096"), ({"fee": "ten"}, "Write the fee as an amount")],
)
def test_terms_that_mean_nothing_are_a_sentence_and_stay_typed(cup, organizer, typed, told):
    page = organizer.post(AT + "terms", do="save", **typed)
    assert page.status == 409
    assert told in page
    assert f'value="{next(iter(typed.values()))}"' in page.html
    assert tournament(cup).entering.open


def test_the_desk_says_when_more_are_on_the_list_than_there_are_places(cup, organizer):
    """The desk may always add somebody; it went over the limit without a word."""
    organizer.post(AT + "terms", do="save", places="4")
    assert "places" not in organizer.get("/events/cup/players/")
    organizer.post("/events/cup/players/add", players="Eve")
    told = "5 players are on the list, and there are 4 places."
    assert told in organizer.get("/events/cup/players/")
    assert told in organizer.get("/events/cup/")
    organizer.post(AT + "terms", do="save", places="5")
    assert told not in organizer.get("/events/cup/players/")


def test_closing_the_entry_keeps_who_waits(cup, organizer):
    enter(cup, "Iris Chen")
    assert "Entry by phone is closed." in organizer.post(AT + "terms", do="close")
    assert "Players cannot enter by phone now." in enter(cup, "Gwen").page
    organizer.post(AT + "accept", entry=list(ids(cup).values()))
    assert "Iris Chen" in names(cup).values()


# Who they are


def test_a_name_that_is_on_the_list_is_not_accepted_blindly(cup, organizer):
    on_the_list = names(cup)["p2"]
    enter(cup, on_the_list)
    page = organizer.get(AT)
    assert "On the list already?" in page
    assert "checked" not in page.html.split('name="entry"')[1].split(">")[0]
    assert "Accept all" not in organizer.get("/events/cup/players/")


def test_merging_gives_the_phone_to_who_is_on_the_list_and_makes_nobody_new(cup, organizer):
    on_the_list = names(cup)["p2"]
    theirs = enter(cup, on_the_list)
    (id,) = ids(cup).values()
    assert "who is on the list already: this is their phone" in organizer.get(AT + id)
    organizer.post(AT + id, **{"as": "player:p2"})
    assert len(tournament(cup).players) == 4
    theirs.get("/enter/cup")
    assert theirs.client.get("/at-table/state").json["speaks_for"] in ([], ["p2"])
    assert on_the_list in theirs.get("/me/table")


def test_merging_after_a_new_code_holds_as_long_as_that_code(cup, organizer):
    organizer.post("/events/cup/players/p2/code", replaced="0")
    theirs = enter(cup, names(cup)["p2"])
    (id,) = ids(cup).values()
    organizer.post(AT + id, **{"as": "player:other", "player": "p2"})
    theirs.get("/enter/cup")
    assert theirs.get("/me/table").path == "/me/table"


def test_the_desk_is_offered_the_known_person_and_may_take_them(cup, organizer):
    organizer.post("/events", name="Last year", ruleset="ashes-reborn", players="name;club\nIris Chen;Rotterdam")
    enter(cup, "Iris Chenn")
    (id,) = ids(cup).values()
    page = organizer.get(AT + id)
    assert "Iris Chen , Rotterdam , of an earlier event" in page
    person = page.html.split('value="known:')[1].split('"')[0]
    organizer.post(AT + id, **{"as": f"known:{person}"})
    assert names(cup)["p5"] == "Iris Chen"
    assert "Last year" in organizer.get(f"/people/{person}")
    assert "Cup" in organizer.get(f"/people/{person}")


def test_the_desk_may_spell_it_otherwise(cup, organizer):
    enter(cup, "iris CHEN")
    (id,) = ids(cup).values()
    organizer.post(AT + id, **{"as": "new", "name": "Iris Chen", "club": "Rotterdam"})
    assert names(cup)["p5"] == "Iris Chen"
    enter(cup, "Gwen")
    page = organizer.post(AT + ids(cup)["Gwen"], **{"as": "new", "name": ""})
    assert page.status == 409
    assert "A player needs a name" in page


def test_an_entry_that_was_taken_back_meanwhile_is_not_accepted(cup, organizer):
    iris = enter(cup, "Iris Chen")
    enter(cup, "Gwen Okafor")
    seen = list(ids(cup).values())
    iris.post("/enter/cup/take-back", entry=seen[0])
    page = organizer.post(AT + "accept", entry=seen, referrer=AT)
    assert "was taken back or answered just now. Nothing was done" in page
    assert len(tournament(cup).players) == 4


def test_accepting_twice_enters_once(cup, organizer):
    enter(cup, "Iris Chen")
    seen = list(ids(cup).values())
    organizer.post(AT + "accept", entry=seen, request_id="a")
    organizer.post(AT + "accept", entry=seen, request_id="a")
    assert len(tournament(cup).players) == 5


# What the game needs


def test_base_decks_ask_for_factions_all_or_none(app, organizer):
    made = {"name": "Phones", "ruleset": "summoner-wars", "format-summoner-wars": "base-decks", "rounds": "2"}
    tid = organizer.post("/events", players="Ana\nBen\nCai\nDee", **made).path.split("/")[2]
    organizer.post(f"/events/{tid}/entry/terms", do="open")
    iris, gwen = phone(app), phone(app)
    assert "Your faction for each round" in iris.get(f"/enter/{tid}")
    page = iris.post(f"/enter/{tid}", name="Iris", **{"round-1": "Polar Dwarves"})
    assert page.status == 409
    assert "Round 2: no faction is named." in page
    iris.post(f"/enter/{tid}", name="Iris", **{"round-1": "Polar Dwarves", "round-2": "Savanna Elves"})
    assert "Your entry waits" in gwen.post(f"/enter/{tid}", name="Gwen")
    organizer.post(f"/events/{tid}/entry/accept", entry=[row.id for row in rows(app)])
    with app.app_context():
        players = journal.read(tid).tournament.players
    assert players["p5"].factions == ("Polar Dwarves", "Savanna Elves")
    assert players["p6"].factions == ()


def test_an_empty_event_with_places_asks_for_the_factions_of_a_full_one(app, organizer):
    """Where everybody enters by phone nobody is on the list yet: by that list there were no rounds to name any for."""
    made = {"name": "Phones", "ruleset": "summoner-wars", "format-summoner-wars": "base-decks"}
    tid = organizer.post("/events", players="", **made).path.split("/")[2]
    organizer.post(f"/events/{tid}/entry/terms", do="open", places="8")
    iris = phone(app)
    page = iris.get(f"/enter/{tid}")
    assert "Round 3" in page
    assert "Round 4" not in page
    page = iris.post(f"/enter/{tid}", name="Iris", **{"round-1": "Polar Dwarves", "round-2": "Savanna Elves"})
    assert "Round 3: no faction is named." in page
    three = {"round-1": "Polar Dwarves", "round-2": "Savanna Elves", "round-3": "Fungal Dwarves"}
    assert "Your entry waits" in iris.post(f"/enter/{tid}", name="Iris", **three)
    assert rows(app)[0].factions == "\n".join(three.values())


def test_a_deck_list_comes_along_and_is_the_players(app, organizer):
    with_lists(app)
    organizer.post(AT + "terms", do="open")
    assert "Deck list: now, or later on this phone" in phone(app).get("/enter/cup")
    refused = enter(app, "Iris Chen", list="3x").page
    assert refused.status == 409
    iris = enter(app, "Iris Chen", list=LEGAL)
    organizer.post(AT + "accept", entry=list(ids(app).values()))
    (deck,) = [row for row in rows(app, DeckRow) if row.player_id == "p5"]
    assert "Rin Northfell" in json.loads(deck.list)["text"]
    assert (deck.by, tournament(app).players["p5"].deck_locked) == ("player:p5", False)
    iris.get("/enter/cup")
    assert "Rin Northfell" in iris.get("/me/deck")


def test_partners_who_name_each_other_are_a_team_whenever_they_are_accepted(app, organizer):
    TeamSpirit(app)
    organizer.post(AT + "terms", do="open")
    assert "You play with" in phone(app).get("/enter/cup")
    enter(app, "Xena", partner="Yves")
    organizer.post(AT + "accept", entry=ids(app)["Xena"])
    enter(app, "Yves")
    enter(app, "Zoe", partner="Will")
    enter(app, "Will", partner="Zoe")
    organizer.post(AT + "accept", entry=list(ids(app).values()))
    called = names(app)
    assert {frozenset(called[p] for p in team) for team in tournament(app).settings.teams} >= {
        frozenset(("Xena", "Yves")),
        frozenset(("Will", "Zoe")),
    }


# Checking in


def test_whoever_finds_only_their_name_is_told_that_a_personal_code_checks_in(cup, organizer):
    """“Check-in is open.”, said the phone, and nothing on it could be pressed."""
    assert "Tell the desk that you are here. Your table" in phone(cup).get("/e/cup/p/p1")
    organizer.post("/events/cup/players/self-check-in", minutes="30")
    assert "Tell the desk that you are here, or check in with your personal code." in phone(cup).get("/e/cup/p/p1")


def test_players_check_themselves_in_while_the_window_is_open(cup, organizer, monkeypatch):
    iris = enter(cup, "Iris Chen")
    organizer.post(AT + "accept", entry=list(ids(cup).values()))
    iris.get("/enter/cup")
    assert "not checked in yet. Tell the desk that you are here." in iris.get("/me/table")
    assert "Self check-in is not open." in iris.post("/me/check-in", referrer="/me/table")
    page = organizer.post("/events/cup/players/self-check-in", minutes="30")
    assert "Check-in closes at" in page
    assert "I am here" in iris.get("/enter/cup")
    assert "Check-in closes at" in phone(cup).get("/e/cup/")
    assert phone(cup).client.get("/api/tournaments/cup/wall").status_code == 200
    assert "You are checked in." in iris.post("/me/check-in")
    assert tournament(cup).players["p5"].present
    at = int(moment_ms(cup)) + 31 * 60_000
    monkeypatch.setenv("CINDERBOX_BOOT_OFFSET_MS", str(at - int(moment_ms(cup))))
    assert "Check-in closes at" not in organizer.get("/events/cup/players/")
    gwen = enter(cup, "Gwen")
    organizer.post(AT + "accept", entry=list(ids(cup).values()))
    gwen.get("/enter/cup")
    assert "Self check-in is not open." in gwen.post("/me/check-in", referrer="/me/table")


def test_a_window_that_is_over_is_closed_so_that_every_phone_follows(cup, organizer, monkeypatch):
    """“Check-in closes at 13:45” and “I am here” stood on phones for as long as nothing else happened."""
    organizer.post("/events/cup/players/self-check-in", minutes="30")
    before = acts(cup)
    close_by_itself(cup)
    assert acts(cup) == before
    monkeypatch.setenv("CINDERBOX_BOOT_OFFSET_MS", str(31 * 60_000))
    close_by_itself(cup)
    assert "Self check-in closed" in organizer.get("/events/cup/history/")
    close_by_itself(cup)
    assert acts(cup) == before + 1


def test_a_window_of_an_event_that_has_begun_is_left_alone(cup, organizer, monkeypatch):
    organizer.post("/events/cup/players/self-check-in", minutes="30")
    organizer.post("/events/cup/start")
    organizer.post("/events/cup/pairings/publish")
    count = acts(cup)
    monkeypatch.setenv("CINDERBOX_BOOT_OFFSET_MS", str(31 * 60_000))
    close_by_itself(cup)
    assert acts(cup) == count


def close_by_itself(app):
    with app.app_context():
        check_in.carry_out()


def moment_ms(app):
    with app.app_context():
        return moment().ms


def test_after_a_power_cut_the_window_stays_open_until_it_is_closed(cup, organizer, monkeypatch):
    organizer.post("/events/cup/players/self-check-in", minutes="30")
    monkeypatch.setenv("CINDERBOX_BOOT_ID", "another boot")
    assert "Check-in is open." in organizer.get("/events/cup/players/")
    organizer.post("/events/cup/players/self-check-in", do="close")
    assert "Check-in is open." not in organizer.get("/events/cup/players/")


def test_who_is_not_here_comes_off_in_one_go_but_for_those_who_are_late(cup, organizer):
    organizer.post("/events/cup/players/here", here="p1")
    page = organizer.get("/events/cup/players/")
    assert "Not here 3" in page
    organizer.post("/events/cup/players/take-off-absent", listed="1", absent=["p2", "p4"])
    assert list(tournament(cup).players) == ["p1", "p3"]
    page = organizer.post("/events/cup/players/take-off-absent", listed="1", referrer="/events/cup/players/")
    assert "Nobody is ticked." in page
    assert len(tournament(cup).players) == 2


# What is kept


def test_an_event_that_is_over_or_deleted_keeps_no_entry(cup, organizer):
    enter(cup, "Iris Chen")
    organizer.post("/events/cup/delete")
    assert not rows(cup)


def test_a_finished_event_forgets_who_was_not_accepted(cup):
    enter(cup, "Iris Chen")
    with cup.app_context():
        waiting.follow("cup", (f.TournamentFinished(("p1",)),))
    assert not rows(cup)


def test_a_backup_brings_entries_back(cup, organizer):
    enter(cup, "Iris Chen")
    with cup.app_context():
        kept = backups.backup(cup.config["CINDERBOX"])
    iris = rows(cup)[0].id
    organizer.post(AT + "accept", entry=iris, do="refuse")
    organizer.post(f"/box/backups/{kept.name}/restore")
    assert [(row.name, row.state) for row in rows(cup)] == [("Iris Chen", "waiting")]


def test_erasing_somebody_takes_their_entry_along(cup, organizer):
    iris = enter(cup, "Iris Chen")
    organizer.post(AT + "accept", entry=list(ids(cup).values()))
    enter(cup, "iris chen")
    enter(cup, "Gwen", partner="Iris Chen")
    with cup.app_context():
        person = next(each.id for each in known_people.directory().people.values() if each.name == "Iris Chen")
        erasing.erase(person, "s1")
    assert "iris" not in str(rows(cup)).casefold()
    assert [row.name for row in rows(cup) if row.state == "waiting"] == ["Gwen"]
    assert iris.get("/me/table").path == "/me"


def test_an_event_that_loses_its_names_loses_its_entries(cup):
    enter(cup, "Iris Chen")
    with cup.app_context():
        nameless.make_nameless("cup")
    assert not rows(cup)


def test_the_flyer_says_where_and_what_it_costs(cup, organizer):
    organizer.post(AT + "terms", do="save", places="24", fee="10 €")
    page = organizer.get(AT + "flyer")
    assert "/enter" in page
    assert "Fee 10 €, at the desk. 24 places. No phone? Enter at the desk." in page
    assert "<svg" in page.html


def test_whoever_enters_late_by_phone_is_told_at_the_desk_where_they_will_sit(app, organizer):
    """“Players should never be turned away from a tournament because they would create a four-player game”"""
    late = Event(app, [f"Mage {i}" for i in range(1, 10)], ruleset_id="spellfire").start()
    organizer.post(AT + "terms", do="open")
    enter(app, "Zoe")
    assert "Whoever enters now sits down at table 1, as the fourth" in organizer.get(AT)
    page = organizer.post(AT + "accept", entry=list(ids(app).values()))
    assert "Zoe sits at table 1." in page
    assert len(late.match(1).seats) == 4


def test_everybody_whom_one_phone_entered_is_on_it(app, cup, organizer):
    """A parent enters two children: the second had to ask for a code."""
    mother = Actor(app, "10.0.0.7")
    for name in ("Iris Chen", "Gwen Chen"):
        mother.post("/enter/cup", name=name)
    organizer.post(AT + "accept", entry=list(ids(cup).values()))
    page = mother.get("/me/table")
    assert page.path == "/me/table"
    assert "Gwen Chen" in page.html.split('class="p-family"')[1].split("</form>")[0]
    page = mother.get("/enter/cup")
    assert "This phone is for them, too" in page
    gwen = next(row.player_id for row in rows(cup) if row.place == 2)
    assert "Gwen" in mother.post("/me/change", event="cup", player=gwen)


def test_a_phone_that_was_signed_out_stays_so(app, cup, organizer):
    """Its page said that it needs the code now, and the page for entering let it in again."""
    iris = Actor(app, "10.0.0.7")
    iris.post("/enter/cup", name="Iris Chen")
    organizer.post(AT + "accept", entry=list(ids(cup).values()))
    assert iris.get("/me").path == "/me/table"
    assert iris.post("/me/leave").path == "/me"
    assert "No code is needed" not in iris.get("/enter/cup")
    assert iris.get("/me/table").path == "/me"
