"""Paper: which slip lies where, and what each sheet says."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.decisions import rounds
from server.core.db import db
from server.core.models import PlayerRow
from server.core.spelling import alphabetical
from server.paper.round_paper import SLIPS_A_PAGE, collated
from tests.server.conftest import Actor
from tests.server.played import act, entered, in_bracket, play_round, played, started, t_of

PRINT = "/events/cup/print/"


@pytest.mark.parametrize(
    ("slips", "pages"),
    [
        (0, ()),
        (1, ((0, None, None, None),)),
        (4, ((0, 1, 2, 3),)),
        (5, ((0, 2, 4, None), (1, 3, None, None))),
        (9, ((0, 3, 6, None), (1, 4, 7, None), (2, 5, 8, None))),
    ],
)
def test_slips_lie_so_that_one_cut_through_the_pile_keeps_their_order(slips, pages):
    assert collated(slips, 4) == pages


@given(st.integers(0, 300), st.integers(1, 12))
def test_stacking_the_cut_piles_gives_every_slip_once_and_in_order(slips, per_page):
    pages = collated(slips, per_page)
    piles = [[page[place] for page in pages] for place in range(per_page)]
    stacked = [slip for pile in piles for slip in pile if slip is not None]
    assert stacked == list(range(slips))
    assert len(pages) == -(-slips // per_page)


@given(st.integers(1, 300), st.integers(1, 12))
def test_a_page_never_has_a_hole_before_a_slip(slips, per_page):
    """Whoever cuts sees at a glance where the slips end."""
    for page in collated(slips, per_page):
        gaps = [slip is None for slip in page]
        assert gaps == sorted(gaps)


def test_before_the_first_pairing_there_is_nothing_to_print(app, judge):
    entered(app, 4)
    assert "No round is paired yet" in judge.get(PRINT)
    page = judge.get(f"{PRINT}slips")
    assert page.status == 409
    assert "No round is paired yet" in page


def test_the_list_says_what_can_be_printed(app, judge):
    played(app, 6, 1)
    page = judge.get(PRINT)
    for words in ("Round pack", "Pairings by name", "Pairings by table", "Match slips", "Standings", "Bracket"):
        assert words in page
    assert "This round is not of a bracket" in page


def test_everybody_finds_their_table_by_name_and_the_bye_is_said(app, judge):
    played(app, 7, 1)
    page = judge.get(f"{PRINT}names")
    assert page.html.count('class="p-against"') == 7
    assert "bye" in page
    assert 'data-surface="paper"' in page.html


def test_names_are_in_the_order_of_the_alphabet_whatever_the_accents():
    names = ["Zoë", "Łukasz", "ana", "Émile", "Ødegård", "Ben"]
    assert sorted(names, key=alphabetical) == ["ana", "Ben", "Émile", "Łukasz", "Ødegård", "Zoë"]


def test_there_is_one_slip_for_each_table_and_none_for_a_bye(app, judge):
    played(app, 19, 1)
    page = judge.get(f"{PRINT}slips")
    tables = re.findall(r"<small>Table</small> (\d+)", page.html)
    assert len(tables) == 9
    assert page.html.count('class="slip-cell"') == 2 * SLIPS_A_PAGE
    assert tables[:3] == ["1", "3", "5"]
    assert "Wounds on the winner’s Phoenixborn" in page
    assert "Signature" in page


def test_a_slip_of_classic_has_a_draw_but_not_in_the_bracket(app, judge):
    played(app, 6, 1, ruleset="ashes-classic")
    assert "Draw" in judge.get(f"{PRINT}slips")
    tid = in_bracket(app, tid="elimination", ruleset="ashes-classic")
    act(app, tid, rounds.pair_round)
    assert "Draw" not in judge.get(f"/events/{tid}/print/slips")


def test_a_spellfire_slip_has_room_for_the_games(app, judge):
    tid = started(app, 7, ruleset="spellfire")
    act(app, tid, rounds.pair_round)
    page = judge.get(f"{PRINT}slips")
    assert "Realms in game" in page
    assert page.html.count('class="cell"') == 4 * 3 + 5 * 4  # everyone wins a game, then somebody a second


def test_a_draft_says_that_it_is_one(app, judge):
    tid = started(app, 6)
    act(app, tid, rounds.pair_round)
    assert "This round is not published yet" in judge.get(PRINT)
    assert "Draft, not published" in judge.get(f"{PRINT}tables")
    act(app, tid, rounds.publish)
    assert "Draft" not in judge.get(f"{PRINT}tables")


def test_an_earlier_round_can_be_printed_again(app, judge):
    tid = played(app, 6, 2)
    first = next(iter(t_of(app, tid).rounds))
    page = judge.get(f"{PRINT}tables", round=1)
    assert "Round 1 of 3" in page
    assert page.html.count("<tr>") - 1 == len(first.matches)
    assert judge.get(f"{PRINT}tables", round=9).status == 409


def test_standings_are_those_after_the_last_closed_round(app, judge):
    tid = played(app, 6, 1)
    act(app, tid, rounds.pair_round)
    assert "Standings after round 1 of 3" in judge.get(f"{PRINT}standings")
    assert "SoS: opponents' wins" in judge.get(f"{PRINT}standings")


def test_no_standings_before_a_round_is_closed(app, judge):
    tid = started(app, 6)
    act(app, tid, rounds.pair_round)
    page = judge.get(f"{PRINT}standings")
    assert page.status == 409
    assert "No round is closed yet" in page


def test_the_pack_holds_everything(app, judge):
    tid = in_bracket(app)
    play_round(app, tid)
    page = judge.get(f"{PRINT}pack")
    for words in ("Pairings by name", "Pairings by table", "Signature", "Standings after round 2", "Bracket, top 4"):
        assert words in page


def test_there_is_no_other_sheet(app, judge):
    played(app, 6, 1)
    assert judge.get(f"{PRINT}secrets").status == 404


def test_names_on_paper_are_text(app, judge):
    played(app, 6, 1)
    with app.app_context(), db.engine.begin() as connection:
        connection.execute(PlayerRow.__table__.update().values(name="<img src=x> & ünï" + "x" * 180))
    assert "<img src=x>" not in judge.get(f"{PRINT}pack").html
    assert "<img src=x> & ünï" in judge.get(f"{PRINT}pack").text


def test_paper_is_for_the_staff(app):
    played(app, 6, 1)
    assert Actor(app).get(PRINT).path == "/sign-in"
    assert Actor(app).get(f"{PRINT}slips").path == "/sign-in"


@pytest.mark.parametrize(("players", "size"), [(8, "largest"), (20, "largest"), (21, "large"), (45, "plain")])
def test_pairings_by_name_are_printed_as_large_as_one_page_takes(app, judge, players, size):
    """They hang on a wall: eighteen names in small print used a third of their page."""
    started(app, players)
    act(app, "cup", rounds.pair_round)
    assert f'class="p-names" data-size="{size}"' in judge.get("/events/cup/print/names").html
