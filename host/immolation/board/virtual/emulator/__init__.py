"""The firmware on an emulated RP2040 under a real CircuitPython, with the chip's own timing.

For checking speed and drivers, not for playing: it runs some fifteen times slower than the chip. CircuitPython's UF2
is in no package registry, so its user downloads it.
"""
