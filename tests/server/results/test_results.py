"""Results at the desk: what is out, what is in, entering, changing, taking back, settling two versions."""

import gzip
import json
import re
import threading
from dataclasses import replace

import pytest

from engine.decisions import rounds, setup
from engine.rulesets.registry import RULESETS
from tests.server.at_table_devices import tablet
from tests.server.conftest import Actor
from tests.server.result_event import Event, told

SIX = ("Ana", "Ben", "Cai", "Dee", "<b>Eve</b>", "Fay & Co")
RESULTS = "/events/cup/results/"


@pytest.fixture
def cup(app):
    return Event(app, SIX).start()


def form_of(cup, table, **fields):
    """What the table's page sends: the round it is for, and the result it showed."""
    from engine.results import fingerprint

    return {"round": cup.t.current_round.number, "shown": fingerprint(cup.match(table).result), **fields}


def hidden(page, action):
    """The hidden fields of a form on the page, without its seals."""
    form = re.search(rf'action="[^"]*/{action}".*?</form>', page.html, re.S)[0]
    fields = dict(re.findall(r'type="hidden" name="(\w+)" value="([^"]*)"', form))
    return {name: fields[name] for name in ("round", "shown", "game") if name in fields}


def test_tables_without_a_result_come_first_then_what_is_in(judge, cup):
    cup.win(2, wounds=12)
    page = judge.get(RESULTS)
    assert "1 of 3 in" in page
    assert page.text.index("Still out: 2 tables") < page.text.index("In: 1 table")
    assert "25 : 12" in page
    assert f"{RESULTS}1" in page.html


def test_more_wounds_than_any_phoenixborn_survives_are_marked(judge, cup):
    cup.win(1, wounds=31)
    page = judge.get(RESULTS)
    assert "Look again" in page
    assert "Table 1: 31 wounds, really? No Phoenixborn we know of survives 20." in page


def test_names_are_never_markup(judge, cup):
    for path in (RESULTS, f"{RESULTS}1", f"{RESULTS}2", f"{RESULTS}3", f"{RESULTS}slips"):
        assert "<b>Eve" not in judge.get(path).html
    assert "<b>Eve</b>" in judge.get(RESULTS)


def test_before_a_round_is_published_there_is_nothing_to_enter(app, organizer):
    event = Event(app, SIX)
    assert "No round yet" in organizer.get(RESULTS)
    assert organizer.get(f"{RESULTS}1").status == 404
    event.do(setup.start)
    event.draft()
    assert "is not published" in organizer.get(RESULTS)
    assert "not published yet" in organizer.get(f"{RESULTS}1")
    refused = organizer.post(f"{RESULTS}1", winner=event.pair(1)[0], wounds="3", referrer=RESULTS)
    assert "not published yet" in refused
    assert event.match(1).result is None


def test_a_result_is_entered_with_the_wounds_on_the_winner(judge, cup):
    winner, loser = cup.pair(1)
    page = judge.post(f"{RESULTS}1", **form_of(cup, 1, winner=winner, wounds="12"))
    assert page.path == RESULTS
    assert f"Table 1: {cup.name(winner)} beat {cup.name(loser)}, 25 : 12." in told(page)
    assert [(out.mark, out.blood) for out in cup.match(1).result.outcomes] == [("win", 25), ("loss", 12)]


def test_the_form_speaks_of_the_ruleset_s_own_thing(app, judge):
    Event(app, SIX, ruleset_id="summoner-wars").start()
    assert "the winner’s Summoner" in judge.get(f"{RESULTS}1")


@pytest.mark.parametrize(
    ("fields", "sentence"),
    [
        ({"wounds": "5"}, "Choose who won table 1"),
        ({"winner": "p99", "wounds": "5"}, "Choose who won table 1"),
        ({"winner": 0, "wounds": ""}, "Type the wounds on"),
        ({"winner": 0, "wounds": "-3"}, "Type the wounds on"),
        ({"winner": 0, "wounds": "²"}, "Type the wounds on"),
        ({"winner": 0, "wounds": "120"}, "120 is not possible"),
        ({"winner": 0, "wounds": "5", "how": "magic"}, "is not a way to end a match"),
        ({"winner": "draw", "on_1": "3", "on_2": "4"}, "has no draws"),
    ],
)
def test_what_cannot_be_is_refused_and_stays_in_the_form(judge, cup, fields, sentence):
    winner = cup.pair(1)[0]
    fields = {key: winner if value == 0 else value for key, value in fields.items()}
    page = judge.post(f"{RESULTS}1", **form_of(cup, 1, **fields))
    assert page.status == 409
    assert sentence in page
    assert (
        f'name="wounds" inputmode="numeric" autocomplete="off" maxlength="4" value="{fields.get("wounds", "")}"'
        in page.html
    )
    assert cup.match(1).result is None


