"""The house rules: every point the sources leave open, with its default."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import field

from .. import house_rules as house
from ..house_rules import about, default

RecoveryStep = Literal["wounds", "remove_tokens", "exhaustion", "dice", "replenish", "tokens", "status"]
ORDER: list[RecoveryStep] = ["wounds", "remove_tokens", "exhaustion", "dice", "replenish", "tokens", "status"]


class HouseRules(house.HouseRules, frozen=True, forbid_unknown_fields=True):
    """One value for every ``[[option]]`` of the rules."""

    behaviour_die_sides: Annotated[
        int, about("RR-TURN-06", "Faces of the behaviour die, where the pack does not say.", ge=2, le=100)
    ] = 12
    rage_dice: Annotated[int, about("RR-RAGE-01", "How many rage dice the Chimera has.", ge=1, le=10)] = 5
    no_basic_rage_die: Annotated[
        Literal["skip", "roll_any"], about("RR-RAGE-02", "A Roll while no rage die shows basic.")
    ] = "skip"
    rage_token_rule: Annotated[
        Literal["all_power_reset", "per_raise"],
        about(
            "RR-RAGE-04",
            "A Red Rains token when all rage dice show power, or for each die raised.",
            literal="per_raise",
            reading=(
                "The source names raising rage dice as an occasion for Red Rains tokens; the default "
                "places one when all dice show power, and sets them back, because public play counts "
                "so."
            ),
        ),
    ] = "all_power_reset"
    rains_do_not_wait: Annotated[
        bool,
        about(
            "RR-RAGE-05",
            "A player's pass raises a rage die while an aspect is face down.",
            literal=False,
            reading=(
                "The source raises no rage die when a player passes; the default does while an aspect "
                "is face down, because public play makes waiting cost something."
            ),
        ),
    ] = True
    status_exhausted: Annotated[
        Literal["resolve", "skip"],
        about(
            "RR-TURN-02",
            "Exhausted aspects in the status step.",
            literal="skip",
            reading=(
                "The source makes all text on an exhausted card inactive; the default resolves the "
                "status ability of an exhausted aspect, because such abilities count as inexhaustible "
                "in public play."
            ),
        ),
    ] = "resolve"
    status_no_token: Annotated[
        Literal["skip", "resolve"],
        about(
            "RR-TURN-13",
            "Aspects without a status token in the status step.",
            literal="resolve",
            reading=(
                "The source resolves every status ability in the status step; the default passes over "
                "an aspect that has no status token left, because the tokens would count for nothing "
                "otherwise."
            ),
        ),
    ] = "skip"
    status_order: Annotated[
        Literal["live_left_to_right", "snapshot"],
        about("RR-TURN-02", "The status step walks the board as it changes, or as it stood."),
    ] = "live_left_to_right"
    status_token_use: Annotated[
        Literal["one_each", "as_printed"],
        about(
            "RR-TURN-17",
            "Each status ability takes a status token off first, or only where its own text does.",
            literal="as_printed",
            reading=(
                "The source says how an aspect gets status tokens and has nothing take them off; the default takes "
                "one off for each use of the ability, because they count how often it is used in public play."
            ),
        ),
    ] = "one_each"
    first_player: Annotated[
        Literal["players", "chimera"], about("RR-TURN-18", "Who has the first player token in round 1.")
    ] = "players"
    must_attack: Annotated[
        Literal["replaces_mode", "ignored"], about("RR-TURN-14", "An aspect that is obliged to attack.")
    ] = "replaces_mode"
    side_action_nature: Annotated[
        Literal["side_action_and_dice_power", "dice_power_only"],
        about(
            "RR-TURN-15",
            "What can stop the side action of a behaviour row.",
            literal="dice_power_only",
            reading=(
                "The source calls the side actions of a behaviour row dice power effects and no more; "
                "the default lets what stops side actions stop them as well, because the Chimera "
                "counts as a player."
            ),
        ),
    ] = "side_action_and_dice_power"
    reveal_none: Annotated[
        Literal["nothing", "attack_leftmost"], about("RR-REV-05", "A Reveal that finds no face-down aspect.")
    ] = "nothing"
    specified_attacker_unable: Annotated[
        Literal["no_attack", "leftmost_instead"], about("RR-ATK-03", "A named attacker that cannot attack.")
    ] = "no_attack"
    damage_model: Annotated[
        Literal["attacker_first", "simultaneous"],
        about("RR-BASE-01", "Whose damage comes first when a unit of the Chimera attacks."),
    ] = "attacker_first"
    phoenixborn_counters: Annotated[
        bool, about("RR-GRD-06", "A Phoenixborn that is attacked or guards counters with its attack value.")
    ] = False
    counter_exhausts_player_units: Annotated[
        bool, about("RR-BASE-02", "A player's unit that countered receives an exhaustion token.")
    ] = True
    block_and_guard_counter: Annotated[
        Literal["forced", "optional"], about("RR-BLK-04", "Whether blockers and guards must counter.")
    ] = "forced"
    guard_reset: Annotated[
        Literal["round_start", "recovery_phase"], about("RR-GRD-08", "When the Phoenixborn may guard again.")
    ] = "round_start"
    redirected_attack: Annotated[
        Literal["as_phoenixborn_attack", "as_unit_attack"],
        about("RR-TGT-03", "How an attack is answered that fell back to the Phoenixborn."),
    ] = "as_phoenixborn_attack"
    effect_without_target: Annotated[
        Literal["no_effect", "phoenixborn"], about("RR-TGT-06", "An effect on a unit that finds none.")
    ] = "no_effect"
    unit_without_side: Annotated[
        Literal["leftmost_legal", "rightmost_legal", "player_chooses"],
        about("RR-TGT-07", "Which unit an effect takes that names no side."),
    ] = "leftmost_legal"
    left_battle_exhaustion: Annotated[
        Literal["none", "one_token"],
        about(
            "RR-BTL-02",
            "What an attacker that left battle receives.",
            literal="one_token",
            reading=(
                "The source puts an exhaustion token on a unit after it attacked and excepts none; "
                "the default spares an attacker that left battle, because it never resolved its "
                "attack."
            ),
        ),
    ] = "none"
    fatigue_after_empties: Annotated[
        int,
        about(
            "RR-FAT-01",
            "How often the draw pile runs out before fatigue; 0: 1, two players 2.",
            ge=0,
            le=9,
            literal=1,
            reading=(
                "The source makes the Chimera fatigued when its draw pile is emptied, however many "
                "play; the default waits for the second time with two players, because public play "
                "does."
            ),
        ),
    ] = 0
    draw_pile_refill: Annotated[
        Literal["immediately", "when_aspects_are_added", "never"],
        about("RR-FAT-04", "When the discard pile is shuffled into a new draw pile."),
    ] = "immediately"
    removed_leftover: Annotated[
        Literal["draw_pile", "removed_again"], about("RR-LAW-23", "Where removed aspects stay that were not needed.")
    ] = "draw_pile"
    partial_draw: Annotated[
        Literal["per_card", "all_or_nothing"], about("RR-LAW-03", "A draw of more cards than there are.")
    ] = "per_card"
    hand_triggers_fatigue: Annotated[
        bool,
        about(
            "RR-HAND-05",
            "A draw pile emptied by setting cards aside counts as run out.",
            literal=True,
            reading=(
                "The source makes the Chimera fatigued when its draw pile is emptied; the default "
                "leaves out a pile that was set aside as a hand, because its cards are put back at "
                "once."
            ),
        ),
    ] = False
    token_placement: Annotated[
        Literal["one_at_a_time", "batch"],
        about(
            "RR-TOK-04",
            "How several Red Rains tokens are placed.",
            literal="batch",
            reading=(
                "The source looks for the Ultimate once tokens have been placed; the default looks "
                "after each single token, because a large placement could otherwise bring one "
                "Ultimate only."
            ),
        ),
    ] = "one_at_a_time"
    ultimate_removed: Annotated[
        Literal["effective_value", "printed_value"], about("RR-ULT-02", "How many tokens an Ultimate removes.")
    ] = "effective_value"
    ultimate_foreign: Annotated[
        Literal["chimera_card_too", "battlefields"],
        about(
            "RR-ULT-03",
            "Where an Ultimate discards players' cards: with those on the Chimera card, or without.",
            literal="battlefields",
            reading=(
                "The source discards the cards on the battlefields that the Chimera does not own; the default takes "
                "those on the Chimera card with them, because they are no more its own than the others."
            ),
        ),
    ] = "chimera_card_too"
    ultimate_recheck: Annotated[
        Literal["only_on_placing", "continuous"], about("RR-TOK-06", "When the Ultimate value is compared.")
    ] = "only_on_placing"
    ultimate_card_tokens: Annotated[
        Literal["lost", "move_to_chimera"], about("RR-ULT-09", "Exhaustion tokens on an Ultimate card that goes.")
    ] = "lost"
    recovery_tokens_per_aspect: Annotated[
        int, about("RR-TOK-01", "Red Rains tokens in recovery for each aspect that counts.", ge=0, le=9)
    ] = 1
    recovery_tokens_aspects: Annotated[
        Literal["face_up", "all"],
        about(
            "RR-TOK-01",
            "Aspects that bring Red Rains tokens in recovery.",
            literal="all",
            reading=(
                "The source places tokens for aspects that are still there; the default counts those face up, "
                "because a face-down one is not in play."
            ),
        ),
    ] = "face_up"
    recovery_token_removal: Annotated[
        Literal["exhaustion_tokens", "none"],
        about(
            "RR-TOK-07",
            "Red Rains tokens that leave in recovery.",
            literal="none",
            reading=(
                "The source takes Red Rains tokens away in the Ultimate only; the default also takes "
                "some away in recovery for exhaustion on the Chimera, because public play does."
            ),
        ),
    ] = "exhaustion_tokens"
    recovery_order: Annotated[list[RecoveryStep], about("RR-BASE-06", "The order of the recovery phase.")] = field(
        default_factory=lambda: list(ORDER)
    )
    recovery_dice: Annotated[
        Literal["exhausted", "kept"], about("RR-BASE-08", "The active dice of the sample deck in recovery.")
    ] = "exhausted"
    declared_dice: Annotated[
        Literal["confirmed", "trusted"],
        about("RR-DICE-05", "Dice that were declared once: asked whether they are still so, or taken as they were."),
    ] = "confirmed"
    replenish: Annotated[
        Literal["threat_minus_aspects", "fixed_count"], about("RR-BASE-07", "How many aspects recovery adds.")
    ] = "threat_minus_aspects"
    full_chimera_battlefield: Annotated[
        Literal["add_slot", "discard"], about("RR-LAW-15", "A unit put onto a full battlefield of the Chimera's.")
    ] = "add_slot"
    guard_roll_die: Annotated[int, about("RR-LAW-09", "Faces of the die of the guard roll.", ge=2, le=100)] = 12
    guard_roll_min: Annotated[int, about("RR-LAW-09", "The Chimera guards on this or more.", ge=1, le=101)] = 9
    chimera_guards_per_round: Annotated[
        int, about("RR-LAW-09", "How often the Chimera guards in a round; 0 for no limit.", ge=0, le=9)
    ] = 0
    prepare_stop: Annotated[
        Literal["chimera_first", "always", "never"],
        about("RR-BASE-09", "With printed cards: when play stops for dice and cards before the first turn."),
    ] = "chimera_first"
    lethal_stop: Annotated[
        Literal["own", "every", "never"],
        about(
            "RR-DMG-03",
            "With printed cards: when play stops before something is destroyed: a player's card, any, or never.",
        ),
    ] = "own"
    simultaneous_order: Annotated[
        Literal["active_player_first", "first_player_first"], about("RR-BTL-08", "Whose waiting effects come first.")
    ] = "active_player_first"
    declaration_triggers: Annotated[
        Literal["after_each_step", "after_both_steps"],
        about("RR-BTL-07", "When effects of being declared attacker resolve."),
    ] = "after_each_step"
    aspect_destroyed: Annotated[
        Literal["discard_and_blood", "discard"], about("RR-BASE-04", "What a destroyed aspect's blood does.")
    ] = "discard_and_blood"
    pass_sticky: Annotated[bool, about("RR-TURN-11", "A Chimera that passed goes on passing this phase.")] = False
    reaction_windows: Annotated[
        Literal["printed", "always", "never"],
        about("RR-REV-03", "When play stops for a declared reaction: with printed cards, always, or never."),
    ] = "printed"
    most_rounds: Annotated[
        int, about("TABLE", "A game that is not decided after so many rounds is lost.", ge=1, le=999)
    ] = 99

    def flaw(self) -> tuple[str, str] | None:
        """Every recovery step once; a guard roll that some face, or none, meets."""
        if sorted(self.recovery_order) != sorted(ORDER):
            return "recovery_order", f"name each of {', '.join(ORDER)} once"
        if self.guard_roll_min > self.guard_roll_die + 1:
            return "guard_roll_min", "at most one more than guard_roll_die has faces (never)"
        return None


DEFAULTS = default(HouseRules)


__all__ = ["DEFAULTS", "ORDER", "HouseRules", "RecoveryStep"]
