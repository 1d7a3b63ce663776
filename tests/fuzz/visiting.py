"""Every page of an event, as everybody sees it, and every button on it."""

import re
from html.parser import HTMLParser
from urllib.parse import quote

from sqlalchemy import select

from server.core import journal
from server.core.db import db
from server.core.models import EntryRow

FILLED_BY_LINKS = ("name", "version", "filename", "id")


def ask(client, path, *, method="GET", **how):
    """The answer, which is never a 500; the test client raises what would have been one."""
    answer = client.open(path, method=method, **how)
    answer.request.environ["wsgi.input"].close()  # a large body is a file of the test client's
    assert answer.status_code < 500 or answer.status_code == 503, f"{method} {path}: {answer.status_code}"
    return answer


def pages(app, tid):
    """The addresses of every page of this event, by the routes: of its first and last table, player, act …"""
    with app.app_context():
        book = journal.read(tid)
    t = book.tournament
    tables = [match.table for round_ in t.rounds for match in round_.matches] or [1]
    fillings = {
        "tid": [tid],
        "table": ends(tables),
        "pid": ends(t.players) or ["p1"],
        "number": ends([round_.number for round_ in t.rounds]) or [1],
        "seq": ends([act.seq for act in book.acts]),
        "what": ["names", "tables", "slips", "standings", "bracket", "pack", "grid", "wrap-up", "scoring", "matches"],
        "group": [0],
        "person": people_of(app, tid),
        "event": [tid],
        "entry": ["x"],
        "tag": ["x"],
    }
    for rule in app.url_map.iter_rules():
        if "GET" in rule.methods and rule.endpoint != "static" and not rule.arguments & set(FILLED_BY_LINKS):
            yield from _filled(rule.rule, fillings)


def people_of(app, tid):
    """The first and the last of the directory who were in this event, and nobody."""
    with app.app_context(), db.engine.connect() as connection:
        asked = select(EntryRow.person_id).where(EntryRow.tournament_id == tid, EntryRow.person_id != "")
        return [*ends(connection.execute(asked.order_by(EntryRow.entry)).scalars()), "nobody"]


def ends(values):
    """The first and the last."""
    values = list(values)
    return list(dict.fromkeys(values[:1] + values[-1:]))


def _filled(path, fillings):
    found = re.search(r"<(?:[^:>]+:)?([^>]+)>", path)
    if found is None:
        yield path
        return
    for value in fillings[found[1]]:
        yield from _filled(path.replace(found[0], quote(str(value), safe="")), fillings)


class Forms(HTMLParser):
    """The forms of a page: method, action, and fields with the values they have."""

    def __init__(self, text, here):
        super().__init__()
        self.forms, self._here, self._open, self._select = [], here, None, None
        self.feed(text)

    def handle_starttag(self, tag, attrs):
        given = dict(attrs)
        if tag == "form":
            self._open = {"method": (given.get("method") or "get").upper(), "fields": []}
            self._open["action"] = given.get("action") or self._here
            self.forms.append(self._open)
        if self._open is None:
            return
        if tag in ("input", "button", "textarea", "select") and given.get("name"):
            if tag == "select":
                self._select = [given["name"], None]
            else:
                self._open["fields"].append((given["name"], given.get("value") or "", given.get("type") or tag))
        if tag == "option" and self._select and (self._select[1] is None or "selected" in given):
            self._select[1] = given.get("value") or ""

    def handle_endtag(self, tag):
        if tag == "select" and self._select and self._open is not None:
            self._open["fields"].append((self._select[0], self._select[1] or "", "select"))
            self._select = None
        if tag == "form":
            self._open = None


def forms(answer, here):
    if "html" not in (answer.content_type or ""):
        return []
    return Forms(answer.get_data(as_text=True), here).forms
