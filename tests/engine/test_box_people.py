"""The people of a box: facts hold ids, merging moves no row, and whatever a person decided can be taken back."""

from dataclasses import fields
from typing import get_args

import pytest

from engine.box import facts as b
from engine.box.codec import FACTS, VERSION, from_json
from engine.box.fold import APPLY, BoxAct, apply_facts, replay
from engine.box.history import SAY, sentence
from engine.box.words import Box, are_told_apart, ids_of, who_is
from engine.codec import to_json
from engine.decisions import directory
from engine.decisions.undo import BuiltOn
from engine.decisions.undo_box import undo
from engine.refusals import Refused, Unknown


class Directory:
    """The journal of a box, act by act."""

    def __init__(self, *people):
        self.acts = []
        if people:
            self.do(directory.add, people)

    @property
    def box(self):
        return replay(self.acts)

    def do(self, decide, *args, **named):
        return self._record(decide(self.box, *args, **named))

    def undo(self, seq):
        return self._record(undo(self.acts, seq))

    def _record(self, facts):
        acts = [*self.acts, BoxAct(len(self.acts) + 1, facts)] if facts else self.acts
        replay(acts)
        self.acts = acts
        return self


def test_every_fact_is_applied_and_told():
    assert set(APPLY) == set(FACTS.values()) - {b.Undone}
    assert set(SAY) == set(FACTS.values())


def test_every_fact_comes_back_from_json_as_it_was():
    for kind in get_args(b.PeopleFact | b.Undone):
        values = {each.name: _value(each.type) for each in fields(kind)}
        fact = kind(**values)
        assert from_json(to_json(fact)) == fact


def _value(kind):
    return ("x", "y") if kind.startswith("tuple") else 7 if kind == "int" else "x"


def test_a_fact_of_a_newer_version_is_refused_with_a_sentence():
    with pytest.raises(Refused, match="newer version"):
        from_json({"fact": "PeopleAdded", "people": ["x"]}, version=VERSION + 1)


def test_whoever_is_known_is_not_added_again():
    box = Directory("ana", "ben").box
    assert directory.add(box, ("ana", "cai", "cai")) == (b.PeopleAdded(("cai",)),)
    assert directory.add(box, ("ana",)) == ()


def test_somebody_who_was_entered_twice_goes_on_as_one():
    here = Directory("ana", "anna").do(directory.merge, "ana", gone="anna")
    assert who_is(here.box, "anna") == "ana"
    assert ids_of(here.box, "ana") == ("ana", "anna")


def test_merging_is_undone_whole_and_done_again():
    here = Directory("ana", "anna").do(directory.merge, "ana", gone="anna").undo(2)
    assert who_is(here.box, "anna") == "anna"
    here.undo(3)
    assert who_is(here.box, "anna") == "ana"


def test_merged_people_are_merged_on():
    here = Directory("a", "b", "c").do(directory.merge, "b", gone="c").do(directory.merge, "a", gone="b")
    assert {who_is(here.box, each) for each in "abc"} == {"a"}
    assert ids_of(here.box, "a") == ("a", "b", "c")
    here.undo(2)
    assert ids_of(here.box, "a") == ("a", "b")
    assert who_is(here.box, "c") == "c"


def test_two_who_played_in_the_same_event_are_two_people():
    with pytest.raises(Refused, match="both played in Cup, so they are two people"):
        Directory("ana", "anna").do(directory.merge, "ana", gone="anna", met_at=["Cup"])


def test_nobody_is_merged_with_themselves_or_with_somebody_who_is_gone():
    here = Directory("ana", "anna", "ben").do(directory.merge, "ana", gone="anna")
    for gone, why in (("ana", "already one"), ("anna", "was merged into"), ("nobody", "no such person")):
        with pytest.raises(Refused, match=why):
            here.do(directory.merge, "ana", gone=gone)


def test_a_merge_is_not_undone_under_one_that_would_no_longer_stand():
    """Once c is free again, it cannot be merged into a second time by the act that did so after its undoing."""
    here = Directory("a", "b", "c").do(directory.merge, "b", gone="c").undo(2).do(directory.merge, "a", gone="c")
    with pytest.raises(BuiltOn, match="change 4 builds on it"):
        here.undo(3)


def test_who_was_told_apart_stays_so_under_another_id():
    here = Directory("a", "b", "c").do(directory.tell_apart, "a", "b").do(directory.merge, "c", gone="b")
    assert are_told_apart(here.box, "a", "c")
    assert here.do(directory.tell_apart, "c", "a").acts[-1].seq == 3


