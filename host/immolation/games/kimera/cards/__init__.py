"""Cards, Kimera and riders as data: what they can be played for, what a design costs."""
