"""The result of an event as a text for a forum or a chat: plain lines that read the same wherever they are pasted."""

from __future__ import annotations

from collections.abc import Iterator

from engine.progress import plain_round_name, where
from engine.rulesets.naming import played_by
from engine.sentences import capital, plural
from engine.so_far import last_closed
from engine.standings.participants import came
from engine.standings.places import FinalPlace, recorded_places, winner_of
from engine.standings.ranks import last_ranks
from engine.words import Match, Round, Tournament
from server.core.desk import Desk
from server.core.play_days import days_played
from server.core.rendering import together

MOST = 64  # places that are listed; more would not be read in a chat


def forum_text(desk: Desk) -> str:
    """Name, day and field; places with prizes; then every round of the bracket, the final first."""
    blocks = (_head(desk), _places(desk), *_bracket(desk))
    return "\n\n".join("\n".join(block) for block in blocks if block) + "\n"


def days_in_words(desk: Desk) -> str:
    """18 November 2026; two days of one event with a dash."""
    first, last = days_played(desk.book.acts)
    words = f"{last.day} {last:%B %Y}"
    return words if first == last else f"{first.day} {first:%B %Y} – {words}"


def field_in_words(t: Tournament) -> str:
    """Who took part: not who never came."""
    return plural(len(came(t) or t.players), "player")


def _head(desk: Desk) -> list[str]:
    t = desk.t
    return [desk.name, f"{played_by(t.settings)}, {days_in_words(desk)}, {field_in_words(t)}. {where(t)}."]


def _places(desk: Desk) -> list[str]:
    t = desk.t
    if t.finish is None:
        return _standing(desk)
    places = recorded_places(t)
    lines = [f"{each.place}. {together(each.players, desk.names)}{_beside(each)}" for each in places[:MOST]]
    return [*lines, *_more(len(places))]


def _standing(desk: Desk) -> list[str]:
    """While the event is not finished: as it stands."""
    t = desk.t
    tables, _ = last_ranks(t, last_closed(t))
    found = []
    for table in tables:
        found += [f"Group {table.group}"] if table.group else []
        lines = [line for line in table.lines if line.place]
        found += [f"{line.place}. {together(line.players, desk.names)} ({line.rank.record})" for line in lines[:MOST]]
        found += _more(len(lines))
    return found


def _more(places: int) -> list[str]:
    return [f"and {places - MOST} more"] if places > MOST else []


def _beside(each: FinalPlace) -> str:
    if each.prize:
        return f": {each.prize}"
    return f" ({each.note})" if each.note else ""


def _bracket(desk: Desk) -> Iterator[list[str]]:
    t = desk.t
    for stage in t.stages:
        if stage.kind == "bracket":
            yield from (_round(desk, round_) for round_ in reversed(stage.rounds) if round_.phase != "draft")


def _round(desk: Desk, round_: Round) -> list[str]:
    played = [_match(desk, match) for match in round_.matches if match.result is not None]
    return [f"{capital(plain_round_name(desk.t, round_.number))}:", *played] if played else []


def _match(desk: Desk, match: Match) -> str:
    """Ana beat Ben 25:12."""
    assert match.result is not None
    winner, outcomes = winner_of(match), match.result.outcomes
    order = sorted(range(len(match.seats)), key=lambda seat: match.players[seat] != winner)
    one, two = (desk.names.get(match.players[seat], match.players[seat]) for seat in order[:2])
    return f"{one} beat {two} {outcomes[order[0]].blood}:{outcomes[order[1]].blood}"
