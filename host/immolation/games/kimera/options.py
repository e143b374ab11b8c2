"""The house rules: every point the rulebook leaves open, with its default; knows no situation and no seat."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Annotated, Any, Literal, get_args, get_origin, get_type_hints

import msgspec
from msgspec import Meta

from ..contract import BadConfig, Json, Option


def _about(rule: str, meaning: str, **limits: Any) -> Meta:
    return Meta(description=meaning, extra={"rule": rule}, **limits)


class HouseRules(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One value for every open point of the rules, under the key that rules.toml gives it."""

    starting_points: Annotated[int, _about("KM-COST-04", "Skill points for a new rider.", ge=0, le=2000)] = 200
    rune_gem_max: Annotated[
        Literal[5, 6], _about("KM-COST-03", "Highest level of a rune or gem; a sixth brings nothing new.")
    ] = 5
    rune_stack: Annotated[
        Literal["best_of_kind", "sum_all"],
        _about("KM-RUNE-03", "Of a rune's repeated bonuses the best counts, or their sum."),
    ] = "best_of_kind"
    gem_levels: Annotated[
        Literal["cumulative", "top_only"], _about("KM-GEM-02", "A gem grants every power it has reached, or the last.")
    ] = "cumulative"
    balance_traits: Annotated[
        Literal["bought", "effective"], _about("KM-BAL-01", "Which trait levels make up full Balance.")
    ] = "bought"
    balance_cap: Annotated[
        Literal["max_balance", "none"], _about("KM-REC-07", "Whether recovery stops at full Balance.")
    ] = "max_balance"
    start_balance: Annotated[Literal["max", "zero"], _about("KM-BAL-01", "Balance in the first round.")] = "max"
    hand_kept: Annotated[bool, _about("KM-SEQ-02", "Cards in hand stay from round to round.")] = True
    healing_initiate_counts: Annotated[
        bool, _about("KM-CARD-06", "The Initiate card of a heal also adds its value.")
    ] = True
    partial_recovery: Annotated[
        Literal["card_value_capped", "recovery_trait", "one"], _about("KM-REC-04", "What a partial recovery gains.")
    ] = "card_value_capped"
    full_recovery_min_cards: Annotated[
        int, _about("KM-REC-02", "Fewest cards discarded for a full recovery.", ge=0, le=20)
    ] = 1
    full_recovery_bars: Annotated[
        Literal["attacks", "attacks_and_heals", "all_own_turns"],
        _about("KM-REC-03", "What a rider gives up for a full recovery."),
    ] = "attacks"
    regeneration_always: Annotated[
        bool, _about("KM-TYPE-07", "The Kolossus point is added to a free recovery as well.")
    ] = True
    off_balance_clears: Annotated[
        Literal["balance_above_zero", "end_of_round", "after_damage"],
        _about("KM-DMG-03", "When a Kimera is no longer Off-Balance."),
    ] = "balance_above_zero"
    initiative_max: Annotated[
        int, _about("KM-INIT-03", "Most Initiative that can be prepared; 0 for no limit.", ge=0, le=40)
    ] = 6
    resource_order: Annotated[
        Literal["committed_initiative", "reveal_first"],
        _about("KM-TAC-01", "Hands are adjusted in the order of the still secret Initiative, or it is revealed first."),
    ] = "committed_initiative"
    leader_pool_size: Annotated[
        Literal["current_initiative", "revealed_initiative"], _about("KM-TAC-07", "How many cards a leader lays out.")
    ] = "current_initiative"
    leader_pool_rest: Annotated[
        Literal["discard", "deck"], _about("KM-TAC-09", "Where a leader's left-over cards go.")
    ] = "discard"
    leader_lost: Annotated[
        Literal["team_names_new", "next_seat", "none"], _about("KM-TAC-06", "Who leads after a leader's defeat.")
    ] = "team_names_new"
    tie_powers_cancel: Annotated[
        bool, _about("KM-TYPE-17", "Winning and losing all ties cancel on one Kimera; else losing prevails.")
    ] = True
    siroko_equal_initiative: Annotated[
        Literal["wins_comparison", "no_effect"],
        _about("KM-SUP-06", "Phasing and Stagger count for superiority at equal Initiative."),
    ] = "wins_comparison"
    hold_mode: Annotated[
        Literal["next_rider_acts", "recompute_highest"], _about("KM-WAIT-01", "Who acts after a hold.")
    ] = "next_rider_acts"
    decline: Annotated[
        Literal["stand_down", "hold_only"],
        _about("KM-TURN-06", "A rider who wants no action stands down for the round, or can only hold."),
    ] = "stand_down"
    value_cards: Annotated[
        Literal["up_to_2", "exactly_2"], _about("KM-RES-03", "Cards for value in an attack or defence.")
    ] = "up_to_2"
    skill_card_value: Annotated[
        Literal["flat_2", "min_of_2_and_bonus"], _about("KM-RUNE-04", "What a skill card adds.")
    ] = "flat_2"
    ranged_needs_gem: Annotated[bool, _about("KM-ATK-07", "Bolt, Wrack and Trial need a gem that grants them.")] = True
    suppression_symbol: Annotated[
        Literal["none", "initiate", "intercept", "bolt", "wrack", "trial", "area", "charge", "grapple"],
        _about("KM-SPR-01", "A further symbol that a suppression attack asks for."),
    ] = "none"
    ae_defence: Annotated[
        Literal["each_separately", "primary_only"], _about("KM-AE-04", "Who defends against an area attack.")
    ] = "each_separately"
    ae_failure_cost: Annotated[
        Literal["primary_only", "each"], _about("KM-AE-04", "Which failures of an area attack cost Balance.")
    ] = "primary_only"
    ae_order: Annotated[
        Literal["halve_then_reduce", "reduce_then_halve"], _about("KM-AE-06", "Halving, shield and resistance.")
    ] = "halve_then_reduce"
    lost_tie_costs: Annotated[bool, _about("KM-RES-11", "A tie won by the defender costs the attacker 1 Balance.")] = (
        True
    )
    failed_attack_floor: Annotated[
        Literal["zero_no_off", "off_balance"], _about("KM-RES-08", "A failed attack at 0 Balance.")
    ] = "zero_no_off"
    evade_without_balance: Annotated[
        Literal["illegal", "free"], _about("KM-RES-06", "Evading at 0 Balance, for all but a Siroko.")
    ] = "illegal"
    no_defence_value: Annotated[int, _about("KM-RES-07", "Defence value without a defence.", ge=0, le=20)] = 0
    suppression_excess: Annotated[
        Literal["lost", "balance"], _about("KM-SPR-03", "Suppression beyond the Initiative held.")
    ] = "lost"
    suppression_zero_balance: Annotated[
        Literal["off_balance", "nothing"], _about("KM-SPR-04", "Suppression at 0 Initiative and 0 Balance.")
    ] = "off_balance"
    resist_suppression: Annotated[
        int, _about("KM-GEM-09", "Intensity that Resist Suppression takes away.", ge=0, le=20)
    ] = 2
    defeat_wounds: Annotated[int, _about("KM-POT-03", "Damage cards that defeat a Kimera.", ge=1, le=20)] = 4
    one_shot_effects: Annotated[
        Literal["stay_spent", "discard"], _about("KM-EFF-05", "What becomes of a used Expose or Sunder.")
    ] = "stay_spent"
    crush_scar_pick: Annotated[
        Literal["chooser", "victim", "attacker"], _about("KM-EFF-04", "Who picks the gem or rune that suffers.")
    ] = "chooser"
    weapon_end: Annotated[
        Literal["discarded", "upkeep"],
        _about("KM-WPN-03", "A weapon is discarded in the End phase, or stays if 1 Initiative is paid each round."),
    ] = "discarded"
    weapon_override: Annotated[
        Literal["damage_card_only", "any_hit"],
        _about("KM-WPN-04", "A weapon card replaces damage alone, or any strike."),
    ] = "damage_card_only"
    edge_zero_initiative: Annotated[
        Literal["costs_balance", "nothing"], _about("KM-EDGE-04", "An Edge against 0 Initiative.")
    ] = "costs_balance"
    edges_stack: Annotated[bool, _about("KM-EDGE-05", "Several active Edges add up.")] = True
    edge_vs_shield: Annotated[
        Literal["not_reduced", "reduced"], _about("KM-EDGE-03", "A shield against the point of an Edge.")
    ] = "not_reduced"
    shield_reduces_balance_loss: Annotated[
        bool, _about("KM-SHD-04", "A shield works against strikes that only cost Balance.")
    ] = True
    grapple_trait: Annotated[
        Literal["heavy_melee", "free_melee", "acuity"], _about("KM-GRP-02", "What caps the cards of a grapple.")
    ] = "heavy_melee"
    grapple_range: Annotated[
        Literal["melee", "bolt", "wrack", "trial"], _about("KM-GRP-02", "The range of a grapple.")
    ] = "melee"
    grapple_damage: Annotated[
        Literal["none", "intensity"], _about("KM-GRP-03", "Whether a won grapple strikes as well.")
    ] = "none"
    gem_grapple: Annotated[
        Literal["acuity_wrack_range", "as_grapple"], _about("KM-GEM-12", "Trait and range of a gem's grapple.")
    ] = "acuity_wrack_range"
    grapple_compare: Annotated[Literal["count", "value"], _about("KM-END-03", "What a breakout compares.")] = "count"
    grapple_none_played: Annotated[
        Literal["release", "tie"], _about("KM-GRP-07", "A grappler without a Grapple card lets go, or ties at 0.")
    ] = "release"
    grapple_bid: Annotated[
        Literal["declared_totals", "alternate"], _about("KM-END-05", "How Balance is spent on a tie.")
    ] = "declared_totals"
    grapple_spread: Annotated[
        Literal["automatic_full", "automatic_half"], _about("KM-GRP-05", "How others in a grapple are struck.")
    ] = "automatic_full"
    grapple_friends: Annotated[
        Literal["struck", "spared"], _about("KM-GRP-05", "The attacker's friends in a grapple that is struck.")
    ] = "struck"
    heal_cap: Annotated[
        Literal["none", "acuity", "recovery", "discipline"], _about("KM-HEAL-04", "What caps the cards of a heal.")
    ] = "none"
    heal_needs_gem: Annotated[bool, _about("KM-HEAL-01", "Healing needs a gem that grants it.")] = True
    heal_area_share: Annotated[
        Literal["half_down", "full"], _about("KM-HEAL-10", "What others get of an area heal.")
    ] = "half_down"
    lingering_cards: Annotated[int, _about("KM-HEAL-07", "Cards that make up a lingering heal.", ge=1, le=3)] = 1
    charge_window: Annotated[
        Literal["before_checks", "after_checks"],
        _about("KM-CHG-02", "A Charge while declaring counts for superiority and range, or comes after them."),
    ] = "before_checks"
    charge_who: Annotated[
        Literal["declaring_rider", "declarer_and_target", "any_rider"],
        _about("KM-CHG-02", "Whose Charges are open while an attack is declared."),
    ] = "declaring_rider"

    def values(self) -> dict[str, Json]:
        """Every option by its key, JSON-ready."""
        return msgspec.to_builtins(self)  # type: ignore[no-any-return]


