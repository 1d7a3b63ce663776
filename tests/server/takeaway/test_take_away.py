"""Results to take away: a zip of pages that need nothing else, and a text that can be pasted anywhere."""

import io
import re
import zipfile
from html.parser import HTMLParser

import pytest

from engine.decisions import people, rounds, setup, stages
from engine.words import Staff
from server.paper import round_pack
from server.takeaway.on_stick import results_for_the_stick
from tests.server.deck_lists import hand_in, with_lists
from tests.server.played import act, in_bracket, play_round, played, started, t_of
from tests.server.result_event import Event

AT = "/events/cup/take-away/"


def over(app, *, ruleset="ashes-reborn", prizes=("Playmat",)):
    """Nine players, a top four; the best of them organizes."""
    tid = in_bracket(app, ruleset=ruleset)
    act(app, tid, lambda t: setup.name_staff(t, Staff("s9", "organizer", "p1")))
    play_round(app, tid)
    play_round(app, tid)
    act(app, tid, lambda t: stages.finish(t, prizes=prizes))
    return tid


def unpacked(actor, **asked):
    answer = actor.client.get(f"{AT}results.zip", query_string=asked)
    assert answer.mimetype == "application/zip"
    with zipfile.ZipFile(io.BytesIO(answer.data)) as found:
        assert found.testzip() is None
        return {name: found.read(name).decode("utf-8") for name in found.namelist()}


class Links(HTMLParser):
    """Everything that a page asks for or leads to, and every tag that is not closed."""

    def __init__(self, html):
        super().__init__()
        self.found, self.open = [], []
        self.feed(html)

    def handle_starttag(self, tag, attrs):
        self.found += [value for key, value in attrs if key in ("href", "src", "srcset", "action", "poster", "style")]
        if tag == "script" or any(key.startswith("on") for key, _ in attrs):
            self.found.append(f"<{tag}> with script")


def test_every_link_of_every_page_leads_to_a_file_beside_it(app, organizer):
    over(app)
    files = unpacked(organizer)
    assert {"index.html", "bracket.html", "standings.html", "pairings.html", "style.css"} <= files.keys()
    for name, text in files.items():
        if name.endswith(".html"):
            found = {link.partition("#")[0] for link in Links(text).found}
            assert found - {""} <= files.keys(), name
    assert "url(" not in re.sub(r"url\(\s*[\"']?data:", "", files["style.css"])
    assert "@import" not in files["style.css"]


def test_the_first_page_has_the_places_with_the_prizes_and_why_there_is_none(app, organizer):
    over(app)
    page = unpacked(organizer)["index.html"]
    assert page.index("Name p1") < page.index("organizer, no prize") < page.index("Name p2") < page.index("Playmat")


def test_the_standings_have_their_working_after_every_round(app, organizer):
    over(app)
    page = unpacked(organizer)["standings.html"]
    assert page.index("After round 2") < page.index("After round 1")
    assert "⟨" not in page
    assert all(re.findall(r'class="t-why">\s*(\w*)', page))


def test_the_same_event_gives_the_same_zip(app, organizer):
    over(app)
    assert organizer.client.get(f"{AT}results.zip").data == organizer.client.get(f"{AT}results.zip").data


def test_a_name_is_text_in_every_page(app, organizer):
    cup = Event(app, ["<script>alert(1)</script>", "Ben & “Bo”", "Cai", "Dee"]).start().play()
    cup.do(lambda t: stages.finish(t))
    files = unpacked(organizer)
    assert all("<script" not in text for name, text in files.items() if name.endswith(".html"))
    assert "&lt;script&gt;" in files["index.html"]


def test_what_is_nobodys_business_is_in_none_of_its_files(app, organizer):
    """Penalties, drafts of pairings, personal codes, the seed of an event that goes on."""
    tid = played(app, 6, 2)
    act(app, tid, lambda t: people.penalise(t, "p2", kind="warning", fault="slow play", id="n1"))
    act(app, tid, rounds.pair_round)
    files = unpacked(organizer)
    assert all("slow play" not in text for text in files.values())
    assert "Round 3" not in files["pairings.html"]
    assert '"seed": null' in files["results.json"]


