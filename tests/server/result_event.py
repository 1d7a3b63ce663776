"""Events for the desk's result pages: named players, a round that is on, results recorded or reported."""

import re
from dataclasses import replace

from engine import results as made
from engine.decisions import clock, results, rounds, setup
from engine.fold import apply
from engine.rulesets.registry import default_settings, ruleset
from engine.words import Game
from server.core import journal
from server.core.models import PlayerRow
from server.core.timekeeping import moment


class Event:
    """An event in the database, driven past the pages; players are called as they are named."""

    def __init__(self, app, names, *, ruleset_id="ashes-reborn", cut=0, tid="cup"):
        self.app, self.tid = app, tid
        self.ids = {name: f"p{i}" for i, name in enumerate(names, start=1)}
        settings = replace(default_settings(ruleset(ruleset_id), players=max(3, len(names))), cut=cut)
        created = setup.create_tournament(ruleset_id, "seed", settings=settings)
        entered = setup.enter(apply(None, created[0]), list(self.ids.values()))

        def beside(connection):
            for name, id in self.ids.items():
                row = {"tournament_id": tid, "id": id, "name": name, "club": "", "paid": False}
                connection.execute(PlayerRow.__table__.insert().values(**row))

        with app.app_context():
            journal.create(tid, "Ember Cup", facts=(*created, *entered), by="s0", beside=beside, demo=False)

    def do(self, decide, **how):
        with self.app.app_context():
            return journal.record(self.tid, "s0", decide=decide, **how)

    @property
    def book(self):
        with self.app.app_context():
            return journal.read(self.tid)

    @property
    def t(self):
        return self.book.tournament

    @property
    def seen(self):
        return str(self.book.revision)

    def begin(self):
        self.do(setup.start)
        return self.draft()

    def start(self):
        self.begin().do(rounds.publish)
        return self

    def draft(self):
        self.do(rounds.pair_round)
        return self

    def next_round(self):
        self.draft()
        self.do(rounds.publish)
        return self

    def match(self, table, number=0):
        by_number = {round_.number: round_ for round_ in self.t.rounds}
        return by_number[number or max(by_number)].match_at(table)

    def pair(self, table):
        return self.match(table).players

    def name(self, id):
        return next(name for name, known in self.ids.items() if known == id)

    def names_at(self, table):
        return [self.name(id) for id in self.pair(table)]

    def win(self, table, wounds=10, seat=0):
        self.do(lambda t: results.record_win(t, table, winner=self.pair(table)[seat], wounds=wounds))
        return self

    def report(self, table, seat, *, winner, wounds):
        match = self.match(table)
        version = made.won(match, match.players[winner], wounds=wounds, scoring=self.t.settings.scoring)
        self.do(lambda t: results.report(t, table, player=match.players[seat], result=version))
        return self

    def report_draw(self, table, seat, *blood):
        match = self.match(table)
        self.do(lambda t: results.report(t, table, player=match.players[seat], result=made.drawn(match, blood)))
        return self

    def game(self, table, winner, *realms):
        """A side of which nobody is at the table has nothing, whatever is said."""
        match = self.match(table)
        here = {seat.side for seat in match.seats if seat.player not in match.withdrawn}
        realms = tuple(n if seat.side in here else 0 for seat, n in zip(match.seats, realms, strict=True))
        self.do(lambda t: results.record_game(t, table, game=Game(winner, realms)))
        return self

    def call_time(self):
        """The clock of this round ran, and time is called."""
        self.do(lambda t: clock.start_clock(t, moment()))
        self.do(lambda t: clock.call_time(t, moment()))
        return self

    def play(self, *, close=True):
        """Everybody's first seat wins, with as many wounds as the table has a number."""
        for match in self.t.current_round.matches:
            if match.result is None:
                self.win(match.table, wounds=match.table)
        if close:
            self.do(rounds.close)
        return self


def told(page):
    """The page's text with names set into their sentences."""
    return re.sub(r" ([,.;’])", r"\1", page.text)