DEFAULTS = HouseRules()


def shown(value: object) -> str:
    """A wrong value for a sentence, cut where it grows long."""
    try:
        text = repr(value)
    except (RecursionError, ValueError):
        text = type(value).__name__
    return text if len(text) <= 40 else text[:37] + "..."


def house_rules(values: object) -> HouseRules:
    """The house rules that a table of keys describes. Raises BadConfig naming the key."""
    if not isinstance(values, Mapping):
        raise BadConfig(f"options: expected a table of keys and values, not {shown(values)}.")
    if not values:
        return DEFAULTS
    try:
        return msgspec.convert(dict(values), HouseRules)
    except (msgspec.ValidationError, RecursionError) as error:
        raise BadConfig(_explained(str(error))) from None


def _explained(error: str) -> str:
    unknown = re.search(r"unknown field `([^`]*)`", error)
    if unknown:
        return f"options: there is no option {shown(unknown[1])}."
    what, _, where = error.partition(" - at `$.")
    return f"options: {where.rstrip('`')[:40]}: {what[:200]}." if where else f"options: {what[:200]}."


def options() -> tuple[Option, ...]:
    """Every option with its meaning, default, choices and rule."""
    hints = get_type_hints(HouseRules, include_extras=True)
    found: list[Option] = []
    for name, hint in hints.items():
        kind, meta = get_args(hint)
        choices: tuple[Json, ...] = ()
        if get_origin(kind) is Literal:
            choices = get_args(kind)
        elif kind is bool:
            choices = (False, True)
        number = kind is int
        found.append(
            Option(
                key=name,
                meaning=meta.description,
                default=getattr(DEFAULTS, name),
                choices=choices,
                low=meta.ge if number else None,
                high=meta.le if number else None,
                rule=meta.extra["rule"],
            )
        )
    return tuple(found)
