"""House rules: what the design leaves open, each with its default."""

from __future__ import annotations

from typing import Annotated, Literal

from .. import house_rules
from ..house_rules import about


class HouseRules(house_rules.HouseRules, frozen=True, forbid_unknown_fields=True):
    """One value for every open question."""

    rounds: Annotated[int, about("HUNT-WIN-02", "Rounds until the arena is ash.", ge=8, le=20)] = 14
    surround: Annotated[
        Literal["apart", "opposite"],
        about("HUNT-STRIKE-02", "Where the other hunter stands who surrounds the body: apart from you, or opposite."),
    ] = "apart"
    rush: Annotated[int, about("HUNT-GEM-01", "Tiles the body rushes on after a leap.", ge=1, le=4)] = 2
    held_wounds: Annotated[
        int, about("HUNT-WALL-01", "Life that the Chimera loses when a Bloodstone holds a wall.", ge=0, le=4)
    ] = 1
    gem_boon: Annotated[
        Literal["one", "each"], about("HUNT-CAMP-02", "The boon of gems: one for the table, or one each.")
    ] = "one"
