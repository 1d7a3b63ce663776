"""One blueprint for each noun."""

from __future__ import annotations

from server.routes.announcements import bp as announcements
from server.routes.api import bp as api
from server.routes.at_table import bp as at_table
from server.routes.clock import bp as clock
from server.routes.deck_checks import bp as deck_checks
from server.routes.decks import bp as decks
from server.routes.devices import bp as devices
from server.routes.draft import bp as draft
from server.routes.events import bp as events
from server.routes.exports import bp as exports
from server.routes.floor import bp as floor
from server.routes.health import bp as health
from server.routes.history import bp as history
from server.routes.now import bp as now
from server.routes.own_deck import bp as own_deck
from server.routes.pairings import bp as pairings
from server.routes.paper import bp as paper
from server.routes.players import bp as players
from server.routes.players_own import bp as players_own
from server.routes.public_pages import bp as public_pages
from server.routes.results import bp as results
from server.routes.screens import bp as screens
from server.routes.settings import bp as settings
from server.routes.sheets import bp as sheets
from server.routes.sign_in import bp as sign_in
from server.routes.slip_pages import bp as slip_pages
from server.routes.staff import bp as staff
from server.routes.standings import bp as standings
from server.routes.tablets import bp as tablets
from server.routes.teams import bp as teams
from server.routes.wall import bp as wall

BLUEPRINTS = (
    *(wall, clock, screens, draft),
    *(events, sign_in, now, players, pairings, results, standings, announcements),
    *(staff, teams),
    *(at_table, tablets),
    *(public_pages, players_own, slip_pages),
    *(decks, deck_checks, own_deck),
    *(floor, devices, history, settings, health, paper, sheets, exports, api),
)