def test_too_many_wounds_are_asked_about_and_then_believed(judge, cup):
    winner = cup.pair(1)[0]
    asked = judge.post(f"{RESULTS}1", **form_of(cup, 1, winner=winner, wounds="31"))
    assert "31 wounds, really?" in asked
    assert cup.match(1).result is None
    key = re.search(r'name="sure" value="([^"]+)"', asked.html)[1]
    other = judge.post(f"{RESULTS}1", **form_of(cup, 1, winner=winner, wounds="41", sure=key))
    assert "41 wounds, really?" in other
    judge.post(f"{RESULTS}1", **form_of(cup, 1, winner=winner, wounds="31", sure=key))
    assert cup.match(1).result.outcomes[1].blood == 31


@pytest.mark.parametrize("how", ["concession", "penalty", "no-show", "flag"])
def test_a_match_can_end_otherwise(judge, cup, how):
    judge.post(f"{RESULTS}1", **form_of(cup, 1, winner=cup.pair(1)[1], wounds="4", how=how, reason="slow"))
    assert cup.match(1).result.how == how


def test_a_no_show_needs_no_number(judge, cup):
    judge.post(f"{RESULTS}1", **form_of(cup, 1, winner=cup.pair(1)[0], wounds="", how="no-show"))
    assert cup.match(1).result.outcomes[1].blood == 0


def test_both_can_lose(judge, cup):
    page = judge.post(f"{RESULTS}1", **form_of(cup, 1, winner="nobody"))
    assert "both lose" in page
    assert cup.match(1).result.how == "double-loss"


def test_a_disqualification_puts_the_loser_out_of_the_event(judge, cup):
    winner, loser = cup.pair(1)
    form = form_of(cup, 1, winner=winner, wounds="", how="disqualified")
    assert "Say in a few words what" in judge.post(f"{RESULTS}1", **form)
    judge.post(f"{RESULTS}1", **form, reason="Marked cards")
    assert cup.t.players[loser].disqualified
    assert [(penalty.player, penalty.kind) for penalty in cup.t.penalties] == [(loser, "disqualification")]
    assert "Marked cards" in judge.get(f"{RESULTS}penalties")
    assert cup.match(1).result.how == "disqualified"
    assert "stays disqualified" in judge.get(f"{RESULTS}1")
    judge.post(f"{RESULTS}1", **form_of(cup, 1, winner=winner, wounds="7", how="disqualified"))
    assert cup.match(1).result.outcomes[1].blood == 7
    assert len(cup.t.penalties) == 1


def test_a_loss_that_was_given_is_in_the_players_penalties(judge, cup):
    winner, loser = cup.pair(1)
    form = form_of(cup, 1, winner=winner, wounds="", how="penalty")
    page = judge.post(f"{RESULTS}1", **form)
    assert page.status == 409
    assert cup.match(1).result is None
    judge.post(f"{RESULTS}1", **form, reason="Twice late")
    assert [(penalty.player, penalty.kind, penalty.round) for penalty in cup.t.penalties] == [(loser, "game-loss", 1)]
    assert "Twice late" in judge.get(f"{RESULTS}penalties")


def test_a_classic_draw_has_the_wounds_of_both_sides(app, judge):
    cup = Event(app, SIX, ruleset_id="ashes-classic").start().call_time()
    assert "a draw" in judge.get(f"{RESULTS}1")
    judge.post(f"{RESULTS}1", **form_of(cup, 1, winner="draw", on_1="9", on_2="12"))
    assert [out.blood for out in cup.match(1).result.outcomes] == [12, 9]
    missing = judge.post(f"{RESULTS}2", **form_of(cup, 2, winner="draw", on_1="9"))
    assert "the wounds on both sides" in missing


