"""Judges: calls from the tables, visits with a stopwatch, penalties."""
