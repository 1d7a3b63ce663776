"""Somebody drops at every possible moment, and is told the truth each time: on their phone, in public, at the table."""

import re

import pytest

from engine import facts as f
from engine.decisions import people, rounds, setup, stages
from tests.server.at_table_devices import code_of, phone, tablet
from tests.server.result_event import Event

NAMES = ["Ana Kovač", "Ben", "<b>Cai</b>", "Dee", "Eve", "Fay", "Gus"]
PROMISE = "next pairings appear here"


def own(event, player, path="/me/table"):
    """What this player's own phone shows, as text."""
    answer = phone_of(event, player).get(path)
    assert answer.status_code == 200, (path, answer.status_code)
    return text(answer)


def text(answer):
    html = re.sub(r"<(script|style|svg)\b.*?</\1>", "", answer.get_data(as_text=True), flags=re.S)
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", html)).strip()


def phone_of(event, player):
    return phone(event, player).client


def says(event, player, path):
    """The player taps that button on their own phone; what the page after it says."""
    return text(phone_of(event, player).post(path, follow_redirects=True))


def drop(event, player):
    return says(event, player, "/me/drop")


def with_bye(event):
    return event.t.current_round.byes[0].player


# Every moment: how the event came there, who drops.


def at_check_in(event):
    return "p1"


def paired_but_not_published(event):
    event.begin()
    return event.pair(1)[0]


def with_a_bye(event):
    event.start()
    return with_bye(event)


def result_in(event):
    event.start().win(1)
    return event.pair(1)[0]


def round_closed(event):
    event.start().play()
    return event.pair(2)[1]


def round_closed_after_a_bye(event):
    event.start().play()
    return with_bye(event)


def next_round_drawn(event):
    event.start().play().draft()
    return event.pair(1)[0]


def second_round_with_a_bye(event):
    event.start().play().next_round()
    return with_bye(event)


def swiss_over_before_the_cut(event):
    event.start().play()
    while len(event.t.stage.rounds) < event.t.stage.planned:
        event.next_round().play()
    return event.t.current_round.matches[0].players[0]


MOMENTS = [
    at_check_in,
    paired_but_not_published,
    with_a_bye,
    result_in,
    round_closed,
    round_closed_after_a_bye,
    next_round_drawn,
    second_round_with_a_bye,
    swiss_over_before_the_cut,
]


@pytest.mark.parametrize("moment", MOMENTS, ids=lambda moment: moment.__name__)
def test_whoever_drops_is_told_at_once_everywhere_and_can_take_it_back(app, stranger, moment):
    event = Event(app, NAMES, cut=4 if moment is swiss_over_before_the_cut else 0)
    player = moment(event)
    assert "Drop from the event" in own(event, player)
    assert "Yes, drop" in own(event, player, "/me/drop")
    told = drop(event, player)
    assert "You have dropped from the event." in told
    assert "Keep playing after all" in told
    assert not event.t.players[player].active
    for page in (own(event, player), stranger.get(f"/e/cup/p/{player}").text):
        assert "You have dropped from the event." in page
        assert PROMISE not in page
    assert "dropped" in stranger.get("/e/cup/", q=event.name(player).strip("<b>/"))
    assert "You are in again." in says(event, player, "/me/stay")
    assert event.t.players[player].active
    assert "You have dropped" not in own(event, player)
    assert "Drop from the event" in own(event, player)


@pytest.mark.parametrize("moment", [m for m in MOMENTS if m is not swiss_over_before_the_cut], ids=lambda m: m.__name__)
def test_after_the_next_pairing_only_the_desk_brings_somebody_back(app, moment):
    event = Event(app, NAMES)
    player = moment(event)
    drop(event, player)
    if event.t.state == "setup" or not event.t.stages:
        event.do(setup.start)
    current = event.t.current_round
    if current is not None and current.phase == "draft":
        event.do(rounds.pair_round)
    elif current is not None and current.phase == "published":
        event.play()
    if event.t.current_round is None or event.t.current_round.phase == "closed":
        event.draft()
    assert player not in event.t.current_round.seated
    page = own(event, player)
    assert "is paired without you. The desk can bring you back." in page
    assert "Keep playing after all" not in page
    assert "is paired without you" in says(event, player, "/me/stay")
    assert not event.t.players[player].active


def test_nobody_drops_out_of_a_match_that_is_on(app):
    event = Event(app, NAMES).start()
    player = event.pair(1)[0]
    assert "The match at table 1 has no result yet." in own(event, player, "/me/drop")
    assert "Yes, drop" not in own(event, player, "/me/drop")
    assert "Report it first, then drop" in drop(event, player)
    assert event.t.players[player].active


def test_whoever_the_desk_drops_during_a_match_finishes_it_and_is_promised_nothing(app, stranger):
    event = Event(app, NAMES).start()
    player = event.pair(1)[0]
    event.do(lambda t: people.drop(t, player))
    for page in (own(event, player), stranger.get(f"/e/cup/p/{player}").text):
        assert "your table is" in page
        assert "You drop after this round. Your match here still counts." in page
    event.win(1)
    assert "You have dropped from the event." in own(event, player)
    assert PROMISE not in own(event, player)


