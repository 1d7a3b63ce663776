"""What `cinderbox` can be asked for: every command with its options, each with a word of help."""

from __future__ import annotations

import argparse
from typing import Any

from engine.refusals import Refused
from engine.rulesets.registry import RULESETS
from server.core.ports import EVERYWHERE, HIGHEST_PORT

BOX_COMMANDS = {
    "serve": "serve the pages to the venue's network",
    "demo": "make a demo event to look around in",
    "pin": "show the organizer PIN",
    "export": "print an event as one JSON file",
    "import": "make an event of an exported file",
    "backup": "copy the database and prove the copy",
    "restore": "put a backup in place of what is here",
    "check": "say of each part of the box whether it is well",
    "debug": "write a file for whoever looks for a fault, without names and secrets",
}
BOOKS = list(RULESETS)
RULEBOOK = f"the rulebook: {', '.join(BOOKS[:-1])} or {BOOKS[-1]}"


class ShowVersion(argparse.Action):
    """`--version`: the number is looked up only when somebody asks."""

    def __call__(self, parser: argparse.ArgumentParser, *_: Any) -> None:
        from server.core.version import software

        print(f"Cinderbox {software()}")
        parser.exit()


def parser() -> argparse.ArgumentParser:
    made = argparse.ArgumentParser(prog="cinderbox", description="Runs a tabletop tournament on a box on the table.")
    made.add_argument("--version", action=ShowVersion, nargs=0, help="say which version this is")
    commands = made.add_subparsers(dest="command", required=True, metavar="COMMAND")
    _add_box_commands(commands)
    _add_engine_commands(commands)
    _add(commands, "buzzer", "sound the clock's cues on GPIO pins (see `cinderbox buzzer --help`)")
    _add_bench(commands)
    _add_soak(commands)
    _add(commands, "completion", "print the completion for bash", example="source <(cinderbox completion)")
    _add(commands, "manual", "print the manual page", example="cinderbox manual | man -l -")
    return made


def commands_of(made: argparse.ArgumentParser) -> dict[str, argparse.ArgumentParser]:
    """Every command with its own parser."""
    return next(dict(each.choices) for each in made._actions if isinstance(each, argparse._SubParsersAction))


def _add(commands: Any, name: str, text: str, *, example: str = "") -> argparse.ArgumentParser:
    description = f"{text[:1].upper()}{text[1:]}."
    epilog = f"example: {example}" if example else None
    made: argparse.ArgumentParser = commands.add_parser(name, help=text, description=description, epilog=epilog)
    return made


def _add_box_commands(commands: Any) -> None:
    examples = {
        "serve": "cinderbox serve --port 9000 --data ~/cups",
        "export": "cinderbox export spring-cup > spring-cup.json",
        "restore": "cinderbox restore instance/backups/backup-0007-20260502-143000.db",
    }
    made = {name: _add(commands, name, text, example=examples.get(name, "")) for name, text in BOX_COMMANDS.items()}
    every = "one address of this machine; without it, every network by IPv4 and IPv6"
    made["serve"].add_argument("--host", default=EVERYWHERE, metavar="H", help=every)
    made["serve"].add_argument(
        "--port", type=port, default=8000, metavar="P", help="the port (8000); 0 takes a free one"
    )
    made["serve"].add_argument(
        "--live-port", type=port, metavar="P", help="for live screens; the port after the pages'"
    )
    made["pin"].add_argument("--reset", action="store_true", help="make a new one")
    made["export"].add_argument("id", metavar="ID", help="the event, as in its address")
    made["import"].add_argument("file", metavar="FILE", help="a file, or - for standard input")
    made["restore"].add_argument("file", metavar="FILE", help="a backup of this box or of another")
    made["debug"].add_argument("file", metavar="FILE", help="a zip to write, or - for standard output")
    for command in made.values():
        command.add_argument("--data", metavar="DIR", help="where the database and the backups are (./instance)")


