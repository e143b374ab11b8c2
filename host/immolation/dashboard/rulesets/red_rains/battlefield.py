"""Shows cards of Red Rains in play: rows from left to right, tokens on them, bars of life."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from immolation.dashboard import seats
from immolation.dashboard.elements import box, drawing, picture_button, text
from immolation.dashboard.translation import _

Card = Mapping[str, Any]
Tap = Callable[[str], Any]
"""Told the reference of a card that was tapped."""

ICONS: Final = {
    "claw_left": "".join(
        f'<path d="M{x} 3 q-4 7 -1 15" fill="none" stroke="#ffb199" stroke-width="2.4" stroke-linecap="round"/>'
        for x in (5, 10, 15)
    ),
    "claw_right": "".join(
        f'<path d="M{x} 3 q4 7 1 15" fill="none" stroke="#ffb199" stroke-width="2.4" stroke-linecap="round"/>'
        for x in (5, 10, 15)
    ),
    "jaw": '<path d="M2 4 Q10 9 18 4 L16 9 L13 6.5 L10 10 L7 6.5 L4 9Z M2 17 Q10 12 18 17 L16 12 L13 14.5 L10 11 '
    'L7 14.5 L4 12Z" fill="#ffb199"/>',
}
"""Icon of an aspect -> how it is drawn."""

AIMS: Final = {
    "claw_left": "attacks your leftmost unit",
    "claw_right": "attacks your rightmost unit",
    "jaw": "attacks your Phoenixborn",
    "none": "cannot attack",
}
"""Icon of an aspect -> whom it attacks."""

SIDE: Final = {"claw_left": "left", "claw_right": "right", "jaw": "jaw"}


def icon(name: str, size: int = 16) -> str:
    """An aspect's icon as SVG; empty for none."""
    paths = ICONS.get(name, "")
    return f'<svg viewBox="0 0 20 20" width="{size}" height="{size}">{paths}</svg>' if paths else ""


def plural(n: int, noun: str) -> str:
    """1 wound, 2 wounds."""
    return f"{n} {noun}" if n == 1 else f"{n} {noun}s"


def card_text(card: Card) -> str:
    """A card in one line, for those who listen and for the tooltip."""
    if not card.get("up"):
        known = f"{card['name']}, face down" if card.get("name") else "Face-down aspect"
        return f"{known}, blood {card.get('blood')}"
    said = [f"{card.get('name')}, attack {card.get('attack')}, life {left(card)} of {card.get('life')}"]
    said += [AIMS[card["icon"]]] if card.get("kind") == "aspect" and card.get("icon") in AIMS else []
    said += [plural(card[key], noun) for key, noun in TOKENS.items() if card.get(key)]
    said += [f"{n} {name.replace('_', ' ')}" for name, n in (card.get("attached") or {}).items()]
    said += [word.replace("_", " ") + (f" {n}" if n else "") for word, n in (card.get("keywords") or {}).items()]
    said += [str(each) for each in (*(card.get("told") or ()), *(card.get("lasts") or ()))]
    return ", ".join(said)


TOKENS: Final = {"exhaustion": "exhaustion token", "status": "status token", "dice": "die"}
"""What may lie on a card -> how it is called."""


def left(card: Card) -> int:
    """Life that is left."""
    return max(0, int(card.get("life") or 0) - int(card.get("wounds") or 0))


def build_row(
    cards: Sequence[Card], marks: Mapping[str, str], tap: Tap | None, label: str, empty: str, colour: str = ""
) -> None:
    """One battlefield from left to right. ``marks``: reference -> class of what is going on with it."""
    with box("im-rr-row", role="group", aria_label=label).style(f"--own: {colour}" if colour else ""):
        for card in cards:
            build_card(card, marks.get(str(card.get("ref")), ""), tap)
        if not cards:
            text(empty, "im-rr-empty")


