"""One table of the current round: who won, how, with how many wounds; or the games of a table of several."""

from __future__ import annotations

from collections.abc import Iterator

from engine.decisions import rounds
from engine.history import told
from engine.pairing import pods
from engine.pairing.pod_seating import came, is_fresh
from engine.pairing_words import in_words
from engine.pod_words import may_be_absent
from engine.progress import open_match, round_name
from engine.refusals import Refused
from engine.results import fingerprint_of
from engine.rulesets.base import Ruleset
from engine.rulesets.registry import ruleset_of
from engine.sides import Side, goes_first, lettered, members, seat_name, seat_names
from engine.standings.points import was_in
from engine.standings.ranking import lots_of
from engine.values import dataclass
from engine.words import Match, Penalty, PlayerId, Settings, StageKind, Tournament
from server.core.desk import Desk
from server.decks.known_lives import known_lives
from server.results.faction_form import FactionForm, faction_form
from server.results.result_form import Doubted, GameRow, Typed, typed_like
from server.results.results_page import Version, versions

HOWS: dict[str, tuple[str, str]] = {
    "played": ("Played", "to the end"),
    "concession": ("Conceded", "{win} for the winner, the {many} so far for the loser"),
    "penalty": ("Penalty", "a loss that was given"),
    "no-show": ("No-show", "the loser did not come"),
    "flag": ("Flag fell", "the loser’s time ran out"),
    "disqualified": ("Disqualified", "the loser is out for good"),
}


@dataclass(frozen=True, slots=True)
class ResultChoices:
    """What a result of this match can be."""

    one: PlayerId
    two: PlayerId
    thing: str
    hows: tuple[tuple[str, str, str], ...]
    draws: bool
    both_lose: bool
    both_fall: str

    @property
    def otherwise(self) -> str:
        """How it may have ended if not by play, the first few; empty where there is no other way."""
        words = [word.lower() for how, word, _ in self.hows if how != "played"]
        words += ["both lose"] if self.both_lose else []
        return ", ".join(words[:3]) + (" …" if len(words) > 3 else "")


@dataclass(frozen=True, slots=True)
class GameSeat:
    """A seat by its number; in teams it has a name, A1."""

    number: int
    name: str
    player: PlayerId
    left: bool
    absent: bool


@dataclass(frozen=True, slots=True)
class GameSide:
    """A player, or a team with its letter."""

    letter: str
    players: Side
    seats: tuple[GameSeat, ...]

    @property
    def gone(self) -> str:
        """How they went, where nobody of this side is left."""
        if self.here:
            return ""
        if all(seat.absent for seat in self.seats):
            return "did not come"
        return "have left" if len(self.seats) > 1 else "has left"

    @property
    def here(self) -> Side:
        """Who has not left."""
        return tuple(seat.player for seat in self.seats if not seat.left)


@dataclass(frozen=True, slots=True)
class Counted:
    """What a side was left with in a game: together, and of a team each; nothing where nobody of it was in it."""

    total: int | None
    each: tuple[int, ...]
    won: bool


@dataclass(frozen=True, slots=True)
class Leaving:
    """Who can leave the table: somebody, or a whole team with its letter. `value` is what the form sends."""

    value: str
    players: Side
    letter: str = ""


@dataclass(frozen=True, slots=True)
class Games:
    """A table of several: its sides, the games so far, the one that was stopped, who can leave, who would win now.

    `first` won the draw, where the box draws who sits first. `two_left` did not come, so that two are left before any
    game: they may sit down elsewhere; or `must_stay` says why not. `proposed` is who is ahead, if anybody is.
    """

    sides: tuple[GameSide, ...]
    first: PlayerId | None
    games: tuple[tuple[Counted, ...], ...]
    to_win: str
    stopped: int
    leaving: tuple[Leaving, ...]
    proposed: Side
    said: GameRow
    may_be_absent: tuple[PlayerId, ...]
    two_left: PlayerId | None
    must_stay: str = ""


@dataclass(frozen=True, slots=True)
class TablePage:
    table: int
    round: str
    why: str
    seats: tuple[tuple[PlayerId, str], ...]
    result: str
    shown: str
    said: Typed
    ask: str
    ask_key: str
    ask_hint: str
    choices: ResultChoices | None
    games: Games | None
    versions: tuple[Version, ...]
    penalties: tuple[Penalty, ...]
    out: tuple[PlayerId, ...]
    tied: tuple[tuple[Side, ...], ...]
    factions: FactionForm | None


def table_page(
    desk: Desk,
    table: int,
    *,
    said: Typed | None = None,
    doubt: Doubted | None = None,
    game: GameRow | None = None,
) -> TablePage:
    """The form of one table, with what was typed into it or with what is recorded."""
    t = desk.t
    match = open_match(t, table)
    settings = t.settings
    assert t.current_round is not None
    return TablePage(
        table=table,
        round=round_name(t, t.current_round.number),
        why=in_words(match.why),
        seats=tuple((player, seat_name(match, player)) for player in match.players),
        result=told(match, match.result) if match.result else "",
        shown=fingerprint_of(match),
        said=said or typed_like(match, match.result),
        ask=str(doubt) if doubt else "",
        ask_key=doubt.key if doubt else "",
        ask_hint=doubt.hint if doubt else "",
        choices=choices(match, settings, t.stages[-1].kind),
        games=_games(t, match, game),
        versions=() if match.result else versions(match, settings, known_lives(desk, t.rounds_played, match.players)),
        penalties=tuple(p for p in t.penalties if p.player in match.players),
        out=tuple(p for p in match.players if t.players[p].disqualified),
        tied=pods.tied(match),
        factions=faction_form(desk, t.current_round.number, match),
    )


