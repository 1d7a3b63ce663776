"""Ranks with their working, the cut, the bracket, the end with its prizes."""
