"""Says in words what is printed on a card, made from its effects; a pack's author writes no text.

"You" is the player opposite, who makes every choice left open.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from ...engine.wording import capital
from ..effects.effect import Effects
from .card_records import Aspect, Conjured, DiscardBy, Keyword, Modifier, PackFile, Row
from .effect_text import effects_text, small
from .pack import Words
from .printed_abilities import keyword
from .target_text import Names, condition_text, number, target_text

KEYWORDS: Final = {
    "defender": "Defender: while unexhausted it blocks for the Chimera and guards its aspects.",
    "concealed": "Concealed: while unexhausted no spell, ability, dice power or attack can choose it.",
    "quick_strike": "Quick Strike: it deals its damage first; what it destroys does not counter.",
    "terrifying": "Terrifying {n}: only units with more than {n} attack block it or guard against it.",
    "gigantic": "Gigantic {n}: only units with more than {n} life block it or guard against it.",
    "armored": "Armored {n}: {n} of all damage dealt to it is prevented.",
    "constrict": "Constrict {n}: as it comes into play, put 1 exhaustion token on {n} of your unexhausted cards.",
    "tame": "Tame {n}: a unit has {n} less attack in a battle with it.",
    "horde": "Horde: as it attacks, every other unexhausted Horde aspect attacks too.",
    "feeble": "Feeble: countering it exhausts nobody.",
    "ephemeral": "Ephemeral: it is destroyed as soon as it is exhausted.",
    "retreat": "Retreat: at the end of the round it goes face down again and loses its tokens.",
    "inexhaustible": "Inexhaustible: its text stays active while it is exhausted.",
}
"""What an aspect's ``keywords`` may name, some with a number (``"terrifying 1"``) -> its line on the card."""

BEARER: Final = (
    ("When it is destroyed", "When its bearer is destroyed"),
    ("When it has destroyed", "When its bearer has destroyed"),
    ("When it is declared", "When its bearer is declared"),
    ("this card", "its bearer"),
    ("This card", "Its bearer"),
)
"""On an alteration, what an aspect says of itself is said of its bearer."""

TRIGGERS: Final = {
    "on_attack": "When it is declared as attacker",
    "on_kill": "When it has destroyed a unit in a battle",
    "on_destroyed": "When it is destroyed",
    "neighbour_attack": "When it or an aspect next to it attacks",
    "neighbour_kill": "When it or an aspect next to it has destroyed a unit in a battle",
    "status_lost": "Each time an aspect loses a status token",
    "turn_end": "At the end of each turn of its controller",
    "round_end": "At the end of the round",
}

# --- cards -----------------------------------------------------------------------------------------------


def words(file: PackFile) -> Words:
    """Everything that is printed in a pack."""
    names = {card.id: card.name or card.id for card in (*file.aspects, *file.conjured)}
    texts = {card.id: card_text(card, names) for card in (*file.aspects, *file.conjured)}
    return Words(
        cards=texts,
        conjured={card.id: {"name": names[card.id], "text": texts[card.id]} for card in file.conjured},
        rows={
            card.phase: [{"faces": faces_text(row.faces), "text": row_text(row, names)} for row in card.rows]
            for card in file.behaviour
        },
        row={
            (card.phase, face): row_text(row, names)
            for card in file.behaviour
            for row in card.rows
            for face in row.faces
        },
        ultimates={card.phase: effects_text(card.effects, names) for card in file.ultimate},
        fatigue=fatigue_text(file, names),
        say=lambda effects: effects_text(effects, names),
    )


