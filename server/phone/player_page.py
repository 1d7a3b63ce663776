"""One player's own page: where to sit and against whom, what was played, and why this place."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field

from engine.decisions.stages import draft_is_on
from engine.handing_in import faction_shown
from engine.pairing.draft import at_the_end, cards_are_out, cards_back, seats_note, second_name
from engine.progress import draft_name, next_round_name, round_after, round_is_over, standings_after
from engine.refusals import Unknown
from engine.rulesets.base import TimePlan
from engine.rulesets.registry import ruleset_of
from engine.rulesets.wall import time_plan
from engine.sentences import who
from engine.sides import partner_of
from engine.so_far import last_closed
from engine.standings.advancing import best_of_groups, second_phase
from engine.standings.places import hosts, place_of, placed_sides, winner_of
from engine.standings.ranks import stage_ranks
from engine.standings.sheets import sheets
from engine.values import dataclass
from engine.whats_next import comes_next, is_played_out, nothing_comes
from engine.words import Match, PlayerId, Round, Stage, Tournament
from server.draft.draft_page import group_cards
from server.phone.knocked_out import beside_the_tables, points_so_far
from server.phone.own_rounds import OwnRound, own_round, record_of
from server.phone.phone_frame import Whereabouts, newest, seats_of
from server.phone.standings_page import PhoneRank, PhoneRanks
from server.public.public_view import Public

NEXT = "The next pairings appear here by themselves."
LAST = "That was the last round. The desk announces the final places."
THANKS = "What you played stays and counts."
WITHOUT_YOU, THEIRS = "The bracket goes on without you.", f"{THANKS} Your place comes with the final places."
BESIDE_WINNERS = (
    "Those who win their table go on. Seats that are left go to whoever has most points: wait for the next pairings."
)
TELL_THE_DESK = "Tell the desk that you are here. "
OR_CHECK_IN = "Tell the desk that you are here, or check in with your personal code. "
DROPPED, LAST_MATCH = "You have dropped from the event.", "You drop after this round. Your match here still counts."


@dataclass(frozen=True, slots=True)
class MinePage:
    """`state`: table (go and play), in (the result is there), bye, waiting, out, place or won (it is over).

    `title` and `text` say it in words; for a table the number is what counts. `back` is what is to be given back now,
    `prize` what was won, or why nothing was. `dropped` is said to somebody who is out and still has a match to finish.
    `records` are those of the others at the table; whoever `expects` pairings is told when.
    `plays_on` is false once nothing comes any more: they are out, or all is played.
    `time` is what happens when time is called, for whoever plays. `paired` differs with each seat or bye.
    """

    player: PlayerId
    name: str
    first: str
    state: str
    seat: Whereabouts
    title: str
    text: str
    record: str
    rounds: tuple[OwnRound, ...]
    standing: PhoneRank | None
    ranked: str
    faction: str = ""
    others_faction: str = ""
    back: str = ""
    dropped: str = ""
    time: TimePlan | None = None
    prize: str = ""
    records: Mapping[PlayerId, str] = field(default_factory=dict)
    expects: bool = False
    plays_on: bool = True
    paired: str = ""


def mine_page(view: Public, player: PlayerId, standings: tuple[tuple[PhoneRanks, ...], int]) -> MinePage:
    """Everything about this player that everybody may know."""
    t = view.t
    if player not in t.players:
        raise Unknown("There is no such player in this event. They may have been taken off the list.")
    name = view.names.get(player, player)
    current = newest(t)
    seat = seats_of(current).get(player, Whereabouts())
    rounds = tuple(own_round(t, stage, r, player) for stage in reversed(t.stages) for r in reversed(stage.rounds))
    state, title, text = _now(t, player, current, seat)
    tables, number = standings
    lines = (line for table in tables for line in table.lines if player in line.players)
    return MinePage(
        player=player,
        name=name,
        first=name.split()[0] if name.split() else name,
        state=state,
        seat=seat,
        title=title,
        text=text,
        record=_record(t, player, rounds),
        rounds=tuple(each for each in rounds if each.text),
        standing=next(lines, None) if number <= last_closed(t) else None,
        ranked=_in_group(tables, player) + _ranked(t, number),
        faction=_faction(t, current, seat, player),
        others_faction=next((_faction(t, current, seat, other) for side in seat.others for other in side), ""),
        time=time_plan(t.settings, t.stages[-1].kind) if state == "table" and not _untimed(t) else None,
        dropped=LAST_MATCH if state == "table" and not t.players[player].active else "",
        back=at_the_end(t.settings) if _has_played(t, player) and cards_are_out(t) else "",
        prize=_prize(t, player),
        records=_records(t, seat),
        expects=NEXT in text,
        plays_on=state == "table" or not (_has_played(t, player) or nothing_comes(t, player)),
        paired=_paired(current, seat),
    )


def _record(t: Tournament, player: PlayerId, rounds: tuple[OwnRound, ...]) -> str:
    """Wins and losses, or the points where an event counts those."""
    if t.stages and t.stages[-1].kind == "pods":
        return points_so_far(t, player)
    return record_of(rounds if not second_phase(t) else _of_last_phase(t, player))


def _paired(current: Round | None, seat: Whereabouts) -> str:
    if current is None or not (seat.bye or seat.table):
        return ""
    match = current.match_at(seat.table) if seat.table else None
    return " ".join((str(current.number), str(seat.table or "bye"), *(match.players if match else ())))


def _records(t: Tournament, seat: Whereabouts) -> Mapping[PlayerId, str]:
    """How those at the same table have done so far: 2–0 beside the name."""
    stage = t.stages[-1] if t.stages else None
    if stage is None or stage.kind not in ("swiss", "groups"):
        return {}
    known = sheets(t, stage)
    others = (p for side in (*seat.others, seat.partners) for p in side)
    return {p: known[p].record for p in others if p in known and known[p].lines}


def _prize(t: Tournament, player: PlayerId) -> str:
    """What this player won; or, where prizes were given, why somebody who organizes has none."""
    place = place_of(t, player)
    if place is None or t.finish is None or not t.finish.prizes:
        return ""
    if place.prize:
        return f"Your prize: {place.prize}."
    return "You organize this event, so you take no prize." if player in hosts(t) else ""


def _untimed(t: Tournament) -> bool:
    return t.clock is not None and t.clock.untimed


def _of_last_phase(t: Tournament, player: PlayerId) -> tuple[OwnRound, ...]:
    """Points of the first phase “are disregarded during the second phase”: whoever plays there begins anew."""
    found = (tuple(own_round(t, stage, round_, player) for round_ in stage.rounds) for stage in reversed(t.stages))
    return next((played for played in found if any(each.text for each in played)), ())


def _in_group(tables: tuple[PhoneRanks, ...], player: PlayerId) -> str:
    """Where every group has places of its own."""
    headings = (table.heading for table in tables for line in table.lines if player in line.players)
    return f"in {heading.lower()} " if (heading := next(headings, "")) else ""


def _has_played(t: Tournament, player: PlayerId) -> bool:
    """The event is over, or over for this player: they left, or a second draft goes on without them."""
    if t.finish is not None or is_played_out(t) or not t.players[player].active:
        return True
    told = _beside_the_second_draft(t, player) if t.stages else None
    return told is not None and told[0] == "out"


def _faction(t: Tournament, current: Round | None, seat: Whereabouts, player: PlayerId) -> str:
    """What is played in this match; a public view holds nothing that is not to be known yet."""
    return faction_shown(t, player, current.number) if current is not None and seat.table is not None else ""


def _now(t: Tournament, player: PlayerId, current: Round | None, seat: Whereabouts) -> tuple[str, str, str]:
    """What this player does now, in a word for the page and two sentences for the person."""
    known = t.players[player]
    if t.finish is not None:
        sides = placed_sides(t, t.finish.ranking)
        place = next((place for place, side in enumerate(sides, start=1) if player in side), 0)
        if place == 1:
            return "won", "You won!", f"First of {len(sides)}. Congratulations, and thank you for playing."
        return ("place", str(place), f"of {len(sides)}") if place else ("out", "The event is over.", "")
    next_ = _comes_next(t)
    told = _seated(t, current, seat, player) if current is not None and current.phase == "published" else None
    if told and (known.active or told[0] == "table" or (told[0] == "out" and not known.disqualified)):
        return told
    if not known.active:
        why = "You are out of the event. The desk can tell you more." if known.disqualified else DROPPED
        played = any(player in round_.seated for round_ in t.rounds if round_.phase != "draft")
        counts = "" if known.disqualified else f" {THANKS}"
        return "out", why, f"There are no more pairings for you.{counts}" if played else ""
    if alone := _without_partner(t, player):
        return alone
    if current is not None and (told := beside_the_tables(t, player, current)):
        return told
    if draft_is_on(t) and (drafting := _draft_seat(t, player)):
        return "waiting", drafting, "Seats count clockwise." if seats_note(t.settings) else ""
    if t.stages and (told := _beside_the_second_draft(t, player)):
        return told
    if current is None:
        here = "You are checked in." if known.present else "You are on the list, not checked in yet."
        there = "" if known.present else TELL_THE_DESK
        return "waiting", here, f"{there}Your table appears here as soon as the first round is paired."
    if t.stages[-1].kind == "bracket" and (told := _beside_the_bracket(t, t.stages[-1], player)):
        return told
    if current.phase == "closed":
        return "waiting", round_is_over(t, current.number), next_
    return "out", "You are not paired in this round.", "If that is a surprise, ask at the desk."


def _comes_next(t: Tournament) -> str:
    """Nobody is promised pairings where only a cut, or the places, are to come."""
    what = comes_next(t) if t.stages else ""
    if what == "cut":
        name = ruleset_of(t.settings).bracket_name or "cut"
        return f"The {name} comes next. This page says whether you are in it as soon as it is made."
    if what == "draft":
        name = second_name(t.settings)
        return f"The {name} comes next. This page says whether you are in it as soon as the round is closed."
    return LAST if what == "places" else NEXT


def _after(t: Tournament, match: Match, player: PlayerId) -> str:
    """What comes for whoever has a result: where only winners go on, the others are promised nothing."""
    stage, next_ = t.stages[-1], _comes_next(t)
    if next_ != NEXT or match.result is None or stage.kind not in ("bracket", "pods"):
        return next_
    if stage.kind == "pods":
        won = match.result.outcomes[match.players.index(player)].place == 1
        return f"You go on. {NEXT}" if won else BESIDE_WINNERS
    if winner_of(match) == player:
        return f"You are through to {round_after(t, stage.rounds[-1].number)}. {NEXT}"
    return f"{WITHOUT_YOU} {THEIRS}"


def _seated(t: Tournament, current: Round, seat: Whereabouts, player: PlayerId) -> tuple[str, str, str] | None:
    """For those who have a table or a bye in the round that is played."""
    if seat.bye:
        return (
            "bye",
            "You have a bye.",
            f"{_why_bye(current, player)}It counts as a win, and you need no table. Enjoy the break. {_comes_next(t)}",
        )
    match = current.match_at(seat.table) if seat.table is not None else None
    if match is None:
        return None
    if seat.gone:
        here = "If you are here, go to the desk now." if seat.gone == "did not come" else THANKS
        return "out", f"You {seat.gone.replace('the table', f'table {match.table}')}.", here
    return ("table", "", "") if match.result is None else ("in", "Your result is in.", _after(t, match, player))


def _why_bye(current: Round, player: PlayerId) -> str:
    """Whoever is alone in a draft group did not draw the bye, and reads why, as the desk does."""
    alone = any(bye.player == player and bye.why is not None and bye.why.code == "bye-alone" for bye in current.byes)
    return "Nobody else is left in your group. " if alone else ""


def _without_partner(t: Tournament, player: PlayerId) -> tuple[str, str, str] | None:
    """A team is two: if one leaves, the other does not go on either, or needs somebody else before it begins."""
    partner = partner_of(t, player)
    if partner is None or t.players[partner].active:
        return None
    if not t.stages:
        alone = f"{who(partner)} has dropped, so you have no partner."
        return "waiting", alone, "Tell the desk who you play with."
    return "out", f"{who(partner)} has left, so your team does not go on.", THANKS


def _beside_the_second_draft(t: Tournament, player: PlayerId) -> tuple[str, str, str] | None:
    """A draft in two phases: who goes on to the second one, who would, and for whom the event is over."""
    stage, last, name = t.stages[-1], t.current_round, second_name(t.settings)
    if second_phase(t):
        return None if player in stage.entrants else ("out", f"The {name} goes on without you.", THANKS)
    over = last is not None and last.phase == "closed" and len(stage.rounds) >= stage.planned
    if stage.kind != "groups" or not over:
        return None
    if player in best_of_groups(t, stage):
        return "waiting", f"You go on to the {name}.", cards_back(t.settings)
    return (
        "out",
        f"You do not go on to the {name}.",
        f"The next in line comes in if somebody declines. {THANKS}",
    )


def _beside_the_bracket(t: Tournament, stage: Stage, player: PlayerId) -> tuple[str, str, str] | None:
    """For those who missed the cut or are knocked out, and for those who go on and have no match now."""
    on = len(stage.rounds)
    if comes_next(t) == "places" and stage.rounds[-1].phase == "closed":
        return None
    own = [match for round_ in stage.rounds for match in round_.matches if player in match.players]
    if player not in stage.entrants:
        place, of = _place_before_the_cut(t, player)
        beside = f", place {place} of {of}" if place else ""
        return "out", f"You missed the cut{beside}.", "Thanks for playing."
    if any(winner_of(match) != player for match in own):
        return "out", WITHOUT_YOU, THEIRS
    if not on:
        return "waiting", f"You are in the top {len(stage.entrants)}.", NEXT
    waits = not own or stage.rounds[-1].phase == "closed"
    return ("waiting", f"You are through to {next_round_name(t)}.", NEXT) if waits else None


def _place_before_the_cut(t: Tournament, player: PlayerId) -> tuple[int, int]:
    """The place in the standings that the cut was made from, and of how many; 0 is none."""
    before = t.stages[-2] if len(t.stages) > 1 else None
    lines = [line for ranks in stage_ranks(t, before) for line in ranks.lines] if before is not None else []
    place = next((line.place for line in lines if player in line.players), 0)
    return place, sum(line.place > 0 for line in lines)


def _ranked(t: Tournament, number: int) -> str:
    """What the standings are of. Those before a bracket give nobody's final place, so they are named."""
    if t.stages and t.stages[-1].kind == "bracket":
        return "in the Swiss rounds"
    return standings_after(t, number) if number else ""


def _draft_seat(t: Tournament, player: PlayerId) -> str:
    """Counted as desk and wall count: without those who left."""
    cards = (card for card in group_cards(t) if player in card.seats)
    return next((f"{_the_group(t, card.number)}, seat {card.seats.index(player) + 1}." for card in cards), "")


def _the_group(t: Tournament, number: int) -> str:
    return f"Draft group {number}" if len(t.drafting) > 1 else draft_name(t)
