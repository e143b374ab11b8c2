"""Positions: read from JSON, validated, written as JSON, corrected."""
