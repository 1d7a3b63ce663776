"""What an address and a port may be; apart from what opens them, so that the command line need not."""

EVERYWHERE = "::"  # every network, IPv4 and IPv6
HIGHEST_PORT = 65_535
