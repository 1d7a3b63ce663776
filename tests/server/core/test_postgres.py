"""The same desk on PostgreSQL: writers of several processes queue, nothing twice, nothing lost."""

import io
import os
import queue
import subprocess
import sys
import threading
from concurrent.futures import ThreadPoolExecutor
from itertools import count
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from flask import current_app
from flask_migrate import downgrade
from sqlalchemy import select, text

from engine import facts as f
from engine.decisions import rounds, setup
from engine.refusals import Refused
from server import live
from server.app import opened_app
from server.box import backups
from server.clock.one_machine import counting_alone
from server.core import changes, journal, wrong_tries
from server.core.config import Config, config_from
from server.core.database_app import know_migrations
from server.core.db import db, writer
from server.core.journal import Stale
from server.core.models import TournamentRow
from server.core.stored_journal import Damaged
from server.health.findings import findings
from server.live import hub
from server.live.other_processes import exchange
from server.live.sockets import listening
from tests.server.conftest import Actor
from tests.server.core.damages import IN_POSTGRES, LAST, statements_of
from tests.server.events import begun, new_event
from tests.server.listening import Ear
from tests.server.played import played

ROOT = Path(__file__).parent.parent.parent.parent


@pytest.fixture(scope="module")
def app(cluster, tmp_path_factory):
    with opened_app(Config(tmp_path_factory.mktemp("box"), cluster.url("postgres"))) as app:
        app.config.update(WTF_CSRF_ENABLED=False, TESTING=True)
        yield app
    journal.forget()


@pytest.fixture
def tid(app):
    """A new event each time, in the one database."""
    with app.app_context():
        yield f"cup{next(numbers)}"


numbers = count(1)


@pytest.fixture(scope="module")
def organizer(app):
    return Actor(app).sign_in(app.config["CINDERBOX"].pin_file.read_text())


def test_the_migrations_make_what_the_models_say(app):
    with app.app_context(), db.engine.connect() as connection:
        assert compare_metadata(MigrationContext.configure(connection, opts={"compare_type": False}), db.metadata) == []


def test_an_event_of_the_first_version_is_kept_and_gets_a_key(cluster, tmp_path):
    """Up from the oldest tables, with an event in them, as at any start after an update."""
    url, tid = cluster.make("first"), "old"
    with opened_app(Config(tmp_path, url)) as app, app.app_context():
        begun(4, tid=tid)
        before = journal.read(tid).acts
        know_migrations(current_app)
        downgrade(revision="0001")
    journal.forget()
    with opened_app(Config(tmp_path, url)) as app, app.app_context():
        assert journal.read(tid).acts == before
        with db.engine.connect() as connection:
            assert len(connection.execute(select(TournamentRow.key)).scalar_one()) == 32
            made = MigrationContext.configure(connection, opts={"compare_type": False})
            assert compare_metadata(made, db.metadata) == []


def test_what_is_recorded_is_read_back(tid):
    begun(4, tid=tid)
    book = journal.read(tid)
    journal.forget()
    assert journal.read(tid) == book
    assert book.tournament.current_round.phase == "draft"


def test_eight_writers_at_once_all_get_through_in_order(app, tid):
    """8 threads × 50 writes: 400 acts, numbered without a gap, stamped in order."""
    new_event(8, tid=tid)
    start, wrong = threading.Barrier(8), []

    def write(me):
        with app.app_context():
            start.wait()
            for i in range(50):
                here = f.PresenceMarked(f"p{me + 1}", i % 2 == 0)
                try:
                    journal.record(tid, f"s{me}", decide=lambda _, here=here: (here,), request_id=f"{me}-{i}")
                except Exception as why:
                    wrong.append(why)

    together(write, 8)
    assert not wrong
    journal.forget()
    acts = journal.read(tid).acts
    assert [act.seq for act in acts] == list(range(1, 402))
    assert [act.at for act in acts] == sorted(act.at for act in acts)


def test_a_request_sent_eight_times_at_once_counts_once(app, tid):
    begun(4, tid=tid)
    before, start, said = journal.read(tid).revision.seq, threading.Barrier(8), []

    def tap(_me):
        with app.app_context():
            start.wait()
            said.append(journal.record(tid, "s1", decide=rounds.publish, request_id="tap"))

    together(tap, 8)
    assert sorted(done.again for done in said) == [False] + [True] * 7
    assert journal.read(tid).revision.seq == before + 1


def test_a_form_of_an_older_page_is_refused_with_what_changed(tid):
    begun(4, tid=tid)
    seen = str(journal.read(tid).revision)
    journal.record(tid, "s1", decide=rounds.publish)
    with pytest.raises(Stale, match="⟨Round 1⟩ published"):
        journal.record(tid, "s2", decide=rounds.pair_round, seen=seen)


