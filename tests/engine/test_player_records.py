"""What an event was for each of its people, as their page over all events tells it."""

from engine import facts as f
from engine.decisions import stages
from engine.standings.player_records import event_record
from tests.engine.desk import team_spirit
from tests.engine.test_who_played import absent, nine


def test_partners_share_their_place_and_places_count_teams():
    made = team_spirit(3).pair().play()
    made.do(stages.finish)
    record = event_record(made.t)
    winners = {player for player, known in record.records.items() if known.place == 1}
    assert winners in ({"a1", "a2"}, {"b1", "b2"}, {"c1", "c2"})
    assert record.players == 3


def test_whoever_did_not_come_to_a_table_has_met_nobody_and_lost_nothing():
    made = absent(nine(), "Cai").play()
    records = event_record(made.t).records
    assert (records["Cai"].losses, records["Cai"].met) == (0, ())
    assert [(each.opponent, each.mark) for each in records["Ana"].met] == [("Ben", "win")]


def test_whoever_stands_on_the_staff_as_a_player_is_so_on_their_own_page():
    made = nine().facts(f.StaffNamed("plays-Ana", "coordinator", "Ana"), f.StaffNamed("s1", "judge"))
    assert dict(event_record(made.t).staff) == {"Ana": "coordinator", "s1": "judge"}
