"""The house rules: every point that the rulebook leaves open, with its default."""

from __future__ import annotations

from typing import Annotated, Final, Literal

import msgspec
from msgspec import Meta

from .. import house_rules as house
from ..contract import Json
from ..house_rules import default

FEWEST: Final = 2
MOST: Final = 6
"""Seats a table of this board has room for."""


Players = Annotated[int, Meta(ge=FEWEST, le=MOST)]


class HouseRules(house.HouseRules, frozen=True, forbid_unknown_fields=True):
    """One value for every ``opt:`` key of rules.toml."""

    players: tuple[Players, Players] = (FEWEST, MOST)
    leftover_cards: Literal["kept_in_hand", "discard_pile"] = "kept_in_hand"
    fits: Literal["any_part", "same_type"] = "any_part"
    redraw_old_hand: Literal["shuffled_in_after_drawing", "discard_pile"] = "shuffled_in_after_drawing"
    unsupported_test: Literal["any_lower_part_smaller", "next_part_only"] = "any_lower_part_smaller"
    unsupported_airborne: Literal["whole_chimera", "tagged_part"] = "whole_chimera"
    unsupported_types_count: bool = True
    draw_mix: Literal["free", "two_or_none"] = "free"
    family_change: Literal["vs_replaced_part", "vs_any_part"] = "vs_replaced_part"
    mutate_after_substitute: bool = True
    hand_limit: Annotated[int, Meta(ge=0, le=30)] = 5
    voluntary_discard: Literal["discard_pile", "choice"] = "discard_pile"
    market_order: Literal["by_magic", "turn_order_from_highest"] = "by_magic"
    market_merchant_takes: bool = True
    greedy_per_player: Annotated[int, Meta(ge=0, le=9)] = 1
    greedy_loser_may_follow: bool = True
    greedy_without_pick: Literal["whole_hand", "may_not"] = "whole_hand"
    cheat_windows: Literal["where_it_matters", "every_stage"] = "where_it_matters"
    cheat_fail_own_turn: Literal["ends_turn", "discard_only"] = "ends_turn"
    basic_is_standard: bool = True
    synergy_source_counts: bool = False
    tie_counter_damage: Annotated[int, Meta(ge=0, le=9)] = 0
    poison_rounding: Literal["down", "up"] = "down"
    status_until: Literal["end_of_round", "card_effect_only"] = "end_of_round"
    negative_swap: Literal["new_part_health", "new_total_health"] = "new_part_health"
    airborne_landing: Literal["free_at_turn_start", "action"] = "free_at_turn_start"
    zero_dice: Annotated[int, Meta(ge=0, le=1)] = 0
    points_to_win: Annotated[int, Meta(ge=1, le=20)] = 3
    turns_without_attack: Annotated[int, Meta(ge=0, le=999)] = 20
    eliminated_cards: Literal["discard_pile", "market_pile"] = "discard_pile"
    deck_empty: Literal["shuffle_discard", "no_draw"] = "shuffle_discard"
    turn_order: Literal["seat_order", "reverse"] = "seat_order"
    open_attack: bool = True

    def values(self) -> dict[str, Json]:
        """Every option by its key, JSON-ready."""
        return msgspec.json.decode(msgspec.json.encode(self))  # type: ignore[no-any-return]

    def flaw(self) -> tuple[str, str] | None:
        """The fewest players come first."""
        if self.players[0] > self.players[1]:
            return "players", "the fewest players come first, then the most"
        return None


DEFAULTS: Final = default(HouseRules)

KEYS: Final = frozenset(HouseRules.__struct_fields__)
"""The keys of all options."""
