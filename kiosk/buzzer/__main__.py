"""`cinderbox buzzer`: follow the server and sound each cue once."""

from __future__ import annotations

import argparse
import logging
import os
import signal
import sys
import time
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from threading import Event, Lock, Thread

from engine.refusals import Refused
from kiosk.buzzer import moments
from kiosk.buzzer.buttons import Buttons
from kiosk.buzzer.config import BuzzerConfig, load
from kiosk.buzzer.control import Control
from kiosk.buzzer.feed import Follower
from kiosk.buzzer.memory import Memory
from kiosk.buzzer.ringing import Ringer
from kiosk.buzzer.sounder import Sounder
from kiosk.buzzer.status import Owned, Status, own

REFUSED, OWNED = 2, 3
FIRST_ANSWER_S = 2.0  # a server that hangs may not silence a cue for longer


def main(argv: Sequence[str] | None = None) -> int:
    """Run until stopped; the exit code says why it did not."""
    logging.basicConfig(level=logging.INFO, format="%(message)s", stream=sys.stderr)
    args = _parser().parse_args(argv)
    try:
        config = load(args.config, os.environ, server=args.server)
        with own(config.run), suppress(KeyboardInterrupt):
            signal.signal(signal.SIGTERM, signal.default_int_handler)
            (switch_off if args.off else run)(config)
    except Owned as why:
        return _fail(OWNED, why)
    except Refused as why:
        _leave_word(why)
        return _fail(REFUSED, why)
    return 0


def run(config: BuzzerConfig) -> None:
    """Follow and sound until interrupted."""
    wake, turn = Event(), Lock()
    sounder = Sounder(config)
    control = Control(config.server, config.run, now=moments.now)
    buttons = Buttons(config, control, noise=sounder, turn=turn, now=moments.now)
    follower = Follower(config.server, config.run / "clocks.json", news=wake.set)
    memory = Memory(config.run / "cues.json", moments.boot_id())
    ringer = Ringer(config, memory, noise=sounder, now=moments.now, rest=time.sleep, turn=turn)
    status = Status(config.run)
    Thread(target=follower.follow, daemon=True).start()
    buttons.serve()
    try:
        follower.asked.wait(FIRST_ANSWER_S)  # time may have been added while there was no buzzer
        while True:
            ringer.ring(lambda: follower.latest)
            sounder.settle()
            buttons.settle()
            status.say(
                sound=f"{sounder.trouble} {buttons.trouble}".strip(), server=_server_trouble(follower), last=ringer.last
            )
            wake.wait(ringer.rest_s(follower.latest))
            wake.clear()
    finally:
        buttons.close()
        sounder.close()


def switch_off(config: BuzzerConfig) -> None:
    """After a buzzer that was killed: a pin may still be driven, and would hum until somebody pulls the plug."""
    Sounder(config).close()


def _server_trouble(follower: Follower) -> str:
    if follower.trouble:
        return f"The server at {follower.server}: {follower.trouble}."
    if follower.latest is not None and follower.latest.boot_id != moments.boot_id():
        return f"The server at {follower.server} runs on another machine. The buzzer must run on the server's."
    return ""


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="cinderbox buzzer", description="Sounds the round clock's cues on GPIO pins.")
    parser.add_argument("--config", type=Path, metavar="FILE", help="settings (/etc/cinderbox/buzzer.toml)")
    parser.add_argument("--server", metavar="URL", help="where the server is (http://127.0.0.1:8000)")
    parser.add_argument("--off", action="store_true", help="only switch the pins off, after a buzzer that was killed")
    return parser


def _leave_word(why: Refused) -> None:
    """For `cinderbox check` and the desk: why there is no buzzer. One that has the pins speaks for itself."""
    folder = Path(os.environ.get("CINDERBOX_RUN") or BuzzerConfig().run)
    with suppress(Refused), own(folder):
        Status(folder).say(refused=str(why))


def _fail(code: int, why: Refused) -> int:
    print(why, file=sys.stderr)
    return code


if __name__ == "__main__":
    sys.exit(main())
