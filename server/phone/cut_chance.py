"""“Can I still make the cut?” on a phone: worked out once for each closed round, not with every result."""

from __future__ import annotations

from collections import OrderedDict
from random import Random
from threading import Lock

from engine.progress import round_alone
from engine.so_far import last_closed
from engine.standings.cut_words import CutChance, cut_chance
from engine.standings.cutline import CutLine, stage_bounds, stage_cut_line
from engine.standings.ranks import as_of
from engine.values import replace
from engine.words import PlayerId, Stage, Tournament
from server.public.public_view import Public

CHEAP = 64  # up to so many players every ending is looked at; in larger fields the scores alone decide
MOST_KEPT = 8
_known: OrderedDict[tuple[object, ...], CutLine] = OrderedDict()
_guard = Lock()


def own_chance(view: Public, player: PlayerId) -> CutChance | None:
    """This player's chance after the last closed round; while another is on, it says so. None if no cut is to come."""
    t, number = view.t, last_closed(view.t)
    stage = t.stages[-1] if t.stages else None
    if not number or stage is None or stage.kind != "swiss" or not t.settings.cut or t.finish is not None:
        return None
    past = as_of(t, number)
    now = past.stages[-1]
    found = cut_chance(past, now, _line(view, past, now), player)
    if found is None or stage.rounds[-1].phase == "closed":
        return found
    return replace(found, title=f"After {round_alone(t, number)}: {found.title[0].lower()}{found.title[1:]}")


def _line(view: Public, past: Tournament, stage: Stage) -> CutLine:
    out = tuple(p for p, player in past.players.items() if not player.active)
    key = (view.id, stage.planned, past.settings.cut, hash(stage.rounds), out)
    with _guard:
        if (found := _known.get(key)) is not None:
            return found
        small = len(past.players) <= CHEAP
        found = stage_cut_line(past, stage, rng=Random(str(key))) if small else stage_bounds(past, stage)
        _known[key] = found
        while len(_known) > MOST_KEPT:
            _known.popitem(last=False)
        return found
