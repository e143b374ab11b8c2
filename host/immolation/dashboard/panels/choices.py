"""Choices of the seats of one viewer: the cards on the table, their decisions, and what passes by itself."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

import msgspec

from immolation.dashboard import rulesets, seats
from immolation.dashboard.elements import Panel, box, button, text
from immolation.dashboard.feed import Feed
from immolation.dashboard.messages import LegalActionJson, SeatJson, TableJson
from immolation.dashboard.rulesets import Act
from immolation.dashboard.settings import Viewer
from immolation.dashboard.translation import _, window

from . import decisions
from .board_input import SendCommand
from .bot_hints import BotHints
from .lessons.guide import Guide
from .turn_ending import TurnEnding


class Veil:
    """Covers what one seat alone may know at a screen that several people share, until its player taps."""

    def __init__(self, feed: Feed, viewer: Viewer, changed: Callable[[], None]) -> None:
        """``changed`` is called when something was uncovered."""
        self._feed, self._viewer, self._changed = feed, viewer, changed
        self._lifted: dict[str, int] = {}
        """Seat -> the journal number up to which its player looks."""

    def covers(self, state: SeatJson) -> bool:
        """Whether a seat's choices are covered."""
        table = self._feed.table
        if self._viewer.role != "host" or table is None or not seats.has_secrets(table, state):
            return False
        return len(seats.people(table)) > 1 and self._lifted.get(state.seat) != state.n

    def lift(self, state: SeatJson) -> None:
        """Show a seat's choices to whoever is at the screen now."""
        self._lifted[state.seat] = state.n
        self._changed()


class CardsOnTable:
    """The cards on the table, where the ruleset's look draws them."""

    def __init__(self, feed: Feed, viewer: Viewer, veil: Veil, act: Act) -> None:
        self._feed, self._viewer, self._veil, self._act = feed, viewer, veil, act
        self._panel = Panel("im-cards", label="Cards on the table")

    def show(self, table: TableJson | None) -> None:
        """Show them as the table has them; what a seat may do with one is looked up when it is tapped."""
        look = rulesets.of(table.ruleset) if table is not None else None
        model = look.table(table.view) if look is not None and table is not None else None
        deciding = seats.deciding(table, self._viewer) if table is not None and model else []
        self._panel.hide(not model)

        def build() -> None:
            if look is not None and table is not None and model:
                look.build_table(table.view, deciding, self._asked, self._act)

        self._panel.show([model, deciding], build)

    async def _asked(self) -> list[SeatJson]:
        """The seats that are asked, as far as they are uncovered; they may be heard of a moment after the table."""
        if self._feed.table is not None:
            await self._feed.until_heard(seats.deciding(self._feed.table, self._viewer))
        return [state for state in seats.asked(self._feed, self._viewer) if not self._veil.covers(state)]


class Choices:
    """The decisions of this viewer's seats, and what they may do although nobody waits for it."""

    def __init__(
        self,
        feed: Feed,
        viewer: Viewer,
        veil: Veil,
        act: Act,
        command: SendCommand,
        why: Callable[..., Any],
        ending: TurnEnding,
        guide: Guide,
    ) -> None:
        self._ending, self._guide = ending, guide
        self._feed, self._viewer, self._veil = feed, viewer, veil
        self._act, self._command, self._why = act, command, why
        self._hints = BotHints(feed, command)
        self._panel = Panel("im-decisions", label="Your choices")

    def show(self, asked: Sequence[SeatJson]) -> None:
        """``asked``: the states of this viewer's seats that are waited for."""
        table = self._feed.table
        clocked = {(clock.owner, clock.kind) for clock in self._feed.clocks.clocks}
        timed = [state.decision is not None and (state.seat, state.decision.clock) in clocked for state in asked]
        look = rulesets.of(table.ruleset) if table is not None else None
        idle = seats.idle(self._feed, self._viewer) if look is not None else []
        offers = [(state, found) for state in idle if look is not None and (found := look.offered(state))]
        key = [
            [decisions.state_key(state), self._veil.covers(state), limit]
            for state, limit in zip(asked, timed, strict=True)
        ] + [[state.seat, msgspec.to_builtins(found)] for state, found in offers]
        guided = self._guide.follow(table) if table is not None else []
        paused = table is not None and table.phase == "paused" and self._viewer.role != "watch"
        resume = table is not None and paused and self._viewer.may(table.rights.pause)
        self._panel.hide(not asked and not offers and not resume)
        self._hints.follow()

        def build() -> None:
            if table is None:
                return
            if resume:  # on a desk the header has it
                button("Resume", partial(self._command, table="resume"), "im-action im-resume")
            self._guide.build(table, [state for state in asked if not self._veil.covers(state)])
            for state, limit in zip(asked, timed, strict=True):
                self._build(table, state, several=len(asked) > 1, timed=limit)
            for state, found in offers:
                colour = seats.colour(table, state.seat)
                decisions.build_offer(state, found, seats.name(table, state.seat), colour, self._act)

        self._panel.show([key, guided, resume], build)

    def _build(self, table: TableJson, state: SeatJson, *, several: bool, timed: bool) -> None:
        name, colour = seats.name(table, state.seat), seats.colour(table, state.seat)
        if self._veil.covers(state):
            decisions.build_veil(name, colour, partial(self._veil.lift, state))
            return
        ahead = [
            msgspec.structs.replace(one, actions=_buttons(table, msgspec.structs.replace(state, actions=one.actions)))
            if one.before and not one.walk
            else one
            for one in state.ahead
        ]
        decisions.build_decision(
            msgspec.structs.replace(state, actions=_buttons(table, state), ahead=ahead),
            name,
            colour,
            rulesets.of(table.ruleset),
            legal=state.actions,
            several=several,
            timed=timed,
            act=self._act,
            why=self._why,
            hint=partial(self._hints.build, state),
            let_pass=self._passes(table, state),
            ending=self._ending.build,
            means=partial(self._guide.means, state),
        )
        self._build_meanings_of_cards(table, state)
        if state.declarations:
            names = {seat: seats.name(table, seat) for seat in seats.facts(table)}
            decisions.build_declarations(state, names, self._act)

    def _build_meanings_of_cards(self, table: TableJson, state: SeatJson) -> None:
        """Say in a guided round what each kind of action means that stands with its card and not here."""
        here = {action.action.get("do") for action in rulesets.remaining_actions(table.ruleset, state)}
        elsewhere = {str(action.action.get("do")): action.label for action in state.actions}
        for do, label in elsewhere.items():
            sentence = self._guide.means(state, do) if do not in here else ""
            if sentence:
                text(_("With your cards, {label}: {sentence}", label=_(label), sentence=sentence), "im-means")

    def _passes(self, table: TableJson, state: SeatJson) -> dict[str, tuple[str, Callable[[], Any]]]:
        """Return the words for passing such windows -> the explanation, and the function that remembers it."""
        decision = state.decision
        if decision is None:
            return {}
        remember = partial(self._command, table="asked", seat=state.seat)
        found: dict[str, tuple[str, Callable[[], Any]]] = {}
        again = _("Until you ask to be asked again")
        if seats.may_be_passed(table, state):
            kept = partial(remember, kind=decision.kind, this_turn=True)
            found["Not again this turn"] = (_("Such windows pass until it is over"), kept)
            if decision.about:
                card = partial(remember, kind=f"{decision.kind}: {decision.about}", this_turn=False)
                found[_("Never for {card}", card=decision.about)] = (again, card)
        whole = decision.kind if found else seats.kind_and_about(decision)
        if found or whole in rulesets.of(table.ruleset).left_out:
            found["Always pass here"] = (again, partial(remember, kind=whole, this_turn=False))
        return found


