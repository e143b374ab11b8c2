"""Draws Chimeras: head, body and rear as they were joined, stats and dice."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final
from zlib import crc32

from immolation.dashboard.elements import box, drawing, escape, text
from immolation.dashboard.translation import _

Json = Any

PARTS: Final = ("head", "body", "rear")

_OUTLINES: Final = {
    "head": '<path d="M30 12 Q12 -6 -2 -9 Q-4 -20 -12 -24 Q-12 -16 -11 -10 Q-24 -8 -27 2 Q-31 8 -25 11 '
    'L-12 12 Q0 26 26 20Z"/>',
    "body": '<path d="M-27 0 Q-16 -15 2 -14 Q22 -14 28 0 Q30 14 14 17 L-14 17 Q-29 14 -27 0Z"/>'
    '<path d="M-19 14 L-22 28 L-12 28 L-7 15Z"/>',
    "rear": '<path d="M-26 -8 Q2 -17 12 -4 Q23 -3 27 -18 Q37 1 19 9 Q15 17 4 17 L-24 16Z"/>'
    '<path d="M0 13 L1 28 L11 28 L14 12Z"/>',
}
"""Part -> its shape around the middle of its place, looking left."""

_PLACES: Final = {"head": 33, "body": 70, "rear": 104}
"""Part -> where its middle lies, from the left."""

_SCALES: Final = {"normal": 0.84, "large": 1.0, "very_large": 1.16}

_WING: Final = '<path d="M-4 -8 Q-2 -30 20 -34 Q15 -27 17 -22 Q10 -22 11 -15 Q5 -15 6 -9Z"/>'

_CRACKS: Final = '<path d="M-8 -6 L-2 0 L-6 6 L2 13 M6 -8 L3 -1 L9 5" fill="none" stroke="#4c4c50" stroke-width="1.6"/>'

_SIGNS: Final = {
    "health": '<path d="M0 7 L-7 0 Q-9 -5 -5 -6.5 Q-1.5 -7 0 -3.5 Q1.5 -7 5 -6.5 Q9 -5 7 0Z" fill="#ff8373"/>',
    "might": '<path d="M-6 7 L-6 0 L-4 -5 L-1.5 -5 L-1.5 -1 L0 -6 L2.5 -6 L2.5 -1 L4.5 -4.5 L6.5 -3 L6 4 L3 7Z" '
    'fill="#ffb26b"/>',
    "speed": '<path d="M-8 5 Q-2 -6 8 -7 Q6 -3 2.5 -1.5 L5 -1 Q3 2 -1 3 L1 4 Q-3 6.5 -8 5Z" fill="#8fd3ff"/>',
    "magic": '<path d="M0 -8 L2.2 -2.4 L8 -2.2 L3.5 1.5 L5 7.3 L0 4 L-5 7.3 L-3.5 1.5 L-8 -2.2 L-2.2 -2.4Z" '
    'fill="#d7a8ff"/>',
}

_PIPS: Final = {
    1: ((0, 0),),
    2: ((-4, -4), (4, 4)),
    3: ((-4, -4), (0, 0), (4, 4)),
    4: ((-4, -4), (4, -4), (-4, 4), (4, 4)),
    5: ((-4, -4), (4, -4), (0, 0), (-4, 4), (4, 4)),
    6: ((-4, -4), (4, -4), (-4, 0), (4, 0), (-4, 4), (4, 4)),
}


def hue(family: str) -> int:
    """The colour of a family, the same at every table."""
    return crc32(family.encode()) * 39 % 360  # spreads the families of the house's pack


def colour(card: Mapping[str, Json]) -> str:
    """The colour of a card: its family's, stone where it is petrified."""
    if card.get("kind") == "cheat":
        return "#d8b14a" if card.get("legality") == "legal" else "#d0593f"
    return "#9a9a9e" if card.get("petrified") else f"hsl({hue(str(card.get('family')))} 46% 58%)"


def beast(parts: Mapping[str, Mapping[str, Json] | None], *, airborne: bool = False, width: int = 150) -> str:
    """A Chimera as SVG; ``parts``: head, body, rear as a view tells them, with ``supported`` where that is known."""
    drawn = []
    for part in ("rear", "head", "body"):  # the body lies over both seams
        card = parts.get(part)
        if card:
            drawn.append(_part(part, card))
    lift = "translate(0 -6)" if airborne else "translate(0 2)"
    shadow = '<ellipse cx="70" cy="69" rx="34" ry="2.6" fill="#000" opacity=".55"/>' if airborne else ""
    ground = "" if airborne else '<path d="M8 67.5 H134" stroke="#5a4335" stroke-width="1.4"/>'
    return (
        f'<svg viewBox="0 0 142 74" width="{width}" height="{round(width * 74 / 142)}">{ground}{shadow}'
        f'<g transform="{lift}">{"".join(drawn)}</g></svg>'
    )


