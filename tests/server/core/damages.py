"""Ways in which a disk keeps a journal badly. Each is done to the event “cup”, of which there are nine acts or more."""

import sqlite3
from contextlib import closing

from server.core import journal

# What it is called, the statements that do it, what an organizer is told, and how many acts can still be read.
DAMAGES = {
    "a letter of the facts": (["facts = replace(facts, 'fact', 'fakt') {at} seq = 5"], "Act 5 was changed", 4),
    "the version": (["version = 1 {at} seq = 5"], "Act 5 was changed", 4),
    "a version of tomorrow": (["version = 9 {at} seq = 5"], "Act 5 was changed", 4),
    "who did it": (["\"by\" = 's2' {at} seq = 5"], "Act 5 was changed", 4),
    "when it was": (["at = replace(at, 'T', 't') {at} seq = 5"], "Act 5 was changed", 4),
    "the first act": (["facts = replace(facts, 'seed', 'sead') {at} seq = 1"], "Act 1 was changed", 0),
    "a torn text": (["facts = substr(facts, 1, length(facts) / 2) {at} seq = 5"], "Act 5 is torn", 4),
    "no text at all": (["facts = '' {at} seq = 5"], "Act 5 is torn", 4),
    "bytes that are no text": (["facts = CAST(x'5b80ff5d' AS TEXT) {at} seq = 5"], "Act 5 is torn", 4),
    "a number that is a word": (["version = 'two' {at} seq = 5"], "Act 5 was changed", 4),
    "text that is a blob": (["facts = CAST(facts AS BLOB) {at} seq = 5"], "Act 5 was changed", 4),
    "two rows swapped": (
        ["seq = -1 {at} seq = 5", "seq = 5 {at} seq = 7", "seq = 7 {at} seq = -1"],
        "Acts 5 and 7 have changed places",
        4,
    ),
    "two neighbours swapped": (
        ["seq = -1 {at} seq = 5", "seq = 5 {at} seq = 6", "seq = 6 {at} seq = -1"],
        "Acts 5 and 6 have changed places",
        4,
    ),
    "a lost act": (["DELETE {at} seq = 5"], "Act 5 is missing", 4),
    "two lost acts": (["DELETE {at} seq IN (5, 6)"], "Acts 5 to 6 are missing", 4),
    "a lost first act": (["DELETE {at} seq = 1"], "Act 1 is missing", 0),
    "a checksum": (["checksum = upper(checksum) || 'x' {at} seq = 5"], "The checksum of act 5 was changed", None),
    "no checksum": (["checksum = NULL {at} seq = 5"], "The checksum of act 5 was changed", None),
}
# The same for what stands beside the event, and for the end of the journal, whose number differs.
AT_THE_END = {
    "a lost end": ("DELETE FROM journal WHERE tournament_id = 'cup' AND seq = {last}", "Act {last} is missing", -1),
    "a lost half": ("DELETE FROM journal WHERE tournament_id = 'cup' AND seq > 4", "Acts 5 to {last} are missing", 4),
    "a lost journal": ("DELETE FROM journal WHERE tournament_id = 'cup'", "Acts 1 to {last} are missing", 0),
    "a changed mark": (
        "UPDATE tournament SET head = 'f' || head WHERE id = 'cup'",
        "The mark where the journal ends",
        99,
    ),
    "an older mark": (
        "UPDATE tournament SET acts = 4, head = (SELECT checksum FROM journal WHERE tournament_id = 'cup' AND seq = 4)"
        " WHERE id = 'cup'",
        "The mark where the journal ends",
        99,
    ),
}
KINDS = [*DAMAGES, *AT_THE_END]


LAST = "SELECT max(seq) FROM journal WHERE tournament_id = 'cup'"
# PostgreSQL takes only what a column is for.
IN_POSTGRES = [
    kind for kind in KINDS if kind not in ("bytes that are no text", "a number that is a word", "text that is a blob")
]


def damage(config, kind):
    """Do it, behind the server's back; what is told of it, and how many acts can be read."""
    with closing(sqlite3.connect(config.data / "cinderbox.db")) as direct, direct:
        (last,) = direct.execute(LAST).fetchone()
        statements, told, sound = statements_of(kind, last)
        for statement in statements:
            direct.execute(statement)
    journal.forget()
    return told, sound


def statements_of(kind, last):
    """How it is done to a journal whose last act has this number, what is told, and how many acts can be read."""
    if kind in DAMAGES:
        steps, told, sound = DAMAGES[kind]
        return [_statement(step) for step in steps], told, last if sound is None else sound
    step, told, sound = AT_THE_END[kind]
    return [step.format(last=last)], told.format(last=last), {-1: last - 1, 99: last}.get(sound, sound)


def _statement(step):
    where = "WHERE tournament_id = 'cup' AND"
    if step.startswith("DELETE"):
        return step.format(at=f"FROM journal {where}")
    return f"UPDATE journal SET {step.format(at=where)}"
