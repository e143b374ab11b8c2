"""How the page shows Kimera."""
