"""Results to take away: an event as pages that need no server, and as a text for a forum."""
