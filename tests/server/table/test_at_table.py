"""What a tablet, a player's phone and a slip may do at a table, and every refusal they can get."""

from dataclasses import replace
from datetime import timedelta

import pytest

from engine import facts as f
from engine.decisions import rounds, stages
from server.box.addresses import LISTENING
from server.core import time_of_day
from server.core.models import CallRow
from server.event import deleting
from server.table import tablets, undoing
from tests.server.at_table_devices import code_of, phone, replace_code, slip, tablet
from tests.server.result_event import Event

NAMES = ["Ana Kovač", "Ben", "<b>Cai</b>", "Dee", "Eve", "Fay"]


@pytest.fixture
def cup(app):
    return Event(app, NAMES).start()


def settings(event, **change):
    event.do(lambda t: (f.SettingsChanged(replace(t.settings, **change)),))
    return event


def recorded(event, table=1):
    """How often a result of this table was recorded."""
    facts = [fact for act in event.book.acts for fact in act.facts]
    return sum(isinstance(fact, f.ResultRecorded) and fact.table == table for fact in facts)


def calls(event):
    from server.core.db import db

    with event.app.app_context(), db.engine.connect() as connection:
        return [
            tuple(row)
            for row in connection.execute(
                CallRow.__table__.select().with_only_columns(
                    CallRow.table_number, CallRow.kind, CallRow.by, CallRow.done_at
                )
            )
        ]


# The tablet


def test_a_tablet_knows_who_plays_at_its_table(cup):
    found = tablet(cup, 1).state().json
    assert [player["name"] for player in found["players"]] == cup.names_at(1)
    assert (found["step"], found["round"], found["table"], found["holder"]) == ("playing", 1, 1, "tablet")


@pytest.mark.parametrize(("listening", "found"), [("192.168.178.20", True), ("127.0.0.1", False), ("::1", False)])
def test_a_tablet_speaks_of_phones_only_where_they_find_the_box(cup, listening, found):
    cup.app.config[LISTENING] = listening
    assert tablet(cup, 1).state().json["phones"] is found


def test_both_versions_in_one_request_are_one_result(cup):
    found = tablet(cup, 1).report((0, 0, 12), (1, 0, 12)).json
    assert (found["step"], found["result"]["blood"], found["result"]["both"]) == ("in", [25, 12], True)
    assert recorded(cup) == 1


def test_the_journal_says_which_tablet_told_it(cup):
    tablet(cup, 1).report((0, 0, 12), (1, 0, 12))
    assert cup.book.acts[-1].by.startswith("d")


def test_sending_the_same_again_counts_once(cup):
    here = tablet(cup, 1)
    for _ in range(3):
        assert here.report((0, 0, 12), (1, 0, 12), request_id="same").status_code == 200
    assert recorded(cup) == 1


def test_the_same_result_from_a_second_device_changes_nothing(cup):
    tablet(cup, 1).report((0, 0, 12), (1, 0, 12))
    acts = len(cup.book.acts)
    assert slip(cup, 1).report((0, 0, 12), (1, 0, 12)).status_code == 200
    assert len(cup.book.acts) == acts


def test_another_result_than_the_recorded_one_is_refused_with_real_names(cup):
    here = tablet(cup, 1)
    here.report((0, 0, 12), (1, 0, 12))
    answer = here.report((1, 1, 3))
    one, two = cup.names_at(1)
    assert answer.status_code == 409
    assert f"already has a result: {one} beat {two}, 25 : 12" in answer.json["error"]


def test_two_versions_wait_for_the_desk_and_equal_ones_end_it(cup):
    here = tablet(cup, 1)
    found = here.report((0, 0, 12), (1, 0, 14)).json
    assert found["step"] == "two"
    assert [each["on"] for each in found["reports"]] == [[12, 25], [14, 25]]
    assert here.report((1, 0, 12)).json["step"] == "in"


