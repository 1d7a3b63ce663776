"""From facts to a tournament: what replaying gives, and what no tournament may ever be."""

from __future__ import annotations

from dataclasses import replace

import pytest
from busy import RULESETS, busy_day
from desk import Desk, desk, dump, entered, load, pod
from hypothesis import given, settings
from hypothesis import strategies as st

from engine import facts as f
from engine.check import check
from engine.decisions import people, results, rounds, setup, stages
from engine.document import read_tournament
from engine.fold import Act, apply, apply_act, replay
from engine.pairing.seating import duel
from engine.reading import Node
from engine.refusals import Refused
from engine.simulate import simulate
from engine.standings.places import final_places
from engine.standings.ranking import stage_standings
from engine.words import Bye, DraftGroup, Game, Match, Outcome, Result, Seat

FEWER = settings(max_examples=settings.default.max_examples // 4)
ANA_WINS = Result((Outcome("win", 25), Outcome("loss", 12)))


@FEWER
@given(ruleset=st.sampled_from(RULESETS), players=st.integers(4, 20), seed=st.integers(0, 999))
def test_a_journal_read_back_from_json_gives_the_same_tournament(ruleset, players, seed):
    played = simulate(ruleset, players, seed=str(seed), restless=0.3)
    assert replay(load(dump(played.acts))) == played.t


@FEWER
@given(seed=st.integers(0, 999))
def test_so_does_the_journal_of_a_busy_day_and_nothing_is_wrong_with_it(seed):
    """Everything an organizer can try, undos included: refused or recorded, never anything else."""
    made = busy_day(seed)
    assert replay(load(dump(made.acts))) == made.t
    check(made.t)


@FEWER
@given(
    ruleset=st.sampled_from([name for name in RULESETS if name != "spellfire"]),
    players=st.integers(4, 9),
    seed=st.integers(0, 999),
    data=st.data(),
)
def test_standings_do_not_depend_on_the_order_of_results(ruleset, players, seed, data):
    acts = simulate(ruleset, players, seed=str(seed)).acts
    mixed = _results_in_another_order(acts, data)
    one, other = replay(acts), replay(mixed)
    for stage, same in zip(one.stages, other.stages, strict=True):
        if stage.kind != "bracket":
            assert stage_standings(one, stage) == stage_standings(other, same)
    assert final_places(one) == final_places(other)
    assert one == other


def _results_in_another_order(acts: list[Act], data: st.DataObject) -> list[Act]:
    """The same acts, the results of each round shuffled among themselves."""
    mixed = list(acts)
    for number in {fact.number for act in acts for fact in act.facts if isinstance(fact, f.RoundClosed)}:
        of_round = [
            place
            for place, act in enumerate(acts)
            if any(isinstance(fact, f.ResultRecorded) and fact.number == number for fact in act.facts)
        ]
        for place, source in zip(of_round, data.draw(st.permutations(of_round)), strict=True):
            mixed[place] = replace(acts[source], seq=acts[place].seq)
    return mixed


def test_a_journal_begins_with_its_creation_and_has_one():
    made = desk("ashes-reborn", "Ana Ben")
    assert "once" in made.refused_facts(*made.acts[0].facts)
    with pytest.raises(Refused, match="begins with"):
        replay(made.acts[1:])


@pytest.mark.parametrize(("acts", "why"), [([], "journal is empty"), ([Act(1, ())], "at least one fact")])
def test_nothing_is_no_tournament(acts, why):
    with pytest.raises(Refused, match=why):
        replay(acts)


def test_an_act_without_facts_changes_nothing():
    made = desk("ashes-reborn", "Ana Ben")
    assert apply_act(made.t, Act(99, ())) is made.t


def test_a_fact_copies_at_most_one_round():
    """Thousands of results must fold in a moment: what does not change is the same object as before."""
    made = desk("ashes-reborn", "Ana Ben Cai Dee").round("Ana>Ben", "Cai>Dee").seat("Ana?Cai", "Ben?Dee")
    after = apply(made.t, f.ResultRecorded(2, 1, ANA_WINS))
    assert after.stages[0].rounds[0] is made.stage.rounds[0]
    assert after.stages[0].rounds[1].matches[1] is made.round_.matches[1]
    assert after.players is made.t.players


def test_an_outcome_is_kept_not_computed_again():
    """The finish holds its ranking: a later correction changes the standings beside it, not the past."""
    made = desk("ashes-reborn", "Ana Ben").round("Ana>Ben").do(stages.finish, prizes=("cup",))
    made.do(results.correct, 1, table=1, result=Result((Outcome("loss", 2), Outcome("win", 25))))
    assert made.t.finish is not None
    assert made.t.finish.ranking == ("Ana", "Ben")
    assert made.places == ["Ben", "Ana"]


AFTER_THE_END = {
    "finish": lambda t: stages.finish(t),
    "enter": lambda t: setup.enter(t, ["Zoe"]),
    "pair": lambda t: rounds.pair_round(t),
    "cut": lambda t: stages.make_cut(t, 2),
    "draft": lambda t: (f.DraftOpened((DraftGroup(("Ana", "Ben")),)),),
    "stage": lambda t: (f.StageOpened("swiss", 1),),
}


@pytest.mark.parametrize("decide", AFTER_THE_END.values(), ids=AFTER_THE_END)
def test_after_the_finish_the_tournament_is_over(decide):
    made = desk("ashes-reborn", "Ana Ben Cai Dee").round("Ana>Ben", "Cai>Dee").do(stages.finish)
    assert "finished" in made.refused(decide)


def test_seats_come_from_the_pairing_and_results_from_facts_of_their_own():
    """A pairing that brings a result along does not decide the match."""
    made = desk("ashes-reborn", "Ana Ben")
    match = Match(1, duel("Ana", "Ben"), result=ANA_WINS, ready=("Ana",))
    made.facts(f.RoundPaired(1, (match,)))
    assert made.match("Ana") == Match(1, duel("Ana", "Ben"))
    made.facts(f.PairingChanged(1, (replace(match, seats=duel("Ben", "Ana")),)))
    assert made.match("Ana").result is None


# What no tournament may be


def pairing(*pairs: str, bye: str = "") -> f.RoundPaired:
    matches = tuple(Match(table, duel(*pair.split())) for table, pair in enumerate(pairs, start=1))
    return f.RoundPaired(1, matches, tuple(Bye(name) for name in bye.split()))


WRONG = {
    "a player twice": (pairing("Ana Ben", "Ana Cai", bye="Dee"), "⟨Ana⟩ is paired 2 times"),
    "with a bye as well": (pairing("Ana Ben", "Cai Dee", bye="Dee"), "⟨Dee⟩ is paired 2 times"),
    "against oneself": (pairing("Ana Ana", "Ben Cai", bye="Dee"), "⟨Ana⟩ is paired 2 times"),
    "a stranger": (pairing("Ana Ben", "Cai Zoe", bye="Dee"), "⟨Zoe⟩ is paired but not in the tournament"),
    "somebody forgotten": (pairing("Ana Ben", bye="Cai"), "Not paired in round 1: ⟨Dee⟩"),
    "a table twice": (
        f.RoundPaired(1, (Match(3, duel("Ana", "Ben")), Match(3, duel("Cai", "Dee")))),
        "Table 3 is given 2 times",
    ),
    "table 0": (f.RoundPaired(1, (Match(0, duel("Ana", "Ben")), Match(1, duel("Cai", "Dee")))), "numbered from 1"),
    "three at a duel": (f.RoundPaired(1, pod("Ana Ben Cai"), (Bye("Dee"),)), "cannot have 3 seats"),
    "one side only": (
        f.RoundPaired(1, (Match(1, (Seat("Ana", 0), Seat("Ben", 0))), Match(2, duel("Cai", "Dee")))),
        "2 seats on 1 sides",
    ),
    "another round": (replace(pairing("Ana Ben", "Cai Dee"), number=2), "The next round is round 1"),
}


@pytest.mark.parametrize(("fact", "why"), WRONG.values(), ids=WRONG)
def test_a_round_that_cannot_be_is_refused(fact, why):
    assert why in desk("ashes-reborn", "Ana Ben Cai Dee").refused_facts(fact)


def test_a_spellfire_table_has_three_seats_or_more():
    made = desk("spellfire", "Ana Ben Cai Dee Eve")
    assert "Table 2 cannot have 2 seats" in made.refused_facts(f.RoundPaired(1, pod("Ana Ben Cai", "Dee Eve")))


def test_nobody_is_forgotten_in_a_first_spellfire_round():
    made = desk("spellfire", "Ana Ben Cai Dee")
    assert "Not paired in round 1: ⟨Dee⟩" in made.refused_facts(f.RoundPaired(1, pod("Ana Ben Cai")))


def test_two_players_never_have_the_same_lot():
    made = entered("ashes-reborn", "Ana Ben").facts(f.PlayerEntered("Cai", 7), f.PlayerEntered("Dee", 7))
    assert "same lot" in made.refused(setup.start)


def test_a_stage_is_for_people_who_are_there():
    made = entered("ashes-reborn", "Ana Ben")
    assert "⟨Zoe⟩" in made.refused_facts(f.StageOpened("swiss", 1, entrants=("Ana", "Zoe")))


# Preconditions of single facts, whoever decided them


def paired() -> Desk:
    return desk("ashes-reborn", "Ana Ben Cai Dee").seat("Ana?Ben", "Cai?Dee")


REFUSED = {
    "unknown player dropped": (f.PlayerDropped("Zoe", 1), "no player ⟨Zoe⟩"),
    "entered twice": (f.PlayerEntered("Ana", 1), "already in"),
    "removed after pairing": (f.PlayerRemoved("Ana"), "dropped, not removed"),
    "reinstated while in": (f.PlayerReinstated("Ana"), "⟨Ana⟩ has not left"),
    "table 0 fixed": (f.TableFixed("Ana", 0), "numbered from 1"),
    "staff who is a stranger": (f.StaffNamed("s1", "organizer", "Zoe"), "no player ⟨Zoe⟩"),
    "staff nobody knows removed": (f.StaffRemoved("s1"), "on the staff"),
    "penalty lifted that never was": (f.PenaltyLifted("x1"), "no such penalty"),
    "lots of one player twice": (f.LotsReplaced(("Ana", "Ana")), "only once"),
    "lots of a stranger": (f.LotsReplaced(("Ana", "Zoe")), "no player ⟨Zoe⟩"),
    "draft step without a draft": (f.DraftStepTaken(0, "deal", 0), "no such draft group"),
    "stage in the middle of a round": (f.StageOpened("swiss", 1), "Close round 1 first"),
    "finish in the middle of a round": (f.TournamentFinished(("Ana",)), "Close round 1 first"),
    "round paired over a published one": (pairing("Ana Ben", "Cai Dee"), "is published"),
    "round published twice": (f.RoundPublished(1), "already published"),
    "round that is not there": (f.RoundPublished(2), "no round 2"),
    "change of another round": (f.PairingChanged(2, ()), "no round 2"),
    "result at no table": (f.ResultRecorded(1, 9, ANA_WINS), "no table 9"),
    "result with three outcomes": (f.ResultRecorded(1, 1, Result((Outcome("win", 25),) * 3)), "2 seats"),
    "report by somebody else": (f.ResultReported(1, 1, "Cai", ANA_WINS), "does not sit at table 1"),
    "result taken back that is not there": (f.ResultWithdrawn(1, 1), "no result to take back"),
    "correction of an open round": (f.ResultCorrected(1, 1, ANA_WINS), "still open"),
    "correction of no round": (f.ResultCorrected(7, 1, ANA_WINS), "no round 7"),
    "game in a duel": (f.GameRecorded(1, 1, Game(0, (6, 0))), "several players"),
    "game taken back in a duel": (f.GameWithdrawn(1, 1), "no game"),
    "seat left in a duel": (f.SeatLeft(1, 1, "Ana"), "nobody withdraws"),
    "First Five at another table": (f.FirstFiveChecked(1, 1, "Cai"), "does not sit at table 1"),
    "scoring changed in play": (
        f.SettingsChanged(replace(paired().settings, scoring=replace(paired().settings.scoring, win=7))),
        "scoring",
    ),
    "ruleset changed": (f.SettingsChanged(replace(paired().settings, ruleset="summoner-wars")), "ruleset"),
}


@pytest.mark.parametrize(("fact", "why"), REFUSED.values(), ids=REFUSED)
def test_a_fact_that_does_not_fit_is_refused(fact, why):
    assert why in paired().refused_facts(fact)


BEFORE_PLAY = {
    "round": (pairing("Ana Ben"), "not begun"),
    "rounds": (f.RoundsPlanned(2), "not begun"),
    "result": (f.ResultRecorded(1, 1, ANA_WINS), "no round 1"),
    "finish": (f.TournamentFinished(()), "No round has been played"),
}


@pytest.mark.parametrize(("fact", "why"), BEFORE_PLAY.values(), ids=BEFORE_PLAY)
def test_before_the_first_stage_there_is_nothing_to_play(fact, why):
    assert why in entered("ashes-reborn", "Ana Ben").refused_facts(fact)


@pytest.mark.parametrize(
    ("ranking", "prizes", "why"),
    [
        (("Ana", "Zoe"), (), "⟨Zoe⟩"),
        (("Ana", "Ana"), (), "only one place"),
        (("Ana", "Ben"), (("cup", "Zoe"),), "⟨Zoe⟩"),
    ],
)
def test_places_and_prizes_are_for_people_who_are_there(ranking, prizes, why):
    made = desk("ashes-reborn", "Ana Ben").round("Ana>Ben")
    assert why in made.refused_facts(f.TournamentFinished(ranking, prizes))


def test_who_sits_in_a_draft_group_is_dropped_not_removed():
    made = desk("ashes-draft", 5)
    assert "dropped, not removed" in made.refused_facts(f.PlayerRemoved("p1"))


def test_somebody_who_never_played_can_be_taken_off_the_list():
    made = desk("ashes-reborn", "Ana Ben Cai").facts(f.PlayerRemoved("Cai")).pair()
    assert made.round_.seated == {"Ana", "Ben"}


def test_a_tie_decided_by_hand_stays_decided_when_another_one_is():
    """Once the second decision forgot the first."""
    made = desk("ashes-reborn", "Ana Ben Cai Dee")
    by_lot = sorted(made.t.players, key=lambda name: made.player(name).lot)
    low, high, third, last = by_lot
    made.facts(f.LotsReplaced((high, low))).facts(f.LotsReplaced((last, third)))
    assert sorted(made.t.players, key=lambda name: made.player(name).lot) == [high, low, last, third]


def test_reports_are_replaced_by_the_same_players_next_one():
    made = paired().facts(f.ResultReported(1, 1, "Ana", ANA_WINS))
    other = Result((Outcome("win", 25), Outcome("loss", 13)))
    made.facts(f.ResultReported(1, 1, "Ana", other))
    assert [report.result for report in made.match("Ana").reports] == [other]


def test_who_is_in_a_stage_but_left_is_not_paired_any_more():
    made = desk("ashes-reborn", "Ana Ben Cai Dee").do(people.drop, "Dee")
    assert "Not in round 1 any more: ⟨Dee⟩" in made.refused_facts(pairing("Ana Ben", "Cai Dee"))


def test_a_document_may_tell_of_somebody_who_left_before_the_first_round():
    """Once `dropped_after: 0` was read and never applied."""
    players = [{"id": "p1"}, {"id": "p2"}, {"id": "p3", "dropped_after": 0}]
    read = read_tournament(Node({"ruleset": "ashes-reborn", "players": players}, "document"))
    assert [player.active for player in read.players.values()] == [True, True, False]


# What nobody can have decided, from a made-up file or a damaged row


def test_a_tie_is_decided_between_somebody():
    with pytest.raises(Refused, match="whose tie is decided"):
        apply(desk("ashes-reborn", "Ana Ben").t, f.LotsReplaced(()))


@pytest.mark.parametrize("ruleset", ["ashes-reborn", "spellfire"])
def test_places_go_only_by_what_can_be_computed(ruleset):
    (created,) = setup.create_tournament(ruleset, "seed")
    good = created.settings
    odd = replace(good, scoring=replace(good.scoring, tiebreaks=("luck", *good.scoring.tiebreaks)))
    with pytest.raises(Refused, match="break ties by “luck”"):
        apply(None, replace(created, settings=odd))
    with pytest.raises(Refused, match="break ties by “luck”"):
        apply(apply(None, created), f.SettingsChanged(odd))


@pytest.mark.parametrize(
    ("ruleset", "kind"), [("spellfire", "swiss"), ("spellfire", "bracket"), ("ashes-reborn", "pods")]
)
def test_a_game_is_played_in_rounds_of_its_own_kind(ruleset, kind):
    """Tables of several have no standings that a Swiss round could be paired by, and the other way round."""
    t = apply(None, *setup.create_tournament(ruleset, "seed"))
    with pytest.raises(Refused, match="not played in rounds of this kind"):
        apply(t, f.StageOpened(kind, 3))


def test_rounds_in_draft_groups_have_groups_to_be_played_in():
    """A file whose groups were lost came in, and its page of pairings was an error."""
    made = desk("ashes-draft", 9, legendary=True)
    for fact in (f.StageOpened("groups", 3), f.DraftDrawnAnew((), draw=1)):
        assert "need draft groups" in made.refused_facts(fact)


@pytest.mark.parametrize("group", [-1, 2])
@pytest.mark.parametrize("lost", ["table", "bye"])
def test_a_table_stands_in_a_draft_group_that_is_there(lost, group):
    made = desk("ashes-draft", 9, legendary=True).pair()
    whole = made.round_
    odd = {
        "table": {"matches": (replace(whole.matches[0], group=group), *whole.matches[1:])},
        "bye": {"byes": tuple(replace(bye, group=group) for bye in whole.byes)},
    }
    changed = replace(f.PairingChanged(1, whole.matches, whole.byes), **odd[lost])
    assert "draft group that is not there" in made.refused_facts(changed)


def test_nobody_plans_more_rounds_than_anybody_could_play():
    """A cut of a million rounds once kept the match sheets busy for ever."""
    t = desk("ashes-reborn", "Ana Ben Cai Dee").t
    for fact in (f.CutMade(("Ana", "Ben"), 1_000_000), f.StageOpened("swiss", 100), f.RoundsPlanned(100)):
        with pytest.raises(Refused, match="at most 99 rounds"):
            apply(t, fact)


@pytest.mark.parametrize(("seeds", "why"), [("Ana", "2 to 16 players, not 1"), ("Ana Ana", "only once")])
def test_a_bracket_needs_two_different_players(seeds, why):
    t = desk("ashes-reborn", "Ana Ben Cai Dee").t
    with pytest.raises(Refused, match=why):
        apply(t, f.CutMade(tuple(seeds.split()), 1))


def test_a_result_that_does_not_fit_is_refused_in_a_row_of_results_as_it_is_alone():
    acts = simulate("ashes-reborn", 8, seed="7").acts
    twice = next(act for act in acts if any(isinstance(fact, f.ResultRecorded) for fact in act.facts))
    place = acts.index(twice) + 1
    t = replay(acts[:place])
    with pytest.raises(Refused, match="already has a result") as alone:
        apply_act(t, twice)
    with pytest.raises(Refused, match="already has a result") as in_a_row:
        replay([*acts[:place], twice, *acts[place:]])
    assert str(alone.value) == str(in_a_row.value)


def test_a_journal_that_begins_with_a_result_is_refused():
    told = next(act for act in simulate("ashes-reborn", 8, seed="7").acts if isinstance(act.facts[0], f.ResultRecorded))
    with pytest.raises(Refused, match="begins with the creation"):
        replay([told])
