"""Records of cards in play and of players: wounds, tokens, dice, keywords. Their JSON is that of a position."""

from __future__ import annotations

from collections.abc import Container, Mapping
from typing import Annotated, Final, Literal

from msgspec import Meta, field

from ...contract import Json
from ...engine import Facts, Mark, derived
from ..cards.card_records import Aspect
from ..cards.printed_abilities import keywords_of
from ..effects.effect import CardKey
from ..settings import BATTLEFIELD, LIFE

Kind = Literal["aspect", "unit", "phoenixborn", "chimera"]
CHIMERA: Final = "chimera"
UNPLACED: Final = -1
LOST: Final = "lost:"
"""Before a keyword in `CardInPlay.lasting` or `CardInPlay.given`: the card has lost it as long as that lasts."""

TOLD: Final = "text:"
"""Before a keyword that the host does not play: people say what it does when it matters (RR-ABIL-11)."""

REDIRECT: Final = "redirect:"
"""Before a card in `CardInPlay.lasting`: that one takes so much of the next damage instead (RR-DMG-02)."""

ROUND: Final = "round"
SPELL: Final = "spell"

DICE: Final = ("power", "class", "basic", "exhausted")
MOST_DICE: Final = 10
"""Dice of a player; so many may lie on one card."""

SeatName = Annotated[str, Meta(pattern=r"^p[12]$")]
Owner = Annotated[str, Meta(pattern=r"^(p[12]|chimera)?$")]
Few = Annotated[int, Meta(ge=0, le=99)]
Ref = Annotated[str, Meta(pattern=r"^([au][0-9]{1,6})?$")]
Name = Annotated[str, Meta(min_length=1, max_length=40)]
Word = Annotated[str, Meta(max_length=40)]
Words = Annotated[Mapping[Word, Annotated[int, Meta(ge=0, le=20)]], Mark.GROWS]
Counts = Mapping[CardKey, Annotated[int, Meta(ge=1, le=99)]]
DiceOn = Annotated[int, Meta(ge=0, le=10)] | Mapping[SeatName, Annotated[int, Meta(ge=1, le=10)]]
Level = Annotated[str, Meta(pattern=r"^(power|class|basic|exhausted)$")]
Pool = dict[Level, Annotated[int, Meta(ge=0, le=30)]]


class Given(Facts, kw_only=True):
    """A value or keyword that a card was given, or lost, for longer than a turn (RR-ABIL-10)."""

    word: Word
    """A keyword, a value (`VALUES`), or `LOST` and a keyword."""

    n: Annotated[int, Meta(ge=0, le=20)] = 0
    until: Annotated[str, Meta(pattern=r"^(round|spell|chimera|p[12]|[au][0-9]{1,6})$")] = ROUND
    """``round``: until it ends; ``spell``: while the spell ``by`` is attached; else while that card is in play."""

    by: Annotated[str, Meta(max_length=40)] = ""
    """What gave it: a spell on the card, or any words for people."""


VALUES: Final = ("attack", "recover", "life")
"""Values of a card that effects raise, and with ``_less`` after them lower."""


