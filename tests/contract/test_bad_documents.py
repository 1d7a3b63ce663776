"""A bad document: exit 2, one sentence on standard error saying where and what, nothing else."""

import copy
import json

import pytest

from .documents import short
from .test_spellfire import play_quickly, spellfire

PEOPLE = [{"id": f"p{i}", "name": f"Player {i}"} for i in range(1, 6)]
GOOD = {
    "ruleset": "ashes-reborn",
    "seed": "42",
    "players": PEOPLE,
    "rounds": [
        {
            "matches": [
                {"table": 1, "players": ["p1", "p2"], "winner": "p1", "blood": [25, 12]},
                {"table": 2, "players": ["p3", "p4"], "winner": "p4", "blood": [0, 25], "how": "no-show"},
            ],
            "bye": "p5",
        },
        {
            "matches": [
                {"table": 1, "players": ["p1", "p5"], "winner": "p5", "blood": [3, 25]},
                {"table": 2, "players": ["p4", "p2"], "winner": "p4", "blood": [25, 7]},
            ],
            "bye": "p3",
        },
    ],
}
SHORT = short("ashes-reborn", 2, Ana=(1, "Ben"), Ben=(0, ""), Cai=(1, "Dee"), Dee=(0, ""))
LOST = object()


def but(doc, path, value):
    """The document with one thing changed, or lost: but(GOOD, "rounds 0 bye", "p9")."""
    doc = copy.deepcopy(doc)
    *way, last = [int(step) if step.isdigit() else step for step in path.split()]
    place = doc
    for step in way:
        place = place[step]
    if value is LOST:
        del place[last]
    elif last == "append":
        place.append(value)
    else:
        place[last] = value
    return doc


def classic(path, value):
    return but(GOOD | {"ruleset": "ashes-classic"}, path, value)


