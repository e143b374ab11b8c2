"""Quick forms of Red Rains: what a printed card did to a card in play, in two taps."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping, Sequence
from functools import partial
from typing import Any, Final

from nicegui import ui

from immolation.dashboard.elements import box, button, dialog, press, text
from immolation.dashboard.messages import SeatJson
from immolation.dashboard.rulesets.look import Act
from immolation.dashboard.translation import _

from .battlefield import (
    AIMS,
    TOKENS,
    Card,
    left,
    plural,
)
from .kept_cards import KeptCards

DAMAGE: Final = (1, 2, 3, 4, 5, 6)
"""Damage a tap away; more is two taps, or the long form."""

PREVENTED: Final = {1: "1", 2: "2", 30: "all"}
"""Of the next damage, so much prevented is a tap away."""

ATTACKS: Final = range(7)
LIVES: Final = range(1, 9)
"""Values of a unit a tap away."""

KEYWORDS: Final = {
    "unit guard": "Unit Guard",
    "untargetable": "Untargetable",
    "bypass": "Bypass",
    "quick strike": "Quick Strike",
}
"""Keywords a tap away, as a declaration writes them."""

Tell = Callable[..., Any]


def copies(card: str, count: int) -> str:
    """A card by the words of its key, and how often."""
    said = card.replace("_", " ").replace("-", " ").title()
    return f"{count} {said}" if count > 1 else said


def describe(card: Card, conjured: Mapping[str, Any]) -> list[str]:
    """Say what a card says, line by line. ``conjured``: what lies on cards -> its ``name`` and ``text``."""
    if not card.get("up"):
        return [f"Face down, blood {card.get('blood')}: it is not in play until it is turned over."]
    if card.get("kind") == "chimera":
        return _chimera(card)
    if card.get("kind") == "phoenixborn":
        guard = "It has guarded this round." if card.get("guard_used") else "It may guard once this round."
        lines = [f"{left(card)} of {card.get('life')} life. {guard}"]
    else:
        lines = [
            f"Attack {card.get('attack')}, life {left(card)} of {card.get('life')}, recover {card.get('recover')}."
        ]
    if card.get("kind") == "aspect" and card.get("icon") in AIMS:
        lines.append(f"It {AIMS[card['icon']]}. Blood {card.get('blood')}.")
    words = [word.replace("_", " ") + (f" {n}" if n else "") for word, n in (card.get("keywords") or {}).items()]
    if card.get("text"):  # says the keywords in full
        lines.append(str(card["text"]))
    elif words:
        lines.append(f"{', '.join(words).capitalize()}.")
    lines += [f"You play yourselves: {', '.join(map(str, card['told']))}."] if card.get("told") else []
    lines += [f"For now: {', '.join(map(str, card['lasts']))}."] if card.get("lasts") else []
    on = [plural(card[key], noun) for key, noun in TOKENS.items() if card.get(key)]
    on += [str(name) for name in card.get("spells") or ()]
    lines += [f"On it: {', '.join(on)}."] if on else []
    for name, count in (card.get("attached") or {}).items():
        said = conjured.get(name) or {}
        lines.append(f"{copies(str(said.get('name') or name), count)}: {said.get('text') or ''}")
    return lines


def _chimera(card: Card) -> list[str]:
    """The Chimera itself: where it stands, what its die and its Ultimate do in this phase."""
    rains = f"{card.get('red_rains')} of {card.get('ultimate')} Red Rains tokens"
    lines = [f"{left(card)} of {card.get('life')} life, {rains}."]
    lines += [f"Its Ultimate now: {card['ultimate_text']}"] if card.get("ultimate_text") else []
    rows = card.get("behaviour") or ()
    lines += ["Its behaviour die in this phase:"] if rows else []
    lines += [f"{row.get('faces')}: {row.get('text')}" for row in rows if isinstance(row, dict)]
    when = "Fatigued" if card.get("fatigued") else "Once its draw pile is empty"
    return lines + ([f"{when}: {card['fatigued_text']}"] if card.get("fatigued_text") else [])


def open_card(ref: str, card: Card, conjured: Mapping[str, Any], speaker: SeatJson | None, act: Act) -> None:
    """A card in full; ``speaker``: who may say what happened to it, None where nobody may."""
    with dialog(str(card.get("name") or "A face-down aspect")) as window:
        text("\n".join(describe(card, conjured)), "im-rr-detail")
        if speaker is not None and card.get("up"):
            _build_effects(ref, card, speaker.seat, act, window)
        with box("im-row im-end"):
            button("Close", window.close, "im-action im-quiet im-short")


def _build_effects(ref: str, card: Card, seat: str, act: Act, window: ui.dialog) -> None:
    async def declare(what: str, n: int = 1) -> None:
        window.close()
        await act(seat, {"do": "effect", "seat": seat, "what": what, "on": ref, "n": n, "source": "ability"})

    text("Damage from my card", "im-small-title")
    with box("im-rr-number"):
        for n in DAMAGE:
            button(str(n), partial(declare, "damage", n), "im-segment", hint=f"{n} damage")
    text("Or", "im-small-title")
    with box("im-rr-quick"):
        for n, said in PREVENTED.items():
            button(f"Prevent {said}", partial(declare, "prevent", n), "im-tell", hint=f"{said} of the next damage")
        button("+1 exhaustion", partial(declare, "exhaust"), "im-tell")
        if card.get("exhaustion"):
            button("−1 exhaustion", partial(declare, "ready"), "im-tell")
        if card.get("wounds"):
            button("Heal 1", partial(declare, "heal"), "im-tell")
            button("Heal all", partial(declare, "heal", min(30, int(card["wounds"]))), "im-tell")
        if card.get("kind") in ("aspect", "unit"):
            button("+1 status", partial(declare, "add-status"), "im-tell")
            if card.get("status"):
                button("−1 status", partial(declare, "take-status"), "im-tell")
            button("+1 attack this turn", partial(declare, "attack"), "im-tell")
            button("Destroyed", partial(declare, "destroy"), "im-tell")
            button("Discarded", partial(declare, "discard"), "im-tell")
            button("Set aside, may return", partial(declare, "return"), "im-tell")
        if card.get("kind") == "unit":
            button("Back to hand", partial(declare, "to-hand"), "im-tell")


def build_quick(state: SeatJson, act: Act) -> None:
    """Printed cards: a unit into play, and where to tap for everything else."""
    deck = state.view.get("seats", {}).get(state.seat, {}).get("deck") or ()

    async def enter(card: Card) -> None:
        await act(state.seat, {"do": "enter", "seat": state.seat, **card})

    async def use(typed: str) -> bool:
        return await act(state.seat, {"do": "deck", "seat": state.seat, "text": typed})

    kept = KeptCards([str(card["name"]) for card in deck], bool(deck), enter, use)
    with box("im-buttons"):
        element = button("A unit enters …", partial(open_unit, state.seat, act, kept), "im-action")
        element._props["data-do"] = "enter"
        for card in deck:
            _known(card, state.seat, act)
        button("My deck …", partial(_open_deck, deck, use, kept), "im-action im-quiet")
    text("Tap a card above for damage, tokens and leaving play.", "im-hint")


def _known(card: Card, seat: str, act: Act) -> None:
    """A unit of the player's deck, one tap away."""
    values = {key: card[key] for key in ("name", "attack", "life", "recover", "text")}
    enter = partial(act, seat, {"do": "enter", "seat": seat, **values})
    button(f"{card['name']} {card['attack']}/{card['life']}", enter, "im-tell")


