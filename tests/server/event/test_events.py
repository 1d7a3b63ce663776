"""The first page: events made, looked at, put away and deleted."""

import re
from dataclasses import replace

import pytest

from engine.rulesets.registry import RULESETS
from server.box import backups
from server.core import journal
from server.core.db import db
from server.core.events import event_id
from server.core.models import JournalRow, PlayerRow, TournamentRow
from server.event.demo import make_demo
from server.people.entering_list import new_ids
from tests.server.events import new_event

PEOPLE = "Ana Kovač\nBen Adeyemi\nДмитрий Соколов\nعمر الخطيب\nTom Baker\ntom baker"


def create(actor, **form):
    return actor.post("/events", **{"name": "Ember Cup", "ruleset": "ashes-reborn", "players": PEOPLE, **form})


def home(page):
    """The address of the event that was just made: one begins with checking in."""
    assert page.path.endswith("/players/")
    return page.path.removesuffix("players/")


def the_event(app, path):
    """The tournament a page is about."""
    with app.app_context():
        return journal.read(re.match(r"/events/([a-z0-9]+)/", path)[1]).tournament


def count(app, table=TournamentRow):
    with app.app_context(), db.engine.connect() as connection:
        return len(connection.execute(table.__table__.select()).all())


# The first page


def test_an_empty_box_offers_two_choices(organizer):
    page = organizer.get("/")
    assert "New event" in page
    assert "Look around in a demo event" in page
    assert page.html.count('data-kind="go"') == 1


def test_a_stranger_sees_no_desk_but_the_way_to_it(stranger):
    page = stranger.get("/")
    assert "Staff: sign in" in page
    assert "New event" not in page


def test_a_judge_sees_the_events_but_makes_none(judge, app):
    assert "once the organizer makes one" in judge.get("/")
    with app.app_context():
        new_event(4)
    page = judge.get("/")
    assert "Cup" in page
    assert "Archive" not in page
    for path in ("/events", "/demo", "/events/preview", "/events/cup/archive", "/events/cup/delete"):
        assert judge.post(path).status == 403
    assert judge.get("/events/new").status == 403


def test_the_list_says_where_each_event_stands(organizer):
    create(organizer)
    page = organizer.get("/")
    assert "Ember Cup Before round 1 Ashes Reborn, 5 players" in page


# Making one


def test_from_the_list_of_names_to_a_paired_round_takes_two_forms(organizer, app):
    page = create(organizer)
    t = the_event(app, page.path)
    assert list(t.players) == ["p1", "p2", "p3", "p4", "p5"]
    assert "“tom baker” is there twice (lines 5 and 6). Taken once." in page
    assert "Start and pair 5 players" in page
    organizer.post(home(page) + "start")
    assert the_event(app, page.path).current_round.number == 1


def test_everybody_enters_in_the_first_act_with_names_beside_it(organizer, app):
    page = create(organizer, players="name;club;paid;table\nAna;Leeds;x;3\n<b>Ben</b>;;;")
    tid = page.path.split("/")[2]
    with app.app_context():
        book = journal.read(tid)
        assert len(book.acts) == 1
        assert book.tournament.players["p1"].fixed_table == 3
        with db.engine.connect() as connection:
            rows = connection.execute(PlayerRow.__table__.select().order_by(PlayerRow.id)).all()
    assert [(row.id, row.name, row.club, row.paid) for row in rows] == [
        ("p1", "Ana", "Leeds", True),
        ("p2", "<b>Ben</b>", "", False),
    ]


def test_factions_are_taken_for_base_decks_only(organizer, app):
    players = "name;factions\nAna;Elves/Goblins"
    wars = {"ruleset": "summoner-wars", "players": players}
    base = create(organizer, **wars, **{"format-summoner-wars": "base-decks"})
    custom = create(organizer, **wars, **{"format-summoner-wars": "custom-deck"})
    assert the_event(app, base.path).players["p1"].factions == ("Elves", "Goblins")
    assert the_event(app, base.path).settings.avoid_mirrors
    assert the_event(app, custom.path).players["p1"].factions == ()
    assert not the_event(app, custom.path).settings.avoid_mirrors


