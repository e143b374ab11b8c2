"""What lies on the table, and the numbers of a Chimera."""
