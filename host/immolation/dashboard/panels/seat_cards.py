"""Owns the row of seats: who sits where, who plays it, and what lies in front of them in public."""

from __future__ import annotations

from typing import Any

from immolation.dashboard import seats
from immolation.dashboard.elements import box, drawing, escape, text
from immolation.dashboard.feed import Feed

SHOWN = ("name", "colour", "form", "tile", "alive", "bloodstones", "die", "level", "wounds", "lethal")
"""Facts that have a picture or words of their own."""

QUIET = ("full_name", "king", "focus", "side")
"""Facts that say nothing the name and the colour do not."""

BLOODSTONE = (
    '<svg viewBox="-10 -12 20 24" width="15" height="18"><path d="M0 -11 L7 -5 L8 3 L0 11 L-8 3 L-7 -5Z" '
    'fill="#c9141e" stroke="#ffb9a8" stroke-width="1.6"/><path d="M0 -11 L7 -5 L0 -1Z" fill="#ff7468"/></svg>'
)


def token(initial: str, colour: str, revenant: bool) -> str:
    """A small miniature's head as SVG."""
    crown = '<path d="M-9 -13 L-11 -24 L-4 -18 L0 -26 L4 -18 L11 -24 L9 -13Z" fill="#f0c75e" stroke="#3b2405"/>'
    flame = (
        '<path d="M-8 -14 Q-9 -22 -3 -24 Q-3 -20 0 -28 Q4 -21 5 -24 Q10 -20 8 -14Z" fill="#ff8a3c" stroke="#3b1205"/>'
    )
    rim = "#4b4340" if revenant else "#d9a94a"
    return (
        f'<svg viewBox="-20 -30 40 50" width="34" height="42">{flame if revenant else crown}'
        f'<circle r="17" cy="1" fill="{escape(colour)}" stroke="{rim}" stroke-width="3"/>'
        f'<text y="2" text-anchor="middle" dominant-baseline="central" font-size="19" font-weight="700" '
        f'font-family="Georgia, serif" fill="#fffaf2" stroke="#000" stroke-width="3" paint-order="stroke">'
        f"{escape(initial)}</text></svg>"
    )


def build_seats(feed: Feed) -> None:
    """One card a seat, in turn order."""
    table = feed.table
    if table is None:
        return
    for seat, facts in seats.facts(table).items():
        player = seats.player(table, seat)
        name = seats.name(table, seat).removeprefix("The ")
        turn = table.view.get("turn") == seat
        card = box("im-seat" + (" turn" if turn else "") + (" asked" if seat in table.deciders else ""))
        card.style(f"--seat: {seats.colour(table, seat)}")
        if turn:
            card._props["aria-current"] = "true"
        with card:
            drawing(token(name[:1], seats.css(facts.get("colour")), facts.get("form") == "revenant"), "im-seat-token")
            with box("im-seat-lines"):
                with box("im-seat-head"):
                    text(name, "im-seat-name", tag="span")
                    who = player.name or ("" if player.kind == "person" else f"{player.bot or 'bot'}")
                    text(who or "person", "im-hint", tag="span")
                    if table.view.get("start") == seat or table.view.get("start_player") == seat:
                        text("starts", "im-tag", tag="span")
                with box("im-seat-facts"):
                    _facts(facts)


def _facts(facts: dict[str, Any]) -> None:
    level, wounds, stones = facts.get("level"), facts.get("wounds"), facts.get("bloodstones")
    if type(level) is int:
        text(f"level {level}", "im-fact", tag="span")
    if type(wounds) is int:
        lethal = facts.get("lethal")
        said = f"{wounds} of {lethal} wounds" if type(lethal) is int else f"{wounds} wound{'' if wounds == 1 else 's'}"
        text(said, "im-fact" + (" hurt" if wounds else ""), tag="span")
    if type(stones) is int and stones:
        drawing(BLOODSTONE * min(4, stones), "im-stones", f"{stones} Bloodstone{'' if stones == 1 else 's'}")
    if facts.get("die"):
        text("Ascended Die", "im-fact gold", tag="span")
    if "tile" in facts and facts["tile"] is None:
        text("off the board", "im-fact", tag="span")
    for key, value in facts.items():
        if (
            key not in SHOWN + QUIET
            and isinstance(value, int | str)
            and not isinstance(value, bool)
            and len(str(value)) < 20
        ):
            text(f"{key.replace('_', ' ')} {value}", "im-fact", tag="span")
