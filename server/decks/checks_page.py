"""Checks at the table: which tables were picked, whose deck or First Five was looked at, and what was found."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from engine import handing_in
from engine.decks.lines import fold
from engine.decks.rules import ShownList
from engine.factions import pool_size, revealed
from engine.progress import checking_in, open_match
from engine.rulesets.base import PostedCards
from engine.rulesets.registry import deck_rules
from engine.rulesets.wall import barred_cards, penalty_steps
from engine.values import dataclass
from engine.words import Match, PlayerId, Round, Tournament
from server.core.desk import Desk
from server.core.spelling import sorting
from server.core.texts import texts
from server.decks import decks
from server.decks.verdicts import AnyDeck, ListVerdict, shown_list, verdict
from server.people.playing_staff import Looking, looking, may_see, own_tables

TEXTS = "deck-check"
WORDS = {"deck": "Deck", "first-five": "First Five"}
FAULTS = {"deck": ("deck", "listed", "named"), "first-five": ("first five",)}


@dataclass(frozen=True, slots=True)
class CheckLine:
    """A check that was made: what was looked at, and what was found."""

    what: str
    ok: bool
    round: int
    text: str


@dataclass(frozen=True, slots=True)
class CheckedPlayer:
    """A player at a picked table. `shown` is the list, if there is one and whoever looks may see it."""

    id: PlayerId
    seen: bool
    faction: str
    pool: tuple[str, ...]
    verdict: ListVerdict | None
    shown: ShownList | None
    checks: tuple[CheckLine, ...]


@dataclass(frozen=True, slots=True)
class DeckState:
    """Whether somebody's deck was looked at, and what was found last: nothing, done or alarm."""

    player: PlayerId
    state: str
    word: str


@dataclass(frozen=True, slots=True)
class CheckedTable:
    """Those of a table; before round 1 one player, and no table."""

    table: int
    players: tuple[CheckedPlayer, ...]


@dataclass(frozen=True, slots=True)
class ChecksPage:
    """`tables` of the round to choose from, with who was never checked marked; `picked` are open.

    Before round 1 everybody comes to the desk: `people` are all players, with what was found of their deck. `look_for`
    is what every deck has to be.
    """

    round: int
    tables: tuple[tuple[int, tuple[PlayerId, ...], bool], ...]
    picked: tuple[CheckedTable, ...]
    me: Looking
    fault_for: str
    look_for: str
    collects: bool
    before: bool = False
    people: tuple[DeckState, ...] = ()

    @property
    def unchecked(self) -> int:
        return sum(person.state == "" for person in self.people)


@dataclass(frozen=True, slots=True)
class FiveCard:
    name: str
    count: int
    chained: bool
    chosen: bool


@dataclass(frozen=True, slots=True)
class FirstFivePage:
    """`cards` to choose from; without a list a tick is enough. `mine` if whoever looks plays at this table."""

    table: int
    number: int
    player: PlayerId
    checked: bool
    cards: tuple[FiveCard, ...]
    collected: bool
    faults: tuple[str, ...]
    earlier: tuple[CheckLine, ...]
    penalty: str
    barred: PostedCards | None
    me: Looking
    mine: bool


def check_lines(desk: Desk, player: PlayerId) -> tuple[CheckLine, ...]:
    """Every check of this player, newest first."""
    told = {text.id: text.text for text in texts(desk.id, TEXTS)}
    found = [check for check in desk.t.deck_checks if check.player == player]
    return tuple(CheckLine(WORDS[c.what], c.ok, c.round, told.get(c.id, "")) for c in reversed(found))


def deck_states(desk: Desk) -> tuple[DeckState, ...]:
    """Everybody who plays, by name, with the last check of their deck."""
    last = {check.player: check.ok for check in desk.t.deck_checks if check.what == "deck"}
    active = (player.id for player in desk.t.players.values() if player.active)
    return tuple(_state(player, last.get(player)) for player in sorted(active, key=lambda p: sorting(desk.names[p])))


def _state(player: PlayerId, ok: bool | None) -> DeckState:
    if ok is None:
        return DeckState(player, "", "Not checked yet")
    return DeckState(player, "done", "Checked") if ok else DeckState(player, "alarm", "A fault")


