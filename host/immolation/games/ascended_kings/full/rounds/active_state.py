"""Actions of the Active State but for attacks and cards: steps, levels, paid draws, Ylem Abilities, Ylem Prism."""

from __future__ import annotations

from ....contract import Action, Refusal
from ... import actions as act
from ...actions import Bridge, Pyrokinesis, Step
from ...board import fire, movement
from ...board.geometry import ADJACENT, tiles
from ...facts.arena import seat_id
from ...facts.full_situation import FullSituation
from ...facts.mat import TOP_LEVEL, YLEM, YLEM_SPACES
from ...facts.pools import listed, prismatic_done
from ...facts.reporting import Log, counted, report
from ...rounds import turn
from ..cards import draws
from ..mats import gem_flow, transmutations

# --- Aria Movement ---------------------------------------------------------------------------------------


def escaped(s: FullSituation, seat: int, tile: int) -> list[int]:
    """The opponents that a step to ``tile`` leaves behind, each of whom costs 1 Egis (AK-ESC-01 to AK-ESC-05).

    Nobody where the character has Narrow Escape (AK-ESC-07).
    """
    return [] if s.narrow_escape(seat) else movement.left_behind(s.arena, seat, tile)


def step_actions(s: FullSituation, seat: int) -> list[Action]:
    """Every step that can be paid (AK-MOVE-02, AK-ESC-06)."""
    mat = s.mats[seat]
    if not mat.aria:
        return []
    arena = s.arena
    here = arena.tiles[seat]
    reached = act.steps(seat, movement.steps(arena, seat, s.diagonal(seat)))
    near = ADJACENT[here] & arena.occupied
    egis = mat.egis
    if near.bit_count() <= egis or s.narrow_escape(seat) or arena.walls.fire_mask >> here & 1:
        return [*reached]
    if s.rules.escape_unpaid_blocks == "turn":
        egis = 0  # too little for everybody is enough for nobody
    return [step for step in reached if (near & ~ADJACENT[step.tile]).bit_count() <= egis]


def check_step(s: FullSituation, seat: int, action: Step) -> Refusal | None:
    """None if the way is open and Aria and Escape Cost can be paid in full (AK-MOVE-02, AK-ESC-06)."""
    arena, mat = s.arena, s.mats[seat]
    refusal = movement.step_refusal(arena, seat, action.tile, s.diagonal(seat), " and costs 1 Aria")
    if refusal is not None:
        return refusal
    if not mat.aria:
        return Refusal("AK-MOVE-02", "A step costs 1 Aria, and there is none in your pool.")
    left = escaped(s, seat, action.tile)
    if left and s.rules.escape_unpaid_blocks == "turn":
        left = [who for who in arena.living() if ADJACENT[arena.tiles[seat]] >> arena.tiles[who] & 1]
    if len(left) > mat.egis:
        names = listed([arena.names[other] for other in left])
        have = f"there {'is' if mat.egis == 1 else 'are'} {mat.egis}" if mat.egis else "there is none"
        return Refusal("AK-ESC-06", f"Moving away from {names} costs {len(left)} Egis, and {have} in your pool.")
    return None


def do_step(s: FullSituation, seat: int, action: Step, log: Log) -> None:
    """Pay the Escape Cost, then 1 Aria, and go (AK-ESC-01, AK-MOVE-02)."""
    left = escaped(s, seat, action.tile)
    gem_flow.expend(s, seat, aria=1, egis=len(left))
    price = "1 Aria"
    if left:
        price += f", and {len(left)} Egis to escape {listed([s.arena.names[other] for other in left])}"
    turn.step(s, seat, action.tile, left, price, log)


# --- levels and cards ------------------------------------------------------------------------------------


def check_level_up(s: FullSituation, seat: int, _: act.LevelUp) -> Refusal | None:
    """None below level 3 with as much Ylem as the new level (AK-ACTIVE-04)."""
    mat = s.mats[seat]
    if mat.level >= TOP_LEVEL:
        return Refusal("AK-ACTIVE-04", f"{s.arena.names[seat]} is at level {TOP_LEVEL}, the highest.")
    if mat.ylem <= mat.level:
        have = mat.ylem or "none"
        return Refusal(
            "AK-ACTIVE-04", f"Level {mat.level + 1} costs {mat.level + 1} Ylem, and there is {have} in your Ylem Pool."
        )
    return None


