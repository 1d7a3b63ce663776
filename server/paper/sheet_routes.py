"""The sheets of the rulebooks, filled or blank, as pages made for paper."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import datetime
from typing import Any

from flask import Blueprint, abort, render_template, request

from engine.refusals import Refused
from engine.rulesets.base import PostedRule
from engine.rulesets.wall import posted_rules
from server.core import time_of_day
from server.core.auth import needs
from server.core.desk import Desk, desk
from server.floor.rulings_log import rulings_log
from server.paper import advancement_grid, deck_sheets, draft_sheets, match_sheets, report_sheets, score_sheet, sheets
from server.people.staff import members

bp = Blueprint("sheets", __name__, url_prefix="/events/<tid>/sheets")
FEW_LETTERS = 700
Prepared = dict[str, Any]
Prepare = Callable[[Desk, datetime], Prepared]


@bp.get("/<what>")
@needs("judge")
def show(tid: str, what: str) -> str:
    """With `blank` nobody's name is on it."""
    d = desk(tid)
    kind = next((kind for kind in sheets.kinds(d) if kind.what == what), None) or abort(404)
    blank = "blank" in request.args
    if blank and kind.no_blank:
        abort(404)
    if kind.why_not and not blank:
        raise Refused(kind.why_not)
    now = time_of_day.now()
    prepared = (BLANK if blank else FILLED)[what](d, now)
    head = sheets.head(d, kind.title, now=now)
    return render_template(f"sheet_{what.replace('-', '_')}.html", names=d.names, doc=head, tid=tid, **prepared)


def _blank_grid(d: Desk, _now: datetime) -> Prepared:
    """For the players who are in, or for as many as were asked for."""
    active = sum(player.active for player in d.t.players.values())
    players = request.args.get("players", active, type=int)
    return {"parts": advancement_grid.blank_grid(d.t, players), "sent": report_sheets.blank_sent(d)}


def _poster(rules: Sequence[PostedRule]) -> Prepared:
    """Larger where there is little to say, so that the page is used."""
    letters = sum(len(rule.title) + len(rule.text) for rule in rules)
    return {"rules": rules, "few": letters <= FEW_LETTERS}


FILLED: dict[str, Prepare] = {
    "rulings": lambda d, _: {"lines": rulings_log(d)},
    "matches": lambda d, _: {"sheets": match_sheets.match_sheets(d), **match_sheets.what_is_asked(d.t)},
    "decks": lambda d, _: {"sheets": deck_sheets.deck_sheets(d), "limits": ()},
    "scores": lambda d, _: {"sheets": score_sheet.score_sheets(d)},
    "rules": lambda d, _: _poster(posted_rules(d.t.settings)),
    "draft-preparation": lambda d, _: {"sheet": draft_sheets.preparation_sheet(d.t)},
    "draft-seats": lambda d, _: {"groups": draft_sheets.seat_sheets(d.t)},
    "grid": lambda d, now: {"parts": advancement_grid.filled_grid(d.t), "sent": report_sheets.sent(d, now=now)},
    "wrap-up": lambda d, now: {"page": report_sheets.report(d), "sent": report_sheets.sent(d, now=now)},
    "scoring": lambda d, now: {
        "pages": report_sheets.scoring_forms(d.t),
        "sent": report_sheets.sent(d, now=now),
        "staff": members(d),
    },
}
BLANK: dict[str, Prepare] = {
    "matches": lambda d, _: {"sheets": (match_sheets.blank_match_sheet(d.t),), **match_sheets.what_is_asked(d.t)},
    "decks": lambda d, _: {
        "sheets": (deck_sheets.blank_deck_sheet(d.t.settings),),
        "limits": deck_sheets.limits(d.t.settings),
    },
    "scores": lambda d, _: {"sheets": score_sheet.blank_score_sheets(d.t)},
    "draft-preparation": lambda d, _: {"sheet": draft_sheets.blank_preparation_sheet(d.t)},
    "grid": _blank_grid,
    "wrap-up": lambda d, _: {"page": report_sheets.blank_report(), "sent": report_sheets.blank_sent(d)},
    "scoring": lambda d, _: {"pages": report_sheets.blank_forms(), "sent": report_sheets.blank_sent(d), "staff": ()},
}
