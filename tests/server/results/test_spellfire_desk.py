"""Spellfire at the desk: making the event, teams and staff, games and slips, the fill-up choice, the wrap-up."""

import gzip
import json
import re
from dataclasses import replace

import pytest

from engine import facts as f
from engine.decisions import people, results, rounds
from engine.words import Game
from server.core import journal
from tests.server.paper.test_sheets import on_the_wall
from tests.server.result_event import Event
from tests.server.result_event import told as told_on

CUP = "/events/cup"
PEOPLE = "\n".join(f"Mage {i}" for i in range(1, 19))


def create(organizer, **form):
    """A form as it stands with what is changed in it; None leaves a field out."""
    known = {"name": "Realm Day", "ruleset": "spellfire", "players": PEOPLE, "spell": "1", "spell_scored": "1"}
    usual = {"spell_type": "Championship", "spell_victory": "Standard", "spell_deck_size": "55", "spell_factor": "1"}
    typed = {**known, **usual, **form}
    return organizer.post("/events", **{field: text for field, text in typed.items() if text is not None})


def made(app, page):
    with app.app_context():
        return journal.read(page.path.split("/")[2]).tournament


def mages(app, count, **event):
    """An event of so many, in the first round."""
    made = Event(app, [f"Mage {i}" for i in range(1, count + 1)], ruleset_id="spellfire")
    if event:
        changed = replace(made.t.settings, event=replace(made.t.settings.event, **event))
        made.do(lambda t: (f.SettingsChanged(changed),))
    return made


def play(event, *, close=True):
    """The first seat wins every table, two games to none."""
    for match in event.t.current_round.matches:
        if match.result is None:
            for _ in range(2):
                event.game(match.table, 0, 6, *range(len(match.seats) - 1, 0, -1))
    if close:
        event.do(rounds.close)
    return event


# A new event


def test_a_new_event_says_what_it_is_and_how_it_will_go(organizer):
    part = organizer.client.post(
        "/events/preview", data={"ruleset": "spellfire", "players": PEOPLE}, headers={"X-Part": "1"}
    ).get_data(as_text=True)
    for fact in ("6 tables of three", "2 tables of three", "1 table of three, 1 fill up", "6 realms", "no limit"):
        assert fact in part
    assert "Spellfire: Championship—Standard [55]" in part


def test_new_event_asks_what_kind_of_spellfire_it_will_be(organizer):
    form = organizer.get("/events/new").html
    assert 'aria-label="Spellfire event"' in form
    for question in ("type", "victory", "deck_size", "factor"):
        assert f'name="spell_{question}"' in form
    assert '<option value="Team Spirit"' in form


def test_type_variants_conditions_and_deck_size_are_kept(organizer, app):
    page = create(
        organizer, spell_type="King's Decree", spell_victory="Enhanced", spell_deck_size="75", spell_variant_3="1"
    )
    event = made(app, page).settings.event
    assert (event.type, event.variants, event.victory, event.deck_size) == (
        *("King's Decree", ("Questing",), "Enhanced", 75),
    )
    assert (event.realms, event.scored, event.factor) == (10, True, 1)
    assert "Spellfire: King's Decree (Questing)—Enhanced [75]" in page


def test_limits_of_the_deck_are_kept_where_they_differ_from_the_rulebook(organizer, app):
    """The Deck has 115 levels for 75 cards; some communities play 125."""
    limits = {"spell_limit_0_most": "125", "spell_limit_4_least": "8", "spell_limit_4_most": "20"}
    page = create(organizer, spell_deck_size="75", spell_no_dungeons="1", **limits)
    event = made(app, page).settings.event
    assert event.limits == (("levels", 0, 125), ("realm", 8, 20))
    assert event.dungeons_barred
    form = organizer.get(f"/events/{page.path.split('/')[2]}/settings").html
    assert 'aria-label="Champion levels, at most" placeholder="115" value="125"' in form
    assert 'aria-label="Realms, at least" placeholder="10" value="8"' in form
    assert 'aria-label="Realms, at most" placeholder="20" value=""' in form


