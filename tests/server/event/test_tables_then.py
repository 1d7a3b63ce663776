"""What the history says of a table is what was so then, whatever was undone and done again before."""

from random import Random
from types import SimpleNamespace

import pytest

from engine import facts as f
from engine.fold import Act, in_force, is_undo
from server.cli.bench.playing import in_the_middle
from server.event.tables_then import ABOUT, _walked, tables_then


@pytest.mark.parametrize("seed", range(6))
def test_each_act_is_told_with_the_tables_of_its_time(seed):
    rng, acts = Random(seed), []
    for act in in_the_middle(12, 4).acts:
        acts.append(Act(len(acts) + 1, act.facts))
        if rng.random() < 0.2:
            acts.append(Act(len(acts) + 1, (f.Undone(rng.randint(1, len(acts))),)))
        if rng.random() < 0.1:
            move = f.MatchMoved(rng.randint(1, 4), rng.randint(1, 6), rng.randint(1, 6))
            acts.append(Act(len(acts) + 1, (move,)))
    found = tables_then(SimpleNamespace(acts=tuple(acts), known={}))
    assert any(map(is_undo, acts))
    for place, act in enumerate(acts):
        about = {(fact.number, fact.table) for fact in act.facts if isinstance(fact, ABOUT)}
        then = _walked({}, in_force(acts[: place + 1]))
        assert found.get(act.seq, {}) == {where: then[where] for where in about if where in then}
