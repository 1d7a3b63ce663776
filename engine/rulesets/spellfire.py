"""Spellfire tournament rules.

| section of the rulebook | where in the code, or why not |
|---|---|
| Rules, Game Play, Combat, Events, Clarifications, Glossary … | how the game is played: not a tournament's business |
| Tournament Protocol | `penalties`, `notes`, `STAYS` |
| The Deck, Dungeon Cards | `decks.spellfire` |
| Starting the Game | `opening`, `spellfire_events.DECK_SIZES` |
| Victory | `realms_to_win`, `limits_for` |
| The Deck: post what is used | `posted` |
| What Do I Need? | `event_faults`, `Staff` (coordinator, judge) |
| Tournament Types, Variants, Victory Conditions | `spellfire_events` |
| Shorthand Specifications | `shorthand`; two printed examples lack the colon, ours always have it |
| Running a Tournament | `event_faults`, `RANKING`; that it was advertised is a tick |
| Making It Official | `DAYS_TO_REPORT`, `RANKING`, `series.ledger`; the forms are printed by the server |
| Tournament Tracking | `pairing.pods`: tables, two games to win one, who fills up |
| Tournament Scoring System | `standings.points`: 4/3/2/1 and 5/3/2 times the round, staff points |
| How Can I Find My Rank? | `RANKING`, `series.ranking` |
| Getting Us There, Comments? | addresses of another time; no code |
| Grids for 9, 18 and 60 players | printed by the server; their 4 × for winning the final is overruled by the text |
"""

from __future__ import annotations

from collections.abc import Iterator

from engine.decks.spellfire_cards import CHANGEABLE, community_limits, limit_named
from engine.decks.spellfire_lists import SPELLFIRE_LISTS
from engine.rulesets.base import (
    Counted,
    DeckFormat,
    GameLimits,
    LastRound,
    Offered,
    PenaltyStep,
    PostedRule,
    Ruleset,
    TimePlan,
)
from engine.rulesets.event_kinds import ANY, Barred, EventQuestions, plain
from engine.rulesets.spellfire_events import (
    DECK_SIZES,
    TYPES,
    VARIANTS,
    VICTORIES,
    deck_limits,
    deck_size,
    event_type,
)
from engine.sentences import span
from engine.series.rules import Asked, SeriesRules
from engine.standings.points import SCORED_FROM, SEATS_FROM
from engine.values import replace
from engine.words import Event, Scoring, Settings

DAYS_TO_REPORT = 30
FORMATION = 10  # the largest that the rulebook plays to; a team has two of them
START = Event()  # Championship, Standard, 55 cards: six realms
STANDARD_REALMS = 6
# Scoring example: “the championship round”; the 60-player grid: “Round 4, Championship”.
CHAMPIONSHIP = LastRound("Championship round", "the championship round", "CH", "Championship")

# What an event needs to count, and when its results are sent: Running a Tournament, Making It Official.
RANKING = SeriesRules(
    by="rounds",
    asked=Asked(
        scored=True, players=SCORED_FROM, seats=SEATS_FROM, ticks=("advertised", "latest_rules"), days=DAYS_TO_REPORT
    ),
)

DUNGEON_STEP = "A dungeon card is laid out when your first turn starts."
OWN_RULES = "The organizer’s own rules. Ask at the desk."
OWN_BELOW, HOUSE_RULES = "The organizer’s own rules, said under house rules.", "House rules"
STAYS = (
    "Decks change only as these rules say. A card destroyed by Enter Darkness Together may be replaced "
    "at the end of the round."
)

WHO_STARTS = ("Everyone draws a card: the highest last digit of its number starts. Tied: draw again.",)
# “Seating starts with whoever wins the draw”: in teams the box draws it with the seats.
TEAMS_START = (
    "Sit clockwise: A1, B1, C1, A2, B2, C2. A1 won the draw and starts.\n"
    "Later games: everyone draws a card, the highest last digit starts. Keep your seats.",
)
SET_UP = ("Shuffle well; the player on your right may cut.", DUNGEON_STEP)


def shorthand(event: Event, *, name: str | None = None) -> str:
    """The event as a convention booklet prints it; `name` where it is called something else than its type."""
    variants = f" ({', '.join(plain(variant) for variant in event.variants)})" if event.variants else ""
    return f"Spellfire: {plain(name or _called(event))}{variants}—{plain(event.victory)} [{event.deck_size}]"


def _called(event: Event) -> str:
    """The event's own name with its type, unless the name already says it."""
    kind, title = plain(event.type), plain(event.title)
    return f"{title}, {kind}" if title and kind.casefold() not in title.casefold() else title or kind


def realms_to_win(event: Event) -> int:
    """How many unrazed realms win a game: the type's own number, else by victory conditions and deck size.

    The usual six are ten with 110 cards. For conditions of one's own it is the number that the event already has.
    """
    own = event_type(event.type).to_win
    if own is not None:
        return own
    condition = next((each for each in VICTORIES if each.name == plain(event.victory)), None)
    if condition is None:
        return event.realms
    size = deck_size(event.deck_size)
    return size.to_win if size and condition.to_win == STANDARD_REALMS else condition.to_win


