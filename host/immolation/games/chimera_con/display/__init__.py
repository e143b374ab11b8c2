"""Display of Chimera Con: views, the board, buttons, steps."""
