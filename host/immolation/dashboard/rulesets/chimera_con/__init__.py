"""Look of Chimera Con on the page."""
