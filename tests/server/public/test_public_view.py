"""Nothing of what is secret leaves the box: marked values are planted everywhere, and every public byte is searched."""

import gzip
import re
from dataclasses import replace

import pytest

from engine import facts as f
from engine.decisions import apart, people, results, rounds, setup, stages
from engine.fold import apply
from engine.reasons import Reason
from engine.results import won
from engine.words import Apart, DraftGroup, Staff
from server.core import auth, holders, journal, keys
from server.core.db import db
from server.core.desk import desk
from server.core.models import DeckRow, PlayerRow, TextRow
from server.decks.decks import as_json
from server.public.public_view import public_view
from tests.server.played import act, play_open_round, t_of

SEED = "MARKED-SEED"
PLAYERS = [f"p{n}" for n in range(1, 7)]


@pytest.fixture
def event(app):
    """A round closed, one being played with a report and a penalty, one event more with a draft; marks everywhere."""
    with app.app_context():
        for tid in ("cup", "drafted"):
            _create(tid)
        auth.set_pin("judge", "86420975")
    for tid in ("cup", "drafted"):
        act(app, tid, setup.start)
        # What is played in a round whose pairings are out is known: two in the cup, one where the second is a draft.
        shown = ("Vanguards", "Cave Goblins")[: 2 if tid == "cup" else 1]
        named = (*shown, "MARKED-FACTION", "MARKED-FACTION-2")
        act(app, tid, lambda t, named=named: setup.name_factions(t, "p1", factions=named))
        act(app, tid, lambda t: (f.DraftOpened((DraftGroup(("p1", "p2"), ("MARKED-DECK",)),)),))
        act(app, tid, rounds.pair_round)
        act(app, tid, rounds.publish)
        play_open_round(app, tid)
        act(app, tid, rounds.close)
        act(app, tid, lambda t: (f.PenaltyGiven("MARKED-PENALTY", "p1", "warning", "MARKED-FAULT", 1),))
        act(app, tid, lambda t: (f.DeckLocked("p1"), f.DeckChecked("MARKED-CHECK", "p1", "deck", False, 1)))
        act(app, tid, _marked_pairing)
    act(app, "cup", rounds.publish)
    match = t_of(app, "cup").current_round.matches[0]
    told = won(match, match.players[0], wounds=83, scoring=t_of(app, "cup").settings.scoring)
    act(app, "cup", lambda t: results.report(t, match.table, player=match.players[0], result=told))
    return app


def _create(tid):
    created = setup.create_tournament("summoner-wars", SEED)
    t = apply(None, created[0])
    ids = [f"p{n}" for n in range(1, 7)]

    def beside(connection):
        for id in ids:
            row = {"tournament_id": tid, "id": id, "name": f"Name {id}", "club": "MARKED-CLUB", "paid": True}
            connection.execute(PlayerRow.__table__.insert().values(**row))
            kept = {"tournament_id": tid, "player_id": id, "list": as_json("MARKED-LIST"), "by": "s1", "at": ""}
            connection.execute(DeckRow.__table__.insert().values(**kept))
        text = {"tournament_id": tid, "id": "t", "kind": "penalty", "text": "MARKED-TEXT", "at": "", "gone": False}
        connection.execute(TextRow.__table__.insert().values(**text))
        fault = text | {"id": "MARKED-CHECK", "kind": "deck-check", "text": "MARKED-WRONG"}
        connection.execute(TextRow.__table__.insert().values(**fault))

    journal.create(tid, "Cup", facts=(*created, *setup.enter(t, ids)), by="s1", beside=beside, demo=False)


def _marked_pairing(t):
    (paired,) = rounds.pair_round(t)
    mark = "MARKED-DRAFT" if t.seed == SEED else ""
    return (
        replace(paired, matches=tuple(replace(match, why=Reason("said", {"text": mark})) for match in paired.matches)),
    )


def public_bytes(app, client):
    """Every answer that anybody can have without signing in, headers and all."""
    for rule in app.url_map.iter_rules():
        view = app.view_functions[rule.endpoint]
        if getattr(view, "role", "") == "public" and "GET" in rule.methods:
            for tid in ("cup", "drafted") if "tid" in rule.arguments else ("",):
                for pid in PLAYERS if "pid" in rule.arguments else ("",):
                    answer = client.get(re.sub(r"<[^>]*pid>", pid, re.sub(r"<[^>]*tid>", tid, rule.rule)))
                    yield f"{rule.rule} {tid} {pid}", str(answer.headers) + text_of(answer)


def text_of(answer):
    packed = answer.headers.get("Content-Encoding") == "gzip"
    return (gzip.decompress(answer.data) if packed else answer.data).decode()


