"""One blueprint for each noun."""

from __future__ import annotations

from server.routes.announcements import bp as announcements
from server.routes.api import bp as api
from server.routes.events import bp as events
from server.routes.exports import bp as exports
from server.routes.history import bp as history
from server.routes.now import bp as now
from server.routes.pairings import bp as pairings
from server.routes.paper import bp as paper
from server.routes.players import bp as players
from server.routes.results import bp as results
from server.routes.settings import bp as settings
from server.routes.sign_in import bp as sign_in
from server.routes.standings import bp as standings

BLUEPRINTS = (
    *(events, sign_in, now, players, pairings, results, standings, announcements),
    *(history, settings, paper, exports, api),
)
