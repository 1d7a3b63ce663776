"""A tournament, its settings, its people, its first stage."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from engine import facts as f
from engine.decisions.draft_seats import seat_late
from engine.folding.parts import keeps_factions, stage_of
from engine.handing_in import collects
from engine.pairing import groups
from engine.pairing.pod_seating import free_table, is_fresh
from engine.pairing.pods import TEAMS
from engine.refusals import Refused
from engine.rulesets.drafting import SET_UP
from engine.rulesets.registry import default_settings, ruleset, ruleset_of
from engine.rulesets.sizes import rounds_for
from engine.rulesets.wall import chess_plan
from engine.sentences import everyone, round_at_start, the_round, who
from engine.values import replace
from engine.words import DraftGroup, PlayerId, Round, Settings, Staff, Tournament

LOTS = 1_000_000
SWISS = ("swiss", "groups")


def create_tournament(ruleset_id: str, seed: str, *, settings: Settings | None = None) -> tuple[f.Fact, ...]:
    """A new tournament of this ruleset, with its numbers copied in."""
    return (f.TournamentCreated(settings or default_settings(ruleset(ruleset_id)), seed),)


def change_settings(
    t: Tournament, wanted: Settings, *, planned: int | None = None, renamed: bool = False
) -> tuple[f.Fact, ...]:
    """New settings, or a new name, which is kept outside. Once play has begun, `planned` are the stage's rounds."""
    _require_same_play(t, wanted)
    _require_same_timer(t, wanted)
    if not collects(replace(t, settings=wanted)):
        wanted = replace(wanted, lists_due="")  # or it would still count once lists are collected again
    stage = t.stage
    if stage is not None:
        wanted = replace(wanted, rounds=t.settings.rounds)
    found: list[f.Fact] = [f.SettingsChanged(wanted, renamed)] if wanted != t.settings or renamed else []
    if stage is not None and stage.kind in SWISS and planned not in (None, stage.planned):
        found.append(f.RoundsPlanned(planned))
    return tuple(found)


def enter(t: Tournament, players: Sequence[PlayerId]) -> tuple[f.Fact, ...]:
    """Enter players; once play has begun they enter late, with losses for the rounds they missed."""
    first = _first_round(t)
    taken = {player.lot for player in t.players.values()}
    found: list[f.Fact] = []
    for player in players:
        lot = _lot(t.seed, player, taken)
        taken.add(lot)
        found.append(f.PlayerEntered(player, lot, first))
    return (*found, *(seat_late(t, players) if t.drafting else ()))


def name_staff(t: Tournament, staff: Staff) -> tuple[f.Fact, ...]:
    return (f.StaffNamed(staff.id, staff.role, staff.player),)


def name_factions(t: Tournament, player: PlayerId, *, factions: Sequence[str]) -> tuple[f.Fact, ...]:
    """A faction for each round. Once play has begun, what was named stays; rounds that were added need further ones."""
    known = t.players.get(player)
    named = known.factions if known else ()
    begun = any(round_.phase != "draft" for round_ in t.rounds)
    if begun and not keeps_factions(named, factions):
        raise Refused(
            f"Play has begun: the factions {who(player)} named cannot be changed, nor their order. "
            "Only a round without one can still get one."
        )
    return (f.FactionsNamed(player, tuple(factions)),)


def fix_table(t: Tournament, player: PlayerId, *, table: int | None) -> tuple[f.Fact, ...]:
    return (f.TableFixed(player, table),)


def start(t: Tournament, *, decks: dict[str, int] | None = None) -> tuple[f.Fact, ...]:
    """Open the first stage with everyone who is in. For a draft: groups and seats, and each group's decks."""
    if t.stages:
        raise Refused("The tournament has begun.")
    active = [p for p, player in t.players.items() if player.active]
    rules = ruleset_of(t.settings)
    if len(active) < rules.refused_below:
        raise Refused(f"{rules.name} needs {rules.refused_below} players, and there are {len(active)}.")
    if rules.pods:
        _require_teams(t, active)
        return (f.StageOpened("pods", 0),)
    rounds = t.settings.rounds or rounds_for(rules, len(active), with_cut=bool(t.settings.cut)).rounds
    if rules.draft is None:
        return (f.StageOpened("swiss", rounds),)
    return _start_draft(t, active, rounds=rounds, decks=decks)


def open_draft(t: Tournament, seated: Sequence[Sequence[PlayerId]], *, decks: dict[str, int] | None) -> f.DraftOpened:
    """Seats as drawn, and a random set of different decks for each group if the host named what they own."""
    return f.DraftOpened(_with_decks(t, seated, decks=decks, rng=Random(f"{t.seed}/decks/{t.rounds_played}")))


def draw_draft_anew(t: Tournament, *, decks: dict[str, int] | None = None) -> tuple[f.DraftDrawnAnew]:
    """Another draw of groups, seats and decks for those who are still in; what was picked goes back to the host."""
    stage, draw = stage_of(t), t.draft_draw + 1
    rng = Random(f"{t.seed}/draft/{len(t.stages)}/{draw}")
    active = [p for p in stage.entrants or t.players if t.players[p].active]
    seated = [rng.sample(active, len(active))] if stage.entrants else _groups(t, active, rng)
    return (f.DraftDrawnAnew(_with_decks(t, seated, decks=decks, rng=rng), draw),)


