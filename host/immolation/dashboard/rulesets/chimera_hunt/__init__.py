"""Look of Chimera Hunt on the page."""