def test_whoever_is_disqualified_does_not_come_back_by_themselves(app):
    event = Event(app, NAMES).start().win(1)
    player = event.pair(1)[0]
    event.do(lambda t: people.disqualify(t, player))
    assert "Whether you play on is for the desk to say." in own(event, player)
    says(event, player, "/me/stay")
    assert not event.t.players[player].active


def test_dropping_twice_is_dropping_once_and_no_fault(app):
    event = Event(app, NAMES).start().win(1)
    player = event.pair(1)[0]
    client = phone_of(event, player)
    for _ in range(2):
        page = text(client.post("/me/drop", data={"request_id": "same"}, follow_redirects=True))
        assert "already out" not in page
    dropped = [fact for act in event.book.acts for fact in act.facts if isinstance(fact, f.PlayerDropped)]
    assert [fact.player for fact in dropped] == [player]


def test_once_the_event_is_over_nobody_drops(app):
    event = Event(app, NAMES[:4]).start().play()
    while len(event.t.stage.rounds) < event.t.stage.planned:
        event.next_round().play()
    event.do(lambda t: stages.finish(t, prizes=()))
    assert "Drop from the event" not in own(event, "p1")
    assert "finished" in drop(event, "p1")


def test_once_the_event_is_over_no_phone_is_asked_about_a_sound_for_pairings(app, stranger):
    event, asked = Event(app, NAMES[:4]).start().play(), "data-alerts-yes"
    pages = (lambda: phone_of(event, "p1").get("/me/table").get_data(as_text=True), lambda: stranger.get(PUBLIC).html)
    assert [asked in page() for page in pages] == [True, True]
    event.do(lambda t: stages.finish(t, prizes=()))
    assert [asked in page() for page in pages] == [False, False]


PUBLIC = "/e/cup/p/p1"


def test_whoever_drops_before_the_start_is_in_no_round(app, stranger):
    event = Event(app, NAMES)
    drop(event, "p1")
    event.start().play()
    assert all("p1" not in round_.seated for round_ in event.t.rounds)
    assert "7 Ana Kovač dropped" in stranger.get("/e/cup/standings")


def test_a_phone_without_a_code_drops_nobody(app):
    event = Event(app, NAMES).start().win(1)
    client = event.app.test_client()
    for path in ("/me/drop", "/me/stay"):
        assert client.post(path).location.startswith("/me")
    assert all(player.active for player in event.t.players.values())


# At the table


def test_a_tablet_drops_nobody_without_their_own_code(app):
    """From a shared tablet the opponent could be dropped, and went on reading that the next pairings would come."""
    event = Event(app, NAMES).start().win(1)
    here, (one, two) = tablet(event, 1), event.pair(1)
    assert "your personal code" in here.send("drop", player=one).json["error"]
    answer = here.send("drop", player=one, code=code_of(event, two))
    assert answer.status_code == 409
    assert f"not the personal code of {event.name(one)}" in answer.json["error"]
    assert event.t.players[one].active
    found = here.send("drop", player=one, code=code_of(event, one).lower()).json
    assert [player["out"] for player in found["players"]] == [True, False]
    assert [player["returns"] for player in found["players"]] == [True, False]
    assert "You have dropped from the event." in own(event, one)
    assert here.send("drop", player=one, code=code_of(event, one), back=True).status_code == 200
    assert event.t.players[one].active


def test_a_tablet_drops_somebody_after_the_round_is_closed_and_brings_nobody_back_after_the_next_pairing(app):
    event = Event(app, NAMES).start().play()
    here, one = tablet(event, 1), event.pair(1)[0]
    assert here.send("drop", player=one, code=code_of(event, one)).status_code == 200
    event.draft()
    again = here.send("drop", player=one, round=1, code=code_of(event, one), back=True)
    assert "is paired without you" in again.json["error"]


def test_wrong_codes_at_a_tablet_count_as_guessing(app):
    from server.core.db import db
    from server.core.models import WrongTryRow

    event = Event(app, NAMES).start().win(1)
    here, one = tablet(event, 1), event.pair(1)[0]
    for n in range(3):
        assert "Nothing was changed." in here.send("drop", player=one, code=f"ABCD{n:04}").json["error"]
    with app.app_context(), db.engine.connect() as connection:
        counted = [row.times for row in connection.execute(WrongTryRow.__table__.select())]
    assert max(counted) == 3
    assert event.t.players[one].active


def test_the_opponents_tablet_looks_again_when_somebody_drops_on_their_phone(app):
    from server.live.stream_messages import about_tables

    event = Event(app, NAMES).start().win(1)
    one = event.pair(1)[0]
    with app.app_context():
        before = about_tables("cup", [1, 2])
    drop(event, one)
    with app.app_context():
        after = about_tables("cup", [1, 2])
    assert before[1]["mark"] != after[1]["mark"]
    assert before[2]["mark"] == after[2]["mark"]


def test_what_was_done_is_said_once_and_before_round_1_of_no_more_pairings(app):
    event = Event(app, NAMES)
    assert "There are no pairings for you then." in own(event, "p1", "/me/drop")
    assert drop(event, "p1").count("You have dropped from the event.") == 1
