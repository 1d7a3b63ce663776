"""The list of players: checking in, entering, changing, leaving and coming back."""

import html
import re
from urllib.parse import parse_qsl

import pytest

from engine.clock import Moment
from engine.decisions import clock, people, results, rounds, setup, stages
from engine.words import Staff
from server.core import journal
from server.core.db import db
from server.core.models import PlayerRow
from tests.server.events import begun, new_event
from tests.server.result_event import Event

AT = "/events/cup/players/"


@pytest.fixture
def cup(app):
    """An event of four, before the start."""
    return make(app, new_event, 4)


def make(app, how, players, ruleset="ashes-reborn"):
    with app.app_context():
        how(players, ruleset)
    return Cup(app)


class Cup:
    """The event as the journal knows it, and what happens in it elsewhere."""

    def __init__(self, app):
        self.app = app

    @property
    def t(self):
        with self.app.app_context():
            return journal.read("cup").tournament

    @property
    def acts(self):
        with self.app.app_context():
            return len(journal.read("cup").acts)

    def row(self, player):
        mine = (PlayerRow.tournament_id == "cup") & (PlayerRow.id == player)
        with self.app.app_context(), db.engine.connect() as connection:
            return connection.execute(PlayerRow.__table__.select().where(mine)).one()

    def do(self, *decisions):
        with self.app.app_context():
            for decide in decisions:
                journal.record("cup", "s0", decide=decide)

    def play(self):
        """Publish the draft, and the first seat of every table wins."""
        self.do(rounds.publish)
        for match in self.t.current_round.matches:
            self.do(lambda t, m=match: results.record_win(t, m.table, winner=m.players[0], wounds=7))
        self.do(rounds.close)


# The list


def test_the_list_shows_everybody(organizer, cup):
    page = organizer.get(AT)
    assert "0 of 4 here, 0 paid" in page
    for player in ("p1", "p2", "p3", "p4"):
        assert f"Name {player}" in page


def test_an_empty_list_asks_for_names(organizer, app):
    make(app, new_event, 0)
    assert "Nobody is on the list yet" in organizer.get(AT)


def test_the_record_and_the_status_are_told(organizer, app):
    cup = make(app, begun, 5)
    cup.play()
    winner = cup.t.current_round.matches[0].players[0]
    gone, sent_off = cup.t.current_round.matches[1].players
    cup.do(lambda t: people.drop(t, gone), lambda t: people.disqualify(t, sent_off), lambda t: setup.enter(t, ["p9"]))
    page = organizer.get(AT)
    assert "3 in" not in page
    assert "4 in, 2 out" in page
    assert f"Name {winner} 1–0 In" in strip_ticks(page)
    assert "Dropped after round 1" in page
    assert "Disqualified" in page
    assert "Plays from round 2" in page


def strip_ticks(page):
    return " ".join(page.text.replace("paid ", "").split())


def test_two_players_of_one_name_are_allowed_and_marked(organizer, cup):
    page = organizer.post(AT + "p1", name="name P2", club="Leeds")
    assert "Another player is called “name P2” too." in page
    assert "same name" in page
    assert "Another player has the same name" in organizer.get(AT + "p2")


def test_names_with_markup_emoji_and_200_letters_are_text(organizer, cup):
    for name in ("<script>alert(1)</script>", "🦊" * 100, "ع" * 200, '"><img src=x onerror=alert(1)>'):
        organizer.post(AT + "p1", name=name)
        for page in (organizer.get(AT), organizer.get(AT + "p1")):
            assert name in page
            assert "<script>alert" not in page.html
            assert "<img" not in page.html


# Checking in


def test_one_tap_checks_somebody_in_and_another_out(judge, cup):
    assert "1 of 4 here" in judge.post(AT + "here", here="p2")
    assert cup.t.players["p2"].present
    assert "0 of 4 here" in judge.post(AT + "here", gone="p2")
    assert not cup.t.players["p2"].present


