"""From one stage to the next: the cut, the second draft, the end."""

from __future__ import annotations

from collections.abc import Callable, Set
from random import Random

from engine import facts as f
from engine.clock import Moment
from engine.decisions import rounds
from engine.decisions.setup import open_draft
from engine.pairing import brackets, draft, groups
from engine.refusals import Refused
from engine.rulesets.drafting import READY, DraftStep
from engine.sentences import listed, who
from engine.sides import Side
from engine.standings.advancing import going_on, vacancies
from engine.standings.places import final_places, hosts, placed_sides
from engine.standings.ranking import group_standings, stage_standings
from engine.words import PlayerId, Stage, Tournament


def make_cut(t: Tournament, size: int, *, declined: Set[PlayerId] = frozenset()) -> tuple[f.CutMade]:
    """The best of the Swiss go on to single elimination. Whoever declines is passed over."""
    stage = t.stage
    if stage is None or stage.kind != "swiss" or not stage.rounds:
        raise Refused("A cut follows the Swiss rounds. Play at least one.")
    ranked = [line.player for line in stage_standings(t, stage) if line.rank]
    out = {p for p, player in t.players.items() if not player.active}
    seeds = brackets.seeds(ranked, size=size, declined=declined, out=out)
    return (f.CutMade(seeds, brackets.rounds_of(size)),)


def open_second_draft(
    t: Tournament, *, declined: Set[PlayerId] = frozenset(), decks: dict[str, int] | None = None
) -> tuple[f.DraftOpened, f.StageOpened]:
    """Legendary Draft: the best of each group draft again as one group, and start from zero points."""
    stage, ranked, out = _first_phase(t)
    through = groups.advance(ranked, per_group=going_on(t, stage), declined=declined | out)
    return _second_draft(t, through, declined=declined, decks=decks)


def open_filled_second_draft(
    t: Tournament, *, declined: Set[PlayerId] = frozenset(), decks: dict[str, int] | None = None
) -> tuple[f.DraftOpened, f.StageOpened]:
    """The same where fewer than four would go on: the best of the others fill up, from whatever group."""
    stage, ranked, out = _first_phase(t)
    best = groups.best(ranked, per_group=going_on(t, stage), declined=declined | out)
    others = [line.player for line in stage_standings(t, stage) if line.rank and line.player not in declined | out]
    return _second_draft(t, groups.filled_up(best, others), declined=declined, decks=decks)


def best_of_each_group(t: Tournament, *, declined: Set[PlayerId] = frozenset()) -> tuple[PlayerId, ...]:
    """Who would go on, be they enough for a second draft or not."""
    stage, ranked, out = _first_phase(t)
    return groups.best(ranked, per_group=going_on(t, stage), declined=declined | out)


def take_draft_seat(t: Tournament, leaves: PlayerId, *, comes: PlayerId) -> tuple[f.DraftSeatTaken]:
    """Somebody left after the second draft was drawn: the next of that group takes the seat."""
    if (leaves, comes) not in [(vacancy.left, vacancy.next) for vacancy in vacancies(t)]:
        raise Refused(f"{who(comes)} is not the next to take the seat of {who(leaves)}. Look again.")
    return (f.DraftSeatTaken(leaves, comes),)


def _first_phase(t: Tournament) -> tuple[Stage, list[list[PlayerId]], set[PlayerId]]:
    """The rounds inside the groups, each group's players best first, and who has left."""
    stage = t.stage
    if stage is None or stage.kind != "groups" or len(stage.rounds) < stage.planned:
        raise Refused(f"The {draft.second_name(t.settings)} follows the last round inside the groups.")
    ranked = [[line.player for line in lines if line.rank] for lines in group_standings(t, stage)]
    return stage, ranked, {p for p, player in t.players.items() if not player.active}


