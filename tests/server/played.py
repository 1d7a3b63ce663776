"""Events further on than paired: rounds played by a fixed rule, cut, finished. The lower number wins.

Every step has a context of its own: one that is shared with a request would also share who is signed in.
"""

from dataclasses import replace

from engine.decisions import results, rounds, setup, stages
from server.core import journal
from tests.server.events import new_event


def act(app, tid, decide):
    """Record one decision, as Olga would."""
    with app.app_context():
        return journal.record(tid, "s1", decide=decide)


def t_of(app, tid):
    """The tournament as it stands."""
    with app.app_context():
        return journal.read(tid).tournament


def play_open_round(app, tid, *, wounds=10):
    """Results for every table that has none."""
    for match in t_of(app, tid).current_round.matches:
        if match.result is None:
            _win(app, tid, match, wounds=wounds + match.table)


def play_round(app, tid, *, wounds=10):
    """Pair, publish, play and close one round."""
    act(app, tid, rounds.pair_round)
    act(app, tid, rounds.publish)
    play_open_round(app, tid, wounds=wounds)
    act(app, tid, rounds.close)


def entered(app, players, *, ruleset="ashes-reborn", tid="cup"):
    """An event of p1, p2, … that has not begun."""
    with app.app_context():
        return new_event(players, ruleset, tid)


def started(app, players, *, ruleset="ashes-reborn", tid="cup", **changes):
    """An event whose first stage is open, with these settings changed."""
    entered(app, players, ruleset=ruleset, tid=tid)
    if changes:
        act(app, tid, lambda t: setup.change_settings(t, replace(t.settings, **changes)))
    act(app, tid, setup.start)
    return tid


def played(app, players, count, **kwargs):
    """An event after so many closed rounds."""
    tid = started(app, players, **kwargs)
    for _ in range(count):
        play_round(app, tid)
    return tid


def in_bracket(app, players=9, cut=4, **kwargs):
    """An event whose Swiss rounds are played and whose cut is made."""
    tid = played(app, players, 2, cut=cut, rounds=2, **kwargs)
    act(app, tid, lambda t: stages.make_cut(t, cut))
    return tid


def _win(app, tid, match, *, wounds):
    winner = min(match.players, key=lambda player: int(player[1:]))
    act(app, tid, lambda t: results.record_win(t, match.table, winner=winner, wounds=wounds))
