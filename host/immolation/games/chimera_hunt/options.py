"""House rules: what the design leaves open, each with its default."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta

from .. import house_rules


class HouseRules(house_rules.HouseRules, frozen=True, forbid_unknown_fields=True):
    """One value for every open question."""

    rounds: Annotated[int, Meta(ge=8, le=20)] = 14
    surround: Literal["apart", "opposite"] = "apart"
    rush: Annotated[int, Meta(ge=1, le=4)] = 2
    held_wounds: Annotated[int, Meta(ge=0, le=4)] = 1
    gem_boon: Literal["one", "each"] = "one"