def test_a_version_sent_from_a_phone_only_waits_for_the_other(cup):
    one, _ = cup.pair(1)
    phone(cup, one).report((0, 0, 12))
    here = tablet(cup, 1)
    found = here.state().json
    assert (found["step"], found["reports"][0]["player"]) == ("one", one)
    assert here.report((1, 0, 12)).json["step"] == "in"


def test_a_draw_needs_both_numbers(app):
    classic = Event(app, NAMES, ruleset_id="ashes-classic").start().call_time()
    here = tablet(classic, 1)
    one, two = classic.pair(1)
    short = [{"player": one, "draw": True, "on": [4]}]
    assert "both sides of the draw" in here.send("report", reports=short).json["error"]
    both = [{"player": player, "draw": True, "on": [4, 6]} for player in (one, two)]
    assert here.send("report", reports=both).json["result"]["blood"] == [6, 4]


@pytest.mark.parametrize(
    ("versions", "words"),
    [
        ([], "Say who won"),
        ([{"winner": "p9", "wounds": 3}], "Choose who won table 1"),
        ([{"winner": 0, "wounds": None}], "Type the wounds on"),
        ([{"winner": 0, "wounds": "12"}], "Type the wounds on"),
        ([{"winner": 0, "wounds": -1}], "Type the wounds on"),
        ([{"winner": 0, "wounds": True}], "Type the wounds on"),
        ([{"winner": 0, "wounds": 100}], "0 to 99"),
        ([{"winner": 0, "wounds": 3, "how": "concession"}], "for a judge to record"),
        ([{"winner": 0, "wounds": 3, "how": "flag"}], "for a judge to record"),
        ([{"draw": True, "on": [1, 2]}], "no draws"),
    ],
)
def test_what_is_no_result_is_refused_with_a_sentence(cup, versions, words):
    players = cup.pair(1)
    told = [
        {"player": players[0], **v, **({"winner": players[v["winner"]]} if v.get("winner") == 0 else {})}
        for v in versions
    ]
    answer = tablet(cup, 1).send("report", reports=told)
    assert answer.status_code == 409
    assert words in answer.json["error"]
    assert not cup.match(1).reports


def test_unlikely_wounds_are_asked_about(cup):
    here = tablet(cup, 1)
    answer = here.report((0, 0, 31), (1, 0, 31))
    assert (answer.status_code, answer.json["ask"]) == (409, True)
    assert "31 wounds, really?" in answer.json["error"]
    assert here.report((0, 0, 31), (1, 0, 31), sure=True).json["step"] == "in"


def test_where_the_desk_has_the_last_word_an_agreed_result_waits_and_can_be_taken_back(cup):
    settings(cup, desk_confirms=True)
    here = tablet(cup, 1)
    assert here.report((0, 0, 12), (1, 0, 12)).json["step"] == "agreed"
    assert here.send("withdraw").json["step"] == "playing"
    assert "Nothing was reported" in here.send("withdraw").json["error"]


def test_once_it_is_recorded_nothing_is_taken_back_at_the_table(cup):
    here = tablet(cup, 1)
    here.report((0, 0, 12), (1, 0, 12))
    answer = here.send("withdraw")
    assert answer.status_code == 409
    assert "tell the desk" in answer.json["error"]


def test_a_report_that_comes_after_the_round_is_a_sentence(cup):
    here = tablet(cup, 1)
    old = {"round": 1, "request_id": "late"}
    cup.play().next_round()
    answer = here.send("report", reports=[{"player": cup.match(1, 1).players[0], "winner": "p1", "wounds": 3}], **old)
    assert answer.status_code in (403, 409)
    winner = cup.match(1, 1).players[1]
    told = [{"player": player, "winner": winner, "wounds": 3} for player in cup.match(1, 1).players]
    answer = here.send("report", reports=told, **old)
    assert "already has a result" in answer.json["error"]
    assert cup.match(1, 2).result is None