MATCH = "rounds 0 matches 0"
NOT_DOCUMENTS = {
    "nothing": "",
    "blanks": " \n ",
    "half an object": '{"ruleset": "ashes-reborn"',
    "not JSON": "Ana beat Ben",
    "two documents": "{} {}",
    "a list": "[]",
    "a string": '"ashes-reborn"',
    "a number": "42",
    "null": "null",
    "an empty object": "{}",
    "very deep": "[" * 100_000,
    "very deep inside": '{"ruleset": "ashes-reborn", "players": ' + "[" * 100_000,
}
# Each with words of which one must be in the sentence, where the contract's "where and what" leaves no doubt.
BAD = {
    "a ruleset of thousands of letters": (but(GOOD, "ruleset", "9" * 4301), ["4,301"]),
    "a player whose id goes on for pages": (but(GOOD, "rounds 0 bye", "p" * 5000), ["5,000"]),
    "no ruleset": (but(GOOD, "ruleset", LOST), ["ruleset"]),
    "unknown ruleset": (but(GOOD, "ruleset", "chess"), ["chess"]),
    "ruleset is a number": (but(GOOD, "ruleset", 7), ["ruleset"]),
    "ruleset is a list": (but(GOOD, "ruleset", ["ashes-reborn"]), ["ruleset"]),
    "no players": (but(GOOD, "players", LOST), ["player"]),
    "players is null": (but(GOOD, "players", None), ["player"]),
    "players is an object": (but(GOOD, "players", {"p1": "Ana"}), ["player"]),
    "a player is a string": (but(GOOD, "players 0", "p1"), ["player"]),
    "a player without id": (but(GOOD, "players 0 id", LOST), ["id"]),
    "an id is a list": (but(GOOD, "players 0 id", ["p1"]), ["id"]),
    "an id is null": (but(GOOD, "players 0 id", None), ["id"]),
    "a name is a list": (but(GOOD, "players 0 name", ["Ana"]), ["name"]),
    "an id twice": (but(GOOD, "players 1 id", "p1"), ["p1"]),
    "entered in round 0": (but(GOOD, "players 2 entered_round", 0), ["p3", "entered", "Player 3"]),
    "entered in round two": (but(GOOD, "players 2 entered_round", "two"), ["p3", "entered", "Player 3"]),
    "dropped after round -1": (but(GOOD, "players 2 dropped_after", -1), ["p3", "dropped", "Player 3"]),
    "dropped after no number": (but(GOOD, "players 2 dropped_after", []), ["p3", "dropped", "Player 3"]),
    "plays before entering": (but(GOOD, "players 2 entered_round", 2), ["p3", "Player 3"]),
    "plays after dropping": (but(GOOD, "players 0 dropped_after", 1), ["p1", "Player 1"]),
    "factions is a string": (but(GOOD | {"ruleset": "summoner-wars"}, "players 0 factions", "Cloaks"), ["faction"]),
    "a faction is a number": (but(GOOD | {"ruleset": "summoner-wars"}, "players 0 factions", [1, 2]), ["faction"]),
    "rounds is an object": (but(GOOD, "rounds", {}), ["round"]),
    "rounds is a number": (but(GOOD, "rounds", 3), ["round"]),
    "a round is a list": (but(GOOD, "rounds 0", []), ["round"]),
    "matches is a string": (but(GOOD, "rounds 0 matches", "p1 p2"), ["match"]),
    "matches is null": (but(GOOD, "rounds 0 matches", None), ["match"]),
    "a match is null": (but(GOOD, MATCH, None), ["match", "table"]),
    "a match without players": (but(GOOD, f"{MATCH} players", LOST), ["player"]),
    "a match's players is a string": (but(GOOD, f"{MATCH} players", "p1p2"), ["player"]),
    "one player at a table": (but(GOOD, f"{MATCH} players", ["p1"]), ["round 1", "table 1", "p1"]),
    "three players at a table": (but(GOOD, f"{MATCH} players", ["p1", "p2", "p5"]), ["round 1", "table 1", "p5"]),
    "a player against themselves": (but(GOOD, f"{MATCH} players", ["p1", "p1"]), ["p1", "Player 1"]),
    "a player who is not registered": (but(GOOD, f"{MATCH} players", ["p1", "p99"]), ["p99"]),
    "a seat is a number": (but(GOOD, f"{MATCH} players", ["p1", 2]), ["round 1", "table 1", "2"]),
    "a seat is a list": (but(GOOD, f"{MATCH} players", ["p1", ["p2"]]), ["round 1", "table 1", "p2"]),
    "the winner is at another table": (but(GOOD, f"{MATCH} winner", "p3"), ["p3", "Player 3"]),
    "the winner is not registered": (but(GOOD, f"{MATCH} winner", "p99"), ["p99"]),
    "the winner is a list": (but(GOOD, f"{MATCH} winner", ["p1"]), ["winner", "p1"]),
    "a player twice in a round": (but(GOOD, "rounds 0 matches 1 players", ["p1", "p4"]), ["p1", "Player 1"]),
    "a bye for someone who plays": (but(GOOD, "rounds 0 bye", "p1"), ["p1", "Player 1"]),
    "a bye for someone unknown": (but(GOOD, "rounds 0 bye", "p99"), ["p99"]),
    "two byes": (but(GOOD, "rounds 0 bye", ["p5", "p5"]), ["bye"]),
    "negative blood": (but(GOOD, f"{MATCH} blood", [25, -1]), ["blood", "-1"]),
    "a hundred blood points": (but(GOOD, f"{MATCH} blood", [25, 100]), ["blood", "100"]),
    "half a blood point": (but(GOOD, f"{MATCH} blood", [25, 12.5]), ["blood", "12.5"]),
    "blood in words": (but(GOOD, f"{MATCH} blood", [25, "twelve"]), ["blood", "twelve"]),
    "blood of one player": (but(GOOD, f"{MATCH} blood", [25]), ["blood"]),
    "blood of three players": (but(GOOD, f"{MATCH} blood", [25, 1, 2]), ["blood"]),
    "blood is a number": (but(GOOD, f"{MATCH} blood", 25), ["blood"]),
    "an unknown ending": (but(GOOD, f"{MATCH} how", "rained off"), ["rained off"]),
    "an ending that is a list": (but(GOOD, f"{MATCH} how", ["played"]), ["how", "played"]),
    "a draw in reborn": (
        but(GOOD, MATCH, {"table": 1, "players": ["p1", "p2"], "draw": True, "blood": [5, 5]}),
        ["draw"],
    ),
    "a draw in summoner wars": (
        but(
            GOOD | {"ruleset": "summoner-wars"},
            MATCH,
            {"table": 1, "players": ["p1", "p2"], "draw": True, "blood": [5, 5]},
        ),
        ["draw"],
    ),
    "a draw with a winner": (classic(f"{MATCH} draw", True), ["draw"]),
    "a double loss with a winner": (but(GOOD, f"{MATCH} how", "double-loss"), ["double", "winner"]),
}
# An opponent who is not listed may have left: whether that is refused is left open.
BAD_SHORT = {
    "one's own opponent": (but(SHORT, "players 0 opponents", ["Ana"]), ["Ana"]),
    "opponents is a string": (but(SHORT, "players 0 opponents", "Ben"), ["opponents", "Ana"]),
    "opponents is a number": (but(SHORT, "players 0 opponents", 1), ["opponents", "Ana"]),
    "points in words": (but(SHORT, "players 0 points", "six"), ["points", "Ana"]),
    "half a point": (but(SHORT, "players 0 points", 1.5), ["points", "Ana"]),
    "points is null": (but(SHORT, "players 0 points", None), ["points", "Ana"]),
    "fewer than no byes": (but(SHORT, "players 0 byes", -1), ["byes", "Ana"]),
    "byes is a list": (but(SHORT, "players 0 byes", []), ["byes", "Ana"]),
    "dropped is a word": (but(SHORT, "players 0 dropped", "perhaps"), ["dropped", "Ana"]),
    "faction is a list": (but(SHORT | {"ruleset": "summoner-wars"}, "players 0 faction", ["Cloaks"]), ["faction"]),
    "round 0": (but(SHORT, "round", 0), ["round"]),
    "round four": (but(SHORT, "round", "four"), ["round"]),
    "a player without id": (but(SHORT, "players 0 id", LOST), ["id"]),
    "an id twice": (but(SHORT, "players 1 id", "Ana"), ["Ana"]),
}
SPELLFIRE = spellfire(9, staff=[{"id": "s1", "name": "Cy", "role": "coordinator"}])
play_quickly(SPELLFIRE, until=1)
TABLE = "rounds 0 tables 0"


