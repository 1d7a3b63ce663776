"""The application: every room's pages on one database, safety headers, and what the rooms tell each other of.

The one module that knows all rooms. Nothing but commands and tests imports it.
"""

from __future__ import annotations

import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from flask import Flask, Response, current_app, request, url_for
from flask_wtf import CSRFProtect
from jinja2 import FileSystemLoader

from server.api.routes import bp as api
from server.box import time_question
from server.box.database_file import require_openable
from server.box.power_routes import bp as power
from server.box.routes import bp as this_box
from server.box.shop import bp as shop_routes
from server.box.shop import shop
from server.box.sign_in_routes import bp as sign_in
from server.box.time_routes import bp as time
from server.box.update_routes import bp as updates
from server.chess.routes import bp as chess
from server.clock.routes import bp as clock
from server.control.desk_routes import bp as programs
from server.control.routes import bp as control
from server.core import (
    auth,
    beyond,
    deadlines,
    errors,
    following,
    frame,
    known_people,
    late_rounds,
    own_addresses,
    static_files,
    time_of_day,
    unsaved,
)
from server.core.config import Config, setting_up
from server.core.database_app import bring_up_to_date, close_connections, database_app
from server.core.errors import SensibleNumber, tell_errors
from server.core.event_names import names_here
from server.core.live_address import live_address, origin
from server.core.packing import pack_pages
from server.core.proxies import with_client_addresses
from server.core.rendering import FILTERS
from server.decks import deadline
from server.decks.check_routes import bp as deck_checks
from server.decks.routes import bp as decks
from server.directory import care_routes, erasing, kept_records, merging, nameless, person_page
from server.directory.routes import bp as directory
from server.door import phone_routes as door_phones
from server.door import waiting
from server.door.desk_routes import bp as door
from server.door.door_page import new_entries
from server.door.phone_routes import bp as entering
from server.draft.routes import bp as draft
from server.event import damage_routes, home_page
from server.event.announcement_routes import bp as announcements
from server.event.export_routes import bp as exports
from server.event.history_routes import bp as history
from server.event.routes import bp as events
from server.event.settings_routes import bp as settings
from server.floor.call_bar import call_bar
from server.floor.calls import waiting_and_unclaimed
from server.floor.routes import bp as floor
from server.hall.routes import bp as hall
from server.health.routes import bp as health
from server.health.watch import unwell
from server.help.help_parts import part_about
from server.help.routes import bp as help_page
from server.now.routes import bp as now
from server.overlay.routes import bp as overlay
from server.pairing.routes import bp as pairings
from server.paper import round_pack
from server.paper.routes import bp as paper
from server.paper.sheet_routes import bp as sheets
from server.people import check_in, linking, players_page
from server.people.last_time_routes import bp as last_time
from server.people.routes import bp as players
from server.people.staff_routes import bp as staff
from server.people.team_routes import bp as teams
from server.phone import own_routes
from server.phone.own_deck_routes import bp as own_deck
from server.phone.own_routes import bp as players_own
from server.phone.routes import bp as public_pages
from server.results.routes import bp as results
from server.series import correction_changes, kept_entries, ledger_routes, merge_changes, report_page, wall_ranking
from server.series.person_series import person_series
from server.series.phone_routes import bp as public_series
from server.series.routes import bp as series
from server.standings.routes import bp as standings
from server.statistics.routes import bp as statistics
from server.table import freed_devices
from server.table.device_routes import bp as devices
from server.table.routes import bp as at_table
from server.table.slip_routes import bp as slip_pages
from server.table.tablet_routes import bp as tablets
from server.takeaway.on_stick import results_for_the_stick
from server.takeaway.routes import bp as takeaway
from server.wall.own_screen import bp as own_screen
from server.wall.routes import bp as wall
from server.wall.screen_routes import bp as screens

