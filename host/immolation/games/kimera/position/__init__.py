"""Positions read from JSON: filled in, and refused where no battle could come to them."""
