"""Positions in JSON: read, filled in, written, and refused where no game could come to them."""
