"""Lists whom and what a card may be aimed at: position requirements, tiles, choices."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Final, NamedTuple

from ....contract import Refusal
from ...actions import Activate, Cast
from ...board import forced_moves, movement
from ...board.geometry import ADJACENT, COLUMN, COUNT, EVERY, ROW, SIDE, SURROUNDING, king_distance, tiles
from ...facts.arena import OFF, seat_id
from ...facts.full_situation import FullSituation
from ...facts.situation import clockwise
from . import card as words
from . import requirements
from .card import Ability, AnyEffect, Needs, Target
from .pack_check import asks_what


class Named(NamedTuple):
    """The choices that a player names as a card is cast."""

    who: int | None = None
    """The opponent, None for the caster, a tile or everybody."""

    tile: int | None = None
    choice: str | None = None


_named = cache(Named)
"""Return the one record of these values, made once."""


@cache
def needs_of(ability: Ability) -> Needs:
    """The choices that an ability asks for, read from it once."""
    conditions, effects = [words.condition(text) for text in ability.when], ability.effects

    def among(*kinds: type[AnyEffect]) -> tuple[AnyEffect, ...]:
        return tuple(effect for effect in effects if isinstance(effect, kinds))

    named = (effect for effect in effects if asks_what(effect) or (isinstance(effect, words.Convert) and effect.up_to))
    return Needs(
        tuple(condition for condition in conditions if condition.who == "caster"),
        tuple(condition for condition in conditions if condition.who == "target"),
        among(words.GiveDire, words.Recede),
        () if ability.several else among(*requirements.ASKING),
        among(words.PullNear, words.Relocate),
        next(named, None),
        ability.several,
    )


# --- where a target may be -------------------------------------------------------------------------------


@cache
def position_mask(target: Target, within: int, here: int) -> int:
    """The tiles that meet a position requirement from the tile ``here`` (AK-CARD-12); ``within`` 0 for no limit."""
    cross = (ROW[here // SIDE] | COLUMN[here % SIDE]) & ~(1 << here)
    masks = {"self": 1 << here, "adjacent": ADJACENT[here], "surrounding": SURROUNDING[here], "cardinal": cross}
    mask = masks.get(target, EVERY & ~(1 << here))
    if within:
        mask &= sum(1 << tile for tile in range(COUNT) if king_distance(here, tile) <= within)
    return mask


_MISSED: Final[dict[Target, str]] = {
    "adjacent": "is not adjacent to",
    "surrounding": "is not on a tile around",
    "cardinal": "is not in a row or column with",
}


def missed(s: FullSituation, seat: int, ability: Ability, who: int) -> Refusal | None:
    """Say why an opponent does not meet the position requirement, None if it does (AK-CARD-12).

    The Ylem Shield keeps every ability off (AK-ABIL-12), one on all opponents by house rule only (AK-ABIL-15).
    """
    arena = s.arena
    if _shielded(s, ability, who):
        rule = "AK-ABIL-15" if ability.several else "AK-ABIL-12"
        return Refusal(rule, f"The Ylem Shield protects {arena.names[who]} for the rest of this turn.")
    here, there = arena.tiles[seat], arena.tiles[who]
    if not position_mask(ability.target, 0, here) >> there & 1:
        where = f"{arena.names[who]} on {arena.number(there)}"
        return Refusal("AK-CARD-12", f"{where} {_MISSED[ability.target]} {arena.names[seat]}.")
    if ability.range and king_distance(here, there) > ability.range:
        away = king_distance(here, there)
        return Refusal("AK-CARD-12", f"{arena.names[who]} is {away} tiles away, and the card reaches {ability.range}.")
    if (ability.sight or ability.target == "sight") and not movement.in_sight(arena, seat, who):
        both = f"{arena.names[seat]} to {arena.names[who]}"
        return Refusal("AK-INDEX-01", f"Another character stands in the line of sight from {both}.")
    return None


def _shielded(s: FullSituation, ability: Ability, who: int) -> bool:
    """True where the Ylem Shield keeps the ability off (AK-ABIL-12, AK-ABIL-15)."""
    return s.shielded >> who & 1 == 1 and (not ability.several or s.rules.shield_blocks_all_opponents_effects)


def target_refusal(s: FullSituation, seat: int, ability: Ability, who: int) -> Refusal | None:
    """Say why an opponent on the board cannot be the target, None if it can."""
    return missed(s, seat, ability, who) or _unfit(s, seat, ability, who)


def _unfit(s: FullSituation, seat: int, ability: Ability, who: int) -> Refusal | None:
    """Say what of a card's conditions and effects is wrong for an opponent, wherever it stands; None if nothing is."""
    needs = needs_of(ability)
    for condition in needs.of_target:
        if not requirements.holds(s, condition, seat, who):
            other = s.arena.names[who]
            return Refusal("AK-CARD-08", f"{other} does not meet what the card asks: {requirements.spoken(condition)}.")
    for effect in needs.aimed:
        refusal = requirements.refusal(s, seat, who, effect)
        if refusal is not None:
            return refusal
    return None