def card_text(card: Aspect, names: Names) -> str:
    """All the abilities of a card, one a line; "" for one that has none."""
    lines = [*_keywords(card.keywords, names)]
    if card.attack == "phase":
        lines.append("Its attack is the number of the Chimera's phase.")
    if card.enter:
        lines.append(_led("When it comes into play", card.enter, names))
    each = Effects([step for step in card.status if step.when == "each"])
    last = Effects([step for step in card.status if step.when == "last"])
    if each:
        lines.append(_led("Each time it takes off a status token", each, names))
    if last:
        lines.append(_led("As its last status token leaves", last, names))
    lines += [_led(TRIGGERS[trigger], effects, names) for trigger, effects in card.triggers.items()]
    lines += [_modifier(modifier) for modifier in card.ongoing]
    if isinstance(card, Conjured) and card.kind == "alteration":
        lines += [_modifier(modifier, bearer=True) for modifier in card.modifiers]
        if card.discard_by is not None:
            lines.append(_discard_by(card.discard_by))
        for mine, its in BEARER:
            lines = [line.replace(mine, its) for line in lines]
        if card.limit:
            lines.append(f"At most {card.limit} on a card.")
    return "\n".join(lines)


def row_text(row: Row, names: Names) -> str:
    """Say what a row of a behaviour card does, in its order."""
    side = f"Side action: {effects_text(row.side, names)}" if row.side else ""
    main = effects_text(row.main, names)
    parts = [main, side.replace("Side action", "Then as side action")] if row.order == "main_first" else [side, main]
    return " ".join(part for part in parts if part) or "Nothing."


def faces_text(faces: Iterable[int]) -> str:
    """``1-3, 7`` for the faces of a row."""
    runs: list[list[int]] = []
    for face in sorted(faces):
        if runs and face == runs[-1][1] + 1:
            runs[-1][1] = face
        else:
            runs.append([face, face])
    return ", ".join(str(low) if low == high else f"{low}-{high}" for low, high in runs)


def fatigue_text(file: PackFile, names: Names) -> str:
    """Say what being fatigued means for this Chimera."""
    said = {
        "no_draw": "It draws no more cards.",
        "wound_per_discard": "Each of its cards discarded from its draw pile or hand puts 1 wound token on it.",
    }
    lines = [effects_text(file.fatigued.on_become, names)] if file.fatigued.on_become else []
    for each in file.fatigued.ongoing:
        modifier = Modifier(each) if isinstance(each, str) else each
        lines.append(said.get(modifier.do) or _modifier(modifier).replace("It has", "Its aspects have"))
    return "\n".join(lines)


def _led(head: str, effects: Effects, names: Names) -> str:
    return f"{head}: {small(effects_text(effects, names))}"


def _keywords(words: Iterable[str | Keyword], names: Names) -> Iterable[str]:
    for each in words:
        word = keyword(each)
        line = KEYWORDS[word.name].format(n=word.n)
        if word.condition is not None:
            line = f"{line[:-1]}, if {condition_text(word.condition, names)}."
        yield line


def _modifier(modifier: Modifier, bearer: bool = False) -> str:
    """Say what a modifier changes while the card's text is active."""
    who = "Its bearer" if bearer else "It"
    n, word = modifier.n, modifier.do
    if word in ("attack", "life", "recover"):
        line = f"{who} has {abs(n)} {'more' if n >= 0 else 'less'} {word}"
    elif word == "damage_taken_max":
        line = f"Each damage dealt to {who.lower()} is reduced to {n}"
    elif word == "no_damage":
        line = f"{who} takes no damage"
    elif word == "damage_not_preventable":
        line = f"Damage dealt by {who.lower()} cannot be prevented"
    elif word == "no_spells":
        line = f"Nobody plays {' or '.join(modifier.kinds) + ' ' if modifier.kinds else ''}spells"
    elif word == "no_basic_dice":
        line = "You cannot spend basic dice"
    else:
        whom = who if modifier.target is None else capital(target_text(modifier.target, {}))
        line = f"{whom} {'counts as exhausted' if word == 'counts_as_exhausted' else 'cannot guard'}"
    while_ = modifier.while_ or ("always" if bearer else "unexhausted")
    return line + {"unexhausted": " while this is unexhausted.", "exhausted": " while exhausted."}.get(while_, ".")


def _discard_by(price: DiscardBy) -> str:
    parts = []
    if price.lower_die:
        parts.append(f"lower {number(price.lower_die, 'of your dice', {})} by one level")
    if price.reroll_rage:
        parts.append(f"let the Chimera re-roll {number(price.reroll_rage, 'basic rage dice', {})}")
    return f"Side action: {' and '.join([*parts, 'discard this'])}."
