"""The pages a browser opens: their server, the table, the closed door, and the style they share."""
