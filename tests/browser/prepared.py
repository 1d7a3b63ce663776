"""Events in every state a page can show, made past the pages, with names nobody tested for."""

from contextlib import contextmanager
from dataclasses import replace
from datetime import date

from engine import facts as f
from engine.decisions import entering, people, results, rounds, setup, stages
from engine.decisions import series as decided
from engine.rulesets.registry import ruleset
from engine.series.entries import Entry, EntryLine
from engine.series.rules import Series, SeriesRules
from engine.words import Entering, Game, Staff
from server.app import opened_app
from server.core import box_journal, journal
from server.core.config import Config
from server.core.titles import keeping_title
from server.door import waiting
from server.floor import calls, visits
from server.table import tablets
from tests.server.deck_lists import ashes_list, hand_in, with_lists
from tests.server.result_event import Event

# Each as long as a name may be, so that whoever has the bye or wins is one of them.
BEGINNINGS = (
    "<b>Tom</b> & <script>alert(1)</script> ",
    "عمر الخطيب ",
    "🔥🐉 Ember Dragon 👩‍👩‍👧‍👦 ",
    "W",
    "Wolfeschlegelsteinhausen ",
    "Zoë & Co ",
    "田中 美咲",
)
NAMES = [(beginning * 200)[:198] + str(number) for number, beginning in enumerate(BEGINNINGS)]


@contextmanager
def past_the_pages(box):
    """The application on the box's data, in this process: the server reads what it writes."""
    journal.forget()
    try:
        with opened_app(Config(box.data)) as app:
            yield app
    finally:
        journal.forget()


def prepare(app):
    """All of them, each with its state as its id."""
    Event(app, NAMES, tid="check-in")
    at_the_door(Event(app, NAMES, tid="door"))
    Event(app, NAMES, tid="draft").begin()
    Event(app, NAMES, ruleset_id="ashes-draft", tid="drafting").do(setup.start)
    chess(Event(app, NAMES, tid="chess"))
    playing(Event(app, NAMES, tid="playing"))
    calling(app)
    swiss_played(Event(app, NAMES, cut=4, tid="cut"))
    in_the_bracket(Event(app, NAMES, cut=4, tid="bracket")).win(1, wounds=31)
    played_out(Event(app, NAMES, cut=4, tid="end"))
    done = played_out(Event(app, NAMES, cut=4, tid="finished"))
    done.do(lambda t: stages.finish(t, prizes=("A playmat " * 19, "=1+1")))
    lists(app)
    several(Event(app, NAMES, ruleset_id="spellfire", tid="several").start())
    filling(Event(app, NAMES, ruleset_id="spellfire", tid="filling").start())
    spirit(Event(app, NAMES, ruleset_id="spellfire", tid="spirit"))
    series(app)


def series(app):
    """A league that phones see, and the world ranking with an event that was typed."""
    league = Series(SeriesRules(by="place", points=(10, 7, 5), rest=1, qualify=3))
    world = Series(ruleset("spellfire").series, ruleset="spellfire", every=True)
    with app.app_context():
        known = sorted(box_journal.read().box.people.known)[:3]
        lines = tuple(EntryLine(id, id, place=place, by_round=(4,)) for place, id in enumerate(known, start=1))
        far = Entry("far", "spellfire", date(2026, 3, 2), date(2026, 3, 2), lines=lines, players=9)
        for decide, title in (
            (lambda box: decided.make_series(box, "league", terms=league), keeping_title("league", "Ember League")),
            (lambda box: decided.make_series(box, "world", terms=world), keeping_title("world", "World Ranking")),
            (lambda box: decided.put_in(box, "league", event="finished"), None),
            (lambda box: decided.open_series(box, "league"), None),
            (lambda box: decided.type_wrap_up(box, far), keeping_title("far", "Far Away Con")),
        ):
            box_journal.record("s1", decide=decide, beside=title)


