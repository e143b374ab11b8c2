"""Look of Kimera on the page."""
