"""The house rules of both tracks: every point the rulebook leaves open, with its default."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Annotated, Literal, TypeVar, get_args

from msgspec import Meta, field

from .. import house_rules as house
from ..house_rules import about, default, read, shown
from .board.geometry import COUNT, EDGES, Edge
from .components import king_keys
from .frames import WindowKind
from .full.mats.dice import Face

Icon = Literal["FIRE", "YLEM", "PYRE", "PYRE2", "YLEM_DIRE"]
"""An icon of the event dial: the blue flame, 1 Ylem, 1 Pyre, 2 Pyre, 1 Ylem and 1 Dire (AK-EVENT-01)."""

FireStep = Literal["explosions", "immolation", "fire-wounds"]
TurnStep = Literal["absorb", "generate_focus+shield", "choose_state"]
"""What comes before the actions of a turn (AK-TURN-06)."""

Collected = Literal["bloodstones", "ylem", "core", "dire"]
Orientation = Literal[
    "tens=row_from_top,units=col_from_left",
    "tens=row_from_top,units=col_from_right",
    "tens=row_from_bottom,units=col_from_left",
    "tens=row_from_bottom,units=col_from_right",
    "tens=col_from_left,units=row_from_top",
    "tens=col_from_left,units=row_from_bottom",
    "tens=col_from_right,units=row_from_top",
    "tens=col_from_right,units=row_from_bottom",
]
ORIENTATIONS = (
    "rows from the top, columns from the left",
    "rows from the top, columns from the right",
    "rows from the bottom, columns from the left",
    "rows from the bottom, columns from the right",
    "columns from the left, rows from the top",
    "columns from the left, rows from the bottom",
    "columns from the right, rows from the top",
    "columns from the right, rows from the bottom",
)
"""What counts the tens, then the units, for each `Orientation`."""

FRONT: list[Icon] = ["FIRE", "YLEM", "PYRE"] * 4
BACK: list[Icon] = ["FIRE", "YLEM", "PYRE2", "FIRE", "YLEM_DIRE", "PYRE"] * 2


def dotted(name: str) -> str:
    """The key of an attribute: ``fire_crossing_wounds`` is ``fire.crossing_wounds``."""
    for words, key in (("last_king_", "last_king."), ("data_cards_", "data.cards.")):
        if name.startswith(words):
            return name.replace(words, key).replace("_wounds", ".wounds")
    return name.replace("_", ".", 1)


Tile = Annotated[int, Meta(ge=0, le=COUNT - 1)]


class HouseRules(house.HouseRules, frozen=True, forbid_unknown_fields=True, rename=dotted):
    """One value for every ``[config: ...]`` key of the arena's rules; attribute ``fire_x_y`` is key ``fire.x_y``."""

    setup_unique_kings: Annotated[bool, about("AK-COMP-02", "Each King may be taken by one player only.")] = True
    setup_king_choice_order: Annotated[
        Literal["reverse", "turn_order"], about("AK-SETUP-03", "Who chooses first, if Kings are chosen in the game.")
    ] = "reverse"
    setup_start_player: Annotated[
        Literal["agreed", "random"],
        about("TABLE", "How the first starting player is found; agreed is the first seat."),
    ] = "agreed"
    setup_start_tiles: Annotated[
        dict[Edge, Tile], about("AK-COMP-16", "The starting tile of each side of the board.")
    ] = field(default_factory=lambda: {"top": 14, "right": 48, "bottom": 85, "left": 51})
    setup_seats: Annotated[
        dict[Literal["2", "3", "4"], list[Edge]],
        about("AK-SETUP-07", "Number of players -> the sides they sit at, in turn order."),
    ] = field(
        default_factory=lambda: {
            "2": ["top", "bottom"],
            "3": ["top", "right", "bottom"],
            "4": ["top", "right", "bottom", "left"],
        }
    )
    data_king_names: Annotated[
        dict[str, str], about("AK-COMP-03", "King -> another name to show, by key (vara, kynazarr, ...).")
    ] = field(default_factory=dict)
    board_orientation: Annotated[
        Orientation, about("AK-COMP-15", "How the printed numbers run over the board.", titles=ORIENTATIONS)
    ] = "tens=row_from_top,units=col_from_left"
    board_stack_limit: Annotated[
        int,
        about("AK-PROX-06", "Most gems on one tile; 0 for no limit. Surplus gems stay in the supply.", ge=0, le=99),
    ] = 0
    supply_dire_empty: Annotated[
        Literal["no_wound", "wound"],
        about("AK-COMP-10", "What a wound does while the supply of Dire is declared empty."),
    ] = "no_wound"
    proximity_mode: Annotated[
        Literal["ray", "clamp"],
        about(
            "AK-PROX-03",
            "Out of a burning corner: along the diagonal, or to the nearest free tile.",
            titles=("along the diagonal", "to the nearest free tile"),
        ),
    ] = "ray"
    omega_event_dial_front: Annotated[
        list[Icon], about("AK-OMEGA-06", "The icons of the event dial's front, in order.", min_length=1, max_length=36)
    ] = field(default_factory=lambda: list(FRONT))
    omega_event_dial_back: Annotated[
        list[Icon], about("AK-OMEGA-06", "The icons of the event dial's back, in order.", min_length=1, max_length=36)
    ] = field(default_factory=lambda: list(BACK))
    omega_flip_keeps_index: Annotated[
        bool,
        about("AK-OMEGA-06", "The event pointer keeps its place when the index is turned over; else it starts anew."),
    ] = True
    gem_collect_order: Annotated[
        list[Collected], about("AK-GEM-08", "What is taken first from a tile that holds several kinds.")
    ] = field(default_factory=lambda: ["bloodstones", "ylem", "core", "dire"])
    movement_diagonal_squeeze: Annotated[
        bool, about("AK-MOVE-04", "A diagonal step between two occupied tiles is allowed.")
    ] = True
    turn_active_death_ends_turn: Annotated[
        bool, about("AK-ACTIVE-08", "A player who dies in the own turn ends it at once; else when they say so.")
    ] = True
    fire_immolation_edges: Annotated[
        dict[Literal["1", "2", "3", "4"], Edge], about("AK-COMP-17", "Immolation Number -> the edge that bears it.")
    ] = field(default_factory=lambda: {"1": "top", "2": "right", "3": "bottom", "4": "left"})
    fire_crossing_wounds: Annotated[
        int, about("AK-FIRE-04", "Fire wounds for standing where two Fire Walls cross.", ge=1, le=2)
    ] = 1
    fire_step_order: Annotated[
        list[FireStep], about("AK-FIRE-07", "The order of what follows when a Fire Wall has moved.")
    ] = field(default_factory=lambda: ["explosions", "immolation", "fire-wounds"])
    fire_absent_wall_counts_as_edge: Annotated[
        bool,
        about(
            "AK-FIRE-10",
            "A missing wall counts as just off the board for the 3-line rule; else a lone wall may leave one line.",
            literal=False,
            reading=(
                "The source keeps two walls that face each other 3 lines apart; the default counts a "
                "missing wall as lying at its edge, because a lone wall could leave no room for the "
                "one to come."
            ),
        ),
    ] = True
    fire_bloodstone_blocks_placement: Annotated[
        bool,
        about(
            "AK-FIRE-13",
            "A Bloodstone on the outermost line also keeps a wall from being placed.",
            literal=False,
            reading=(
                "The source keeps a wall from advancing onto a Bloodstone; the default also keeps one "
                "from being placed there, because the stone would be lost in the fire."
            ),
        ),
    ] = True
    fire_placement_triggers_crossing: Annotated[
        bool,
        about(
            "AK-FIRE-19",
            "Placing a wall burns and explodes what lies there, like advancing it.",
            literal=False,
            reading=(
                "The source burns what a wall moves across; the default also burns what lies where a "
                "wall is placed, because the fire comes there just the same."
            ),
        ),
    ] = True
    fire_immolation_return: Annotated[
        Literal["after_event", "immediate"],
        about(
            "AK-FIRE-20",
            "When those who die in the End of Round return.",
            literal="immediate",
            reading=(
                "The source has those whom the fire overtakes return immediately; the default waits "
                "until the event has been resolved, because the source also says before the next "
                "turn."
            ),
        ),
    ] = "after_event"
    fire_allow_move_behind_perpendicular: Annotated[
        bool, about("AK-MOVE-10", "Walking along a wall may pass behind a wall that crosses it.")
    ] = False
    kill_separation_fire_credit: Annotated[
        Literal["caster", "none"], about("AK-KILL-06", "Who gets a bonus when a push into the fire kills.")
    ] = "caster"
    rev_placement_respects_omega: Annotated[
        bool, about("AK-REV-13", "A Revenant without a Bloodstone may not return onto the Omega Stone.")
    ] = True
    last_king_when: Annotated[
        Literal["on_return", "on_kill"], about("AK-LAST-01", "When the Last King Standing takes the Ascended Die.")
    ] = "on_return"
    index_swap_into_fire_wounds: Annotated[
        int, about("AK-INDEX-11", "Wounds for a character that a swap puts on a burning tile.", ge=0, le=5)
    ] = 1
    index_pushed_fire_wounds: Annotated[
        Literal["tile", "batch"],
        about(
            "AK-INDEX-16", "Fire wounds of a forced move: on each tile as it is entered, or in one batch on the last."
        ),
    ] = "tile"
    index_separation_blocked_on_wall_wounds: Annotated[
        int, about("AK-INDEX-17", "Wounds for one on a wall who is pushed outward and cannot move.", ge=0, le=5)
    ] = 1
    index_dire_transfer_behind_fire: Annotated[
        bool,
        about(
            "AK-INDEX-08",
            "Dire Transfer may put a Dire gem behind a Fire Wall.",
            literal=True,
            reading=(
                "The source forbids Dire Transfer onto a Fire Wall and no more; the default forbids "
                "the tiles behind it as well, because nobody could ever come to them."
            ),
        ),
    ] = False
    index_lancea_transfers_ascended_die: Annotated[
        bool, about("AK-INDEX-21", "Lancea of Aeterna and Revenant Curse also hand over the Ascended Die.")
    ] = False
    los_diamond_halfwidth: Annotated[
        float, about("AK-INDEX-02", "Size of the free diamond at tile corners, in tile sides.", ge=0, le=0.5)
    ] = 0.0
    war_last_round: Annotated[
        int,
        about(
            "AK-WAR-14",
            "The round after which a war that nobody has ended is counted without the Omega Stone; 0 for none.",
            ge=0,
            le=999,
        ),
    ] = 60
    score_table: Annotated[
        dict[Literal["omega", "bloodstone", "never_killed", "transmutation", "ylem", "level"], int],
        about("AK-SCORE-01", "Koru for each line of the score sheet."),
    ] = field(
        default_factory=lambda: {
            "omega": 25,
            "bloodstone": 15,
            "never_killed": 10,
            "transmutation": 5,
            "ylem": 1,
            "level": 5,
        }
    )
    score_tiebreak: Annotated[
        dict[Literal["level3", "level2", "level1", "lancea", "curse"], int],
        about("AK-SCORE-03", "What each card in hand counts in a tie."),
    ] = field(default_factory=lambda: {"level3": 3, "level2": 2, "level1": 1, "lancea": 15, "curse": 10})
    score_dead: Annotated[
        Literal["as_it_lies", "as_returned", "ylem_only"],
        about(
            "AK-SCORE-08",
            "What counts for one who is dead at the end: mat and hand as they lie, or as after steps 1 to 5 of the "
            "return, or as they lie without the Transmutations.",
        ),
    ] = "as_it_lies"
    score_other_cards: Annotated[
        int, about("AK-SCORE-05", "What any other card in hand counts in a tie.", ge=0, le=99)
    ] = 0

    def flaw(self) -> tuple[str, str] | None:
        """The key of an option that types alone allow but no game, and the reason; None if there is none."""
        return next((flaw for flaw in _flaws(self) if flaw is not None), None)


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