def test_deck_lists_are_in_it_only_if_the_organizer_wants_them(app, organizer):
    cup = hand_in(with_lists(app, ["Ana", "Ben", "Cai", "Dee"]), "p1", "p2").start().play()
    cup.do(lambda t: stages.finish(t))
    assert "decks.html" not in unpacked(organizer)
    files = unpacked(organizer, decks="1")
    assert files["decks.html"].count('class="t-deck"') == 2
    assert "With 2 deck lists" in organizer.get(AT)


def test_a_game_of_tables_of_three_has_its_grid(app, organizer):
    cup = Event(app, [f"Name {n}" for n in range(1, 7)], ruleset_id="spellfire").start()
    for match in cup.t.current_round.matches:
        for _ in range(2):
            cup.game(match.table, match.seats[0].side, 6, *[3] * (len(match.seats) - 1))
    cup.do(rounds.close)
    files = unpacked(organizer)
    assert "Advancement grid" in files["grid.html"]
    assert "Name 1" in files["grid.html"]


def test_a_draft_has_its_groups(app, organizer):
    tid = played(app, 10, 3, ruleset="ashes-draft", legendary=True)
    page = unpacked(organizer)["groups.html"]
    groups = t_of(app, tid).stages[0].groups
    assert len(groups) == 2
    first = page[page.index("Group 1") : page.index("Group 2")]
    assert [f"p{n}" for n in re.findall(r"Name p(\d+)<", first)] == list(groups[0])


def test_the_text_names_places_prizes_and_the_bracket_from_the_final_on(app, judge):
    over(app)
    text = judge.client.get(f"{AT}results.txt").get_data(as_text=True)
    lines = text.splitlines()
    assert lines[0] == "Cup"
    assert re.fullmatch(r"Ashes Reborn, \d+ \w+ \d{4}, 9 players\. Finished\.", lines[1])
    assert lines[3:5] == ["1. Name p1 (organizer, no prize)", "2. Name p2: Playmat"]
    assert text.index("\nFinal:\nName p1 beat Name p2 25:11") < text.index("\nSemi-finals:")
    assert text in judge.get(AT).html.replace("&#39;", "'")


def test_while_an_event_goes_on_the_text_is_how_it_stands(app, judge):
    played(app, 6, 2)
    text = judge.client.get(f"{AT}results.txt").get_data(as_text=True)
    assert "After round 2" in text
    assert "1. Name p1 (2–0)" in text


@pytest.mark.parametrize("path", ["", "results.zip", "results.txt"])
def test_before_the_first_round_there_is_nothing_to_take(app, organizer, path):
    started(app, 4)
    assert organizer.get(f"{AT}{path}").status == 409


def test_the_zip_is_for_organizers(app, judge, stranger):
    over(app)
    assert judge.get(f"{AT}results.zip").status == 403
    assert stranger.client.get(f"{AT}results.zip").status_code in (302, 303, 401, 403)


def test_the_last_page_of_the_event_offers_it(app, organizer):
    over(app)
    assert AT in organizer.get("/events/cup/standings/").html


def test_zip_and_text_go_onto_the_stick_with_the_last_round_and_not_before(app, tmp_path):
    assert results_for_the_stick in round_pack.BESIDE
    tid = played(app, 6, 2)
    assert results_for_the_stick(app, tid, tmp_path) == []
    act(app, tid, lambda t: stages.finish(t))
    pages, text = results_for_the_stick(app, tid, tmp_path)
    assert (pages.name, text.name) == ("cup-cup-results.zip", "cup-cup-results.txt")
    assert "index.html" in zipfile.ZipFile(pages).namelist()
    assert "1. Name p1" in text.read_text(encoding="utf-8")
