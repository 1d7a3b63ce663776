"""What anybody may look up on a phone: find yourself, my table, pairings, standings with their working, bracket."""

import gzip
import json
import re

import pytest

from engine import facts as f
from engine.decisions import clock, people, rounds, setup, stages
from engine.standings.places import winner_of
from engine.words import DraftGroup
from server.core import texts
from server.core.static_files import PROJECT
from server.core.timekeeping import moment
from server.phone.standings_page import A_PAGE
from server.public import page_cache
from tests.server.at_table_devices import tablet
from tests.server.played import act, in_bracket, play_open_round, play_round, played, t_of
from tests.server.result_event import Event, told

MISSED = r"You missed the cut, place [789] of 9\. Thanks for playing\."
NAMES = ["Ana Kovač", "José Fernández", "<b>Cai</b>", "Łukasz Wójcik", "عمر الخطيب"]


@pytest.fixture
def cup(app):
    """Round 2 is on, table 1 has its result."""
    return Event(app, NAMES).start().play().next_round().win(1, wounds=9)


def table_of(event, name):
    player = event.ids[name]
    return next((m.table for m in event.t.current_round.matches if player in m.players), None)


# Staff who play


def test_staff_who_play_are_announced_on_every_screen(cup, stranger, organizer):
    everywhere = [stranger.get(path) for path in ("/e/cup/", "/e/cup/pairings", "/e/cup/p/p1")]
    assert not any("plays too" in page for page in everywhere)
    name = cup.name(cup.pair(2)[0])
    organizer.post("/events/cup/staff/", role="organizer", player=cup.pair(2)[0])
    organizer.post("/events/cup/staff/", role="co-organizer", name="Dee <b>")
    for path in ("/e/cup/", "/e/cup/pairings", "/e/cup/standings", "/e/cup/p/p2"):
        assert f"{name} , organizer, plays too; Dee <b> , co-organizer." in stranger.get(path)
    wall = json.loads(gzip.decompress(stranger.client.get("/api/tournaments/cup/wall").get_data()))
    assert [(each["name"], each["role"], each["plays"]) for each in wall["staff"]] == [
        (name, "organizer", True),
        ("Dee <b>", "co-organizer", False),
    ]
    assert tablet(cup, 1).state().json["staff"] == ""
    told = tablet(cup, 2).state().json["staff"]
    assert told == f"{name}, organizer, plays too. Somebody else checks the First Fives here."


# The way in


def test_a_stranger_chooses_the_event_they_came_for(app, cup, stranger):
    page = stranger.get("/")
    assert "Ember Cup Round 2 of 3, 5 players" in page
    assert "Staff: sign in" in page
    assert 'href="/e/cup/"' in page.html


def test_with_one_event_there_is_nothing_to_choose(app, cup, stranger):
    assert stranger.get("/e/").path == "/e/cup/"
    Event(app, ["Ana", "Ben"], tid="other")
    page = stranger.get("/e/")
    assert page.path == "/e/"
    assert "Which event?" in page


def test_an_empty_box_says_so_and_lets_the_staff_in(stranger):
    page = stranger.get("/")
    assert "No event is open." in page
    assert page.html.count('data-kind="go"') == 1


def test_an_archived_event_is_not_there(cup, stranger, organizer):
    organizer.post("/events/cup/archive", sure="1")
    for path in ("", "p/p1", "pairings", "standings", "bracket"):
        page = stranger.get(f"/e/cup/{path}")
        assert page.status == 404
        assert "archived" in page
    assert "Ember Cup" not in stranger.get("/")


# Find yourself


@pytest.mark.parametrize(
    ("typed", "name"),
    [("kovac", "Ana Kovač"), ("FERNAN", "José Fernández"), ("lukasz wojcik", "Łukasz Wójcik"), ("خطيب", "عمر الخطيب")],
)
def test_any_part_of_a_name_is_found_and_accents_do_not_count(cup, stranger, typed, name):
    page = stranger.get("/e/cup/", q=typed)
    assert page.html.count("data-player=") == 1
    assert f"1 of {len(NAMES)} players" in page
    assert f'data-player="{cup.ids[name]}"' in page.html


def test_what_was_typed_is_marked_with_its_accent(cup, stranger):
    assert "José Fern<mark>ánd</mark>ez" in stranger.get("/e/cup/", q="and").html