def tile_mask(s: FullSituation, seat: int, ability: Ability) -> int:
    """The free tiles that may be the target: in reach and in sight as the card asks, fit for what comes there."""
    arena = s.arena
    mask = position_mask(ability.target, ability.range, arena.tiles[seat]) & ~arena.occupied
    for effect in ability.effects:
        if type(effect) is words.GiveDire:
            mask &= forced_moves.dire_tiles(s)
        elif type(effect) is words.Spawn:
            mask &= arena.walls.safe_mask & ~(1 << arena.omega if arena.omega != OFF else 0)
    if ability.sight or ability.target == "sight":
        mask &= sum(1 << tile for tile in tiles(mask) if movement.tile_in_sight(arena, seat, tile))
    return mask


def _bare_tile_refusal(s: FullSituation, seat: int, ability: Ability, tile: int) -> Refusal | None:
    """Say why a tile cannot be the target, None if it can; see `tile_mask`."""
    if tile_mask(s, seat, ability) >> tile & 1:
        return None
    arena = s.arena
    here, where = arena.tiles[seat], arena.number(tile)
    if arena.occupied >> tile & 1:
        return Refusal("AK-CARD-12", f"Somebody stands on {where}; name the character, or a free tile.")
    if not position_mask(ability.target, ability.range, here) >> tile & 1:
        return Refusal("AK-CARD-12", f"Tile {where} is out of the card's reach from {arena.number(here)}.")
    if any(type(effect) is words.GiveDire for effect in ability.effects):
        refusal = forced_moves.dire_tile_refusal(s, seat, tile)
        if refusal is not None:
            return refusal
    if arena.walls.fire_mask >> tile & 1 or tile == arena.omega:
        return Refusal("AK-PROX-02", f"No gem can be put on {where}: it burns, or bears the Omega Stone.")
    return Refusal("AK-INDEX-01", f"Another character stands in the line of sight to {where}.")


def caster_refusal(s: FullSituation, seat: int, ability: Ability) -> Refusal | None:
    """Say why the caster does not meet the card's conditions, whoever the target is; None if it does."""
    needs = needs_of(ability)
    for condition in needs.of_caster:
        if not requirements.holds(s, condition, seat, seat):
            rule = "AK-INDEX-09" if condition.what == "dire" else "AK-CARD-08"
            return Refusal(
                rule, f"{s.arena.names[seat]} does not meet what the card asks: {requirements.spoken(condition)}."
            )
    for effect in needs.costs:
        if type(effect) is words.GiveDire and s.mats[seat].dire < effect.count:
            have = s.mats[seat].dire or "none"
            return Refusal(
                "AK-INDEX-07", f"Dire Transfer gives {effect.count} Dire from the own pool; there is {have}."
            )
        if type(effect) is words.Recede and not requirements.receding(s):
            return Refusal(
                "AK-ABIL-09", "No Fire Wall can move back: none is on the board, or only on the outermost line."
            )
    return None


def affected(s: FullSituation, seat: int, ability: Ability) -> list[int]:
    """The opponents who may be the target, or whom an ability on several affects, clockwise from the caster."""
    places = s.arena.tiles
    mask = position_mask(ability.target, ability.range, places[seat]) & s.arena.occupied
    found: list[int] = []
    if not mask:
        return found
    shielded, sight = s.shielded, ability.sight or ability.target == "sight"
    for who in clockwise(seat, len(places))[1:]:
        tile = places[who]
        if tile == OFF or not mask >> tile & 1 or (shielded and _shielded(s, ability, who)):
            continue
        if sight and not movement.in_sight(s.arena, seat, who):
            continue
        if _unfit(s, seat, ability, who) is None:
            found.append(who)
    return found


# --- what must be named beside the target ----------------------------------------------------------------


def _ends(s: FullSituation, seat: int, ability: Ability, who: int | None) -> tuple[int | None, ...]:
    """The tiles of which one must be named; (None,) where none is asked for."""
    for effect in needs_of(ability).ends:
        if type(effect) is words.PullNear and who is not None:
            ends = forced_moves.pulls(s, seat, who, None if effect.tiles == "all" else effect.tiles)
            return tuple(ends) if len(ends) > 1 else (None,)
        if type(effect) is words.Relocate:
            return requirements.places(s, seat if effect.who == "caster" or who is None else who, effect)
    return (None,)


def _choices(s: FullSituation, seat: int, ability: Ability, who: int | None) -> tuple[str | None, ...]:
    """Return what may be named as ``choice``; (None,) where nothing is asked for or nothing there."""
    effect = needs_of(ability).choice
    return (None,) if effect is None else requirements.choices(s, seat, who, effect) or (None,)


def nameable(s: FullSituation, ability: Ability) -> tuple[str, ...]:
    """Everything that could ever be named as ``choice``; nothing where the card asks for none."""
    effect = needs_of(ability).choice
    return ("",) if effect is None else ("", *requirements.nameable(s, effect))