class CardInPlay(Facts, eq=False, kw_only=True):
    """Anything that can carry wounds and tokens: an aspect or a unit on a battlefield, and see `Leader`.

    Its tables are replaced whole and never written to, so that copies share them.
    """

    kind: Kind = derived("kind", "unit")
    side: str = derived("side", "")
    """The seat whose pair of battlefields it stands on; "" for the Chimera card."""

    home: str = derived("home", "")
    """Whose battlefield it stands on, and so who controls it: ``chimera`` or a seat."""

    card: Aspect | None = derived("record", None)
    """Of an aspect: the record of the pack; None while nobody has seen it."""

    ref: Ref = ""
    """``a3`` on the Chimera's side, ``u2`` on a player's, a Phoenixborn's seat, ``chimera``."""

    column: Annotated[int, Meta(ge=-1, le=40)] = UNPLACED
    """Its tile in its row of the board, 0 to 9: who stays keeps it while others come and go."""

    aspect: Annotated[CardKey | Literal[""], Mark.GROWS, Mark.EITHER] = field(name="card", default="")
    """The id of `card`."""

    blood: Annotated[Few, Mark.GROWS, Mark.EITHER] = 0
    up: bool = True
    """False for a face-down aspect."""

    name: Name = ""
    attack: Few = 0
    life: Annotated[int, Meta(ge=1, le=99)] = 1
    recover: Few = 0
    keywords: Words = field(name="text", default={})
    """What stands in its text box, with numbers."""

    notes: tuple[Annotated[str, Meta(max_length=80)], ...] = ()
    """Definition lines of its text box, which are no abilities (RR-ABIL-01)."""

    wounds: Few = 0
    exhaustion: Annotated[int, Meta(ge=0, le=50)] = 0
    status: Few = 0
    dice_on: Annotated[DiceOn, Mark.GROWS] = field(name="dice", default=0)
    """Dice that lie on it: how many, where they are whose they usually are, else seat -> how many."""

    attached: Annotated[Counts, Mark.GROWS] = {}
    """Conjured alterations of the pack -> copies."""

    spells: Annotated[Mapping[Name, SeatName], Mark.GROWS] = {}
    """Alteration spells of players on it -> their owner."""

    under: Annotated[Mapping[Name, bool], Mark.GROWS] = {}
    """Cards face down under it -> whether they were public before."""

    lasting: Annotated[Mapping[Word, Few], Mark.GROWS] = {}
    """What other cards' effects gave it, keywords or `VALUES`, or took from it (`LOST`), until the turn ends."""

    given: Annotated[tuple[Given, ...], Mark.IF_ANY] = ()
    """Changes that they gave it for longer."""

    owner: Owner = ""
    """``chimera`` or a seat."""

    def to_json(self) -> dict[str, Json]:
        """Return what people say of such a card; what its kind, or its card, goes without saying is left out."""
        unsaid = _OF_UNITS
        if self.kind == "aspect":
            unsaid = _UNSEEN if self.card is None else _PRINTED if self.is_as_printed else _CHANGED
        return self.to_json_without(unsaid[self.is_at_home])

    @property
    def is_as_printed(self) -> bool:
        """Whether its text box says what the card of the pack prints."""
        return self.card is not None and self.keywords == keywords_of(self.card)

    @property
    def is_at_home(self) -> bool:
        """Whether whose it is goes without saying: the Chimera's, or the player's on whose side it stands."""
        return self.owner in (CHIMERA, self.side)

    @property
    def dice_of(self) -> dict[str, int]:
        """Seat -> how many of the dice on it are its own."""
        if isinstance(self.dice_on, int):
            return {self.usual: self.dice_on} if self.dice_on else {}
        return dict(self.dice_on)

    @dice_of.setter
    def dice_of(self, dice: Mapping[str, int]) -> None:
        usual = not set(dice) - {self.usual}
        self.dice_on = sum(dice.values()) if usual else dict(dice)

    @property
    def dice_count(self) -> int:
        """The number of dice on it."""
        return self.dice_on if isinstance(self.dice_on, int) else sum(self.dice_on.values())

    @property
    def usual(self) -> str:
        """The owner of its dice if nobody says otherwise: its own owner, on the Chimera's cards the player opposite."""
        return self.owner if self.owner != CHIMERA else self.side or "p1"

    @property
    def has_words(self) -> bool:
        """Whether it has any keyword at all, its own or one it was given."""
        return bool(self.keywords or self.lasting or self.given)

    def has(self, word: str) -> bool:
        """Whether it has a keyword, its own or one it was given, active or not."""
        if word in self.keywords or word in self.lasting:
            return True
        return bool(self.given) and any(each.word == word for each in self.given)

    def number(self, word: str) -> int | None:
        """The number of a keyword (0 where it has none), active or not; None where it has no such keyword."""
        for words in (self.keywords, self.lasting):
            if word in words:
                return words[word]
        return next((each.n for each in self.given if each.word == word), None)

    def added(self, value: str) -> int:
        """By how much other cards' effects raise one of `VALUES`, or (below 0) lower it."""
        total = self.lasting.get(value, 0) - self.lasting.get(value + "_less", 0)
        for each in self.given:
            if each.word == value:
                total += each.n
            elif each.word == value + "_less":
                total -= each.n
        return total

    @property
    def every_word(self) -> dict[str, int]:
        """Every keyword with its number, its own and those it was given, active or not."""
        return {**{each.word: each.n for each in self.given}, **self.lasting, **self.keywords}

    def last(self, words: Mapping[str, int]) -> None:
        """It has these until the turn ends."""
        self.lasting = {**self.lasting, **words}

    def take_away(self, word: str) -> int | None:
        """Take away a keyword that it was given, and one of its own; the number of its own, which comes back later."""
        self.lasting = {given: n for given, n in self.lasting.items() if given != word}
        self.given = tuple(each for each in self.given if each.word != word)
        own = self.keywords.get(word)
        if own is not None:
            self.keywords = {each: n for each, n in self.keywords.items() if each != word}
        return own

    def end(self, over: Container[Given]) -> None:
        """End these gifts; lost keywords come back."""
        back = {each.word.removeprefix(LOST): each.n for each in self.given if each in over and each.word[:5] == LOST}
        self.given = tuple(each for each in self.given if each not in over)
        if back:
            self.keywords = {**self.keywords, **back}

    def forget(self, but: Container[str] = ()) -> None:
        """End what was given until the end of the turn, apart from some words; lost keywords come back."""
        over = {word: n for word, n in self.lasting.items() if word not in but}
        self.lasting = {word: n for word, n in self.lasting.items() if word in but}
        back = {word.removeprefix(LOST): n for word, n in over.items() if word.startswith(LOST)}
        if back:
            self.keywords = {**self.keywords, **back}

    def attach(self, card: str, copies: int) -> None:
        """Put copies of a conjured alteration on it, or (below 0) take them off."""
        now = {**self.attached, card: self.attached.get(card, 0) + copies}
        self.attached = {key: n for key, n in now.items() if n}

    def __repr__(self) -> str:
        return f"<{self.ref} {self.name or 'face down'}>"


