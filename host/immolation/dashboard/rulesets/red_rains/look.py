"""Shows Red Rains: battlefields as cards, the Chimera's dice and tokens, choices."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from functools import partial
from typing import ClassVar, Final

from nicegui import ui

from immolation.dashboard.elements import box, text
from immolation.dashboard.messages import ActionJson, EventJson, LegalActionJson, SeatJson
from immolation.dashboard.rulesets.look import Act, Asked, DrawnDie, Json, Look, numbered
from immolation.dashboard.translation import _

from . import battlefield, quick_forms
from .battlefield import Card, plural
from .choices import (
    CHIMERA,
    build_attacks,
    build_deck,
    build_stands,
    cards_of,
    names_of,
    once,
)

PHASES: Final = ("", "I", "II", "III")
RED: Final = "#b71c1c"

PILES: Final = ("pile", "unseen", "backs", "discard", "removed", "fatigued", "hand", "threat")
"""What of the Chimera stands beside the board."""

ATTACKS_FROM: Final = 2
"""So many attacks are chosen as units and a target instead of one button each."""

FACES: Final = ("power", "class", "basic")
"""Of a player's dice; the Chimera's rage dice have no class."""

TABLE_KEYS: Final = ("chimera", "battle", "about", "moment", "turn", "asked", "players")
"""What of a view the battlefields show."""


class RedRainsLook(Look):
    """Red Rains: what lies on the table stands above the decision, each card a tap away from what happens to it."""

    moments: ClassVar[Mapping[str, str]] = {
        "red-rains": "Red Rains",
        "ultimate": "An Ultimate",
        "summoned": "Summoned",
        "fallen": "A fall",
    }
    charts: ClassVar[Mapping[str, str]] = {"Wounds": "seats.*.wounds", "Wounds of the Chimera": "chimera.wounds"}
    ends: ClassVar[Mapping[str, tuple[str, str]]] = {"turn": ("turn", "end-turn")}
    wounds: ClassVar[Collection[str]] = ("damaged", "wound-tokens", "destroyed")

    def dice_of(self, action: ActionJson, events: Sequence[EventJson]) -> Sequence[DrawnDie]:
        """A player's dice, rage dice, or the die of a behaviour or of the guard."""
        if action.get("do") == "roll-die":
            return [numbered("d12", action.get("face"))]
        if action.get("do") == "roll-dice":
            rolled = next((event.data for event in events if event.kind == "dice-rolled"), {})
            power, classes = int(action.get("power", 0)), int(action.get("classes", 0))
            basic = max(0, int(rolled.get("dice", 0)) - power - classes)
            return [DrawnDie("mark", face, FACES) for face, count in zip(FACES, (power, classes, basic), strict=True)
                    for _nth in range(count)]  # fmt: skip
        if action.get("do") == "roll-rage":
            power = int(action.get("power", 0))
            basic = max(0, next((int(event.data["dice"]) for event in events if "dice" in event.data), 1) - power)
            return [
                DrawnDie("mark", face, ("power", "basic"), "Rage") for face in ("power",) * power + ("basic",) * basic
            ]
        return ()

    # --- in front of a seat ---

    def build_seat(self, facts: Mapping[str, Json], view: Mapping[str, Json]) -> None:
        """Life, the guard, dice."""
        here = battlefield.left(facts)
        text(f"{here} of {facts.get('life')} life", "im-fact" + (" hurt" if facts.get("wounds") else ""), tag="span")
        units = facts.get("units")
        if isinstance(units, list):
            text(f"{len(units)} of {plural(int(facts.get('battlefield') or 0), 'unit')}", "im-fact", tag="span")
        if facts.get("guard_used"):
            text("has guarded", "im-fact", tag="span")
        dice = facts.get("dice")
        if isinstance(dice, dict):
            shown = ", ".join(f"{count} {level}" for level, count in dice.items() if count)
            text(f"dice: {shown or 'none'}", "im-fact", tag="span")

    # --- beside the board ---

    def side(self, view: Mapping[str, Json]) -> Json:
        """The Chimera's piles."""
        chimera = view.get("chimera")
        if not isinstance(chimera, dict):
            return super().side(view)
        return [
            chimera.get(key) for key in ("pile", "unseen", "backs", "discard", "removed", "fatigued", "hand", "threat")
        ]

    def build_side(self, view: Mapping[str, Json]) -> None:
        """Build what is left in the Chimera's pile, and what has gone."""
        chimera = view.get("chimera")
        if not isinstance(chimera, dict):
            super().build_side(view)
            return
        text("The Chimera's cards", "im-small-title")
        with box("im-facts im-stacked", tag="dl"):
            told = (chimera.get("backs") or {}).items()
            backs = ", ".join(_(f"{count} with blood {blood}") for blood, count in told)
            _fact("draw pile", f"{chimera.get('pile')} ({backs})" if backs else f"{chimera.get('pile')}")
            _fact("unseen", _cards(chimera.get("unseen")))
            _fact("discarded", _cards(chimera.get("discard")) or "none")
            _fact("removed", _cards(chimera.get("removed")))
            _fact("its hand", _cards(chimera.get("hand")))
            _fact("threat", str(chimera.get("threat") or ""))
            if chimera.get("fatigued"):
                _fact("fatigued", "yes")

    # --- the battlefields ---

    def table(self, view: Mapping[str, Json]) -> Json:
        """Both battlefields, the Chimera's dice and tokens."""
        if not isinstance(view.get("chimera"), dict):
            return None
        return [{key: view.get(key) for key in TABLE_KEYS}, view.get("seats")]

    def build_table(self, view: Mapping[str, Json], deciding: Collection[str], asked: Asked, act: Act) -> None:
        """The Chimera over the player it faces; for two players one pair under the other, on a phone whoever is asked
        first."""
        marks, tap = _marks(view), partial(_tapped, view, asked, act)
        with box("im-rr-it"):
            _build_chimera(view["chimera"], marks, tap)
        for seat, facts in view["seats"].items():
            with box("im-rr asked" if seat in deciding else "im-rr"):
                nothing = "Nothing lies here."
                battlefield.build_row(
                    facts["facing"], marks, tap, f"The Chimera's cards facing {facts['name']}", nothing
                )
                text(_happening(view, seat), "im-rr-versus")
                own = battlefield.own_colour(facts)
                battlefield.build_row(facts["units"], marks, tap, f"Units of {facts['name']}", "No units yet.", own)
                notes = ["has guarded"] if facts.get("guard_used") else []
                notes += ["exhausted"] if facts.get("exhausted") else []
                notes += [quick_forms.copies(name, count) for name, count in (facts.get("attached") or {}).items()]
                battlefield.build_life(str(facts["name"]), facts, own, notes, marks.get(seat, ""), tap, seat)

    def own(self, view: Mapping[str, Json], state: SeatJson) -> Json:
        """Nothing: all that lies on the table everybody sees."""
        return None

    # --- what is decided ---

    def build_group(self, actions: Sequence[LegalActionJson], state: SeatJson, act: Act) -> bool:
        """Attacks as units and a target, the deck as cards, the quick forms of printed cards."""
        act = once(act)
        match actions[0].action.get("do"):
            case "attack" if len(actions) >= ATTACKS_FROM:
                build_attacks(actions, state, act)
            case "play" if isinstance(state.view.get("deck"), dict):
                build_deck(actions, state, act)
            case "enter":
                quick_forms.build_quick(state, act)
            case "answer":
                return build_stands(actions, state, act)
            case "effect":  # a unit leaves: a tap on its card, or its token taken from the board
                pass
            case _:
                return False
        return True