def test_a_report_of_a_round_that_was_reported_before_the_network_went_is_no_error(cup):
    here = tablet(cup, 1)
    here.report((0, 0, 12), (1, 0, 12), request_id="kept")
    players = cup.pair(1)
    cup.play().next_round()
    told = [{"player": player, "winner": players[0], "wounds": 12} for player in players]
    assert here.send("report", reports=told, round=1, request_id="kept").status_code == 200
    assert here.send("report", reports=told, round=1, request_id="another").status_code == 200


def test_a_closed_round_takes_no_more_reports(cup):
    here = tablet(cup, 1)
    cup.play()
    assert "already has a result" in here.report((0, 1, 3)).json["error"]
    assert here.state().json["closed"] is True


def test_an_unpublished_round_is_not_shown(cup):
    here = tablet(cup, 1)
    cup.play().draft()
    assert here.state().json["round"] == 1


def test_a_table_nobody_plays_at_says_so(cup):
    here = tablet(cup, 9)
    assert here.state().json["step"] == "none"
    answer = here.send("report", reports=[{"player": "p1", "winner": "p1", "wounds": 3}])
    assert "Nobody plays at table 9" in answer.json["error"]


# Who may speak for whom


def test_a_bound_tablet_has_its_own_table_and_no_other(cup):
    here = tablet(cup, 1)
    other = {"reports": [{"player": cup.pair(2)[0], "winner": cup.pair(2)[0], "wounds": 3}]}
    for answer in (
        here.state(table=2),
        here.send("report", table=2, **other),
        here.send("call", table=2, kind="judge"),
    ):
        assert answer.status_code == 403
        assert "not table 2" in answer.json["error"]
    assert not cup.match(2).reports
    assert not calls(cup)


def test_nobody_speaks_for_players_of_another_table(cup):
    told = [{"player": cup.pair(2)[0], "winner": cup.pair(1)[0], "wounds": 3}]
    for device in (tablet(cup, 1), slip(cup, 1), phone(cup, cup.pair(1)[0])):
        answer = device.send("report", reports=told)
        assert answer.status_code == 403
        assert "only for the players of your own match" in answer.json["error"]


def test_a_bound_tablet_has_its_own_event_and_no_other(app, cup):
    other = Event(app, NAMES, tid="other").start()
    here = tablet(cup, 1)
    told = [{"player": other.pair(1)[0], "winner": other.pair(1)[0], "wounds": 3}]
    for answer in (here.state(event="other"), here.send("report", event="other", reports=told)):
        assert answer.status_code == 403
        assert "another event" in answer.json["error"]


def test_a_free_tablet_goes_where_it_is_put(cup):
    here = tablet(cup, 2, bound=False)
    assert here.state(event="cup", table=2).json["table"] == 2
    assert here.report((0, 0, 7), (1, 0, 7)).json["step"] == "in"
    assert here.state().status_code == 404
    assert here.state(event="no-such").status_code == 404


def test_a_phone_is_one_player_and_speaks_for_nobody_else(cup):
    one, two = cup.pair(1)
    mine = phone(cup, one)
    assert mine.state().json["speaks_for"] == [one]
    assert mine.report((0, 0, 7)).json["step"] == "one"
    assert mine.report((1, 0, 7)).status_code == 403
    assert mine.state(table=2).status_code == 403
    assert phone(cup, two).report((1, 0, 7)).json["step"] == "in"


def test_a_phone_takes_back_only_its_own_version(cup):
    settings(cup, desk_confirms=True)
    one, two = cup.pair(1)
    phone(cup, one).report((0, 0, 7))
    phone(cup, two).report((1, 0, 7))
    found = phone(cup, one).send("withdraw").json
    assert [each["player"] for each in found["reports"]] == [two]


def test_a_player_with_the_bye_has_no_match(app):
    odd = Event(app, NAMES[:5]).start()
    bye = odd.t.current_round.byes[0].player
    assert phone(odd, bye).state().json["step"] == "none"


