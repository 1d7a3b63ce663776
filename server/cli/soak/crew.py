"""Who works there and with what: two desks, judges, the tablets on the tables, and yesterday's event."""

from __future__ import annotations

import re
from random import Random

from server.cli.soak.venue import Venue
from server.cli.soak.web_client import Client

JUDGES_PIN = "246802"
JUDGES = 3


class Crew:
    """Everybody signed in, every tablet let in."""

    def __init__(self, venue: Venue, *, tablets: int) -> None:
        self.venue = venue
        self.desks = [self._staff(f"desk {n}", venue.box.pin) for n in (1, 2)]
        self.desks[0].post("/box/pin", role="judge", pin=JUDGES_PIN)
        self.judges = [self._staff(f"judge {n}", JUDGES_PIN) for n in range(JUDGES)]
        self.tablets = [self._tablet(number) for number in range(1, tablets + 1)]
        self.old_event = self._yesterday()

    @property
    def desk(self) -> Client:
        return self.desks[0]

    def a_tablet(self, rng: Random) -> Client:
        return rng.choice(self.tablets)

    def a_judge(self, rng: Random) -> Client:
        return rng.choice(self.judges)

    def _staff(self, name: str, pin: str) -> Client:
        found = Client(self.venue, name)
        found.post("/sign-in", pin=pin, name=name, back_to="/")
        found.form_page, found.token = "/sign-out", ""  # a form that everybody has who is signed in
        return found

    def _tablet(self, number: int) -> Client:
        made = self.desk.act("/devices/", request_id=f"tablet-{number}", name=f"Tablet {number}", event="", table="")
        page = self.desk.get(made.location).text
        digits = re.search(r'dv-digits num">([\d\s]+)<', page)
        if digits is None:
            raise RuntimeError(f"tablet {number} has no code: {page}")
        tablet = Client(self.venue, f"tablet {number}", form_page="/tablet")
        tablet.post("/tablet", code="".join(digits[1].split()))
        return tablet

    def _yesterday(self) -> str:
        """An event that nobody plays in any more."""
        made = self.desk.act("/demo", request_id=f"yesterday-{self.venue.seed}")
        found = re.match(r"/events/([^/]+)/", made.location)
        if found is None:
            raise RuntimeError(f"there is no demo event: {made}")
        return found[1]
