"""Decks at the desk: who has handed in what, one player's list or roster, and the form it is entered with."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from werkzeug.datastructures import FileStorage

from engine import so_far
from engine.decks.catalogue_files import text_of
from engine.decks.rules import CatalogueRules, DeckFiles, DeckSheet, ShownList
from engine.factions import pool_size
from engine.handing_in import asked_for, names_factions
from engine.history import by_whom
from engine.refusals import Refused, Unknown
from engine.rosters_due import rounds_to_name
from engine.rulesets.registry import deck_rules, ruleset_of
from engine.sentences import plural
from engine.standings.faction_records import FactionRecord, faction_records
from engine.values import dataclass, replace
from engine.words import Player, PlayerId, Settings, Tournament
from server.box.addresses import why_no_phones
from server.core import open_forms
from server.core.desk import Desk
from server.core.spelling import clean, shortened, sorting
from server.core.texts import cleaned
from server.decks import catalogue, deadline, decks
from server.decks.checks_page import CheckLine, DeckState, check_lines, deck_states, round_on
from server.decks.deck_form import DeckForm, form_of, form_typed, text_typed
from server.decks.decks import Deck
from server.decks.verdicts import (
    AnyDeck,
    ListVerdict,
    faults_of_roster,
    shown_list,
    verdict,
    written_out,
)
from server.people.playing_staff import Looking, looking, may_see, why_not


@dataclass(frozen=True, slots=True)
class DeckLine:
    """A player in the list of decks; `notes` are the faults, if whoever looks may know them."""

    id: PlayerId
    state: str
    word: str
    line: str
    notes: tuple[str, ...]
    active: bool


@dataclass(frozen=True, slots=True)
class DecksPage:
    """`handed_in` is what players hand in; without anything decks are only looked at."""

    lines: tuple[DeckLine, ...]
    handed_in: str
    rosters: bool
    pool: int
    records: tuple[FactionRecord, ...]
    playing: bool
    told: str
    open: int
    missing: int
    due: str
    begun: bool
    me: Looking
    closed: str
    catalogue: catalogue.Loaded | None
    catalogues: CatalogueRules | None
    has_lists: bool
    lists_since: str
    no_phones: str


@dataclass(frozen=True, slots=True)
class Editing:
    """The form a list is entered with: as text, or field by field where the game has a sheet for it.

    `names` are the cards to choose from, `files` the deck files that are read; `typed` if it shows what is
    not saved.
    """

    how: str
    example: str
    text: str
    form: DeckForm | None
    can_form: bool
    names: tuple[str, ...]
    files: DeckFiles | None = None
    typed: bool = False


@dataclass(frozen=True, slots=True)
class RosterRound:
    """A round's faction, or one of a pool; `fixed` once play has begun, `missed` for rounds before a late entry."""

    number: int
    label: str
    faction: str
    fixed: bool
    missed: bool


@dataclass(frozen=True, slots=True)
class DeckPage:
    """One player's list: how it reads, what is wrong with it, what can be done."""

    player: PlayerId
    locked: bool
    closed: str
    me: Looking
    saved: str
    at: str
    verdict: ListVerdict | None
    shown: ShownList | None
    editing: Editing | None
    roster: tuple[RosterRound, ...]
    pool: int
    roster_faults: tuple[str, ...]
    checks: tuple[CheckLine, ...]
    was: str


def decks_page(desk: Desk) -> DecksPage:
    """Everybody with what they handed in, by name."""
    t, rosters = desk.t, names_factions(desk.t)
    kept = decks.decks_of(desk.id)
    players = sorted(t.players.values(), key=lambda p: (not p.active, sorting(desk.names.get(p.id, p.id))))
    handed_in = asked_for(t)
    checked = {} if handed_in else {each.player: each for each in deck_states(desk)}
    lines = tuple(_line_of(desk, p, kept.get(p.id), rosters=rosters, checked=checked.get(p.id)) for p in players)
    active = [line for line in lines if line.active]
    me, rules = looking(desk), ruleset_of(t.settings)
    cards = None if rosters else deck_rules(t.settings).catalogue
    return DecksPage(
        lines=lines,
        handed_in=handed_in,
        rosters=rosters,
        pool=pool_size(t.settings),
        records=faction_records(t),
        playing=round_on(t) is not None,
        told=_told(active, rosters=rosters) if handed_in else _checked_so_far(active),
        open=sum(p.id in kept and not p.deck_locked for p in players),
        missing=sum(line.state == "" for line in active),
        due=deadline.shown(t),
        begun=so_far.begun(t),
        me=me,
        closed="" if t.finish or not (me.player or me.ask) or rosters or not handed_in else why_not(desk),
        catalogue=catalogue.loaded(cards),
        catalogues=cards,
        has_lists=bool(rules.chained or rules.banned),
        lists_since=t.settings.lists_since,
        no_phones=why_no_phones(),
    )