def test_another_process_is_seen_and_sees(app, cluster, tid):
    """Two processes share nothing but the database: what one keeps in memory never hides the other's acts."""
    new_event(4, tid=tid)
    assert journal.read(tid).revision.seq == 1
    other = start_python(
        *("-c", "from tests.server.core.test_postgres import elsewhere; elsewhere()", tid),
        data=app.config["CINDERBOX"].data,
        url=cluster.url("postgres"),
    )
    assert other.communicate() == ("", "")
    assert journal.read(tid).tournament.stages[0].kind == "swiss"
    journal.record(tid, "s1", decide=rounds.pair_round)
    assert [act.by for act in journal.read(tid).acts] == ["s0", "s7", "s1"]


def elsewhere():
    """What the other process does."""
    with opened_app(config_from()) as app, app.app_context():
        journal.record(sys.argv[1], "s7", decide=setup.start)


def test_what_one_process_recorded_the_screens_of_another_hear_without_waiting_for_the_look(app, tid, monkeypatch):
    """Once a screen of the other process heard it 656 ms later, by looking once a second."""
    monkeypatch.setattr(hub, "LOOK", 3600)
    begun(4, tid=tid)
    running = live.start(app, listening("127.0.0.1", 0))
    ear = Ear(running.port, f"/live?event={tid}")
    other = start_python(
        *("-c", "from tests.server.core.test_postgres import serving_elsewhere; serving_elsewhere()", tid),
        data=app.config["CINDERBOX"].data,
        url=app.config["CINDERBOX"].database,
    )
    try:
        before = ear.hears("state")
        other.stdin.write("publish\n")
        other.stdin.flush()
        after = ear.hears("state", lambda state: state["revision"] != before["revision"])
        assert after["round"] == 1
        other.stdin.write("call\n")
        other.stdin.flush()
        ear.hears("state", lambda state: state["touch"] > after["touch"])
        # And the other way round: what is recorded here is heard there, and comes back to nobody.
        journal.record(tid, "s1", decide=lambda _: (f.PresenceMarked("p1", True),))
        assert other.stdout.readline() == f"heard {tid}\n"
    finally:
        ear.close()
        running.stop()
        assert other.communicate("")[1] == ""


def serving_elsewhere():
    """Another process that serves: does what it is told, and says what it hears of an event."""
    tid = sys.argv[1]
    with opened_app(config_from()) as app, app.app_context():
        others = exchange(app)
        others.listening.wait()
        sys.stdin.readline()
        journal.record(tid, "s7", decide=rounds.publish)
        sys.stdin.readline()
        changes.changed(tid, 1)
        heard = queue.Queue()
        changes.listen(lambda event, _table: heard.put(event))
        print("heard", heard.get(), flush=True)
        sys.stdin.read()
        others.stop()


def test_a_second_machine_on_the_same_database_is_refused_and_another_process_of_this_one_is_not(app, monkeypatch):
    """It took every clock for cut off by a power cut, and paused them all."""
    with counting_alone(app):
        with counting_alone(app, patience=0):
            pass
        monkeypatch.setenv("CINDERBOX_BOOT_ID", "another-machine")
        with pytest.raises(Refused, match="Another machine serves this database"), counting_alone(app, patience=0):
            pass
    with counting_alone(app, patience=0):  # the first one has stopped, or its power is gone
        pass


def test_two_processes_that_start_together_set_up_one_box(app, cluster, tmp_path):
    command, fresh = ("-m", "server.cli", "pin"), cluster.make("fresh")
    started = [start_python(*command, data=tmp_path, url=fresh) for _ in range(2)]
    pins = {process.communicate()[0].strip() for process in started}
    assert [process.returncode for process in started] == [0, 0]
    assert pins == {(tmp_path / "organizer-pin").read_text()}


def test_a_whole_round_on_the_pages(organizer):
    page = organizer.post("/events", name="Ember\0 Cup", ruleset="ashes-reborn", players="Ana\nBen\nДмитрий\n😀 Dee")
    event = page.path.removesuffix("players/")
    assert "Ember Cup" in page
    organizer.post(f"{event}start")
    organizer.post(f"{event}pairings/publish")
    for table in (1, 2):
        winner = (
            organizer.get(f"{event}results/{table}").html.split('name="winner"')[1].split('value="')[1].split('"')[0]
        )
        organizer.post(f"{event}results/{table}", winner=winner, wounds="3", round=1)
    organizer.post(f"{event}close")
    assert "Дмитрий" in organizer.get(f"{event}standings/")
    assert "Round 1 closed" in organizer.get(f"{event}history/")
    file = organizer.client.get(f"{event}export/event.json").get_data()
    again = organizer.client.post("/box/import", data={"file": (io.BytesIO(file), "cup.json")}, follow_redirects=True)
    assert again.status_code == 200
    assert "A backup is made just before" in organizer.get(f"{event}delete")
    assert "deleted" in organizer.post(f"{event}delete")
    assert organizer.get(event).status == 404


