"""Devices at a table: tablets, phones that report, match slips."""
