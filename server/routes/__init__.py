"""One blueprint for each noun."""

from __future__ import annotations

from server.event.announcement_routes import bp as announcements
from server.api.routes import bp as api
from server.table.routes import bp as at_table
from server.clock.routes import bp as clock
from server.decks.check_routes import bp as deck_checks
from server.decks.routes import bp as decks
from server.table.device_routes import bp as devices
from server.draft.routes import bp as draft
from server.event.routes import bp as events
from server.event.export_routes import bp as exports
from server.floor.routes import bp as floor
from server.health.routes import bp as health
from server.event.history_routes import bp as history
from server.now.routes import bp as now
from server.decks.own_deck_routes import bp as own_deck
from server.pairing.routes import bp as pairings
from server.paper.routes import bp as paper
from server.people.routes import bp as players
from server.phone.own_routes import bp as players_own
from server.phone.routes import bp as public_pages
from server.results.routes import bp as results
from server.wall.screen_routes import bp as screens
from server.event.settings_routes import bp as settings
from server.paper.sheet_routes import bp as sheets
from server.box.sign_in_routes import bp as sign_in
from server.table.slip_routes import bp as slip_pages
from server.people.staff_routes import bp as staff
from server.standings.routes import bp as standings
from server.table.tablet_routes import bp as tablets
from server.people.team_routes import bp as teams
from server.wall.routes import bp as wall

BLUEPRINTS = (
    *(wall, clock, screens, draft),
    *(events, sign_in, now, players, pairings, results, standings, announcements),
    *(staff, teams),
    *(at_table, tablets),
    *(public_pages, players_own, slip_pages),
    *(decks, deck_checks, own_deck),
    *(floor, devices, history, settings, health, paper, sheets, exports, api),
)
