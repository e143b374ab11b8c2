"""Facts of Chimera Con: what lies on the table, and the numbers of a Chimera."""