def codes_and_keys(app):
    """What phones are let in with: the secret it is made from, every code plain and as read out, every slip's key."""
    with app.app_context():
        for tid in ("cup", "drafted"):
            secret = holders.secret(tid)
            codes = [keys.personal_code(secret, player, codes=0) for player in PLAYERS]
            yield from (secret, *codes, *map(keys.grouped, codes))
            for round_ in journal.read(tid).tournament.rounds:
                yield from (keys.slip_key(secret, round_.number, match=match) for match in round_.matches)


def test_no_marked_value_is_in_any_public_byte(event, stranger, organizer):
    pin = event.config["CINDERBOX"].pin_file.read_text()
    with event.app_context(), db.engine.connect() as connection:
        hashes = [str(value) for value in connection.exec_driver_sql("SELECT hash FROM pin").scalars()]
        tokens = list(connection.exec_driver_sql("SELECT token_hash FROM sign_in").scalars())
    secrets = ["MARKED-SEED", "MARKED-FACTION", "MARKED-DECK", "MARKED-PENALTY", "MARKED-FAULT", "MARKED-TEXT"]
    secrets += ["MARKED-LIST", "MARKED-CHECK", "MARKED-WRONG", "MARKED-CLUB", "83", pin, "86420975", *hashes, *tokens]
    secrets += list(codes_and_keys(event))
    seen = list(public_bytes(event, stranger.client))
    assert len(seen) >= 30
    for where, text in seen:
        body = re.sub(r'"revision":"[^"]*"|ETag: \S+|(?:csrf_token|request_id)" value="[^"]*"|Set-Cookie: .*', "", text)
        for secret in secrets:
            assert not re.search(rf"(?<!\w){re.escape(secret)}(?!\w)", body), (where, secret)


def test_a_draft_is_not_public_and_a_published_round_is(event, stranger):
    assert "MARKED-DRAFT" in stranger.client.get("/api/tournaments/cup").get_data(as_text=True)
    drafted = stranger.client.get("/api/tournaments/drafted").get_json()
    assert [each["number"] for each in drafted["rounds"]] == [1]
    assert drafted["round"] == 1
    assert drafted["where"] == "After round 1 of 3"
    for where, text in public_bytes(event, stranger.client):
        if "drafted" in where:
            assert "MARKED-DRAFT" not in text


def test_a_report_is_not_a_result(event, stranger):
    match = stranger.client.get("/api/tournaments/cup").get_json()["rounds"][1]["matches"][0]
    assert match["done"] is False
    assert match["winner"] is None


def test_the_seed_is_told_when_the_event_is_finished(event, stranger):
    assert stranger.client.get("/api/tournaments/cup").get_json()["seed"] is None
    play_open_round(event, "cup")
    act(event, "cup", rounds.close)
    act(event, "cup", lambda t: stages.finish(t))
    assert stranger.client.get("/api/tournaments/cup").get_json()["seed"] == SEED


def test_the_view_itself_holds_no_secret(event):
    """Whatever is built on it later cannot give away what is not in it."""
    with event.app_context():
        for tid in ("cup", "drafted"):
            text = repr(public_view(desk(tid)))
            for secret in ("SEED", "FACTION", "DECK", "PENALTY", "FAULT", "TEXT", "CLUB", "LIST", "CHECK"):
                assert f"MARKED-{secret}" not in text
            assert "Report(" not in text
            assert "draft" not in [round_.phase for round_ in public_view(desk(tid)).t.rounds]


def test_nobody_learns_who_is_kept_apart_but_at_the_table_where_it_could_not_be(event):
    act(event, "drafted", lambda t: apart.keep_apart(t, Apart((tuple(PLAYERS),))))
    act(event, "drafted", lambda t: apart.excuse(t, "p6", {3: "missed"}))
    act(event, "drafted", rounds.pair_round)
    act(event, "drafted", rounds.publish)
    with event.app_context():
        view = public_view(desk("drafted"))
    assert view.t.apart == Apart()
    assert not any(player.excused for player in view.t.players.values())
    told = [match.why.params for match in view.t.current_round.matches]
    assert told == [match.why.params for match in t_of(event, "drafted").current_round.matches]
    assert all(set(why) <= {"record", "high", "low", "odd", "apart", "mirror"} and why["apart"] is True for why in told)


def test_a_loss_by_penalty_looks_like_any_other(event):
    act(event, "cup", lambda t: setup.name_staff(t, Staff("s", "judge")))
    match = t_of(event, "cup").current_round.matches[1]
    act(
        event,
        "cup",
        lambda t: people.penalise(t, match.players[0], kind="game-loss", fault="MARKED-FAULT", id="MARKED-2"),
    )
    with event.app_context():
        view = public_view(desk("cup"))
    shown = view.t.current_round.match_at(match.table)
    assert shown.result.how == "played"
    assert shown.result.outcomes == t_of(event, "cup").current_round.match_at(match.table).result.outcomes
