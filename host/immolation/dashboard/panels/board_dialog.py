"""The dialog about the board: whether it is there, its numbers and how they went, tiles that misbehave, its lights."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any

from nicegui import ui

from immolation.dashboard.elements import Panel, box, button, dialog, drawing, press, text
from immolation.dashboard.feed import Feed
from immolation.dashboard.messages import BoardTestJson, FindingJson, FirmwareProgressJson
from immolation.dashboard.sensors import misbehaving
from immolation.dashboard.translation import _

from .player_dialogs import Command

RESETS = {
    "power": "it was switched on",
    "button": "its reset button",
    "watchdog": "it hung, and its watchdog started it anew",
    "software": "a program asked for it",
    "crash": "its program failed",
}
"""Why a board started last, as its ``hello`` says, in words."""

INTERPRETERS = {"circuitpython": "CircuitPython", "micropython": "MicroPython", "cpython": "Python"}
"""As a board writes what runs its firmware -> as it is written."""

CURVES = {"fps": ("Frames a second", 1), "free": ("Free memory, KB", 1024), "ma": ("Current, mA (worked out)", 1)}
"""What is drawn as a curve -> its title, and what one unit of it is in the status."""

HANDS = {True: "move by themselves", False: "wait for my hand"}
"""Whether a virtual board's helping hands are on -> how it is called."""

LEVELS = {0: "Dark", 40: "Dim", 110: "Half", 180: "Bright", 255: "Full"}
"""Brightness of the lights -> how it is called."""

CURRENTS = (500, 1000, 2000, 3000, 4500, 6000)
"""Current limits to choose from, in mA: what ports, chargers and supplies give."""

UPDATES = {
    "writing": "{written} of {of} files are written.",
    "reset": "{of} files are written and checked. Eject its drive, then press its reset button: the game goes on where "
    "it is.",
    "done": "The board has been reset, and runs what was written.",
    "unchanged": "The board has this firmware already; nothing was written.",
    "failed": "It could not be written: {why}",
}
"""How far an update of the firmware is -> in words."""

MOST_NAMED = 25
"""Tiles that are named one by one, of those that have not answered."""

PART = "im-column im-part"
"""Classes of one part of the dialog."""

SIDE = 12
"""Pixels of a tile in the drawing."""


