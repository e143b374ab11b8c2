"""A line to say at the table what one does: what was understood is shown, and counts only once it is agreed to.

Where there is little room it is folded away until somebody wants to speak.
"""

from __future__ import annotations

import json
from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import Any

from nicegui import ui
from nicegui.element import Element
from nicegui.events import GenericEventArguments

from immolation.dashboard import seats
from immolation.dashboard.elements import Panel, box, button, text
from immolation.dashboard.feed import Feed
from immolation.dashboard.messages import ActionJson, LegalActionJson, SeatJson
from immolation.dashboard.panels.board_input import SendCommand
from immolation.dashboard.rulesets import Act
from immolation.dashboard.settings import Viewer
from immolation.dashboard.translation import _

LONGEST = 200
"""Characters of a sentence, as the table takes them."""

LONGEST_EXAMPLE = 28
"""Characters of an example that the line shows whole."""

SEND_LINE = "(event) => emit(event.target.querySelector('input').value)"
"""Sends the line's text along, for Enter can overtake the event that tells of the typing while the page connects."""

EMPTY_LINE = """const line = getHtmlElement(%d);
if (line && line.value.trim() === %s) {
    line.value = "";
    line.dispatchEvent(new Event("input", {bubbles: true}));
}"""
"""Empties the line of what was said, in the browser: what is typed meanwhile may not have reached the host yet."""


class Microphone(Element, component="microphone.js"):
    """Hears one sentence after a tap, where the browser recognises speech; typing is for everybody else.

    Nothing is heard before the tap, and nothing counts before it was read back.
    """

    def __init__(self, on_heard: Callable[[str], Awaitable[None]], on_failed: Callable[[bool], None]) -> None:
        """``on_failed`` is told whether the browser does not let this page listen at all."""
        super().__init__()
        self._props["words"] = {
            "off": _("Speak"),
            "on": _("Listening …"),
            "hint": _("Say one sentence instead of typing it; your browser listens until you pause"),
        }

        async def give(event: GenericEventArguments) -> None:
            await on_heard(str(event.args)[:LONGEST])

        def excuse(event: GenericEventArguments) -> None:
            on_failed(str(event.args) in ("not-allowed", "service-not-allowed"))

        self.on("heard", give)
        self.on("failed", excuse)


def example(actions: Sequence[LegalActionJson]) -> str:
    """Return something that may be said now: the words of a button, which every table understands; empty for none."""
    words = [action.label for action in actions if action.label]
    short = [said for said in words if len(said) <= LONGEST_EXAMPLE]
    return (short or sorted(words, key=len) or [""])[0]


