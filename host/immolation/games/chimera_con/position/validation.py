"""Validate a position; raises BadPosition with the key and the reason."""

from __future__ import annotations

from collections import Counter

from ...contract import BadPosition
from ...house_rules import shown
from .. import frames
from ..actions import Build
from ..cheats import cheating, effects
from ..cheats.opportunities import moment_of
from ..decision_points import POINTS
from ..facts.chimera import HEAD_TO_REAR, PLACES, can_fly, fits, health
from ..facts.con_facts import NO_CARD, NOBODY, ConFacts
from ..rounds import attack, building, rounds


def _need(holds: bool, key: str, reason: str) -> None:
    if not holds:
        raise BadPosition(f"{key}: {reason}.")


def elsewhere(s: ConFacts) -> tuple[Counter[int], Counter[int]]:
    """How many of each creature and cheat card lie outside the decks. Raises BadPosition for an unknown card."""
    creatures: Counter[int] = Counter()
    cheats: Counter[int] = Counter()
    for player in s.players:
        creatures.update(card // 2 for card in (*player.parts, *player.creatures) if card != NO_CARD)
        cheats.update(player.cheats)
    creatures.update(card // 2 for card in (*s.market, *s.creature_discard))
    cheats.update((*s.market_cheats, *s.cheat_discard))
    for place, frame in enumerate(s.stack):
        if isinstance(frame, (frames.Redrawing, frames.Searching)):
            for text in frame.old if isinstance(frame, frames.Redrawing) else frame.turned:
                _need(text in s.pack.number, f"stack.{place}", f"there is no creature card {shown(text)}")
                creatures[s.pack.number[text] // 2] += 1
        elif isinstance(frame, (frames.CheatRoll, frames.Resolving)):
            _need(frame.card in s.pack.cheat_number, f"stack.{place}.card", f"there is no cheat {shown(frame.card)}")
            cheats[s.pack.cheat_number[frame.card]] += 1
    return creatures, cheats


def validate_position(s: ConFacts) -> None:
    """Refuse what the seats and piles cannot be."""
    _copies(s)
    base = s.stack[0]
    for seat in range(len(s.seats)):
        _seat(s, seat)
    if isinstance(base, frames.Over):
        _need(any(p.points >= s.rules.points_to_win for p in s.players), "seats", "nobody has the points that win")
        rounds.end_game(s)
        return
    for seat, player in enumerate(s.players):
        key = f"seats.{s.seats[seat]}.points"
        _need(player.points < s.rules.points_to_win, key, f"with {player.points} points the game is over (CC-WIN-02)")
    _need(len(s.living()) >= 2, "seats", "with one Chimera left the round is over (CC-WIN-01)")
    opening = isinstance(
        base, (frames.Dealing, frames.Building, frames.Searching, frames.DealingCheats, frames.Contest)
    )
    if opening:
        _need(s.turn == NOBODY, "turn", "null before the first turn of a round")
        _need(s.merchant == NOBODY, "merchant", "null before the first turn of a round")
        _need(s.merchant_turns == 0, "merchant_turns", "0 before the first turn of a round")
        _need(len(s.living()) == len(s.seats), "seats", "nobody is eliminated before the first turn of a round")
        _need(not any(p.damage for p in s.players), "seats", "nobody has damage before the first turn of a round")
        _need(not any(p.airborne for p in s.players), "seats", "nobody flies before the first turn of a round")
        return
    _need(s.turn != NOBODY, "turn", "a seat, once turns are taken")
    _need(s.merchant != NOBODY and s.players[s.merchant].alive, "merchant", "a seat in the round (CC-MERCH-06)")
    ended = isinstance(base, (frames.TurnEnd, *frames.MARKETS))
    _need(s.players[s.turn].alive or ended, "turn", f"{s.seats[s.turn]} is eliminated")
    _need(s.merchant_turns < 2 or ended, "merchant_turns", "after 2 turns comes the Market Phase (CC-MKT-01)")


def _copies(s: ConFacts) -> None:
    creatures, cheats = elsewhere(s)
    for number, card in enumerate(s.pack.creatures):
        there = creatures[number] + s.creature_deck[number]
        most = s.pack.creature_copies[number]
        _need(
            there <= most,
            "seats",
            f"there are {there} of {card.id} on the table and in the deck, of {most} in the pack",
        )
    for number, cheat in enumerate(s.pack.cheats):
        there = cheats[number] + s.cheat_deck[number]
        most = s.pack.cheat_copies[number]
        _need(
            there <= most,
            "seats",
            f"there are {there} of {cheat.id} on the table and in the deck, of {most} in the pack",
        )
    _need(not any(card & 1 for card in s.creature_discard), "discard", "Petrify ends in the Discard Pile (CC-PETR-03)")


def _seat(s: ConFacts, seat: int) -> None:
    player, key, base = s.players[seat], f"seats.{s.seats[seat]}", s.stack[0]
    for place in HEAD_TO_REAR:
        card = player.parts[place]
        if card == NO_CARD:
            continue
        _need(s.pack.place[card] == place, f"{key}.parts", f"{s.text(card)} is no {PLACES[place]}")
        _need(fits(s, card, player.parts), f"{key}.parts", f"{s.text(card)} does not fit the other parts (CC-BUILD-02)")
    if not player.alive:
        _need(not player.built, f"{key}.parts", "an eliminated Chimera has left the table (CC-WIN-04)")
        _need(not (player.creatures or player.cheats), f"{key}.hand", "an eliminated player has no cards (CC-WIN-04)")
        _need(not player.airborne, f"{key}.airborne", "an eliminated Chimera does not fly")
        return
    there = sum(card != NO_CARD for card in player.parts)
    if isinstance(base, frames.Over):
        return
    if isinstance(base, frames.Dealing):
        _need(there == 0, f"{key}.parts", "nobody has built yet")
        _need(
            len(player.creatures) <= building.CREATURES_DEALT, f"{key}.hand", "6 creature cards are dealt (CC-SETUP-01)"
        )
    elif isinstance(base, frames.Building):
        _need(there in (0, 3), f"{key}.parts", "nothing before building, then a whole Chimera")
    elif isinstance(base, frames.Searching):
        _need(there >= 2, f"{key}.parts", "at least two parts are laid down by then (CC-BUILD-02)")
    else:
        _need(there == 3, f"{key}.parts", "a head, a body and a rear (CC-BUILD-01)")
        if not isinstance(base, (frames.DealingCheats, frames.Contest)):
            left = health(s, seat) - player.damage
            _need(
                left > 0,
                f"{key}.damage",
                f"{player.damage} damage eliminates a Chimera of {health(s, seat)} Health (CC-HP-02)",
            )
    _need(not player.airborne or can_fly(s, seat), f"{key}.airborne", "it cannot use an Airborne tag (CC-AIR-07)")


# --- decision points -------------------------------------------------------------------------------------


def validate_stack(s: ConFacts) -> None:
    """Refuse decision points that cannot lie on one another, or that name what is not there."""
    for place, frame in enumerate(s.stack):
        key = f"stack.{place}"
        if place:
            _need(_lies(s.stack[place - 1], frame), key, "that cannot lie on the decision point below it")
        _frame(s, frame, key)
    first = isinstance(s.stack[0], frames.DiscardStep) and s.stack[0].seat
    _need(not first, "stack.0.seat", "the turn's own Discard step names no seat")
    top = s.stack[-1]
    deciding = POINTS[type(top)].seats(s, top) if s.quiet else ()
    for seat in s.quiet:
        ground = cheating.ground(s) if s.rules.cheat_windows == "where_it_matters" else top
        asked = moment_of(ground) is not None and cheating.may_hold_one(s, seat)
        asked = asked and s.seats[seat] not in deciding
        _need(asked, "quiet", f"{s.seats[seat]} is not asked for a cheat now")
    _need(len(set(s.quiet)) == len(s.quiet), "quiet", "a seat is named twice")


def _lies(below: frames.Frame, frame: frames.Frame) -> bool:
    if isinstance(frame, frames.Drawing):
        return isinstance(below, (frames.Dealing, frames.DealingCheats, frames.DrawStep, frames.Building))
    if isinstance(frame, frames.Redrawing):
        return isinstance(below, frames.Building)
    if isinstance(frame, frames.Contest):
        return frame.about == "greedy" and isinstance(below, frames.Greedy)
    if isinstance(frame, frames.Attacking):
        return isinstance(below, frames.DiscardStep) and not below.seat
    if isinstance(frame, (frames.CheatRoll, frames.DiscardStep)):
        return _moment(below) and (isinstance(frame, frames.CheatRoll) or bool(frame.seat))
    return isinstance(frame, frames.Resolving) and (
        _moment(below) or isinstance(below, (frames.Attacking, frames.Contest))
    )


def _moment(frame: frames.Frame) -> bool:
    return isinstance(frame, frames.CheatRoll) or moment_of(frame) is not None


def _frame(s: ConFacts, frame: frames.Frame, key: str) -> None:
    def living(*names: str) -> None:
        for name in names:
            seat = s.seat(name)
            _need(seat != NOBODY, key, f"there is no seat {shown(name)}")
            _need(s.players[seat].alive, key, f"{name} is eliminated")
        _need(len(set(names)) == len(names), key, "a seat is named twice")

    if isinstance(frame, (frames.Drawing, frames.Redrawing, frames.CheatRoll)):
        living(frame.seat)
        if isinstance(frame, frames.CheatRoll):
            cheat = s.pack.cheats[s.pack.cheat_number[frame.card]]
            _need(cheat.legality == "illegal", f"{key}.card", "a legal cheat needs no roll (CC-CHEAT-02)")
            grounded = not s.players[s.seat(frame.seat)].airborne
            _need(grounded, f"{key}.seat", f"{frame.seat} is Airborne and plays no cheats (CC-AIR-04)")
    elif isinstance(frame, frames.DiscardStep):
        living(*([frame.seat] if frame.seat else []))
    elif isinstance(frame, frames.DrawStep):
        drawn = frame.creature + frame.cheat
        _need(drawn <= 2 or frame.creature == drawn, key, "a third card follows two creature cards only (CC-DRAW-02)")
    elif isinstance(frame, frames.Building):
        living(*frame.chosen)
        for name, chosen in frame.chosen.items():
            _need(not s.players[s.seat(name)].built, key, f"{name} has built already")
            refusal = building.check_build(s, frame, Build(name, *chosen))
            _need(refusal is None, f"{key}.chosen.{name}", str(refusal and refusal.reason.rstrip(".")))
    elif isinstance(frame, frames.DealingCheats):
        _need(frame.dealt <= len(s.seats), f"{key}.dealt", f"there are {len(s.seats)} seats")
    elif isinstance(frame, frames.Contest):
        living(*frame.seats)
        aligned = 1 <= len(frame.seats) == len(frame.need) == len(frame.dice)
        _need(aligned, key, "seats, need and dice have one entry for each seat")
        _need(
            all(len(d) <= n for d, n in zip(frame.dice, frame.need, strict=True)), f"{key}.dice", "more dice than need"
        )
        if frame.about == "greedy":
            below = s.stack[s.stack.index(frame) - 1]
            wants = [name for name, want in below.said.items() if want] if isinstance(below, frames.Greedy) else []
            _need(set(frame.seats) <= set(wants), f"{key}.seats", "only those who said so roll to get greedy")
            _need(frame is not s.stack[0], key, "it lies on the question who gets greedy")
        else:
            _need(frame is s.stack[0], key, "the first Merchant is found before the first turn")
    elif isinstance(frame, frames.Market):
        living(*frame.order)
        _picked(s, frame.picked, key)
    elif isinstance(frame, frames.Greedy):
        _picked(s, frame.picked, key)
        living(*frame.said)
        for name in (*frame.used, *frame.out):
            _need(s.seat(name) != NOBODY, key, f"there is no seat {shown(name)}")
    elif isinstance(frame, frames.Attacking):
        _attack(s, frame, key)
    elif isinstance(frame, frames.Resolving):
        living(frame.seat)
        effect = effects.effect_of(s, frame)
        if frame.who:
            living(frame.who)
            victim = s.players[s.seat(frame.who)]
            steals = effect is not None and effect.do == "steal_random_card" and frame.left > 0
            steals = steals and frame.who != frame.seat and frame is s.stack[-1]
            _need(steals and bool(victim.creatures or victim.cheats), f"{key}.who", "nothing is stolen there")


def _picked(s: ConFacts, picked: dict[str, str], key: str) -> None:
    for name, card in picked.items():
        _need(s.seat(name) != NOBODY, f"{key}.picked", f"there is no seat {shown(name)}")
        known = card in s.pack.number or card in s.pack.cheat_number
        _need(known, f"{key}.picked", f"there is no card {shown(card)}")


def validate_ability(s: ConFacts, frame: frames.Attacking, key: str) -> None:
    """Refuse an attack by nobody, or with a card that grants none."""
    seat = s.seat(frame.seat)
    _need(seat != NOBODY and s.players[seat].alive, f"{key}.seat", f"{shown(frame.seat)} is no seat in the round")
    _need(frame.part == "open" or bool(frame.card), f"{key}.card", "names the card whose action is used")
    if frame.card:
        number = s.pack.number.get(frame.card)
        _need(number is not None, f"{key}.card", f"there is no card {shown(frame.card)}")
        _need(
            number is not None and s.pack.creature(number).action is not None, f"{key}.card", "that card has no action"
        )
        _need(frame.part != "open", f"{key}.part", "the part that the action is printed on, or empty")
        _need(not frame.card.endswith("+petrified"), f"{key}.card", "a petrified part uses no action (CC-PETR-02)")


def _attack(s: ConFacts, frame: frames.Attacking, key: str) -> None:
    _need(s.seat(frame.seat) == s.turn, f"{key}.seat", "only the player whose turn it is attacks (CC-ACT-01)")
    ability = attack.ability_of(s, frame)
    target = s.seat(frame.target)
    if ability.attack is None:
        _need(not frame.target, f"{key}.target", f"{ability.name} is no attack")
        _need(frame.stage in ("declared", "attack", "attack-rolled"), f"{key}.stage", f"{ability.name} is no attack")
    else:
        aimed = target != NOBODY and s.players[target].alive and frame.target != frame.seat
        _need(aimed, f"{key}.target", f"{shown(frame.target)} is no other seat in the round")
        high = s.players[s.turn].airborne or (target != NOBODY and s.players[target].airborne)
        _need(
            "aerial" in ability.tags or not high,
            f"{key}.target",
            f"{ability.name} is not Aerial (CC-AIR-02, CC-AIR-03)",
        )
    for name in (*frame.reduced, *frame.reduced_elemental):
        _need(s.seat(name) != NOBODY, f"{key}.reduced", f"there is no seat {shown(name)}")
    if frame.stage == "declared":
        _need(not frame.attack and frame.attack_need < 0, f"{key}.attack", "no dice before the attack is rolled")
    if frame.stage in ("declared", "attack", "attack-rolled") and frame.defence_need < 0:
        _need(not frame.defence, f"{key}.defence", "no dice before the defence is rolled")
    for dice, need, what in (
        (frame.attack, frame.attack_need, "attack"),
        (frame.defence, frame.defence_need, "defence"),
    ):
        _need(need < 0 or len(dice) <= need, f"{key}.{what}", f"{len(dice)} dice, of {need}")
    rolled = frame.stage not in ("declared", "attack")
    _need(not rolled or len(frame.attack) == frame.attack_need, f"{key}.attack", "dice are still to be rolled")
    done = frame.stage in ("defence-rolled", "petrify")
    _need(not done or len(frame.defence) == frame.defence_need, f"{key}.defence", "dice are still to be rolled")
    if frame.stage == "petrify":
        _need("petrify" in ability.tags, f"{key}.stage", f"{ability.name} does not petrify")
