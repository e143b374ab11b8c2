"""One situation of a battle: every Kimera, every card, the stack of decisions; and how they are copied.

Owns the facts and the few moves of cards that everything shares. Knows no step of the round.
"""

from __future__ import annotations

from typing import Any, NamedTuple, Self

import msgspec

from ..contract import Event, Json, Result
from .components import KIMERA, Kimera, Trait
from .frames import Attacking, Frame
from .settings import Settings
from .standing import Hurt, Standing

Log = list[Event]


def report(
    log: Log,
    kind: str,
    rules: tuple[str, ...],
    text: str,
    secret: dict[str, dict[str, Json]] | None = None,
    **data: Any,
) -> None:
    """Write down what happened; JSON knows lists alone."""
    facts = {key: list(value) if isinstance(value, tuple) else value for key, value in data.items()}
    log.append(Event(kind, rules, text, facts, secret or {}))


class Wound(NamedTuple):
    """A damage card on a Scroll."""

    card: str
    pick: str = ""
    """The gem or rune that a Crush or Scar was put on."""

    spent: bool = False
    """True for an Expose or Sunder that has done its work."""


class Gear(NamedTuple):
    """An Edge, shield or weapon on a Scroll."""

    gem: str
    card: str
    paid: bool = True
    """False for a weapon of an earlier round whose upkeep is due."""


class Lingering(NamedTuple):
    """A lingering heal, face down."""

    by: str
    """Who laid it: the only one who knows it."""

    cards: tuple[str, ...]


class Mount:
    """One seat's Kimera with its rider in battle."""

    __slots__ = (
        "alive",
        "balance",
        "barred",
        "down",
        "edges",
        "hand",
        "holds",
        "initiative",
        "lingering",
        "machine",
        "off",
        "prepared",
        "revealed",
        "seat",
        "shield",
        "standing",
        "weapons",
        "wounds",
    )

    def __init__(self, seat: str, machine: Kimera, standing: Standing) -> None:
        self.seat = seat
        self.machine = machine
        self.standing = standing
        self.alive = True
        self.balance = 0
        self.off = False
        self.initiative = 0
        self.revealed = 0
        """Initiative as it was revealed this round."""
        self.prepared: int | None = None
        """Chosen in secret and not yet revealed."""
        self.barred = False
        """Gave up its attacks for a full recovery (KM-REC-03)."""
        self.down = False
        """Stands down for the rest of the round (KM-TURN-06)."""
        self.holds = ""
        """The seat it holds in a grapple."""
        self.hand: list[str] = []
        self.wounds: list[Wound] = []
        self.edges: list[Gear] = []
        self.shield: Gear | None = None
        self.weapons: list[Gear] = []
        self.lingering: list[Lingering] = []

    def copy(self) -> Mount:
        """An independent twin."""
        twin = Mount.__new__(Mount)
        twin.seat = self.seat
        twin.machine = self.machine
        twin.standing = self.standing
        twin.alive = self.alive
        twin.balance = self.balance
        twin.off = self.off
        twin.initiative = self.initiative
        twin.revealed = self.revealed
        twin.prepared = self.prepared
        twin.barred = self.barred
        twin.down = self.down
        twin.holds = self.holds
        twin.hand = self.hand[:]
        twin.wounds = self.wounds[:]
        twin.edges = self.edges[:]
        twin.shield = self.shield
        twin.weapons = self.weapons[:]
        twin.lingering = self.lingering[:]
        return twin

    def trait(self, trait: Trait) -> int:
        """The effective trait."""
        return self.standing.traits[trait]

    def has(self, special: str) -> bool:
        """True for the type with that special."""
        return special in self.machine.specials


