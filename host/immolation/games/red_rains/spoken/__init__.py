"""What players say of their printed cards, as sentences."""