def with_staff(id, name, role):
    return SPELLFIRE | {"staff": [*SPELLFIRE["staff"], {"id": id, "name": name, "role": role}]}


BAD_SPELLFIRE = {
    "tables is a string": (but(SPELLFIRE, "rounds 0 tables", "p1"), ["table"]),
    "a table is a list": (but(SPELLFIRE, TABLE, []), ["table"]),
    "a player at two tables": (but(SPELLFIRE, f"{TABLE} players", ["p1", "p2", "p4"]), ["p4", "Player 4"]),
    "a player twice at a table": (but(SPELLFIRE, f"{TABLE} players", ["p1", "p2", "p2"]), ["p2", "Player 2"]),
    "someone unknown at a table": (but(SPELLFIRE, f"{TABLE} players", ["p1", "p2", "p99"]), ["p99"]),
    "games is a number": (but(SPELLFIRE, f"{TABLE} games", 2), ["game"]),
    "a game won by someone else": (but(SPELLFIRE, f"{TABLE} games 0 winner", "p9"), ["p9", "Player 9"]),
    "realms of two players": (but(SPELLFIRE, f"{TABLE} games 0 realms", [6, 4]), ["realms"]),
    "negative realms": (but(SPELLFIRE, f"{TABLE} games 0 realms", [6, 4, -1]), ["realms", "-1"]),
    "realms in words": (but(SPELLFIRE, f"{TABLE} games 0 realms", [6, 4, "two"]), ["realms", "two"]),
    "staff is a string": (but(SPELLFIRE, "staff", "Cy"), ["staff"]),
    "a role nobody has": (but(SPELLFIRE, "staff 0 role", "jester"), ["jester"]),
    "two coordinators": (with_staff("s2", "Jo", "coordinator"), ["one coordinator"]),
    "the same person by another spelling": (with_staff("s2", " cY", "judge"), ["one role"]),
    "the same id in two roles": (with_staff("s1", "Jo", "judge"), ["one role"]),
    "an event that is a list": (but(SPELLFIRE, "event", []), ["event"]),
}


UNKNOWN = {
    "beside the ruleset": (but(GOOD, "judges", []), "document: 'judges' is not known here"),
    "at a player": (but(GOOD, "players 2 entered", 2), "player 3: 'entered' is not known here"),
    "at a round": (but(GOOD, "rounds 1 byes", ["p3"]), "round 2: 'byes' is not known here"),
    "at a match": (but(GOOD, f"{MATCH} lanterns", [5, 3]), "round 1, table 1: 'lanterns' is not known here"),
    "a key that is empty": (GOOD | {"": 1}, "document: '' is not known here"),
    "games of a duel": (but(GOOD, f"{MATCH} games", []), "round 1, table 1: 'games' is not known here"),
    "at a member of staff": (but(SPELLFIRE, "staff 0 roll", "judge"), "staff member 1: 'roll' is not known here"),
    "at a spellfire event": (but(SPELLFIRE, "event", {"decksize": 55}), "event: 'decksize' is not known here"),
    "blood at a spellfire table": (
        but(SPELLFIRE, f"{TABLE} blood", [1]),
        "round 1, table 1: 'blood' is not known here",
    ),
    "at a game": (but(SPELLFIRE, f"{TABLE} games 0 realm", []), "round 1, table 1, game 1: 'realm' is not known here"),
}
UNKNOWN_SHORT = {
    "beside the ruleset": (but(SHORT, "staff", []), "document: 'staff' is not known here"),
    "at a player": (but(SHORT, "players 1 factions", ["Cloaks"]), "player 2: 'factions' is not known here"),
}


