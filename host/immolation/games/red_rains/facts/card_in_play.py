"""Records of cards in play and of players: wounds, tokens, dice, keywords."""

from __future__ import annotations

from collections.abc import Container
from typing import Final, Literal

from ..cards.card_records import Aspect

Kind = Literal["aspect", "unit", "phoenixborn", "chimera"]
CHIMERA: Final = "chimera"
UNPLACED: Final = -1
LOST: Final = "lost:"
"""Before a keyword in `Body.lasting`: the card has lost it until the turn ends."""

DICE: Final = ("power", "class", "basic", "exhausted")
MOST_DICE: Final = 10
"""Dice of a player; so many may lie on one card."""


class CardInPlay:
    """Anything that can carry wounds and tokens: an aspect, a unit, a Phoenixborn, the Chimera card itself."""

    __slots__ = (
        "attached",
        "attack",
        "blood",
        "card",
        "column",
        "dice_of",
        "exhaustion",
        "home",
        "keywords",
        "kind",
        "lasting",
        "life",
        "name",
        "notes",
        "owner",
        "recover",
        "ref",
        "side",
        "spells",
        "status",
        "under",
        "up",
        "wounds",
    )

    def __init__(self, ref: str, kind: Kind, side: str, owner: str, home: str) -> None:
        self.ref = ref
        self.kind: Kind = kind
        self.side = side
        """The seat whose pair of battlefields it stands on; "" for the Chimera card."""
        self.owner = owner
        """``chimera`` or a seat."""
        self.home = home
        """Whose battlefield it stands on, and so who controls it: ``chimera`` or a seat."""
        self.card: Aspect | None = None
        """Of an aspect: the record of the pack; None while nobody has seen it."""
        self.column = UNPLACED
        """Its tile in its row of the board, 0 to 9: who stays keeps it while others come and go."""
        self.name = ""
        self.attack = 0
        self.life = 1
        self.recover = 0
        self.blood = 0
        self.up = True
        """False for a face-down aspect."""
        self.wounds = 0
        self.exhaustion = 0
        self.status = 0
        self.dice_of: dict[str, int] = {}
        """Dice that lie on it: seat -> how many are its own."""
        self.keywords: dict[str, int] = {}
        """What stands in its text box, with numbers; replaced whole, never changed, so that copies share it."""
        self.notes: tuple[str, ...] = ()
        """Definition lines of its text box, which are no abilities (RR-ABIL-01)."""
        self.attached: dict[str, int] = {}
        """Conjured alterations of the pack -> copies."""
        self.spells: dict[str, str] = {}
        """Alteration spells of players on it -> their owner."""
        self.under: dict[str, bool] = {}
        """Cards face down under it -> whether they were public before."""
        self.lasting: dict[str, int] = {}
        """What other cards' effects gave it, keywords or ``attack``, or took from it (`LOST`), until the turn ends."""

    @property
    def dice(self) -> int:
        """How many dice lie on it."""
        return sum(self.dice_of.values()) if self.dice_of else 0

    @property
    def usual(self) -> str:
        """Whose dice lie on it if nobody says otherwise: its owner's, on the Chimera's cards those of the player
        opposite."""
        return self.owner if self.owner != CHIMERA else self.side or "p1"

    def lose(self, word: str) -> None:
        """Lose a keyword, its own or one it was given, until the turn ends."""
        self.lasting.pop(word, None)
        if word in self.keywords:
            self.lasting[LOST + word] = self.keywords[word]
            self.keywords = {own: n for own, n in self.keywords.items() if own != word}

    def forget(self, but: Container[str] = ()) -> None:
        """What was given until the end of the turn is over, apart from some words; lost keywords come back."""
        over = {word: n for word, n in self.lasting.items() if word not in but}
        self.lasting = {word: n for word, n in self.lasting.items() if word in but}
        back = {word.removeprefix(LOST): n for word, n in over.items() if word.startswith(LOST)}
        if back:
            self.keywords = {**self.keywords, **back}

    def copy(self) -> CardInPlay:
        """An independent body."""
        twin: CardInPlay = object.__new__(CardInPlay)
        twin.ref = self.ref
        twin.kind = self.kind
        twin.side = self.side
        twin.owner = self.owner
        twin.home = self.home
        twin.card = self.card
        twin.column = self.column
        twin.name = self.name
        twin.attack = self.attack
        twin.life = self.life
        twin.recover = self.recover
        twin.blood = self.blood
        twin.up = self.up
        twin.wounds = self.wounds
        twin.exhaustion = self.exhaustion
        twin.status = self.status
        twin.dice_of = dict(self.dice_of) if self.dice_of else {}
        twin.keywords = self.keywords
        twin.notes = self.notes
        twin.attached = dict(self.attached) if self.attached else {}
        twin.spells = dict(self.spells) if self.spells else {}
        twin.under = dict(self.under) if self.under else {}
        twin.lasting = dict(self.lasting) if self.lasting else {}
        return twin

    def __repr__(self) -> str:
        return f"<{self.ref} {self.name or 'face down'}>"


class Seat:
    """One player: the Phoenixborn, the units from left to right, and the dice as far as they are known."""

    __slots__ = ("battlefield", "body", "cards", "dice", "guard_used", "name", "units")

    def __init__(self, name: str, body: CardInPlay, battlefield: int) -> None:
        self.name = name
        self.body = body
        self.units: list[CardInPlay] = []
        self.guard_used = False
        self.battlefield = battlefield
        """How many units find room."""
        self.dice: dict[str, int] | None = None
        """Level or ``exhausted`` -> dice; None where they lie on the table uncounted."""
        self.cards: dict[str, int] | None = None
        """Sample deck: card -> copies left; None where people play printed cards."""

    def copy(self) -> Seat:
        """An independent seat."""
        twin: Seat = object.__new__(Seat)
        twin.name = self.name
        twin.body = self.body.copy()
        twin.units = [unit.copy() for unit in self.units]
        twin.guard_used = self.guard_used
        twin.battlefield = self.battlefield
        twin.dice = dict(self.dice) if self.dice is not None else None
        twin.cards = dict(self.cards) if self.cards is not None else None
        return twin

    @property
    def above_basic(self) -> int:
        """Active dice that show more than basic; 0 where dice are not counted."""
        return 0 if self.dice is None else self.dice["power"] + self.dice["class"]
