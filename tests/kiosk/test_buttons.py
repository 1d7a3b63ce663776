"""Buttons on gpiozero's mock pins: jumping contacts, short and long presses, and what is heard and seen meanwhile."""

import threading

import pytest
from gpiozero import Device
from gpiozero.pins.mock import MockFactory

from engine.clock import Moment
from engine.refusals import Refused
from kiosk.buzzer import buttons as module
from kiosk.buzzer.buttons import Buttons
from kiosk.buzzer.config import BuzzerConfig, load
from tests.waiting import wait_until

CONFIG = BuzzerConfig(start_button=5, time_button=6, off_button=13)


@pytest.fixture(autouse=True)
def pins():
    factory = Device.pin_factory = MockFactory()
    yield factory
    Device.pin_factory = None
    factory.reset()


class Told:
    """The server, the loudspeaker and the time, as the test wants them."""

    def __init__(self, *, does=True):
        self.ms, self.does = 10_000, does
        self.commands, self.sounds = [], []
        self.turn = threading.Lock()

    def now(self):
        return Moment("boot", self.ms)

    def send(self, command, press):
        self.commands.append((command, press.at.ms))
        return self.does

    def switch_off(self, press):
        return self.send("off", press)

    def on(self, cue=""):
        self.sounds.append(cue)

    def off(self, cue=""):
        pass

    def buttons(self, config=CONFIG):
        made = Buttons(config, self, noise=self, turn=self.turn, now=self.now)
        made.serve()
        return made


def press(pins, pin):
    pins.pin(pin).drive_low()
    pins.pin(pin).drive_high()


def test_contacts_that_jump_are_one_press(pins):
    told = Told()
    told.buttons()
    for _ in range(5):
        press(pins, 5)
        told.ms += 30
    told.ms += 1_000
    press(pins, 6)
    wait_until(lambda: len(told.commands) == 2, "both were carried out")
    assert told.commands == [("switch", 10_000), ("time", 11_150)]


def test_what_is_done_ticks_once_and_what_is_refused_three_times(pins):
    for does, ticks in ((True, 1), (False, 3)):
        told = Told(does=does)
        made = told.buttons()
        press(pins, 5)
        wait_until(lambda told=told, ticks=ticks: len(told.sounds) == ticks, "it answers")
        made.close()


def test_nothing_ticks_into_a_cue(pins):
    told = Told()
    made = told.buttons()
    with told.turn:
        press(pins, 5)
        wait_until(lambda: told.commands, "it is carried out")
        press_again(told, pins)
        wait_until(lambda: len(told.commands) == 2, "and the next")
        assert told.sounds == []
    made.close()


def press_again(told, pins):
    told.ms += 1_000
    press(pins, 6)


def test_off_needs_three_seconds(pins):
    told = Told()
    told.buttons()
    pins.pin(13).drive_low()
    wait_until(lambda: told.sounds, "it ticks")
    told.ms += 2_900
    pins.pin(13).drive_high()
    press_again(told, pins)
    wait_until(lambda: told.commands, "the next button is carried out")
    assert [command for command, _ in told.commands] == ["time"]
    told.ms += 1_000
    pins.pin(13).drive_low()
    wait_until(lambda: len(told.sounds) >= 3, "it ticks again")
    told.ms += 3_000
    wait_until(lambda: len(told.commands) == 2, "it is held long enough")
    assert told.commands[1][0] == "off"


def test_a_button_that_is_down_at_the_start_was_not_pressed(pins):
    pins.pin(5).drive_low()
    told = Told()
    told.buttons()
    press(pins, 6)
    wait_until(lambda: told.commands, "the other one is carried out")
    assert [command for command, _ in told.commands] == ["time"]


def test_a_pin_that_cannot_be_used_is_told_and_tried_again(pins, monkeypatch):
    broken = {"is": True}
    real = module.button

    def sometimes(pin, *, pressed):
        if broken["is"] and pin == 5:
            raise OSError("GPIO busy")
        return real(pin, pressed=pressed)

    monkeypatch.setattr(module, "button", sometimes)
    told = Told()
    made = told.buttons()
    assert "The start button is off: pin 5 is in use" in made.trouble
    broken["is"] = False
    for _ in range(module.OPEN_AGAIN):
        made.settle()
    assert made.trouble == ""
    press(pins, 5)
    wait_until(lambda: told.commands, "it works now")


@pytest.mark.parametrize(
    ("settings", "said"),
    [
        ("start_button = 17", "The start_button cannot be on pin 17: the buzzer is there."),
        ("light_pin = 27\ntime_button = 27", "The time_button cannot be on pin 27: the light is there."),
        ("start_button = 5\noff_button = 5", "The off_button cannot be on pin 5: the start_button is there."),
        ('start_button = "five"', "whole number"),
    ],
)
def test_a_pin_has_one_use(tmp_path, settings, said):
    (tmp_path / "buzzer.toml").write_text(settings)
    with pytest.raises(Refused, match=said):
        load(tmp_path / "buzzer.toml", {})


def test_without_a_buzzer_its_pin_is_free(tmp_path):
    (tmp_path / "buzzer.toml").write_text('kind = "none"\nstart_button = 17')
    assert load(tmp_path / "buzzer.toml", {}).start_button == 17
