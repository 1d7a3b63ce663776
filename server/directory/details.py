"""What is written down of a person: name, other spellings, club, number, note."""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from hashlib import blake2b

from sqlalchemy import Connection, delete, insert
from werkzeug.datastructures import MultiDict

from engine.refusals import Refused
from engine.values import dataclass
from server.core import open_forms, texts
from server.core.known_people import Known
from server.core.models import PersonRow
from server.core.spelling import clean
from server.core.writing import Beside
from server.people.pasting import LONGEST_NAME

LONGEST_NUMBER, MOST_SPELLINGS = 40, 20
LABELS = {"name": "name", "club": "club", "spellings": "other spellings", "number": "number", "note": "note"}


@dataclass(frozen=True, slots=True)
class Details:
    name: str
    club: str
    number: str
    note: str
    spellings: tuple[str, ...]


def new_id(request_id: str) -> str:
    """An id nobody has yet; the same form sent twice gets the same one."""
    told = request_id or secrets.token_hex(8)
    return f"h{blake2b(told.encode('utf-8', 'replace'), digest_size=8).hexdigest()}"


def typed(form: MultiDict[str, str], before: Known | None = None) -> Details:
    """What a form says. The name of before is kept as another spelling, so that older lists still find them."""
    name, club, number = (clean(form.get(key, "")) for key in ("name", "club", "number"))
    spellings = [clean(line) for line in form.get("spellings", "").splitlines()]
    if before is not None and before.name != name:
        spellings.append(before.name)
    if not name:
        raise Refused("A person needs a name.")
    if max(len(name), len(club), *map(len, spellings), 0) > LONGEST_NAME:
        raise Refused(f"A name has at most {LONGEST_NAME} characters, and so has a club.")
    if len(number) > LONGEST_NUMBER:
        raise Refused(f"A number has at most {LONGEST_NUMBER} characters.")
    others = tuple(dict.fromkeys(each for each in spellings if each and each != name))
    if len(others) > MOST_SPELLINGS:
        raise Refused(f"At most {MOST_SPELLINGS} other spellings.")
    return Details(name, club, number, texts.cleaned(form.get("note", "")), others)


def form_of(person: Known) -> dict[str, str]:
    """What stands in the fields of somebody who is there."""
    kept = {"name": person.name, "club": person.club, "number": person.number, "note": person.note}
    return kept | {"spellings": "\n".join(person.spellings)}


def require_as_it_was(form: Mapping[str, str], person: Known) -> None:
    """Refused with what is written down today, if that is not what the form was filled with."""
    kept = form_of(person)
    open_forms.require_as_it_was(form, kept, now=open_forms.differences(kept, form, LABELS))


def keeping(person: str, details: Details) -> Beside:
    """Writes it down with the act."""
    row = {
        "id": person,
        "name": details.name,
        "club": details.club,
        "number": details.number,
        "note": details.note,
        "spellings": "\n".join(details.spellings),
    }

    def beside(connection: Connection) -> None:
        connection.execute(delete(PersonRow).where(PersonRow.id == person))
        connection.execute(insert(PersonRow).values(**row))

    return beside
