"""Documents, deck lists and card catalogues that nobody would write: a sentence, and never a traceback."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.decks import catalogue_files
from engine.refusals import Refused
from engine.rulesets.deck_check import check_text
from engine.rulesets.registry import RULESETS
from tests.contract.documents import event, shortened
from tests.contract.test_spellfire import play_quickly, spellfire
from tests.fuzz.odd import TEXTS, as_json, mutated
from tests.fuzz.seeds import case, cases
from tests.server.deck_lists import LEGAL

TRIES = 60
CATALOGUES = [rules.decks.catalogue for rules in RULESETS.values() if rules.decks and rules.decks.catalogue]
SPELLFIRE_LIST = "Realms:\n1x Waterdeep\n2x Menzoberranzan\nChampions:\n1x Elminster the Mage\n"
SUMMONER_LIST = "Summoner: Prince Elien\nCommons:\n2x Knight\nEvents:\n1x Kingdom\n"
HEADINGS = ("Phoenixborn:", "Dice:", "Cards (30/30):", "Summoner:", "Commons:", "Realms:", "Sideboard", "(", ")")
COUNTS = ("3x", "x", "10x Natural", "0x", "-1x Gilder", f"{10**20}x Gilder", "9" * 4400 + "x Gilder", "²x Gilder")
WORDS = st.sampled_from((*HEADINGS, *COUNTS, *TEXTS))
DECK_TEXTS = st.one_of(
    st.lists(st.one_of(WORDS, st.text(max_size=30)), max_size=30).map("\n".join),
    st.lists(st.one_of(WORDS, st.sampled_from(LEGAL.splitlines())), max_size=40).map("\n".join),
    st.lists(st.sampled_from((SPELLFIRE_LIST + SUMMONER_LIST + LEGAL).split(" ")), max_size=60).map(" ".join),
)


def documents(rng):
    """A good one of any shape."""
    game = rng.choice(("ashes-reborn", "ashes-classic", "summoner-wars", "spellfire"))
    if game == "spellfire":
        doc = spellfire(rng.choice((3, 6, 7, 12)))
        play_quickly(doc, until=rng.choice((0, 1)))
        return doc
    doc = event(rng.randrange(50), game, players=rng.choice((2, 5, 8)), rounds=rng.choice((0, 1, 2)), comings=1)
    return shortened(doc) if rng.random() < 0.4 else doc


@cases(2)
def test_a_mutated_document_is_paired_or_refused_with_a_sentence(cinderbox, seed):
    with case(seed, "mutated_document") as rng:
        for _ in range(TRIES):
            rng.made = text = as_json(rng, mutated(rng, documents(rng), rng.choice((1, 1, 2, 3))))
            for command in ("pair", "standings"):
                said_in_a_sentence(cinderbox(command, "-", stdin=text), text)


@cases(2)
def test_a_mutated_series_is_ranked_or_refused_with_a_sentence(cinderbox, seed):
    with case(seed, "mutated_series") as rng:
        for _ in range(TRIES):
            rng.made = text = as_json(rng, mutated(rng, series(rng), rng.choice((1, 1, 2, 3))))
            said_in_a_sentence(cinderbox("series", "-", stdin=text), text)


def series(rng):
    """A good one: events of any game, by rules of any kind."""
    common = {"best": 1, "tiebreaks": ["events_won"], "qualify": 1, "participation": 1}
    own = {"by": "place", "points": [3, 2], "rest": 1}, {"by": "wins", "points": 3}, {"by": "participation"}
    lines = [{"name": f"P{n}", "place": n, "wins": 1, "points": [4, 10]} for n in range(1, 10)]
    typed = {"ruleset": "spellfire", "lines": lines, "staff": [{"name": "Cy", "role": "judge"}], "factor": 2}
    events = [
        {"name": "One", "date": "1996-03-02", "sent": "1996-03-20", "document": documents(rng)},
        {"name": "Two", "date": "1996-03-02", "last_day": "1996-03-04", "decision": "counted", "wrap_up": typed},
    ]
    return {"name": "S", "rules": rng.choice(("spellfire", rng.choice(own) | common)), "events": events}


def said_in_a_sentence(ran, text):
    """Exit 0 with JSON, 2 or 3 with one line that is a sentence."""
    if ran.exit == 0:
        json.loads(ran.out)
        assert ran.err == ""
    else:
        assert ran.exit in (2, 3), (ran, text[:2000])
        assert ran.out == ""
        assert len(ran.err.splitlines()) == 1, (ran.err, text[:2000])
        assert len(ran.err) < 2000, ran.err[:3000]


@pytest.mark.parametrize("game", sorted(game for game, rules in RULESETS.items() if rules.decks))
@given(text=DECK_TEXTS)
def test_any_text_is_a_deck_list_or_refused(game, text):
    try:
        faults = check_text(text, game)
    except Refused as why:
        faults = (str(why),)
    assert all(isinstance(fault, str) and 0 < len(fault) < 3000 for fault in faults), [len(f) for f in faults]


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=20) | st.sampled_from(TEXTS),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.sampled_from(["name", "type", "x"]), inner),
)
KEYS = ("name", "type", "phoenixborn", "stub", "results", "count", "set", "number", "level")
CARD = st.fixed_dictionaries({}, optional=dict.fromkeys(KEYS, JSON))
CELLS = st.sampled_from(("name", "type", "set", "1", "Realm", "", '"', ",", *TEXTS))
TABLES = st.lists(st.lists(CELLS, max_size=6).map(",".join), max_size=6).map("\n".join)
FILES = st.one_of(
    st.binary(max_size=60),
    st.lists(CARD, max_size=5).map(lambda cards: json.dumps(cards).encode()),
    st.lists(CARD, max_size=5).map(lambda cards: json.dumps({"results": cards, "count": len(cards)}).encode()),
    TABLES.map(lambda table: table.encode("utf-8", "surrogatepass")),
)


@pytest.mark.parametrize("rules", CATALOGUES, ids=lambda rules: rules.id)
@given(files=st.lists(FILES, min_size=1, max_size=2))
def test_any_file_is_a_catalogue_or_refused(rules, files):
    """What was taken is kept as text, opened, and asked about every list from then on."""
    try:
        found = rules.read(files)
    except Refused:
        return
    cards = found.cards
    assert all(len(sentence) < 3000 for sentence in found.lacking)
    kept = json.loads(json.dumps(cards, ensure_ascii=False).encode("utf-8"))
    rules.opened(kept)
    assert len(cards) <= catalogue_files.MOST_CARDS
