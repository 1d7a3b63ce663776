"""Can I still make the cut? Phones say it, with why; who I play has a record beside the name; when it goes on."""

import re
from dataclasses import replace

import pytest

from engine import facts as f
from engine.decisions import clock, entering, people, rounds, setup, stages
from engine.decisions.apart import excuse
from server.core import time_of_day
from server.core.timekeeping import moment
from tests.server.at_table_devices import phone, tablet
from tests.server.phone.test_dropping import own
from tests.server.result_event import Event

NAMES = [f"Player {n}" for n in range(1, 10)]


def played_rounds(event, rounds):
    event.start().play()
    for _ in range(rounds - 1):
        event.next_round().play()
    return event


def by_place(event, stranger):
    """The players in the order of the standings."""
    return re.findall(r'id="why-(p\d+)"', stranger.get("/e/cup/standings").html)


@pytest.fixture
def cup(app):
    """Nine players, four rounds, a cut to four; everything is played."""
    return played_rounds(Event(app, NAMES, cut=4), 4)


def test_after_the_last_round_the_first_are_in_and_the_last_are_out(cup, stranger):
    ranked = by_place(cup, stranger)
    assert "You are in the top 4. All rounds before the cut are played." in stranger.get(f"/e/cup/p/{ranked[0]}")
    last = stranger.get(f"/e/cup/p/{ranked[-1]}").text
    assert re.search(
        r"You are not in the top 4\. You have \d wins?, and \d players have more\. If somebody declines, the next", last
    )


def test_in_the_middle_most_can_still_make_it_and_read_what_the_line_is(app, stranger):
    event = played_rounds(Event(app, NAMES, cut=4), 1)
    ranked = by_place(event, stranger)
    page = stranger.get(f"/e/cup/p/{ranked[4]}").text
    assert "You can still make the top 4." in page
    assert re.search(r"You have 1 win with 3 matches to play; the line is at 1 win now\.", page)
    assert re.search(r"you make it in about \d+ of 100\.", page)


def test_while_a_round_is_on_the_chance_says_after_which_round_it_is(app, stranger):
    """“You can still make the top 4” stood beside a loss that had ended it."""
    event = played_rounds(Event(app, NAMES, cut=4), 3).next_round()
    lost = event.pair(4)[1]
    event.win(4)
    assert "After round 3: you c" in stranger.get(f"/e/cup/p/{lost}").text
    event.play()
    page = stranger.get(f"/e/cup/p/{lost}").text
    assert "After round 3: you" not in page
    assert "You are not in the top 4" in page


def test_somebody_with_a_bye_or_a_missed_cut_by_tie_breaks_reads_that(cup, stranger):
    ranked = by_place(cup, stranger)
    told = {player: stranger.get(f"/e/cup/p/{player}").text for player in ranked}
    said = [
        "in" if "You are in the top 4" in t else "out" if "You are not in the top 4" in t else "?"
        for t in told.values()
    ]
    assert said == ["in"] * 4 + ["out"] * 5


def test_whoever_dropped_reads_nothing_about_the_cut(cup, stranger):
    first = by_place(cup, stranger)[0]
    cup.do(lambda t: people.drop(t, first))
    assert "top 4" not in re.sub("Top 4 go on", "", stranger.get(f"/e/cup/p/{first}").text)


def test_without_a_cut_or_once_it_is_made_nothing_is_said_of_it(app, stranger, cup):
    played_rounds(Event(app, NAMES, tid="none"), 1)
    assert "can still make" not in stranger.get("/e/none/p/p1")
    cup.do(lambda t: stages.make_cut(t, 4))
    assert "You are in the top" not in stranger.get("/e/cup/p/p1")


def test_a_large_field_is_told_by_the_scores_alone(app, stranger):
    event = played_rounds(Event(app, [f"P {n}" for n in range(80)], cut=8), 1)
    page = stranger.get(f"/e/cup/p/{event.pair(1)[0]}").text
    assert "You can still make the top 8." in page
    assert "of 100" not in page


def test_my_opponent_is_a_link_with_their_record(app, stranger):
    event = played_rounds(Event(app, NAMES), 1).next_round()
    one, two = event.pair(1)
    page = stranger.get(f"/e/cup/p/{one}")
    assert f'href="/e/cup/p/{two}"' in page.html
    assert re.search(rf"against {event.name(two)} Wins and losses: [01]–[01]", page.text)
    assert f'href="/e/cup/p/{two}"' in stranger.get("/e/cup/pairings").html
    assert f"All matches of {event.name(two)}" in stranger.get("/e/cup/standings").text


