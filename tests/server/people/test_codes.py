"""Personal codes and slip keys: what they open, and that they open nothing else."""

import re
import time

import pytest

from engine.decisions import rounds
from server.core import holders, keys
from server.people import codes
from tests.server.at_table_devices import phone, slip, tablet
from tests.server.conftest import Actor
from tests.server.result_event import Event, told

NAMES = ["Ana Kovač", "Ben", "<b>Cai</b>", "Dee", "Eve", "Fay"]


@pytest.fixture
def cup(app):
    return Event(app, NAMES).start()


def code_of(event, player):
    with event.app.app_context():
        return keys.personal_code(holders.secret(event.tid), player, codes=_replaced(event, player))


def key_of(event, table):
    number = event.t.current_round.number
    with event.app.app_context():
        return keys.slip_key(holders.secret(event.tid), number, match=event.match(table))


def opened(actor, cup, at, **change):
    form = {"event": cup.tid, "round": cup.t.current_round.number, "table": at, "key": key_of(cup, at)}
    return actor.post("/slip/open", **{**form, **change})


def _replaced(event, player):
    with event.app.test_request_context():
        return codes.codes(event.tid)[player].replaced


# A personal code


def test_a_code_makes_the_phone_mine(app, cup):
    ana = Actor(app)
    page = ana.post("/me", event="cup", code=code_of(cup, "p1"))
    assert page.path == "/me/table"
    assert "Ana, your table is" in told(page)
    assert "data-report" in page.html


@pytest.mark.parametrize("spoilt", ["{}", " {} ", "{} ", "-{}"])
def test_a_code_may_be_typed_as_people_type(app, cup, spoilt):
    code = keys.grouped(code_of(cup, "p1")).lower()
    assert Actor(app).post("/me", event="cup", code=spoilt.format(code)).path == "/me/table"


def test_my_public_page_leads_to_my_own(app, cup):
    ana = Actor(app)
    ana.post("/me", event="cup", code=code_of(cup, "p1"))
    assert ana.get("/e/cup/p/p1").path == "/me/table"
    assert ana.get("/e/cup/p/p2").path == "/e/cup/p/p2"


def test_a_code_is_for_its_own_event(app, cup):
    Event(app, NAMES, tid="other").start()
    page = Actor(app).post("/me", event="other", code=code_of(cup, "p1"))
    assert page.path == "/me"
    assert "That code is not right for this event." in page


def test_a_wrong_code_a_wrong_event_and_no_code_get_a_sentence(app, cup, organizer):
    assert "That code is not right" in Actor(app).post("/me", event="cup", code="0000 0000")
    assert "That code is not right" in Actor(app).post("/me", event="cup")
    assert "There is no such event" in Actor(app).post("/me", event="none", code="0000 0000")
    code = code_of(cup, "p1")
    organizer.post("/events/cup/archive", sure="1")
    assert "archived" in Actor(app).post("/me", event="cup", code=code)


def test_guessing_slows_this_phone_down_and_no_other(app, cup, monkeypatch):
    monkeypatch.setattr(time, "clock_gettime_ns", lambda _clock: 10**12)
    thief = Actor(app, address="10.0.0.6")
    for _ in range(101):
        thief.post("/me", event="cup", code="0000 0000")
    assert "Too many wrong tries on this device" in thief.post("/me", event="cup", code=code_of(cup, "p1"))
    assert Actor(app).post("/me", event="cup", code=code_of(cup, "p1")).path == "/me/table"


def test_the_desk_says_that_there_is_a_new_code_only_if_there_is(app, cup, organizer):
    """A page that was left open from before said so, and the code that was read out did not work."""
    organizer.post("/events/cup/players/p1/code", replaced="0")
    right = code_of(cup, "p1")
    for old in ("0", "-1", "7", ""):
        page = organizer.post("/events/cup/players/p1/code", replaced=old, referrer="/events/cup/players/p1")
        assert "has a new code" not in page
        assert "has a newer code than this page showed" in told(page)
    assert code_of(cup, "p1") == right


def test_a_replaced_code_lets_nobody_in_and_whoever_was_in_is_out(app, cup, organizer):
    old = code_of(cup, "p1")
    ana = Actor(app)
    ana.post("/me", event="cup", code=old)
    page = organizer.post("/events/cup/players/p1/code", replaced="0")
    assert "Ana Kovač has a new code." in told(page)
    assert ana.get("/me/table").path == "/me"
    assert ana.client.get("/at-table/state").status_code == 401
    assert "That code is not right" in Actor(app).post("/me", event="cup", code=old)
    assert Actor(app).post("/me", event="cup", code=code_of(cup, "p1")).path == "/me/table"