def test_when_both_would_fall_every_place_of_a_result_says_that_the_active_player_wins(app, judge):
    """“When both players’ Phoenixborn have sufficient wounds, the active player would receive a Win.”"""
    cup = Event(app, SIX, ruleset_id="ashes-classic").start()
    said = "If both Phoenixborn would fall at once, the active player wins."
    for path in (f"{RESULTS}1", f"{RESULTS}slips", "/events/cup/print/slips"):
        assert said in judge.get(path), path
    assert tablet(cup, 1).state().json["game"]["both_fall"] == said
    wall = json.loads(gzip.decompress(judge.client.get("/api/tournaments/cup/wall").data))
    assert "The active player wins." in str(wall["plan"]["steps"][-1])


def test_a_game_whose_book_says_nothing_of_it_says_nothing(judge, cup):
    assert "active player" not in judge.get(f"{RESULTS}1")
    assert tablet(cup, 1).state().json["game"]["both_fall"] == ""


def test_a_concession_says_what_it_records_before_it_is_recorded(judge, cup):
    """“Players may concede at any point, at which time the opponent receives a Win.”"""
    assert "Conceded 25 for the winner, the wounds so far for the loser" in judge.get(f"{RESULTS}1")


def test_an_agreed_draw_is_in_and_shown_as_one_everywhere(app, judge):
    cup = Event(app, SIX, ruleset_id="ashes-classic").start()
    cup.report_draw(1, 0, 12, 9)
    assert "One says 12 : 9" in judge.get(RESULTS)
    assert "A draw, 9 wounds on my Phoenixborn, 12 on theirs" in judge.get(f"{RESULTS}1")
    cup.report_draw(1, 1, 12, 9)
    one, two = cup.names_at(1)
    assert [(out.mark, out.blood) for out in cup.match(1).result.outcomes] == [("draw", 12), ("draw", 9)]
    assert "Agreed draw" in judge.get(RESULTS)
    assert f"{one} scored 12 and {two} 9, a draw" in told(judge.get(f"{RESULTS}slips"))
    table = judge.get(f"{RESULTS}1")
    assert f"{one} scored 12 and {two} 9, a draw" in told(table)
    assert 'value="draw" id="wd" checked' in table.html
    same = judge.post(f"{RESULTS}slips", table="1", winner="d", wounds="9-12", round=1)
    assert "the same as yours, so there is nothing to do" in same


def test_one_player_s_draw_is_accepted_at_the_table(app, judge):
    cup = Event(app, SIX, ruleset_id="ashes-classic").start().report_draw(2, 1, 3, 8)
    from engine.results import fingerprint

    shown = fingerprint(cup.match(2).reports[0].result)
    page = judge.post(f"{RESULTS}2/accept", player=cup.pair(2)[1], shown=shown, round=1)
    assert "3 : 8" in page
    assert [out.blood for out in cup.match(2).result.outcomes] == [3, 8]


def test_a_bracket_offers_neither_draws_nor_double_losses(app, judge):
    from engine.decisions import stages

    cup = Event(app, [f"N{i}" for i in range(8)], ruleset_id="ashes-classic").start().play()
    for _ in range(2):
        cup.next_round().play()
    cup.do(lambda t: stages.make_cut(t, 4))
    cup.next_round()
    page = judge.get(f"{RESULTS}1")
    assert "a draw" not in page
    assert "both lose" not in page
    assert "has no draw" in judge.post(f"{RESULTS}1", **form_of(cup, 1, winner="draw", on_1="1", on_2="1"))


def test_a_result_is_changed_in_one_act(judge, cup):
    cup.win(1, wounds=3)
    assert "Replace the result" in judge.get(f"{RESULTS}1")
    acts = len(cup.book.acts)
    judge.post(f"{RESULTS}1", **form_of(cup, 1, winner=cup.pair(1)[1], wounds="8"))
    assert cup.match(1).result.outcomes[1].mark == "win"
    assert len(cup.book.acts) == acts + 1


def test_a_result_is_taken_back(judge, cup):
    cup.win(1, wounds=3)
    page = judge.post(f"{RESULTS}1/take-back", **form_of(cup, 1))
    assert "taken back" in page
    assert cup.match(1).result is None
    again = judge.post(f"{RESULTS}1/take-back", round=1, shown="", referrer=f"{RESULTS}1")
    assert "no result to take back" in again


def test_somebody_else_s_newer_result_is_not_taken_back(judge, cup):
    cup.win(1, wounds=3)
    old = form_of(cup, 1)
    judge.post(f"{RESULTS}1", **form_of(cup, 1, winner=cup.pair(1)[1], wounds="8"))
    page = judge.post(f"{RESULTS}1/take-back", **old, referrer=f"{RESULTS}1")
    assert "not the result you saw" in page
    assert cup.match(1).result is not None


