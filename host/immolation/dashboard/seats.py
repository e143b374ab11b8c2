"""Names and colours of seats on the page, read from the public view every ruleset has."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Any

from immolation.dashboard.feed import Feed
from immolation.dashboard.settings import Viewer
from immolation.dashboard.translation import _

from .messages import DecisionJson, PlayerJson, SeatJson, TableJson

NEUTRAL = "#c9a27a"


def facts(table: TableJson) -> dict[str, dict[str, Any]]:
    """Seat -> its public facts, in turn order."""
    seats = table.view.get("seats")
    if not isinstance(seats, dict):
        return {seat: {} for seat in table.players}
    return {seat: known if isinstance(known, dict) else {} for seat, known in seats.items()}


def name(table: TableJson, seat: str | None) -> str:
    """Return what people call a seat: its king, say."""
    if seat is None:
        return _("nobody")
    if seat == "chance":
        return _("The dice")
    if seat == "table":
        return _("The table")
    return _(str(facts(table).get(seat, {}).get("name") or seat))


def name_in_sentence(table: TableJson, seat: str) -> str:
    """Return what people call a seat where a sentence does not begin with it: "the Egis Revenant"; a person's own name
    stays as it is.
    """
    called = name(table, seat)
    if called.startswith("The ") and called != player(table, seat).name:
        return f"the {called[4:]}"
    return called


def names(table: TableJson, of: Sequence[str], *, begin: bool = True) -> str:
    """Return what people call several seats, as a sentence has them, which begins with them unless told otherwise: "The
    Egis Revenant and the Pyre Revenant".
    """
    inside = [name_in_sentence(table, seat) for seat in of]
    return several([name(table, of[0]), *inside[1:]] if begin and of else inside)


def initial(called: str) -> str:
    """Return what stands on a seat's miniature: the first letter of a name, or the number of "Player 3"."""
    numbered = re.fullmatch(r"\S+ (\d{1,2})", called)
    return numbered[1] if numbered else called.removeprefix("The ")[:1].upper()


def css(colour: object) -> str:
    """A colour of the view as CSS: 0xRRGGBB numbers and ``#rrggbb`` are understood."""
    if isinstance(colour, int) and not isinstance(colour, bool):
        return f"#{colour & 0xFFFFFF:06x}"
    if isinstance(colour, str) and len(colour) == 7 and colour[0] == "#":
        try:
            return f"#{int(colour[1:], 16):06x}"
        except ValueError:
            return NEUTRAL
    return NEUTRAL


def colour(table: TableJson, seat: str | None) -> str:
    """The seat's colour as CSS, light enough to be read on the dark page."""
    value = css(facts(table).get(seat, {}).get("colour")) if seat else NEUTRAL
    red, green, blue = (int(value[at : at + 2], 16) for at in (1, 3, 5))
    luminance = 0.2126 * red + 0.7152 * green + 0.0722 * blue
    if luminance < 110:  # WCAG contrast of about 4.5 on the page's near-black
        share = (110 - luminance) / (255 - luminance)
        red, green, blue = (round(part + (255 - part) * share) for part in (red, green, blue))
    return f"#{red:02x}{green:02x}{blue:02x}"


def player(table: TableJson, seat: str) -> PlayerJson:
    """Return who plays a seat; a person where the table says nothing."""
    return table.players.get(seat, PlayerJson())


def people(table: TableJson) -> list[str]:
    """The seats that people play, in turn order."""
    return [seat for seat in facts(table) if player(table, seat).kind == "person"]


def bot_title(bot: str) -> str:
    """Return what people call a bot where there is little room.

    >>> bot_title("search:medium"), bot_title("random"), bot_title("")
    ('medium bot', 'random bot', 'bot')
    """
    level = bot.rpartition(":")[2]
    return _("{level} bot", level=_(level)) if level else _("bot")