def test_each_hit_already_shows_table_and_opponent(cup, stranger):
    text = told(stranger.get("/e/cup/"))
    for match in cup.t.current_round.matches:
        one, two = (cup.name(player) for player in match.players)
        assert f"{one} plays {two} table {match.table}" in text
        assert f"{two} plays {one} table {match.table}" in text
    (bye,) = cup.t.current_round.byes
    assert f"{cup.name(bye.player)} bye" in text


def test_a_name_nobody_has_gets_a_sentence(cup, stranger):
    assert "No name like that in this event." in stranger.get("/e/cup/", q="xyzzy")


def test_names_are_never_markup(cup, stranger):
    for path in ("", f"p/{cup.ids['<b>Cai</b>']}", "pairings", "standings"):
        assert "<b>Cai" not in stranger.get(f"/e/cup/{path}", q="cai").html


# My table


def test_my_table_is_the_number_then_the_opponent(cup, stranger):
    open_ = next(match for match in cup.t.current_round.matches if match.result is None)
    one, two = open_.players
    text = told(stranger.get(f"/e/cup/p/{one}"))
    assert f"{cup.name(one).split()[0]}, your table is {open_.table} against {cup.name(two)}" in text
    assert "Report the result" not in text


def test_a_result_that_is_in_is_told_from_my_side(cup, stranger):
    winner, loser = cup.pair(1)
    assert "Your result is in. 25 : 9" in told(stranger.get(f"/e/cup/p/{winner}"))
    assert "Your result is in. 9 : 25" in told(stranger.get(f"/e/cup/p/{loser}"))


def test_a_bye_is_said_kindly(cup, stranger):
    (bye,) = cup.t.current_round.byes
    assert "You have a bye. It counts as a win, and you need no table. Enjoy the break." in stranger.get(
        f"/e/cup/p/{bye.player}"
    )


def test_own_rounds_stand_below_newest_first(cup, stranger):
    winner, _ = cup.pair(1)
    text = told(stranger.get(f"/e/cup/p/{winner}"))
    assert re.search(r"Round 2 of 3: 2 .*Round 1 of 3: 1 ", text)


@pytest.mark.parametrize(
    ("decide", "sentence"),
    [
        (lambda t: people.drop(t, "p9"), "You have dropped from the event."),
        (lambda t: people.disqualify(t, "p9", wounds=0), "You are out of the event. The desk can tell you more."),
    ],
)
def test_whoever_is_out_is_told_so(app, stranger, decide, sentence):
    played(app, 9, 1)
    act(app, "cup", decide)
    act(app, "cup", rounds.pair_round)
    act(app, "cup", rounds.publish)
    assert sentence in stranger.get("/e/cup/p/p9")


def test_beside_the_bracket_everybody_is_told_where_they_are(app, stranger):
    """Seeds without a match and those who missed the cut were once sent to the desk."""
    act(app, in_bracket(app, 9, cut=6), rounds.pair_round)
    seeds = t_of(app, "cup").stage.entrants
    missed = next(player for player in t_of(app, "cup").players if player not in seeds)
    assert re.search(MISSED, stranger.get(f"/e/cup/p/{missed}").text)
    act(app, "cup", rounds.publish)
    assert "You are through to the semi-finals." in stranger.get(f"/e/cup/p/{seeds[0]}")
    assert "your table is" in stranger.get(f"/e/cup/p/{seeds[5]}")
    assert re.search(MISSED, stranger.get(f"/e/cup/p/{missed}").text)
    play_open_round(app, "cup")
    lost = next(p for m in t_of(app, "cup").current_round.matches for p in m.players if winner_of(m) != p)
    act(app, "cup", rounds.close)
    assert "The bracket goes on without you." in stranger.get(f"/e/cup/p/{lost}")


def test_after_the_last_round_nobody_waits_for_pairings(app, stranger):
    """After the final phones still promised the next pairings, and a beaten finalist had “Place 2 after round 2”."""
    act(app, in_bracket(app, 9, cut=2), rounds.pair_round)
    act(app, "cup", rounds.publish)
    play_open_round(app, "cup")
    second = t_of(app, "cup").stage.entrants[1]
    last = "That was the last round. The desk announces the final places."
    assert f"Your result is in. 25 : 11 {last}" in stranger.get(f"/e/cup/p/{second}")
    act(app, "cup", rounds.close)
    page = stranger.get(f"/e/cup/p/{second}")
    assert f"The final is over. {last}" in page
    assert "Place 2 in the Swiss rounds" in page
    assert "Place 2 after" not in page


