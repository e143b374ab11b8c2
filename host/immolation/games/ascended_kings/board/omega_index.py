"""Turns the two dials of the Omega Index: the round dial that counts down, and the event dial."""

from __future__ import annotations

from typing import Final, Literal

from ..facts.arena import LONGEST, Arena
from ..facts.reporting import Log, report
from ..options import HouseRules, Icon

Side = Literal["front", "back"]

FLIP_AT: Final = 10
"""What the index reads once it is turned over (AK-OMEGA-02)."""

FRONT_FACES: Final = (*range(LONGEST, FLIP_AT, -1), "FLIP")
BACK_FACES: Final = (*range(FLIP_AT, 0, -1), "Omega")

ICON_NAMES: Final[dict[Icon, str]] = {
    "FIRE": "the blue flame",
    "YLEM": "1 Ylem",
    "PYRE": "1 Pyre",
    "PYRE2": "2 Pyre",
    "YLEM_DIRE": "1 Ylem and 1 Dire",
}
"""The five Immolation Events (AK-EVENT-01)."""


def side(arena: Arena) -> Side:
    """Return the side that lies up: 20 to 11 is the front, 10 and less the back (AK-OMEGA-02, AK-OMEGA-04)."""
    return "front" if arena.round_dial > FLIP_AT else "back"


def icons(rules: HouseRules, which: Side) -> list[Icon]:
    """The icons of one side of the event dial, in order (AK-OMEGA-06)."""
    return rules.omega_event_dial_front if which == "front" else rules.omega_event_dial_back


def event(arena: Arena) -> Icon:
    """The icon that the event dial shows (AK-OMEGA-01)."""
    return icons(arena.rules, side(arena))[arena.event_dial]


def flames(arena: Arena) -> list[int]:
    """Return the places where the event dial may start: the blue flames of the side in use (AK-OMEGA-07)."""
    return [place for place, icon in enumerate(icons(arena.rules, side(arena))) if icon == "FIRE"]


def advance_round(arena: Arena, log: Log) -> bool:
    """Step 1 of the End of Round: one round less (AK-ROUND-03). True when the dial reaches Omega (AK-OMEGA-05).

    Reaching FLIP turns the index over, so that it reads 10 at once (AK-OMEGA-02). Without a countdown the dial
    stays on 10 for ever (AK-OMEGA-08).
    """
    if not arena.countdown and arena.round_dial <= FLIP_AT:
        report(log, "round-dial-rests", ("AK-OMEGA-08",), "The round dial rests: this game has no countdown.", {})
        return False
    before = side(arena)
    arena.round_dial -= 1
    if arena.round_dial == 0:
        report(
            log,
            "round-dial",
            ("AK-ROUND-03", "AK-OMEGA-05"),
            "The round dial reaches Omega.",
            {"shows": 0, "side": "back"},
        )
        return True
    if before == side(arena):
        text = f"The round dial turns to {arena.round_dial}."
        report(log, "round-dial", ("AK-ROUND-03",), text, {"shows": arena.round_dial, "side": before})
        return False
    if arena.rules.omega_flip_keeps_index:
        arena.event_dial %= len(icons(arena.rules, "back"))
    else:
        arena.event_dial = 0
    text = "The round dial reaches FLIP: the Omega Index is turned over and reads 10."
    report(log, "index-flipped", ("AK-OMEGA-02", "AK-OMEGA-06"), text, {"shows": FLIP_AT, "side": "back"})
    return False


def advance_event(arena: Arena, roll: int, log: Log) -> None:
    """Step 3: past ``roll`` icons, stopping on the last (AK-ROUND-04, AK-ROUND-05)."""
    dial = icons(arena.rules, side(arena))
    arena.event_dial = (arena.event_dial + roll) % len(dial)
    icon = event(arena)
    text = f"The event dial moves {roll} and shows {ICON_NAMES[icon]}."
    report(
        log, "event-dial", ("AK-ROUND-05", "AK-ROUND-04"), text, {"roll": roll, "index": arena.event_dial, "icon": icon}
    )
