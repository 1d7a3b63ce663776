"""A series at the desk: from two finished events to a ranking, its events, its rules, who sees it, and odd input."""

import csv
import gzip
import io
import json
import re

import pytest

from engine.decisions import stages
from server.core import box_journal, changes, event_cache, journal
from server.event.transfer import export_event, import_event
from server.series import kept_entries
from tests.server.conftest import Actor
from tests.server.core.test_box_journal import harm
from tests.server.people.listed import event, person, play

PLACES = {"by": "place", "points": "5 3 2", "rest": "1", "events": "hand", "each": "1"}


def finish(tid):
    journal.record(tid, "s0", decide=stages.finish)


@pytest.fixture
def two_events(app):
    """Ana wins the first, Dee the second; Ben is second in both."""
    with app.app_context():
        finish(play(event("one", "Ana", "Ben", "Cai", "Eve"), 2))
        finish(play(event("two", "Dee", "Ben", "Cai", "Fay"), 2))
    return app


def made(organizer, **form):
    """A series of these rules; its address."""
    page = organizer.post("/series/new", **{"name": "Ember League", **PLACES, **form})
    assert page.status == 200, page.text
    return page.path


def ids(app):
    with app.app_context():
        return list(box_journal.read().box.series)


@pytest.fixture
def league(organizer, two_events):
    """Both events in one series by place."""
    path = made(organizer)
    for tid in ("one", "two"):
        organizer.post(f"{path}/events", event=tid)
    return path


def ranked(organizer, path):
    """Rank, name and points of everybody, as the file has them."""
    data = organizer.client.get(f"{path}/ranking.csv").get_data().decode("utf-8-sig")
    return [(row["Rank"], row["Name"], row["Points"]) for row in csv.DictReader(io.StringIO(data, newline=""))]


def places(app, tid):
    """The final places by name."""
    with app.app_context():
        return journal.read(tid).tournament.finish.ranking


def test_two_finished_events_make_a_ranking_that_says_why(organizer, league, two_events):
    page = organizer.get(league)
    assert "Ember League" in page
    rows = ranked(organizer, league)
    assert {row[1] for row in rows} == {"Ana", "Ben", "Cai", "Dee", "Eve", "Fay"}
    points = {name: int(points) for _, name, points in rows}
    order = ("Ana", "Ben", "Cai", "Eve"), ("Dee", "Ben", "Cai", "Fay")
    expected = dict.fromkeys(points, 0)
    for tid, names in zip(("one", "two"), order, strict=True):
        for place, player in enumerate(places(two_events, tid)):
            expected[names[int(player[1:]) - 1]] += (5, 3, 2, 1)[place]
    assert points == expected
    assert f"Why rank {rows[0][0]}?" in page
    assert "One : 5 (place 1)" in page
    assert "new" in page


def test_equal_totals_share_a_rank_unless_a_tie_break_is_named(organizer, two_events):
    path = made(organizer, by="participation", each="2")
    for tid in ("one", "two"):
        organizer.post(f"{path}/events", event=tid)
    assert [(rank, points) for rank, _, points in ranked(organizer, path)] == [("1", "4")] * 2 + [("3", "2")] * 4


def test_a_series_by_rule_takes_every_event_of_its_rulebook_but_those_taken_out(organizer, two_events):
    path = made(organizer, events="every", ruleset="ashes-reborn")
    assert len(ranked(organizer, path)) == 6
    organizer.post(f"{path}/events/two/out")
    assert len(ranked(organizer, path)) == 4
    organizer.post(f"{path}/events", event="two")
    assert len(ranked(organizer, path)) == 6
    other = made(organizer, name="Other", events="every", ruleset="spellfire")
    assert ranked(organizer, other) == []


def test_an_event_that_is_not_over_does_not_count_yet(organizer, app):
    with app.app_context():
        play(event("one", "Ana", "Ben", "Cai", "Eve"), 1)
    path = made(organizer)
    organizer.post(f"{path}/events", event="one")
    assert "It is not over yet" in organizer.get(f"{path}/events")
    assert ranked(organizer, path) == []
    with app.app_context():
        finish("one")
    assert len(ranked(organizer, path)) == 4


