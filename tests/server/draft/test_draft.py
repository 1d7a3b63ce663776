"""Leading a draft from the desk: groups, decks nobody may see, each group at its own speed."""

import gzip
import json
import re
from dataclasses import replace

import pytest

from engine.decisions import people, rounds, setup, stages
from engine.words import Staff
from server.core import holders, keys
from server.core.db import db
from server.draft import host_decks
from server.draft.draft_page import group_cards
from tests.server.at_table_devices import phone, tablet
from tests.server.played import act, entered, play_round, played, started, t_of

DECKS = "\n".join(f"Deck {n}" for n in range(1, 13))


@pytest.fixture
def ten(app):
    return entered(app, 10, ruleset="ashes-draft")


def wall(stranger, tid):
    return json.loads(gzip.decompress(stranger.client.get(f"/api/tournaments/{tid}/wall").data))


def begin(organizer, tid, decks=DECKS + "\n" + DECKS):
    return organizer.post(f"/events/{tid}/draft/open", decks=decks)


def test_the_page_says_how_many_decks_each_group_needs(organizer, ten):
    page = organizer.get(f"/events/{ten}/draft/")
    assert "2 groups of 5" in page
    assert "5 players, 7 decks" in page


def test_groups_and_seats_are_drawn_with_different_decks(app, organizer, ten):
    assert "Groups and seats are drawn." in begin(organizer, ten)
    one, two = t_of(app, ten).drafting
    assert len(one.seats) == len(two.seats) == 5
    assert len(set(one.decks)) == 7
    assert not set(one.seats) & set(two.seats)


def test_too_few_decks_are_refused_with_what_was_typed(app, organizer, ten):
    page = begin(organizer, ten, decks="Aradel\n2 Brennen")
    assert page.status == 409
    assert "2 Brennen" in page.html
    assert not t_of(app, ten).stages


@pytest.mark.parametrize("line", ["0 Aradel", "99 Aradel", "Aradel x0", "9" * 30 + " Aradel"])
def test_a_line_that_is_no_deck_is_named(organizer, ten, line):
    assert f"“{line}” is not a deck" in begin(organizer, ten, decks=line)


def test_copies_are_counted_however_they_are_written():
    assert host_decks.read("2 Aradel\nBrennen x2\n3x Maeoni\n\nAradel\nJessa Na Ni") == {
        "Aradel": 3,
        "Brennen": 2,
        "Maeoni": 3,
        "Jessa Na Ni": 1,
    }


def test_a_number_of_any_length_is_no_deck_and_no_error(organizer, ten):
    assert "is not a deck" in begin(organizer, ten, decks="9" * 5000 + " Aradel")


def test_one_deck_in_two_spellings_is_one_deck():
    assert host_decks.read("Aradel\n2 aradel\nARADEL") == {"Aradel": 4}


def test_without_a_list_the_host_deals_by_hand(app, organizer, ten):
    begin(organizer, ten, decks="")
    assert all(group.decks == () for group in t_of(app, ten).drafting)


def test_each_group_goes_at_its_own_speed_and_back(app, organizer, judge, ten):
    begin(organizer, ten)
    for _ in range(4):
        judge.post(f"/events/{ten}/draft/1/next")
    judge.post(f"/events/{ten}/draft/2/next")
    one, two = t_of(app, ten).drafting
    assert (one.step, one.pick, two.step) == ("pick", 3, "deal")
    judge.post(f"/events/{ten}/draft/1/back")
    assert t_of(app, ten).drafting[0].pick == 2
    judge.post(f"/events/{ten}/draft/2/back")
    assert "first step" in judge.post(f"/events/{ten}/draft/2/back", referrer=f"/events/{ten}/draft/")
    assert "no such draft group" in judge.post(f"/events/{ten}/draft/3/next", referrer=f"/events/{ten}/draft/")


def test_a_double_tap_is_one_pick(app, organizer, ten):
    begin(organizer, ten)
    for _ in range(2):
        organizer.post(f"/events/{ten}/draft/1/next", request_id="once")
    assert t_of(app, ten).drafting[0].step == "deal"


