"""Devices at a table for tests: a tablet let in with its code, a phone with a personal code, a phone with a slip."""

import secrets

from server.core import holders, keys
from server.core.models import PlayerRow
from server.table import tablets


class AtTable:
    """A device at a table of an event; it talks JSON as the pages' scripts do."""

    def __init__(self, event, client, table=None):
        self.event, self.client, self.table = event, client, table

    def state(self, **query):
        return self.client.get("/at-table/state", query_string=query)

    def send(self, path, **body):
        """Post about this table of the round that is on, unless the body says otherwise."""
        current = self.event.t.current_round
        known = {"event": self.event.tid, "round": current.number if current else 0, "table": self.table}
        return self.client.post(f"/at-table/{path}", json={**known, "request_id": secrets.token_hex(4), **body})

    def report(self, *versions, **body):
        """Each version is (seat that tells it, seat that won, wounds)."""
        players = self.event.pair(self.table)
        told = [{"player": players[by], "winner": players[won], "wounds": wounds} for by, won, wounds in versions]
        return self.send("report", reports=told, **body)


def tablet(event, table=None, *, bound=True):
    """A tablet that was let in with its code; bound to the table, or free and only standing there."""
    with event.app.app_context():
        place = (event.tid, table) if bound else ()
        code = tablets.make_tablet(f"tablet {secrets.token_hex(3)}", *place)
    client = event.app.test_client()
    assert client.post("/tablet", data={"code": code}).location == "/tablet/table"
    return AtTable(event, client, table)


def code_of(event, player):
    """The personal code that the desk has for this player first."""
    with event.app.app_context():
        return keys.personal_code(holders.secret(event.tid), player, codes=0)


def phone(event, player):
    """A phone that is this player's for the day."""
    return _holding(event, kind="player", tournament=event.tid, player=player, code=code_of(event, player))


def slip(event, table, *, number=None):
    """A phone that scanned the slip of this table."""
    number = number or event.t.current_round.number
    with event.app.app_context():
        key = keys.slip_key(holders.secret(event.tid), number, match=event.match(table, number))
    return _holding(event, kind="slip", tournament=event.tid, round=number, table=table, key=key)


def replace_code(event, player):
    """The desk gave this player a new code."""
    from server.core.db import writer

    with event.app.app_context(), writer() as connection, connection.begin():
        mine = (PlayerRow.tournament_id == event.tid) & (PlayerRow.id == player)
        connection.execute(PlayerRow.__table__.update().where(mine).values(codes=1))


def _holding(event, **held):
    client = event.app.test_client()
    with client.session_transaction() as session:
        holders.keep(session, **held)
    matches = event.t.current_round.matches if event.t.current_round else ()
    own = next((match.table for match in matches if held.get("player") in match.players), None)
    return AtTable(event, client, held.get("table", own))