def with_realms(event: Event) -> Event:
    """The event with the number of realms that its type, conditions and deck size ask for copied in."""
    at_least = event_type(event.type).at_least
    return replace(event, realms=realms_to_win(event), realms_at_least=at_least)


def opening(event: Event) -> tuple[str, ...]:
    """The set-up steps with what the variants ask for and the hand of this deck size; no dungeons where barred."""
    chosen = [plain(variant) for variant in event.variants]
    asked = [variant.set_up for variant in VARIANTS if variant.set_up and variant.name in chosen]
    starts = TEAMS_START if event_type(event.type).teams else WHO_STARTS
    steps = (*starts, *(step for step in SET_UP if not (event.dungeons_barred and step == DUNGEON_STEP)), *asked)
    size = deck_size(event.deck_size)
    if size is None:
        return steps
    first = f"Draw {size.opening} cards. " if size.opening else ""
    hand = f"{first}Each turn you draw {size.draw} and keep {size.hand} at most at its end."
    return (*steps, hand)


def event_faults(event: Event, *, players: int | None = None) -> tuple[str, ...]:
    """What does not fit together in an event, a sentence each. Types, variants and conditions of one's own are fine."""
    return tuple(_faults(event, players=players))


def _faults(event: Event, *, players: int | None) -> Iterator[str]:
    if not event.type.strip() or not event.victory.strip():
        yield "The event needs a type and victory conditions. Championship and Standard are the usual ones."
    if deck_size(event.deck_size) is None:
        sizes = ", ".join(str(size.cards) for size in DECK_SIZES)
        yield f"There is no deck of {event.deck_size} cards. Choose one of {sizes}."
    if event.factor < 1:
        yield "Points count once or more. Set the factor to 1, or to 2 for double points."
    if event.realms < 1:
        yield "A game is won with at least one realm. Say how many realms your victory conditions ask for."
    if event.scored and players is not None and players < SCORED_FROM:
        yield (
            f"A scored event needs {SCORED_FROM} players or more; there are {players}. "
            "Find more players, or run it unscored."
        )
    yield from _variant_faults(event)
    yield from _team_faults(event)
    yield from _limit_faults(event)


def _variant_faults(event: Event) -> Iterator[str]:
    names = [plain(variant) for variant in event.variants]
    if len(set(names)) < len(names):
        yield "A variant is named twice. Name each one once."
    for variant in VARIANTS:
        if variant.name in names and variant.deck_size not in (None, event.deck_size):
            yield f"{variant.name} is for decks of {variant.deck_size} cards only. Change the deck size or drop it."


def _team_faults(event: Event) -> Iterator[str]:
    members = [player for team in event.teams for player in team]
    if event.teams and not event_type(event.type).teams:
        yield f"{plain(event.type)} is not played in teams. Choose Team Spirit, or clear the teams."
    if len(set(members)) < len(members):
        yield "Somebody is in a team twice. Each player has one place in one team."


def _limit_faults(event: Event) -> Iterator[str]:
    for row, least, most in event.limits:
        if row not in CHANGEABLE:
            yield f"A deck has no limit for {row}. Choose one of {', '.join(CHANGEABLE)}."
        elif not ANY[0] <= least <= most <= ANY[1]:
            yield f"{limit_named(row)} cannot be {least} to {most}. Give two numbers from 0 to {ANY[1]}, in order."


def posted(event: Event) -> tuple[PostedRule, ...]:
    """“Tournaments should always post what optional rules variants and victory conditions are being used.”"""
    kind = event_type(event.type)
    known = {variant.name: f"{variant.posted} {variant.set_up}".rstrip() for variant in VARIANTS}
    names = [plain(variant) for variant in event.variants]
    own = OWN_BELOW if event.own_rules else OWN_RULES
    digit = next((c for c in event.type if c.isdecimal()), "")
    return (
        PostedRule(
            plain(event.type), (kind.posted.format(digit=digit) if digit or not kind.digit else kind.summary) or own
        ),
        *(PostedRule(name, known.get(name, own)) for name in names),
        *((_posted_victory(event, own),) if kind.to_win is None else ()),
        *((PostedRule(HOUSE_RULES, event.own_rules),) if event.own_rules else ()),
        PostedRule(f"Decks of {event.deck_size} cards", " ".join(_posted_decks(event))),
    )


def _posted_victory(event: Event, own: str) -> PostedRule:
    known = next((each for each in VICTORIES if each.name == plain(event.victory)), None)
    text = known.posted if known else f"{{realms}} unrazed realms win a game. {own}"
    name = f"{known.name} victory" if known else plain(event.victory)
    return PostedRule(name, text.format(realms=event.realms))


