"""How the page shows Ascended Kings."""
