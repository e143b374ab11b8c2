"""Understands what people say of their printed cards: "Ember Lancer enters, 3 2, stalk", "2 damage to the left aspect".

Each sentence becomes one declaration. What is left out and cannot be guessed is asked back: how much, which card.
"""

from __future__ import annotations

import re
from typing import Any, Final

import msgspec

from ...contract import Action, Understood
from ...spoken import Unclear
from .. import actions as act
from ..facts.situation import Situation
from ..player_effects.lasting_changes import CHANGES as LASTING
from . import declarations as make
from .card_names import CardNames
from .read_back import read_back

N: Final = r"(?P<n>\d+)"
X: Final = r"(?P<x>.+?)"
WHOSE: Final = r"(?P<whose>(?: of mine| of chimera| facing me| opposite| on both sides| on my side| i control)?)"
ALL: Final = (
    r"(?:all|each|every) (?:my |own |of my )?(?P<un>unexhausted )?(?P<kind>units?|aspects?|allies|ally|conjurations?)"
)
VAL: Final = r"(?P<val> (?:whose|with) .*?\d+.*?(?: or (?:less|fewer|more)(?: \w+)?)?)?"
GIVES: Final = r"(?: ?,? (?:giving|which gives|that gives|it gives|with|for) (?P<gives>.+))?"
LAW: Final = r"(?P<law>,? (?:as |by |it is )?law)?"

