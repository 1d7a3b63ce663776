"""A sixth game, as somebody would add it: this one file, and one line in the registry.

Crystal Duel: golems crack. Ten shards win, a draw is possible, decks are three crystals and a golem.
"""

from __future__ import annotations

from dataclasses import dataclass

from engine.decks.lines import clean_lines
from engine.decks.rules import Catalogue, DeckRules, DeckSheet, Filled, ListedCard, Section, SheetBlock, ShownList
from engine.refusals import Refused
from engine.rulesets.base import Counted, DeckFormat, Offered, PenaltyStep, RoundsRow, Ruleset, TimePlan
from engine.words import Scoring, Settings

CRYSTALS = 3


@dataclass(frozen=True, slots=True)
class CrystalDeck:
    golem: str
    crystals: tuple[str, ...]


def _read(text: str) -> CrystalDeck:
    lines = [line for line in clean_lines(text) if line]
    if not lines or not lines[0].startswith("Golem: "):
        raise Refused("The first line names the golem, like “Golem: Rubble”.")
    return CrystalDeck(lines[0].removeprefix("Golem: "), tuple(each.removeprefix("Crystal: ") for each in lines[1:]))


def _faults(deck: CrystalDeck, _settings: Settings, _cards: Catalogue | None) -> tuple[str, ...]:
    found = len(deck.crystals)
    return () if found == CRYSTALS else (f"{found} crystals; a golem wears {CRYSTALS}.",)


def _shown(deck: CrystalDeck, _: Settings) -> ShownList:
    crystals = Section("Crystals", tuple(ListedCard(1, name) for name in deck.crystals))
    return ShownList("", f"{deck.golem}, {len(deck.crystals)} crystals", (("Golem", deck.golem),), (crystals,))


CRYSTAL_DUEL = Ruleset(
    id="crystal-duel",
    name="Crystal Duel",
    offered=Offered("Crystal Duel", "Swiss, 2/1/0"),
    scoring=Scoring(
        score="points",
        win=2,
        draw=1,
        tiebreaks=("toep", "blood_earned", "lot"),
        draws=True,
        win_blood=10,
        ask_above=9,
        most_blood=20,
        missed_lost=10,
        bye_by="standings",
    ),
    stages=("swiss", "bracket"),
    rounds=(RoundsRow(2, 4, 2), RoundsRow(5, None, 3, cuts=(4,))),
    rounds_with_cut=(),
    refused_below=2,
    hows=("played", "concession", "no-show", "double-loss", "disqualified"),
    side="Golem",
    counted=Counted(one="crack", many="cracks", points="shards", column="Shards", short="Sh"),
    time=TimePlan(
        40, 40, 40, called="Time! The kiln opens", steps=("Finish the turn.", "The more cracked golem falls.")
    ),
    bracket_time=None,
    chess=None,
    set_up=("Lay out your golem, face down.",),
    penalties=(PenaltyStep("Chipping", "A warning.", "The match.", kinds=("warning", "match-loss"), code="chipping"),),
    decks=DeckRules(
        read=_read,
        faults=_faults,
        shown=_shown,
        how="The golem first, then a crystal a line.",
        example="Golem: NAME\nCrystal: NAME",
        limits="Three crystals.",
        sheet=DeckSheet(
            leader="Golem",
            blocks=(SheetBlock("crystal", "Crystals", CRYSTALS, counted=False),),
            filled=lambda deck: Filled(deck.golem, cards=(tuple((1, name) for name in deck.crystals),)),
        ),
    ),
    deck_formats=(
        DeckFormat("quarry", "Quarry, with any crystals", short="Quarry", small="any crystals"),
        DeckFormat(
            "sealed-geode",
            "Sealed geodes",
            short="Geodes",
            small="as they come",
            step="Open your geode.",
            written_down=True,
        ),
    ),
    sheets=("decks", "matches", "scores"),
    notes=("Bring a hammer.",),
)
