"""An event as a whole: made, set up, announced, its history and undo, put away, deleted, in and out as a file."""
