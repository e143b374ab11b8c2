"""Drawings, plots and schematics."""
