"""The Omega War: how it starts, where the Omega Stone goes, how the game ends, Koru and who wins."""

from __future__ import annotations

from typing import Any, Final

from ...contract import Refusal, Result
from ..actions import Cards, Level, RollPercentile, Score
from ..board.geometry import SIDE, walls
from ..board.items import claim
from ..board.placement import omega_place
from ..facts.arena import STONES_IN_ALL, seat_id, tile_of_roll
from ..facts.reporting import Log, replaced, report, sentence
from ..facts.situation import NOBODY, ArenaSituation, Situation
from ..frames import BreakingTie, Over, PlacingOmega, Scoring
from .tally import check_level

REVENANT_TRANSMUTATIONS: Final = 4
"""Three Prismatic ones and the Ylem Transmutation (AK-COMP-13)."""


def united(s: Situation) -> int | None:
    """The seat that holds all four Bloodstones now (AK-WAR-01, AK-WAR-03)."""
    stones = s.arena.stones
    return stones.index(STONES_IN_ALL) if STONES_IN_ALL in stones else None


def start_war(s: Situation, rules: tuple[str, ...], text: str, log: Log) -> None:
    """Index, Fire Walls and Immolation Die leave the game: no tile burns any more (AK-WAR-04)."""
    report(log, "war-begins", (*rules, "AK-WAR-04"), text, {})
    s.arena.war = True
    s.arena.walls = walls()
    s.turn = NOBODY
    s.stack[:] = [PlacingOmega()]


def do_roll_omega(s: Situation, action: RollPercentile, log: Log) -> bool:
    """Place the Omega Stone on the outer edge (AK-WAR-05, AK-WAR-06). False if it must be rolled again (AK-WAR-07)."""
    arena = s.arena
    roll = tile_of_roll(arena.rules.board_orientation)[action.value]
    tile = omega_place(arena, roll)
    if tile is None:
        text = f"The Omega Stone cannot appear under a miniature; {arena.number(roll)} is rolled again."
        report(log, "omega-rolled-again", ("AK-WAR-07",), text, {"roll": roll})
        return False
    arena.omega = tile
    text = f"The Omega Stone appears on {arena.number(tile)}."
    tied = roll // SIDE != tile // SIDE and roll % SIDE != tile % SIDE  # along both ways, into the corner
    rules = ("AK-WAR-05", "AK-WAR-06") if tied else ("AK-WAR-05",)
    report(log, "omega-stone", rules, text, {"roll": roll, "tile": tile})
    return True


def reach_omega(s: Situation, seat: int, log: Log) -> None:
    """The game ends the instant a miniature is on the Omega Stone's tile (AK-WAR-11).

    A Bloodstone lying there is claimed first and counts (AK-WAR-13). With all four the game is won outright.
    """
    arena = s.arena
    claim(arena, seat, log, "AK-WAR-13")
    text = f"{arena.heads[seat]} takes the Omega Stone on {arena.number(arena.omega)}: the game ends."
    report(log, "omega-claimed", ("AK-WAR-11",), text, {"seat": seat_id(seat), "tile": arena.omega})
    _count(s, seat_id(seat), log)
    if arena.stones[seat] == STONES_IN_ALL:
        outcome = verdict(s, seat_id(seat))
        assert isinstance(outcome, Result)
        _end(s, seat_id(seat), outcome, log)


def pass_round(s: Situation, log: Log) -> bool:
    """Rounds are counted on in the war; True once the last one is over and Koru is counted (AK-WAR-14)."""
    last = last_round(s)
    if not last:
        return False
    s.round += 1
    if s.round <= last:
        return False
    text = f"Round {last} is over and nobody has taken the Omega Stone: the game ends."
    report(log, "war-unended", ("AK-WAR-14",), text, {})
    _count(s, "", log)
    return True


def last_round(s: Situation) -> int:
    """The round after which the war is counted; 0 where there is none."""
    return s.arena.rules.war_last_round if s.settings.countdown else 0


def _count(s: Situation, omega: str, log: Log) -> None:
    """Koru is counted; ``omega`` as in `Scoring`."""
    s.turn = NOBODY
    s.discard_card_in_play()
    s.stack[:] = [Scoring(omega)]
    s.count(log)


# --- Koru ------------------------------------------------------------------------------------------------


def stripped(s: Situation, seat: int) -> bool:
    """True for one who is dead at the end and has no Transmutation left to count (AK-SCORE-08)."""
    fallen = s.fallen(seat)
    return fallen is not None and (fallen.early or s.arena.rules.score_dead == "as_returned")


def most_transmutations(s: Situation, seat: int, level: int) -> int:
    """The most completed Transmutations such a mat allows at a level.

    A Revenant has four. A King at level 3 has three Core ones and Ylem, and a Prismatic Inscription counts as
    well (AK-TRANS-04, AK-TRANS-09, AK-SCORE-07).
    """
    if stripped(s, seat):
        return 0
    return REVENANT_TRANSMUTATIONS if s.arena.revenant[seat] else level + 2


def check_score(s: ArenaSituation, seat: int, action: Score) -> Refusal | None:
    """None if a mat can look like that."""
    level = s.level(seat) if action.level is None else action.level
    most = most_transmutations(s, seat, level)
    who = s.arena.names[seat]
    if action.transmutations and stripped(s, seat):
        return Refusal("AK-SCORE-08", f"{who} is dead and has no completed Transmutation after steps 1 to 5.")
    if action.transmutations > most:
        rule = "AK-TRANS-05" if s.arena.revenant[seat] else "AK-TRANS-04"
        return Refusal(rule, f"{who} at level {level} can have {most} completed Transmutations at most.")
    return check_level(s, seat, Level(action.seat, level))


