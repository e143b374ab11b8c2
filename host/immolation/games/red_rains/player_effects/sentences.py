"""Understands what people say of their printed cards: "Ember Lancer enters, 3 2, stalk", "2 damage to the left aspect".

Each sentence becomes one declaration. What is left out and cannot be guessed is asked back: how much, which card.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any, Final

import msgspec

from ...contract import Understood
from ...spoken import Thing, Unclear, find, normal
from .. import actions as act
from ..battle import lasting
from ..display.labels import CHANGES
from ..facts.card_in_play import TOLD
from ..facts.situation import CHIMERA, CardInPlay, Situation
from . import decks
from .units_and_effects import CHANGES as LASTING
from .units_and_effects import VALUE, WORDS, gifts, words

N: Final = r"(?P<n>\d+)"
X: Final = r"(?P<x>.+?)"
END: Final = r"$"

Maker = Callable[["CardTalk", re.Match[str]], act.RedRainsAction]


class CardTalk:
    """Knows what one player may name, and reads back what was understood."""

    def __init__(self, s: Situation, seat: str) -> None:
        self.s, self.seat = s, seat
        self.things = [*self._cards(seat)]
        for other in s.seats_of:
            if other != seat:
                self.things += self._cards(other, normal(s.seats_of[other].name))

    def _cards(self, seat: str, owner: str = "") -> list[Thing]:
        found = []
        for number, body in enumerate(self.s.seats_of[seat].facing, 1):
            found.append(Thing(body.ref, _names(body, owner, f"face-down aspect {number}"), "" if owner else "aspect"))
        units = self.s.seats_of[seat].units
        found += [Thing(body.ref, _names(body, owner, "unit"), "" if owner else "unit") for body in units]
        own = normal(self.s.seats_of[seat].name)
        found.append(Thing(seat, (own, f"{own} 's phoenixborn") if owner else (own, "me", "myself", "phoenixborn")))
        if not owner:
            found.append(Thing(CHIMERA, (normal(self.s.chimera.name), "chimera", "chimera card")))
        return found

    def card(self, phrase: str) -> str:
        """The reference of a card in play. Raises Unclear."""
        phrase = re.sub(r"^chimera 's ", "", phrase.strip())
        ref = find(self.things, phrase).ref
        body = self.s.body(ref)
        if body is not None and not body.up:
            raise Unclear("That aspect lies face down, and so is not in play. Which other card?")
        return ref

    def own_unit(self, phrase: str) -> str:
        """The reference of an own unit. Raises Unclear."""
        mine = {unit.ref for unit in self.s.seats_of[self.seat].units}
        return find([thing for thing in self.things if thing.ref in mine], phrase).ref

    def name(self, ref: str) -> str:
        """A card as it is read back, with its place where two bear one name."""
        body = self.s.body(ref)
        assert body is not None
        for line in (
            *(seat.facing for seat in self.s.seats_of.values()),
            *(seat.units for seat in self.s.seats_of.values()),
        ):
            refs = [each.ref for each in line if each.name == body.name]
            if ref in refs and len(refs) > 1:
                return f"{body.name} ({[each.ref for each in line].index(ref) + 1} from the left)"
        return body.name


def understand(s: Situation, seat: str, sentence: str) -> Understood | None:
    """The declaration that a sentence makes, with the words to read back; None if it is no sentence about cards."""
    talk = CardTalk(s, seat)
    sentence = re.sub(r"\b(?:a|an|the) ", "", sentence)
    sentence, until = _until(sentence)
    rest, extra, tail = _extras(sentence)
    try:
        lasts = talk.card(until) if until not in ("", "turn", "round") else until
        for pattern, make in _SENTENCES:
            match = pattern.fullmatch(rest)
            if match is None:
                continue
            action = make(talk, match)
            if tail and isinstance(action, act.Effect):
                action = _with_price(talk, action, tail)
            if extra:
                if not isinstance(action, act.Effect):
                    raise Unclear("Only what a card does to one card is a reaction, a dice power or an ability.")
                action = msgspec.structs.replace(action, **extra)
            if lasts:
                action = _lasting(action, lasts)
            return Understood(action, read_back(talk, action))
    except Unclear as unclear:
        return Understood(None, str(unclear))
    return None


_UNTIL: Final = re.compile(
    r"(?P<rest>.+?) ?,? (?:(?:until end of|for rest of|during|for|this)(?: this)? (?P<when>turn|round)"
    r"|(?:while|as long as) (?P<card>.+?) (?:is|stays|remains) in play)"
)


def _until(sentence: str) -> tuple[str, str]:
    """A sentence without how long what it gives lasts; and that: ``turn``, ``round``, words for a card, or nothing."""
    found = _UNTIL.fullmatch(sentence)
    if found is None or found["rest"].endswith(" once"):
        return sentence, ""
    return found["rest"].rstrip(" ,"), found["when"] or found["card"]


def _lasting(action: act.RedRainsAction, until: str) -> act.RedRainsAction:
    """With how long it lasts. Raises Unclear for what does not last."""
    if isinstance(action, act.Effect) and action.what in LASTING:
        return msgspec.structs.replace(action, until=until)
    this_turn = isinstance(action, act.Effect) and action.what in ("prevent", "redirect")
    if until == "turn" and (this_turn or (isinstance(action, act.Change) and action.what.endswith("again"))):
        return action
    raise Unclear("Only what a card is given or loses lasts for a while. What happens now?")


_EXTRAS: Final[tuple[tuple[str, dict[str, Any]], ...]] = (
    (r" (?:as|in) reaction$", {"timing": "reaction"}),
    (r" once (?:each |per |this )?turn$", {"timing": "once-a-turn"}),
    (r" (?:by|with|from) (?:my )?dice power$", {"source": "dice"}),
    (r" (?:by|with|from) (?:my )?dice$", {"source": "dice"}),
    (r" (?:by|with|from) (?:my )?spell$", {"source": "spell"}),
)
_PRICE: Final = re.compile(r"(?P<rest>.+?) ?,? (?P<how>exhausting|by|from) (?P<unit>[^,]+)")


def _extras(sentence: str) -> tuple[str, dict[str, Any], str]:
    """The sentence without what is said at its end of how it comes about; that; and the unit it comes from."""
    extra: dict[str, Any] = {}
    rest, before = sentence.rstrip(" ,"), ""
    while rest != before:
        before = rest
        for pattern, fields in _EXTRAS:
            shorter = re.sub(pattern, "", rest).rstrip(" ,")
            if shorter != rest:
                rest, extra = shorter, {**extra, **fields}
    price = _PRICE.fullmatch(rest)
    if (
        price is None
        or re.match(r"(?:detach|search|remove|take|heal|draw|move|redirect|prevent|return) ?", rest)
        or not _is_card(price["unit"])
    ):
        return rest, extra, ""
    return price["rest"], extra, f"{price['how']} {price['unit']}"


def _is_card(phrase: str) -> bool:
    return not re.search(r"\b(?:game|battle|hand|play|pile|deck|1|2|3|4|5|6|7|8|9)\b", phrase)


def _with_price(talk: CardTalk, action: act.Effect, tail: str) -> act.Effect:
    how, _, phrase = tail.partition(" ")
    unit = talk.own_unit(phrase)
    return msgspec.structs.replace(action, source="ability", by=unit, cost=how == "exhausting")


def _names(body: CardInPlay, owner: str, usual: str) -> tuple[str, ...]:
    name = normal(body.name or usual) if body.up else usual
    return (f"{owner} 's {name}",) if owner else (name,)


# --- what the sentences make --------------------------------------------------------------------------------------


def _effect(what: str, asked: str = "") -> Maker:
    """A card does something to a card; ``asked``: what must be said how much of."""

    def make(talk: CardTalk, match: re.Match[str]) -> act.Effect:
        said = match.groupdict()
        on = talk.card(said["x"])
        if asked and said.get("n") is None:
            raise Unclear(f"How much {asked} {talk.name(on)}?")
        fields: dict[str, Any] = {"n": _number(said["n"], 30)} if said.get("n") is not None else {}
        return act.Effect(talk.seat, what, on, **fields)  # type: ignore[arg-type]

    return make


def _number(said: str, most: int) -> int:
    number = int(said[:4])
    if number > most:
        raise Unclear(f"At most {most}, and not {number}. How much?")
    return number


def _keyword(what: str) -> Maker:
    def make(talk: CardTalk, match: re.Match[str]) -> act.Effect:
        on, word = talk.card(match["x"]), match["word"].strip(" ,")
        value = VALUE.fullmatch(word)
        if value is not None:
            less = (value["sign"] == "minus ") != (value["more"] == "less ") or what == "lose"
            made = f"{value['value']}-less" if less else value["value"]
            return act.Effect(talk.seat, made, on, _number(value["n"], 20))  # type: ignore[arg-type]
        _gifts(word)
        return act.Effect(talk.seat, what, on, word=word[:120])  # type: ignore[arg-type]

    return make


def _known(text: str) -> None:
    """Raises Unclear for a keyword that the host does not play."""
    found, _, wrong = words(text)
    _asked(found, wrong)


def _gifts(text: str) -> None:
    """Raises Unclear for what can be given to no card."""
    _asked(*gifts(text))


def _asked(found: dict[str, int], wrong: str) -> None:
    """Ask back what can be no keyword, and what is nearly one that the host plays."""
    if wrong:
        raise Unclear(f"{wrong!r} can be no keyword. Which one is it?")
    for told in (word.removeprefix(TOLD) for word in found if word.startswith(TOLD)):
        near = [known for known in (word.replace("_", " ") for word in WORDS) if _shorter(told) & _shorter(known)]
        if near:
            raise Unclear(f"{told!r} is no keyword that I play. Do you mean {near[0]}?")


def _shorter(word: str) -> set[str]:
    """A word, and all that it is without one letter: two words that share one are a slip of the tongue apart."""
    return {word, *(word[:place] + word[place + 1 :] for place in range(len(word)))}


def _spell(what: str) -> Maker:
    def make(talk: CardTalk, match: re.Match[str]) -> act.Effect:
        on = talk.card(match["x"])
        body = talk.s.body(on)
        word = match["word"].strip()
        if what == "attach":
            gives = (match.groupdict().get("gives") or "").strip()
            if gives:
                _gifts(gives)
            return act.Effect(talk.seat, "attach", on, word=word.title()[:40], gives=gives[:120])
        assert body is not None
        there = [spell for spell in (*body.spells, *body.attached) if spell.lower().replace("-", " ") == word]
        if not there:
            on_it = ", ".join((*body.spells, *body.attached)) or "nothing"
            raise Unclear(f"There is no {word[:40]} on {talk.name(on)}; there is {on_it}.")
        return act.Effect(talk.seat, "detach", on, word=there[0])

    return make


def _area(what: str) -> Maker:
    def make(talk: CardTalk, match: re.Match[str]) -> act.Area:
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
        which = what
        if what == "exhaust" and said.get("un"):
            which = "exhaust-unexhausted"
        picked: dict[str, Any] = {}
        if said.get("val"):
            value = re.search(r"attack|life|recover|wound|exhaustion|status", said["val"])
            if value is None:
                raise Unclear("With how much of what? Say: with 2 or less attack.")
            end = "least" if re.search(r"or more|at least", said["val"]) else "most"
            number = _number(re.findall(r"\d+", said["val"])[0], 99)
            picked = {"value": value[0].replace("wound", "wounds"), end: number}
        return act.Area(talk.seat, which, n, units, kind, bool(said.get("law")), **picked)  # type: ignore[arg-type]

    return make


def _enter(talk: CardTalk, match: re.Match[str]) -> act.Enter:
    name, rest = match["name"].strip(" ,"), match["rest"]
    if not name:
        raise Unclear("Which unit enters? Say its name, attack and life: Ember Lancer enters, 3 2.")
    fields: dict[str, Any] = {}
    partners = [normal(seat.name) for ref, seat in talk.s.seats_of.items() if ref != talk.seat]
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
    card = decks.find(talk.s.seats_of[talk.seat].deck, name)
    known = decks.read_written(card[1]) if card is not None else None
    if known is not None and "attack" not in fields and "life" not in fields:
        fields = {"attack": known[0], "life": known[1], "recover": known[2], **fields}
        text = ", ".join(each for each in (known[3], text) if each)
    if "attack" not in fields or "life" not in fields:
        raise Unclear(f"What are {name.title()}'s attack and life? Say: {name.title()} enters, 3 2.")
    if fields["life"] < 1:
        raise Unclear("A unit has at least 1 life. What is it?")
    _known(text)
    return act.Enter(talk.seat, card[0] if card is not None else name.title()[:40], text=text[:200], **fields)


def _attack(talk: CardTalk, match: re.Match[str]) -> act.AttackWith:
    forced = bool(match.groupdict().get("forced"))
    units = [talk.own_unit(each) for each in re.split(r",| and ", match["units"]) if each.strip()]
    if len({*units}) < len(units):
        raise Unclear("Each unit attacks once. Which units attack?")
    return act.AttackWith(talk.seat, tuple(units), talk.card(match["x"]), forced=forced)


def _attack_how(talk: CardTalk, match: re.Match[str]) -> act.AttackWith:
    raise Unclear(f"With which units do you attack {talk.name(talk.card(match['x']))}?")


def _dice(talk: CardTalk, match: re.Match[str]) -> act.Dice:
    counted = {key: int(n) for n, key in re.findall(r"(\d+) (power|class|basic|exhausted)", match["rest"])}
    left = re.sub(r"\d+ (?:power|class(?:es)?|basic|exhausted)|dice|die|and|,|\s", "", match["rest"])
    if not counted or left:
        raise Unclear("How many dice show what? Say: my dice, 3 power, 2 class, 5 basic.")
    if max(counted.values()) > 10:
        raise Unclear("There are ten dice. How many show what?")
    return act.Dice(
        talk.seat,
        counted.get("power", 0),
        counted.get("class", 0),
        counted.get("basic", 0),
        counted.get("exhausted", 0),
    )


def _draw(talk: CardTalk, match: re.Match[str]) -> act.MakeDraw:
    n = _number(match["n"] or "1", 10)
    if n < 1:
        raise Unclear("How many cards does the Chimera draw?")
    return act.MakeDraw(talk.seat, n, _number(match["instead"] or "0", 99))


def _deck(talk: CardTalk, match: re.Match[str]) -> act.Deck:
    """One more card of the own deck; the others stay as they are."""
    line = (match.groupdict().get("card") or "").strip(" ,")
    added, wrong = decks.read_deck(line.title() if line.replace(" ", "").isalpha() else line)
    if not line or wrong or len(added) != 1:
        raise Unclear("Which card? Say: my deck has Ember Lancer, 3 2. A whole deck is typed or pasted into its form.")
    ((name, kept),) = added.items()
    whole = {**talk.s.seats_of[talk.seat].deck, name.title(): kept}
    return act.Deck(talk.seat, "\n".join(f"{each} {values}".strip() for each, values in whole.items())[:4000])


def _discards(talk: CardTalk, match: re.Match[str]) -> act.MakeDraw:
    n = _number(match["n"] or "1", 10)
    if n < 1:
        raise Unclear("How many cards are discarded?")
    return act.MakeDraw(talk.seat, n, discards=True)


def _prevent(talk: CardTalk, match: re.Match[str]) -> act.Effect:
    on = talk.card(match["x"])
    if match.groupdict().get("all"):
        return act.Effect(talk.seat, "prevent", on, 30)
    if match["n"] is None:
        raise Unclear(f"How much of the damage to {talk.name(on)} is prevented?")
    return act.Effect(talk.seat, "prevent", on, _number(match["n"], 30))


def _redirect(talk: CardTalk, match: re.Match[str]) -> act.Effect:
    on, to = talk.card(match["x"]), talk.card(match["to"])
    if match.groupdict().get("all"):
        return act.Effect(talk.seat, "redirect", on, 30, to=to)
    if match["n"] is None:
        raise Unclear(f"How much of the damage to {talk.name(on)} goes to {talk.name(to)}?")
    return act.Effect(talk.seat, "redirect", on, _number(match["n"], 30), to=to)


def _comes_back(talk: CardTalk, match: re.Match[str]) -> act.Enter:
    aside = [Thing(body.ref, (normal(body.name),)) for body in talk.s.aside]
    if not aside:
        raise Unclear("Nothing left play this turn that could come back. Which unit enters?")
    ref = find(aside, match["x"]).ref
    body = next(each for each in talk.s.aside if each.ref == ref)
    return act.Enter(talk.seat, body.name, again=ref)


def _search(talk: CardTalk, match: re.Match[str]) -> act.Search:
    return act.Search(talk.seat, match["pile"], (match["found"] or "").title()[:40])  # type: ignore[arg-type]


def _place_die(talk: CardTalk, match: re.Match[str]) -> act.PlaceDie:
    return act.PlaceDie(talk.seat, talk.card(match["x"]), max(1, _number(match["n"] or "1", 10)))


def _hinder(what: str) -> Maker:
    return lambda talk, match: act.Hinder(talk.seat, what)  # type: ignore[arg-type]


def _copy(talk: CardTalk, match: re.Match[str]) -> act.CopyAbilities:
    return act.CopyAbilities(talk.seat, talk.card(match["x"]), talk.card(match["to"]))


def _tuck(talk: CardTalk, match: re.Match[str]) -> act.Tuck:
    return act.Tuck(talk.seat, match["word"].strip().title()[:40], talk.card(match["x"]))


def _examine(talk: CardTalk, match: re.Match[str]) -> act.Examine:
    return act.Examine(talk.seat, talk.card(match["x"]))


def _choose(talk: CardTalk, match: re.Match[str]) -> act.ForChimera:
    return act.ForChimera(talk.seat, match["word"].strip().capitalize()[:40])


def _meditate(talk: CardTalk, match: re.Match[str]) -> act.Meditate:
    return act.Meditate(talk.seat, _number(match["n"] or "0", 10))


def _change(what: str) -> Maker:
    def make(talk: CardTalk, match: re.Match[str]) -> act.Change:
        n = _number(match.groupdict().get("n") or "1", 20)
        if n < 1:
            raise Unclear("How many?")
        return act.Change(talk.seat, what, n)  # type: ignore[arg-type]

    return make


def _move_wounds(talk: CardTalk, match: re.Match[str]) -> act.MoveWounds:
    n = _number(match["n"], 30)
    if n < 1:
        raise Unclear("How many wounds?")
    return act.MoveWounds(talk.seat, talk.card(match["x"]), talk.card(match["to"]), n)


def _remove_pile(talk: CardTalk, match: re.Match[str]) -> act.RemovePile:
    wanted = match["word"].strip()
    fits = [card for card in talk.s.discard if card.replace("-", " ") == wanted]
    if not fits:
        there = ", ".join(card.replace("-", " ").title() for card in sorted(talk.s.discard)) or "nothing"
        raise Unclear(f"There is no {wanted[:40].title()} in the Chimera's discard pile; there is {there}.")
    return act.RemovePile(talk.seat, fits[0])


def _hand(talk: CardTalk, match: re.Match[str]) -> act.MakeHand:
    return act.MakeHand(talk.seat)


WHOSE: Final = r"(?P<whose>(?: of mine| of chimera| facing me| opposite| on both sides| on my side| i control)?)"
ALL: Final = (
    r"(?:all|each|every) (?:my |own |of my )?(?P<un>unexhausted )?(?P<kind>units?|aspects?|allies|ally|conjurations?)"
)
VAL: Final = r"(?P<val> (?:whose|with) .*?\d+.*?(?: or (?:less|fewer|more)(?: \w+)?)?)?"
GIVES: Final = r"(?: ?,? (?:giving|which gives|that gives|it gives|with|for) (?P<gives>.+))?"
LAW: Final = r"(?P<law>,? (?:as |by |it is )?law)?"

_SENTENCES: Final[tuple[tuple[re.Pattern[str], Maker], ...]] = tuple(
    (re.compile(pattern), make)
    for pattern, make in (
        # units that enter
        (r"(?:i )?(?:play|summon) (?P<name>[^,\d]*?)(?P<rest>(?:[ ,]+\d.*)?)", _enter),
        (r"(?P<name>[^,]*?) ?(?:enters|comes into play|arrives|joins)(?: play)?(?P<rest>.*)", _enter),
        (rf"{X} comes back(?: into play)?", _comes_back),
        # damage that goes elsewhere, before damage
        (rf"prevent (?:(?P<all>all)|(?:next )?{N})? ?(?:of )?(?:next )?damage to {X}", _prevent),
        (rf"(?:(?P<all>all)|(?:next )?{N})? ?damage to {X} is prevented", _prevent),
        (rf"redirect (?:(?P<all>all)|{N})? ?damage from {X} to (?P<to>.+)", _redirect),
        (rf"(?P<to>.+?) takes (?:(?P<all>all|that)|{N})? ?damage (?:instead of|for) {X}", _redirect),
        # all or each of something, before one card
        (rf"(?:deal )?(?:{N} )?damage to {ALL}{VAL}{WHOSE}{LAW}", _area("damage")),
        (rf"{ALL}{VAL}{WHOSE} takes? {N} damage{LAW}", _area("damage")),
        (rf"(?:place )?(?:{N} )?wounds? on {ALL}{VAL}{WHOSE}{LAW}", _area("wound")),
        (rf"destroy {ALL}{VAL}{WHOSE}{LAW}", _area("destroy")),
        (rf"exhaust {ALL}{VAL}{WHOSE}{LAW}", _area("exhaust")),
        # attacks
        (rf"(?:i )?attack {X} with (?P<units>.+?)(?P<forced> ,? ?(?:it|which|that) must block)?", _attack),
        (rf"(?P<units>.+?) attacks? (?!this turn|until ){X}", _attack),
        (rf"(?:i )?attack {X}", _attack_how),
        # what the Chimera may not do
        (r"chimera (?:takes|has|may take|gets) no side actions?", _hinder("no-side-action")),
        (r"chimera (?:uses|has|may use|gets) no dice powers?", _hinder("no-dice-power")),
        (r"chimera (?:cannot|can not|may not|does not|can't) guard", _hinder("cannot-guard")),
        (r"(?:exhaust ultimate|ultimate is exhausted)", _hinder("exhaust-ultimate")),
        # what is no card
        (rf"(?:place|add|put) (?:{N} )?(?:more )?red rains tokens?(?: on(?:to)? chimera)?", _change("place-tokens")),
        (rf"(?:take|remove) (?:{N} )?red rains tokens?(?: (?:from|off) chimera)?", _change("take-tokens")),
        (rf"(?:turn|lower) (?:{N} )?rage (?:dice|die)(?: down| to basic)?", _change("lower-rage")),
        (rf"raise (?:{N} )?rage (?:dice|die)", _change("raise-rage")),
        (r"(?:ready ultimate|ultimate is readied)", _change("ready-ultimate")),
        (r"(?:i (?:have|get|take) )?(?:another|second|further) main action", _change("main-again")),
        (r"(?:i (?:have|get|take) )?(?:another|second|further) side action", _change("side-again")),
        (rf"move {N} wounds? from {X} to (?P<to>.+)", _move_wounds),
        # one card
        (rf"(?:deal )?(?:{N} )?damage (?:to|on) {X}", _effect("damage", "damage to")),
        (rf"{X} (?:takes?|suffers?) (?:{N} )?damage", _effect("damage", "damage to")),
        (rf"(?:place |put )?{N} (?:more )?wounds? (?:on|onto|to) {X}", _effect("wound")),
        (rf"{X} (?:gets?|receives?|takes?) {N} wounds?", _effect("wound")),
        (rf"(?:remove|heal) {N} wounds? (?:from|on|of) {X}", _effect("heal")),
        (rf"(?:heal) {X} (?:by |for )?{N}", _effect("heal")),
        (rf"(?:heal) {N} (?:from|on) {X}", _effect("heal")),
        (rf"{X} heals {N}", _effect("heal")),
        (rf"heal {X}", _effect("heal", "is healed on")),
        (rf"(?:place |put )?{N} exhaustion(?: tokens?)? (?:on|onto) {X}", _effect("exhaust")),
        (rf"exhaust {X}", _effect("exhaust")),
        (rf"{X} (?:is exhausted|exhausts|becomes exhausted)", _effect("exhaust")),
        (rf"(?:ready|unexhaust) {X}", _effect("ready")),
        (rf"{X} (?:is readied|readies|becomes ready)", _effect("ready")),
        (rf"(?:destroy|kill) {X}", _effect("destroy")),
        (rf"{X} is (?:destroyed|killed)", _effect("destroy")),
        (rf"discard {X}", _effect("discard")),
        (rf"{X} (?:leaves play|is discarded)", _effect("discard")),
        (r"remove (?P<word>.+?) from chimera 's discard(?: pile)?(?: from the game)?", _remove_pile),
        (rf"remove {X} from game", _effect("remove")),
        (rf"{X} is removed from game", _effect("remove")),
        (rf"remove {X} from battle", _effect("remove-from-battle")),
        (rf"{X} (?:is removed from|leaves) battle", _effect("remove-from-battle")),
        (rf"return {X}(?: to (?:my |its owner 's )?hand)?", _effect("to-hand")),
        (rf"{X} returns(?: to (?:my |its owner 's )?hand)?", _effect("to-hand")),
        (rf"set {X} aside", _effect("return")),
        (rf"{X} is set aside", _effect("return")),
        (rf"(?:add |place |put )?(?:{N} )?status(?: tokens?)? (?:on|onto|to) {X}", _effect("add-status")),
        (rf"(?:take|remove) (?:{N} )?status(?: tokens?)? (?:from|off) {X}", _effect("take-status")),
        (rf"attach (?P<word>.+?) to {X}{GIVES}", _spell("attach")),
        (rf"(?P<word>.+?) is attached to {X}{GIVES}", _spell("attach")),
        (r"detach (?P<word>.+?) from (?P<x>.+)", _spell("detach")),
        (r"(?P<word>.+?) (?:falls|comes) off (?P<x>.+)", _spell("detach")),
        (rf"{X} (?:gains?|gets|is given) (?P<word>.+)", _keyword("grant")),
        (rf"{X} loses (?P<word>.+)", _keyword("lose")),
        # the Chimera, dice and piles
        (rf"chimera draws(?: {N})?(?: cards?)?(?: or takes? (?P<instead>\d+) damage(?: each| for each)?)?", _draw),
        (rf"chimera discards(?: {N})?(?: cards?)?(?: (?:of|from) (?:its |chimera 's )?(?:draw )?pile)?", _discards),
        (r"chimera chooses (?P<word>.+)", _choose),
        (r"(?:my )?deck(?: has (?P<card>.*)| .*)?", _deck),
        (r"(?:look at|reveal|show) chimera 's hand", _hand),
        (r"(?:i )?search (?:my )?(?P<pile>draw|discard|conjuration) pile(?: for (?P<found>.+))?", _search),
        (r"(?:my )?dice(?: are| show)?[ ,]*(?P<rest>.*)", _dice),
        (rf"(?:place|put) (?:(?P<n>\d+) )?(?:die|dice) (?:on|onto) {X}", _place_die),
        (r"copy abilities (?:of|from) (?P<x>.+?) (?:to|onto) (?P<to>.+)", _copy),
        (r"(?P<to>.+?) copies (?:the abilities of )?(?P<x>.+)", _copy),
        (rf"(?:tuck|put) (?P<word>.+?)(?: face down)? under {X}", _tuck),
        (rf"(?:examine|show|what is under|look under) {X}", _examine),
        (r"(?:i )?meditate(?: with| on)?(?: (?P<n>\d+))?(?: dice| die)?", _meditate),
    )
)  # fmt: skip
"""Sentences in the order in which they are tried; the whole sentence must fit."""

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


WHERE: Final = {
    "chimera": " on the Chimera's battlefield",
    "partner": " at your partner's side",
    "partners-chimera": " on the Chimera's battlefield facing your partner",
}


def _yourselves(text: str) -> str:
    """Which of these keywords people play themselves."""
    told = [lasting.words_of(word, n) for word, n in gifts(text)[0].items() if word.startswith(TOLD)]
    return f" ({', '.join(told)}: you say what it does)" if told else ""


def read_back(talk: CardTalk, action: act.RedRainsAction) -> str:
    """What was understood, as a sentence to agree to."""
    match action:
        case act.Effect():
            n = f"{action.n} wound{'s' if action.n != 1 else ''}" if action.what == "wound" else str(action.n)
            until = {"turn": "until the turn ends", "round": "until the round ends"}.get(action.until)
            said = _SAID[action.what].format(
                n=n,
                on=talk.name(action.on),
                word=action.word + _yourselves(action.word) if action.what == "grant" else action.word,
                to=talk.name(action.to) if action.to else "",
                until=until or f"while {talk.name(action.until)} is in play",
            )
            if action.gives:
                said += f" and gives {action.gives}{_yourselves(action.gives)}"
            source = f"from {talk.name(action.by)}" if action.by else _SOURCES[action.source]
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
            where = WHERE.get(action.onto, "")
            if action.again:
                return f"{action.name} comes back into play{where}: the same unit."
            text = f", {action.text}{_yourselves(action.text)}" if action.text else ""
            worn = ", exhausted" if action.exhausted else ""
            values = f"attack {action.attack}, life {action.life}, recover {action.recover}"
            return f"{action.name} comes into play{where}: {values}{text}{worn}."
        case act.AttackWith():
            units = " and ".join(map(talk.name, action.units))
            return f"{units} attack{'s' if len(action.units) == 1 else ''} {talk.name(action.target)}" + (
                ", which must block." if action.forced else "."
            )
    return _others(talk, action)


def _others(talk: CardTalk, action: act.RedRainsAction) -> str:
    match action:
        case act.Dice():
            active = f"{action.power} power, {action.classes} class, {action.basic} basic"
            return f"Your dice: {active}, {action.exhausted} exhausted."
        case act.MakeDraw():
            instead = f", or takes {action.instead} damage for each it cannot" if action.instead else ""
            if action.discards:
                return f"{action.n} cards of the Chimera's draw pile are discarded."
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
            return f"{action.n} {noun} from {talk.name(action.of)} to {talk.name(action.to)}."
        case act.Search():
            return f"You search your {action.pile} pile: {action.found or 'nothing found'}."
        case act.PlaceDie():
            return f"{action.dice} of your dice onto {talk.name(action.on)}."
        case act.CopyAbilities():
            return f"{talk.name(action.to)} copies the printed abilities of {talk.name(action.of)}."
        case act.Tuck():
            return f"{action.card} goes face down under {talk.name(action.under)}."
        case act.Examine():
            return f"Show what belongs to {talk.name(action.card)}."
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
