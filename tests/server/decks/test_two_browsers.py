"""A list open at the desk while the player or another organizer saved it: nobody loses what they handed in."""

from engine.decisions import setup
from server.decks import decks
from tests.server.conftest import hidden
from tests.server.deck_lists import DECKS, LEGAL, ashes_list, with_lists
from tests.server.played import act, entered, t_of

OTHER = ashes_list(phoenixborn="Maeoni Viper")


def saved(app, text):
    """Ana's list as she saves it on her phone, without locking it."""
    with app.app_context():
        decks.save("cup", "p1", text=text, by="player:p1", decide=lambda _: (), request_id=None)


def kept(app):
    with app.app_context():
        return decks.deck_of("cup", "p1").text


def test_a_list_that_the_player_saved_is_not_wiped_out_by_the_desk(app, organizer):
    with_lists(app)
    at = DECKS + "player/p1"
    was = hidden(organizer.get(at), "was")
    saved(app, OTHER)
    page = organizer.post(at, list=LEGAL, do="save", **was)
    assert page.status == 409
    assert "It says now: another list, saved by Ana" in page
    assert "Rin Northfell" in page, "nothing typed is lost"
    assert kept(app) == OTHER
    assert "is saved" in organizer.post(at, list=LEGAL, do="save", **hidden(page, "was"))
    assert kept(app) == LEGAL


def test_more_lines_are_no_way_around_it(app, organizer):
    with_lists(app)
    at = DECKS + "player/p1"
    was = hidden(organizer.get(at), "was")
    saved(app, OTHER)
    page = organizer.post(at, **{"as": "form", "do": "lines"}, **was)
    assert organizer.post(at, list=LEGAL, do="save", **hidden(page, "was")).status == 409
    assert kept(app) == OTHER


def test_a_list_is_saved_twice_by_a_double_tap(app, organizer):
    with_lists(app)
    at = DECKS + "player/p1"
    form = {"list": LEGAL, "do": "save", "request_id": "tap", **hidden(organizer.get(at), "was")}
    for _ in range(2):
        assert "is saved" in organizer.post(at, **form)


def test_a_roster_that_the_player_filled_in_is_not_wiped_out_by_the_desk(app, organizer):
    entered(app, 4, ruleset="summoner-wars")
    at = DECKS + "player/p1"
    was = hidden(organizer.get(at), "was")
    act(app, "cup", lambda t: setup.name_factions(t, "p1", factions=("Vanguards",)))
    page = organizer.post(f"{at}/roster", **{"round-2": "Frost Dwarves"}, **was)
    assert page.status == 409
    assert "It says now: faction in round 1 “Vanguards”, no faction in round 2." in page
    assert 'value="Frost Dwarves"' in page.html, "nothing typed is lost"
    assert t_of(app, "cup").players["p1"].factions == ("Vanguards",)
    both = {"round-1": "Vanguards", "round-2": "Frost Dwarves"}
    assert "is saved" in organizer.post(f"{at}/roster", **both, **hidden(page, "was"))
    assert t_of(app, "cup").players["p1"].factions == ("Vanguards", "Frost Dwarves")