def test_blitz_is_a_deck_size(organizer, app):
    event = made(app, create(organizer, spell_deck_size="25")).settings.event
    assert (event.deck_size, event.realms, event.limits) == (25, 3, ())


def test_types_conditions_and_variants_of_ones_own(organizer, app):
    own = {"spell_type": "own", "spell_own_type": "Dragon <Night>", "spell_victory": "own"}
    page = create(organizer, **own, spell_own_victory="House", spell_realms="4", spell_variants="Coffee, Cake")
    event = made(app, page).settings.event
    assert (event.type, event.variants, event.victory, event.realms) == (
        *("Dragon <Night>", ("Coffee", "Cake"), "House", 4),
    )
    assert "Spellfire: Dragon &lt;Night&gt; (Coffee, Cake)—House [55]" in page.html


def test_a_title_of_its_own_and_double_points(organizer, app):
    page = create(organizer, spell_title="World Championship", spell_factor="2")
    assert "Spellfire: World Championship—Standard [55]" in page
    assert made(app, page).settings.event.factor == 2


@pytest.mark.parametrize(
    ("form", "sentence"),
    [
        ({"spell_type": "No-Xs"}, "Say which digit is barred"),
        ({"spell_type": "own"}, "Say what your own event type is called."),
        ({"spell_victory": "own"}, "Say what your own victory conditions are called."),
        ({"spell_victory": "own", "spell_own_victory": "House", "spell_realms": "99"}, "from 1 to 20"),
        ({"spell_limit_0_most": "many"}, "Champion levels: write a number, or nothing for the rulebook’s."),
        ({"spell_limit_4_least": "16"}, "Realms cannot be 16 to 15."),
        ({"spell_variant_4": "1", "spell_deck_size": "75"}, "Sideboard is for decks of 55 cards only"),
    ],
)
def test_what_does_not_fit_together_is_told_and_nothing_typed_is_lost(organizer, form, sentence):
    page = create(organizer, **form)
    assert page.status == 409
    assert sentence in page
    assert "Mage 18" in page


def test_a_no_9s_event_bars_the_nine(organizer, app):
    assert made(app, create(organizer, spell_type="No-Xs", spell_digit="9")).settings.event.type == "No-9s"


def test_fewer_than_nine_do_not_count_for_the_ranking(organizer, app):
    page = create(organizer, players="Ana\nBen\nCai")
    assert "A scored event needs 9 players or more; there are 3." in page
    assert "needs 9 players" not in create(organizer, players="Ana\nBen\nCai", spell_scored=None)


def test_minutes_make_a_clock_and_none_means_no_limit(organizer, app):
    assert made(app, create(organizer)).settings.timer == "none"
    timed = made(app, create(organizer, minutes="90", warning="15")).settings
    assert (timed.timer, timed.round_minutes, timed.warning_minutes) == ("common", 90, 15)
    assert "The warning has to come" in create(organizer, minutes="10", warning="15")


def test_ashes_draft_can_be_chosen_too(organizer, app):
    page = create(organizer, ruleset="ashes-draft")
    assert made(app, page).settings.ruleset == "ashes-draft"
    assert "Open the draft" in page


# Settings


def test_the_settings_keep_what_was_not_asked_and_stay_once_play_has_begun(organizer, app):
    event = mages(app, 9)
    form = {"spell": "1", "spell_type": "Warrior's Rule", "spell_victory": "Enhanced", "spell_deck_size": "75"}
    page = organizer.post(f"{CUP}/settings", name="Ember Cup", **form)
    assert "Spellfire: Warrior's Rule—Enhanced [75]" in page
    assert event.t.settings.event.scored is False
    event.start()
    organizer.post(f"{CUP}/settings", name="Ember Cup", **form, spell_title="Finale", spell_scored="1")
    now = event.t.settings.event
    assert (now.title, now.scored, now.realms) == ("Finale", True, 10)
    assert "stays as it is once play has begun" in organizer.get(f"{CUP}/settings")
    organizer.post(f"{CUP}/settings", name="Renamed")
    assert event.t.settings.event == now


