"""The whole suite again and again beside a machine that has other things to do: what wavers, shows.

python tests/steady.py 10 -- -n 3 …    (the words after -- are pytest's)
"""

import os
import subprocess
import sys
import time

BUSY = "while True: sum(range(100_000))"


def main(times: int, arguments: list[str]) -> int:
    """Run the suite so many times; stop at the first failure, with its output on the screen."""
    cores = os.cpu_count() or 1
    # One more program than cores wants all the time there is: nothing is ever on time.
    busy = [subprocess.Popen([sys.executable, "-c", BUSY]) for _ in range(cores + 1)]
    try:
        for number in range(1, times + 1):
            began = time.monotonic()
            done = subprocess.run([sys.executable, "-m", "pytest", *arguments], capture_output=True, text=True)
            lines = done.stdout.strip().splitlines()
            print(f"{number} of {times}: {lines[-1] if lines else ''}, {time.monotonic() - began:.0f} s", flush=True)
            if done.returncode:
                print(done.stdout, done.stderr, sep="\n")
                return done.returncode
    finally:
        for each in busy:
            each.kill()
            each.wait()
    return 0


if __name__ == "__main__":
    cut = sys.argv.index("--")
    sys.exit(main(int(sys.argv[1]), sys.argv[cut + 1 :]))
