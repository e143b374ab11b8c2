"""The house rules: every point that the rulebook leaves open, with its default."""

from __future__ import annotations

from typing import Annotated, Final, Literal

import msgspec
from msgspec import Meta

from .. import house_rules as house
from ..contract import Json
from ..house_rules import about, default

FEWEST: Final = 2
MOST: Final = 6
"""Seats a table of this board has room for."""


Players = Annotated[int, Meta(ge=FEWEST, le=MOST)]


class HouseRules(house.HouseRules, frozen=True, forbid_unknown_fields=True):
    """One value for every ``opt:`` key of rules.toml."""

    players: Annotated[tuple[Players, Players], about("CC-SETUP-01", "Fewest and most players.")] = (FEWEST, MOST)
    leftover_cards: Annotated[
        Literal["kept_in_hand", "discard_pile"], about("CC-BUILD-01", "Where cards go that no Chimera was built of.")
    ] = "kept_in_hand"
    fits: Annotated[
        Literal["any_part", "same_type"],
        about("CC-BUILD-02", "What parts may be joined, beside what a card itself says: all, or those of a type."),
    ] = "any_part"
    redraw_old_hand: Annotated[
        Literal["shuffled_in_after_drawing", "discard_pile"],
        about("CC-BUILD-03", "Where a hand goes that allows no build."),
    ] = "shuffled_in_after_drawing"
    unsupported_test: Annotated[
        Literal["any_lower_part_smaller", "next_part_only"],
        about("CC-SIZE-02", "Which lower parts must not be smaller: all of them, or the next one."),
    ] = "any_lower_part_smaller"
    unsupported_airborne: Annotated[
        Literal["whole_chimera", "tagged_part"],
        about("CC-SIZE-05", "What an unsupported part grounds: the whole Chimera, or only its own Airborne tag."),
    ] = "whole_chimera"
    unsupported_types_count: Annotated[
        bool, about("CC-SPEC-04", "An unsupported part still gives its synergy die.")
    ] = True
    draw_mix: Annotated[
        Literal["free", "two_or_none"],
        about(
            "CC-DRAW-01",
            "Whether 1 card alone may be drawn, in any mix.",
            literal="two_or_none",
            reading=(
                "The source lets a player draw 2 cards or leave it; the default also allows a single "
                "card, because whoever may draw none may as well stop after one."
            ),
        ),
    ] = "free"
    family_change: Annotated[
        Literal["vs_replaced_part", "vs_any_part"],
        about("CC-SUB-03", "Another family than the part replaced, or than every part of the Chimera."),
    ] = "vs_replaced_part"
    mutate_after_substitute: Annotated[
        bool, about("CC-MUT-02", "A Mutate may follow a Substitute within the family in one turn.")
    ] = True
    hand_limit: Annotated[
        int, about("CC-DISC-01", "Creature cards, and cheat cards, that a hand may hold after Discard.", ge=0, le=30)
    ] = 5
    voluntary_discard: Annotated[
        Literal["discard_pile", "choice"], about("CC-DISC-03", "Where cards go that need not be discarded.")
    ] = "discard_pile"
    market_order: Annotated[
        Literal["by_magic", "turn_order_from_highest"],
        about("CC-MKT-04", "The order of taking after the highest Magic: falling Magic, or round the table."),
    ] = "by_magic"
    market_merchant_takes: Annotated[
        bool,
        about(
            "CC-MKT-03",
            "The Merchant may take a card as well.",
            literal=False,
            reading=(
                "The source opens the Market Pile to the other players; the default lets the Merchant "
                "take a card too, because the next sentence gives one to each player."
            ),
        ),
    ] = True
    greedy_per_player: Annotated[
        int,
        about(
            "CC-GREED-05",
            "How often one player may get greedy in a Market Phase.",
            ge=0,
            le=9,
            literal=9,
            reading=(
                "The source ends the Market Phase when all are satisfied and counts no swaps; the "
                "default allows one a player, because two players could swap for ever."
            ),
        ),
    ] = 1
    greedy_loser_may_follow: Annotated[
        bool, about("CC-GREED-05", "Who lost the roll may still swap with what then lies in the Market Pile.")
    ] = True
    greedy_without_pick: Annotated[
        Literal["whole_hand", "may_not"], about("CC-GREED-03", "What a player swaps who took no card.")
    ] = "whole_hand"
    cheat_windows: Annotated[
        Literal["where_it_matters", "every_stage"],
        about(
            "CC-CHEAT-07",
            "When a table waits for those who may cheat: where a card they may hold could still change what is going "
            "on, or at every stage of an attack, every contest and every end of a turn.",
        ),
    ] = "where_it_matters"
    cheat_fail_own_turn: Annotated[
        Literal["ends_turn", "discard_only"],
        about("CC-CHEAT-06", "Whether the Discard step after a failed cheat on the own turn ends that turn."),
    ] = "ends_turn"
    basic_is_standard: Annotated[
        bool, about("CC-CTR-01", "Every Standard Action is countered; else only the one open to every Chimera.")
    ] = True
    synergy_source_counts: Annotated[
        bool, about("CC-SPEC-03", "The part that owns the ability gives a synergy die as well.")
    ] = False
    tie_counter_damage: Annotated[int, about("CC-CTR-03", "Counterattack damage at equal rolls.", ge=0, le=9)] = 0
    poison_rounding: Annotated[Literal["down", "up"], about("CC-POIS-02", "Half of an odd stat.")] = "down"
    status_until: Annotated[
        Literal["end_of_round", "card_effect_only"], about("CC-POIS-04", "How long Poisonous and Negative last.")
    ] = "end_of_round"
    negative_swap: Annotated[
        Literal["new_part_health", "new_total_health"],
        about(
            "CC-NEG-03",
            "Damage of a new part while Negative: its own Health, or that of the new Chimera.",
            literal="new_total_health",
            reading=(
                "The source deals the Health of the new creature, and means by a creature the whole "
                "Chimera there; the default deals that of the new part, because a swap would be the "
                "end otherwise."
            ),
        ),
    ] = "new_part_health"
    airborne_landing: Annotated[Literal["free_at_turn_start", "action"], about("CC-AIR-06", "What landing costs.")] = (
        "free_at_turn_start"
    )
    zero_dice: Annotated[int, about("CC-STAT-04", "Dice rolled with a stat of 0.", ge=0, le=1)] = 0
    points_to_win: Annotated[int, about("CC-WIN-02", "Points that win the game.", ge=1, le=20)] = 3
    eliminated_cards: Annotated[
        Literal["discard_pile", "market_pile"], about("CC-WIN-04", "Where an eliminated player's cards go.")
    ] = "discard_pile"
    deck_empty: Annotated[Literal["shuffle_discard", "no_draw"], about("CC-DRAW-03", "Drawing from an empty deck.")] = (
        "shuffle_discard"
    )
    turn_order: Annotated[
        Literal["seat_order", "reverse"], about("CC-MERCH-05", "The order of turns after the Merchant.")
    ] = "seat_order"
    open_attack: Annotated[
        bool, about("CC-ACT-02", "Every Chimera may attack with Might against Speed, whatever its cards grant.")
    ] = True

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


__all__ = ["DEFAULTS", "FEWEST", "KEYS", "MOST", "HouseRules"]
