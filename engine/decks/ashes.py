"""Checks of an Ashes deck and of a First Five.

| rulebook | where |
|---|---|
| Reborn v6, Components; classic, Verifying Your Deck: 30 cards, 3 copies, 10 dice, a Phoenixborn | `_size_faults` |
| classic, Verifying Your Deck: no card unique to another Phoenixborn | `_owner_faults` |
| Reborn v6, Banned Cards: constructed decks only, so drafts and classic pass `banned=()` | `_banned_faults` |
| Reborn v6, Gameplay; classic, Verifying Your First Five: five different cards | `first_five_faults` |
| Reborn v6, The Chained List: not in the First Five; classic passes `chained=()` | `first_five_faults` |

The lists are defaults; an organizer can edit them, since they change.
"""

from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from difflib import get_close_matches

from engine.decks.ashes_text import POOL, AshesDeck, Card, split_owner
from engine.decks.lines import amount, fold
from engine.decks.rules import Catalogue

CHAINED = (
    "Explosive Growth",
    "Golden Veil",
    "Hypnotize",
    "Psychic Vampire",
    "River Skald",
    "Summon Shining Hydra",
    "Meteor",
)
BANNED = ("Molten Gold",)
DECK_SIZE = 30
COPIES = 3
FIRST_FIVE = 5


def deck_faults(
    deck: AshesDeck, *, banned: Collection[str] = BANNED, catalogue: Catalogue | None = None
) -> tuple[str, ...]:
    """What is wrong with a deck, one sentence each; none for a legal deck. Without a catalogue, names are trusted."""
    known = _by_name(catalogue or ())
    cards = tuple(_as_catalogued(card, deck.phoenixborn, known=known) for card in deck.cards)
    return (
        *_size_faults(deck),
        *_copy_faults(cards),
        *_owner_faults(cards, deck.phoenixborn),
        *_banned_faults(cards, banned),
        *(_catalogue_faults(deck.phoenixborn, cards, known=known) if known else ()),
    )


def first_five_faults(
    deck: AshesDeck | None, five: Sequence[str], *, chained: Collection[str] = CHAINED
) -> tuple[str, ...]:
    """What is wrong with a First Five. Without a deck list, only that the cards differ and none is Chained."""
    names = [split_owner(name.strip())[0] for name in five if name.strip()]
    spelled = {fold(name): name for name in reversed(names)}
    counts = Counter(fold(name) for name in names)
    barred = {fold(name) for name in chained}
    listed = {fold(card.name) for card in deck.cards} if deck else counts.keys()
    repeated = {key: "twice" if n == 2 else f"{n} times" for key, n in counts.items() if n > 1}
    return (
        *_wrong_number(len(names)),
        *(f"{spelled[key]} is there {times}; the First Five are different cards." for key, times in repeated.items()),
        *(f"{spelled[key]} is not in the deck list." for key in counts if key not in listed),
        *(f"{spelled[key]} is Chained; it cannot be in the First Five." for key in counts if key in barred),
    )


def _size_faults(deck: AshesDeck) -> Iterator[str]:
    if deck.phoenixborn is None:
        yield "No Phoenixborn is named; a deck has one."
    cards = sum(card.count for card in deck.cards)
    if cards != DECK_SIZE:
        yield f"{amount(cards, 'card', many='cards')}; a deck has exactly {DECK_SIZE}."
    dice = sum(count for _, count in deck.dice)
    if dice != POOL:
        yield f"{amount(dice, 'die', many='dice')}; a pool has exactly {POOL}."


def _copy_faults(cards: Sequence[Card]) -> Iterator[str]:
    spelled = _spellings(cards)
    copies: Counter[str] = Counter()
    for card in cards:
        copies[fold(card.name)] += card.count
    for name, count in copies.items():
        if count > COPIES:
            yield f"{count} copies of {spelled[name]}; at most {COPIES}."


def _owner_faults(cards: Sequence[Card], phoenixborn: str | None) -> Iterator[str]:
    if phoenixborn is None:
        return
    for card in cards:
        if card.phoenixborn and fold(card.phoenixborn) != fold(phoenixborn):
            yield f"{card.name} is unique to {card.phoenixborn}; this deck is led by {phoenixborn}."


def _banned_faults(cards: Sequence[Card], banned: Collection[str]) -> Iterator[str]:
    out = {fold(name) for name in banned}
    for name, spelled in _spellings(cards).items():
        if name in out:
            yield f"{spelled} is banned from constructed decks."


def _spellings(cards: Sequence[Card]) -> dict[str, str]:
    """Each name once, as it is first spelled in the list."""
    spellings: dict[str, str] = {}
    for card in cards:
        spellings.setdefault(fold(card.name), card.name)
    return spellings


_Known = Mapping[str, Sequence[Mapping[str, object]]]


def _by_name(catalogue: Catalogue) -> _Known:
    """A name can be printed twice, once in each edition; it keeps every entry."""
    known: dict[str, list[Mapping[str, object]]] = {}
    for entry in catalogue:
        if isinstance(name := entry.get("name"), str) and name.strip():
            known.setdefault(fold(name), []).append(entry)
    return known


def _as_catalogued(card: Card, phoenixborn: str | None, *, known: _Known) -> Card:
    """The card with the owner the catalogue gives it, this deck's if it can be; as listed if it is not there."""
    whole = f"{card.name} ({card.phoenixborn})"
    if fold(whole) in known:
        card = Card(whole, card.count)
    entries = known.get(fold(card.name))
    if not entries:
        return card
    owners = {fold(owner): owner for entry in entries if isinstance(owner := entry.get("phoenixborn") or "", str)}
    owner = "" if "" in owners else owners.get(fold(phoenixborn or "")) or next(iter(owners.values()), "")
    return Card(card.name, card.count, owner or None)


def _catalogue_faults(phoenixborn: str | None, cards: Sequence[Card], *, known: _Known) -> Iterator[str]:
    leaders = [name for name in known if "phoenixborn" in _types(name, known)]
    if phoenixborn and leaders and fold(phoenixborn) not in leaders:
        yield f"No Phoenixborn is called {phoenixborn}; {_advice(phoenixborn, leaders, known=known)}"
    for card in cards:
        types = _types(fold(card.name), known)
        if not types:
            playable = [name for name in known if name not in leaders and not _is_conjuration(_types(name, known))]
            yield f"No card is called {card.name}; {_advice(card.name, playable, known=known)}"
        elif _is_conjuration(types):
            yield f"{card.name} is a conjuration; it belongs in the conjuration pile, not in the {DECK_SIZE}."
        elif types == {"phoenixborn"}:
            yield f"{card.name} is a Phoenixborn; it does not count towards the {DECK_SIZE}."


def _types(name: str, known: _Known) -> set[str]:
    return {str(entry.get("type", "")).casefold() for entry in known.get(name, ())}


def _is_conjuration(types: set[str]) -> bool:
    return bool(types) and all(kind.startswith("conjur") for kind in types)


def _advice(name: str, candidates: Sequence[str], *, known: _Known) -> str:
    closest = get_close_matches(fold(name), candidates, n=1, cutoff=0.7)
    return f"did you mean {known[closest[0]][0]['name']}?" if closest else "check the spelling."


def _wrong_number(count: int) -> Iterator[str]:
    if count != FIRST_FIVE:
        yield f"{amount(count, 'card', many='cards')}; a First Five has exactly {FIRST_FIVE}."
