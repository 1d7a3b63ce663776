"""Two organizers with the settings of one event open: whoever saves second loses nothing, and reads what is kept."""

import re
from html import unescape

import pytest

from engine.decisions import rounds, setup
from engine.rulesets.registry import RULESETS
from server.core.desk import desk
from tests.server.conftest import hidden
from tests.server.played import act, entered, t_of

AT = "/events/cup/settings"


def sent(page):
    """What a browser sends of the settings as they stand, untouched."""
    form = re.search(r'<form[^>]*id="settings">.*?</form>', page.html, re.S)[0]
    found = {}
    for tag in re.findall(r"<input[^>]*>", form):
        told = dict(re.findall(r'([a-z]+)="([^"]*)"', tag))
        if told.get("type") != "checkbox" or re.search(r" checked\b", tag):
            found[told["name"]] = unescape(told.get("value", "on"))
    for name, text in re.findall(r'<textarea[^>]*name="([^"]+)"[^>]*>(.*?)</textarea>', form, re.S):
        found[name] = unescape(text)
    for name, options in re.findall(r'<select[^>]*name="([^"]+)"[^>]*>(.*?)</select>', form, re.S):
        chosen = re.search(r'<option value="([^"]*)"[^>]* selected', options)
        found[name] = unescape(chosen[1]) if chosen else ""
    return {key: value for key, value in found.items() if key not in ("request_id", "csrf_token")}


def test_a_setting_that_one_saved_is_not_put_back_by_the_other(app, organizer, second):
    """One changed the minutes; the other had the page open from before and saved the break: 60 minutes again."""
    entered(app, 6)
    one, two = (sent(who.get(AT)) for who in (organizer, second))
    assert "Saved." in organizer.post(AT, **{**one, "round_minutes": "45", "untimed_final": "on"})
    page = second.post(AT, **{**two, "break_minutes": "15"})
    assert page.status == 409
    assert "Somebody else saved this while you had it open, so yours is not saved yet." in page
    assert "minutes per round “45”" in page
    assert "final without time limit" in page
    assert sent(page)["break_minutes"] == "15", "nothing typed is lost"
    assert (t_of(app, "cup").settings.round_minutes, t_of(app, "cup").settings.break_minutes) == (45, 0)
    again = {**two, **hidden(page, "was"), "break_minutes": "15", "round_minutes": "45", "untimed_final": "on"}
    assert "Saved." in second.post(AT, **again)
    assert (t_of(app, "cup").settings.round_minutes, t_of(app, "cup").settings.break_minutes) == (45, 15)


def test_the_name_of_an_event_is_not_put_back(app, organizer, second):
    entered(app, 6)
    two = sent(second.get(AT))
    organizer.post(AT, **{**sent(organizer.get(AT)), "name": "Ember Open"})
    page = second.post(AT, **{**two, "cut": "4"})
    assert page.status == 409
    assert "name “Ember Open”" in page
    with app.app_context():
        assert desk("cup").name == "Ember Open"


def test_the_kind_of_a_spellfire_event_is_not_put_back(app, organizer, second):
    entered(app, 8, ruleset="spellfire")
    two = sent(second.get(AT))
    organizer.post(AT, **{**sent(organizer.get(AT)), "spell_code": "SP1", "spell_variant_0": "1"})
    page = second.post(AT, **{**two, "spell_convention": "Ember Con"})
    assert page.status == 409
    assert "tournament code “SP1”" in page
    assert "variants “" in page
    assert t_of(app, "cup").settings.event.code == "SP1"


@pytest.mark.parametrize("ruleset", RULESETS)
def test_a_form_that_nobody_else_touched_is_saved_as_ever(app, organizer, ruleset):
    entered(app, 8, ruleset=ruleset)
    form = sent(organizer.get(AT))
    assert form["was"]
    assert "Nothing was changed." in organizer.post(AT, **form)
    assert "Saved." in organizer.post(AT, **{**form, "name": "Ember Open"})
    assert "Saved." in organizer.post(AT, **{**sent(organizer.get(AT)), "name": "Ember Cup"})


def test_a_change_of_what_this_page_does_not_ask_is_nobody_s_business(app, organizer, second):
    """Tables are the hall's, the deadline is the deck lists'."""
    entered(app, 6)
    form = sent(second.get(AT))
    organizer.post("/events/cup/hall/tables", first="11", last="", closed="")
    assert "Saved." in second.post(AT, **{**form, "cut": "4"})
    assert (t_of(app, "cup").settings.first_table, t_of(app, "cup").settings.cut) == (11, 4)


def test_a_round_that_began_meanwhile_says_how_many_are_planned(app, second):
    entered(app, 6)
    form = sent(second.get(AT))
    for decide in (setup.start, rounds.pair_round, rounds.publish):
        act(app, "cup", decide)
    page = second.post(AT, **{**form, "break_minutes": "15"})
    assert page.status == 409
    assert "rounds “3”" in page
    assert "Saved." in second.post(AT, **{**sent(page), "rounds": "4"})
    assert t_of(app, "cup").stage.planned == 4