def test_a_slip_opens_nothing_but_its_match_of_its_round(cup):
    paper = slip(cup, 1)
    assert paper.state().json["table"] == 1
    assert paper.state(table=2).status_code == 403
    cup.play().next_round()
    assert paper.state().json["round"] == 1
    answer = paper.send("report", reports=[{"player": cup.pair(1)[0], "winner": cup.pair(1)[0], "wounds": 3}])
    assert answer.status_code == 403
    assert "round 1 only" in answer.json["error"]


def test_a_slip_does_not_take_anybody_out_of_the_event(cup):
    paper = slip(cup, 1)
    paper.report((0, 0, 7), (1, 0, 7))
    answer = paper.send("drop", player=cup.pair(1)[0])
    assert answer.status_code == 403
    assert "speaks only for its match" in answer.json["error"]


def test_a_revoked_tablet_and_a_replaced_code_stop_at_once(cup):
    here, mine = tablet(cup, 1), phone(cup, cup.pair(1)[0])
    with cup.app.app_context():
        tablets.revoke(1)
    replace_code(cup, cup.pair(1)[0])
    for answer in (here.state(), here.report((0, 0, 7)), mine.state(), mine.report((0, 0, 7))):
        assert answer.status_code == 401
        assert "Ask the desk for a code" in answer.json["error"]


def test_a_stranger_gets_a_sentence(cup, stranger):
    for path in ("state", "standings"):
        assert stranger.client.get(f"/at-table/{path}?event=cup&table=1").status_code == 401
    for path in ("report", "withdraw", "drop", "flag", "call", "call-off", "chess"):
        answer = stranger.client.post(f"/at-table/{path}", json={"event": "cup", "round": 1, "table": 1})
        assert (answer.status_code, "error" in answer.json) == (401, True)


def test_staff_look_and_do_not_report_here(cup, judge):
    found = judge.client.get("/at-table/state?event=cup&table=1").json
    assert (found["step"], found["speaks_for"]) == ("playing", [])
    answer = judge.client.post("/at-table/report", json={"event": "cup", "round": 1, "table": 1, "reports": [{}]})
    assert answer.status_code == 403
    assert "at the desk" in answer.json["error"]


def test_nonsense_is_a_sentence_too(cup):
    here = tablet(cup, 1)
    for body in ([], "text", {"event": "cup", "round": "x", "table": []}, {"event": ["cup"]}, None):
        answer = here.client.post("/at-table/report", json=body)
        assert answer.status_code in (400, 403, 404, 409)
        assert answer.json["error"]


def test_without_its_token_against_forgery_nothing_is_taken(cup):
    here = tablet(cup, 1)
    cup.app.config["WTF_CSRF_ENABLED"] = True
    try:
        assert here.report((0, 0, 7)).status_code == 400
        token = here.state().json["csrf"]
        told = {"event": "cup", "round": 1, "table": 1, "kind": "judge"}
        assert here.client.post("/at-table/call", json=told, headers={"X-CSRFToken": token}).status_code == 200
    finally:
        cup.app.config["WTF_CSRF_ENABLED"] = False


def test_a_device_that_is_not_known_any_more_hears_so_and_keeps_what_it_has(cup, stranger):
    """A tablet without its cookie has no token against forgery either, and took the refusal for an answer."""
    cup.app.config["WTF_CSRF_ENABLED"] = True
    try:
        assert stranger.client.post("/at-table/report", json={"event": "cup"}).status_code == 401
    finally:
        cup.app.config["WTF_CSRF_ENABLED"] = False


def test_a_tablets_cookie_is_renewed_with_its_page(cup):
    here = tablet(cup, 1)
    for _ in range(2):
        assert "cinderbox=" in here.client.get("/tablet/table").headers.get("Set-Cookie", "")


# Calls, leaving, standings


