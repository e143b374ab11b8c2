"""Mechanical half of the board: trays, light grid, edge strip, diffuser."""
