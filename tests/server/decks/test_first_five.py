"""The First Five on the judge's phone: chosen from the list, faults named, ticked off; never by whoever plays there."""

from dataclasses import replace

import pytest

from engine import facts as f
from engine.decisions import rounds, setup
from server.core import texts
from tests.server import at_table_devices as at
from tests.server.conftest import Actor
from tests.server.deck_lists import CARDS, hand_in, plays, with_lists
from tests.server.result_event import Event, told

FIVE = list(CARDS[:5])


@pytest.fixture
def cup(app):
    event = with_lists(app, ("Ana", "<b>Ben</b>", "Cai", "Dee"))
    return hand_in(event, *event.t.players).start()


@pytest.fixture
def plain(app):
    return Event(app, ("Ana", "Ben", "Cai", "Dee")).start()


def path(event, table=1, seat=0):
    return f"/events/cup/deck-checks/first-five/{table}/{event.pair(table)[seat]}"


def ready(event, table=1):
    return event.match(table).ready


def said(app):
    with app.app_context():
        return [text.text for text in texts.texts("cup", "deck-check")]


def test_the_cards_of_the_list_are_there_to_be_chosen(judge, cup):
    page = judge.get(path(cup))
    assert all(card in page for card in CARDS)
    assert "Hypnotize Chained" in page
    assert "First Five" in judge.get("/events/cup/floor/1")


def test_five_good_cards_tick_the_player_off(judge, cup):
    page = judge.post(path(cup), five=FIVE, do="check")
    assert page.path == "/events/cup/floor/1"
    assert "is fine" in told(page)
    assert "checked" in page
    assert ready(cup) == (cup.pair(1)[0],)
    assert "Checked" in judge.get(path(cup))


@pytest.mark.parametrize(
    ("five", "other", "sentence"),
    [
        (FIVE[:4], "", "4 cards; a First Five has exactly 5."),
        ([*FIVE[:4], "Hypnotize"], "", "Hypnotize is Chained; it cannot be in the First Five."),
        (FIVE[:4], "Molten Gold", "Molten Gold is not in the deck list."),
        (FIVE[:4], FIVE[0], "Summon Iron Rhino is there twice; the First Five are different cards."),
    ],
)
def test_what_is_wrong_with_the_five_is_named_and_nothing_is_recorded(judge, cup, five, other, sentence):
    before = cup.seen
    page = judge.post(path(cup), five=five, other=other, do="check")
    assert page.status == 409
    assert sentence in page
    assert "checked" in page.html
    assert cup.seen == before


def test_a_fault_is_recorded_with_its_words_and_then_they_choose_again(app, judge, cup):
    page = judge.post(path(cup), five=[*FIVE[:4], "Hypnotize"], do="fault")
    assert "has a fault" in told(page)
    assert "Give a penalty" in page
    (check,) = cup.t.deck_checks
    assert (check.player, check.what, check.ok, check.round) == (cup.pair(1)[0], "first-five", False, 1)
    assert said(app) == ["Hypnotize is Chained; it cannot be in the First Five."]
    assert "a fault" in judge.get("/events/cup/floor/1")
    judge.post(path(cup), five=FIVE, do="check")
    assert ready(cup) == (cup.pair(1)[0],)


def test_without_lists_a_plain_tick_is_enough(judge, plain):
    page = judge.get(path(plain))
    assert "Checked, all is well" in page
    judge.post(path(plain), do="check")
    assert ready(plain) == (plain.pair(1)[0],)


def test_without_lists_a_fault_needs_its_words(app, judge, plain):
    page = judge.post(path(plain), do="fault", referrer=path(plain))
    assert "Say in a few words what is wrong." in page
    judge.post(path(plain), do="fault", fault="Two copies <of> Purge")
    assert said(app) == ["Two copies <of> Purge"]
    assert "<of>" not in judge.get(path(plain)).html


def test_where_chained_cards_do_not_count_they_may_be_shown(judge, cup):
    cup.do(lambda t: setup.change_settings(t, replace(t.settings, chained=False)))
    judge.post(path(cup), five=[*FIVE[:4], "Hypnotize"], do="check")
    assert ready(cup) == (cup.pair(1)[0],)


