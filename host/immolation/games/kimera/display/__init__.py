"""What people see: views, the board, buttons, forecasts."""
