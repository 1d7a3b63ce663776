"""The statistics of an event. What decks were is told only when it is over; factions as soon as everybody saw them."""

from __future__ import annotations

from collections.abc import Iterator

from engine.handing_in import collects, faction_shown, names_factions
from engine.rulesets.registry import deck_rules, ruleset_of
from engine.statistics import losing_points, minutes_played, rank_lines, won_with
from engine.values import dataclass
from engine.words import PlayerId, Tournament
from server.core.desk import Desk
from server.decks import decks
from server.decks.verdicts import shown_list, verdict
from server.public.public_view import public_view
from server.statistics.charts import BarChart, RankChart, WonRow, histogram, rank_chart, won_rows

MINUTES, POINTS = 5, 5
Brought = dict[tuple[int, PlayerId], list[str]]


@dataclass(frozen=True, slots=True)
class Wins:
    """One table of what was brought: factions, what leads a deck, dice."""

    title: str
    rows: tuple[WonRow, ...]


@dataclass(frozen=True, slots=True)
class Statistics:
    """What cannot be drawn is None; `points` and `side` are the game's own words."""

    ranks: RankChart | None
    minutes: BarChart | None
    losers: BarChart | None
    points: str
    wins: tuple[Wins, ...]
    waits: str

    @property
    def empty(self) -> bool:
        return not (self.ranks or self.minutes or self.losers or self.wins)


def statistics(desk: Desk) -> Statistics:
    """What everybody may know of it, drawn."""
    view = public_view(desk)
    t, rules = view.t, ruleset_of(view.t.settings)
    limit = t.settings.round_minutes or None
    decks_wait = collects(t) and not names_factions(t) and t.finish is None
    return Statistics(
        ranks=rank_chart(*rank_lines(t), view.names),
        minutes=histogram(minutes_played(t, desk.book.acts), size=MINUTES, limit=limit, words=f"{limit} min"),
        losers=None if rules.pods else histogram(losing_points(desk.t), size=POINTS),
        points=rules.counted.points,
        wins=tuple(_wins(desk, t)),
        waits="Wins by what was played are here when the event is over." if decks_wait else "",
    )


def _wins(desk: Desk, t: Tournament) -> Iterator[Wins]:
    if names_factions(t):
        yield from _table(desk, "Wins by faction", _factions(t))
    elif collects(t) and t.finish is not None:
        leads, dice = _from_lists(desk, t)
        sheet = deck_rules(t.settings).sheet
        yield from _table(desk, f"Wins by {sheet.leader}" if sheet else "Wins", leads)
        yield from _table(desk, "Wins by dice in the deck", dice)


def _table(desk: Desk, title: str, brought: Brought) -> Iterator[Wins]:
    """Counted with what only the desk knows: a loss by penalty was not played."""
    if rows := won_rows(won_with(desk.t, brought)):
        yield Wins(title, rows)


def _factions(t: Tournament) -> Brought:
    found = {(r.number, p): faction_shown(t, p, r.number) for r in t.rounds for p in r.seated}
    return {key: [name] for key, name in found.items() if name}


def _from_lists(desk: Desk, t: Tournament) -> tuple[Brought, Brought]:
    """Who leads each list, and the kinds of dice in it; the same in every round."""
    sheet = deck_rules(t.settings).sheet
    kept = {player: verdict(t.settings, deck.text).deck for player, deck in decks.decks_of(desk.id).items()}
    read = {player: deck for player, deck in kept.items() if deck is not None and sheet is not None}
    rounds = [round_.number for round_ in t.rounds]
    leads = {p: sheet.filled(deck).leads for p, deck in read.items()} if sheet else {}
    shown = {player: shown_list(t.settings, deck).dice for player, deck in read.items()}
    dice = {player: [kind.capitalize() for kind, count in pool if count] for player, pool in shown.items()}
    return (
        {(n, p): [name] for p, name in leads.items() if name for n in rounds},
        {(n, p): kinds for p, kinds in dice.items() for n in rounds},
    )