def test_a_judge_is_called_once_and_called_off(cup):
    here = tablet(cup, 1)
    here.send("call", kind="judge")
    assert here.send("call", kind="judge").json["calls"] == [{"kind": "judge", "claimed_by": None, "ours": True}]
    assert len(calls(cup)) == 1
    assert here.send("call-off", kind="judge").json["calls"] == []


def test_a_phone_calls_off_only_its_own_call(cup):
    one, two = (phone(cup, player) for player in cup.pair(1))
    one.send("call", kind="judge")
    assert two.state().json["calls"][0]["ours"] is False
    assert "Somebody else at your table called" in two.send("call-off", kind="judge").json["error"]
    assert one.send("call-off", kind="judge").json["calls"] == []
    one.send("call", kind="judge")
    assert tablet(cup, 1).send("call-off", kind="judge").json["calls"] == []


def test_a_player_who_sits_elsewhere_now_can_still_call_about_an_earlier_round(cup):
    before = {player: match.table for match in cup.t.current_round.matches for player in match.players}
    cup.play().next_round()
    now = {player: match.table for match in cup.t.current_round.matches for player in match.players}
    moved = next(player for player in now if now[player] != before[player])
    mine = phone(cup, moved)
    answer = mine.send("call", kind="wrong-result", round=1, table=before[moved])
    assert (answer.status_code, answer.json["table"]) == (200, now[moved])
    assert calls(cup)[0][:2] == (before[moved], "wrong-result")


def test_the_table_sees_who_is_coming(cup, judge):
    here = tablet(cup, 1)
    here.send("call", kind="judge")
    judge.post("/events/cup/floor/calls/1/claim")
    assert here.state().json["calls"] == [{"kind": "judge", "claimed_by": "Jude", "ours": True}]


def test_the_table_sees_that_the_judge_is_there(cup, judge):
    """“A judge is coming: Jude.” stood on the tablet while Jude stood beside it."""
    here = tablet(cup, 1)
    here.send("call", kind="judge")
    judge.post("/events/cup/floor/1/arrive")
    found = here.state().json["calls"]
    assert found == [{"kind": "judge", "claimed_by": "Jude", "ours": True, "here": True}]
    assert tablet(cup, 2).state().json["calls"] == []


def test_after_a_semi_final_only_the_winner_can_drop_at_the_tablet(app):
    event = Event(app, [f"P{n}" for n in range(1, 9)], cut=4).start().play()
    while len(event.t.stage.rounds) < event.t.stage.planned:
        event.next_round().play()
    event.do(lambda t: stages.make_cut(t, 4))
    event.next_round().win(1)
    assert [each["over"] for each in tablet(event, 1).state().json["players"]] == [False, True]


def test_something_is_wrong_is_a_request_to_the_desk_and_no_edit(cup):
    here = tablet(cup, 1)
    assert here.send("call", kind="wrong-result").status_code == 409
    here.report((0, 0, 12), (1, 0, 12))
    found = here.send("call", kind="wrong-result").json
    assert (found["calls"][0]["kind"], found["result"]["blood"]) == ("wrong-result", [25, 12])
    assert here.send("call", kind="pizza").status_code == 409


def test_a_player_leaves_after_the_match_and_only_then(cup):
    here, (one, _) = tablet(cup, 1), cup.pair(1)
    code = code_of(cup, one)
    assert "no result yet" in here.send("drop", player=one, code=code).json["error"]
    here.report((0, 0, 12), (1, 0, 12))
    found = here.send("drop", player=one, code=code, request_id="once").json
    assert [player["out"] for player in found["players"]] == [True, False]
    assert here.send("drop", player=one, code=code, request_id="once").status_code == 200
    assert "already out" in here.send("drop", player=one, code=code).json["error"]
    other = cup.pair(2)[0]
    assert here.send("drop", player=other, code=code_of(cup, other)).status_code == 403


def test_nobody_leaves_through_a_round_that_is_over_while_they_play_the_next(cup):
    here, (one, _) = tablet(cup, 1), cup.pair(1)
    here.report((0, 0, 12), (1, 0, 12))
    cup.play().next_round()
    assert "no result yet" in here.send("drop", player=one, round=1, code=code_of(cup, one)).json["error"]


