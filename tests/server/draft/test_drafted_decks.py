"""Classic's own Drafted Decks: chosen with the new event, led by the organizer's own steps."""

import gzip
import json

import pytest

from tests.server.played import t_of

SIX = "\n".join(f"Name {letter}" for letter in "ABCDEF")
TEN = "\n".join(f"Name {letter}" for letter in "ABCDEFGHIJ")


def made(organizer, **form):
    page = organizer.post("/events", name="Draft Day", **form)
    return page.path.split("/")[2]


@pytest.fixture
def drafted(organizer):
    return made(organizer, ruleset="ashes-classic", players=SIX, **{"play-ashes-classic": "small"})


def test_drafted_decks_are_chosen_under_ashes_classic(app, organizer, drafted):
    """Classic, “Drafted Decks”: a format of that rulebook, so it is found there."""
    assert "Drafted Decks, in groups of two to four" in organizer.get("/events/new")
    settings = t_of(app, drafted).settings
    assert (settings.ruleset, settings.small_groups, settings.scoring.score) == ("ashes-draft", True, "points")
    assert "2 groups of 3" in organizer.get(f"/events/{drafted}/draft/")


def test_built_decks_stay_what_a_new_event_of_ashes_classic_is(app, organizer):
    tid = made(organizer, ruleset="ashes-classic", players=SIX, **{"play-ashes-classic": "built"})
    assert (t_of(app, tid).settings.ruleset, t_of(app, tid).settings.small_groups) == ("ashes-classic", False)


def test_a_legendary_draft_is_chosen_with_the_new_event(app, organizer):
    form = {"ruleset": "ashes-draft", "players": TEN, "play-ashes-draft": "legendary"}
    assert "6: 3 in groups, 3 after the Legendary Draft" in organizer.post("/events/preview", name="Draft Day", **form)
    assert t_of(app, made(organizer, **form)).settings.legendary


def test_the_desk_shows_nothing_of_the_other_draft(app, organizer, stranger, drafted):
    """“Each group must draft from an identical set of components.”"""
    page = organizer.get(f"/events/{drafted}/draft/")
    assert "The same components for every group" in page
    for words in ("Phoenixborn-decks", "Picks", "54", "Nine cards"):
        assert words not in page
    organizer.post(f"/events/{drafted}/draft/open")
    shown = []
    while t_of(app, drafted).drafting[0].step != "ready":
        wall = json.loads(gzip.decompress(stranger.client.get(f"/api/tournaments/{drafted}/wall").data))["draft"][0]
        shown.append((wall["title"], wall["cards"], wall["pick"]))
        organizer.post(f"/events/{drafted}/draft/1/next")
    assert shown == [("Step 1", 0, 0), ("Step 2", 0, 0), ("Step 3", 0, 0)]


def test_drawing_the_groups_anew_speaks_of_no_decks(app, organizer, drafted):
    """“Each group must draft from an identical set of components.”: no decks are drawn for a group."""
    organizer.post(f"/events/{drafted}/draft/open")
    page = organizer.get(f"/events/{drafted}/draft/").text
    assert "Another draw of groups and seats for everybody who is in." in page
    assert "decks for everybody" not in page


def test_the_organizer_edits_the_steps(app, organizer, stranger, drafted):
    settings = f"/events/{drafted}/settings"
    assert "page 16" in organizer.get(settings).html.split('name="draft_steps"')[1].split("</textarea>")[0]
    organizer.post(settings, draft_steps=" Choose a  Phoenixborn.\n\nDraft spells in turn. ")
    assert t_of(app, drafted).settings.draft_steps == ("Choose a Phoenixborn.", "Draft spells in turn.")
    organizer.post(f"/events/{drafted}/draft/open")
    assert "Choose a Phoenixborn." in organizer.get(f"/events/{drafted}/draft/")
    refused = organizer.post(settings, draft_steps="\n".join(["A step."] * 21))
    assert "at most 20 steps" in refused


def test_a_list_made_shorter_leaves_no_group_behind(app, organizer, drafted):
    """A step that is no longer in the list counts as the first: its button still leads on."""
    organizer.post(f"/events/{drafted}/draft/open")
    for step in ("set-up", "step-2"):
        organizer.post(f"/events/{drafted}/draft/1/next", step=step, pick=0)
    organizer.post(f"/events/{drafted}/settings", draft_steps="Only this.")
    assert 'name="step" value="step-3"' in organizer.get(f"/events/{drafted}/draft/").html
    organizer.post(f"/events/{drafted}/draft/1/next", step="step-3", pick=0)
    assert t_of(app, drafted).drafting[0].step == "ready"


def test_special_rules_go_with_drafted_decks(app, organizer, stranger, drafted):
    """“or the Organizer has announced the Scenario Play event shall follow the Drafted Decks format”"""
    organizer.post(f"/events/{drafted}/settings", scenario="Dice of ice cost one less.", points_win="5")
    assert t_of(app, drafted).settings.scoring.win == 5
    wall = json.loads(gzip.decompress(stranger.client.get(f"/api/tournaments/{drafted}/wall").data))
    assert wall["scenario"]["text"] == "Dice of ice cost one less."
    assert "scenario" in wall["playlist"]
