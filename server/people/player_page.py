"""The page of one player: who they are, what they played, what can be done."""

from __future__ import annotations

from collections.abc import Mapping

from flask import url_for

from engine.decisions.staff import hosting_roles
from engine.folding.parts import has_a_seat, player_of
from engine.handing_in import asked_for, names_factions
from engine.history import score
from engine.pairing.pod_seating import free_table_for
from engine.progress import round_name
from engine.refusals import Refused, Unknown
from engine.rulesets.registry import ruleset_of
from engine.rulesets.sizes import rounds_for
from engine.sides import Side, as_entered, opponents, partner_of, partners, sides
from engine.standings.places import FinalPlace, place_of, placed_sides
from engine.values import dataclass, replace
from engine.words import Excuse, Match, Penalty, Player, PlayerId, Round, Tournament
from server.core import open_forms
from server.core.desk import Desk
from server.people.players_page import PlayerLine, player_line, redraw
from server.people.staff import ROLES

PLAYING = "No result yet"
LABELS: open_forms.Labels = {
    "name": "name",
    "club": "club",
    "table": "fixed table",
    "paid": ("fee paid", "fee not paid"),
    "factions": "factions",
}
COUNTS_AS = (("", "plays"), ("missed", "misses it"), ("bye", "bye in advance"))
WORDS = {"win": "Won", "loss": "Lost", "draw": "Draw"}


@dataclass(frozen=True, slots=True)
class Played:
    """One round of one player."""

    round: str
    table: int | None
    opponent: PlayerId | None
    text: str
    mark: str = ""
    others: tuple[Side, ...] = ()
    partners: Side = ()
    act: str = ""
    href: str = ""


@dataclass(frozen=True, slots=True)
class PlayerPage:
    """One player: who they are, what they played, what can be done."""

    line: PlayerLine
    wants_factions: bool
    rounds: tuple[Played, ...]
    penalties: tuple[Penalty, ...]
    open_match: Played | None
    paired: bool
    finished: bool
    redraw: str
    deck: str
    typed: Mapping[str, str]
    roles: tuple[tuple[str, str], ...]
    pointed: bool
    partner: PlayerId | None = None
    rounds_off: tuple[tuple[int, str], ...] = ()
    off_was: str = ""
    counts_as: tuple[tuple[str, str], ...] = COUNTS_AS
    back: str = ""
    fault: str = ""
    was: str = ""
    place: FinalPlace | None = None
    places: int = 0


def player_page(
    desk: Desk,
    player: PlayerId,
    *,
    typed: Mapping[str, str] | None = None,
    off: Mapping[str, str] | None = None,
    why: Refused | None = None,
) -> PlayerPage:
    """Everything about this player; `typed` and `off` bring back a form that is not saved. Unknown if there is none."""
    t = desk.t
    if player not in t.players:
        raise Unknown("There is no such player in this event. They may have been taken off the list.")
    line, rounds = player_line(desk, t.players[player]), rounds_of(desk, player)
    kept = _kept(line)
    current = t.current_round
    plays = current is not None and current.phase == "published" and rounds[-1].text == PLAYING
    return PlayerPage(
        line=line,
        wants_factions=names_factions(t) or bool(line.factions),
        rounds=rounds,
        penalties=tuple(penalty for penalty in t.penalties if penalty.player == player),
        open_match=rounds[-1] if plays else None,
        paired=has_a_seat(t, player),
        finished=t.finish is not None,
        place=place_of(t, player),
        places=len(placed_sides(t, t.finish.ranking)) if t.finish is not None else 0,
        redraw=redraw(t),
        partner=partner_of(t, player),
        deck=asked_for(t),
        typed=typed if typed is not None else kept,
        roles=(("", "No, only plays"), *((role, f"{ROLES[role]} who plays") for role in hosting_roles(t))),
        pointed=bool(ruleset_of(t.settings).report_days),
        rounds_off=tuple((n, (off or {}).get(f"round-{n}", kept)) for n, kept in _rounds_off(t, player)),
        off_was=open_forms.was(_off_kept(t.players[player]), off, why),
        back=_back(t, player),
        fault=str(why or "") if off is None else "",
        was=open_forms.was(kept, typed, why),
    )


def require_as_it_was(form: Mapping[str, str], desk: Desk, player: PlayerId) -> None:
    """Refused with what is kept of this player today, if that is not what the form was filled with."""
    kept = _kept(player_line(desk, player_of(desk.t, player)))
    open_forms.require_as_it_was(form, kept, now=open_forms.differences(kept, form, LABELS))