def test_two_desks_that_press_next_go_on_one_step(app, organizer, judge, ten):
    begin(organizer, ten)
    for step in ("set-up", "deal"):
        organizer.post(f"/events/{ten}/draft/1/next", step=step, pick=0)
    shown = {"step": "pick", "pick": 1}
    assert 'name="step" value="pick"' in judge.get(f"/events/{ten}/draft/").html
    organizer.post(f"/events/{ten}/draft/1/next", **shown)
    assert "Somebody was quicker" in judge.post(f"/events/{ten}/draft/1/next", **shown)
    assert t_of(app, ten).drafting[0].pick == 2
    organizer.post(f"/events/{ten}/draft/1/back", step="pick", pick=2)
    judge.post(f"/events/{ten}/draft/1/back", step="pick", pick=2)
    assert t_of(app, ten).drafting[0].pick == 1


def test_an_organizer_who_plays_does_not_see_the_decks(app, organizer, ten):
    begin(organizer, ten, decks="\n".join(f"Marked deck {n}" for n in range(1, 20)))
    act(app, ten, lambda t: setup.name_staff(t, Staff("plays-p1", "organizer", "p1")))
    page = organizer.get(f"/events/{ten}/draft/")
    assert "Who are you?" in page
    assert "Marked deck" not in page.html
    organizer.post(f"/events/{ten}/decks/who", player="p1")
    page = organizer.get(f"/events/{ten}/draft/")
    assert "Marked deck" not in page.html
    assert "You play, so somebody else prepares the decks" in page
    organizer.post(f"/events/{ten}/decks/who", player="")
    assert "Marked deck" in organizer.get(f"/events/{ten}/draft/").html


def test_which_decks_were_drawn_stays_secret(app, organizer, judge, stranger, ten):
    begin(organizer, ten, decks="\n".join(f"Marked deck {n}" for n in range(1, 20)))
    assert "Marked deck" in organizer.get(f"/events/{ten}/draft/").html
    assert "Marked deck" not in judge.get(f"/events/{ten}/draft/").html
    wall = stranger.client.get(f"/api/tournaments/{ten}/wall")
    shown = gzip.decompress(wall.data).decode()
    assert "Marked deck" not in shown
    assert json.loads(shown)["playlist"] == ["draft"]
    assert "Marked deck" not in stranger.client.get(f"/api/tournaments/{ten}").get_data(as_text=True)


def test_when_every_group_is_ready_the_first_round_is_paired(app, organizer, ten):
    begin(organizer, ten)
    assert "Lead 2 groups through the draft" in organizer.get(f"/events/{ten}/")
    for group in (1, 2):
        while t_of(app, ten).drafting[group - 1].step != "ready":
            organizer.post(f"/events/{ten}/draft/{group}/next")
    assert "Every group is ready" in organizer.get(f"/events/{ten}/draft/")
    organizer.post(f"/events/{ten}/pairings/pair")
    assert t_of(app, ten).current_round.number == 1
    assert "Check round 1" in organizer.get(f"/events/{ten}/draft/")
    organizer.post(f"/events/{ten}/pairings/publish")
    assert "have begun" in organizer.post(f"/events/{ten}/draft/1/back", referrer=f"/events/{ten}/draft/")


def test_preparing_round_one_does_not_end_the_draft(app, organizer, stranger, ten):
    """“Players continue choosing and passing in this way until each player has chosen 11 cards.”"""
    begin(organizer, ten)
    organizer.post(f"/events/{ten}/pairings/pair")
    assert "Round 1 is prepared. Each group drafts on until you publish it." in organizer.get(f"/events/{ten}/draft/")
    assert "Lead 2 groups through the draft" in organizer.get(f"/events/{ten}/")
    assert tablet(Drafting(app, ten), 1).send("draft", step="set-up", pick=0).get_json()["draft"]["step"] == "deal"
    organizer.post(f"/events/{ten}/draft/2/next", step="set-up", pick=0)
    assert [group.step for group in t_of(app, ten).drafting] == ["deal", "deal"]
    shown = wall(stranger, ten)
    assert (shown["playlist"], shown["where"]) == (["draft"], "Draft")
    assert "Draft" in organizer.get(f"/events/{ten}/clock/")


