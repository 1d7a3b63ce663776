"""Deck lists at the desk: entered, checked at once, locked, unlocked by the organizer, closed to whoever plays."""

import json
import re

import pytest

from engine import facts as f
from engine.decisions import rounds, setup, stages
from server.core import holders, keys
from server.event.transfer import export_event, import_event
from tests.server.conftest import Actor
from tests.server.deck_lists import CARDS, DECKS, ILLEGAL, LEGAL, ashes_list, hand_in, kept, plays, with_lists
from tests.server.result_event import Event, told

ANA = f"{DECKS}player/p1"


@pytest.fixture
def cup(app):
    return with_lists(app, ("Ana", "<b>Ben</b>", "Cai", "Dee"))


def locks(event):
    return [fact for act in event.book.acts for fact in act.facts if isinstance(fact, f.DeckLocked | f.DeckUnlocked)]


def fields(**changes):
    """The form filled with a legal list."""
    filled = {"as": "form", "do": "save", "leader": "Rin Northfell", "die-natural": "5", "die-divine": "5"}
    for n, card in enumerate(CARDS):
        filled |= {f"card-{n}": card, f"card-{n}-count": "3"}
    return filled | changes


def test_decks_are_in_the_rail_also_where_no_lists_are_collected(app, organizer):
    """They can be looked at without one."""
    Event(app, ("Ana", "Ben", "Cai"), tid="plain")
    with_lists(app)
    assert "Decks" in organizer.get("/events/cup/")
    assert "Decks" in organizer.get("/events/plain/")


def test_a_pasted_list_is_saved_and_told_legal(organizer, cup):
    page = organizer.post(ANA, list=LEGAL, do="save")
    assert "The list of Ana is saved. It is legal." in told(page)
    assert "Rin Northfell, 30 cards, 10 dice" in organizer.get(DECKS)
    assert "Saved, not handed in" in organizer.get(DECKS)
    assert kept(cup, "p1") == LEGAL
    assert not cup.t.players["p1"].deck_locked


def test_what_is_wrong_is_said_at_once_in_sentences(organizer, cup):
    page = organizer.post(ANA, list=ILLEGAL, do="save")
    for sentence in ("31 cards; a deck has exactly 30.", "Molten Gold is banned from constructed decks."):
        assert sentence in page
        assert sentence in organizer.get(DECKS)
    assert "with 2 faults" in page


def test_what_is_being_typed_is_checked_without_saving(organizer, cup):
    assert "This list is legal." in organizer.post(f"{ANA}/preview", list=LEGAL)
    assert "Molten Gold is banned" in organizer.post(f"{ANA}/preview", list=ILLEGAL)
    assert "The deck list is empty" in organizer.post(f"{ANA}/preview", list="")
    assert "10001 characters long" in organizer.post(f"{ANA}/preview", list="x" * 10_001)
    assert kept(cup, "p1") is None


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "The deck list is empty"),
        ("Phoenixborn: Rin\n<script>", "Line 2: “<script>” is not a card with its count"),
        ("3x Purge\n" * 1200, "10799 characters long"),
    ],
)
def test_a_text_that_cannot_be_read_is_refused_and_stays_on_the_page(organizer, cup, text, sentence):
    page = organizer.post(ANA, list=text, do="save")
    assert page.status == 409
    assert sentence in page
    assert text.splitlines()[-1:] == [] or text.splitlines()[-1] in page
    assert "<script>" not in page.html
    assert kept(cup, "p1") is None


def test_a_form_says_the_same_as_a_pasted_text(organizer, cup):
    page = organizer.post(ANA, **fields())
    assert "It is legal." in page
    form = organizer.get(ANA, **{"as": "form"})
    assert 'value="Rin Northfell"' in form.html
    assert 'name="card-0" value="Summon Iron Rhino"' in form.html
    assert re.search(r'name="die-natural" value="5"', form.html)


