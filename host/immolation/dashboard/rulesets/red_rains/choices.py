"""Shows the choices of Red Rains: attacks, blocks and guards, the deck."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from typing import Any, Final

from immolation.dashboard.elements import box, button, picture_button, press, takes, text
from immolation.dashboard.messages import ActionJson, LegalActionJson, NextJson, SeatJson
from immolation.dashboard.rulesets.look import Act, Json
from immolation.dashboard.translation import _

from . import battlefield
from .battlefield import Card, plural

CHIMERA: Final = "chimera"


def names_of(view: Mapping[str, Json]) -> dict[str, str]:
    """Reference -> name, of everything in play."""
    found = {CHIMERA: str(view["chimera"]["name"])}
    for seat, facts in view["seats"].items():
        found[seat] = str(facts["name"])
        for card in (*facts["facing"], *facts["units"]):
            found[str(card["ref"])] = str(card.get("name") or "a face-down aspect")
    return found


def cards_of(view: Mapping[str, Json]) -> Iterator[tuple[str, Card]]:
    """Every card on a battlefield with the seat of its side."""
    for seat, facts in view["seats"].items():
        for card in (*facts["facing"], *facts["units"]):
            yield seat, card


def once(act: Act) -> Act:
    """Takes one action: a second tap while the first is on its way would answer what is asked next. What is refused may
    be tried again."""
    taken = False

    async def act_once(seat: str, action: ActionJson, then: Sequence[NextJson] = ()) -> bool:
        nonlocal taken
        if taken:
            return False
        taken = True
        taken = await act(seat, action, then)
        return taken

    return act_once


def build_attacks(actions: Sequence[LegalActionJson], state: SeatJson, act: Act) -> None:
    """Tap the units that attack, then whom: the leftmost that can is chosen at first. Each target says what
    is its life and what the units chosen bring against it; those they outweigh stand out."""
    names, cards = names_of(state.view), {str(card["ref"]): card for _, card in cards_of(state.view)}
    cards[CHIMERA] = state.view["chimera"]
    able = list(dict.fromkeys(str(ref) for one in actions for ref in one.action.get("units") or ()))
    targets = list(dict.fromkeys(str(one.action.get("target")) for one in actions))
    titles = _titles(state, names, (*able, *targets))
    chosen = {able[0]}
    marks: dict[str, Any] = {}
    said: dict[str, tuple[Any, Any]] = {}

    def update_totals() -> None:
        force = sum(int(cards.get(ref, {}).get("attack") or 0) for ref in chosen)
        for target, (element, line) in said.items():
            here = battlefield.left(cards[target]) if target in cards else 0
            line.set_text(_(f"⚔ {force} against ♥ {here}"))
            element.classes(add="falls" if force >= here else "", remove="" if force >= here else "falls")

    def toggle(ref: str) -> None:
        chosen.symmetric_difference_update({ref})
        press(marks[ref], ref in chosen)
        update_totals()

    with box("im-group"):
        text(f"Attack with {titles[able[0]]}" if len(able) == 1 else "Attack with …", "im-group-title")
        if len(able) > 1:
            with box("im-segments", role="group", aria_label="Attacking units"):
                for ref in able:
                    marks[ref] = button(titles[ref], partial(toggle, ref), "im-segment")
                    press(marks[ref], ref in chosen)
                    takes(marks[ref], *(one.label for one in actions if ref in (one.action.get("units") or ())))
        with box("im-rr-aim"):
            for target in targets:

                async def attack(target: str = target) -> None:
                    units = [ref for ref in able if ref in chosen]
                    if units:
                        await act(state.seat, {"do": "attack", "seat": state.seat, "units": units, "target": target})

                with picture_button(f"Attack {titles[target]}", attack, "im-rr-target") as element:
                    element._props["data-do"] = "attack"
                    takes(element, *(one.label for one in actions if one.action.get("target") == target))
                    text(titles[target], tag="b")
                    said[target] = (element, text("", tag="span"))
    update_totals()


def _titles(state: SeatJson, names: Mapping[str, str], refs: Sequence[str]) -> dict[str, str]:
    """Reference -> name, with the place from the left where two would read the same."""
    mine = state.view["seats"].get(state.seat) or {}
    places = {
        str(card["ref"]): place for line in ("facing", "units") for place, card in enumerate(mine.get(line) or (), 1)
    }
    said = [names.get(ref, ref) for ref in refs]
    return {
        ref: f"{name} ({places[ref]})" if said.count(name) > 1 and ref in places else name
        for ref, name in zip(refs, said, strict=True)
    }


def build_stands(actions: Sequence[LegalActionJson], state: SeatJson, act: Act) -> bool:
    """Build who blocks or guards, and whether to counter: each answer with what the numbers say would come of it."""
    battle, kind = state.view.get("battle"), state.decision.kind if state.decision is not None else ""
    cards = {str(card["ref"]): card for _, card in cards_of(state.view)}
    attacker = cards.get(str(battle.get("attacker"))) if isinstance(battle, dict) else None
    if kind not in ("block", "guard") or attacker is None:
        return False
    target = str(state.view["battle"].get("target"))
    with box("im-rr-aim"):
        for action in actions:
            option = str(action.action.get("option"))
            with picture_button(action.label, partial(act, state.seat, action.action), "im-rr-target lit") as element:
                element._props["data-do"] = "answer"
                text(action.label, tag="b")
                if option == "no":
                    said = f"{attacker.get('attack')} damage to {names_of(state.view).get(target, target)}"
                else:
                    said = _meets(cards, attacker, option)
                text(said, tag="span")
    return True


def _meets(cards: Mapping[str, Card], attacker: Card, ref: str) -> str:
    """Say what this card would take from the attacker, and bring against it, as the numbers stand."""
    takes = f"takes {attacker.get('attack')}"
    card = cards.get(ref)
    if card is None:  # the Phoenixborn, who deals nothing back
        return takes
    back = "" if card.get("exhausted") else f", deals {card.get('attack')} (life {battlefield.left(attacker)})"
    return f"{takes} (life {battlefield.left(card)}){back}"


def build_deck(actions: Sequence[LegalActionJson], state: SeatJson, act: Act) -> None:
    """The cards of the sample deck that can be paid, with what they are."""
    deck = state.view["deck"]
    with box("im-rr-deck"):
        for action in actions:
            facts = deck.get(action.action.get("card")) or {}
            words = ", ".join(str(word).replace("_", " ") for word in facts.get("keywords") or ())
            price = plural(int(facts.get("cost") or 0), "die").replace("dies", "dice")
            said = f"{action.label}: attack {facts.get('attack')}, life {facts.get('life')}, {price}"
            said += f", {words}" if words else ""
            with picture_button(said, partial(act, state.seat, action.action), "im-rr-play") as element:
                element._props["data-do"] = "play"
                takes(element, action.label)
                text(str(action.action.get("card")), tag="b")
                text(f"⚔ {facts.get('attack')}  ♥ {facts.get('life')}  ·  {price}", tag="span")
