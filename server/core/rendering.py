"""How values look on a page. Names are always their own direction, and never markup."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from markupsafe import Markup, escape

from engine.penalty_words import fault_words
from engine.sentences import MARKED, is_round, named, plural, round_at_start, the_round
from engine.sides import as_entered
from server.core import stamps, time_of_day

WITH_CLUB = re.compile(r"(.+) (\([^()]+\))", re.DOTALL)  # Anna Schmidt (Hamburg): there is another one
SCORE = re.compile(r"(?<=\d) : (?=\d)")


def name(text: str) -> Markup:
    """A name: isolated, with an ellipsis where it does not fit. A club behind it is a part of its own, cut last."""
    if found := WITH_CLUB.fullmatch(text):
        parts = Markup("<span>{}</span> <span>{}</span>").format(*found.groups())
        return Markup('<bdi class="name" dir="auto" data-club>{}</bdi>').format(parts)
    return Markup('<bdi class="name" dir="auto">{}</bdi>').format(text)


def side(players: Sequence[str], names: Mapping[str, str], letter: str = "") -> Markup:
    """Who plays on one side: a name, or those of a team joined by &, behind its letter or the name of a seat.

    A team is named in one order everywhere, whoever of it sits first.
    """
    told = [name(names.get(player, player)) for player in as_entered(players)]
    joined = Markup(' <span class="amp">&amp;</span> ').join(told)
    if len(players) == 1 and not letter:
        return joined
    called = Markup('<span class="letter">{}</span> ').format(letter) if letter else ""
    return Markup('<span class="side">{}{}</span>').format(called, joined)


def together(players: Sequence[str], names: Mapping[str, str]) -> str:
    """The same as plain text, for what can hold no markup."""
    return " & ".join(names.get(player, player) for player in as_entered(players))


def say(sentence: str, names: Mapping[str, str]) -> Markup:
    """A sentence with names in place of marked ids. A score stays on one line."""
    parts = MARKED.split(sentence)
    told = [_words(part) if i % 2 == 0 else _in_sentence(part, names) for i, part in enumerate(parts)]
    return Markup("").join(told)


def of_round(number: int, names: Mapping[str, str]) -> str:
    """A round inside a sentence: round 3, or the semi-final."""
    return named(the_round(number), names)


def from_round(number: int, names: Mapping[str, str]) -> str:
    """The same at the beginning."""
    return named(round_at_start(number), names)


def _words(text: str) -> Markup:
    return escape(SCORE.sub("\u00a0:\u00a0", text))


def _in_sentence(mark: str, names: Mapping[str, str]) -> Markup:
    """A name flows with the words around it; a round is words like those."""
    name = names.get(mark, mark)
    return escape(name) if is_round(mark) else Markup("<bdi>{}</bdi>").format(name)


def clock_time(stamp: str, before: str = "") -> str:
    """The time of day of a moment in the journal, here, with the words before it; nothing while nobody knows it."""
    at = stamps.read(stamp) if time_of_day.is_known() else None
    return "" if at is None else f"{before}{at:%H:%M}"


def day(stamp: str) -> str:
    at = stamps.read(stamp)
    return "" if at is None else f"{at:%Y-%m-%d}"


FILTERS = {
    "name": name,
    "side": side,
    "together": together,
    "say": say,
    "the_round": of_round,
    "round_at_start": from_round,
    "clock_time": clock_time,
    "day": day,
    "plural": plural,
    "from_now": time_of_day.about,
    "believed_time": time_of_day.of,
    "fault": fault_words,
}


def since(minutes: int) -> str:
    """So long, in words."""
    if minutes < 60:
        return plural(minutes, "minute") if minutes else "less than a minute"
    return plural(minutes // 60, "hour") if minutes < 60 * 48 else plural(minutes // 1440, "day")