def test_a_double_tap_is_one_act(organizer, cup):
    before = cup.acts
    organizer.client.post(AT + "here", data={"here": "p2"})
    organizer.client.post(AT + "here", data={"here": "p2"})
    organizer.client.post(AT + "here", data={"here": "p3"})
    assert cup.acts == before + 2


def test_all_here(judge, cup):
    judge.post(AT + "here", here="p2")
    page = judge.post(AT + "all-here")
    assert "Everybody is checked in." in page
    assert all(player.present for player in cup.t.players.values())


def test_those_who_are_not_here_are_taken_off(organizer, cup):
    organizer.post(AT + "here", here="p2")
    organizer.post(AT + "here", here="p3")
    page = organizer.post(AT + "take-off-absent")
    assert "2 removed from the list." in page
    assert list(cup.t.players) == ["p2", "p3"]


def test_the_first_page_leads_to_who_is_not_here_before_they_are_paired(organizer, cup):
    way = 'href="/events/cup/players/#absent"'
    assert way not in organizer.get("/events/cup").html
    organizer.post(AT + "here", here="p2")
    page = organizer.get("/events/cup")
    assert "1 of 4 is checked in." in page
    assert "Start and pair 4 players" in page
    assert f"{way}>Remove 3 not here…" in page.html
    organizer.post(AT + "all-here")
    assert way not in organizer.get("/events/cup").html


def test_nobody_is_taken_off_while_nobody_is_checked_in(organizer, cup):
    page = organizer.post(AT + "take-off-absent", referrer=AT)
    assert "Nobody is checked in yet, so this would take everybody off." in page
    assert len(cup.t.players) == 4


def test_taking_off_when_all_are_here_changes_nothing(organizer, cup):
    organizer.post(AT + "all-here")
    assert "Everybody is here." in organizer.post(AT + "take-off-absent")
    assert len(cup.t.players) == 4


def test_taking_off_acts_only_on_what_was_shown(organizer, cup):
    organizer.post(AT + "here", here="p2")
    page = organizer.post(AT + "take-off-absent", referrer=AT, seen="1.1")
    assert "Something changed since you opened this page" in page
    assert len(cup.t.players) == 4


def test_in_the_draft_of_round_one_they_are_dropped_and_the_draw_is_asked_for(organizer, app):
    cup = make(app, begun, 4)
    for player in ("p1", "p2", "p3"):
        organizer.post(AT + "here", here=player)
    page = organizer.post(AT + "take-off-absent")
    assert not cup.t.players["p4"].active
    assert "Draw the round again" in page
    assert "Left before round 1" in page


def test_once_round_one_has_begun_nobody_is_taken_off_by_absence(organizer, app):
    cup = make(app, begun, 4)
    cup.do(rounds.publish)
    page = organizer.post(AT + "take-off-absent", referrer=AT)
    assert "Round 1 has begun: drop players one by one" in page
    assert "here" not in organizer.get(AT).text.lower().split("players")[0]


def test_paying_moves_no_revision(organizer, cup):
    before = cup.acts
    assert "1 paid" in organizer.post(AT + "paid", paid="p2")
    assert cup.row("p2").paid
    organizer.post(AT + "paid", unpaid="p2")
    assert not cup.row("p2").paid
    assert cup.acts == before


@pytest.mark.parametrize(("path", "form"), [("here", {"here": "p77"}), ("here", {}), ("paid", {"paid": "p77"})])
def test_ticking_nobody_is_refused(organizer, cup, path, form):
    page = organizer.post(AT + path, referrer=AT, **form)
    assert "There is no player" in page


# Entering


def test_players_are_added_before_the_start(organizer, cup):
    page = organizer.post(AT + "add", players="name;club;table\nAna;Leeds;3\nname  P1;;\n")
    assert "1 player entered." in page
    assert "is already in the event" in page
    assert cup.t.players["p5"].fixed_table == 3
    assert (cup.row("p5").name, cup.row("p5").club) == ("Ana", "Leeds")