def test_settings_that_do_not_fit_are_refused(organizer, app):
    event = mages(app, 9)
    page = organizer.post(f"{CUP}/settings", name="Ember Cup", spell="1", spell_type="No-Xs")
    assert page.status == 409
    assert "Say which digit is barred" in page
    assert event.t.settings.event.type == "Championship"


# Team Spirit


@pytest.fixture
def spirit(app):
    return mages(app, 6, type="Team Spirit", realms=10, realms_at_least=True)


def test_the_teams_come_before_the_first_round(organizer, spirit):
    assert "6 players have no partner yet." in organizer.get(CUP + "/")
    assert "Make the teams first" in organizer.post(f"{CUP}/start")
    organizer.post(f"{CUP}/teams/", one="p1", two="p4")
    assert "1 team, 4 players without one" in organizer.post(f"{CUP}/teams/draw") or spirit.t.settings.event.teams
    assert len(spirit.t.settings.event.teams) == 3
    assert ("p1", "p4") in spirit.t.settings.event.teams
    organizer.post(f"{CUP}/start")
    seats = spirit.t.current_round.matches[0].seats
    assert [seat.side for seat in seats] == [0, 1, 2, 0, 1, 2]


def test_settings_can_be_saved_while_the_teams_are_being_made(organizer, spirit):
    organizer.post(f"{CUP}/teams/", one="p1", two="p2")
    page = organizer.post(
        f"{CUP}/settings", name="Renamed", spell="1", spell_type="Team Spirit", spell_victory="Standard"
    )
    assert "Saved." in page
    assert spirit.t.settings.event.teams == (("p1", "p2"),)


def test_teams_never_sit_by_four(organizer, app):
    event = mages(app, 24, type="Team Spirit", realms=10, realms_at_least=True)
    organizer.post(f"{CUP}/teams/draw")
    event.start()
    for match in event.t.current_round.matches:
        realms = [5 if seat.side == 0 else 0 for seat in match.seats]
        event.game(match.table, 0, *realms).game(match.table, 0, *realms)
    event.do(rounds.close)
    page = organizer.get(f"{CUP}/pairings/")
    assert "Fill up to threes" in page
    assert "Tables of four" not in page


def test_teams_are_taken_apart_and_nobody_is_in_two(organizer, spirit):
    organizer.post(f"{CUP}/teams/", one="p1", two="p2")
    assert "is in a team already" in organizer.post(f"{CUP}/teams/", one="p1", two="p3", referrer=f"{CUP}/teams/")
    assert "Choose two different players" in organizer.post(
        f"{CUP}/teams/", one="p3", two="p3", referrer=f"{CUP}/teams/"
    )
    assert "Choose two players" in organizer.post(f"{CUP}/teams/", one="", two="p3", referrer=f"{CUP}/teams/")
    organizer.post(f"{CUP}/teams/part", player="p2")
    assert spirit.t.settings.event.teams == ()


def test_an_odd_field_or_four_teams_cannot_begin(organizer, app):
    event = mages(app, 8, type="Team Spirit", realms=10, realms_at_least=True)
    organizer.post(f"{CUP}/teams/draw")
    assert "2 more teams would fill the tables" in organizer.get(f"{CUP}/teams/")
    assert "4 teams cannot fill tables" in organizer.get(CUP + "/")
    assert "do not fill tables" in organizer.post(f"{CUP}/start", referrer=CUP + "/")
    event.do(lambda t: people.drop(t, "p8"))
    assert "1 player has no partner yet." in organizer.get(CUP + "/")
    assert "cannot be put in twos" in organizer.post(f"{CUP}/teams/draw", referrer=f"{CUP}/teams/")


def test_only_team_spirit_has_teams_and_they_stay_once_play_has_begun(organizer, judge, app, spirit):
    assert judge.get(f"{CUP}/teams/").status == 403
    organizer.post(f"{CUP}/teams/draw")
    spirit.start()
    assert "the teams stay as they are" in organizer.post(f"{CUP}/teams/part", player="p1", referrer=f"{CUP}/teams/")
    Event(app, ["Ana", "Ben"], tid="other")
    assert "not played in teams" in organizer.post("/events/other/teams/draw", referrer="/events/other/")


# Games at the desk


@pytest.fixture
def cup(app):
    return mages(app, 10).start()


