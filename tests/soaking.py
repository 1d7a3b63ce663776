"""What only the long run plays (`make soak`), and how much of the rest the short one does."""

import os

import pytest

SOAK = bool(os.environ.get("SOAK"))
# Played by hand step by step: the rules behind it are asked in every run without a browser.
LONG = pytest.mark.skipif(not SOAK, reason="played in the long run: make soak")


def one_in(number, cases):
    """All of them in the long run; in the short one only every second, third, …"""
    return list(cases) if SOAK else list(cases)[::number]