BLUEPRINTS = (
    *(wall, own_screen, clock, screens, draft),
    *(events, damage_routes.bp, sign_in, now, players, pairings, results, standings, announcements),
    *(staff, teams, last_time, directory, care_routes.bp, series, ledger_routes.bp),
    *(at_table, tablets),
    *(public_pages, public_series, players_own, slip_pages, entering, door),
    *(decks, deck_checks, own_deck),
    *(floor, chess, devices, history, settings, hall, this_box, shop_routes, health, paper, sheets),
    *(exports, statistics, takeaway, api, time, help_page, overlay, power, updates, control, programs),
)
round_pack.BESIDE[:] = [results_for_the_stick]
frame.WAITING["floor"] = waiting_and_unclaimed
frame.WAITING["door"] = waiting.waiting_and_unseen
players_page.NEW_ENTRIES["door"] = new_entries
own_routes.ENTERED["door"], own_routes.SIGNED_OUT["door"] = door_phones.entered, door_phones.signed_out
person_page.STANDS[:] = [person_series]
merging.RANKINGS[:] = [merge_changes.in_rankings]
deadlines.DUE[:] = [deadline.carry_out, check_in.carry_out, late_rounds.carry_out]
beyond.BEYOND[:] = [correction_changes.outside_of]
home_page.AMENDED[:] = [report_page.amended]
errors.DAMAGED["page"] = damage_routes.page
following.ACTS[:] = [
    *(linking.follow, kept_records.follow, kept_entries.follow, wall_ranking.follow),
    *(nameless.follow, freed_devices.follow, waiting.follow),
]
following.REPLACED[:] = [
    *(known_people.forget, erasing.apply_again, linking.link_whoever_is_missing),
    nameless.make_old_events_nameless,
]
errors.DAMAGED_BOX["page"] = care_routes.damaged_page
POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; media-src 'self'; "
    "manifest-src 'self'; connect-src {connect}; "
    "form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
)


@contextmanager
def opened_app(config: Config) -> Iterator[Flask]:
    """An application on this data directory, its database brought up to date; afterwards its connections are closed."""
    with unsaved.as_refusal():
        require_openable(config)
        app = database_app(config)
    try:
        _furnish(app)
        with setting_up(config), app.app_context(), unsaved.as_refusal():
            bring_up_to_date()
            time_of_day.load(config)
            auth.require_organizer_pin(config)
            following.events_replaced()
        yield app
    finally:
        close_connections(app)


def _furnish(app: Flask) -> None:
    app.wsgi_app = with_client_addresses(app)  # type: ignore[method-assign]
    own_addresses.answer_only_own_hosts(app)
    CSRFProtect(app).exempt(control)  # a key in a header is no cookie that a page could send along
    app.url_map.converters["int"] = SensibleNumber
    for blueprint in BLUEPRINTS:
        app.register_blueprint(blueprint)
    static_files.serve(app)
    app.jinja_loader = FileSystemLoader(sorted(Path(__file__).parent.glob("*/templates")))
    app.jinja_env.filters.update(FILTERS)
    app.jinja_env.globals["file"] = static_files.address
    app.jinja_env.globals["the_shop"] = shop
    app.jinja_env.trim_blocks = app.jinja_env.lstrip_blocks = True
    app.context_processor(_for_every_page)
    app.after_request(_safely)
    pack_pages(app)
    tell_errors(app)


def _for_every_page() -> dict[str, Any]:
    me = auth.current()
    told = unwell(current_app.config["CINDERBOX"]) if me else ""
    return {
        "me": me,
        "names": names_here(),
        "request_id": secrets.token_hex(8),
        "all_events": url_for("events.home", all=1 if me and me.role == "judge" else None),
        "live_address": live_address(),
        "unwell": told,
        "tell_time": time_question.wants_to_hear(),
        "time_question": time_question.question() if me and me.role == "organizer" else None,
        "shop": shop(),
        "call_bar": call_bar,
        "event_menu": frame.event_menu,
        "help_here": url_for("help.show", _anchor=part_about(request.endpoint)),
    }


def _safely(response: Response) -> Response:
    connect = " ".join(("'self'", *filter(None, [origin(live_address())])))
    response.headers.setdefault("Content-Security-Policy", POLICY.format(connect=connect))
    response.headers.setdefault("X-Content-Type-Options", "nosniff")
    response.headers.setdefault("Referrer-Policy", "same-origin")
    response.headers.setdefault("Cache-Control", "no-store")
    response.headers["X-Cinderbox"] = "1"  # so that no script takes another's answer for the box's: see ours.js
    return response