def test_a_list_pasted_again_fills_in_what_was_empty_and_overwrites_nothing(organizer, app):
    """A second list with clubs and factions was read, and nothing of it taken: “already in the event”."""
    cup = make(app, new_event, 3, ruleset="summoner-wars")
    organizer.post(AT + "p2", name="Name p2", club="York", table="7", factions="Phoenix Elves")
    text = (
        "name,club,paid,table,factions\nname P1,Leeds,yes,3,Cave Goblins / Tundra Orcs\nName p2,York,,4,Tundra Orcs\n"
        "Name p1,Leeds,,5,Phoenix Elves\nName p3"
    )
    assert "What was empty is filled in: 1 club, 1 fee paid, 1 fixed table and 1 list" in organizer.post(
        AT + "preview", players=text
    )
    before = cup.acts
    page = organizer.post(AT + "add", players=text)
    assert "What was empty is filled in" in page
    assert "entered" not in page.text.split("Check-in")[0]
    assert cup.acts == before + 1
    assert (cup.row("p1").club, cup.row("p1").paid, cup.row("p1").name) == ("Leeds", True, "Name p1")
    assert (cup.row("p2").club, cup.row("p3").club) == ("York", "")
    assert [cup.t.players[p].fixed_table for p in ("p1", "p2", "p3")] == [3, 7, None]
    named = [cup.t.players[p].factions for p in ("p1", "p2", "p3")]
    assert named == [("Cave Goblins", "Tundra Orcs"), ("Phoenix Elves",), ()]
    again = organizer.post(AT + "add", players=text)
    assert "There is nobody new in that list." in again
    assert cup.acts == before + 1


def test_doubles_are_kept_if_asked_for(organizer, cup):
    organizer.post(AT + "add", players="Name p1", keep_doubles="1")
    assert cup.row("p5").name == "Name p1"


def test_adding_twice_with_one_request_enters_once(organizer, cup):
    first = organizer.post(AT + "add", players="Ana\nBen", request_id="tap")
    again = organizer.post(AT + "add", players="Ana\nBen", request_id="tap")
    for page in (first, again):
        assert page.text.count("2 players entered.") == 1
        assert "twice" not in page
        assert "already" not in page
    assert len(cup.t.players) == 6


def test_an_id_is_not_given_to_somebody_else(organizer, cup):
    organizer.post(AT + "p4/remove")
    organizer.post(AT + "add", players="Ana")
    assert "p5" in cup.t.players
    assert "p4" not in cup.t.players
    assert cup.row("p4").name == "Name p4"


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "There is nobody new in that list."),
        ("name p1", "There is nobody new in that list."),
        ("x" * 6000, "Line 1 is 6,000 characters long"),
        ("\n".join(f"P{i}" for i in range(4093)), "That would make 4,097 players; an event has at most 4,096."),
    ],
)
def test_what_cannot_be_added_is_told_and_kept_in_the_box(organizer, cup, text, sentence):
    page = organizer.post(AT + "add", players=text)
    assert page.status == 409
    assert sentence in page
    assert f"\n{text}</textarea>" in page.html
    assert len(cup.t.players) == 4


def test_the_preview_says_who_is_new(organizer, cup):
    page = organizer.post(AT + "preview", players="Ana\nname P1\nBen\nBen")
    assert "2 new players" in page
    assert "“name P1” (line 2) is already in the event." in page
    assert "<html" not in page.html
    assert "characters long" in organizer.post(AT + "preview", players="x" * 6000)
    assert organizer.post(AT + "preview", players="").text == ""
    assert len(cup.t.players) == 4


def test_while_a_round_is_a_draft_new_players_want_a_new_draw(organizer, app):
    cup = make(app, begun, 4)
    assert "Round 1 is a draft. Whoever enters now is in it once it is drawn again." in organizer.get(AT)
    page = organizer.post(AT + "add", players="Ana")
    assert cup.t.players["p5"].entered == 1
    assert "Not paired in round 1: Ana" in page
    assert "Draw again" in page
    assert page.html.count('data-kind="go"') == 1