class BoardDialog:
    """The dialog while it is open; `refresh` shows what has changed."""

    def __init__(self, feed: Feed, command: Command, ask: Command, *, may: bool, on_close: Callable[[], None]) -> None:
        """``ask`` says nothing where it is refused. ``may``: whether this viewer may change the lights, test the board
        and update its firmware.
        """
        self._feed, self._command, self._ask, self._may = feed, command, ask, may
        self._asked_about: tuple[str, bool] | None = None
        self._installed: dict[str, Any] = {}
        """The firmware of this installation, as the host answered."""

        with dialog("Board", "im-wide") as self._window:
            self._body = Panel("im-board-facts", tag="div")
            self._tools = Panel(PART, tag="div")
            self._test = Panel(PART, tag="div")
            self._findings = Panel(PART, tag="div")
            self._sensors = Panel(PART, tag="div")
            self._firmware = Panel(PART, tag="div")
            self._lights = Panel(PART, tag="div")
            self._hands = Panel(PART, tag="div")
            with box("im-row im-end"):
                button("Close", self._window.close, "im-action im-quiet im-short")
        self._window.on("hide", on_close)

    def refresh(self) -> None:
        """Show the newest news of the board."""
        feed = self._feed
        board = feed.table.board if feed.table is not None else None
        there = board is not None and board.state != "none"
        online = there and board is not None and board.online and feed.board_online is not False
        status = board.status if board is not None else {}
        occupied = board.occupied or [] if board is not None else []
        said = board.text if board is not None else ""

        installed = self._installed

        def build() -> None:
            if not there:
                text("There is no board at this table; miniatures are moved on the page.", "im-copy")
                return
            text("The board is there." if online else "The board is away.", "im-copy" if online else "im-wrong")
            if said:
                text(said, "im-copy")
            if status:
                with box("im-board-columns"):
                    with box("im-column"):
                        _facts(status, with_firmware=not installed)
                        for key, (title, unit) in CURVES.items():
                            values = [one[key] / unit for one in feed.statuses if _is_number(one.get(key))]
                            if key == "ma" and limit is not None:
                                title = "Current, mA of {limit} (worked out)"
                            _curve(_(title, limit=limit), values)
                    _tiles(bad, off, occupied, test)

        bad, off = misbehaving(status), board.switched_off if board is not None else []
        test = board.test if board is not None else None
        self._tools.hide(not (there and self._may))
        self._tools.show(None, self._build_tools)
        self._test.hide(test is None)
        self._test.show(test, lambda: self._build_test(test))
        findings = board.findings if board is not None else []
        self._findings.hide(not (online and status))
        self._findings.show([findings, off], lambda: self._build_findings(findings, off))
        self._sensors.hide(not (there and (off or self._may)))
        self._sensors.show(off, lambda: self._build_sensors(off))
        limit = board.limit_ma if board is not None else None
        scene = feed.scene
        level = min(LEVELS, key=lambda level: abs(level - (scene.brightness if scene is not None else 255)))
        self._lights.hide(not (there and self._may))
        self._lights.show([level, limit], lambda: self._build_lights(level, limit))
        update = board.update if board is not None else None
        if self._may and board is not None and there and self._asked_about != (board.id, online):
            self._asked_about = (board.id, online)  # a board that comes back may have brought its drive
            with self._window:
                ui.timer(0, self._ask_firmware, once=True)
        self._firmware.hide(not (there and self._installed))
        runs = firmware_name(str(status.get("fw", "")))
        self._firmware.show([self._installed, update, runs], lambda: self._build_firmware(update, runs))
        hands = feed.table.hands if feed.table is not None and self._may else None
        self._hands.hide(hands is None)
        self._hands.show(hands, lambda: self._build_hands(hands is not False))
        self._body.show([there, online, said, status, occupied, off, test, limit, installed, len(feed.statuses)], build)

    def _build_test(self, test: BoardTestJson | None) -> None:
        """Tell how far a self-test or calibration is, or what came of it."""
        if test is None:
            return
        calibrated = test.kind == "calibrate"
        text("Calibration" if calibrated else "Self-test", "im-small-title", tag="h3")
        silent = [tile for tile in range(100) if tile not in test.answered]
        if calibrated and not test.answered:
            text(
                "The board is to say what it read."
                if test.running
                else "The board refused: take everything off it, and calibrate again.",
                "im-copy",
            )
        else:
            said = "{count} of 100 tiles read empty." if calibrated else "{count} of 100 tiles have answered."
            text(_(said, count=len(test.answered)), "im-copy")
        if test.answered and silent and (len(silent) <= MOST_NAMED or not test.running):
            tiles = " ".join(f"{tile:02d}" for tile in silent[:MOST_NAMED]) + " ..." * (len(silent) > MOST_NAMED)
            left = "Left out, for they read occupied: {tiles}" if calibrated else "Have not answered: {tiles}"
            text(_(left, tiles=tiles), "im-copy")
        if test.running and not calibrated:
            text("Move a magnet over every tile. Nothing of it is a move in the game.", "im-hint")
        elif self._may and not test.running:
            with box("im-row"):
                end = partial(self._command, table="self-test", on=False)
                button("Put the result away", end, "im-action im-quiet im-short")

    def _build_findings(self, findings: Sequence[FindingJson], off: Sequence[int]) -> None:
        """Name each fault that the board reports, with its cure; the host may switch a tile off that has one."""
        text("What is wrong with it", "im-small-title", tag="h3")
        for one in findings:
            with box("im-finding"):
                text(one.what, "im-finding-what")
                text(_("Likely cause: {cause}", cause=_(one.cause)), "im-hint")
                text(_("Cure: {cure}", cure=_(one.cure)), "im-copy")
                if self._may and len(one.tiles) == 1 and one.tiles[0] not in off:
                    (tile,) = one.tiles
                    with box("im-row"):
                        self._switch(_("Switch {tile:02d} off", tile=tile), tile, False)
        if not findings:
            text("It reports no fault.", "im-copy")
        if self._may:
            text(
                "Lights and current take eyes and a meter: end the host, and type in a terminal: immolation board test",
                "im-hint",
            )

    def _build_sensors(self, off: Sequence[int]) -> None:
        """Name each tile that is switched off; the host may switch any."""
        text("Sensors switched off", "im-small-title", tag="h3")
        for tile in off:
            text(_("{tile:02d} is switched off: the game says what stands there.", tile=tile), "im-copy")
            if self._may:
                with box("im-row"):
                    self._switch(_("Switch {tile:02d} on", tile=tile), tile, True)
        if not off:
            text("All of them are heard.", "im-hint")
        if self._may:
            self._build_switch()

    def _switch(self, label: str, tile: int, on: bool) -> None:
        button(label, partial(self._command, table="sensor", tile=tile, on=on), "im-action im-quiet im-short")

    def _build_switch(self) -> None:
        """Offer to switch off a tile of which the board reports no fault."""
        wrong = _("A tile is a number from 00 to 99.")

        async def switch_off() -> None:
            if typed.validate():
                await self._command(table="sensor", tile=int(typed.value), on=False)

        with box("im-row im-typed"):
            typed = ui.input(
                _("Tile number"), validation={wrong: lambda said: str(said).isdecimal() and int(said) < 100}
            ).props("outlined dense hide-bottom-space maxlength=2 inputmode=numeric")
            button("Switch it off", switch_off, "im-action im-quiet im-short")
        text("What its sensor reads asks for nothing then, until it is switched on or the host ends.", "im-hint")

    async def _ask_firmware(self) -> None:
        """Learn which firmware this host has for the board, and whether it can be written from here."""
        self._installed = await self._ask(table="firmware") or {}
        self.refresh()

    def _build_firmware(self, update: FirmwareProgressJson | None, runs: str) -> None:
        """Tell which firmware the board runs and which there is; bring it there, where its drive is."""
        text("Its firmware", "im-small-title", tag="h3")
        with box("im-facts", tag="dl"):
            for name, version in {"On the board": runs, "In this installation": self._installed["installed"]}.items():
                text(name, tag="dt")
                text(version, tag="dd")
        writing = update is not None and update.state == "writing"
        if update is not None:
            said = _(UPDATES.get(update.state, ""), written=update.written, of=update.of, why=_(update.said))
            text(said, "im-wrong" if update.state == "failed" else "im-copy")._props["role"] = "status"
            if writing:
                done = box("im-progress", role="progressbar", aria_label="Files written", aria_valuemin="0")
                done._props.update({"aria-valuemax": update.of or 1, "aria-valuenow": update.written})
                done.style(f"--done: {update.written / (update.of or 1):.3f}")
        if writing:
            return
        if not self._installed["drive"]:
            text(self._installed["why"], "im-hint")
        else:
            with box("im-row"):
                button("Update the firmware", partial(self._command, table="update-firmware"), "im-action im-short")
            text("Each file on its drive is compared, and what differs is written. The game goes on.", "im-hint")

    def _build_hands(self, on: bool) -> None:
        """Offer the virtual board's own hands, which move what is nobody's to move."""
        text("Miniatures that are nobody's to move", "im-small-title", tag="h3")
        with box("im-segments", role="group", aria_label="Miniatures that are nobody's to move"):
            for auto, label in HANDS.items():
                press(button(label, partial(self._command, table="hands", auto=auto), "im-segment"), auto == on)

    def _build_lights(self, now: int, limit: int | None) -> None:
        text("Its lights", "im-small-title", tag="h3")
        with box("im-segments", role="group", aria_label="How bright its lights are"):
            for level, label in LEVELS.items():
                press(
                    button(label, partial(self._command, table="brightness", level=level), "im-segment"), level == now
                )
        text("Current limit, mA", "im-small-title", tag="h3")
        with box("im-segments", role="group", aria_label="Current limit, mA"):
            for ma in CURRENTS:
                press(button(str(ma), partial(self._command, table="current", ma=ma), "im-segment"), ma == limit)
        text("It dims its lights to keep to it. Choose no more than its supply gives.", "im-hint")

    def _build_tools(self) -> None:
        text("Try it", "im-small-title", tag="h3")
        with box("im-guest-tools"):
            button(
                "Find board", lambda: self._command(table="identify"), "im-action im-quiet im-short", hint="It blinks"
            )
            hint = "Rows, columns and colours, then each tile that a magnet comes over"
            button("Self-test", lambda: self._command(table="self-test"), "im-action im-quiet im-short", hint=hint)
            hint = "With nothing on the board: what each sensor reads then"
            button("Calibrate", lambda: self._command(table="calibrate"), "im-action im-quiet im-short", hint=hint)
            button("End the test", lambda: self._command(table="self-test", on=False), "im-action im-quiet im-short")


