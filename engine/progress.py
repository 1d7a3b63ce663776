"""How far an event has come, and what its rounds are called."""

from __future__ import annotations

from collections.abc import Iterator

from engine.decisions.results import disputed
from engine.decisions.stages import draft_is_on, groups_drafting
from engine.pairing.brackets import in_a_sentence, round_names, short_names
from engine.pairing.draft import second_name
from engine.refusals import Refused, Unknown
from engine.rulesets.registry import ruleset_of
from engine.sentences import capital, round_at_start, the_round, unmarked
from engine.so_far import begun
from engine.standings.advancing import second_phase
from engine.standings.pods import comes_to_one_table
from engine.words import Match, Stage, Tournament


def where(t: Tournament) -> str:
    """Round 3 of 5; Round 1 at 14:00; Draft; Semi-finals; Championship round; Finished."""
    if t.finish is not None:
        return "Finished"
    current = t.current_round
    if groups_drafting(t) or (current is None and draft_is_on(t)):
        return draft_name(t)
    if current is None:
        if t.rounds_played:
            return f"Before {next_round_name(t)}"
        return f"Round 1 at {t.settings.starts_at}" if t.settings.starts_at else "Before round 1"
    name = round_name(t, current.number)
    if current.phase == "closed":
        return f"After {_after(t, current.number)}"
    return f"Before {_before(t, current.number)}" if current.phase == "draft" else name[0].upper() + name[1:]


def players_told(t: Tournament) -> int:
    """How many play; once it is over, how many did."""
    return len(t.players) if t.finish is not None else sum(player.active for player in t.players.values())


def round_name(t: Tournament, number: int) -> str:
    """How a round is called: round 3 of 5, semi-finals, championship round, or Legendary Draft round 1 of 3."""
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
    if stage is not None and _is_last_of_pods(stage, place):
        return ruleset_of(t.settings).last_round.short
    return f"L{place + 1}" if stage is not None and _after_second_draft(t, stage) else f"R{number}"


def plain_round_name(t: Tournament, number: int) -> str:
    """The same for programs, which know it since the first version: rounds of a draft's two phases, and those at
    tables of several, count on."""
    counts_on = t.settings.legendary and len(t.stages) > 1
    return f"round {number}" if counts_on or ruleset_of(t.settings).pods else round_name(t, number)


def next_round_name(t: Tournament) -> str:
    """How the round is called that is to be paired: round 4, the semi-finals, the championship round, or Legendary
    Draft round 1."""
    stage = t.stage
    if stage is not None and _after_second_draft(t, stage):
        return f"{second_name(t.settings)} round {len(stage.rounds) + 1}"
    if stage is not None and stage.kind == "bracket":
        names = round_names(len(stage.entrants))
        return f"the {names[min(len(stage.rounds), len(names) - 1)].lower()}"
    if stage is not None and stage.kind == "pods" and comes_to_one_table(t, stage):
        return ruleset_of(t.settings).last_round.in_a_sentence
    return f"round {t.rounds_played + 1}"


def standings_after(t: Tournament, number: int) -> str:
    """What standings are headed with: after round 3 of 5, after the championship round."""
    return f"after {_after(t, number)}"


def round_is_over(t: Tournament, number: int) -> str:
    """Round 3 of 5 is over; the semi-final round is over."""
    return f"{capital(_after(t, number))} is over."


def _before(t: Tournament, number: int) -> str:
    """As while it is not paired: the semi-finals, the championship round."""
    return f"the {round_name(t, number)}" if _of_bracket(t, number) else _after(t, number)


def _after(t: Tournament, number: int) -> str:
    in_sentence = _of_bracket(t, number) or ruleset_of(t.settings).pods
    return round_in_sentence(t, number) if in_sentence else round_name(t, number)


def _of_bracket(t: Tournament, number: int) -> bool:
    return any(stage.kind == "bracket" for stage in t.stages for round_ in stage.rounds if round_.number == number)


def round_after(t: Tournament, number: int) -> str:
    """Where those go on to who go on from this round: round 2, or the championship round."""
    paired = any(round_.number == number + 1 for round_ in t.rounds)
    return round_in_sentence(t, number + 1) if paired else next_round_name(t)


def round_words(t: Tournament) -> dict[str, str]:
    """What the marks of rounds in sentences stand for, where a round has a name of its own: the semi-final, or
    Legendary Draft round 1."""
    found: dict[str, str] = {}
    number = 1
    for stage in t.stages:
        for place, name in _own_names(t, stage):
            found[unmarked(the_round(number + place))] = name
            found[unmarked(round_at_start(number + place))] = capital(name)
        number += len(stage.rounds)
    return found


def _own_names(t: Tournament, stage: Stage) -> Iterator[tuple[int, str]]:
    """The rounds that have a name of their own, by their place in the stage."""
    if stage.kind == "bracket":
        yield from enumerate(in_a_sentence(len(stage.entrants)))
    elif _after_second_draft(t, stage):
        for place in range(max(stage.planned, len(stage.rounds))):
            yield place, f"{second_name(t.settings)} round {place + 1}"
    elif stage.rounds and _is_last_of_pods(stage, len(stage.rounds) - 1):
        yield len(stage.rounds) - 1, ruleset_of(t.settings).last_round.in_a_sentence


def _after_second_draft(t: Tournament, stage: Stage) -> bool:
    return t.settings.legendary and stage.kind != "bracket" and bool(stage.entrants)


def _is_last_of_pods(stage: Stage, place: int) -> bool:
    """A round of one table ends an elimination."""
    return stage.kind == "pods" and len(stage.rounds[place].matches) == 1


def group_name(t: Tournament, number: int) -> str:
    """Group 2; where all draft together, what the draft is called."""
    return f"Group {number}" if len(t.drafting) != 1 else draft_name(t)


def draft_name(t: Tournament) -> str:
    """What the draft is called that was drawn last: the second one has a name of its own."""
    return second_name(t.settings) if second_phase(t) else "Draft"


def the_draft(t: Tournament) -> str:
    """The same in a sentence."""
    name = draft_name(t)
    return f"the {name if second_phase(t) else name.lower()}"


def the_group(t: Tournament, number: int) -> str:
    """Group 2 in a sentence; where all draft together, the draft."""
    return f"group {number}" if len(t.drafting) != 1 else the_draft(t)


def _called(t: Tournament, stage: Stage, place: int, number: int) -> str:
    if stage.kind == "bracket":
        return round_names(len(stage.entrants))[place].lower()
    if _after_second_draft(t, stage):
        return f"{second_name(t.settings)} round {place + 1} of {stage.planned}"
    if _is_last_of_pods(stage, place):
        return ruleset_of(t.settings).last_round.heading.lower()
    known = stage.planned and (len(t.stages) == 1 or stage.kind == "groups")
    return f"round {number}" + (f" of {stage.planned}" if known else "")


def results_in(t: Tournament) -> tuple[int, int]:
    """Tables of the current round with a result, and all of them."""
    current = t.current_round
    if current is None:
        return 0, 0
    return sum(match.result is not None for match in current.matches), len(current.matches)


def so_far_note(t: Tournament) -> str:
    """Beside the standings of a round that is not closed."""
    done, tables = results_in(t)
    return "Some tables are still playing." if done < tables else "All results are in, and the round is not closed yet."


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
