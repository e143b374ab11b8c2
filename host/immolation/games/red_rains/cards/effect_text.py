"""Says in a sentence what an effect of a pack does.

"You" is the player opposite, who makes every choice left open. A verb without a sentence here says its own name.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from ...engine.wording import capital
from ..effects import battle_verbs as battle
from ..effects import chimera_verbs as chimera
from ..effects import dice_verbs as dice
from ..effects import flow_verbs as flow
from ..effects.effect import Effect, Effects
from .target_text import CAME, MUCH, Names, as_many, condition_text, number, target_text

RESULTS: Final[dict[type[Effect], tuple[str, str]]] = {
    chimera.RerollRage: ("any of them stayed basic", "stayed basic"),
    battle.Destroy: ("one was destroyed", "were destroyed"),
    chimera.Attach: ("any was put there", "were put there"),
    chimera.Summon: ("any came", "came"),
    battle.Damage: ("any was damaged", "were damaged"),
}
"""Verb -> how a later effect speaks of its result; others take CAME and MUCH."""


def effects_text(effects: Effects, names: Names) -> str:
    """A list of effects as sentences."""
    said: list[str] = []
    before: type[Effect] | None = None
    for step in effects:
        text = effect_text(step, names)
        came, much = RESULTS.get(before, (CAME, MUCH)) if before is not None else (CAME, MUCH)
        said.append(text.replace(CAME, came).replace(MUCH, much))
        before = type(step)
    return " ".join(said)


def effect_text(step: Effect, names: Names) -> str:
    """One effect as a sentence, with what happens if it cannot be done."""
    text = SENTENCES[type(step)](step, names) if type(step) in SENTENCES else _bare(step)
    if step.otherwise and not step.judges_itself:
        text += f" If that cannot be done: {small(effects_text(step.otherwise, names))}"
    return text


def _bare(step: Effect) -> str:
    """A verb that says nothing of itself."""
    return f"{capital(str(step.__struct_config__.tag).replace('_', ' '))}."


def small(text: str) -> str:
    """A sentence to go on with, after a colon."""
    return text[:1].lower() + text[1:]


def _damage(step: battle.Damage, names: Names) -> str:
    if isinstance(step.n, int):
        return f"Deal {step.n} damage to {target_text(step.target, names)}."
    return f"Deal damage to {target_text(step.target, names)}, {as_many(step.n, names).replace('many', 'much', 1)}."


def _discard(step: battle.Discard, names: Names) -> str:
    if step.card:
        return f"Discard {_of_card(step.n, step.card, names)} from {target_text(step.target, names)}."
    return f"Discard {target_text(step.target, names)}."


def _of_card(n: int | str, card: str, names: Names) -> str:
    """``Stun``, ``2 Drowning``, ``Vigor, as many as the number of the phase``."""
    name = names.get(card, card)
    if n == 1:
        return name
    return f"{n} {name}" if isinstance(n, int) else f"{name}, {as_many(n, names)}"


def _attacks(step: chimera.Attacks, names: Names) -> str:
    who = {
        "leftmost": "the Chimera's leftmost unit that can attack does so",
        "rightmost": "the Chimera's rightmost unit that can attack does so",
        "rightmost-aspect": "the Chimera's rightmost aspect that can attack does so",
        "revealed": "the revealed aspect attacks",
        "self": "this aspect attacks",
    }
    return capital(who.get(step.unit, f"the leftmost {names.get(step.unit, step.unit)} that can attack does so")) + "."


def _attach(step: chimera.Attach, names: Names) -> str:
    name = names.get(step.card, step.card)
    on = f"on {target_text(step.target, names)}"
    if isinstance(step.n, int):
        return f"Put {_of_card(step.n, step.card, names)} {on}."
    return f"Put {name} {on}, {as_many(step.n, names)}."


def _summon(step: chimera.Summon, names: Names) -> str:
    end = " at the left end" if step.end == "left" else ""
    if isinstance(step.n, int):
        return f"Summon {step.n} {names.get(step.card, step.card)}{'s' if step.n != 1 else ''}{end}."
    return f"Summon {_of_card(step.n, step.card, names)}{end}."


def _reroll_rage(step: chimera.RerollRage, names: Names) -> str:
    if step.n == "all":
        return "Re-roll every basic rage die."
    most = "up to " if isinstance(step.n, int) and step.n > 1 else ""
    return f"Re-roll {most}{number(step.n, 'basic rage dice', names)}."


def _lower(step: dice.LowerDie, names: Names) -> str:
    if step.exact:
        return f"Lower exactly {number(step.n, 'of your dice', {})} by one level."
    return f"Lower {_yours(step.n, names)} by one level."


def _yours(n: int | str, names: Names) -> str:
    if n == "all":
        return "each of your active dice above basic"
    return f"{n} of your dice" if isinstance(n, int) else f"your dice, {as_many(n, names)},"


def _cards(step: dice.DiscardCards, names: Names) -> str:
    *others, last = [dice.plain_place(place) for place in step.places]
    places = f"{', '.join(others)} or {last}" if others else last
    short = f" Each that is missing deals {step.missing} damage to your Phoenixborn." if step.missing else ""
    if isinstance(step.n, int):
        return f"Discard {number(step.n, 'cards', names)} from {places}.{short}"
    return f"Discard cards from {places}, {as_many(step.n, names)}.{short}"


def _roll(step: flow.RollBehaviour, names: Names) -> str:
    add = f", add {step.add}" if step.add else ""
    most = f" (at most {step.max})" if step.add and step.max < 100 else ""
    text = f"Roll the behaviour die{add}{most}"
    if step.side_of_row:
        return f"{text} and do the side action of that row alone."
    for word, effects in (("Even", step.even), ("Odd", step.odd)):
        if effects:
            text += f". {word}: {small(effects_text(effects, names))[:-1]}"
    return f"{text}."


def _choose(step: flow.Choose, names: Names) -> str:
    return "You choose: " + ", or ".join(small(effects_text(each, names))[:-1] for each in step.options) + "."


def _repeat(step: flow.Repeat, names: Names) -> str:
    times = (
        f"{step.times} times" if isinstance(step.times, int) else as_many(step.times, names).replace("many", "often")
    )
    return f"Do this {times}: {small(effects_text(step.effects, names))}"


def _if(step: flow.If, names: Names) -> str:
    text = ""
    if step.then:
        text = f"If {condition_text(step.condition, names)}: {small(effects_text(step.then, names))}"
    if step.otherwise:
        other = small(effects_text(step.otherwise, names))
        text += f" Otherwise: {other}" if text else f"Unless {condition_text(step.condition, names)}: {other}"
    return text or "Nothing."


def _gain(verb: str, noun: str, link: str) -> Callable[[Any, Names], str]:
    """ "Place 2 wound tokens on your leftmost unit."."""

    def sentence(step: Any, names: Names) -> str:
        many = number(step.n, noun, names)
        if isinstance(step.n, int):
            return f"{verb} {many} {link} {target_text(step.target, names)}."
        return f"{verb} {noun} {link} {target_text(step.target, names)}, {as_many(step.n, names)}."

    return sentence


def _counted(verb: str, noun: str, end: str = "") -> Callable[[Any, Names], str]:
    """ "Raise 2 basic rage dice."."""
    return lambda step, names: f"{verb} {number(step.n, noun, names)}{end}."


def _aimed(text: str) -> Callable[[Any, Names], str]:
    return lambda step, names: f"{text.format(target_text(step.target, names))}."


SENTENCES: Final[dict[type[Effect], Callable[[Any, Names], str]]] = {
    chimera.Reveal: lambda step, names: "Reveal the leftmost face-down aspect.",
    chimera.Attacks: _attacks,
    chimera.RaiseRage: _counted("Raise", "basic rage dice"),
    chimera.RerollRage: _reroll_rage,
    chimera.PlaceRedRains: _counted("Place", "Red Rains tokens", " on the Chimera"),
    chimera.RemoveStatus: _counted("Take off", "status tokens"),
    chimera.UseStatus: lambda step, names: (
        f"{capital(target_text(step.unit, names))} takes one off and resolves its status ability."
    ),
    chimera.AddAspects: _counted("Add", "face-down aspects"),
    chimera.AddAspect: lambda step, names: "Add 1 face-down aspect.",
    chimera.Summon: _summon,
    chimera.Attach: _attach,
    chimera.TurnDown: _aimed("Turn {} face down again"),
    chimera.ReEnter: lambda step, names: f"It comes back into play{' exhausted' if step.exhausted else ''}.",
    battle.Damage: _damage,
    battle.WoundToken: _gain("Place", "wound tokens", "on"),
    battle.Heal: _gain("Remove", "wounds", "from"),
    battle.Exhaust: _gain("Place", "exhaustion tokens", "on"),
    battle.Destroy: _aimed("Destroy {}"),
    battle.Discard: _discard,
    battle.Move: lambda step, names: f"Move {target_text(step.target, names)} to the {step.to} place.",
    dice.LowerDie: _lower,
    dice.RerollDie: lambda step, names: f"Re-roll {_yours(step.n, names)}.",
    dice.ExhaustDie: _counted("Exhaust", "of your active dice"),
    dice.RemoveDie: _counted("Remove", "of your dice", " from the game, active ones first"),
    dice.DiscardCards: _cards,
    dice.Draw: _counted("Draw", "cards"),
    dice.ReturnToHand: _aimed("Return {} to your hand"),
    flow.If: _if,
    flow.Repeat: _repeat,
    flow.Choose: _choose,
    flow.RollBehaviour: _roll,
}
