"""The end of an event on paper, in files and at the tables: final places, never the standings they came from.

“The single elimination rounds will run until one player remains undefeated!”
"""

import csv
import io

import pytest

from engine.decisions import people, results, rounds, setup, stages
from engine.results import won
from engine.words import Staff
from server.paper.end_paper import place_word
from server.paper.round_pack import _page
from tests.server.at_table_devices import tablet
from tests.server.played import act, in_bracket, played, t_of
from tests.server.result_event import Event

PRINT = "/events/cup/print/"
PLACES = "/events/cup/export/places.csv"


def upset(app, *, ruleset="ashes-reborn", prizes=("Playmat", "Booster")):
    """Nine players, a top four, and a champion who was not the first of the Swiss rounds."""
    tid = in_bracket(app, ruleset=ruleset)
    act(app, tid, lambda t: setup.name_staff(t, Staff("s9", "organizer", t.stages[-1].entrants[3])))
    _upset_round(app, tid)
    _upset_round(app, tid)
    act(app, tid, lambda t: stages.finish(t, prizes=prizes))
    return tid


def _upset_round(app, tid):
    """The lower seed wins everywhere."""
    act(app, tid, rounds.pair_round)
    act(app, tid, rounds.publish)
    t = t_of(app, tid)
    for match in t.current_round.matches:
        lower = max(match.players, key=t.stages[-1].entrants.index)
        act(app, tid, lambda t, match=match, lower=lower: results.record_win(t, match.table, winner=lower, wounds=3))
    act(app, tid, rounds.close)


def rows(actor):
    answer = actor.client.get(PLACES)
    return answer, list(csv.reader(io.StringIO(answer.get_data().decode("utf-8-sig"))))


@pytest.mark.parametrize("ruleset", ["ashes-reborn", "summoner-wars", "ashes-classic"])
def test_the_champion_stands_first_on_the_printed_places(app, judge, ruleset):
    tid = upset(app, ruleset=ruleset)
    champion, second = t_of(app, tid).finish.ranking[:2]
    page = judge.get(f"{PRINT}places")
    assert "Final places" in page
    assert page.text.index(f"Name {champion}") < page.text.index(f"Name {second}")
    assert "Playmat" in page


def test_a_printed_place_without_a_prize_says_why(app, judge):
    """“the Organizer is not eligible for prizes”: the fourth seed won, and organizes."""
    tid = upset(app)
    text = judge.get(f"{PRINT}places").text
    champion, second = t_of(app, tid).finish.ranking[:2]
    line = text[text.index(f"Name {champion}") : text.index(f"Name {second}")]
    assert "organizer, no prize" in line
    assert "Playmat" not in line
    assert "Playmat" in text[text.index(f"Name {second}") :]


def test_the_list_of_sheets_has_the_places_first_once_they_are_known(app, judge):
    in_bracket(app)
    assert "The event is not finished yet." in judge.get(PRINT)
    assert judge.get(f"{PRINT}places").status == 409


def test_the_places_are_offered_when_the_event_is_finished(app, judge):
    upset(app)
    page = judge.get(PRINT)
    assert page.text.index("Final places") < page.text.index("Round pack")
    assert "/print/places" in page.html


def test_the_standings_of_the_swiss_rounds_are_never_called_final(app, judge):
    """The sheet is of the round it says: not of the bracket's last one."""
    upset(app)
    page = judge.get(f"{PRINT}standings")
    assert "Standings after round 2" in page
    assert "Final" not in page.text


def test_the_pack_of_the_last_round_holds_the_places_and_an_earlier_one_does_not(app, judge):
    upset(app)
    assert "Final places" in judge.get(f"{PRINT}pack")
    assert "Final places" not in judge.get(f"{PRINT}pack", round=1)


def test_the_pack_on_the_stick_holds_the_places(app, tmp_path):
    tid = upset(app)
    text = _page(app, tid, tmp_path).read_text()
    assert "Final places" in text
    assert "Playmat" in text


