"""Leading a draft: groups, steps, and the host’s decks."""
