"""Settings of an event, and the page of the box: PINs and who is signed in."""

import gzip
import json

import pytest

from engine.decisions import rounds, setup
from engine.rulesets.registry import RULESETS
from server.core.db import db
from server.core.desk import desk
from server.core.models import SignInRow
from server.core.version import software
from tests.server.conftest import Actor
from tests.server.played import act, entered, in_bracket, play_open_round, played, started, t_of

SETTINGS = "/events/cup/settings"


def form(**changes):
    """What the form of an Ashes Reborn event sends, with these fields typed otherwise; None leaves a field out."""
    sent = {
        "name": "Cup",
        "rounds": "0",
        "cut": "0",
        "deck_format": "constructed",
        "timer": "common",
        "round_minutes": "60",
        "warning_minutes": "10",
        "bracket_minutes": "60",
        "asked_untimed": "1",
        "asked_chained": "1",
        "chained": "on",
    }
    return {key: value for key, value in (sent | changes).items() if value is not None}


def acts_of(app):
    with app.app_context():
        return len(desk("cup").book.acts)


def test_every_setting_is_recorded(app, organizer):
    entered(app, 6)
    page = organizer.post(
        SETTINGS,
        **form(
            rounds="4",
            cut="4",
            timer="chess",
            round_minutes="55",
            warning_minutes="5",
            bracket_minutes="70",
            untimed_final="on",
            chained=None,
        ),
    )
    assert "Saved." in page
    settings = t_of(app, "cup").settings
    assert (settings.rounds, settings.cut, settings.timer) == (4, 4, "chess")
    assert (settings.round_minutes, settings.warning_minutes, settings.bracket_minutes) == (55, 5, 70)
    assert settings.untimed_final
    assert not settings.chained


def test_when_round_1_begins_is_told_to_everybody_until_it_does(app, organizer, stranger):
    entered(app, 6)
    organizer.post(SETTINGS, **form(starts_at="9:30"))
    assert 'value="09:30"' in organizer.get(SETTINGS).html
    organizer.post(SETTINGS, **form(starts_at="14:00"))
    assert 'value="14:00"' in organizer.get(SETTINGS).html
    assert "Round 1 at 14:00" in stranger.get("/e/cup/")
    shown = json.loads(gzip.decompress(stranger.client.get("/api/tournaments/cup/wall").data))
    assert (shown["starts_at"], shown["format"]) == ("14:00", "3 rounds.")
    for decide in (setup.start, rounds.pair_round, rounds.publish):
        act(app, "cup", decide)
    assert "Round 1 at" not in stranger.get("/e/cup/")


def test_saving_without_a_change_records_nothing(app, organizer):
    entered(app, 6)
    organizer.post(SETTINGS, **form())
    before = acts_of(app)
    assert "Nothing was changed." in organizer.post(SETTINGS, **form())
    assert acts_of(app) == before


def test_a_new_name_moves_the_revision_too(app, organizer):
    entered(app, 6)
    organizer.post(SETTINGS, **form())
    with app.app_context():
        before = desk("cup").revision
    page = organizer.post(SETTINGS, **form(name="  Ember   <b>Cup</b> "))
    with app.app_context():
        after = desk("cup")
    assert after.name == "Ember <b>Cup</b>"
    assert after.revision != before
    assert "<b>Cup</b>" in page.text
    assert "Ember <b>Cup" not in page.html


def test_a_double_tap_saves_once(app, organizer):
    entered(app, 6)
    for _ in range(2):
        organizer.post(SETTINGS, **form(rounds="5"), request_id="once")
    assert t_of(app, "cup").settings.rounds == 5
    assert acts_of(app) == 2