def test_a_double_tap_checks_once(judge, cup):
    for _ in range(2):
        judge.post(path(cup), five=FIVE, do="check", request_id="tap")
    for _ in range(2):
        judge.post(path(cup, seat=1), do="fault", fault="Worn", five=FIVE, request_id="tap two")
    assert len(cup.t.deck_checks) == 1
    assert sum(isinstance(fact, f.FirstFiveChecked) for act in cup.book.acts for fact in act.facts) == 1


def test_only_who_sits_there_is_checked_there(judge, cup):
    elsewhere = cup.pair(2)[0]
    assert judge.get(f"/events/cup/deck-checks/first-five/1/{elsewhere}").status == 404
    assert judge.post(f"/events/cup/deck-checks/first-five/1/{elsewhere}", do="check").status == 404
    assert judge.get(f"/events/cup/deck-checks/first-five/9/{elsewhere}").status == 404


def test_the_page_of_a_round_that_is_over_leads_to_the_floor(judge, cup):
    at_first = path(cup)
    cup.play(close=False)
    cup.do(rounds.close)
    assert judge.get(at_first).path == "/events/cup/floor/"


def test_a_draft_has_no_first_five_yet(app, judge):
    event = with_lists(app)
    event.begin()
    assert "is not published yet" in judge.get(path(event))


# At the table of staff who play


def sign_in(app, judge, name):
    return Actor(app).sign_in("2468", name)


def test_at_their_own_table_somebody_else_checks(app, judge, cup):
    mine, other = cup.pair(1)
    plays(cup, mine, "judge")
    own = sign_in(app, judge, cup.name(mine))
    page = own.get(path(cup, seat=1))
    assert "so somebody else checks there" in page
    assert "Summon Iron Rhino" not in page
    for post in (path(cup), path(cup, seat=1), "/events/cup/clock/ready/1"):
        assert "You play at table 1 yourself" in own.post(post, do="check", five=FIVE, referrer="/events/cup/floor/")
    assert ready(cup) == ()
    assert own.get(f"/events/cup/deck-checks/first-five/2/{cup.pair(2)[0]}").status == 200
    assert other not in ready(cup)


def test_whoever_might_be_that_player_says_first_who_they_are(judge, cup):
    plays(cup, cup.pair(1)[0])
    page = judge.post("/events/cup/clock/ready/1", referrer="/events/cup/clock/")
    assert "of the staff plays at table 1" in told(page)
    page = judge.get(path(cup))
    assert "Who are you?" in page
    judge.post("/events/cup/decks/who", player="", back=path(cup))
    judge.post(path(cup), five=FIVE, do="check")
    judge.post("/events/cup/clock/ready/1")
    assert len(ready(cup)) == 2


def test_a_phone_that_holds_a_player_s_code_is_that_player(app, judge, cup):
    """Signed in as a judge, and let in as a player: no second answer is needed."""
    client = at.phone(cup, cup.pair(1)[0]).client
    own = Actor(app)
    own.client = client
    with client.session_transaction() as session:
        held = session["held"]
    own.sign_in("2468", "Somebody")
    with client.session_transaction() as session:
        session["held"] = held
    assert "so somebody else checks there" in own.get(path(cup))


def test_whoever_plays_elsewhere_checks_without_seeing_the_list(app, judge, cup):
    plays(cup, cup.pair(1)[0], "judge")
    own = sign_in(app, judge, cup.name(cup.pair(1)[0]))
    page = own.get(path(cup, table=2))
    assert "Summon Iron Rhino" not in page
    assert "Checked, all is well" in page
    own.post(path(cup, table=2), do="check")
    assert ready(cup, 2) == (cup.pair(2)[0],)
    own.post(path(cup, table=2, seat=1), do="fault", fault="Two of a kind.", five=["Molten Gold"])
    assert said(app) == ["Two of a kind."]  # what the list says stays unsaid
