"""The people of the box: who was where over all events, merged when entered twice, erased when they ask for it."""
