"""Twelve phones and six tablets: people drop at every moment of an event and are told the truth; the sums are right.

Each round has run for twenty minutes: more than an hour by the box's own clock.
"""

import re
from collections import Counter
from itertools import pairwise

from engine.clock import Moment
from engine.decisions import clock, rounds, stages
from server.core.timekeeping import moment
from tests.server.at_table_devices import code_of, phone, tablet
from tests.server.phone.test_dropping import PROMISE, drop, own
from tests.server.result_event import Event

PLAYED_MS = 20 * 60_000
NAMES = ["Ana", "Ben", "Cai", "Dee", "Eve", "Fay", "Gus", "Hal", "Ida", "Jon", "Kim", "Lea"]


class Hall:
    """Who plays, who has dropped, and what was reported: by hand, beside the box."""

    def __init__(self, app, organizer):
        self.event, self.organizer = Event(app, NAMES), organizer
        self.wins, self.met, self.gone = Counter(), set(), []

    def left(self, player):
        """Told on their own phone, at once, and nothing is promised any more; to everybody else it is."""
        self.gone.append(player)
        assert not self.event.t.players[player].active
        assert "You have dropped from the event." in own(self.event, player)
        assert PROMISE not in own(self.event, player)

    def by_phone(self, player):
        drop(self.event, player)
        self.left(player)

    def by_tablet(self, player, table):
        self.tablets[table].send("drop", player=player, code=code_of(self.event, player))
        self.left(player)

    def by_the_desks_yes(self, player, table):
        assert self.tablets[table].send("call", kind="drop", player=player).status_code == 200
        assert "asked the desk to drop you" in own(self.event, player)
        page = self.organizer.get("/events/cup/")
        id = re.search(r"/floor/calls/(\d+)/drop", page.html)[1]
        self.organizer.post(f"/events/cup/floor/calls/{id}/drop", back="now")
        self.left(player)

    def seated(self):
        """Whoever has dropped sits nowhere, nobody meets twice, and a bye is a win."""
        now = moment()
        began = Moment(now.boot_id, now.ms - PLAYED_MS)
        self.event.do(lambda t: clock.start_clock(t, began))
        current = self.event.t.current_round
        assert not set(current.seated) & set(self.gone)
        assert len(set(current.seated)) == len(NAMES) - len(self.gone)
        for match in current.matches:
            pair = frozenset(match.players)
            assert pair not in self.met
            self.met.add(pair)
        for bye in current.byes:
            self.wins[bye.player] += 1
        if not hasattr(self, "tablets"):
            self.tablets = {match.table: tablet(self.event, match.table) for match in current.matches}

    def report(self, table, winner):
        """Odd tables at their tablet, even ones on both phones."""
        pair = self.event.pair(table)
        if table % 2:
            self.tablets[table].report((0, winner, table), (1, winner, table))
        else:
            for seat, player in enumerate(pair):
                phone(self.event, player).report((seat, winner, table))
        assert self.event.match(table).result is not None
        self.wins[pair[winner]] += 1

    def report_all(self, winner=0):
        for match in self.event.t.current_round.matches:
            if match.result is None:
                self.report(match.table, winner)

    def table_of(self, player):
        return next(m.table for m in self.event.t.current_round.matches if player in m.players)


def test_somebody_drops_at_every_moment_of_an_event_and_the_sums_are_right(app, organizer):
    hall = Hall(app, organizer)
    event = hall.event
    hall.by_phone("p12")  # at check-in
    event.start()
    hall.seated()  # eleven: somebody has a bye
    with_bye = event.t.current_round.byes[0].player
    hall.by_phone(with_bye)
    assert event.t.players[event.pair(1)[0]].active
    assert "Report it first" in drop(event, event.pair(1)[0])  # in the middle of a match nobody leaves
    hall.report(1, 1)
    hall.by_tablet(event.pair(1)[0], 1)  # result in, the others still play
    hall.report_all()
    event.play()
    hall.by_phone(event.pair(2)[1])  # round closed
    event.next_round()
    hall.seated()
    hall.report_all(1)
    hall.by_the_desks_yes(event.pair(3)[0], 3)
    stays = event.pair(1)[1]
    drop(event, stays)
    phone(event, stays).client.post("/me/stay")  # taken back in time
    event.play()
    event.draft()  # paired and not published: pairing again leaves them out
    hall.by_phone(next(player for player in event.pair(1) if player != stays))
    event.do(rounds.pair_round)
    event.do(rounds.publish)
    hall.seated()
    assert stays in event.t.current_round.seated
    hall.report_all()
    event.play()
    while len(event.t.stage.rounds) < event.t.stage.planned:
        event.next_round()
        hall.seated()
        hall.report_all(1)
        event.play()
    event.do(lambda t: stages.finish(t, prizes=()))
    told = {
        row["player"]: row for row in organizer.client.get("/api/tournaments/cup/standings").get_json()["standings"]
    }
    assert {player for player, row in told.items() if row["dropped"]} == set(hall.gone)
    assert len(hall.gone) == 6
    for player, row in told.items():
        met = [other for pair in hall.met if player in pair for other in pair - {player}]
        assert row["wins"] == hall.wins[player], player
        assert row["sos"] == sum(hall.wins[other] for other in met), player
    ranked = sorted(told.values(), key=lambda row: row["rank"])
    assert [row["wins"] for row in ranked] == sorted(hall.wins[player] for player in told)[::-1]
    tied = Counter(row["wins"] for row in ranked)
    for one, two in pairwise(ranked):
        if one["wins"] == two["wins"]:
            between = [pair for pair in hall.met if pair == {one["player"], two["player"]}]
            assert one["sos"] >= two["sos"] or (tied[one["wins"]] == 2 and between), (one, two)
    for player in hall.gone:
        assert PROMISE not in own(event, player)
    assert len(event.t.stages[0].rounds) * PLAYED_MS >= 60 * 60_000
