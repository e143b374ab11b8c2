"""What a look may show of a ruleset; this one shows any ruleset in words."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import Any, ClassVar

from immolation.dashboard.elements import box, button, text
from immolation.dashboard.messages import ActionJson, LegalActionJson, SeatJson

Json = Any
Act = Callable[[str, ActionJson], Awaitable[bool]]
"""Takes an action for a seat; True if the table accepted it."""

Why = Callable[..., Awaitable[None]]
"""Opens the text of rules by their ids."""

LEFT_OUT = ("ruleset", "seats", "turn", "round", "over", "walls", "items", "dials", "picture", "tiles", "board")
"""Keys of a view that the page shows elsewhere."""

SHOWN = ("name", "colour", "tile", "full_name")
"""Facts of a seat that the page shows elsewhere."""


class Look:
    """How the page shows a ruleset. The general one tells short facts; a ruleset's own overrides what it draws better.

    Each part has a model, JSON that changes exactly when the part must be built anew, and a function that builds it
    inside the current container.
    """

    edges: ClassVar[Mapping[str, str]] = {}
    """What is printed on the board's edges: ``top``, ``right``, ``bottom``, ``left``."""

    moments: ClassVar[Mapping[str, str]] = {}
    """Kinds of events that nobody should miss -> the title of the card that tells them."""

    def token(self, facts: Mapping[str, Json]) -> str:
        """What crowns a seat's head on its card: ``crown``, ``flame`` or empty."""
        return ""

    def build_seat(self, facts: Mapping[str, Json], view: Mapping[str, Json]) -> None:
        """The public facts in front of a seat, under its name."""
        for key, value in facts.items():
            if key not in SHOWN and isinstance(value, int | str) and not isinstance(value, bool) and value != "":
                said = f"{key.replace('_', ' ')} {value}"
                if len(said) < 40:
                    text(said, "im-fact", tag="span")

    def side(self, view: Mapping[str, Json]) -> Json:
        """The model of the panel beside the board; empty for none."""
        return {key: value for key, value in view.items() if key not in LEFT_OUT}

    def build_side(self, view: Mapping[str, Json]) -> None:
        """The panel beside the board."""
        build_facts(view)

    def table(self, view: Mapping[str, Json]) -> Json:
        """The model of what lies on the table and is drawn above the decision, cards say; empty for nothing."""
        return None

    def build_table(self, view: Mapping[str, Json], asked: Sequence[SeatJson], act: Act) -> None:
        """What lies on the table. ``asked``: the seats this viewer decides for right now."""

    def build_group(self, actions: Sequence[LegalActionJson], state: SeatJson, act: Act) -> bool:
        """Show the legal actions of one kind (the same ``do``), if this look draws them better than buttons do.

        False if it does not, and then nothing was built.
        """
        return False

    def own(self, view: Mapping[str, Json], state: SeatJson) -> Json:
        """The model of what only one seat sees; empty for nothing. ``view`` is the public one."""
        found = {key: value for key, value in state.view.items() if view.get(key) != value}
        seats = found.pop("seats", None)
        mine = seats.get(state.seat, {}) if isinstance(seats, dict) else {}
        public = view.get("seats", {}).get(state.seat, {})
        return found | {key: value for key, value in mine.items() if public.get(key) != value}

    def build_own(self, view: Mapping[str, Json], state: SeatJson, act: Act, why: Why) -> None:
        """What only one seat sees: its hand, say, with what may be done with each card. ``act`` takes an action."""
        build_facts(self.own(view, state), ())
        with box("im-chips"):
            for action in self.presented(state):
                build_action(state.seat, action, act)

    def question(self, action: LegalActionJson) -> str:
        """What is asked once before an action that only people can know of; empty: it is taken at a tap."""
        return ""

    def offered(self, state: SeatJson) -> Sequence[LegalActionJson]:
        """The actions that a seat may take although nobody waits for it, and that everybody may see offered."""
        return ()

    def presented(self, state: SeatJson) -> Sequence[LegalActionJson]:
        """The actions that `build_own` shows, so that the decision's own buttons leave them out.

        The general look shows there what may be done although nobody is waiting for it.
        """
        return state.actions if state.decision is None else ()


def build_action(seat: str, action: LegalActionJson, act: Act, classes: str = "im-tell") -> None:
    """One button."""
    button(action.label, lambda: act(seat, action.action), classes)


def build_facts(view: Mapping[str, Json], left_out: Sequence[str] = LEFT_OUT) -> None:
    """The short facts of a view the page has no picture for, as a list of names and values."""
    with box("im-facts", tag="dl"):
        for key, value in view.items():
            shown = fact(value)
            if key not in left_out and shown:
                text(key.replace("_", " "), tag="dt")
                text(shown, tag="dd")


def fact(value: Json) -> str:
    """A value in a few words; empty for what does not fit into a line."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, int | float | str):
        return str(value)[:80]
    if isinstance(value, list | tuple) and len(value) <= 12 and all(isinstance(one, int | str) for one in value):
        return ", ".join(str(one) for one in value) or "none"
    if isinstance(value, dict) and len(value) <= 8 and all(isinstance(one, int | str) for one in value.values()):
        return ", ".join(f"{key} {one}" for key, one in value.items())
    return ""
