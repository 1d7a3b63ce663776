"""A box with an event for every scene of the wall, made past the pages; each event has its scene as its id."""

from dataclasses import replace

from engine import facts as f
from engine.clock import Moment
from engine.decisions import clock, results, rounds, setup, stages
from engine.decisions import series as decided
from engine.results import won
from engine.series.rules import Series, SeriesRules
from server.box import box_settings
from server.core import box_journal, texts
from server.core.db import db
from server.core.models import TournamentRow
from server.core.timekeeping import moment
from server.core.titles import keeping_title
from tests.browser.prepared import NAMES
from tests.server.result_event import Event

MINUTE = 60_000
LONG_WARNING = {"warning_minutes": 50}  # so that it is still one after every other test of the wall
SENTENCE = "Lunch is at the bar from 12:30. Please take your bags with you, the hall is locked during the break."
LONGEST = ("The tables in the east wing move to the big hall after this round; look at the new numbers. " * 4)[:280]

_FIRST = ["Ana", "Bruno", "Chloé", "Dmitri", "Émile", "Fatima", "Goran", "Hana"]
_FIRST += ["Ivo", "Jana", "Kofi", "Lucía", "Mads", "Noor", "Olu", "Priya"]
_LAST = ["Bergström", "Castellano", "Dąbrowski", "Eze", "Fitzgerald", "Grünwald", "Hernández", "Ivanova"]
PLAIN = [f"{first} {last}" for last in _LAST for first in _FIRST]


def furnish(app):
    """All of them; the last four are the newest, so that a wall left alone shows these."""
    with app.app_context():
        box_settings.put(wifi_name="Emberhall Guests", wifi_password="sesame-2024")
    before_the_rounds(app)
    lists(app)
    clocks_running(app)
    time_called(app)
    pauses(app)
    brackets(app)
    league(app)
    together(app)


def league(app):
    """A ranking of two events that are over, open to everybody."""
    first = played(field(app, "places-before", 20, names=[*NAMES, *PLAIN[:15]], rounds=1).start())
    first.do(stages.finish)
    terms = Series(SeriesRules(by="place", points=(10, 7, 5, 3), rest=1, qualify=8))
    with app.app_context():
        title = keeping_title("league", "Ember League")
        box_journal.record("s1", decide=lambda box: decided.make_series(box, "league", terms=terms), beside=title)
        box_journal.record("s1", decide=lambda box: decided.open_series(box, "league"))
        for event in ("places-before", "places"):
            box_journal.record("s1", decide=lambda box, event=event: decided.put_in(box, "league", event=event))


def base_decks(event):
    """Everybody names a faction for the first round, some of them long."""
    for number, player in enumerate(event.ids.values()):
        named = (("Crimson Order", "Obsidian Dwarves of the Northern Marches", "Tundra Orcs")[number % 3],)
        event.do(lambda t, p=player, named=named: setup.name_factions(t, p, factions=named))
    return event


def amended(event):
    """A round is closed, and one of its results was corrected since."""
    event.play()
    match = event.match(1)
    right = won(match, match.players[1], wounds=3, scoring=event.t.settings.scoring)
    event.do(lambda t: results.correct(t, 1, table=1, result=right))


def field(app, tid, players=16, *, ruleset="ashes-reborn", names=PLAIN, called="Ember Cup", **changes):
    """An event of this size that has not begun, under this name."""
    event = Event(app, names[:players], ruleset_id=ruleset, tid=tid)
    with app.app_context(), db.engine.begin() as connection:
        connection.execute(TournamentRow.__table__.update().where(TournamentRow.id == tid).values(name=called))
    if changes:
        event.do(lambda t: setup.change_settings(t, replace(t.settings, **changes)))
    return event


def before_the_rounds(app):
    there = field(app, "welcome", 12, starts_at="14:00", cut=4)
    there.do(lambda t: tuple(f.PresenceMarked(player, present=True) for player in list(t.players)[:7]))
    field(app, "roster-128", 128)
    drafting(field(app, "draft", 16, ruleset="ashes-draft", legendary=True, pick_seconds=90))
    drafting(field(app, "draft-3", 24, ruleset="ashes-draft", legendary=True, names=[*NAMES, *PLAIN]))
    drafting(field(app, "draft-1", 8, ruleset="ashes-draft", names=[*NAMES, *PLAIN], pick_seconds=90))
    drafting(field(app, "draft-small", 7, ruleset="ashes-draft", small_groups=True))
    announce(field(app, "announcement", 12), LONGEST)
    announce(drafting(field(app, "draft-announced", 16, ruleset="ashes-draft", legendary=True)), LONGEST)
    for tid in ("break", "break-announced"):
        paused = field(app, tid).start()
        played(paused)
        paused.do(lambda t: clock.start_break(t, 45 * MINUTE, now=moment()))
    announce(paused, LONGEST)