def test_what_somebody_said_of_an_entry_is_undone_like_anything_else():
    here = Directory("ana").do(directory.give_entry, "cup", entry="p1", person="ana")
    assert here.box.people.given == {("cup", "p1"): "ana"}
    assert here.undo(2).box.people.given == {}


def test_a_page_is_closed_to_phones_until_the_organizer_opens_it():
    here = Directory("ana")
    assert not here.box.people.open
    here.do(directory.show_page, "ana")
    assert here.box.people.open == {"ana"}
    assert directory.show_page(here.box, "ana") == ()
    assert not here.do(directory.hide_page, "ana").box.people.open


def test_whoever_is_merged_away_or_erased_has_no_open_page():
    here = Directory("a", "b").do(directory.show_page, "a").do(directory.show_page, "b")
    here.do(directory.merge, "a", gone="b")
    assert here.box.people.open == {"a"}
    assert not here.do(directory.erase, ["a"]).box.people.open


def test_erasing_takes_every_id_somebody_had_and_is_done_once():
    here = Directory("a", "b", "c").do(directory.merge, "a", gone="b").do(directory.erase, ["b"])
    assert here.box.people.erased == {"a", "b"}
    assert directory.erase(here.box, ["a", "b"]) == ()


def test_somebody_whom_an_older_copy_does_not_know_can_be_erased_all_the_same():
    """After a restore: the id was kept, the person came later than the backup."""
    assert replay([BoxAct(1, directory.erase(Box(), ["x"]))]).people.erased == {"x"}


@pytest.mark.parametrize(
    ("seq", "why"), [(1, "People come with their events"), (2, "Change them again"), (3, "gone for good")]
)
def test_what_cannot_be_taken_back_says_what_to_do_instead(seq, why):
    here = Directory("a", "b").do(directory.change_details, "a").do(directory.erase, ["b"])
    with pytest.raises(Refused, match=why):
        here.undo(seq)


def test_nothing_more_is_done_with_somebody_who_was_erased():
    here = Directory("a", "b").do(directory.erase, ["a"])
    for decide in (directory.change_details, directory.show_page, directory.hide_page):
        with pytest.raises(Refused, match="was erased"):
            decide(here.box, "a")
    with pytest.raises(Refused, match="was erased"):
        directory.merge(here.box, "b", gone="a")


@pytest.mark.parametrize(
    "did",
    [
        lambda box: directory.merge(box, "a", gone="b"),
        lambda box: directory.tell_apart(box, "a", "b"),
        lambda box: directory.give_entry(box, "cup", entry="p1", person="a"),
        lambda box: directory.show_page(box, "a"),
    ],
)
def test_what_was_said_of_somebody_who_was_erased_since_is_neither_undone_nor_done_again(did):
    """There is nobody left to be two people again, and a merge done again would take the other one along."""
    here = Directory("a", "b").do(did).do(directory.erase, ["a"])
    with pytest.raises(Refused, match="erased since"):
        here.undo(2)
    here = Directory("a", "b").do(did).undo(2).do(directory.erase, ["a"])
    with pytest.raises(Refused, match="erased since"):
        here.undo(3)


def test_an_undo_needs_an_act_and_happens_once():
    here = Directory("a", "b").do(directory.merge, "a", gone="b").undo(2)
    with pytest.raises(Refused, match="no change 9"):
        here.undo(9)
    with pytest.raises(Refused, match="already undone"):
        here.undo(2)


def test_facts_that_do_not_fit_are_refused_whoever_made_them():
    box = Directory("a", "b").box
    for fact, kind in (
        (b.PeopleAdded(("a",)), Refused),
        (b.PeopleAdded(()), Refused),
        (b.PeopleAdded(("c", "c")), Refused),
        (b.PeopleToldApart("a", "a"), Refused),
        (b.PersonErased("x"), Unknown),
        (b.EntryGiven("cup", "p1", "x"), Unknown),
    ):
        with pytest.raises(kind):
            apply_facts(box, (fact,))


def test_the_history_says_what_happened_with_ids_for_names():
    told = [sentence(act) for act in Directory("a", "b").do(directory.merge, "a", gone="b").undo(2).acts]
    assert told == ["⟨a⟩ and ⟨b⟩ added to the directory", "⟨b⟩ merged into ⟨a⟩", "Change 2 undone"]
    assert sentence(BoxAct(1, (b.PeopleAdded(tuple("abcd")),))) == "4 people added to the directory"
    assert "⟨" not in sentence(BoxAct(1, (b.PersonErased("a"),)))
