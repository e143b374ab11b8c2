"""Fills in score sheets and hands at the end from mats and hands (AK-SCORE); `war` counts them."""

from __future__ import annotations

from ....contract import Action, Refusal, Result
from ...actions import Cards, Score
from ...facts.arena import seat_id
from ...facts.full_situation import FullSituation
from ...facts.pools import completed
from ...facts.reporting import Log, counted, report
from ...frames import Scoring
from ...rounds.war import conclude, hand_points, koru, verdict


def count(s: FullSituation) -> None:
    """Fill in every score sheet (AK-SCORE-01, AK-SCORE-07).

    Every mat counts as it lies, that of the dead too, but for their Transmutations by house rule (AK-SCORE-08). The
    turn is over, and with it every Ylem Shield (AK-ABIL-14).
    """
    s.shielded = 0
    s.sheets = {seat: sheet(s, seat) for seat in range(len(s.mats))}


def sheet(s: FullSituation, seat: int) -> Score:
    """Score a mat as it lies (AK-SCORE-01, AK-SCORE-07, AK-SCORE-08)."""
    mat = s.mats[seat]
    lost = s.rules.score_dead == "ylem_only" and not s.alive(seat)
    return Score(seat_id(seat), 0 if lost else completed(mat), mat.ylem)


def standings(s: FullSituation) -> dict[str, int]:
    """The Koru of every seat if nobody took the Omega Stone and the game ended now; mats and stones lie open."""
    return {name: koru(s, seat, "", sheet(s, seat))["total"] for seat, name in enumerate(s.settings.seats)}


def show_hands(s: FullSituation, omega: str) -> list[int]:
    """The tied show their hands, and nobody else (AK-SCORE-03, AK-SCORE-05); printed ones only people can show.

    Returns who is tied.
    """
    tied = verdict(s, omega)
    if isinstance(tied, Result) or s.printed:
        return []
    for seat in tied:
        s.shown = {**s.shown, seat: hand(s, seat)}
    return tied


def hand(s: FullSituation, seat: int) -> Cards:
    """A hand by what its cards count in a tie; the inscribed card is not in it (AK-SCORE-03, AK-SCORE-05)."""
    levels = [0, 0, 0, 0]
    ties = {"lancea": 0, "curse": 0}
    for index in s.hands[seat]:
        card = s.pack.cards[index]
        if card.tie:
            ties[card.tie] += 1
        else:
            levels[card.level] += 1
    return Cards(seat_id(seat), levels[3], levels[2], levels[1], ties["lancea"], ties["curse"], levels[0])


def settle(s: FullSituation, frame: Scoring, log: Log) -> bool:
    """Everything is known: count and name the winner (AK-SCORE-02), or ask for printed hands in a tie (AK-SCORE-03)."""
    for seat in range(len(s.mats)):
        lines = koru(s, seat, frame.omega)
        text = f"{s.arena.heads[seat]} counts {lines['total']} Koru."
        report(
            log, "scored", ("AK-SCORE-01", "AK-SCORE-06", "AK-SCORE-07"), text, {"seat": seat_id(seat), "sheet": lines}
        )
    for seat in show_hands(s, frame.omega):
        points = hand_points(s, s.shown[seat])
        text = f"{s.arena.heads[seat]} shows a hand worth {points}."
        report(log, "hand-shown", ("AK-SCORE-03", "AK-SCORE-05"), text, {"seat": seat_id(seat), "points": points})
    conclude(s, frame.omega, log)
    return True


# --- printed hands ---------------------------------------------------------------------------------------


def check_cards(s: FullSituation, seat: int, action: Cards) -> Refusal | None:
    """None if that is a hand of as many cards as the seat holds, which everybody can count (AK-CARD-04)."""
    shown = action.level3 + action.level2 + action.level1 + action.lancea + action.curse + action.other
    held = len(s.hands[seat])
    if shown == held:
        return None
    return Refusal("AK-CARD-04", f"{s.arena.names[seat]} holds {counted(held, 'card')}, not {shown}.")


def hands(s: FullSituation, seat: int) -> list[Action]:
    """Every hand of that size by what its cards count in a tie, the lowest first."""
    own, held = seat_id(seat), len(s.hands[seat])
    found: list[Action] = []
    for lancea in (0, 1):
        for curse in (0, 1):
            for three in range(held + 1 - lancea - curse):
                for two in range(held + 1 - lancea - curse - three):
                    for one in range(held + 1 - lancea - curse - three - two):
                        other = held - lancea - curse - three - two - one
                        found.append(Cards(own, three, two, one, lancea, curse, other))
    return found
