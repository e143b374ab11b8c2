"""Shows Kimera: Scrolls with Balance and Initiative, the fight under way, the hand."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import ClassVar

import msgspec

from immolation.dashboard.elements import box, drawing, escape, text
from immolation.dashboard.messages import ActionJson, EventJson, LegalActionJson, SeatJson
from immolation.dashboard.rulesets.hand_of_cards import build_verb
from immolation.dashboard.rulesets.look import Act, DrawnDie, Json, Look, Why, numbered
from immolation.dashboard.translation import _, of_rules

from .choices import (
    CARD_VERBS,
    EFFECTS,
    build_activations,
    build_defences,
    build_numbers,
    build_plays,
    build_removals,
    build_targets,
    build_with_cards,
    card_title,
    intensity,
    name_of,
)

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
            text(f"{name_of(view, seat)} says {number}.", "im-hint")
        text(f"Deck {view.get('deck')} · discarded {len(view.get('discard') or ())}", "im-hint")
        house = view.get("house_rules") or ()
        if house:
            text("House rules", "im-small-title")
        for key, about, holds in house:
            rule = _("{about}: {holds}", about=of_rules(about, key) or about, holds=of_rules(holds, key) or _(holds))
            text(rule, "im-hint")

    # --- what is decided ---

    def build_group(self, actions: Sequence[LegalActionJson], state: SeatJson, act: Act) -> bool:
        """Plays as cards, numbers as digits, attacks by target."""
        kind = actions[0].action.get("do")
        if len(actions) < 2 and kind not in ("attack", "heal"):
            return False
        if kind in ("play", "commit", "pick"):
            build_plays(actions, state, act)
        elif kind == "remove":
            build_removals(actions, state, act)
        elif kind in ("prepare", "bid"):
            build_numbers(actions, state, act)
        elif kind in ("attack", "heal"):
            build_targets(actions, state, act)
        elif kind == "activate":
            build_activations(actions, state, act)
        elif kind == "defend":
            build_defences(actions, state, act)
        elif kind in CARD_VERBS:
            build_with_cards(actions, state, act)
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
                f"Lingering heal on {name_of(view, heal['on'])}: {', '.join(map(_card_name, heal['cards']))}.",
                "im-hint",
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
        found.append((f"grapples {name_of(view, facts['holds'])}", "bad"))
    found += [(f"grappled by {name_of(view, one)}", "bad") for one in facts.get("held_by") or ()]
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


def _kind(attack: Mapping[str, Json]) -> str:
    words = [key for key in ("area", "suppression", "gem") if attack.get(key)]
    return " ".join([*words, str(attack.get("how")).replace("-", " ")])


def _build_attack(attack: Mapping[str, Json], view: Mapping[str, Json]) -> None:
    """Build who strikes whom, with what, and both values so far."""
    who, whom = name_of(view, attack["attacker"]), name_of(view, attack["target"])
    defence = attack.get("defence")
    with box("im-km-fight"):
        text(f"{who} → {whom}", "im-km-fight-title")
        text(_kind(attack).capitalize(), "im-hint")
        with box("im-km-line"):
            text(f"attack {attack.get('value')}", "im-badge im-km-initiative", tag="span")
            text(f"Intensity {intensity(attack, view)}", "im-badge", tag="span")
            if defence:
                how = {"intercept": "intercepts", "evade": "evades"}.get(
                    defence.get("how") or "", "decides how to defend"
                )
                text(
                    f"{name_of(view, defence['seat'])} {how}: {defence.get('value')}",
                    "im-badge shield",
                    tag="span",
                )
            if attack.get("victim"):
                text(f"{name_of(view, attack['victim'])} is struck", "im-badge bad", tag="span")
        further = [name_of(view, one) for one in attack.get("queue") or () if one != attack["target"]]
        if further:
            text(f"also: {', '.join(further)}", "im-hint")
        if attack.get("played"):
            _build_cards(attack["played"], view)


def _build_heal(heal: Mapping[str, Json], view: Mapping[str, Json]) -> None:
    with box("im-km-fight"):
        kind = "Area heal" if heal.get("area") else "Lingering heal" if heal.get("lingering") else "Heal"
        text(
            f"{kind}: {name_of(view, heal['seat'])} → {name_of(view, heal['target'])}",
            "im-km-fight-title",
        )
        if not heal.get("lingering"):
            text(f"worth {heal.get('value')}, {heal.get('left')} left", "im-hint")


# --- cards ------------------------------------------------------------------------------------------------


def _build_cards(cards: Sequence[str], view: Mapping[str, Json]) -> None:
    with box("im-km-line"):
        for card in cards:
            facts = view.get("cards", {}).get(card, {})
            said = f"{', '.join(map(_, facts.get('symbols') or ()))}; {_(EFFECTS.get(facts.get('effect') or '', ''))}"
            text(card_title(card, facts), "im-badge im-km-card", tag="span")._props["title"] = _(said)


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


__all__ = ["KimeraLook", "track"]