@pytest.fixture(scope="module")
def cup(app):
    """An event to damage, and how it was before."""
    played(app, 4, 1, tid="cup")
    with app.app_context(), writer() as connection, connection.begin():
        for table in ("journal", "tournament"):
            connection.execute(
                text(f"CREATE TABLE sound_{table} AS SELECT * FROM {table} WHERE 'cup' IN ({ID[table]})")
            )


ID = {"journal": "tournament_id", "tournament": "id"}


@pytest.fixture
def damaged(app, cup):
    """Does it to the journal of the event, which is as it was afterwards."""
    with app.app_context(), writer() as connection:

        def do(kind):
            with connection.begin():
                statements, told, sound = statements_of(kind, connection.execute(text(LAST)).scalar_one())
                for statement in statements:
                    connection.execute(text(statement))
            journal.forget()
            return told, sound

        yield do
        with connection.begin():
            connection.execute(text("DELETE FROM journal WHERE tournament_id = 'cup'"))
            connection.execute(text("INSERT INTO journal SELECT * FROM sound_journal"))
            marks = (
                "UPDATE tournament SET acts = s.acts, head = s.head FROM sound_tournament s WHERE tournament.id = s.id"
            )
            connection.execute(text(marks))
        journal.forget()


@pytest.mark.parametrize("kind", IN_POSTGRES)
def test_damage_is_named_by_its_act(damaged, kind):
    told, sound = damaged(kind)
    with pytest.raises(Damaged, match=told) as refused:
        journal.read("cup")
    assert refused.value.damage.sound == sound
    with pytest.raises(Damaged):
        journal.record("cup", "s1", decide=rounds.pair_round)


def test_a_damaged_event_is_its_own_trouble_alone(app, organizer, damaged, tid):
    """The others go on; a backup is made all the same, and its name says that it is not proved."""
    begun(4, tid=tid)
    told, _ = damaged("a letter of the facts")
    assert told in organizer.get("/")
    assert organizer.get(f"/events/{tid}/").status == 200
    made = backups.backup(app.config["CINDERBOX"])
    assert not backups.is_proved(made)
    found = {event.id: event.damage for event in backups.inside(made)}
    assert told in str(found["cup"])
    assert found[tid] is None
    made.unlink()


def test_an_address_with_a_zero_character_leads_nowhere(organizer):
    assert organizer.get("/events/%00/").status == 404


def test_wrong_pins_are_counted(app):
    thief = Actor(app)
    thief.get("/sign-in")
    for _ in range(7):
        page = thief.post("/sign-in", pin="000000")
    assert "on this device. Try again in" in page


def test_the_box_is_well(app):
    with app.app_context():
        found = {each.part: each.trouble for each in findings(app.config["CINDERBOX"])}
    assert (found["database"], found["last backup"]) == ("", "")


def test_a_database_that_is_not_there_is_a_sentence(cluster, tmp_path):
    process = start_python("-m", "server.cli", "check", data=tmp_path, url=cluster.url("nowhere"))
    _, told = process.communicate()
    assert process.returncode == 2
    assert 'database "nowhere" does not exist' in told
    assert "Traceback" not in told


def together(work, many):
    threads = [threading.Thread(target=work, args=(me,)) for me in range(many)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()


def start_python(*arguments, data, url):
    environment = {**os.environ, "DATABASE_URL": url, "CINDERBOX_DATA": str(data)}
    return subprocess.Popen(
        [sys.executable, *arguments],
        cwd=ROOT,
        env=environment,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def test_many_wrong_pins_at_once_are_each_counted(app):
    """Two processes that count the first wrong try of somebody must not both begin at one."""
    with app.app_context(), writer() as connection, connection.begin():
        wrong_tries.forget_all(connection)

    def guess(_):
        return Actor(app, "10.0.0.66").post("/sign-in", pin="000001")

    with ThreadPoolExecutor(12) as pool:
        pages = list(pool.map(guess, range(12)))
    assert {page.status for page in pages} == {200}
    assert sum("Try again in" not in page for page in pages) == wrong_tries.FREE_TRIES
    with app.app_context(), writer() as connection, connection.begin():
        wrong_tries.forget_all(connection)


def test_a_number_that_no_database_holds_is_a_bad_request(app, organizer, tid):
    begun(4, tid=tid)
    app.config["TESTING"] = False
    page = organizer.post(f"/events/{tid}/players/p1/code", replaced="9" * 30)
    app.config["TESTING"] = True
    assert (page.status, "too large to mean anything" in page) == (400, True)
