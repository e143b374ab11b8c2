"""How the page shows Red Rains."""