@pytest.mark.parametrize("page", ["", "p1"])
def test_two_forms_of_one_page_are_not_taken_for_the_same_tap(organizer, app, page):
    """Whoever changed a player, went back and tapped Draw again met an error: both forms had one id."""
    make(app, begun, 4)
    organizer.post(AT + "add", players="Ana")
    shown = organizer.get(AT + page)
    taps = re.findall(r'name="request_id" value="([^"]+)"', shown.html)
    assert "Draw again" in shown
    assert len(set(taps)) == len(taps) > 1


def test_a_late_entry_is_told_what_it_means(organizer, app):
    cup = make(app, begun, 5)
    cup.play()
    assert "plays from round 2 on, with a loss for the round before" in organizer.get(AT)
    cup.do(rounds.pair_round, rounds.publish)
    assert "plays from round 3 on, with a loss for the 2 rounds before" in organizer.get(AT)
    organizer.post(AT + "add", players="Ana")
    assert cup.t.players["p6"].entered == 3


def test_in_the_last_round_it_says_so(organizer, app):
    cup = make(app, begun, 4)
    cup.play()
    cup.do(rounds.pair_round, rounds.publish)
    assert "Round 2 is the last. Whoever enters now has a loss for every round" in organizer.get(AT)


def test_a_late_arrival_may_play_against_the_bye(organizer, app):
    cup = make(app, begun, 5)
    cup.do(rounds.publish)
    bye = cup.t.current_round.byes[0].player
    assert f"Add one, plays round 1 against Name {bye}" in organizer.get(AT)
    organizer.post(AT + "add", players="name;table\nAna;9", seat="bye")
    current = cup.t.current_round
    assert not current.byes
    assert {bye, "p6"} in [set(match.players) for match in current.matches]
    assert cup.t.players["p6"].entered == 1
    assert cup.t.players["p6"].fixed_table == 9
    assert "against Name" not in organizer.get(AT)


def test_there_is_one_seat_opposite_the_bye(organizer, app):
    cup = make(app, begun, 5)
    cup.do(rounds.publish)
    page = organizer.post(AT + "add", players="Ana\nBen", seat="bye")
    assert "Only one seat is free in this round." in page
    assert len(cup.t.players) == 5


def test_whoever_was_added_for_the_next_round_is_told_how_they_get_the_seat_of_this_one(organizer, app):
    """“There is nobody new in that list” was all that somebody read who had pressed the other button first."""
    cup = make(app, begun, 3)
    cup.do(rounds.publish)
    organizer.post(AT + "add", players="Ana")
    page = organizer.post(AT + "add", players="Ana", seat="bye")
    assert "“Ana” is on the list. To seat them in this round, remove them from the list on their page" in page
    organizer.post(AT + "p4/remove")
    assert "sits at table" in organizer.post(AT + "add", players="Ana", seat="bye")


def test_once_the_clock_has_started_the_seat_is_gone(organizer, app):
    cup = make(app, begun, 5)
    cup.do(rounds.publish, lambda t: clock.start_clock(t, Moment("boot", 1000)))
    assert "Add one, plays" not in organizer.get(AT)
    page = organizer.post(AT + "add", players="Ana", seat="bye")
    assert "The clock has started." in page


def test_nobody_has_the_bye(organizer, app):
    cup = make(app, begun, 4)
    cup.do(rounds.publish)
    assert "Nobody has the bye" in organizer.post(AT + "add", players="Ana", seat="bye")


def test_nobody_enters_a_bracket_or_a_finished_event(organizer, app):
    cup = make(app, begun, 4)
    cup.play()
    cup.do(lambda t: stages.make_cut(t, 2))
    assert "Nobody can enter now: brackets" in organizer.get(AT)
    assert "Nobody can enter now: brackets" in organizer.post(AT + "add", players="Ana")
    cup.do(rounds.pair_round)
    cup.play()
    cup.do(stages.finish)
    assert "The event is finished." in organizer.get(AT)
    assert organizer.post(AT + "add", players="Ana").status == 409
    assert len(cup.t.players) == 4