def drafting(event):
    """The first group picks its fourth card, the others are about to be dealt theirs."""
    event.do(setup.start)
    for _ in range(2 if event.t.settings.small_groups else 5):
        event.do(lambda t: stages.advance_draft(t, 0, now=moment()))
    return event


def lists(app):
    """Two rounds played and the third published: pairings, set-up and standings of few and of many."""
    for players in (8, 32, 128):
        names = PLAIN if players == 8 else [*NAMES, *PLAIN]
        event = field(app, f"list-{players}", players, names=names, rounds=5, cut=4 if players == 8 else 8).start()
        played(event)
        event.next_round()
        played(event)
        event.next_round()
        event.do(half_checked)
    special = ("Everybody begins with a wound on their Phoenixborn, and an ally that dies comes back once. " * 5)[:400]
    field(app, "classic-32", 31, ruleset="ashes-classic", scenario=special).start()
    field(app, "summoner", 9, ruleset="summoner-wars").start()
    base_decks(field(app, "factions", 30, ruleset="summoner-wars")).start()
    amended(field(app, "amended", 18, cut=4).start())
    field(app, "pool", 9, ruleset="summoner-wars", deck_format="base-pool").start()
    many = tuple(f"Chained Card {n} of the Long and Winding Name" if n % 3 else f"Card {n}" for n in range(1, 61))
    field(app, "chained-60", 32, chained_cards=many).start()
    long = ["Maximiliana Oberwasserlechner", "Bartholomew Featherstonehaugh", "Cy Birch", "Eva Dogwood", *PLAIN]
    field(app, "pods-long", 11, ruleset="spellfire", names=long).start()
    field(app, "tables-2", 6, ruleset="spellfire", names=long).start()
    in_teams(field(app, "teams-2", 12, ruleset="spellfire", names=long)).start()
    pods = field(app, "pods", 11, ruleset="spellfire").start()
    pods.do(lambda t: clock.start_clock(t, moment()))
    pods.game(1, pods.match(1).seats[0].side, 6, *[3] * (len(pods.pair(1)) - 1))


def in_teams(event):
    """Team Spirit: the first plays with the second, and so on."""
    ids, settings = list(event.t.players), event.t.settings
    teams = tuple(zip(ids[::2], ids[1::2], strict=True))
    spirit = replace(settings.event, type="Team Spirit", realms=10, realms_at_least=True, teams=teams)
    event.do(lambda t: (f.SettingsChanged(replace(settings, event=spirit)),))
    return event