def test_a_missed_round_counts_on_the_phone_as_in_the_standings(app, stranger):
    played(app, 5, 1)
    act(app, "cup", lambda t: setup.enter(t, ["p9"]))
    play_round(app, "cup")
    page = stranger.get("/e/cup/p/p9")
    assert "lost missed" in page
    assert "2 losses" in page or "1 win, 1 loss" in page


def test_between_rounds_and_before_the_first_there_is_something_to_read(app, stranger):
    event = Event(app, ["Ana", "Ben", "Cleo", "Dag"])
    assert "Your table appears here as soon as the first round is paired." in stranger.get("/e/cup/p/p1")
    assert "The pairings of the first round appear here." in stranger.get("/e/cup/pairings")
    assert "Standings appear as soon as a round has been played." in stranger.get("/e/cup/standings")
    event.start().play()
    assert "Round 1 of 2 is over. The next pairings appear here by themselves." in stranger.get("/e/cup/p/p1")


def test_at_the_end_the_place_is_the_number(app, stranger):
    played(app, 4, 2, rounds=2)
    act(app, "cup", lambda t: stages.finish(t, prizes=("A playmat",)))
    first, second = t_of(app, "cup").finish.ranking[:2]
    assert "You won! First of 4. Congratulations, and thank you for playing." in stranger.get(f"/e/cup/p/{first}")
    assert "your final place 2 of 4." in stranger.get(f"/e/cup/p/{second}")
    assert "Final places 1 Name" in stranger.get("/e/cup/standings")
    assert "A playmat" in stranger.get("/e/cup/standings")


def test_nobody_has_a_page_who_is_not_in_the_event(cup, stranger):
    page = stranger.get("/e/cup/p/p99")
    assert page.status == 404
    assert "no such player" in page


def test_several_at_a_table_are_all_named(app, stranger):
    event = Event(app, ["Ana", "Ben", "Cleo"], ruleset_id="spellfire").start()
    one, *others = event.pair(1)
    names = " ".join(event.name(player) for player in others)
    assert f"your table is 1 against {names}" in told(stranger.get(f"/e/cup/p/{one}"))


# Pairings


def test_pairings_show_tables_and_results_that_are_in(cup, stranger):
    text = told(stranger.get("/e/cup/pairings"))
    assert "1 of 2 results in" in text
    assert "25 : 9" in text
    assert "Round 1 of 3" in stranger.get("/e/cup/pairings", round=1)
    assert stranger.get("/e/cup/pairings", round=9).status == 409


def test_a_draft_is_not_public(app, stranger):
    event = Event(app, ["Ana", "Ben", "Cleo", "Dag"]).begin()
    for path in ("", "p/p1", "pairings", "standings"):
        assert "table 1" not in told(stranger.get(f"/e/cup/{path}"))
    event.do(rounds.publish)
    assert "table 1" in told(stranger.get("/e/cup/"))


# Standings


def test_no_row_is_without_a_reason(app, stranger):
    """Every tie-break in its order, used or not, and why."""
    played(app, 8, 3)
    page = stranger.get("/e/cup/standings")
    rows = re.findall(r"<details id=.*?</details>", page.html, re.S)
    assert len(rows) == 8
    order = ["Head to head", "Opponents&#39; wins", "Blood earned", "Blood lost", "Opponents&#39; blood", "Lot"]
    for row in rows:
        places = [row.index(f"<b>{name}") for name in order]
        assert places == sorted(places)
        assert row.count("Decided here.") == 1


def test_a_sum_stands_with_its_parts(app, stranger):
    played(app, 8, 3)
    page = stranger.get("/e/cup/standings")
    sums = re.findall(r'<table class="num">(.*?)</table>', page.html, re.S)
    assert sums
    for each in sums:
        *parts, total = [int(number) for number in re.findall(r"<td>(\d+)</td>", each)]
        assert sum(parts) == total


