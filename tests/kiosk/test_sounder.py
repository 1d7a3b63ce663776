"""The pins, on gpiozero's mock hardware: what they were, one after the other."""

import errno
import json
from copy import copy

import pytest
from gpiozero import Device
from gpiozero.pins.mock import MockFactory, MockPWMPin

from kiosk.buzzer.config import BuzzerConfig
from kiosk.buzzer.sounder import OPEN_AGAIN, Sounder


class Pin(MockPWMPin):
    """A pin that can be made to fail so many times."""

    failures = 0
    failures_to_close = 0

    def _set_state(self, value):
        if self.failures:
            self.failures -= 1
            raise OSError(errno.EIO, "Input/output error")
        super()._set_state(value)

    def close(self):
        if self.failures_to_close:
            self.failures_to_close -= 1
            raise OSError(errno.EIO, "Input/output error")
        super().close()


@pytest.fixture(autouse=True)
def pins():
    """A Raspberry Pi of our own."""
    factory = Device.pin_factory = MockFactory(pin_class=Pin)
    yield factory
    Device.pin_factory = None
    factory.reset()


def states(pin):
    return [state.state for state in pin.states]


def test_an_active_buzzer_is_switched_on_and_off(pins):
    pin = pins.pin(17)
    sounder = Sounder(BuzzerConfig())
    pin.clear_states()
    sounder.on()
    sounder.off()
    assert states(pin) == [0, 1, 0]
    assert sounder.trouble == ""


def test_a_buzzer_that_sounds_when_its_pin_is_low_is_silent_from_the_start(pins):
    pin = pins.pin(17)
    sounder = Sounder(BuzzerConfig(active_high=False))
    assert pin.state == 1
    pin.clear_states()
    sounder.on()
    sounder.off()
    assert states(pin) == [1, 0, 1]


def test_a_passive_buzzer_gets_its_tone(pins):
    pin = pins.pin(18)
    sounder = Sounder(BuzzerConfig(kind="passive", pin=18, tone=3000))
    assert pin.frequency is None
    sounder.on()
    assert (pin.frequency, pin.state) == (3000, 0.5)
    sounder.off()
    assert (pin.frequency, pin.state) == (None, 0)


@pytest.mark.parametrize("tone", [200, 5000])
def test_every_tone_that_may_be_set_can_be_played(pins, tone):
    sounder = Sounder(BuzzerConfig(kind="passive", tone=tone))
    sounder.on()
    assert (sounder.trouble, pins.pin(17).frequency) == ("", tone)


def test_the_light_goes_with_the_sound(pins):
    buzzer, light = pins.pin(17), pins.pin(23)
    sounder = Sounder(BuzzerConfig(light_pin=23))
    sounder.on()
    assert (buzzer.state, light.state) == (1, 1)
    sounder.off()
    assert (buzzer.state, light.state) == (0, 0)


def test_without_a_buzzer_the_light_alone(pins):
    light = pins.pin(23)
    sounder = Sounder(BuzzerConfig(kind="none", light_pin=23))
    sounder.on()
    assert light.state == 1
    sounder.off()
    assert light.state == 0


def test_a_wrong_pin_is_told_in_one_sentence_and_the_light_still_works(pins, caplog):
    sounder = Sounder(BuzzerConfig(pin=99, light_pin=23))
    sounder.on()
    sounder.off()
    assert "The buzzer is off: pin 99 cannot be used" in sounder.trouble
    assert len(caplog.records) == 1
    assert states(pins.pin(23))[-2:] == [1, 0]


def test_a_machine_without_gpio_says_so_and_goes_on(monkeypatch):
    Device.pin_factory = None
    monkeypatch.setenv("GPIOZERO_PIN_FACTORY", "nothing-like-it")
    sounder = Sounder(BuzzerConfig())
    sounder.on()
    sounder.close()
    assert "this machine has no GPIO pins" in sounder.trouble


class GpioError(Exception):
    """As lgpio raises them."""


@pytest.mark.parametrize(
    ("why", "told"),
    [
        (GpioError("can not open gpiochip"), "the pins of this machine may not be opened."),
        (GpioError("GPIO busy"), "pin 17 is in use by something else"),
        (ModuleNotFoundError("No module named 'lgpio'", name="lgpio"), "the package python3-lgpio; Debian has none."),
        (GpioError("bad GPIO number"), "pin 17 cannot be used (bad GPIO number). Check its number"),
    ],
)
def test_why_a_pin_is_not_open_has_its_own_sentence(pins, monkeypatch, why, told):
    monkeypatch.setattr(pins, "pin", fails(pins.pin, why, times=9))
    assert told in Sounder(BuzzerConfig()).trouble