_SENTENCES: Final[tuple[tuple[re.Pattern[str], make.Maker], ...]] = tuple(
    (re.compile(pattern), maker)
    for pattern, maker in (
        # units that enter
        (r"(?:i )?(?:play|summon) (?P<name>[^,\d]*?)(?P<rest>(?:[ ,]+\d.*)?)", make.enter),
        (
            r"(?:another |second |third |next )?unit (?:enters|comes in|comes into play|joins)[ ,]+"
            r"(?P<name>[^,\d]*?[^\W\d][^,\d]*?)(?P<rest>[ ,]+\d.*)",
            make.enter,
        ),
        (r"(?P<name>[^,]*?) ?(?:enters|comes in,|comes into play|arrives|joins)(?: play)?(?P<rest>.*)", make.enter),
        (rf"{X} comes back(?: into play)?", make.comes_back),
        # damage that goes elsewhere, before damage
        (rf"prevent (?:(?P<all>all)|(?:next )?{N})? ?(?:of )?(?:next )?damage to {X}", make.next_damage("prevent")),
        (rf"(?:(?P<all>all)|(?:next )?{N})? ?damage to {X} is prevented", make.next_damage("prevent")),
        (rf"redirect (?:(?P<all>all)|{N})? ?damage from {X} to (?P<to>.+)", make.next_damage("redirect")),
        (rf"(?P<to>.+?) takes (?:(?P<all>all|that)|{N})? ?damage (?:instead of|for) {X}", make.next_damage("redirect")),
        # all or each of something, before one card
        (rf"(?:deal )?(?:{N} )?damage to {ALL}{VAL}{WHOSE}{LAW}", make.area("damage")),
        (rf"{ALL}{VAL}{WHOSE} takes? {N} damage{LAW}", make.area("damage")),
        (rf"(?:place )?(?:{N} )?wounds? on {ALL}{VAL}{WHOSE}{LAW}", make.area("wound")),
        (rf"destroy {ALL}{VAL}{WHOSE}{LAW}", make.area("destroy")),
        (rf"exhaust {ALL}{VAL}{WHOSE}{LAW}", make.area("exhaust")),
        # attacks
        (rf"(?:i )?attack {X} with (?P<units>.+?)(?P<forced> ,? ?(?:it|which|that) must block)?", make.attack),
        (rf"(?P<units>.+?) attacks? (?!this turn|until ){X}", make.attack),
        (rf"(?:i )?attack {X}", make.attack_how),
        # what the Chimera may not do
        (r"chimera (?:takes|has|may take|gets) no side actions?", make.hinder("no-side-action")),
        (r"chimera (?:uses|has|may use|gets) no dice powers?", make.hinder("no-dice-power")),
        (r"chimera (?:cannot|can not|may not|does not|can't) guard", make.hinder("cannot-guard")),
        (r"(?:exhaust ultimate|ultimate is exhausted)", make.hinder("exhaust-ultimate")),
        # tokens, rage dice, actions, wounds
        (
            rf"(?:place|add|put) (?:{N} )?(?:more )?red rains tokens?(?: on(?:to)? chimera)?",
            make.change("place-tokens"),
        ),
        (rf"(?:take|remove) (?:{N} )?red rains tokens?(?: (?:from|off) chimera)?", make.change("take-tokens")),
        (rf"(?:turn|lower) (?:{N} )?rage (?:dice|die)(?: down| to basic)?", make.change("lower-rage")),
        (rf"raise (?:{N} )?rage (?:dice|die)", make.change("raise-rage")),
        (r"(?:ready ultimate|ultimate is readied)", make.change("ready-ultimate")),
        (r"(?:i (?:have|get|take) )?(?:another|second|further) main action", make.change("main-again")),
        (r"(?:i (?:have|get|take) )?(?:another|second|further) side action", make.change("side-again")),
        (rf"move {N} wounds? from {X} to (?P<to>.+)", make.move_wounds),
        # one card
        (rf"(?:deal )?(?:{N} )?damage (?:to|on) {X}", make.effect("damage", "damage to")),
        (rf"{X} (?:takes?|suffers?) (?:{N} )?damage", make.effect("damage", "damage to")),
        (rf"(?:place |put )?{N} (?:more )?wounds? (?:on|onto|to) {X}", make.effect("wound")),
        (rf"{X} (?:gets?|receives?|takes?) {N} wounds?", make.effect("wound")),
        (rf"(?:remove|heal) {N} wounds? (?:from|on|of) {X}", make.effect("heal")),
        (rf"(?:heal) {X} (?:by |for )?{N}", make.effect("heal")),
        (rf"(?:heal) {N} (?:from|on) {X}", make.effect("heal")),
        (rf"{X} heals? {N}(?: wounds?)?", make.effect("heal")),
        (rf"heal {X}", make.effect("heal", "is healed on")),
        (rf"(?:place |put )?{N} exhaustion(?: tokens?)? (?:on|onto) {X}", make.effect("exhaust")),
        (rf"exhaust {X}", make.effect("exhaust")),
        (rf"{X} (?:is exhausted|exhausts|becomes exhausted)", make.effect("exhaust")),
        (rf"(?:ready|unexhaust) {X}", make.effect("ready")),
        (rf"{X} (?:is readied|readies|becomes ready)", make.effect("ready")),
        (rf"(?:destroy|kill) {X}", make.effect("destroy")),
        (rf"{X} is (?:destroyed|killed)", make.effect("destroy")),
        (rf"discard (?:top )?(?:{N} )?cards? (?:of|from) chimera 's (?:draw )?pile", make.discards),
        (rf"discard {X}", make.effect("discard")),
        (rf"{X} (?:leaves play|is discarded)", make.effect("discard")),
        (r"remove (?P<word>.+?) from chimera 's discard(?: pile)?(?: from the game)?", make.remove_pile),
        (rf"remove {X} from game", make.effect("remove")),
        (rf"{X} is removed from game", make.effect("remove")),
        (rf"remove {X} from battle", make.effect("remove-from-battle")),
        (rf"{X} (?:is removed from|leaves) battle", make.effect("remove-from-battle")),
        (rf"return {X}(?: to (?:my |its owner 's )?hand)?", make.effect("to-hand")),
        (rf"{X} returns(?: to (?:my |its owner 's )?hand)?", make.effect("to-hand")),
        (rf"(?:i )?(?:take|put) {X} back(?: (?:in)?to (?:my |its owner 's )?hand)?", make.effect("to-hand")),
        (rf"{X} (?:goes|comes) back (?:in)?to (?:my |its owner 's )?hand", make.effect("to-hand")),
        (rf"set {X} aside", make.effect("return")),
        (rf"{X} is set aside", make.effect("return")),
        (rf"(?:add |place |put )?(?:{N} )?status(?: tokens?)? (?:on|onto|to) {X}", make.effect("add-status")),
        (rf"(?:take|remove) (?:{N} )?status(?: tokens?)? (?:from|off) {X}", make.effect("take-status")),
        (rf"attach (?P<word>.+?) to {X}{GIVES}", make.spell("attach")),
        (rf"(?P<word>.+?) is attached to {X}{GIVES}", make.spell("attach")),
        (r"detach (?P<word>.+?) from (?P<x>.+)", make.spell("detach")),
        (r"(?P<word>.+?) (?:falls|comes) off (?P<x>.+)", make.spell("detach")),
        (rf"{X} (?:gains?|gets|is given) (?P<word>.+)", make.keyword("grant")),
        (rf"{X} loses (?P<word>.+)", make.keyword("lose")),
        # the Chimera, dice and piles
        (rf"chimera draws(?: {N})?(?: cards?)?(?: or takes? (?P<instead>\d+) damage(?: each| for each)?)?", make.draw),
        (rf"chimera discards(?: {N})?(?: cards?)?(?: (?:of|from) (?:its |chimera 's )?(?:draw )?pile)?", make.discards),
        (r"chimera chooses (?P<word>.+)", make.choose),
        (r"(?:my )?deck(?: has (?P<card>.*)| .*)?", make.deck),
        (r"(?:look at|reveal|show) chimera 's hand", make.hand),
        (r"(?:i )?search (?:my )?(?P<pile>draw|discard|conjuration) pile(?: for (?P<found>.+))?", make.search),
        (r"(?:i (?:roll|rolled|have|show) )?(?:my )?dice(?: are| show)?[ ,]*(?P<rest>.*)", make.dice),
        (r"i (?:roll|rolled) (?P<rest>\d+ (?:power|class|basic).*)", make.dice),
        (rf"(?:place|put) (?:(?P<n>\d+) )?(?:die|dice) (?:on|onto) {X}", make.place_die),
        (r"copy abilities (?:of|from) (?P<x>.+?) (?:to|onto) (?P<to>.+)", make.copy),
        (r"(?P<to>.+?) copies (?:the abilities of )?(?P<x>.+)", make.copy),
        (rf"(?:tuck|put) (?P<word>.+?)(?: face down)? under {X}", make.tuck),
        (rf"(?:examine|show|what is under|look under) {X}", make.examine),
        (r"(?:i )?meditate(?: with| on)?(?: (?P<n>\d+))?(?: dice| die)?", make.meditate),
    )
)  # fmt: skip
"""Sentences in the order in which they are tried; the whole sentence must fit."""


