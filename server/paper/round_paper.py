"""What is printed for a round: lists, slips, standings, the bracket; alone, or all of it in one go."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field
from datetime import datetime

from flask import url_for
from markupsafe import Markup

from engine.factions import pool_size
from engine.handing_in import faction_shown
from engine.pairing.pods import most_games
from engine.progress import round_in_sentence, round_name, standings_after
from engine.rulesets.base import Counted
from engine.rulesets.registry import ruleset_of
from engine.sentences import capital
from engine.sides import Lettered, goes_first, lettered, seat_name, sides
from engine.so_far import last_closed
from engine.standings.amended import Amended, amended_until
from engine.standings.bracket_drawing import Drawing, drawing
from engine.standings.places import FinalPlace, final_places, recorded_places, without_place
from engine.standings.ranks import Ranks, last_ranks
from engine.values import dataclass, replace
from engine.words import Match, PlayerId, Round, Stage, Tournament
from server.box.qr_codes import qr
from server.core import holders, keys
from server.core.desk import Desk
from server.paper.end_paper import NOT_OVER, why_no_prizes
from server.paper.lists import Seated, by_name, longest_word, round_of
from server.paper.sheets import Link, links, printed_at
from server.people.codes import slip_link

SLIPS_A_PAGE = 8
POD_SLIPS_A_PAGE = 6
# So many names fit on one page of this size: one column of large print, or two.
NAMES_SIZES = {"largest": 20, "large": 44}
WIDEST_WORDS = {"largest": 30, "large": 14, "plain": 18}  # letters of a word that one line of a column holds
PACK = ("places", "names", "tables", "slips", "standings", "bracket")
SHEETS = (*PACK, "pack")


@dataclass(frozen=True, slots=True)
class Printable:
    """One thing that can be printed, or why it cannot yet."""

    what: str
    title: str
    text: str
    href: str
    why_not: str = ""


@dataclass(frozen=True, slots=True)
class PaperPage:
    round: str
    draft: bool
    sheets: tuple[Printable, ...]
    rounds: tuple[tuple[int, str, bool], ...]
    rulebook: tuple[Link, ...] = ()


@dataclass(frozen=True, slots=True)
class PaperTable:
    """A table on paper: its sides with their letters, and the seats in the order of the slip, with names in teams.

    `games` is how many it can need; `first` won the draw, in teams. `factions` are what each plays in this round;
    `stay` is whose table it is in every round.
    """

    table: int
    sides: Lettered
    seats: tuple[tuple[str, PlayerId], ...]
    games: int
    first: PlayerId | None
    factions: Mapping[PlayerId, str]
    stay: tuple[PlayerId, ...] = ()


@dataclass(frozen=True, slots=True)
class PaperDocument:
    """Everything that one printed document holds; what it does not hold is empty.

    `differs`: by the results as they stand now, the places would be others.
    """

    title: str
    event: str
    round: str
    draft: bool
    printed: str
    names: tuple[Seated, ...] = ()
    names_size: str = "plain"
    tables: tuple[PaperTable, ...] = ()
    byes: tuple[PlayerId, ...] = ()
    slips: tuple[tuple[PaperTable | None, ...], ...] = ()
    slip: str = ""
    qr: Mapping[int, Markup] = field(default_factory=dict)
    address: str = ""
    played_by: str = ""
    side: str = ""
    counted: Counted | None = None
    draws: bool = False
    both_fall: str = ""
    bracket_name: str = ""
    standings: tuple[Ranks, ...] = ()
    standings_title: str = ""
    amended: tuple[Amended, ...] = ()
    places: tuple[FinalPlace, ...] = ()
    unplaced: tuple[PlayerId, ...] = ()
    differs: bool = False
    drawing: Drawing | None = None


def collated(count: int, per_page: int) -> tuple[tuple[int | None, ...], ...]:
    """Which slip is where, page by page. Cut the whole pile once, stack the small piles, and they are in order.

    The pile at a place of the page holds consecutive slips, so that place k of page p is slip k × pages + p.
    """
    pages = -(-count // per_page)
    return tuple(
        tuple(slip if (slip := place * pages + page) < count else None for place in range(per_page))
        for page in range(pages)
    )


def paper_page(desk: Desk, number: int | None) -> PaperPage:
    """What can be printed for this round; without one, for the newest."""
    t = desk.t
    rounds = list(t.rounds)
    round_ = round_of(desk, number) if rounds else None
    shown = round_.number if round_ else 0
    sheets = _at_the_end(desk) + tuple(
        Printable(what, title, text, url_for("paper.sheet", tid=desk.id, what=what, round=shown or None), why_not)
        for what, title, text, why_not in _sheets(t, round_)
        if what != "bracket" or "bracket" in ruleset_of(t.settings).stages
    )
    name = round_in_sentence(t, shown) if round_ else ""
    choices = tuple((r.number, round_name(t, r.number), r.number == shown) for r in reversed(rounds))
    return PaperPage(name, round_ is not None and round_.phase == "draft", sheets, choices, links(desk))


def _at_the_end(desk: Desk) -> tuple[Printable, ...]:
    """What is handed over at the prize giving; nothing before there are places."""
    if desk.t.finish is None:
        return ()
    at = {what: url_for(f"paper.{what}", tid=desk.id) for what in ("certificates", "prizes")}
    listed, prizes = "Who takes which prize, with a line to sign.", why_no_prizes(desk)
    return (
        Printable(
            "certificates", "Certificates", "A page for each of the first places, or for everybody.", at["certificates"]
        ),
        Printable("prizes", "Prize list", listed, at["prizes"], prizes),
    )


def document(desk: Desk, what: str, number: int | None, *, now: datetime, address: str = "") -> PaperDocument:
    """One document: a single sheet, or the pack with all of them. With the box's address, slips have a QR code."""
    t = desk.t
    parts = _pack(t) if what == "pack" else (what,)
    round_ = round_of(desk, number)
    stage = _stage(t, round_)
    per_page = POD_SLIPS_A_PAGE if stage.kind == "pods" else SLIPS_A_PAGE
    matches = tuple(_on_paper(t, round_, match) for match in sorted(round_.matches, key=lambda match: match.table))
    pages = collated(len(matches), per_page) if "slips" in parts else ()
    standings, after = _standings(t, round_) if "standings" in parts else ((), 0)
    rules, called = ruleset_of(t.settings), capital(round_name(t, round_.number))
    places = recorded_places(t) if "places" in parts and round_ is t.current_round else ()
    return PaperDocument(
        title=_title(t, round_, what, after=after),
        event=desk.name,
        round=called,
        draft=round_.phase == "draft",
        printed=printed_at(now),
        names=_by_name(desk, round_) if "names" in parts else (),
        names_size=_names_size(round_),
        tables=matches if "tables" in parts else (),
        byes=tuple(bye.player for bye in round_.byes) if "tables" in parts else (),
        slips=tuple(tuple(None if at is None else matches[at] for at in page) for page in pages),
        slip="pods" if stage.kind == "pods" else "duel",
        qr=_slip_codes(desk, round_, address) if address and pages else {},
        address=address.removeprefix("http://").rstrip("/"),
        played_by=rules.booklet,
        side=rules.side,
        counted=rules.counted,
        draws=t.settings.scoring.draws and stage.kind != "bracket",
        both_fall=rules.both_fall,
        bracket_name=rules.bracket_name,
        standings=standings,
        standings_title=f"Standings {standings_after(t, after)}" if after else "",
        amended=amended_until(desk.book.acts, after),
        places=places,
        unplaced=without_place(t) if places else (),
        differs=bool(places) and t.finish is not None and final_places(t) != t.finish.ranking,
        drawing=drawing(t, stage) if "bracket" in parts and stage.kind == "bracket" else None,
    )


