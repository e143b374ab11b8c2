"""What people see of a game: views, words for buttons, the picture on the board."""
