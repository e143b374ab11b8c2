"""Lists what a player may declare now, each with the fields of its form."""

from __future__ import annotations

from typing import Final, get_args, get_type_hints

from ...contract import Declaration, Field
from ..actions import Area, Change, Source, What
from ..facts.card_in_play import CHIMERA, MOST_DICE
from ..facts.situation import Situation
from ..frames import Turn

COUNTED: Final[tuple[str, ...]] = tuple(value for value in get_args(get_type_hints(Area)["value"]) if value)
"""Values by which an `Area` picks cards."""

CHANGES: Final[tuple[str, ...]] = get_args(get_type_hints(Change)["what"])
"""What a `Change` may be."""

ENTER: Final = Declaration(
    "enter",
    "A unit comes into play",
    (
        Field("attack", "number", "Attack value, else 2.", low=0, high=20, optional=True),
        Field("life", "number", "Life value, else 2.", low=1, high=20, optional=True),
        Field("name", "text", "Its name.", optional=True),
        Field("text", "text", "Keywords, parted by commas: unit guard, terrifying 1.", optional=True),
        Field("recover", "number", "Recover value, else 1.", low=0, high=20, optional=True),
        Field("at", "number", "Place from the left; 0 is the right end.", low=0, high=10, optional=True),
        Field(
            "onto",
            "choice",
            "Whose battlefield, else the own.",
            ("own", "chimera", "partner", "partners-chimera"),
            optional=True,
        ),
        Field("exhausted", "flag", "Whether it comes exhausted.", optional=True),
    ),
    "RR-MISC-01",
)
AREA: Final = Declaration(
    "area",
    "My card does something to all units",
    (
        Field("what", "choice", "What.", ("damage", "wound", "exhaust", "exhaust-unexhausted", "destroy")),
        Field("n", "number", "How much, else 1.", low=0, high=30, optional=True),
        Field("units", "choice", "Whose, else both.", ("both", "facing", "own"), optional=True),
        Field("type", "choice", "Which, else all units.", ("unit", "ally", "conjuration"), optional=True),
        Field("law", "flag", "Whether the card is a Law.", optional=True),
        Field("value", "choice", "Only those with a value in a range.", COUNTED, optional=True),
        Field("least", "number", "Its least, else 0.", low=0, high=99, optional=True),
        Field("most", "number", "Its most, else any.", low=0, high=99, optional=True),
    ),
    "RR-LAW-18",
)
MAKE_DRAW: Final = Declaration(
    "make-draw",
    "The Chimera draws",
    (
        Field("n", "number", "Cards, else 1.", low=1, high=10, optional=True),
        Field("instead", "number", "Damage for each it cannot draw, else none.", low=0, high=99, optional=True),
        Field("discards", "flag", "Whether they are discarded from its draw pile instead.", optional=True),
    ),
    "RR-HAND-01",
)
MAKE_HAND: Final = Declaration("make-hand", "My card concerns the Chimera's hand", (), "RR-HAND-02")
HINDER: Final = Declaration(
    "hinder",
    "My card hinders the Chimera",
    (Field("what", "choice", "How.", ("no-side-action", "no-dice-power", "cannot-guard", "exhaust-ultimate")),),
    "RR-TURN-15",
)
CHANGE: Final = Declaration(
    "change",
    "My card changes tokens, rage dice or actions",
    (
        Field("what", "choice", "What.", CHANGES),
        Field("n", "number", "How many, else 1.", low=1, high=20, optional=True),
    ),
    "RR-TOK-02",
)
DICE: Final = Declaration(
    "dice",
    "My dice",
    (
        Field("power", "number", "Showing power.", low=0, high=MOST_DICE),
        Field("classes", "number", "Showing class.", low=0, high=MOST_DICE),
        Field("basic", "number", "Showing basic.", low=0, high=MOST_DICE),
        Field("exhausted", "number", "Exhausted, else none.", low=0, high=MOST_DICE, optional=True),
    ),
    "RR-DICE-02",
)
SEARCH: Final = Declaration(
    "search",
    "I search a pile",
    (
        Field("pile", "choice", "Which.", ("draw", "discard", "conjuration")),
        Field("found", "text", "The card taken; empty for none.", optional=True),
    ),
    "RR-INFO-01",
)
FOR_CHIMERA: Final = Declaration(
    "for-chimera", "I choose for the Chimera", (Field("choice", "text", "What it chooses."),), "RR-LAW-01"
)
DECK: Final = Declaration(
    "deck",
    "My deck",
    (Field("text", "text", "One card a line, or parted by ;: 2x Ember Lancer 3/2/1 stalk."),),
    "TABLE",
)
MEDITATE: Final = Declaration(
    "meditate",
    "I meditate",
    (Field("dice", "number", "Dice turned to power, else none.", low=0, high=MOST_DICE, optional=True),),
    "RR-DICE-04",
)


