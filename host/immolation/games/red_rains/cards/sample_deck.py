"""The sample deck that lets whole games run unattended: a handful of plain units, their cost in dice."""

from __future__ import annotations

from typing import Final, NamedTuple


class SampleUnit(NamedTuple):
    """One card of the sample deck."""

    name: str
    cost: int
    """Active dice, whatever they show."""

    attack: int
    life: int
    recover: int
    copies: int
    keywords: tuple[tuple[str, int], ...] = ()


DECK: Final[dict[str, SampleUnit]] = {
    unit.name: unit
    for unit in (
        SampleUnit("Ash Hound", 1, 2, 1, 1, 3),
        SampleUnit("Shield Bearer", 2, 1, 3, 2, 3, (("unit_guard", 0),)),
        SampleUnit("Ember Lancer", 2, 3, 2, 1, 3),
        SampleUnit("Grove Giant", 4, 4, 5, 2, 2, (("gigantic", 1),)),
        SampleUnit("Dusk Stalker", 3, 3, 2, 0, 2, (("stalk", 0),)),
        SampleUnit("Iron Herald", 3, 2, 4, 1, 2, (("threatening", 0),)),
    )
}

DICE: Final = 10
"""Dice of a player."""

FACES: Final = (1, 3, 2)
"""Faces of a player's die that show power, class, basic."""

PHOENIXBORN: Final = {"p1": "Ashwarden", "p2": "Rimecaller"}
COLOURS: Final = {"p1": 0x1E88E5, "p2": 0x43A047}
BOLT: Final = 1
"""Damage of the sample deck's side action."""
