"""`cinderbox serve`: waitress on the network, and in the terminal what people need to get in."""

from __future__ import annotations

import errno
import logging
import os
import shlex
import socket
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress

from flask import Flask

from engine.refusals import Refused
from engine.values import replace
from server.box import (
    first_boot,
    front_door,
    latest_copies,
    rebuilding,
    rescue,
    restarting,
    systemd_notify,
    usb_stick,
)
from server.box.addresses import LISTENING
from server.box.database_file import Trouble, marker
from server.box.starting import closed_by, open_once_there_is_room
from server.cli.last_used import events_elsewhere
from server.clock import clock_feed, heartbeat
from server.clock.one_machine import counting_alone
from server.control import control_keys, sending
from server.core import auth, deadlines, unsaved
from server.core.config import Config
from server.core.network import in_url, is_loopback, lan_address
from server.event.export_routes import most_sent
from server.health import debug_bundle, watch
from server.live.sockets import connections_for_each, listening

log = logging.getLogger(__name__)


def serve(config: Config, *, host: str, port: int, live_port: int | None = None) -> int:
    """Serve until stopped."""
    from server.app import opened_app

    debug_bundle.remember_log()
    restarting.be_ready()
    unfinished = finish_restore(config)
    with rebuilding.serving(config):
        with unsaved.as_refusal():
            trouble = closed_by(config)
        if trouble is not None:
            code = _rescue(config, replace(trouble, why=unfinished), host=host, port=port)
        else:
            with opened_app(config) as app:
                rescue.forget_rescue_pin(config)
                code = _serve(app, host=host, port=port, live_port=live_port)
    if restarting.is_asked():
        restarting.again()
    return code


def finish_restore(config: Config) -> str:
    """What was asked for on the page, or broken off by a pulled plug; if it cannot be done, why: the page says so."""
    if not marker(config).exists():
        return ""
    with rebuilding.alone(config):
        try:
            rebuilding.finish(config)
        except Refused as why:
            log.error("the restore cannot be finished: %s", why)
            return str(why)
    return ""


def _rescue(config: Config, trouble: Trouble, *, host: str, port: int) -> int:
    """The pages of a box that cannot be opened, until a backup is restored on them or its disk can be written."""
    from server.box.rescue_app import rescue_app
    from server.box.stopping import serve_until_told

    first_boot.make_token()
    app, pin = rescue_app(config, trouble), rescue.make_rescue_pin(config)
    app.config[LISTENING] = host
    with _door(host, port, option="--port") as pages:
        most = connections_for_each()
        limits = front_door.Limits(most, most, lambda _path, _cookie: config.most_body, config.trusted_proxies)
        server = front_door.open_door(app, pages, limits)

        def ready() -> None:
            print(f"\nCinderbox is open at  http://{in_url(lan_address(host))}:{server.effective_port}/\n")
            print(trouble if trouble.passes else f"{trouble.title}. Restore a backup at that address.")
            if not trouble.passes and not systemd_notify.under_systemd():
                print(f"PIN to restore  {pin}")
            sys.stdout.flush()
            systemd_notify.ready()

        kept = [systemd_notify.keep_telling(None, server.answers)]
        if trouble.passes:
            kept.append(open_once_there_is_room(config))
        with suppress(KeyboardInterrupt):
            serve_until_told(server, ready=ready, stopping=_stopping)
        for each in kept:
            each.set()
    return 0


def _stopping() -> None:
    """Whoever starts again at once does not stop."""
    if not restarting.is_asked():
        systemd_notify.stopping()


def _serve(app: Flask, *, host: str, port: int, live_port: int | None) -> int:
    from server.box.stopping import serve_until_told

    first_boot.make_token()
    control_keys.make_own()
    app.config[LISTENING] = host
    with _door(host, port, option="--port") as pages, _live_door(host, pages=port, asked=live_port) as live:
        server = front_door.open_door(app, pages, _limits(app))
        port = int(server.effective_port)

        def ready() -> None:
            _welcome(app.config["CINDERBOX"], host, port)
            systemd_notify.ready()

        with suppress(KeyboardInterrupt), counting_alone(app), _streams(app, live), _watched_over(app, server):
            serve_until_told(server, ready=ready, stopping=_stopping)
    if not restarting.is_asked():
        print("\nCinderbox has stopped. Everything is saved.", flush=True)  # below the terminal's ^C
    return 0