def test_publishing_before_everybody_has_drafted_asks(app, organizer, ten):
    """“Players are now ready to use their drafted decks in a game or tournament”: only then."""
    begin(organizer, ten)
    while t_of(app, ten).drafting[0].step != "ready":
        organizer.post(f"/events/{ten}/draft/1/next")
    organizer.post(f"/events/{ten}/pairings/pair")
    publish, page = f"/events/{ten}/pairings/publish", f"/events/{ten}/pairings/"
    assert "Group 2 is still drafting." in organizer.get(page)
    assert "Publish 4 tables" not in organizer.get(page)
    assert "Group 2 is still drafting." in organizer.post(publish, referrer=page)
    assert t_of(app, ten).current_round.phase == "draft"
    organizer.post(publish, anyway="yes")
    assert t_of(app, ten).current_round.phase == "published"
    assert "draft" not in tablet(Drafting(app, ten), 2).state().get_json()


def test_where_all_draft_together_no_group_has_a_number(app, organizer):
    """“The players will then form a new group”: wall and tablets call it no group 1, and neither does the desk."""
    started(app, 6, ruleset="ashes-draft")
    act(app, "cup", rounds.pair_round)
    assert "Somebody is still drafting. Publishing ends the draft" in organizer.get("/events/cup/pairings/")
    assert "Lead the group through the draft" in organizer.get("/events/cup/")
    page = organizer.get("/events/cup/draft/")
    assert "Group 1" not in page
    assert "Round 1 is prepared. They draft on until you publish it." in page
    gone = organizer.post("/events/cup/draft/1/next", step="pick", pick=3)
    assert "Somebody was quicker: the draft had moved already." in gone
    assert "group 1" not in gone.text.lower()
    for player in ("p1", "p2", "p3"):
        act(app, "cup", lambda t, gone=player: people.drop(t, gone))
    assert "The draft has 3 players left, and a draft group needs 4." in organizer.get("/events/cup/draft/")


def test_first_fives_are_checked_after_a_draft_too(app, organizer, judge, stranger):
    """The wall says that the clock starts when every table is checked: then somebody must be able to."""
    started(app, 4, ruleset="ashes-draft")
    act(app, "cup", rounds.pair_round)
    act(app, "cup", rounds.publish)
    assert "First Fives are not checked yet at 2 tables" in organizer.get("/events/cup/")
    match = t_of(app, "cup").current_round.matches[0]
    for player in match.players:
        judge.post(f"/events/cup/deck-checks/first-five/{match.table}/{player}", do="check")
    shown = json.loads(gzip.decompress(stranger.client.get("/api/tournaments/cup/wall").data))["set_up"]
    assert (shown["checks"], shown["ready"]) == (True, [match.table])


@pytest.mark.parametrize("legendary", [False, True])
def test_between_the_draw_and_round_one_players_can_leave(app, organizer, ten, legendary):
    act(app, ten, lambda t: setup.change_settings(t, replace(t.settings, legendary=legendary)))
    for number in range(1, 9):
        organizer.post(f"/events/{ten}/players/here", here=f"p{number}")
    begin(organizer, ten)
    assert "Remove from the list" not in organizer.get(f"/events/{ten}/players/p10")
    organizer.post(f"/events/{ten}/players/p8/drop")
    organizer.post(f"/events/{ten}/players/take-off-absent")
    left = [id for id, player in t_of(app, ten).players.items() if not player.active]
    assert left == ["p8", "p9", "p10"]
    assert not any(player in group.seats for group in group_cards(t_of(app, ten)) for player in left)
    organizer.post(f"/events/{ten}/pairings/pair")
    assert not t_of(app, ten).current_round.seated & set(left)


def test_after_somebody_left_a_group_phones_count_the_seats_that_desk_and_wall_show(app, organizer, stranger, ten):
    """The last of five was told seat 5 on the phone and seat 4 on the wall; who had left was told a seat."""
    begin(organizer, ten)
    seats = t_of(app, ten).drafting[0].seats
    organizer.post(f"/events/{ten}/players/{seats[1]}/drop")
    assert "You have dropped from the event." in stranger.get(f"/e/{ten}/p/{seats[1]}")
    for number, player in enumerate(group_cards(t_of(app, ten))[0].seats, start=1):
        assert f"Draft group 1, seat {number}." in stranger.get(f"/e/{ten}/p/{player}")


