"""Draws the Omega Index: the event dial on the left, the round dial on the right, as on the table."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

from immolation.dashboard.elements import box, drawing, escape, text
from immolation.dashboard.translation import _

FRONT = (*map(str, range(20, 10, -1)), "FLIP")
BACK = (*map(str, range(10, 0, -1)), "Ω")
"""What is printed on the two faces of the round dial (AK-OMEGA-02)."""

EVENTS = {
    "fire": ("Blue flame", "#58a6ff"),
    "ylem": ("Ylem", "#3f8cff"),
    "pyre": ("Pyre", "#ff5436"),
    "pyre2": ("Pyre ×2", "#ff5436"),
    "ylem_dire": ("Ylem and Dire", "#9a6bff"),
}
"""Event icon -> its name and colour; an icon the page does not know is shown by its own name."""


@dataclass(frozen=True)
class Index:
    """Both dials as they stand."""

    side: str
    rounds: tuple[str, ...]
    round_at: int | None
    events: tuple[str, ...]
    event_at: int | None
    countdown: bool = True


def read(view: dict[str, Any]) -> Index | None:
    """The Omega Index in a public view; None where there is none."""
    if "dials" not in view:
        return None
    countdown = view.get("countdown", True) is not False
    dials = view["dials"]
    if not isinstance(dials, dict):  # put away when the Omega War began
        return Index("back", BACK, len(BACK) - 1, (), None, countdown) if view.get("war") else None
    side = "back" if dials.get("side") == "back" else "front"
    rounds, round_at = _dial(dials.get("round"), side)
    events, event_at = _dial(dials.get("event"), side)
    faces = tuple("Ω" if face == "omega" else face.upper() for face in rounds) or (FRONT if side == "front" else BACK)
    return Index(side, faces, round_at, events, event_at, countdown)


def _dial(dial: Any, side: str) -> tuple[tuple[str, ...], int | None]:
    faces = dial.get(side) if isinstance(dial, dict) else None
    at = dial.get("index") if isinstance(dial, dict) else None
    shown = tuple(str(face).lower() for face in faces) if isinstance(faces, list | tuple) else ()
    return shown, at if type(at) is int and 0 <= at < len(shown) else None


def build_index(index: Index) -> None:
    """Two dials side by side, with what they say in words."""
    here = index.rounds[index.round_at] if index.round_at is not None else "–"
    event = index.events[index.event_at % len(index.events)] if index.events and index.event_at is not None else ""
    event_name, event_colour = EVENTS.get(event, (event or "–", "#c9a27a"))
    face = "front" if index.side == "front" else "back"
    with box("im-dials"):
        with box("im-dial" if index.events else "im-dial im-gone"):
            drawing(_event_dial(index), "im-dial-face", f"Event dial, {face}: {event_name}")
            text(event_name, "im-dial-value").style(f"color: {event_colour}")
            text("event dial", "im-hint")
        with box("im-dial"):
            said = "Omega War" if here == "Ω" else f"{here} to go"
            drawing(_round_dial(index, here), "im-dial-face", f"Round dial, {face}: {here}")
            text(said if index.countdown else "no countdown", "im-dial-value")
            text(f"{face} side", "im-hint")


def _start(radius: int = 96) -> list[str]:
    return [
        '<svg viewBox="-100 -100 200 200" xmlns="http://www.w3.org/2000/svg">',
        '<defs><radialGradient id="im-stone" cx="38%" cy="30%"><stop offset="0" stop-color="#4a3a33"/>'
        '<stop offset=".65" stop-color="#261c18"/><stop offset="1" stop-color="#140e0c"/></radialGradient></defs>',
        f'<circle r="{radius}" fill="url(#im-stone)" stroke="#6b4a38" stroke-width="2.5"/>',
        '<circle r="62" fill="none" stroke="#00000066" stroke-width="2"/>',
    ]


def _spot(at: int, count: int, radius: float, way: int) -> tuple[float, float, float]:
    angle = way * 2 * math.pi * at / count - math.pi / 2
    return radius * math.cos(angle), radius * math.sin(angle), angle


def _pointer(at: int | None, count: int, way: int, colour: str) -> list[str]:
    if at is None:
        return []
    degrees = way * 360 * at / count
    return [
        f'<g transform="rotate({degrees:.1f})"><path d="M-7 4 L0 -58 L7 4 Z" fill="{colour}" stroke="#0d0908" '
        'stroke-width="2"/></g><circle r="11" fill="#0d0908" stroke="#e9c98f" stroke-width="2.5"/>'
    ]


def _round_dial(index: Index, here: str) -> str:
    parts, count = _start(), len(index.rounds)
    for at, label in enumerate(index.rounds):
        x, y, _angle = _spot(at, count, 78, 1)
        lit = label == here
        size = 13 if label == "FLIP" else 22 if label == "Ω" else 19
        if lit:
            parts.append(f'<circle cx="{x:.1f}" cy="{y:.1f}" r="17" fill="#ff7a2f" stroke="#ffd9a8" stroke-width="2"/>')
        fill = "#1b0d05" if lit else "#ffcf7a" if label in ("Ω", "FLIP") else "#cdb9a6"
        parts.append(
            f'<text x="{x:.1f}" y="{y:.1f}" font-size="{size}" font-weight="700" text-anchor="middle" '
            f'dominant-baseline="central" fill="{fill}">{escape(label)}</text>'
        )
    parts += _pointer(index.round_at, count, 1, "#ff9a52")
    return "".join([*parts, "</svg>"])


def _event_dial(index: Index) -> str:
    parts, count = _start(), max(1, len(index.events))
    at_here = index.event_at % count if index.event_at is not None else None
    for at, icon in enumerate(index.events):
        # This dial turns counter-clockwise, so its icons follow each other that way round (AK-OMEGA-01).
        x, y, _angle = _spot(at, count, 78, -1)
        parts.append(_icon(icon, x, y, at == at_here))
    parts += _pointer(at_here, count, -1, "#8fd0ff")
    return "".join([*parts, "</svg>"])


def _icon(icon: str, x: float, y: float, lit: bool) -> str:
    name, colour = EVENTS.get(icon, (icon, "#c9a27a"))
    ring = f'<circle cx="{x:.1f}" cy="{y:.1f}" r="17" fill="#20283a" stroke="#d8efff" stroke-width="2"/>' if lit else ""
    flame = (
        "M0 -12 C5 -5 9 -1 8 5 C7 10 3 12 0 12 C-4 12 -8 9 -8 4 C-8 0 -5 -1 -4 -5 C-2 -3 -1 -2 -1 0 C1 -4 1 -8 0 -12Z"
    )
    gem = "M0 -10 L8.7 -5 L8.7 5 L0 10 L-8.7 5 L-8.7 -5Z"
    edge = 'stroke="#0d0908" stroke-width="2"/>'
    shapes = f'<path d="{flame if icon == "fire" else gem}" fill="{colour}" stroke="#0d0908" stroke-width="1.5"/>'
    if icon == "pyre2":
        shapes = (
            f'<path transform="translate(-4 -2) scale(.8)" d="{gem}" fill="{colour}" {edge}'
            f'<path transform="translate(5 3) scale(.8)" d="{gem}" fill="{colour}" {edge}'
        )
    elif icon == "ylem_dire":
        shapes = (
            f'<path transform="translate(-4 -2) scale(.8)" d="{gem}" fill="#3f8cff" {edge}'
            f'<path transform="translate(5 3) scale(.8)" d="{gem}" fill="#4c3a66" stroke="#c9b2ff" stroke-width="2"/>'
        )
    size = 1 if icon in EVENTS else 0.6
    return (
        f"{ring}<g transform='translate({x:.1f} {y:.1f}) scale({size})' opacity='{1 if lit else 0.72}'>"
        f"<title>{escape(_(name))}</title>{shapes}</g>"
    )
