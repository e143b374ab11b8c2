"""Shows the decision of one seat: its buttons, grouped, and the forms of what people declare.

Actions are shown as the table sent them; what a button means is the table's business.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from types import MappingProxyType
from typing import Any, Final

import msgspec
from nicegui import ui
from nicegui.element import Element

from immolation.dashboard.elements import box, button, dialog, text
from immolation.dashboard.messages import (
    ActionJson,
    AheadJson,
    DeclarationJson,
    FormFieldJson,
    LegalActionJson,
    NextJson,
    SeatJson,
)
from immolation.dashboard.rulesets import Act, Look
from immolation.dashboard.translation import _

CHIPS_FROM = 2
"""So many actions of one kind on tiles become small tile chips instead of full buttons."""

MOST_ALONE = 2
"""Of the actions of a kind on tiles so many at most are full buttons."""

PICKER_FROM = 9
"""So many actions of one kind that are on no tile are chosen field by field: a score sheet, say."""

FOLDED_FROM = 3
"""More declarations than this are folded away, so that they do not push the decision off a phone."""

LONGEST_CHIP = 26
"""Characters of a chip; a longer label leaves its tile alone."""

CHOOSE_A_TILE: Final = "Choose a tile"
"""Above chips whose labels share no word."""

NEVER: Mapping[str, tuple[str, Callable[[], Any]]] = MappingProxyType({})
"""Nothing is offered to pass by itself."""

LAST = ("end-turn", "pass", "keep-die", "done")
"""Actions that only move on: they stand last and quiet, so that nobody takes them by mistake."""


@dataclass(frozen=True)
class ActionGroup:
    """Actions of one kind."""

    title: str
    actions: tuple[LegalActionJson, ...]
    chips: bool


def groups(actions: list[LegalActionJson]) -> list[ActionGroup]:
    """Actions by kind: single ones as they come, many of a kind on tiles as chips under what their labels share."""
    kinds: dict[str, list[LegalActionJson]] = {}
    for action in actions:
        kinds.setdefault(str(action.action.get("do")), []).append(action)
    found = []
    for same in kinds.values():
        if len(same) < CHIPS_FROM or not all(action.tiles for action in same):
            found.append(ActionGroup("", tuple(same), chips=False))
            continue
        for alike in _alike(same):
            chips = len(alike) >= CHIPS_FROM and _is_about_tiles(alike)
            found.append(ActionGroup(_shared(alike) if chips else "", tuple(alike), chips))
    # Full buttons first: they are few, and the choice of a tile is also on the board.
    return sorted(found, key=lambda group: 2 if group.actions[0].action.get("do") in LAST else int(group.chips))


def _alike(same: list[LegalActionJson]) -> list[list[LegalActionJson]]:
    """Actions of a kind by what their labels say before the tile, as "hunter 1 moves to"; one that says something else
    stands alone. All together where that would tell too many apart.
    """
    forms: dict[str, list[LegalActionJson]] = {}
    for action in same:
        forms.setdefault(action.label.partition(f" {action.tiles[-1]:02d}")[0], []).append(action)
    alone = sum(len(form) < CHIPS_FROM for form in forms.values())
    return [same] if alone > MOST_ALONE or alone == len(forms) else list(forms.values())


def _is_about_tiles(actions: list[LegalActionJson]) -> bool:
    """Whether people choose a tile, and not something else that a tile only stands for at the board."""
    return _shared(actions) != CHOOSE_A_TILE or any(f"{one.tiles[-1]:02d}" in one.label for one in actions)


def _shared(actions: list[LegalActionJson]) -> str:
    words = [action.label.split() for action in actions]
    shared = []
    for column in zip(*words, strict=False):
        if len(set(column)) > 1:
            break
        shared.append(column[0])
    title = " ".join(shared)
    return f"{title} …" if title else CHOOSE_A_TILE


def chip_label(action: LegalActionJson, title: str) -> str:
    """Return what a chip says: the part of the label that the others of its group do not share, or its tile."""
    rest = action.label[len(title.removesuffix(" …")) :].strip(" .") if title.endswith(" …") else ""
    if rest and len(rest) <= LONGEST_CHIP:
        return rest
    return f"{action.tiles[-1]:02d}"


def chip_labels(group: ActionGroup) -> list[str]:
    """Return what the chips of a group say, each its own: where two would say the same they say all."""
    short = [chip_label(action, group.title) for action in group.actions]
    return [
        label if short.count(label) == 1 else action.label for action, label in zip(group.actions, short, strict=True)
    ]


def build_decision(
    state: SeatJson,
    name: str,
    colour: str,
    look: Look,
    *,
    legal: Sequence[LegalActionJson],
    several: bool,
    timed: bool,
    act: Act,
    why: Callable[[str], Any],
    hint: Callable[[], None],
    let_pass: Mapping[str, tuple[str, Callable[[], Any]]] = NEVER,
    ending: Callable[[SeatJson], None] = lambda state: None,
    means: Callable[[str], str] = lambda do: "",
) -> None:
    """The buttons of one seat, inside the current container.

    ``legal``: all that the seat may do, with what stands elsewhere, such as the cards of its hand.
    ``several``: other seats decide too, so that this one says whose it is. ``timed``: a clock of this seat runs.
    ``hint``: builds the button that asks a bot what it would do.
    ``ending``: builds the switch with which the turn ends after the next action.
    ``let_pass``: what may be said of such windows, in words -> remembers it.
    ``means``: a sentence for what an action does, by its ``do``; empty for none.
    """
    decision = state.decision
    assert decision is not None
    with box("im-decision").style(f"--seat: {colour}"):
        if several:
            with box("im-decision-head"):
                text(name, "im-decision-name")
                text(decision.prompt, "im-decision-prompt")
        many = len(legal) > 1
        if not state.actions:
            to_hand = button("Choose a card in your hand", lambda: None, "im-action im-quiet im-go-hand")
            to_hand._event_listeners.clear()
            to_hand.on("click", js_handler="(e) => e.target.closest('.im-page').dataset.tab = 'hand'")
        _build_groups(state, state.actions, look, act, means, many=many)
        for ahead in state.ahead:
            if ahead.before and not ahead.walk:
                text(ahead.prompt, "im-decision-prompt")
                _build_groups(state, ahead.actions, look, taking_first(ahead, act), means, many=True)
        _build_walks([ahead for ahead in state.ahead if ahead.walk], state, act)
        label = next((one.label for one in legal if one.action == decision.default), "")
        if many:
            ending(state)
        with box("im-decision-foot"):
            if label and timed and decision.clock != "none" and many:
                text(_("If the clock runs out: {label}", label=_(label)), "im-hint im-default")
            for said, (meaning, remember) in let_pass.items():
                button(said, remember, "im-link", hint=meaning)
            if decision.rule and decision.rule != "TABLE":
                button("Why am I asked?", lambda: why(decision.rule), "im-link")
            if many and not decision.observed:
                hint()


def _build_groups(
    state: SeatJson,
    actions: Sequence[LegalActionJson],
    look: Look,
    act: Act,
    means: Callable[[str], str],
    *,
    many: bool,
) -> None:
    plain: Element | None = None
    for group in groups(list(actions)):
        sentence = means(str(group.actions[0].action.get("do")))
        if sentence:
            plain = None
            text(sentence, "im-means")
        if look.build_group(group.actions, state, act):
            plain = None
        elif group.chips:
            plain = None
            _chips(state, group, act)
        elif len(group.actions) >= PICKER_FROM and picker_fields(group.actions):
            plain = None
            _picker(state, group.actions, act)
        else:
            plain = plain or box("im-buttons")
            with plain:
                for action in group.actions:
                    main = not many or action.action.get("do") not in LAST
                    _action(state, action, action.label, "im-action" if main else "im-action im-quiet", act)


def _build_walks(walks: Sequence[AheadJson], state: SeatJson, act: Act) -> None:
    """Build the tiles that several steps lead to, folded away, for they are many. A tap on the board does the same."""
    if not walks:
        return
    with box("im-declarations im-walks", tag="details"):
        text(_("Farther, several steps at once: {count}", count=len(walks)), "im-small-title", tag="summary")
        text("Or tap the tile on the board. It stops at once if anything happens on the way.", "im-hint")
        with box("im-chips"):
            for walk in walks:
                (last,) = walk.actions
                shown = msgspec.structs.replace(last, label=_(last.label))
                _action(state, shown, f"{last.tiles[-1]:02d}", "im-chip", taking_first(walk, act))


def taking_first(ahead: AheadJson, act: Act) -> Act:
    """Take an action of a later question, and before it what answers the questions before that one."""

    async def answer(seat: str, action: ActionJson, then: Sequence[NextJson] = ()) -> bool:
        first, *others = ahead.before
        return await act(seat, first.action, [*others, NextJson(ahead.kind, action), *then])

    return answer


def build_offer(state: SeatJson, actions: Sequence[LegalActionJson], name: str, colour: str, act: Act) -> None:
    """Build what a seat may do although nobody waits for it, inside the current container."""
    with box("im-decision").style(f"--seat: {colour}"):
        with box("im-decision-head"):
            text(name, "im-decision-name")
            text("may do this now, or leave it.", "im-decision-prompt")
        with box("im-buttons"):
            for action in actions:
                _action(state, action, action.label, "im-action im-quiet", act)


def _chips(state: SeatJson, group: ActionGroup, act: Act) -> None:
    with box("im-group"):
        with box("im-group-title"):
            text(group.title)
            text("tap a ringed tile or choose here", "im-hint")
        with box("im-chips"):
            labels = chip_labels(group)
            for action, label in zip(group.actions, labels, strict=True):
                _action(state, action, label, "im-chip", act)


def picker_fields(actions: Sequence[LegalActionJson]) -> dict[str, list[Any]]:
    """Field -> its values, for the fields in which actions differ; empty if these do not tell them apart."""
    fields: dict[str, list[Any]] = {}
    for name in actions[0].action:
        values = list(dict.fromkeys(_hashable(one.action.get(name)) for one in actions))
        if len(values) > 1:
            fields[name] = values
    chosen = {tuple(_hashable(one.action.get(name)) for name in fields) for one in actions}
    return fields if len(chosen) == len(actions) else {}


def _hashable(value: Any) -> Any:
    return value if isinstance(value, int | str) or value is None else str(value)


def _picker(state: SeatJson, actions: Sequence[LegalActionJson], act: Act) -> None:
    fields = picker_fields(actions)
    values: dict[str, Any] = {}
    for name, offered in fields.items():
        _choice(name, name.replace("_", " ").capitalize(), {value: str(value) for value in offered}, values)
    wrong = text("", "im-wrong")

    async def send() -> None:
        if len(values) < len(fields):
            wrong.set_text("Choose one in each row.")
            return
        for one in actions:
            if all(_hashable(one.action.get(name)) == value for name, value in values.items()):
                await act(state.seat, one.action)
                return
        wrong.set_text("These do not go together.")

    button("So be it", send, "im-action")


def _action(state: SeatJson, action: LegalActionJson, label: str, classes: str, act: Act) -> None:
    element = button(label, lambda: act(state.seat, action.action), classes, hint=action.label)
    element._props["aria-label"] = _(action.label)
    element._props["data-do"] = str(action.action.get("do"))


def build_declarations(state: SeatJson, seats: dict[str, str], act: Act) -> None:
    """Build what people may tell the table, each behind its own button with its own form."""
    folded = box("im-declarations", tag="details")
    if len(state.declarations) <= FOLDED_FROM:
        folded._props["open"] = True
    with folded:
        text("Tell the table what only you can see", "im-small-title", tag="summary")
        with box("im-chips"):
            for declaration in state.declarations:
                button(declaration.label, partial(open_form, state.seat, declaration, seats, act), "im-tell")


def open_form(seat: str, declaration: DeclarationJson, seats: dict[str, str], act: Act) -> None:
    """A dialog made from the declaration's fields."""
    values: dict[str, Any] = {}
    with dialog(declaration.label) as window:
        for field in declaration.fields:
            _field(field, values, seats)
        wrong = text("", "im-wrong")

        async def send() -> None:
            problem = missing(declaration, values)
            if problem:
                wrong.set_text(problem)
                return
            if await act(seat, {"do": declaration.do, "seat": seat, **filled(declaration, values)}):
                window.close()
            else:
                wrong.set_text(_("The table refused; the sentence above the board says why."))

        with box("im-row im-end"):
            button("Cancel", window.close, "im-action im-quiet im-short")
            button("Tell the table", send, "im-action im-short")


