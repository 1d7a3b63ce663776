"""Two organizers with the entry by phone open: whoever saves second loses nothing, and reads what is kept."""

import re

import pytest

from tests.server.played import entered, t_of

AT = "/events/cup/entry/"


@pytest.fixture(autouse=True)
def cup(app):
    return entered(app, 6)


def was(page):
    form = re.search(r'<form[^>]*entry/terms">.*?</form>', page.html, re.S)[0]
    return dict(re.findall(r'name="(was)" value="([^"]*)"', form))


def test_the_fee_that_one_wrote_is_not_wiped_out_by_the_other(app, organizer, second):
    one, two = (was(who.get(AT)) for who in (organizer, second))
    organizer.post(AT + "terms", places="", fee="10 €", do="save", **one)
    page = second.post(AT + "terms", places="16", fee="", do="save", **two)
    assert page.status == 409
    assert "It says now: no places, fee “10" in page
    assert 'value="16"' in page.html, "nothing typed is lost"
    assert (t_of(app, "cup").entering.places, t_of(app, "cup").entering.fee) == (0, 1000)
    assert "Saved." in second.post(AT + "terms", places="16", fee="10 €", do="save", **was(page))
    assert (t_of(app, "cup").entering.places, t_of(app, "cup").entering.fee) == (16, 1000)


def test_an_entry_that_one_closed_is_not_opened_by_a_save_of_the_other(app, organizer, second):
    """Save leaves it as it is, open or closed: only the two buttons that say so change it."""
    organizer.post(AT + "terms", places="", fee="", do="open")
    two = was(second.get(AT))
    organizer.post(AT + "terms", places="", fee="", do="close")
    second.post(AT + "terms", places="16", fee="", do="save", **two)
    assert not t_of(app, "cup").entering.open
    assert t_of(app, "cup").entering.places == 16
