"""Twenty-four people enter by phone, are accepted, check in, play and report, and nobody is handed a code."""

from server.core import journal
from tests.server.conftest import Actor

PLAYERS = 24


def test_24_phones_from_the_door_to_their_results_without_a_code(app, organizer):
    tid = organizer.post("/events", name="Cup", ruleset="ashes-reborn", players="").path.split("/")[2]
    organizer.post(f"/events/{tid}/entry/terms", do="open", places="24", fee="10 €")
    phones = [Actor(app, f"10.0.0.{number}") for number in range(1, PLAYERS + 1)]
    for number, phone in enumerate(phones):
        assert "Your entry waits for the desk." in phone.post(f"/enter/{tid}", name=f"Player {number:02}")
    page = organizer.get(f"/events/{tid}/players/").html
    ids = [part.split('"')[0] for part in page.split('name="entry" value="')[1:]]
    assert len(ids) == PLAYERS
    assert "24 players accepted." in organizer.post(f"/events/{tid}/entry/accept", entry=ids, back="players")
    organizer.post(f"/events/{tid}/players/self-check-in")
    for number, phone in enumerate(phones):
        # Whoever closed the page meanwhile, and comes back by the address of their own page, is known there, too.
        came = phone.get(f"/enter/{tid}" if number % 2 else "/me/table")
        assert ("You are in." if number % 2 else "You are on the list, not checked in yet.") in came
        assert "You are checked in." in phone.post("/me/check-in")
    assert "24 of 24 here" in organizer.get(f"/events/{tid}/players/")
    organizer.post(f"/events/{tid}/start")
    organizer.post(f"/events/{tid}/pairings/publish")
    for phone in phones:
        report(phone)
    with app.app_context():
        played = journal.read(tid).tournament.current_round
    assert all(match.result is not None for match in played.matches)


def report(phone):
    """The first who sits at the table has won; everybody says the same."""
    at = phone.client.get("/at-table/state").json
    me = at["speaks_for"][0]
    winner = at["players"][0]["id"]
    said = {"event": at["event"], "round": at["round"], "table": at["table"], "request_id": f"r-{me}"}
    answer = phone.client.post(
        "/at-table/report", json={**said, "reports": [{"player": me, "winner": winner, "wounds": 7}]}
    )
    assert answer.status_code == 200, answer.json
