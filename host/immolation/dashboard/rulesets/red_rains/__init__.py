"""Look of Red Rains on the page."""
