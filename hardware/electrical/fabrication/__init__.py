"""What a fabricator takes, bills, places, panels and archives, and how it is read back."""
