"""Base Decks with a pool: set up, named, chosen at the table, on phones and at the desk, shown and counted."""

import csv
import gzip
import io
import json
from dataclasses import replace

import pytest

from engine.decisions import factions, rounds, setup
from engine.rulesets.registry import RULESETS
from server.core import holders, keys
from server.event.new_event import plan_of
from tests.server.at_table_devices import phone, slip, tablet
from tests.server.conftest import Actor, filled
from tests.server.deck_lists import DECKS, plays
from tests.server.result_event import Event, told

POOL = ("Vanguards", "Cave Goblins", "Fallen Kingdom")
SECRET = "Zanthian Sand Wyrms"


@pytest.fixture
def shop(app):
    """Four players, three factions each, four rounds; the last of a pool is a word that stands nowhere else."""
    return pool_event(app).start()


def pool_event(app, names=("Ana", "Ben", "Cai", "Dee"), *, tid="cup", **changes):
    event = Event(app, names, ruleset_id="summoner-wars", tid=tid)
    wanted = {"deck_format": "base-pool", "rounds": 4, **changes}
    event.do(lambda t: setup.change_settings(t, replace(t.settings, **wanted)))
    for player in event.ids.values():
        event.do(lambda t, p=player: setup.name_factions(t, p, factions=(*POOL[:2], SECRET)))
    return event


def choose(event, table, seat, faction):
    player = event.pair(table)[seat]
    event.do(lambda t: factions.choose_faction(t, table, player=player, faction=faction))


def seats(found):
    return [(each["chosen"], each["faction"], each["pool"]) for each in found["players"]]


# Setting it up


def test_a_new_event_offers_it_as_a_house_rule(organizer):
    page = organizer.get("/events/new")
    assert "Base decks, a pool house rule: fewer factions than rounds, chosen after pairing" in page
    plan = plan_of({"ruleset": "summoner-wars", "format-summoner-wars": "base-pool"}, most=100)
    assert (plan.settings.deck_format, plan.settings.avoid_mirrors) == ("base-pool", False)
    assert ("Decks", "base decks, a pool") in plan.facts


def test_the_settings_say_how_many_and_keep_it_once_play_has_begun(app, organizer):
    event = pool_event(app)
    page = organizer.get("/events/cup/settings")
    assert "Factions in a pool" in page
    assert "house rule" in page
    organizer.post("/events/cup/settings", name="Cup", deck_format="base-pool", pool_size="2")
    assert event.t.settings.pool_size == 2
    assert "House rule: everyone names 2 factions before round 1" in organizer.get(DECKS)
    organizer.post("/events/cup/settings", name="Cup", deck_format="base-pool", pool_size="3")
    assert event.t.settings.pool_size == 0, "the usual number is not written down"
    assert "A pool has 1 to 30 factions" in organizer.post("/events/cup/settings", name="Cup", pool_size="none")
    event.start()
    page = organizer.get("/events/cup/settings")
    for gone in ("Factions in a pool", "Avoid mirror matches", "A faction more than once"):
        assert gone not in page


def test_the_wall_says_that_it_is_a_house_rule(stranger, shop):
    found = json.loads(gzip.decompress(stranger.client.get("/api/tournaments/cup/wall").data))
    assert found["set_up"]["steps"][0].startswith("House rule: both choose a faction of their pool in secret")


# Naming the pool


def test_the_desk_names_a_pool_and_is_told_what_is_missing(app, organizer):
    event = pool_event(app)
    page = organizer.post("/events/cup/decks/player/p1/roster", **{"round-1": "Vanguards", "round-2": "vanguards"})
    assert "2 of 3 factions are named." in page
    assert "Vanguards is named twice; a pool has each faction once." in page
    assert "Faction 3" in page
    assert "Round 1" not in page
    assert event.t.players["p1"].factions == ("Vanguards", "vanguards")
    assert "Factions to choose from" in organizer.get("/events/cup/decks/")


def test_a_player_names_theirs_on_the_phone(app):
    event = pool_event(app)
    mine = own_pages(app, event, "p1")
    page = mine.get("/me/deck")
    assert "3 factions to choose from" in page
    refused = mine.post("/me/deck/roster", **{"round-1": "Vanguards", "round-2": "Breakers"})
    assert "2 of 3 factions are named." in refused
    mine.post("/me/deck/roster", **{"round-1": "Vanguards", "round-2": "Breakers", "round-3": "Tundra Orcs"})
    assert event.t.players["p1"].factions == ("Vanguards", "Breakers", "Tundra Orcs")


