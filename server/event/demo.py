"""An event to look around in: eighteen people, three rounds played, the fourth under way. All of it really happened."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from random import Random

from engine import facts as f
from engine import results as made
from engine.clock import Moment
from engine.decisions import clock, people, results, roster, rounds, setup
from engine.rulesets.registry import DEFAULT, default_settings
from engine.words import Match, Tournament
from server.core import events, journal
from server.core.timekeeping import moment
from server.event import founding
from server.people import entering_list
from server.people.pasting import Entry

NAME = "Ember Cup (demo)"
# The seed and the dice are fixed, so that every demo tells the same story.
SEED = "ember-cup"
PEOPLE = (
    ("Ana Kovač", "Zagreb"),
    ("Ben Adeyemi", "Leeds"),
    ("Maximiliana Oberhauser-Wiśniewska", "Innsbruck"),
    ("Дмитрий Соколов", "Riga"),
    ("田中 美咲", "Düsseldorf"),
    ("Ελένη Παπαδοπούλου", "Patras"),
    ("عمر الخطيب", "Amman"),
    ("Nguyễn Thị Ánh Tuyết", "Praha"),
    ("Tom Baker", "Leeds"),
    ("Łukasz Wójcik", "Gdynia"),
    ("José Luis Fernández de la Torre", "Cádiz"),
    ("Priya Raghunathan", "Leeds"),
    ("Iris Chen", "Rotterdam"),
    ("Zoë van der Meer", "Rotterdam"),
    ("Siobhán Ní Bhriain", "Galway"),
    ("Gwen Okafor", "Leeds"),
    ("Rosa Marchetti", "Torino"),
)
LATE = ("Håkon Lindqvist", "Malmö")
MINUTE = 60_000
PLAYED = 28 * MINUTE  # so long the clock of the fourth round runs, unless the box was switched on later


def make_demo(by: str = "system", *, request_id: str = "") -> str:
    """A new demo event on this box; gives its id. Needs the application's context."""
    tid = events.event_id(f"demo/{request_id}" if request_id else "")
    entries = [Entry(name, club, paid=place % 5 != 3) for place, (name, club) in enumerate(PEOPLE)]
    settings = default_settings(DEFAULT)
    if founding.found(tid, NAME, settings=settings, entries=entries, by=by, seed=SEED, demo=True):
        _play(_Event(tid, by))
    return tid


class _Event:
    """The event as it is played: each decision becomes an act of its journal."""

    def __init__(self, tid: str, by: str) -> None:
        self.tid, self.by, self.dice = tid, by, Random(SEED)

    @property
    def t(self) -> Tournament:
        return journal.read(self.tid).tournament

    def do(self, decide: Callable[[Tournament], tuple[f.Fact, ...]]) -> None:
        journal.record(self.tid, self.by, decide=decide)


def _play(event: _Event) -> None:
    event.do(roster.check_everybody_in)
    event.do(lambda t: setup.fix_table(t, "p3", table=5))
    event.do(setup.start)
    _play_round(event)
    _enter_late(event)
    _play_round(event)
    event.do(lambda t: people.drop(t, "p13"))
    _play_round(event)
    _open_round(event)
    event.do(_start_a_while_ago)
    _play_half(event)
    event.do(lambda t: clock.extend_table(t, t.tables_out[0], ms=4 * MINUTE, now=moment()))


def _start_a_while_ago(t: Tournament) -> tuple[f.Fact, ...]:
    now = moment()
    return clock.start_clock(t, Moment(now.boot_id, max(0, now.ms - PLAYED)))


def _enter_late(event: _Event) -> None:
    entry = Entry(*LATE)
    (id,) = entering_list.new_ids(entering_list.taken_ids(event.tid), 1)
    beside = entering_list.keeping(event.tid, [id], [entry])
    journal.record(event.tid, event.by, decide=lambda t: roster.enter_listed(t, {id: entry.details}), beside=beside)


def _open_round(event: _Event) -> tuple[Match, ...]:
    event.do(rounds.pair_round)
    event.do(rounds.publish)
    current = event.t.current_round
    assert current is not None
    return current.matches


def _play_round(event: _Event) -> None:
    for match in _open_round(event):
        _decide(event, match)
    event.do(rounds.close)


def _decide(event: _Event, match: Match) -> None:
    winner, wounds = event.dice.choice(match.players), event.dice.randrange(3, 20)
    event.do(lambda t: results.record_win(t, match.table, winner=winner, wounds=wounds))


def _play_half(event: _Event) -> None:
    """Most tables are done; one told two stories, one waits for the other player, two still play."""
    current = event.t.current_round
    assert current is not None
    *done, _, _, waiting, disputed = current.matches
    for match in done:
        _decide(event, match)
    _report(event, waiting, reporters=1)
    _report(event, disputed, reporters=2)


def _report(event: _Event, match: Match, *, reporters: int) -> None:
    """Everyone who reports says they won."""
    for player, wounds in list(zip(match.players, (12, 17), strict=True))[:reporters]:
        result = made.won(match, player, wounds=wounds, scoring=event.t.settings.scoring)
        event.do(partial(results.report, table=match.table, player=player, result=result))
