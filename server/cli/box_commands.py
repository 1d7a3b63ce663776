"""Commands about this box and its events: serve, demo, pin, export, import, backup, restore, check, debug."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from engine.refusals import Refused
from server.app import opened_app
from server.core.config import Config, config_from, data_folder, secret_in, unusable
from server.core.unsaved import as_refusal, if_possible

NOT_SHOWN = (
    "Only a hash of the PIN is kept: the organizer changed it, or its file was damaged. `cinderbox pin --reset` makes "
    "a new one."
)

Command = Callable[[argparse.Namespace], int]


def serve(args: argparse.Namespace) -> int:
    """Serve the pages until stopped."""
    from server.cli.serving import serve as run

    return run(config_from(args.data), host=args.host, port=args.port, live_port=args.live_port)


def demo(args: argparse.Namespace) -> int:
    """Make a demo event to look around in."""
    from server.event.demo import make_demo

    with _box(args):
        print(f"Made the demo event {make_demo()}. Open the pages to look around in it.")
    return 0


def pin(args: argparse.Namespace) -> int:
    """Show the organizer PIN, or make a new one."""
    from server.box.database_file import trouble_with
    from server.box.rescue import make_rescue_pin, rescue_pin_file
    from server.core.auth import make_organizer_pin, shown_pin

    _must_be_there(args)
    if (trouble := trouble_with(config_from(args.data))) is not None:
        shown = make_rescue_pin(here := config_from(args.data))
        if secret_in(rescue_pin_file(here)) != shown:  # it would count nowhere but in this process
            raise Refused(
                f"{trouble} The disk takes no PIN: the one that counts is in the terminal that runs Cinderbox."
            )
        print(shown)
        raise Refused(f"{trouble} The PIN above is for the page that restores it.")
    with _box(args) as config:
        if args.reset:
            print(make_organizer_pin(config))
        else:
            print(shown_pin(config) or NOT_SHOWN)
    return 0


def export(args: argparse.Namespace) -> int:
    """Print a whole event as JSON."""
    from server.event.transfer import as_file, export_event

    with _known_box(args):
        print(as_file(export_event(args.id)), end="")
    return 0


def load(args: argparse.Namespace) -> int:
    """Make a new event of an exported file."""
    from server.event.transfer import import_event

    with _box(args):
        print(f"Imported as {import_event(_read(args.file))}.")
    return 0


def backup(args: argparse.Namespace) -> int:
    """Make and prove a copy of the database."""
    from server.box.backups import backup as make

    with _known_box(args) as config:
        print(make(config))
    return 0


def restore(args: argparse.Namespace) -> int:
    """Put a backup in place of what is here; what was here is backed up first."""
    from server.box import rebuilding
    from server.box.database_file import is_damaged, trouble_with
    from server.box.restoring import restore as put_back

    here = config_from(args.data)
    if trouble_with(here) is not None or is_damaged(here):
        with rebuilding.alone(here):
            aside = rebuilding.rebuild(here, Path(args.file))
        kept = f" What was here is kept as {aside.name}." if aside else ""
        print(f"Restored.{kept} The organizer PIN is that of the backup; `cinderbox pin --reset` makes a new one.")
        return 0
    with _box(args) as config:
        before = put_back(config, Path(args.file))
    print(f"Restored. What was here before is kept as {before.name}.")
    return 0


def check(args: argparse.Namespace) -> int:
    """Say of each part whether it is well; exit 1 if one is not."""
    from server.health.findings import findings
    from server.health.journals import look_at_all

    with _known_box(args) as config:
        with if_possible():
            look_at_all()
        found = findings(config)
    for each in found:
        print(f"{each.part}: {each.trouble or ', '.join(filter(None, ('ok', each.told)))}")
    return 1 if any(each.trouble for each in found) else 0


def debug(args: argparse.Namespace) -> int:
    """Write everything that helps to find a fault, and nothing about anybody."""
    from server.health.debug_bundle import bundle

    with _known_box(args) as config:
        made = bundle(config)
    if args.file == "-":
        sys.stdout.buffer.write(made)
        return 0
    try:
        Path(args.file).write_bytes(made)
    except OSError as why:
        raise Refused(f"{args.file} cannot be written: {why.strerror}. Name another file.") from why
    print(f"Written to {args.file}.")
    return 0


@contextmanager
def _known_box(args: argparse.Namespace) -> Iterator[Config]:
    _must_be_there(args)
    with _box(args) as config:
        yield config


def _must_be_there(args: argparse.Namespace) -> None:
    """A mistyped folder must not become an empty box, nor show a PIN that opens nothing."""
    if os.environ.get("DATABASE_URL"):
        return
    folder = data_folder(args.data)
    try:
        here = set(os.listdir(folder))
    except FileNotFoundError:
        here = set()
    except OSError as why:
        raise unusable(folder, why) from why
    if not here & {"cinderbox.db", "backups"}:
        raise Refused(f"There is no box in {folder} yet. `cinderbox serve` makes one; --data names another folder.")


@contextmanager
def _box(args: argparse.Namespace) -> Iterator[Config]:
    config = config_from(args.data)
    with opened_app(config) as app, app.app_context(), as_refusal():
        yield config


def _read(name: str) -> bytes:
    try:
        return sys.stdin.buffer.read() if name == "-" else Path(name).read_bytes()
    except OSError as why:
        raise Refused(f"{name} cannot be read: {why.strerror}.") from why


BOX_COMMANDS: dict[str, Command] = {
    "serve": serve,
    "demo": demo,
    "pin": pin,
    "export": export,
    "import": load,
    "backup": backup,
    "restore": restore,
    "check": check,
    "debug": debug,
}