def test_somebody_decides_that_an_event_does_not_count_and_takes_it_back(organizer, league):
    organizer.post(f"{league}/events/two/decide", verdict="disqualified")
    assert "Disqualified" in organizer.get(f"{league}/events")
    assert len(ranked(organizer, league)) == 4
    organizer.post(f"{league}/events/two/decide", verdict="")
    assert len(ranked(organizer, league)) == 6


def test_the_history_names_the_series_and_takes_an_act_back(organizer, league, two_events):
    organizer.post(f"{league}/events/two/out")
    page = organizer.get("/people/history")
    assert "Series Ember League made" in page
    assert "Two taken out of Ember League" in page
    with two_events.app_context():
        book = box_journal.read()
    organizer.post(f"/people/history/{book.revision.seq}/undo", seen=str(book.revision))
    assert len(ranked(organizer, league)) == 6


def test_people_who_are_merged_are_one_in_the_ranking(organizer, league, two_events):
    with two_events.app_context():
        ana, dee = person("Ana"), person("Dee")
    organizer.post(f"/people/{ana}/merge", gone=dee)
    rows = {name: points for _, name, points in ranked(organizer, league)}
    assert "Dee" not in rows
    assert len(rows) == 5


def test_two_of_one_name_are_told_apart_by_their_clubs_wherever_a_ranking_is_shown(organizer, stranger, app):
    with app.app_context():
        finish(play(event("one", "Anna Schmidt/Kiel", "Ben/Jena", "Cai", "Eve"), 2))
        finish(play(event("two", "Anna Schmidt/Ulm", "Ben/Jena", "Cai", "Fay"), 2))
        ben = person("Ben")
    path = made(organizer, events="every")
    organizer.post(f"{path}/open")
    public = stranger.get(path.replace("/series/", "/e/series/", 1), q="anna")
    wall = json.loads(gzip.decompress(stranger.client.get("/api/tournaments/one/wall").data))["ranking"]
    organizer.post(f"/people/{ben}/open")
    shown = {
        "desk": organizer.get(path),
        "paper": organizer.get(f"{path}/print"),
        "file": [name for _, name, _ in ranked(organizer, path)],
        "phone": public,
        "wall": [row["name"] for row in wall[0]["rows"]],
        "opponents": organizer.get(f"/people/{ben}"),
        "opponents on a phone": stranger.get(f"/e/who/{ben}"),
    }
    for where, told in shown.items():
        for name in ("Anna Schmidt (Kiel)", "Anna Schmidt (Ulm)"):
            assert name in told, where
    assert "Ben (Jena)" not in shown["desk"]


def test_a_club_stands_behind_a_name_only_where_two_of_them_are_in_the_ranking(organizer, app):
    with app.app_context():
        finish(play(event("one", "Anna Schmidt/Kiel", "Ben", "Cai", "Eve"), 2))
        event("two", "Anna Schmidt/Ulm", "Dee")
    path = made(organizer, events="every")
    assert "Anna Schmidt" in organizer.get(path)
    assert "(Kiel)" not in organizer.get(path)


def test_whoever_is_erased_keeps_the_points_without_a_name(organizer, league, two_events):
    with two_events.app_context():
        ana = person("Ana")
    organizer.post(f"/people/{ana}/erase", name="Ana")
    page = organizer.get(league)
    assert "Removed player" in page
    assert "Ana" not in page.html
    assert len(ranked(organizer, league)) == 6


def test_the_name_of_a_series_loses_the_name_of_whoever_is_erased(organizer, app):
    with app.app_context():
        finish(play(event("one", "Anna Schmidt", "Ben", "Cai", "Eve"), 2))
        anna = person("Anna Schmidt")
    path = made(organizer, name="Anna Schmidt Memorial")
    organizer.post(f"/people/{anna}/erase", name="Anna Schmidt")
    page = organizer.get(path)
    assert "Removed player Memorial" in page
    assert "Schmidt" not in page.html


