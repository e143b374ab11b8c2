"""Display of Ascended Kings: views, words for buttons, the picture on the board."""