def test_games_so_far_are_on_the_results_page_and_on_now(judge, cup):
    cup.game(1, 1, 2, 6, *[3] * (len(cup.pair(1)) - 2))
    assert "1 game in" in judge.get(f"{CUP}/results/")
    assert re.search(rf"{cup.names_at(1)[1]} 1 game", judge.get(f"{CUP}/results/").text)
    assert "1 game in" in judge.get(CUP + "/")


def told(event, table, by, winner, *realms):
    players = event.pair(table)
    game = Game(event.match(table).seats[winner].side, realms)
    event.do(lambda t: results.report_game(t, table, player=players[by], game=game))


def test_two_versions_of_a_game_need_the_desk_which_takes_one(judge, cup):
    told(cup, 1, 0, 0, 6, 3, 2)
    assert "Game 1 unconfirmed" in judge.get(f"{CUP}/results/")
    told(cup, 1, 1, 1, 3, 6, 2)
    page = judge.get(f"{CUP}/results/")
    assert "Table 1 needs you" in page
    first, second = re.findall(r'name="shown" value="(game [^"]+)"', page.html)
    stale = judge.post(f"{CUP}/results/1/accept", player=cup.pair(1)[1], shown=first, round=1, referrer=CUP + "/")
    assert "has changed their version" in stale
    assert "the game is in" in judge.post(f"{CUP}/results/1/accept", player=cup.pair(1)[1], shown=second, round=1)
    assert [game.realms for game in cup.match(1).games] == [(3, 6, 2)]
    assert "needs you" not in judge.get(f"{CUP}/results/")


def test_they_can_be_asked_again_and_the_games_before_stay(judge, cup):
    cup.game(1, 0, 6, 1, 2)
    told(cup, 1, 0, 0, 6, 3, 2)
    told(cup, 1, 1, 1, 3, 6, 2)
    judge.post(f"{CUP}/results/1/take-back", round=1, shown="versions")
    assert (len(cup.match(1).games), cup.match(1).game_reports) == (1, ())


def test_whoever_goes_home_is_last_at_the_table_and_out_of_the_event(judge, organizer, cup):
    gone = cup.pair(1)[2]
    assert judge.post(f"{CUP}/results/1/leave-event", player=gone, round=1).status == 403
    assert "and the event" in organizer.post(f"{CUP}/results/1/leave-event", player=gone, round=1)
    assert cup.match(1).withdrawn == (gone,)
    assert not cup.t.players[gone].active


@pytest.mark.parametrize(
    ("winner", "realms", "sides"),
    [("1", "6 2 3", 0), ("", "2-6-3", 1), ("3", "126", 2), ("mage", "6 2 3", None), ("9", "6 2 3", None)],
)
def test_a_slip_is_one_line_for_each_game(judge, cup, winner, realms, sides):
    page = judge.post(f"{CUP}/results/slips", table="1", winner=winner, wounds=realms, round=1)
    games = cup.match(1).games
    assert [game.winner for game in games] == ([] if sides is None else [cup.match(1).seats[sides].side])
    assert ("the game is in" if games else "does not say who won") in page


def test_a_slip_with_the_numbers_of_a_game_that_is_in_is_asked_about(judge, cup):
    cup.game(1, 0, 6, 2, 3)
    slip = {"table": "1", "winner": "1", "wounds": "6 2 3", "round": 1}
    page = judge.post(f"{CUP}/results/slips", **slip)
    assert "Table 1 has a game with these numbers already. Is this game 2?" in page
    assert len(cup.match(1).games) == 1
    judge.post(f"{CUP}/results/slips", **slip, sure=re.search(r'name="sure" value="([^"]+)"', page.html)[1])
    assert len(cup.match(1).games) == 2