def _unsaid(*names: str) -> tuple[frozenset[str], frozenset[str]]:
    """Return the keys of a card that go without saying, and those of one on its owner's side."""
    return frozenset(names), frozenset((*names, "owner"))


_VALUES: Final = ("name", "attack", "life", "recover", "notes")
_OF_UNITS: Final = _unsaid("card", "blood", "up")
_UNSEEN: Final = _unsaid(*_VALUES, "card", "text")
_PRINTED: Final = _unsaid(*_VALUES, "blood", "text")
_CHANGED: Final = _unsaid(*_VALUES, "blood")
"""Of an aspect with another text box than the printed one."""


class Leader(CardInPlay, eq=False, kw_only=True):
    """A Phoenixborn or the Chimera: always in play, and in its place."""

    ref: str = derived("ref", "")
    column: int = derived("column", UNPLACED)
    aspect: str = derived("aspect", "")
    blood: int = derived("blood", 0)
    up: bool = derived("up", True)
    name: str = derived("name", "")
    attack: int = derived("attack", 0)
    recover: int = derived("recover", 0)
    keywords: Words = derived("keywords", {})
    notes: tuple[str, ...] = derived("notes", ())
    status: int = derived("status", 0)
    owner: str = derived("owner", "")
    to_json = Facts.to_json


class Seat(Leader, eq=False, kw_only=True):
    """One player: the Phoenixborn, both battlefields before it, and the dice as far as they are known."""

    name: Name = field(name="name")
    life: Annotated[int, Meta(ge=1, le=99)] = LIFE
    attack: Few = field(name="attack", default=0)
    keywords: Words = field(name="text", default={})
    dice_on: DiceOn = field(name="dice_on", default=0)
    guard_used: bool = False
    battlefield: Annotated[int, Meta(ge=1, le=10)] = BATTLEFIELD
    """How many units find room."""

    dice: Annotated[Pool | None, Mark.GROWS] = None
    """Level or ``exhausted`` -> dice; None where they lie on the table uncounted."""

    cards: Annotated[dict[Name, Annotated[int, Meta(ge=0, le=9)]] | None, Mark.GROWS] = None
    """Sample deck: card -> copies left; None where people play printed cards."""

    deck: Annotated[Mapping[Name, Annotated[str, Meta(max_length=220)]], Mark.GROWS, Mark.IF_ANY] = {}
    """Units of the own printed deck by name, each as ``attack/life/recover keywords``, or "" while its numbers were
    never said."""

    units: list[CardInPlay] = []
    """From left to right."""

    facing: list[CardInPlay] = []
    """The Chimera's battlefield that faces it, left to right."""

    @property
    def faces_hidden(self) -> bool:
        """Whether an aspect opposite is face down."""
        return False in [body.up for body in self.facing]

    @property
    def above_basic(self) -> int:
        """Active dice that show more than basic; 0 where dice are not counted."""
        return 0 if self.dice is None else self.dice["power"] + self.dice["class"]


class ChimeraCard(Leader, eq=False, kw_only=True):
    """The Chimera card itself."""

    life: Annotated[int, Meta(ge=1, le=999)] = 1
    wounds: Annotated[int, Meta(ge=0, le=999)] = 0


def named(body: CardInPlay) -> str:
    """Return a card's name as a sentence says it."""
    if body.kind == "aspect" and not body.up:
        return "a face-down aspect"
    return body.name or body.ref
