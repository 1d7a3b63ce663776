"""What a form about an open round showed of its tables.

Results come in all the time, so a change by hand is not refused because the journal moved on somewhere: only if one of
the tables it is about is no longer as the page showed it.
"""

from __future__ import annotations

import json
from collections.abc import Iterable

from engine.refusals import Refused
from engine.sentences import everyone, the_round, who
from engine.words import Match, PlayerId, Round, Tournament

CHANGED = "Something changed since you opened this page"
LOOK_AGAIN = "Nothing was changed. Look again, then choose."


def places(round_: Round, players: Iterable[PlayerId]) -> str:
    """How these people are placed, for a form to carry."""
    return json.dumps({"round": round_.number, "places": _places(round_, players)})


def places_and_byes(round_: Round, players: Iterable[PlayerId]) -> str:
    """The same with everybody who has a bye, for a change that the bye has a part in."""
    return json.dumps({"round": round_.number, "places": _places(round_, players), "byes": _byes(round_)})


def require_shown(t: Tournament, shown: str, players: Iterable[PlayerId]) -> None:
    """Refused if these people's tables, or the byes, are not what the page showed any more."""
    if not shown:
        return
    try:
        page = json.loads(shown)
        number, known, byes = page["round"], dict(page["places"]), page.get("byes")
    except (ValueError, TypeError, KeyError, AttributeError, RecursionError):
        raise Refused(f"This form is out of date. {LOOK_AGAIN}") from None
    round_ = t.current_round
    if round_ is None or round_.number != number:
        raise Refused(f"This page was for {the_round(number)}, which is not the current one. {LOOK_AGAIN}")
    for player, place in _places(round_, players).items():
        if player in known and place != known[player]:
            raise Refused(f"{CHANGED}: {_now(round_, player)}. {LOOK_AGAIN}")
    if byes is not None and byes != _byes(round_):
        has = f"{everyone(_byes(round_))} has the bye now" if round_.byes else "nobody has a bye now"
        raise Refused(f"{CHANGED}: {has}. {LOOK_AGAIN}")


def _places(round_: Round, players: Iterable[PlayerId]) -> dict[PlayerId, list[str | int]]:
    """With whom each of them sits, and how much has come in from that table."""
    found: dict[PlayerId, list[str | int]] = {player: [] for player in players}
    for match in round_.matches:
        seated = match.players
        for player in found.keys() & set(seated):
            found[player] = [*sorted(seated), _come_in(match)]
    for player in found.keys() & set(_byes(round_)):
        found[player] = ["bye"]
    return found


def _come_in(match: Match) -> int:
    return len(match.reports) + len(match.games) + len(match.withdrawn) + (match.result is not None)


def _byes(round_: Round) -> list[PlayerId]:
    return sorted(bye.player for bye in round_.byes)


def _now(round_: Round, player: PlayerId) -> str:
    """How it is now, as far as that tells what is different."""
    match = next((match for match in round_.matches if player in match.players), None)
    if match is None:
        return f"{who(player)} {'has the bye' if player in _byes(round_) else 'has no seat in this round'} now"
    others = everyone(p for p in match.players if p != player)
    if _come_in(match):
        come = "there is a result" if match.result is not None else "a report came in"
        return f"{come} from table {match.table}, {who(player)} and {others}"
    return f"{who(player)} sits at table {match.table} with {others} now"
