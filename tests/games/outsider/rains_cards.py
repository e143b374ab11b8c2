"""Scenes for one card of the six Chimeras: three units opposite, dice to lose, and what to look at afterwards."""

from __future__ import annotations

from typing import Any

from .rains import Rains, solo, unit

DICE = {"power": 3, "class": 2, "basic": 1, "exhausted": 4}
TWO: dict[str, Any] = {"blood": 2}
ONE: dict[str, Any] = {"blood": 1}


def field(
    who: str, facing: list[Any], units: list[Any] | None = None, *, p1: dict[str, Any] | None = None, **more: Any
) -> Rains:
    """Three units of 5 life against these aspects, and dice to lose."""
    row = [unit("One", life=5), unit("Two", life=5), unit("Three", life=5)] if units is None else units
    chimera, _, aspects = who.partition(" ")
    return solo(chimera, facing, row, p1={"dice": DICE, **(p1 or {})}, aspects=aspects, **more)


def wounds(table: Rains) -> list[int]:
    """Of the units from the left, then of the Phoenixborn."""
    return [one["wounds"] for one in table.born()["units"]] + [table.born()["wounds"]]


def bearers(table: Rains, card: str) -> list[str]:
    """Who bears an alteration, as often as it does."""
    born = table.born()
    found = [
        ref for one in (*born["units"], *born["facing"]) for ref in [one["ref"]] * one.get("attached", {}).get(card, 0)
    ]
    return found + ["p1"] * born["attached"].get(card, 0)


def names(table: Rains) -> list[str]:
    return [one.get("card", "") for one in table.born()["facing"]]


def levels(table: Rains) -> int:
    dice = table.born()["dice"]
    return int(2 * dice["power"] + dice["class"])


def reveal(table: Rains, card: str, *, face: int = 1, **dice: Any) -> Rains:
    """The Chimera's turn in which it reveals this card; 1 is a plain Reveal on each first behaviour card."""
    return table.turn(face=face, shows=[card], **dice)
