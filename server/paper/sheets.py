"""The sheets that the rulebooks print, for the whole event: which there are, and what stands at the head of each."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date, datetime

from flask import url_for

from engine import facts as f
from engine.handing_in import collects
from engine.rulesets.base import Counted
from engine.rulesets.naming import played_by
from engine.rulesets.registry import ruleset_of
from engine.values import dataclass
from engine.words import PlayerId
from server.core import time_of_day
from server.core.books import standing
from server.core.desk import Desk
from server.core.play_days import day_of
from server.core.spelling import alphabetical
from server.people import playing_staff

# What the letters of the score sheet stand for, in games without draws and with them.
MISSED = "– is a round missed, which counts as a loss"
OUTCOMES = {False: f"won (W) or lost (L); {MISSED}", True: f"won (W), drawn (D) or lost (L); {MISSED}"}


@dataclass(frozen=True, slots=True)
class SheetKind:
    """A sheet of this ruleset; `why_not` says what keeps it from being filled, `no_blank` that only filled ones are."""

    what: str
    title: str
    text: str
    why_not: str = ""
    no_blank: bool = False
    sized: bool = False


@dataclass(frozen=True, slots=True)
class Link:
    """The sheet on the print page: filled, blank, and for which number of players it may be asked."""

    kind: SheetKind
    filled: str
    blank: str
    players: int


@dataclass(frozen=True, slots=True)
class Head:
    """What stands over every page of a sheet."""

    title: str
    event: str
    played_by: str
    counted: Counted
    day: str
    printed: str
    outcomes: str


def kinds(desk: Desk) -> tuple[SheetKind, ...]:
    """The sheets that make sense for this event."""
    found = (SHEETS[what](desk) for what in (*ruleset_of(desk.t.settings).sheets, "rulings"))
    return tuple(kind for kind in found if kind is not None)


def links(desk: Desk) -> tuple[Link, ...]:
    """The same as the print page shows them."""
    players = sum(player.active for player in desk.t.players.values())
    return tuple(
        Link(
            kind,
            filled="" if kind.why_not else url_for("sheets.show", what=kind.what, tid=desk.id),
            blank="" if kind.no_blank else url_for("sheets.show", what=kind.what, blank=1, tid=desk.id),
            players=players,
        )
        for kind in kinds(desk)
    )


def head(desk: Desk, title: str, *, now: datetime) -> Head:
    """The head of a sheet that is printed now."""
    return Head(
        title=title,
        event=desk.name,
        played_by=played_by(desk.t.settings),
        counted=ruleset_of(desk.t.settings).counted,
        day=days(desk, now=now)[0].isoformat(),
        printed=printed_at(now),
        outcomes=OUTCOMES[desk.t.settings.scoring.draws],
    )


def printed_at(now: datetime) -> str:
    """The day and time of printing; nothing while nobody knows it."""
    return now.strftime("%Y-%m-%d %H:%M") if time_of_day.is_known() else ""


def days(desk: Desk, *, now: datetime) -> tuple[date, date]:
    """The first day of play and the last one; today as long as there is no round, or no end."""
    acts = standing(desk.book)
    return day_of(acts, f.RoundPublished) or now.date(), day_of(acts, f.TournamentFinished) or now.date()


def by_alphabet(desk: Desk) -> list[PlayerId]:
    """Everybody who plays or has played, in the order of the alphabet."""
    played = {player for round_ in desk.t.rounds if round_.phase != "draft" for player in round_.seated}
    found = [p for p, player in desk.t.players.items() if player.active or p in played]
    return sorted(found, key=lambda player: alphabetical(desk.names.get(player, player)))


def _lists(desk: Desk) -> SheetKind | None:
    """Filled where lists are collected, blank where the game has a sheet for them."""
    rules = ruleset_of(desk.t.settings).decks
    blank, here = rules is not None and rules.sheet is not None, collects(desk.t)
    if not blank and not here:
        return None
    why_not = _lists_closed(desk) if here else "This event collects no lists; a blank one can be handed out."
    return SheetKind("decks", "Deck lists", "One page for each list that is here.", why_not, no_blank=not blank)


def _match_sheets(desk: Desk) -> SheetKind:
    rules = ruleset_of(desk.t.settings)
    played = rules.format(desk.t.settings.deck_format)
    title = ", ".join(filter(None, ("Match sheets", (played.short or played.name).lower())))
    handed_in = ", with the faction" if played.factions else ", with the deck list" if rules.decks else ""
    text = f"One for each player: opponents, {rules.counted.points} and outcome of every round{handed_in}."
    return SheetKind("matches", title, text)


def _lists_closed(desk: Desk) -> str:
    """Why whoever asks may not print the lists of others."""
    me = playing_staff.looking(desk)
    closed = desk.t.finish is None and (me.ask or me.player)
    return playing_staff.why_not(desk) if closed else ""


# Every sheet there is, by the name that a ruleset has it under; None where this event has no use for it.
SHEETS: dict[str, Callable[[Desk], SheetKind | None]] = {
    "rulings": lambda _: SheetKind(
        "rulings",
        "Rulings log",
        "For the head judge: calls, visits, extra time, penalties and rulings, by time.",
        no_blank=True,
    ),
    "decks": _lists,
    "matches": _match_sheets,
    "scores": lambda _: SheetKind(
        "scores", "Event score sheet", "Every player with every round, on paper from the first to the last."
    ),
    "rules": lambda _: SheetKind("rules", "How we play", "A poster of what this event's choices mean.", no_blank=True),
    "draft-preparation": lambda _: SheetKind(
        "draft-preparation", "Draft, what to prepare", "What the host sorts and counts for each group, to tick off."
    ),
    "draft-seats": lambda desk: SheetKind(
        "draft-seats",
        "Draft, seats",
        "A list for each group: who sits where, and who passes to whom.",
        "" if desk.t.drafting else "The groups are not drawn yet.",
        no_blank=True,
    ),
    "grid": lambda desk: SheetKind(
        "grid",
        "Advancement grid",
        f"Tables, {ruleset_of(desk.t.settings).counted.many}, points and who goes on, round by round.",
        sized=True,
    ),
    "wrap-up": lambda _: SheetKind(
        "wrap-up", "Wrap-up report", "Everybody’s points, and those of the coordinator and the judges."
    ),
    "scoring": lambda desk: SheetKind(
        "scoring",
        "Scoring form",
        f"Places at every table with both codes{', to be sent in' if desk.t.settings.scored else ''}.",
        "" if desk.t.rounds_played else "No round is paired yet.",
    ),
}
