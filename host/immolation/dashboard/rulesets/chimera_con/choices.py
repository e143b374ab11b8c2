"""Shows the choices of Chimera Con that are no plain buttons: Chimeras, blows, cards, dice, parts."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any

from immolation.dashboard.elements import box, button, drawing, picture_button, text
from immolation.dashboard.messages import LegalActionJson, NextJson, SeatJson
from immolation.dashboard.rulesets.look import Act

from . import creature_art
from .creature_art import PARTS, beast, build_stats

PAIRS = (
    ("creature", "creature", "Draw 2 creature cards"),
    ("creature", "cheat", "Draw 1 creature card and 1 cheat card"),
    ("cheat", "cheat", "Draw 2 cheat cards"),
)
"""Both cards of a Draw step at once: the decks and the button."""

FROM_HAND = ("substitute", "action", "discard")
"""Decisions that a card of the hand may answer."""


def _facts(state: SeatJson, seat: str = "") -> Mapping[str, Any]:
    found = state.view.get("seats", {}).get(seat or state.seat, {})
    return found if isinstance(found, dict) else {}


def _name(state: SeatJson, seat: str) -> str:
    return str(_facts(state, seat).get("name") or seat)


def _card(state: SeatJson, key: str) -> Mapping[str, Any]:
    """A card of the own hand or of the Market Pile."""
    lying = [*(_facts(state).get("hand") or ()), *(state.view.get("market") or ())]
    return next((card for card in lying if card.get("card") == key), {"name": key})


def build_beats(actions: Sequence[LegalActionJson], state: SeatJson, act: Act) -> bool:
    """Every Chimera that the hand allows, drawn, with its totals."""
    hand = {card["card"]: card for card in _facts(state).get("hand") or ()}
    told = {tuple(one.get(part) for part in PARTS): one for one in _facts(state).get("builds") or ()}
    if not told:
        return False

    def worth(action: LegalActionJson) -> int:
        one = told.get(tuple(action.action.get(part) for part in PARTS), {})
        return -sum(int(one.get(stat) or 0) for stat in ("health", "might", "speed", "magic"))

    with box("im-builds"):
        for action in sorted(actions, key=worth):
            chosen = {part: str(action.action.get(part) or "") for part in PARTS}
            would = told.get(tuple(chosen[part] for part in PARTS), {})
            firm = would.get("supported") or {}
            parts = {
                part: {**hand[card], "supported": firm.get(part, True)} for part, card in chosen.items() if card in hand
            }
            with picture_button(action.label, partial(act, state.seat, action.action), "im-build"):
                drawing(beast(parts, width=120), "im-beast", action.label)
                names = [str(parts[part]["name"]) for part in PARTS if part in parts]
                text(" · ".join(names), "im-build-name")
                build_stats(would)
                missing = [part for part in PARTS if part not in parts]
                weak = [part for part in PARTS if part in parts and not firm.get(part, True)]
                if missing:
                    text(f"the {missing[0]} is searched for", "im-badge warn", tag="span")
                if weak:
                    text(f"{' and '.join(weak)} unsupported", "im-badge warn", tag="span")
    return True


def build_blows(actions: Sequence[LegalActionJson], state: SeatJson, act: Act) -> None:
    """Attacks under whom they are aimed at, each with both stats; without synergy dice folded away."""
    by_target: dict[str, list[LegalActionJson]] = {}
    for action in actions:
        by_target.setdefault(str(action.action.get("target") or ""), []).append(action)
    for target, same in by_target.items():
        foe = _facts(state, target) if target else {}
        with box("im-group"):
            with box("im-group-title"):
                text(f"Attack {_name(state, target)}" if target else "Use an ability")
                if foe:
                    conditions = "Airborne, " if foe.get("airborne") else ""
                    text(f"{conditions}{foe.get('left')} Health left", "im-hint", tag="span")
            with box("im-blows"):
                for action in same:
                    if action.action.get("synergy", True):
                        _build_blow(action, foe, state, act)
            bare = [action for action in same if not action.action.get("synergy", True)]
            if bare:
                with box("im-declarations", tag="details"):
                    text("Without synergy dice", "im-small-title", tag="summary")
                    with box("im-chips"):
                        for action in bare:
                            button(action.label, partial(act, state.seat, action.action), "im-chip")


def _build_blow(action: LegalActionJson, foe: Mapping[str, Any], state: SeatJson, act: Act) -> None:
    mine = _facts(state)
    of = str(action.action.get("of") or "")
    card = (_facts(state, of).get("parts") or {}).get(action.action.get("part")) or {}
    ability = card.get("action") or {
        "name": "Standard Action",
        "kind": "standard",
        "attack": "might",
        "defend": "speed",
    }
    said = []
    strikes, defends = ability.get("attack"), ability.get("defend")
    if strikes and defends and foe:
        said.append(f"{mine.get(strikes)} {strikes.title()} against {foe.get(defends)} {defends.title()}")
    said += [str(tag).title() for tag in ability.get("tags") or ()]
    needed = ability.get("requires") or {}
    if needed:
        said.append(f"needs {needed.get('at_least')}")
    if ability.get("type"):
        said.append(f"synergy: {ability['type']}")
    if of:
        said.append(f"borrowed from {_name(state, of)}")
    with picture_button(action.label, partial(act, state.seat, action.action), "im-blow"):
        text(str(ability.get("name")), "im-blow-name", tag="span")
        text("; ".join(said), "im-blow-facts", tag="span")


def build_cards(actions: Sequence[LegalActionJson], state: SeatJson, act: Act) -> None:
    """Cards with what they say; the whole card is the button."""
    with box("im-blows"):
        for action in actions:
            card = _card(state, str(action.action.get("card")))
            with picture_button(action.label, partial(act, state.seat, action.action), "im-card") as element:
                element.style(f"--focus: {creature_art.colour(card)}; width: 100%")
                with box("im-card-head"):
                    text(str(card.get("name")), "im-card-title", tag="span")
                    if card.get("kind") == "cheat":
                        risk = "legal" if card.get("legality") == "legal" else "illegal: fails on a 1"
                        text(risk, "im-card-price", tag="span")
                if card.get("kind") == "cheat":
                    text(str(card.get("text")), "im-card-text")
                    if card.get("idle"):
                        text("does nothing now", "im-badge warn", tag="span")
                elif "health" in card:
                    build_stats(card.get("would") or card, _facts(state) if card.get("would") else None)
                    text(creature_art.action_in_words(card), "im-card-text")


def build_dice(actions: Sequence[LegalActionJson], state: SeatJson, act: Act) -> None:
    """The own dice that may be rolled again."""
    with box("im-face-row"):
        for action in actions:
            with picture_button(action.label, partial(act, state.seat, action.action), "im-face-pick"):
                drawing(creature_art.die(int(action.action.get("value") or 0), size=52), "im-sign", action.label)


def build_parts(actions: Sequence[LegalActionJson], state: SeatJson, act: Act) -> None:
    """The parts of the Chimera that is meant: of the one that was hit, or the own that turns back to flesh."""
    hit = state.decision is not None and state.decision.kind == "petrify"
    whose = str((state.view.get("attack") or {}).get("target") or "") if hit else ""
    parts = _facts(state, whose).get("parts") or {}
    with box("im-blows"):
        for action in actions:
            card = parts.get(action.action.get("part")) or {}
            with picture_button(action.label, partial(act, state.seat, action.action), "im-blow"):
                text(f"{action.label}: {card.get('name', '')}", "im-blow-name", tag="span")
                printed = [f"{card.get('health')} Health", creature_art.action_in_words(card)]
                text("; ".join(filter(None, printed)), "im-blow-facts", tag="span")


def build_draws(actions: Sequence[LegalActionJson], state: SeatJson, act: Act) -> None:
    """One card of either deck; before the first also both at once, for who need not see it first."""
    asked = state.decision.kind if state.decision is not None else ""
    with box("im-buttons"):
        for action in actions:
            button(action.label, partial(act, state.seat, action.action), "im-action", hint=action.label)
        drawn: Mapping[str, Any] = (state.view.get("stack") or ({},))[-1]
        if not drawn.get("creature") and not drawn.get("cheat"):
            by_deck = {str(action.action.get("deck")): action.action for action in actions}
            for first, second, label in PAIRS:
                if first in by_deck and second in by_deck:
                    then = [NextJson(asked, by_deck[second])]
                    button(label, partial(act, state.seat, by_deck[first], then), "im-action", hint=label)


def build_greedy(action: LegalActionJson, state: SeatJson, act: Act) -> None:
    """Getting greedy, with what it would bring."""
    pile = [str(card.get("name")) for card in state.view.get("market") or ()]
    text(f"In the Market Pile: {', '.join(pile) or 'nothing'}.", "im-card-text")
    with box("im-buttons"):
        button(action.label, partial(act, state.seat, action.action), "im-action", hint=action.label)


def build_done(action: LegalActionJson, state: SeatJson, act: Act) -> None:
    """Going on, quietly; on a phone also the way to the hand."""
    asked = state.decision.kind if state.decision is not None else ""
    if asked in FROM_HAND and _facts(state).get("hand"):
        to_hand = button("Choose a card in your hand", lambda: None, "im-action im-quiet im-go-hand")
        to_hand._event_listeners.clear()
        to_hand.on("click", js_handler="(e) => e.target.closest('.im-page').dataset.tab = 'hand'")
    with box("im-buttons"):
        element = button(action.label, partial(act, state.seat, action.action), "im-action im-quiet", hint=action.label)
        element._props["data-do"] = "done"
