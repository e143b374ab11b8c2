"""A button that listens for one sentence, where the browser recognises speech; typing is for everybody else."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from nicegui.element import Element
from nicegui.events import GenericEventArguments

from immolation.dashboard.translation import _

LONGEST = 200
"""Characters of what was heard, as the table takes them."""


class Microphone(Element, component="microphone.js"):
    """Hears one sentence after a tap; nothing is heard before, and nothing counts before it was read back."""

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
