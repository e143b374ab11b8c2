"""Bots for Red Rains: its evaluation, and the bot that searches to the end of the round."""