@pytest.mark.parametrize(
    ("slip", "sentence"),
    [
        ({"table": "", "wounds": "6 2 3"}, "Type the number of the table first."),
        ({"table": "77", "wounds": "6 2 3"}, "There is no table 77"),
        ({"table": "1", "wounds": "6 2"}, "3 play at table"),
        ({"table": "1", "wounds": "5 2 3"}, "do not say who won"),
        ({"table": "1", "winner": "1", "wounds": "5 2 3"}, "the winner has exactly 6"),
    ],
)
def test_a_slip_that_cannot_be_keeps_what_was_typed(judge, cup, slip, sentence):
    page = judge.post(f"{CUP}/results/slips", **{"winner": "", "round": 1, **slip})
    assert page.status == 409
    assert sentence in page
    assert f'value="{slip["wounds"]}"' in page.html


def test_a_players_page_names_the_whole_table(organizer, cup):
    player = cup.pair(1)[0]
    page = organizer.get(f"{CUP}/players/{player}")
    assert all(name in page for name in cup.names_at(1)[1:])
    assert "to leave it at once, open that table" in page
    play(cup)
    assert "Place 1 of 3" in organizer.get(f"{CUP}/players/{player}")


# The fill-up choice


def test_both_ways_to_seat_a_round_are_explained(organizer, app):
    event = play(mages(app, 12).start())
    assert "Seat round 2" in organizer.get(CUP + "/")
    page = organizer.get(f"{CUP}/pairings/")
    assert "4 winners go on. They do not divide into threes." in page
    assert "2 tables of three: 4 who won and 2 who fill up." in page
    assert "1 table of four: only those who won go on." in page
    assert len(re.findall(r'data-kind="go"', page.html)) == 1
    organizer.post(f"{CUP}/pairings/pair")
    assert [len(match.seats) for match in event.t.current_round.matches] == [3, 3]
    assert "Draw anew: winners only" in organizer.get(f"{CUP}/pairings/")
    organizer.post(f"{CUP}/pairings/fours")
    assert [len(match.seats) for match in event.t.current_round.matches] == [4]


def test_two_winners_cannot_do_without_filling_up(organizer, app):
    play(mages(app, 6).start())
    page = organizer.get(f"{CUP}/pairings/")
    assert "1 table of three: 2 who won and 1 who fills up." in page
    assert "2 winners cannot be seated at tables of three and four." in page
    assert "Winners only" not in page


def test_with_nobody_left_to_fill_up_the_winners_sit_at_four(organizer, app):
    event = play(mages(app, 12).start())
    winners = {m.players[0] for m in event.t.current_round.matches}
    for player in set(event.t.players) - winners:
        event.do(lambda t, gone=player: people.drop(t, gone))
    page = organizer.get(f"{CUP}/pairings/")
    assert "Choose tables of four instead" in page
    assert "Winners only" in page
    organizer.post(f"{CUP}/pairings/fours")
    assert event.t.current_round.seated == winners


def test_winners_in_threes_leave_nothing_to_choose(organizer, app):
    play(mages(app, 9).start())
    assert "Pair the championship round" in organizer.get(CUP + "/")
    assert "How is" not in organizer.get(f"{CUP}/pairings/")


def test_three_of_four_winners_leave_nothing_to_choose_either(organizer, app):
    """“1 table of three, and nobody has to fill up” or “1 table of three: only those who won go on” were offered."""
    event = play(mages(app, 12).start())
    gone = event.t.current_round.matches[0].players[0]
    event.do(lambda t: people.drop(t, gone))
    assert "Pair the championship round" in organizer.get(CUP + "/")
    assert "How is" not in organizer.get(f"{CUP}/pairings/")


def test_now_speaks_of_tables_of_four_only_where_they_can_be(organizer, app):
    four = "or the winners sit at tables of four"
    play(mages(app, 12).start())
    assert four in organizer.get(CUP + "/")


def test_two_winners_are_not_told_of_tables_of_four(organizer, app):
    play(mages(app, 6).start())
    told = "2 winners go on. They do not divide into threes. Free seats are filled up: look who it is, then pair."
    assert told in organizer.get(CUP + "/")


def test_a_lone_winner_has_no_next_round(organizer, app):
    event = play(mages(app, 9).start())
    assert "To the next round" in organizer.get(f"{CUP}/standings/")
    for match in event.t.current_round.matches[1:]:
        event.do(lambda t, gone=match.players[0]: people.drop(t, gone))
    page = organizer.get(f"{CUP}/standings/")
    assert "To the next round" not in page
    assert "Places and prizes" in page