def chess(event):
    """A bank of an hour for each, and a round that is on."""
    event.do(lambda t: setup.change_settings(t, replace(t.settings, timer="chess")))
    event.start()


def several(event):
    """One table has a game, the other is told in two ways; somebody of the staff has a long name."""
    event.game(1, event.match(1).seats[0].side, 6, *[3] * (len(event.pair(1)) - 1))
    two = event.match(2)
    for seat in (0, 1):
        realms = tuple(6 if seat == place else 2 for place in range(len(two.seats)))
        told = Game(two.seats[seat].side, realms)
        event.do(lambda t, by=two.players[seat], game=told: results.report_game(t, 2, player=by, game=game))
    event.do(lambda t: setup.name_staff(t, Staff("plays-p1", "coordinator", "p1")))


def filling(event):
    """Two winners, so that somebody has to fill up."""
    for match in event.t.current_round.matches:
        for _ in range(2):
            event.game(match.table, match.seats[0].side, 6, *[3] * (len(match.seats) - 1))
    event.do(rounds.close)


def spirit(event):
    """Team Spirit with one team so far."""
    settings = event.t.settings
    teams = replace(settings.event, type="Team Spirit", realms=10, realms_at_least=True, teams=(("p1", "p2"),))
    event.do(lambda t: (f.SettingsChanged(replace(settings, event=teams)),))


def lists(app):
    """Deck lists: good ones, one with faults and a card that is all one word; and rosters of factions."""
    event = with_lists(app, NAMES, tid="decks")
    hand_in(hand_in(event, "p1", "p2"), "p3", text=ashes_list(more="4x " + "W" * 120))
    event.start()
    rosters = Event(app, NAMES, ruleset_id="summoner-wars", tid="rosters")
    rosters.do(lambda t: setup.name_factions(t, "p1", factions=("W" * 100, "W" * 100)))


def playing(event):
    """Round 2: a result, two versions, one version; somebody dropped, somebody has a penalty, one of them organizes."""
    event.start().play().next_round().win(1, wounds=31)
    event.report(2, 0, winner=0, wounds=7).report(2, 1, winner=1, wounds=9)
    event.report(3, 0, winner=0, wounds=40)
    bye = event.t.current_round.byes[0].player
    event.do(lambda t: people.drop(t, bye))
    event.do(lambda t: people.penalise(t, "p2", kind="warning", fault="slow play", id="n1"))
    event.do(lambda t: setup.name_staff(t, Staff("s9", "organizer", "p1")))


def at_the_door(event):
    """Two have entered by phone and wait for the desk; there is room for one of them."""
    event.do(lambda t: entering.set_entry(t, Entering(True, len(NAMES) + 1, 1250, "€")))
    with event.app.app_context():
        for name in (NAMES[3], "Ida"):
            waiting.add("door", waiting.WaitingEntry("", name, club="Nord"), address="10.0.0.7", tokens=())


def calling(app):
    """Two tables call, a judge is at one of them; one tablet waits for its code, one belongs nowhere."""
    with app.app_context():
        for table, kind in ((3, "judge"), (1, "wrong-result")):
            calls.make_call("playing", 2, table, kind=kind, by="d1")
        visits.arrive("playing", 3, by="s1")
        tablets.make_tablet("Tablet " * 8, "playing", 3)
        tablets.make_tablet("Spare")


def swiss_played(event):
    """Every planned round is closed, and the cut comes next."""
    event.start().play()
    while len(event.t.stage.rounds) < event.t.stage.planned:
        event.next_round().play()
    return event


def in_the_bracket(event):
    """The semi-finals are on."""
    swiss_played(event).do(lambda t: stages.make_cut(t, 4))
    return event.next_round()


def played_out(event):
    """The final is closed, and one of the players organizes."""
    in_the_bracket(event).play().next_round().play()
    event.do(lambda t: setup.name_staff(t, Staff("s9", "organizer", t.stage.entrants[0])))
    return event
