"""Shows the choices of Kimera that are no plain buttons: plays, numbers, targets, defences, cards of the hand."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial

from nicegui.element import Element

from immolation.dashboard.elements import box, button, picture_button, press, text
from immolation.dashboard.messages import ActionJson, LegalActionJson, NextJson, SeatJson
from immolation.dashboard.rulesets.look import Act, Json

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

CARD_VERBS = {"recover": "Recover", "discard": "Discard", "charge": "Charge", "defend": "Intercept"}
"""Action that takes one card of the hand -> the text of its button."""

CARD_TITLES = {
    "recover": "Partial recovery: discard a card …",
    "discard": "Discard a card …",
    "charge": "Charge with a card …",
    "defend": "Intercept with a card …",
}
"""The same -> what stands over the cards to choose from, in the words of a bot's hint."""

CARD_AFTER_CARD = ("charge", "full-recovery")
"""Decisions that ask for one card after the other until all is said: the cards are chosen together."""


def name_of(view: Mapping[str, Json], seat: str) -> str:
    """Return what the Kimera of a seat is called."""
    return str(view.get("seats", {}).get(seat, {}).get("name") or seat)


def intensity(attack: Mapping[str, Json], view: Mapping[str, Json]) -> Json:
    """Return the attacker's Intensity, ``?`` where it is not told."""
    return (view.get("seats", {}).get(attack["attacker"], {}).get("traits") or {}).get("intensity", "?")


def card_title(card: str, facts: Mapping[str, Json]) -> str:
    """Return a card as the log and the hints of bots say it, ``Crack 6``; with its value and effect where that tells
    neither.
    """
    name = card.replace("-", " ").title()
    if not facts or name.endswith(f" {facts['value']}"):
        return name
    return f"{name}: {facts['value']} {str(facts['effect']).title()}"


def build_plays(actions: Sequence[LegalActionJson], state: SeatJson, act: Act) -> None:
    """Build the cards to choose from: the most valuable play first, playing none last."""
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
                    text(card_title(card, cards.get(card, {})) + role, "im-km-card", tag="span")
                if action.action.get("do") == "pick":
                    for card in picked:
                        text(EFFECTS.get(str(cards.get(card, {}).get("effect")), ""), "im-hint", tag="span")
                if not picked:
                    text("no card", tag="span")


def build_numbers(actions: Sequence[LegalActionJson], state: SeatJson, act: Act) -> None:
    """Build a die to turn: how much Balance becomes Initiative, or is spent."""
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


def build_targets(actions: Sequence[LegalActionJson], state: SeatJson, act: Act) -> None:
    """Build for each Kimera what may be done to it, with what its defence looks like.

    A tap shows the price and what is known of the result; the button under it declares.
    """
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
    plays = told.get("plays")
    if plays and action.action.get("do") == "heal":
        parts = cards_at_once.heal_parts(plays["symbols"], plays["least"], plays["most"])
        _build_cards_at_once(action, "heal", parts, state, act, f"Declare: {action.label}")
        return
    if plays:
        parts = cards_at_once.parts(plays["symbols"], plays["least"], plays["skill"])
        _build_cards_at_once(action, "attack", parts, state, act, f"Declare: {action.label}")
        return
    with box("im-buttons"):
        element = button(f"Declare: {action.label}", partial(act, state.seat, action.action), "im-action")
        element._props["data-do"] = str(action.action.get("do"))


def _build_cards_at_once(
    action: LegalActionJson, kind: str, parts: Sequence[cards_at_once.CardsFor], state: SeatJson, act: Act, said: str
) -> None:
    """Build the choice of all cards that an action will ask for, and the way to be asked for one after the other."""
    cards = state.view.get("cards", {})
    plan: cards_at_once.Plan = cards_at_once.discards if kind == "full-recovery" else cards_at_once.plays
    if kind == "heal":
        hand = len((state.view.get("own") or {}).get("hand") or ())
        plan = partial(cards_at_once.heals, hand=hand, lingering=bool(action.action.get("lingering")))
    cards_at_once.build(action, kind, parts, state, lambda card: card_title(card, cards.get(card, {})), act, said, plan)
    with box("im-buttons"):
        alone = partial(act, state.seat, action.action)
        hint = "You are asked for the cards one after the other"
        button(f"{said}: ask me for cards", alone, "im-action im-quiet", hint=hint)