def deck_page(
    desk: Desk,
    player: PlayerId,
    *,
    staff: Mapping[str, str],
    editing: Editing | None = None,
    as_form: bool = False,
    typed: Mapping[str, str] | None = None,
    why: Refused | None = None,
) -> DeckPage:
    """This player's list or roster; `editing` and `typed` bring back what somebody typed, and `why` it is not saved."""
    t = desk.t
    known = known_player(t, player)
    seen = may_see(desk, player)
    kept = decks.deck_of(desk.id, player) if seen else None
    found = verdict(t.settings, kept.text) if kept else None
    rosters = names_factions(t)
    rounds = roster_rounds(t, known) if rosters else ()
    return DeckPage(
        player=player,
        locked=known.deck_locked,
        closed="" if seen or rosters else why_not(desk),
        me=looking(desk),
        saved=by_whom(kept.by, staff, desk.names) if kept else "",
        at=kept.at if kept else "",
        verdict=found,
        shown=shown_list(t.settings, found.deck) if found and found.deck else None,
        editing=editing or (None if rosters or not seen else editing_kept(t.settings, kept, as_form=as_form)),
        roster=typed_over(rounds, typed or {}),
        pool=pool_size(t.settings),
        roster_faults=faults_of_roster(t, known) if rosters else (),
        checks=check_lines(desk, player),
        was=open_forms.was(_roster_kept(rounds) if rosters else _list_kept(kept), typed, why),
    )


def require_list_as_it_was(
    form: Mapping[str, str], desk: Desk, player: PlayerId, *, text: str, staff: Mapping[str, str]
) -> None:
    """Refused if the player or somebody else saved another list since the form was opened; `text` is what it says."""
    kept = decks.deck_of(desk.id, player)
    saved = f"another list, saved by {by_whom(kept.by, staff, desk.names)}" if kept else "no list"
    same = _list_kept(kept)["list"] == text
    open_forms.require_as_it_was(form, _list_kept(kept), now="" if same else saved)


def require_roster_as_it_was(form: Mapping[str, str], t: Tournament, player: Player) -> None:
    """Refused with the factions of today, if they are not what the form was filled with."""
    rounds = [each for each in roster_rounds(t, player) if not each.missed]
    kept = _roster_kept(rounds)
    told = "faction {}" if pool_size(t.settings) else "faction in round {}"
    labels = {f"round-{each.number}": told.format(each.number) for each in rounds}
    open_forms.require_as_it_was(form, kept, now=open_forms.differences(kept, form, labels))


def _list_kept(kept: Deck | None) -> dict[str, str]:
    return {"list": kept.text if kept else ""}


def _roster_kept(rounds: Iterable[RosterRound]) -> dict[str, str]:
    return {f"round-{each.number}": each.faction for each in rounds if not each.missed}


def typed_over(rounds: tuple[RosterRound, ...], typed: Mapping[str, str]) -> tuple[RosterRound, ...]:
    """With what somebody typed in place of what is kept."""
    return tuple(replace(each, faction=typed.get(f"round-{each.number}", each.faction)) for each in rounds)


def known_player(t: Tournament, player: PlayerId) -> Player:
    if player not in t.players:
        raise Unknown("There is no such player in this event. They may have been taken off the list.")
    return t.players[player]


def editing_kept(settings: Settings, kept: Deck | None, *, as_form: bool) -> Editing:
    """The form with what is kept in it."""
    found = verdict(settings, kept.text) if kept else None
    sheet = deck_rules(settings).sheet
    fields = form_of(sheet, found.deck if found else None) if as_form and sheet else None
    return _editing(settings, text=kept.text if kept else "", form=fields)


def editing_typed(settings: Settings, typed: Mapping[str, str]) -> Editing:
    """The form as it came in."""
    sheet = sheet_typed(settings, typed)
    fields = form_typed(sheet, typed) if sheet else None
    return replace(_editing(settings, text=typed.get("list", ""), form=fields), typed=True)


def sheet_typed(settings: Settings, typed: Mapping[str, str]) -> DeckSheet[AnyDeck] | None:
    """The sheet that was filled in; none where a text was pasted, or where the game has no sheet."""
    return deck_rules(settings).sheet if typed.get("as") == "form" else None


