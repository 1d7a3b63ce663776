"""A whole event played out with dice: late entries, drops, byes, no-shows, a cut. Every pairing is judged."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import field
from random import Random

from engine import facts as f
from engine.decisions import people, results, rounds, setup, stages
from engine.decisions.apart import excuse, keep_apart
from engine.fold import Act, apply_act
from engine.pairing.checker import judge
from engine.pairing.groups import LEGENDARY_MOST, MOST
from engine.pairing.roster import entrants_of, stage_before
from engine.pairing.swiss import NoLegalPairing
from engine.pairing_words import in_words
from engine.rulesets.registry import default_settings, ruleset, ruleset_of
from engine.rulesets.sizes import cuts_for, rounds_for
from engine.sentences import named
from engine.standings.places import final_places
from engine.standings.pods import pod_places
from engine.values import dataclass, replace
from engine.words import Apart, Game, Match, PlayerId, Round, Settings, Tournament

LARGE_ENOUGH = 8
FACTIONS = tuple(f"Faction {letter}" for letter in "ABCDEFGHIJKLMN")


@dataclass(slots=True)
class Simulation:
    """An event as it was played, and what the checker had to say."""

    acts: list[Act] = field(default_factory=list)
    tournament: Tournament | None = None
    faults: list[str] = field(default_factory=list)

    @property
    def t(self) -> Tournament:
        assert self.tournament is not None
        return self.tournament

    def do(self, facts: tuple[f.Fact, ...]) -> None:
        """Record one decision."""
        act = Act(len(self.acts) + 1, facts)
        self.tournament = apply_act(self.tournament, act)
        self.acts.append(act)


def simulate(ruleset_id: str, players: int, *, seed: str, restless: float = 0.1, rounds_: int = 0) -> Simulation:
    """Play an event of this ruleset to the end. `restless` is how many come late or leave in a round."""
    dice = Random(f"{seed}/simulation")
    event = Simulation()
    settings = _settings(ruleset_id, players, dice)
    event.do(setup.create_tournament(ruleset_id, seed, settings=replace(settings, rounds=rounds_ or settings.rounds)))
    names = [f"p{i}" for i in range(1, players + 1)]
    late = [p for p in names if dice.random() < restless / 2] if ruleset_of(settings).takes_late_entries else []
    event.do(setup.enter(event.t, [p for p in names if p not in late] if len(late) < players - 4 else names))
    _name_factions(event, dice)
    _keep_apart(event, dice)
    event.do(setup.start(event.t))
    while _play_stage(event, dice, late=late, restless=restless):
        pass
    event.do(stages.finish(event.t, prizes=("first prize", "second prize")))
    return event


def _settings(ruleset_id: str, players: int, dice: Random) -> Settings:
    rules = ruleset(ruleset_id)
    settings = default_settings(rules, players=max(players, rules.refused_below))
    cuts = cuts_for(rules, players) if rules.rounds else ()
    cut = cuts[0] if cuts and dice.random() < 0.5 and rules.draft is None else 0
    if cut:
        settings = replace(settings, cut=cut, rounds=rounds_for(rules, players, with_cut=True).rounds)
    if rules.draft and MOST < players <= LEGENDARY_MOST and dice.random() < 0.5:
        return replace(settings, legendary=True, rounds=0)
    return settings


def _name_factions(event: Simulation, dice: Random) -> None:
    if event.t.settings.avoid_mirrors:
        for player in list(event.t.players):
            event.do(setup.name_factions(event.t, player, factions=dice.sample(FACTIONS, 8)))


def _keep_apart(event: Simulation, dice: Random) -> None:
    """In some events: a few who came together, and a few who miss a round or were promised a bye."""
    players = list(event.t.players)
    if dice.random() < 0.5 or ruleset_of(event.t.settings).pods or len(players) < LARGE_ENOUGH:
        return
    groups = [tuple(dice.sample(players, 2 + dice.randrange(len(players) // 2))) for _ in range(1 + dice.randrange(3))]
    event.do(keep_apart(event.t, Apart(tuple(groups), first_round_only=dice.random() < 0.3)))
    for player in dice.sample(players, len(players) // 8):
        event.do(excuse(event.t, player, {1 + dice.randrange(3): dice.choice(("bye", "missed"))}))


def _play_stage(event: Simulation, dice: Random, *, late: list[PlayerId], restless: float) -> bool:
    """Play the current stage to its end and open the next. False if there is none."""
    while not _stage_over(event.t):
        try:
            event.do(rounds.pair_round(event.t))
        except NoLegalPairing:
            if not event.t.stages[-1].rounds:
                raise
            event.do(rounds.plan_rounds(event.t, len(event.t.stages[-1].rounds)))
            break
        _judge(event)
        event.do(rounds.publish(event.t))
        _play_round(event, dice)
        event.do(rounds.close(event.t))
        _come_and_go(event, dice, late=late, restless=restless)
    return _open_next(event)


def _stage_over(t: Tournament) -> bool:
    stage = t.stages[-1]
    if stage.kind == "pods":
        return bool(stage.rounds) and len(stage.rounds[-1].matches) == 1
    return len(stage.rounds) >= stage.planned


def _open_next(event: Simulation) -> bool:
    t = event.t
    if t.stages[-1].kind == "groups":
        event.do(stages.open_second_draft(t))
        return True
    here = sum(player.active for player in t.players.values())
    if t.stages[-1].kind == "swiss" and t.settings.cut and here >= t.settings.cut:
        event.do(stages.make_cut(t, t.settings.cut))
        return True
    return False


def _judge(event: Simulation) -> None:
    t = event.t
    stage, round_ = t.stages[-1], t.stages[-1].rounds[-1]
    if stage.kind not in ("swiss", "groups"):
        return
    for place in range(max(1, len(stage.groups))):
        matches = [match for match in round_.matches if match.group == place]
        bye = next((bye.player for bye in round_.free_byes if bye.group == place), None)
        seated = [p for match in matches for p in match.players] + ([bye] if bye else [])
        entrants = entrants_of(t, stage_before(t, round_.number), players=seated, number=round_.number)
        pairs = [(match.players[0], match.players[1]) for match in matches]
        verdict = judge(entrants, pairs, bye=bye)
        event.faults += [f"round {round_.number}: {fault}" for fault in verdict.faults]
        event.faults += [f"round {round_.number}, table {m.table}: no reason given" for m in matches if not m.why]


def _play_round(event: Simulation, dice: Random) -> None:
    current = event.t.current_round
    assert current is not None
    for match in dice.sample(current.matches, len(current.matches)):
        if event.t.stages[-1].kind == "pods":
            _play_pod(event, match, dice)
        else:
            _play_duel(event, match, dice)


def _play_duel(event: Simulation, match: Match, dice: Random) -> None:
    t, luck = event.t, dice.random()
    in_bracket = t.stages[-1].kind == "bracket"
    if luck < 0.02 and not in_bracket:
        event.do(people.no_show(t, match.players[0]))
    elif luck < 0.03 and not in_bracket:
        event.do(results.record_double_loss(t, match.table))
    elif luck < 0.15 and t.settings.scoring.draws and not in_bracket:
        event.do(results.record_draw(t, match.table, blood=(_some(20, t, dice), _some(20, t, dice))))
    else:
        winner = dice.choice(match.players)
        event.do(results.record_win(t, match.table, winner=winner, wounds=_some(25, t, dice)))


def _some(usual: int, t: Tournament, dice: Random) -> int:
    """So many wounds, or what the game counts in their place: fewer than usual, and no more than can be."""
    return dice.randrange(min(usual, t.settings.scoring.most_blood + 1))


def _play_pod(event: Simulation, match: Match, dice: Random) -> None:
    to_win = ruleset_of(event.t.settings).limits.winner_least
    while results.match_at(event.t, match.table).result is None:
        winner = dice.randrange(len(match.seats))
        realms = tuple(to_win if i == winner else dice.randrange(to_win) for i in range(len(match.seats)))
        event.do(results.record_game(event.t, match.table, game=Game(winner, realms)))


def _come_and_go(event: Simulation, dice: Random, *, late: list[PlayerId], restless: float) -> None:
    stage = event.t.stages[-1]
    if stage.kind == "bracket" or _stage_over(event.t):
        return
    if stage.kind == "swiss" and not stage.entrants:
        _arrive(event, dice, late)
    for player, known in list(event.t.players.items()):
        if known.active and dice.random() < restless / 3 and _can_spare(event.t, player):
            event.do(people.drop(event.t, player))
        elif known.dropped is not None and not known.disqualified and dice.random() < restless:
            event.do(people.reinstate(event.t, player))


def _arrive(event: Simulation, dice: Random, late: list[PlayerId]) -> None:
    for player in [p for p in late if p not in event.t.players and dice.random() < 0.7]:
        event.do(setup.enter(event.t, [player]))
        if event.t.settings.avoid_mirrors:
            event.do(setup.name_factions(event.t, player, factions=dice.sample(FACTIONS, 8)))


def _can_spare(t: Tournament, player: PlayerId) -> bool:
    """May they leave without ending the event? A draft group sends two on; somebody must fill up tables of several."""
    stage, here = t.stages[-1], {p for p, known in t.players.items() if known.active}
    if stage.kind == "pods":
        winners = {places[0][0] for places in pod_places(stage.rounds[-1:])[0]}
        staying = (here & winners) - {player}
        return len(staying) >= 2 and len(here - winners) > len(winners)
    group = next((group for group in stage.groups if player in group), stage.entrants or here)
    return player not in group or len(here.intersection(group)) > 3


def report(event: Simulation) -> Iterator[str]:
    """The event in lines for a terminal: rounds with their reasons, then the places."""
    for stage in event.t.stages:
        for round_ in stage.rounds:
            yield f"Round {round_.number} ({stage.kind})"
            yield from _round_lines(round_)
            yield ""
    yield "Places"
    yield from (f"{place:4}. {player}" for place, player in enumerate(final_places(event.t), start=1))


def _round_lines(round_: Round) -> Iterator[str]:
    for match in round_.matches:
        outcomes = match.result.outcomes if match.result else ()
        marks = [
            f"{p} {o.mark}{f' {o.blood}' if o.blood else ''}" for p, o in zip(match.players, outcomes, strict=False)
        ]
        yield f"  {match.table:3}  {' – '.join(marks):40} {named(in_words(match.why))}"
    yield from (f"       {bye.player} {named(in_words(bye.why))}" for bye in round_.byes)
