"""Hold everything that lies on the table in a battle; its JSON is the position."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Annotated, Any, Literal

import msgspec
from msgspec import UNSET, Meta, UnsetType, field

from ...contract import Result
from ...engine import EventLog, Facts, Mark, derived, report
from ..actions import CardId, Name
from ..cards.components import KIMERA, Card, Kimera, Level, Rider, Text, Told, Trait, TraitLevel, Type
from ..frames import Attacking, Frame
from ..options import DEFAULTS, HouseRules
from .effective_traits import Hurt, Standing
from .settings import ROUNDS, Settings

Number = Annotated[int, Meta(ge=0, le=9999)]
Cards = Annotated[tuple[CardId, ...], Meta(max_length=400)]
Pile = Annotated[list[CardId], Meta(max_length=400)]


class Wound(msgspec.Struct, frozen=True, forbid_unknown_fields=True, gc=False):
    """A damage card on a Scroll."""

    card: CardId
    pick: Name = ""
    """The gem or rune that a Crush or Scar was put on."""

    spent: bool = False
    """True for an Expose or Sunder that has done its work."""


class Gear(msgspec.Struct, frozen=True, forbid_unknown_fields=True, gc=False):
    """An Edge, shield or weapon on a Scroll."""

    card: CardId
    gem: Name = ""
    paid: bool = True
    """False for a weapon of an earlier round whose upkeep is due."""


class Lingering(msgspec.Struct, frozen=True, forbid_unknown_fields=True, gc=False):
    """A lingering heal, face down."""

    cards: Annotated[tuple[CardId, ...], Meta(min_length=1, max_length=3)]
    by: Name = ""
    """Who laid it: the only one who knows it."""


class Mount(Facts):
    """One seat's Kimera with its rider in battle: the design, and how it stands."""

    type: Type = "kiron"
    name: Text = ""
    traits: Mapping[Trait, TraitLevel] = {}
    runes: Mapping[str, Level] = {}
    gems: Mapping[str, Level] = {}
    team: Text = ""
    defeated: bool = False
    balance: Number = 0
    off: bool = False
    initiative: Number = 0
    revealed: Number = 0
    """Initiative as it was revealed this round."""

    prepared: Annotated[Number | None, Mark.OWN] = None
    """Chosen in secret and not yet revealed."""

    full_recovery: bool = False
    """Gave up its attacks for a full recovery (KM-REC-03)."""

    stands_down: bool = False
    """For the rest of the round (KM-TURN-06)."""

    holds: Name | None = None
    """The seat it holds in a grapple."""

    hand: Annotated[Cards, Mark.OWN] = ()
    wounds: Annotated[tuple[Wound, ...], Meta(max_length=20)] = ()
    edges: Annotated[tuple[Gear, ...], Meta(max_length=20)] = ()
    shield: Gear | None = None
    weapons: Annotated[tuple[Gear, ...], Meta(max_length=20)] = ()
    lingering: Annotated[tuple[Lingering, ...], Meta(max_length=20), Mark.SECRET] = ()
    text: Annotated[Told, Mark.IF_ANY] = ""
    """Further abilities of the rider, in words (KM-TOLD-02); left out where there are none."""

    seat: str = derived("seat", "")
    machine: Kimera = derived("machine", None)
    standing: Standing = derived("standing", None)

    @property
    def alive(self) -> bool:
        """Still in the battle."""
        return not self.defeated

    @property
    def design(self) -> Rider:
        """The rider's design, which no battle changes."""
        return Rider(self.type, self.name, self.traits, self.runes, self.gems, self.text)

    def trait(self, trait: Trait) -> int:
        """The effective trait."""
        return self.standing.traits[trait]

    def has(self, special: str) -> bool:
        """True for the type with that special."""
        return special in self.machine.specials


class BattleResult(Result, frozen=True, forbid_unknown_fields=True):
    """The end of the battle, as a position holds it."""

    winners: tuple[Name, ...]
    reason: Annotated[str, Meta(min_length=1, max_length=200)]
    rule: Annotated[str, Meta(pattern="^(KM-POT-03|TABLE)$")]
    scores: dict[Name, dict[str, Number]] = {}


class BattleFacts(Facts, kw_only=True):
    """Everything that lies on the table, and what is asked."""

    ruleset: Literal["kimera"] = "kimera"
    options: HouseRules = DEFAULTS
    rounds: int = ROUNDS
    """The battle is broken off after this round; 0 for no limit."""

    round: Annotated[int, Meta(ge=1, le=100_000)] = 1
    cards: tuple[Card, ...] | UnsetType = UNSET
    """Written for the occasion; left out where they are those of the game's pack."""

    mounts: dict[str, Mount] = field(name="seats")
    leaders: Annotated[dict[str, str | None], Mark.GROWS] = {}
    deck: Annotated[Pile, Mark.COUNTED, Mark.SECRET] = []
    """In the order of the pack; nobody knows the order in which they lie."""

    discard: Pile = []
    pool: Pile = []
    """Cards a leader has laid out, face up."""

    given: Pile = []
    """Cards put in the place of those taken."""

    spoken: Annotated[dict[Name, Number], Mark.GROWS] = {}
    """Leader -> the number said this round."""

    stack: Annotated[list[Frame], Mark.SECRET] = []
    result: BattleResult | None = None
    settings: Settings = derived("settings", None)

    def prepare(self, cards: Sequence[Card]) -> None:
        """Derive what does not change during a game, and the effective traits."""
        designs = {seat: mount.design for seat, mount in self.mounts.items()}
        teams = {seat: mount.team for seat, mount in self.mounts.items()}
        self.settings = Settings(designs, teams, self.options, cards)
        for seat, mount in self.mounts.items():
            mount.seat, mount.machine = seat, KIMERA[mount.type]
            self.refresh(seat)

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
        """Return what people call the rider."""
        return self.settings.names[seat]

    def living(self) -> list[str]:
        """Seats still in the battle, in seat order."""
        return [seat for seat, mount in self.mounts.items() if not mount.defeated]

    def friends(self, one: str, other: str) -> bool:
        """True for two seats of one side, and for a seat and itself."""
        return self.settings.teams[one] == self.settings.teams[other]

    def mates(self, seat: str) -> list[str]:
        """Living seats of the same side, the seat itself left out."""
        side = self.settings.sides[self.settings.teams[seat]]
        return [other for other in side if other != seat and self.mounts[other].alive]

    def speaker(self, side: str) -> str:
        """Return who decides for a side: its leader, or its first living seat where it has none."""
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
        """Return the seats that hold this one, in seat order."""
        return [other for other, mount in self.mounts.items() if mount.holds == seat]

    def grappled(self, seat: str) -> bool:
        """True while the Kimera holds or is held."""
        if self.mounts[seat].holds:
            return True
        return seat in [mount.holds for mount in self.mounts.values()]

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

    def put_back(self, cards: Sequence[str]) -> None:
        """Shuffle cards into the deck."""
        self.deck += cards
        self.deck.sort(key=self.settings.place.__getitem__)

    def restock(self, log: EventLog) -> bool:
        """True if a card can be drawn; an empty deck is made anew from the discard pile first (KM-TAC-03)."""
        if self.deck:
            return True
        if not self.discard:
            return False
        self.put_back(self.discard)
        report(log, "reshuffled", ("KM-TAC-03",), "The discard pile becomes the deck.", cards=len(self.discard))
        self.discard.clear()
        return True
