"""Look of Ascended Kings on the page."""
