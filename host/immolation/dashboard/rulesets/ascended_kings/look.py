"""Shows Ascended Kings: the Omega Index, the Character Mats, the hand with its prices."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from functools import partial
from typing import Any, ClassVar

from immolation.dashboard.elements import box, button, drawing, picture_button, text
from immolation.dashboard.messages import ActionJson, EventJson, LegalActionJson, NextJson, SeatJson
from immolation.dashboard.rulesets.hand_of_cards import build_card, build_verb
from immolation.dashboard.rulesets.look import (
    Act,
    DrawnDie,
    Json,
    Look,
    Why,
    numbered,
    percentile,
)

from . import omega_index
from .gem_mix_picker import build_mixes
from .gems import build_count, build_row, gem

BLOODSTONE = (
    '<svg viewBox="-10 -12 20 24" width="15" height="18"><path d="M0 -11 L7 -5 L8 3 L0 11 L-8 3 L-7 -5Z" '
    'fill="#c9141e" stroke="#ffb9a8" stroke-width="1.6"/><path d="M0 -11 L7 -5 L0 -1Z" fill="#ff7468"/></svg>'
)

FOCUS = {"aria": "#d8d2c2", "egis": "#27b862", "pyre": "#f0503c", "ylem": "#5290ff", "dire": "#9a76c9"}
"""Focus of a card -> the colour of its edge; a Special Card has none."""

VERBS = {
    "cast": "Cast",
    "activate": "Activate",
    "instant": "Instant",
    "inscribe": "Inscribe",
    "cycle": "Exchange",
    "discard": "Discard",
}
"""What is done with a card -> its button, the main use first."""

OPENLY = ("return-early",)
"""What is done out of turn and tells nothing of a hand."""

SLOT = ("activate", "uninscribe")
"""What is done with the card in the Inscription slot."""


class AscendedKingsLook(Look):
    """Ascended Kings, both tracks: where the host keeps no mats the view has none, and nothing is drawn."""

    edges: ClassVar[Mapping[str, str]] = {"top": "1", "right": "2", "bottom": "3", "left": "4"}
    """The Immolation Numbers (AK-COMP-17)."""

    moments: ClassVar[Mapping[str, str]] = {
        "died": "A death",
        "became-revenant": "Back from the dead",
        "wall-placed": "A Fire Wall flares up",
        "wall-advanced": "A Fire Wall moves",
        "war-begins": "The Omega War",
        "omega-stone": "The Omega Stone",
    }
    charts: ClassVar[Mapping[str, str]] = {
        "Koru": "standings.*",
        "Wounds": "seats.*.wounds",
        "Level": "seats.*.level",
        "Bloodstones": "seats.*.bloodstones",
    }
    ends: ClassVar[Mapping[str, tuple[str, str]]] = {
        "active": ("active", "end-turn"),
        "allocate": ("latent", "end-turn"),
        "latent": ("latent", "end-turn"),
    }
    wounds: ClassVar[Collection[str]] = ("wounded", "died")

    def dice_of(self, action: ActionJson, events: Sequence[EventJson]) -> Sequence[DrawnDie]:
        """The percentile dice, the Immolation Die, or Focus Dice."""
        match action.get("do"):
            case "roll-percentile":
                return percentile(int(action["value"]))
            case "roll-immolation":
                return [numbered("d4", action["value"], "Immolation Die")]
            case "roll-focus":
                return [numbered("d6", value) for value in action["dice"]]
        return ()

    def token(self, facts: Mapping[str, Json]) -> str:
        """Kings wear a crown, Revenants burn."""
        return "flame" if facts.get("form") == "revenant" else "crown"

    # --- in front of a seat ---

    def build_seat(self, facts: Mapping[str, Json], view: Mapping[str, Json]) -> None:
        """Level, wounds, Bloodstones, the Ascended Die; and the mat."""
        level, wounds, stones = facts.get("level"), facts.get("wounds"), facts.get("bloodstones")
        if type(level) is int:
            text(f"level {level}", "im-fact", tag="span")
        if type(wounds) is int:
            lethal = facts.get("lethal")
            plain = f"{wounds} wound{'' if wounds == 1 else 's'}"
            said = f"{wounds} of {lethal} wounds" if type(lethal) is int else plain
            text(said, "im-fact" + (" hurt" if wounds else ""), tag="span")
        if type(stones) is int and stones:
            drawing(BLOODSTONE * min(4, stones), "im-stones", f"{stones} Bloodstone{'' if stones == 1 else 's'}")
        if facts.get("die"):
            text("Ascended Die", "im-fact gold", tag="span")
        if "tile" in facts and facts["tile"] is None:
            text("off the board", "im-fact", tag="span")
        pool = facts.get("pool")
        if isinstance(pool, dict):
            _build_mat(facts, pool, view.get("cards", {}))

    # --- beside the board ---

    def side(self, view: Mapping[str, Json]) -> Json:
        """Both dials, the decks and the supply."""
        index = omega_index.read(dict(view))
        return [index, view.get("decks"), view.get("supply")] if index is not None else super().side(view)

    def build_side(self, view: Mapping[str, Json]) -> None:
        """The Omega Index, as it lies beside the board; under it what is left in the box."""
        index = omega_index.read(dict(view))
        if index is None:
            super().build_side(view)
            return
        omega_index.build_index(index)
        supply, decks = view.get("supply"), view.get("decks")
        if isinstance(supply, dict):
            with box("im-mat im-supply"):
                text("Supply", "im-hint", tag="span")
                for kind, count in supply.items():
                    build_count(kind, count)
        for name, deck in decks.items() if isinstance(decks, dict) else ():
            thrown = sum(deck.get("discard", {}).values())
            text(f"{name.title()} deck: {deck.get('draw')} to draw, {thrown} discarded", "im-hint")

    # --- what is decided ---

    def build_group(self, actions: Sequence[LegalActionJson], state: SeatJson, act: Act) -> bool:
        """Gems are chosen as gems; attacks by opponent and Pyre."""
        if len(actions) < 2:
            return False
        match actions[0].action.get("do"):
            case "take" | "allocate" | "keep-gems":
                build_mixes(actions, state.seat, act)
            case "choose-state":
                _build_states(actions, state, act)
            case "attack":
                names = {seat: str(facts.get("name")) for seat, facts in state.view.get("seats", {}).items()}
                _build_attacks(actions, names, state.seat, act)
            case _:
                return False
        return True

    def question(self, action: LegalActionJson) -> str:
        """A kill of the arena, which the host cannot see."""
        if action.action.get("do") != "kill":
            return ""
        return f"{action.label}? Fight at your table first, with cards and gems; say it here once somebody has died."

    # --- what only one seat sees ---

    def own(self, view: Mapping[str, Json], state: SeatJson) -> Json:
        """The own hand and Inscription slot, where the host keeps the cards."""
        facts = _kept(state)
        return super().own(view, state) if facts is None else [facts["hand"], facts.get("inscription")]

    def offered(self, state: SeatJson) -> Sequence[LegalActionJson]:
        """The early return of the dead."""
        return [one for one in state.actions if state.decision is None and one.action.get("do") in OPENLY]

    def presented(self, state: SeatJson) -> Sequence[LegalActionJson]:
        """All that is done with a card: it stands with that card."""
        if _kept(state) is None:
            return [one for one in super().presented(state) if one.action.get("do") not in OPENLY]
        return [one for one in state.actions if _with_card(one)] + self._out_of_turn(state)

    @staticmethod
    def _out_of_turn(state: SeatJson) -> list[LegalActionJson]:
        shown = [one for one in state.actions if one.action.get("do") not in OPENLY]
        return [one for one in shown if state.decision is None and not _with_card(one)]

    def build_own(self, view: Mapping[str, Json], state: SeatJson, act: Act, why: Why) -> None:
        """The hand, card by card, each with its price and what may be done with it now."""
        facts = _kept(state)
        if facts is None:
            super().build_own(view, state, act, why)
            return
        cards = state.view.get("cards", {})
        with box("im-hand"):
            slot = facts.get("inscription")
            if isinstance(slot, dict) and slot.get("card"):
                does = {one: [a for a in state.actions if a.action.get("do") == one] for one in SLOT}
                names = {"activate": "Activate", "uninscribe": "Take back"}
                found = {names[one]: same for one, same in does.items() if same}
                hidden = "face up" if slot.get("known") else "face down"
                _build_card(cards.get(slot["card"], {}), f"inscribed, {hidden}", found, state.seat, act, "slot")
            for key in dict.fromkeys(facts["hand"]):
                copies = facts["hand"].count(key)
                found = {}
                for verb, name in VERBS.items():
                    same = [
                        one for one in state.actions if one.action.get("do") == verb and one.action.get("card") == key
                    ]
                    if same:
                        found[name] = same
                _build_card(cards.get(key, {}), f"{copies} copies" if copies > 1 else "", found, state.seat, act)
            if not facts["hand"]:
                text("No cards in hand.", "im-hint")
            for action in self._out_of_turn(state):
                build_verb(action.label, [action], state.seat, act)


def _build_states(actions: Sequence[LegalActionJson], state: SeatJson, act: Act) -> None:
    """Latent or Active; with cards in hand also Latent without being asked for Instant Powers before the dice."""
    facts = state.view.get("seats", {}).get(state.seat, {})
    with box("im-buttons"):
        for action in actions:
            element = button(action.label, partial(act, state.seat, action.action), "im-action", hint=action.label)
            element._props["data-do"] = "choose-state"
            if action.action.get("state") == "latent" and facts.get("hand_size"):
                then = [NextJson("draw", {"do": "pass", "seat": state.seat})]
                label = "Latent, and no Instant Power before the dice"
                button(label, partial(act, state.seat, action.action, then), "im-action im-quiet", hint=label)


def _build_attacks(actions: Sequence[LegalActionJson], names: Mapping[str, str], seat: str, act: Act) -> None:
    by_target: dict[str, list[LegalActionJson]] = {}
    for action in actions:
        by_target.setdefault(str(action.action.get("who")), []).append(action)
    for who, same in by_target.items():
        with box("im-group"):
            with box("im-group-title"):
                text(f"Attack {names.get(who, who)} with …")
            with box("im-chips"):
                for action in same:
                    with picture_button(action.label, partial(act, seat, action.action), "im-chip"):
                        build_count("pyre", int(action.action.get("pyre") or 0))


def _kept(state: SeatJson) -> Mapping[str, Any] | None:
    """The facts of the own seat, if the host keeps its cards."""
    facts = state.view.get("seats", {}).get(state.seat, {})
    return facts if isinstance(facts.get("hand"), list) and "cards" in state.view else None


def _with_card(action: LegalActionJson) -> bool:
    return action.action.get("do") in (*VERBS, *SLOT)


def _build_mat(facts: Mapping[str, Json], pool: Mapping[str, int], cards: Mapping[str, Json]) -> None:
    with box("im-mat", title=f"Gemstone Pool: room for {facts.get('capacity')} Core and Dire gems"):
        for kind in ("aria", "egis", "pyre"):
            build_count(kind, pool.get(kind, 0))
        build_count("ylem", int(facts.get("ylem") or 0), 5)
        used = sum(pool.get(kind, 0) for kind in ("aria", "egis", "pyre", "dire"))
        text(f"{used}/{facts.get('capacity')}", "im-hint", tag="span")
    with box("im-mat"):
        slot = facts.get("inscription")
        filled = isinstance(slot, dict) and bool(slot.get("filled"))
        done = [*(facts.get("transmuted") or ()), *["prismatic"] * int(facts.get("prismatic") or 0)]
        done += ["inscription"] if filled else []
        if done:
            with box("im-sockets", tag="span", title=f"Completed Transmutations: {', '.join(done)}"):
                for what in done:
                    kinds = ["aria", "egis", "pyre"] if what in ("prismatic", "inscription") else [what] * 3
                    drawing("".join(gem(kind, 10) for kind in kinds), "im-socket", f"{what} Transmutation")
        size = facts.get("hand_size")
        if type(size) is int:
            text(f"{size} card{'' if size == 1 else 's'}", "im-badge", tag="span")
        if isinstance(slot, dict):
            known = cards.get(slot.get("card") or "", {})
            text(f"inscribed: {known['name']}" if known else "inscribed", "im-badge", tag="span")
        if facts.get("shielded"):
            text("Ylem Shield", "im-badge shield", tag="span")


def _build_card(
    card: Mapping[str, Any],
    note: str,
    actions: Mapping[str, Sequence[LegalActionJson]],
    seat: str,
    act: Act,
    look: str = "",
) -> None:
    level, price = card.get("level") or 0, card.get("price") or 0
    lines = [
        ("im-card-text", f"{card.get('text') or ''}"),
        ("im-card-instant", f"Instant Power: {card['instant']}" if card.get("instant") else ""),
    ]
    title = str(card.get("title") or "A card") + (f" {level}" if level else "")

    def head() -> None:
        text(note, tag="span")
        if price:
            build_row(["ylem"] * price, 12)

    build_card(
        title, FOCUS.get(card.get("focus") or "", "#c9a27a"), partial(head), lines, actions, seat, act, classes=look
    )