def bot_name(who: PlayerJson) -> str:
    """Return what people call the bot of a seat, with its own name where it has one.

    >>> bot_name(PlayerJson("bot", "Hal", "search:easy"))
    'Hal · easy bot'
    """
    return " · ".join(filter(None, (who.name, bot_title(who.bot))))


def who_played(players: Iterable[str], bots: Iterable[str]) -> list[str]:
    """People by their names, where they have one, then each kind of bot that played with them."""
    return [*filter(None, players), *map(bot_title, dict.fromkeys(bots))]


def deciding(table: TableJson, viewer: Viewer) -> list[str]:
    """The seats of people that the table waits for and this viewer decides for, the most urgent first."""
    if table.phase in ("over", "paused"):
        return []
    return [
        seat
        for seat in table.deciders
        if seat != "chance" and viewer.sees(seat) and player(table, seat).kind == "person"
    ]


def asked(feed: Feed, viewer: Viewer) -> list[SeatJson]:
    """The states of the seats this viewer decides for right now, as far as they have been heard, in the same order."""
    table = feed.table
    if table is None:
        return []
    found = []
    for seat in deciding(table, viewer):
        state = feed.seats.get(seat)
        if state is None or state.decision is None or state.n != table.n:
            continue
        if not lets_pass(
            table, seat, state.decision
        ):  # else the table lets it pass in a moment, and a question would only flicker by
            found.append(state)
    return found


PASSING = frozenset(("pass", "done", "go-on", "be-satisfied", "keep-die"))
"""Types of actions with which a window is let pass."""

REMEMBERED = PASSING | {"stand-down"}
"""Types of actions that may be remembered for what a question is about."""


def lets_pass(table: TableJson, seat: str, decision: DecisionJson) -> bool:
    """Whether the table lets this pass for a person who said so."""
    who = player(table, seat)
    if who.kind != "person" or decision.default is None:
        return False
    kept = passed_kinds(table, seat)
    remembered = (decision.kind in kept and passes(decision)) or (
        bool(decision.about) and kind_and_about(decision) in kept and decision.default.get("do") in REMEMBERED
    )
    return (decision.courtesy and who.asked == "concerned") or remembered


def kind_and_about(decision: DecisionJson) -> str:
    """The kind of a question, and what it is about."""
    return f"{decision.kind}: {decision.about}" if decision.about else decision.kind


def passed_kinds(table: TableJson, seat: str) -> dict[str, bool]:
    """The kinds of windows that a seat lets pass now -> whether only in this turn."""
    return {kind: bool(until) for kind, until in player(table, seat).passes.items()}


def passes(decision: DecisionJson) -> bool:
    """Whether a decision's default does nothing but let play go on."""
    return decision.default is not None and decision.default.get("do") in PASSING


def may_be_passed(table: TableJson, state: SeatJson) -> bool:
    """Whether to offer that such windows pass by themselves: those out of a seat's own turn, and no main choice."""
    decision = state.decision
    if decision is None or decision.default is None or decision.kind == "turn" or decision.courtesy:
        return False
    do = decision.default.get("do")
    return do == "pass" or (do in PASSING and (decision.clock == "window" or table.view.get("turn") != state.seat))


def idle(feed: Feed, viewer: Viewer) -> list[SeatJson]:
    """The states of the seats this viewer plays and nobody waits for."""
    table = feed.table
    if table is None or table.phase in ("over", "paused"):
        return []
    mine = [feed.seats[seat] for seat in facts(table) if seat in feed.seats and viewer.sees(seat)]
    return [
        state
        for state in mine
        if state.decision is None and state.n == table.n and player(table, state.seat).kind == "person"
    ]


def has_secrets(table: TableJson, state: SeatJson) -> bool:
    """Whether this seat knows more than the table does, so that others at one screen should look away."""
    return state.n == table.n and bool(state.view) and state.view != table.view


def several(names: Sequence[str]) -> str:
    """Names as a sentence has them: Vara, Zhoth and Apsu."""
    if len(names) < 2:
        return "".join(names)
    return _("{names} and {last}", names=", ".join(names[:-1]), last=names[-1])