def half_checked(t):
    """Half of the tables have shown their First Fives."""
    matches = t.current_round.matches
    half = matches[: len(matches) // 2]
    return tuple(f.FirstFiveChecked(t.current_round.number, m.table, player) for m in half for player in m.players)


def played(event, *, leave=0):
    """Every table's first seat wins; the last tables are left open, or the round is closed."""
    matches = event.t.current_round.matches
    done = matches[: len(matches) - leave]
    event.do(
        lambda t: tuple(
            fact for m in done for fact in results.record_win(t, m.table, winner=m.players[0], wounds=3 * m.table % 20)
        )
    )
    if not leave:
        event.do(rounds.close)
    return event


def clocks_running(app):
    some = begun(field(app, "clock", 24).start(), 27.7)
    played(some, leave=7)
    extended(some, 7)
    many = begun(field(app, "clock-many", 128, round_minutes=90, called="W" * 90).start(), 0)
    extended(many, 3, 64)
    announced = begun(field(app, "clock-announced", 28).start(), 27)
    announce(announced, LONGEST)
    extended(announced, 1, 7, 14)
    warned = begun(field(app, "warning", 24, **LONG_WARNING).start(), 12)
    played(warned, leave=5)
    announce(begun(field(app, "warning-announced", 24, **LONG_WARNING).start(), 12), SENTENCE)
    begun(field(app, "chess", 16, timer="chess").start(), 20)
    announce(begun(field(app, "chess-announced", 16, timer="chess").start(), 20), SENTENCE)


def begun(event, minutes):
    """The clock of its round started so many minutes ago."""
    now = moment()
    event.do(lambda t: clock.start_clock(t, Moment(now.boot_id, now.ms - int(minutes * MINUTE))))
    return event


def extended(event, *tables):
    """These tables have four more minutes."""
    for table in tables:
        event.do(lambda t, table=table: clock.extend_table(t, table, ms=4 * MINUTE, now=moment()))


def announce(event, text):
    event.do(
        lambda _: (f.Announced("a1"),),
        beside=lambda connection: texts.write(connection, event.tid, id="a1", kind=texts.ANNOUNCEMENT, text=text),
    )
    return event


def time_called(app):
    """One for each rulebook's procedure; in the first, two tables have extra time."""
    reborn = begun(field(app, "called-reborn", 24).start(), 61)
    played(reborn, leave=7)
    extended(reborn, 7, 12)
    extended(begun(field(app, "called-many", 28).start(), 60), *range(1, 15))
    extended(begun(field(app, "called-mixed", 28).start(), 60), *range(1, 6))
    played(begun(field(app, "called-summoner", 12, ruleset="summoner-wars").start(), 61), leave=4)
    announce(begun(field(app, "called-classic", 64, ruleset="ashes-classic").start(), 51), SENTENCE)
    begun(cut(field(app, "called-bracket", 9, ruleset="ashes-classic", rounds=2), 4), 51)
    over = begun(field(app, "called-stopped", 24).start(), 61)
    played(over, leave=3).do(lambda t: clock.end_clock(t, moment()))


def cut(event, size):
    """The Swiss rounds are played, and the first round of the bracket is published."""
    event.start()
    played(event)
    while len(event.t.stage.rounds) < event.t.stage.planned:
        event.next_round()
        played(event)
    event.do(lambda t: stages.make_cut(t, size))
    return event.next_round()


def pauses(app):
    stopped = begun(field(app, "paused", 24).start(), 20)
    played(stopped, leave=9)
    stopped.do(lambda t: clock.pause_clock(t, moment()))
    both = begun(field(app, "paused-announced", 24).start(), 20)
    both.do(lambda t: clock.pause_clock(t, moment()))
    announce(both, LONGEST)
    for tid, last in (("paused-power", Moment("another boot", 20 * MINUTE)), ("paused-unseen", None)):
        dark = field(app, tid, 24).start()
        dark.do(lambda t: clock.start_clock(t, Moment("another boot", 5_000)))
        dark.do(lambda t, last=last: clock.note_power_cut(t, moment(), heartbeat=last))
    after = begun(field(app, "called-paused", 24).start(), 61)
    extended(played(after, leave=7), 7)
    after.do(lambda t: clock.pause_clock(t, moment()))
    early = begun(field(app, "stopped", 24).start(), 20)
    played(early, leave=3).do(lambda t: clock.end_clock(t, moment()))
    played(begun(field(app, "all-in", 24).start(), 20), leave=1).win(12)


def brackets(app):
    for size in (4, 8, 16):
        event = cut(field(app, f"bracket-{size}", 2 * size + 1, names=[*NAMES, *PLAIN], rounds=2), size)
        played(event, leave=0 if size == 8 else 1)
    final = cut(field(app, "final", 9, rounds=1, untimed_final=True), 4)
    played(final)
    begun(final.next_round(), 15)
    short = cut(field(app, "final-warning", 9, rounds=1, **LONG_WARNING), 4)
    played(short)
    announce(begun(short.next_round(), 12), SENTENCE)
    done = cut(field(app, "places", 20, names=[*PLAIN[:5], *NAMES, *PLAIN[5:]], rounds=1), 4)
    played(done)
    done.next_round()
    played(done)
    done.do(lambda t: stages.finish(t, prizes=("A playmat, a deck box and a very long list of other things", "Dice")))


def together(app):
    """Four events at once."""
    begun(field(app, "together-1", 24, called="Ashes Open").start(), 20)
    begun(field(app, "together-2", 16, ruleset="summoner-wars", called="Summoner Wars Friday").start(), 52)
    begun(field(app, "together-3", 8, ruleset="ashes-classic", called=NAMES[4][:120]).start(), 55)
    field(app, "together-4", 9, ruleset="spellfire", called="Spellfire").start()
