"""Read packs of cards; a mistake is refused with file, card, key and reason."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal, TypeVar

from ...contract import BadData
from ...pack_files import pack_table, read_entry
from .pack import KEYS, OF_ACTIONS, PARTS, Ability, Cheat, Copies, Creature, Effect, Pack, joins

Card = TypeVar("Card", Creature, Cheat)

COPIES = (2, 4)
"""Of a creature and of a cheat card where a pack does not say: enough of a pack of 18 families for six players."""


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
    copies = read_entry(given.get("copies", {}), dict[Literal["creature", "cheat"], Copies], f"{where}: copies")
    pack = Pack(creatures, cheats, (copies.get("creature", COPIES[0]), copies.get("cheat", COPIES[1])))
    if whole:
        _whole(pack, where)
    return pack


def load_pack(source: object) -> Pack:
    """The pack in a TOML file, or in a table as one holds it. Raises BadData naming file, card, key and reason."""
    return read_pack(*pack_table(source))


def _cards(given: Mapping[Any, Any], key: str, kind: type[Card], where: str) -> list[tuple[str, Card]]:
    tables = given.get(key, [])
    if not isinstance(tables, (list, tuple)):
        raise BadData(f"{where}: {key}: a list of cards, one table each.")
    found = []
    for number, table in enumerate(tables, 1):
        name = table.get("id") if isinstance(table, Mapping) else None
        at = f"{where}: card {name[:40]}" if isinstance(name, str) else f"{where}: {key}: card {number}"
        found.append((at, read_entry(table, kind, at)))
    return found


def _creature(card: Creature, at: str) -> Creature:
    for key in ("types", "keywords", "fits"):
        _once(getattr(card, key), f"{at}: {key}")
    if card.action is not None:
        _ability(card.action, f"{at}: action")
        if not card.text and any(effect.do == "told" for effect in card.action.effects):
            raise BadData(f"{at}: text: its action is told, so it needs the words to be read aloud.")
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
        check_effect(effect, f"{at}: effects[{number}]")


def _cheat(card: Cheat, at: str) -> Cheat:
    for number, effect in enumerate(card.effects):
        check_effect(effect, f"{at}: effects[{number}]")
    return card


def check_effect(effect: Effect, at: str) -> None:
    """Raise BadData, beginning with ``at``, for a key that does not go with the verb."""
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
