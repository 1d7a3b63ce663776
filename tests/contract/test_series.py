"""`cinderbox series`: the ranking over several events, by the Spellfire rulebook and by an organizer's own rules."""

import gzip
import json
import random
from datetime import date, timedelta
from pathlib import Path

import pytest

from .documents import first_round
from .series import called, event, played, ranking
from .test_spellfire import JIM_DORI_JOHN, play_quickly, quick, spellfire

STAFF = [{"id": "s1", "name": "Cy", "role": "coordinator"}, {"id": "s2", "name": "Jo", "role": "judge"}]


def asked(cinderbox, rules, *events):
    ran = cinderbox("series", "-", stdin=json.dumps({"name": "Season", "rules": rules, "events": list(events)}))
    assert ran.exit == 0, ran.err
    return json.loads(ran.out)


def points(cinderbox, rules, *events):
    return {row["name"]: row["points"] for row in asked(cinderbox, rules, *events)["ranking"]}


def whole(players, *, rounds, staff=()):
    """An event that player 1 wins from the first table to the final."""
    doc = spellfire(players, staff=staff)
    play_quickly(doc, until=rounds)
    return doc


def in_order(*names):
    """A duel event of one round: the first beats the second, the third the fourth, and the first is best."""
    doc = called(first_round(len(names)), *names)
    matches = [
        {"table": n + 1, "players": [f"p{2 * n + 1}", f"p{2 * n + 2}"], "winner": f"p{2 * n + 1}", "blood": [25, n]}
        for n in range(len(names) // 2)
    ]
    return doc | {"rounds": [{"matches": matches}]}


# The worked examples of the specification


@pytest.mark.parametrize(("factor", "printed"), [(1, (25, 15, 10)), (2, (50, 30, 20))])
def test_final_as_round_5_jim_25_john_15_dori_10_with_double_points_50_30_20(cinderbox, factor, printed):
    """“Final as round 5: Jim 25, John 15 (19 realms), Dori 10 (18 realms); with double points 50, 30, 20.”"""
    doc = spellfire(84)
    seats = play_quickly(doc, until=4)
    people = [
        {**person, "name": dict(zip(seats, ("Jim", "Dori", "John"), strict=True)).get(person["id"], person["name"])}
        for person in doc["players"]
    ]
    games = [{"winner": seats[winner], "realms": realms} for winner, realms in JIM_DORI_JOHN]
    doc |= {"players": people, "event": doc["event"] | {"factor": factor}}
    before = points(cinderbox, "spellfire", event("Gen Con", doc))
    doc["rounds"].append({"tables": [{"table": 1, "players": seats, "games": games}]})
    after = points(cinderbox, "spellfire", event("Gen Con", doc))
    assert tuple(after[name] - before[name] for name in ("Jim", "John", "Dori")) == printed


def test_round_2_8_6_4_2(cinderbox):
    """“Round 2: 8, 6, 4, 2.”"""
    doc = spellfire(24)
    play_quickly(doc, until=1)
    second = [[f"p{n}" for n in (1, 4, 7, 10)], [f"p{n}" for n in (13, 16, 19, 22)]]
    doc["rounds"].append({"tables": [quick(n, seats) for n, seats in enumerate(second, start=1)]})
    got = asked(cinderbox, "spellfire", event("Cup", doc))["ranking"]
    working = {row["name"]: row["working"] for row in got}
    shown = [working[f"Player {n}"].partition(";")[0] for n in (1, 4, 7, 10)]
    assert shown == ["Cup: 12 (4 + 8)", "Cup: 10 (4 + 6)", "Cup: 8 (4 + 4)", "Cup: 6 (4 + 2)"]


@pytest.mark.parametrize(("players", "rounds", "coordinator", "judge"), [(60, 4, 60, 30), (9, 2, 9, 4)])
def test_the_coordinator_has_a_point_a_player_and_a_judge_one_for_two(cinderbox, players, rounds, coordinator, judge):
    """“Coordinator of 60 players 60, a judge 30; of 9 players 9 and 4.”"""
    got = points(cinderbox, "spellfire", event("Cup", whole(players, rounds=rounds, staff=STAFF)))
    assert (got["Cy"], got["Jo"]) == (coordinator, judge)


@pytest.mark.parametrize(
    ("players", "tables", "total"), [(9, [3, 1], 14), (18, [6, 2, 1], 27), (60, [20, 7, 3, 1], 44)]
)
def test_whoever_wins_everything(cinderbox, players, tables, total):
    """“9 players 4 + 10 = 14; 18: 4 + 8 + 15 = 27; 60: 4 + 8 + 12 + 20 = 44.”"""
    doc = whole(players, rounds=len(tables))
    assert [len(round_["tables"]) for round_ in doc["rounds"]] == tables
    assert points(cinderbox, "spellfire", event("Cup", doc))["Player 1"] == total


def test_8_players_nothing_for_anybody_staff_included(cinderbox):
    """“8 players: nothing for anybody, staff included.”"""
    got = asked(cinderbox, "spellfire", event("Small", whole(8, rounds=2, staff=STAFF)))
    assert got == {
        "ranking": [],
        "events": [{"name": "Small", "counts": False, "why": "8 played, and it takes 9"}],
    }


# A season


def test_a_season_of_60_players_over_five_events_is_as_a_second_program_computes_it(cinderbox):
    people = [f"Person {n}" for n in range(1, 61)]
    rng = random.Random("season")
    events = []
    for n, (size, factor, sent) in enumerate([(60, 1, 3), (47, 2, 30), (60, 1, 31), (8, 1, 5), (29, 1, 0)], start=1):
        here = rng.sample(people, size)
        away = [name for name in people if name not in here]
        # A judge who plays, one who does not, and some who are on the staff of one event and play in the next.
        staff = (*(away or ["Cy"])[:1], here[0], *away[1:3])
        document = played(f"season/{n}", here, judges=staff, factor=factor)
        day = date(1996, n, 1)
        events.append(event(f"Event {n}", document, day=str(day), sent=str(day + timedelta(days=sent))))
    season = {"name": "World", "rules": "spellfire", "events": events}
    got = asked(cinderbox, "spellfire", *events)
    rows = sorted((row["rank"], row["name"], row["points"], row["events"]) for row in got["ranking"])
    assert rows == ranking(season)
    assert len(rows) >= 60
    assert [row["counts"] for row in got["events"]] == [True, True, False, False, True]
    assert all(str(row["points"]) in row["working"] for row in got["ranking"] if row["events"] == 1)


def test_the_order_in_which_events_are_named_does_not_matter(cinderbox):
    people = [f"Person {n}" for n in range(1, 13)]
    events = [
        event(f"Event {n}", played(f"o{n}", people[n : n + 9], judges=("Cy",)), day="1996-03-02") for n in range(3)
    ]
    assert asked(cinderbox, "spellfire", *events)["ranking"] == asked(cinderbox, "spellfire", *events[::-1])["ranking"]


def test_equal_totals_share_a_rank(cinderbox):
    """“Equal totals share a rank: 1, 2, 2, 4.”"""
    first, second = in_order("Ana", "Ben", "Cai", "Dee"), in_order("Ana", "Ben", "Dee", "Cai")
    rules = {"by": "wins"}
    got = asked(cinderbox, rules, event("One", first), event("Two", second, day="1996-04-02"))["ranking"]
    assert [(row["rank"], row["name"]) for row in got] == [(1, "Ana"), (2, "Cai"), (2, "Dee"), (4, "Ben")]
    assert got[1]["working"] == "One: 1 (1 win); Two: 0 (0 wins); 2 tied on 1 point; 2 share the rank"


def test_people_are_matched_by_name_however_it_is_spelled(cinderbox):
    """The newest event says how it is shown."""
    got = asked(
        cinderbox,
        {"by": "participation"},
        event("Two", in_order(" ana  LEE", "Ben"), day="1997-03-02"),
        event("One", in_order("Ana Lee", "BEN"), day="1996-03-02"),
    )["ranking"]
    assert [(row["name"], row["events"]) for row in got] == [(" ana  LEE", 2), ("Ben", 2)]


def test_two_of_one_name_in_one_event_are_refused(cinderbox):
    doc = {"name": "S", "rules": {"by": "wins"}, "events": [event("Cup", in_order("Ana", "Ben", "ANA", "Dee"))]}
    ran = cinderbox("series", "-", stdin=json.dumps(doc))
    assert (ran.exit, ran.out) == (2, "")
    assert ran.err == "event 1: two players are called Ana, and nothing else tells them apart.\n"


def test_a_file_that_begins_with_a_byte_order_mark_is_read(cinderbox, tmp_path):
    """As Notepad saves it, and PowerShell sends it."""
    season = "\ufeff" + json.dumps(
        {"name": "S", "rules": {"by": "wins"}, "events": [event("Cup", in_order("Ana", "Ben"))]}
    )
    (tmp_path / "season.json").write_text(season, encoding="utf-8")
    for ran in (cinderbox("series", str(tmp_path / "season.json")), cinderbox("series", "-", stdin=season)):
        assert (ran.exit, ran.err) == (0, "")
        assert json.loads(ran.out)["ranking"][0]["name"] == "Ana"


# Which events count


def nine(**how):
    doc = whole(9, rounds=2, staff=STAFF)
    return doc | {"event": doc["event"] | how}


@pytest.mark.parametrize(
    ("sent", "why"),
    [
        ("1996-03-02", ""),
        ("1996-04-01", ""),
        ("1996-04-02", "sent 31 days after its last day, and 30 is the most"),
        (None, "not sent by 1996-04-01, 30 days after its last day"),
    ],
    ids=["the same day", "day 30", "day 31", "never"],
)
def test_day_30_counts_and_day_31_is_subject_to_disqualification(cinderbox, sent, why):
    got = asked(cinderbox, "spellfire", event("Cup", nine(), sent=sent))
    assert got["events"] == [{"name": "Cup", "counts": not why, "why": why}]
    assert bool(got["ranking"]) == (not why)


def test_the_days_are_counted_from_the_last_day(cinderbox):
    got = asked(cinderbox, "spellfire", event("Cup", nine(), sent="1996-04-03", last_day="1996-03-04"))
    assert got["events"][0]["counts"]


def test_a_report_of_the_future_is_due_and_counts_until_then(cinderbox):
    got = asked(cinderbox, "spellfire", event("Cup", nine(), day="2999-01-01", sent=None))
    assert got["events"] == [{"name": "Cup", "counts": True, "why": ""}]


@pytest.mark.parametrize(
    ("late", "decision", "counts"),
    [("1996-04-02", "counted", True), ("1996-04-02", "disqualified", False), ("1996-03-20", "disqualified", False)],
)
def test_a_person_decides_about_an_event(cinderbox, late, decision, counts):
    got = asked(cinderbox, "spellfire", event("Cup", nine(), sent=late, decision=decision))
    assert got["events"][0]["counts"] is counts


@pytest.mark.parametrize(
    ("made", "why"),
    [
        (event("Cup", nine(scored=False)), "it is not a scored event"),
        (event("Cup", nine(), advertised=False), "nobody has ticked that it was advertised"),
        (event("Cup", nine(), latest_rules=False), "nobody has ticked that the latest rules were used"),
        (
            event("Cup", in_order("Ana", "Ben")),
            "it was played by Ashes Reborn, and this is a series of Spellfire",
        ),
    ],
    ids=["unscored", "not advertised", "other rules", "another game"],
)
def test_an_event_that_does_not_count_says_why(cinderbox, made, why):
    assert asked(cinderbox, "spellfire", made) == {
        "ranking": [],
        "events": [{"name": "Cup", "counts": False, "why": why}],
    }


def test_an_event_that_is_still_played_does_not_count(cinderbox):
    doc = in_order("Ana", "Ben", "Cai", "Dee")
    del doc["rounds"][0]["matches"][1]["winner"], doc["rounds"][0]["matches"][1]["blood"]
    got = asked(cinderbox, {"by": "wins"}, event("Cup", doc))
    assert got["events"] == [{"name": "Cup", "counts": False, "why": "table 2 still playing"}]


def test_a_judge_who_plays_has_the_points_of_a_player_alone(cinderbox):
    """“Nothing for a person who plays in that event; one role a person.”"""
    doc = whole(9, rounds=2, staff=[{"id": "s1", "name": "player  1", "role": "coordinator"}])
    got = asked(cinderbox, "spellfire", event("Cup", doc))["ranking"]
    assert [(row["points"], row["working"]) for row in got if row["name"] == "Player 1"] == [(14, "Cup: 14 (4 + 10)")]


# An organizer's own rules


def test_points_by_place_and_the_best_of_several(cinderbox):
    rules = {"by": "place", "points": [10, 7, 5, 3], "rest": 1, "best": 2}
    people = ("Ana", "Ben", "Cai", "Dee", "Eli", "Fay")
    days = [event(f"Day {n}", in_order(*people), day=f"2026-0{n}-01", sent=None) for n in (1, 2, 3)]
    got = asked(cinderbox, rules, *days)
    assert [row["counts"] for row in got["events"]] == [True] * 3
    by_name = {row["name"]: row for row in got["ranking"]}
    assert sorted(row["points"] for row in got["ranking"]) == [2, 2, 6, 10, 14, 20]
    assert all(row["events"] == 3 for row in got["ranking"])
    assert by_name["Ana"]["working"].startswith("Day ")
    assert "; not among the best 2: Day " in by_name["Ana"]["working"]


def test_points_by_wins(cinderbox):
    one, two = in_order("Ana", "Ben", "Cai", "Dee"), in_order("Ana", "Cai", "Ben", "Dee")
    events = event("One", one), event("Two", two, day="1996-04-02")
    assert points(cinderbox, {"by": "wins"}, *events) == {"Ana": 2, "Cai": 1, "Ben": 1, "Dee": 0}
    assert points(cinderbox, {"by": "wins", "points": 3, "participation": 1}, *events)["Ana"] == 8


def test_a_bye_is_a_win(cinderbox):
    doc = called(first_round(3), "Ana", "Ben", "Cai")
    doc["rounds"] = [
        {"matches": [{"table": 1, "players": ["p1", "p2"], "winner": "p1", "blood": [25, 1]}], "bye": "p3"}
    ]
    assert points(cinderbox, {"by": "wins"}, event("Cup", doc)) == {"Ana": 1, "Ben": 0, "Cai": 1}


def test_who_never_came_and_who_was_disqualified_are_not_in_it(cinderbox):
    doc = in_order("Ana", "Ben", "Cai", "Dee")
    doc["rounds"][0]["matches"][0] |= {"how": "no-show", "blood": [25, 0]}
    doc["rounds"][0]["matches"][1] |= {"how": "disqualified", "blood": [25, 0]}
    assert points(cinderbox, {"by": "participation", "points": 2}, event("Cup", doc)) == {"Ana": 2, "Cai": 2}


def test_tie_breaks_are_asked_in_their_order_and_a_line_is_drawn(cinderbox):
    """Ana and Cai have two points each: Ana won an event, Cai came second twice."""
    rules = {"by": "place", "points": [2, 1], "tiebreaks": ["events_won", "wins"], "qualify": 1}
    one = in_order("Ana", "Ben", "Cai", "Dee")
    got = asked(cinderbox, rules, event("One", one), event("Two", in_order("Eli", "Fay", "Cai", "Dee")))["ranking"]
    assert [(row["rank"], row["name"], row["playoff"]) for row in got][:3] == [
        (1, "Ana", "level"),
        (1, "Eli", "level"),
        (3, "Cai", "out"),
    ]
    assert "3 tied on 2 points; events won 0 < 1" in got[2]["working"]


def test_rules_may_start_from_a_rulebook_s_own(cinderbox):
    twice = [event(f"Cup {n}", nine(), day=f"1996-03-0{n}") for n in (1, 2)]
    assert points(cinderbox, {"by": "spellfire", "best": 1}, *twice)["Player 1"] == 14
    assert points(cinderbox, "spellfire", *twice)["Player 1"] == 28


def test_a_typed_wrap_up_counts_like_an_event_of_a_box(cinderbox):
    lines = [{"name": f"Player {n}", "place": n, "points": [4] if n > 1 else [4, 10]} for n in range(1, 10)]
    typed = {"ruleset": "spellfire", "lines": lines, "staff": [{"name": "Cy", "role": "coordinator"}]}
    typed |= {"convention": "Gen Con", "convention_code": "GC96", "code": "SP1"}
    made = {"name": "Far away", "date": "1996-05-01", "sent": "1996-05-02", "wrap_up": typed}
    got = points(cinderbox, "spellfire", event("Here", nine()), made)
    assert (got["Player 1"], got["Cy"], got["Jo"]) == (28, 18, 4)
    two = {**made, "wrap_up": typed | {"table_of_two": True}}
    assert not asked(cinderbox, "spellfire", two)["events"][0]["counts"]


# Events of boxes

BOX = Path(__file__).parents[1] / "boxes/0.1.0-with-checksums"
EXPORTS = sorted(path for path in BOX.glob("*.json.gz") if path.name != "expected.json.gz")


def exported(name):
    return json.loads(gzip.decompress((BOX / f"{name}.json.gz").read_bytes()))


@pytest.mark.parametrize("path", EXPORTS, ids=lambda path: path.name.partition(".")[0])
def test_what_a_box_exported_counts_once_it_is_over(cinderbox, path):
    """Whoever has a place in a finished event has the points for it; any other event says why it does not count."""
    raw = json.loads(gzip.decompress(path.read_bytes()))
    over = any(fact["fact"] == "TournamentFinished" for act in raw["acts"] for fact in act["facts"])
    got = asked(cinderbox, {"by": "place", "points": [3, 2], "rest": 1}, event("Cup", raw))
    assert got["events"][0]["counts"] == over
    assert bool(got["events"][0]["why"]) != over
    assert bool(got["ranking"]) == over


def test_the_points_of_an_exported_event_are_those_of_its_standings(cinderbox):
    raw = exported("spellfire-with-fill-ups")
    shown = json.loads(cinderbox("standings", "-", stdin=json.dumps(raw)).out)
    got = points(cinderbox, "spellfire", event("Cup", raw))
    lines = shown["standings"] + shown["staff"]
    assert got == {row.get("name", row.get("id")): row["points"] for row in lines if row["points"]}
