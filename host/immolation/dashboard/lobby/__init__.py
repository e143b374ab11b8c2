"""The lobby of a host: every table and every board on one page."""
