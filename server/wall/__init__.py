"""Screens and their scenes."""
