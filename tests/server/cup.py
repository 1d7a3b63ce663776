"""An event driven past the pages a test is not about."""

from engine.decisions import results, rounds
from engine.words import Tournament
from server.core import journal
from server.core.db import db
from tests.server.events import begun

HOME = "/events/cup/pairings/"


class Cup:
    """The event of a test."""

    def __init__(self, app):
        self.app = app

    def begin(self, players, ruleset="ashes-reborn"):
        with self.app.app_context():
            begun(players, ruleset)
        return self

    @property
    def t(self) -> Tournament:
        with self.app.app_context():
            return journal.read("cup").tournament

    @property
    def round(self):
        return self.t.current_round

    @property
    def seen(self):
        with self.app.app_context():
            return str(journal.read("cup").revision)

    @property
    def acts(self):
        with self.app.app_context():
            return len(journal.read("cup").acts)

    def do(self, *decisions):
        with self.app.app_context():
            for decide in decisions:
                journal.record("cup", "s0", decide=decide)
        return self

    def win(self, table):
        winner = self.round.match_at(table).players[0]
        return self.do(lambda t: results.record_win(t, table, winner=winner, wounds=7))

    def play(self):
        """Publish, finish and close the round that is drawn."""
        self.do(rounds.publish)
        for match in self.round.matches:
            self.win(match.table)
        return self.do(rounds.close)

    def rename(self, player, name):
        with self.app.app_context(), db.engine.begin() as connection:
            connection.exec_driver_sql("UPDATE player SET name = ? WHERE id = ?", (name, player))

    def pair_of(self, table):
        return self.round.match_at(table).players

    def tables(self):
        return {frozenset(match.players) for match in self.round.matches}

    def stuck(self):
        """Four players who have all met, with more rounds planned."""
        self.begin(4).do(lambda t: rounds.plan_rounds(t, 5))
        return self.play().do(rounds.pair_round).play().do(rounds.pair_round).play()