def test_the_standings_show_the_top_and_whoever_sits_here(app):
    large = Event(app, [f"Player {n}" for n in range(24)]).start().play().next_round()
    last = large.t.current_round.matches[-1]
    found = tablet(large, last.table).client.get("/at-table/standings").json
    assert found["after"] == 1
    assert {row["player"] for row in found["rows"]} >= set(last.players)
    assert len(found["rows"]) <= 10


def test_a_table_that_was_seated_anew_does_not_take_the_report_of_whoever_sat_there(cup):
    here = tablet(cup, 1)
    one, two = cup.pair(1)
    cup.do(lambda t: rounds.swap(t, one, cup.pair(2)[0]))
    told = [{"player": player, "winner": one, "wounds": 3} for player in (one, two)]
    assert here.send("report", reports=told).status_code == 403
    assert not cup.match(1).reports


# Letting a tablet in


def test_a_code_lets_one_tablet_in_once(app, cup):
    with app.app_context():
        code = tablets.make_tablet("T1", "cup", 1)
    first, second = app.test_client(), app.test_client()
    assert first.post("/tablet", data={"code": f"{code[:3]} {code[3:]}"}).location == "/tablet/table"
    assert second.post("/tablet", data={"code": code}).location == "/tablet"
    assert "not right" in second.get("/tablet").get_data(as_text=True)
    assert first.get("/tablet").location == "/tablet/table"
    assert 'data-table="1"' in first.get("/tablet/table").get_data(as_text=True)


def test_wrong_codes_slow_this_device_down(stranger):
    stranger.get("/tablet")
    for _ in range(7):
        page = stranger.post("/tablet", code="000000")
    assert "Too many wrong tries" in page


def test_a_stranger_is_asked_for_the_code(cup, stranger):
    for path in ("/tablet/table", "/tablet/choose"):
        assert stranger.client.get(path).location == "/tablet"


def test_a_free_tablet_is_asked_which_table_it_is(app, cup):
    Event(app, NAMES, tid="other").start()
    here = tablet(cup, bound=False)
    assert here.client.get("/tablet/table").location == "/tablet/choose"
    assert "Which event" in here.client.get("/tablet/choose").get_data(as_text=True)
    page = here.client.get("/tablet/choose?event=cup").get_data(as_text=True)
    assert "&lt;b&gt;Cai&lt;/b&gt;" in page
    assert here.client.post("/tablet/choose", data={"event": "cup", "table": "2"}).location == "/tablet/table"
    assert 'data-table="2"' in here.client.get("/tablet/table").get_data(as_text=True)


def test_a_bound_tablet_is_not_asked(cup):
    here = tablet(cup, 1)
    assert here.client.get("/tablet/choose").location == "/tablet/table"
    assert here.client.post("/tablet/choose", data={"event": "other", "table": "2"}).status_code == 403


def test_an_event_that_is_gone_is_not_kept(app, cup):
    here = tablet(cup, bound=False)
    here.client.post("/tablet/choose", data={"event": "cup", "table": "2"})
    with here.client.session_transaction() as session:
        session["at_table"] = {"event": "gone", "table": 2}
    assert here.client.get("/tablet/table").location == "/tablet/choose"
    assert here.client.post("/tablet/choose", data={"event": "gone", "table": "2"}).status_code == 404


def test_a_tablet_whose_event_was_deleted_is_free(app, cup):
    """It kept its table without an event, and its pages led to each other in a circle."""
    here = tablet(cup, 1)
    with app.app_context():
        deleting.delete_event(app.config["CINDERBOX"], "cup")
    assert here.client.get("/tablet", follow_redirects=True).request.path == "/tablet/choose"


