"""The results of a round: what needs somebody, what is still out, what is in; and one table's form."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping

from flask import url_for

from engine import facts as f
from engine.decisions.results import agreed, disputed
from engine.fold import Act
from engine.history import HOW_SHORT, ending, score
from engine.once import once
from engine.pod_words import decided_words, gone_words, progress, realms_words, wins
from engine.progress import round_words
from engine.refusals import Unknown
from engine.results import doubts, fingerprint, game_fingerprint
from engine.rulesets.registry import ruleset_of
from engine.sentences import named, plural, the_round
from engine.sides import Side, letter, members, sides, together
from engine.so_far import at_open_tables
from engine.values import dataclass, replace
from engine.words import GameReport, Match, PlayerId, Report, Result, Round, Settings, Tournament
from server.core.books import Book, standing
from server.core.desk import Desk
from server.core.parts import Home, Part, part_of
from server.decks.known_lives import known_lives
from server.floor.calls import open_calls

Lives = Mapping[PlayerId, int]


@dataclass(frozen=True, slots=True)
class Sitting:
    """A player at a table, or a team with its letter, and what came of it: a win, a loss, a draw, or nothing yet.

    `gone`: did not come, or has left. `how` is what gave them their place, where it was a lot or the organizer.
    """

    players: Side
    mark: str = ""
    place: int = 0
    games: int = 0
    letter: str = ""
    gone: str = ""
    how: str = ""


@dataclass(frozen=True, slots=True)
class ResultRow:
    """A table of the round."""

    table: int
    players: tuple[Sitting, ...]
    score: str
    state: str
    word: str
    at: str
    href: str
    act: str


@dataclass(frozen=True, slots=True)
class Version:
    """What one player says happened, in the first person."""

    player: PlayerId
    text: str
    score: str
    shown: str
    doubt: str


@dataclass(frozen=True, slots=True)
class Dispute:
    """A table whose players tell different stories."""

    table: int
    versions: tuple[Version, ...]


@dataclass(frozen=True, slots=True)
class Repair:
    """A round was corrected after the next one was drawn: what can be done about it."""

    number: int
    draft: bool
    publishing: int


@dataclass(frozen=True, slots=True)
class ResultsPage:
    number: int
    name: str
    phase: str
    counted: str
    disputes: tuple[Dispute, ...]
    out: Part[ResultRow]
    rows: Part[ResultRow]
    byes: tuple[PlayerId, ...]
    doubts: tuple[tuple[int, str], ...]
    others: tuple[tuple[int, str, str], ...]
    repair: Repair | None
    penalties: int
    amended: bool


def results_page(desk: Desk, number: int | None) -> ResultsPage:
    """The current round, or the one asked for."""
    t = desk.t
    round_ = round_of(t, number) if number else t.current_round
    matches = round_.matches if round_ else ()
    open_ = [m for m in matches if m.result is None] if round_ and round_.phase == "published" else []
    entered = entered_with(desk, round_) if round_ else {}
    done = sorted((m for m in matches if m.result), key=lambda m: m.table)
    if round_ and round_.phase == "published":
        done.sort(key=lambda m: -_seq(entered.get(m.table)))
    called = {call.table for call in open_calls(desk.id, t) if open_ and round_ and call.round == round_.number}
    lives = known_lives(desk, round_.number) if round_ else {}
    troubled = tuple(dispute(m, t.settings, lives) for m in open_ if disputed(m))
    out = [m for m in open_ if not disputed(m) and not _waits(m)]
    here = {"tid": desk.id, "round": number}
    came_in = part_of(done, Home("results.show", here, "in"), name="in")
    return ResultsPage(
        number=round_.number if round_ else 0,
        name=short_name(t, round_.number) if round_ else "",
        phase=round_.phase if round_ else "none",
        counted=f"{len(done)} of {len(matches)} in" + _needing(len(troubled) + sum(map(_waits, open_))),
        disputes=troubled,
        out=part_of(out, Home("results.show", here, "out"), name="out").made(lambda m: row_out(desk, m, called)),
        rows=came_in.made(lambda m: row_in(desk, round_, m, entered.get(m.table), lives)) if round_ else Part((), 0),
        byes=tuple(bye.player for bye in round_.byes) if round_ else (),
        doubts=_doubtful(t, done if round_ and round_.phase == "published" else (), lives),
        others=_others(desk, round_),
        repair=repair(desk),
        penalties=sum(not penalty.lifted for penalty in t.penalties),
        amended=bool(round_ and round_.amended),
    )


def short_name(t: Tournament, number: int) -> str:
    """Round 3 of a Swiss stage without how many there are; the semi-final of a bracket."""
    return named(the_round(number), round_words(t))


def round_of(t: Tournament, number: int) -> Round:
    """The round of this number that people can see."""
    found = next((r for r in t.rounds if r.number == number and r.phase != "draft"), None)
    if found is None:
        raise Unknown(f"There is no {the_round(number)} with results yet.")
    return found


def dispute(match: Match, settings: Settings, lives: Lives) -> Dispute:
    """Every version of a table, side by side."""
    return Dispute(match.table, versions(match, settings, lives))


def versions(match: Match, settings: Settings, lives: Lives) -> tuple[Version, ...]:
    """What players have told of the match, or of the game just played."""
    games = tuple(game_version(match, report) for report in match.game_reports)
    return (*(version(match, report, settings, lives) for report in match.reports), *games)


def game_version(match: Match, report: GameReport) -> Version:
    """One player's story of a game: who won it, and everyone's realms."""
    game, number = report.game, len(match.games) + 1
    won = None if game.winner is None else together(members(match, game.winner))
    text = f"Game {number} was stopped" if won is None else f"{won} won game {number}"
    return Version(report.player, text, realms_words(match, game), game_fingerprint(game), "")


def version(match: Match, report: Report, settings: Settings, lives: Lives) -> Version:
    """One player's story in their own words."""
    early = ("Time had not been called.",) if report.before_time else ()
    asked = " ".join((*doubts(report.result, match, settings=settings, lives=lives), *early))
    story, points = _story(match, report, settings), score(report.result)
    return Version(report.player, story, points, fingerprint(report.result), asked)