def test_a_lone_winner_did_not_win_a_round_that_was_not_played(organizer, app):
    """“won the championship round” and “has not been played: places go by points alone” stood there, both untrue."""
    event = play(mages(app, 9).start())
    for match in event.t.current_round.matches[1:]:
        event.do(lambda t, gone=match.players[0]: people.drop(t, gone))
    assert "Finish the event." in organizer.get(f"{CUP}/pairings/")
    page = organizer.get(f"{CUP}/standings/finish")
    assert "The championship round has not been played: one winner is left, who is the champion." in page
    assert "by points alone" not in page
    page = organizer.get(f"{CUP}/standings/")
    assert "Won the championship round" not in page
    assert "the only winner who is still here; 4 points" in page.text.lower()


def test_a_disqualified_winner_of_the_last_round_is_not_called_the_champion(organizer, app):
    """Ruling: a disqualified player has 0 and no place. “Max is the champion” stood on the first page."""
    event = play(play(mages(app, 9).start()).next_round())
    out = event.t.current_round.matches[0].players[0]
    assert f"{event.name(out)} is the champion." in told_on(organizer.get(f"{CUP}/"))
    event.do(lambda t: people.disqualify(t, out))
    page = organizer.get(f"{CUP}/")
    assert "is the champion" not in page
    assert "Places and prizes are next." in page


def test_a_winner_who_left_is_told(organizer, app):
    event = play(mages(app, 9).start())
    gone = event.t.current_round.matches[0].players[0]
    event.do(lambda t: people.drop(t, gone))
    page = organizer.get(f"{CUP}/pairings/")
    assert "2 of 3 winners go on, 1 has left." in page


# Staff and wrap-up


def test_the_coordinator_and_judges_are_named_with_their_points(organizer, judge, app):
    event = play(mages(app, 10).start())
    organizer.post(f"{CUP}/staff/", role="coordinator", name="Cy <b>")
    organizer.post(f"{CUP}/staff/", role="judge", name="Jo")
    page = organizer.post(f"{CUP}/staff/", role="judge", player="p4")
    assert "Cy <b> Coordinator 10" in page
    assert "Jo Judge 5" in page
    assert "Mage 4 Judge, plays too as a player" in page
    assert judge.get(f"{CUP}/staff/").status == 403
    organizer.post(f"{CUP}/staff/{event.t.staff[1].id}/remove")
    assert "Jo" not in organizer.get(f"{CUP}/staff/")


def test_naming_somebody_twice_by_a_double_tap_names_them_once(organizer, app):
    event = mages(app, 9)
    for _ in range(2):
        organizer.post(f"{CUP}/staff/", role="judge", name="Jo", request_id="same")
    organizer.post(f"{CUP}/staff/", role="judge", player="p1")
    organizer.post(f"{CUP}/staff/", role="judge", player="p1")
    assert [member.role for member in event.t.staff] == ["judge", "judge"]


@pytest.mark.parametrize(
    ("form", "sentence"),
    [
        ({"role": "king", "name": "Jo"}, "Choose what they do"),
        ({"role": "judge"}, "Type a name, or choose one of the players"),
        ({"role": "judge", "name": "Jo", "player": "p1"}, "not both"),
        ({"role": "judge", "name": "x" * 130}, "120 is the most"),
    ],
)
def test_staff_that_cannot_be_is_refused(organizer, app, form, sentence):
    event = mages(app, 9)
    assert sentence in organizer.post(f"{CUP}/staff/", **form, referrer=f"{CUP}/staff/")
    assert event.t.staff == ()


def test_the_champion_and_the_wrap_up(organizer, app):
    event = play(mages(app, 9, factor=2).start())
    play(event.next_round())
    champion = event.name(event.t.current_round.matches[0].players[0])
    assert f"{champion} is the champion" in organizer.get(CUP + "/")
    organizer.post(f"{CUP}/staff/", role="coordinator", name="Cy")
    page = organizer.get(f"{CUP}/standings/finish")
    # Twice (4 × 1 + 5 × 2), and the coordinator's 9 count double too.
    assert f"1 {champion} 8 + 20 28" in page
    assert "Cy Coordinator 18" in page
    assert "A scored event of 9 players: send the results in within 30 days." in page
    organizer.post(f"{CUP}/standings/finish", do="finish")
    assert "Cy Coordinator 18" in organizer.get(f"{CUP}/standings/")