def plans(s: FullSituation, seat: int, ability: Ability) -> list[Named]:
    """Every complete way to name target, tile and choice; empty if the requirement cannot be met (AK-CARD-08)."""
    needs = needs_of(ability)
    if (needs.of_caster or needs.costs) and caster_refusal(s, seat, ability) is not None:
        return []
    whos: Sequence[int | None]
    if ability.target == "self":
        whos = (None,)
    elif needs.several:
        whos = (None,) if affected(s, seat, ability) else ()
    else:
        whos = () if ability.tile == "only" else affected(s, seat, ability)
    found: list[Named] = []
    for who in whos:
        if not needs.ends and needs.choice is None:
            found.append(_named(who))
            continue
        choices = _choices(s, seat, ability, who)
        for tile in _ends(s, seat, ability, who):
            found += [Named(who, tile, choice) for choice in choices]
    if ability.tile != "no":
        choices = _choices(s, seat, ability, None)
        for tile in tiles(tile_mask(s, seat, ability)):
            found += [Named(None, tile, choice) for choice in choices]
    return found


def settled(s: FullSituation, seat: int, ability: Ability, action: Cast | Activate) -> Named | Refusal:
    """Check what the player named (AK-CARD-12) and fill in what goes without saying."""
    refusal = caster_refusal(s, seat, ability)
    if refusal is not None:
        return refusal
    who, tile = action.who, action.tile
    if ability.tile != "no" and tile is not None and who is None:
        standing = s.arena.occupant(tile)
        if standing is not None and standing != seat and ability.tile == "too":
            who, tile = seat_id(standing), None
    target: int | None = None
    if ability.target == "self" or ability.several:
        if who is not None and not (ability.target == "self" and who == seat_id(seat)):
            whom = "the caster alone" if ability.target == "self" else "every opponent in reach"
            return Refusal("AK-CARD-12", f"This card affects {whom}; name nobody.")
        if ability.several and not affected(s, seat, ability):
            return _nobody(s, seat, ability)
    elif who is not None:
        found = s.other(who, seat)
        if type(found) is Refusal:
            return found
        if ability.tile == "only":
            return Refusal("AK-CARD-12", "This card has a tile for a target; name a free one.")
        refusal = target_refusal(s, seat, ability, found)
        if refusal is not None:
            return refusal
        target = found
    elif ability.tile == "no" or tile is None:
        return _nobody(s, seat, ability)
    return _with_choices(s, seat, ability, Named(target, tile, action.choice))


def _nobody(s: FullSituation, seat: int, ability: Ability) -> Refusal:
    """No target was named, or there is none (AK-CARD-08)."""
    if plans(s, seat, ability):
        thing = {"no": "an opponent", "too": "an opponent or a tile", "only": "a tile"}[ability.tile]
        return Refusal("AK-CARD-12", f"This card needs {thing} for a target; name one.")
    return Refusal("AK-CARD-08", f"Nobody meets the card's target requirement; it stays with {s.arena.names[seat]}.")


def _with_choices(s: FullSituation, seat: int, ability: Ability, named: Named) -> Named | Refusal:
    tile, choice = named.tile, named.choice
    if tile is None:
        ends = _ends(s, seat, ability, named.who)
        tile = ends[0] if len(ends) == 1 else None
    refusal = tile_refusal(s, seat, ability, named.who, tile)
    if refusal is not None:
        return refusal
    offered = _choices(s, seat, ability, named.who)
    if choice is None and len(offered) == 1:
        choice = offered[0]
    elif choice not in offered:
        given = ", ".join(str(one) for one in offered if one is not None)
        broken = any(type(effect) is words.BreakTransmutation for effect in ability.effects)
        rule = "AK-INDEX-23" if broken else "TABLE"
        return Refusal(rule, f"Choose one of these: {given}." if given else "This card asks for no choice.")
    return Named(named.who, tile, choice)


def tile_refusal(s: FullSituation, seat: int, ability: Ability, who: int | None, tile: int | None) -> Refusal | None:
    """Say why a tile cannot be named as the target, or as where a move or a pull ends; None if it can (AK-CARD-12)."""
    if ability.tile != "no" and who is None and tile is not None:
        return _bare_tile_refusal(s, seat, ability, tile)
    ends = _ends(s, seat, ability, who)
    if not ends:
        return Refusal("AK-CARD-08", "There is no free tile to move to.")
    if tile in ends or (ends == (None,) and tile in _only_end(s, seat, ability, who)):
        return None
    where = ", ".join(s.arena.number(end) for end in ends if end is not None)
    if not where:
        return Refusal("TABLE", "This card asks for no tile.")
    pulled = any(type(effect) is words.PullNear for effect in ability.effects)
    return Refusal("AK-INDEX-12" if pulled else "AK-MOVE-12", f"Name one of these tiles: {where}.")


def _only_end(s: FullSituation, seat: int, ability: Ability, who: int | None) -> tuple[int, ...]:
    """Return the tiles where a pull ends anyhow, so that naming one is no mistake."""
    for effect in ability.effects:
        if type(effect) is words.PullNear and who is not None:
            return tuple(forced_moves.pulls(s, seat, who, None if effect.tiles == "all" else effect.tiles))
    return ()
