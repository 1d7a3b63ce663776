"""The whole suite; what fails of it is tried once more by itself, and named if it passes then.

python tests/second_look.py -n 6 …    (the words are pytest's)

Ten thousand tests, many with real browsers and servers: one that fails among them and passes alone has wavered.
It is named and to be mended, but stops no change. More than FEW at once, an error or no test at all is a failure, and
`make steady` forgives nothing.
"""

import json
import subprocess
import sys
from pathlib import Path

FEW = 3
FAILED = Path(".pytest_cache/v/cache/lastfailed")


def main(arguments: list[str]) -> int:
    """pytest's exit code; 0 also where everything that failed passed when it was alone."""
    FAILED.unlink(missing_ok=True)
    suite = _pytest(*arguments)
    failed = sorted(json.loads(FAILED.read_text())) if suite == 1 and FAILED.exists() else []
    if not 0 < len(failed) <= FEW:
        return suite
    print(f"\nOnce more, each by itself: {', '.join(failed)}", flush=True)
    if any(_pytest("-p", "no:cacheprovider", each) for each in failed):
        return suite
    print("Wavered (failed among the others, passed alone), and is to be mended:", *failed, sep="\n  ", flush=True)
    return 0


def _pytest(*arguments: str) -> int:
    return subprocess.run([sys.executable, "-m", "pytest", *arguments]).returncode


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
