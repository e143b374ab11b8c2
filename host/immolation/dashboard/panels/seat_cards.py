"""Shows the row of seats: who sits where, who plays it, and what lies in front of them in public."""

from __future__ import annotations

from immolation.dashboard import rulesets, seats
from immolation.dashboard.elements import box, drawing, escape, text
from immolation.dashboard.feed import Feed


def token(initial: str, colour: str, crowned: str) -> str:
    """A small miniature's head as SVG; ``crowned``: ``crown``, ``flame`` or empty."""
    crown = '<path d="M-9 -13 L-11 -24 L-4 -18 L0 -26 L4 -18 L11 -24 L9 -13Z" fill="#f0c75e" stroke="#3b2405"/>'
    flame = (
        '<path d="M-8 -14 Q-9 -22 -3 -24 Q-3 -20 0 -28 Q4 -21 5 -24 Q10 -20 8 -14Z" fill="#ff8a3c" stroke="#3b1205"/>'
    )
    on_top = {"crown": crown, "flame": flame}.get(crowned, "")
    rim = "#4b4340" if crowned == "flame" else "#d9a94a"
    return (
        f'<svg viewBox="-20 -30 40 50" width="34" height="42">{on_top}'
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
    look = rulesets.of(table.ruleset)
    for seat, facts in seats.facts(table).items():
        player = seats.player(table, seat)
        name = seats.name(table, seat).removeprefix("The ")
        turn = table.view.get("turn") == seat
        card = box("im-seat" + (" turn" if turn else "") + (" asked" if seat in table.deciders else ""))
        card.style(f"--seat: {seats.colour(table, seat)}")
        if turn:
            card._props["aria-current"] = "true"
        with card:
            drawing(token(seats.initial(name), seats.css(facts.get("colour")), look.token(facts)), "im-seat-token")
            with box("im-seat-lines"):
                with box("im-seat-head"):
                    text(name, "im-seat-name", tag="span")
                    called = "" if player.name == name else player.name
                    who = called if player.kind == "person" else seats.bot_name(player)
                    text(who or "person", "im-hint", tag="span")
                    if table.view.get("start") == seat or table.view.get("start_player") == seat:
                        text("starts", "im-tag", tag="span")
                with box("im-seat-facts"):
                    look.build_seat(facts, table.view)