def test_a_pin_that_was_busy_is_tried_again_by_itself(pins, monkeypatch, caplog):
    """The program that had it is gone: nobody has to restart the buzzer."""
    caplog.set_level("INFO")
    monkeypatch.setattr(pins, "pin", fails(pins.pin, GpioError("GPIO busy"), times=2))
    sounder = Sounder(BuzzerConfig())
    for _ in range(2 * OPEN_AGAIN):
        sounder.settle()
    assert (sounder.trouble, [part.name for part in sounder.parts]) == ("", ["buzzer"])
    assert [record.levelname for record in caplog.records] == ["ERROR", "INFO"]
    sounder.on()
    assert pins.pin(17).state == 1


def test_a_pin_that_stays_busy_is_not_asked_for_at_every_look(pins, monkeypatch):
    asked = []
    monkeypatch.setattr(pins, "pin", fails(pins.pin, GpioError("GPIO busy"), times=99, asked=asked))
    sounder = Sounder(BuzzerConfig())
    before = len(asked)
    for _ in range(OPEN_AGAIN - 1):
        sounder.settle()
    assert len(asked) == before


def fails(pin, why, *, times, asked=None):
    """A factory whose first pins cannot be had."""
    left = [copy(why) for _ in range(times)]

    def one(*args, **kwargs):
        if asked is not None:
            asked.append(args)
        if left:
            raise left.pop()
        return pin(*args, **kwargs)

    return one


def test_a_pin_that_fails_in_the_middle_is_told_once(pins, caplog):
    sounder = Sounder(BuzzerConfig())
    sounder.parts[0].device.close()
    for _ in range(3):
        sounder.on()
        sounder.off()
    assert "The buzzer on pin 17 does not obey" in sounder.trouble
    assert len(caplog.records) == 1


def test_a_pin_that_could_not_be_switched_off_is_tried_again_until_it_is_silent(pins, caplog):
    """It fails once at the end of a cue, and again at the next look: it would hum on until the next cue."""
    caplog.set_level("INFO")
    pin, sounder = pins.pin(17), Sounder(BuzzerConfig())
    sounder.on()
    pin.failures = 2
    sounder.off()
    sounder.settle()
    assert (pin.state, sounder.trouble) == (1, "The buzzer on pin 17 does not obey ([Errno 5] Input/output error).")
    sounder.settle()
    assert (pin.state, sounder.trouble) == (0, "")
    assert [record.levelname for record in caplog.records] == ["ERROR", "INFO"]


def test_a_pin_that_could_not_be_switched_on_stays_in_trouble_until_it_can(pins):
    """Switching off goes well, and says nothing about the cue that nobody heard."""
    pin, sounder = pins.pin(17), Sounder(BuzzerConfig())
    pin.failures = 1
    sounder.on()
    sounder.off()
    sounder.settle()
    assert "The buzzer on pin 17 does not obey" in sounder.trouble
    sounder.on()
    assert (pin.state, sounder.trouble) == (1, "")


def test_while_a_part_obeys_nothing_is_switched_between_cues(pins):
    sounder = Sounder(BuzzerConfig())
    sounder.on()
    sounder.settle()
    assert pins.pin(17).state == 1


def test_a_part_that_cannot_be_closed_leaves_the_others_free(pins):
    sounder = Sounder(BuzzerConfig(light_pin=23))
    pins.pin(17).failures_to_close = 1
    sounder.close()
    assert pins.pin(23).function == "input"


def test_closing_leaves_it_silent_and_the_pin_free(pins):
    sounder = Sounder(BuzzerConfig())
    sounder.on()
    sounder.close()
    assert Sounder(BuzzerConfig()).trouble == ""


def test_every_change_is_noted_for_measuring(pins, tmp_path):
    sounder = Sounder(BuzzerConfig(light_pin=23, pin_log=tmp_path / "pins"))
    sounder.on("cup/start")
    sounder.off("cup/start")
    lines = [json.loads(line) for line in (tmp_path / "pins").read_text().splitlines()]
    assert [(line["part"], line["pin"], line["on"]) for line in lines] == [
        ("buzzer", 17, True),
        ("light", 23, True),
        ("buzzer", 17, False),
        ("light", 23, False),
    ]
    assert {line["cue"] for line in lines} == {"cup/start"}
    assert lines[0]["ms"] <= lines[-1]["ms"]