def test_whoever_left_before_the_first_round_is_told_so(app, organizer, stranger, ten):
    organizer.post(f"/events/{ten}/players/p1/drop")
    assert "You have dropped from the event." in stranger.get(f"/e/{ten}/p/p1")


def test_after_a_draft_the_wall_asks_for_the_cards(app, stranger):
    played(app, 4, 1, ruleset="ashes-draft")
    act(app, "cup", stages.finish)
    shown = json.loads(gzip.decompress(stranger.client.get("/api/tournaments/cup/wall").data))
    assert shown["playlist"] == ["champion", "places", "draft", "standings"]
    assert "back to the host" in shown["cards_back"]


NINE = "\n".join(f"4 Deck {n}" for n in range(1, 10))


def test_a_legendary_draft_says_at_the_start_what_its_second_draft_needs(app, organizer):
    """25 to 28 players: nine decks are enough for groups of seven, the eight who go on need ten."""
    entered(app, 28, ruleset="ashes-draft")
    organizer.post("/events/cup/settings", draft="legendary")
    assert "Legendary Draft 8 players, 10 decks" in organizer.get("/events/cup/draft/")
    page = begin(organizer, "cup", decks=NINE)
    assert "Groups and seats are drawn." in page
    assert "The Legendary Draft needs 10 different decks, and you have 9." in page


def test_decks_can_be_added_for_the_second_draft(app, organizer):
    started(app, 28, ruleset="ashes-draft", legendary=True)
    with app.app_context(), db.engine.begin() as connection:
        host_decks.keep(connection, "cup", NINE)
    for _ in range(3):
        play_round(app, "cup")
    cut = "/events/cup/standings/cut"
    shown = organizer.get(cut)
    assert "needs 10 different Phoenixborn-decks, and you have 9" in shown
    assert "4 Deck 9</textarea>" in shown.html
    assert "drafts again" in shown
    again = "/events/cup/standings/second-draft"
    refused = organizer.post(again, do="cut", decks=NINE + "\n2 Deck 1")
    assert refused.status == 409
    assert "2 Deck 1</textarea>" in refused.html
    assert "and you have 9" not in organizer.post(again, do="look", decks=NINE + "\nDeck 10")
    page = organizer.post(again, do="cut", decks=NINE + "\nDeck 10")
    assert "The Legendary Draft is drawn. Lead its group through it." in page
    assert page.path == "/events/cup/draft/"
    assert len(t_of(app, "cup").drafting[0].decks) == 10


def test_the_second_draft_is_on_its_tablet_and_on_phones(app, organizer, stranger):
    """The finished match of round 3 still stood at the table."""
    played(app, 10, 3, ruleset="ashes-draft", legendary=True)
    event = Drafting(app, "cup")
    mine = phone(event, "p1")
    organizer.post("/events/cup/standings/second-draft", do="cut", decks="")
    shown = tablet(event, 1).state().json
    assert (shown["step"], shown["draft"]["group"]) == ("none", 1)
    (group,) = t_of(app, "cup").drafting
    assert "Legendary Draft, seat 1." in stranger.get(f"/e/cup/p/{group.seats[0]}")
    assert "draft" not in mine.state().json


def test_a_timed_pick_tells_the_wall_until_when(app, organizer, stranger, ten):
    act(app, ten, lambda t: setup.change_settings(t, replace(t.settings, pick_seconds=45)))
    begin(organizer, ten)
    for _ in range(2):
        organizer.post(f"/events/{ten}/draft/1/next")
    shown = json.loads(gzip.decompress(stranger.client.get(f"/api/tournaments/{ten}/wall").data))["draft"][0]
    since = t_of(app, ten).drafting[0].since
    assert shown["until_ms"] == since.ms + 45_000


def test_the_desk_counts_a_timed_pick_down(app, organizer, ten, monkeypatch):
    act(app, ten, lambda t: setup.change_settings(t, replace(t.settings, pick_seconds=45)))
    begin(organizer, ten)
    assert "data-until" not in organizer.get(f"/events/{ten}/draft/").html
    for _ in range(2):
        organizer.post(f"/events/{ten}/draft/1/next")
    page = organizer.get(f"/events/{ten}/draft/").html
    until = t_of(app, ten).drafting[0].since.ms + 45_000
    assert re.search(rf'data-until="{until}" data-boot="[^"]+">\s*0:4\d\s*<', page)
    assert page.count("data-until") == 1
    monkeypatch.setenv("CINDERBOX_BOOT_ID", "another boot")
    assert "data-until" not in organizer.get(f"/events/{ten}/draft/").html


