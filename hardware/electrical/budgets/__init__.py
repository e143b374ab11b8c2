"""What is computed of the hardware: volts, warmth, fields, light, and what the circuit simulator says."""
