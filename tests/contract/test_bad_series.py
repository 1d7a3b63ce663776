"""A bad series: exit 2, one sentence on standard error saying where and what, nothing else."""

import json

import pytest

from .test_bad_documents import LOST, NOT_DOCUMENTS, SHORT, SPELLFIRE, but, examine

TYPED = {
    "ruleset": "spellfire",
    "lines": [{"name": "Ana", "place": 1, "wins": 2, "points": [4, 10]}, {"name": "Ben", "place": 2}],
    "staff": [{"name": "Cy", "role": "coordinator"}],
}
GOOD = {
    "name": "Season",
    "rules": {"by": "place", "points": [10, 7], "rest": 1, "best": 4, "tiebreaks": ["events_won"], "qualify": 8},
    "events": [
        {"name": "Spring", "date": "1996-03-02", "sent": "1996-03-20", "document": SPELLFIRE},
        {"name": "Autumn", "date": "1996-09-02", "last_day": "1996-09-03", "wrap_up": TYPED},
    ],
}
FIRST, SECOND = "events 0", "events 1"
BAD = {
    "no name": (but(GOOD, "name", LOST), "document: “name” is missing."),
    "no rules": (but(GOOD, "rules", LOST), "document: “rules” is missing."),
    "no events": (but(GOOD, "events", LOST), "document: “events” is missing."),
    "events is an object": (but(GOOD, "events", {}), "events: expected a list, found {}."),
    "an event is a name": (but(GOOD, FIRST, "Spring"), "event 1: expected an object, found 'Spring'."),
    "rules nobody knows": (but(GOOD, "rules", "chess"), "rules: there are no points by “chess”; known are spellfire"),
    "a rulebook without a ranking": (
        but(GOOD, "rules", "ashes-reborn"),
        "rules: there are no points by “ashes-reborn”",
    ),
    "rules is a list": (but(GOOD, "rules", ["spellfire"]), "rules: expected an object"),
    "by nothing": (but(GOOD, "rules by", LOST), "rules: “by” is missing."),
    "by luck": (but(GOOD, "rules", {"by": "luck"}), "rules, by: there are no points by “luck”"),
    "no points by place": (but(GOOD, "rules points", LOST), "rules: “points” is missing."),
    "points is a number": (but(GOOD, "rules points", 10), "rules, points: expected a list, found 10."),
    "points in words": (but(GOOD, "rules points", [10, "seven"]), "rules, points, entry 2: expected a whole number"),
    "fewer than no points": (but(GOOD, "rules rest", -1), "rules, rest: expected a whole number from 0, found -1."),
    "best of none": (but(GOOD, "rules best", 0), "rules, best: expected a whole number from 1, found 0."),
    "half an event": (but(GOOD, "rules best", 1.5), "rules, best: expected a whole number"),
    "a tie-break nobody knows": (
        but(GOOD, "rules tiebreaks", ["height"]),
        "rules, tiebreaks: “height” breaks no ties; known are events_won",
    ),
    "nobody qualifies": (but(GOOD, "rules qualify", 0), "rules, qualify: expected a whole number from 1"),
    "more points than anything": (but(GOOD, "rules rest", 10**30), "rules, rest: expected a whole number up to"),
    "an event without a name": (but(GOOD, f"{FIRST} name", LOST), "event 1: “name” is missing."),
    "an event without a day": (but(GOOD, f"{FIRST} date", LOST), "event 1: “date” is missing."),
    "a day in words": (but(GOOD, f"{FIRST} date", "2 March"), "event 1, date: expected a day such as 1996-03-02"),
    "no such day": (but(GOOD, f"{FIRST} date", "1996-02-30"), "event 1, date: expected a day such as 1996-03-02"),
    "a day as a number": (but(GOOD, f"{FIRST} date", 19960302), "event 1, date: expected text"),
    "a week": (but(GOOD, f"{FIRST} date", "1996-W10-1"), "event 1, date: expected a day"),
    "a day at the end of time": (but(GOOD, f"{FIRST} date", "9999-12-31"), "event 1, date: expected a day"),
    "digits of another script": (but(GOOD, f"{FIRST} date", "1996-03-0２"), "event 1, date: expected a day"),
    "sent on no day": (but(GOOD, f"{FIRST} sent", "soon"), "event 1, sent: expected a day"),
    "sent before it was over": (
        but(GOOD | {"rules": "spellfire"}, f"{FIRST} sent", "1996-03-01"),
        "event 1, sent: 1996-03-01 is before the event was over.",
    ),
    "over before it began": (
        but(GOOD, f"{SECOND} last_day", "1996-09-01"),
        "event 2: its last day, 1996-09-01, is before its first.",
    ),
    "a verdict nobody gives": (but(GOOD, f"{FIRST} decision", "maybe"), "event 1, decision: a person decides"),
    "a tick that is a word": (but(GOOD, f"{FIRST} advertised", "yes"), "event 1, advertised: expected true or false"),
    "neither document nor wrap-up": (but(GOOD, f"{FIRST} document", LOST), "event 1: “document” is missing."),
    "both": (but(GOOD, f"{FIRST} wrap_up", TYPED), "event 1: it has a document and a wrap-up"),
    "a document that is a list": (but(GOOD, f"{FIRST} document", []), "event 1, document: expected an object"),
    "a document that only pairs": (
        but(GOOD, f"{FIRST} document", SHORT),
        "event 1, document: a series needs the rounds",
    ),
    "a bad document": (
        but(GOOD, f"{FIRST} document rounds 0 tables 1 players 0", "p99"),
        "event 1, document: round 1, table 2, player 1: there is no player p99.",
    ),
    "a document of no game": (
        but(GOOD, f"{FIRST} document ruleset", "chess"),
        "event 1, document: There is no ruleset “chess”.",
    ),
    "a file that is no export": (but(GOOD, f"{FIRST} document", {"cinderbox": 99}), "event 1, document: This file"),
    "a report of no game": (but(GOOD, f"{SECOND} wrap_up ruleset", "chess"), "event 2, wrap_up, ruleset: there is no"),
    "fewer players than lines": (
        but(GOOD, f"{SECOND} wrap_up players", 1),
        "event 2, wrap_up, players: expected a whole number from 2, found 1.",
    ),
    "somebody twice on a report": (
        but(GOOD, f"{SECOND} wrap_up lines append", {"name": " ana "}),
        "event 2, wrap_up, line 3:  ana  is on the report already.",
    ),
    "place 0": (but(GOOD, f"{SECOND} wrap_up lines 0 place", 0), "event 2, wrap_up, line 1, place: expected a whole"),
    "a role nobody has": (
        but(GOOD, f"{SECOND} wrap_up staff 0 role", "jester"),
        "event 2, wrap_up, staff member 1: there is no role “jester”.",
    ),
}
UNKNOWN = {
    "beside the rules": (but(GOOD, "season", 1), "document: 'season' is not known here"),
    "at the rules": (but(GOOD, "rules bset", 4), "rules: 'bset' is not known here"),
    "points for the rest by wins": (but(GOOD, "rules", {"by": "wins", "rest": 1}), "rules: 'rest' is not known here"),
    "at an event": (but(GOOD, f"{SECOND} day", "x"), "event 2: 'day' is not known here"),
    "a code that is no text": (but(GOOD, f"{SECOND} wrap_up code", 7), "event 2, wrap_up, code: expected"),
    "at a report": (but(GOOD, f"{SECOND} wrap_up judges", []), "event 2, wrap_up: 'judges' is not known here"),
    "at a line": (but(GOOD, f"{SECOND} wrap_up lines 1 rank", 2), "event 2, wrap_up, line 2: 'rank' is not known here"),
    "at a document": (but(GOOD, f"{FIRST} document judges", []), "event 1, document: 'judges' is not known here"),
}