def test_building_after_the_draft_has_one_time_for_all_its_steps(app, organizer, stranger, ten):
    organizer.post(f"/events/{ten}/settings", build_minutes="15")
    assert "Building" in organizer.get(f"/events/{ten}/draft/")
    begin(organizer, ten)
    shown = lambda: json.loads(gzip.decompress(stranger.client.get(f"/api/tournaments/{ten}/wall").data))["draft"][0]  # noqa: E731
    while t_of(app, ten).drafting[0].step != "phoenixborn":
        assert shown()["until_ms"] is None
        organizer.post(f"/events/{ten}/draft/1/next")
    until = t_of(app, ten).drafting[0].since.ms + 15 * 60_000
    while t_of(app, ten).drafting[0].step != "ready":
        assert shown()["until_ms"] == until
        assert tablet(Drafting(app, ten), 1).state().get_json()["draft"]["until_ms"] == until
        organizer.post(f"/events/{ten}/draft/1/next")
    assert shown()["until_ms"] is None


class Drafting:
    """The event as devices at its tables know it."""

    def __init__(self, app, tid):
        self.app, self.tid = app, tid

    @property
    def t(self):
        return t_of(self.app, self.tid)


def test_a_groups_tablet_leads_its_own_group_and_no_other(app, organizer, ten):
    begin(organizer, ten)
    event = Drafting(app, ten)
    one = tablet(event, 1)
    shown = one.state().get_json()["draft"]
    assert (shown["group"], shown["step"], shown["next"]) == (1, "set-up", "Deal 11")
    assert len(shown["seats"]) == 5
    moved = one.send("draft", step="set-up", pick=0).get_json()["draft"]
    assert moved["step"] == "deal"
    assert one.send("draft", table=2, step="set-up", pick=0).status_code == 403
    assert t_of(app, ten).drafting[1].step == "set-up"


def test_a_groups_tablet_takes_a_step_back_from_what_it_shows(app, organizer, ten):
    begin(organizer, ten)
    one = tablet(Drafting(app, ten), 1)
    assert one.state().get_json()["draft"]["back"] is False
    assert one.send("draft", step="set-up", pick=0).get_json()["draft"]["back"] is True
    for _ in range(2):
        assert one.send("draft", step="deal", pick=0, back=True).get_json()["draft"]["step"] == "set-up"


def test_a_draft_group_calls_a_judge_until_somebody_has_seen_to_it(app, organizer, judge, ten):
    """“Players continue choosing and passing”: who has a question while they do, calls."""
    begin(organizer, ten)
    two = tablet(Drafting(app, ten), 2)
    assert two.send("call", kind="judge").get_json()["calls"] == [{"kind": "judge", "claimed_by": None, "ours": True}]
    assert tablet(Drafting(app, ten), 1).state().get_json()["calls"] == []
    assert "1 group calls" in organizer.get(f"/events/{ten}/")
    assert "Draft group 2 calls a judge" in judge.get(f"/events/{ten}/floor/")
    assert two.send("call-off", kind="judge").get_json()["calls"] == []
    two.send("call", kind="judge")
    assert "Group 2: seen to." in judge.post(f"/events/{ten}/floor/calls/2/resolve")
    assert tablet(Drafting(app, ten), 9).send("call", kind="judge").status_code == 409


def test_a_call_from_a_draft_ends_with_the_draft(app, organizer, judge, ten):
    begin(organizer, ten)
    tablet(Drafting(app, ten), 2).send("call", kind="judge")
    act(app, ten, rounds.pair_round)
    assert "Draft group 2 calls" in judge.get(f"/events/{ten}/floor/")
    act(app, ten, rounds.publish)
    assert "No judge calls." in judge.get(f"/events/{ten}/floor/")
    assert tablet(Drafting(app, ten), 2).state().get_json()["calls"] == []


