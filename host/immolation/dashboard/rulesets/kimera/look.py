"""Shows Kimera: Scrolls with Balance and Initiative, the fight under way, the hand."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from functools import partial
from typing import ClassVar

import msgspec
from nicegui.element import Element

from immolation.dashboard.elements import box, button, drawing, escape, picture_button, press, text
from immolation.dashboard.messages import ActionJson, EventJson, LegalActionJson, NextJson, SeatJson
from immolation.dashboard.rulesets.hand_of_cards import build_verb
from immolation.dashboard.rulesets.look import Act, DrawnDie, Json, Look, Why, numbered
from immolation.dashboard.translation import _

from . import cards_at_once

EFFECTS = {
    "crack": "Armor −2",
    "stagger": "loses all ties",
    "sever": "Heavy and Free Melee −1",
    "crush": "a gem 2 levels lower",
    "expose": "no defence next time",
    "sunder": "a weapon or shield destroyed",
    "rend": "Intensity −2",
    "bash": "Evade −2",
    "scar": "a rune 2 levels lower",
    "told": "as its text says",
}
"""Damage effect -> what it does, in three words."""

SHORT = {
    "heavy_melee": "Heavy",
    "free_melee": "Free",
    "intensity": "Intensity",
    "evade": "Evade",
    "intercept": "Intercept",
    "acuity": "Acuity",
    "discipline": "Discipline",
    "armor": "Armor",
    "recovery": "Recovery",
}
"""Trait -> its name where room is scarce."""

LONGEST_TRACK = 12
"""Columns of the Initiative track; more is written beside the marker."""

CARD_VERBS = {"recover": "Recover", "discard": "Discard", "charge": "Charge", "defend": "Intercept"}
"""What is done with one card of the hand -> its button."""

CARD_AFTER_CARD = ("charge", "full-recovery")
"""Decisions that ask for one card after the other until all is said: the cards are chosen together."""


def _card_name(card: object) -> str:
    """Return what people call a card: Crush 6 for crush-6."""
    return str(card).replace("-", " ").title()


class KimeraLook(Look):
    """Kimera: what lies open on every Scroll, who is ahead, what an attack stands at."""

    moments: ClassVar[Mapping[str, str]] = {
        "battle-begins": "Battle",
        "defeated": "A defeat",
        "surrendered": "A surrender",
        "maimed": "Maimed",
    }
    charts: ClassVar[Mapping[str, str]] = {"Balance": "seats.*.balance", "Potence": "seats.*.potence"}
    left_out: ClassVar[Collection[str]] = ("charge", "turn: no target")
    wounds: ClassVar[Collection[str]] = ("damaged", "balance-lost", "maimed")

    def dice_of(self, action: ActionJson, events: Sequence[EventJson]) -> Sequence[DrawnDie]:
        """The D6 of a tied rider."""
        return [numbered("d6", action.get("value"))] if action.get("do") == "roll" else ()

    # --- in front of a seat ---

    def build_seat(self, facts: Mapping[str, Json], view: Mapping[str, Json]) -> None:
        """Type and Potence; Balance as a bar, Initiative, hand; damage, equipment, grapples; effective traits."""
        side = facts.get("team")
        mates = [one for one in view.get("seats", {}).values() if one.get("team") == side]
        words = [f"{facts.get('kimera')}, {facts.get('move')}", f"Potence {facts.get('potence')}"]
        _build_traits(facts, " · ".join(words + ([f"side {side}"] if len(mates) > 1 else [])))
        if not facts.get("alive"):
            text("defeated", "im-fact hurt", tag="span")
            _build_left(facts, view)
            return
        with box("im-km-line"):
            _build_bar(int(facts.get("balance") or 0), int(facts.get("full_balance") or 0), bool(facts.get("off")))
            text(f"Initiative {facts.get('initiative')}", "im-badge im-km-initiative", tag="span")
            cards = int(facts.get("hand_count") or 0)
            text(f"{cards} card{'' if cards == 1 else 's'}", "im-badge", tag="span")
        marks = list(_marks(facts, view))
        if marks:
            with box("im-km-line"):
                for words_, classes in marks:
                    text(words_, f"im-badge {classes}", tag="span")
        wounds = facts.get("wounds") or []
        if wounds:
            with box("im-km-line", title=f"Defeated with {facts.get('defeat_at')} damage cards"):
                text(f"damage {len(wounds)} of {facts.get('defeat_at')}", "im-fact hurt", tag="span")
                for wound in wounds:
                    _build_wound(wound, view)

    # --- beside the board ---

    def side(self, view: Mapping[str, Json]) -> Json:
        """The track, the fight, the piles."""
        riders = [
            [facts.get(key) for key in ("name", "colour", "initiative", "alive", "stands_down", "full_recovery")]
            for facts in view.get("seats", {}).values()
        ]
        keys = ("phase", "moment", "attack", "heal", "hits", "pool", "given", "deck", "spoken", "turn", "options")
        return [riders, len(view.get("discard") or ()), *(view.get(key) for key in keys)]

    def build_side(self, view: Mapping[str, Json]) -> None:
        """Build what an attack or heal has come to; cards face up; where everybody stands on the Initiative track."""
        attack, heal = view.get("attack"), view.get("heal")
        if attack:
            _build_attack(attack, view)
        if heal:
            _build_heal(heal, view)
        for key, title in (("hits", "Hits"), ("pool", "The leader's cards"), ("given", "Put in their place")):
            if view.get(key):
                with box("im-km-fight"):
                    text(title, "im-small-title")
                    _build_cards(view[key], view)
        text("Initiative", "im-small-title")
        drawing(track(list(view.get("seats", {}).values())), "im-km-track", _said(view))
        for seat, number in (view.get("spoken") or {}).items():
            text(f"{_name(view, seat)} says {number}.", "im-hint")
        text(f"Deck {view.get('deck')} · discarded {len(view.get('discard') or ())}", "im-hint")
        house = view.get("options") or {}
        if house:
            said = ", ".join(f"{key.replace('_', ' ')} {str(value).replace('_', ' ')}" for key, value in house.items())
            text(f"House rules: {said}", "im-hint")

    # --- what is decided ---

    def build_group(self, actions: Sequence[LegalActionJson], state: SeatJson, act: Act) -> bool:
        """Plays as cards, numbers as digits, attacks by target."""
        kind = actions[0].action.get("do")
        if len(actions) < 2 and kind not in ("attack", "heal"):
            return False
        if kind in ("play", "commit", "pick", "remove"):
            _build_plays(actions, state, act)
        elif kind in ("prepare", "bid"):
            _build_numbers(actions, state, act)
        elif kind in ("attack", "heal"):
            _build_targets(actions, state, act)
        elif kind == "activate":
            _build_activations(actions, state, act)
        elif kind == "defend":
            _build_defences(actions, state, act)
        elif kind in CARD_VERBS:
            _build_with_cards(actions, state, act)
        else:
            return False
        return True

    # --- what only one seat sees ---

    def own(self, view: Mapping[str, Json], state: SeatJson) -> Json:
        """The hand, the die under it, what lies face down."""
        found = state.view.get("own")
        return found if isinstance(found, dict) else super().own(view, state)

    def presented(self, state: SeatJson) -> Sequence[LegalActionJson]:
        """Return the choice to stand with the cards, where nothing but one card of the hand is to be chosen."""
        cards_alone = all(one.action.get("do") in CARD_VERBS and one.action.get("card") for one in state.actions)
        return state.actions if cards_alone else ()

    def build_own(self, view: Mapping[str, Json], state: SeatJson, act: Act, why: Why) -> None:
        """The hand, card by card, highest first; the die that was set; cards laid face down."""
        own = state.view.get("own")
        if not isinstance(own, dict):
            return
        if own.get("prepared") is not None:
            text(f"Your die shows {own['prepared']}, face down until all reveal.", "im-badge", tag="span")
        if own.get("laid") is not None:
            text(f"Face down for the breakout: {', '.join(map(_card_name, own['laid'])) or 'no card'}.", "im-hint")
        if own.get("bid") is not None:
            text(f"You spend {own['bid']} Balance on the grapple, in secret.", "im-hint")
        for heal in own.get("lingering") or ():
            text(
                f"Lingering heal on {_name(view, heal['on'])}: {', '.join(map(_card_name, heal['cards']))}.", "im-hint"
            )
        cards = state.view.get("cards", {})
        hand = sorted(own.get("hand") or (), key=lambda card: (-int(cards.get(card, {}).get("value") or 0), card))
        offered = self.presented(state)
        with box("im-hand"):
            for card in dict.fromkeys(hand):
                same = [one for one in offered if one.action.get("card") == card]
                _build_hand_card(card, hand.count(card), cards.get(card, {}), same, state.seat, act)
            if not hand:
                text("No cards in hand.", "im-hint")
        with box("im-chips"):
            for action in state.actions if state.decision is None else ():
                if action not in offered:
                    build_verb(action.label, [action], state.seat, act)


# --- a Scroll ---------------------------------------------------------------------------------------------


def _build_bar(balance: int, full: int, off: bool) -> None:
    """Balance of full, one tick a point; red and empty when Off-Balance."""
    said = f"Balance {balance} of {full}" + (", Off-Balance" if off else "")
    with box("im-km-bar" + (" off" if off else ""), title=said, role="img", aria_label=said):
        text(f"Balance {balance}/{full}", "im-km-bar-words", tag="span")
        with box("im-km-bar-track", tag="span"):
            share = min(100, round(100 * balance / full)) if full else 0
            box("im-km-bar-fill", tag="i").style(f"width: {share}%")


def _marks(facts: Mapping[str, Json], view: Mapping[str, Json]) -> Sequence[tuple[str, str]]:
    """Say in words what else lies on a Scroll, with its class."""
    found: list[tuple[str, str]] = []
    if facts.get("off"):
        found.append(("Off-Balance", "bad"))
    if facts.get("holds"):
        found.append((f"grapples {_name(view, facts['holds'])}", "bad"))
    found += [(f"grappled by {_name(view, one)}", "bad") for one in facts.get("held_by") or ()]
    found += [(f"Edge ({gear['gem']})", "") for gear in facts.get("edges") or ()]
    found += [(f"weapon {_card_name(gear['card'])} ({gear['gem']})", "") for gear in facts.get("weapons") or ()]
    if facts.get("shield"):
        found.append(("Shield", "shield"))
    if facts.get("lingering"):
        found.append((f"{facts['lingering']} lingering heal{'' if facts['lingering'] == 1 else 's'}", "shield"))
    if facts.get("full_recovery"):
        found.append(("full recovery: no attacks", ""))
    if facts.get("stands_down"):
        found.append(("stands down", ""))
    return found


def _build_left(facts: Mapping[str, Json], view: Mapping[str, Json]) -> None:
    """Build what stays on the Scroll of the defeated, face up."""
    gear = [*(facts.get("edges") or ()), *(facts.get("weapons") or ()), *filter(None, [facts.get("shield")])]
    others = [str(one["card"]) for one in gear] + [str(card) for card in facts.get("lingering_cards") or ()]
    if facts.get("wounds") or others:
        with box("im-km-line", title="These cards are out of the game"):
            for wound in facts.get("wounds") or ():
                _build_wound(wound, view)
            for card in others:
                text(_card_name(card), "im-badge", tag="span")


def _build_wound(wound: Mapping[str, Json], view: Mapping[str, Json]) -> None:
    card = view.get("cards", {}).get(wound.get("card"), {})
    effect = str(card.get("effect") or wound.get("effect") or "")
    on = f" ({wound['pick']})" if wound.get("pick") else ""
    said = f"{effect.title()}{on} {card.get('value')}"
    does = card.get("text") or EFFECTS.get(effect, effect)
    hint = f"{does}{', spent' if wound.get('spent') else ''}; healed with {card.get('value')}"
    text(said, "im-badge im-km-wound" + (" spent" if wound.get("spent") else ""), tag="span")._props["title"] = _(hint)


def _build_traits(facts: Mapping[str, Json], title: str) -> None:
    """Under a title effective traits; what damage has lowered in red, what gems and runes are there."""
    traits, bought = facts.get("traits") or {}, facts.get("bought") or {}
    with box("im-km-traits", tag="details"):
        text(title, "im-fact", tag="summary")._props["title"] = _("Traits, runes and gems")
        if facts.get("text"):
            text(str(facts["text"]), "im-card-text")
        with box("im-km-line"):
            for trait, level in traits.items():
                lower = level < bought.get(trait, 0)
                text(f"{SHORT.get(trait, trait)} {level}", "im-fact" + (" hurt" if lower else ""), tag="span")
        for kind in ("runes", "gems"):
            levels = facts.get(kind) or {}
            if levels:
                said = ", ".join(f"{key.title()} {level}" for key, level in levels.items())
                text(f"{kind.title()}: {said}", "im-hint")
        powers = [_power(power) for power in facts.get("powers") or ()]
        if powers:
            text(f"Powers: {', '.join(powers)}", "im-hint")


def _power(power: Mapping[str, Json]) -> str:
    words = [key for key in ("area", "suppression", "lingering") if power.get(key)]
    return " ".join([*words, str(power.get("power")).replace("_", " ")])


# --- the track and the fight ------------------------------------------------------------------------------


def track(riders: Sequence[Mapping[str, Json]]) -> str:
    """The Initiative track as SVG: a column a point, a row a rider, those who are out of the round hollow."""
    alive = [facts for facts in riders if facts.get("alive")]
    step, high = 24, 26
    wide, tall = 30 + LONGEST_TRACK * step, 20 + max(1, len(alive)) * high
    found = [f'<svg viewBox="0 0 {wide} {tall}" width="100%" role="presentation">']
    for column in range(LONGEST_TRACK):
        at = 24 + column * step
        found.append(f'<text x="{at}" y="12" text-anchor="middle" font-size="11" fill="#b9a899">{column}</text>')
    for row, facts in enumerate(alive):
        y = 32 + row * high
        at = 24 + min(LONGEST_TRACK - 1, int(facts.get("initiative") or 0)) * step
        colour = f"#{int(facts.get('colour') or 0x808080):06x}"
        out = bool(facts.get("stands_down") or facts.get("full_recovery"))
        fill = "none" if out else colour
        end = 24 + (LONGEST_TRACK - 1) * step
        found.append(f'<path d="M24 {y}H{end}" stroke="#3a2c25" stroke-width="2"/>')
        found.append(f'<path d="M24 {y}H{at}" stroke="{colour}" stroke-width="3"/>')
        found.append(f'<circle cx="{at}" cy="{y}" r="10" fill="{fill}" stroke="{colour}" stroke-width="2.5"/>')
        found.append(
            f'<text x="{at}" y="{y + 1}" text-anchor="middle" dominant-baseline="central" font-size="11" '
            f'font-weight="700" fill="#fffaf2" stroke="#000" stroke-width="2.4" paint-order="stroke">'
            f"{escape(str(facts.get('name') or '?')[:1])}</text>"
        )
    return "".join([*found, "</svg>"])


def _said(view: Mapping[str, Json]) -> str:
    living = [facts for facts in view.get("seats", {}).values() if facts.get("alive")]
    return "Initiative: " + ", ".join(f"{facts.get('name')} {facts.get('initiative')}" for facts in living)


def _name(view: Mapping[str, Json], seat: str) -> str:
    return str(view.get("seats", {}).get(seat, {}).get("name") or seat)


def _kind(attack: Mapping[str, Json]) -> str:
    words = [key for key in ("area", "suppression", "gem") if attack.get(key)]
    return " ".join([*words, str(attack.get("how")).replace("-", " ")])


def _intensity(attack: Mapping[str, Json], view: Mapping[str, Json]) -> Json:
    return (view.get("seats", {}).get(attack["attacker"], {}).get("traits") or {}).get("intensity", "?")


def _build_attack(attack: Mapping[str, Json], view: Mapping[str, Json]) -> None:
    """Build who strikes whom, with what, and both values so far."""
    who, whom = _name(view, attack["attacker"]), _name(view, attack["target"])
    defence = attack.get("defence")
    with box("im-km-fight"):
        text(f"{who} → {whom}", "im-km-fight-title")
        text(_kind(attack).capitalize(), "im-hint")
        with box("im-km-line"):
            text(f"attack {attack.get('value')}", "im-badge im-km-initiative", tag="span")
            text(f"Intensity {_intensity(attack, view)}", "im-badge", tag="span")
            if defence:
                how = {"intercept": "intercepts", "evade": "evades"}.get(
                    defence.get("how") or "", "decides how to defend"
                )
                text(f"{_name(view, defence['seat'])} {how}: {defence.get('value')}", "im-badge shield", tag="span")
            if attack.get("victim"):
                text(f"{_name(view, attack['victim'])} is struck", "im-badge bad", tag="span")
        further = [_name(view, one) for one in attack.get("queue") or () if one != attack["target"]]
        if further:
            text(f"also: {', '.join(further)}", "im-hint")
        if attack.get("played"):
            _build_cards(attack["played"], view)


def _build_heal(heal: Mapping[str, Json], view: Mapping[str, Json]) -> None:
    with box("im-km-fight"):
        kind = "Area heal" if heal.get("area") else "Lingering heal" if heal.get("lingering") else "Heal"
        text(f"{kind}: {_name(view, heal['seat'])} → {_name(view, heal['target'])}", "im-km-fight-title")
        if not heal.get("lingering"):
            text(f"worth {heal.get('value')}, {heal.get('left')} left", "im-hint")


# --- cards ------------------------------------------------------------------------------------------------


def _title(card: str, facts: Mapping[str, Json]) -> str:
    return f"{facts['value']} {str(facts['effect']).title()}" if facts else card


def _build_cards(cards: Sequence[str], view: Mapping[str, Json]) -> None:
    with box("im-km-line"):
        for card in cards:
            facts = view.get("cards", {}).get(card, {})
            said = f"{', '.join(map(_, facts.get('symbols') or ()))}; {_(EFFECTS.get(facts.get('effect') or '', ''))}"
            text(_title(card, facts), "im-badge im-km-card", tag="span")._props["title"] = _(said)


def _build_symbols(facts: Mapping[str, Json]) -> None:
    for symbol in facts.get("symbols") or ():
        text("› initiate" if symbol == "initiate" else symbol, f"im-km-symbol {symbol}", tag="span")


def _build_hand_card(
    card: str, copies: int, facts: Mapping[str, Json], actions: Sequence[LegalActionJson], seat: str, act: Act
) -> None:
    with box("im-card im-km-own"):
        with box("im-card-head"):
            text(str(facts.get("value") or "?"), "im-km-value", tag="span")
            _build_symbols(facts)
            text(f"{copies} copies" if copies > 1 else "", "im-card-price", tag="span")
        effect = str(facts.get("effect") or "")
        said = str(facts.get("text") or EFFECTS.get(effect, ""))
        text(f"{effect.title()}: {said}", "im-card-text").style("opacity: .75")
        with box("im-card-does"):
            for verb, name in CARD_VERBS.items():
                same = [one for one in actions if one.action.get("do") == verb]
                short = [msgspec.structs.replace(one, label=_short(name, one)) for one in same]
                if short:
                    build_verb(name, short, seat, act, main=True)


def _short(name: str, action: LegalActionJson) -> str:
    amount = action.action.get("amount")
    return f"{name}: {amount} Balance to Initiative" if amount else name


# --- choices ----------------------------------------------------------------------------------------------


def _build_plays(actions: Sequence[LegalActionJson], state: SeatJson, act: Act) -> None:
    """Cards to choose from: the most valuable play first, playing none last."""
    cards = state.view.get("cards", {})

    def chosen(action: LegalActionJson) -> list[str]:
        one = action.action
        return [str(card) for card in one.get("cards") or ([one["card"]] if one.get("card") else [])]

    def worth(action: LegalActionJson) -> int:
        return -sum(int(cards.get(card, {}).get("value") or 0) for card in chosen(action))

    attack = state.view.get("attack") or {}
    needed = attack.get("symbols") if attack.get("step") == "symbols" else None
    with box("im-mixes im-km-plays"):
        for action in sorted(actions, key=lambda one: (worth(one), chosen(one))):
            with picture_button(action.label, partial(act, state.seat, action.action), "im-mix im-km-play"):
                picked = chosen(action)
                for place, card in enumerate(picked):
                    role = f" as {needed[place]}" if needed and len(needed) == len(picked) else ""
                    text(_title(card, cards.get(card, {})) + role, "im-km-card", tag="span")
                if action.action.get("do") == "pick":
                    for card in picked:
                        text(EFFECTS.get(str(cards.get(card, {}).get("effect")), ""), "im-hint", tag="span")
                if not picked:
                    text("no card", tag="span")


def _build_numbers(actions: Sequence[LegalActionJson], state: SeatJson, act: Act) -> None:
    """A die to turn: how much Balance becomes Initiative, or is spent."""
    facts = state.view.get("seats", {}).get(state.seat, {})
    with box("im-group"):
        with box("im-group-title"):
            prepares = actions[0].action.get("do") == "prepare"
            text("Balance to turn into Initiative" if prepares else "Balance to spend")
            text(f"of {facts.get('balance')}; nobody sees it before all reveal", "im-hint")
        with box("im-chips"):
            for action in actions:
                number = str(action.action.get("amount"))
                button(number, partial(act, state.seat, action.action), "im-chip", hint=action.label)


def _build_targets(actions: Sequence[LegalActionJson], state: SeatJson, act: Act) -> None:
    """For each Kimera what may be done to it, with what its defence looks like. A tap shows the price and what is known
    of the result; the button under it declares."""
    by_target: dict[str, list[LegalActionJson]] = {}
    for action in actions:
        by_target.setdefault(str(action.action.get("target")), []).append(action)
    verb = "Heal" if actions[0].action.get("do") == "heal" else "Attack"
    chips: list[tuple[LegalActionJson, Element, Element]] = []

    def choose(chosen: LegalActionJson) -> None:
        for action, chip, offer in chips:
            press(chip, action is chosen)
            offer.clear()
        for action, __, offer in chips:
            if action is chosen:
                with offer:
                    _build_declaration(action, state, act)

    for target, same in by_target.items():
        facts = state.view.get("seats", {}).get(target, {})
        off = ", Off-Balance" if facts.get("off") else ""
        cards = int(facts.get("hand_count") or 0)
        with box("im-group"):
            with box("im-group-title"):
                text(f"{verb} {facts.get('name', target)} with …")
                text(
                    f"Balance {facts.get('balance')}{off}, {cards} card{'' if cards == 1 else 's'}, "
                    f"{len(facts.get('wounds') or ())} damage",
                    "im-hint",
                )
            with box("im-chips"):
                buttons = [button(_short_name(one), partial(choose, one), "im-chip", hint=one.label) for one in same]
            offer = box("im-km-offer", aria_live="polite")
            chips += [(action, chip, offer) for action, chip in zip(same, buttons, strict=True)]
    if len(actions) == 1:
        choose(actions[0])


def _short_name(action: LegalActionJson) -> str:
    """Say what is done, without whom it is done to."""
    return action.label.split(" on ")[0].split(" for ")[0]


def _build_declaration(action: LegalActionJson, state: SeatJson, act: Act) -> None:
    """Build what an attack or heal costs and what can be known of its result, before anything is paid; and the
    button.
    """
    told: Mapping[str, Json] = next(
        (one for one in state.view.get("forecast") or () if one.get("action") == action.action), {}
    )
    text(f"Costs {_price(told.get('cost') or {})}.", "im-km-price")
    for said in told.get("known") or ():
        text(said, "im-hint")
    if plays := told.get("plays"):
        parts = cards_at_once.parts(plays["symbols"], plays["least"], plays["skill"])
        _build_cards_at_once(action, "attack", parts, state, act, f"Declare: {action.label}")
        return
    with box("im-buttons"):
        element = button(f"Declare: {action.label}", partial(act, state.seat, action.action), "im-action")
        element._props["data-do"] = str(action.action.get("do"))


def _build_cards_at_once(
    action: LegalActionJson, kind: str, parts: Sequence[cards_at_once.CardsFor], state: SeatJson, act: Act, said: str
) -> None:
    """All cards that an action will ask for; and the way to be asked for one after the other."""
    cards, plan = (
        state.view.get("cards", {}),
        cards_at_once.discards if kind == "full-recovery" else cards_at_once.plays,
    )
    cards_at_once.build(action, kind, parts, state, lambda card: _title(card, cards.get(card, {})), act, said, plan)
    with box("im-buttons"):
        alone = partial(act, state.seat, action.action)
        hint = "You are asked for the cards one after the other"
        button(f"{said}: ask me for cards", alone, "im-action im-quiet", hint=hint)


def _build_defences(actions: Sequence[LegalActionJson], state: SeatJson, act: Act) -> None:
    """A button for each defence; one with cards shows the cards it will ask for, all at once."""
    cards = state.view.get("cards", {})
    skills = state.view.get("seats", {}).get(state.seat, {}).get("skills") or {}
    least = cards_at_once.VALUE_CARDS if (state.view.get("options") or {}).get("value_cards") == "exactly_2" else 0
    chips: list[tuple[LegalActionJson, Element]] = []

    def choose(chosen: LegalActionJson) -> None:
        how = str(chosen.action["how"])
        for action, chip in chips:
            press(chip, action is chosen)
        offer.clear()
        with offer:
            said = "Evade" if how == "evade" else f"Intercept with {_with_amount(chosen, cards)}"
            parts = cards_at_once.parts((), least, int(skills.get(how) or 0))
            _build_cards_at_once(chosen, "defend", parts, state, act, said)

    _build_strength(state)
    with box("im-buttons"):
        for action in actions:
            if action.action["how"] == "none":
                button(action.label, partial(act, state.seat, action.action), "im-action")
    with_cards = [one for one in actions if one.action["how"] != "none"]
    with_cards.sort(key=lambda one: -int(cards.get(str(one.action.get("card")), {}).get("value") or 99))
    with box("im-chips"):
        for action in with_cards:
            card = action.action.get("card")
            said = f"Intercept with {_with_amount(action, cards)}" if card else "Evade"
            chips.append((action, button(said, partial(choose, action), "im-chip", hint=action.label)))
            press(chips[-1][1], False)
    offer = box("im-km-offer", aria_live="polite")


def _with_amount(action: LegalActionJson, cards: Mapping[str, Json]) -> str:
    """Name the card of an action, with the amount where the action has one."""
    card, amount = str(action.action.get("card")), action.action.get("amount")
    return _title(card, cards.get(card, {})) + (f": {amount}" if amount else "")


def _build_card_chips(title: str, actions: Sequence[LegalActionJson], state: SeatJson, act: Act) -> None:
    """For each card with which the same is done a chip, under their title."""
    cards = state.view.get("cards", {})
    with box("im-group"):
        with box("im-group-title"):
            text(title)
        with box("im-chips"):
            for action in actions:
                chosen = partial(act, state.seat, action.action)
                button(_with_amount(action, cards), chosen, "im-chip", hint=action.label)


def _build_several(actions: Sequence[LegalActionJson], last: LegalActionJson, state: SeatJson, act: Act) -> None:
    """Cards that are chosen together and played one after the other, and then ``last``."""
    kind = state.decision.kind if state.decision is not None else ""
    cards = state.view.get("cards", {})
    chosen: list[ActionJson] = []

    def toggle(action: ActionJson, element: Element) -> None:
        if action in chosen:
            chosen.remove(action)
        else:
            chosen.append(action)
        press(element, action in chosen)

    async def play() -> None:
        if chosen:
            first, *others = chosen
            await act(state.seat, first, [NextJson(kind, one) for one in (*others, last.action)])
        else:
            await act(state.seat, last.action)

    verb = CARD_VERBS[str(actions[0].action["do"])]
    with box("im-group"):
        with box("im-group-title"):
            text(f"{verb} with one card or several …")
        with box("im-chips"):
            for action in actions:
                element = button(_with_amount(action, cards), lambda: None, "im-segment", hint=action.label)
                element._event_listeners.clear()
                element.on("click", partial(toggle, action.action, element), args=[])
                press(element, False)
        with box("im-buttons"):
            button("Play these cards, then go on", play, "im-action")


def _price(cost: Mapping[str, Json]) -> str:
    """Say what a declaration costs, in a few words."""
    paid = [f"{cost[key]} {key.title()}" for key in ("initiative", "balance") if cost.get(key)]
    shown = cost.get("symbols") or ()
    cards = [f"a card for {' and one for '.join(shown)}"] if shown else []
    return ", ".join([*paid, *cards, *([str(cost["cards"])] if cost.get("cards") else [])])


def _build_with_cards(actions: Sequence[LegalActionJson], state: SeatJson, act: Act) -> None:
    """Build what needs no card as buttons, and under it what is done with a card, card by card, the highest first."""
    cards = state.view.get("cards", {})
    plain = [one for one in actions if not one.action.get("card")]
    offers: list[Element] = []
    if plain:
        with box("im-buttons"):
            for action in plain:
                full = action.action.get("how") == "full"
                chosen = (
                    partial(_open_full_recovery, action, state, act, offers)
                    if full
                    else partial(act, state.seat, action.action)
                )
                button(action.label, chosen, "im-action")
        offers.append(box("im-km-offer", aria_live="polite"))
    with_card = [one for one in actions if one.action.get("card")]
    with_card.sort(key=lambda one: -int(cards.get(one.action["card"], {}).get("value") or 0))
    if state.decision is not None and state.decision.kind in CARD_AFTER_CARD and len(with_card) > 1 and plain:
        _build_several(with_card, plain[0], state, act)
    elif with_card:
        verb = CARD_VERBS[str(with_card[0].action["do"])]
        _build_card_chips(f"{verb} with a card …", with_card, state, act)


def _open_full_recovery(action: LegalActionJson, state: SeatJson, act: Act, offers: Sequence[Element]) -> None:
    """Show the hand under the choices of a recovery: all that is discarded is said at once."""
    count = len((state.view.get("own") or {}).get("hand") or ())
    least = min(count, int((state.view.get("options") or {}).get("full_recovery_min_cards", 1)))
    for offer in offers:
        offer.clear()
        with offer:
            part = cards_at_once.CardsFor("Discard for Balance", least, count)
            _build_cards_at_once(action, "full-recovery", [part], state, act, "Full recovery")


def _build_strength(state: SeatJson) -> None:
    """Say how hard the attack strikes, and what a card counts against it."""
    attack = state.view.get("attack")
    if attack:
        traits = state.view.get("seats", {}).get(state.seat, {}).get("traits") or {}
        text(
            f"{_name(state.view, attack['attacker'])} strikes with Intensity {_intensity(attack, state.view)}. A card "
            f"counts up to {traits.get('evade')} in an Evade, up to {traits.get('intercept')} in an Intercept.",
            "im-hint",
        )


def _build_activations(actions: Sequence[LegalActionJson], state: SeatJson, act: Act) -> None:
    """For each piece of equipment the cards that may be laid for it."""
    by_gear: dict[tuple[str, str], list[LegalActionJson]] = {}
    for action in actions:
        by_gear.setdefault((str(action.action.get("what")), str(action.action.get("gem"))), []).append(action)
    for (what, gem), same in by_gear.items():
        _build_card_chips(f"{what.title()} of the {gem.title()} gem, 1 Initiative, with …", same, state, act)


__all__ = ["KimeraLook", "track"]
