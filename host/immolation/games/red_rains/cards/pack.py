"""One Chimera with one aspect set, ready to play: its cards, rows and Ultimates by id, phase and face."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property

from ...contract import Json
from ..effects.effect import Condition, Effects
from .card_records import Aspect, Conjured, Level, Life, Modifier, PackFile, Row
from .printed_abilities import keyword, keywords_of, of_set, setup


@dataclass(frozen=True, slots=True)
class Words:
    """The printed texts of a pack, in words; `card_text.words` makes them."""

    cards: dict[str, str]
    """Id -> abilities, one a line; "" for a card without any."""

    conjured: dict[str, dict[str, str]]
    """Id -> name and text."""

    rows: dict[int, list[dict[str, str]]]
    """Phase -> its behaviour card, row by row."""

    row: dict[tuple[int, int], str]
    """Phase and face -> what its row does."""

    ultimates: dict[int, str]
    fatigue: str
    say: Callable[[Effects], str]
    """A list of effects as sentences."""


class Pack:
    """One Chimera with one aspect set and level, ready to play; shared by every copy of a state."""

    def __init__(
        self, file: PackFile, key: str, aspects: str, die: int, given: Json, describe: Callable[[PackFile], Words]
    ) -> None:
        self.file = file
        self._describe = describe
        self.key = key
        """Its name in the data folder; "" for a pack written for the occasion."""
        self.aspect_set = aspects
        self.given = given
        """What a position says to have this pack again: its name, or the whole of it."""
        self.name = file.name
        self.die = file.behaviour_die or die
        self.aspects: dict[str, Aspect] = {each.id: each for each in of_set(file, aspects)}
        self.conjured: dict[str, Conjured] = {each.id: each for each in file.conjured}
        self.cards: dict[str, Aspect] = {**{each.id: each for each in file.aspects}, **self.conjured}
        """Every aspect and conjured card, those of the other set included."""
        self.blood: dict[str, int] = {key: card.blood for key, card in self.cards.items()}
        self.deck: dict[str, int] = {each.id: each.copies for each in self.aspects.values() if each.copies}
        self.rows: dict[tuple[int, int], Row] = {
            (card.phase, face): row for card in file.behaviour for row in card.rows for face in row.faces
        }
        self.ultimates: dict[int, Effects] = {card.phase: card.effects for card in file.ultimate}
        self.laid: set[str] = set()
        """What its cards lay on the player they face, by name: nobody need look for what none of them does."""
        self.modified: set[str] = set()
        """The same of every modifier on any of its cards."""
        self.occasions: set[str] = set()
        """The same of the triggers that any of its cards has."""
        self.keywords: dict[str, Mapping[str, int]] = {}
        self.conditions: dict[tuple[str, str], Condition] = {}
        for card in self.cards.values():
            self.keywords[card.id] = keywords_of(card)
            self.laid |= {modifier.do for modifier in card.ongoing if modifier.target is not None}
            self.modified |= {modifier.do for modifier in card.ongoing}
            self.occasions |= {*card.triggers}
            for each in card.keywords:
                word = keyword(each)
                if word.condition is not None:
                    self.conditions[card.id, word.name] = word.condition
        self.modified |= {modifier.do for card in self.conjured.values() for modifier in card.modifiers}
        self.status: dict[tuple[str, bool], Effects] = {
            (card.id, last): Effects(step for step in card.status if last or step.when == "each")
            for card in self.cards.values()
            for last in (False, True)
        }
        """Id, and whether its last status token leaves -> the status ability."""
        self.takes_token: set[str] = {
            card.id
            for card in self.cards.values()
            if all(step.__struct_config__.tag != "remove_status" for step in card.status)
        }
        """Aspects whose status ability does not take a token off by itself."""
        self.fatigue: tuple[Modifier, ...] = tuple(
            Modifier(each) if isinstance(each, str) else each for each in file.fatigued.ongoing
        )

    @cached_property
    def words(self) -> Words:
        """The texts of its cards, in words; made at the first call."""
        return self._describe(self.file)

    def life(self, level: Level) -> int:
        """Life value of the Chimera at a level."""
        life = self.file.chimera.life
        if isinstance(life, Life):
            return life.heroic if level[0] == "H" else life.standard
        return life

    def setup(self, level: Level) -> tuple[int, ...]:
        """Blood values of the first aspects, left to right; 0 for any (pack data)."""
        return setup(self.file.chimera, level)

    def threat(self, level: Level) -> int:
        """Return how many aspects recovery fills up to (RR-BASE-07)."""
        return self.file.chimera.threat or len(self.setup(level))