# --- the Chimera ------------------------------------------------------------------------------------------


def _build_chimera(chimera: Card, marks: Mapping[str, str], tap: battlefield.Tap) -> None:
    notes = ["fatigued"] if chimera.get("fatigued") else []
    exhaustion = int(chimera.get("exhaustion") or 0)
    notes += [f"{exhaustion} exhausted"] if exhaustion else []
    notes += [str(name) for name in chimera.get("spells") or ()]
    battlefield.build_life(str(chimera["name"]), chimera, RED, notes, marks.get(CHIMERA, ""), tap, CHIMERA)
    rage = chimera.get("rage") or {}
    power = int(rage.get("power") or 0)
    with box("im-rr-head"):
        text(f"Phase {PHASES[min(3, max(1, int(chimera.get('phase') or 1)))]}", "im-rr-phase", tag="span")
        battlefield.build_pips("Rage", power, power + int(rage.get("basic") or 0), "rage")
        tokens, needed = int(chimera.get("red_rains") or 0), int(chimera.get("ultimate") or 0)
        battlefield.build_pips("Red Rains", tokens, needed, "rains")


def _marks(view: Mapping[str, Json]) -> dict[str, str]:
    """Reference -> what is going on with that card."""
    marks: dict[str, str] = {}
    battle = view.get("battle")
    if isinstance(battle, dict):
        marks[str(battle.get("target"))] = "aimed"
        if battle.get("guard"):
            marks[str(battle.get("target"))] = ""
            marks[str(battle["guard"])] = "guards"
        for ref in battle.get("attackers") or ():
            marks[str(ref)] = "attacks" if ref == battle.get("attacker") else "waits"
    about = view.get("about")
    if isinstance(about, str) and about and not marks.get(about):
        marks[about] = "about"
    return marks


