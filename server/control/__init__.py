"""Other programs and buttons: keys that may switch the clock and the walls, and news that the box sends out."""