def test_the_working_is_the_desks_own(app, stranger, judge):
    """The same places as at the desk, and the same criterion decides."""
    played(app, 8, 3)
    desk = [row for row in re.findall(r'class="decided">([^<]*)<', judge.get("/events/cup/standings/").html) if row]
    rows = re.findall(r"<details id=.*?</details>", stranger.get("/e/cup/standings").html, re.S)
    decided = [re.search(r'data-state="decided".*?<b>([^<]*)</b>', row, re.S)[1].replace("&#39;", "'") for row in rows]
    for at_the_desk, on_the_phone in zip(desk[1:], decided, strict=True):
        name = at_the_desk.replace("&#39;", "'")
        assert on_the_phone.startswith(name) or (name == "Wins" and "win" in on_the_phone)


def test_a_lot_replaced_by_hand_is_not_called_a_draw(app, stranger):
    event = Event(app, ["Ana", "Ben", "Cleo", "Dag"]).start().win(1, wounds=5).win(2, wounds=5)
    event.do(rounds.close)
    assert "drawn once, and kept. Decided here." in stranger.get("/e/cup/standings")
    event.do(lambda t: (f.LotsReplaced(tuple(t.players)),))
    assert "the organizer put these in order." in stranger.get("/e/cup/standings")


def test_the_line_of_the_cut_is_drawn(app, stranger):
    played(app, 9, 2, cut=4)
    assert stranger.get("/e/cup/standings").text.count("Top 4 go on") == 1


def test_a_corrected_round_says_so(app, stranger):
    from engine.decisions import results
    from engine.results import won

    played(app, 4, 1)
    match = t_of(app, "cup").current_round.matches[0]
    right = won(match, match.players[1], wounds=3, scoring=t_of(app, "cup").settings.scoring)
    act(app, "cup", lambda t: results.correct(t, 1, table=match.table, result=right))
    assert "Round 1 was corrected" in stranger.get("/e/cup/standings")


def test_a_large_event_has_pages(app, stranger):
    played(app, A_PAGE + 3, 1)
    first, second = stranger.get("/e/cup/standings"), stranger.get("/e/cup/standings", page=2)
    assert first.html.count('<details id="why-') == A_PAGE
    assert "Lower places" in first
    assert second.html.count('<details id="why-') == 3
    assert "Higher places" in second


def test_the_bracket_is_there_once_the_cut_is_made(app, stranger):
    in_bracket(app)
    act(app, "cup", rounds.pair_round)
    assert "Table" not in stranger.get("/e/cup/bracket").text
    act(app, "cup", rounds.publish)
    play_open_round(app, "cup")
    page = stranger.get("/e/cup/bracket")
    assert "Top 4" in page
    assert "Semi-finals" in page
    assert "After round 2" in stranger.get("/e/cup/standings")
    assert re.search(r">Bracket\s*</a>", page.html)


# What everybody should know


def test_announcements_stand_on_top_of_every_page(app, cup, stranger, judge):
    judge.post("/events/cup/announcements/", text="Lunch at <one>")
    for path in ("", "p/p1", "pairings", "standings", "bracket"):
        assert "Lunch at <one>" in stranger.get(f"/e/cup/{path}")
    with app.app_context():
        (said,) = texts.announcements(cup.t, "cup")
    judge.post(f"/events/cup/announcements/{said.id}/down")
    assert "Lunch" not in stranger.get("/e/cup/")


def test_many_announcements_do_not_bury_the_page(cup, stranger, judge):
    """Forty of them stood above “Who are you?”."""
    for number in range(1, 6):
        judge.post("/events/cup/announcements/", text=f"Number {number}")
    page = stranger.get("/e/cup/")
    opened, folded = page.html.split("<details", 1)
    assert [n for n in range(1, 6) if f"Number {n}" in opened] == [3, 4, 5]
    assert [n for n in range(1, 6) if f"Number {n}" in folded] == [1, 2]
    assert "2 earlier" in page


def test_phones_say_until_when_there_is_a_break(app, stranger, monkeypatch):
    played(app, 4, 1)
    assert "Break" not in stranger.get("/e/cup/")
    act(app, "cup", lambda t: clock.start_break(t, 30 * 60_000, now=moment()))
    for path in ("", "p/p1"):
        assert re.search(r"Break until about \d\d:\d\d\.", stranger.get(f"/e/cup/{path}").text)
    monkeypatch.setenv("CINDERBOX_BOOT_ID", "another boot")
    assert re.search(r"Break until about \d\d:\d\d\.", stranger.get("/e/cup/standings").text)
    act(app, "cup", rounds.pair_round)
    act(app, "cup", rounds.publish)
    assert "Break" not in stranger.get("/e/cup/")