def _field(field: FormFieldJson, values: dict[str, Any], seats: dict[str, str]) -> None:
    label = field.meaning or field.name
    if field.optional and "if " not in label:
        label += " It may stay empty."
    label = _(label)
    if field.type == "number" and field.high - field.low <= 10 and field.high > field.low:
        options: Any = {number: str(number) for number in range(field.low, field.high + 1)}
        _choice(field.name, label, options, values, field.optional)
    elif field.type == "flag":
        _choice(field.name, label, {True: "yes", False: "no"}, values, field.optional)
    elif field.type in ("number", "tile"):
        low, high = (0, 99) if field.type == "tile" else (field.low, field.high)
        text(_("{label} ({low} to {high})", label=label, low=low, high=high), "im-label", tag="label")
        # Not ui.number: it replaces what is out of range by the nearest number in range without a word.
        entry = ui.input().props(f"type=number min={low} max={high} step=1 inputmode=numeric outlined dense")
        entry.classes("im-entry")._props["aria-label"] = label
        entry.on_value_change(lambda event: values.__setitem__(field.name, _whole(event.value)))
    elif field.type in ("choice", "seat"):
        named = {choice: seats.get(choice, choice.replace("-", " ")) for choice in field.choices or list(seats)}
        _choice(field.name, label, named, values, field.optional)
    else:
        text(label, "im-label", tag="label")
        typed = ui.input().props("outlined dense maxlength=200").classes("im-entry")
        typed._props["aria-label"] = label
        typed.on_value_change(lambda event: values.__setitem__(field.name, str(event.value or "")))