def _add_engine_commands(commands: Any) -> None:
    pair = _add(commands, "pair", "pair the next round of a tournament document", example="cinderbox pair event.json")
    pair.add_argument("document", metavar="DOC", help="a JSON file, or - for standard input")
    pair.add_argument("--seeds", type=int, metavar="N", help="print N pairings, one a line, from derived seeds")
    standings = _add(commands, "standings", "the standings of a tournament document, or of an exported event")
    standings.add_argument("document", metavar="DOC", help="a JSON file, or - for standard input")
    series = _add(commands, "series", "the ranking over several events", example="cinderbox series season.json")
    series.add_argument("file", metavar="FILE", help="a JSON file, or - for standard input")
    for name, text in (("groups", "draft groups for N players"), ("pods", "tables of three and more for N players")):
        _add(commands, name, text).add_argument("players", type=int, metavar="N", help="how many players")
    deck = _add(commands, "deck", "check a deck list", example=f"cinderbox deck deck.txt --ruleset {BOOKS[0]}")
    deck.add_argument("file", metavar="FILE", help="a text file, or - for standard input")
    deck.add_argument("--ruleset", required=True, metavar="R", help=RULEBOOK)
    simulate = _add(commands, "simulate", "play a whole event with dice, every pairing judged")
    simulate.add_argument("--ruleset", required=True, metavar="R", help=RULEBOOK)
    simulate.add_argument("--players", type=int, required=True, metavar="N", help="how many players")
    simulate.add_argument("--seed", default="1", metavar="S", help="the same seed plays the same event (1)")
    simulate.add_argument("--quiet", action="store_true", help="only say what the checker found")


def _add_bench(commands: Any) -> None:
    bench = _add(commands, "bench", "measure pairing and standings, pages, screens, the clock, first visits, people")
    known = ("pairing", "pages", "load", "clock", "door", "people")
    what = bench.add_argument("what", nargs="?", choices=known, default="pairing")
    what.help = (
        "pairing and standings (the default), pages as an event grows, many screens, the clock, first visits, people"
    )
    seconds = bench.add_argument("--seconds", type=float, default=8, metavar="S")
    seconds.help = "for clock: how long each part is; for load: how long nothing happens before (8)"
    bench.add_argument("--phones", type=int, default=30, metavar="N", help="for door: how many come at once (30)")
    devices = bench.add_argument("--devices", type=int, nargs="+", default=[50, 200, 500], metavar="D")
    devices.help = "for load: how many screens, one run for each (50 200 500)"
    bench.add_argument("--reports", type=int, default=110, metavar="N", help="for load: results in each phase (110)")
    bench.add_argument("--seeds", type=int, default=30, metavar="N", help="for pairing: events of each kind (30)")
    bench.add_argument(
        "--sizes", type=int, nargs="+", metavar="P", help="for pairing and pages: how many players, several times"
    )
    bench.add_argument("--events", type=int, default=500, metavar="E", help="for people: how many events (500)")
    bench.add_argument("--people", type=int, default=5000, metavar="P", help="for people: how many people (5000)")
    bench.add_argument("--no-rivals", action="store_true", help="for pairing: leave the libraries out")


def _add_soak(commands: Any) -> None:
    text = "play whole days at a venue in minutes, with kills, power cuts and a bad network, and count everything again"
    made = _add(commands, "soak", text, example="cinderbox soak --seed 7 --hours 12")
    made.add_argument("--seed", type=int, default=1, metavar="N", help="the same seed plays the same day (1)")
    made.add_argument("--days", type=int, default=1, metavar="N", help="so many days, from this seed on (1)")
    made.add_argument("--hours", type=float, default=12, metavar="H", help="how long a day is (12)")
    made.add_argument("--tablets", type=int, default=40, metavar="N", help="tablets, and so tables (40)")
    made.add_argument("--phones", type=int, default=100, metavar="N", help="phones that look or report (100)")


def port(text: str) -> int:
    """A port that exists: a larger number would quietly become another port."""
    if not (text.isascii() and text.isdecimal() and len(text) <= 5 and int(text) <= HIGHEST_PORT):
        raise Refused(f"A port is a number from 1 to {HIGHEST_PORT}, or 0 for any that is free, not “{text}”.")
    return int(text)
