"""Odd requests, each by somebody else: forms as pages have them with some values changed, JSON, and plain rubbish."""

import ast
import inspect
import re
from functools import cache
from urllib.parse import quote

from server.control.commands import COMMANDS
from tests.fuzz.odd import as_json, mutated, odd_text
from tests.fuzz.visiting import ask, forms, pages, people_of

KINDS = ("text/plain", "application/xml", "application/json; charset=klingon", "multipart/form-data", "", "a/b" * 90)
EVENTS = ("playing", "several", "decks", "rosters", "check-in", "draft", "cut", "bracket", "end", "finished", "filling")
MORE = ("spirit", "draft-legendary", "reborn-at-the-tables", "summoner-wars-base-decks", "team-spirit")

KNOWN = {}  # the forms of each event as it was at first, by where they lead


class Sender:
    """Sends one odd request after the other, each by somebody else."""

    def __init__(self, hall, rng):
        self.hall, self.rng = hall, rng
        self.rules = sorted(
            (rule for rule in hall.app.url_map.iter_rules() if rule.endpoint != "static"), key=lambda rule: rule.rule
        )
        self.events = rng.sample((*EVENTS, *MORE), 2)
        for tid in self.events:  # now, before anything is changed: a case alone must be what it was among others
            if tid not in KNOWN:
                KNOWN[tid] = list(self.every_form(tid))

    def send(self):
        rng = self.rng
        rule = rng.choice(self.rules)
        by_key = rule.rule.startswith("/api/control/")
        who = rng.choice((*self.hall.people, *("program" if by_key else "organizer",) * (20 if by_key else 3)))
        method = "POST" if "POST" in rule.methods else "GET"
        path = self.path(rule)
        query = {odd_name(rng): sendable(odd_text(rng)) for _ in range(rng.choice((0, 0, 1, 3)))}
        how = self.body(rule, path) if method == "POST" else {}
        self.last = (who, method, path, query, how)
        try:
            ask(self.hall.people[who], path, method=method, query_string=query, headers=self.headers(), **how)
        except BaseException as why:
            why.add_note(f"{who} {method} {path} {query} {str(how)[:2000]}")
            raise
        if rule.endpoint in ("this_box.pin", "this_box.restore", "sign_in.left", "this_box.revoke", "events.delete"):
            self.hall.put_back()

    def path(self, rule):
        """A path that exists, most of the time."""
        tid = self.rng.choice((*self.events, *self.events, *EVENTS, *MORE))
        one_of = self.rng.choice
        real = {
            "tid": tid,
            "pid": f"p{self.rng.randrange(1, 8)}",
            "seq": self.rng.randrange(1, 30),
            "group": 0,
            "table": one_of((1, 2, 3)),
            "number": one_of((1, 2, 3)),
            "id": "1",
            "name": "x",
            "kind": one_of(("schema", "example")),
            "version": "x",
            "entry": "x",
            "tag": "x",
            "what": one_of(("names", "tables", "slips", "pack", "grid")),
            "event": tid,
            "person": one_of(people_of(self.hall.app, tid)),
            "command": one_of(tuple(COMMANDS)),
        }

        def fill(found):
            value = real[found[1]] if self.rng.random() < 0.85 else sendable(odd_text(self.rng))
            return quote(str(value), safe="")

        return re.sub(r"<(?:[^:>]+:)?([^>]+)>", fill, rule.rule)

    def headers(self):
        if self.rng.random() < 0.8:
            return {"Referer": "http://localhost/box"}
        names = (
            "Referer",
            "If-None-Match",
            "Accept",
            "Accept-Encoding",
            "Range",
            "User-Agent",
            "X-CSRFToken",
            "Cookie",
        )
        return {self.rng.choice(names): header_text(odd_text(self.rng)) for _ in range(2)}

    def body(self, rule, path):
        rng = self.rng
        fate = rng.random()
        talks_json = rule.rule.startswith(("/at-table/", "/api/control/")) or rule.endpoint == "wall.hello"
        if fate < (0.9 if talks_json else 0.08):
            raw = as_json(rng, mutated(rng, self.said(), rng.choice((0, 1, 2, 3)))).encode("utf-8", "surrogatepass")
            return {"data": raw, "content_type": "application/json"}
        if fate < 0.14:
            return {"data": self.bad_bytes(), "content_type": rng.choice(KINDS)}
        if fate < 0.2:
            return {"data": self.multipart(), "content_type": "multipart/form-data; boundary=b"}
        return {"data": self.fields(rule, path)}

    def fields(self, rule, path):
        """A form of this route as a page has it, with some of its values changed; or any names it may know."""
        rng = self.rng
        known = self.forms_of(rule, path)
        fields = list(rng.choice(known)) if known and rng.random() < 0.85 else []
        fields += [(name, odd_text(rng)) for name in rng.sample(names_in(self.view(rule)), 3) if rng.random() < 0.4]
        filled = []
        for name, value in fields:
            fate = rng.random()
            if fate < 0.08:
                continue
            filled.append((name, odd_text(rng) if fate < 0.35 else value))
            if fate > 0.95:
                filled.append((name, odd_text(rng)))
        if rng.random() < 0.05:
            filled.append((odd_text(rng), odd_text(rng)))
        form = {}
        for name, value in filled:
            form.setdefault(sendable(name), []).append(sendable(value))
        if rng.random() < 0.8:
            form["request_id"] = [f"{rng.random()}"]
            form.pop("seen", None)
        return form

    def forms_of(self, rule, path):
        """The forms that pages of this event have for this route."""
        found = re.match(r"/events/([\w-]+)/", path)
        tid = found[1] if found else self.events[0]
        adapter = self.hall.app.url_map.bind("localhost")
        found = []
        for action, fields in KNOWN[tid] if tid in self.events else ():
            try:
                endpoint, _ = adapter.match(action.partition("?")[0], method="POST")
            except Exception:
                continue
            if endpoint == rule.endpoint:
                found.append(fields)
        return found

    def every_form(self, tid):
        for path in pages(self.hall.app, tid):
            if (
                path.startswith((f"/events/{tid}/", "/box", "/devices", "/events/new", "/sign-in"))
                and "bundle" not in path
            ):
                for form in forms(ask(self.hall.people["organizer"], path), path):
                    if form["method"] == "POST":
                        yield form["action"], [(name, value) for name, value, _kind in form["fields"]]

    def view(self, rule):
        return inspect.unwrap(self.hall.app.view_functions[rule.endpoint])

    def said(self):
        """What a device at a table would say."""
        rng = self.rng
        tid, table = rng.choice((("playing", 3), ("several", 1), ("playing", 1)))
        players = self.hall.event(tid).pair(table)
        number = self.hall.event(tid).t.current_round.number
        one = {"player": players[0], "winner": players[0], "wounds": 3, "how": "played", "on": [1, 2], "realms": [6, 3]}
        clock = {"banks": [1000, 2000], "lending": 0, "turn": 0, "using": 0, "since": {"boot": "x", "ms": 1}, "lost": 0}
        return {
            "event": tid,
            "round": number,
            "table": table,
            "request_id": f"{rng.random()}",
            "reports": [one, one],
            "player": players[0],
            "number": 1,
            "step": "set-up",
            "pick": 0,
            "clock": clock | {"counter": 3},
            "screen": "s1",
            "name": "x",
            "sure": True,
            "as": rng.choice(("slip", "")),
            "kind": rng.choice(("judge", "wrong-result", "drop")),
            "minutes": 5,
            "text": "Lunch is ready.",
            "scene": "clock",
        }

    def bad_bytes(self):
        rng = self.rng
        return rng.choice(
            (b"\xff\xfe\x00", b"a=1&a=%ff%fe&=&&&", b"%", b"{", b"", b"x" * 100_000, b"a" * 999 + b"=1&" * 1500)
        )

    def multipart(self):
        rng = self.rng
        part = b'--b\r\nContent-Disposition: form-data; name="file"; filename="%s"\r\n\r\n%s\r\n'
        whole = part % (
            rng.choice((b"x.json", b"\xff", b"../x", b'"')),
            rng.choice((b"{}", b"\x00", b"\xff\xff", b"[" * 9999)),
        )
        return rng.choice(
            (whole + b"--b--\r\n", whole, whole[:-20], b"--b", b"--b\r\n\r\n--b--", b"--c" + whole, whole * 1200)
        )


@cache
def names_in(view):
    """Words of the route's own module that may be the names of fields."""
    tree = ast.parse(inspect.getsource(inspect.getmodule(view)))
    words = {node.value for node in ast.walk(tree) if isinstance(node, ast.Constant) and isinstance(node.value, str)}
    known = {word for word in words if re.fullmatch(r"[a-z][a-z_-]{0,20}", word)}
    return sorted(known | {"player", "table", "round", "seen"})


def odd_name(rng):
    return rng.choice(
        ("round", "table", "tid", "event", "pick", "as", "q", "wait", "blank", "size", "minutes", "player", "back")
    )


def sendable(text):
    """What no client could put into bytes is sent as the bytes it nearly is."""
    return (
        text.encode("utf-8", "surrogatepass").decode("utf-8", "replace")
        if "\ud800" in text or "\udc00" in text
        else text
    )


def header_text(text):
    return re.sub(r"[\r\n\x00]", " ", sendable(text)).encode("utf-8").decode("latin-1")[:2000]
