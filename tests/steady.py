"""The whole suite again and again on a machine that has far too much to do: what wavers, shows.

python tests/steady.py 10 -- -n 3 …    (the words after -- are pytest's)
"""

import os
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor

# One suite already keeps every core busy. Each is the load beside the others: nothing is ever on time.
AT_ONCE = max(2, os.cpu_count() or 1)


def main(times: int, arguments: list[str]) -> int:
    """Run the suite so many times, several at once. What failed is printed whole, and the others go on."""
    command = [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", *arguments]

    def run(number: int) -> bool:
        began = time.monotonic()
        done = subprocess.run(command, capture_output=True, text=True)
        lines = done.stdout.strip().splitlines()
        print(f"{number} of {times}: {lines[-1] if lines else ''}, {time.monotonic() - began:.0f} s", flush=True)
        if done.returncode:
            print(done.stdout, done.stderr, sep="\n", flush=True)
        return done.returncode == 0

    with ThreadPoolExecutor(AT_ONCE) as pool:
        return 0 if all(list(pool.map(run, range(1, times + 1)))) else 1


if __name__ == "__main__":
    cut = sys.argv.index("--")
    sys.exit(main(int(sys.argv[1]), sys.argv[cut + 1 :]))
