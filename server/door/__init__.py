"""The doors open: players enter by phone and wait for the desk, which accepts, refuses or merges them; the flyer."""
