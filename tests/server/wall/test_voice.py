"""Calls said aloud: which sentence each is, that nobody makes the box say anything else, and a real voice."""

import io
import shutil
import wave

import pytest

from engine.decisions import clock
from engine.refusals import Unknown
from server.core.desk import desk
from server.core.timekeeping import moment
from server.wall import voice
from tests.server.played import entered
from tests.server.result_event import Event

NAMES = ("Ana", "Ben", "Cai", "Dee")
HAS_VOICE = shutil.which(voice.PROGRAM) is not None


@pytest.fixture
def cup(app):
    event = Event(app, NAMES).start()
    event.do(lambda t: clock.start_clock(t, moment()))
    return event


def said(app, what, tid="cup"):
    with app.app_context():
        return voice.call(desk(tid), what)


@pytest.mark.parametrize(
    ("what", "words"),
    [
        ("warning", "10 minutes left."),
        ("called", "Time!"),
        ("pairings", "The pairings of round 1 of 2 are up."),
        ("over-7", "Table 7: time!"),
        ("extra-7-3", "Table 7: 3 more minutes."),
        ("extra-12-1", "Table 12: 1 more minute."),
    ],
)
def test_each_call_is_a_short_sentence(app, cup, what, words):
    assert said(app, what) == words


def test_an_announcement_is_read_out(app, organizer, cup):
    with pytest.raises(Unknown):
        said(app, "announcement")
    organizer.post("/events/cup/announcements/", text="Lunch is at the bar.")
    assert said(app, "announcement") == "Lunch is at the bar."


def test_with_several_events_a_call_says_whose_it_is(app, cup):
    entered(app, 4, tid="open")
    assert said(app, "called") == "Ember Cup. Time!"


@pytest.mark.parametrize(
    "what", ["", "hello", "over", "over-x", "over-99999", "extra-7", "extra-7-0", "called-1", "extra-7-99"]
)
def test_nothing_else_can_be_said(app, cup, what):
    with pytest.raises(Unknown):
        said(app, what)


def test_it_is_silent_until_the_organizer_wants_it(stranger, organizer, cup):
    assert stranger.client.get("/api/wall").get_json()["voice"] is False
    assert stranger.client.get("/wall/voice/cup/called.wav").status_code == 404


def test_without_the_program_the_desk_says_what_to_install(organizer, monkeypatch):
    monkeypatch.setattr(voice, "can_speak", lambda: False)
    assert "espeak-ng</b> is installed" in organizer.get("/devices/").html
    assert "sudo apt install espeak-ng" in organizer.post("/devices/screens/voice", on="1")


@pytest.mark.skipif(not HAS_VOICE, reason="espeak-ng is not installed")
def test_switched_on_it_speaks_and_switched_off_it_does_not(stranger, organizer, cup):
    assert "Calls are spoken by the screen that sounds" in organizer.post("/devices/screens/voice", on="1")
    assert stranger.client.get("/api/wall").get_json()["voice"] is True
    answer = stranger.client.get("/wall/voice/cup/called.wav")
    assert answer.mimetype == "audio/wav"
    with wave.open(io.BytesIO(answer.data)) as made:
        assert made.getnframes() * made.getsampwidth() == len(answer.data) - 44
        assert made.getnframes() / made.getframerate() > 0.2
    assert "Calls are not spoken any more." in organizer.post("/devices/screens/voice")
    assert stranger.client.get("/wall/voice/cup/called.wav").status_code == 404


@pytest.mark.skipif(not HAS_VOICE, reason="espeak-ng is not installed")
def test_words_are_never_taken_for_options():
    assert voice.spoken("--version").startswith(b"RIFF")
    assert voice.spoken("-w /tmp/out.wav Lunch\n\nis at the bar").startswith(b"RIFF")