def _limits(app: Flask) -> front_door.Limits:
    config: Config = app.config["CINDERBOX"]
    most = min(config.pages_most, connections_for_each())
    each = min(most, config.pages_most_each)

    def most_body(path: str, cookie: str) -> int:
        return most_sent(app, path, cookie)

    return front_door.Limits(most, each, most_body, config.trusted_proxies)


def _door(host: str, port: int, *, option: str) -> socket.socket:
    try:
        return listening(host, port)
    except (OSError, UnicodeError) as why:
        raise Refused(_why_closed(why, host=host, port=port, option=option)) from why


def _why_closed(why: Exception, *, host: str, port: int, option: str) -> str:
    if isinstance(why, (socket.gaierror, UnicodeError)) or getattr(why, "errno", 0) == errno.EADDRNOTAVAIL:
        return f"“{host}” is no address of this machine. Leave --host out to serve on every network."
    return f"Port {port} cannot be used: {os.strerror(getattr(why, 'errno', 0))}. Choose another with {option}."


def _live_door(host: str, *, pages: int, asked: int | None) -> socket.socket:
    """Where the streams are: the port asked for, or the next one after the pages', or any that is free."""
    if asked is not None:
        return _door(host, asked, option="--live-port")
    with suppress(OSError, OverflowError):
        return listening(host, pages + 1 if pages else 0)
    return listening(host, 0)


@contextmanager
def _streams(app: Flask, door: socket.socket) -> Iterator[None]:
    """While inside: pages are told where the streams are, and they are there."""
    from server import live

    # Each of hundreds of sends gives the interpreter away and waits for it: let nobody keep it for long.
    sys.setswitchinterval(0.0005)
    streams = live.start(app, door)
    app.config["LIVE_PORT"] = streams.port
    try:
        yield
    finally:
        streams.stop()


@contextmanager
def _watched_over(app: Flask, server: front_door.PagesDoor) -> Iterator[None]:
    """While inside: systemd knows that we are alive, clocks beat, lists close, and a USB stick gets what it is for."""
    beating, looking = heartbeat.keep_time(app), watch.keep_watching(app)
    alive, sticks = systemd_notify.keep_telling(app, server.answers), usb_stick.keep_looking(app)
    copying, closing = latest_copies.keep_copying(app, clock_feed.a_clock_runs), deadlines.keep_looking(app)
    telling = sending.keep_telling(app)
    try:
        yield
    finally:
        for kept in (alive, sticks, copying, closing, telling, looking, beating):
            kept.set()
        with app.app_context(), unsaved.if_possible():
            heartbeat.carry()


def _welcome(config: Config, host: str, port: int) -> None:
    import segno

    shown = lan_address(host)
    address = f"http://{in_url(shown)}:{port}/"
    print(f"\nCinderbox is open at  {address}\n", flush=True)
    if systemd_notify.under_systemd():
        return  # the journal is read by others: no PIN in it
    if is_loopback(shown):
        why = "it is on no network" if host != shown else f"--host {host} says so"
        print(f"Only this machine can open that address: {why}.\n")
    else:
        with suppress(UnicodeEncodeError):  # a terminal without block characters
            segno.make(address, error="m").terminal(compact=True, border=2)
    if pin := auth.shown_pin(config):
        print(f"Organizer PIN  {pin}")
    else:
        print("The organizer PIN is known to whoever chose it; `cinderbox pin --reset` makes a new one.")
    print(f"Everything is kept in {config.data}")
    if (known := events_elsewhere(config)) is not None:
        print(f"No events are in it yet. Those of last time: cinderbox serve --data {shlex.quote(str(known))}")
    print("Stop with Ctrl-C. Everything is saved at every step.", flush=True)
