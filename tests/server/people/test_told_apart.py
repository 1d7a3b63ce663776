"""Two people of one name are told apart by club wherever one could be taken for the other."""

import gzip
import json

from engine.decisions import rounds
from tests.server.cup import Cup


def test_draft_phones_wall_tablet_and_print_name_the_club(app, organizer, stranger):
    cup = Cup(app).begin(4)
    for player, club in (("p1", "Berlin"), ("p2", "Hamburg")):
        cup.rename(player, "Anna Schmidt")
        organizer.post(f"/events/cup/players/{player}", name="Anna Schmidt", club=club)
    draft = organizer.get("/events/cup/pairings/")
    cup.do(rounds.publish)
    shown = {
        "draft": draft,
        "pairings": organizer.get("/events/cup/pairings/"),
        "results": organizer.get("/events/cup/results/"),
        "phone": stranger.get("/e/cup/"),
        "phone pairings": stranger.get("/e/cup/pairings"),
        "paper": organizer.get("/events/cup/print/names"),
        "slips": organizer.get("/events/cup/print/slips"),
    }
    for where, page in shown.items():
        assert "Anna Schmidt (Berlin)" in page, where
        assert "Anna Schmidt (Hamburg)" in page, where
    wall = json.loads(gzip.decompress(stranger.client.get("/api/tournaments/cup/wall").data))
    assert {"Anna Schmidt (Berlin)", "Anna Schmidt (Hamburg)"} <= {row["name"] for row in wall["roster"]}
    assert "same name</span>" not in organizer.get("/events/cup/players/").html


def test_nobody_else_gets_a_club_behind_the_name(app, organizer, stranger):
    cup = Cup(app).begin(4)
    organizer.post("/events/cup/players/p1", name="Anna Schmidt", club="Berlin")
    cup.do(rounds.publish)
    assert "(Berlin)" not in stranger.get("/e/cup/")
    organizer.post("/events/cup/players/p2", name="anna schmidt", club="")
    assert "same name</span>" in organizer.get("/events/cup/players/").html