# One player


def test_a_player_is_changed_in_one_act(organizer, cup):
    before = cup.acts
    page = organizer.post(AT + "p2", name=" Ana  Kovač ", club="Leeds", paid="1", table="7")
    assert "Ana Kovač is saved." in page
    row = cup.row("p2")
    assert (row.name, row.club, row.paid) == ("Ana Kovač", "Leeds", True)
    assert cup.t.players["p2"].fixed_table == 7
    assert cup.acts == before + 1
    organizer.post(AT + "p2", name="Ana Kovač", club="Leeds", table="")
    assert cup.t.players["p2"].fixed_table is None
    assert not cup.row("p2").paid


def test_saving_what_is_there_moves_nothing(organizer, cup):
    before = cup.acts
    organizer.post(AT + "p2", name="Name p2", club="", table="")
    assert cup.acts == before


@pytest.mark.parametrize(
    ("form", "sentence"),
    [
        ({"name": " "}, "A player needs a name."),
        ({"name": "x" * 201}, "A name has at most 200 characters"),
        ({"name": "Ana", "club": "x" * 201}, "A name has at most 200 characters"),
        ({"name": "Ana", "table": "window"}, "“window” is not a table number"),
        ({"name": "Ana", "table": "0"}, "“0” is not a table number"),
    ],
)
def test_a_change_that_cannot_be_is_told_and_not_lost(organizer, cup, form, sentence):
    page = organizer.post(AT + "p2", **{"club": "Leeds & Co", **form})
    assert page.status == 409
    assert sentence in page
    assert form.get("club", "Leeds &amp; Co") in page.html
    assert cup.row("p2").name == "Name p2"


def test_factions_stay_once_play_has_begun(organizer, app):
    cup = make(app, new_event, 4, ruleset="summoner-wars")
    organizer.post(AT + "p1", name="Ana", factions="Elves, Goblins")
    assert cup.t.players["p1"].factions == ("Elves", "Goblins")
    assert "Elves, Goblins" in organizer.get(AT)
    cup.do(setup.start, rounds.pair_round, rounds.publish)
    page = organizer.post(AT + "p1", name="Ana", factions="Dwarves, Goblins")
    assert "named cannot be changed, nor their order." in page
    assert 'value="Dwarves, Goblins"' in page.html
    organizer.post(AT + "p1", name="Ana", factions="Elves, Goblins, Dwarves")
    assert cup.t.players["p1"].factions == ("Elves", "Goblins", "Dwarves")


def test_factions_are_only_asked_for_where_they_are_named(organizer, cup):
    assert "Factions" not in organizer.get(AT)
    assert "Factions" not in organizer.get(AT + "p1")


def test_the_page_shows_the_rounds_and_penalties_so_far(organizer, app):
    cup = make(app, begun, 5)
    bye = cup.t.current_round.byes[0].player
    match = cup.t.current_round.matches[0]
    winner, loser = match.players
    assert "Draft, nobody sees it yet" in organizer.get(AT + winner)
    assert "Bye in the draft" in organizer.get(AT + bye)
    cup.do(rounds.publish)
    assert "No result yet" in organizer.get(AT + winner)
    cup.do(lambda t: people.penalise(t, loser, kind="warning", fault="Slow play", id="x1"))
    for open_ in cup.t.current_round.matches:
        cup.do(lambda t, m=open_: results.record_win(t, m.table, winner=m.players[0], wounds=7))
    assert f"Name {loser} Won 25 : 7" in organizer.get(AT + winner)
    assert f"Name {winner} Lost 7 : 25" in organizer.get(AT + loser)
    assert "Bye: a win" in organizer.get(AT + bye)
    assert "Round 1 Warning : Slow play" in organizer.get(AT + loser)
    assert "Penalties" not in organizer.get(AT + winner)