def sitting(match: Match, result: Result | None) -> tuple[Sitting, ...]:
    """Who sits there, in seat order; at a table of several by place once that is known."""
    found = [_sitting(match, result, side) for side in sides(match)]
    return tuple(sorted(found, key=lambda sitting: sitting.place))


def _sitting(match: Match, result: Result | None, side: Side) -> Sitting:
    seat = match.players.index(side[0])
    team = letter(match.seats, match.seats[seat].side)
    gone = gone_words(match, side)
    if result is None:
        return Sitting(side, games=wins(match)[side[0]], letter=team, gone=gone)
    outcome, how = result.outcomes[seat], decided_words(replace(match, result=result)).get(side[0], "")
    return Sitting(side, outcome.mark, outcome.place, letter=team, gone=gone, how=how)


@once
def repair(desk: Desk) -> Repair | None:
    """After a correction, the round that was drawn before it can be drawn again while nobody has played in it."""
    current = desk.t.current_round
    if current is None or current.phase == "closed" or any(m.result or m.games for m in current.matches):
        return None
    drawn = corrected = published = 0
    for act in standing(desk.book):
        for fact in act.facts:
            drawn = act.seq if isinstance(fact, f.RoundPaired) else drawn
            corrected = act.seq if isinstance(fact, f.ResultCorrected) else corrected
            published = act.seq if isinstance(fact, f.RoundPublished) else published
    if corrected < drawn or desk.t.stages[-1].kind == "bracket":
        return None
    return Repair(current.number, current.phase == "draft", published)


def entered_with(desk: Desk, round_: Round) -> Mapping[int, Act]:
    """The act each table's result came in with."""
    return _entered(desk.book, round_.number)


@once
def _entered(book: Book, number: int) -> Mapping[int, Act]:
    found: dict[int, Act] = {}
    for act in standing(book):
        for fact in act.facts:
            if isinstance(fact, (f.ResultRecorded, f.ResultCorrected)) and fact.number == number:
                found[fact.table] = act
    return found