def test_the_form_grows_by_a_few_lines_and_keeps_what_is_typed(organizer, cup):
    page = organizer.post(ANA, **fields(do="lines"))
    assert 'name="card-17"' in page.html
    assert 'name="card-9" value="Hypnotize"' in page.html
    assert kept(cup, "p1") is None


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [({"card-0-count": "many"}, "Summon Iron Rhino: “many” is not a count"), ({"die-divine": "x"}, "divine: “x”")],
)
def test_a_form_that_makes_no_sense_is_refused_with_what_was_typed(organizer, cup, changes, sentence):
    page = organizer.post(ANA, **fields(**changes))
    assert page.status == 409
    assert sentence in page
    assert 'name="card-9" value="Hypnotize"' in page.html


def test_an_empty_form_is_refused(organizer, cup):
    assert "The form is empty. Write the Phoenixborn" in organizer.post(ANA, **{"as": "form", "do": "save"})


# Locking


def test_a_locked_list_is_changed_by_nobody_until_the_organizer_unlocks_it(organizer, cup):
    organizer.post(ANA, list=LEGAL, do="lock")
    assert "is locked. Unlock it first" in told(organizer.post(ANA, list=ILLEGAL, do="save"))
    assert kept(cup, "p1") == LEGAL
    page = organizer.post(f"{ANA}/unlock")
    assert "is open again" in told(page)
    assert "saved" in organizer.post(ANA, list=ILLEGAL, do="save")
    assert locks(cup) == [f.DeckLocked("p1"), f.DeckUnlocked("p1")]
    history = told(organizer.get("/events/cup/history/"))
    assert "Deck of Ana locked" in history
    assert "Deck of Ana unlocked" in history


def test_a_saved_list_is_locked_as_it_is(organizer, cup):
    assert "There is no list of Ana to lock" in told(organizer.post(f"{ANA}/lock", referrer=ANA))
    organizer.post(ANA, list=ILLEGAL, do="save")
    assert "is locked" in told(organizer.post(f"{ANA}/lock"))
    assert "Handed in, 2 faults" in organizer.get(DECKS)


def test_at_the_deadline_every_list_is_locked(organizer, cup):
    organizer.post(ANA, list=ILLEGAL, do="save")
    organizer.post(f"{DECKS}player/p2", list=LEGAL, do="save")
    hand_in(cup, "p3")
    assert "2 lists locked." in organizer.post(f"{DECKS}lock-all")
    assert [player.deck_locked for player in cup.t.players.values()] == [True, True, True, False]
    assert "There was no open list to lock." in organizer.post(f"{DECKS}lock-all")
    assert "2 of 4 handed in and legal, 1 has faults." in organizer.get(DECKS)


def test_a_double_tap_locks_once(organizer, cup):
    for _ in range(2):
        page = organizer.post(ANA, list=LEGAL, do="lock", request_id="tap")
    assert page.status == 200
    assert locks(cup) == [f.DeckLocked("p1")]


def test_judges_read_lists_and_change_none(judge, cup):
    hand_in(cup, "p1")
    page = judge.get(ANA)
    assert "Rin Northfell" in page
    assert "Hypnotize Chained" in page
    assert "Unlock" not in page
    for path in (ANA, f"{ANA}/lock", f"{ANA}/unlock", f"{ANA}/preview", f"{DECKS}lock-all"):
        assert judge.post(path).status == 403


def test_an_event_that_collects_none_takes_none(app, organizer):
    event = Event(app, ("Ana", "Ben", "Cai"))
    assert "collects no deck lists" in organizer.post(ANA, list=LEGAL, do="save")
    assert "collects no deck lists" in organizer.post(f"{DECKS}lock-all", referrer=DECKS)
    assert kept(event, "p1") is None
    assert organizer.get(f"{DECKS}player/p9").status == 404


def test_names_are_never_markup(organizer, cup):
    hand_in(cup, "p2", text=ashes_list(phoenixborn="<i>Rin</i>"))
    for path in (DECKS, f"{DECKS}player/p2"):
        page = organizer.get(path)
        assert "<b>Ben" not in page.html
        assert "<i>Rin" not in page.html
        assert "<i>Rin</i>" in page


# Staff who play