def understand(s: Situation, seat: str, sentence: str) -> Understood | None:
    """Return the declaration that a sentence makes, read back in words; None if it is no sentence about cards."""
    known = CardNames(s, seat)
    sentence = re.sub(r"\b(?:a|an|the) ", "", sentence)
    sentence = re.sub(r"^i (?=(?:take|suffer|receive|get|heal) \d+(?: more)?(?: damage| wounds?|$))", "me ", sentence)
    sentence, until = _until(sentence)
    rest, extra, tail = _extras(sentence)
    try:
        lasts = known.card(until) if until not in ("", "turn", "round") else until
        for pattern, maker in _SENTENCES:
            match = pattern.fullmatch(rest)
            if match is None:
                continue
            action = maker(known, match)
            if tail and isinstance(action, act.Effect):
                action = _with_price(known, action, tail)
            if extra:
                if not isinstance(action, act.Effect):
                    raise Unclear("Only what a card does to one card is a reaction, a dice power or an ability.")
                action = msgspec.structs.replace(action, **extra)
            if lasts:
                action = _lasting(action, lasts)
            return Understood(action, read_back(known, action))
    except Unclear as unclear:
        return Understood(None, str(unclear))
    return None


_UNTIL: Final = re.compile(
    r"(?P<rest>.+?) ?,? (?:(?:until end of|for rest of|during|for|this)(?: this)? (?P<when>turn|round)"
    r"|(?:while|as long as) (?P<card>.+?) (?:is|stays|remains) in play)"
)


def _until(sentence: str) -> tuple[str, str]:
    """Part a sentence from how long it lasts: ``turn``, ``round``, words for a card, or nothing."""
    found = _UNTIL.fullmatch(sentence)
    if found is None or found["rest"].endswith(" once"):
        return sentence, ""
    return found["rest"].rstrip(" ,"), found["when"] or found["card"]


def _lasting(action: Action, until: str) -> Action:
    """Return the declaration with how long it lasts. Raises Unclear for what does not last."""
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
_NO_CARD: Final = re.compile(r"\b(?:game|battle|hand|play|pile|deck|1|2|3|4|5|6|7|8|9)\b")


def _extras(sentence: str) -> tuple[str, dict[str, Any], str]:
    """Part a sentence from what its end says of how it comes about, and of the unit it comes from."""
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
        or _NO_CARD.search(price["unit"])
    ):
        return rest, extra, ""
    return price["rest"], extra, f"{price['how']} {price['unit']}"


def _with_price(known: CardNames, action: act.Effect, tail: str) -> act.Effect:
    how, _, phrase = tail.partition(" ")
    unit = known.own_unit(phrase)
    return msgspec.structs.replace(action, source="ability", by=unit, cost=how == "exhausting")