def _second_draft(
    t: Tournament, through: tuple[PlayerId, ...], *, declined: Set[PlayerId], decks: dict[str, int] | None
) -> tuple[f.DraftOpened, f.StageOpened]:
    seats = list(through)
    Random(f"{t.seed}/second-draft").shuffle(seats)
    planned = draft.second_rounds(t.settings)
    opened = f.StageOpened("swiss", planned, entrants=through, declined=tuple(sorted(declined)))
    return open_draft(t, [seats], decks=decks), opened


def draft_is_on(t: Tournament) -> bool:
    """Groups are drawn, and no round after it is published; a bracket is long after it."""
    stage = t.stage
    published = stage is not None and any(round_.phase != "draft" for round_ in stage.rounds)
    return bool(t.drafting) and not published and not (stage and stage.kind == "bracket")


def groups_drafting(t: Tournament) -> tuple[int, ...]:
    """The numbers of the draft groups that are not ready yet; none once a round after the draft is published."""
    on = enumerate(t.drafting, start=1) if draft_is_on(t) else ()
    return tuple(number for number, group in on if group.step != READY)


def publish_after_draft(t: Tournament) -> tuple[f.Fact, ...]:
    """Publish the round, unless somebody still drafts: a published round ends the draft on every screen."""
    if drafting := groups_drafting(t):
        raise Refused(f"{still_draft(t, drafting)} Publishing ends the draft for them. Nothing was published.")
    return rounds.publish(t)


def still_draft(t: Tournament, groups: tuple[int, ...]) -> str:
    """Group 2 is still drafting; where all draft together they have no number."""
    if len(t.drafting) == 1:
        return "Somebody is still drafting."
    numbers = listed([str(number) for number in groups])
    return f"Groups {numbers} are still drafting." if len(groups) > 1 else f"Group {numbers} is still drafting."


def advance_draft(
    t: Tournament, group: int, *, now: Moment | None = None, shown: tuple[str, int] | None = None
) -> tuple[f.Fact, ...]:
    """A draft group goes on to its next step or pick. Nothing happens if it left the one that was `shown`."""
    return _draft_step(t, group, draft.advance, now=now, shown=shown)


def step_draft_back(
    t: Tournament, group: int, *, now: Moment | None = None, shown: tuple[str, int] | None = None
) -> tuple[f.Fact, ...]:
    """A draft group went on too early: one step or pick back, from the one that was `shown`."""
    return _draft_step(t, group, draft.back, now=now, shown=shown)


def finish(t: Tournament, *, prizes: tuple[str, ...] = ()) -> tuple[f.TournamentFinished]:
    """The end: everybody's place, and prizes down the ranking, to both of a team; hosts who play pass theirs on."""
    ranking = final_places(t)
    given = zip(prizes, winning_sides(t, ranking), strict=False)
    return (f.TournamentFinished(ranking, tuple((prize, player) for prize, side in given for player in side)),)


def winning_sides(t: Tournament, ranking: tuple[PlayerId, ...]) -> tuple[Side, ...]:
    """Who may have a prize, best first, without whoever hosts the event."""
    hosting = hosts(t)
    sides = (tuple(player for player in side if player not in hosting) for side in placed_sides(t, ranking))
    return tuple(side for side in sides if side)


def _draft_step(
    t: Tournament,
    group: int,
    move: Callable[[draft.Draft, tuple[DraftStep, ...]], draft.Draft],
    *,
    now: Moment | None,
    shown: tuple[str, int] | None,
) -> tuple[f.Fact, ...]:
    if not 0 <= group < len(t.drafting):
        raise Refused("There is no such draft group.")
    if not draft_is_on(t):
        raise Refused("The rounds after this draft have begun.")
    at = t.drafting[group]
    if shown is not None and shown != (at.step, at.pick):
        return ()
    after = move(draft.Draft(group + 1, at.step, at.pick), draft.steps_of(t))
    if not draft.seconds_for(t.settings, after.step):
        now = None
    elif draft.is_building(t.settings, at.step, after.step):
        now = at.since or now
    return (f.DraftStepTaken(group, after.step, after.pick, now),)