def test_the_same_form_twice_makes_one_event(organizer, app):
    first = create(organizer, request_id="once")
    again = create(organizer, request_id="once")
    assert first.path == again.path
    assert count(app) == 1


def test_two_forms_make_two_events(organizer, app):
    assert create(organizer).path != create(organizer).path
    assert count(app) == 2


def test_an_event_may_begin_without_players(organizer, app):
    page = create(organizer, players="")
    assert the_event(app, page.path).players == {}
    assert "Add players" in page


def test_what_the_organizer_changed_is_kept(organizer, app):
    options = {"rounds": "6", "cut": "4", "minutes": "45", "warning": "5", "timer": "common", "untimed_final": "1"}
    settings = the_event(app, create(organizer, **options).path).settings
    assert (settings.rounds, settings.cut, settings.round_minutes, settings.bracket_minutes) == (6, 4, 45, 45)
    assert (settings.warning_minutes, settings.timer, settings.untimed_final) == (5, "common", True)


def test_what_is_left_empty_is_as_the_rulebook_says(organizer, app):
    settings = the_event(app, create(organizer, ruleset="ashes-classic", timer="common").path).settings
    assert (settings.rounds, settings.cut, settings.round_minutes, settings.warning_minutes) == (0, 0, 50, 10)


@pytest.mark.parametrize(
    ("form", "sentence"),
    [
        ({"name": "  "}, "The event needs a name."),
        ({"name": "x" * 201}, "The name is 201 characters long; 200 is the most."),
        ({"ruleset": "chess"}, "There is no such rulebook."),
        ({"rounds": "0"}, "There can be 1 to 30 rounds."),
        ({"rounds": "many"}, "There can be 1 to 30 rounds."),
        ({"cut": "17"}, "A cut takes 2 to 16 players."),
        ({"minutes": "0"}, "A round lasts 1 to 600 minutes."),
        ({"minutes": "9" * 5000}, "A round lasts 1 to 600 minutes."),
        ({"warning": "-1"}, "The warning comes 0 to 600 minutes before the end."),
        ({"warning": "60"}, "The warning has to come after the round has begun"),
        ({"ruleset": "ashes-classic", "timer": "chess"}, "Ashes Classic has no chess clocks."),
        ({"players": "x" * 6000}, "Line 1 is 6,000 characters long"),
        ({"players": "\n".join(f"P{i}" for i in range(4097))}, "That is 4,097 players"),
    ],
)
def test_what_cannot_be_is_told_and_nothing_typed_is_lost(organizer, app, form, sentence):
    page = create(organizer, **{"players": "Ana & Ben\nCai", **form})
    assert page.status == 409
    assert sentence in page
    if "players" not in form:
        assert "Ana &amp; Ben\nCai</textarea>" in page.html
    assert count(app) == 0


def test_a_draft_is_scored_by_either_ashes_rulebook(organizer, app):
    classic = the_event(app, create(organizer, ruleset="ashes-draft", scored_by="points").path).settings
    reborn = the_event(app, create(organizer, ruleset="ashes-draft", scored_by="wins").path).settings
    assert (classic.scoring.score, classic.round_minutes, classic.chained) == ("points", 50, False)
    assert (reborn.scoring.score, reborn.round_minutes, reborn.chained) == ("wins", 60, True)
    assert the_event(app, create(organizer, ruleset="ashes-draft").path).settings == classic


def test_unknown_timers_and_formats_fall_back_to_the_rulebook(organizer, app):
    settings = the_event(app, create(organizer, timer="sundial", **{"format-ashes-reborn": "base-decks"}).path).settings
    assert (settings.timer, settings.deck_format) == ("common", "constructed")


def test_a_new_form_complains_about_nothing(organizer):
    page = organizer.get("/events/new")
    assert "needs a name" not in page
    assert 'role="alert"' not in page.html
    for rulebook in ("Ashes Reborn", "Ashes Classic", "Ashes Draft", "Summoner Wars", "Spellfire"):
        assert rulebook in page
    assert "disabled" not in page.html