def _pack(t: Tournament) -> tuple[str, ...]:
    """Once the event is over, nobody has a slip to fill in."""
    return tuple(part for part in PACK if part != "slips" or t.finish is None)


def _title(t: Tournament, round_: Round, what: str, *, after: int) -> str:
    """What the document is called: what it holds, and of which round. Places are of the whole event."""
    title = {sheet[0]: sheet[1] for sheet in _sheets(t, round_)}[what]
    if what == "places":
        return title
    if what == "standings":
        return f"{title} {standings_after(t, after)}"
    return f"{title}, {round_name(t, round_.number)}"


def _names_size(round_: Round | None) -> str:
    """How large pairings by name are printed: they hang on a wall, so few of them fill their page."""
    seated = len(round_.seated) + len(round_.byes) if round_ else 0
    return next((size for size, most in NAMES_SIZES.items() if seated <= most), "plain")


def _by_name(desk: Desk, round_: Round) -> tuple[Seated, ...]:
    """Everybody by the alphabet, with what they play."""
    widest = WIDEST_WORDS[_names_size(round_)]
    return tuple(
        replace(
            each,
            faction=_faction(desk.t, round_, each.player),
            small=longest_word(desk.names[each.player]) > widest,
        )
        for each in by_name(round_, desk.names)
    )