def test_two_who_tap_at_once_go_on_one_step(app, organizer, ten):
    begin(organizer, ten)
    one = tablet(Drafting(app, ten), 1)
    for _ in range(2):
        assert one.send("draft", step="set-up", pick=0).status_code == 200
    assert t_of(app, ten).drafting[0].step == "deal"


def test_a_free_tablet_chooses_its_group_by_the_walls_number(app, organizer, ten):
    """It offered tables of a round that was over, or empty ones, while the wall spoke of groups."""
    begin(organizer, ten)
    client = tablet(Drafting(app, ten), bound=False).client
    page = client.get("/tablet/choose", query_string={"event": ten}).get_data(as_text=True)
    assert "Which group is this?" in page
    assert page.count('aria-label="Group ') == 2
    assert all(f"Name {player}" in page for group in t_of(app, ten).drafting for player in group.seats)


def test_tablet_and_wall_call_a_group_by_one_word_and_one_number(app, organizer, stranger, ten):
    """The tablet said “Table 1” where the wall said “Group 1”."""
    begin(organizer, ten)
    on_the_wall = [group["name"] for group in wall(stranger, ten)["draft"]]
    shown = [tablet(Drafting(app, ten), number).state().json["draft"] for number in (1, 2)]
    assert [draft["name"] for draft in shown] == on_the_wall == ["Group 1", "Group 2"]
    assert [draft["seats"] for draft in shown] == [group["seats"] for group in wall(stranger, ten)["draft"]]


def test_a_phone_does_not_lead_a_draft(app, organizer, ten):
    begin(organizer, ten)
    client = app.test_client()
    with app.app_context():
        code = keys.personal_code(holders.secret(ten), "p1", codes=0)
    with client.session_transaction() as session:
        holders.keep(session, kind="player", tournament=ten, player="p1", code=code)
    body = {"event": ten, "table": 1, "round": 0, "step": "set-up", "pick": 0}
    assert client.post("/at-table/draft", json=body).status_code == 403
    assert t_of(app, ten).drafting[0].step == "set-up"


def test_there_is_no_draft_at_a_table_without_a_group(app, organizer, ten):
    begin(organizer, ten)
    far = tablet(Drafting(app, ten), 9)
    assert "draft" not in far.state().get_json()
    assert "no draft at table 9" in far.send("draft", step="set-up", pick=0).get_json()["error"]


def test_the_groups_are_drawn_anew_with_one_confirmation(app, organizer, judge, ten):
    begin(organizer, ten)
    organizer.post(f"/events/{ten}/draft/1/next")
    before = t_of(app, ten).drafting
    page = organizer.get(f"/events/{ten}/draft/")
    assert "All cards that were picked go back to the host first." in page
    assert "Draw the groups anew" not in judge.get(f"/events/{ten}/draft/")
    assert judge.post(f"/events/{ten}/draft/anew", decks="").status == 403
    assert "drawn anew" in organizer.post(f"/events/{ten}/draft/anew", decks=DECKS + "\n" + DECKS)
    after = t_of(app, ten).drafting
    assert [group.seats for group in after] != [group.seats for group in before]
    assert {group.step for group in after} == {"set-up"}
    assert all(len(group.decks) == 7 for group in after)
    assert "Draft in 2 groups, drawn anew (draw 2)" in organizer.get(f"/events/{ten}/history/")


def test_a_group_that_falls_below_four_is_warned_about(app, organizer, ten):
    """“groups of between 4 and 8 players each”"""
    begin(organizer, ten)
    for player in t_of(app, ten).drafting[1].seats[:2]:
        organizer.post(f"/events/{ten}/players/{player}/drop")
    for page in (f"/events/{ten}/", f"/events/{ten}/draft/"):
        assert "Group 2 has 3 players left, and a draft group needs 4." in organizer.get(page)


def test_two_phases_that_fall_to_eight_are_warned_about(app, organizer, ten):
    """“can only occur when more than 8 players are participating”"""
    act(app, ten, lambda t: setup.change_settings(t, replace(t.settings, legendary=True)))
    begin(organizer, ten)
    for player in ("p1", "p2"):
        assert "a Legendary Draft is for more than 8" not in organizer.get(f"/events/{ten}/")
        organizer.post(f"/events/{ten}/players/{player}/drop")
    assert "8 players are left, and a Legendary Draft is for more than 8." in organizer.get(f"/events/{ten}/")