def checks_page(desk: Desk, picked: Collection[int], people: Collection[PlayerId] = ()) -> ChecksPage:
    """The tables of the round that is on, and those that were picked; before round 1 people in place of tables."""
    current = round_on(desk.t)
    before = current is None and checking_in(desk.t)
    at_desk = tuple(CheckedTable(0, (_player(desk, p, number=1),)) for p in people if before and p in desk.t.players)
    matches = sorted(current.matches, key=lambda match: match.table) if current else []
    open_ = {match.table for match in unchecked(desk.t, matches)}
    return ChecksPage(
        round=current.number if current else 0,
        tables=tuple((m.table, m.players, m.table in open_) for m in matches),
        picked=(*at_desk, *(_table(desk, match) for match in matches if match.table in picked)),
        me=looking(desk),
        fault_for=_fault_named(desk.t, "deck"),
        look_for=deck_rules(desk.t.settings).limits,
        collects=handing_in.collects(desk.t),
        before=before,
        people=deck_states(desk) if before else (),
    )


def round_on(t: Tournament) -> Round | None:
    current = t.current_round
    return current if current is not None and current.phase == "published" else None


def unchecked(t: Tournament, matches: Sequence[Match]) -> list[Match]:
    """Tables with somebody whose deck nobody has looked at in this event."""
    done = {check.player for check in t.deck_checks if check.what == "deck"}
    return [match for match in matches if not done.issuperset(match.players)]


def first_five_page(
    desk: Desk, table: int, player: PlayerId, *, five: Sequence[str] = (), faults: Sequence[str] = ()
) -> FirstFivePage:
    """The cards of this player's list, with those chosen ticked and what is wrong with them."""
    match = open_match(desk.t, table)
    me, current = looking(desk), desk.t.current_round
    assert current is not None
    mine = me.player in match.players or any(p in match.players for p in me.ask)
    deck = None if mine or not may_see(desk, player) else listed_deck(desk, player)
    return FirstFivePage(
        table=table,
        number=current.number,
        player=player,
        checked=player in match.ready,
        cards=_cards(desk.t, deck, five),
        collected=handing_in.collects(desk.t),
        faults=tuple(faults),
        earlier=tuple(line for line in check_lines(desk, player) if line.what == WORDS["first-five"]),
        penalty=_fault_named(desk.t, "first-five"),
        barred=barred_cards(desk.t.settings),
        me=me,
        mine=mine,
    )


def listed_deck(desk: Desk, player: PlayerId) -> AnyDeck | None:
    """This player's list, if it can be chosen from."""
    kept = decks.deck_of(desk.id, player) if handing_in.collects(desk.t) else None
    return verdict(desk.t.settings, kept.text).deck if kept else None


def _cards(t: Tournament, deck: AnyDeck | None, five: Sequence[str]) -> tuple[FiveCard, ...]:
    rule, chosen = deck_rules(t.settings).five, {fold(name) for name in five}
    barred = {fold(name) for name in t.settings.chained_cards} if t.settings.chained else set()
    return tuple(
        FiveCard(name, count, chained=fold(name) in barred, chosen=fold(name) in chosen)
        for count, name in (rule.cards(deck) if rule and deck is not None else ())
    )


def _table(desk: Desk, match: Match) -> CheckedTable:
    current = desk.t.current_round
    assert current is not None
    return CheckedTable(match.table, tuple(_player(desk, player, number=current.number) for player in match.players))


def _player(desk: Desk, player: PlayerId, *, number: int) -> CheckedPlayer:
    t, seen = desk.t, may_see(desk, player)
    kept = decks.deck_of(desk.id, player) if seen else None
    found = verdict(t.settings, kept.text) if kept else None
    return CheckedPlayer(
        id=player,
        seen=seen,
        faction=handing_in.faction_for(t, player, number) if _shows_faction(desk, player, number) else "",
        pool=t.players[player].factions if pool_size(t.settings) and seen else (),
        verdict=found,
        shown=shown_list(t.settings, found.deck) if found and found.deck else None,
        checks=check_lines(desk, player),
    )


def _shows_faction(desk: Desk, player: PlayerId, number: int) -> bool:
    """Whoever plays at this table sees a choice when both have chosen."""
    if not pool_size(desk.t.settings):
        return True
    rounds = (round_ for round_ in desk.t.rounds if round_.number == number)
    match = next((m for round_ in rounds for m in round_.matches if player in m.players), None)
    return match is None or revealed(match) or match.table not in own_tables(desk)


def _fault_named(t: Tournament, what: str) -> str:
    """How the rulebook calls this fault, for the penalty form; nothing where it does not name it."""
    words = FAULTS[what]
    return next((s.fault for s in penalty_steps(t.settings) if any(w in s.fault.casefold() for w in words)), "")
