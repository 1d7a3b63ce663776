"""A player's own list on their own phone: checked at once, handed in and locked; nobody else's is reachable."""

from dataclasses import replace

import pytest

from engine import facts as f
from engine.decisions import rounds, setup
from server.core import holders, keys
from tests.server import at_table_devices as at
from tests.server.conftest import Actor
from tests.server.deck_lists import ILLEGAL, LEGAL, hand_in, kept, with_lists
from tests.server.result_event import Event, told

OWN = "/me/deck"


@pytest.fixture
def cup(app):
    return with_lists(app, ("Ana", "<b>Ben</b>", "Cai", "Dee"))


def phone(event, player="p1"):
    """Somebody with this player's phone in hand."""
    with event.app.app_context():
        code = keys.personal_code(holders.secret("cup"), player, codes=0)
    actor = Actor(event.app)
    actor.client.post("/me", data={"event": "cup", "code": code})
    return actor


def test_the_own_page_leads_to_the_deck_list(cup):
    assert f'href="{OWN}"' in phone(cup).get("/me/table").html
    cup.do(lambda t: setup.change_settings(t, replace(t.settings, deck_lists=False)))
    assert f'href="{OWN}"' not in phone(cup).get("/me/table").html
    assert "This event collects no deck lists." in phone(cup).get(OWN)


def test_a_list_with_faults_is_not_handed_in_but_kept(cup):
    page = phone(cup).post(OWN, list=ILLEGAL, do="hand-in")
    assert "Not handed in: the list has 2 faults." in page
    assert "Molten Gold is banned from constructed decks." in page
    assert kept(cup, "p1") == ILLEGAL
    assert not cup.t.players["p1"].deck_locked


def test_handing_in_locks_the_list_and_the_history_says_who_did(cup, organizer):
    page = phone(cup).post(OWN, list=LEGAL, do="hand-in")
    assert "Handed in and locked." in page
    assert "Rin Northfell" in page
    assert "<textarea" not in page.html
    assert cup.t.players["p1"].deck_locked
    assert cup.book.acts[-1].by == "player:p1"
    assert "Deck of Ana locked" in told(organizer.get("/events/cup/history/"))


def test_what_is_handed_in_is_changed_at_the_desk_only(cup, organizer):
    own = phone(cup)
    own.post(OWN, list=LEGAL, do="hand-in")
    page = own.post(OWN, list=ILLEGAL, do="save")
    assert page.status == 409
    assert "Only the organizer can open it again" in page
    organizer.post("/events/cup/decks/player/p1/unlock")
    assert "Saved, with 2 faults." in own.post(OWN, list=ILLEGAL, do="save")


def test_a_list_is_saved_for_later(cup):
    own = phone(cup)
    assert "Saved, not handed in yet." in own.post(OWN, list=LEGAL, do="save")
    assert "Phoenixborn: Rin Northfell" in own.get(OWN).html
    assert 'value="Rin Northfell"' in own.get(OWN, **{"as": "form"}).html


def test_what_cannot_be_read_stays_in_the_field(cup):
    page = phone(cup).post(OWN, list="Phoenixborn: Rin\nnonsense <b>", do="hand-in")
    assert page.status == 409
    assert "Line 2" in page
    assert "nonsense &lt;b&gt;" in page.html


def test_the_form_on_the_phone_grows_too(cup):
    page = phone(cup).post(OWN, **{"as": "form", "do": "lines", "card-0": "Purge"})
    assert 'name="card-17"' in page.html
    assert 'value="Purge"' in page.html


def test_lists_close_when_round_1_is_published(cup):
    own = phone(cup)
    cup.begin()
    assert "Saved" in own.post(OWN, list=LEGAL, do="save")
    cup.do(rounds.publish)
    page = own.post(OWN, list=ILLEGAL, do="save")
    assert page.status == 409
    assert "Round 1 has begun, so lists are closed." in page
    assert "Hand in" not in own.get(OWN)
    assert kept(cup, "p1") == LEGAL


def test_a_double_tap_hands_in_once(cup):
    own = phone(cup)
    for _ in range(2):
        assert "Handed in and locked" in own.post(OWN, list=LEGAL, do="hand-in", request_id="tap")
    assert sum(isinstance(fact, f.DeckLocked) for act in cup.book.acts for fact in act.facts) == 1


def test_nobody_else_s_list_is_reachable(cup):
    hand_in(cup, "p1", text=LEGAL.replace("Rin Northfell", "Odette Diamondcrest"))
    other = phone(cup, "p2")
    for path in (OWN, "/me/table", "/events/cup/decks/player/p1", "/events/cup/decks/", "/e/cup/p/p1"):
        assert "Odette" not in other.get(path, player="p1").html
    assert "Odette" not in other.post(f"{OWN}/preview", list=LEGAL, player="p1").html
    other.post(OWN, list=LEGAL, do="save", player="p1")
    assert "Odette" in kept(cup, "p1")


def test_whoever_is_no_player_is_asked_for_the_code(cup, stranger, organizer):
    cup.start()
    slip = at.slip(cup, 1).client
    for client in (stranger.client, organizer.client, slip):
        for method, path in (("get", OWN), ("post", OWN), ("post", f"{OWN}/roster")):
            assert getattr(client, method)(path).location.partition("?")[0] == "/me"
    assert slip.post(f"{OWN}/preview").status_code == 401
    tablet = at.tablet(cup, 1).client
    assert tablet.get(OWN).location == "/me"


def test_whoever_was_taken_off_the_list_has_no_deck(cup):
    own = phone(cup, "p4")
    cup.do(lambda t: (f.PlayerRemoved("p4"),))
    assert own.post(OWN, list=LEGAL, do="hand-in").status in (404, 409)
    assert kept(cup, "p4") is None


# Base Decks


@pytest.fixture
def base(app):
    return Event(app, ("Ana", "Ben", "Cai"), ruleset_id="summoner-wars")


def test_factions_are_named_on_the_phone_until_the_event_begins(base):
    own = phone(base)
    assert ">Factions</a>" in own.get("/me/table").html
    page = own.post(f"{OWN}/roster", **{"round-1": "Vanguards", "round-2": "<i>Swamp</i> Orcs"})
    assert "Your roster is in." in page
    assert "<i>Swamp" not in page.html
    assert base.t.players["p1"].factions == ("Vanguards", "<i>Swamp</i> Orcs")
    base.start()
    page = own.post(f"{OWN}/roster", **{"round-1": "Fallen Kingdom", "round-2": "Vanguards"})
    assert page.status == 409
    assert "the roster stays as it is" in page
    assert "Save my factions" not in own.get(OWN)


@pytest.mark.parametrize(
    ("typed", "sentence"),
    [
        ({"round-2": "Vanguards"}, "Round 1: no faction is named."),
        ({"round-1": "Vanguards"}, "Round 2: no faction is named."),
        ({"round-1": "Vanguards", "round-2": "vanguards"}, "Vanguards is named for rounds 1 and 2"),
    ],
)
def test_a_roster_with_gaps_or_repeats_is_refused_with_what_was_typed(base, typed, sentence):
    page = phone(base).post(f"{OWN}/roster", **typed)
    assert page.status == 409
    assert sentence in page
    assert all(f'value="{faction}"' in page.html for faction in typed.values())
    assert base.t.players["p1"].factions == ()


def test_repeats_are_fine_where_the_organizer_allows_them(base):
    base.do(lambda t: setup.change_settings(t, replace(t.settings, repeat_factions=True)))
    assert "Your roster is in." in phone(base).post(f"{OWN}/roster", **{"round-1": "Vanguards", "round-2": "Vanguards"})