class Situation:
    """The facts of one moment."""

    __slots__ = (
        "deck",
        "discard",
        "given",
        "leaders",
        "mounts",
        "pool",
        "result",
        "round",
        "settings",
        "spoken",
        "stack",
    )

    def __init__(self, settings: Settings, leaders: dict[str, str | None]) -> None:
        """Everybody undamaged, nobody with a card, the stack still empty."""
        self.settings = settings
        self.mounts = {
            seat: Mount(seat, KIMERA[design.type], settings.standings[seat].under(()))
            for seat, design in settings.designs.items()
        }
        self.deck = dict(settings.total)
        """Card -> copies in the deck, in the order of the pack; nobody knows their order."""
        self.discard: list[str] = []
        self.pool: list[str] = []
        """Cards a leader has laid out, face up."""
        self.given: list[str] = []
        """Cards put in the place of those taken."""
        self.leaders = leaders
        self.spoken: dict[str, int] = {}
        """Leader -> the number said this round."""
        self.round = 1
        self.stack: list[Frame] = []
        self.result: Result | None = None

    def copy(self) -> Self:
        """An independent situation."""
        twin = type(self).__new__(type(self))
        twin.settings = self.settings
        twin.mounts = {seat: mount.copy() for seat, mount in self.mounts.items()}
        twin.deck = self.deck.copy()
        twin.discard = self.discard[:]
        twin.pool = self.pool[:]
        twin.given = self.given[:]
        twin.leaders = self.leaders.copy()
        twin.spoken = self.spoken.copy()
        twin.round = self.round
        twin.stack = self.stack[:]
        twin.result = self.result
        return twin

    def become(self, other: Situation) -> None:
        """Take over every fact of another situation."""
        for name in Situation.__slots__:
            setattr(self, name, getattr(other, name))

    # --- the stack ---

    def top(self, **changes: Any) -> None:
        """Change the frame on top."""
        self.stack[-1] = msgspec.structs.replace(self.stack[-1], **changes)

    def attack(self) -> Attacking:
        """The attack under way."""
        for frame in reversed(self.stack):
            if isinstance(frame, Attacking):
                return frame
        raise LookupError("no attack is under way")

    def change_attack(self, **changes: Any) -> None:
        """Change the attack under way, whatever lies on it."""
        for place in range(len(self.stack) - 1, -1, -1):
            if isinstance(self.stack[place], Attacking):
                self.stack[place] = msgspec.structs.replace(self.stack[place], **changes)
                return

    # --- who is who ---

    def name(self, seat: str) -> str:
        """What people call the rider."""
        return self.settings.names[seat]

    def living(self) -> list[str]:
        """Seats still in the battle, in seat order."""
        return [seat for seat, mount in self.mounts.items() if mount.alive]

    def friends(self, one: str, other: str) -> bool:
        """True for two seats of one side, and for a seat and itself."""
        return self.settings.teams[one] == self.settings.teams[other]

    def mates(self, seat: str) -> list[str]:
        """Living seats of the same side, the seat itself left out."""
        side = self.settings.sides[self.settings.teams[seat]]
        return [other for other in side if other != seat and self.mounts[other].alive]

    def speaker(self, side: str) -> str:
        """Who decides for a side: its leader, or its first living seat where it has none."""
        leader = self.leaders.get(side)
        if leader is not None and self.mounts[leader].alive:
            return leader
        return next(seat for seat in self.settings.sides[side] if self.mounts[seat].alive)

    def by_initiative(self, seats: list[str], prepared: bool = False) -> tuple[str, ...]:
        """Seats in descending Initiative, ties by seat."""

        def height(seat: str) -> int:
            mount = self.mounts[seat]
            return -((mount.prepared or 0) if prepared else mount.initiative)

        return tuple(sorted(seats, key=height))

    def refresh(self, seat: str) -> None:
        """Count the effective traits anew after damage came or went."""
        mount = self.mounts[seat]
        hurts: list[Hurt] = [
            (self.settings.cards[wound.card].effect, wound.pick) for wound in mount.wounds if not wound.spent
        ]
        mount.standing = self.settings.standings[seat].under(tuple(hurts))

    # --- grapples ---

    def grapplers(self, seat: str) -> list[str]:
        """Who holds this seat, in seat order."""
        return [other for other, mount in self.mounts.items() if mount.holds == seat]

    def grappled(self, seat: str) -> bool:
        """True while the Kimera holds or is held."""
        if self.mounts[seat].holds:
            return True
        return any(mount.holds == seat for mount in self.mounts.values())

    def locked_with(self, seat: str) -> list[str]:
        """Everybody in the same grapple, the seat itself left out, in seat order."""
        found = {seat}
        while True:
            more = {
                end
                for other, mount in self.mounts.items()
                if mount.holds and (other in found or mount.holds in found)
                for end in (other, mount.holds)
            }
            if more <= found:
                return [other for other in self.mounts if other in found and other != seat]
            found |= more

    # --- cards ---

    def value(self, card: str) -> int:
        """The printed value."""
        return self.settings.cards[card].value

    def restock(self, log: Log) -> bool:
        """True if a card can be drawn; an empty deck is made anew from the discard pile first (KM-TAC-03)."""
        if any(self.deck.values()):
            return True
        if not self.discard:
            return False
        for card in self.discard:
            self.deck[card] += 1
        report(log, "reshuffled", ("KM-TAC-03",), "The discard pile becomes the deck.", cards=len(self.discard))
        self.discard.clear()
        return True
