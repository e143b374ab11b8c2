"""One turn: the state, the Roll for Ylem, what the player does on the board."""

from __future__ import annotations

from ...contract import Refusal
from ...engine import need
from ..actions import Absorb, Bridge, ChooseState, EndTurn, KeepDie, Kill, Pyrokinesis, RollPercentile, Step
from ..battle.death import absorb, kill, move, spawn_rolled
from ..board import fire, movement
from ..board.geometry import SURROUNDING, first_line
from ..facts.arena import seat_id
from ..facts.reporting import Log, report
from ..facts.situation import Situation
from ..frames import Absorbing, Acting, RollingYlem, TurnOver


def begin_turn(s: Situation, seat: int, log: Log) -> None:
    """The turn of ``seat`` begins; who holds the Ascended Die speaks first (AK-LAST-03)."""
    s.turn = seat
    s.steps = 0
    s.new_turn()
    s.stack[:] = [s.opens(None)]
    rules = ("AK-WAR-08",) if s.arena.war else ("AK-TURN-01",)
    report(
        log,
        "turn-begins",
        rules,
        f"It is the turn of {s.arena.names[seat]}.",
        {"seat": seat_id(seat), "round": s.round},
    )


def do_absorb(s: Situation, seat: int, _: Absorb, log: Log) -> None:
    """Absorb the Ascended Die, then the state is chosen."""
    absorb(s, seat, log)
    s.stack[:] = [s.opens("absorb")]


def do_keep_die(s: Situation, seat: int, _: KeepDie, log: Log) -> None:
    """Keep the Ascended Die until the next turn begins."""
    report(log, "die-kept", ("AK-LAST-03",), f"{s.arena.heads[seat]} keeps the Ascended Die.", {"seat": seat_id(seat)})
    s.stack[:] = [s.opens("absorb")]


def do_choose_state(s: Situation, seat: int, action: ChooseState, log: Log) -> None:
    """Exactly one state (AK-TURN-05); Active begins with a Roll for Ylem (AK-ACTIVE-01), not in the war (AK-WAR-09)."""
    name = s.arena.heads[seat]
    text = f"{name} takes the {action.state.title()} State."
    rules = ("AK-TURN-05", "AK-LATENT-01") if action.state == "latent" else ("AK-TURN-05",)
    report(log, "state-chosen", rules, text, {"seat": seat_id(seat), "state": action.state})
    if action.state == "latent":
        s.stack[:] = [s.latent_frame]
    elif s.arena.war:
        report(log, "no-ylem-in-war", ("AK-WAR-09",), f"{name} rolls for no Ylem during the Omega War.", {})
        s.stack[:] = [Acting()]
    else:
        s.stack[:] = [RollingYlem()]


def do_roll_ylem(s: Situation, action: RollPercentile, log: Log) -> None:
    """1 Ylem from the supply appears, or goes to who stands there, active or not (AK-ACTIVE-01, AK-ACTIVE-02)."""
    s.stack[:] = [Acting()]
    spawn_rolled(s, action.value, {"ylem": 1}, "AK-ACTIVE-01", log)


# --- the Active State ------------------------------------------------------------------------------------


def check_step(s: Situation, seat: int, action: Step) -> Refusal | None:
    """None if some mat allows that step; see `movement.steps`."""
    return movement.step_refusal(s.arena, seat, action.tile)


def do_step(s: Situation, seat: int, action: Step, log: Log) -> None:
    """One tile of Aria Movement; what it costs is paid at the table (AK-MOVE-02)."""
    left = movement.left_behind(s.arena, seat, action.tile)
    price = ""
    if left:
        names = " and ".join(s.arena.names[other] for other in left)
        price = f"to escape {names} costs {len(left)} Egis without Narrow Escape"
    step(s, seat, action.tile, left, price, log)


def step(s: Situation, seat: int, tile: int, left: list[int], price: str, log: Log) -> None:
    """One tile of Aria Movement with its pick-ups (AK-MOVE-02); a fire tile entered wounds (AK-MOVE-08, AK-FIRE-06).

    ``left``: the opponents escaped from; ``price``: what it costs, in words; empty where nobody counts it.
    """
    arena = s.arena
    here = arena.tiles[seat]
    rules = ["AK-MOVE-02", "AK-MOVE-03"]
    if left:
        rules.append("AK-ESC-01")
    burning = arena.walls.fire_mask >> tile & 1
    if arena.walls.fire_mask >> here & 1:
        rules.append("AK-MOVE-08" if burning else "AK-MOVE-07")
    text = (
        f"{arena.heads[seat]} steps from {arena.number(here)} to {arena.number(tile)}{f' ({price})' if price else ''}."
    )
    data = {"seat": seat_id(seat), "from": here, "tile": tile, "escape": movement.seats_of(left)}
    report(log, "stepped", tuple(rules), text, data)
    s.steps += 1
    dire = move(s, seat, tile, log)
    if burning:
        s.deal({seat: 1 + dire}, "fire-step", log)
    elif dire:
        s.deal({seat: dire}, "dire-tile", log)


