"""A tournament as one JSON document: read it, fold it, and give the tournament it tells of.

The shape is part of the command line's contract. What a document says is turned into facts and applied one by one, so
a document cannot tell of anything that could not have happened at the desk.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import get_args

from engine import facts as f
from engine.check import check
from engine.decisions.results import end_early, record_game
from engine.decisions.setup import enter
from engine.fold import apply, apply_facts
from engine.pairing.pods import TEAMS
from engine.pairing.seating import IN_ADVANCE
from engine.reading import LONGEST_TEXT, BadDocument, Node
from engine.refusals import Refused
from engine.results import double_loss, drawn, won
from engine.rulesets.base import Ruleset
from engine.rulesets.event_kinds import EventQuestions
from engine.rulesets.registry import default_settings, rescored, ruleset, ruleset_of
from engine.staff_document import read_staff
from engine.values import replace
from engine.words import Apart, Bye, Event, Excuse, Game, How, Match, Result, Seat, Settings, Tournament

LARGEST_SEED = 10**LONGEST_TEXT
HOWS: tuple[str, ...] = get_args(How)
# What a document may say, place by place; a round may also keep what `cinderbox pair` printed about it.
DOCUMENT = ("ruleset", "seed", "scoring", "event", "players", "staff", "apart", "apart_first_round_only", "rounds")
PLAYER = ("id", "name", "entered_round", "dropped_after", "factions", "table", "bye_in_rounds", "misses_rounds")
EVENT = ("type", "variants", "victory", "deck_size", "scored", "factor", "realms", "teams")
ROUND = ("matches", "bye", "byes_in_advance", "round", "bye_why", "rematches", "mirrors", "not_apart")
MATCH = ("table", "players", "winner", "draw", "blood", "how", "why")
POD_ROUND = ("tables", "bye", "round")
POD = ("table", "players", "games", "winner", "why")
GAME = ("winner", "realms")


def read_tournament(document: Node) -> Tournament:
    """The tournament a full document tells of, after its last round."""
    document.only(*DOCUMENT)
    settings = read_settings(document)
    t = apply(None, f.TournamentCreated(settings, read_seed(document)))
    t = apply_facts(t, _people(document, t))
    _require_teams(t, document)
    t = apply(t, f.KeptApart(read_apart(document, t.players)))
    t = apply(t, f.StageOpened("pods" if ruleset_of(settings).pods else "swiss", 0))
    rounds = list(document.at("rounds").items("round")) if document.has("rounds") else []
    t = _drop(t, document, 0)
    for number, node in enumerate(rounds, start=1):
        t = _play_round(t, node, number)
        t = _drop(t, document, number)
    return t if ruleset_of(settings).pods else apply_facts(t, _excuses(document, len(rounds)))


def read_apart(document: Node, players: Iterable[str]) -> Apart:
    """Who is to be kept apart: lists of players who should not meet."""
    known, groups = set(players), []
    for node in document.at("apart").items("apart") if document.has("apart") else ():
        group = node.texts()
        if strangers := [player for player in group if player not in known]:
            raise node.refuse(f"there is no player {strangers[0]}.")
        if len(set(group)) < max(2, len(group)):
            raise node.refuse("two or more different players are kept apart.")
        groups.append(group)
    key = "apart_first_round_only"
    return Apart(tuple(groups), first_round_only=document.has(key) and document.at(key).truth())


def _excuses(document: Node, played: int) -> Iterable[f.Fact]:
    """Rounds to come that somebody does not play. Of those that were played the rounds themselves tell."""
    for node in player_nodes(document):
        told: dict[str, Excuse] = {"bye_in_rounds": "bye", "misses_rounds": "missed"}
        rounds = {key: node.at(key).numbers() if node.has(key) else () for key in told}
        if twice := set(rounds["bye_in_rounds"]) & set(rounds["misses_rounds"]):
            raise node.refuse(f"round {min(twice)} is a bye or missed, not both.")
        for key, counts_as in told.items():
            for number in rounds[key]:
                if number > played:
                    yield f.RoundExcused(node.at("id").text(), number, counts_as)


def _require_teams(t: Tournament, document: Node) -> None:
    """Where there are teams, everyone is in one."""
    teams = t.settings.teams
    members = [player for team in teams for player in team]
    if strangers := [player for player in members if player not in t.players]:
        raise document.at("event").refuse(f"the teams name {strangers[0]}, who is not a player.")
    if teams and sorted(members) != sorted(t.players):
        raise document.at("event").refuse("every player is in exactly one team.")


def read_seed(document: Node) -> str:
    """Text or a whole number; without one the document still always gives the same answer."""
    if not document.has("seed"):
        return "0"
    seed = document.at("seed")
    return str(seed.number(most=LARGEST_SEED)) if isinstance(seed.value, int) else seed.text()


def read_settings(document: Node) -> Settings:
    """The ruleset's settings, with what the document says about a draft's scoring or the kind of event."""
    rules = ruleset(document.at("ruleset").text())
    if rules.scorings and document.has("scoring"):
        rules = _scored(rules, document.at("scoring"))
    settings = default_settings(rules)
    if rules.questions is not None and document.has("event"):
        return replace(settings, event=_event(rules.questions, document.at("event")))
    return settings


def _scored(rules: Ruleset, node: Node) -> Ruleset:
    """The draft as the rulebook that is named here scores it."""
    keys = {choice.book.id: choice.key for choice in rules.scorings}
    if node.text() not in keys:
        raise node.refuse(f"a draft is scored by {' or '.join(keys)}.")
    return rescored(rules, keys[node.text()])


def player_nodes(document: Node) -> list[Node]:
    """The players, each with an id of their own."""
    nodes = list(document.at("players").items("player"))
    seen: set[str] = set()
    for node in nodes:
        player = node.at("id").text()
        if player in seen:
            raise node.refuse(f"there are two players with the id {player}.")
        if node.has("name"):
            node.at("name").text()
        seen.add(player)
    return nodes


def _event(questions: EventQuestions, node: Node) -> Event:
    node.only(*EVENT)
    usual = questions.start
    event = replace(
        usual,
        type=node.at("type").text() if node.has("type") else usual.type,
        variants=node.at("variants").texts() if node.has("variants") else usual.variants,
        victory=node.at("victory").text() if node.has("victory") else usual.victory,
        deck_size=node.at("deck_size").number(least=1) if node.has("deck_size") else usual.deck_size,
        scored=node.at("scored").truth() if node.has("scored") else usual.scored,
        factor=node.at("factor").number(least=1) if node.has("factor") else usual.factor,
        teams=_teams(node.at("teams")) if node.has("teams") else usual.teams,
    )
    event = questions.settled(event)
    if node.has("realms"):
        event = replace(event, realms=node.at("realms").number(least=1))
    if faults := questions.faults(event):
        raise node.refuse(faults[0])
    return event


def _teams(node: Node) -> tuple[tuple[str, str], ...]:
    teams = []
    for team in node.items("team"):
        members = team.texts()
        if len(members) != 2:
            raise team.refuse("a team has two players.")
        teams.append((members[0], members[1]))
    if len(teams) % TEAMS:
        raise node.refuse(f"three teams share a table, and {len(teams)} do not fill tables.")
    return tuple(teams)


def _people(document: Node, t: Tournament) -> Iterable[f.Fact]:
    nodes = player_nodes(document)
    ids = [node.at("id").text() for node in nodes]
    for node, fact in zip(nodes, enter(t, ids), strict=True):
        assert isinstance(fact, f.PlayerEntered)
        node.only(*PLAYER)
        entered = node.at("entered_round").number(least=1) if node.has("entered_round") else 1
        yield replace(fact, round=entered)
        if node.has("dropped_after"):
            node.at("dropped_after").number(least=0)
        if node.has("factions"):
            yield f.FactionsNamed(fact.player, node.at("factions").texts())
        if node.has("table"):
            yield f.TableFixed(fact.player, node.at("table").number(least=1))
    yield from read_staff(document, nodes)


def _drop(t: Tournament, document: Node, number: int) -> Tournament:
    for node in player_nodes(document):
        if node.has("dropped_after") and node.at("dropped_after").number() == number:
            player = t.players[node.at("id").text()]
            if player.active:
                t = apply(t, f.PlayerDropped(player.id, number))
    return t


def _play_round(t: Tournament, node: Node, number: int) -> Tournament:
    pods = ruleset_of(t.settings).pods
    node.only(*(POD_ROUND if pods else ROUND))
    nodes = list(node.at("tables" if pods else "matches").items(f"round {number}, table"))
    matches = tuple(_match(t, table, place, number) for place, table in enumerate(nodes, start=1))
    bye = (Bye(_player(t, node.at("bye"), number)),) if node.has("bye") and node.value["bye"] is not None else ()
    given = node.at("byes_in_advance").items(f"round {number}, bye") if node.has("byes_in_advance") else ()
    byes = (*bye, *(Bye(_player(t, player, number), IN_ADVANCE) for player in given))
    try:
        t = apply(t, f.RoundPaired(number, matches, byes))
        t = apply(t, f.RoundPublished(number))
        check(t)
    except BadDocument:
        raise
    except Refused as why:
        raise node.refuse(str(why)) from why
    for match, table in zip(matches, nodes, strict=True):
        try:
            t = _play_table(t, table, match) if pods else _play_match(t, table, match)
        except BadDocument:
            raise
        except Refused as why:
            raise table.refuse(str(why)) from why
    if any(match.result is None for match in t.stages[-1].rounds[-1].matches):
        return t
    return apply(t, f.RoundClosed(number))


def _match(t: Tournament, node: Node, place: int, number: int) -> Match:
    node.only(*(POD if ruleset_of(t.settings).pods else MATCH))
    table = node.at("table").number(least=1) if node.has("table") else place
    players = [_player(t, item, number) for item in node.at("players").items(f"{node.where}, player")]
    teams = {p: side for side, team in enumerate(t.settings.teams) for p in team}
    sides: dict[int, int] = {}
    seats = []
    for i, player in enumerate(players):
        side = sides.setdefault(teams[player], len(sides)) if player in teams else i
        seats.append(Seat(player, side))
    return Match(table, tuple(seats))


def _player(t: Tournament, node: Node, number: int) -> str:
    player = node.text()
    if player not in t.players:
        raise node.refuse(f"there is no player {player}.")
    known = t.players[player]
    if known.entered > number:
        raise node.refuse(f"{player} enters in round {known.entered}.")
    if not known.active:
        raise node.refuse(f"{player} has left after round {number - 1 if known.dropped is None else known.dropped}.")
    return player


def _play_match(t: Tournament, node: Node, match: Match) -> Tournament:
    """A duel's result as the document tells it; a match without one is still being played."""
    how = node.at("how").text() if node.has("how") else "played"
    if how not in HOWS:
        raise node.refuse(f"there is no ending “{how}”.")
    result = _result(t, node, match, how)  # type: ignore[arg-type]  # checked above
    if result is None:
        return t
    number = t.rounds_played
    t = apply(t, f.ResultRecorded(number, match.table, result))
    if how == "disqualified":
        loser = next(p for p, o in zip(match.players, result.outcomes, strict=True) if o.mark == "loss")
        t = apply(t, f.PlayerDisqualified(loser))
    return t