def test_rules_and_name_are_changed(organizer, league, two_events):
    organizer.post(
        f"{league}/rules", name="Winter League", by="wins", each="3", events="hand", best="1", tie1="events_won"
    )
    page = organizer.get(league)
    assert "Winter League" in page
    assert "3 points for each match won; the best 1 event of each; ties by events won" in page
    form = organizer.get(f"{league}/rules").html
    assert 'value="Winter League"' in form
    assert '<option value="wins" selected>' in form


def test_a_playoff_has_a_line_in_the_ranking(organizer, two_events):
    path = made(organizer, events="every", qualify="2")
    page = organizer.get(path)
    assert "cutline" in page.html


def test_a_series_is_removed_after_a_question_and_comes_back_by_the_history(organizer, league, two_events):
    assert "Remove Ember League ?" in organizer.get(f"{league}/remove")
    organizer.post(f"{league}/remove")
    assert organizer.get(league).status == 404
    with two_events.app_context():
        book = box_journal.read()
    organizer.post(f"/people/history/{book.revision.seq}/undo", seen=str(book.revision))
    assert len(ranked(organizer, league)) == 6


def test_phones_see_a_ranking_only_if_the_organizer_opens_it(organizer, stranger, league):
    public = league.replace("/series/", "/e/series/", 1)
    for path in (public, league.replace("/series/", "/api/series/", 1)):
        assert stranger.get(path).status == 404
    assert "Ember League" not in stranger.get("/e/series")
    assert "Rankings over many events" not in stranger.get("/")
    organizer.post(f"{league}/open")
    page = stranger.get(public)
    assert "Ana" in page
    assert "Ember League" in stranger.get("/e/series")
    assert "Rankings over many events" in stranger.get("/")
    found = stranger.get(public, q="an")
    assert "Ana" in found
    assert "Ben" not in found
    assert "Nobody in this ranking has that name" in stranger.get(public, q="xyz")
    organizer.post(f"{league}/close")
    assert stranger.get(public).status == 404


def test_programs_read_an_open_ranking(organizer, stranger, league):
    organizer.post(f"{league}/open")
    (line,) = stranger.client.get("/api/series").get_json()["series"]
    told = stranger.client.get(f"/api/series/{line['id']}").get_json()
    assert told["name"] == "Ember League"
    assert [each["name"] for each in told["events"]] == ["One", "Two"]
    assert all(each["counts"] for each in told["events"])
    first = told["ranking"][0]
    assert first["rank"] == 1
    assert set(first) >= {"rank", "name", "points", "events", "moved", "working"}
    assert "⟨" not in first["working"]


def test_a_correction_says_first_what_it_would_change_in_a_series(organizer, two_events):
    path = made(organizer, name="Ember Wins", by="wins", each="3")
    organizer.post(f"{path}/events", event="one")
    with two_events.app_context():
        match = journal.read("one").tournament.stages[0].rounds[0].match_at(1)
    loser = next(seat for seat, out in zip(match.players, match.result.outcomes, strict=True) if out.mark == "loss")
    before = ranked(organizer, path)
    page = organizer.post("/events/one/results/round/1/1/correct", winner=loser, wounds="9", how="played", do="preview")
    told = " ".join(page.text.split("Ember Wins", 1)[1].split())
    assert "→" in told.split("Record the correction")[0]
    assert "⟨" not in page.text
    assert ranked(organizer, path) == before


def test_an_open_ranking_is_a_scene_of_the_wall_of_its_events(organizer, stranger, league):
    def wall(tid="one"):
        return json.loads(gzip.decompress(stranger.client.get(f"/api/tournaments/{tid}/wall").data))

    assert wall()["ranking"] == []
    assert "ranking" not in wall()["playlist"]
    organizer.post(f"{league}/open")
    assert wall()["playlist"][-1] == "ranking"
    (table,) = wall()["ranking"]
    assert (table["title"], table["record"]) == ("Ember League", "Points")
    shown = [(str(row["place"]), row["name"], row["record"]) for row in table["rows"]]
    assert shown == ranked(organizer, league)
    organizer.post(f"{league}/events/one/out")
    assert wall()["ranking"] == []
    assert wall("two")["ranking"]


