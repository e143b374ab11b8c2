"""Look of any ruleset, in words; a look of its own may show more."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Collection, Mapping, Sequence
from typing import Any, ClassVar, Protocol

import msgspec

from immolation.dashboard.elements import box, button, text
from immolation.dashboard.messages import ActionJson, EntryJson, EventJson, LegalActionJson, NextJson, SeatJson

Json = Any


class Act(Protocol):
    """Takes an action for a seat, and ``then`` what it does next; True if the table accepted the first."""

    async def __call__(self, seat: str, action: ActionJson, then: Sequence[NextJson] = ()) -> bool:
        """See the class."""


Asked = Callable[[], Awaitable[Sequence[SeatJson]]]
"""Returns the states of the seats this viewer decides for, once they have been heard."""

Why = Callable[..., Awaitable[None]]
"""Opens the text of rules by their ids."""

LEFT_OUT = ("ruleset", "seats", "turn", "round", "over", "walls", "items", "dials", "picture", "tiles", "board")
"""Keys of a view that the page shows elsewhere."""

SHOWN = ("name", "colour", "tile", "full_name")
"""Facts of a seat that the page shows elsewhere."""


class DrawnDie(msgspec.Struct, frozen=True):
    """One die as it lies."""

    shape: str
    """``d4``, ``d6``, ``d8``, ``d10``, ``d12``, or ``mark`` for a cube with symbols."""

    face: str
    faces: tuple[str, ...]
    """All it might have shown, for its tumbling."""

    title: str = ""
    """What it is called, where its shape does not say it."""


def numbered(shape: str, face: object, title: str = "") -> DrawnDie:
    """A die with numbers from 1.

    >>> numbered("d4", 3).faces
    ('1', '2', '3', '4')
    """
    return DrawnDie(shape, str(face), tuple(map(str, range(1, int(shape[1:]) + 1))), title)


def percentile(value: int) -> list[DrawnDie]:
    """The two dice of a number from 00 to 99.

    >>> [die.face for die in percentile(7)]
    ['00', '7']
    """
    tens = DrawnDie("d10", f"{value // 10}0", tuple(f"{ten}0" for ten in range(10)), "Tens")
    return [tens, DrawnDie("d10", str(value % 10), tuple(map(str, range(10))), "Units")]


class Look:
    """Shows a ruleset on the page. This one tells short facts; a ruleset's own overrides what it draws better.

    Each part has a model, JSON that changes exactly when the part must be built anew, and a function that builds it
    inside the current container.
    """

    lost: ClassVar[str] = "Nobody wins"
    """What stands above the reason when a game is over that nobody has won."""

    edges: ClassVar[Mapping[str, str]] = {}
    """What is printed on the board's edges: ``top``, ``right``, ``bottom``, ``left``."""

    moments: ClassVar[Mapping[str, str]] = {}
    """Kinds of events that nobody should miss -> the title of the card that tells them."""

    charts: ClassVar[Mapping[str, str]] = {}
    """Title -> the path of a number in the view, ``*`` for every seat, that the timeline draws; ``standings.*`` is what
    a seat would count if the game ended then."""

    places: ClassVar[Sequence[str]] = ("seats.*.tile",)
    """Paths of the tiles on which miniatures stand, for the timeline's map of where they went."""

    ends: ClassVar[Mapping[str, tuple[str, str]]] = {}
    """Kinds of decisions after whose answer the turn may end at once -> the kind of decision that asks for it then, and
    the ``do`` of the action that ends it."""

    left_out: ClassVar[Collection[str]] = ()
    """Kinds of decisions of one's own turn that many people always leave out, and that may pass by themselves."""

    wounds: ClassVar[Collection[str]] = ()
    """Kinds of events in which something is hurt, for the sound of a wound."""

    untold: ClassVar[Collection[str]] = ("passed", "turn-begins", "turn-ends", "turn")
    """Kinds of events that are told as they happen and left out where a player hears what happened since their turn."""

    folded: ClassVar[Collection[str]] = ()
    """Kinds of events with which a seat lets a moment pass: several in a row are one line of the log."""

    def seat_of(self, name: str, view: Mapping[str, Json]) -> str:
        """Return whose line of a chart it is: ``name`` is what stood for ``*`` in its path."""
        return name

    def concerns(self, event: EventJson, seat: str, view: Mapping[str, Json]) -> bool:
        """Whether an event is about a seat: who did it, or to whom it was done."""
        return seat in (event.data.get(key) for key in ("seat", "who", "target", "card", "owner"))

    def rolled(self, entry: EntryJson) -> Sequence[DrawnDie]:
        """The dice that fell in an entry, in the order in which they lie; empty where none did."""
        action = entry.action
        if action is None or action.get("seat") != "chance":
            return ()
        return self.dice_of(action, entry.events)

    def dice_of(self, action: ActionJson, events: Sequence[EventJson]) -> Sequence[DrawnDie]:
        """The dice of an action of chance; empty where it is something else, a card say."""
        return ()

    def token(self, facts: Mapping[str, Json]) -> str:
        """Return what crowns a seat's head on its card: ``crown``, ``flame`` or empty."""
        return ""

    def seat(self, facts: Mapping[str, Json], view: Mapping[str, Json]) -> Json:
        """What a seat's card tells beside its facts: with them the model of `build_seat`."""
        return None

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

    def build_table(self, view: Mapping[str, Json], deciding: Collection[str], asked: Asked, act: Act) -> None:
        """Build what lies on the table. ``deciding``: the seats this viewer decides for right now.

        It stays when only what they may do changes, so ``asked`` is for the moment of a tap.
        """

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
        """Build what only one seat sees: its hand, say, with what may be done with each card. ``act`` takes an
        action.
        """
        build_facts(self.own(view, state), ())
        with box("im-chips"):
            for action in self.presented(state):
                build_action(state.seat, action, act)

    def question(self, action: LegalActionJson) -> str:
        """Return what is asked once before an action that only people can know of; empty: it is taken at a tap."""
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
