"""Series over many events: leagues, seasons, rankings; which events count, who stands where, what is sent in."""