def own_pages(app, event, player):
    """The phone of a player, for its pages."""
    actor = Actor(app)
    with app.app_context():
        code = keys.personal_code(holders.secret(event.tid), player, codes=0)
    with actor.client.session_transaction() as session:
        holders.keep(session, kind="player", tournament=event.tid, player=player, code=code)
    return actor


@pytest.mark.parametrize(
    ("deck_format", "why"),
    [("base-decks", "Each round needs a different faction."), ("base-pool", "A pool has each faction once.")],
)
def test_a_faction_named_twice_warns_on_pasting(app, organizer, deck_format, why):
    text = "name,factions\nZoe,Vanguards / Breakers / vanguards\nYan,Vanguards / Breakers"
    sentence = f"“Zoe” (line 2) names Vanguards more than once. {why}"
    plan = plan_of({"ruleset": "summoner-wars", "format-summoner-wars": deck_format, "players": text}, most=100)
    assert sentence in plan.pasted.told
    event = pool_event(app, deck_format=deck_format)
    assert sentence in organizer.post("/events/cup/players/preview", players=text)
    page = organizer.post("/events/cup/players/add", players=text)
    assert sentence in page
    assert event.t.players["p5"].factions == ("Vanguards", "Breakers", "vanguards"), "entered as it is listed"


def test_where_factions_may_come_twice_nobody_warns(app, organizer):
    pool_event(app, deck_format="base-decks", repeat_factions=True)
    text = "name,factions\nZoe,Vanguards / Vanguards"
    assert "more than once" not in organizer.post("/events/cup/players/preview", players=text)
    plan = plan_of({"ruleset": "ashes-reborn", "players": text}, most=100)
    assert not any("more than once" in each for each in plan.pasted.told)


def test_saving_a_player_with_one_twice_warns_too(app, organizer):
    pool_event(app)
    page = organizer.post("/events/cup/players/p1", name="Ana", factions="Vanguards, Vanguards")
    assert "“Ana” names Vanguards more than once." in page


# Choosing


def test_a_tablet_chooses_for_both_and_shows_it_when_both_have(shop):
    here = tablet(shop, 1)
    one, two = shop.pair(1)
    assert seats(here.state().json) == [(False, "", [*POOL[:2], SECRET])] * 2
    first = here.send("faction", player=one, faction="Vanguards").json
    assert [each[:2] for each in seats(first)] == [(True, ""), (False, "")]
    second = here.send("faction", player=two, faction=SECRET).json
    assert [each[:2] for each in seats(second)] == [(True, "Vanguards"), (True, SECRET)]
    refused = here.send("faction", player=one, faction="Cave Goblins")
    assert (refused.status_code, "so it stays" in refused.json["error"]) == (409, True)


def test_a_phone_has_only_its_own_pool_and_not_the_others_choice(shop):
    one, two = shop.pair(1)
    mine = phone(shop, one)
    choose(shop, 1, 1, SECRET)
    found = mine.state().json
    assert seats(found) == [(False, "", [*POOL[:2], SECRET]), (True, "", [])]
    assert mine.send("faction", player=two, faction="Vanguards").status_code == 403
    after = mine.send("faction", player=one, faction="Vanguards").json
    assert [each["faction"] for each in after["players"]] == ["Vanguards", SECRET]


def test_sent_twice_it_is_one_choice(shop):
    here, acts = slip(shop, 1), len(shop.book.acts)
    for _ in range(2):
        answer = here.send("faction", player=shop.pair(1)[0], faction="Vanguards", request_id="same")
        assert answer.status_code == 200
    here.send("faction", player=shop.pair(1)[0], faction="Vanguards")
    assert len(shop.book.acts) == acts + 1


@pytest.mark.parametrize("faction", ["Tundra Orcs", "", None, 7, "x" * 9000])
def test_what_is_not_in_the_pool_is_refused_with_a_sentence(shop, faction):
    answer = tablet(shop, 1).send("faction", player=shop.pair(1)[0], faction=faction)
    assert answer.status_code == 409
    assert answer.json["error"].endswith(".")