async def _open_deck(deck: Sequence[Card], use: Callable[[str], Awaitable[bool]], kept: KeptCards) -> None:
    """The player's own deck, typed in or pasted; as it was typed last on this device, else as the table knows it."""
    lines = [f"{one['name']} {one['attack']}/{one['life']}/{one['recover']} {one['text']}".strip() for one in deck]
    before = await kept.deck() or "\n".join(lines)
    with dialog("My deck") as window:
        text(
            "One card a line, with attack, life, recover and keywords where you like: 2x Ember Lancer 3/2/1 stalk. "
            "What stands here takes the place of the deck before.",
            "im-hint",
        )
        entry = ui.textarea(value=before).props("outlined dense maxlength=4000").classes("im-entry")
        entry._props["aria-label"] = _("Cards, one a line")
        wrong = text("", "im-wrong")
        wrong._props["role"] = "alert"

        async def send() -> None:
            typed = str(entry.value or "")
            kept.keep_deck(typed)
            if await use(typed):
                window.close()
            else:
                wrong.set_text(_("The table refused; the sentence above the board says why."))

        with box("im-row im-end"):
            button("Cancel", window.close, "im-action im-quiet im-short")
            button("Use it", send, "im-action im-short")


def open_unit(seat: str, act: Act, kept: KeptCards) -> None:
    """Attack, life, and what matters of its text; two taps where a 2/2 comes."""
    values: dict[str, Any] = {"attack": 2, "life": 2}
    flags: set[str] = set()
    with dialog("A unit enters") as window:
        _numbers("Attack", "attack", ATTACKS, values)
        _numbers("Life", "life", LIVES, values)
        with box("im-segments", role="group", aria_label="Keywords"):
            for word, label in KEYWORDS.items():
                _flag(word, label, flags)
            _flag("onto", "On the Chimera's side", flags)
        entry = (
            ui.input(placeholder=_("Name (may stay empty)")).props("outlined dense maxlength=40").classes("im-entry")
        )
        entry._props["aria-label"] = _("Name")

        async def send() -> None:
            action: dict[str, Any] = {"do": "enter", "seat": seat, **values}
            name = str(entry.value or "").strip()
            if name:
                action["name"] = name
            words = ", ".join(word for word in KEYWORDS if word in flags)
            if words:
                action["text"] = words
            if "onto" in flags:
                action["onto"] = "chimera"
            window.close()
            kept.remember({"recover": 1, **action})
            await act(seat, action)

        with box("im-row im-end"):
            button("Cancel", window.close, "im-action im-quiet im-short")
            button("Into play", send, "im-action im-short")


def _numbers(label: str, name: str, numbers: range, values: dict[str, Any]) -> None:
    text(label, "im-label")
    buttons: dict[int, Any] = {}

    def choose(number: int) -> None:
        values[name] = number
        for other, element in buttons.items():
            press(element, other == number)

    with box("im-rr-number", role="group", aria_label=label):
        for number in numbers:
            buttons[number] = button(str(number), partial(choose, number), "im-segment")
            press(buttons[number], values[name] == number)


def _flag(word: str, label: str, flags: set[str]) -> None:
    def toggle() -> None:
        flags.symmetric_difference_update({word})
        press(element, word in flags)

    element = button(label, toggle, "im-segment")
    press(element, False)


__all__ = ["build_quick", "copies", "describe", "open_card", "open_unit"]
