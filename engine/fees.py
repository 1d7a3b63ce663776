"""What it costs to enter, as it is written: 10 €, 7.50 CHF."""

from __future__ import annotations


def amount(cents: int, currency: str) -> str:
    """10 €, 7.50 €; whole amounts without the hundredths."""
    number = f"{cents // 100}" if cents % 100 == 0 else f"{cents // 100}.{cents % 100:02}"
    return f"{number} {currency}".strip()