def _is_number(value: object) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


def _facts(status: Mapping[str, Any], *, with_firmware: bool) -> None:
    """List what does not change, or is counted, as names and values; what a board does not say is left out.

    ``with_firmware``: whether nothing else in the dialog tells of it.
    """
    up = status.get("up")
    edges, lost, bad = (status.get(key) for key in ("edges", "lost", "bad"))
    facts = {
        "Firmware": firmware_name(str(status.get("fw", ""))) if with_firmware else "",
        "Hardware": str(status.get("hw", "")).replace("_", " "),
        "Started last because": RESETS.get(str(status.get("reset")), ""),
        "Running for": _lasted(up) if isinstance(up, int) else "",
        "Touches told": edges,
        "Of them lost": lost,
        "Lines that came broken": bad,
    }
    with box("im-facts", tag="dl"):
        for name, value in facts.items():
            if value not in (None, ""):
                text(name, tag="dt")
                text(str(value), tag="dd")


def firmware_name(said: str) -> str:
    """The firmware and what runs it, which on a virtual board may be the big Python.

    >>> firmware_name("2.0.0 circuitpython 10.2.1"), firmware_name("2.0.0 cpython 3.11.2")
    ('2.0.0 on CircuitPython 10.2.1', '2.0.0 on Python 3.11.2')
    """
    for name, written in INTERPRETERS.items():
        version, runs, number = said.partition(f" {name} ")
        if runs:
            return _("{version} on {interpreter}", version=version, interpreter=f"{written} {number}")
    return said


