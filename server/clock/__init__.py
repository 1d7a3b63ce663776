"""Time: start, pause, extra time, breaks, forecast, the heartbeat, and the feed for the buzzer."""
