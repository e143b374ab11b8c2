"""How the page shows Chimera Con."""
