"""Display of Kimera: views, the board, buttons, forecasts."""