@pytest.mark.parametrize(
    ("changes", "told"),
    [
        ({"name": "   "}, "1 to 200 characters"),
        ({"name": "x" * 201}, "1 to 200 characters"),
        ({"rounds": "many"}, "Rounds: many is not possible. Give a whole number from 0 to 30"),
        ({"rounds": "31"}, "from 0 to 30"),
        ({"rounds": "-1"}, "from 0 to 30"),
        ({"rounds": ""}, "Rounds: nothing"),
        ({"rounds": "³"}, "Rounds: ³"),
        ({"cut": "17"}, "from 0 to 16"),
        ({"cut": "1"}, "2 to 16 players, or 0 for none"),
        ({"round_minutes": "601"}, "from 0 to 600"),
        ({"round_minutes": "0"}, "One clock for all needs a length"),
        ({"warning_minutes": "ten"}, "The warning comes ten"),
        ({"bracket_minutes": "1.5"}, "A bracket match lasts 1.5"),
        ({"starts_at": "25:00"}, "such as 14:00"),
        ({"timer": "sundial"}, "has no such timer"),
        ({"deck_format": "borrowed"}, "no such deck format"),
    ],
)
def test_a_setting_that_cannot_be_is_refused_and_what_was_typed_stays(app, organizer, changes, told):
    entered(app, 6)
    page = organizer.post(SETTINGS, **form(**({"cut": "8"} | changes)))
    assert page.status == 409
    assert told in page
    assert acts_of(app) == 1
    if "cut" not in changes:
        assert 'name="cut" value="8"' in page.html


def test_rounds_can_be_added_and_taken_away_while_they_are_played(app, organizer):
    tid = played(app, 6, 1)
    page = organizer.get(SETTINGS)
    assert 'name="rounds" value="3"' in page.html
    organizer.post(SETTINGS, **form(rounds="4"))
    assert t_of(app, tid).stage.planned == 4
    act(app, tid, rounds.pair_round)
    page = organizer.post(SETTINGS, **form(rounds="1"))
    assert "There cannot be fewer rounds than have been paired" in page
    assert t_of(app, tid).stage.planned == 4


def test_the_deck_format_stays_once_play_has_begun(app, organizer):
    started(app, 6, ruleset="summoner-wars")
    assert "Stays as it is once play has begun" in organizer.get(SETTINGS)
    page = organizer.post(SETTINGS, **form(deck_format="custom-deck", rounds="3", asked_chained=None))
    assert "stays as it is once play has begun" in page
    assert t_of(app, "cup").settings.deck_format == "base-decks"


def test_mirrors_are_avoided_with_base_decks_only(app, organizer):
    entered(app, 6, ruleset="summoner-wars")
    assert "Avoid mirror matches" in organizer.get(SETTINGS)
    both = {"asked_mirrors": "1", "avoid_mirrors": "on", "asked_chained": None}
    organizer.post(SETTINGS, **form(deck_format="custom-deck", **both))
    assert not t_of(app, "cup").settings.avoid_mirrors
    organizer.post(SETTINGS, **form(deck_format="base-decks", **both))
    assert t_of(app, "cup").settings.avoid_mirrors
    organizer.post(SETTINGS, **form(deck_format="base-decks", **(both | {"avoid_mirrors": None})))
    assert not t_of(app, "cup").settings.avoid_mirrors


def test_a_ruleset_is_only_asked_what_it_has(app, organizer):
    entered(app, 6, ruleset="spellfire")
    page = organizer.get(SETTINGS)
    for words in ("Rounds", "Top cut", "Avoid mirror", "Chained", "Chess clocks", "Final without"):
        assert words not in page
    assert "No time limit" in page


def test_once_the_bracket_is_drawn_rounds_and_cut_are_not_asked(app, organizer):
    in_bracket(app)
    page = organizer.get(SETTINGS)
    assert 'name="rounds"' not in page.html
    assert 'name="cut"' not in page.html
    page = organizer.post(SETTINGS, **form(rounds=None, cut=None, round_minutes="45"))
    assert "Saved." in page
    assert t_of(app, "cup").settings.cut == 4


