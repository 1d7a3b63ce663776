"""A tie-break is one entry in TIEBREAKS: a made-up one is ranked by, told and shown everywhere.

It is the Sonneborn–Berger score of chess: the wins of everybody one has beaten.
"""

import csv
import gzip
import io
import json
from dataclasses import replace

import pytest

from engine.rulesets.ashes_reborn import ASHES_REBORN
from engine.rulesets.registry import RULESETS
from engine.standings.ranking import stage_standings
from engine.standings.tiebreaks import TIEBREAKS, Summand, Tiebreak
from server.cli import documents
from tests.engine.events import REBORN, event
from tests.server.played import played, t_of

BEATEN = Tiebreak(
    "beaten",
    "Beaten opponents' wins",
    "SB",
    "highest",
    lambda p, t: sum(t.wins[other] for other in t.opponents[p] if (p, other) in t.beaten),
    parts=lambda mine, sheets: tuple(
        Summand(f"⟨{line.opponent}⟩", sheets[line.opponent].wins) for line in mine.lines if line.kind == "win"
    ),
)
SHOWN = (
    "/events/cup/standings/",
    "/events/cup/print/standings",
    "/events/cup/export/standings.csv",
    "/e/cup/standings",
    "/api/tournaments/cup/standings",
    "/api/tournaments/cup/wall",
)
FIRST = ("beaten", *ASHES_REBORN.scoring.tiebreaks)
DOCUMENT = {
    "ruleset": "ashes-reborn",
    "players": [{"id": name, "name": name} for name in ("Ana", "Ben", "Cai", "Dee")],
    "rounds": [
        {"matches": [{"table": n, "players": pair, "winner": pair[0], "blood": [25, 10]} for n, pair in tables]}
        for tables in (
            [(1, ["Ana", "Dee"]), (2, ["Ben", "Cai"])],
            [(1, ["Cai", "Ana"]), (2, ["Ben", "Dee"])],
        )
    ],
}


@pytest.fixture(autouse=True)
def registered(monkeypatch):
    """The entry, and Ashes Reborn asks for it first."""
    monkeypatch.setitem(TIEBREAKS, "beaten", BEATEN)
    scoring = replace(ASHES_REBORN.scoring, tiebreaks=FIRST)
    monkeypatch.setitem(RULESETS, "ashes-reborn", replace(ASHES_REBORN, scoring=scoring))


@pytest.fixture
def numbers(app):
    """Eight players after three rounds, and what each of them should have, counted match by match."""
    played(app, 8, 3, cut=4)
    matches = [match for round_ in t_of(app, "cup").rounds for match in round_.matches]
    pairs = [sorted(match.players) for match in matches]  # the lower number wins
    return {
        f"p{n}": sum([w for w, _ in pairs].count(lost) for won, lost in pairs if won == f"p{n}") for n in range(1, 9)
    }


@pytest.mark.parametrize(("best", "second", "third"), [("highest", "Cai", "Ana"), ("lowest", "Ana", "Cai")])
def test_places_are_decided_by_it_in_its_direction(monkeypatch, best, second, third):
    """Ana and Cai have one win each: Ana over the last, Cai over her."""
    monkeypatch.setitem(TIEBREAKS, "beaten", replace(BEATEN, best=best))
    built = event("Ana Ben Cai Dee", replace(REBORN, tiebreaks=("beaten", "lot")))
    built = built.round("Ana>Dee", "Ben>Cai").round("Cai>Ana", "Ben>Dee")
    lines = stage_standings(built.tournament, built.stage)
    assert [line.player for line in lines] == ["Ben", second, third, "Dee"]
    assert [line.decided_by for line in lines] == ["wins", "beaten", "beaten", "wins"]


def test_a_document_prints_it_and_its_working():
    lines = {line["player"]: line for line in documents.standings(DOCUMENT)}
    assert [lines[name]["beaten"] for name in ("Ana", "Ben", "Cai", "Dee")] == [0, 1, 1, 0]
    assert (lines["Cai"]["decided_by"], lines["Ana"]["rank"]) == ("beaten", 3)
    assert lines["Cai"]["working"] == "2 tied on 1 win; beaten opponents' wins 1 > 0"


def test_who_does_not_use_it_does_not_see_it():
    classic = documents.standings(DOCUMENT | {"ruleset": "ashes-classic"})
    numbers = ["points", "toep", "blood_earned", "blood_lost", "opponents_blood", "lot"]
    assert list(classic[0]) == ["rank", "player", "wins", *numbers, "decided_by", "working"]


def test_the_desk_shows_it_as_a_column(numbers, judge):
    page = judge.get("/events/cup/standings/")
    assert '<abbr class="n extra" title="Beaten opponents&#39; wins">SB</abbr>' in page.html
    assert all(f"Beaten opponents' wins {number}" in page for number in numbers.values())
    assert "tied on 2 wins; beaten opponents' wins" in page


def test_a_phone_tells_its_sum(numbers, stranger):
    page = stranger.get("/e/cup/standings")
    assert "Beaten opponents' wins" in page
    assert any(f"Sum {number}" in page for number in numbers.values() if number)


def test_the_api_answers_it(numbers, stranger):
    lines = stranger.client.get("/api/tournaments/cup/standings").json["standings"]
    assert {line["player"]: line["beaten"] for line in lines} == numbers
    assert "beaten" in {line["decided_by"] for line in lines}


def test_the_csv_has_it(numbers, judge):
    text = judge.client.get("/events/cup/export/standings.csv").get_data(as_text=True)
    rows = list(csv.DictReader(io.StringIO(text.lstrip("\ufeff"))))
    assert {row["Name"]: int(row["Beaten opponents' wins"]) for row in rows} == {
        f"Name {player}": number for player, number in numbers.items()
    }


def test_paper_and_wall_have_it(numbers, judge, stranger):
    assert "SB: beaten opponents' wins" in judge.get("/events/cup/print/standings")
    wall = json.loads(gzip.decompress(stranger.client.get("/api/tournaments/cup/wall").data))
    assert wall["standings"]["tables"][0]["columns"][0] == "SB"


def test_a_correction_previews_it(numbers, app, organizer):
    loser = max(t_of(app, "cup").current_round.matches[0].players)
    page = organizer.post("/events/cup/results/round/3/1/correct", do="preview", winner=loser, wounds="3", how="played")
    assert "Won SB SoS" in page


def test_an_event_may_do_without_numbers(app, organizer):
    """Desk and wall looked at the first column, whether there was one or not."""
    played(app, 6, 2, scoring=replace(REBORN, tiebreaks=("head_to_head", "lot")))
    assert {path: organizer.client.get(path).status_code for path in SHOWN} == dict.fromkeys(SHOWN, 200)