def test_the_next_pairings_have_a_time_of_day(app, stranger):
    event = Event(app, NAMES).start()
    event.do(lambda t: clock.start_clock(t, moment()))
    event.win(1)
    player = event.pair(1)[0]
    when = r"Next pairings at about \d\d:\d[05]\."
    assert re.search(when, stranger.get(f"/e/cup/p/{player}").text)
    assert re.search(when, phone(event, player).client.get("/me/table").get_data(as_text=True))
    assert not re.search(when, stranger.get(f"/e/cup/p/{event.pair(2)[0]}").text)
    event.play()
    assert re.search(when, stranger.get(f"/e/cup/p/{player}").text)


def test_phones_and_tablets_wait_for_the_same_moment(app, stranger, monkeypatch):
    """A tablet forgot those who play on after time is called; a phone counted the clock when everybody was done."""
    monkeypatch.setenv(time_of_day.VARIABLE, "unknown")  # then a page has the moment itself, not a rounded time of day
    event = Event(app, NAMES).start()
    event.do(lambda t: clock.start_clock(t, moment()))
    event.win(1)
    own, table = f"/e/cup/p/{event.pair(1)[0]}", tablet(event, 1)

    def ahead():
        """In minutes, as the phone has it and as the tablet has it."""
        found = re.search(r'data-next="(\d+)"', stranger.get(own).html), table.state().json
        there = int(found[0][1]), found[1]["next"]["pairings_at_ms"]
        return [round((at - found[1]["server_ms"]) / 60_000) for at in there]

    assert ahead() == [75, 75]  # an hour, five minutes for slow tables, ten between two rounds
    for match in event.t.current_round.matches[1:]:
        event.win(match.table)
    assert ahead() == [10, 10]
    event.do(rounds.close)
    assert ahead() == [10, 10]
    event.do(lambda t: (f.SettingsChanged(replace(t.settings, lunch_after=1, lunch_minutes=45)),))
    assert ahead() == [45, 45]
    event.do(lambda t: clock.start_break(t, 20 * 60_000, now=moment()))
    assert ahead() == [20, 20]
    event.do(clock.end_break)
    assert ahead() == [10, 10]  # that was lunch


def test_after_the_last_swiss_round_the_cut_comes_and_no_pairings_are_promised(cup, stranger):
    """Also to those who are far from it."""
    page = stranger.get(f"/e/cup/p/{by_place(cup, stranger)[-1]}")
    assert "The cut comes next. This page says whether you are in it as soon as it is made." in page
    assert "next pairings" not in page.text


def test_whoever_asked_to_miss_a_round_reads_so_and_nobody_else_does(app, stranger):
    """“You are not paired in this round. If that is a surprise, ask at the desk.”"""
    event = Event(app, NAMES)
    event.do(lambda t: excuse(t, "p1", {2: "missed"}))
    mine = phone(event.start(), "p1").client

    def told():
        return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", mine.get("/me/table").get_data(as_text=True)))

    event.play()
    assert "You miss round 2; the desk knows." in told()
    assert "Next pairings" not in told()
    assert "The next pairings appear here" in stranger.get("/e/cup/p/p1")
    event.next_round()
    assert "You miss this round. The desk knows. The next pairings appear here by themselves." in told()
    assert "You are not paired in this round." in stranger.get("/e/cup/p/p1")


def test_a_tablet_promises_no_next_pairings_that_nobody_can_know(app):
    event = Event(app, NAMES).start().win(1)
    table = tablet(event, 1)
    assert table.state().json["next"]["pairings_at_ms"] is None  # the clock does not run
    event.do(lambda t: clock.start_clock(t, moment()))
    event.do(lambda t: clock.call_time(t, moment()))
    assert table.state().json["next"]["pairings_at_ms"] is None


def test_what_to_do_when_time_is_called_is_on_the_page_of_whoever_plays(app, stranger):
    event = Event(app, NAMES).start().win(1)
    assert "Time! Sudden death" in stranger.get(f"/e/cup/p/{event.pair(2)[0]}").text
    assert "Time! Sudden death" not in stranger.get(f"/e/cup/p/{event.pair(1)[0]}").text


def in_the_semi_finals(app):
    event = played_rounds(Event(app, NAMES[:7], cut=4), 3)
    event.do(lambda t: stages.make_cut(t, 4))
    return event.next_round()


