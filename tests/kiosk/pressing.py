"""The buzzer as a process whose mock pins can be pressed: each line of its input is a pin and `down` or `up`."""

import sys
import threading

from gpiozero import Device

from kiosk.buzzer.__main__ import main
from tests.kiosk.buzzing import Buzzing


class Pressed(Buzzing):
    """A real buzzer with buttons, and the fingers on them."""

    @property
    def _command(self):
        return [sys.executable, "-m", "tests.kiosk.pressing", "--config", str(self._settings)]

    def down(self, pin):
        self._say(pin, "down")

    def up(self, pin):
        self._say(pin, "up")

    def press(self, pin):
        self.down(pin)
        self.up(pin)

    def _say(self, pin, what):
        self.process.stdin.write(f"{pin} {what}\n")
        self.process.stdin.flush()


def listen():
    """A button closes its pin to ground."""
    for line in sys.stdin:
        pin, what = line.split()
        finger = Device.pin_factory.pin(int(pin))
        finger.drive_low() if what == "down" else finger.drive_high()


if __name__ == "__main__":
    threading.Thread(target=listen, daemon=True).start()
    sys.exit(main())
