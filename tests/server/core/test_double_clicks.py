"""The second answer to a double click says what the first one said, once, and nothing is done twice."""

import io
import re
from concurrent.futures import ThreadPoolExecutor
from time import sleep

import pytest

from engine.decisions import rounds
from server.box import backups, restoring
from server.event import transfer
from server.table import tablets
from tests.server.cup import Cup

CUP = "/events/cup"


@pytest.fixture
def cup(app):
    """Nine players, round 1 drawn and not yet published."""
    return Cup(app).begin(9)


def twice(actor, path, **form):
    """Both answers, as two clicks get them: the second request leaves before the first answer is read."""
    clicks = [actor.client.post(path, data={**form, "request_id": "click"}) for _ in range(2)]
    page = actor.get(clicks[1].location)
    assert clicks[0].location == clicks[1].location
    return re.findall(r'<div class="say" data-state="(\w+)"', page.html), page


@pytest.mark.parametrize(
    ("path", "form", "sentence"),
    [
        ("/pairings/publish", {}, "Round 1 is published."),
        ("/pairings/pair", {}, "Drawn anew: draw 2."),
        ("/pairings/rounds", {"rounds": "5"}, "The number of rounds is 5 now."),
        ("/players/p1/drop", {}, "is out from the next pairing on."),
        ("/players/p1/staff", {"role": "organizer"}, "Noted for"),
        ("/results/penalties/new", {"player": "p1", "fault": "Slow play", "kind": "warning"}, "Recorded: warning"),
    ],
)
def test_both_answers_say_it(organizer, cup, path, form, sentence):
    acts = cup.acts
    states, page = twice(organizer, CUP + path, **form)
    assert sentence in page
    assert states.count("done") == 1
    assert cup.acts == acts + 1


def test_a_change_by_hand_is_told_with_what_it_breaks(organizer, cup):
    cup.play().do(rounds.pair_round)
    met = next(frozenset(m.players) for r in cup.t.rounds for m in r.matches if r.number == 1)
    one, two = sorted(met)
    states, page = twice(organizer, f"{CUP}/pairings/seat", one=one, two=two)
    assert states == ["warning"]
    assert "have met before" in page


def test_an_undo_is_said_twice_and_done_once(organizer, cup):
    acts = cup.acts
    states, page = twice(organizer, f"{CUP}/history/{acts}/undo", seen=cup.seen)
    assert f"{acts} is undone." in page
    assert states == ["done"]
    assert cup.acts == acts + 1


def at_once(actor, path, form):
    """Where both answers lead when the second copy comes while the first is being answered."""
    cookie = actor.client.get_cookie("cinderbox").value

    def click(_):
        client = actor.app.test_client()
        client.set_cookie("cinderbox", cookie)
        return client.post(path, data={**form(), "request_id": "click"}).location

    with ThreadPoolExecutor(2) as pool:
        one, two = pool.map(click, range(2))
    assert one == two
    return one


def test_a_tablet_whose_form_arrives_twice_at_once_is_made_once(organizer, monkeypatch):
    """The second copy came while the first was being answered, and was told that the name is taken."""
    made = tablets.make_tablet
    monkeypatch.setattr(tablets, "make_tablet", lambda *place: (made(*place), sleep(0.2))[0])
    assert "Tablet 7" in organizer.get(at_once(organizer, "/devices/", lambda: {"name": "Tablet 7"}))


def test_an_export_that_arrives_twice_at_once_is_one_event(organizer, cup, monkeypatch):
    """The second copy was a bug's page, in place of the event."""
    proved = transfer.read_document
    monkeypatch.setattr(transfer, "read_document", lambda raw: (sleep(0.2), proved(raw))[1])
    file = organizer.client.get(f"{CUP}/export/event.json").data
    where = at_once(organizer, "/box/import", lambda: {"file": (io.BytesIO(file), "cup.json")})
    assert organizer.get(where).status == 200


def test_a_restore_that_arrives_twice_at_once_is_done_once(app, organizer, cup, monkeypatch):
    """The second would take away what was done after the first."""
    config, done = app.config["CINDERBOX"], []
    made = backups.backup(config)
    restore = restoring.restore
    monkeypatch.setattr(restoring, "restore", lambda *what: (sleep(0.2), done.append(what), restore(*what))[2])
    at_once(organizer, f"/box/backups/{made.name}/restore", dict)
    assert len(done) == 1