def require_off_as_it_was(form: Mapping[str, str], player: Player, wanted: Mapping[int, Excuse | None]) -> None:
    """Refused with the rounds they miss today, if those are not what the form was filled with."""
    words, labels = dict(COUNTS_AS), {str(number): f"round {number}" for number in wanted}
    kept = {str(number): words[player.excuse(number) or ""] for number in wanted}
    typed = {str(number): words[counts or ""] for number, counts in wanted.items()}
    open_forms.require_as_it_was(form, _off_kept(player), now=open_forms.differences(kept, typed, labels))


def _off_kept(player: Player) -> dict[str, str]:
    return {str(number): counts for number, counts in player.excused}


def _back(t: Tournament, player: PlayerId) -> str:
    """What the button says that brings somebody back: where they sit down at once, if they do."""
    free = free_table_for(t, player)
    return f"Back in, at table {free.table}" if free else "Back in from the next pairing"


def rounds_of(desk: Desk, player: PlayerId) -> tuple[Played, ...]:
    """What this player did in every round, in their order."""
    return tuple(_played(desk, round_, player) for round_ in desk.t.rounds)


def _rounds_off(t: Tournament, player: PlayerId) -> tuple[tuple[int, str], ...]:
    """The Swiss rounds that are not published yet, with how each counts if this player sits it out."""
    stage, known = t.stage, t.players[player]
    swiss = not ruleset_of(t.settings).pods if stage is None else stage.kind in ("swiss", "groups")
    if not swiss or t.finish is not None or not known.active:
        return ()
    published = sum(round_.phase != "draft" for round_ in t.rounds)
    planned = t.settings.rounds or printed(t) if stage is None else t.rounds_played - len(stage.rounds) + stage.planned
    last = max(planned, *(number for number, _ in known.excused), 0)
    rounds = range(max(published + 1, known.entered), last + 1)
    return tuple((number, known.excuse(number) or "") for number in rounds)


def printed(t: Tournament) -> int:
    """How many rounds the rulebook gives those who are in."""
    rules, active = ruleset_of(t.settings), sum(player.active for player in t.players.values())
    return (
        rounds_for(rules, max(active, rules.refused_below), with_cut=bool(t.settings.cut)).rounds if rules.rounds else 0
    )


def _kept(line: PlayerLine) -> dict[str, str]:
    paid = {"paid": "1"} if line.paid else {}
    return {"name": line.name, "club": line.club, "table": str(line.table or ""), "factions": line.factions, **paid}


def _played(desk: Desk, round_: Round, player: PlayerId) -> Played:
    t = desk.t
    name = round_name(t, round_.number)
    title = name[0].upper() + name[1:]
    match = next((match for match in round_.matches if player in match.players), None)
    if match is None:
        return Played(title, None, None, _without_match(round_, player))
    others = tuple(map(as_entered, opponents(match, player)))
    told = ("Draft, nobody sees it yet", "") if round_.phase == "draft" else _outcome(t, match, player)
    opponent = others[0][0] if len(match.seats) == 2 else None
    return Played(title, match.table, opponent, *told, others, partners(match, player), *_way_to(desk, round_, match))


def _way_to(desk: Desk, round_: Round, match: Match) -> tuple[str, str]:
    """What can be done about the result: a closed round's is corrected."""
    if round_.phase == "draft":
        return "", ""
    if round_.phase == "closed":
        href = url_for("results.correct", tid=desk.id, number=round_.number, table=match.table)
        return ("Correct…", href) if match.result else ("", "")
    return "Change" if match.result else "Enter", url_for("results.table", tid=desk.id, table=match.table)


def _without_match(round_: Round, player: PlayerId) -> str:
    if any(bye.player == player for bye in round_.byes):
        return "Bye: a win" if round_.phase != "draft" else "Bye in the draft"
    return "Did not play"


def _outcome(t: Tournament, match: Match, player: PlayerId) -> tuple[str, str]:
    """The result as this player sees it, and its mark."""
    if player in match.no_shows:
        return "Did not come", ""
    if match.result is None:
        return ("Left the table" if player in match.withdrawn else PLAYING), ""
    result, seat = match.result, match.players.index(player)
    mine = result.outcomes[seat]
    if mine.place and t.players[player].disqualified:
        return "No place: disqualified", ""
    if mine.place:
        return f"Place {mine.place} of {len(sides(match))}", mine.mark
    ordered = (mine, *(o for i, o in enumerate(result.outcomes) if i != seat))
    told = score(replace(result, outcomes=ordered))
    return f"{WORDS[mine.mark]} {told}", mine.mark
