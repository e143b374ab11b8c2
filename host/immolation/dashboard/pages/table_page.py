"""One browser's page: lays the panels out, refreshes them, and turns taps into commands."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Sequence
from functools import partial
from typing import Any

import msgspec
from nicegui import Client

from immolation.dashboard import messages, rulesets, seats
from immolation.dashboard.drawing import drawn_board
from immolation.dashboard.drawing.drawn_board import DrawnBoard
from immolation.dashboard.elements import Panel, box, button, dialog, drawing, text
from immolation.dashboard.feed import CommandRefused, Feed
from immolation.dashboard.messages import ActionJson, EntryJson, SeatJson, TableJson
from immolation.dashboard.panels import (
    board_prompts,
    decisions,
    device_settings,
    dice,
    lesson,
    new_game,
    player_dialogs,
    score_sheets,
    seat_cards,
)
from immolation.dashboard.panels.board_dialog import BoardDialog
from immolation.dashboard.panels.board_input import BoardInput
from immolation.dashboard.panels.clock_digits import ClockDigits
from immolation.dashboard.panels.event_log import EventLog
from immolation.dashboard.panels.guests import Guests
from immolation.dashboard.panels.headline import Headline, headline, to_put_right
from immolation.dashboard.panels.lobby import Lobby
from immolation.dashboard.panels.moments import Moments
from immolation.dashboard.panels.say_box import SayBox
from immolation.dashboard.panels.seat_buttons import SeatButtons
from immolation.dashboard.panels.seats_dialog import SeatsDialog
from immolation.dashboard.pixel_relay import PixelRelay
from immolation.dashboard.rulesets import how_to_play
from immolation.dashboard.settings import PageSettings, Viewer
from immolation.dashboard.story.dice_throw import DiceThrow
from immolation.dashboard.story.signals import Signals
from immolation.dashboard.story.since_turn import SinceTurn
from immolation.dashboard.story.timeline import Timeline
from immolation.dashboard.translation import _

from . import assets

log = logging.getLogger(__name__)

HANDS = {True: "Helping hands: on", False: "Helping hands: off"}

PACES = {0: "at once", 400: "fast", 800: "normal", 1600: "slow", 3000: "very slow"}
"""Milliseconds a bot thinks and a step stays -> how it is called."""

TO_PLAY = "(e) => e.target.closest('.im-page').dataset.tab = 'play'"
"""On a phone: to the tab with the board."""

TABS = {"play": "Play", "hand": "Hand", "seats": "Seats", "log": "Log", "more": "More"}


class TablePage:
    """The whole page of one viewer."""

    def __init__(
        self,
        feed: Feed,
        viewer: Viewer,
        client: Client,
        *,
        settings: PageSettings,
        port: int,
        lights: PixelRelay,
        known: dict[str, int],
        guests: Guests,
        wall: bool = False,
    ) -> None:
        """``port``: where the page answers. ``known``: see `BoardInput`.

        ``wall``: to be read from three metres, with nothing to touch; then ``viewer`` only watches.
        """
        self.feed = feed
        self.guests = guests
        self.viewer = viewer
        self._client = client
        self._settings, self._port, self._lights, self._known_tiles = settings, port, lights, known
        self._unveiled: dict[str, int] = {}
        self._refused: tuple[str, str] = ("", "")
        self._gone = False
        self._open_dialog: SeatsDialog | BoardDialog | None = None
        """The dialog that shows what changes."""
        assets.add_assets()
        board_input = BoardInput(
            feed,
            viewer,
            known,
            act=self.act,
            command=self.command,
            refuse=self.refuse,
            is_virtual=self.virtual,
            is_veiled=self.veiled,
            dialogs=lambda: self.root,
        )
        self._terms = box("im-terms", hidden="")
        with box("im-page" + (" im-wall" if wall else ""), data_tab="play") as self.root:
            self._build_header()
            with box("im-main"):
                with box("im-board-side"):
                    self._board = DrawnBoard(partial(self._on_gesture, board_input))
                    self._moments = Moments()
                    self._throw = DiceThrow()
                with box("im-play im-tab-play"):
                    with box("im-top"):
                        self._head_panel = Panel("im-headline", label="What the table waits for")
                        self._head_panel.element._props["aria-live"] = "polite"
                        self._wrong = Panel("im-refusal", tag="div", label="Refused")
                        self._wrong.element._props["role"] = "alert"
                    self._lobby = Lobby(feed, viewer, guests, settings, port, self.command)
                    self._others = Panel("im-others", tag="div", label="Who else is on this seat")
                    self._others.element._props["role"] = "status"
                    self._right = Panel("im-right", label="Put the board right")
                    self._agree = Panel("im-right", label="Going back")
                    self._timeline = Timeline(feed, self.command, self.refresh)
                    self._since = SinceTurn(self.why)
                    self._cards = Panel("im-cards", label="Cards on the table")
                    self._scores = Panel("im-score-panel", label="Score sheets")
                    self._dice = Panel("im-dice", label="Dice")
                    self._decide = Panel("im-decisions", label="Your choices")
                    self._say_box = SayBox(feed, viewer, act=self.act, command=self.command)
                    self._passes = Panel("im-passes", label="What passes by itself")
                    self._private = Panel("im-private im-tab-hand", label="Only you see this")
                with box("im-side im-tab-seats", role="region", aria_label="Seats and table", tabindex="0"):
                    self._clocks = ClockDigits()
                    self._seats = Panel("im-seats", label="Seats")
                    self._seat_buttons = SeatButtons(feed, viewer, self.virtual)
                    self._index = Panel("im-index", label="Omega Index")
                with box("im-history im-tab-log"):
                    with box("im-story-tools"):
                        text("What happened", "im-small-title")
                        if not wall:
                            past = button("Timeline", self._timeline.toggle, "im-signal", hint="Look back at this game")
                            past.on("click", js_handler=TO_PLAY)
                            hint = "Board, clocks and scores in big type for a screen on the wall; nothing to touch"
                            link = text("Wall display", "im-button im-signal", tag="a")
                            link._props.update({"href": "?wall", "target": "_blank", "title": hint})
                        self._signals = Signals()
                    self._log = EventLog(self.why)
            self._build_tabs()

    # --- the frame ---------------------------------------------------------------------------------------

    def _build_header(self) -> None:
        with box("im-header", tag="header"):
            drawing(assets.FAVICON, "im-mark")
            with box("im-names"):
                text("Immolation", "im-word")
                self._title = text("", "im-game")
                self._round_text = text("", "im-round")
                self._me = text("", "im-me")
            self._running = ClockDigits(running_only=True)
            self._running.classes("im-clock-phone")
            self._link = box("im-link-state", role="status")
            with self._link:
                self._link_text = text("", tag="span")
            with box("im-tools im-tab-more"):
                self._learn = button("How to play", self._lesson, "im-tool", key="h")
                button("Rules", self._rulebook, "im-tool", hint="Every rule of this game, to be searched", key="r")
                if self.viewer.role != "watch":
                    self._undo = button("Undo", self._go_back, "im-tool", key="u")
                    self._pause = button("Pause", self._pause_or_resume, "im-tool", key="p")
                if self.viewer.role != "watch":
                    self._new = button("New game", self._new_game, "im-tool", key="n")
                if self.viewer.role == "host":
                    button("Players", self._players, "im-tool")
                    button("Seats", self._open_seats, "im-tool", hint="Who is there, and how others join", key="s")
                    hint = "How long a bot thinks, and each step of a turn that plays itself is shown"
                    self._pace = button("Pace", self._change_pace, "im-tool", hint=hint)
                    hint = "The virtual board's hands move what is nobody's to move"
                    self._hands = button(HANDS[True], self._toggle_hands, "im-tool", hint=hint)
                    self._hands.set_visibility(False)
                button("Board", self._open_board, "im-tool", hint="How the board is, and its lights", key="b")
                button("Settings", self._open_settings, "im-tool", hint="Of this device", key="?")

    def _build_tabs(self) -> None:
        with box("im-tabs", tag="nav", aria_label="Parts of the page"):
            for name, label in TABS.items():
                tab = button(label, lambda: None, f"im-tab im-to-{name}")
                tab._event_listeners.clear()
                tab.on("click", js_handler=f"(e) => e.target.closest('.im-page').dataset.tab = '{name}'")

    # --- news --------------------------------------------------------------------------------------------

    def refresh(self) -> None:
        """Show the newest news. Cheap when nothing that this browser sees has changed."""
        if not self._gone:
            with self._client:
                self._refresh()

    @property
    def connected(self) -> bool:
        """Whether the browser hears this page at this moment."""
        return not self._gone and self._client.has_socket_connection

    def leave(self, seconds: float) -> None:
        """Send the browser away: it is told to load the page anew, and after ``seconds`` it hears nothing more."""
        self._gone = True
        with self._client:
            self._client.run_javascript("location.reload()")
        asyncio.get_running_loop().call_later(seconds, self._cut_off)

    def _cut_off(self) -> None:
        if not self._client.is_deleted:
            self._client.delete()

    def _refresh(self) -> None:
        feed, table = self.feed, self.feed.table
        asked = seats.asked(feed, self.viewer)
        said = self._lobby.headline() or headline(feed, self.viewer)
        self._head_panel.show(said, lambda: self._build_headline(said))
        self._lobby.refresh()
        self._show_refusal()
        self._show_link()
        open_seats = [state for state in asked if not self.veiled(state)]
        virtual = self.virtual()
        past = self._timeline.moment
        if table is not None and past is not None:
            self._board.show(drawn_board.past_model(table, past))
        else:
            self._board.show(drawn_board.board_model(feed, self.viewer, open_seats, self._known_tiles, virtual))
        self.root.classes(add="im-past" if past is not None else "", remove="" if past is not None else "im-past")
        if self.viewer.role == "host" and table is not None:
            self._pace.set_text(pace_label(table.pace_ms))
            self._hands.set_visibility(table.hands is not None)
            self._hands.set_text(_(HANDS[table.hands is not False]))
        self._seat_buttons.refresh()
        self._say_box.refresh()
        self._show_others()
        self._show_right()
        self._show_consent()
        self._show_scores()
        self._show_dice()
        self._show_cards(open_seats)
        self._show_decisions(asked)
        self._show_private()
        self._show_passes()
        if table is not None:
            self._title.set_text(table.title or table.ruleset)
            self._show_terms(table.ruleset)
            self._learn.set_visibility(how_to_play.lesson(table.ruleset) is not None)
            self._round_text.set_text(self._round())
            self._show_me()
            names = {seat: seats.name(table, seat) for seat in seats.facts(table)}
            colours = {seat: seats.colour(table, seat) for seat in names}
            self._clocks.show(feed, colours, names)
            self._running.show(feed, colours, names)
            self._seats.show(
                [table.view.get("seats"), table.view.get("turn"), _plain(table.players), list(table.deciders)],
                lambda: seat_cards.build_seats(feed),
            )
            self._show_index()
            if self.viewer.role != "watch":
                self._undo._props.set_bool("disabled", not table.can_undo)
                self._pause.set_text(_("Resume") if table.phase == "paused" else _("Pause"))
                self._undo.set_visibility(self._may(table.rights.undo))
                self._pause.set_visibility(self._may(table.rights.pause))
                self._new.set_visibility(self._may(table.rights.end))
        entries = _shown_entries(feed)
        self._log.show(entries)
        if table is not None:
            self._show_story(table, entries, asked)
        lost = not feed.connected or feed.host_online is False
        self.root.classes(add="im-lost" if lost else "", remove="" if lost else "im-lost")
        if self._open_dialog is not None:
            self._open_dialog.refresh()

    async def _on_gesture(self, board: BoardInput, kind: str, tile: int | None, start: int | None) -> None:
        """A hand on the board; on a past position it moves nothing."""
        if self._timeline.moment is None:
            await board.on_gesture(kind, tile, start)

    def _show_story(self, table: TableJson, entries: list[EntryJson], asked: Sequence[SeatJson]) -> None:
        """Tell what is new: moments, dice, what happened since the player's turn, and what is heard of it."""
        look, own = rulesets.of(table.ruleset), self._own_seats()
        self._moments.show(entries, look.moments, own)
        self._throw.show(entries, look, tumble=table.dice == "host")
        waited = [state.seat for state in asked if not self.veiled(state)]
        self._since.show(table, entries, waited, look)
        self._signals.show(self.feed, entries, asked, own or [state.seat for state in asked], look)

    def _show_terms(self, ruleset: str) -> None:
        """Let the browser explain the words of this game where they stand."""
        terms = msgspec.json.encode(how_to_play.terms(ruleset)).decode()
        if self._terms._props.get("data-terms") != terms:
            self._terms._props["data-terms"] = terms
            self._terms.update()

    def _show_others(self) -> None:
        """Tell each of two devices on one seat of the other."""
        said = self.guests.others_here() if self.viewer.role == "seat" else ""
        self._others.hide(not said)

        def build() -> None:
            text(said)

        self._others.show(said, build)

    def _own_seats(self) -> list[str]:
        """The seats of whoever looks: their own, at the host's screen that of the only person."""
        table = self.feed.table
        if self.viewer.seat or table is None:
            return [self.viewer.seat] if self.viewer.seat else []
        people = [seat for seat in seats.facts(table) if seats.player(table, seat).kind == "person"]
        return people if self.viewer.role == "host" and len(people) == 1 else []

    def _show_me(self) -> None:
        """Who this phone is."""
        table, seat = self.feed.table, self.viewer.seat
        if table is not None and seat is not None:
            self._me.set_text(_("You are {name}", name=seats.name(table, seat)))
            self._me.style(f"--seat: {seats.colour(table, seat)}")
        elif self.viewer.role == "watch":
            self._me.set_text(_("Without a seat") if self._lobby.guest else _("Watching"))

    def _round(self) -> str:
        table = self.feed.table
        number = table.view.get("round") if table is not None else None
        return _("Round {number}", number=number) if type(number) is int else ""

    def virtual(self) -> bool:
        """Whether hands may be laid on the board from the page."""
        table = self.feed.table
        status = table.board.status if table is not None else {}
        return self._lights.virtual or status.get("sensor") == "virtual"

    def _build_headline(self, said: Headline) -> None:
        self._head_panel.element.classes(replace=f"im-panel im-headline {said.mood}")
        self._head_panel.element.style(f"--seat: {said.colour}")
        text(said.title, "im-title", tag="h1")
        if said.text:
            text(said.text, "im-waits")
        if said.note:
            text(said.note, "im-note")
        if said.mood == "step" and self.viewer.role != "watch":
            button("Skip to the end", lambda: self.command(table="skip"), "im-link im-skip")

    def _show_link(self) -> None:
        feed = self.feed
        board = feed.table.board if feed.table is not None else None
        if not feed.connected:
            state, words = "bad", "reconnecting"
        elif feed.host_online is False:
            state, words = "bad", "host away"
        elif board is None or board.state == "none":
            state, words = "good", "no board"
        elif feed.board_online is False or board.state == "offline":
            state, words = "bad", "board offline"
        else:
            state, words = "good", "virtual board" if self.virtual() else "board"
        self._link.classes(replace=f"im-link-state {state}")
        self._link_text.set_text(_(words))

    def refuse(self, reason: str, rule: str = "") -> None:
        """Tell this browser, and it alone, why nothing happened; an empty reason takes the sentence away."""
        self._refused = (reason, rule)
        if not self._client.is_deleted:
            with self._client:
                self._show_refusal()

    def _show_refusal(self) -> None:
        reason, rule = self._refused

        def build() -> None:
            text(reason, "im-refused", tag="span")
            if rule and rule != "TABLE":
                button("why?", lambda: self.why(rule), "im-why", hint=rule)
            button("×", partial(self.refuse, ""), "im-close", hint="Close")

        self._wrong.hide(not reason)
        self._wrong.show(self._refused, build)

    def _show_right(self) -> None:
        table = self.feed.table
        astray = table is not None and to_put_right(table)
        choices = table.board.choices if table is not None else []
        choices = choices if any(self.viewer.sees(str(choice.action.get("seat"))) for choice in choices) else []
        may = self.viewer.role != "watch" and table is not None and self._may(table.rights.settle) and not table.consent
        astray = astray and may
        self._right.hide(not (astray or choices))
        settlement = table.board.settlement if table is not None else None
        settlement = settlement or messages.SettlementJson()
        asked = [
            seats.name(table, seat)
            for seat in settlement.owners
            if table is not None and not self.viewer.sees(seat) and seats.player(table, seat).kind == "person"
        ]

        def build() -> None:
            if choices:
                board_prompts.build_choices(choices, self.command)
            elif astray:
                board_prompts.build_put_right(settlement, asked, self.command)

        self._right.show([astray, _plain(choices), _plain(settlement), asked], build)

    def _may(self, who: str) -> bool:
        """Whether this viewer may do what the table allows ``players`` or the ``host``."""
        return self.viewer.role == "host" or (who == "players" and self.viewer.role == "seat")

    def _show_consent(self) -> None:
        table = self.feed.table
        people = [seat for seat in table.consent if self.viewer.sees(seat)] if table is not None else []
        self._agree.hide(not people)

        def build() -> None:
            if table is not None:
                board_prompts.build_consent({seat: seats.name(table, seat) for seat in people}, self.command)

        self._agree.show(people, build)

    def _show_scores(self) -> None:
        table = self.feed.table
        result = table.outcome if table is not None else None
        host = self.viewer.role == "host"
        self._scores.hide(result is None or not (result.scores or host))

        def build() -> None:
            if table is not None and result is not None and result.scores:
                score_sheets.build_scores(table, result)
            if result is not None and host:
                with box("im-buttons im-pair"):
                    button("Play again", self._again, "im-action", hint="The same game, seats, bots and options")
                    button("Another game", self._new_game, "im-action im-quiet")

        self._scores.show(_plain(result), build)

    def _show_dice(self) -> None:
        table = self.feed.table
        due = table is not None and table.dice == "typed" and "chance" in table.deciders and table.phase == "playing"
        self._dice.hide(not due or self.viewer.role == "watch")
        if table is None or not due:
            self._dice.show(None, lambda: None)
            return
        chance = self.feed.seats.get("chance")
        rolls = dice.outcomes(table.deciders["chance"], chance if chance and chance.n == table.n else None)
        self._dice.show([table.n, rolls], lambda: dice.build_dice(rolls, lambda action: self.act("chance", action)))

    def veiled(self, state: SeatJson) -> bool:
        """Whether a seat's choices are covered at a shared screen until its player taps."""
        table = self.feed.table
        if self.viewer.role != "host" or table is None or not seats.has_secrets(table, state):
            return False
        people = [seat for seat in seats.facts(table) if seats.player(table, seat).kind == "person"]
        return len(people) > 1 and self._unveiled.get(state.seat) != state.n

    def _show_cards(self, asked: Sequence[SeatJson]) -> None:
        """What lies on the table, where the ruleset's look draws it."""
        table = self.feed.table
        look = rulesets.of(table.ruleset) if table is not None else None
        model = look.table(table.view) if look is not None and table is not None else None
        self._cards.hide(not model)

        def build() -> None:
            if look is not None and table is not None and model:
                look.build_table(table.view, asked, self.act)

        self._cards.show([model, [decisions.state_key(state) for state in asked] if model else None], build)

    def _show_decisions(self, asked: Sequence[SeatJson]) -> None:
        table = self.feed.table
        clocked = {(clock.owner, clock.kind) for clock in self.feed.clocks.clocks}
        timed = [state.decision is not None and (state.seat, state.decision.clock) in clocked for state in asked]
        look = rulesets.of(table.ruleset) if table is not None else None
        idle = seats.idle(self.feed, self.viewer) if look is not None else []
        offers = [(state, found) for state in idle if look is not None and (found := look.offered(state))]
        key = [
            [decisions.state_key(state), self.veiled(state), limit] for state, limit in zip(asked, timed, strict=True)
        ] + [[state.seat, _plain(found)] for state, found in offers]
        self._decide.hide(not asked and not offers)

        def build() -> None:
            if table is None:
                return
            names = {seat: seats.name(table, seat) for seat in seats.facts(table)}
            for state, limit in zip(asked, timed, strict=True):
                name, colour = seats.name(table, state.seat), seats.colour(table, state.seat)
                if self.veiled(state):
                    decisions.build_veil(name, colour, partial(self._unveil, state))
                    continue
                left = rulesets.remaining_actions(table.ruleset, state)
                decisions.build_decision(
                    msgspec.structs.replace(state, actions=left),
                    name,
                    colour,
                    rulesets.of(table.ruleset),
                    several=len(asked) > 1,
                    timed=limit,
                    act=self.act,
                    why=self.why,
                    hint=partial(self._hint, state.seat),
                    let_pass=partial(self._let_pass, state) if seats.may_be_passed(table, state) else None,
                )
                if state.declarations:
                    decisions.build_declarations(state, names, self.act)
            for state, found in offers:
                colour = seats.colour(table, state.seat)
                decisions.build_offer(state, found, seats.name(table, state.seat), colour, self.act)

        self._decide.show(key, build)

    async def _let_pass(self, state: SeatJson, this_turn: bool) -> None:
        """Remember that a seat lets windows of this kind pass."""
        if state.decision is not None:
            await self.command(table="asked", seat=state.seat, kind=state.decision.kind, this_turn=this_turn)

    def _show_passes(self) -> None:
        """What this viewer's seats let pass by themselves, with the way back."""
        table = self.feed.table
        if table is None:
            self._passes.hide(True)
            return
        own = [seat for seat in seats.facts(table) if self.viewer.sees(seat)]
        kept = {seat: found for seat in own if (found := seats.passed_kinds(table, seat))}
        self._passes.hide(not kept)

        def build() -> None:
            for seat, kinds in kept.items():
                named = [kind.replace("-", " ") + (_(" (this turn)") if once else "") for kind, once in kinds.items()]
                with box("im-row"):
                    text(
                        _("{name} lets pass: {kinds}", name=seats.name(table, seat), kinds=", ".join(named)), "im-hint"
                    )
                    button("Ask me again", partial(self.command, table="asked", seat=seat), "im-link")

        self._passes.show(kept, build)

    def _unveil(self, state: SeatJson) -> None:
        self._unveiled[state.seat] = state.n
        self.refresh()

    def _show_private(self) -> None:
        """What one seat alone sees, with what it may do out of turn."""
        table, state = self.feed.table, self._own_state()
        if table is None or state is None or not (look := rulesets.of(table.ruleset)).own(table.view, state):
            self._private.hide(True)
            self._private.show({}, lambda: None)
            return
        self._private.hide(False)

        def build() -> None:
            text("Only you see this", "im-small-title")
            look.build_own(table.view, state, self.act, self.why)
            self._build_asked(state.seat)

        model = [look.own(table.view, state), _plain(look.presented(state)), seats.player(table, state.seat).asked]
        self._private.show(model, build)

    def _own_state(self) -> SeatJson | None:
        table, seat = self.feed.table, self.viewer.seat
        if table is None:
            return None
        state = self.feed.seats.get(seat) if seat else None
        if self.viewer.role == "host":
            shown = [one for one in seats.asked(self.feed, self.viewer) if not self.veiled(one)]
            alone = [one for one in seats.facts(table) if seats.player(table, one).kind == "person"]
            if len(shown) == 1:
                state = shown[0]
            elif len(alone) == 1:  # nobody else is at this screen
                state = self.feed.seats.get(alone[0])
        return state if state is not None and seats.has_secrets(table, state) else None

    def _build_asked(self, seat: str) -> None:
        """Whether this person is asked at every opportunity."""
        table = self.feed.table
        if table is None or seats.player(table, seat).kind != "person":
            return
        always = seats.player(table, seat).asked == "always"
        label = "Ask me at every opportunity: on" if always else "Ask me at every opportunity: off"
        hint = "Off: you are asked what concerns you, and may still act at any time"
        button(label, lambda: self.command(table="asked", seat=seat, always=not always), "im-link", hint=hint)

    def _show_index(self) -> None:
        table = self.feed.table
        assert table is not None
        look, view = rulesets.of(table.ruleset), table.view
        model = look.side(view)
        self._index.hide(not model)
        self._index.show(model, lambda: look.build_side(view))

    # --- what people do ----------------------------------------------------------------------------------

    async def command(self, **command: Any) -> dict[str, Any] | None:
        """Send a command; tells this browser, and returns None, if it was refused."""
        if self._gone:
            return None
        if self.viewer.role != "host":  # the page has the host's login, and says for whom it speaks
            command["as"] = self.viewer.seat or self.viewer.role
        try:
            answer = await self.feed.command(**command)
        except CommandRefused as refused:
            self.refuse(str(refused), refused.rule)
            return None
        self.refuse("")
        return answer

    async def act(self, seat: str, action: ActionJson) -> bool:
        """Take an action for a seat, if this viewer decides for it; True if the table accepted it."""
        if self.viewer.role == "watch" or (seat != "chance" and not self.viewer.sees(seat)):
            return False
        question = self._question(seat, action)
        if question:
            self._ask_first(question, seat, action)
            return False
        return await self.command(seat=seat, action=action) is not None

    def _question(self, seat: str, action: ActionJson) -> str:
        table, state = self.feed.table, self.feed.seats.get(seat)
        if table is None or state is None:
            return ""
        meant = next((one for one in state.actions if one.action == action), None)
        return rulesets.of(table.ruleset).question(meant) if meant is not None else ""

    def _ask_first(self, question: str, seat: str, action: ActionJson) -> None:
        with self.root, dialog("Is it so?") as window:
            text(question, "im-copy")

            async def send() -> None:
                window.close()
                await self.command(seat=seat, action=action)

            with box("im-row im-end"):
                button("No", window.close, "im-action im-quiet im-short")
                button("Yes", send, "im-action im-short")

    async def _hint(self, seat: str) -> str:
        """What a bot would do in a seat's place; empty if the table refuses to say."""
        answer = await self.command(table="hint", seat=seat)
        return "" if answer is None else str(answer["label"])

    async def why(self, *rules: str) -> None:
        """Fetch the text of the rules and show it."""
        found = []
        for rule in rules:
            answer = await self.command(table="why", rule=rule)
            if answer is None:
                return
            found.append((rule, answer))
        if not self._client.is_deleted:
            with self.root:
                player_dialogs.open_rules(found, self._rulebook)

    def _lesson(self) -> None:
        table = self.feed.table
        told = how_to_play.lesson(table.ruleset) if table is not None else None
        if table is not None and told is not None:
            with self.root:
                lesson.open_lesson(told, table.title or table.ruleset, self._rulebook)

    def _rulebook(self, words: str = "") -> None:
        with self.root:
            player_dialogs.open_rulebook(self.command, words)

    async def _again(self) -> None:
        await self.command(table="again")

    async def _go_back(self) -> None:
        await self.command(table="undo")

    async def _pause_or_resume(self) -> None:
        table = self.feed.table
        await self.command(table="resume" if table is not None and table.phase == "paused" else "pause")

    async def _toggle_hands(self) -> None:
        table = self.feed.table
        await self.command(table="hands", auto=table is not None and table.hands is False)

    async def _change_pace(self) -> None:
        table = self.feed.table
        now = table.pace_ms if table is not None else 0
        paces = list(PACES)
        await self.command(table="pace", ms=next((pace for pace in paces if pace > now), paces[0]))

    def _players(self) -> None:
        if self.feed.table is not None:
            player_dialogs.open_players(self.feed.table, self._bots(), self.command)

    def _bots(self) -> tuple[str, ...]:
        playing = [player.bot for player in self.feed.table.players.values()] if self.feed.table is not None else []
        return tuple(dict.fromkeys([*self._settings.bots, *(bot for bot in playing if bot)]))

    def _new_game(self) -> None:
        table = self.feed.table
        playing = table is not None and table.phase != "over"
        new_game.NewGame(self._settings.rulesets, playing, self.command, self.guests.sessions).open()

    def _open_seats(self) -> None:
        settings, port = self._settings, self._port
        self._open_dialog = SeatsDialog(self.feed, self.guests, settings, port, self.command, self._dialog_closed)
        self._open_dialog.refresh()

    def _open_settings(self) -> None:
        distinct = self.feed.table is not None and self.feed.table.distinct
        may = self.viewer.role == "host"

        async def recolour(wanted: bool) -> object:
            return await self.command(table="colours", distinct=wanted)

        with self.root:
            device_settings.open_device_settings(distinct, recolour if may else None)

    def _open_board(self) -> None:
        with self.root:
            may = self.viewer.role == "host"
            self._open_dialog = BoardDialog(self.feed, self.command, may=may, on_close=self._dialog_closed)
        self._open_dialog.refresh()

    def _dialog_closed(self) -> None:
        self._open_dialog = None


def pace_label(ms: int) -> str:
    """What the button that changes the pace says."""
    return _("Pace: {pace}", pace=_(PACES.get(ms, f"{ms / 1000:g} s")))


def _shown_entries(feed: Feed) -> list[EntryJson]:
    """What happened, as far as it has been shown."""
    table = feed.table
    if table is None or table.step is None:
        return feed.entries
    shown = table.step.events
    return [
        msgspec.structs.replace(entry, events=entry.events[:shown]) if entry.n == table.n else entry
        for entry in feed.entries
    ]


def _plain(value: Any) -> Any:
    return msgspec.to_builtins(value)
