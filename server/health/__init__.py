"""Is the box well? Part by part, watched all the time, and a bundle for whoever looks for a fault."""