def test_a_result_comes_in_without_any_choice(shop):
    assert tablet(shop, 1).report((0, 0, 5), (1, 0, 5)).json["step"] == "in"


def test_where_one_is_named_for_each_round_the_table_shows_it(app):
    event = Event(app, ("Ana", "Ben"), ruleset_id="summoner-wars")
    event.do(lambda t: setup.name_factions(t, "p1", factions=("Vanguards",)))
    event.start()
    shown = {each["id"]: each["faction"] for each in tablet(event, 1).state().json["players"]}
    assert shown == {"p1": "Vanguards", "p2": ""}
    assert "chosen" not in tablet(event, 1).state().json["players"][0]


# At the desk


def test_the_desk_writes_factions_down_in_any_round(judge, organizer, shop):
    one, two = shop.pair(1)
    page = judge.get("/events/cup/results/1")
    assert "Not chosen" in page
    judge.post("/events/cup/results/round/1/1/factions", **{f"faction-{one}": "Vanguards", f"faction-{two}": ""})
    assert dict(shop.match(1).chosen) == {one: "Vanguards"}
    shop.play()
    assert "Save the factions" in organizer.get("/events/cup/results/round/1/1/correct")
    organizer.post("/events/cup/results/round/1/1/factions", **{f"faction-{one}": "", f"faction-{two}": SECRET})
    assert dict(shop.match(1, 1).chosen) == {two: SECRET}
    odd = judge.post("/events/cup/results/round/1/1/factions", **{f"faction-{one}": "Tundra Orcs"})
    assert "is not in the pool" in odd


def test_what_a_player_chose_while_the_page_was_open_is_not_taken_back(judge, shop):
    """A judge had the table open and wrote down one seat; the other one chose on their phone in between."""
    one, two = shop.pair(1)
    was = filled(judge.get("/events/cup/results/1"))
    choose(shop, 1, 0, "Vanguards")
    form = {f"faction-{one}": "", f"faction-{two}": SECRET}
    judge.post("/events/cup/results/round/1/1/factions", **form, **was)
    assert dict(shop.match(1).chosen) == {one: "Vanguards", two: SECRET}
    was = filled(judge.get("/events/cup/results/1"))
    judge.post("/events/cup/results/round/1/1/factions", **form, **was)
    assert dict(shop.match(1).chosen) == {two: SECRET}, "whoever saw it may take it back"


def test_a_judge_who_plays_does_not_see_the_opponents_choice_first(app, judge, shop):
    mine = shop.pair(1)[0]
    plays(shop, mine, role="judge")
    choose(shop, 1, 1, SECRET)
    own = Actor(app).sign_in("2468", shop.name(mine))
    for path in ("results/1", "results/", "pairings/", "floor/1", "export/results.csv"):
        assert SECRET not in own.get(f"/events/cup/{path}"), path
    assert "Chosen for this round" not in own.get("/events/cup/deck-checks/", table=1)
    assert f"Table 1: {shop.names_at(1)[1]} chose a faction" in told(own.get("/events/cup/history/"))
    refused = own.post("/events/cup/results/round/1/1/factions", **{f"faction-{mine}": "Vanguards"})
    assert "shown when both have chosen" in refused
    choose(shop, 1, 0, "Vanguards")
    assert SECRET in own.get("/events/cup/results/1")


def test_a_deck_check_shows_the_choice_and_the_pool(judge, shop):
    choose(shop, 1, 0, "Vanguards")
    page = judge.get("/events/cup/deck-checks/", table=1)
    assert "Chosen for this round: Vanguards" in told(page)
    assert f"Of the pool Vanguards, Cave Goblins, {SECRET}" in told(page)


def test_a_mirror_is_marked_once_both_have_chosen(organizer, shop):
    choose(shop, 1, 0, "Vanguards")
    choose(shop, 1, 1, "Vanguards")
    page = organizer.get("/events/cup/pairings/")
    assert "mirror match" in page
    assert "1, chosen after pairing" in page


# What everybody sees


