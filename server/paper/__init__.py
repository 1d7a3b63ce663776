"""Everything printed: pairings, slips, standings, the rulebooks’ own sheets, and the pack for the stick."""
