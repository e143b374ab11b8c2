"""Facts of Red Rains: everything that lies on the table, as records."""