def _faction(t: Tournament, round_: Round, player: PlayerId) -> str:
    """What is played this round, where it is named beforehand; of a pool nothing, since that is chosen at the table."""
    bye = any(bye.player == player for bye in round_.byes)
    return "" if bye or pool_size(t.settings) else faction_shown(t, player, round_.number)


def _on_paper(t: Tournament, round_: Round, match: Match) -> PaperTable:
    seats = tuple((seat_name(match, player), player) for side in sides(match) for player in side)
    games, factions = most_games(len(sides(match))), {p: _faction(t, round_, p) for p in match.players}
    stay = tuple(player for player in match.players if t.players[player].fixed_table == match.table)
    return PaperTable(match.table, lettered(match), seats, games, goes_first(match), factions, stay)


def _sheets(t: Tournament, round_: Round | None) -> tuple[tuple[str, str, str, str], ...]:
    """Every sheet with its title, what it is for, and why it cannot be printed (empty if it can)."""
    unpaired = "" if round_ else "No round is paired yet."
    stage = _stage(t, round_) if round_ else None
    unplayed = "" if round_ and _standings(t, round_)[1] else "No round is closed yet."
    no_bracket = "" if stage and stage.kind == "bracket" else "This round is not of a bracket."
    over = t.finish is not None
    filled = "The event is over." if over else unpaired
    places = ("places", "Final places", "Everybody’s place, with the prizes.", "" if over else NOT_OVER)
    return (
        *((places,) if over else ()),
        ("pack", "Round pack", "All of this round’s paper in one document.", unpaired),
        ("names", "Pairings by name", "For the wall: everyone finds their table.", unpaired),
        ("tables", "Pairings by table", "For the desk and the judges.", unpaired),
        ("slips", "Match slips", "Cut the pile once, stack the piles: they are in table order.", filled),
        ("standings", "Standings", "After the last closed round, with tie-breaks.", unplayed),
        ("bracket", "Bracket", "Who is through, who is next.", no_bracket),
        *(() if over else (places,)),
        ("codes", "Personal codes", "A slip for each player, to report from their own phone.", ""),
        ("signs", "Table signs", "One for each table of the event: cut, fold, and they stand.", ""),
        ("cards", "Name cards", "One for each player, eight to a page.", "" if t.players else "Nobody is entered yet."),
    )


def _standings(t: Tournament, round_: Round) -> tuple[tuple[Ranks, ...], int]:
    """Those after this round if it is closed, else after the one before; a bracket shows those it came from."""
    return last_ranks(t, min(round_.number, last_closed(t)))


def _slip_codes(desk: Desk, round_: Round, address: str) -> dict[int, Markup]:
    """By table: what opens that match on a phone."""
    secret = holders.secret(desk.id)
    found = {match.table: keys.slip_key(secret, round_.number, match=match) for match in round_.matches}
    return {table: qr(slip_link(address, desk.id, round_.number, table=table, key=key)) for table, key in found.items()}


def _stage(t: Tournament, round_: Round) -> Stage:
    return next(stage for stage in t.stages if round_ in stage.rounds)