def test_a_code_replaced_by_a_double_tap_is_replaced_once(cup, organizer):
    for _ in range(2):
        organizer.post("/events/cup/players/p1/code", replaced="0")
    assert _replaced(cup, "p1") == 1


def test_leaving_makes_the_phone_nobodys(app, cup):
    ana = Actor(app)
    ana.post("/me", event="cup", code=code_of(cup, "p1"))
    assert "not signed in as a player any more" in ana.post("/me/leave")
    assert ana.get("/me/table").path == "/me"


def test_a_phone_without_a_code_is_asked_for_one(app, cup, judge):
    assert Actor(app).get("/me/table").path == "/me"
    assert judge.get("/me/table").path == "/me"
    assert judge.get("/slip/match").path == "/slip"


def test_ana_reports_and_ben_confirms_each_on_their_own_phone(cup):
    one, two = (phone(cup, player) for player in cup.pair(1))
    assert one.report((0, 0, 12)).json["step"] == "one"
    assert one.report((1, 0, 12)).status_code == 403
    assert two.report((1, 0, 12)).json["step"] == "in"


# At the desk


def test_the_desk_shows_the_code_with_its_address(cup, judge):
    page = judge.get("/events/cup/players/p1")
    assert keys.grouped(code_of(cup, "p1")) in page
    assert re.search(r"type it at [\d.]+(:\d+)?/me", page.text)
    assert "<svg" in page.html


def test_the_secret_of_a_link_stands_behind_the_hash(app, cup):
    with app.test_request_context(base_url="http://box.lan:8000"):
        link = codes.codes("cup")["p1"].link
    assert link == f"http://box.lan:8000/me#cup.{code_of(cup, 'p1')}"


def test_every_player_has_a_slip_to_cut(cup, judge):
    page = judge.get("/events/cup/print/codes")
    for name, player in cup.ids.items():
        assert keys.grouped(code_of(cup, player)) in page
        assert name in page
    assert "<b>Cai" not in page.html
    assert page.html.count('class="code-cell"') == len(NAMES)
    assert "Personal codes" in judge.get("/events/cup/print/")


def test_staff_who_play_see_nobody_elses_code(app, cup, judge, organizer):
    """With Ben's code a judge who plays was Ben, and read his list."""
    organizer.post("/events/cup/players/p1/staff", role="co-organizer")
    pages = ("/events/cup/players/p2", "/events/cup/print/codes")
    for path in pages:
        assert keys.grouped(code_of(cup, "p2")) not in judge.get(path)
        assert keys.grouped(code_of(cup, "p2")) in organizer.get(path)
    assert "Say first who you are" in told(judge.get(pages[1]))
    with judge.client.session_transaction() as session:
        session["plays"] = {"cup": "p1"}
    assert "The organizer has it" in judge.get(pages[0])
    assert keys.grouped(code_of(cup, "p1")) in judge.get("/events/cup/players/p1")
    assert "You play in this event" in judge.get(pages[1])


def test_codes_can_be_printed_before_the_first_round(app, judge):
    Event(app, ["Ana", "Ben"])
    assert judge.get("/events/cup/print/codes").html.count('class="code-cell"') == 2


# A match slip


def test_a_slip_opens_its_match(app, cup):
    page = opened(Actor(app), cup, 2)
    assert page.path == "/slip/match"
    assert "Table 2" in page


def test_a_slip_opens_nothing_but_its_match(app, cup):
    held = slip(cup, 2)
    assert held.state().json["table"] == 2
    for table in (1, 3):
        assert held.state(table=table).status_code == 403
        players = cup.pair(table)
        told_ = [{"player": players[0], "winner": players[0], "wounds": 3}]
        assert held.send("report", table=table, reports=told_).status_code == 403
        # …nor the players of another table under its own number.
        assert held.send("report", reports=told_).status_code == 403
        assert held.send("call", table=table, kind="judge").status_code == 403
    assert held.send("drop", player=cup.pair(2)[0]).status_code == 403
    assert not any(match.reports or match.result for match in cup.t.current_round.matches)


def test_a_slip_opens_no_page_of_the_desk_and_nobodys_own(app, cup):
    holder = Actor(app)
    opened(holder, cup, 2)
    assert holder.get("/events/cup/").path == "/sign-in"
    assert holder.get("/me/table").path == "/me"
    assert holder.get("/tablet/table").path == "/tablet"


def test_a_slip_that_is_put_away_opens_nothing_any_more(app, cup):
    holder = Actor(app)
    opened(holder, cup, 2)
    assert holder.post("/slip/away").path == "/e/cup/"
    assert holder.get("/slip/match").path == "/slip"


