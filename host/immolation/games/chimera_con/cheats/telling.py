"""Read the text of a card aloud, and carry out what its player says of it: verbs that the host knows, else by hand.

What no verb says is set right by a correction with a reason, to which the others agree (`Table.propose`).
"""

from __future__ import annotations

from typing import Final

from ...contract import BadData, Decision, Declaration, Refusal
from ...engine import EventLog
from ...engine.forms import form
from ..actions import CarryOut, Done, Tell
from ..cards.pack import PARTS, Effect, stone
from ..cards.pack_reader import check_effect
from ..facts.con_facts import NO_CARD, ConFacts, name_of
from ..frames import CarryingOut, Frame, Telling
from ..rounds.reading import read_aloud, told_parts, words
from . import effects


def check_tell(s: ConFacts, frame: Frame, action: Tell) -> Refusal | None:
    """A part of the own Chimera with a text, no stone, while anybody could cheat (CC-TOLD-01)."""
    player = s.players[action.seat]
    card = player.parts[PARTS.index(action.part)] if player.alive else NO_CARD
    if card == NO_CARD:
        return Refusal("CC-TOLD-01", f"{name_of(action.seat)} has no {action.part} in play.")
    if stone(card):
        return Refusal("CC-PETR-02", f"{s.pack.title(card)}: a petrified part loses its text.")
    if not words(s, card):
        return Refusal("CC-TOLD-01", f"Nothing is printed in words on {s.pack.title(card)}.")
    return None


def do_tell(s: ConFacts, frame: Frame, action: Tell, log: EventLog) -> None:
    """The text of a part is read aloud."""
    read_aloud(s, action.seat, s.players[action.seat].parts[PARTS.index(action.part)], log)


def ask(s: ConFacts, frame: Telling, seat: str) -> Decision:
    """Ask what is carried out, in the words of the card."""
    prompt = f"{s.pack.title(frame.card)}: {words(s, frame.card)} Carry it out, then go on."
    return Decision("told", prompt, "CC-TOLD-01", Done(seat))


def _effect(action: CarryOut) -> Effect:
    return Effect(action.verb, action.n, action.parts, action.condition, action.any_family, action.elemental)


def check_carry_out(s: ConFacts, frame: Telling, action: CarryOut) -> Refusal | None:
    """A verb with its keys that can do something now (CC-TOLD-02)."""
    try:
        check_effect(_effect(action), action.verb.replace("_", " "))
    except BadData as error:
        return Refusal("CC-TOLD-02", str(error))
    if not effects.possible(s, action.seat, _effect(action)):
        return Refusal("CC-TOLD-02", f"To {action.verb.replace('_', ' ')} would do nothing now.")
    return None


def do_carry_out(s: ConFacts, frame: Telling, action: CarryOut, log: EventLog) -> None:
    """The host does what a cheat with this verb would do (CC-TOLD-02)."""
    s.stack.append(CarryingOut(action.seat, frame.card, does=_effect(action)))


CARRY_OUT: Final = form(
    CarryOut, "The text does", "CC-TOLD-02",
    verb="What the text does.", n="How much, how many dice or cards.", condition="Which condition ends.",
    parts="How many parts turn back to flesh.", any_family="A card of any family may be grafted on.",
    elemental="It works on Elemental damage.",
)  # fmt: skip


def declarations(s: ConFacts, seat: str) -> list[Declaration]:
    """Return what ``seat`` may say of the texts of cards now."""
    top = s.stack[-1]
    if isinstance(top, Telling) and top.seat == seat:
        return [CARRY_OUT]
    parts = told_parts(s, seat) if top.cheatable else []
    if not parts:
        return []
    return [form(Tell, "I read aloud", "CC-TOLD-01", {"part": tuple(parts)}, part="Whose text is read aloud.")]
