"""The house rules: every point that the rulebook leaves open, with its default."""

from __future__ import annotations

from typing import Annotated, Literal

from .. import house_rules as house
from ..house_rules import about, default


class HouseRules(house.HouseRules, frozen=True, forbid_unknown_fields=True):
    """One value for every open point of the rules, under the key that rules.toml gives it."""

    starting_points: Annotated[int, about("KM-COST-04", "Skill points for a new rider.", ge=0, le=2000)] = 200
    rune_gem_max: Annotated[
        Literal[5, 6],
        about(
            "KM-COST-03",
            "Highest level of a rune or gem; a sixth brings nothing new.",
            literal=6,
            reading=(
                "The source numbers runes and gems from 0 to 6; the default sells levels up to 5, "
                "because its tables end there."
            ),
        ),
    ] = 5
    rune_stack: Annotated[
        Literal["best_of_kind", "sum_all"],
        about("KM-RUNE-03", "Of a rune's repeated bonuses the best counts, or their sum."),
    ] = "best_of_kind"
    gem_levels: Annotated[
        Literal["cumulative", "top_only"], about("KM-GEM-02", "A gem grants every power it has reached, or the last.")
    ] = "cumulative"
    balance_traits: Annotated[
        Literal["bought", "effective"], about("KM-BAL-01", "Which trait levels make up full Balance.")
    ] = "bought"
    balance_cap: Annotated[
        Literal["max_balance", "none"], about("KM-REC-07", "Whether recovery stops at full Balance.")
    ] = "max_balance"
    start_balance: Annotated[Literal["max", "zero"], about("KM-BAL-01", "Balance in the first round.")] = "max"
    hand_kept: Annotated[bool, about("KM-SEQ-02", "Cards in hand stay from round to round.")] = True
    healing_initiate_counts: Annotated[
        bool, about("KM-CARD-06", "The Initiate card of a heal also adds its value.")
    ] = True
    partial_recovery: Annotated[
        Literal["card_value_capped", "recovery_trait", "one"],
        about(
            "KM-REC-04",
            "What a partial recovery gains.",
            literal="recovery_trait",
            reading=(
                "The source adds the card's value and then notes that the value does not matter; the "
                "default adds the value, up to the Recovery trait, because the first sentence gives "
                "the amount."
            ),
        ),
    ] = "card_value_capped"
    full_recovery_min_cards: Annotated[
        int, about("KM-REC-02", "Fewest cards discarded for a full recovery.", ge=0, le=20)
    ] = 1
    full_recovery_bars: Annotated[
        Literal["attacks", "attacks_and_heals", "all_own_turns"],
        about("KM-REC-03", "What a rider gives up for a full recovery."),
    ] = "attacks"
    regeneration_always: Annotated[
        bool, about("KM-TYPE-07", "The Kolossus point is added to a free recovery as well.")
    ] = True
    off_balance_clears: Annotated[
        Literal["balance_above_zero", "end_of_round", "after_damage"],
        about("KM-DMG-03", "When a Kimera is no longer Off-Balance."),
    ] = "balance_above_zero"
    initiative_max: Annotated[
        int, about("KM-INIT-03", "Most Initiative that can be prepared; 0 for no limit.", ge=0, le=40)
    ] = 6
    resource_order: Annotated[
        Literal["committed_initiative", "reveal_first"],
        about("KM-TAC-01", "Hands are adjusted in the order of the still secret Initiative, or it is revealed first."),
    ] = "committed_initiative"
    leader_pool_size: Annotated[
        Literal["current_initiative", "revealed_initiative"], about("KM-TAC-07", "How many cards a leader lays out.")
    ] = "current_initiative"
    leader_pool_rest: Annotated[
        Literal["discard", "deck"], about("KM-TAC-09", "Where a leader's left-over cards go.")
    ] = "discard"
    leader_lost: Annotated[
        Literal["team_names_new", "next_seat", "none"], about("KM-TAC-06", "Who leads after a leader's defeat.")
    ] = "team_names_new"
    tie_powers_cancel: Annotated[
        bool, about("KM-TYPE-17", "Winning and losing all ties cancel on one Kimera; else losing prevails.")
    ] = True
    siroko_equal_initiative: Annotated[
        Literal["wins_comparison", "no_effect"],
        about("KM-SUP-06", "Phasing and Stagger count for superiority at equal Initiative."),
    ] = "wins_comparison"
    hold_mode: Annotated[
        Literal["next_other", "all_others", "highest_again"],
        about(
            "KM-WAIT-01",
            "Who is next after a hold: the highest other rider, and then the highest of all again; every other rider, "
            "until one of them acts, before the holder; or the highest of all at once, the holder too.",
        ),
    ] = "next_other"
    decline: Annotated[
        Literal["stand_down", "hold_only"],
        about(
            "KM-TURN-06",
            "A rider who wants no action stands down for the round, or can only hold.",
            literal="hold_only",
            reading=(
                "The source lets a rider pass up an opportunity by holding, for 1 Initiative; the "
                "default also lets a rider stand down for nothing, because it ends the round when "
                "nobody wishes to attack."
            ),
        ),
    ] = "stand_down"
    value_cards: Annotated[
        Literal["up_to_2", "exactly_2"],
        about(
            "KM-RES-03",
            "Cards for value in an attack or defence.",
            literal="exactly_2",
            reading=(
                "The source asks for 2 cards for value in attack and defence; the default takes fewer "
                "as well, because the text on runes calls 2 a limit."
            ),
        ),
    ] = "up_to_2"
    skill_card_value: Annotated[
        Literal["flat_2", "min_of_2_and_bonus"],
        about(
            "KM-RUNE-04",
            "What a skill card adds.",
            literal="min_of_2_and_bonus",
            reading=(
                "The source caps the value of a skill card at the rider's bonus, and gives each 2; "
                "the default gives 2 whatever the bonus, because a skill without one would be worth "
                "nothing."
            ),
        ),
    ] = "flat_2"
    ranged_needs_gem: Annotated[bool, about("KM-ATK-07", "Bolt, Wrack and Trial need a gem that grants them.")] = True
    suppression_symbol: Annotated[
        Literal["none", "initiate", "intercept", "bolt", "wrack", "trial", "area", "charge", "grapple"],
        about("KM-SPR-01", "A further symbol that a suppression attack asks for."),
    ] = "none"
    ae_defence: Annotated[
        Literal["each_separately", "primary_only"], about("KM-AE-04", "Who defends against an area attack.")
    ] = "each_separately"
    ae_failure_cost: Annotated[
        Literal["primary_only", "each"], about("KM-AE-04", "Which failures of an area attack cost Balance.")
    ] = "primary_only"
    ae_order: Annotated[
        Literal["halve_then_reduce", "reduce_then_halve"], about("KM-AE-06", "Halving, shield and resistance.")
    ] = "halve_then_reduce"
    lost_tie_costs: Annotated[
        bool,
        about(
            "KM-RES-11",
            "A tie won by the defender costs the attacker 1 Balance.",
            literal=False,
            reading=(
                "The source charges the attacker 1 Balance where the defender's value is higher; the "
                "default does so for a lost tie as well, because the attack has failed there too."
            ),
        ),
    ] = True
    failed_attack_floor: Annotated[
        Literal["zero_no_off", "off_balance"],
        about(
            "KM-RES-08", "A failed attack at 0 Balance.", titles=("stays at 0, not Off-Balance", "makes Off-Balance")
        ),
    ] = "zero_no_off"
    evade_without_balance: Annotated[
        Literal["illegal", "free"], about("KM-RES-06", "Evading at 0 Balance, for all but a Siroko.")
    ] = "illegal"
    no_defence_value: Annotated[int, about("KM-RES-07", "Defence value without a defence.", ge=0, le=20)] = 0
    suppression_excess: Annotated[
        Literal["lost", "balance"], about("KM-SPR-03", "Suppression beyond the Initiative held.")
    ] = "lost"
    suppression_zero_balance: Annotated[
        Literal["off_balance", "nothing"], about("KM-SPR-04", "Suppression at 0 Initiative and 0 Balance.")
    ] = "off_balance"
    resist_suppression: Annotated[
        int, about("KM-GEM-09", "Intensity that Resist Suppression takes away.", ge=0, le=20)
    ] = 2
    defeat_wounds: Annotated[int, about("KM-POT-03", "Damage cards that defeat a Kimera.", ge=1, le=20)] = 4
    defeated_scroll: Annotated[
        Literal["stays", "discarded"],
        about("KM-POT-04", "Cards on a defeated Kimera's Scroll stay there, out of the game, or are discarded."),
    ] = "stays"
    one_shot_effects: Annotated[
        Literal["stay_spent", "discard"], about("KM-EFF-05", "What becomes of a used Expose or Sunder.")
    ] = "stay_spent"
    exposed_defence: Annotated[
        Literal["refused", "skipped"],
        about("KM-EFF-05", "An Exposed rider is asked and every defence refused, or it is struck without being asked."),
    ] = "refused"
    crush_scar_pick: Annotated[
        Literal["chooser", "victim", "attacker"], about("KM-EFF-04", "Who picks the gem or rune that suffers.")
    ] = "chooser"
    weapon_end: Annotated[
        Literal["discarded", "upkeep"],
        about(
            "KM-WPN-03",
            "A weapon is discarded in the End phase, or stays if 1 Initiative is paid each round.",
            literal="upkeep",
            reading=(
                "The source keeps a weapon until it is used or its Initiative is not paid, and "
                "discards weapons in the End phase; the default discards them, because edges and "
                "shields go then as well."
            ),
        ),
    ] = "discarded"
    weapon_override: Annotated[
        Literal["damage_card_only", "any_hit"],
        about("KM-WPN-04", "A weapon card replaces damage alone, or any strike."),
    ] = "damage_card_only"
    edge_zero_initiative: Annotated[
        Literal["costs_balance", "nothing"], about("KM-EDGE-04", "An Edge against 0 Initiative.")
    ] = "costs_balance"
    edges_stack: Annotated[bool, about("KM-EDGE-05", "Several active Edges add up.")] = True
    edge_vs_shield: Annotated[
        Literal["not_reduced", "reduced"], about("KM-EDGE-03", "A shield against the point of an Edge.")
    ] = "not_reduced"
    shield_reduces_balance_loss: Annotated[
        bool, about("KM-SHD-04", "A shield works against strikes that only cost Balance.")
    ] = True
    grapple_trait: Annotated[
        Literal["heavy_melee", "free_melee", "acuity"], about("KM-GRP-02", "What caps the cards of a grapple.")
    ] = "heavy_melee"
    grapple_range: Annotated[
        Literal["melee", "bolt", "wrack", "trial"], about("KM-GRP-02", "The range of a grapple.")
    ] = "melee"
    grapple_damage: Annotated[
        Literal["none", "intensity"], about("KM-GRP-03", "Whether a won grapple strikes as well.")
    ] = "none"
    gem_grapple: Annotated[
        Literal["acuity_wrack_range", "as_grapple"], about("KM-GEM-12", "Trait and range of a gem's grapple.")
    ] = "acuity_wrack_range"
    grapple_compare: Annotated[Literal["count", "value"], about("KM-END-03", "What a breakout compares.")] = "count"
    grapple_none_played: Annotated[
        Literal["release", "tie"], about("KM-GRP-07", "A grappler without a Grapple card lets go, or ties at 0.")
    ] = "release"
    grapple_bid: Annotated[
        Literal["declared_totals", "alternate"],
        about(
            "KM-END-05",
            "How Balance is spent on a tie.",
            literal="alternate",
            reading=(
                "The source has both sides spend Balance point by point; the default has each name "
                "its total at once, because that is over in one step."
            ),
        ),
    ] = "declared_totals"
    grapple_spread: Annotated[
        Literal["automatic_full", "automatic_half"], about("KM-GRP-05", "How others in a grapple are struck.")
    ] = "automatic_full"
    grapple_friends: Annotated[
        Literal["struck", "spared"], about("KM-GRP-05", "The attacker's friends in a grapple that is struck.")
    ] = "struck"
    heal_cap: Annotated[
        Literal["none", "acuity", "recovery", "discipline"], about("KM-HEAL-04", "What caps the cards of a heal.")
    ] = "none"
    heal_needs_gem: Annotated[bool, about("KM-HEAL-01", "Healing needs a gem that grants it.")] = True
    heal_area_share: Annotated[
        Literal["half_down", "full"],
        about(
            "KM-HEAL-10",
            "What others get of an area heal.",
            literal="full",
            reading=(
                "The source halves the Intensity of area attacks on others and says nothing of heals; "
                "the default halves an area heal as well, because it works as area attacks do."
            ),
        ),
    ] = "half_down"
    lingering_cards: Annotated[int, about("KM-HEAL-07", "Cards that make up a lingering heal.", ge=1, le=3)] = 1
    charge_window: Annotated[
        Literal["before_checks", "after_checks"],
        about("KM-CHG-02", "A Charge while declaring counts for superiority and range, or comes after them."),
    ] = "before_checks"
    charge_who: Annotated[
        Literal["declaring_rider", "declarer_and_target", "any_rider"],
        about("KM-CHG-02", "Whose Charges are open while an attack is declared."),
    ] = "declaring_rider"


DEFAULTS = default(HouseRules)


__all__ = ["DEFAULTS", "HouseRules"]
