"""The firmware of an Immolation board: what senses, draws and talks. Knows no game."""

VERSION = "2.0.0"
"""Sent in ``hello``; a host that needs a newer one says so."""