def test_an_event_of_six_is_not_scored(organizer, app):
    event = play(mages(app, 6).start())
    play(event.next_round())
    assert "6 take part. With fewer it is played all the same" in organizer.get(f"{CUP}/standings/finish")
    assert "No coordinator is named yet." in organizer.get(f"{CUP}/standings/finish")


# What it is, on every screen


def test_the_shorthand_is_on_the_desk_the_wall_the_phones_the_tablet_and_on_paper(organizer, stranger, app):
    event = mages(app, 9, type="King's Decree", variants=("Questing",), victory="Enhanced", deck_size=75, realms=10)
    event.start()
    called = "Spellfire: King's Decree (Questing)—Enhanced [75]"
    for path in ("/", f"{CUP}/", f"{CUP}/results/", f"{CUP}/print/tables"):
        assert called in organizer.get(path), path
    for path in ("/e/cup/", "/e/cup/pairings", "/e/cup/standings", "/e/cup/p/p1"):
        assert called in stranger.get(path), path
    wall = stranger.client.get("/api/tournaments/cup/wall").get_data()
    assert json.loads(gzip.decompress(wall))["event"]["ruleset"] == called


# Posted rules


def test_what_the_choices_mean_stands_on_wall_phones_and_a_poster(organizer, app):
    """“Tournaments should always post what optional rules variants and victory conditions are being used.”"""
    event = mages(app, 9, type="King's Decree", variants=("Questing", "<b>Cake</b>"))
    wall = on_the_wall(organizer)
    assert wall["playlist"] == ["welcome", "roster", "rules"]
    titles = ["King's Decree", "Questing", "<b>Cake</b>", "Standard victory", "Decks of 55 cards", "Points and time"]
    assert [rule["title"] for rule in wall["rules"]] == titles
    event.start()
    assert on_the_wall(organizer)["playlist"] == ["pairings", "set-up", "rules"]
    for page in (organizer.get("/e/cup/"), organizer.get(f"{CUP}/sheets/rules")):
        assert "Every champion may attack any realm of an opponent, whatever its position or powers." in page
        assert "First to 6 unrazed realms." in page
        assert "<b>Cake" not in page.html
    assert f"{CUP}/sheets/rules" in organizer.get(f"{CUP}/print/").html


# Time is called, and what a lot decides


def test_a_stopped_game_is_entered_with_everyones_realms_and_ends_the_table(organizer, app):
    """Ruling, time called: recorded with everybody's realms and no winner; places by games won, then realms."""
    cup = mages(app, 3).start()
    page = organizer.get(f"{CUP}/results/1")
    assert "Nobody: the game was stopped" in page
    form = {"round": 1, "game": 1, "winner": "stopped", "realms_1": 2, "realms_2": 5, "realms_3": 1}
    organizer.post(f"{CUP}/results/1/game", **form)
    match = cup.match(1)
    assert match.games == (Game(None, (2, 5, 1)),)
    assert [outcome.place for outcome in match.result.outcomes] == [2, 1, 3]
    assert "stopped" in organizer.get(f"{CUP}/results/1")


def test_a_lot_at_a_table_is_said_and_can_be_replaced(organizer, app):
    """Ruling: a lot is always said where the place is shown, and may be replaced by another fair method."""
    cup = mages(app, 3).start()
    for _ in range(2):
        cup.game(1, 0, 6, 3, 3)
    page = organizer.get(f"{CUP}/results/1")
    assert "by lot" in page
    assert "Decided by lot" in page
    first, second, third = sorted(cup.match(1).players, key=lambda p: _place(cup, p))
    form = {"player": [second, third], f"place-{second}": "2", f"place-{third}": "1"}
    organizer.post(f"{CUP}/results/round/1/1/tie", **form)
    assert [_place(cup, p) for p in (first, second, third)] == [1, 3, 2]
    assert "Decided by lot" not in organizer.get(f"{CUP}/results/1")