def test_the_right_side_answers_while_somebody_types(organizer, app):
    form = {"name": "", "ruleset": "ashes-reborn", "players": PEOPLE, "rounds": "9"}
    part = organizer.client.post("/events/preview", data=form, headers={"X-Part": "1"}).get_data(as_text=True)
    assert "<html" not in part
    assert "9, as you chose" in part
    assert "Taken once" in part
    assert "recommends 3 rounds; you chose 9" in part
    assert "needs a name" not in part
    assert count(app) == 0


@pytest.mark.parametrize(
    ("form", "fact"),
    [
        ({}, "Players 5"),
        ({}, "Rounds 3, by the rulebook"),
        ({}, "Round time 60 min"),
        ({}, "Takes about 3 h 45 min Breaks included 10 min between rounds; no lunch"),
        ({"players": ""}, "Rounds by the rulebook"),
        ({"cut": "4"}, "Top cut top 4"),
        ({"timer": "chess"}, "Round time chess clocks, 30 min each"),
        ({"timer": "chess", "minutes": "40"}, "Round time chess clocks, 25 min each"),
        ({"timer": "none"}, "Round time no limit"),
        ({"warning": "0"}, "Warning none"),
        ({"ruleset": "summoner-wars", "format-summoner-wars": "custom-deck"}, "Decks custom deck"),
        (
            {"ruleset": "ashes-classic", "players": "\n".join(f"P{i}" for i in range(20)), "cut": "4"},
            "Rounds 4 or more",
        ),
        ({"keep_doubles": "1"}, "Players 6"),
        ({"keep_doubles": "1"}, "Another player is called “tom baker” too."),
    ],
)
def test_without_javascript_the_whole_page_answers(organizer, form, fact):
    page = organizer.post("/events/preview", **{"ruleset": "ashes-reborn", "players": PEOPLE, **form})
    assert page.status == 200
    assert fact in page
    assert "Create and check in" in page


def test_names_with_markup_are_text_everywhere(organizer):
    page = create(organizer, name="<img src=x>", players="<script>alert(1)</script>\n<script>ALERT(1)</script>")
    for html in (page.html, organizer.get("/").html, organizer.get(page.path + "delete").html):
        assert "<img src=x>" not in html
        assert "<script>alert" not in html.lower()


# The demo


def test_the_demo_is_in_the_middle_of_round_four(organizer, app):
    page = organizer.post("/demo")
    t = the_event(app, page.path)
    current = t.current_round
    assert (current.number, current.phase, len(t.players)) == (4, "published", 18)
    assert [round_.phase for round_ in t.rounds] == ["closed", "closed", "closed", "published"]
    assert 0 < sum(match.result is None for match in current.matches) < len(current.matches)
    assert any(player.entered > 1 for player in t.players.values())
    assert any(player.dropped for player in t.players.values())
    assert any(round_.byes for round_ in t.rounds)
    assert "Two versions" in page
    assert "One has reported" in page
    assert t.clock.runs  # so that there is a clock to look at, also on a wall
    assert [table for table, _ in t.clock.extensions] == [t.tables_out[0]]


def test_every_act_of_the_demo_is_in_its_history(organizer, app):
    path = organizer.post("/demo").path
    with app.app_context():
        acts = journal.read(path.split("/")[2]).acts
    assert [act.seq for act in acts] == list(range(1, len(acts) + 1))
    assert len(acts) > 40


def test_a_double_tap_makes_one_demo(organizer, app):
    assert organizer.post("/demo", request_id="tap").path == organizer.post("/demo", request_id="tap").path
    assert count(app) == 1


def test_the_demo_can_be_made_from_the_command_line(app):
    with app.app_context():
        book = journal.read(make_demo())
    assert {act.by for act in book.acts} == {"system"}


def test_a_demo_event_is_deleted_without_being_put_away_first(organizer):
    organizer.post("/demo")
    page = organizer.get("/")
    assert "Delete" in page
    assert "Archive" not in page


# Putting away and deleting


