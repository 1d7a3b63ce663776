"""Deck lists for tests, and an event that collects them."""

from dataclasses import replace

from engine.decisions import deck_lists, setup
from engine.words import Staff
from server.decks import decks
from tests.server.result_event import Event

CARDS = (
    *("Summon Iron Rhino", "Gilder", "Raptor Herder", "Summon Frostback Bear", "Hidden Power"),
    *("Law of Sight", "Purge", "Fester", "Choke", "Hypnotize"),
)
DECKS = "/events/cup/decks/"


def ashes_list(*, cards=CARDS, phoenixborn="Rin Northfell", dice="5x Natural\n5x Divine", more=""):
    """Ten cards, three of each: legal as it stands."""
    lines = "\n".join(f"3x {card}" for card in cards)
    return f"Snow\nPhoenixborn: {phoenixborn}\n\nDice:\n{dice}\n\nCards (30/30):\n{lines}\n{more}".strip()


LEGAL = ashes_list()
ILLEGAL = ashes_list(more="1x Molten Gold")


def with_lists(app, names=("Ana", "Ben", "Cai", "Dee"), *, ruleset_id="ashes-reborn", tid="cup", **changes):
    """An event that has not begun and collects lists."""
    event = Event(app, names, ruleset_id=ruleset_id, tid=tid)
    wanted = {"deck_lists": True, **changes}
    event.do(lambda t: setup.change_settings(t, replace(t.settings, **wanted)))
    return event


def hand_in(event, *players, text=LEGAL):
    """These players' lists are in and locked."""
    with event.app.app_context():
        for player in players:
            decide = lambda t, p=player: deck_lists.hand_in(t, p)  # noqa: E731
            decks.save(event.tid, player, text=text, by=f"player:{player}", decide=decide, request_id=None)
    return event


def plays(event, player, role="organizer"):
    """This player is of the staff too."""
    event.do(lambda t: setup.name_staff(t, Staff(f"plays-{player}", role, player)))
    return event


def kept(event, player):
    """The text of this player's list, if there is one."""
    with event.app.app_context():
        found = decks.deck_of(event.tid, player)
    return found.text if found else None
