"""Shows Chimera Con: Chimeras drawn part by part, the hand, fights, the Market."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from functools import partial
from typing import Any, ClassVar

from immolation.dashboard.elements import box, button, dialog, drawing, picture_button, text
from immolation.dashboard.messages import ActionJson, EventJson, LegalActionJson, SeatJson
from immolation.dashboard.rulesets.look import (
    Act,
    DrawnDie,
    Json,
    Look,
    Why,
    numbered,
)
from immolation.dashboard.translation import _

from . import creature_art
from .choices import (
    build_beats,
    build_blows,
    build_cards,
    build_dice,
    build_done,
    build_draws,
    build_greedy,
    build_parts,
)
from .creature_art import (
    PARTS,
    beast,
    build_stat,
    build_stats,
)

IN_HAND = ("substitute", "mutate", "discard")
"""What is done with a card: it stands with that card."""

VERBS = {
    "substitute": "Substitute",
    "mutate": "Mutate",
    "cheat": "Play it",
    "discard": "Discard",
}
"""What is done with a card of the hand -> its button."""

PILES = {"market": "To the Market Pile", "discard": "To the Discard Pile"}

BADGES = (
    ("poisonous", "Poisonous", "poison", "Might and Speed are halved"),
    ("negative", "Negative", "void", "No damage can be removed, and new parts hurt"),
    ("airborne", "Airborne", "air", "Only Aerial attacks hit it or come from it; no cheats"),
    ("merchant", "Merchant", "lantern", "After the Merchant's second turn the Market opens"),
)


class ChimeraConLook(Look):
    """Chimera Con: what lies before each player, and what may be done with every card."""

    moments: ClassVar[Mapping[str, str]] = {
        "eliminated": "A Chimera falls",
        "round-won": "The round is won",
        "round-lost": "The round is lost",
    }
    ends: ClassVar[Mapping[str, tuple[str, str]]] = {"action": ("discard", "done")}
    left_out: ClassVar[Collection[str]] = ("substitute", "discard")
    charts: ClassVar[Mapping[str, str]] = {"Health left": "seats.*.left", "Points": "seats.*.points"}
    wounds: ClassVar[Collection[str]] = ("damaged", "eliminated")
    folded: ClassVar[Collection[str]] = ("passed",)

    def dice_of(self, action: ActionJson, events: Sequence[EventJson]) -> Sequence[DrawnDie]:
        """All the six-sided dice that are told of together; none while more of the same roll are to fall one by one."""
        if action.get("do") not in ("roll-die", "roll-dice"):
            return ()
        told = [event.data for event in events if event.kind in ("rolled", "cheat-rolled")]
        fallen = [data.get("dice") or [data[key] for key in ("value",) if key in data] for data in told]
        return [numbered("d6", value) for value in next(filter(None, fallen), [])]

    # --- in front of a seat ---

    def build_seat(self, facts: Mapping[str, Json], view: Mapping[str, Json]) -> None:
        """The Chimera with its stats, conditions, points, and how many cards are in hand."""
        parts = facts.get("parts") or {}
        if not facts.get("alive", True):
            text("out of the round", "im-fact hurt", tag="span")
        elif any(parts.values()):
            _build_chimera(facts, parts)
        points, needed = int(facts.get("points") or 0), int(view.get("points_to_win") or 0)
        shown = "★" * points + "☆" * max(0, needed - points)
        with box("im-points", tag="span", title=f"{points} of {needed} points"):
            text(shown if needed <= 6 else f"★ {points}/{needed}", tag="span")
        if facts.get("alive", True):
            creatures, cheats = facts.get("creatures"), facts.get("cheats")
            held = text(f"{creatures} + {cheats} cards", "im-badge", tag="span")
            held._props["title"] = _(f"{creatures} creature cards and {cheats} cheat cards in hand")
        self._build_badges(facts, parts)

    @staticmethod
    def _build_badges(facts: Mapping[str, Json], parts: Mapping[str, Json]) -> None:
        for key, name, look, why in BADGES:
            if facts.get(key):
                text(name, f"im-badge {look}", tag="span")._props["title"] = _(why)
        stone = [part for part in PARTS if (parts.get(part) or {}).get("petrified")]
        if stone:
            text(f"{' and '.join(stone)} petrified", "im-badge stone", tag="span")
        weak = [part for part in PARTS if parts.get(part) and not parts[part].get("supported", True)]
        if weak:
            said = text(f"{' and '.join(weak)} unsupported", "im-badge warn", tag="span")
            said._props["title"] = _("A smaller part lies below: it gives no stats")

    # --- beside the board ---

    def side(self, view: Mapping[str, Json]) -> Json:
        """The fight under way, the Market Pile, the decks."""
        names = {seat: facts.get("name") for seat, facts in view.get("seats", {}).items()}
        found = [
            view.get(key) for key in ("attack", "market", "decks", "merchant", "merchant_turns", "over", "discard")
        ]
        return [*found, names, _contest(view)]

    def build_side(self, view: Mapping[str, Json]) -> None:
        """Build what is fought out now on top; under it what lies in the middle of the table."""
        seats = view.get("seats", {})
        fight, contest = view.get("attack"), _contest(view)
        if isinstance(fight, dict):
            _build_fight(fight, seats)
        if contest is not None:
            with box("im-fight"):
                for seat, dice in zip(contest["seats"], contest["dice"], strict=False):
                    _build_roll(str(seats.get(seat, {}).get("name")), dice, 0)
        market = view.get("market") or []
        text(f"Market Pile: {len(market) or 'empty'}", "im-small-title")
        with box("im-market"):
            for card in market:
                _build_market_card(card)
        merchant, decks = view.get("merchant"), view.get("decks") or {}
        if merchant:
            name, turns = seats.get(merchant, {}).get("name"), int(view.get("merchant_turns") or 0)
            left = max(0, 2 - turns)
            opens = f"opens after {left} more turn{'' if left == 1 else 's'} of the Merchant" if left else "is due"
            text(f"{name} is the Merchant; the Market {opens}.", "im-hint")
        thrown = len(view.get("discard") or ())
        text(
            f"Decks: {decks.get('creature')} creature, {decks.get('cheat')} cheat cards; {thrown} discarded.", "im-hint"
        )

    # --- what is decided ---

    def build_group(self, actions: Sequence[LegalActionJson], state: SeatJson, act: Act) -> bool:
        """Chimeras, blows, cards and dice are chosen as what they are."""
        match actions[0].action.get("do"):
            case "build":
                return build_beats(actions, state, act)
            case "attack":
                build_blows(actions, state, act)
            case "take" | "choose-card" | "cheat":
                build_cards(actions, state, act)
            case "choose-die":
                build_dice(actions, state, act)
            case "choose-part":
                build_parts(actions, state, act)
            case "get-greedy":
                build_greedy(actions[0], state, act)
            case "draw":
                build_draws(actions, state, act)
            case "done":
                build_done(actions[0], state, act)
            case _:
                return False
        return True

    # --- what only one seat sees ---

    def own(self, view: Mapping[str, Json], state: SeatJson) -> Json:
        """The hand, with what each card would change."""
        facts = state.view.get("seats", {}).get(state.seat, {})
        hand = facts.get("hand")
        return [hand, [facts.get(stat) for stat in ("health", "might", "speed", "magic")]] if hand else None

    def presented(self, state: SeatJson) -> Sequence[LegalActionJson]:
        """Return what is done with a card of the hand; cheats stand there unless they are the question itself."""
        asked = state.decision.kind if state.decision is not None else ""
        return [
            one
            for one in state.actions
            if (do := one.action.get("do")) in IN_HAND or (do == "cheat" and asked != "cheat")
        ]

    def build_own(self, view: Mapping[str, Json], state: SeatJson, act: Act, why: Why) -> None:
        """The hand: creature cards from head to rear, then cheats, each with what may be done with it now."""
        facts = state.view.get("seats", {}).get(state.seat, {})
        given = list(self.presented(state))
        hand = sorted(facts.get("hand") or (), key=_order)
        with box("im-hand"):
            seen: set[str] = set()
            for card in hand:
                if card["card"] in seen:
                    continue
                seen.add(card["card"])
                copies = sum(other["card"] == card["card"] for other in hand)
                mine = [one for one in given if one.action.get("card") == card["card"]]
                _build_hand_card(card, copies, facts, mine, state.seat, act)


def _order(card: Mapping[str, Json]) -> tuple[int, str]:
    part = card.get("part")
    return (PARTS.index(part) if part in PARTS else len(PARTS), str(card.get("name")))


def _contest(view: Mapping[str, Json]) -> Mapping[str, Any] | None:
    return next((frame for frame in view.get("stack") or () if frame.get("at") == "contest"), None)


def _build_chimera(facts: Mapping[str, Json], parts: Mapping[str, Json]) -> None:
    """The Chimera as a button that shows its three cards."""
    name = str(facts.get("chimera") or "")
    with picture_button(f"The cards of {name}", partial(_show_chimera, name, parts), "im-chimera"):
        text(name.replace("-", "-\u200b"), "im-chimera-name")
        drawing(beast(parts, airborne=bool(facts.get("airborne")), width=112), "im-beast", name)
        with box("im-chimera-stats"):
            for stat in ("might", "speed", "magic"):
                build_stat(stat, facts.get(stat))
    health, left = int(facts.get("health") or 0), int(facts.get("left") or 0)
    share = round(100 * left / health) if health else 0
    with box("im-life" + (" low" if 2 * left <= health else ""), title=f"{facts.get('damage')} damage taken"):
        box(tag="i").style(f"width: {share}%")
        text(f"{left} of {health} Health", tag="span")


def _show_chimera(name: str, parts: Mapping[str, Json]) -> None:
    with dialog(name) as window:
        with box("im-hand"):
            for part in PARTS:
                if parts.get(part):
                    _build_card(parts[part])
        with box("im-row im-end"):
            button("Close", window.close, "im-action im-quiet im-short")


def _build_card(card: Mapping[str, Json], note: str = "") -> None:
    """Build what is printed on a card, inside the current container."""
    with box("im-card").style(f"--focus: {creature_art.colour(card)}"):
        _build_face(card, note)


def _build_face(card: Mapping[str, Json], note: str = "") -> None:
    with box("im-card-head"):
        text(str(card.get("name")), "im-card-title", tag="span")
        with box("im-card-price", tag="span"):
            text(note or _kind(card), tag="span")
    if card.get("kind") == "cheat":
        text(str(card.get("text")), "im-card-text")
        text(f"Played {card.get('timing')}.", "im-hint")
        return
    build_stats(card)
    if card.get("petrified"):
        text("Petrified: its Health counts double, its text is lost.", "im-card-instant")
    else:
        for said in filter(None, (creature_art.action_in_words(card), str(card.get("text") or ""))):
            text(said, "im-card-text")
    if "airborne" in (card.get("keywords") or ()):
        text("Airborne: with it a Chimera may take off.", "im-card-instant")
    if card.get("fits"):
        text(f"Fits only: {', '.join(card['fits'])}.", "im-hint")


def _kind(card: Mapping[str, Json]) -> str:
    """Say what kind of card it is, in a few words."""
    if card.get("kind") == "cheat":
        return "legal cheat" if card.get("legality") == "legal" else "illegal cheat: fails on a 1"
    size = str(card.get("size") or "normal").replace("_", " ")
    return ", ".join([*([size] if size != "normal" else []), *(card.get("types") or ())])


def _build_hand_card(
    card: Mapping[str, Json],
    copies: int,
    facts: Mapping[str, Json],
    actions: Sequence[LegalActionJson],
    seat: str,
    act: Act,
) -> None:
    with box("im-card").style(f"--focus: {creature_art.colour(card)}"):
        _build_face(card, f"{copies} × {_kind(card)}" if copies > 1 else "")
        would = card.get("would")
        if isinstance(would, dict) and actions:
            with box("im-would"):
                text("Your Chimera with it:", tag="span")
                build_stats(would, facts)
                weak = [part for part in PARTS if not (would.get("supported") or {}).get(part, True)]
                if weak:
                    text(f"{' and '.join(weak)} unsupported", "im-badge warn", tag="span")
                if would.get("skips_action"):
                    text("another family: no action this turn", "im-badge warn", tag="span")
        if card.get("idle") and any(one.action.get("do") == "cheat" for one in actions):
            text("does nothing now", "im-badge warn", tag="span")
        with box("im-card-does"):
            for one in actions:
                do = str(one.action.get("do"))
                word = PILES.get(str(one.action.get("to")), "") if do == "discard" else VERBS[do]
                element = button(word, partial(act, seat, one.action), "im-card-do main", hint=one.label)
                element._props["aria-label"] = _(one.label)


def _build_market_card(card: Mapping[str, Json]) -> None:
    with box("im-market-card", title=_said(card)).style(f"--focus: {creature_art.colour(card)}"):
        text(str(card.get("name")), tag="span")
        if card.get("kind") == "cheat":
            text(_kind(card).partition(":")[0], "im-hint", tag="span")
        else:
            build_stats(card)


def _said(card: Mapping[str, Json]) -> str:
    return str(card.get("text")) if card.get("kind") == "cheat" else creature_art.in_words(card)


def _build_fight(fight: Mapping[str, Json], seats: Mapping[str, Any]) -> None:
    """An action under way: who, with what, and the dice so far."""
    attacker = seats.get(str(fight.get("seat")), {})
    target = seats.get(str(fight.get("target")), {})
    need, dice = fight.get("need") or {}, fight.get("dice") or {}
    with box("im-fight"):
        at = f" against {target.get('name')}" if target else ""
        text(f"{attacker.get('name')}: {fight.get('name')}{at}", "im-small-title")
        tags = [str(tag).title() for tag in fight.get("tags") or ()]
        if tags:
            text(", ".join(tags), "im-hint")
        if fight.get("attack"):
            _build_roll(
                f"{attacker.get('name')}, {str(fight['attack']).title()}", dice.get("attack") or (), need["attack"]
            )
        if fight.get("defend") and target:
            said = f"{target.get('name')}, {str(fight['defend']).title()}"
            _build_roll(said, dice.get("defence") or (), need.get("defence") or 0)


def _build_roll(who: str, dice: Sequence[int], need: int) -> None:
    with box("im-fight-row"):
        text(who, tag="span")
        if dice:
            drawing("".join(creature_art.die(value, size=20) for value in dice), "im-sign", ", ".join(map(str, dice)))
            text(str(sum(dice)), "im-fight-total", tag="span")
        elif need:
            text(f"{need} dice", "im-hint", tag="span")
