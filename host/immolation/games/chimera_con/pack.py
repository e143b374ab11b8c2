"""Creature and cheat cards as a pack describes them: read, checked, numbered. Knows no table, no seat and no rule.

A creature card in play is one number: twice its place in the pack, plus 1 while it is petrified. A cheat card is its
place in the pack. In JSON a card is its id, with ``+petrified`` behind it where that is so.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cached_property
from pathlib import Path
from typing import Annotated, Any, Final, Literal, TypeVar

import msgspec
from msgspec import Meta

from ..contract import BadData

Part = Literal["head", "body", "rear"]
Stat = Literal["might", "speed", "magic"]
Size = Literal["normal", "large", "very_large"]
Tag = Literal["poisonous", "negative", "elemental", "petrify", "aerial"]
Condition = Literal["poisonous", "negative"]
Timing = Literal[
    "any time",
    "any time but the Market Phase",
    "in your Action step",
    "at the end of any turn",
    "after any roll of your own",
    "before you roll to attack",
    "before you roll in defence",
    "before another player rolls to attack",
    "after an attack on you is declared, before dice",
    "before you take damage of an attack",
]
Verb = Literal[
    "reroll_own_die",
    "add_attack_dice",
    "add_defence_dice",
    "remove_attack_dice",
    "cancel_attack",
    "reduce_damage",
    "heal",
    "end_condition",
    "end_petrify",
    "steal_random_card",
    "take_from_market",
    "use_other_action",
    "replace_part",
    "become_merchant",
]

PARTS: Final[tuple[Part, ...]] = ("head", "body", "rear")
"""From high to low (CC-SIZE-02)."""

SIZES: Final[tuple[Size, ...]] = ("normal", "large", "very_large")
"""From small to large (CC-SIZE-01)."""

STONE: Final = "+petrified"

Id = Annotated[str, Meta(pattern=r"^[a-z0-9]+(-[a-z0-9]+)*$", max_length=40)]
Word = Annotated[str, Meta(min_length=1, max_length=60)]
Number = Annotated[int, Meta(ge=0, le=30)]
Few = Annotated[int, Meta(ge=1, le=9)]
Copies = Annotated[int, Meta(ge=1, le=20)]


class Requirement(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A roll that must be reached, or the ability fails (CC-SPEC-05)."""

    stat: Stat
    at_least: Annotated[int, Meta(ge=1, le=200)]


