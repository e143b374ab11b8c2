"""Makes declarations of the parts of a sentence; what is left out and cannot be guessed is asked back."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from ...contract import Action
from ...spoken import Thing, Unclear, find, normal
from .. import actions as act
from ..facts.card_in_play import TOLD
from ..facts.keywords import VALUE, WORDS, gifts, words
from ..player_effects import decks
from .card_names import CardNames

Maker = Callable[[CardNames, re.Match[str]], Action]


def effect(what: str, asked: str = "") -> Maker:
    """Understand "2 damage to the left aspect"; ``asked``: what must be said how much of."""

    def make(known: CardNames, match: re.Match[str]) -> act.Effect:
        said = match.groupdict()
        on = known.card(said["x"])
        if asked and said.get("n") is None:
            raise Unclear(f"How much {asked} {known.name(on)}?")
        fields: dict[str, Any] = {"n": _number(said["n"], 30)} if said.get("n") is not None else {}
        return act.Effect(known.seat, what, on, **fields)  # type: ignore[arg-type]

    return make


def _number(said: str, most: int) -> int:
    number = int(said[:4])
    if number > most:
        raise Unclear(f"At most {most}, and not {number}. How much?")
    return number


def _count(said: str | None, most: int, question: str) -> int:
    """Return a number from 1 on, 1 where none is said. Raises Unclear with the question for 0."""
    n = _number(said or "1", most)
    if n < 1:
        raise Unclear(question)
    return n


def keyword(what: str) -> Maker:
    """Understand "Ash Hound gains stalk", "Ash Hound loses 1 attack"."""

    def make(known: CardNames, match: re.Match[str]) -> act.Effect:
        on, word = known.card(match["x"]), match["word"].strip(" ,")
        value = VALUE.fullmatch(word)
        if value is not None:
            less = (value["sign"] == "minus ") != (value["more"] == "less ") or what == "lose"
            made = f"{value['value']}-less" if less else value["value"]
            return act.Effect(known.seat, made, on, _number(value["n"], 20))  # type: ignore[arg-type]
        _check_keywords(*gifts(word))
        return act.Effect(known.seat, what, on, word=word[:120])  # type: ignore[arg-type]

    return make


def _check_keywords(found: dict[str, int], wrong: str) -> None:
    """Raises Unclear for what can be no keyword, and for what is nearly one that the host plays."""
    if wrong:
        raise Unclear(f"{wrong!r} can be no keyword. Which one is it?")
    for told in (word.removeprefix(TOLD) for word in found if word.startswith(TOLD)):
        near = [known for known in (word.replace("_", " ") for word in WORDS) if _shorter(told) & _shorter(known)]
        if near:
            raise Unclear(f"{told!r} is no keyword that I play. Do you mean {near[0]}?")


def _shorter(word: str) -> set[str]:
    """Return a word with and without any one letter: two words that share one are a slip of the tongue apart."""
    return {word, *(word[:place] + word[place + 1 :] for place in range(len(word)))}


def spell(what: str) -> Maker:
    """Understand "attach Molten Skin to my unit, giving armored 1", "detach Molten Skin from my unit"."""

    def make(known: CardNames, match: re.Match[str]) -> act.Effect:
        on = known.card(match["x"])
        word = match["word"].strip()
        if what == "attach":
            gives = (match.groupdict().get("gives") or "").strip()
            if gives:
                _check_keywords(*gifts(gives))
            return act.Effect(known.seat, "attach", on, word=word.title()[:40], gives=gives[:120])
        body = known.s.in_play(on)
        there = [spell for spell in (*body.spells, *body.attached) if spell.lower().replace("-", " ") == word]
        if not there:
            on_it = ", ".join((*body.spells, *body.attached)) or "nothing"
            raise Unclear(f"There is no {word[:40]} on {known.name(on)}; there is {on_it}.")
        return act.Effect(known.seat, "detach", on, word=there[0])

    return make


def area(what: str) -> Maker:
    """Understand "2 damage to all aspects with 2 or less life"."""

    def make(known: CardNames, match: re.Match[str]) -> act.Area:
        said = match.groupdict()
        if what in ("damage", "wound") and said.get("n") is None:
            raise Unclear("How much to each?")
        whose = said.get("whose") or ""
        units = "own" if re.search(r"\bmy\b|\bmine\b|\bown\b", whose) else "both"
        units = "facing" if re.search(r"chimera|facing|opposite|aspect", whose + said["kind"]) else units
        kind = {"conjuration": "conjuration", "allie": "ally", "ally": "ally"}.get(
            said["kind"].removesuffix("s"), "unit"
        )
        n = _number(said["n"], 30) if said.get("n") is not None else 1
        which = "exhaust-unexhausted" if what == "exhaust" and said.get("un") else what
        picked: dict[str, Any] = {}
        if said.get("val"):
            value = re.search(r"attack|life|recover|wound|exhaustion|status", said["val"])
            if value is None:
                raise Unclear("With how much of what? Say: with 2 or less attack.")
            end = "least" if re.search(r"or more|at least", said["val"]) else "most"
            number = _number(re.findall(r"\d+", said["val"])[0], 99)
            picked = {"value": value[0].replace("wound", "wounds"), end: number}
        return act.Area(known.seat, which, n, units, kind, bool(said.get("law")), **picked)  # type: ignore[arg-type]

    return make


def enter(known: CardNames, match: re.Match[str]) -> act.Enter:
    """Understand "Ember Lancer enters, 3 2, stalk"; a card of the own deck needs its name alone."""
    name, rest = match["name"].strip(" ,"), match["rest"]
    if not name:
        raise Unclear("Which unit enters? Say its name, attack and life: Ember Lancer enters, 3 2.")
    fields: dict[str, Any] = {}
    partners = [normal(seat.name) for ref, seat in known.s.seats_of.items() if ref != known.seat]
    other = "(?:" + "|".join(map(re.escape, ("partner", *partners))) + ")"
    for pattern, key, value in (
        (r"\bexhausted\b", "exhausted", True),
        (
            rf"\bon(?:to)? chimera 's (?:side|battlefield) (?:facing|opposite|before) {other}\b",
            "onto",
            "partners-chimera",
        ),
        (rf"\b(?:at|on|onto) {other} 's (?:side|battlefield)\b", "onto", "partner"),
        (r"\bon(?:to)? chimera 's (?:side|battlefield)\b", "onto", "chimera"),
    ):
        shorter = re.sub(pattern, " ", rest)
        if shorter != rest:
            rest, fields[key] = shorter, value
    place = re.search(r"\bat (?:place )?(\d+)\b", rest)
    if place is not None:
        fields["at"] = _number(place[1], 10)
        rest = rest[: place.start()] + rest[place.end() :]
    for key, most in (("attack", 20), ("life", 20), ("recover", 20)):
        named = re.search(rf"\b(?:{key} (\d+)|(\d+) {key})\b", rest)
        if named is not None:
            fields[key] = _number(named[1] or named[2], most)
            rest = rest[: named.start()] + " " + rest[named.end() :]
    bare = re.match(r"[\s,]*(?:as )?(\d+)[\s,]+(\d+)(?:[\s,]+(\d+))?(?=[\s,]|$)", rest)
    if bare is not None:
        values = [int(value) for value in bare.groups() if value is not None]
        fields.update(zip(("attack", "life", "recover"), (_number(str(each), 20) for each in values), strict=False))
        rest = rest[bare.end() :]
    text = ", ".join(part for part in (each.strip() for each in re.split(r",|\band\b|\bwith\b", rest)) if part)
    card = decks.find(known.s.seats_of[known.seat].deck, name)
    written = decks.read_written(card[1]) if card is not None else None
    if written is not None and "attack" not in fields and "life" not in fields:
        fields = {"attack": written[0], "life": written[1], "recover": written[2], **fields}
        text = ", ".join(each for each in (written[3], text) if each)
    if "attack" not in fields or "life" not in fields:
        raise Unclear(f"What are {name.title()}'s attack and life? Say: {name.title()} enters, 3 2.")
    if fields["life"] < 1:
        raise Unclear("A unit has at least 1 life. What is it?")
    _check_keywords(*words(text)[::2])
    return act.Enter(known.seat, card[0] if card is not None else name.title()[:40], text=text[:200], **fields)


def attack(known: CardNames, match: re.Match[str]) -> act.AttackWith:
    """Understand "Ash Hound and Ember Lancer attack the left aspect"."""
    forced = bool(match.groupdict().get("forced"))
    units = [known.own_unit(each) for each in re.split(r",| and ", match["units"]) if each.strip()]
    if len({*units}) < len(units):
        raise Unclear("Each unit attacks once. Which units attack?")
    return act.AttackWith(known.seat, tuple(units), known.card(match["x"]), forced=forced)


def attack_how(known: CardNames, match: re.Match[str]) -> act.AttackWith:
    """Ask with which units "I attack the left aspect"."""
    raise Unclear(f"With which units do you attack {known.name(known.card(match['x']))}?")


def dice(known: CardNames, match: re.Match[str]) -> act.Dice:
    """Understand "my dice, 3 power, 2 class, 5 basic"."""
    counted = {key: int(n) for n, key in re.findall(r"(\d+) (power|class|basic|exhausted)", match["rest"])}
    left = re.sub(r"\d+ (?:power|class(?:es)?|basic|exhausted)|dice|die|and|,|\s", "", match["rest"])
    if not counted or left:
        raise Unclear("How many dice show what? Say: my dice, 3 power, 2 class, 5 basic.")
    if max(counted.values()) > 10:
        raise Unclear("There are ten dice. How many show what?")
    return act.Dice(
        known.seat,
        counted.get("power", 0),
        counted.get("class", 0),
        counted.get("basic", 0),
        counted.get("exhausted", 0),
    )


def draw(known: CardNames, match: re.Match[str]) -> act.MakeDraw:
    """Understand "the Chimera draws 2 cards, or takes 1 damage for each"."""
    n = _count(match["n"], 10, "How many cards does the Chimera draw?")
    return act.MakeDraw(known.seat, n, _number(match["instead"] or "0", 99))


def deck(known: CardNames, match: re.Match[str]) -> act.Deck:
    """Understand "my deck has Ember Lancer, 3 2": one more card of the own deck."""
    line = (match.groupdict().get("card") or "").strip(" ,")
    added, wrong = decks.read_deck(line.title() if line.replace(" ", "").isalpha() else line)
    if not line or wrong or len(added) != 1:
        raise Unclear("Which card? Say: my deck has Ember Lancer, 3 2. A whole deck is typed or pasted into its form.")
    ((name, kept),) = added.items()
    whole = {**known.s.seats_of[known.seat].deck, name.title(): kept}
    return act.Deck(known.seat, "\n".join(f"{each} {values}".strip() for each, values in whole.items())[:4000])


def discards(known: CardNames, match: re.Match[str]) -> act.MakeDraw:
    """Understand "the Chimera discards 2 cards of its draw pile"."""
    return act.MakeDraw(known.seat, _count(match["n"], 10, "How many cards are discarded?"), discards=True)


def next_damage(what: str) -> Maker:
    """Understand "prevent the next 2 damage to my unit", "redirect 2 damage from my unit to Ash Hound"."""

    def make(known: CardNames, match: re.Match[str]) -> act.Effect:
        said = match.groupdict()
        on, to = known.card(said["x"]), known.card(said["to"]) if "to" in said else ""
        if not said["all"] and said["n"] is None:
            where = f"goes to {known.name(to)}" if to else "is prevented"
            raise Unclear(f"How much of the damage to {known.name(on)} {where}?")
        n = 30 if said["all"] else _number(said["n"], 30)
        return act.Effect(known.seat, what, on, n, to=to)  # type: ignore[arg-type]

    return make


def comes_back(known: CardNames, match: re.Match[str]) -> act.Enter:
    """Understand "Ash Hound comes back": a unit that left play this turn (RR-MISC-04)."""
    aside = [Thing(body.ref, (normal(body.name),)) for body in known.s.aside]
    if not aside:
        raise Unclear("Nothing left play this turn that could come back. Which unit enters?")
    ref = find(aside, match["x"]).ref
    body = next(each for each in known.s.aside if each.ref == ref)
    return act.Enter(known.seat, body.name, again=ref)


def search(known: CardNames, match: re.Match[str]) -> act.Search:
    """Understand "I search my draw pile for Ember Lancer"."""
    return act.Search(known.seat, match["pile"], (match["found"] or "").title()[:40])  # type: ignore[arg-type]


def place_die(known: CardNames, match: re.Match[str]) -> act.PlaceDie:
    """Understand "place a die on Ash Hound"."""
    return act.PlaceDie(known.seat, known.card(match["x"]), max(1, _number(match["n"] or "1", 10)))


def hinder(what: str) -> Maker:
    """Understand "the Chimera takes no side action"."""
    return lambda known, match: act.Hinder(known.seat, what)  # type: ignore[arg-type]


def copy(known: CardNames, match: re.Match[str]) -> act.CopyAbilities:
    """Understand "Ash Hound copies the abilities of the left aspect"."""
    return act.CopyAbilities(known.seat, known.card(match["x"]), known.card(match["to"]))


def tuck(known: CardNames, match: re.Match[str]) -> act.Tuck:
    """Understand "tuck Ember Lancer under Ash Hound"."""
    return act.Tuck(known.seat, match["word"].strip().title()[:40], known.card(match["x"]))


def examine(known: CardNames, match: re.Match[str]) -> act.Examine:
    """Understand "examine Ash Hound"."""
    return act.Examine(known.seat, known.card(match["x"]))


def choose(known: CardNames, match: re.Match[str]) -> act.ForChimera:
    """Understand "the Chimera chooses discard"."""
    return act.ForChimera(known.seat, match["word"].strip().capitalize()[:40])


def meditate(known: CardNames, match: re.Match[str]) -> act.Meditate:
    """Understand "I meditate with 3 dice"."""
    return act.Meditate(known.seat, _number(match["n"] or "0", 10))


def change(what: str) -> Maker:
    """Understand "place 2 Red Rains tokens", "another side action"."""
    return lambda known, match: act.Change(
        known.seat,
        what,  # type: ignore[arg-type]
        _count(match.groupdict().get("n"), 20, "How many?"),
    )


def move_wounds(known: CardNames, match: re.Match[str]) -> act.MoveWounds:
    """Understand "move 2 wounds from my unit to the left aspect"."""
    n = _count(match["n"], 30, "How many wounds?")
    return act.MoveWounds(known.seat, known.card(match["x"]), known.card(match["to"]), n)


def remove_pile(known: CardNames, match: re.Match[str]) -> act.RemovePile:
    """Understand "remove Ash Storm from the Chimera's discard pile"."""
    wanted = match["word"].strip()
    fits = [card for card in known.s.discard if card.replace("-", " ") == wanted]
    if not fits:
        there = ", ".join(card.replace("-", " ").title() for card in sorted(known.s.discard)) or "nothing"
        raise Unclear(f"There is no {wanted[:40].title()} in the Chimera's discard pile; there is {there}.")
    return act.RemovePile(known.seat, fits[0])


def hand(known: CardNames, match: re.Match[str]) -> act.MakeHand:
    """Understand "look at the Chimera's hand"."""
    return act.MakeHand(known.seat)
