"""What happened, in one line a person can read. Ids of players are marked; `named` puts the names in."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from engine import facts as f
from engine.clock import mmss
from engine.fees import amount
from engine.fold import Act
from engine.pairing import pods
from engine.pairing_words import in_words
from engine.penalty_words import fault_words
from engine.sentences import everyone, plural, round_at_start, the_round, who
from engine.sides import together
from engine.values import replace
from engine.words import ClockCorrectionReason, Entering, Match, Result

Say = Callable[[Any], str]


def sentence(act: Act) -> str:
    """The whole act in one line: its most telling facts."""
    kinds: dict[type, list[Any]] = {}
    for fact in act.facts:
        kinds.setdefault(type(fact), []).append(fact)
    return "; ".join(_told(kind, facts) for kind, facts in kinds.items())


def _told(kind: type, facts: list[Any]) -> str:
    """Facts of one kind: each for itself, or summed up where there are many."""
    if kind in SAY_TOGETHER and len(facts) > 1:
        return SAY_TOGETHER[kind](facts)
    if len(facts) <= 3:
        return "; ".join(dict.fromkeys(SAY[kind](fact) for fact in facts))
    return SAY_MANY.get(kind, lambda many: f"{SAY[kind](many[0])}, and {len(many) - 1} more")(facts)


def by_whom(by: str, staff: Mapping[str, str], names: Mapping[str, str]) -> str:
    """Who did it: staff and tablets by name, players by theirs, a match slip by its table."""
    kind, _, rest = by.partition(":")
    if kind == "player":
        return names.get(rest, rest)
    if kind == "slip":
        return f"Slip of table {rest.rpartition('.')[2]}"
    return staff.get(by, "Somebody")


def long(ms: int) -> str:
    """1 minute, 2.5 minutes."""
    return f"{ms / 60_000:g} minute{'' if ms == 60_000 else 's'}"


def minutes(ms: int) -> str:
    """+4:00, −1:30."""
    return mmss(ms) if ms < 0 else f"+{mmss(ms)}"


def _terms(entering: Entering) -> str:
    """: 24 places, fee 10 €; nothing where neither is set."""
    places = [plural(entering.places, "place")] if entering.places else []
    fee = [f"fee {amount(entering.fee, entering.currency)}"] if entering.fee else []
    return f": {', '.join((*places, *fee))}" if places or fee else ""


def score(result: Result) -> str:
    """25 : 12, with how it ended unless it was played."""
    if result.outcomes and result.outcomes[0].place:
        places = ", ".join(str(outcome.place) for outcome in result.outcomes)
        return f"places by seat {places}"
    text = " : ".join(str(outcome.blood) for outcome in result.outcomes)
    if any(outcome.mark == "draw" for outcome in result.outcomes):
        text += ", a draw"
    return text if result.how == "played" else f"{text}, {HOW_SHORT[result.how]}"


def early(told: f.ResultReported | f.ResultRecorded | f.ResultCorrected) -> str:
    """Behind “a draw”, where time had not been called."""
    return " before time was called" if not isinstance(told, f.ResultCorrected) and told.before_time else ""


def _rounds(fact: f.StageOpened) -> str:
    if fact.kind == "pods":
        return "tables of three, winners go on"
    kind = STAGES[fact.kind]
    return f"{kind}, {plural(fact.planned, 'round')}" if fact.planned else f"{kind}, elimination"


def _going_on(fact: f.StageOpened) -> str:
    """Who drafts again, and who could have."""
    declined = f"; {everyone(fact.declined)} did not want to" if fact.declined else ""
    return f"{everyone(fact.entrants)}: {_rounds(fact)}{declined}"


STAGES = {"swiss": "Swiss", "groups": "rounds in draft groups", "bracket": "a bracket", "pods": "tables of three"}


def _changed_why(fact: f.PairingChanged) -> str:
    return f": {in_words(fact.because)}" if fact.because is not None else " by hand"


def _broken(fact: f.PairingChanged) -> str:
    return f": {' '.join(map(in_words, fact.breaks))}" if fact.breaks else ""


def _with_decks(fact: f.DraftGroupSeated) -> str:
    """How many, never which: players must not know."""
    return f" and {plural(len(fact.decks), 'deck')}" if fact.decks else ""


CORRECTION_REASONS: dict[ClockCorrectionReason, str] = {
    "wrong-starter": "the wrong player started",
    "accidental-pass": "passed by accident",
    "ruling": "a ruling",
    "tablet": "trouble with the tablet",
}


def _banks(fact: f.ChessClockCorrected) -> str:
    pairs = zip(fact.left, fact.before, strict=False)
    return ", ".join(f"{who(player)} {mmss(ms)} (was {mmss(was)})" for (player, ms), was in pairs)


def _whose_turn(fact: f.ChessClockCorrected) -> str:
    return f"turn of {who(fact.turn)}" if fact.turn else "not begun"


def _excused(fact: f.RoundExcused) -> str:
    told = {"bye": "has a bye in", "missed": "misses", None: "plays in"}
    return f"{who(fact.player)} {told[fact.counts_as]} {the_round(fact.round)}"


def _kept_apart(fact: f.KeptApart) -> str:
    apart = fact.apart
    told = ["; ".join(everyone(group) for group in apart.groups)] if apart.groups else []
    told += ["club-mates"] if apart.club_mates else []
    when = " in round 1" if apart.first_round_only else ""
    return f"Kept apart{when}: {', '.join(told)}" if told else "Nobody is kept apart any more"


SAY: dict[type, Say] = {
    f.TournamentCreated: lambda _: "Event created",
    f.SettingsChanged: lambda _: "Settings changed",
    f.PlayerEntered: lambda x: f"{who(x.player)} entered" + (f" in {the_round(x.round)}" if x.round > 1 else ""),
    f.PlayerRenamed: lambda x: f"Details of {who(x.player)} changed",
    f.PlayerRemoved: lambda x: f"{who(x.player)} taken off the list",
    f.PresenceMarked: lambda x: f"{who(x.player)} {'is here' if x.present else 'is not here'}",
    f.FactionsNamed: lambda x: f"{who(x.player)} named factions: {', '.join(name or '–' for name in x.factions)}",
    f.TableFixed: lambda x: f"{who(x.player)} {f'stays at table {x.table}' if x.table else 'has no fixed table'}",
    f.RoundExcused: _excused,
    f.KeptApart: _kept_apart,
    f.DeckLocked: lambda x: f"Deck of {who(x.player)} locked",
    f.DeckUnlocked: lambda x: f"Deck of {who(x.player)} unlocked",
    f.PlayerDropped: lambda x: (
        f"{who(x.player)} dropped after {the_round(x.after)}" if x.after else f"{who(x.player)} left before round 1"
    ),
    f.PlayerReinstated: lambda x: f"{who(x.player)} is back in",
    f.PlayerDisqualified: lambda x: f"{who(x.player)} disqualified",
    f.StaffNamed: lambda x: f"{x.role.capitalize()} named" + (f": {who(x.player)}, who also plays" if x.player else ""),
    f.StaffRemoved: lambda _: "Staff changed",
    f.StaffRenamed: lambda _: "Details of somebody on the staff changed",
    f.PenaltyGiven: lambda x: f"{x.kind.replace('-', ' ').capitalize()} for {who(x.player)}: {fault_words(x.fault)}",
    f.PenaltyLifted: lambda _: "Penalty lifted",
    f.DeckChecked: lambda x: (
        f"{'Deck' if x.what == 'deck' else 'First Five'} of {who(x.player)} {'is fine' if x.ok else 'has a fault'}"
    ),
    f.Announced: lambda _: "Announcement put up",
    f.AnnouncementEnded: lambda _: "Announcement taken down",
    f.EntrySet: lambda x: f"Entry by phone is {'open' if x.entering.open else 'closed'}{_terms(x.entering)}",
    f.CheckInOpened: lambda x: f"Players check themselves in{f' for {long(x.ms)}' if x.ms else ''}",
    f.CheckInClosed: lambda _: "Self check-in closed",
    f.LotsReplaced: lambda x: f"Tie decided by the organizer: {everyone(x.order)}",
    f.StageOpened: lambda x: f"Second draft for {_going_on(x)}" if x.entrants else f"Play begins: {_rounds(x)}",
    f.CutMade: lambda x: f"Cut to the top {len(x.seeds)}",
    f.DraftOpened: lambda x: f"Draft in {plural(len(x.groups), 'group')}",
    f.DraftDrawnAnew: lambda x: f"Draft in {plural(len(x.groups), 'group')}, drawn anew (draw {x.draw + 1})",
    f.DraftSeatTaken: lambda x: f"{who(x.comes)} takes the seat of {who(x.leaves)} in the draft",
    f.DraftGroupSeated: lambda x: f"Draft group {x.group + 1} has {plural(len(x.seats), 'seat')}{_with_decks(x)}",
    f.DraftStepTaken: lambda x: (
        f"Draft group {x.group + 1}: {f'pick {x.pick}' if x.pick else x.step.replace('-', ' ')}"
    ),
    f.RoundsPlanned: lambda x: f"Number of rounds set to {x.rounds}",
    f.RoundPaired: lambda x: (
        f"{round_at_start(x.number)} paired" + (f", drawn anew (draw {x.draw + 1})" if x.draw else "")
    ),
    f.PairingChanged: lambda x: f"{round_at_start(x.number)} changed{_changed_why(x)}" + _broken(x),
    f.MatchMoved: lambda x: f"Table {x.table} of {the_round(x.number)} plays at table {x.to}",
    f.RoundPublished: lambda x: f"{round_at_start(x.number)} published",
    f.RoundClosed: lambda x: f"{round_at_start(x.number)} closed",
    f.ResultReported: lambda x: f"Table {x.table}: {who(x.player)} reports {score(x.result)}" + early(x),
    f.ReportWithdrawn: lambda x: f"Table {x.table}: {who(x.player)} takes their report back",
    f.ResultRecorded: lambda x: f"Table {x.table}: {score(x.result)}" + early(x),
    f.ResultWithdrawn: lambda x: f"Table {x.table}: result taken back",
    f.ResultCorrected: lambda x: f"{round_at_start(x.number)}, table {x.table} corrected to {score(x.result)}",
    f.GameReported: lambda x: f"Table {x.table}: {who(x.player)} reports a game",
    f.GameRecorded: lambda x: f"Table {x.table}: a game, by seat {', '.join(map(str, x.game.realms))}",
    f.GameWithdrawn: lambda x: f"Table {x.table}: last game taken back",
    f.SeatLeft: lambda x: f"Table {x.table}: {who(x.player)} {'did not come' if x.no_show else 'withdraws'}",
    # Which one is told at the table, when both have chosen.
    f.FactionChosen: lambda x: (
        f"Table {x.table}: {who(x.player)} {'chose a faction' if x.faction else 'took the faction back'}"
    ),
    f.FirstFiveChecked: lambda x: f"Table {x.table}: First Five of {who(x.player)} checked",
    f.FlagFell: lambda x: f"Table {x.table}: the flag of {who(x.player)} fell",
    f.ChessClockCorrected: lambda x: (
        f"Table {x.table}: chess clock set to {_banks(x)}, {_whose_turn(x)} ({CORRECTION_REASONS[x.reason]})"
    ),
    f.TableVisited: lambda x: f"Table {x.table}: a judge was there" + ("" if x.ms is None else f" for {mmss(x.ms)}"),
    f.RulingGiven: lambda x: f"Table {x.table}: ruling about {everyone(x.players)}" if x.players else "Ruling",
    f.ClockStarted: lambda _: "Clock started",
    f.ClockPaused: lambda x: "Clock paused" + (f" ({x.reason})" if x.reason else ""),
    f.TimeAdded: lambda x: f"Time for everyone: {minutes(x.ms)}",
    f.TimeCalledEarly: lambda x: "Time called early" + (f"; {mmss(x.left_ms)} were left" if x.left_ms else ""),
    f.TableExtended: lambda x: f"Table {x.table}: {minutes(x.ms)}",
    f.ClockEnded: lambda _: "Clock ended",
    f.BreakStarted: lambda x: f"Break of {long(x.ms)}",
    f.BreakEnded: lambda _: "Break ended",
    f.TournamentFinished: lambda _: "Event finished",
    f.Undone: lambda x: f"Change {x.seq} undone",
}
SAY_MANY: dict[type, Say] = {
    f.PlayerEntered: lambda facts: f"{len(facts)} players entered",
    f.PresenceMarked: lambda facts: f"{len(facts)} players checked in" if facts[0].present else "Check-in taken back",
    f.FactionsNamed: lambda facts: f"Factions of {len(facts)} players named",
}
# Of a team both at once, and not one after the other.
SAY_TOGETHER: dict[type, Say] = {
    f.SeatLeft: lambda facts: (
        f"Table {facts[0].table}: {together(tuple(x.player for x in facts))} "
        f"{'did not come' if facts[0].no_show else 'withdraw'}"
    ),
}


def told(match: Match, result: Result) -> str:
    """A result in a sentence with both names: Ana beat Ben, 25 : 12."""
    if len(match.seats) != 2:
        first = [seat.player for seat, out in zip(match.seats, result.outcomes, strict=True) if out.place == 1]
        return f"{together(tuple(first))} won the table{_lots(replace(match, result=result))}"
    one, two = map(who, match.players)
    mine, theirs = result.outcomes
    if mine.mark == theirs.mark == "loss":
        return f"{one} and {two} both lose"
    if mine.mark == "draw":
        return f"{one} scored {mine.blood} and {two} {theirs.blood}, a draw"
    winner, loser, won, lost = (one, two, mine, theirs) if mine.mark == "win" else (two, one, theirs, mine)
    return f"{winner} beat {loser}, {won.blood} : {lost.blood}{ending(result)}"


def _lots(match: Match) -> str:
    """Which places at a table of several only a lot decided, or the organizer in another fair way."""
    lots = [("by lot", group) for group in pods.tied(match)]
    methods = [("by the organizer’s decision", group) for group in pods.tied(match, settled="method")]
    return "".join(f"; {how} {', then '.join(map(together, group))}" for how, group in (*lots, *methods))


def ending(result: Result) -> str:
    """How it ended, unless it was played out."""
    return "" if result.how in ("played", "double-loss") else f", {HOW_SHORT[result.how]}"


HOW_SHORT: dict[str, str] = {
    "played": "played",
    "concession": "conceded",
    "penalty": "by penalty",
    "no-show": "no-show",
    "flag": "on time",
    "double-loss": "double loss",
    "disqualified": "disqualified",
    "ended-early": "ended early",
}