def test_as_soon_as_a_match_of_the_bracket_is_in_its_loser_is_promised_nothing(app, stranger):
    """“Your result is in. The next pairings appear here by themselves.” stood on the phone of who had just lost."""
    event = in_the_semi_finals(app).win(1)
    won, lost = event.pair(1)
    assert "You are through to the final. The next pairings appear here by themselves." in stranger.get(
        f"/e/cup/p/{won}"
    )
    page = stranger.get(f"/e/cup/p/{lost}")
    assert "Your result is in. 10 : 25 The bracket goes on without you." in page
    assert "next pairings" not in page.text.lower()


def test_whoever_won_is_through_also_once_the_round_is_closed(app, stranger):
    """“The semi-final round is over. The next pairings appear here by themselves.” is what everybody read."""
    event = in_the_semi_finals(app)
    won = [event.pair(table)[0] for table in (1, 2)]
    event.play()
    for winner in won:
        page = stranger.get(f"/e/cup/p/{winner}")
        assert "You are through to the final. The next pairings appear here by themselves." in page


def test_in_the_bracket_the_tablet_says_who_goes_on(app):
    event = in_the_semi_finals(app)
    table = tablet(event, 1)
    event.win(1)
    assert table.state().json["next"]["through"] == {"player": event.pair(1)[0], "to": "the final"}
    event.play().next_round().win(1)
    assert "through" not in tablet(event, 1).state().json["next"]


def test_between_the_cut_and_its_first_match_a_tablet_sends_nobody_on(app):
    """Every tablet failed from the cut until the semi-finals were paired; then it sent winners of the last round on."""
    event = played_rounds(Event(app, NAMES[:7], cut=4), 3)
    table, mine = tablet(event, 1), phone(event, event.pair(1)[0])
    event.do(lambda t: stages.make_cut(t, 4))
    assert [device.state().status_code for device in (table, mine)] == [200, 200]
    assert "through" not in table.state().json["next"]
    event.draft()
    assert "through" not in table.state().json["next"]


def test_whoever_did_not_win_their_table_is_promised_no_next_one(app, stranger):
    event = Event(app, NAMES, ruleset_id="spellfire").start()
    won, lost = event.match(1).players[:2]
    for _ in range(2):
        event.game(1, 0, 6, 3, 3)
    assert "Your result is in. You go on. The next pairings appear here by themselves." in without_score(stranger, won)
    told = "Your result is in. Those who win their table go on. Seats that are left go to whoever has most points:"
    assert told in without_score(stranger, lost)
    for table in (2, 3):
        for _ in range(2):
            event.game(table, 0, 6, 3, 3)
    event.do(rounds.close)
    event.next_round()
    for _ in range(2):
        event.game(1, 0, 6, 3, 3)
    second = event.match(1).players[1]
    assert "Your result is in. That was the last round." in without_score(stranger, second)


def without_score(stranger, player):
    return re.sub(r"is in\. [^A-Z]*", "is in. ", stranger.get(f"/e/cup/p/{player}").text)


def test_after_the_last_round_in_groups_the_second_draft_is_promised_to_nobody(app, stranger):
    event = Event(app, NAMES, ruleset_id="ashes-draft")
    event.do(lambda t: setup.change_settings(t, replace(t.settings, legendary=True, rounds=3)))
    event.do(setup.start)
    event.draft().do(rounds.publish)
    while len(event.t.stage.rounds) < event.t.stage.planned:
        event.play().next_round()
    event.win(1)
    told = "The Legendary Draft comes next. This page says whether you are in it as soon as the round is closed."
    assert told in stranger.get(f"/e/cup/p/{event.pair(1)[1]}")


def test_nobody_is_asked_to_drop_where_nothing_comes_any_more(app):
    """Missed the cut, knocked out, or the last round is over: there is nothing to drop from."""
    event = in_the_semi_finals(app).win(1)
    won, lost = event.pair(1)
    missed = next(player for player in event.t.players if player not in event.t.stage.entrants)
    offered = {player: "Drop from the event" in own(event, player) for player in (won, lost, missed)}
    assert offered == {won: True, lost: False, missed: False}
    event.play().next_round().play()
    assert "Drop from the event" not in own(event, event.pair(1)[0])


def test_whoever_missed_the_cut_is_not_asked_to_drop_before_the_bracket_is_paired_either(cup):
    """“You missed the cut, place 5 of 9. Thanks for playing.”, and below it “Drop from the event”."""
    cup.do(lambda t: stages.make_cut(t, 4))
    made = offered_to_drop(cup)
    cup.draft()
    assert made == offered_to_drop(cup) == set(cup.t.stages[-1].entrants)


