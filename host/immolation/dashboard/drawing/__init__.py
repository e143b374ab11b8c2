"""The drawn board: where pieces stand, the element, and the canvas in the browser."""