def test_nobody_prints_an_empty_slip_of_an_event_that_is_over(app, judge, tmp_path):
    """The pack of the final ended with a slip to fill in, behind the places and the champion."""
    tid = upset(app)
    for round_ in (1, 4):
        assert "Signature" not in judge.get(f"{PRINT}pack", round=round_)
    assert "Signature" not in _page(app, tid, tmp_path).read_text()
    alone = judge.get(f"{PRINT}slips")
    assert alone.status == 409
    assert "The event is over" in alone
    assert f"{PRINT}slips" not in judge.get(PRINT).html


def test_the_places_are_a_file(app, judge, organizer):
    tid = upset(app)
    answer, (heading, *lines) = rows(judge)
    assert "cup-places.csv" in answer.headers["Content-Disposition"]
    assert heading == ["Place", "Name", "Prize", "Note"]
    ranking = t_of(app, tid).finish.ranking
    assert [line[:2] for line in lines] == [[str(n), f"Name {player}"] for n, player in enumerate(ranking, start=1)]
    assert [line[2:] for line in lines[:3]] == [["", "organizer, no prize"], ["Playmat", ""], ["Booster", ""]]
    assert PLACES in organizer.get("/events/cup/settings").html


def test_somebody_disqualified_is_in_the_file_without_a_place(app, judge):
    tid = played(app, 6, 3)
    act(app, tid, lambda t: people.disqualify(t, "p6"))
    act(app, tid, lambda t: stages.finish(t))
    assert rows(judge)[1][-1] == ["", "Name p6", "", "disqualified"]
    assert "disqualified" in judge.get(f"{PRINT}places")


def test_before_the_end_there_is_no_file_of_places(app, judge, organizer):
    played(app, 6, 3)
    assert judge.get(PLACES).status == 409
    assert PLACES not in organizer.get("/events/cup/settings").html


def test_the_file_of_standings_says_after_which_round(app, judge):
    upset(app)
    answer = judge.client.get("/events/cup/export/standings.csv")
    assert "cup-standings-after-round-2.csv" in answer.headers["Content-Disposition"]


def test_programs_find_the_champion_first(app, stranger):
    tid = upset(app)
    found = stranger.client.get("/api/tournaments/cup").get_json()
    assert found["places"][0]["player"] == t_of(app, tid).finish.ranking[0]


def test_phone_and_wall_say_why_the_champion_has_no_prize(app, stranger):
    tid = upset(app)
    champion = t_of(app, tid).finish.ranking[0]
    page = stranger.get("/e/cup/standings")
    assert page.text.index("Final places") < page.text.index("organizer, no prize") < page.text.index("Playmat")
    assert "You won! First of" in stranger.get(f"/e/cup/p/{champion}")


def test_the_printed_bracket_names_the_champion(app, judge):
    tid = upset(app)
    champion = t_of(app, tid).finish.ranking[0]
    page = judge.get(f"{PRINT}bracket")
    assert f"Champion: Name {champion}" in page
    final = page.html[page.html.index(">Final<") :]
    winner = final[final.index('data-state="through"') :]
    assert f"Name {champion}" in winner[: winner.index("</div>")]


def test_printed_standings_say_that_a_result_was_corrected(app, judge):
    tid = played(app, 6, 2)
    assert "amended" not in judge.get(f"{PRINT}standings")
    match = t_of(app, tid).current_round.matches[0]
    loser = max(match.players, key=lambda p: int(p[1:]))
    right = won(match, loser, wounds=3, scoring=t_of(app, tid).settings.scoring)
    act(app, tid, lambda t: results.correct(t, 2, table=match.table, result=right))
    assert "Round 2 amended" in judge.get(f"{PRINT}standings")
    assert "amended" not in judge.get(f"{PRINT}standings", round=1)


def test_printed_places_say_when_a_correction_came_after_them(app, judge):
    tid = played(app, 4, 2)
    act(app, tid, lambda t: stages.finish(t))
    match = t_of(app, tid).current_round.matches[0]
    loser = max(match.players, key=lambda p: int(p[1:]))
    right = won(match, loser, wounds=3, scoring=t_of(app, tid).settings.scoring)
    act(app, tid, lambda t: results.correct(t, 2, table=match.table, result=right))
    assert "before a result was corrected" in judge.get(f"{PRINT}places")


