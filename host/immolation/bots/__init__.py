"""Who plays a seat when no person does. A bot sees that seat's view and its legal actions, nothing else."""
