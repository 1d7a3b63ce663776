"""Which files of tests take longest: they are played first, so that nobody is left alone with one at the end.

python -m tests.longest LOG     writes longest.txt anew from what `pytest --durations=0 --durations-min=0.05` printed
"""

import re
import sys
from collections import Counter
from pathlib import Path

NAMED = Path(__file__).parent / "longest.txt"
# Seconds from which on a file is worth a line.
LONG = 5


def longest_first(items):
    """Tests of the longest files, then all others in their order."""
    place = {file: number for number, file in enumerate(NAMED.read_text().split())}
    return sorted(items, key=lambda item: place.get(item.nodeid.partition("::")[0], len(place)))


def measured(log):
    """Files and their seconds, longest first."""
    seconds = Counter()
    for took, file in re.findall(r"^ *([\d.]+)s (?:setup|call|teardown) +([^:\s]+)::", log, re.M):
        seconds[file] += float(took)
    return [(file, took) for file, took in seconds.most_common() if took >= LONG]


if __name__ == "__main__":
    found = measured(Path(sys.argv[1]).read_text())
    NAMED.write_text("".join(f"{file}\n" for file, _ in found))
    print("\n".join(f"{took:7.0f} s  {file}" for file, took in found))
