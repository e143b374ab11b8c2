"""How the page shows Chimera Hunt."""