def test_the_series_that_the_bad_ones_are_made_of_is_good(cinderbox):
    ran = cinderbox("series", "-", stdin=json.dumps(GOOD))
    assert ran.exit == 0, ran.err
    assert set(json.loads(ran.out)) == {"ranking", "events"}


@pytest.mark.parametrize("content", NOT_DOCUMENTS.values(), ids=NOT_DOCUMENTS)
def test_what_is_no_series_is_refused(cinderbox, content):
    examine(cinderbox("series", "-", stdin=content))


@pytest.mark.parametrize(("doc", "sentence"), (BAD | UNKNOWN).values(), ids=BAD | UNKNOWN)
def test_a_bad_series_is_refused_saying_where_and_what(cinderbox, doc, sentence):
    ran = cinderbox("series", "-", stdin=json.dumps(doc))
    examine(ran)
    assert " ".join(sentence.split()) in ran.err


def test_a_file_that_is_not_there_a_folder_or_not_text_is_refused(cinderbox, tmp_path):
    (tmp_path / "bytes.json").write_bytes(b"\xff\xfe\x00\x9f" * 9)
    for name in ("none.json", ".", "bytes.json"):
        examine(cinderbox("series", tmp_path / name))


@pytest.mark.parametrize("command", ["series", "standings"])
def test_an_event_cannot_count_more_often_than_a_number_can_say(cinderbox, command):
    """Points times a factor of thousands of digits could be computed, and not be printed."""
    event = but(SPELLFIRE, "event factor", 9 * 10**4299)
    examine(
        cinderbox(
            command, "-", stdin=json.dumps(but(GOOD, f"{FIRST} document", event) if command == "series" else event)
        )
    )
