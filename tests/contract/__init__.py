"""What other programs may rely on, examined from outside: only the command line, never our own modules."""