def build_card(card: Card, mark: str, tap: Tap | None) -> None:
    """One card with its numbers and tokens; a button where taps are wanted."""
    up = bool(card.get("up"))
    own = card.get("kind") != "aspect"
    classes = (
        "im-rr-card" + (" down" if not up else " spent" if card.get("exhausted") else "") + (" unit" if own else "")
    )
    ref = str(card.get("ref"))
    if tap is None:
        element = box(f"{classes} {mark}", role="listitem", title=card_text(card), aria_label=card_text(card))
    else:
        element = picture_button(card_text(card), lambda: tap(ref), f"{classes} {mark}")
    element._props["data-ref"] = ref
    with element:
        if not up:
            drawing(_drops(int(card.get("blood") or 0)), "im-rr-blood")
            text(str(card.get("name") or "face down"), "im-rr-name")
            return
        text(str(card.get("name")), "im-rr-name")
        with box("im-rr-stats"):
            text(str(card.get("attack")), "im-rr-attack", tag="span")
            drawing(icon(str(card.get("icon") or ""), 14), "im-rr-icon")
            text(str(left(card)), "im-rr-life" + (" hurt" if card.get("wounds") else ""), tag="span")
        with box("im-rr-tokens"):
            for key, noun in TOKENS.items():
                count = int(card.get(key) or 0)
                if count:
                    token = text(str(count) if count > 1 else "", f"im-rr-token {key}", tag="span")
                    token._props["title"] = _(plural(count, noun))
            for name, count in (card.get("attached") or {}).items():
                said = name.replace("_", " ").replace("-", " ").title()
                text(said + (f" ×{count}" if count > 1 else ""), "im-rr-on", tag="span")
            for name in card.get("spells") or ():
                text(str(name), "im-rr-on", tag="span")


def _drops(blood: int) -> str:
    drop = "M{x} 3 C{x} 3 {a} 11 {a} 14 a4.5 4.5 0 0 0 9 0 C{b} 11 {x} 3 {x} 3Z"
    count = max(1, min(4, blood))
    paths = "".join(
        f'<path d="{drop.format(x=8 + 12 * at, a=3.5 + 12 * at, b=12.5 + 12 * at)}" fill="#d3202c"/>'
        for at in range(count)
    )
    return f'<svg viewBox="0 0 {4 + 12 * count} 21" width="{7 + 9 * count}" height="19">{paths}</svg>' if blood else ""


def build_life(name: str, facts: Card, colour: str, notes: Sequence[str], mark: str, tap: Tap | None, ref: str) -> None:
    """A Phoenixborn or the Chimera: name, life as a bar, what else holds."""
    life, here = int(facts.get("life") or 1), left(facts)
    said = f"{name}: {here} of {life} life" + "".join(f", {note}" for note in notes)
    style = f"--own: {colour}; --part: {100 * here // max(1, life)}%"
    if tap is None:
        element = box(f"im-rr-life-bar {mark}", title=said, aria_label=said, role="img")
    else:
        element = picture_button(said, lambda: tap(ref), f"im-rr-life-bar {mark}")
    element._props["data-ref"] = ref
    with element.style(style):
        text(name, "im-rr-who", tag="span")
        for note in notes:
            text(note, "im-rr-on", tag="span")
        text(f"{here} / {life}", "im-rr-left", tag="span")


def build_pips(label: str, full: int, whole: int, kind: str) -> None:
    """So many of so many: rage dice that show power, Red Rains tokens towards the Ultimate."""
    with box(
        f"im-rr-pips {kind}", role="img", aria_label=f"{label}: {full} of {whole}", title=f"{label}: {full} of {whole}"
    ):
        text(label, "im-rr-label", tag="span")
        if whole <= 10 and full <= 10:
            for at in range(max(whole, full)):
                over = " over" if at >= whole else ""
                box("im-rr-pip" + (" full" if at < full else "") + over, tag="i")
        else:
            text(f"{full} / {whole}", "im-rr-left", tag="span")


def own_colour(facts: Card) -> str:
    """A seat's colour as CSS."""
    return seats.css(facts.get("colour"))