def _with_decks(
    t: Tournament, seated: Sequence[Sequence[PlayerId]], *, decks: dict[str, int] | None, rng: Random
) -> tuple[DraftGroup, ...]:
    sizes = [len(group) for group in seated]
    drawn: Sequence[Sequence[str]] = [()] * len(seated)
    if decks and t.settings.small_groups:
        drawn = [groups.draw_same_decks(decks, sizes, rng)] * len(seated)
    elif decks:
        plan = ruleset_of(t.settings).draft
        drawn = groups.draw_decks(decks, sizes, rng, called=plan.decks if plan else "decks")
    return tuple(DraftGroup(tuple(g), tuple(d)) for g, d in zip(seated, drawn, strict=True))


def _require_same_play(t: Tournament, wanted: Settings) -> None:
    """Decks are built and groups are drawn for what was announced."""
    now = t.settings
    if t.stages and (wanted.deck_format, wanted.pool_size) != (now.deck_format, now.pool_size):
        raise Refused("The deck format stays as it is once play has begun.")
    if t.stages and (wanted.legendary, wanted.small_groups) != (now.legendary, now.small_groups):
        raise Refused("The kind of draft stays as it is once the groups are drawn.")


def _require_same_timer(t: Tournament, wanted: Settings) -> None:
    """Walls, tablets and the buzzer go by the timer of the round that is played."""
    current, now = t.current_round, t.settings
    if current is None or current.phase != "published":
        return
    if (wanted.timer, chess_plan(wanted)) != (now.timer, chess_plan(now)):
        what = "minutes" if wanted.timer == now.timer else "timer"
        raise Refused(
            f"{round_at_start(current.number)} keeps the {what} it began with. Close it first, then change it."
        )


def _require_teams(t: Tournament, active: list[PlayerId]) -> None:
    """In teams everybody who plays has one partner, and three teams share a table."""
    teams = t.settings.teams
    if not (teams or ruleset_of(t.settings).teams):
        return
    members = [player for team in teams for player in team]
    if alone := [player for player in active if player not in members]:
        raise Refused(f"{everyone(alone)} {'has' if len(alone) == 1 else 'have'} no team yet. Make the teams first.")
    here = [team for team in teams if any(player in active for player in team)]
    if gone := [player for team in here for player in team if player not in active]:
        raise Refused(f"{everyone(gone)} {'is' if len(gone) == 1 else 'are'} in a team and not in the event any more.")
    if len(here) % TEAMS:
        raise Refused(f"A table seats three teams, and {len(here)} do not fill tables. Add or remove a team.")


def _start_draft(
    t: Tournament, active: list[PlayerId], *, rounds: int, decks: dict[str, int] | None
) -> tuple[f.Fact, ...]:
    drawn = _groups(t, active, Random(f"{t.seed}/groups"))
    if t.settings.legendary:
        return open_draft(t, drawn, decks=decks), f.StageOpened("groups", rounds, groups=drawn)
    return open_draft(t, drawn, decks=decks), f.StageOpened("swiss", rounds)


def _groups(t: Tournament, active: Sequence[PlayerId], rng: Random) -> tuple[tuple[PlayerId, ...], ...]:
    """Everybody who is in, at random, by the size of the field and the kind of draft."""
    if t.settings.legendary:
        groups.advancing_per_group(len(active))
    return groups.draw_small(active, rng) if t.settings.small_groups else groups.draw(active, rng)


def _first_round(t: Tournament) -> int:
    if not t.stages:
        return 1
    if t.drafting:
        return _before_the_deal(t)
    current = t.current_round
    if t.stages[-1].kind == "pods":
        return _first_table(t)
    if t.stages[-1].kind != "swiss" or t.stages[-1].entrants:
        raise Refused("Nobody can enter now: brackets and draft groups are closed.")
    return t.rounds_played + 1 if current is None or current.phase != "draft" else current.number


def _before_the_deal(t: Tournament) -> int:
    """A draft is open until its cards are dealt; after that only those can play who drafted."""
    if len(t.stages) > 1 or any(round_.phase != "draft" for round_ in t.rounds):
        raise Refused("Nobody can enter now: the rounds are played with decks that were drafted here.")
    if all(group.step != SET_UP for group in t.drafting):
        raise Refused(
            "Nobody can enter now: the cards are dealt. Draw the groups anew on the Draft page first. Then all cards "
            "go back, everybody drafts again, and others can enter."
        )
    return 1


def _first_table(t: Tournament) -> int:
    """Tables of several: whoever enters sits down in the first round, as long as a table has a free seat.

    A draft is drawn again with everybody; of teams only threes can begin.
    """
    current = t.current_round
    if current is None or free_table(t) is not None:
        return 1
    if t.settings.teams:
        raise Refused("Nobody can enter now: a table seats three teams. Undo the start in the history to add teams.")
    if current.number == 1 and current.phase == "draft":
        return 1
    if again := draw_anew(current):
        raise Refused(f"Nobody can enter now: every table is full. {again}")
    raise Refused("Nobody can enter now: every table is full or has a game in, and later rounds are for winners.")


def draw_anew(current: Round) -> str:
    """How there will be a seat for everybody who is late; empty once somebody has played."""
    if current.number > 1 or not all(is_fresh(match) for match in current.matches):
        return ""
    return f"Nobody has played in {the_round(1)} yet: undo its publishing in the history, enter them, and draw again."


def _lot(seed: str, player: PlayerId, taken: set[int]) -> int:
    """Drawn from the seed and the player's id alone, so that the order of entering does not matter."""
    rng = Random(f"{seed}/lot/{player}")
    while (lot := rng.randrange(1, LOTS)) in taken:
        pass
    return lot
