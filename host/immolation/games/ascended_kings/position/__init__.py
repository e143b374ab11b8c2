"""Positions of both tracks: read from JSON, validated, written to JSON, corrected."""
