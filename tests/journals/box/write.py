"""Writes the golden journals of the box: every fact about its people, undone and redone ones among them.

PYTHONPATH=. python tests/journals/box/write.py people        writes this one, if it is not there yet

They open in every later version and say the same, so none is ever written again: a new shape gets a file of its own.
"""

from __future__ import annotations

import gzip
import json
import sys
from pathlib import Path

from engine.box.fold import BoxAct, replay
from engine.decisions import directory
from engine.decisions.undo_box import undo
from server.core.chain import sealed
from server.core.stored_box import stored_box

HERE = Path(__file__).parent
AT = "2026-11-18T10:00:{:02}.000+00:00"


def people() -> list[BoxAct]:
    acts: list[BoxAct] = []

    def do(facts: tuple) -> None:
        acts.append(BoxAct(len(acts) + 1, facts, "s1", AT.format(len(acts))))
        replay(acts)

    def decided(decide, *args, **named) -> None:
        do(decide(replay(acts), *args, **named))

    decided(directory.add, ["ana", "anna", "ben", "bea", "cai"])
    decided(directory.merge, "ana", gone="anna")
    decided(directory.tell_apart, "ben", "bea")
    decided(directory.add, ["dee"])
    decided(directory.give_entry, "cup", entry="p4", person="dee")
    decided(directory.show_page, "ana")
    decided(directory.show_page, "ben")
    decided(directory.hide_page, "ben")
    decided(directory.change_details, "ben")
    decided(directory.merge, "ben", gone="cai")
    do(undo(acts, 10))
    do(undo(acts, 11))
    decided(directory.merge, "dee", gone="bea")
    do(undo(acts, 13))
    decided(directory.erase, ["cai"])
    return acts


JOURNALS = {"people": people}


def write(name: str) -> None:
    acts = JOURNALS[name]()
    box = replay(acts).people
    expected = {
        "known": sorted(box.known),
        "merged": dict(box.merged),
        "apart": sorted(map(sorted, box.apart)),
        "given": sorted([*key, person] for key, person in box.given.items()),
        "open": sorted(box.open),
        "erased": sorted(box.erased),
    }
    rows = [act._asdict() for act in sealed(map(stored_box, acts))]
    text = json.dumps({"acts": rows, "expected": expected}, ensure_ascii=False)
    (HERE / f"{name}.json.gz").write_bytes(gzip.compress(text.encode(), mtime=0))


if __name__ == "__main__":
    for name in sys.argv[1:]:
        if not (HERE / f"{name}.json.gz").exists():
            write(name)
