"""The house rules of both tracks: every point the rulebook leaves open, with its default."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Annotated, Literal, TypeVar, get_args

from msgspec import Meta, field

from .. import house_rules as house
from ..house_rules import default, read, shown
from .board.geometry import COUNT, Edge
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

    setup_unique_kings: bool = True
    setup_king_choice_order: Literal["reverse", "turn_order"] = "reverse"
    setup_start_player: Literal["agreed", "random"] = "agreed"
    setup_start_tiles: dict[Edge, Tile] = field(
        default_factory=lambda: {"top": 14, "right": 48, "bottom": 85, "left": 51}
    )
    setup_seats: dict[Literal["2", "3", "4"], list[Edge]] = field(
        default_factory=lambda: {
            "2": ["top", "bottom"],
            "3": ["top", "right", "bottom"],
            "4": ["top", "right", "bottom", "left"],
        }
    )
    data_king_names: dict[str, str] = field(default_factory=dict)
    board_orientation: Orientation = "tens=row_from_top,units=col_from_left"
    board_stack_limit: Annotated[int, Meta(ge=0, le=99)] = 0
    supply_dire_empty: Literal["no_wound", "wound"] = "no_wound"
    proximity_mode: Literal["ray", "clamp"] = "ray"
    omega_event_dial_front: Annotated[list[Icon], Meta(min_length=1, max_length=36)] = field(
        default_factory=lambda: list(FRONT)
    )
    omega_event_dial_back: Annotated[list[Icon], Meta(min_length=1, max_length=36)] = field(
        default_factory=lambda: list(BACK)
    )
    omega_flip_keeps_index: bool = True
    gem_collect_order: list[Collected] = field(default_factory=lambda: ["bloodstones", "ylem", "core", "dire"])
    movement_diagonal_squeeze: bool = True
    turn_active_death_ends_turn: bool = True
    fire_immolation_edges: dict[Literal["1", "2", "3", "4"], Edge] = field(
        default_factory=lambda: {"1": "top", "2": "right", "3": "bottom", "4": "left"}
    )
    fire_crossing_wounds: Annotated[int, Meta(ge=1, le=2)] = 1
    fire_step_order: list[FireStep] = field(default_factory=lambda: ["explosions", "immolation", "fire-wounds"])
    fire_absent_wall_counts_as_edge: bool = True
    fire_bloodstone_blocks_placement: bool = True
    fire_placement_triggers_crossing: bool = True
    fire_immolation_return: Literal["after_event", "immediate"] = "after_event"
    fire_allow_move_behind_perpendicular: bool = False
    kill_separation_fire_credit: Literal["caster", "none"] = "caster"
    rev_placement_respects_omega: bool = True
    last_king_when: Literal["on_return", "on_kill"] = "on_return"
    index_swap_into_fire_wounds: Annotated[int, Meta(ge=0, le=5)] = 1
    index_pushed_fire_wounds: Literal["tile", "batch"] = "tile"
    index_separation_blocked_on_wall_wounds: Annotated[int, Meta(ge=0, le=5)] = 1
    index_dire_transfer_behind_fire: bool = False
    index_lancea_transfers_ascended_die: bool = False
    los_diamond_halfwidth: Annotated[float, Meta(ge=0, le=0.5)] = 0.0
    war_last_round: Annotated[int, Meta(ge=0, le=999)] = 60
    score_table: dict[Literal["omega", "bloodstone", "never_killed", "transmutation", "ylem", "level"], int] = field(
        default_factory=lambda: {
            "omega": 25,
            "bloodstone": 15,
            "never_killed": 10,
            "transmutation": 5,
            "ylem": 1,
            "level": 5,
        }
    )
    score_tiebreak: dict[Literal["level3", "level2", "level1", "lancea", "curse"], int] = field(
        default_factory=lambda: {"level3": 3, "level2": 2, "level1": 1, "lancea": 15, "curse": 10}
    )
    score_dead: Literal["as_it_lies", "as_returned", "ylem_only"] = "as_it_lies"
    score_other_cards: Annotated[int, Meta(ge=0, le=99)] = 0

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

    setup_gem_choice_order: Literal["turn_order", "reverse"] = "turn_order"
    mat_prismatic_count: Annotated[int, Meta(ge=0, le=3)] = 3
    data_cards_unknown_ability: Literal["pack", "none"] = "pack"
    data_cards_lancea_wounds: Annotated[int, Meta(ge=1, le=9)] = 3
    data_cards_curse_wounds: Annotated[int, Meta(ge=1, le=9)] = 3
    deck_exhausted: Literal["reshuffle", "skip"] = "reshuffle"
    turn_start_order: list[TurnStep] = field(
        default_factory=lambda: ["absorb", "generate_focus+shield", "choose_state"]
    )
    transmute_same_turn_cycle: bool = True
    transmute_prismatic_inscription_counts: bool = False
    inscription_enforce_legality: bool = True
    inscription_cancel_consumes_use: bool = False
    inscription_prismatic_gems_on_uninscribe: Literal["pool", "supply"] = "pool"
    escape_unpaid_blocks: Literal["move", "turn"] = "move"
    defence_late_egis: bool = True
    attack_lock_amount: bool = True
    dice_chart: dict[Literal["1", "2", "3", "4", "5", "6"], Face] = field(
        default_factory=lambda: {"1": "aria", "2": "aria", "3": "egis", "4": "pyre", "5": "pyre", "6": "any_core"}
    )
    dice_mirror_min_dice: Annotated[int, Meta(ge=1, le=12)] = 2
    dice_mirror_on_instant: bool = True
    dice_ascended_faces: Annotated[list[Annotated[int, Meta(ge=1, le=6)]], Meta(min_length=1, max_length=12)] = field(
        default_factory=lambda: [1, 2, 3, 4, 5, 6]
    )
    heal_require_dire: bool = True
    shield_blocks_all_opponents_effects: bool = True
    instant_windows: list[WindowKind] = field(default_factory=lambda: list(WINDOWS))
    instant_asked: Literal["concerned", "holders"] = "concerned"
    instant_while_dead: bool = False
    instant_held_until_return_step: Literal[7, 8] = 7
    last_king_die_in_instant_rolls: bool = False

    def flaw(self) -> tuple[str, str] | None:
        """The key of an option that types alone allow but no game, and the reason; None if there is none."""
        order = self.turn_start_order
        if sorted(order) != ["absorb", "choose_state", "generate_focus+shield"] or order[-1] != "choose_state":
            return "turn.start_order", "name absorb and generate_focus+shield once each, then choose_state"
        if len(set(self.instant_windows)) < len(self.instant_windows):
            return "instant.windows", "name each window once at most"
        return super().flaw()


Rules = TypeVar("Rules", bound=HouseRules)


def house_rules(values: object, kind: type[Rules]) -> Rules:
    """The house rules of a track that a table of dotted keys describes. Raises BadConfig naming the key.

    Tables may be given in part: what is missing keeps its default.
    """
    if isinstance(values, Mapping) and values:
        defaults = default(kind).values()
        tables = {key: part for key, part in values.items() if isinstance(part, Mapping)}
        whole = {key: defaults[key] for key in tables if isinstance(defaults.get(key), Mapping)}
        values = {**values, **{key: {**table, **tables[key]} for key, table in whole.items()}}
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