def do_score(s: ArenaSituation, seat: int, action: Score, log: Log) -> None:
    """Write down one mat; when all are in, count Koru and look for a winner (AK-SCORE-02)."""
    frame = s.stack[-1]
    assert isinstance(frame, Scoring)
    if action.level is not None:
        s.levels = replaced(s.levels, seat, action.level)
    s.sheets = {**s.sheets, seat: Score(action.seat, action.transmutations, action.ylem)}
    sheet = koru(s, seat, frame.omega)
    text = f"{s.arena.heads[seat]} counts {sheet['total']} Koru."
    report(log, "scored", ("AK-SCORE-01", "AK-SCORE-06", "AK-SCORE-07"), text, {"seat": seat_id(seat), "sheet": sheet})
    if len(s.sheets) == len(s.settings.seats):
        conclude(s, frame.omega, log)


def conclude(s: Situation, omega: str, log: Log) -> None:
    """Every sheet is in: somebody has won, or the tied show their hands (AK-SCORE-02, AK-SCORE-03)."""
    outcome = verdict(s, omega)
    if isinstance(outcome, Result):
        _end(s, omega, outcome, log)
        return
    text = f"{sentence(_and(s, outcome))} are tied; their hands decide."
    seats = tuple(seat_id(other) for other in outcome)
    report(log, "tied", ("AK-SCORE-03",), text, {"seats": list(seats)})
    s.stack[:] = [BreakingTie(omega, seats)]


def do_cards(s: Situation, seat: int, action: Cards, log: Log) -> None:
    """Write down one hand of the tied players; when all are in, the highest wins or it is a draw (AK-SCORE-04)."""
    frame = s.stack[-1]
    assert isinstance(frame, BreakingTie)
    s.shown = {**s.shown, seat: action}
    points = hand_points(s, action)
    text = f"{s.arena.heads[seat]} shows a hand worth {points}."
    report(log, "hand-shown", ("AK-SCORE-03", "AK-SCORE-05"), text, {"seat": seat_id(seat), "points": points})
    outcome = verdict(s, frame.omega)
    if isinstance(outcome, Result):
        _end(s, frame.omega, outcome, log)


def verdict(s: Situation, omega: str) -> Result | list[int]:
    """Return who wins once ``omega``, or nobody, took the Omega Stone and every mat is known, or the tied seats whose
    hands are missing.

    All four Bloodstones win outright (AK-WAR-11), else the most Koru (AK-SCORE-02), else the tied players' hands
    (AK-SCORE-03), else it is a draw between the still tied (AK-SCORE-04).
    """
    taker = united(s)
    if taker is not None and seat_id(taker) == omega:
        return _result(
            s, [taker], f"{s.arena.names[taker]} took the Omega Stone with all four Bloodstones.", "AK-WAR-11", omega
        )
    totals = {seat: koru(s, seat, omega)["total"] for seat in sorted(s.sheets)}
    best = [seat for seat, total in totals.items() if total == max(totals.values())]
    if len(best) == 1:
        return _result(s, best, f"{s.arena.names[best[0]]} has the most Koru, {totals[best[0]]}.", "AK-SCORE-02", omega)
    if any(seat not in s.shown for seat in best):
        return best
    worth = {seat: hand_points(s, s.shown[seat]) for seat in best}
    best = [seat for seat in best if worth[seat] == max(worth.values())]
    if len(best) == 1:
        reason = f"{s.arena.names[best[0]]} wins the tie with a hand worth {worth[best[0]]}."
        return _result(s, best, reason, "AK-SCORE-03", omega)
    return _result(s, best, f"{_and(s, best)} share the victory.", "AK-SCORE-04", omega)


def koru(s: Situation, seat: int, omega: str, sheet: Score | None = None) -> dict[str, int]:
    """One score sheet, line by line with its total (AK-SCORE-01); ``sheet`` instead of the one written down.

    Never killed is who is still a King (AK-SCORE-06); one who has died and not yet returned is not.
    """
    table: dict[Any, int] = dict(s.arena.rules.score_table)
    sheet = sheet or s.sheets[seat]
    king = not s.arena.revenant[seat] and s.alive(seat)
    lines = {
        "omega": table["omega"] if seat_id(seat) == omega else 0,
        "bloodstones": table["bloodstone"] * s.arena.stones[seat],
        "never_killed": table["never_killed"] if king else 0,
        "transmutations": table["transmutation"] * sheet.transmutations,
        "ylem": table["ylem"] * sheet.ylem,
        "level": table["level"] * s.level(seat),
    }
    lines["total"] = sum(lines.values())
    return lines


def hand_points(s: Situation, hand: Cards) -> int:
    """Return what a hand counts in a tie (AK-SCORE-03, AK-SCORE-05)."""
    worth: dict[Any, int] = dict(s.arena.rules.score_tiebreak)
    listed = sum(worth[kind] * int(getattr(hand, kind)) for kind in worth)
    return listed + hand.other * s.arena.rules.score_other_cards


def _result(s: Situation, best: list[int], reason: str, rule: str, omega: str) -> Result:
    scores = {seat_id(seat): koru(s, seat, omega) for seat in sorted(s.sheets)}
    for seat, hand in s.shown.items():
        scores[seat_id(seat)]["tiebreak"] = hand_points(s, hand)
    return Result(tuple(seat_id(seat) for seat in best), sentence(reason), rule, scores)


def _end(s: Situation, omega: str, result: Result, log: Log) -> None:
    s.result = result
    s.stack[:] = [Over(omega)]
    report(log, "game-over", (result.rule,), result.reason, {"winners": list(result.winners)})


def _and(s: Situation, seats: list[int]) -> str:
    return " and ".join(s.arena.names[seat] for seat in seats)
