"""The published schemas: everything we write follows them, and what does not is told apart."""

import copy
import gzip
import json
from pathlib import Path

import fastjsonschema
import pytest

from engine.codec import FACTS
from engine.decisions import stages
from engine.document import HOWS, read_tournament
from engine.reading import Node
from engine.rulesets.registry import RULESETS
from server.api.schema_files import SCHEMAS, example, schema
from server.core.desk import desk
from server.event.transfer import export_event, import_event
from server.takeaway.taken_pages import results_document
from tests.contract.documents import RULESETS as PLAYED
from tests.contract.documents import event
from tests.server.played import act, in_bracket, play_round, played
from tests.server.result_event import Event

BOXES = Path(__file__).parents[2] / "boxes"
EXPORTS = [path for path in sorted(BOXES.glob("*/*.json.gz")) if path.name != "expected.json.gz"]
CHECKS = {name: fastjsonschema.compile(schema(name)) for name in SCHEMAS}


@pytest.mark.parametrize("name", SCHEMAS)
def test_every_schema_has_an_example_that_follows_it(name):
    CHECKS[name](copy.deepcopy(example(name)))
    assert schema(name)["$id"] == f"urn:cinderbox:{name.rpartition('-')[0]}:{name[-1]}"


@pytest.mark.parametrize("name", SCHEMAS)
def test_the_box_answers_with_them(stranger, name):
    assert stranger.client.get(f"/api/schemas/{name}.schema.json").get_json() == schema(name)
    assert stranger.client.get(f"/api/schemas/{name}.example.json").get_json() == example(name)


@pytest.mark.parametrize("path", ["nothing-1.schema.json", "results-2.schema.json", "results-1.txt", "results-1"])
def test_there_are_no_others(stranger, path):
    assert stranger.client.get(f"/api/schemas/{path}").status_code == 404


@pytest.mark.parametrize("path", EXPORTS, ids=lambda path: f"{path.parent.name}/{path.name}")
def test_exports_of_every_version_follow_the_schema(path):
    CHECKS["event-export-1"](json.loads(gzip.decompress(path.read_bytes())))


def test_the_example_of_an_export_comes_in_as_an_event(app):
    with app.app_context():
        tid = import_event(json.dumps(example("event-export-1")))
        CHECKS["event-export-1"](export_event(tid))


def test_the_example_of_a_tournament_document_can_be_read():
    assert read_tournament(Node(example("tournament-document-1"), "the document")).rounds_played == 2


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("ruleset", PLAYED)
def test_documents_that_the_command_line_reads_follow_the_schema(ruleset, seed):
    CHECKS["tournament-document-1"](event(seed, ruleset, players=7, rounds=3, comings=2))


def test_the_schema_knows_every_fact_ending_and_game():
    """If not: add it to the schema, so that other programs know it."""
    fact = schema("event-export-1")["definitions"]["fact"]["properties"]["fact"]
    assert fact["enum"] == sorted(FACTS)
    document = schema("tournament-document-1")
    assert document["definitions"]["match"]["properties"]["how"]["enum"] == list(HOWS)
    assert set(document["properties"]["ruleset"]["enum"]) == {id for id in RULESETS if id != "crystal-duel"}


@pytest.mark.parametrize("ruleset", ["ashes-reborn", "ashes-classic", "summoner-wars"])
def test_results_with_a_bracket_follow_the_schema_before_and_after_the_end(app, ruleset):
    tid = in_bracket(app, ruleset=ruleset)
    play_round(app, tid)
    assert followed(app, tid)["tournament"]["places"] == []
    play_round(app, tid)
    act(app, tid, lambda t: stages.finish(t, prizes=("Playmat",)))
    assert followed(app, tid)["tournament"]["places"][0]["prize"] == "Playmat"


def test_results_of_draft_groups_and_tables_of_several_follow_the_schema(app):
    groups = followed(app, played(app, 10, 3, ruleset="ashes-draft", legendary=True))
    assert groups["standings"]["standings"][0]["group"] == 1
    several = Event(app, [f"Name {n}" for n in range(1, 7)], ruleset_id="spellfire", tid="several").start()
    several.game(1, several.match(1).seats[0].side, 6, 3, 3)
    assert followed(app, "several")["tournament"]["rounds"][0]["stage"] == "pods"


@pytest.mark.parametrize(
    ("name", "change"),
    [
        ("event-export-1", {"cinderbox": 2}),
        ("event-export-1", {"acts": []}),
        ("event-export-1", {"acts": [{"seq": 1, "facts": [{"fact": "Nothing"}], "version": 2, "by": "", "at": ""}]}),
        ("tournament-document-1", {"ruleset": "chess"}),
        ("tournament-document-1", {"players": [{"name": "Ana"}]}),
        ("tournament-document-1", {"places": []}),
        ("results-1", {"cinderbox_results": 2}),
        ("results-1", {"standings": {}}),
    ],
)
def test_what_is_something_else_does_not_follow(name, change):
    with pytest.raises(fastjsonschema.JsonSchemaException):
        CHECKS[name](copy.deepcopy(example(name)) | change)


def followed(app, tid):
    with app.app_context(), app.test_request_context():
        found = json.loads(json.dumps(results_document(desk(tid))))
    CHECKS["results-1"](copy.deepcopy(found))
    return found