@pytest.mark.parametrize(
    ("changes", "told"),
    [
        ({"rounds": 9}, "For 6 players the rulebook recommends 3 rounds; you chose 9"),
        ({"cut": 4}, "recommends a cut from 17 players on"),
        ({"round_minutes": 30}, "The rulebook's rounds last 50 to 60 minutes; yours last 30"),
        ({"warning_minutes": 60}, "The warning would come before the round begins"),
    ],
)
def test_unusual_settings_are_told_and_kept(app, organizer, changes, told):
    entered(app, 6)
    organizer.post(SETTINGS, **form(**{key: str(value) for key, value in changes.items()}))
    assert told in organizer.get(SETTINGS)


def test_settings_are_for_the_organizer(app, judge):
    entered(app, 6)
    assert judge.get(SETTINGS).status == 403
    assert judge.post(SETTINGS, **form(rounds="5")).status == 403
    assert judge.get("/box").status == 403
    assert acts_of(app) == 1


def test_the_judges_lose_their_pin_and_get_another(app, organizer):
    page = organizer.post("/box/pin", role="judge", pin="")
    assert "The judge PIN is removed" in page
    assert "None yet: no judge can sign in." in page
    assert "Staff: sign in" in Actor(app).sign_in("2468").get("/")
    assert "The judge PIN is changed." in organizer.post("/box/pin", role="judge", pin="97531")
    assert "sign out" in Actor(app).sign_in("97531").get("/")


def test_a_changed_organizer_pin_is_no_longer_readable_on_the_machine(app, organizer):
    pin_file = app.config["CINDERBOX"].pin_file
    first = pin_file.read_text()
    organizer.post("/box/pin", role="organizer", pin="13579135")
    assert not pin_file.exists()
    assert "only its hash is kept" in organizer.get("/box")
    assert Actor(app).sign_in(first).get("/box").path == "/sign-in"
    assert Actor(app).sign_in("13579135").get("/box").status == 200


@pytest.mark.parametrize(
    ("role", "pin", "told"),
    [
        ("organizer", "", "The organizer always has a PIN"),
        ("organizer", "135", "4 to 12 digits"),
        ("judge", "abcd", "4 to 12 digits"),
        ("judge", "1" * 13, "4 to 12 digits"),
        ("player", "1234", "There is no PIN for player"),
    ],
)
def test_a_pin_that_is_none_is_refused(app, organizer, role, pin, told):
    assert told in organizer.post("/box/pin", referrer="/box", role=role, pin=pin)
    assert app.config["CINDERBOX"].pin_file.exists()


@pytest.mark.parametrize("pin", ["1357", "135791357913"])
def test_a_pin_of_4_and_one_of_12_digits_let_people_in(app, organizer, pin):
    organizer.post("/box/pin", role="judge", pin=pin)
    judge = Actor(app).sign_in(pin)
    assert "signed in as judge" in judge.get("/box")


def test_two_roles_never_share_a_pin(app, organizer):
    pin = app.config["CINDERBOX"].pin_file.read_text()
    assert "Another role has that PIN" in organizer.post("/box/pin", referrer="/box", role="judge", pin=pin)


def test_whoever_is_signed_in_is_listed_and_can_be_sent_out(app, organizer, judge):
    entered(app, 4)
    page = organizer.get("/box")
    for words in ("Olga", "this device", "Jude", "127.0.0.1"):
        assert words in page
    assert "That device is signed out." in organizer.post(f"/box/sign-ins/{_id_of(app, 'Jude')}/revoke")
    assert judge.get("/events/cup/standings/").path == "/sign-in"
    assert "Jude" not in organizer.get("/box")


def _id_of(app, name):
    with app.app_context(), db.engine.connect() as connection:
        table = SignInRow.__table__
        return connection.execute(table.select().where(table.c.name == name)).one().id


def test_the_box_says_its_version(organizer):
    assert f"Cinderbox {software()}" in organizer.get("/box")


