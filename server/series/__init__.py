"""Series over many events: leagues, seasons, the world ranking; which events count, who stands where, what is sent in."""
