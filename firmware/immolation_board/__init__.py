"""The firmware of an Immolation board: senses miniatures, draws scenes and talks to a host."""

VERSION = "2.0.0"
"""Sent in ``hello``; a host that needs a newer one says so."""