def test_a_correction_in_an_event_that_is_over_reaches_the_walls_of_other_events(organizer, app, stranger, two_events):
    path = made(organizer, by="wins", ruleset="ashes-reborn", events="every")
    organizer.post(f"{path}/open")

    def wall():
        return json.loads(gzip.decompress(stranger.client.get("/api/tournaments/two/wall").data))["ranking"]

    with app.app_context():
        book = journal.read("one")
    match = book.tournament.stages[0].rounds[0].match_at(1)
    loser = next(seat for seat, out in zip(match.players, match.result.outcomes, strict=True) if out.mark == "loss")
    form = {"winner": loser, "wounds": "9", "how": "played", "do": "record", "seen": str(book.revision)}
    before, touched = wall(), changes.touch(None)
    assert "is corrected" in organizer.post("/events/one/results/round/1/1/correct", **form)
    assert changes.touch(None) > touched, "every wall asks again when this number grows"
    assert wall() != before


def test_a_persons_page_says_where_they_stand_and_phones_only_see_what_is_open(organizer, stranger, league, two_events):
    with two_events.app_context():
        ana = person("Ana")
    (rank, _, points) = next(row for row in ranked(organizer, league) if row[1] == "Ana")
    page = organizer.get(f"/people/{ana}")
    assert f"Ember League rank {rank} with {points} points" in page
    assert "One: 5 (place 1)" in page
    organizer.post(f"/people/{ana}/open")
    assert "Ember League" not in stranger.get(f"/e/who/{ana}")
    organizer.post(f"{league}/open")
    assert "Ember League" in stranger.get(f"/e/who/{ana}")


def test_a_ranking_is_printed_with_its_working(organizer, league):
    page = organizer.get(f"{league}/print")
    assert "How it adds up" in page
    assert "(place 1)" in page


def test_a_printed_ranking_has_the_playoff_line_where_the_desk_has_it(organizer, two_events):
    path = made(organizer, events="every", qualify="2")
    rows = re.findall(r"<tr.*?</tr>", organizer.get(f"{path}/print").html, re.S)
    line = next(number for number, row in enumerate(rows) if "Playoff: everybody above this line" in row)
    assert line == 1 + organizer.get(path).html.split("cutline")[0].count("<details")
    level = [row for row in rows if "tied at the playoff line" in row]
    assert len(level) == organizer.get(path).html.count("tied at the playoff line") > 0


def test_opening_a_ranking_replays_no_event(organizer, league, two_events, monkeypatch):
    ranked(organizer, league)
    kept_entries._read_before.clear()
    monkeypatch.setattr(kept_entries, "_summed_up", lambda event: pytest.fail(f"{event} was replayed"))
    assert len(ranked(organizer, league)) == 6


def test_events_that_are_not_in_a_series_are_looked_up_once(organizer, two_events, monkeypatch):
    """Hundreds of other events cost a ranking nothing, as long as nothing happens in them."""
    path = made(organizer)
    organizer.post(f"{path}/events", event="one")
    organizer.get(path)
    asked, read = [], event_cache.read
    monkeypatch.setattr(event_cache, "read", lambda kind, wanted: asked.append(dict(wanted)) or read(kind, wanted))
    organizer.get(path)
    assert asked == [{}]
    organizer.post(f"{path}/events", event="two")
    assert len(ranked(organizer, path)) == 6


@pytest.mark.parametrize("spoilt", [b"not a database at all", b""])
def test_what_is_kept_can_be_thrown_away_or_spoilt(organizer, league, two_events, spoilt):
    before = ranked(organizer, league)
    kept_entries._read_before.clear()
    with two_events.app_context():
        event_cache.file().write_bytes(spoilt)
    assert ranked(organizer, league) == before


