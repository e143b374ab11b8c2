"""The board: tiles and lines, miniatures and gems on them, fire, movement, the Omega Index."""