def _posted_frame(event: Event, *, minutes: int = 0) -> PostedRule:
    """What holds whatever is played: whether it counts, and how long a round may take."""
    times = {1: "", 2: ", and points count double"}.get(event.factor, f", and points count {event.factor} times")
    scored = f"Scored, if {SCORED_FROM} or more play{times}." if event.scored else f"Not scored{times}."
    limit = f"A round has {minutes} minutes." if minutes else "No time limit."
    return PostedRule("Points and time", f"{scored} {limit} Two games win a table, and its winner goes on.")


def _posted_decks(event: Event) -> Iterator[str]:
    """Dungeon cards, limits that are not in the rulebook, and that nobody changes a deck."""
    yield "No dungeon cards." if event.dungeons_barred else "One dungeon card beside the deck is allowed."
    own = {row: (least, most) for row, least, most in event.limits}
    for row, (least, most) in (community_limits(event.deck_size) | own).items():
        yield f"{limit_named(row)}: {span(least, most)}."
    yield STAYS


def limits_for(event: Event) -> GameLimits:
    """The realms that fit an event's victory conditions.

    Standard and Enhanced end at once, so only the winner has the number. Barbaric ends at the start of a turn, and
    another player may have built six by then; nobody has a seventh place in the formation. In a Conqueror's game
    realms alone do not win, so everyone may have more than the winner needs. A team counts both formations.
    """
    if event.teams:
        return GameLimits(event.realms, 2 * FORMATION, 2 * FORMATION, each_most=FORMATION)
    if event.realms_at_least:
        most = max(event.realms, FORMATION)
        return GameLimits(event.realms, most, most, each_most=most)
    others = event.realms if event.victory == "Barbaric" else event.realms - 1
    return GameLimits(event.realms, event.realms, others, each_most=event.realms)


def by_settings(rules: Ruleset, settings: Settings) -> Ruleset:
    """Set-up, limits, teams, what the event is called and what is posted follow from the answers of the organizer."""
    event = settings.event or START
    teams, limits = event_type(event.type).teams, limits_for(event)
    called = shorthand(event)
    told = (*posted(event), _posted_frame(event, minutes=settings.round_minutes))
    return replace(rules, set_up=opening(event), limits=limits, teams=teams, booklet=called, posted=told)


QUESTIONS = EventQuestions(
    start=START,
    types=TYPES,
    variants=VARIANTS,
    victories=VICTORIES,
    deck_sizes=DECK_SIZES,
    deck_limits=deck_limits,
    barred=Barred("No dungeon cards", "else everyone may have one beside the deck"),
    type_of=event_type,
    settled=with_realms,
    faults=event_faults,
    booklet=shorthand,
)

SPELLFIRE = Ruleset(
    id="spellfire",
    name="Spellfire",
    offered=Offered("Spellfire", "tables of three"),
    scoring=Scoring(
        score="points",
        win=0,  # points go by place and round
        draw=0,
        tiebreaks=("realms_per_game", "lot"),
        win_blood=0,
        ask_above=0,
        most_blood=0,
        missed_lost=0,
        bye_by="standings",
    ),
    stages=("pods",),
    rounds=(),
    rounds_with_cut=(),
    refused_below=3,
    hows=("played", "ended-early", "disqualified"),
    side="",
    counted=Counted(one="realm", many="realms", points="", column="Games", exact="unrazed realms"),
    time=TimePlan(
        minutes=0,
        shortest=0,
        longest=0,
        called="Time! Count your realms",
        steps=(
            "Stop and count your unrazed realms.\nReport everyone’s at the table, or to the desk.",
            "Most games won takes the table.\nThen most realms over its games, then by lot.",
        ),
    ),
    bracket_time=None,
    chess=None,
    set_up=opening(START),
    penalties=(
        PenaltyStep(
            "Illegal deck or sideboard",
            "The player may be ejected.",
            "The player may be ejected.",
            kinds=("disqualification",),
            code="illegal-deck-or-sideboard",
        ),
        PenaltyStep(
            "Deck changed other than by a sideboard swap, or not put back after the match",
            "The player may be ejected.",
            "The player may be ejected.",
            kinds=("disqualification",),
            code="deck-changed",
        ),
        PenaltyStep(
            "A play that could not work",
            "No penalty: in most cases it may be taken back.",
            "Your call.",
            code="impossible-play",
        ),
    ),
    decks=SPELLFIRE_LISTS,
    deck_formats=(DeckFormat("constructed", "Constructed decks"),),
    sheets=("rules", "grid", "wrap-up", "scoring", "decks"),
    notes=(
        "Post the type, variants, victory conditions and deck size, so that people can build for it.",
        "Which optional rules are used is the coordinator's choice, not the table's.",
        f"Scored events need {SCORED_FROM} players or more and tables of three or more; their results are sent in "
        f"within {DAYS_TO_REPORT} days.",
        "Nobody is turned away for making a table of four.",
    ),
    staff_roles=("judge", "coordinator"),
    report_days=DAYS_TO_REPORT,
    last_round=CHAMPIONSHIP,
    series=RANKING,
    limits=limits_for(START),
    booklet=shorthand(START),
    posted=(*posted(START), _posted_frame(START)),
    questions=QUESTIONS,
    by_settings=by_settings,
)
