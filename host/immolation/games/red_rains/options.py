"""The house rules: every point the sources leave open, with its default."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, field

from .. import house_rules as house
from ..house_rules import default

RecoveryStep = Literal["wounds", "remove_tokens", "exhaustion", "dice", "replenish", "tokens", "status"]
ORDER: list[RecoveryStep] = ["wounds", "remove_tokens", "exhaustion", "dice", "replenish", "tokens", "status"]


class HouseRules(house.HouseRules, frozen=True, forbid_unknown_fields=True):
    """One value for every ``[[option]]`` of the rules."""

    behaviour_die_sides: Annotated[int, Meta(ge=2, le=100)] = 12
    rage_dice: Annotated[int, Meta(ge=1, le=10)] = 5
    no_basic_rage_die: Literal["skip", "roll_any"] = "skip"
    rage_token_rule: Literal["all_power_reset", "per_raise"] = "all_power_reset"
    rains_do_not_wait: bool = True
    status_exhausted: Literal["resolve", "skip"] = "resolve"
    status_no_token: Literal["skip", "resolve"] = "skip"
    status_order: Literal["live_left_to_right", "snapshot"] = "live_left_to_right"
    status_token_use: Literal["one_each", "as_printed"] = "one_each"
    first_player: Literal["players", "chimera"] = "players"
    must_attack: Literal["replaces_mode", "ignored"] = "replaces_mode"
    side_action_nature: Literal["side_action_and_dice_power", "dice_power_only"] = "side_action_and_dice_power"
    reveal_none: Literal["nothing", "attack_leftmost"] = "nothing"
    specified_attacker_unable: Literal["no_attack", "leftmost_instead"] = "no_attack"
    damage_model: Literal["attacker_first", "simultaneous"] = "attacker_first"
    phoenixborn_counters: bool = False
    counter_exhausts_player_units: bool = True
    block_and_guard_counter: Literal["forced", "optional"] = "forced"
    guard_reset: Literal["round_start", "recovery_phase"] = "round_start"
    redirected_attack: Literal["as_phoenixborn_attack", "as_unit_attack"] = "as_phoenixborn_attack"
    effect_without_target: Literal["no_effect", "phoenixborn"] = "no_effect"
    unit_without_side: Literal["leftmost_legal", "rightmost_legal", "player_chooses"] = "leftmost_legal"
    left_battle_exhaustion: Literal["none", "one_token"] = "none"
    fatigue_after_empties: Annotated[int, Meta(ge=0, le=9)] = 0
    draw_pile_refill: Literal["immediately", "when_aspects_are_added", "never"] = "immediately"
    removed_leftover: Literal["draw_pile", "removed_again"] = "draw_pile"
    partial_draw: Literal["per_card", "all_or_nothing"] = "per_card"
    hand_triggers_fatigue: bool = False
    token_placement: Literal["one_at_a_time", "batch"] = "one_at_a_time"
    ultimate_removed: Literal["effective_value", "printed_value"] = "effective_value"
    ultimate_foreign: Literal["chimera_card_too", "battlefields"] = "chimera_card_too"
    ultimate_recheck: Literal["only_on_placing", "continuous"] = "only_on_placing"
    ultimate_card_tokens: Literal["lost", "move_to_chimera"] = "lost"
    recovery_tokens_per_aspect: Annotated[int, Meta(ge=0, le=9)] = 1
    recovery_tokens_aspects: Literal["face_up", "all"] = "face_up"
    recovery_token_removal: Literal["exhaustion_tokens", "none"] = "exhaustion_tokens"
    recovery_order: list[RecoveryStep] = field(default_factory=lambda: list(ORDER))
    recovery_dice: Literal["exhausted", "kept"] = "exhausted"
    declared_dice: Literal["confirmed", "trusted"] = "confirmed"
    replenish: Literal["threat_minus_aspects", "fixed_count"] = "threat_minus_aspects"
    full_chimera_battlefield: Literal["add_slot", "discard"] = "add_slot"
    guard_roll_die: Annotated[int, Meta(ge=2, le=100)] = 12
    guard_roll_min: Annotated[int, Meta(ge=1, le=101)] = 9
    chimera_guards_per_round: Annotated[int, Meta(ge=0, le=9)] = 0
    prepare_stop: Literal["chimera_first", "always", "never"] = "chimera_first"
    lethal_stop: Literal["own", "every", "never"] = "own"
    simultaneous_order: Literal["active_player_first", "first_player_first"] = "active_player_first"
    declaration_triggers: Literal["after_each_step", "after_both_steps"] = "after_each_step"
    aspect_destroyed: Literal["discard_and_blood", "discard"] = "discard_and_blood"
    pass_sticky: bool = False
    reaction_windows: Literal["printed", "always", "never"] = "printed"
    most_rounds: Annotated[int, Meta(ge=1, le=999)] = 99

    def flaw(self) -> tuple[str, str] | None:
        """Every recovery step once; a guard roll that some face, or none, meets."""
        if sorted(self.recovery_order) != sorted(ORDER):
            return "recovery_order", f"name each of {', '.join(ORDER)} once"
        if self.guard_roll_min > self.guard_roll_die + 1:
            return "guard_roll_min", "at most one more than its die has faces (never)"
        return None


DEFAULTS = default(HouseRules)
