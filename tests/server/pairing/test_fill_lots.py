"""The next round's last seat by lot: named on the Pairings page, and replaced there."""

import re

from engine.decisions import rounds
from engine.pairing.pod_seating import filling_lot
from tests.server.result_event import Event, told

CUP = "/events/cup"


def after_round_1(app, count=8):
    event = Event(app, [f"Mage {i}" for i in range(1, count + 1)], ruleset_id="spellfire").start()
    for match in event.t.current_round.matches:
        for realms in ((6, 1, 2, 3), (6, 2, 2, 1)):
            event.game(match.table, 0, *realms[: len(match.seats)])
    event.do(rounds.close)
    return event


def test_pairings_name_everybody_who_was_equal_for_the_seat(organizer, app):
    event = after_round_1(app)
    equal = [event.name(player) for (player,) in filling_lot(event.t).equal]
    page = told(organizer.get(f"{CUP}/pairings/"))
    assert f"by lot between {equal[0]} and {equal[1]}" in page
    assert "by points, then" not in page
    event.draft()
    drafted = organizer.get(f"{CUP}/pairings/")
    assert f"filling up by lot between {equal[0]} and {equal[1]}" in told(drafted)
    assert "How is the championship round seated?" in drafted.text


def test_the_organizer_decides_it_otherwise_and_the_page_says_who_did(organizer, app):
    event = after_round_1(app).draft()
    lot = filling_lot(event.t)
    tied = [player for (player,) in lot.equal]
    form = {f"place-{player}": str(place) for place, player in enumerate(reversed(tied), start=1)}
    page = organizer.post(f"{CUP}/pairings/fill-lot", player=tied, seen=event.seen, **form)
    assert "by the organizer’s decision between" in told(page)
    assert tied[1] in event.t.current_round.seated
    assert tied[0] not in event.t.current_round.seated
    history = told(organizer.get(f"{CUP}/history/"))
    assert "Tie decided by the organizer" in history
    assert not re.search(r"changed by hand", history)