def choices(match: Match, settings: Settings, stage: StageKind) -> ResultChoices | None:
    """How a duel can end by this rulebook; None at a table of several."""
    if len(match.seats) != 2:
        return None
    rules = ruleset_of(settings)
    flags = (
        settings.timer == "chess" or bool(match.flagged) or (match.result is not None and match.result.how == "flag")
    )
    hows = tuple(_how(how, rules) for how in rules.hows if how in HOWS and (how != "flag" or flags))
    one, two = match.players
    in_bracket = stage == "bracket"
    return ResultChoices(
        one,
        two,
        rules.side,
        hows,
        draws=settings.scoring.draws and not in_bracket,
        both_lose="double-loss" in rules.hows and not in_bracket,
        both_fall=rules.both_fall,
    )


def _how(how: str, rules: Ruleset) -> tuple[str, str, str]:
    """A way to end, and what it records where that is not plain."""
    word, note = HOWS[how]
    return how, word, note.format(win=rules.scoring.win_blood, many=rules.counted.many)


def game_sides(match: Match) -> tuple[GameSide, ...]:
    """The sides of a table with their seats, as forms ask for them."""
    names = seat_names(match) or ("",) * len(match.seats)
    seats = [
        GameSeat(number, name, player, player in match.withdrawn, player in match.no_shows)
        for number, (name, player) in enumerate(zip(names, match.players, strict=True), start=1)
    ]
    return tuple(
        GameSide(team, players, tuple(seat for seat in seats if seat.player in players))
        for team, players in lettered(match)
    )


def leaving(match: Match, chosen: str) -> Side:
    """Who is meant by a choice of `Games.leaving`."""
    found = next((each.players for each in _leaving(game_sides(match)) if each.value == chosen), ())
    if not found:
        raise Refused(f"Choose who leaves table {match.table}.")
    return found


def _leaving(sides: tuple[GameSide, ...]) -> Iterator[Leaving]:
    """Teams first, then everybody alone; whoever has left is not asked again."""
    for place, side in enumerate(sides):
        if side.letter and side.here:
            yield Leaving(f"side-{place}", side.here, side.letter)
    yield from (Leaving(player, (player,)) for side in sides for player in side.here)


def _played(sides: tuple[GameSide, ...], match: Match, number: int) -> tuple[Counted, ...]:
    game = match.games[number - 1]
    found = []
    for side in sides:
        here = [seat for seat in side.seats if was_in(match, seat.player, game=number)]
        each = tuple(game.realms[seat.number - 1] for seat in here)
        won = match.seats[side.seats[0].number - 1].side == game.winner
        found.append(Counted(sum(each) if here else None, each, won))
    return tuple(found)


def _games(t: Tournament, match: Match, typed: GameRow | None) -> Games | None:
    if len(match.seats) == 2:
        return None
    limits = ruleset_of(t.settings).limits
    least, most = limits.winner_least, limits.winner_most
    sides = game_sides(match)
    two_left = match.no_shows[0] if match.no_shows and is_fresh(match) and came(match) < pods.FEWEST else None
    return Games(
        sides=sides,
        first=goes_first(match),
        games=tuple(_played(sides, match, number) for number in range(1, len(match.games) + 1)),
        to_win=f"{least}" if least == most else f"{least} to {most}",
        stopped=next((place for place, game in enumerate(match.games, start=1) if game.winner is None), 0),
        leaving=tuple(_leaving(sides)),
        proposed=_ahead(t, match),
        said=typed or _empty(match),
        may_be_absent=may_be_absent(match),
        two_left=two_left,
        must_stay=_must_stay(t, two_left) if two_left else "",
    )


def _must_stay(t: Tournament, absent: PlayerId) -> str:
    """Why whoever is left at this table cannot sit elsewhere; empty if they can."""
    try:
        rounds.leave_out(t, absent)
    except Refused as why:
        return str(why)
    return ""


def _ahead(t: Tournament, match: Match) -> Side:
    """Who would win the table as it stands: nobody where only a lot could say it."""
    staying = [seat for seat in match.seats if seat.player not in match.withdrawn]
    if not staying or not match.games:
        return ()
    lots = lots_of(t)
    turned = {player: -lot for player, lot in lots.items()}
    found = {
        pods.proposed_winner(match.seats, match.games, lots=by, withdrawn=match.withdrawn) for by in (lots, turned)
    }
    return members(match, found.pop()) if len(found) == 1 else ()


def _empty(match: Match) -> GameRow:
    """Nothing typed yet; whoever has left the table has nothing left."""
    return GameRow("", tuple("0" if seat.player in match.withdrawn else "" for seat in match.seats))
