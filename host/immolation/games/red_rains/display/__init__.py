"""Display of Red Rains: views, pictures on the board, labels of buttons, turns step by step."""