def test_a_slip_is_held_beside_whatever_the_phone_was_before(app, cup):
    """Scanning one took the personal code away, or a tablet's table, without a word."""
    ana, here = Actor(app), tablet(cup, 1)
    ana.post("/me", event="cup", code=code_of(cup, "p1"))
    for client, own in ((ana.client, "/me/table"), (here.client, "/tablet/table")):
        client.post("/slip/open", data={"event": "cup", "round": 1, "table": 2, "key": key_of(cup, 2)})
        assert client.get("/slip/match").status_code == client.get(own).status_code == 200
        assert client.get("/at-table/state").json["holder"] in ("player", "tablet")
        assert client.get("/at-table/state?as=slip").json["holder"] == "slip"
        called = {"event": "cup", "round": 1, "table": 2, "kind": "judge", "as": "slip"}
        assert client.post("/at-table/call", json=called).status_code == 200
        client.post("/slip/away")
        assert client.get("/at-table/state?as=slip").status_code == 401
        assert client.get(own).status_code == 200


def test_the_page_of_an_old_slip_says_that_it_is_old(app, cup):
    holder = Actor(app)
    opened(holder, cup, 2)
    cup.do(lambda t: rounds.swap(t, cup.pair(1)[0], cup.pair(2)[0]))
    page = holder.get("/slip/match")
    assert page.path == "/slip"
    assert "This slip does not fit its table any more" in page
    assert "does not fit" not in holder.get("/slip/match")


@pytest.mark.parametrize("change", [{"table": 1}, {"round": 2}, {"key": "0" * 20}, {"key": ""}, {"table": "x"}])
def test_a_key_fits_one_table_of_one_round(app, cup, change):
    page = opened(Actor(app), cup, 2, **change)
    assert page.path == "/slip"
    assert "does not fit its table any more" in page


def test_a_key_of_one_event_opens_no_other(app, cup):
    Event(app, NAMES, tid="other").start()
    assert opened(Actor(app), cup, 2, event="other").path == "/slip"
    assert "There is no such event" in opened(Actor(app), cup, 2, event="none")


def test_a_slip_of_people_who_were_moved_says_so(app):
    cup = Event(app, NAMES).begin()
    key = key_of(cup, 2)
    cup.do(lambda t: rounds.swap(t, cup.pair(1)[0], cup.pair(2)[0]))
    cup.do(rounds.publish)
    page = opened(Actor(app), cup, 2, key=key)
    assert "people were moved after it was printed" in page


def test_an_old_slip_in_the_pocket_does_not_touch_the_next_round(app, cup):
    held = slip(cup, 2)
    cup.play().next_round()
    assert held.state().json["round"] == 1
    number = cup.t.current_round.number
    players = cup.pair(2)
    told_ = [{"player": players[0], "winner": players[0], "wounds": 3}]
    assert held.send("report", round=number, reports=told_).status_code == 403


def test_the_printed_slip_carries_its_key(cup, judge):
    page = judge.get("/events/cup/print/slips")
    assert page.html.count('class="slip-qr"') == len(cup.t.current_round.matches)
    assert "Scan to report by phone" in page
    assert key_of(cup, 1) not in page.html


def test_a_slip_of_several_players_opens_the_table_for_its_games(app, judge, stranger):
    cup = Event(app, ["Ana", "Ben", "Cleo"], ruleset_id="spellfire").start()
    page = judge.get("/events/cup/print/slips")
    assert page.html.count('class="slip-qr"') == 1
    assert "Scan to report each game by phone" in page
    stranger.post("/slip/open", event="cup", round=1, table=1, key=key_of(cup, 1))
    assert stranger.get("/slip/match").path == "/slip/match"
    one, two, three = cup.pair(1)
    told_ = [{"player": who, "winner": one, "realms": [6, 3, 2]} for who in (two, three)]
    about = {"event": "cup", "round": 1, "table": 1, "as": "slip", "number": 1, "reports": told_}
    assert stranger.client.post("/at-table/game", json=about).status_code == 200
    assert [game.realms for game in cup.match(1).games] == [(6, 3, 2)]


# The history knows who it was


def test_the_history_names_the_player_and_the_slip(cup, judge):
    one, _ = cup.pair(1)
    phone(cup, one).report((0, 0, 12))
    slip(cup, 2).report((0, 0, 12), (1, 0, 12))
    page = told(judge.get("/events/cup/history/"))
    assert re.search(rf"\d\d:\d\d {cup.name(one)} ", page)
    assert "Slip of table 2" in page
