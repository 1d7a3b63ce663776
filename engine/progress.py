"""How far an event has come, and what its rounds are called."""

from __future__ import annotations

from engine.decisions.results import disputed
from engine.decisions.stages import draft_is_on, groups_drafting
from engine.pairing.brackets import in_a_sentence, round_names, short_names
from engine.pairing.draft import second_name
from engine.refusals import Refused, Unknown
from engine.sentences import capital, round_at_start, the_round, unmarked
from engine.so_far import begun
from engine.standings.advancing import second_phase
from engine.words import Match, Stage, Tournament


def where(t: Tournament) -> str:
    """Round 3 of 5; Round 1 at 14:00; Draft; Semi-finals; Finished."""
    if t.finish is not None:
        return "Finished"
    current = t.current_round
    if groups_drafting(t) or (current is None and draft_is_on(t)):
        return draft_name(t)
    if current is None:
        if t.rounds_played:
            return "Before the next stage"
        return f"Round 1 at {t.settings.starts_at}" if t.settings.starts_at else "Before round 1"
    name = round_name(t, current.number)
    if current.phase == "closed":
        return f"After {name}"
    return f"Before {name}" if current.phase == "draft" else name[0].upper() + name[1:]


def round_name(t: Tournament, number: int) -> str:
    """How a round is called: round 3 of 5, semi-finals, or Legendary Draft round 1 of 3."""
    for stage in t.stages:
        for place, round_ in enumerate(stage.rounds):
            if round_.number == number:
                return _called(t, stage, place, number)
    return f"round {number}"


def round_alone(t: Tournament, number: int) -> str:
    """Without how many there are: round 3, semi-finals, or Legendary Draft round 1."""
    stage = next((s for s in t.stages if any(r.number == number for r in s.rounds)), None)
    name = round_name(t, number)
    return name if stage is None or stage.kind == "bracket" else name.partition(" of ")[0]


def round_in_sentence(t: Tournament, number: int) -> str:
    """With its article where it has one: close round 3 of 5, close the semi-final."""
    return round_words(t).get(unmarked(the_round(number))) or round_name(t, number)


def short_round_name(t: Tournament, number: int) -> str:
    """In a corner: R3, SF, or L1 of a Legendary Draft."""
    stage = next((s for s in t.stages if any(r.number == number for r in s.rounds)), None)
    place = [r.number for r in stage.rounds].index(number) if stage else 0
    if stage is not None and stage.kind == "bracket":
        return short_names(len(stage.entrants))[place]
    return f"L{place + 1}" if stage is not None and _after_second_draft(t, stage) else f"R{number}"


def plain_round_name(t: Tournament, number: int) -> str:
    """The same for programs, which know it since the first version: rounds of a draft's two phases count on."""
    return round_name(t, number) if len(t.stages) == 1 or not t.settings.legendary else f"round {number}"


def next_round_name(t: Tournament) -> str:
    """How the round is called that is to be paired: round 4, the semi-finals, or Legendary Draft round 1."""
    stage = t.stage
    if stage is not None and _after_second_draft(t, stage):
        return f"{second_name(t.settings)} round {len(stage.rounds) + 1}"
    if stage is not None and stage.kind == "bracket":
        names = round_names(len(stage.entrants))
        return f"the {names[min(len(stage.rounds), len(names) - 1)].lower()}"
    return f"round {t.rounds_played + 1}"


def round_words(t: Tournament) -> dict[str, str]:
    """What the marks of rounds in sentences stand for, where a round has a name of its own: the semi-final, or
    Legendary Draft round 1."""
    found: dict[str, str] = {}
    number = 1
    for stage in t.stages:
        for place, name in enumerate(_own_names(t, stage)):
            found[unmarked(the_round(number + place))] = name
            found[unmarked(round_at_start(number + place))] = capital(name)
        number += len(stage.rounds)
    return found


def _own_names(t: Tournament, stage: Stage) -> tuple[str, ...]:
    if stage.kind == "bracket":
        return tuple(in_a_sentence(len(stage.entrants)))
    if not _after_second_draft(t, stage):
        return ()
    return tuple(f"{second_name(t.settings)} round {n}" for n in range(1, max(stage.planned, len(stage.rounds)) + 1))


def _after_second_draft(t: Tournament, stage: Stage) -> bool:
    return t.settings.legendary and stage.kind != "bracket" and bool(stage.entrants)


def group_name(t: Tournament, number: int) -> str:
    """Group 2; where all draft together, what the draft is called."""
    return f"Group {number}" if len(t.drafting) != 1 else draft_name(t)


def draft_name(t: Tournament) -> str:
    """What the draft is called that was drawn last: the second one has a name of its own."""
    return second_name(t.settings) if second_phase(t) else "Draft"


def _called(t: Tournament, stage: Stage, place: int, number: int) -> str:
    if stage.kind == "bracket":
        return round_names(len(stage.entrants))[place].lower()
    if _after_second_draft(t, stage):
        return f"{second_name(t.settings)} round {place + 1} of {stage.planned}"
    known = stage.planned and (len(t.stages) == 1 or stage.kind == "groups")
    return f"round {number}" + (f" of {stage.planned}" if known else "")


def results_in(t: Tournament) -> tuple[int, int]:
    """Tables of the current round with a result, and all of them."""
    current = t.current_round
    if current is None:
        return 0, 0
    return sum(match.result is not None for match in current.matches), len(current.matches)


def disputes(t: Tournament) -> int:
    current = t.current_round
    return 0 if current is None else sum(disputed(match) for match in current.matches)


def is_ready(match: Match) -> bool:
    """Both First Fives are checked, or the table has played already."""
    return match.result is not None or set(match.players) <= set(match.ready)


def checking_in(t: Tournament) -> bool:
    """Until round 1 is published it matters who is here."""
    return t.finish is None and not begun(t)


def require_round(t: Tournament, number: int | None) -> None:
    """A form of an older round must not fill the same table of the next one."""
    current = t.current_round
    if number is not None and (current is None or current.number != number):
        now = f"{the_round(current.number)} is the current one" if current else "there is no round now"
        raise Refused(f"This page was for {the_round(number)}, and {now}. Nothing was recorded. Look again.")


def open_match(t: Tournament, table: int) -> Match:
    """The match at this table of the round that is being played."""
    current = t.current_round
    if current is None:
        raise Unknown("There is no round yet. Pair the first one.")
    match = current.match_at(table)
    if match is None:
        raise Unknown(f"There is no table {table} in {the_round(current.number)}.")
    if current.phase == "draft":
        raise Refused(f"{round_at_start(current.number)} is not published yet. Publish it, then enter its results.")
    return match