def _waits(match: Match) -> bool:
    """Both agree, and the desk has the last word."""
    return agreed(match) is not None


def _needing(tables: int) -> str:
    return f", {tables} {'needs' if tables == 1 else 'need'} you" if tables else ""


def _seq(act: Act | None) -> int:
    return act.seq if act else 0


def row_out(desk: Desk, match: Match, called: Collection[int] = ()) -> ResultRow:
    """A table without a result."""
    word, state = at_open_tables(desk.t), ""
    if match.table in called:
        word, state = "Judge called", "warning"
    elif match.reports:
        report = match.reports[0]
        word, state = f"One says {score(report.result)}", "warning"
    elif len(match.seats) > 2:
        state, word = progress(desk.t, match)
    href = url_for("results.table", tid=desk.id, table=match.table)
    return ResultRow(match.table, sitting(match, None), "", state, word, "", href, "Enter")


def row_in(desk: Desk, round_: Round, match: Match, act: Act | None, lives: Lives) -> ResultRow:
    """A table with one."""
    result = match.result
    assert result is not None
    asked = look_again(match, result, desk.t.settings, lives)
    agreed = len(match.reports) > 1 and all(report.result == result for report in match.reports)
    word = "Look again" if asked else HOW_SHORT[result.how].capitalize()
    word = "Draw before time" if match.before_time else word
    if result.how == "played" and not asked:
        drawn = result.outcomes[0].mark == "draw"
        word = ("Agreed draw" if agreed else "Draw") if drawn else "Both agree" if agreed else "In"
    href, change = url_for("results.table", tid=desk.id, table=match.table), "Change"
    if round_.phase == "closed":
        href = url_for("results.correct", tid=desk.id, number=round_.number, table=match.table)
        change = "Correct…"
    points = blood(result) if len(match.seats) == 2 else plural(len(match.games), "game")
    state = "warning" if asked else "done"
    return ResultRow(match.table, sitting(match, result), points, state, word, act.at if act else "", href, change)


def blood(result: Result) -> str:
    """25 : 12, in seat order."""
    return " : ".join(str(outcome.blood) for outcome in result.outcomes)


def look_again(match: Match, result: Result, settings: Settings, lives: Lives) -> str:
    """What is unlikely about a result that is in, or that waits; nothing about most."""
    early = match.before_time or any(report.before_time for report in match.reports if report.result == result)
    much = doubts(result, match, settings=settings, lives=lives)
    return " ".join((*much, *(["A draw before time was called."] if early else [])))


def _doubtful(t: Tournament, done: Iterable[Match], lives: Lives) -> tuple[tuple[int, str], ...]:
    told = [(m.table, look_again(m, m.result, t.settings, lives)) for m in done if m.result]
    return tuple((table, f"{why} Ask, then change it or leave it.") for table, why in sorted(told) if why)


def _others(desk: Desk, shown: Round | None) -> tuple[tuple[int, str, str], ...]:
    """The other rounds that have results, newest first."""
    rounds = [r for r in desk.t.rounds if r.phase != "draft" and (shown is None or r.number != shown.number)]
    return tuple(
        (r.number, short_name(desk.t, r.number), url_for("results.show", tid=desk.id, round=r.number))
        for r in reversed(rounds)
    )


def _story(match: Match, report: Report, settings: Settings) -> str:
    """I won, so many on my side of the game, as the ruleset calls both."""
    if len(match.seats) != 2:
        return "Another order of places"
    rules = ruleset_of(settings)
    many, thing = rules.counted.many, rules.side
    mine, theirs = report.result.outcomes
    if match.players[0] != report.player:
        mine, theirs = theirs, mine
    if mine.mark == "win":
        return f"I won, {theirs.blood} {many} on my {thing}{ending(report.result)}"
    if mine.mark == "draw":
        return f"A draw, {theirs.blood} {many} on my {thing}, {mine.blood} on theirs"
    if theirs.mark == "loss":
        return "We both lose"
    return f"I lost, {mine.blood} {many} on their {thing}{ending(report.result)}"