Rules = TypeVar("Rules", bound=HouseRules)

_WHOLE: dict[str, tuple[str, ...]] = {
    "setup.start_tiles": EDGES,
    "setup.seats": ("2", "3", "4"),
    "fire.immolation_edges": ("1", "2", "3", "4"),
    "dice.chart": ("1", "2", "3", "4", "5", "6"),
    "score.table": ("omega", "bloodstone", "never_killed", "transmutation", "ylem", "level"),
    "score.tiebreak": ("level3", "level2", "level1", "lancea", "curse"),
}
"""Tables that may be given in part: what is missing keeps its default."""


def house_rules(values: object, kind: type[Rules]) -> Rules:
    """The house rules of a track that a table of dotted keys describes. Raises BadConfig naming the key."""
    if isinstance(values, Mapping) and values:
        defaults = default(kind).values()
        parts = {key: values[key] for key in _WHOLE if key in defaults and isinstance(values.get(key), Mapping)}
        values = {**values, **{key: {**defaults[key], **part} for key, part in parts.items()}}
    return read(values, kind)


DEFAULTS = default(HouseRules)


def _flaws(rules: HouseRules) -> Iterator[tuple[str, str] | None]:
    """Yield what types alone cannot say: a key and a reason for each thing that does not hold, None where it does."""

    def insist(holds: bool, key: str, reason: str) -> tuple[str, str] | None:
        return None if holds else (key, reason)

    tiles = list(rules.setup_start_tiles.values())
    yield insist(len(set(tiles)) == len(tiles), "setup.start_tiles", "two sides may not share a starting tile")
    edges = list(rules.fire_immolation_edges.values())
    yield insist(len(set(edges)) == 4, "fire.immolation_edges", "each edge must bear one number")
    for count, sides in rules.setup_seats.items():
        enough = len(sides) == int(count) == len(set(sides))
        yield insist(enough, "setup.seats", f"{count} players need {count} different sides")
    yield insist("FIRE" in rules.omega_event_dial_front, "omega.event_dial_front", "needs a FIRE icon to start from")
    yield insist("FIRE" in rules.omega_event_dial_back, "omega.event_dial_back", "needs a FIRE icon to start from")
    order = sorted(rules.gem_collect_order)
    every = "name bloodstones, ylem, core and dire once each"
    yield insist(order == sorted(get_args(Collected)), "gem.collect_order", every)
    steps = sorted(rules.fire_step_order)
    every = "name explosions, immolation, fire-wounds once each"
    yield insist(steps == sorted(get_args(FireStep)), "fire.step_order", every)
    for name in rules.data_king_names:
        yield insist(name in king_keys(), "data.king_names", f"there is no King {shown(name)}")
    for name, given in rules.data_king_names.items():
        yield insist(0 < len(given) <= 40, "data.king_names", f"the name of {shown(name)} needs 1 to 40 characters")
    for key, table in (("score.table", rules.score_table), ("score.tiebreak", rules.score_tiebreak)):
        yield insist(all(0 <= koru <= 999 for koru in table.values()), key, "0 to 999 each")
