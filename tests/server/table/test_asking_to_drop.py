"""A tablet without anybody's code asks the desk to drop a player: the desk says yes or no with one tap."""

import pytest

from tests.server.at_table_devices import code_of, phone, slip, tablet
from tests.server.result_event import Event

NAMES = ["Ana Kovač", "Ben", "<b>Cai</b>", "Dee"]


@pytest.fixture
def cup(app):
    return Event(app, NAMES).start().win(1)


def asked(event):
    """The player of table 1 who asks, by its tablet."""
    here, player = tablet(event, 1), event.pair(1)[1]
    answer = here.send("call", kind="drop", player=player)
    assert answer.status_code == 200, answer.json
    return here, player


def waiting(here):
    return [(call["kind"], call["player"]) for call in here.state().json["calls"]]


def call_id(page):
    return page.html.partition("/floor/calls/")[2].partition("/")[0]


def own(event, player):
    return phone(event, player).client.get("/me/table").text


@pytest.mark.parametrize("path", ["/events/cup/", "/events/cup/floor/"])
def test_the_desk_sees_who_wants_to_drop_and_says_yes_with_one_tap(cup, organizer, path):
    here, player = asked(cup)
    assert waiting(here) == [("drop", player)]
    page = organizer.get(path)
    assert "wants to drop" in page
    assert cup.name(player) in page
    said = organizer.post(f"/events/cup/floor/calls/{call_id(page)}/drop", back="now")
    assert "out from the next pairing on" in said
    assert not cup.t.players[player].active
    assert waiting(here) == []
    assert here.state().json["players"][1]["out"]
    assert "wants to drop" not in organizer.get(path)


def test_the_desk_says_no_and_they_stay(cup, organizer):
    here, player = asked(cup)
    said = organizer.post(f"/events/cup/floor/calls/{call_id(organizer.get('/events/cup/'))}/resolve", back="now")
    assert f"{cup.name(player)} stays in the event." in said
    assert (waiting(here), cup.t.players[player].active) == ([], True)


def test_a_judge_sees_it_and_leaves_it_to_the_desk(cup, judge):
    _, player = asked(cup)
    page = judge.get("/events/cup/floor/")
    assert "The desk says yes or no." in page
    assert judge.post("/events/cup/floor/calls/1/drop").status == 403
    assert cup.t.players[player].active


def test_each_asks_alone_and_twice_is_once(cup):
    here, second = asked(cup)
    first = cup.pair(1)[0]
    for player in (first, first, second):
        here.send("call", kind="drop", player=player)
    assert waiting(here) == [("drop", second), ("drop", first)]
    here.send("call-off", kind="drop", player=second)
    assert waiting(here) == [("drop", first)]


def test_the_player_is_told_on_their_own_phone_and_can_say_no(cup):
    here, player = asked(cup)
    page = own(cup, player)
    assert page.index("asked the desk to drop you") < page.index('data-report="own"')  # where it is seen
    assert "asked the desk" not in own(cup, cup.pair(1)[0])
    said = phone(cup, player).client.post("/me/stay", follow_redirects=True).text
    assert "You stay in the event." in said
    assert "asked the desk" not in said
    assert waiting(here) == []
    assert cup.t.players[player].active


def test_whoever_drops_by_their_own_word_and_comes_back_does_not_ask_any_more(cup):
    here, player = asked(cup)
    here.send("drop", player=player, code=code_of(cup, player))
    assert waiting(here) == []
    here.send("drop", player=player, code=code_of(cup, player), back=True)
    assert cup.t.players[player].active
    assert waiting(here) == []


def test_it_stays_on_the_list_when_the_next_round_is_out(cup, organizer):
    asked(cup)
    cup.play().next_round()
    assert "wants to drop" in organizer.get("/events/cup/")


def test_a_visit_of_a_judge_does_not_end_it(cup, judge):
    here, player = asked(cup)
    judge.post("/events/cup/floor/1/arrive")
    judge.post("/events/cup/floor/1/leave", minutes=0, round=1)
    assert waiting(here) == [("drop", player)]


def test_it_sounds_on_nobodys_phone(cup, judge):
    asked(cup)
    assert 'data-calling=""' in judge.get("/events/cup/results/").html


@pytest.mark.parametrize("device", ["slip", "phone"])
def test_only_the_tablet_asks(cup, device):
    one, other = cup.pair(1)
    here = slip(cup, 1) if device == "slip" else phone(cup, one)
    answer = here.send("call", kind="drop", player=other)
    assert (answer.status_code, "own phone" in answer.json["error"]) == (403, True)


def test_nobody_of_another_table_and_nobody_who_is_out_is_asked_for(cup):
    here, player = asked(cup)
    assert here.send("call", kind="drop", player=cup.pair(2)[0]).status_code == 403
    assert here.send("call", kind="drop", player="nobody").status_code == 403
    here.send("drop", player=player, code=code_of(cup, player))
    assert here.send("call", kind="drop", player=player).status_code == 409


def test_the_log_of_rulings_says_who_asked(cup, judge):
    _, player = asked(cup)
    page = judge.get("/events/cup/floor/log", player=player)
    assert "Asked at the tablet to drop" in page
    assert "Asked at the tablet" not in judge.get("/events/cup/floor/log", player=cup.pair(1)[0])
