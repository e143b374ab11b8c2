"""Circuits drawn in SKiDL, their netlists, and the rules that these must keep."""
