"""Pages for a video stream: clock, one match or the bracket on nothing, to lay over a picture."""