def test_whoever_plays_sees_no_list_but_their_own(app, organizer, cup):
    hand_in(plays(cup, "p1"), "p1", "p2")
    olga = Actor(app).sign_in(app.config["CINDERBOX"].pin_file.read_text(), "ana")
    assert "Rin Northfell" in olga.get(ANA)
    page = olga.get(f"{DECKS}player/p2")
    assert "You play in this event" in page
    assert "Rin Northfell" not in page
    lines = olga.get(DECKS)
    assert lines.text.count("Rin Northfell") == 1
    assert olga.post(f"{DECKS}player/p2", list=LEGAL, do="save").status == 403
    assert olga.post(f"{DECKS}player/p2/preview", list=LEGAL).status == 403


def test_a_sign_in_by_another_name_is_asked_once_on_each_device(organizer, cup):
    hand_in(plays(cup, "p1"), "p2")
    page = organizer.get(f"{DECKS}player/p2")
    assert "Who are you?" in page
    assert "Rin Northfell" not in page
    assert "Choose one of the names" in organizer.post(f"{DECKS}who", player="p3", referrer=DECKS)
    page = organizer.post(f"{DECKS}who", player="", back=f"{DECKS}player/p2")
    assert page.path == f"{DECKS}player/p2"
    assert "Rin Northfell" in page
    organizer.post(f"{DECKS}who", player="p1", back="https://elsewhere.example/")
    assert "Rin Northfell" not in organizer.get(f"{DECKS}player/p2")


@pytest.mark.parametrize("how", [{}, {"as": "slip"}])
def test_whoever_holds_a_players_code_plays_whatever_the_address_says(organizer, cup, how):
    """“?as=slip”, which is for phones that scanned one, opened every list."""
    hand_in(cup, "p1", "p2")
    with cup.app.app_context():
        code = keys.personal_code(holders.secret("cup"), "p1", codes=0)
    organizer.client.post("/me", data={"event": "cup", "code": code})
    assert "Rin Northfell" in organizer.get(ANA, **how)
    page = organizer.get(f"{DECKS}player/p2", **how)
    assert "You play in this event" in page
    assert "Rin Northfell" not in page


def test_after_the_event_lists_are_open_to_whoever_ran_it(app, organizer, cup):
    hand_in(plays(cup, "p1"), "p2").start().play()
    cup.do(lambda t: (f.RoundsPlanned(1),))
    organizer.post(f"{DECKS}who", player="p1")
    assert "Rin Northfell" not in organizer.get(f"{DECKS}player/p2")
    cup.do(stages.finish)
    assert "Rin Northfell" in organizer.get(f"{DECKS}player/p2")


# What becomes of lists


def test_a_player_who_is_taken_off_and_brought_back_still_has_the_list(organizer, cup):
    hand_in(cup, "p1", "p2", "p3")
    cup.do(lambda t: (f.PresenceMarked("p3", True),))
    organizer.post("/events/cup/players/p1/remove")
    organizer.post("/events/cup/players/take-off-absent")
    assert list(cup.t.players) == ["p3"]
    assert organizer.get(f"{DECKS}player/p1").status == 404
    for act in cup.book.acts[:-3:-1]:
        organizer.post(f"/events/cup/history/{act.seq}/undo", seen=cup.seen)
    assert all(cup.t.players[player].deck_locked for player in ("p1", "p2", "p3"))
    assert [kept(cup, player) for player in ("p1", "p2", "p3")] == [LEGAL] * 3


def test_lists_travel_with_the_event(app, cup):
    hand_in(cup, "p1", "p2")
    with app.app_context():
        exported = export_event("cup")
        new = import_event(json.dumps(exported))
        again = export_event(new)
    assert [deck["player_id"] for deck in exported["decks"]] == ["p1", "p2"]
    assert again["decks"] == exported["decks"]


@pytest.mark.parametrize("damage", [{"list": "{"}, {"list": "[1]"}, {"list": 3}, {"player_id": None}])
def test_a_file_with_a_broken_list_is_refused(app, cup, damage):
    hand_in(cup, "p1")
    with app.app_context():
        exported = export_event("cup")
        exported["decks"][0] |= damage
        with pytest.raises(Exception, match=r"damaged: a deck list"):
            import_event(json.dumps(exported))


