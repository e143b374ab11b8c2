"""The firmware of an Immolation board."""