def test_what_a_draft_is_scored_by_is_chosen_before_the_groups_are_drawn(app, organizer):
    tid = entered(app, 10, ruleset="ashes-draft")
    page = organizer.post(SETTINGS, scored_by="wins", timer="common", round_minutes="50", warning_minutes="8")
    assert 'value="wins" selected' in page.html
    settings = t_of(app, tid).settings
    assert (settings.scoring.score, settings.round_minutes, settings.warning_minutes) == ("wins", 60, 8)
    organizer.post(SETTINGS, timer="chess")
    assert "has no such timer" in organizer.post(SETTINGS, scored_by="points", timer="chess")
    organizer.post(f"/events/{tid}/draft/open", decks="")
    page = organizer.post(SETTINGS, scored_by="points", timer="common")
    assert "stay as they are once play has begun" in page
    assert t_of(app, tid).settings.scoring.score == "wins"


def test_a_legendary_draft_has_three_rounds_in_its_groups_unless_another_number_is_typed(app, organizer):
    tid = entered(app, 10, ruleset="ashes-draft")
    assert "by the rulebook: 4 now" in organizer.get(SETTINGS)
    page = organizer.post(SETTINGS, draft="legendary")
    assert "by the rulebook: 3 now" in page
    assert "Top cut" not in page  # the second draft takes its place
    assert "For 10 players the rulebook recommends 3 rounds; you chose 2." in organizer.post(SETTINGS, rounds="2")
    organizer.post(f"/events/{tid}/draft/open", decks="")
    assert t_of(app, tid).stage.planned == 2


def test_the_kind_of_draft_is_chosen_before_the_groups_are_drawn(app, organizer):
    tid = entered(app, 10, ruleset="ashes-draft")
    organizer.post(f"/events/{tid}/settings", draft="legendary", pick_seconds="40")
    settings = t_of(app, tid).settings
    assert (settings.legendary, settings.small_groups, settings.pick_seconds) == (True, False, 40)
    organizer.post(f"/events/{tid}/draft/open", decks="")
    page = organizer.post(f"/events/{tid}/settings", draft="one")
    assert "once the groups are drawn" in page
    assert t_of(app, tid).settings.legendary


def test_a_scenario_is_told_to_everybody_and_not_longer_than_a_wall(app, organizer):
    tid = entered(app, 4, ruleset="ashes-classic")
    organizer.post(f"/events/{tid}/settings", scenario="Everybody  starts with\na Hammer Knight.")
    assert t_of(app, tid).settings.scenario == "Everybody starts with a Hammer Knight."
    assert "the wall takes 400" in organizer.post(f"/events/{tid}/settings", scenario="x" * 401)


def test_a_break_between_rounds_is_planned(app, organizer):
    tid = entered(app, 4)
    organizer.post(f"/events/{tid}/settings", break_minutes="12")
    assert t_of(app, tid).settings.break_minutes == 12


def test_the_timer_stays_while_a_round_is_played(app, organizer):
    act(app, started(app, 6), rounds.pair_round)
    act(app, "cup", rounds.publish)
    page = organizer.post(SETTINGS, **form(rounds="3", timer="chess"))
    assert page.status == 409
    assert "Round 1 keeps the timer it began with." in page
    assert "Saved." in organizer.post(SETTINGS, **form(rounds="3", round_minutes="50"))
    play_open_round(app, "cup")
    act(app, "cup", rounds.close)
    assert "Saved." in organizer.post(SETTINGS, **form(rounds="3", timer="chess"))
    act(app, "cup", rounds.pair_round)
    act(app, "cup", rounds.publish)
    assert "keeps the minutes" in organizer.post(SETTINGS, **form(rounds="3", timer="chess", round_minutes="50"))


@pytest.mark.parametrize("ruleset", RULESETS)
def test_what_the_rulebook_asks_is_in_the_settings_and_every_format_has_a_name(app, organizer, ruleset):
    entered(app, 6, ruleset=ruleset)
    page = organizer.get(SETTINGS)
    assert all(each.name and each.name != each.id for each in RULESETS[ruleset].deck_formats)
    assert all(note in page for note in RULESETS[ruleset].notes)


def test_chess_clocks_in_the_final_are_told(app, organizer):
    entered(app, 6)
    assert "Chess clocks run in the final too." in organizer.post(
        SETTINGS, **form(timer="chess", cut="4", untimed_final="on")
    )
