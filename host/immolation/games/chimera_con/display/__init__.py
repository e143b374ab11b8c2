"""What people see: views, the board, buttons, steps."""