class Effect(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """One thing a card does. Which keys go with which verb is in `KEYS`."""

    do: Verb
    n: Few = 1
    parts: Annotated[int, Meta(ge=1, le=3)] = 1
    condition: Condition | None = None
    any_family: bool = False
    elemental: bool = False
    """True where a reduction says expressly that it works on Elemental damage (CC-ELEM-01)."""


KEYS: Final[Mapping[str, tuple[str, ...]]] = {
    "reroll_own_die": ("n",),
    "add_attack_dice": ("n",),
    "add_defence_dice": ("n",),
    "remove_attack_dice": ("n",),
    "cancel_attack": (),
    "reduce_damage": ("n", "elemental"),
    "heal": ("n",),
    "end_condition": ("condition",),
    "end_petrify": ("parts",),
    "steal_random_card": ("n",),
    "take_from_market": ("n",),
    "use_other_action": (),
    "replace_part": ("any_family",),
    "become_merchant": (),
}

OF_ACTIONS: Final = ("heal", "end_condition")
"""Verbs that a creature's own action may use; the others belong to cheats."""


class Ability(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """The action printed on a creature card."""

    name: Word
    kind: Literal["standard", "special"]
    attack: Stat | None = None
    """What the attacker rolls; None for an ability that is no attack."""

    defend: Stat | None = None
    type: Word | None = None
    """Special only: the type that gives synergy dice (CC-SPEC-03)."""

    tags: tuple[Tag, ...] = ()
    requires: Requirement | None = None
    effects: tuple[Effect, ...] = ()
    """What it does to its own Chimera where it succeeds."""


OPEN_ATTACK: Final = Ability("Standard Action", "standard", "might", "speed")
"""What every Chimera may do (CC-ACT-02, CC-STD-01)."""


class Creature(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """One creature card."""

    id: Id
    family: Word
    types: Annotated[tuple[Word, ...], Meta(min_length=1, max_length=6)]
    part: Part
    health: Number
    might: Number
    speed: Number
    magic: Number
    size: Size = "normal"
    keywords: tuple[Literal["airborne"], ...] = ()
    action: Ability | None = None
    fits: tuple[Word, ...] = ()
    """Families or types it can be joined to; empty for all (CC-BUILD-02)."""

    name: Word | None = None
    copies: Copies | None = None


class Cheat(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """One cheat card."""

    id: Id
    name: Word
    legality: Literal["legal", "illegal"]
    timing: Timing
    text: Annotated[str, Meta(min_length=1, max_length=300)]
    effects: Annotated[tuple[Effect, ...], Meta(min_length=1, max_length=4)]
    copies: Copies | None = None


class Pack:
    """All cards of a game, numbered. Immutable once made."""

    def __init__(
        self, creatures: Iterable[Creature], cheats: Iterable[Cheat], copies: tuple[int, int] = (1, 1)
    ) -> None:
        """``copies``: of a creature and of a cheat card that does not say how many there are."""
        self.creatures = tuple(creatures)
        self.cheats = tuple(cheats)
        self.default_copies = copies
        self.creature_copies = tuple(card.copies or copies[0] for card in self.creatures)
        self.cheat_copies = tuple(card.copies or copies[1] for card in self.cheats)
        self.ids = tuple(text for card in self.creatures for text in (card.id, card.id + STONE))
        self.cheat_ids = tuple(card.id for card in self.cheats)
        self.number = {text: number for number, text in enumerate(self.ids)}
        self.cheat_number = {text: number for number, text in enumerate(self.cheat_ids)}
        self.place = tuple(PARTS.index(self.creatures[number // 2].part) for number in range(len(self.ids)))
        self.size = tuple(SIZES.index(self.creatures[number // 2].size) for number in range(len(self.ids)))
        self.stats = tuple(
            (card.health * (1 + stone), card.might, card.speed, card.magic)
            for card in self.creatures
            for stone in (0, 1)
        )
        """Health, Might, Speed, Magic of each card; a petrified one counts its Health double (CC-PETR-01)."""

    def creature(self, card: int) -> Creature:
        """The printed card behind a card in play."""
        return self.creatures[card // 2]

    def ability(self, card: int) -> Ability | None:
        """The action a card in play can use; a petrified one has none (CC-PETR-02)."""
        return None if card & 1 else self.creatures[card // 2].action

    def flies(self, card: int) -> bool:
        """True for a card with a usable Airborne tag (CC-PETR-02)."""
        return not card & 1 and "airborne" in self.creatures[card // 2].keywords

    def title(self, text: str) -> str:
        """A card's name for people: "Mirefang head, petrified"."""
        if text in self.cheat_number:
            return self.cheats[self.cheat_number[text]].name
        number = self.number.get(text)
        if number is None:
            return text
        card = self.creatures[number // 2]
        name = card.name or f"{card.family.replace('-', ' ').capitalize()} {card.part}"
        return f"{name}, petrified" if number & 1 else name

    @cached_property
    def facts(self) -> dict[str, dict[str, Any]]:
        """Card -> what is printed on it, JSON-ready, for views."""
        found: dict[str, dict[str, Any]] = {}
        for number, text in enumerate(self.ids):
            card = self.creatures[number // 2]
            made = msgspec.to_builtins(card)
            made.pop("id")
            made.pop("copies", None)
            made |= {"card": text, "kind": "creature", "name": self.title(text), "size": card.size}
            made |= {"health": self.stats[number][0], "petrified": bool(number & 1)}
            found[text] = made
        for cheat in self.cheats:
            made = msgspec.to_builtins(cheat)
            made.pop("id")
            made.pop("copies", None)
            found[cheat.id] = made | {"card": cheat.id, "kind": "cheat"}
        return msgspec.json.decode(msgspec.json.encode(found))  # type: ignore[no-any-return]

    def with_cards(self, more: Pack) -> Pack:
        """This pack with cards put in or, where the id is known, replaced; their own copies go with them."""
        creatures = {card.id: card for card in self.creatures}
        creatures |= {card.id: msgspec.structs.replace(card, copies=card.copies or 1) for card in more.creatures}
        cheats = {card.id: card for card in self.cheats}
        cheats |= {card.id: msgspec.structs.replace(card, copies=card.copies or 1) for card in more.cheats}
        return Pack(creatures.values(), cheats.values(), self.default_copies)


# --- reading ---------------------------------------------------------------------------------------------

Card = TypeVar("Card", Creature, Cheat)


def read_pack(given: object, where: str, whole: bool = True) -> Pack:
    """The pack in a table of ``creatures``, ``cheats`` and ``copies``. Raises BadData naming file, card, key, reason.

    ``whole`` insists on a pack that a game can be played with: every part, at least one cheat.
    """
    if not isinstance(given, Mapping):
        raise BadData(f"{where}: expected a table with creatures and cheats.")
    for key in given:
        if key not in ("creatures", "cheats", "copies"):
            raise BadData(f"{where}: {str(key)[:40]}: there is no such key; there are creatures, cheats, copies.")
    creatures = [_creature(card, at) for at, card in _cards(given, "creatures", Creature, where)]
    cheats = [_cheat(card, at) for at, card in _cards(given, "cheats", Cheat, where)]
    ids = [*(card.id for card in creatures), *(card.id for card in cheats)]
    for name in ids:
        if ids.count(name) > 1:
            raise BadData(f"{where}: card {name}: id: is used twice.")
    copies = _convert(given.get("copies", {}), dict[Literal["creature", "cheat"], Copies], f"{where}: copies")
    pack = Pack(creatures, cheats, (copies.get("creature", 1), copies.get("cheat", 1)))
    if whole:
        _whole(pack, where)
    return pack


def load_pack(path: Path | str, name: str = "") -> Pack:
    """The pack in a TOML file. Raises BadData naming file, card, key and reason."""
    where = name or str(path)
    try:
        given = msgspec.toml.decode(Path(path).read_bytes())
    except OSError as error:
        raise BadData(f"{where} cannot be read: {error.strerror}.") from None
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise BadData(f"{where}: {str(error)[:200]}.") from None
    except ValueError as error:
        raise BadData(f"{where}: {str(error)[:200]}.") from None
    return read_pack(given, where)


def _cards(given: Mapping[Any, Any], key: str, kind: type[Card], where: str) -> list[tuple[str, Card]]:
    tables = given.get(key, [])
    if not isinstance(tables, (list, tuple)):
        raise BadData(f"{where}: {key}: a list of cards, one table each.")
    found = []
    for number, table in enumerate(tables, 1):
        name = table.get("id") if isinstance(table, Mapping) else None
        at = f"{where}: card {name[:40]}" if isinstance(name, str) else f"{where}: {key}: card {number}"
        found.append((at, _convert(table, kind, at)))
    return found


def _convert(value: object, kind: Any, at: str) -> Any:
    try:
        return msgspec.convert(value, kind)
    except msgspec.ValidationError as error:
        what, _, below = str(error).partition(" - at `$")
        key = below.rstrip("`").lstrip(".")
        raise BadData(f"{at}: {key[:60] + ': ' if key else ''}{what[:200]}.") from None


def _creature(card: Creature, at: str) -> Creature:
    for key in ("types", "keywords", "fits"):
        _once(getattr(card, key), f"{at}: {key}")
    if card.action is not None:
        _ability(card.action, f"{at}: action")
    return card


def _once(values: tuple[str, ...], at: str) -> None:
    if len(set(values)) < len(values):
        raise BadData(f"{at}: a word stands there twice.")


def _ability(action: Ability, at: str) -> None:
    if action.kind == "special" and action.type is None:
        raise BadData(f"{at}: type: a Special Action names the type that gives synergy dice.")
    if action.kind == "standard" and action.type is not None:
        raise BadData(f"{at}: type: a Standard Action gains no synergy dice, so it has no type.")
    if (action.attack is None) != (action.defend is None):
        raise BadData(f"{at}: defend: an attack names two stats, the attacker's and the defender's.")
    if action.attack is None and not action.effects:
        raise BadData(f"{at}: it is no attack and has no effects, so it does nothing.")
    if action.attack is None and action.tags:
        raise BadData(f"{at}: tags: only an attack carries {action.tags[0]}.")
    if action.requires is not None and action.attack not in (None, action.requires.stat):
        raise BadData(f"{at}: requires: the required stat is the attack's own, {action.attack}.")
    _once(action.tags, f"{at}: tags")
    for number, effect in enumerate(action.effects):
        if effect.do not in OF_ACTIONS:
            raise BadData(f"{at}: effects[{number}]: an action can {' or '.join(OF_ACTIONS)}, not {effect.do}.")
        _effect(effect, f"{at}: effects[{number}]")


def _cheat(card: Cheat, at: str) -> Cheat:
    for number, effect in enumerate(card.effects):
        _effect(effect, f"{at}: effects[{number}]")
    return card


def _effect(effect: Effect, at: str) -> None:
    if effect.do == "end_condition" and effect.condition is None:
        raise BadData(f"{at}: condition: names poisonous or negative.")
    for key, default in (("n", 1), ("parts", 1), ("condition", None), ("any_family", False), ("elemental", False)):
        if getattr(effect, key) != default and key not in KEYS[effect.do]:
            raise BadData(f"{at}: {key}: {effect.do} has no such key.")


def _whole(pack: Pack, where: str) -> None:
    for part in PARTS:
        if not any(card.part == part for card in pack.creatures):
            raise BadData(f"{where}: creatures: there is no {part}, so that nobody could build a Chimera.")
    if not pack.cheats:
        raise BadData(f"{where}: cheats: there is none; every player draws three.")
    words = {word for card in pack.creatures for word in (card.family, *card.types)}
    for card in pack.creatures:
        for word in card.fits:
            if word not in words:
                raise BadData(f"{where}: card {card.id}: fits: no card has the family or type '{word[:40]}'.")
    heads, bodies, rears = ([card for card in pack.creatures if card.part == part] for part in PARTS)
    if not any(
        joins(head, body) and joins(head, rear) and joins(body, rear)
        for head in heads
        for body in bodies
        if joins(head, body)
        for rear in rears
    ):
        raise BadData(f"{where}: fits: no head, body and rear fit one another.")


def joins(one: Creature, other: Creature) -> bool:
    """True if neither card's ``fits`` rules the other out (CC-BUILD-02)."""
    return _takes(one, other) and _takes(other, one)


def _takes(card: Creature, other: Creature) -> bool:
    return not card.fits or other.family in card.fits or any(kind in card.fits for kind in other.types)