# Other games


def test_a_custom_deck_is_always_written_down(app, organizer):
    event = Event(app, ("Ana", "Ben", "Cai"), ruleset_id="summoner-wars")
    from dataclasses import replace

    event.do(lambda t: setup.change_settings(t, replace(t.settings, deck_format="custom-deck")))
    sheet = {"as": "form", "do": "save", "leader": "Ret-Talus", "champion-0": "Dragos", "common-0": "Warrior"}
    page = organizer.post(ANA, **sheet, **{"common-0-count": "4"})
    assert "1 champion; a deck has exactly 3." in page
    assert kept(event, "p1") == "Summoner: Ret-Talus\nChampion: Dragos\nCommon: 4x Warrior"
    assert 'name="event-4"' in organizer.get(ANA, **{"as": "form"}).html
    assert "not with a faction per round" in organizer.post(ANA, list="Round 1: Vanguards", do="save")


@pytest.mark.parametrize(("size", "levels"), [(55, 90), (75, 115), (110, 180)])
def test_spellfire_decks_are_counted_by_their_size(app, organizer, size, levels):
    from dataclasses import replace

    event = with_lists(app, [f"Mage {i}" for i in range(6)], ruleset_id="spellfire")
    event.do(
        lambda t: setup.change_settings(
            t, replace(t.settings, event=replace(t.settings.event, deck_size=size, realms=10 if size == 110 else 6))
        )
    )
    champions = "\n".join(f"Hero 20: Champion {n}" for n in range(10))
    page = organizer.post(ANA, list=champions, do="save")
    assert f"10 cards; a {size}-card deck has exactly {size}." in page
    assert f"The champions total 200 levels; a {size}-card deck has at most {levels}." in page
    assert "0 realms" in page


# Settings


def settings(organizer, **form):
    ticks = {f"asked_{key}": "1" for key in ("deck_lists", "chained")}
    return organizer.post("/events/cup/settings", deck_lists="on", chained="on", **ticks, **form)


def test_the_lists_are_the_organizer_s_with_their_day(organizer, cup):
    page = settings(
        organizer, chained_cards="Purge\n  purge \n\nFester", banned_cards="Gilder\n<i>", lists_since="2025-05-03"
    )
    assert "Saved." in page
    assert cup.t.settings.chained_cards == ("purge", "Fester")
    assert cup.t.settings.banned_cards == ("Gilder", "<i>")
    assert "As of 2025-05-03." in organizer.get(DECKS)
    assert "Gilder is banned" in organizer.post(ANA, list=LEGAL, do="save")
    assert "<i>" not in organizer.get("/events/cup/settings").html


@pytest.mark.parametrize(
    ("form", "sentence"),
    [
        ({"lists_since": "yesterday"}, "There is no such day"),
        ({"banned_cards": "\n".join(f"Card {n}" for n in range(501))}, "at most 500 cards"),
        ({"chained_cards": "x" * 201}, "at most 200 characters"),
    ],
)
def test_lists_that_make_no_sense_are_refused_with_what_was_typed(organizer, cup, form, sentence):
    page = settings(organizer, **form)
    assert page.status == 409
    assert sentence in page
    assert next(iter(form.values())).splitlines()[-1] in page.html


def test_lists_are_collected_when_the_settings_say_so(organizer, cup):
    organizer.post("/events/cup/settings", asked_deck_lists="1")
    assert not cup.t.settings.deck_lists
    assert "This event collects no deck lists." in organizer.get(DECKS)
    settings(organizer)
    assert cup.t.settings.deck_lists


def test_banned_cards_are_about_decks_that_people_build(app, organizer):
    with_lists(app, deck_format="preconstructed")
    page = organizer.post(ANA, list=ILLEGAL, do="save")
    assert "31 cards" in page
    assert "is banned" not in page


def test_a_list_handed_in_stays_through_the_rounds(organizer, cup):
    hand_in(cup, *cup.t.players)
    cup.begin().do(rounds.publish)
    assert "4 of 4 handed in and legal." in organizer.get(DECKS)
