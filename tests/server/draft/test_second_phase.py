"""Legendary Draft in two phases, on every screen: who goes on and who does not, and what the desk is told."""

import gzip
import json
import re

import pytest

from engine.decisions import people, rounds
from engine.standings.advancing import best_of_groups, overtaken
from engine.standings.ranking import group_standings
from tests.server.played import act, play_round, played, t_of

CUT, AGAIN = "/events/cup/standings/cut", "/events/cup/standings/second-draft"


@pytest.fixture
def phase_one(app):
    """Ten players, the rounds inside both groups played."""
    return played(app, 10, 3, ruleset="ashes-draft", legendary=True)


def wall(stranger):
    return json.loads(gzip.decompress(stranger.client.get("/api/tournaments/cup/wall").data))


def groups_of(app):
    t = t_of(app, "cup")
    return [[line.player for line in lines] for lines in group_standings(t, t.stages[0])]


def open_second(organizer, **form):
    return organizer.post(AGAIN, **{"do": "cut", "decks": "", **form})


def test_who_goes_on_and_who_does_not_is_told_on_phone_and_wall(app, organizer, stranger, phase_one):
    """“the two highest ranked players from each group will proceed to the second phase of the tournament”"""
    best = best_of_groups(t_of(app, "cup"), t_of(app, "cup").stages[0])
    others = [player for player in t_of(app, "cup").players if player not in best]
    assert "You go on to the Legendary Draft." in stranger.get(f"/e/cup/p/{best[0]}")
    assert "You do not go on to the Legendary Draft." in stranger.get(f"/e/cup/p/{others[0]}")
    shown = wall(stranger)["standings"]
    assert shown["line"] == "Top 2 go on to the Legendary Draft"
    assert [[row["cut"] for row in table["rows"]] for table in shown["tables"]] == [
        [False, True, False, False, False]
    ] * 2
    open_second(organizer)
    assert "Legendary Draft, seat" in stranger.get(f"/e/cup/p/{best[0]}")
    assert "The Legendary Draft goes on without you." in stranger.get(f"/e/cup/p/{others[0]}")
    shown = wall(stranger)
    assert (shown["draft_name"], shown["where"]) == ("Legendary Draft", "Legendary Draft")
    assert shown["playlist"] == ["draft", "standings"]
    assert "No seat here?" in shown["draft_note"]
    play_round(app, "cup")
    act(app, "cup", rounds.pair_round)
    act(app, "cup", rounds.publish)
    assert "The Legendary Draft goes on without you." in stranger.get(f"/e/cup/p/{others[0]}")
    assert wall(stranger)["where"] == "Legendary Draft round 2 of 3"


def test_the_line_stands_below_somebody_who_is_alone_in_a_group(app, organizer, stranger, phase_one):
    """“above the dashed line”, and there was none where fewer than go on are left."""
    best, *others = groups_of(app)[0]
    for player in others:
        act(app, "cup", lambda t, gone=player: people.drop(t, gone))
    assert [row["cut"] for row in wall(stranger)["standings"]["tables"][0]["rows"]] == [True, *[False] * 4]
    assert groups_of(app)[0][0] == best
    for page in (organizer.get("/events/cup/standings/"), stranger.get("/e/cup/standings")):
        assert page.text.count("Top 2 go on") == 2


def test_group_standings_carry_the_line_at_the_desk_and_on_phones(organizer, stranger, phase_one):
    for page in (organizer.get("/events/cup/standings/"), stranger.get("/e/cup/standings")):
        assert page.text.count("Top 2 go on") == 2


def test_the_second_draft_has_its_name_at_the_desk(app, organizer, phase_one):
    assert "Open the Legendary Draft" in organizer.get("/events/cup/")
    assert "Open the Legendary Draft" in organizer.get(CUT)
    assert "The Legendary Draft is drawn." in open_second(organizer)
    assert "Lead the group through the Legendary Draft" in organizer.get("/events/cup/")


def flip(organizer, app):
    """The one who missed it in group 1 beats whom they met of the two best; as a form would say it."""
    first = groups_of(app)[0]
    met = [
        (r.number, m.table, next(p for p in m.players if p != first[2]))
        for r in t_of(app, "cup").rounds
        for m in r.matches
        if first[2] in m.players and set(m.players) & set(first[:2])
    ]
    pages = []
    for number, table, _ in met:
        form = {"winner": first[2], "wounds": "0", "how": "played"}
        path = f"/events/cup/results/round/{number}/{table}/correct"
        pages.append(organizer.post(path, do="preview", **form))
        organizer.post(path, do="record", seen=re.search(r'name="seen" value="([^"]+)"', pages[-1].html)[1], **form)
    return first, pages


def test_a_correction_shows_the_groups_own_list_and_then_who_drafts_wrongly(app, organizer, phase_one):
    open_second(organizer)
    other = groups_of(app)[1]
    first, pages = flip(organizer, app)
    assert all(f"Name {player}" in page for page in pages for player in first)
    assert not any(f"Name {player} " in page.text for page in pages for player in other)
    assert any("Who goes on changes:" in page for page in pages)
    assert all("The Legendary Draft was drawn and stays as it is." in page for page in pages)
    assert overtaken(t_of(app, "cup"))
    assert "is no longer among the best of group 1" in organizer.get("/events/cup/")
    assert "is no longer among the best of group 1" in organizer.get("/events/cup/draft/")


def test_the_next_of_a_group_takes_the_seat_of_somebody_who_left(app, organizer, judge, phase_one):
    open_second(organizer)
    first = groups_of(app)[0]
    organizer.post(f"/events/cup/players/{first[0]}/drop")
    assert f"Name {first[2]} is next in group 1" in organizer.get("/events/cup/")
    assert f"Name {first[2]} takes the seat" in organizer.get("/events/cup/draft/")
    assert judge.post("/events/cup/draft/seat", leaves=first[0], comes=first[2]).status == 403
    page = organizer.post("/events/cup/draft/seat", leaves=first[0], comes=first[2])
    assert f"Name {first[2]} takes the seat of Name {first[0]}" in page
    assert first[2] in t_of(app, "cup").stage.entrants


def test_with_fewer_than_four_the_organizer_ends_the_event_or_fills_up(app, organizer, phase_one):
    first, second = groups_of(app)
    for player in first[1:]:
        act(app, "cup", lambda t, player=player: people.drop(t, player))
    page = organizer.get(CUT)
    assert "only 3 would go on" in page
    assert "End the event with the first phase" in page
    assert "Open the Legendary Draft" not in page
    offered = page.html.split("Fill up from other groups")[1].split("Fill up and open the draft")[0]
    assert set(re.findall(r"Name (p\d+)", offered)) == {first[0], *second[:3]}
    organizer.post(AGAIN, do="fill", decks="")
    assert set(t_of(app, "cup").stage.entrants) == {first[0], *second[:3]}


def test_the_sheet_for_the_second_draft_calls_it_by_its_name(organizer, phase_one):
    """“In the second phase of the tournament, called the Legendary Phoenixborn Draft”: the sheet said Group 1."""
    open_second(organizer)
    page = organizer.get("/events/cup/sheets/draft-preparation")
    assert "Legendary Draft 4 6 54 12" in page
    assert "Group 1" not in page