def _choice(name: str, label: str, options: dict[Any, str], values: dict[str, Any], optional: bool = False) -> None:
    text(label, "im-label", tag="label")
    row = box("im-segments", role="radiogroup", aria_label=label)
    buttons: dict[Any, Any] = {}

    def choose(value: Any) -> None:
        if optional and values.get(name) == value:
            value = None  # a second tap takes an optional choice back
        values[name] = value
        for other, element in buttons.items():
            element.classes(add="chosen" if other == value else "", remove="" if other == value else "chosen")
            element._props["aria-checked"] = str(other == value).lower()
            element.update()

    with row:
        for value, shown in options.items():
            element = button(shown, partial(choose, value), "im-segment")
            element._props.update({"role": "radio", "aria-checked": "false"})
            buttons[value] = element
    if len(options) == 1 and not optional:
        choose(next(iter(options)))


def _whole(typed: Any) -> int | None:
    try:
        return int(str(typed))
    except ValueError:
        return None


def missing(declaration: DeclarationJson, values: dict[str, Any]) -> str:
    """One sentence about the first field that is empty or out of range; empty if all are there."""
    for field in declaration.fields:
        value = values.get(field.name)
        if field.optional and value is None:
            continue
        shown = _(field.meaning or field.name)
        if field.type in ("number", "tile"):
            low, high = (0, 99) if field.type == "tile" else (field.low, field.high)
            if value is None or not low <= value <= high:
                return _("{shown}: a whole number from {low} to {high}.", shown=shown, low=low, high=high)
        elif field.type in ("choice", "seat", "flag") and value is None:
            return _("{shown}: please choose one.", shown=shown)
    return ""


def filled(declaration: DeclarationJson, values: dict[str, Any]) -> dict[str, Any]:
    """The fields of the action: text left empty as empty text, what is optional and empty not at all."""
    return {
        field.name: values.get(field.name, "")
        for field in declaration.fields
        if not field.optional or values.get(field.name) not in (None, "")
    }


def build_veil(name: str, colour: str, show: Callable[[], Any]) -> None:
    """Shown instead of a seat's buttons at a shared screen until its player taps."""
    with box("im-decision").style(f"--seat: {colour}"):
        text(_("{name} has something to decide in private.", name=name), "im-decision-prompt")
        button(_("I am {name}: show my choices", name=name), show, "im-action")


def state_key(state: SeatJson) -> Any:
    """Return what has to differ for a seat's buttons to be built again."""
    return state.n, state.seat, state.decision, state.actions, state.declarations, state.ahead


__all__ = ["Act", "build_decision", "build_declarations", "build_veil", "groups", "open_form", "state_key"]
