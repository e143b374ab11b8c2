"""What is shown of a table: lights on the board, long turns step by step, and updates for everybody."""
