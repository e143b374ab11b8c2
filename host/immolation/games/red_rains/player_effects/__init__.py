"""What players declare that their printed cards do."""
