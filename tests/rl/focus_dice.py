"""A table of the full track where somebody is to roll Focus Dice."""

from __future__ import annotations

from immolation import games


def rolling(dice: int) -> games.State:
    """Two kings; the first one, in its turn, rolls for Instant Powers."""
    game = games.load("ascended-kings", track="full")
    position = game.new({"seats": 2}).position()
    position["turn"] = "p1"
    position["stack"] = [{"at": "choose-state"}, {"at": "roll-focus", "seat": "p1", "dice": dice, "instant": True}]
    return game.from_position(position)