def list_typed(settings: Settings, typed: Mapping[str, str], files: Mapping[str, FileStorage]) -> str:
    """The text of what was pasted, sent as a file or filled in, as it is kept."""
    sheet, sent = sheet_typed(settings, typed), files.get("file")
    pasted = text_of(sent.read()) if sent else typed.get("list", "")
    text = text_typed(sheet, typed) if sheet else written_out(settings, pasted)
    return cleaned(text, most=decks.LONGEST)


def verdict_typed(settings: Settings, typed: Mapping[str, str], files: Mapping[str, FileStorage]) -> ListVerdict:
    """What the rulebook says to a list that is not saved yet."""
    try:
        return verdict(settings, list_typed(settings, typed, files))
    except Refused as why:
        return ListVerdict(None, (str(why),))


def roster_rounds(t: Tournament, player: Player) -> tuple[RosterRound, ...]:
    """A line for each round with what is named for it, or for each faction of a pool."""
    named, begun, pool = player.factions, so_far.begun(t), pool_size(t.settings)
    rounds = range(1, max(pool or rounds_to_name(t), len(named)) + 1)
    return tuple(
        RosterRound(
            number=n,
            label=f"Faction {n}" if pool else f"Round {n}",
            faction=named[n - 1] if n <= len(named) else "",
            fixed=begun and n <= len(named) and bool(named[n - 1]),
            missed=n < player.entered and not pool,
        )
        for n in rounds
    )


def roster_typed(t: Tournament, player: Player, typed: Mapping[str, str]) -> tuple[str, ...]:
    """The factions of a filled roster; rounds that are fixed or missed are not asked for."""
    rounds = roster_rounds(t, player)
    found = [r.faction if r.fixed or r.missed else clean(typed.get(f"round-{r.number}", ""))[:100] for r in rounds]
    while found and not found[-1]:
        found.pop()
    return tuple(found)


def _editing(settings: Settings, *, text: str, form: DeckForm | None) -> Editing:
    rules = deck_rules(settings)
    known = catalogue.loaded(rules.catalogue)
    names = known if form else None
    return Editing(
        how=(known and rules.names_are_enough) or rules.how,
        example=rules.example,
        text=text,
        form=form,
        can_form=rules.sheet is not None,
        names=tuple(sorted({card["name"] for card in names.cards})) if names else (),
        files=rules.files if known else None,
    )


def _line_of(desk: Desk, player: Player, kept: Deck | None, *, rosters: bool, checked: DeckState | None) -> DeckLine:
    if rosters:
        return _roster_line(desk.t, player)
    if not asked_for(desk.t):
        state, word = (checked.state, checked.word) if checked else ("", "")
        return DeckLine(player.id, state, word, "", (), player.active)
    return _line(desk, player, kept)


def _line(desk: Desk, player: Player, kept: Deck | None) -> DeckLine:
    if kept is None:
        return DeckLine(player.id, "", "No list, closed" if player.deck_locked else "No list", "", (), player.active)
    found = verdict(desk.t.settings, kept.text)
    seen = may_see(desk, player.id)
    line = shown_list(desk.t.settings, found.deck).line if seen and found.deck else ""
    notes = shortened(found.faults, 2) if seen else ()
    word = "Handed in" if player.deck_locked else "Saved, not handed in"
    if not found.legal:
        wrong = plural(len(found.faults), "fault")
        return DeckLine(player.id, "alarm", f"{word.split(',')[0]}, {wrong}", line, notes, player.active)
    return DeckLine(player.id, "done" if player.deck_locked else "warning", word, line, notes, player.active)


def _roster_line(t: Tournament, player: Player) -> DeckLine:
    faults = faults_of_roster(t, player)
    line = ", ".join(name or "–" for name in player.factions)
    if not player.factions:
        return DeckLine(player.id, "", "No roster", line, (), player.active)
    word = "Complete" if not faults else plural(len(faults), "fault")
    return DeckLine(player.id, "alarm" if faults else "done", word, line, shortened(faults, 2), player.active)


def _checked_so_far(lines: Sequence[DeckLine]) -> str:
    done = sum(bool(line.state) for line in lines)
    return f"{done} of {len(lines)} decks are checked."


def _told(lines: Sequence[DeckLine], *, rosters: bool) -> str:
    done, wrong = (sum(line.state == state for line in lines) for state in ("done", "alarm"))
    what = "complete" if rosters else "handed in and legal"
    return f"{done} of {len(lines)} {what}" + (f", {plural(wrong, 'has', 'have')} faults" if wrong else "") + "."
