"""Results at the desk: tables, games, slips by keyboard, disputes, corrections."""