def check_bridge(s: Situation, seat: int, action: Bridge) -> Refusal | None:
    """None if Ylem Bridge can end there; see `movement.bridges`."""
    return movement.bridge_refusal(s.arena, seat, action.tile)


def do_bridge(s: Situation, seat: int, action: Bridge, log: Log, price: str = "") -> None:
    """Ylem Bridge: any distance, no Escape Cost, also out of fire; takes all at once (AK-ABIL-03, AK-ABIL-04).

    ``price``: what it costs, in words; empty where nobody counts it.
    """
    arena = s.arena
    here = arena.tiles[seat]
    paid = f" ({price})" if price else ""
    text = f"{arena.heads[seat]} bridges from {arena.number(here)} to {arena.number(action.tile)}{paid}."
    data = {"seat": seat_id(seat), "from": here, "tile": action.tile}
    report(log, "bridged", ("AK-ABIL-03", "AK-ABIL-04", "AK-MOVE-12"), text, data)
    dire = move(s, seat, action.tile, log)
    if arena.walls.strip_mask >> action.tile & 1:  # Ylem lies there by house rule only (AK-FIRE-19)
        s.deal({seat: 1 + dire}, "fire-step", log)
    elif dire:
        s.deal({seat: dire}, "dire-tile", log)


def check_pyrokinesis(s: Situation, seat: int, action: Pyrokinesis) -> Refusal | None:
    """None if Pyrokinesis can push that wall back (AK-ABIL-08 to AK-ABIL-11)."""
    if action.edge in fire.recedable(s.arena, seat):
        return None
    line = s.arena.walls.line(action.edge)
    if line is None:
        return Refusal("AK-ABIL-08", f"No Fire Wall burns on the {action.edge} side.")
    if line == first_line(action.edge):
        return Refusal("AK-ABIL-09", f"The {action.edge} Fire Wall lies on its outermost line and cannot recede.")
    where = s.arena.number(s.arena.tiles[seat])
    return Refusal("AK-ABIL-10", f"Tile {where} is neither in the {action.edge} Fire Wall nor adjacent to it.")


def do_pyrokinesis(s: Situation, seat: int, action: Pyrokinesis, log: Log) -> None:
    """Pyrokinesis (AK-ABIL-08)."""
    text = f"{s.arena.heads[seat]} uses Pyrokinesis (1 Ylem, 1 Pyre)."
    report(log, "pyrokinesis", ("AK-ABIL-08", "AK-ABIL-10"), text, {"seat": seat_id(seat), "edge": action.edge})
    fire.recede(s.arena, action.edge, log)


def targets(s: Situation, seat: int) -> list[int]:
    """Living opponents an attack of some mat reaches: the surrounding ones (AK-ATK-01), also in fire (AK-ATK-04)."""
    near = SURROUNDING[s.arena.tiles[seat]]
    if not near & s.arena.occupied:
        return []
    return [other for other in s.arena.living() if other != seat and near >> s.arena.tiles[other] & 1]


def check_kill(s: Situation, seat: int, action: Kill) -> Refusal | None:
    """None for a living opponent; Lancea of Aeterna and Revenant Curse need line of sight (AK-INDEX-19)."""
    who = s.other(action.who, seat)
    if type(who) is Refusal:
        return who
    if action.means == "attack" and who not in targets(s, seat):
        where, there = s.arena.number(s.arena.tiles[who]), s.arena.number(s.arena.tiles[seat])
        reason = f"{s.arena.names[who]} on {where} is out of reach of an attack from {there}; say which card killed."
        return Refusal("AK-ATK-01", reason)
    if action.means == "curse" and not movement.in_sight(s.arena, seat, who):
        return Refusal(
            "AK-INDEX-19", f"Another character stands between {s.arena.names[seat]} and {s.arena.names[who]}."
        )
    return None


def do_kill(s: Situation, seat: int, action: Kill, log: Log) -> None:
    """An opponent has died of an attack or a card: a kill of this player (AK-KILL-01)."""
    who = s.numbers[action.who]
    name = s.arena.names[seat]
    means = action.means or ("attack" if who in targets(s, seat) else "ability")
    curse = means == "curse"
    words = f"by the {'curse' if curse else 'hand' if means == 'attack' else 'ability'} of {name}"
    rules = {"attack": ("AK-WOUND-02",), "ability": ("AK-KILL-04",), "curse": ("AK-INDEX-19", "AK-INDEX-20")}
    kill(s, [who], (*rules[means], "AK-KILL-01"), words, log, by=seat_id(seat), heir=seat if curse else None)


# --- after the turn --------------------------------------------------------------------------------------


def do_end_turn(s: Situation, seat: int, _: EndTurn, log: Log) -> None:
    """The turn is over; from now on its player can only react (AK-TURN-08)."""
    report(log, "turn-ends", ("AK-TURN-08",), f"{s.arena.heads[seat]} ends the turn.", {"seat": seat_id(seat)})
    s.stack[:] = [TurnOver()]


def validate_absorbing(s: Situation, frame: Absorbing, place: int) -> None:
    """Somebody holds the Ascended Die (AK-LAST-03)."""
    need(s.arena.die >= 0, "stack.0", "nobody holds the Ascended Die")