def do_level_up(s: FullSituation, seat: int, _: act.LevelUp, log: Log) -> None:
    """A level more: 3 spaces, 1 wound and 1 die more at once, for a King 1 Core Transmutation more (AK-ACTIVE-05)."""
    mat = s.mats[seat]
    gem_flow.expend(s, seat, ylem=mat.level + 1)
    mat.level += 1
    text = f"{s.arena.heads[seat]} rises to level {mat.level} for {mat.level} Ylem."
    report(log, "levelled-up", ("AK-ACTIVE-04", "AK-ACTIVE-05"), text, {"seat": seat_id(seat), "level": mat.level})


def check_draw(s: FullSituation, seat: int, _: act.Draw) -> Refusal | None:
    """None with 1 Ylem while there is a card to draw (AK-ACTIVE-06, AK-CARD-05)."""
    if not s.mats[seat].ylem:
        return Refusal("AK-ACTIVE-06", "Drawing a card costs 1 Ylem, and there is none in your Ylem Pool.")
    if not draws.possible(s, seat):
        return Refusal("AK-CARD-05", "There is no card left to draw.")
    return None


def do_draw(s: FullSituation, seat: int, _: act.Draw, log: Log) -> None:
    """Pay 1 Ylem and draw (AK-ACTIVE-06)."""
    gem_flow.expend(s, seat, ylem=1)
    text = f"{s.arena.heads[seat]} pays 1 Ylem for a card."
    report(log, "draw-paid", ("AK-ACTIVE-06",), text, {"seat": seat_id(seat)})
    draws.begin(s, seat, 1, "AK-ACTIVE-06")


# --- Ylem Abilities --------------------------------------------------------------------------------------


def _ability(
    s: FullSituation, seat: int, name: str, rule: str, aria: int = 0, egis: int = 0, pyre: int = 0
) -> Refusal | None:
    """Say why a Ylem Ability cannot be paid: no Ylem Transmutation, or too few gems in the pools.

    It takes the Transmutation (AK-ABIL-01), whose gems stay where they are (AK-ABIL-02).
    """
    if not s.mats[seat].done(YLEM):
        return Refusal("AK-ABIL-01", f"{name} takes a completed Ylem Transmutation.")
    short = gem_flow.short_of(s, seat, aria=aria, egis=egis, pyre=pyre, ylem=1)
    if short:
        other = "Aria" if aria else "Egis" if egis else "Pyre"
        return Refusal(rule, f"{name} costs 1 Ylem and 1 {other}, and {short}.")
    return None


def check_bridge(s: FullSituation, seat: int, action: Bridge) -> Refusal | None:
    """None if it can be paid and may end there (AK-ABIL-03 to AK-ABIL-06)."""
    return _ability(s, seat, "Ylem Bridge", "AK-ABIL-03", aria=1) or turn.check_bridge(s, seat, action)


def do_bridge(s: FullSituation, seat: int, action: Bridge, log: Log) -> None:
    """Pay and go; the Ylem there is taken after the payment, so that it finds room (AK-ABIL-03)."""
    gem_flow.expend(s, seat, aria=1, ylem=1)
    turn.do_bridge(s, seat, action, log, "1 Ylem, 1 Aria")


def check_pyrokinesis(s: FullSituation, seat: int, action: Pyrokinesis) -> Refusal | None:
    """None if it can be paid and that wall can be pushed back (AK-ABIL-08 to AK-ABIL-11)."""
    return _ability(s, seat, "Pyrokinesis", "AK-ABIL-08", pyre=1) or turn.check_pyrokinesis(s, seat, action)


def do_pyrokinesis(s: FullSituation, seat: int, action: Pyrokinesis, log: Log) -> None:
    """Pay and push the wall back (AK-ABIL-08)."""
    gem_flow.expend(s, seat, pyre=1, ylem=1)
    turn.do_pyrokinesis(s, seat, action, log)


def check_heal(s: FullSituation, seat: int, _: act.Heal) -> Refusal | None:
    """None if it can be paid and there is a wound to heal (AK-ABIL-07)."""
    refusal = _ability(s, seat, "Heal Wound", "AK-ABIL-07", egis=1)
    if refusal is None and s.rules.heal_require_dire and not s.mats[seat].dire:
        return Refusal("AK-ABIL-07", f"{s.arena.names[seat]} has no wound to heal.")
    return refusal


def do_heal(s: FullSituation, seat: int, _: act.Heal, log: Log) -> None:
    """1 Ylem and 1 Egis take 1 Dire away (AK-ABIL-07, AK-WOUND-04)."""
    gem_flow.expend(s, seat, egis=1, ylem=1)
    gem_flow.heal(s, seat, 1)
    left = counted(s.mats[seat].dire, "wound")
    text = f"{s.arena.heads[seat]} heals a wound (1 Ylem, 1 Egis); {left} left."
    report(log, "healed", ("AK-ABIL-07", "AK-WOUND-04"), text, {"seat": seat_id(seat), "wounds": s.mats[seat].dire})


