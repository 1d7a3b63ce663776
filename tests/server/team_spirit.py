"""A Team Spirit event in the database: teams of two with names that say who plays with whom."""

from dataclasses import replace

from engine import facts as f
from engine.decisions import rounds
from engine.rulesets.spellfire import with_realms
from engine.sides import as_entered, sides
from engine.words import Game
from tests.server.result_event import Event

FIRST = [
    *("Ana", "Ben", "Cai", "Dee", "Eli", "Fay", "Gus", "Hana", "Ivo"),
    *("Jo", "Kim", "Lea", "Max", "Nia", "Oli", "Pia", "Quinn", "Rosa"),
]
A_WINS = Game(0, (6, 3, 2, 5, 3, 1))
B_AND_C_LEVEL = Game(0, (6, 3, 3, 5, 3, 3))


class TeamSpirit(Event):
    """Ana plays with Ben, Cai with Dee, and so on; at every table team A wins unless told otherwise."""

    def __init__(self, app, *, players=6, tid="cup", timed=False):
        super().__init__(app, FIRST[:players], ruleset_id="spellfire", tid=tid)
        ids = list(self.ids.values())
        teams = tuple(zip(ids[::2], ids[1::2], strict=True))
        event = with_realms(replace(self.t.settings.event, type="Team Spirit", teams=teams))
        settings = replace(self.t.settings, event=event)
        if timed:
            settings = replace(settings, timer="common", round_minutes=60, bracket_minutes=60)
        self.do(lambda t: (f.SettingsChanged(settings),))

    def sides(self, table=1):
        """The names at a table by team: A, B, C."""
        return self.sides_of(table)

    def sides_of(self, table, number=0):
        """The same of an earlier round."""
        return [tuple(self.name(p) for p in side) for side in sides(self.match(table, number))]

    def together(self, side, table=1):
        """Gus & Hana, as the team is named everywhere."""
        return " & ".join(self.name(player) for player in as_entered(sides(self.match(table))[side]))

    def played(self, table, game=A_WINS, times=1):
        for _ in range(times):
            self.game(table, game.winner, *game.realms)
        return self

    def play_all(self, game=A_WINS):
        for match in self.t.current_round.matches:
            if match.result is None:
                self.played(match.table, game, times=2 - len(match.games))
        self.do(rounds.close)
        return self
