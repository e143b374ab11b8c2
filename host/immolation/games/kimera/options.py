"""The house rules: every point that the rulebook leaves open, with its default."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta

from .. import house_rules as house
from ..house_rules import default


class HouseRules(house.HouseRules, frozen=True, forbid_unknown_fields=True):
    """One value for every open point of the rules, under the key that rules.toml gives it."""

    starting_points: Annotated[int, Meta(ge=0, le=2000)] = 200
    rune_gem_max: Literal[5, 6] = 5
    rune_stack: Literal["best_of_kind", "sum_all"] = "best_of_kind"
    gem_levels: Literal["cumulative", "top_only"] = "cumulative"
    balance_traits: Literal["bought", "effective"] = "bought"
    balance_cap: Literal["max_balance", "none"] = "max_balance"
    start_balance: Literal["max", "zero"] = "max"
    hand_kept: bool = True
    healing_initiate_counts: bool = True
    partial_recovery: Literal["card_value_capped", "recovery_trait", "one"] = "card_value_capped"
    full_recovery_min_cards: Annotated[int, Meta(ge=0, le=20)] = 1
    full_recovery_bars: Literal["attacks", "attacks_and_heals", "all_own_turns"] = "attacks"
    regeneration_always: bool = True
    off_balance_clears: Literal["balance_above_zero", "end_of_round", "after_damage"] = "balance_above_zero"
    initiative_max: Annotated[int, Meta(ge=0, le=40)] = 6
    resource_order: Literal["committed_initiative", "reveal_first"] = "committed_initiative"
    leader_pool_size: Literal["current_initiative", "revealed_initiative"] = "current_initiative"
    leader_pool_rest: Literal["discard", "deck"] = "discard"
    leader_lost: Literal["team_names_new", "next_seat", "none"] = "team_names_new"
    tie_powers_cancel: bool = True
    siroko_equal_initiative: Literal["wins_comparison", "no_effect"] = "wins_comparison"
    hold_mode: Literal["next_other", "all_others", "highest_again"] = "next_other"
    decline: Literal["stand_down", "hold_only"] = "stand_down"
    value_cards: Literal["up_to_2", "exactly_2"] = "up_to_2"
    skill_card_value: Literal["flat_2", "min_of_2_and_bonus"] = "flat_2"
    ranged_needs_gem: bool = True
    suppression_symbol: Literal[
        "none", "initiate", "intercept", "bolt", "wrack", "trial", "area", "charge", "grapple"
    ] = "none"
    ae_defence: Literal["each_separately", "primary_only"] = "each_separately"
    ae_failure_cost: Literal["primary_only", "each"] = "primary_only"
    ae_order: Literal["halve_then_reduce", "reduce_then_halve"] = "halve_then_reduce"
    lost_tie_costs: bool = True
    failed_attack_floor: Literal["zero_no_off", "off_balance"] = "zero_no_off"
    evade_without_balance: Literal["illegal", "free"] = "illegal"
    no_defence_value: Annotated[int, Meta(ge=0, le=20)] = 0
    suppression_excess: Literal["lost", "balance"] = "lost"
    suppression_zero_balance: Literal["off_balance", "nothing"] = "off_balance"
    resist_suppression: Annotated[int, Meta(ge=0, le=20)] = 2
    defeat_wounds: Annotated[int, Meta(ge=1, le=20)] = 4
    defeated_scroll: Literal["stays", "discarded"] = "stays"
    one_shot_effects: Literal["stay_spent", "discard"] = "stay_spent"
    exposed_defence: Literal["refused", "skipped"] = "refused"
    crush_scar_pick: Literal["chooser", "victim", "attacker"] = "chooser"
    weapon_end: Literal["discarded", "upkeep"] = "discarded"
    weapon_override: Literal["damage_card_only", "any_hit"] = "damage_card_only"
    edge_zero_initiative: Literal["costs_balance", "nothing"] = "costs_balance"
    edges_stack: bool = True
    edge_vs_shield: Literal["not_reduced", "reduced"] = "not_reduced"
    shield_reduces_balance_loss: bool = True
    grapple_trait: Literal["heavy_melee", "free_melee", "acuity"] = "heavy_melee"
    grapple_range: Literal["melee", "bolt", "wrack", "trial"] = "melee"
    grapple_damage: Literal["none", "intensity"] = "none"
    gem_grapple: Literal["acuity_wrack_range", "as_grapple"] = "acuity_wrack_range"
    grapple_compare: Literal["count", "value"] = "count"
    grapple_none_played: Literal["release", "tie"] = "release"
    grapple_bid: Literal["declared_totals", "alternate"] = "declared_totals"
    grapple_spread: Literal["automatic_full", "automatic_half"] = "automatic_full"
    grapple_friends: Literal["struck", "spared"] = "struck"
    heal_cap: Literal["none", "acuity", "recovery", "discipline"] = "none"
    heal_needs_gem: bool = True
    heal_area_share: Literal["half_down", "full"] = "half_down"
    lingering_cards: Annotated[int, Meta(ge=1, le=3)] = 1
    charge_window: Literal["before_checks", "after_checks"] = "before_checks"
    charge_who: Literal["declaring_rider", "declarer_and_target", "any_rider"] = "declaring_rider"


DEFAULTS = default(HouseRules)
