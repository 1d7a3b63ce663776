"""Waiting for something to happen: long on a busy machine, no longer than needed on a quiet one."""

import threading
import time

PATIENCE_S = 120
# What a server does beside answering, by the names of its threads.
BESIDE = ("backup", "deadlines", "health", "usb")


def wait_until(happened, what="it happened"):
    """Until this is true; a test that waits in vain says for what."""
    end = time.monotonic() + PATIENCE_S
    while not (found := happened()):
        assert time.monotonic() < end, f"waited in vain until {what}"
        time.sleep(0.02)
    return found


def wait_for_threads():
    """Until the server of this process has done what it does beside answering: backups, and what it was told to end."""
    for thread in threading.enumerate():
        if thread.name in BESIDE:
            thread.join(PATIENCE_S)
            assert not thread.is_alive(), f"the thread “{thread.name}” does not end"