def test_two_browsers_at_one_table_lose_nothing(judge, organizer, cup):
    one, two = cup.pair(1)
    first = form_of(cup, 1, winner=one, wounds="12")
    second = form_of(cup, 1, winner=two, wounds="7")
    judge.post(f"{RESULTS}1", **first)
    page = organizer.post(f"{RESULTS}1", **second)
    assert page.status == 409
    assert f"Table 1 already has a result: {cup.name(one)} beat {cup.name(two)}, 25 : 12." in told(page)
    assert 'value="7"' in page.html
    assert f'value="{two}" id="w2" required checked' in page.html
    assert cup.match(1).result.outcomes[1].blood == 12
    same = organizer.post(f"{RESULTS}1", **first)
    assert "the same as yours" in same


def test_of_many_at_once_one_is_recorded(app, judge, cup):
    """Two people hold the same slip, each at a device of their own."""
    devices = [judge, *(Actor(app).sign_in("2468", f"Judge {i}") for i in range(3))]
    form = form_of(cup, 1, winner=cup.pair(1)[0])
    pages = []
    threads = [
        threading.Thread(target=lambda d=device, n=n: pages.append(d.post(f"{RESULTS}1", **form, wounds=str(n))))
        for n, device in enumerate(devices)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(page.status for page in pages) == [200, 409, 409, 409]
    assert all("Table 1 already has a result" in page for page in pages if page.status == 409)
    assert cup.match(1).result is not None


def test_a_change_of_a_result_that_was_taken_back_is_refused(judge, cup):
    cup.win(1, wounds=3)
    stale = form_of(cup, 1, winner=cup.pair(1)[1], wounds="8")
    judge.post(f"{RESULTS}1/take-back", **form_of(cup, 1))
    assert "was taken back meanwhile" in judge.post(f"{RESULTS}1", **stale)


def test_a_double_tap_counts_once(judge, cup):
    form = form_of(cup, 1, winner=cup.pair(1)[0], wounds="12", request_id="tap")
    first = judge.post(f"{RESULTS}1", **form)
    acts = len(cup.book.acts)
    page = judge.post(f"{RESULTS}1", **form)
    assert page.path == RESULTS
    assert "already" not in page
    told_first, told_second = (
        re.findall(r'class="say" data-state="done".*?</div>', p.html, re.S) for p in (first, page)
    )
    assert told_first == told_second
    assert len(told_first) == 1
    assert len(cup.book.acts) == acts


def test_a_form_of_the_last_round_does_not_fill_the_same_table_of_the_next(judge, cup):
    stale = form_of(cup, 1, winner=cup.pair(1)[0], wounds="12")
    cup.play().next_round()
    winner = cup.pair(1)[0]
    page = judge.post(f"{RESULTS}1", **{**stale, "winner": winner})
    assert "This page was for round 1, and round 2 is the current one" in page
    assert cup.match(1).result is None
    assert "for round 1" in judge.post(f"{RESULTS}1/take-back", round=1, shown="", referrer=RESULTS)


def test_there_is_no_such_table(judge, cup):
    assert judge.get(f"{RESULTS}44").status == 404
    assert "There is no table 44" in judge.post(f"{RESULTS}44", winner="p1", wounds="1", referrer=RESULTS)


def test_two_versions_are_a_red_card_and_one_is_accepted(judge, cup):
    cup.report(2, 0, winner=0, wounds=12).report(2, 1, winner=1, wounds=21)
    page = judge.get(RESULTS)
    assert page.text.index("Table 2 needs you") < page.text.index("Still out")
    assert "I won, 12 wounds on my Phoenixborn" in page
    assert "I won, 21 wounds on my Phoenixborn" in page
    from engine.results import fingerprint

    shown = fingerprint(cup.match(2).reports[1].result)
    judge.post(f"{RESULTS}2/accept", round=1, player=cup.pair(2)[1], shown=shown)
    assert [out.blood for out in cup.match(2).result.outcomes] == [21, 25]


def test_a_version_that_changed_meanwhile_is_not_accepted(judge, cup):
    cup.report(2, 0, winner=0, wounds=12).report(2, 1, winner=1, wounds=21)
    page = judge.post(f"{RESULTS}2/accept", round=1, player=cup.pair(2)[1], shown="played other", referrer=RESULTS)
    assert "has changed their version of table 2" in page
    assert cup.match(2).result is None


def test_both_can_be_asked_again(judge, cup):
    cup.report(2, 0, winner=0, wounds=12).report(2, 1, winner=1, wounds=21)
    judge.post(f"{RESULTS}2/take-back", round=1, shown="")
    assert cup.match(2).reports == ()


def test_one_version_waits_and_can_be_accepted_at_its_table(judge, cup):
    cup.report(2, 1, winner=0, wounds=30)
    assert "One says 25 : 30" in judge.get(RESULTS)
    page = judge.get(f"{RESULTS}2")
    assert "I lost, 30 wounds on their Phoenixborn" in page
    assert "30 wounds, really?" in page
    assert "Accept it" in page


def test_the_organizer_closes_the_round_when_all_is_in_and_a_judge_does_not(judge, organizer, cup):
    cup.play(close=False)
    assert "Close round 1" in organizer.get(RESULTS)
    assert "Close round 1" not in judge.get(RESULTS)


def test_a_table_of_a_closed_round_leads_to_its_correction(organizer, judge, cup):
    cup.play()
    assert organizer.get(f"{RESULTS}1").path == f"{RESULTS}round/1/1/correct"
    assert judge.get(f"{RESULTS}1").status == 403
    assert "Correct" not in judge.get(RESULTS)
    late = organizer.post(f"{RESULTS}1", winner=cup.pair(1)[1], wounds="1", referrer=RESULTS)
    assert "Round 1 is closed" in late


def test_other_rounds_can_be_looked_at(judge, cup):
    cup.play().next_round()
    assert "Results of round 1" in judge.get(RESULTS, round=1)
    assert judge.get(RESULTS, round=9).status == 404


def test_a_table_that_called_a_judge_says_so(judge, cup):
    tablet(cup, 2).send("call", kind="judge")
    assert judge.get(RESULTS).text.count("Judge called") == 1


def test_strangers_see_nothing(stranger, cup):
    for path in (RESULTS, f"{RESULTS}1", f"{RESULTS}slips", f"{RESULTS}penalties", "/events/cup/history/"):
        assert stranger.get(path).path == "/sign-in"


# Tables of several


@pytest.fixture
def spell(app):
    return Event(app, [f"Mage {i}" for i in range(1, 10)], ruleset_id="spellfire").start()


def game(winner, *realms):
    return {"winner": winner, **{f"realms_{seat}": count for seat, count in enumerate(realms, start=1)}, "round": 1}


def test_a_table_of_three_is_won_with_two_games(judge, spell):
    assert "Game 1" in judge.get(f"{RESULTS}1")
    judge.post(f"{RESULTS}1/game", **game(1, 6, 2, 3))
    page = judge.post(f"{RESULTS}1/game", **game(1, 6, 1, 5))
    assert "won the table" in page
    assert [out.place for out in spell.match(1).result.outcomes] == [1, 3, 2]
    assert "2 games" in judge.get(RESULTS)


@pytest.mark.parametrize(
    ("fields", "sentence"),
    [
        (game("", 6, 2, 3), "Choose who won the game"),
        (game(9, 6, 2, 3), "Choose who won the game"),
        (game(1, 6, "", 3), "everyone’s unrazed realms"),
        (game(1, 5, 2, 3), "the winner has exactly 6"),
        ({**game(1, 6, 2, 3), "round": 7}, "This page was for round 7"),
    ],
)
def test_a_game_that_cannot_be_is_refused(judge, spell, fields, sentence):
    assert sentence in judge.post(f"{RESULTS}1/game", **fields, referrer=f"{RESULTS}1")
    assert spell.match(1).games == ()


def test_a_refused_game_keeps_what_was_typed(judge, spell):
    page = judge.post(f"{RESULTS}1/game", **game(2, 1, 5, "x"))
    assert page.status == 409
    assert re.findall(r'name="realms_\d"[^>]*value="([^"]*)"', page.html) == ["1", "5", "x"]
    assert re.findall(r'name="winner" value="(\d)" checked', page.html) == ["2"]


def test_whoever_has_left_has_no_realms_to_type(judge, spell):
    judge.post(f"{RESULTS}1/leave", player=spell.pair(1)[2], round=1)
    assert re.findall(r'name="realms_\d"[^>]*value="([^"]*)"', judge.get(f"{RESULTS}1").html) == ["", ""]


def test_a_player_leaves_the_table_and_the_organizer_ends_it(judge, organizer, spell):
    spell.game(1, 0, 6, 2, 3)
    gone, other = spell.pair(1)[2], spell.pair(1)[1]
    assert "has left it" in judge.post(f"{RESULTS}1/leave", player=gone, round=1)
    assert judge.post(f"{RESULTS}1/end", round=1).status == 403
    organizer.post(f"{RESULTS}1/end", winner=other, round=1)
    assert [out.place for out in spell.match(1).result.outcomes] == [2, 1, 3]
    assert spell.match(1).result.how == "ended-early"


def test_the_last_game_is_taken_back(judge, spell):
    spell.game(1, 0, 6, 2, 3)
    seen = hidden(judge.get(f"{RESULTS}1"), "take-back")
    spell.game(1, 1, 2, 6, 3)
    assert "2 games in now" in judge.post(f"{RESULTS}1/take-back", **seen, referrer=f"{RESULTS}1")
    judge.post(f"{RESULTS}1/take-back", **hidden(judge.get(f"{RESULTS}1"), "take-back"))
    assert len(spell.match(1).games) == 1


def test_a_game_that_came_in_meanwhile_is_not_counted_twice(judge, spell):
    seen = hidden(judge.get(f"{RESULTS}1"), "game")
    spell.game(1, 0, 6, 2, 3)
    page = judge.post(f"{RESULTS}1/game", **game(1, 6, 2, 3) | seen, referrer=f"{RESULTS}1")
    assert "Table 1 has 1 game in now. Yours was for game 1, so it is not recorded." in page
    assert re.findall(r'name="realms_\d"[^>]*value="([^"]*)"', page.html) == ["", "", ""]
    assert len(spell.match(1).games) == 1


def test_a_line_of_two_is_not_for_a_table_of_three(judge, spell):
    assert "record its games instead" in judge.post(f"{RESULTS}1", winner=spell.pair(1)[0], wounds="3", round=1)


def test_a_finished_round_of_tables_shows_places(judge, spell):
    for table in (1, 2, 3):
        spell.game(table, 0, 6, 2, 3).game(table, 0, 6, 1, 3)
    spell.do(rounds.close)
    assert "2." in judge.get(RESULTS)


@pytest.mark.parametrize(
    ("hows", "offered"),
    [
        (("played", "concession", "penalty", "no-show", "flag", "double-loss"), "conceded, penalty, no-show …"),
        (("played", "concession", "flag"), "conceded"),
        (("played", "double-loss"), "both lose"),
        (("played",), ""),
    ],
)
def test_how_else_it_may_have_ended_is_what_the_rulebook_knows(app, judge, monkeypatch, hows, offered):
    monkeypatch.setitem(RULESETS, "ashes-reborn", replace(RULESETS["ashes-reborn"], hows=hows))
    Event(app, SIX).start()
    page = judge.get(f"{RESULTS}1")
    if offered:
        assert f"Not played to the end? {offered} How did it end?" in page
    else:
        assert "Not played to the end" not in page


def test_a_game_without_draws_is_not_told_of_another_games_end(app, judge):
    cup = Event(app, SIX).start()
    refused = judge.post(f"{RESULTS}1", **form_of(cup, 1, winner="draw", on_1="3", on_2="4"))
    assert "This game has no draws. Record who won." in refused


def test_history_calls_an_end_as_results_do(app, judge, organizer):
    cup = Event(app, SIX).start()
    judge.post(f"{RESULTS}1", **form_of(cup, 1, winner=cup.pair(1)[0], wounds="", how="no-show"))
    judge.post(f"{RESULTS}2", **form_of(cup, 2, winner=cup.pair(2)[0], wounds="4", how="concession"))
    results, history = judge.get(RESULTS), organizer.get("/events/cup/history/")
    for word in ("no-show", "conceded"):
        assert word.capitalize() in results
        assert f", {word}" in told(history)


def test_a_slip_before_round_1_is_refused_where_factions_are_named_too(app, judge):
    """Nobody has a faction for round 0; the last of an empty list was asked for."""
    event = Event(app, SIX, ruleset_id="summoner-wars")
    event.do(lambda t: setup.change_settings(t, replace(t.settings, deck_format="base-decks")))
    page = judge.post(f"{RESULTS}1", winner="p1", wounds="3")
    assert "There is no table 1 in this round." in page