def test_a_missed_round_is_told(organizer, app):
    cup = make(app, begun, 4)
    cup.play()
    organizer.post(AT + "add", players="Ana")
    assert "Round 1 of 2 Did not play" in organizer.get(AT + "p5")


def test_a_judge_looks_but_does_not_change(judge, cup):
    page = judge.get(AT + "p1")
    assert "Name p1" in page
    assert "<form" not in page.html
    assert "Add players" not in judge.get(AT)
    for path in ("p1", "p1/drop", "p1/reinstate", "p1/remove", "p1/staff", "add", "paid", "preview"):
        assert judge.post(AT + path).status == 403
    assert judge.post(AT + "take-off-absent").status == 403


def test_a_stranger_sees_no_list(stranger, cup):
    for path in ("", "p1"):
        assert stranger.get(AT + path).path == "/sign-in"


@pytest.mark.parametrize("path", ["p77", "p1%27"])
def test_there_is_no_such_player(organizer, cup, path):
    page = organizer.get(AT + path)
    assert page.status == 404
    assert "There is no such player in this event." in page


@pytest.mark.parametrize("act", ["", "/drop", "/reinstate", "/remove", "/staff"])
def test_nothing_is_done_to_somebody_who_is_not_there(organizer, cup, act):
    before = cup.acts
    page = organizer.post(AT + "p77" + act, referrer=AT, name="Ana", role="organizer")
    assert "There is no" in page
    assert cup.acts == before


def test_a_players_page_says_who_did_not_come_or_has_left_while_the_others_play(organizer, app):
    """Desk and phone said different things: “No result yet” here, “You did not come” there."""
    event = Event(app, ["Ana", "Ben", "Cai", "Dee"], ruleset_id="spellfire").start()
    event.do(lambda t: results.leave_table(t, 1, player="p1", no_show=True))
    event.do(lambda t: results.leave_table(t, 1, player="p2"))
    assert "Did not come" in organizer.get(AT + "p1")
    assert "Left the table" in organizer.get(AT + "p2")
    assert "No result yet" in organizer.get(AT + "p3")


# Leaving and coming back


def test_a_drop_counts_from_the_next_pairing_on(organizer, app):
    cup = make(app, begun, 4)
    cup.do(rounds.publish)
    table = next(match.table for match in cup.t.current_round.matches if "p1" in match.players)
    assert f"The match at table {table} still needs a result." in organizer.get(AT + "p1")
    page = organizer.post(AT + "p1/drop")
    assert "Name p1 is out from the next pairing on." in page
    assert "Dropped after round 1" in page
    assert "Draw the round again" not in page


def test_a_drop_from_a_draft_asks_for_a_new_draw(organizer, app):
    cup = make(app, begun, 4)
    page = organizer.post(AT + "p1/drop")
    assert cup.t.players["p1"].dropped == 0
    assert "Not in round 1 any more: Name p1" in page
    assert "/pairings/pair" in page.html
    assert page.html.count('data-kind="go"') == 1


def test_dropped_and_back(organizer, cup):
    organizer.post(AT + "p1/drop", request_id="tap")
    before = cup.acts
    organizer.post(AT + "p1/drop", request_id="tap")
    assert cup.acts == before
    assert "is already out" in organizer.post(AT + "p1/drop", referrer=AT)
    assert "is back from the next pairing on" in organizer.post(AT + "p1/reinstate")
    assert cup.t.players["p1"].active
    assert "nothing to reinstate" in organizer.post(AT + "p1/reinstate", referrer=AT)


