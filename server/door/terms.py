"""The terms of an entry as the organizer types them: how many places, what it costs."""

from __future__ import annotations

import re
from collections.abc import Mapping

from engine.folding.entering import LONGEST_CURRENCY, MOST_FEE, MOST_PLACES
from engine.refusals import Refused
from engine.words import Entering
from server.core.forms import whole
from server.core.spelling import clean

_WORD = r"[^\d\s.,]{0,8}"
_FEE = re.compile(rf"(?P<before>{_WORD})\s*(?P<whole>\d{{1,5}})(?:[.,](?P<part>\d{{1,2}}))?\s*(?P<after>{_WORD})")


def read_terms(form: Mapping[str, str], *, open: bool) -> Entering:
    """What was typed; refused with a sentence where it is no number of places, or no amount."""
    fee, currency = _fee(clean(form.get("fee", "")))
    return Entering(open, _places(clean(form.get("places", ""))), fee, currency)


def _places(text: str) -> int:
    found = whole(text, most=MOST_PLACES) if text else 0
    if found is None or (text and not found):
        raise Refused(f"Places are a number from 1 to {MOST_PLACES:,}, or nothing for any number of players.")
    return found


def _fee(text: str) -> tuple[int, str]:
    if not text:
        return 0, ""
    found = _FEE.fullmatch(text)
    cents = int(found["whole"]) * 100 + int((found["part"] or "").ljust(2, "0")) if found else MOST_FEE + 1
    currency = (found["before"] or found["after"]) if found else ""
    if cents > MOST_FEE or len(currency) > LONGEST_CURRENCY:
        raise Refused("Write the fee as an amount and its currency, such as 10 € or 7.50 CHF.")
    return cents, currency if cents else ""