def test_a_damaged_event_is_left_out_and_named(organizer, league, two_events):
    with two_events.app_context():
        harm("UPDATE journal SET facts = '[]' WHERE tournament_id = 'two' AND seq = 3")
        journal.forget()
        event_cache.throw_away()
    kept_entries._read_before.clear()
    assert "Two cannot be read right now and is left out" in organizer.get(league)
    assert len(ranked(organizer, league)) == 4


def test_a_damaged_directory_hides_open_rankings_and_nothing_else(organizer, stranger, league, two_events):
    organizer.post(f"{league}/open")
    with two_events.app_context():
        harm("UPDATE box_journal SET facts = '[]' WHERE seq = 1")
    assert "None is open" in stranger.get("/e/series")
    assert stranger.get(league.replace("/series/", "/e/series/", 1)).status == 404
    assert organizer.get(league).status == 503
    assert organizer.get("/").status == 200


def test_a_double_tap_makes_one_series(organizer, app):
    for _ in range(2):
        organizer.post("/series/new", name="Once", **PLACES, request_id="tap")
    assert len(ids(app)) == 1


def test_two_organizers_at_once_each_make_theirs(organizer, app, two_events):
    other = Actor(app).sign_in(app.config["CINDERBOX"].pin_file.read_text(), "Otto")
    one, two = made(organizer), made(other, name="Other League")
    assert one != two
    organizer.post(f"{one}/events", event="one")
    told = other.post(f"{one}/events", event="one")
    assert "It may be in the series by now" in told
    assert "Ember League" in other.get("/series")
    assert "Other League" in organizer.get("/series")


@pytest.mark.parametrize(
    ("form", "told"),
    [
        ({"name": ""}, "needs a name"),
        ({"name": "x" * 81}, "at most 80 characters"),
        ({"by": "luck"}, "Choose how points are scored"),
        ({"points": "5 three"}, "whole numbers, first place first"),
        ({"points": "", "rest": ""}, "No place has any points"),
        ({"points": "99999999"}, "whole numbers"),
        ({"best": "-1"}, "a whole number from 0"),
        ({"qualify": "²"}, "a whole number from 0"),
        ({"ruleset": "chess"}, "Choose a rulebook"),
        ({"first_day": "soon"}, "write it as 1996-03-02"),
        ({"first_day": "1996-03-02", "last_day": "1996-03-01"}, "ends before it begins"),
        ({"tie1": "coin"}, "no tie-break"),
        ({"tie1": "wins", "tie2": "wins"}, "A tie-break is asked once"),
    ],
)
def test_odd_rules_are_told_in_a_sentence_and_nothing_is_made(organizer, app, form, told):
    page = organizer.post("/series/new", **{"name": "League", **PLACES, **form})
    assert page.status == 409
    assert told in page
    assert ids(app) == []


def test_an_unknown_series_is_told_so(organizer):
    for path in ("", "/rules", "/events", "/print", "/ranking.csv", "/wrap-up", "/remove"):
        assert organizer.get(f"/series/nothing{path}").status == 404
    assert organizer.post("/series/nothing/open").status == 404
    assert organizer.get("/series/reports/nothing").status == 404


def test_an_event_nobody_knows_is_not_put_in(organizer, league):
    assert "Choose an event from the list" in organizer.post(f"{league}/events", event="nothing")


def test_a_name_that_looks_like_markup_is_a_name(organizer, two_events):
    path = made(organizer, name="<b>Liga</b>")
    assert "&lt;b&gt;Liga" in organizer.get(path).html


def test_an_event_that_came_in_twice_counts_once(organizer, app, two_events):
    """The file of an event that is here already, or of one that went on elsewhere."""
    path = made(organizer, events="every", ruleset="ashes-reborn")
    before = ranked(organizer, path)
    with app.app_context():
        import_event(json.dumps(export_event("one")), tournament_id="two-ones")
    assert ranked(organizer, path) == before
    page = organizer.get(f"{path}/events")
    assert "It is the same event as One , which counts" in page, page.text
    organizer.post(f"{path}/events/one/out")
    assert ranked(organizer, path) == before