# --- Ylem Prism ------------------------------------------------------------------------------------------


def prism_targets(s: FullSituation, seat: int) -> list[int]:
    """Return the seats whose Ylem Pool may receive the Ylem: with room, a Revenant on the board (AK-TRANS-12), or a
    King's own.

    AK-TRANS-14 keeps a King's Prismatic Inscription to the own pool.
    """
    if not s.arena.revenant[seat]:
        return [seat] if s.mats[seat].ylem < YLEM_SPACES else []
    return [
        other
        for other, mat in enumerate(s.mats)
        if s.arena.revenant[other] and s.alive(other) and mat.ylem < YLEM_SPACES
    ]


def check_prism(s: FullSituation, seat: int, action: act.Prism) -> Refusal | None:
    """Say why Ylem Prism may not be used: without a Prismatic Transmutation done, or a pool that may take the Ylem.

    AK-TRANS-12 to 15, AK-ACTIVE-07.
    """
    if not prismatic_done(s.mats[seat]):
        return Refusal("AK-TRANS-12", "Ylem Prism takes a completed Prismatic Transmutation.")
    who = s.seat(action.who)
    if who is None:
        return Refusal("TABLE", f"There is no such seat; there are {', '.join(s.settings.seats)}.")
    if who not in prism_targets(s, seat):
        return _no_prism(s, seat, who)
    if not s.arena.supply[YLEM]:
        return Refusal("AK-COMP-10", "There is no Ylem left in the supply.")
    return None


def _no_prism(s: FullSituation, seat: int, who: int) -> Refusal:
    name = s.arena.names[who]
    if not s.arena.revenant[seat]:
        if who != seat:
            return Refusal("AK-TRANS-14", "A King may put the Ylem of Ylem Prism only into the own Ylem Pool.")
        return Refusal("AK-TRANS-14", "Your Ylem Pool is full.")
    if not s.alive(who):
        return Refusal("AK-TRANS-12", f"{name} is not on the board.")
    if not s.arena.revenant[who]:
        return Refusal("AK-TRANS-12", f"{name} is a King; the Ylem of Ylem Prism goes to a Revenant.")
    if not prism_targets(s, seat):
        return Refusal("AK-TRANS-13", "No Revenant on the board has room in the Ylem Pool.")
    return Refusal("AK-TRANS-12", f"The Ylem Pool of {name} is full.")


def do_prism(s: FullSituation, seat: int, action: act.Prism, log: Log) -> None:
    """The three Core gems go to the supply, 1 Ylem comes to the chosen pool (AK-TRANS-12).

    Each use empties one Prismatic Transmutation (AK-TRANS-15); a Prismatic Inscription is discarded (AK-TRANS-14).
    """
    who = s.numbers[action.who]
    text = f"{s.arena.heads[seat]} uses Ylem Prism for {s.arena.names[who]}."
    rule = "AK-TRANS-12" if s.arena.revenant[seat] else "AK-TRANS-14"
    report(log, "ylem-prism", (rule, "AK-TRANS-15"), text, {"seat": action.seat, "who": action.who})
    transmutations.empty(s, seat, "prismatic" if s.mats[seat].prismatic else "inscription", log)
    gem_flow.gain(s, who, log, rule, ylem=1)


# --- all of it -------------------------------------------------------------------------------------------


def actions(s: FullSituation, seat: int) -> list[Action]:
    """Every action of this module that the player on turn can take now (AK-ACTIVE-03)."""
    mat, made = s.mats[seat], s.catalogue[seat]
    found = step_actions(s, seat)
    ylem = mat.ylem
    if ylem:
        if mat.level < ylem and mat.level < TOP_LEVEL:
            found.append(made.level_up)
        if draws.possible(s, seat):
            found.append(made.draw)
        if mat.transmuted >> YLEM & 1:
            if mat.aria:
                found += [made.bridges[tile] for tile in tiles(movement.bridges(s.arena, seat))]
            if mat.egis and (mat.dire or not s.rules.heal_require_dire):
                found.append(made.heal)
            if mat.pyre:
                found += [made.pyrokinesis[edge] for edge in fire.recedable(s.arena, seat)]
    if (mat.prismatic or mat.filled) and s.arena.supply[YLEM]:
        found += [made.prisms[who] for who in prism_targets(s, seat)]
    return found