# Two hundred phones


def test_a_page_that_has_not_changed_is_not_sent_again(cup, stranger):
    for path in ("", "p/p1", "pairings", "standings"):
        first = stranger.client.get(f"/e/cup/{path}")
        tag = {"If-None-Match": first.headers["ETag"]}
        again = stranger.client.get(f"/e/cup/{path}", headers=tag)
        assert (again.status_code, again.data) == (304, b"")
        assert first.headers["Cache-Control"] == "no-cache"
    cup.win(2)
    assert stranger.client.get("/e/cup/pairings", headers=tag).status_code == 200


def test_a_page_is_rendered_once_for_a_revision(app, cup, stranger):
    rendered = []
    with app.test_request_context("/e/cup/pairings"):
        for _ in range(3):
            stamp = page_cache.stamp("cup")
            page_cache.answer(stamp, lambda: rendered.append(1) or "page")
        cup.win(2)
        with app.app_context():
            stamp = page_cache.stamp("cup")
        page_cache.answer(stamp, lambda: rendered.append(1) or "page")
    assert len(rendered) == 2


def test_a_renamed_player_is_on_the_next_page(cup, stranger, organizer):
    assert "Ana Kovač" in stranger.get("/e/cup/")
    organizer.post(f"/events/cup/players/{cup.ids['Ana Kovač']}", name="Anna Kovač")
    assert "Anna Kovač" in stranger.get("/e/cup/")


def test_phones_get_it_packed(cup, stranger):
    packed = stranger.client.get("/e/cup/standings", headers={"Accept-Encoding": "gzip"})
    plain = stranger.client.get("/e/cup/standings", headers={"Accept-Encoding": "identity"})
    assert packed.headers["Content-Encoding"] == "gzip"
    assert gzip.decompress(packed.data) == plain.data


def test_whoever_takes_nothing_packed_gets_it_plain(cup, stranger):
    plain = stranger.client.get("/e/cup/standings", headers={"Accept-Encoding": "gzip;q=0, identity"})
    assert "Content-Encoding" not in plain.headers
    assert b"<html" in plain.data


@pytest.mark.parametrize("path", ["/e/cup/", "/e/cup/pairings", "/e/cup/standings", "/e/cup/p/p1"])
def test_what_somebody_writes_behind_an_address_makes_no_further_page(cup, stranger, path):
    """Each made-up word behind the ? was rendered anew, and pushed a page out of memory that everybody asks for."""
    first = stranger.client.get(path)
    kept = set(page_cache._pages)
    for n in range(3):
        answer = stranger.client.get(f"{path}?utm={n}&x{n}=1", headers={"If-None-Match": first.headers["ETag"]})
        assert answer.status_code == 304
        assert stranger.client.get(f"{path}?utm={n}").data == first.data
    assert set(page_cache._pages) == kept
    asked = {"/e/cup/": "q=Ana", "/e/cup/pairings": "round=1", "/e/cup/standings": "page=2"}.get(path)
    if asked:
        assert stranger.client.get(f"{path}?{asked}").headers["ETag"] != first.headers["ETag"]


def test_what_is_kept_does_not_grow_without_end(app, cup, stranger, monkeypatch):
    monkeypatch.setattr(page_cache, "MOST_BYTES", 5_000)
    for word in range(40):
        stranger.get("/e/cup/", q=str(word))
    assert sum(map(len, page_cache._pages.values())) <= 5_000


# Older phones


@pytest.mark.parametrize("new", [":has(", "color-mix(", "@container", "popover"])
def test_pages_for_phones_need_nothing_newer_than_2021(new):
    folder = PROJECT / "server/phone/static"
    sheets = [folder / name for name in ("phone.css", "phone_report.css")]
    scripts = list(folder.glob("*.js"))
    assert all(new not in path.read_text(encoding="utf-8") for path in (*sheets, *scripts))


def test_whoever_drafts_is_told_the_seat(app, stranger):
    event = Event(app, ["Ana", "Ben", "Cleo", "Dag"], ruleset_id="ashes-draft")
    event.do(setup.start)
    event.do(lambda t: (f.DraftOpened((DraftGroup(("p2", "p1", "p3", "p4"), ()),)),))
    assert "Draft, seat 2." in stranger.get("/e/cup/p/p1")