def test_a_tablet_shows_the_places_once_the_event_is_over(app):
    cup = Event(app, ["Ana", "Ben", "Cai", "Dee"]).start().play()
    cup.next_round().play()
    here = tablet(cup, 1)
    cup.do(lambda t: stages.finish(t))
    found = here.client.get("/at-table/standings", query_string={"event": "cup", "table": 1}).json
    assert found["title"] == "Final places"
    assert [row["player"] for row in found["rows"]] == list(cup.t.finish.ranking)


def test_programs_read_the_prize_and_why_there_is_none(app, stranger):
    upset(app)
    first, second, *_ = stranger.client.get("/api/tournaments/cup").get_json()["places"]
    assert (first["prize"], first["note"]) == ("", "organizer, no prize")
    assert (second["prize"], second["note"]) == ("Playmat", "")


def test_a_player_reads_on_their_page_what_they_won_or_why_nothing(app, stranger):
    tid = upset(app)
    champion, second, _, fourth, *_ = t_of(app, tid).finish.ranking
    assert "You organize this event, so you take no prize." in stranger.get(f"/e/cup/p/{champion}")
    assert "Your prize: Playmat." in stranger.get(f"/e/cup/p/{second}")
    assert "prize" not in stranger.get(f"/e/cup/p/{fourth}").text


def test_without_prizes_nobody_is_told_that_they_have_none(app, stranger):
    tid = upset(app, prizes=())
    assert "prize" not in stranger.get(f"/e/cup/p/{t_of(app, tid).finish.ranking[0]}").text


def test_looking_for_a_name_finds_its_place(app, stranger):
    tid = upset(app)
    second = t_of(app, tid).finish.ranking[1]
    assert f"Name {second} place 2" in stranger.get("/e/cup/", q=f"Name {second}")


def test_the_desk_says_the_place_on_a_players_page(app, organizer):
    tid = upset(app)
    champion, second = t_of(app, tid).finish.ranking[:2]
    assert "Place 1 of 9 , organizer, no prize" in organizer.get(f"/events/cup/players/{champion}")
    assert "Place 2 of 9 , Playmat" in organizer.get(f"/events/cup/players/{second}")


def test_a_certificate_for_everybody_of_the_bracket_and_on_demand_for_all(app, judge):
    tid = upset(app)
    ranking = t_of(app, tid).finish.ranking
    page = judge.get(f"{PRINT}certificates")
    assert page.html.count('class="p-sheet p-certificate"') == 4
    assert f"Champion Name {ranking[0]} of 9 players, Ashes Reborn" in page
    assert f"2nd place Name {ranking[1]}" in page
    assert judge.get(f"{PRINT}certificates", top=9).html.count("p-certificate") == 9
    assert judge.get(f"{PRINT}certificates", top=-4).html.count("p-certificate") == 1
    assert judge.get(f"{PRINT}certificates", top=4000).html.count("p-certificate") == 9


@pytest.mark.parametrize(
    ("place", "word"),
    [(1, "Champion"), (2, "2nd place"), (3, "3rd place"), (11, "11th place"), (21, "21st place"), (112, "112th place")],
)
def test_a_place_in_words(place, word):
    assert place_word(place) == word


def test_the_prize_list_has_every_prize_once_and_says_who_was_passed_over(app, judge):
    tid = upset(app)
    champion, second, third, fourth = t_of(app, tid).finish.ranking[:4]
    text = judge.get(f"{PRINT}prizes").text
    assert f"2 Name {second} Playmat" in text
    assert f"3 Name {third} Booster" in text
    assert f"Place 1, Name {champion} : organizer, no prize." in text
    assert f"Name {fourth}" not in text


def test_certificates_and_prizes_wait_for_the_end(app, judge):
    in_bracket(app)
    assert "Certificates" not in judge.get(PRINT)
    assert judge.get(f"{PRINT}certificates").status == 409
    assert judge.get(f"{PRINT}prizes").status == 409


def test_without_prizes_there_is_no_list_of_them(app, judge):
    upset(app, prizes=())
    assert "No prize was named" in judge.get(PRINT)
    assert judge.get(f"{PRINT}prizes").status == 409
