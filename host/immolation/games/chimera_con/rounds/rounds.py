"""Run turns and rounds as wholes: who is next, who is Merchant, damage, elimination, points, the end of the game."""

from __future__ import annotations

from ...contract import Result
from ...engine import EventLog, report
from ..facts.chimera import can_fly, health
from ..facts.con_facts import EMPTY, NOTHING, ConFacts, SeatFacts, name_of
from ..frames import Dealing, DrawStep, Over, TurnEnd


def begin_round(s: ConFacts, log: EventLog) -> None:
    """Shuffle everything back and deal anew (CC-WIN-03); points stay (CC-WIN-02)."""
    s.decks = {deck: {card: s.pack.copies[card] for card in cards} for deck, cards in s.pack.printed.items()}
    s.discard = s.market = EMPTY
    lasting = s.rules.status_until == "card_effect_only"
    for seat, old in s.players.items():
        new = s.players[seat] = SeatFacts()
        new.points = old.points
        new.poisonous = old.poisonous and lasting
        new.negative = old.negative and lasting
    s.merchant, s.merchant_turns, s.calm, s.turn = None, 0, 0, None
    s.stack[:] = [Dealing()]
    report(log, "round-begins", ("CC-WIN-03", "CC-SETUP-01"), f"Round {s.round} begins: 6 creature cards each.")


def begin_turn(s: ConFacts, seat: str, log: EventLog) -> None:
    """A turn begins with its Draw step (CC-TURN-01), unless nobody has attacked for too long (CC-WIN-05)."""
    turns, left = s.rules.turns_without_attack, s.living()
    last = turns * len(left)
    if 0 < last <= s.calm:
        why = f"Turns of each player without an attack: {turns}. The round ends, and nobody scores."
        _end_round(s, [], log, why, "CC-WIN-05")
        return
    s.turn = seat
    s.stack[:] = [DrawStep()]
    report(log, "turn-begins", ("CC-TURN-01",), f"The turn of {name_of(seat)} begins.", seat=seat)
    if s.calm and s.calm + len(left) == last:
        text = "Unless somebody attacks within a turn each, the round ends, and nobody scores."
        report(log, "round-stands-still", ("CC-WIN-05",), text)


def make_merchant(s: ConFacts, seat: str, rules: tuple[str, ...], text: str, log: EventLog) -> None:
    """Hand on the Merchant's lantern; the count of turns starts again (CC-MERCH-06)."""
    s.merchant, s.merchant_turns = seat, 0
    report(log, "merchant", rules, text, seat=seat)


def finish_turn(s: ConFacts, log: EventLog) -> None:
    """The Discard step is done: the turn is over and counts for the Merchant (CC-MKT-01)."""
    s.calm += 1
    if s.merchant == s.turn:
        s.merchant_turns += 1
    s.stack[:] = [TurnEnd()]
    report(log, "turn-ends", ("CC-TURN-01",), f"The turn of {name_of(s.turn)} ends.", seat=s.turn)


# --- damage and the fallen -------------------------------------------------------------------------------


def damage(s: ConFacts, seat: str, points: int, rules: tuple[str, ...], why: str, log: EventLog) -> None:
    """Record damage taken (CC-HP-01); who falls of it is for `fall`."""
    player = s.players[seat]
    player.damage += points
    text = f"{name_of(seat)} takes {points} damage {why}: {player.damage} of {health(s, seat)}."
    report(log, "damaged", rules, text, seat=seat, damage=points, total=player.damage)


def keep_in_air(s: ConFacts, log: EventLog) -> None:
    """Let whoever has lost the Airborne tag in the air land at once (CC-AIR-07)."""
    for seat in s.living():
        if s.players[seat].airborne and not can_fly(s, seat):
            s.players[seat].airborne = False
            text = f"{name_of(seat)} can no longer fly and lands."
            report(log, "landed", ("CC-AIR-07",), text, seat=seat)


def fall(s: ConFacts, log: EventLog) -> bool:
    """Eliminate everybody with no Health left (CC-HP-02), and end the round with the last Chimera.

    True if the round is over.
    """
    keep_in_air(s, log)
    fallen = [seat for seat in s.living() if s.players[seat].damage >= health(s, seat)]
    for seat in fallen:
        _eliminate(s, seat, log)
    if not fallen:
        return False
    living = s.living()
    if len(living) <= 1:
        _end_round(s, living, log)
        return True
    if s.merchant in fallen:
        heir = s.after(s.merchant)
        make_merchant(s, heir, ("CC-MERCH-06",), f"The lantern passes on to {name_of(heir)}.", log)
    gone = [seat for seat, player in s.players.items() if player.eliminated]
    left = [(frame, frame.without(gone, s.turn)) for frame in s.stack]
    s.put_in_discard(*(frame.played for frame, new in left if new is None and frame.played is not None))
    s.stack[:] = [new for _, new in left if new is not None]
    return False


def _eliminate(s: ConFacts, seat: str, log: EventLog) -> None:
    """Take a Chimera out of the round; its player's cards are discarded (CC-WIN-04, opt:eliminated_cards).

    Its conditions leave the table with it, for they belong to the Chimera (CC-POIS-04).
    """
    player = s.players[seat]
    player.eliminated, player.airborne, player.poisonous, player.negative = True, False, False, False
    market = s.rules.eliminated_cards == "market_pile"
    lost = [*filter(None, player.parts), *player.hand]
    (s.put_in_market if market else s.put_in_discard)(*lost)
    player.parts, player.hand = NOTHING, EMPTY
    pile = "Market Pile" if market else "Discard Pile"
    named = ", ".join(s.pack.title(card) for card in lost)
    text = f"The Chimera of {name_of(seat)} has no Health left and is out of the round; to the {pile} go {named}."
    report(log, "eliminated", ("CC-HP-02", "CC-WIN-04"), text, seat=seat, cards=lost)


def _end_round(
    s: ConFacts,
    living: list[str],
    log: EventLog,
    lost: str = "The last Chimeras fall together; nobody scores.",
    rule: str = "CC-WIN-01",
) -> None:
    """Give the last Chimera 1 point (CC-WIN-01); with enough points its player wins (CC-WIN-02).

    ``lost`` and ``rule`` say why nobody scores, where ``living`` is empty.
    """
    for seat in living:
        s.players[seat].points += 1
    over = any(player.points >= s.rules.points_to_win for player in s.players.values())
    coming = "" if over else " The fastest of the next Chimeras will be the Merchant."
    for seat in living:
        points = s.players[seat].points
        text = f"The Chimera of {name_of(seat)} is the last one standing: 1 point, {points} in all.{coming}"
        report(log, "round-won", ("CC-WIN-01", "CC-MERCH-02"), text, seat=seat, points=points)
    if not living:
        report(log, "round-lost", (rule, "CC-MERCH-02"), f"{lost}{coming}")
    s.turn = None
    if over:
        end_game(s)
        assert s.result is not None
        report(log, "game-over", ("CC-WIN-02",), s.result.reason, winners=list(s.result.winners))
        return
    s.round += 1
    begin_round(s, log)


def end_game(s: ConFacts) -> None:
    """Somebody has the points that win the game (CC-WIN-02, opt:points_to_win)."""
    best = max(player.points for player in s.players.values())
    winners = tuple(seat for seat, player in s.players.items() if player.points == best)
    names = " and ".join(map(name_of, winners))
    scores = {seat: {"points": player.points, "total": player.points} for seat, player in s.players.items()}
    s.stack[:] = [Over()]
    s.result = Result(winners, f"{names} won {best} {'round' if best == 1 else 'rounds'}.", "CC-WIN-02", scores)