class SayBox:
    """Typing a sentence for a seat, reading back what the table made of it, and doing it."""

    def __init__(
        self,
        feed: Feed,
        viewer: Viewer,
        *,
        act: Act,
        command: SendCommand,
        is_veiled: Callable[[SeatJson], bool],
    ) -> None:
        """``is_veiled``: whether the choices of a seat are covered, so that the example must not tell of them."""
        self._feed, self._viewer, self._act, self._command = feed, viewer, act, command
        self._is_veiled = is_veiled
        self._example = ""
        self._frame = box("im-panel im-say", tag="section", aria_label="Say it")
        self._understood: tuple[str, str, ActionJson | None] | None = None
        """For whom, what was read back or asked, and the action or the command that it would be."""

        self._said = ""
        """The sentence that was asked about last."""

        with self._frame:
            with box("im-row", tag="form").on("submit.prevent", self._ask_typed, js_handler=SEND_LINE):
                self._line = ui.input(placeholder=_("Say it")).props(f"dense maxlength={LONGEST}")
                self._line._props["aria-label"] = _("Say it")
                self._line.classes("im-entry")
                text("Say", "im-button im-action im-quiet im-short", tag="button")  # sends the form
                Microphone(self._ask_heard, self._say_why_not)
                button("×", self._close, "im-close", hint="Close")
            self._answer = Panel("im-say-answer", tag="div", label="What was understood")
            self._answer.element._props["aria-live"] = "polite"

    def open(self) -> None:
        """Take the keyboard; on a phone, where the line is folded away, unfold it."""
        self._frame.classes(add="open")
        self._line.run_method("focus")

    def _close(self) -> None:
        self._frame.classes(remove="open")
        self._forget()

    def refresh(self) -> None:
        """Show the line to whoever may speak."""
        self._frame.set_visibility(bool(self._speakers()))
        self._show_example()
        self._show()

    def _show_example(self) -> None:
        """Show in the empty line what may be said now."""
        asked = [state for state in seats.asked(self._feed, self._viewer) if not self._is_veiled(state)]
        words = next(filter(None, (example(state.actions) for state in asked)), "")
        if words != self._example and not self._line.value:  # else typing would be overwritten
            self._example = words
            self._line._props["placeholder"] = _("Say it: {words}", words=words) if words else _("Say it")
            self._line.update()

    def _speakers(self) -> Sequence[str]:
        """The seats this viewer may speak for, those who are asked first."""
        table = self._feed.table
        if table is None or self._viewer.role == "watch" or table.phase != "playing":
            return ()
        people = [seat for seat in seats.facts(table) if seats.player(table, seat).kind == "person"]
        mine = [seat for seat in people if self._viewer.sees(seat)]
        return sorted(mine, key=lambda seat: seat not in table.deciders)

    async def _ask_typed(self, event: GenericEventArguments) -> None:
        """Ask about what stood in the line; it goes on standing there, and with it what is typed meanwhile."""
        await self._ask(str(event.args)[:LONGEST])

    async def _ask_heard(self, said: str) -> None:
        """Put a sentence into the line, as if it had been typed, and ask about it."""
        self._line.set_value(said)
        await self._ask(said)

    def _say_why_not(self, barred: bool) -> None:
        speakers = self._speakers()
        if speakers:
            why = "Your browser does not let this page listen; type it." if barred else "I heard nothing; type it."
            self._understood = (speakers[0], _(why), None)
            self._show()

    async def _ask(self, said: str) -> None:
        speakers, said = self._speakers(), said.strip()
        if not speakers or not said:
            return
        self._said = said
        answer = await self._command(table="say", seat=speakers[0], text=said)
        self._understood = None
        if answer is not None:
            self._understood = (speakers[0], str(answer.get("said") or ""), _meant(answer))
        self._show()

    def _show(self) -> None:
        understood = self._understood
        self._answer.hide(understood is None)

        def build() -> None:
            if understood is None:
                return
            seat, said, action = understood
            table = self._feed.table
            who = f"{seats.name(table, seat)}: " if table is not None else ""
            text(f"{who}{said}", "im-say-understood" if action is not None else "im-say-question")
            if action is not None:
                with box("im-row im-end"):
                    button("No", self._forget, "im-action im-quiet im-short")
                    button("Yes, do it", self._do, "im-action im-short")

        self._answer.show([understood], build)

    def _forget(self) -> None:
        self._understood = None
        self._show()

    async def _do(self) -> None:
        understood, self._understood = self._understood, None
        self._show()
        seat, meant = (understood[0], understood[2]) if understood is not None else ("", None)
        if meant is None:
            return
        if "table" in meant:
            done = await self._command(**meant, seat=seat) is not None
        else:
            done = await self._act(seat, meant)
        if done:
            self._line.client.run_javascript(EMPTY_LINE % (self._line.id, json.dumps(self._said)))


def _meant(answer: Mapping[str, Any]) -> ActionJson | None:
    """Return what a sentence would do: an action, or a command by which the others are asked, or who is asked
    answers.
    """
    action = answer.get("action")
    if isinstance(action, dict) and action.get("do") == "correct":
        return {"table": "propose", **{key: action[key] for key in ("path", "value", "reason")}}
    if isinstance(answer.get("agrees"), bool):
        meant = {"to": answer["to"]} if answer.get("to") else {}
        return {"table": "consent", "yes": answer["agrees"], **meant}
    return action if isinstance(action, dict) else None