def _happening(view: Mapping[str, Json], seat: str) -> str:
    """Say what goes on between two battlefields, in a few words."""
    battle = view.get("battle")
    if isinstance(battle, dict) and battle.get("side") == seat:
        names = names_of(view)
        guard = battle.get("guard")
        against = names.get(str(guard or battle.get("target")), "")
        before = names.get(str(battle.get("target")), "")
        stands = f", who stands before {before}" if guard and before else ""
        attacker = names.get(str(battle.get("attacker")), "")
        return f"{attacker} ▸ {against}{stands}" if attacker and against else ""
    if view["chimera"].get("turn_against") == seat:
        return "The Chimera's turn"
    if view.get("turn") == seat:
        return f"The turn of {view['seats'][seat]['name']}"
    return ""


async def _tapped(view: Mapping[str, Json], asked: Asked, act: Act, ref: str) -> None:
    """A tap on a card answers what is asked about it; else it opens the card."""
    client = ui.context.client  # the tapped card may be gone by the time its seat has been heard of
    states = await asked()
    for state in states:
        for action in state.actions:
            if action.action.get("do") == "answer" and action.action.get("option") == ref:
                await act(state.seat, action.action)
                return
    sides = {str(card["ref"]): (seat, card) for seat, card in cards_of(view)}
    if ref in sides:
        seat, card = sides[ref]
    elif ref == CHIMERA:
        seat, card = "", {**view["chimera"], "up": True, "kind": CHIMERA}
    else:
        seat, card = ref, {**view["seats"][ref], "up": True, "kind": "phoenixborn"}
    speakers = [state for state in states if any(one.do == "effect" for one in state.declarations)]
    speaker = next((state for state in speakers if state.seat == seat), speakers[0] if speakers else None)
    with client:
        quick_forms.open_card(ref, card, view["chimera"].get("conjured") or {}, speaker, act)


def _fact(name: str, value: str) -> None:
    if value:
        text(name, tag="dt")
        text(value, tag="dd")


def _cards(piles: object) -> str:
    if not isinstance(piles, dict):
        return ""
    return ", ".join(quick_forms.copies(str(card), count) for card, count in piles.items() if count)