def examine(ran, *, words=()):
    assert ran.exit == 2, ran.out or ran.err
    assert ran.out == ""
    assert "Traceback" not in ran.err
    assert len(ran.err.splitlines()) == 1
    assert len(ran.err.split()) > 2
    assert not words or any(word.lower() in ran.err.lower() for word in words), ran.err


@pytest.mark.parametrize("doc", [GOOD, GOOD | {"ruleset": "ashes-classic"}, GOOD | {"ruleset": "summoner-wars"}])
def test_the_document_the_bad_ones_are_made_of_is_good(cinderbox, doc):
    for command in ("pair", "standings"):
        assert cinderbox(command, "-", stdin=json.dumps(doc)).exit == 0


def test_the_short_and_the_spellfire_document_are_good(cinderbox):
    assert cinderbox("pair", "-", stdin=json.dumps(SHORT)).exit == 0
    assert cinderbox("standings", "-", stdin=json.dumps(SPELLFIRE)).exit == 0


@pytest.mark.parametrize("command", ["pair", "standings"])
@pytest.mark.parametrize("content", NOT_DOCUMENTS.values(), ids=NOT_DOCUMENTS)
def test_what_is_no_document_is_refused(cinderbox, command, content):
    examine(cinderbox(command, "-", stdin=content))


@pytest.mark.parametrize("command", ["pair", "standings"])
@pytest.mark.parametrize(("doc", "words"), BAD.values(), ids=BAD)
def test_a_bad_document_is_refused_saying_what_is_wrong(cinderbox, command, doc, words):
    examine(cinderbox(command, "-", stdin=json.dumps(doc)), words=words)


@pytest.mark.parametrize(("doc", "words"), BAD_SHORT.values(), ids=BAD_SHORT)
def test_a_bad_short_document_is_refused_saying_what_is_wrong(cinderbox, doc, words):
    examine(cinderbox("pair", "-", stdin=json.dumps(doc)), words=words)


@pytest.mark.parametrize(("doc", "words"), BAD_SPELLFIRE.values(), ids=BAD_SPELLFIRE)
def test_a_bad_spellfire_document_is_refused_saying_what_is_wrong(cinderbox, doc, words):
    examine(cinderbox("standings", "-", stdin=json.dumps(doc)), words=words)


@pytest.mark.parametrize(("doc", "sentence"), UNKNOWN.values(), ids=UNKNOWN)
def test_a_key_that_nobody_reads_is_refused_saying_where_it_stands(cinderbox, doc, sentence):
    """A number under a misspelt name would count as 0, and nobody would know."""
    for command in ("pair", "standings"):
        ran = cinderbox(command, "-", stdin=json.dumps(doc))
        examine(ran)
        assert sentence in ran.err


@pytest.mark.parametrize(("doc", "sentence"), UNKNOWN_SHORT.values(), ids=UNKNOWN_SHORT)
def test_a_key_that_no_short_document_has_is_refused(cinderbox, doc, sentence):
    ran = cinderbox("pair", "-", stdin=json.dumps(doc))
    examine(ran)
    assert sentence in ran.err


@pytest.mark.parametrize("doc", [GOOD, SPELLFIRE], ids=["duels", "tables of three"])
def test_what_pair_prints_goes_into_the_document_as_it_is(cinderbox, doc):
    paired = json.loads(cinderbox("pair", "-", stdin=json.dumps(doc)).out)
    assert cinderbox("standings", "-", stdin=json.dumps(but(doc, "rounds append", paired))).exit == 0


@pytest.mark.parametrize("command", ["pair", "standings"])
def test_a_file_that_is_not_there_a_folder_or_not_text_is_refused(cinderbox, tmp_path, command):
    (tmp_path / "bytes.json").write_bytes(b"\xff\xfe\x00\x9f" * 9)
    for name in ("none.json", ".", "bytes.json"):
        examine(cinderbox(command, tmp_path / name))
