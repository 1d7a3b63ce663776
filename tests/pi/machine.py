"""A Raspberry Pi 3B in QEMU: switched on, spoken to by its serial line, looked at from outside, cut off."""

import os
import re
import signal
import socket
import subprocess
import time
from contextlib import suppress

SLOW_S = 1800  # what takes ten seconds on a Pi takes two minutes here, and more beside others


class Pi:
    """One that is on. What its serial line says is kept in `folder`."""

    def __init__(self, board, card, folder, *, keep=True):
        """With `keep` false the card is as it was when the machine goes off."""
        self.folder = folder
        folder.mkdir()
        kept = "off" if keep else "on"
        command = ["qemu-system-aarch64", "-M", "raspi3b", "-m", "1G", "-accel", "tcg,thread=multi", "-display", "none"]
        command += ["-kernel", board.kernel, "-initrd", board.first_system, "-dtb", board.tree]
        command += ["-drive", f"if=sd,format=raw,file={card},cache=writeback,snapshot={kept}"]
        command += ["-monitor", f"unix:{folder}/monitor,server=on,wait=off", "-serial", "chardev:line"]
        command += ["-chardev", f"socket,id=line,path={folder}/line,server=on,wait=on,logfile={folder}/line.log"]
        command += ["-append", "console=ttyAMA0,115200 panic=-1 quiet systemd.show_status=0"]
        with (folder / "qemu.log").open("w") as log:
            self.process = subprocess.Popen([*map(str, command)], stdout=log, stderr=log)
        self.line = self._connected("line")
        self.monitor = self._connected("monitor")
        self.asked = 0
        self.heard = b""

    def _connected(self, name):
        end = time.monotonic() + SLOW_S
        while time.monotonic() < end:
            door = socket.socket(socket.AF_UNIX)
            with suppress(OSError):
                door.connect(str(self.folder / name))
                door.settimeout(1)
                return door
            door.close()
            assert self.process.poll() is None, (self.folder / "qemu.log").read_text()
            time.sleep(0.1)
        raise AssertionError(f"QEMU opens no {name}")

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.cut()

    def comes_up(self):
        """Until the shell on the serial line says so: what is sent before fills the line, which then stays stuck."""
        self._until(rb"door-is-open", SLOW_S)
        self.run("true")
        return self

    def run(self, command, *, fine=True):
        """One command in its shell; what it said. With `fine` it must not fail."""
        said, code = self.ask(command)
        assert code == 0 or not fine, f"{command}: {code}\n{said}"
        return said

    def ask(self, command, patience=SLOW_S):
        """What it said, and how it ended."""
        self.begin(command)
        return self.end(patience)

    def until(self, happened, what):
        """Wait for it, patiently."""
        end = time.monotonic() + SLOW_S
        while not happened():
            assert time.monotonic() < end, f"waited in vain until {what}"
            assert self.process.poll() is None, "QEMU has ended"
            time.sleep(0.05)

    def goes_off(self):
        """By itself: QEMU ends with it, or at least its kernel has said that it is done."""
        end = time.monotonic() + SLOW_S
        while self.process.poll() is None and "reboot: Power down" not in self.said():
            assert time.monotonic() < end, f"it stays on: {self.said()[-1500:]}"
            self.listen()

    def said(self):
        """Everything the serial line has said since it was switched on."""
        return (self.folder / "line.log").read_text(errors="replace")

    def begin(self, command):
        """Let it do something while others are looked at."""
        self.asked += 1
        self.line.sendall(f"{{ {command}\n}} </dev/null 2>&1; echo ; echo en'd'-{self.asked}- $?\n".encode())

    def end(self, patience=SLOW_S):
        said = self._until(rf"(?s)(.*)\r?\nend-{self.asked}- (\d+)\r?\n".encode(), patience)
        return said[1].decode(errors="replace").replace("\r", "").strip("\n"), int(said[2])

    def _until(self, wanted, patience):
        end = time.monotonic() + patience
        while not (found := re.search(wanted, self.heard)):
            assert time.monotonic() < end, f"waited in vain for {wanted}: {self._tail()}"
            assert self.process.poll() is None, "QEMU has ended: " + (self.folder / "qemu.log").read_text()
            self.listen()
        self.heard = self.heard[found.end() :]
        return found

    def listen(self):
        """What has come meanwhile; a machine that is off says no more."""
        with suppress(TimeoutError, OSError):
            self.heard += self.line.recv(65536)

    def _tail(self):
        return self.heard[-1500:].decode(errors="replace")

    def register(self, address):
        """A word of the board's registers, from outside: the machine inside does not notice."""
        self.monitor.sendall(f"xp /1wx {address:#x}\n".encode())
        said = b""
        while not (found := re.search(rb": (0x[0-9a-f]{8})\r?\n", said)):
            said += self.monitor.recv(4096)
        return int(found[1], 16)

    def cut(self):
        """The power goes: what had left the machine before is still heard."""
        if self.process.poll() is None:
            os.kill(self.process.pid, signal.SIGKILL)
        self.process.wait()
        with suppress(OSError):
            self.line.settimeout(1)
            while more := self.line.recv(65536):
                self.heard += more
        self.line.close()
        self.monitor.close()
