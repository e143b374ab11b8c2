"""Attacks, defences, damage and heals."""