def test_nobody_reads_a_choice_or_a_pool_before_both_have_chosen(app, stranger, shop):
    choose(shop, 1, 0, SECRET)
    for path in ("/api/tournaments/cup", f"/e/cup/p/{shop.pair(1)[0]}", f"/e/cup/p/{shop.pair(1)[1]}", "/e/cup/"):
        assert SECRET not in stranger.client.get(path).get_data(as_text=True), path
    choose(shop, 1, 1, "Vanguards")
    assert f"plays Vanguards, you play {SECRET}" in told(stranger.get(f"/e/cup/p/{shop.pair(1)[0]}"))
    match = stranger.client.get("/api/tournaments/cup").json["rounds"][0]["matches"][0]
    assert match["factions"] == [SECRET, "Vanguards"]


def test_match_sheets_have_the_pool_and_what_was_chosen(organizer, shop):
    choose(shop, 1, 0, "Cave Goblins")
    assert "My faction Cave Goblins" not in organizer.get("/events/cup/sheets/matches"), "the other one has not chosen"
    choose(shop, 1, 1, "Vanguards")
    page = organizer.get("/events/cup/sheets/matches")
    assert "Pool 1 Vanguards Pool 2 Cave Goblins" in page
    assert page.text.count("My faction Cave Goblins") == 1
    assert "Pool 3" in organizer.get("/events/cup/sheets/matches", blank=1)
    assert page.text.count("Round 4") == 4, "a page for each player has every round"


def test_what_the_factions_did_is_counted_at_the_desk_and_in_the_file(organizer, shop):
    for table in (1, 2):
        choose(shop, table, 0, "Vanguards")
        choose(shop, table, 1, "Cave Goblins")
    shop.play()
    page = told(organizer.get("/events/cup/decks/"))
    assert "How the factions did" in page
    assert "Cave Goblins 2 0 0 Vanguards 2 2 0" in page
    text = organizer.client.get("/events/cup/export/results.csv").get_data().decode("utf-8-sig")
    rows = list(csv.DictReader(io.StringIO(text)))
    assert [row["Faction"] for row in rows] == ["Vanguards", "Cave Goblins"] * 2


def test_other_games_have_no_such_column(app, organizer):
    Event(app, ("Ana", "Ben"), ruleset_id="ashes-reborn").start()
    assert "Faction" not in organizer.client.get("/events/cup/export/results.csv").get_data(as_text=True)


def test_a_new_pairing_is_a_new_choice(app, organizer):
    event = pool_event(app, ("Ana", "Ben", "Cai", "Dee", "Eve", "Fay")).start()
    choose(event, 1, 0, "Vanguards")
    one, two = event.pair(1)[0], event.pair(2)[0]
    event.do(lambda t: rounds.swap(t, one, two))
    assert all(not match.chosen for match in event.t.current_round.matches)


def test_three_factions_last_for_four_rounds(app, organizer, stranger):
    """Each round asks anew, any of the pool may come again, and what was played before stays as it was."""
    event = pool_event(app, ("Ana", "Ben", "Cai", "Dee", "Eve", "Fay")).begin()
    for number in range(1, 5):
        event.do(rounds.publish)
        here, played = tablet(event, 1), [POOL[number % 2], SECRET]
        assert seats(here.state().json) == [(False, "", [*POOL[:2], SECRET])] * 2
        for seat, faction in enumerate(played):
            choose(event, 1, seat, faction)
        assert [each["faction"] for each in here.state().json["players"]] == played
        one, two = event.names_at(1)
        wall = json.loads(gzip.decompress(stranger.client.get("/api/tournaments/cup/wall").data))
        shown = {row["name"]: row.get("faction") for row in wall["pairings"]["names"]}
        assert (shown[one], shown[two]) == tuple(played)
        assert f"{one} {played[0]}" in told(stranger.get("/e/cup/pairings"))
        event.play()
        if number < 4:
            event.draft()
    for number in range(1, 5):
        assert [faction for _, faction in event.match(1, number).chosen] == [POOL[number % 2], SECRET]
        assert POOL[number % 2] in organizer.get("/events/cup/pairings/", round=number)


def test_only_one_ruleset_has_a_pool():
    found = [(id, each.id) for id, rules in RULESETS.items() for each in rules.deck_formats if each.pool]
    assert found == [("summoner-wars", "base-pool")]