def _part(part: str, card: Mapping[str, Json]) -> str:
    tone = hue(str(card.get("family")))
    stone = bool(card.get("petrified"))
    fill, rim = ("#87878b", "#d2d2d6") if stone else (f"hsl({tone} 46% 44%)", f"hsl({tone} 60% 78%)")
    firm = card.get("supported", True)
    look = f'fill="{fill}" stroke="{rim}" stroke-width="1.8" stroke-linejoin="round"'
    if not firm:
        look += ' fill-opacity=".22" stroke-dasharray="3.4 2.6"'
    wing = _WING if "airborne" in (card.get("keywords") or ()) else ""
    eye = (
        '<circle cx="-14" cy="-1" r="2.3" fill="#fff8ea" stroke="#1a1210" stroke-width="1.2"/>'
        if part == "head"
        else ""
    )
    scale = _SCALES.get(str(card.get("size")), 1.0)
    # every part stands on the same ground, however big it is
    place = f"translate({_PLACES[part]} {round(65 - 28 * scale, 1)}) scale({scale})"
    said = escape(_(in_words(card, firm)))
    return (
        f'<g transform="{place}"><title>{said}</title><g {look}>{wing}{_OUTLINES[part]}</g>'
        f"{_CRACKS if stone else ''}{eye}</g>"
    )


def in_words(card: Mapping[str, Json], supported: object = True) -> str:
    """A creature card in one sentence."""
    stats = ", ".join(f"{card.get(stat)} {stat.title()}" for stat in ("health", "might", "speed", "magic"))
    ability = action_in_words(card)
    unsupported = " It is not supported and gives nothing." if not supported else ""
    return f"{card.get('name')}: {stats}.{' ' + ability if ability else ''}{unsupported}"


def action_in_words(card: Mapping[str, Json]) -> str:
    """The action printed on a card: "Bog Bite, Special Action: Might against Speed; Poisonous; synergy: serpent."."""
    ability = card.get("action")
    if not isinstance(ability, dict):
        return ""
    said = [f"{ability.get('name')}, {str(ability.get('kind')).title()} Action"]
    if ability.get("attack"):
        said[0] += f": {str(ability['attack']).title()} against {str(ability.get('defend')).title()}"
    said += [str(tag).title() for tag in ability.get("tags") or ()]
    needed = ability.get("requires")
    if isinstance(needed, dict):
        said.append(f"needs a roll of {needed.get('at_least')} {str(needed.get('stat')).title()}")
    for effect in (each for each in ability.get("effects") or () if each.get("do") != "told"):
        done = {"heal": f"removes {effect.get('n', 1)} damage", "end_condition": f"ends {effect.get('condition')}"}
        said.append(done.get(str(effect.get("do")), str(effect.get("do"))))
    if ability.get("type"):
        said.append(f"synergy: {ability['type']}")
    return "; ".join(said) + "."


def sign(stat: str, size: int = 14) -> str:
    """The sign of a stat as SVG."""
    return f'<svg viewBox="-9 -9 18 18" width="{size}" height="{size}">{_SIGNS[stat]}</svg>'


def build_stat(stat: str, value: object, change: int = 0) -> None:
    """A stat with its sign inside the current container; ``change``: by how much it would differ from now."""
    said = f"{value} {stat.title()}"
    with box("im-stat", tag="span", title=said + (f" ({change:+d})" if change else "")):
        drawing(sign(stat), "im-sign", stat.title())
        text(str(value), tag="span")
        if change:
            text(f"{change:+d}", "im-more" if change > 0 else "im-less", tag="span")


def build_stats(numbers: Mapping[str, Json], now: Mapping[str, Json] | None = None) -> None:
    """Health, Might, Speed and Magic in a row; ``now``: what they are compared with."""
    with box("im-stats", tag="span"):
        for stat in _SIGNS:
            value = int(numbers.get(stat) or 0)
            build_stat(stat, value, value - int(now.get(stat) or 0) if now is not None else 0)


def die(value: int, tone: str = "#ffe2c4", size: int = 24) -> str:
    """A die as SVG."""
    pips = "".join(f'<circle cx="{x}" cy="{y}" r="1.9" fill="#2b130a"/>' for x, y in _PIPS.get(value, ()))
    return (
        f'<svg viewBox="-9 -9 18 18" width="{size}" height="{size}">'
        f'<rect x="-8" y="-8" width="16" height="16" rx="3.4" fill="{escape(tone)}" stroke="#2b130a"/>{pips}</svg>'
    )
