"""What a phone shows: where to sit, pairings, standings, and a player’s own pages."""
