"""Siblings share a phone and change with one tap; signing out asks first; a new code replaces the old."""

import re

import pytest

from server.core import holders
from tests.server.at_table_devices import code_of, replace_code, slip, tablet
from tests.server.result_event import Event


@pytest.fixture
def cup(app):
    return Event(app, ["Ana Kovač", "Ben", "<b>Cai</b>", "Dee"]).start()


def text(answer):
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", answer.get_data(as_text=True)))


def signed_in(cup, *players):
    client = cup.app.test_client()
    for player in players:
        answer = client.post("/me", data={"event": "cup", "code": code_of(cup, player)})
        assert answer.location == "/me/table"
    return client


def whose(client):
    return re.search(r'data-own="(\w+)"', client.get("/me/table").get_data(as_text=True))[1]


def test_siblings_change_with_one_tap_and_each_speaks_for_themselves(cup):
    client = signed_in(cup, "p1", "p2")
    assert whose(client) == "p2"
    assert "Ana Kovač" in text(client.get("/me/table"))
    assert client.post("/me/change", data={"event": "cup", "player": "p1"}).location == "/me/table"
    assert whose(client) == "p1"
    assert client.get("/at-table/state").json["speaks_for"] == ["p1"]
    client.post("/me/change", data={"event": "cup", "player": "p2"})
    assert client.get("/at-table/state").json["speaks_for"] == ["p2"]


@pytest.mark.parametrize("device", [tablet, slip])
def test_a_device_of_a_table_asks_for_the_code_and_is_then_that_players(cup, device):
    """It was sent round in circles: a tablet was taken for a phone whose player is known."""
    client = device(cup, 1).client
    assert "code" in text(client.get("/me"))
    assert client.post("/me", data={"event": "cup", "code": code_of(cup, "p1")}).location == "/me/table"
    assert whose(client) == "p1"


def test_nobody_is_changed_to_whose_code_was_not_typed_here(cup):
    client = signed_in(cup, "p1")
    assert client.post("/me/change", data={"event": "cup", "player": "p3"}).location == "/me"
    assert whose(client) == "p1"


def test_the_same_code_twice_is_one_player_and_a_family_has_an_end(cup):
    client = signed_in(cup, "p1", "p2", "p1", "p2", "p1")
    with client.session_transaction() as session:
        assert [each["player"] for each in session[holders.BESIDE]] == ["p2"]
        session[holders.BESIDE] = [
            {"kind": "player", "tournament": "cup", "player": f"x{n}", "code": "A"} for n in range(20)
        ]
    client.post("/me", data={"event": "cup", "code": code_of(cup, "p4")})
    with client.session_transaction() as session:
        assert len(session[holders.BESIDE]) == holders.MOST_BESIDE
    assert whose(client) == "p4"


def test_signing_out_asks_and_leaves_the_others_signed_in(cup):
    client = signed_in(cup, "p1", "p2")
    asked = text(client.get("/me/leave"))
    assert "Sign out of this phone?" in asked
    assert "Ana Kovač stays signed in." in asked
    assert whose(client) == "p2"
    assert client.post("/me/leave").location == "/me/table"
    assert whose(client) == "p1"
    assert client.post("/me/leave").location == "/me"
    assert client.get("/me/table").location.startswith("/me")


def test_a_new_code_at_the_desk_ends_the_lost_phone_and_only_that_player(cup):
    client = signed_in(cup, "p1", "p2")
    replace_code(cup, "p1")
    assert "Ana" not in text(client.get("/me/table")).split("against")[0]
    assert client.post("/me/change", data={"event": "cup", "player": "p1"}).location == "/me"
    assert "Their code was replaced." in text(client.get("/me"))
    assert whose(client) == "p2"


def test_a_phone_whose_code_was_replaced_says_so_and_stays_with_a_sibling_if_there_is_one(cup):
    alone, shared = signed_in(cup, "p1"), signed_in(cup, "p2", "p1")
    replace_code(cup, "p1")
    assert alone.get("/me/table").location == "/me"
    for _ in range(2):  # a page that follows the event asks first
        assert "The code that this phone had was replaced. The desk has the new one." in text(alone.get("/me"))
    assert "was replaced" not in text(cup.app.test_client().get("/me"))
    assert shared.get("/me/table").location == "/me"
    following = {"X-Live": "1"}  # what the page asks by itself is read by nobody: then it comes again
    assert shared.get("/me", headers=following).location == "/me/table"
    told = "The code of another player on this phone was replaced. The desk has the new one."
    pages = (shared.get("/me/table", headers=headers) for headers in (following, {}, {}))
    assert [told in text(page) for page in pages] == [False, True, False]
    assert whose(shared) == "p2"


def test_the_page_for_a_code_says_whose_phone_it_is(cup):
    assert "This phone is signed in for Ben" in text(signed_in(cup, "p2").get("/me"))
    assert "signed in for" not in text(cup.app.test_client().get("/me"))