def test_once_the_cut_is_made_whoever_is_in_it_reads_so(cup, stranger):
    """“This page says whether you are in it as soon as it is made”, and then it said that round 4 was over."""
    cup.do(lambda t: stages.make_cut(t, 4))
    seeds = cup.t.stages[-1].entrants
    for player in cup.t.players:
        page = stranger.get(f"/e/cup/p/{player}").text
        assert ("You are in the top 4. The next pairings appear here by themselves." in page) == (player in seeds)
        assert "Round 4 is over." not in page
        assert "Before the semi-finals" in page


def test_whoever_dropped_is_not_sent_to_the_desk_for_a_bracket_without_them(app):
    """“Round 2 is paired without you. The desk can bring you back.” stood there until the final."""
    event = Event(app, NAMES, cut=4).start().play()
    event.do(lambda t: people.drop(t, "p1"))
    event.draft()
    assert "Round 2 of 4 is paired without you. The desk can bring you back." in own(event, "p1")
    event.do(rounds.publish)
    event.play()
    for _ in range(2):
        event.next_round().play()
    assert "The desk can bring you back." in own(event, "p1")
    event.do(lambda t: stages.make_cut(t, 4))
    page = own(event, "p1")
    assert "The cut is made without you." in page
    assert "bring you back" not in page


def test_cards_that_nobody_may_begin_with_and_sounds_are_for_those_who_still_play(app, stranger):
    """“Chained cards: 7”, and sound for pairings, stood on the phone of whoever had dropped or missed the cut."""
    event = played_rounds(Event(app, NAMES, cut=4), 2)
    assert told_of_play(event, stranger) == set(event.t.players)
    event.do(lambda t: people.drop(t, "p1"))
    assert told_of_play(event, stranger) == set(event.t.players) - {"p1"}
    event.next_round().play()
    event.next_round().play()
    event.do(lambda t: stages.make_cut(t, 4))
    assert told_of_play(event, stranger) == set(event.t.stages[-1].entrants)
    event.next_round().win(1)
    assert told_of_play(event, stranger) == set(event.t.stages[-1].entrants) - {event.pair(1)[1]}
    event.play().next_round()
    assert told_of_play(event, stranger) == set(event.pair(1))


def told_of_play(event, stranger):
    """Whose page has the cards to leave out and asks about a sound; no page has one without the other."""
    pages = {player: stranger.get(f"/e/cup/p/{player}").html for player in event.t.players}
    found = [{p for p, page in pages.items() if sign in page} for sign in ("Chained cards", 'data-pairings="come"')]
    assert found[0] == found[1]
    return found[0]


def test_whoever_has_a_bye_reads_when_the_next_pairings_come(app, stranger):
    """Those who played read it; whoever went for a coffee did not."""
    event = Event(app, NAMES).start()
    event.do(lambda t: clock.start_clock(t, moment()))
    (bye,) = event.t.current_round.byes
    page = stranger.get(f"/e/cup/p/{bye.player}").text
    assert "Enjoy the break. The next pairings appear here by themselves. Next pairings " in page


def test_whoever_has_the_bye_of_the_last_round_is_promised_no_pairings(app, stranger):
    event = played_rounds(Event(app, NAMES, cut=4), 3).next_round()
    (bye,) = event.t.current_round.byes
    page = stranger.get(f"/e/cup/p/{bye.player}").text
    assert "Enjoy the break. The cut comes next." in page


def offered_to_drop(event):
    return {player for player in event.t.players if "Drop from the event" in own(event, player)}


def test_whoever_is_not_here_yet_reads_it_once_and_is_sent_to_the_desk_only_where_the_phone_is_not_enough(app):
    event = Event(app, NAMES)
    assert own(event, "p1").lower().count("not checked in yet") == 1
    event.do(lambda t: entering.open_check_in(t, moment(), ms=20 * 60_000))
    page = own(event, "p1")
    assert "I am here" in page
    assert "Tell the desk" not in page


def test_whoever_drafts_is_not_told_that_they_are_not_checked_in(app):
    """“Not checked in yet: tell the desk when you are here” stood below the pick that somebody was making."""
    event = Event(app, NAMES[:8], ruleset_id="ashes-draft")
    assert "not checked in yet" in own(event, "p1").lower()
    event.do(setup.start)
    assert "not checked in yet" not in own(event, "p1").lower()