def test_an_archived_event_is_folded_away_and_comes_back(organizer):
    path = home(create(organizer))
    page = organizer.post(path + "archive")
    assert "nothing is lost" in page
    assert "Archived 1" in page
    assert "No event is open" in page
    page = organizer.post(path + "unarchive")
    assert "Archived" not in page
    assert "Ember Cup" in page


def test_deleting_asks_and_names_what_is_lost(organizer, app):
    path = home(create(organizer))
    page = organizer.get(path + "delete")
    assert "Delete Ember Cup ?" in page
    assert "5 players" in page
    assert "Archive it instead" in page
    assert count(app) == 1


def test_deleting_takes_everything_of_that_event_and_nothing_else(organizer, app):
    path, other = home(create(organizer)), home(create(organizer, name="Other"))
    page = organizer.post(path + "delete")
    assert "The event is deleted." in page
    assert "Other" in page
    assert "Ember Cup" not in page
    assert (count(app), count(app, JournalRow), count(app, PlayerRow)) == (1, 1, 5)
    assert organizer.get(path).status == 404
    assert organizer.get(other).status == 200


def test_a_deleted_event_is_in_the_backup_made_just_before(organizer, app):
    path = home(create(organizer))
    asked = organizer.get(path + "delete")
    assert "A backup is made just before. It is under This box" in asked
    assert f"{path}export/event.json" in asked.html
    page = organizer.post(path + "delete")
    (kept,) = backups.backups(app.config["CINDERBOX"])
    assert "Backup no. 1, made just before, still holds it" in page
    organizer.post(f"/box/backups/{kept.name}/restore")
    assert "Ember Cup" in organizer.get(path)


def test_without_a_backup_nothing_is_deleted(organizer, app):
    path = home(create(organizer))
    app.config["CINDERBOX"].backups.write_text("a file where the folder should be")
    page = organizer.post(path + "delete", referrer=path + "delete")
    assert "Nothing was deleted, because no backup could be made first" in page
    assert count(app) == 1


@pytest.mark.parametrize("path", ["/events/none/archive", "/events/none/unarchive", "/events/none/delete"])
def test_an_event_that_is_not_there_is_told(organizer, path):
    page = organizer.post(path)
    assert page.status == 404
    assert "There is no such event on this box" in page


def test_asking_to_delete_what_is_not_there(organizer):
    assert organizer.get("/events/none/delete").status == 404


# Ids


def test_ids_are_short_and_nobody_guesses_them(app):
    with app.app_context():
        ids = {event_id() for _ in range(200)} | {event_id("tap"), event_id("tap")}
    assert len(ids) == 201
    assert all(re.fullmatch(r"[a-z0-9]{10}", id) for id in ids)


def test_the_id_of_a_player_is_never_given_again():
    assert new_ids((), 2) == ["p1", "p2"]
    assert new_ids({"p1", "p10", "p9"}, 2) == ["p11", "p12"]


def test_a_final_is_untimed_only_where_the_rulebook_lets_it(app, organizer, monkeypatch):
    """A box that another rulebook left ticked, out of sight."""
    bare = replace(RULESETS["ashes-classic"], id="bare", untimed_final="")
    monkeypatch.setitem(RULESETS, "bare", bare)
    page = organizer.post("/events", name="Cup", ruleset="bare", players="Ana\nBen", untimed_final="1")
    assert the_event(app, page.path).settings.untimed_final is False


def test_the_form_knows_what_each_rulebook_offers(organizer, monkeypatch):
    bare = replace(RULESETS["ashes-classic"], id="bare", untimed_final="", stages=("swiss",))
    monkeypatch.setitem(RULESETS, "bare", bare)
    found = dict(
        re.findall(r'value="([\w-]+)" id="book-[^>]* data-offers="([^"]*)"', organizer.get("/events/new").html)
    )
    offered = {
        "ashes-reborn": "rounds cut chess untimed",
        "ashes-classic": "rounds cut untimed",
        "ashes-draft": "rounds cut chess untimed",
        "summoner-wars": "rounds cut chess untimed factions",
        "spellfire": "",
        "bare": "rounds",
    }
    assert {id: found[id] for id in offered} == offered
