"""Deck lists and rosters: handed in, checked, closed by a deadline, looked at at the table; the card catalogue."""