def test_the_desk_knows_when_a_tablet_was_last_heard_of(cup):
    here = tablet(cup, 1)
    here.state()
    seen = tablets.last_seen(1)
    assert (seen.tournament, seen.table) == ("cup", 1)


# Half a minute of undo


def later(monkeypatch, seconds):
    """So much time passes for whoever looks at when an act was written."""
    monkeypatch.setattr(undoing, "HALF_A_MINUTE", timedelta(seconds=30 - seconds))


def test_what_a_table_recorded_is_undone_there_for_half_a_minute(cup, monkeypatch):
    here = tablet(cup, 1)
    assert here.state().json["undo_ms"] == 0
    assert 0 < here.report((0, 0, 12), (1, 0, 12)).json["undo_ms"] <= 30_000
    assert tablet(cup, 2).state().json["undo_ms"] == 0
    assert "tell the desk" in tablet(cup, 2).send("undo").json["error"]
    found = here.send("undo", request_id="once").json
    assert (found["step"], found["reports"], found["undo_ms"]) == ("playing", [], 0)
    assert here.send("undo", request_id="once").status_code == 200
    assert here.send("undo").status_code == 409
    assert here.report((0, 1, 3), (1, 1, 3)).json["step"] == "in"
    later(monkeypatch, 31)
    assert here.state().json["undo_ms"] == 0
    assert "Half a minute is over" in here.send("undo").json["error"]
    assert cup.match(1).result is not None


def test_a_wrong_tap_is_undone_on_a_box_whose_time_the_organizer_said(cup, monkeypatch):
    """Acts are stamped with what was said; the table counted from the machine's own date, half a year behind."""
    monkeypatch.setenv(time_of_day.VARIABLE, "unknown")
    with cup.app.app_context():
        time_of_day.set_now(time_of_day.ms() + 212 * 86_400_000)
    try:
        here = tablet(cup, 1)
        assert 0 < here.report((0, 0, 12), (1, 0, 12)).json["undo_ms"] <= 30_000
        assert here.send("undo").json["step"] == "playing"
    finally:
        time_of_day.forget()


def test_what_the_desk_recorded_or_corrected_is_not_undone_at_the_table(cup):
    here = tablet(cup, 1)
    cup.win(1)
    assert here.state().json["undo_ms"] == 0
    assert here.send("undo").status_code == 409
    assert cup.match(1).result is not None


def test_a_yes_on_a_phone_is_undone_and_the_others_version_stays(cup):
    one, two = cup.pair(1)
    phone(cup, one).report((0, 0, 12))
    second = phone(cup, two)
    assert second.report((1, 0, 12)).json["undo_ms"] > 0
    found = second.send("undo").json
    assert (found["step"], [each["player"] for each in found["reports"]]) == ("one", [one])


def test_a_closed_round_is_not_undone_from_a_table(cup):
    here = tablet(cup, 1)
    here.report((0, 0, 12), (1, 0, 12))
    cup.play()
    answer = here.send("undo")
    assert answer.status_code == 409
    assert cup.match(1, 1).result is not None


def test_a_slip_follows_its_match_to_another_table(cup):
    """It said that people were moved and had to be printed anew."""
    printed = slip(cup, 1)
    one, two = cup.pair(1)
    cup.do(lambda t: rounds.move_match(t, 1, to=9))
    found = printed.state().json
    assert (found["table"], [player["id"] for player in found["players"]]) == (9, [one, two])
    printed.table = 9
    assert printed.report((0, 0, 12), (1, 0, 12)).json["result"]["blood"] == [25, 12]


def test_two_matches_that_change_tables_keep_their_slips(cup):
    first, second = slip(cup, 1), slip(cup, 2)
    players = cup.pair(1), cup.pair(2)
    cup.do(lambda t: rounds.move_match(t, 1, to=2))
    for printed, table, pair in ((first, 2, players[0]), (second, 1, players[1])):
        found = printed.state().json
        assert (found["table"], tuple(player["id"] for player in found["players"])) == (table, tuple(pair))
