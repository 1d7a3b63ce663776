"""A box that has been used for years: how long the directory and a person's page take, in time of the processor."""

from __future__ import annotations

import tempfile
import time
from collections.abc import Callable, Sequence
from itertools import cycle
from pathlib import Path
from random import Random
from statistics import median

from flask import Flask
from flask.testing import FlaskClient
from sqlalchemy import insert

from engine.decisions import series as decisions
from engine.decisions import stages
from engine.fold import Act
from engine.series.rules import Series, SeriesRules
from server.app import opened_app
from server.cli.bench.playing import Playing
from server.core import box_journal, event_cache, journal
from server.core.config import Config
from server.core.db import writer
from server.core.known_people import directory
from server.core.models import PlayerRow, TournamentRow
from server.core.titles import keeping_title
from server.people import linking
from server.series import series_view

SIZE, ROUNDS, REGULARS, TIMES, IN_SERIES = 32, 5, 40, 15, 100
FIRST = [
    "Ana",
    "Ben",
    "Cai",
    "Dee",
    "Eve",
    "Finn",
    "Gül",
    "Hana",
    "Ivo",
    "José",
    "Kim",
    "Léa",
    "Mia",
    "Noor",
    "Olu",
    "Pia",
]
LAST = [
    "Adler",
    "Bąk",
    "Costa",
    "Dahl",
    "Egger",
    "Frey",
    "García",
    "Horn",
    "Ito",
    "Jung",
    "Kraus",
    "Lund",
    "Mora",
    "Nagy",
]
SYLLABLES = ["ba", "de", "fi", "go", "ku", "la", "me", "ni", "po", "ru", "sa", "te", "vi", "wo", "zu"]


def bench_people(events: int, people: int) -> int:
    """Fill a box, then open pages as an organizer does."""
    with tempfile.TemporaryDirectory(prefix="cinderbox-people-") as folder, opened_app(Config(Path(folder))) as app:
        print(f"{events} events of {SIZE} players, {people} people, {REGULARS} of them in every fifth event")
        names = _names(people)
        _say("events written", _took(lambda: _fill(app, events, names)))
        _say("linked, as at the first start", _took(lambda: _within(app, linking.link_whoever_is_missing)))
        _say("and at any later start", _took(lambda: _within(app, linking.link_whoever_is_missing)))
        _measure(app, names)
    return 0


def _measure(app: Flask, names: Sequence[str]) -> None:
    with app.app_context():
        known = directory()
        busiest = next(each for each in known.people.values() if each.name == names[0])
        print(f"{len(known.people)} people in the directory")
    client = app.test_client()
    app.config.update(WTF_CSRF_ENABLED=False)
    client.post("/sign-in", data={"pin": app.config["CINDERBOX"].pin_file.read_text(), "name": "Olga"})
    _say("the first page, nothing kept yet", _took(lambda: client.get("/")))
    journal.forget()
    _say("the first page after a start", _took(lambda: client.get("/")))
    _within(app, _make_series)
    _say("a series of 100 events, nothing kept yet", _took(lambda: client.get("/series/league")))
    series_view.forget()
    _say("a series of 100 events after a start", _took(lambda: client.get("/series/league")))
    page = f"/people/{busiest.id}"
    _say("a person's page, nothing kept yet", _took(lambda: client.get(page)))
    for what, path in (
        ("a person's page", page),
        ("a series of 100 events", "/series/league"),
        ("the directory", "/people"),
        ("a search", "/people?q=jose+gar"),
        ("the players of an event, with whom to ask about", "/events/e7/players/"),
        ("the history", "/people/history"),
    ):
        assert client.get(path).status_code == 200, path
        _say(what, *(_took(lambda path=path: client.get(path)) for _ in range(TIMES)))  # type: ignore[misc]
    changed = [_took(lambda n=n: _after_a_change(client, n)) for n in range(TIMES)]  # type: ignore[misc]
    _say("somebody added, and the directory again", *changed)
    size = (app.config["CINDERBOX"].data / event_cache.FILE).stat().st_size
    print(f"kept of the events: {size / 1_000_000:.1f} MB")


def _make_series() -> None:
    terms = Series(SeriesRules(by="place", points=(10, 7, 5, 3), rest=1, best=4))

    title = keeping_title("league", "League")
    box_journal.record("s1", decide=lambda box: decisions.make_series(box, "league", terms=terms), beside=title)
    for n in range(IN_SERIES):
        box_journal.record("s1", decide=lambda box, n=n: decisions.put_in(box, "league", event=f"e{n}"))  # type: ignore[misc]


def _after_a_change(client: FlaskClient, n: int) -> None:
    client.post("/people/new", data={"name": f"Somebody {n}"})
    client.get("/people")


def _names(people: int) -> list[str]:
    """Nobody is called like anybody else, and hardly anybody alike."""
    made = ("".join(SYLLABLES[n // len(SYLLABLES) ** i % len(SYLLABLES)] for i in range(4)) for n in range(people))
    return [f"{FIRST[n % len(FIRST)]} {LAST[n % len(LAST)]}-{each.title()}" for n, each in enumerate(made)]


def _fill(app: Flask, events: int, names: Sequence[str]) -> None:
    """One event's acts for all, with other people in it: what is measured here is who they are."""
    dice, acts = Random("people"), _played()
    regulars, others = names[:REGULARS], cycle(names[REGULARS:])
    with app.app_context(), writer() as connection, connection.begin():
        for n in range(events):
            tid = f"e{n}"
            listed = dice.sample(regulars, len(regulars) // 5)
            if n % 5 == 0 and names[0] not in listed:
                listed[0] = names[0]
            listed += [next(others) for _ in range(SIZE - len(listed))]
            made = {"id": tid, "name": f"Event {n}", "created_at": f"20{n // 52 + 10:02}-01-01T10:00:00.000+00:00"}
            connection.execute(insert(TournamentRow).values(epoch=1, archived=True, demo=False, nameless=False, **made))
            journal.insert_acts(connection, tid, acts)
            rows = [{"tournament_id": tid, "id": f"p{i}", "name": name} for i, name in enumerate(listed, start=1)]
            connection.execute(insert(PlayerRow), rows)


def _played() -> list[Act]:
    """A whole event of five rounds."""
    event = Playing(SIZE)
    for _ in range(ROUNDS):
        event.play_round()
    event.do(stages.finish(event.t, prizes=()))
    return event.acts


def _took(work: Callable[[], object]) -> float:
    began = time.process_time()
    work()
    return (time.process_time() - began) * 1000


def _within(app: Flask, work: Callable[[], None]) -> None:
    with app.app_context():
        work()


def _say(what: str, *took: float) -> None:
    worst = f", worst {max(took):.0f} ms" if len(took) > 1 else ""
    print(f"{what}: {median(took):.0f} ms{worst}")
