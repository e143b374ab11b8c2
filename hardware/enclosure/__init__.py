"""The mechanical half of the board as code: trays, light grid, edge strip, diffuser. Knows no circuit and no game."""