def test_a_lot_of_a_closed_round_is_replaced_where_it_is_corrected(organizer, app):
    cup = mages(app, 9).start()
    for match in cup.t.current_round.matches:
        for _ in range(2):
            cup.game(match.table, 0, 6, 3, 3)
    cup.do(rounds.close)
    assert "Decided by lot" in organizer.get(f"{CUP}/results/round/1/2/correct")
    tied = [p for p in cup.match(2).players if p != cup.match(2).players[0]]
    form = {"player": tied, f"place-{tied[0]}": "1", f"place-{tied[1]}": "1"}
    assert "a different place" in organizer.post(f"{CUP}/results/round/1/2/tie", **form)


def test_somebody_who_did_not_come_scores_nothing(organizer, app):
    """Ruling, who played: somebody who never played a game scores nothing and is not counted."""
    cup = mages(app, 4).start()
    absent = cup.match(1).players[3]
    assert "did not come" in organizer.get(f"{CUP}/results/1")
    organizer.post(f"{CUP}/results/1/leave", round=1, player=absent, no_show="1")
    assert cup.match(1).no_shows == (absent,)


def _place(cup, player):
    match = cup.match(1)
    return match.result.outcomes[match.players.index(player)].place


def test_a_correction_that_changes_a_winner_says_whose_seat_it_was_and_what_to_do(organizer, judge, app):
    """Round 2 is seated when it turns out that somebody else had won a table."""
    cup = play(mages(app, 9).start()).next_round()
    wrong, right = cup.match(2, number=1).players[:2]
    games = (Game(1, (2, 6, 1)),) * 2
    cup.do(lambda t: results.correct_games(t, 1, table=2, games=games))
    names = f"{cup.name(right)} won table 2, and {cup.name(wrong)} sits in the championship round."
    assert names in told_on(organizer.get(CUP + "/"))
    page = organizer.get(f"{CUP}/pairings/")
    assert names in told_on(page)
    assert f"Give {cup.name(right)} the seat" in told_on(page)
    assert judge.post(f"{CUP}/pairings/take-over", gone=wrong, comes=right).status == 403
    page = organizer.post(f"{CUP}/pairings/take-over", gone=wrong, comes=right)
    assert f"{cup.name(right)} sits where {cup.name(wrong)} sat" in told_on(page)
    assert right in cup.t.current_round.seated
    assert "won table 2" not in organizer.get(CUP + "/")


def test_one_is_one_wherever_it_is_counted(organizer, app):
    """“1 games”, “alone on 1 points”, “1 of 1 tables are still playing”."""
    cup = mages(app, 4).start()
    organizer.post(f"{CUP}/clock/start", round=1)
    assert "1 of 1 table is still playing" in organizer.get(CUP + "/")
    cup.game(1, 0, 6, 3, 2, 1)
    cup.do(lambda t: results.end_early(t, 1))
    assert "1 game " in organizer.get(f"{CUP}/results/")
    assert re.search(r"\b1 game\b", organizer.get(f"{CUP}/pairings/").text)
    cup.do(rounds.close)
    page = organizer.get(f"{CUP}/standings/").text.lower()
    assert "alone on 1 point" in page
    assert "on 1 points" not in page
    assert "1 games" not in page


def test_house_rules_are_typed_on_new_event_and_shown_to_everybody(organizer, stranger, app):
    own = {"spell_type": "own", "spell_own_type": "Dragon Night", "spell_own_rules": "Dragons start in play."}
    page = create(organizer, **own)
    tid = page.path.split("/")[2]
    assert made(app, page).settings.event.own_rules == "Dragons start in play."
    assert "Dragons start in play." in organizer.get(f"/events/{tid}/settings").html
    assert "Dragons start in play." in stranger.get(f"/e/{tid}/").text
    assert "Dragons start in play." in organizer.get(f"/events/{tid}/sheets/rules").text
    wall = stranger.client.get(f"/api/tournaments/{tid}/wall")
    assert "Dragons start in play." in json.dumps(json.loads(gzip.decompress(wall.data)))