def _buttons(table: TableJson, state: SeatJson) -> list[LegalActionJson]:
    """The actions that no card of the hand stands for, in the browser's language."""
    return [
        msgspec.structs.replace(action, label=_(action.label))  # before they are put together by what they share
        for action in rulesets.remaining_actions(table.ruleset, state)
    ]


class Passes:
    """The questions that this viewer's seats let pass by themselves, with the way back."""

    def __init__(self, viewer: Viewer, command: SendCommand) -> None:
        self._viewer, self._command = viewer, command
        self._panel = Panel("im-passes", label="What passes by itself")

    def show(self, table: TableJson | None) -> None:
        """Show it as the table has it."""
        own = [seat for seat in seats.facts(table) if self._viewer.sees(seat)] if table is not None else []
        kept = {seat: found for seat in own if table is not None and (found := seats.passed_kinds(table, seat))}
        self._panel.hide(not kept)

        def build() -> None:
            for seat, kinds in kept.items():
                named = [window(kind) + (_(" (this turn)") if once else "") for kind, once in kinds.items()]
                name = seats.name(table, seat) if table is not None else seat
                with box("im-row"):
                    text(_("{name} lets pass: {kinds}", name=name, kinds=", ".join(named)), "im-hint")
                    button("Ask me again", partial(self._command, table="asked", seat=seat), "im-link")

        self._panel.show(kept, build)


class OwnHand:
    """The view of one seat alone, with what it may do out of turn and how often it is asked."""

    def __init__(
        self, feed: Feed, viewer: Viewer, veil: Veil, act: Act, command: SendCommand, why: Callable[..., Any]
    ) -> None:
        self._feed, self._viewer, self._veil = feed, viewer, veil
        self._act, self._command, self._why = act, command, why
        self._panel = Panel("im-private im-tab-hand", label="Only you see this")

    def refresh(self) -> None:
        """Show it to whoever may see it."""
        table, state = self._feed.table, self._state()
        if table is None or state is None or not (look := rulesets.of(table.ruleset)).own(table.view, state):
            self._panel.hide(True)
            self._panel.show({}, lambda: None)
            return
        self._panel.hide(False)

        def build() -> None:
            text("Only you see this", "im-small-title")
            look.build_own(table.view, state, self._act, self._why)
            self._build_asked(table, state.seat)

        shown = [look.own(table.view, state), msgspec.to_builtins(look.presented(state))]
        self._panel.show([*shown, seats.player(table, state.seat).asked], build)

    def _state(self) -> SeatJson | None:
        """The state of the one seat whose player looks: at the host's screen whoever is alone there, or asked alone."""
        table, seat = self._feed.table, self._viewer.seat
        if table is None:
            return None
        state = self._feed.seats.get(seat) if seat else None
        if self._viewer.role == "host":
            shown = [one for one in seats.asked(self._feed, self._viewer) if not self._veil.covers(one)]
            alone = seats.people(table)
            if len(shown) == 1:
                state = shown[0]
            elif len(alone) == 1:  # nobody else is at this screen
                state = self._feed.seats.get(alone[0])
        return state if state is not None and seats.has_secrets(table, state) else None

    def _build_asked(self, table: TableJson, seat: str) -> None:
        """Whether this person is asked at every opportunity."""
        if seats.player(table, seat).kind != "person":
            return
        always = seats.player(table, seat).asked == "always"
        label = "Ask me at every opportunity: on" if always else "Ask me at every opportunity: off"
        hint = "Off: you are asked what concerns you, and may still act at any time"
        button(label, lambda: self._command(table="asked", seat=seat, always=not always), "im-link", hint=hint)
