"""Chess clocks as the tablets tell them: the newer state wins, nonsense is refused, the desk sees both banks."""

from dataclasses import replace

import pytest

from engine import chess_clock as engine
from engine import facts as f
from server.chess import chess_clocks
from server.core.timekeeping import moment
from tests.server.at_table_devices import phone, slip, tablet
from tests.server.result_event import Event, told

NAMES = ["Ana", "Ben", "<b>Cai</b>", "Dee"]
HALF = 30 * 60_000


@pytest.fixture
def cup(app):
    event = Event(app, NAMES).start()
    event.do(lambda t: (f.SettingsChanged(replace(t.settings, timer="chess", round_minutes=60)),))
    return event


def running(left=HALF):
    return replace(engine.begin(engine.new(HALF, lending=True), 0, now=moment()), banks=(left, HALF))


def test_an_event_with_chess_clocks_tells_the_tablet_its_rules(cup):
    plan = tablet(cup, 1).state().json["chess"]
    assert (plan["bank_ms"], plan["lending"], plan["clock"]) == (HALF, True, None)
    assert "your next turn is your last" in plan["flag_rule"]


def test_a_clock_comes_back_as_it_was_told(cup):
    here, clock = tablet(cup, 1), running()
    assert here.send("chess", clock=chess_clocks.to_json(clock)).json["clock"] == chess_clocks.to_json(clock)
    assert here.state().json["chess"]["clock"]["counter"] == 1


def test_the_newer_state_wins_whatever_comes_last(cup):
    here, first = tablet(cup, 1), running()
    second = engine.tap(first, 0, now=moment())
    here.send("chess", clock=chess_clocks.to_json(second))
    assert here.send("chess", clock=chess_clocks.to_json(first)).json["clock"]["counter"] == 2


@pytest.mark.parametrize(
    "change",
    [
        {"banks": [1]},
        {"banks": [-1, 5]},
        {"banks": [1.5, 5]},
        {"banks": [31 * 60_000, 5]},
        {"turn": 2},
        {"turn": True},
        {"turn": None},
        {"since": {"ms": 3}},
        {"since": {"boot": "x", "ms": "3"}},
        {"counter": None},
    ],
)
def test_what_is_no_clock_is_refused(cup, change):
    answer = tablet(cup, 1).send("chess", clock=chess_clocks.to_json(running()) | change)
    assert answer.status_code == 409
    assert "not a chess clock" in answer.json["error"]


def test_nothing_at_all_is_no_clock(cup):
    assert tablet(cup, 1).send("chess").status_code == 409


def test_an_event_without_chess_clocks_takes_none(app):
    plain = Event(app, NAMES).start()
    here = tablet(plain, 1)
    for answer in (
        here.send("chess", clock=chess_clocks.to_json(running())),
        here.send("flag", player=plain.pair(1)[0]),
    ):
        assert "not played with chess clocks" in answer.json["error"]


def test_a_flag_falls_once_and_ends_no_game(cup):
    here, (one, _) = tablet(cup, 1), cup.pair(1)
    found = here.send("flag", player=one).json
    assert ([player["flagged"] for player in found["players"]], found["step"]) == ([True, False], "playing")
    here.send("flag", player=one)
    facts = [fact for act in cup.book.acts for fact in act.facts]
    assert sum(isinstance(fact, f.FlagFell) for fact in facts) == 1
    assert here.send("flag", player=cup.pair(2)[0]).status_code == 403


def test_whoever_is_out_of_time_can_lose_on_time_and_nobody_else(cup):
    here, (one, two) = tablet(cup, 1), cup.pair(1)
    late = {"reports": [{"player": p, "winner": two, "wounds": 9, "how": "flag"} for p in (one, two)]}
    assert "for a judge" in here.send("report", **late).json["error"]
    here.send("flag", player=one)
    assert here.send("report", **late).json["result"]["how"] == "flag"


def test_the_desk_and_the_floor_see_both_banks(cup, judge):
    tablet(cup, 1).send("chess", clock=chess_clocks.to_json(replace(running(), since=None, banks=(846_000, HALF))))
    for path in ("/events/cup/results/", "/events/cup/floor/1", "/events/cup/results/chess"):
        page = judge.get(path, table=1)
        assert "14:06" in page
        assert "Stopped" in page
    assert "Not begun" in judge.get("/events/cup/results/chess", table=2)
    assert "30:00" in judge.get("/events/cup/results/")


def test_the_desk_sees_who_is_out_of_time(cup, judge):
    tablet(cup, 1).send("chess", clock=chess_clocks.to_json(running(left=0)))
    one = cup.names_at(1)[0]
    assert f"{one} is out of time and loses with the end of this turn" in told(judge.get("/events/cup/results/chess"))


def test_a_table_that_is_done_needs_no_clock(cup, judge):
    cup.win(1)
    page = judge.get("/events/cup/results/chess")
    assert cup.names_at(1)[0] not in page
    assert cup.names_at(2)[0] in page


def test_only_the_tables_tablet_keeps_its_clock(cup, judge):
    """A phone once wrote a millisecond into the opponent's bank, with a counter no tablet could pass."""
    clock = chess_clocks.to_json(running())
    for device in (slip(cup, 1), phone(cup, cup.pair(1)[0]), _also_staff(phone(cup, cup.pair(1)[0]), judge)):
        assert device.send("chess", clock=clock).status_code == 403
        assert device.send("flag", player=cup.pair(1)[0]).status_code == 403
    assert tablet(cup, 1).state().json["chess"]["clock"] is None
    assert not cup.match(1).flagged


def test_a_clock_does_not_run_out_of_numbers(cup):
    here = tablet(cup, 1)
    clock = chess_clocks.to_json(running())
    assert here.send("chess", clock=clock | {"counter": 2**53 - 1}).status_code == 409
    assert here.send("chess", clock=clock).json["clock"]["counter"] == 1


def _also_staff(device, somebody):
    with somebody.client.session_transaction() as theirs, device.client.session_transaction() as session:
        session["token"] = theirs["token"]
    return device
