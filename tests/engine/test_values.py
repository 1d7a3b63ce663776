"""Our dataclasses behave as the standard library's: only their making, and copying them, is quicker."""

import copy
import dataclasses
import pickle

import pytest

from engine import values
from engine.values import dataclass, replace

VALUE = {"frozen": True, "slots": True}


@dataclass(**VALUE)
class Seat:
    """Where somebody sits."""

    player: str
    place: int = 1
    notes: tuple[str, ...] = ()
    numbers: list[int] = dataclasses.field(default_factory=list, hash=False)
    known: dict[str, int] = dataclasses.field(default_factory=dict, init=False, compare=False, repr=False)
    side: str = dataclasses.field(default="", kw_only=True)


@dataclass(**VALUE)
class Table:
    number: int


@dataclass(**VALUE)
class Nothing:
    pass


@dataclasses.dataclass(**VALUE)
class OfTheLibrary:
    number: int = 1


def test_values_are_given_by_place_and_by_name_and_left_out():
    seat = Seat("ana", 2, side="left")
    assert (seat.player, seat.place, seat.notes, seat.numbers, seat.side) == ("ana", 2, (), [], "left")
    assert Seat("ana").numbers is not Seat("ana").numbers


@pytest.mark.parametrize("given", [((), {}), (("ana",), {"strange": 1}), (("ana", 1, (), [], "left"), {})])
def test_what_does_not_fit_is_a_type_error_that_names_the_class(given):
    with pytest.raises(TypeError, match=r"Seat\.__init__\(\)"):
        Seat(*given[0], **given[1])


def test_nothing_is_changed_in_place():
    seat = Seat("ana")
    with pytest.raises(dataclasses.FrozenInstanceError):
        seat.place = 3
    with pytest.raises(dataclasses.FrozenInstanceError):
        del seat.place
    with pytest.raises(AttributeError):
        seat.strange = 3
    assert seat.place == 1


def test_the_same_values_are_equal_and_have_one_hash_and_what_is_worked_out_does_not_count():
    one, other = Seat("ana", numbers=[1]), Seat("ana", numbers=[1])
    one.known["x"] = 1
    assert one == other
    assert hash(one) == hash(other)
    assert one != Seat("ana", numbers=[2])
    assert one != Seat("ben", numbers=[1])
    assert one != Table(1)
    assert Table(1) == Table(1)
    assert hash(Table(1)) == hash(Table(1))
    assert Nothing() == Nothing()
    assert len({Table(1), Table(1), Table(2)}) == 2


def test_it_is_shown_as_it_is_written():
    assert repr(Seat("ana")) == "Seat(player='ana', place=1, notes=(), numbers=[], side='')"
    assert (repr(Table(3)), repr(Nothing())) == ("Table(number=3)", "Nothing()")


def test_a_copy_with_other_values_knows_nothing_of_what_was_worked_out():
    seat = Seat("ana", numbers=[1])
    seat.known["x"] = 1
    changed = replace(seat, place=5, side="left")
    assert (changed.place, changed.side, changed.numbers, changed.known, seat.place) == (5, "left", [1], {}, 1)
    assert replace(Table(1), number=2) == Table(2)
    assert replace(Nothing()) == Nothing()
    assert replace(OfTheLibrary(), number=2) == OfTheLibrary(2)


@pytest.mark.parametrize(("value", "change"), [(Seat("ana"), {"strange": 1}), (Table(1), {"strange": 1})])
def test_a_copy_with_a_value_that_does_not_exist_is_a_type_error(value, change):
    with pytest.raises(TypeError):
        replace(value, **change)


def test_the_library_sees_a_dataclass():
    seat = Seat("ana")
    assert [part.name for part in dataclasses.fields(seat)] == ["player", "place", "notes", "numbers", "known", "side"]
    assert dataclasses.asdict(Table(1)) == {"number": 1}
    assert dataclasses.is_dataclass(Seat)
    assert dataclasses.replace(seat, place=2) == replace(seat, place=2)
    assert pickle.loads(pickle.dumps(seat)) == copy.copy(seat) == copy.deepcopy(seat) == seat
    match seat:
        case Seat(player, place):
            assert (player, place) == ("ana", 1)


def test_what_a_class_says_itself_stays():
    @dataclass(**VALUE)
    class Anything:
        number: int

        def __eq__(self, other):
            return True

        def __hash__(self):
            return 7

    assert Anything(1) == Anything(2)
    assert hash(Anything(1)) == 7


def test_what_is_not_frozen_is_the_library_s():
    @dataclass(slots=True)
    class Count:
        number: int = 0

    count = Count()
    count.number += 1
    assert count == Count(1)
    assert replace(count, number=2) == Count(2)


def test_values_of_classes_are_checked_after_they_are_made():
    @dataclass(**VALUE)
    class Positive:
        number: int

        def __post_init__(self):
            if self.number < 1:
                raise ValueError("too small")

    assert replace(Positive(1), number=2).number == 2
    with pytest.raises(ValueError, match="too small"):
        replace(Positive(1), number=0)


def test_no_class_is_written_before_it_is_used(monkeypatch):
    written = []
    monkeypatch.setattr(values, "_init", lambda kind: written.append(kind) or (lambda self: None))

    @dataclass(**VALUE)
    class Unused:
        number: int = 1

    assert not written
    Unused()
    assert written == [Unused]
