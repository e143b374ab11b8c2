"""Lets a rider choose at once all cards that an attack, a defence or a recovery asks for, question after question."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any, NamedTuple

from nicegui.element import Element

from immolation.dashboard.elements import box, button, press, text
from immolation.dashboard.messages import LegalActionJson, NextJson, SeatJson
from immolation.dashboard.rulesets.look import Act
from immolation.dashboard.translation import _

VALUE_CARDS = 2


class CardsFor(NamedTuple):
    """One of the questions that come one after the other."""

    title: str
    least: int
    most: int
    fitting: Sequence[str] | None = None
    """The cards that may be played for it; None for any."""


Plan = Callable[[str, str, Sequence[tuple[CardsFor, Sequence[str]]]], list[NextJson]]
"""Makes the answers of what is chosen for each question: kind of the decisions, seat, cards."""


def parts(symbols: Sequence[tuple[str, Sequence[str]]], least: int, skill: int) -> list[CardsFor]:
    """The questions about cards: each of ``symbols`` with the cards that show it, value, skill.

    >>> [part.title for part in parts([("bolt", ["rend-1"])], 0, 2)]
    ['A card for bolt', 'For value, up to 2', 'By skill, up to 2']
    """
    found = [CardsFor(f"A card for {symbol}", 1, 1, fitting) for symbol, fitting in symbols]
    found.append(
        CardsFor(f"For value, up to {VALUE_CARDS}" if not least else f"For value, {least}", least, VALUE_CARDS)
    )
    return [*found, CardsFor(f"By skill, up to {skill}", 0, skill)] if skill else found


def plays(kind: str, seat: str, chosen: Sequence[tuple[CardsFor, Sequence[str]]]) -> list[NextJson]:
    """The answers to the questions of an attack or a defence: symbols together, value, skill."""
    symbols = [cards[0] for part, cards in chosen if part.fitting is not None]
    others = [list(cards) for part, cards in chosen if part.fitting is None]
    said = [symbols, *others] if symbols else others
    return [NextJson(kind, {"do": "play", "seat": seat, "cards": cards}) for cards in said]


def discards(kind: str, seat: str, chosen: Sequence[tuple[CardsFor, Sequence[str]]]) -> list[NextJson]:
    """The answers to the questions of a full recovery: card after card, and no more."""
    said = [{"do": "discard", "seat": seat, "card": card} for _, cards in chosen for card in cards]
    return [NextJson(kind, one) for one in (*said, {"do": "done", "seat": seat})]


def heal_parts(symbols: Sequence[tuple[str, Sequence[str]]], least: int, most: int) -> list[CardsFor]:
    """The questions about the cards of a heal: its symbols, and what is discarded for it or laid face down."""
    return [*parts(symbols, least, 0)[:-1], CardsFor("Cards for the heal", least, most)]


def heals(
    kind: str, seat: str, chosen: Sequence[tuple[CardsFor, Sequence[str]]], hand: int, lingering: bool
) -> list[NextJson]:
    """The answers to the questions of a heal: symbols together, the cards together, and no more.

    Out of a hand of ``hand`` cards; with the last of them, and where cards were laid, nobody is asked for more.
    """
    said = plays(kind, seat, chosen)
    if not lingering and sum(len(cards) for _, cards in chosen) < hand:
        said.append(NextJson(kind, {"do": "done", "seat": seat}))
    return said


def build(
    action: LegalActionJson,
    kind: str,
    asked: Sequence[CardsFor],
    state: SeatJson,
    title: Callable[[str], str],
    act: Act,
    said: str,
    plan: Plan = plays,
) -> None:
    """Build a row of cards for each part, and the button that takes ``action`` with them.

    ``kind``: of the decisions that would ask for them. ``said``: what the button says before the cards. ``plan``: the
    answers to them. A card goes for one thing only, and what it cannot be played for the table asks about as ever.
    """
    hand: list[str] = sorted((state.view.get("own") or {}).get("hand") or ())
    own = action.action.get("card")
    if own in hand:
        hand.remove(str(own))
    chosen: dict[int, int] = {}
    """Place of a card in the hand -> the part it is played for, in the order of the taps."""
    buttons: dict[tuple[int, int], Element] = {}

    def toggle(place: int, part: int) -> None:
        if chosen.pop(place, None) != part:
            same = [other for other, where in chosen.items() if where == part]
            if len(same) >= asked[part].most:
                del chosen[same[0]]
            chosen[place] = part
        for (at, where), element in buttons.items():
            press(element, chosen.get(at) == where)
        count = len(chosen)
        go.set_text(_(f"{said} with {count} card{'' if count == 1 else 's'}" if count else f"{said} without cards"))

    async def play() -> None:
        played = [sorted(hand[at] for at, where in chosen.items() if where == part) for part in range(len(asked))]
        for part, cards in zip(asked, played, strict=True):
            if len(cards) < min(part.least, len(hand)):
                wrong.set_text(_(f"Choose first: {part.title}."))
                wrong.set_visibility(True)
                return
        await act(state.seat, action.action, plan(kind, state.seat, list(zip(asked, played, strict=True))))

    for number, part in enumerate(asked):
        with box("im-group", role="group", aria_label=_(part.title)):
            text(part.title, "im-group-title")
            with box("im-chips"):
                for place, card in enumerate(hand):
                    if part.fitting is None or card in part.fitting:
                        element = button(title(card), partial(toggle, place, number), "im-segment")
                        press(element, False)
                        buttons[place, number] = element
    with box("im-buttons"):
        go: Any = button(f"{said} without cards", play, "im-action")
        go._props["data-do"] = "with-cards"
    wrong = text("", "im-wrong")
    wrong.set_visibility(False)  # it would leave a gap
