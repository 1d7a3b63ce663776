"""Groups drawn anew, and a group with one player left."""

from desk import desk

from engine.decisions import people, rounds, setup, stages
from engine.fold import Act, apply_act, apply_facts
from engine.pairing_words import in_words

OWNED = {f"Phoenixborn {letter}": 2 for letter in "ABCDEFGHIJ"}


def drawn(made):
    return [group.seats for group in made.t.drafting]


def test_groups_seats_and_decks_are_drawn_anew_whatever_steps_were_taken():
    """“Participating players should be randomly divided into groups”; “Randomly select a number of these decks”."""
    made = desk("ashes-draft", 16, legendary=True).do(setup.draw_draft_anew, decks=OWNED)
    first = made.t.drafting
    for _ in range(5):
        made.do(stages.advance_draft, 0)
    made.do(setup.draw_draft_anew, decks=OWNED)
    assert made.t.draft_draw == 2
    assert drawn(made) != [group.seats for group in first]
    assert sorted(p for group in drawn(made) for p in group) == sorted(made.t.players)
    assert [group.decks for group in made.t.drafting] != [group.decks for group in first]
    assert {(group.step, group.pick) for group in made.t.drafting} == {("set-up", 0)}
    assert made.stage.groups == tuple(drawn(made))
    made.do(setup.draw_draft_anew)
    assert made.undo(made.seq).stage.groups == tuple(drawn(made))


def test_who_has_left_is_not_drawn_again_and_the_groups_follow_the_number():
    made = desk("ashes-draft", 9)
    assert [len(group) for group in drawn(made)] == [4, 5]
    made.do(people.drop, drawn(made)[0][0]).do(setup.draw_draft_anew)
    assert [len(group) for group in drawn(made)] == [8]


def test_a_round_that_was_only_prepared_is_gone_with_its_groups():
    made = desk("ashes-draft", 10, legendary=True).do(rounds.pair_round).do(setup.draw_draft_anew)
    assert made.t.current_round is None
    assert made.pair().round_.number == 1
    assert "have begun" in made.refused(setup.draw_draft_anew)


def test_the_second_draft_is_drawn_anew_among_the_same():
    made = desk("ashes-draft", 9, legendary=True)
    for _ in range(3):
        made.pair().play()
    made.do(stages.open_second_draft)
    before = made.t.drafting[0].seats
    draws = {made.do(setup.draw_draft_anew).t.drafting[0].seats for _ in range(6)}
    assert {frozenset(seats) for seats in draws} == {frozenset(before)}
    assert len(draws) > 1


def test_with_eight_left_two_phases_are_not_drawn_anew():
    """“A Legendary Phoenixborn Draft can only occur when more than 8 players are participating in the event.”"""
    made = desk("ashes-draft", 9, legendary=True).do(people.drop, "p1")
    assert "needs more than 8 players" in made.refused(setup.draw_draft_anew)


def test_the_only_one_left_of_a_group_is_told_honestly_why_there_is_a_bye_again():
    """“bye: all 1 are equal, drawn by lot” was no reason for a second one."""
    made = desk("ashes-draft", 9, legendary=True)
    alone, *others = made.stage.groups[0]
    for player in others:
        made.do(people.drop, player)
    for _ in range(2):
        made.pair()
        (why,) = (in_words(bye.why) for bye in made.round_.byes if bye.player == alone)
        assert why == "bye: nobody else is left in this group"
        made.play()


def test_a_round_that_is_paired_and_gone_again_in_one_act_leaves_none():
    """A file with such an act could not be looked over: which round was meant?"""
    made = desk("ashes-draft", 10, legendary=True)
    paired = rounds.pair_round(made.t)
    drawn_anew = setup.draw_draft_anew(apply_facts(made.t, paired))
    assert apply_act(made.t, Act(99, (*paired, *drawn_anew))).current_round is None
