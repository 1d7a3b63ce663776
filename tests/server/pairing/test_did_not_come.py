"""Somebody did not come: before the next pairing the organizer is asked whether they are still in."""

from engine.decisions import people, results, rounds
from tests.server.result_event import Event, told

NAMES = ["Ana", "Ben", "Cai", "Dee", "Eve", "Fay"]
NOW, PAIRINGS = "/events/cup/", "/events/cup/pairings/"


def after_round_1(app, *, absent="Ben", names=NAMES):
    cup = Event(app, names).start()
    if absent:
        cup.do(lambda t: people.no_show(t, cup.ids[absent]))
    return cup.play()


def asked(name="Ben"):
    return f"{name} did not come in round 1. Still in?"


def test_now_asks_before_the_next_round_is_paired(app, organizer):
    cup = after_round_1(app)
    page = organizer.get(NOW)
    assert asked() in page
    assert "Pair round 2" in page
    back = organizer.post(f"/events/cup/players/{cup.ids['Ben']}/drop", back="now")
    assert back.path == NOW
    assert not cup.t.players[cup.ids["Ben"]].active
    assert asked() not in back


def test_nobody_missing_is_no_question(app, organizer):
    after_round_1(app, absent="")
    assert "did not come" not in organizer.get(NOW)


def test_the_draft_asks_too_and_takes_them_out(app, organizer):
    cup = after_round_1(app)
    cup.draft()
    page = organizer.get(PAIRINGS)
    assert asked() in page
    organizer.post(f"{PAIRINGS}take-out", player=cup.ids["Ben"], seen=cup.seen)
    assert not cup.t.players[cup.ids["Ben"]].active
    assert cup.ids["Ben"] not in cup.t.current_round.seated
    assert asked() not in organizer.get(PAIRINGS)


def test_who_is_back_at_a_table_is_not_asked_about_again(app, organizer):
    cup = after_round_1(app)
    cup.next_round().play()
    assert "did not come" not in organizer.get(NOW)


def test_a_published_round_asks_nothing(app, organizer):
    after_round_1(app).next_round()
    assert "Still in?" not in organizer.get(PAIRINGS)
    assert "Still in?" not in organizer.get(NOW)


def test_a_judge_is_told_and_has_no_button(app, judge):
    cup = after_round_1(app)
    cup.draft()
    page = judge.get(PAIRINGS)
    assert asked() in page
    assert "take-out" not in page.html


def test_after_the_last_round_nobody_is_asked(app, organizer):
    cup = after_round_1(app)
    cup.next_round().play()
    cup.draft()
    cup.do(rounds.publish)
    cup.do(lambda t: people.no_show(t, cup.ids["Ben"]))
    cup.play()
    assert "Still in?" not in organizer.get(NOW)


def test_whoever_did_not_come_to_the_table_that_takes_others_in_is_said_to_be_out_too(app, organizer):
    """Two tables that each waited for one become one: the page named only the one who was taken out."""
    cup = Event(app, [f"Mage {n}" for n in range(1, 10)], ruleset_id="spellfire").start()
    one, two = (cup.match(table).players[2] for table in (1, 2))
    for table, player in ((1, one), (2, two)):
        cup.do(lambda t, table=table, player=player: results.leave_table(t, table, player=player, no_show=True))
    said = f"{cup.name(two)} did not come either and is out, too."
    assert said in told(organizer.get(PAIRINGS, pick=one))
    assert said in told(organizer.post(f"{PAIRINGS}take-out", player=one, seen=cup.seen))
    assert [cup.t.players[player].active for player in (one, two)] == [False, False]
    assert sorted(len(match.seats) for match in cup.t.current_round.matches) == [3, 4]
