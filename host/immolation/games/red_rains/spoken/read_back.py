"""Says a declaration in a sentence, for the player who made it to agree to."""

from __future__ import annotations

from typing import Final

from ...contract import Action
from .. import actions as act
from ..battle import lasting
from ..display.labels import CHANGES
from ..facts.card_in_play import TOLD
from ..facts.keywords import gifts
from ..player_effects import decks
from .card_names import CardNames

_SAID: Final = {
    "damage": "{n} damage to {on}",
    "wound": "{n} on {on}",
    "heal": "{n} healed on {on}",
    "exhaust": "{n} exhaustion on {on}",
    "ready": "{on} loses {n} exhaustion",
    "destroy": "{on} is destroyed",
    "discard": "{on} leaves play",
    "remove": "{on} is removed from the game",
    "return": "{on} is set aside and may come back this turn",
    "to-hand": "{on} returns to its owner's hand",
    "add-status": "{n} status on {on}",
    "take-status": "{n} status off {on}",
    "attach": "{word} is attached to {on}",
    "detach": "{word} leaves {on}",
    "grant": "{on} has {word} {until}",
    "lose": "{on} loses {word} {until}",
    **{f"{value}": f"{{on}} has {{n}} more {value} {{until}}" for value in ("attack", "recover", "life")},
    **{f"{value}-less": f"{{on}} has {{n}} less {value} {{until}}" for value in ("attack", "recover", "life")},
    "prevent": "{n} of the next damage to {on} is prevented",
    "redirect": "{n} of the next damage to {on} goes to {to} instead",
    "remove-from-battle": "{on} leaves the battle",
}
_SOURCES: Final = {"spell": "from a spell", "ability": "from an ability", "dice": "from a dice power"}
_WHERE: Final = {
    "chimera": " on the Chimera's battlefield",
    "partner": " at your partner's side",
    "partners-chimera": " on the Chimera's battlefield facing your partner",
}


def _yourselves(text: str) -> str:
    """Say which of these keywords people play themselves."""
    told = [lasting.words_of(word, n) for word, n in gifts(text)[0].items() if word.startswith(TOLD)]
    return f" ({', '.join(told)}: you say what it does)" if told else ""


def read_back(known: CardNames, action: Action) -> str:
    """Say what was understood, in a sentence to agree to."""
    match action:
        case act.Effect():
            n = f"{action.n} wound{'s' if action.n != 1 else ''}" if action.what == "wound" else str(action.n)
            until = {"turn": "until the turn ends", "round": "until the round ends"}.get(action.until)
            said = _SAID[action.what].format(
                n=n,
                on=known.name(action.on),
                word=action.word + _yourselves(action.word) if action.what == "grant" else action.word,
                to=known.name(action.to) if action.to else "",
                until=until or f"while {known.name(action.until)} is in play",
            )
            if action.gives:
                said += f" and gives {action.gives}{_yourselves(action.gives)}"
            source = f"from {known.name(action.by)}" if action.by else _SOURCES[action.source]
            price = ", which exhausts" if action.cost else ""
            timing = {"reaction": ", as a reaction", "once-a-turn": ", once a turn", "": ""}[action.timing]
            return f"{said[0].upper()}{said[1:]}, {source}{price}{timing}."
        case act.Area():
            whose = {"both": "on both sides", "own": "of yours", "facing": "of the Chimera"}[action.units]
            kind = {"unit": "unit", "ally": "ally", "conjuration": "conjuration"}[action.type]
            verb = {
                "damage": f"{action.n} damage to each",
                "wound": f"{action.n} wounds on each",
                "exhaust": "Exhaust each",
                "exhaust-unexhausted": "Exhaust each unexhausted",
                "destroy": "Destroy each",
            }[action.what]
            low = f"at least {action.least} " if action.least else ""
            high = f"at most {action.most} " if action.most < 99 else ""
            values = f" with {low}{high}{action.value}" if action.value else ""
            return f"{verb} {kind} {whose}{values}{', by a Law' if action.law else ''}."
        case act.Enter():
            where = _WHERE.get(action.onto, "")
            if action.again:
                return f"{action.name} comes back into play{where}: the same unit."
            text = f", {action.text}{_yourselves(action.text)}" if action.text else ""
            worn = ", exhausted" if action.exhausted else ""
            values = f"attack {action.attack}, life {action.life}, recover {action.recover}"
            return f"{action.name} comes into play{where}: {values}{text}{worn}."
        case act.AttackWith():
            units = " and ".join(map(known.name, action.units))
            return f"{units} attack{'s' if len(action.units) == 1 else ''} {known.name(action.target)}" + (
                ", which must block." if action.forced else "."
            )
    return _others(known, action)


def _others(known: CardNames, action: Action) -> str:
    match action:
        case act.Dice():
            active = f"{action.power} power, {action.classes} class, {action.basic} basic"
            return f"Your dice: {active}, {action.exhausted} exhausted."
        case act.MakeDraw():
            instead = f", or takes {action.instead} damage for each it cannot" if action.instead else ""
            if action.discards:
                return f"Discarded from the Chimera's draw pile: {action.n}."
            return f"The Chimera draws {action.n}{instead}."
        case act.Hinder():
            return {
                "no-side-action": "The Chimera takes no side action in its next turn.",
                "no-dice-power": "The Chimera uses no dice power in its next turn.",
                "cannot-guard": "The Chimera cannot guard until its next turn is over.",
                "exhaust-ultimate": "The Chimera's Ultimate is exhausted.",
            }[action.what]
        case act.Change():
            said = CHANGES[action.what].format(n=action.n)
            return f"{said}."
        case act.MoveWounds():
            noun = "wound" if action.n == 1 else "wounds"
            return f"{action.n} {noun} from {known.name(action.of)} to {known.name(action.to)}."
        case act.Search():
            return f"You search your {action.pile} pile: {action.found or 'nothing found'}."
        case act.PlaceDie():
            return f"{action.dice} of your dice onto {known.name(action.on)}."
        case act.CopyAbilities():
            return f"{known.name(action.to)} copies the printed abilities of {known.name(action.of)}."
        case act.Tuck():
            return f"{action.card} goes face down under {known.name(action.under)}."
        case act.Examine():
            return f"Show what belongs to {known.name(action.card)}."
        case act.ForChimera():
            return f"For the Chimera you choose: {action.choice}."
        case act.Meditate():
            return f"You meditate, and turn {action.dice} dice to power."
        case act.RemovePile():
            return f"{action.card.replace('-', ' ').title()} of the Chimera's discard pile is removed from the game."
        case act.Deck():
            return f"Your deck: {', '.join(decks.read_deck(action.text)[0])}."
        case act.MakeHand():
            return "Your card concerns the Chimera's hand."
    raise AssertionError(f"{type(action).__name__} is said by its button")
