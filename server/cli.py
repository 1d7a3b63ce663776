"""The `cinderbox` command. Each subcommand imports only what it needs."""

from __future__ import annotations

import argparse
import json
import os
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, NoReturn

REFUSED, NO_PAIRING = 2, 3


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command; the exit code says how it went."""
    given = list(sys.argv[1:] if argv is None else argv)
    if given[:1] == ["buzzer"]:
        _become_the_buzzer(given[1:])
    args = _parser().parse_args(given)
    from engine.pairing.swiss import NoLegalPairing
    from engine.refusals import Refused

    try:
        code: int = COMMANDS[args.command](args)
    except NoLegalPairing as why:
        return _fail(NO_PAIRING, str(why))
    except Refused as why:
        return _fail(REFUSED, str(why))
    except BrokenPipeError:
        return 0
    return code


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="cinderbox", description="Runs a tabletop tournament.")
    commands = parser.add_subparsers(dest="command", required=True)
    _add_box_commands(commands)
    pair = commands.add_parser("pair", help="pair the next round of a tournament document")
    pair.add_argument("document", metavar="DOC", help="a JSON file, or - for standard input")
    pair.add_argument("--seeds", type=int, metavar="N", help="print N pairings, one a line, from derived seeds")
    standings = commands.add_parser("standings", help="the standings of a tournament document")
    standings.add_argument("document", metavar="DOC", help="a JSON file, or - for standard input")
    for name, text in (("groups", "draft groups for N players"), ("pods", "Spellfire tables for N players")):
        commands.add_parser(name, help=text).add_argument("players", type=int, metavar="N")
    deck = commands.add_parser("deck", help="check a deck list")
    deck.add_argument("file", metavar="FILE", help="a text file, or - for standard input")
    deck.add_argument("--ruleset", required=True, metavar="R")
    simulate = commands.add_parser("simulate", help="play a whole event with dice, every pairing judged")
    simulate.add_argument("--ruleset", required=True, metavar="R")
    simulate.add_argument("--players", type=int, required=True, metavar="N")
    simulate.add_argument("--seed", default="1", metavar="S")
    simulate.add_argument("--quiet", action="store_true", help="only say what the checker found")
    commands.add_parser("buzzer", help="sound the clock's cues on GPIO pins (see `cinderbox buzzer --help`)")
    bench = commands.add_parser("bench", help="measure pairing and standings, a hall full of screens, or the clock")
    bench.add_argument("what", nargs="?", choices=("pairing", "load", "clock"), default="pairing")
    bench.add_argument("--seconds", type=float, default=8, metavar="S", help="for clock: how long each part is")
    bench.add_argument("--devices", type=int, nargs="+", default=[50, 200, 500], metavar="D", help="for load")
    bench.add_argument("--reports", type=int, default=110, metavar="N", help="for load: results in each phase")
    bench.add_argument("--seeds", type=int, default=30, metavar="N")
    bench.add_argument("--sizes", type=int, nargs="+", metavar="P")
    bench.add_argument("--no-rivals", action="store_true", help="leave the libraries out")
    return parser


def _add_box_commands(commands: Any) -> None:
    texts = {
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
    made = {name: commands.add_parser(name, help=text) for name, text in texts.items()}
    made["serve"].add_argument("--host", default="0.0.0.0", metavar="H")
    made["serve"].add_argument("--port", type=int, default=8000, metavar="P", help="0 takes a free one")
    made["serve"].add_argument("--live-port", type=int, metavar="P", help="for live screens; the port after the pages'")
    made["pin"].add_argument("--reset", action="store_true", help="make a new one")
    made["export"].add_argument("id", metavar="ID", help="the event, as in its address")
    made["import"].add_argument("file", metavar="FILE", help="a file, or - for standard input")
    made["restore"].add_argument("file", metavar="FILE")
    made["debug"].add_argument("file", metavar="FILE", help="a zip to write, or - for standard output")
    for command in made.values():
        command.add_argument("--data", metavar="DIR", help="where the database and the backups are (./instance)")


def _become_the_buzzer(arguments: Sequence[str]) -> NoReturn:
    """A program of its own, that shares nothing with the server: it goes on when the server does not."""
    os.execv(sys.executable, [sys.executable, "-m", "kiosk.buzzer", *arguments])


def _box(args: argparse.Namespace) -> int:
    from server.box_commands import BOX_COMMANDS

    return BOX_COMMANDS[args.command](args)


def _pair(args: argparse.Namespace) -> int:
    from server.documents import pairings

    for line in pairings(_document(args.document), seeds=args.seeds):
        print(json.dumps(line, ensure_ascii=False))
    return 0


def _standings(args: argparse.Namespace) -> int:
    from server.documents import standings

    print(json.dumps(standings(_document(args.document)), ensure_ascii=False, indent=1))
    return 0


def _groups(args: argparse.Namespace) -> int:
    from engine.pairing.groups import sizes

    print(json.dumps({"sizes": list(sizes(args.players))}))
    return 0


def _pods(args: argparse.Namespace) -> int:
    from engine.pairing.pods import sizes

    print(json.dumps({"sizes": list(sizes(args.players))}))
    return 0


def _deck(args: argparse.Namespace) -> int:
    from engine.decks.check import check_text

    faults = check_text(_text(args.file), args.ruleset)
    print(json.dumps({"legal": not faults, "faults": list(faults)}, ensure_ascii=False))
    return 1 if faults else 0


def _simulate(args: argparse.Namespace) -> int:
    from engine.simulate import report, simulate

    event = simulate(args.ruleset, args.players, seed=args.seed)
    if not args.quiet:
        print("\n".join(report(event)))
    print("\n".join(event.faults) or "The checker found nothing wrong.")
    return 1 if event.faults else 0


def _bench(args: argparse.Namespace) -> int:
    from server.bench import bench, bench_clock, bench_load

    if args.what == "clock":
        return bench_clock(args.seconds)
    if args.what == "load":
        return bench_load(args.devices, reports=args.reports)
    return bench(sizes=args.sizes, seeds=args.seeds, rivals=not args.no_rivals)


COMMANDS: dict[str, Callable[[argparse.Namespace], int]] = {
    **dict.fromkeys(("serve", "demo", "pin", "export", "import", "backup", "restore", "check", "debug"), _box),
    "pair": _pair,
    "standings": _standings,
    "groups": _groups,
    "pods": _pods,
    "deck": _deck,
    "simulate": _simulate,
    "bench": _bench,
}


def _document(name: str) -> object:
    from engine.reading import BadDocument

    try:
        return json.loads(_text(name))
    except ValueError as why:
        raise BadDocument(f"{_called(name)} is not JSON: {why}.") from why
    except RecursionError as why:
        raise BadDocument(f"{_called(name)} is nested too deep to be a tournament document.") from why


def _text(name: str) -> str:
    from engine.refusals import Refused

    try:
        return sys.stdin.read() if name == "-" else Path(name).read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as why:
        reason = why.strerror if isinstance(why, OSError) else "it is not UTF-8 text"
        raise Refused(f"{_called(name)} cannot be read: {reason}.") from why


def _called(name: str) -> str:
    return "Standard input" if name == "-" else name


def _fail(code: int, why: str) -> int:
    from engine.sentences import named

    print(" ".join(named(why).split()), file=sys.stderr)
    return code


if __name__ == "__main__":
    sys.exit(main())