def build_defences(actions: Sequence[LegalActionJson], state: SeatJson, act: Act) -> None:
    """Build a button for each defence; one with cards shows the cards it will ask for, all at once."""
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
    return card_title(card, cards.get(card, {})) + (f": {amount}" if amount else "")


def _build_card_chips(title: str, actions: Sequence[LegalActionJson], state: SeatJson, act: Act) -> None:
    """Build a chip for each card with which the same is done, under their title."""
    cards = state.view.get("cards", {})
    with box("im-group"):
        with box("im-group-title"):
            text(title)
        with box("im-chips"):
            for action in actions:
                chosen = partial(act, state.seat, action.action)
                button(_with_amount(action, cards), chosen, "im-chip", hint=action.label)


def _build_several(
    actions: Sequence[LegalActionJson],
    last: ActionJson,
    state: SeatJson,
    act: Act,
    title: str,
    go: str,
) -> None:
    """Build a choice of several cards. The button ``go`` plays them one after the other, and then ``last``."""
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
            await act(state.seat, first, [NextJson(kind, one) for one in (*others, last)])
        else:
            await act(state.seat, last)

    with box("im-group"):
        with box("im-group-title"):
            text(title)
        with box("im-chips"):
            for action in actions:
                element = button(_with_amount(action, cards), lambda: None, "im-segment", hint=action.label)
                element._event_listeners.clear()
                element.on("click", partial(toggle, action.action, element), args=[])
                press(element, False)
        with box("im-buttons"):
            button(go, play, "im-action")


def build_removals(actions: Sequence[LegalActionJson], state: SeatJson, act: Act) -> None:
    """Build the damage cards that a heal may remove: together, but for an area heal, which asks for the next rider."""
    if (state.view.get("heal") or {}).get("area"):
        build_plays(actions, state, act)
    else:
        done = {"do": "done", "seat": state.seat}
        _build_several(actions, done, state, act, "Damage cards to remove", "Remove these cards, then go on")


def _price(cost: Mapping[str, Json]) -> str:
    """Say what a declaration costs, in a few words."""
    paid = [f"{cost[key]} {key.title()}" for key in ("initiative", "balance") if cost.get(key)]
    shown = cost.get("symbols") or ()
    cards = [f"a card for {' and one for '.join(shown)}"] if shown else []
    return ", ".join([*paid, *cards, *([str(cost["cards"])] if cost.get("cards") else [])])


def build_with_cards(actions: Sequence[LegalActionJson], state: SeatJson, act: Act) -> None:
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
        title = f"{CARD_VERBS[str(with_card[0].action['do'])]} with one card or several …"
        _build_several(with_card, plain[0].action, state, act, title, "Play these cards, then go on")
    elif with_card:
        _build_card_chips(CARD_TITLES[str(with_card[0].action["do"])], with_card, state, act)


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
            f"{name_of(state.view, attack['attacker'])} strikes with Intensity {intensity(attack, state.view)}. A card "
            f"counts up to {traits.get('evade')} in an Evade, up to {traits.get('intercept')} in an Intercept.",
            "im-hint",
        )


def build_activations(actions: Sequence[LegalActionJson], state: SeatJson, act: Act) -> None:
    """Build for each piece of equipment the cards that may be laid for it."""
    by_gear: dict[tuple[str, str], list[LegalActionJson]] = {}
    for action in actions:
        by_gear.setdefault((str(action.action.get("what")), str(action.action.get("gem"))), []).append(action)
    for (what, gem), same in by_gear.items():
        _build_card_chips(f"{what.title()} of the {gem.title()} gem, 1 Initiative, with …", same, state, act)