def declarations(s: Situation, seat: str) -> list[Declaration]:
    """Return the declarations that a seat that may declare can make now."""
    cards = tuple(body.ref for body in s.units() if body.up)
    bodies = (*cards, *s.seats_of, CHIMERA)
    found = [ENTER, _effect(s, seat, bodies), AREA, MAKE_DRAW, MAKE_HAND, HINDER, CHANGE, DICE]
    on = Field("on", "choice", "Which card.", bodies)
    many = Field("dice", "number", "How many, else 1.", low=1, high=MOST_DICE, optional=True)
    found += [Declaration("place-die", "Dice go onto a card", (on, many), "RR-DICE-02"), SEARCH]
    tuck = (
        Field("card", "text", "The card."),
        Field("under", "choice", "Under which.", bodies),
        Field("public", "flag", "Whether all knew it.", optional=True),
    )
    found.append(Declaration("tuck", "A card goes face down under another", tuck, "RR-INFO-03"))
    shown = (Field("card", "choice", "Of which card.", bodies),)
    found.append(Declaration("examine", "Show what anybody may see", shown, "RR-INFO-03"))
    if cards:
        both = (Field("of", "choice", "From.", cards), Field("to", "choice", "To.", cards))
        found.append(Declaration("copy-abilities", "My card copies printed abilities", both, "RR-ABIL-04"))
    between = (
        Field("of", "choice", "From.", bodies),
        Field("to", "choice", "To.", bodies),
        Field("n", "number", "How many, else 1.", low=1, high=30, optional=True),
    )
    found.append(Declaration("move-wounds", "Wounds go to another card", between, "RR-BASE-03"))
    found += [FOR_CHIMERA, DECK]
    if s.discard:
        pile = (Field("card", "choice", "Of the Chimera's discard pile.", tuple(sorted(s.discard))),)
        found.append(Declaration("remove-pile", "An aspect is removed from the game", pile, "RR-LAW-23"))
    top = s.stack[-1]
    if isinstance(top, Turn) and top.whose == ("player", seat):
        found.append(MEDITATE)
    return found


def _effect(s: Situation, seat: str, bodies: tuple[str, ...]) -> Declaration:
    own = tuple(unit.ref for unit in s.seats_of[seat].units)
    fields = [
        Field("what", "choice", "What it does.", get_args(What)),
        Field("on", "choice", "Which card.", bodies),
        Field("n", "number", "How much, else 1.", low=0, high=30, optional=True),
        Field("source", "choice", "What does it, else a spell.", get_args(Source), optional=True),
        Field("word", "text", "Which spell or keyword, where one is attached or given.", optional=True),
        Field("gives", "text", "What an attached spell gives: 2 attack, armored 1.", optional=True),
        Field("until", "choice", "How long it is given, else this turn.", ("turn", "round", *bodies), optional=True),
        Field("to", "choice", "Who takes redirected damage.", bodies, optional=True),
        Field("timing", "choice", "A reaction, or limited to a turn.", ("reaction", "once-a-turn"), optional=True),
    ]
    if own:
        fields.append(Field("by", "choice", "The own unit whose ability it is.", own, optional=True))
        fields.append(Field("cost", "flag", "Whether that unit exhausts as the price.", optional=True))
    return Declaration("effect", "My card does something to a card", tuple(fields), "RR-LAW-13")