def test_whoever_was_taken_out_of_the_first_round_of_tables_of_three_comes_back_to_a_table(organizer, app):
    """“Players should never be turned away”: they were back from the next pairing on, which is for winners."""
    event = Event(app, [f"Name p{n}" for n in range(1, 11)], ruleset_id="spellfire").start()
    event.do(lambda t: people.take_out(t, "p1"))
    assert "Back in, at table 1" in organizer.get(AT + "p1")
    assert "Name p1 sits at table 1." in organizer.post(AT + "p1/reinstate")
    assert "p1" in event.pair(1)


def test_a_disqualification_is_a_penalty_with_a_reason(organizer, app):
    """On the player's own page it once left nothing in the penalties."""
    cup = make(app, begun, 4)
    cup.do(rounds.publish)
    match = cup.t.current_round.matches[0]
    loser, winner = match.players
    link = html.unescape(re.search(r'href="([^"]+)">\s*Disqualify…', organizer.get(AT + loser).html)[1])
    page = organizer.get(link.split("?")[0], **dict(parse_qsl(link.split("?")[1])))
    assert f"table {match.table} ends now, and Name {winner} wins it" in page
    assert re.search(r'value="disqualification" required checked', page.html)
    form = {"player": loser, "fault": "Another fault", "kind": "disqualification", "wounds": "9"}
    assert "Say in a few words" in organizer.post("/events/cup/results/penalties/new", **form)
    organizer.post("/events/cup/results/penalties/new", **form, reason="Marked cards")
    result = cup.t.current_round.match_at(match.table).result
    assert [outcome.blood for outcome in result.outcomes] == [9, 25]
    assert (result.how, cup.t.penalties[0].player) == ("disqualified", loser)
    assert "Disqualify…" not in organizer.get(AT + loser)


def test_somebody_who_has_not_been_paired_comes_off_the_list(organizer, cup):
    page = organizer.post(AT + "p1/remove")
    assert "Name p1 is removed from the list." in page
    assert "p1" not in cup.t.players


def test_somebody_who_has_been_paired_is_dropped_instead(organizer, app):
    cup = make(app, begun, 4)
    page = organizer.post(AT + "p1/remove", referrer=AT)
    assert "A player who has been paired or is drafting is dropped, not removed." in page
    assert "p1" in cup.t.players


@pytest.mark.parametrize("act", ["drop", "reinstate"])
def test_after_the_finish_nobody_comes_or_goes(organizer, app, act):
    cup = make(app, begun, 4)
    cup.play()
    cup.do(stages.finish)
    before = cup.acts
    page = organizer.post(AT + f"p1/{act}", referrer=AT)
    assert "The tournament is finished. Undo the finish to go on." in page
    assert cup.acts == before
    assert "The event is finished." in organizer.get(AT + "p1")


# Staff who play


def test_an_organizer_who_plays_is_noted_and_taken_back(organizer, cup):
    page = organizer.post(AT + "p1/staff", role="organizer")
    assert cup.t.staff == (Staff("plays-p1", "organizer", "p1"),)
    assert "Organizer" in organizer.get(AT)
    organizer.post(AT + "p1/staff", role="co-organizer")
    assert cup.t.staff == (Staff("plays-p1", "co-organizer", "p1"),)
    before = cup.acts
    organizer.post(AT + "p1/staff", role="co-organizer")
    assert cup.acts == before
    organizer.post(AT + "p1/staff", role="")
    assert cup.t.staff == ()
    assert page.status == 200


def test_other_roles_are_refused(organizer, cup):
    assert "Choose organizer or co-organizer." in organizer.post(AT + "p1/staff", referrer=AT, role="king")
    assert cup.t.staff == ()


def test_whoever_comes_late_to_tables_of_several_is_told_where_to_sit(organizer, app):
    """“Players should never be turned away from a tournament because they would create a four-player game”"""
    cup = Event(app, [f"Mage {i}" for i in range(1, 10)], ruleset_id="spellfire").start()
    assert "sits down at table 1, as the fourth" in organizer.get(AT)
    organizer.post(AT + "add", players="Zoe\nYan")
    assert [len(match.seats) for match in cup.t.current_round.matches] == [4, 4, 3]