def _lasted(seconds: int) -> str:
    """A time as people say it.

    >>> _lasted(59), _lasted(125), _lasted(7300), _lasted(200000)
    ('less than a minute', '2 min', '2 h 1 min', '2 days 7 h')
    """
    minutes, hours, days = seconds // 60, seconds // 3600, seconds // 86400
    if days:
        return _("{days} days {hours} h" if days > 1 else "1 day {hours} h", days=days, hours=hours % 24)
    return f"{hours} h {minutes % 60} min" if hours else f"{minutes} min" if minutes else _("less than a minute")


def _curve(title: str, values: Sequence[float]) -> None:
    """The newest value, and a line through those before it."""
    if not values:
        return
    low, high = min(values), max(values)
    span = high - low or 1
    step = 120 / max(1, len(values) - 1)
    points = " ".join(f"{at * step:.1f},{26 - 22 * (value - low) / span:.1f}" for at, value in enumerate(values))
    with box("im-curve"):
        text(title, "im-hint", tag="span")
        text(f"{values[-1]:.0f}", "im-curve-now", tag="span")
        if len(values) > 1:
            label = _("{title}: {low:.0f} to {high:.0f} lately", title=title, low=low, high=high)
            drawing(f'<svg viewBox="0 0 120 30"><polyline points="{points}"/></svg>', "im-curve-line", label)


def _tiles(bad: Mapping[int, str], off: Sequence[int], occupied: Sequence[int], test: BoardTestJson | None) -> None:
    """The tiles as their sensors read, with those that cannot be believed and those that are not heard; and, of a test,
    those that have answered."""
    answered = test.answered if test is not None else []
    kinds = dict.fromkeys(answered, "answered") | dict.fromkeys(occupied, "on") | {**bad} | dict.fromkeys(off, "deaf")
    squares = "".join(
        f'<rect x="{tile % 10 * SIDE + 1}" y="{tile // 10 * SIDE + 1}" width="{SIDE - 2}" height="{SIDE - 2}" rx="2" '
        f'class="{kinds.get(tile, "off")}"/>'
        for tile in range(100)
    )
    with box("im-column im-sensed"):
        text("What its sensors read", "im-small-title", tag="h3")
        label = _("{occupied} tiles are occupied, {bad} misbehave", occupied=len(occupied), bad=len(bad))
        drawing(f'<svg viewBox="0 0 {10 * SIDE} {10 * SIDE}">{squares}</svg>', "im-tiles-read", label)