def _result(t: Tournament, node: Node, match: Match, how: How) -> Result | None:
    draw = node.has("draw") and node.at("draw").truth()
    winner = node.at("winner").text() if node.has("winner") and node.value["winner"] is not None else None
    blood = _blood(t, node, match, winner) if node.has("blood") else None
    if draw and winner:
        raise node.refuse("a draw has no winner.")
    if how == "double-loss":
        if winner or draw or any(blood or ()):
            raise node.refuse(f"a double loss has no winner, no draw and no {_points(t)}.")
        return double_loss(match)
    if draw:
        return drawn(match, blood or (0, 0))
    if winner is None:
        if blood is not None or how != "played":
            raise node.refuse(f"there are {_points(t)} or an ending, but no winner.")
        return None
    if winner not in match.players:
        raise node.refuse(f"the winner {winner} does not sit at this table.")
    wounds = 0 if blood is None else blood[1 - match.players.index(winner)]
    return won(match, winner, wounds=wounds, scoring=t.settings.scoring, how=how)


def _points(t: Tournament) -> str:
    return ruleset_of(t.settings).counted.points


def _blood(t: Tournament, node: Node, match: Match, winner: str | None) -> tuple[int, int]:
    blood = node.at("blood").numbers()
    if len(blood) != 2 or len(match.seats) != 2:
        raise node.at("blood").refuse("two players, two numbers.")
    full = t.settings.scoring.win_blood
    if winner in match.players and blood[match.players.index(winner)] != full:
        raise node.at("blood").refuse(f"the winner scores {full}.")
    return blood[0], blood[1]


def _play_table(t: Tournament, node: Node, match: Match) -> Tournament:
    """The games of a table of several; one without two wins for anybody is still being played, unless ended early."""
    for game in node.at("games").items(f"{node.where}, game") if node.has("games") else ():
        game.only(*GAME)
        winner = game.at("winner").text()
        side = next((seat.side for seat in match.seats if seat.player == winner), None)
        if side is None:
            raise game.refuse(f"the winner {winner} does not sit at this table.")
        realms = game.at("realms").numbers()
        if len(realms) != len(match.seats):
            raise game.at("realms").refuse(f"{len(match.seats)} players, {len(realms)} numbers.")
        t = apply_facts(t, record_game(t, match.table, game=Game(side, realms)))
    if node.has("winner"):
        t = apply_facts(t, end_early(t, match.table, winner=node.at("winner").text()))
    return t
