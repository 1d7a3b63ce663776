"""The `cinderbox` command. Each subcommand imports only what it needs."""

from __future__ import annotations

import argparse
import json
import os
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import NoReturn

from server.cli import loading
from server.cli.options import BOX_COMMANDS, parser

REFUSED, NO_PAIRING, INTERRUPTED = 2, 3, 130


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command; the exit code says how it went."""
    given = list(sys.argv[1:] if argv is None else argv)
    if given[:1] == ["buzzer"]:
        _become_the_buzzer(given[1:])
    from engine.pairing.swiss import NoLegalPairing
    from engine.refusals import Refused

    try:
        args = parser().parse_args(given)
        code: int = COMMANDS[args.command](args)
    except NoLegalPairing as why:
        return _fail(NO_PAIRING, str(why))
    except Refused as why:
        return _fail(REFUSED, str(why))
    except BrokenPipeError:
        return 0
    except KeyboardInterrupt:
        return _fail(0 if given[:1] == ["serve"] else INTERRUPTED, "Stopped.")
    return code


def _become_the_buzzer(arguments: Sequence[str]) -> NoReturn:
    """A program of its own, that shares nothing with the server: it goes on when the server does not."""
    os.execv(sys.executable, [sys.executable, "-m", "kiosk.buzzer", *arguments])


def _box(args: argparse.Namespace) -> int:
    with loading():
        from server.cli.box_commands import BOX_COMMANDS

    return BOX_COMMANDS[args.command](args)


def _pair(args: argparse.Namespace) -> int:
    with loading():
        from server.cli.documents import pairings

    for line in pairings(_document(args.document), seeds=args.seeds):
        print(json.dumps(line, ensure_ascii=False))
    return 0


def _standings(args: argparse.Namespace) -> int:
    from server.cli.documents import standings

    print(json.dumps(standings(_document(args.document)), ensure_ascii=False, indent=1))
    return 0


def _series(args: argparse.Namespace) -> int:
    from datetime import date

    from server.cli.series import series

    print(json.dumps(series(_document(args.file), today=date.today()), ensure_ascii=False, indent=1))
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
    from engine.rulesets.deck_check import check_text

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
    from server.cli.bench import bench, bench_clock, bench_door, bench_load, bench_pages, bench_people

    if args.what == "clock":
        return bench_clock(args.seconds)
    if args.what == "door":
        return bench_door(args.phones)
    if args.what == "load":
        return bench_load(args.devices, reports=args.reports, idle=args.seconds)
    if args.what == "pages":
        return bench_pages(args.sizes or (64, 256, 1024, 4096))
    if args.what == "people":
        return bench_people(args.events, args.people)
    return bench(sizes=args.sizes, seeds=args.seeds, rivals=not args.no_rivals)


def _soak(args: argparse.Namespace) -> int:
    from server.cli.soak import soak

    return soak(args.seed, days=args.days, hours=args.hours, tablets=args.tablets, phones=args.phones)


def _completion(_args: argparse.Namespace) -> int:
    from server.cli.shell_help import completion

    print(completion(), end="")
    return 0


def _manual(_args: argparse.Namespace) -> int:
    from server.cli.shell_help import manual

    print(manual(), end="")
    return 0


COMMANDS: dict[str, Callable[[argparse.Namespace], int]] = {
    **dict.fromkeys(BOX_COMMANDS, _box),
    "pair": _pair,
    "standings": _standings,
    "series": _series,
    "groups": _groups,
    "pods": _pods,
    "deck": _deck,
    "simulate": _simulate,
    "bench": _bench,
    "soak": _soak,
    "completion": _completion,
    "manual": _manual,
}


def _document(name: str) -> object:
    from engine.reading import BadDocument

    try:
        return json.loads(_text(name).removeprefix("\ufeff"))  # as Notepad begins a file
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
