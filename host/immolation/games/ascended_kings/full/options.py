"""The house rules that only the full track knows: what the rulebook leaves open about mats, cards and turns.

Knows no position and no seat. What the board alone leaves open is in `..options`.
"""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, field

from ...house_rules import about
from ..frames import WindowKind
from ..options import HouseRules, TurnStep, dotted
from .dice import Face

WINDOWS: list[WindowKind] = [
    "attack",
    "target",
    "focus-dice",
    "rolled",
    "wounds",
    "pickup",
    "end-of-round",
    "draw",
    "turn-end",
]


class FullRules(HouseRules, frozen=True, forbid_unknown_fields=True, rename=dotted):
    """One value for every ``[config: ...]`` key; attribute ``deck_x_y`` is key ``deck.x_y``."""

    setup_gem_choice_order: Annotated[
        Literal["turn_order", "reverse"], about("AK-SETUP-08", "Who chooses the first three Core gems first.")
    ] = "turn_order"
    mat_prismatic_count: Annotated[
        int, about("AK-COMP-13", "Prismatic Transmutations on a Revenant's mat.", ge=0, le=3)
    ] = 3
    data_cards_unknown_ability: Annotated[
        Literal["pack", "none"],
        about(
            "AK-INDEX-18",
            "Abilities the rulebook does not give: as the card pack's house has them, or left out.",
            literal="none",
            reading=(
                "The source does not give the abilities of some cards; the default plays those of the "
                "card pack, because the cards would be good for their Instant Power only."
            ),
        ),
    ] = "pack"
    data_cards_lancea_wounds: Annotated[
        int,
        about("AK-INDEX-19", "Wounds of Lancea of Aeterna, in the card pack that ships; others say so.", ge=1, le=9),
    ] = 3
    data_cards_curse_wounds: Annotated[
        int, about("AK-INDEX-19", "Wounds of Revenant Curse, in the card pack that ships; others say so.", ge=1, le=9)
    ] = 3
    deck_exhausted: Annotated[
        Literal["reshuffle", "skip"],
        about("AK-CARD-05", "A draw from an empty deck shuffles its discard pile, or is skipped."),
    ] = "reshuffle"
    turn_start_order: Annotated[
        list[TurnStep], about("AK-TURN-06", "The order of what comes before the actions of a turn.")
    ] = field(default_factory=lambda: ["absorb", "generate_focus+shield", "choose_state"])
    transmute_same_turn_cycle: Annotated[
        bool, about("AK-TRANS-08", "A Transmutation may be undone and completed again in one turn.")
    ] = True
    transmute_prismatic_inscription_counts: Annotated[
        bool, about("AK-TRANS-09", "A Prismatic Inscription counts against a King's limit of Core Transmutations.")
    ] = False
    inscription_enforce_legality: Annotated[
        bool,
        about(
            "AK-INSC-05",
            "An illegal inscription is refused; else it is found out when it is taken back.",
            literal=False,
            reading=(
                "The source finds a wrong inscription out when it is taken back, and discards it; the "
                "default refuses it at once, because the host sees the card."
            ),
        ),
    ] = True
    inscription_cancel_consumes_use: Annotated[
        bool, about("AK-INSC-10", "A cancelled activation is the one of this turn.")
    ] = False
    inscription_prismatic_gems_on_uninscribe: Annotated[
        Literal["pool", "supply"],
        about("AK-INSC-13", "Where the gems of a Prismatic Inscription go when it is taken off."),
    ] = "pool"
    escape_unpaid_blocks: Annotated[
        Literal["move", "turn"],
        about(
            "AK-ESC-06",
            "What too little Egis blocks: the step it cannot pay (move), or every step that leaves anybody as long as "
            "it does not pay for all opponents adjacent (turn).",
            literal="turn",
            reading=(
                "The source bans a player who cannot pay an Escape Cost from Aria Movement this turn; "
                "the default bans that step only, because Egis may still be gained and other steps "
                "cost none."
            ),
        ),
    ] = "move"
    defence_late_egis: Annotated[
        bool,
        about("AK-DEF-05", "Egis gained once wounds of an attack are announced blocks them; else it comes too late."),
    ] = True
    attack_lock_amount: Annotated[
        bool, about("AK-ATK-05", "The Pyre of an attack is fixed; else the attacker may add some in its window.")
    ] = True
    dice_chart: Annotated[
        dict[Literal["1", "2", "3", "4", "5", "6"], Face], about("AK-DICE-01", "What each result of the dice gives.")
    ] = field(
        default_factory=lambda: {"1": "aria", "2": "aria", "3": "egis", "4": "pyre", "5": "pyre", "6": "any_core"}
    )
    dice_mirror_min_dice: Annotated[
        int, about("AK-DICE-09", "The fewest dice that earn a Mirror Bonus.", ge=1, le=12)
    ] = 2
    dice_mirror_on_instant: Annotated[
        bool, about("AK-DICE-11", "Rolls of Instant Powers can earn the Mirror Bonus.")
    ] = True
    dice_ascended_faces: Annotated[
        list[Annotated[int, Meta(ge=1, le=6)]],
        about("AK-LAST-02", "The faces of the Ascended Die.", min_length=1, max_length=12),
    ] = field(default_factory=lambda: [1, 2, 3, 4, 5, 6])
    heal_require_dire: Annotated[
        bool, about("AK-ABIL-07", "Heal Wound needs a Dire gem in the pool; else it may be paid for nothing.")
    ] = True
    shield_blocks_all_opponents_effects: Annotated[
        bool, about("AK-ABIL-15", "The Ylem Shield also keeps off what affects all opponents.")
    ] = True
    instant_windows: Annotated[
        list[WindowKind], about("AK-INST-06", "After what a reaction window opens; Instant Powers work anyway.")
    ] = field(default_factory=lambda: list(WINDOWS))
    instant_asked: Annotated[
        Literal["concerned", "holders"],
        about(
            "AK-INST-06",
            "Whom a window asks: once a stage those whom what comes next touches and who may hold a card that matters "
            "to it, or every holder of a card, anew after each Instant Power.",
        ),
    ] = "concerned"
    instant_while_dead: Annotated[
        bool,
        about(
            "AK-INST-12",
            "The dead may use Instant Powers before they return.",
            literal=True,
            reading=(
                "The source allows Instant Powers at any time; the default keeps the dead from them "
                "until they have returned, because a return begins with discarding the hand."
            ),
        ),
    ] = False
    instant_held_until_return_step: Annotated[
        Literal[7, 8], about("AK-INST-12", "The step of the return after which Instant Powers are free again.")
    ] = 7
    last_king_die_in_instant_rolls: Annotated[
        bool,
        about(
            "AK-LAST-07",
            "The Ascended Die joins rolls of Instant Powers in the own Latent State.",
            literal=True,
            reading=(
                "The source adds the Ascended Die to Focus Dice rolled in the Latent State; the "
                "default leaves it out of rolls of Instant Powers, because these may be made in any "
                "state."
            ),
        ),
    ] = False

    def flaw(self) -> tuple[str, str] | None:
        """The key of an option that types alone allow but no game, and the reason; None if there is none."""
        order = self.turn_start_order
        if sorted(order) != ["absorb", "choose_state", "generate_focus+shield"] or order[-1] != "choose_state":
            return "turn.start_order", "name absorb and generate_focus+shield once each, then choose_state"
        if len(set(self.instant_windows)) < len(self.instant_windows):
            return "instant.windows", "name each window once at most"
        return super().flaw()
