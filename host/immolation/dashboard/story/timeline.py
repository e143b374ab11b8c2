"""Looks back at the game: a slider shows any past position on the board, and charts how its numbers went."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from functools import partial
from typing import Any

import msgspec
from nicegui import background_tasks
from nicegui.element import Element
from nicegui.events import GenericEventArguments

from immolation.dashboard import rulesets, seats
from immolation.dashboard.elements import Panel, box, button, drawing, press, text
from immolation.dashboard.feed import Feed
from immolation.dashboard.messages import CourseJson, MomentJson, TableJson
from immolation.dashboard.translation import _

from . import charts

SLIDE_SECONDS = 0.12
"""While a finger slides, a position is asked for no more often than this."""

FOLLOW_SECONDS = 1.0
"""While the game goes on, its course is asked for no more often than this: the table plays it through each time."""

LINES = 3
"""Sentences of a moment that are shown."""

Command = Callable[..., Awaitable[dict[str, Any] | None]]


class Timeline:
    """The panel of one browser. What it shows everybody has seen, at the time, whoever looks back."""

    def __init__(self, feed: Feed, command: Command, ask: Command, changed: Callable[[], None]) -> None:
        """``ask`` sends a command that nobody tapped.

        ``changed`` is called when the board has another position to show.
        """
        self._feed, self._command, self._ask, self._changed = feed, command, ask, changed
        self._course: CourseJson | None = None
        self._heard_at = 0
        """The journal number at which the course was asked for."""

        self._heard_over = False
        """Whether the game was over then."""

        self._following: asyncio.Task[None] | None = None
        self._wanted = 0
        self._said: Element | None = None
        self._deciding: dict[Element, int] = {}
        """Button of a deciding moment -> the count of actions to which it goes."""
        self.moment: MomentJson | None = None
        """What the board shows instead of the position that holds."""

        self.panel = Panel("im-timeline", label="Timeline")
        self.panel.hide(True)

    @property
    def is_open(self) -> bool:
        """Whether the panel is there."""
        return self._course is not None

    async def toggle(self) -> None:
        """Open the panel, or close it and go back to the game."""
        if self.is_open:
            self.close()
        else:
            await self.open()

    async def open(self) -> None:
        """Open the panel, where it is not open yet."""
        table = self._feed.table
        if table is None or self.is_open:
            return
        course = await self._fetch(table, self._command)
        if course is not None and not self.is_open:
            self._course, self._wanted = course, course.count
            self.panel.hide(False)
            self.panel.show(course, partial(self._build, table, course))
            self.panel.element.run_method("scrollIntoView", {"block": "nearest"})

    async def _fetch(self, table: TableJson, send: Command) -> CourseJson | None:
        look = rulesets.of(table.ruleset)
        at, over = table.n, table.outcome is not None
        answer = await send(table="course", numbers=[*look.charts.values(), *look.places])
        if answer is None:
            return None
        self._heard_at, self._heard_over = at, over
        return msgspec.convert(self._feed.named(answer), CourseJson)

    def close(self) -> None:
        """Go back to the game."""
        self._course = self.moment = None
        self.panel.hide(True)
        self._changed()

    def refresh(self, table: TableJson) -> None:
        """Follow the game; close when the one that was looked back at has gone: another one began."""
        if self._course is not None and (table.ruleset != self._ruleset or table.n < self._begun_at):
            self.close()
        elif self._is_behind() and (self._following is None or self._following.done()):
            self._following = background_tasks.create(self._follow())

    def _is_behind(self) -> bool:
        """Whether the course is to be asked for again: where the slider stands at its end, and when the game ends."""
        table, course = self._feed.table, self._course
        if table is None or course is None or table.n == self._heard_at or self.panel.element.is_deleted:
            return False
        passed = self.moment is not None and self.moment.count > course.count
        ended = table.outcome is not None and not self._heard_over
        return self._wanted == course.count or passed or ended

    async def _follow(self) -> None:
        while self._is_behind():
            table, before = self._feed.table, self._course
            assert table is not None
            assert before is not None
            course = await self._fetch(table, self._ask)
            if course is None or self._course is not before or self.panel.element.is_deleted:
                return
            self._course = course
            with self.panel.element.client:
                self._bring_up_to_date(table, before, course)
            await asyncio.sleep(FOLLOW_SECONDS)

    def _bring_up_to_date(self, table: TableJson, before: CourseJson, course: CourseJson) -> None:
        """Show the course as it is by now, the slider where it was; at its end where it was there."""
        at_end = self._wanted == before.count
        self._wanted = course.count if at_end else min(self._wanted, course.count)
        self._slider._props["max"] = str(course.count)
        if table.outcome is not None or course.decided != before.decided:
            self._build_decided(table, course)
        self._charts.clear()
        with self._charts:
            self._build_charts(table, course)
        if at_end:
            self.moment = None
        self._place(self._wanted, self.moment.text if self.moment is not None else ())
        self._changed()

    def _build(self, table: TableJson, course: CourseJson) -> None:
        self._ruleset, self._begun_at = table.ruleset, table.n
        with box("im-timeline-head"):
            text("Looking back", "im-small-title")
            button("Back to the game", self.close, "im-action im-quiet im-short")
        self._where = text("", "im-timeline-where")
        slider = box("im-timeline-slider", tag="input", type="range", min="0", max=str(course.count), step="1",
                     value=str(course.count), aria_label="Position in the game")  # fmt: skip
        slider.on("input", self._slid, throttle=SLIDE_SECONDS, js_handler="(e) => emit(Number(e.target.value))")
        self._slider = slider
        with box("im-timeline-steps"):
            for label, hint, to in (
                ("«", "Turn before", partial(self._turn, -1)),
                ("‹", "One step back", lambda: self._wanted - 1),
                ("›", "One step on", lambda: self._wanted + 1),
                ("»", "Next turn", partial(self._turn, 1)),
            ):
                step = button(label, partial(self._step, to), "im-action im-quiet im-short", hint=hint)
                step._props["aria-label"] = _(hint)
        self._said = box("im-timeline-said", role="status", tabindex="0")
        self._decided = box("im-decided")
        self._build_decided(table, course)
        self._charts = box("im-charts")
        with self._charts:
            self._build_charts(table, course)
        self._place(course.count, ())

    def _build_decided(self, table: TableJson, course: CourseJson) -> None:
        """What decided a game that is over: a tap goes there."""
        self._decided.clear()
        self._deciding.clear()
        if table.outcome is None:
            return
        with self._decided:
            text("What decided it", "im-small-title")
            if not course.decided:
                text("No single action stood out.", "im-hint")
            for one in course.decided:
                chance = (
                    "{name}’s chance: {before} to {after} %" if one.seat else "The chance to win: {before} to {after} %"
                )
                name = seats.name(table, one.seat) if one.seat else ""
                said = _(chance, name=name, before=one.before, after=one.after)
                label = " ".join([*(_(sentence) for sentence in (one.text, *one.then) if sentence), said])
                moment = button(label, partial(self._go, one.number), "im-action im-quiet")
                self._deciding[moment] = one.number

    def _build_charts(self, table: TableJson, course: CourseJson) -> None:
        looks = rulesets.of(table.ruleset)
        names = {seat: seats.name(table, seat) for seat in seats.facts(table)}
        for title, path in looks.charts.items():
            lines = course.numbers.get(path, {})
            if not any(len(line) > 1 for line in lines.values()):
                continue
            lines = {looks.seat_of(name, table.view): line for name, line in lines.items()}
            called = {name: names.get(name, name or _(title)) for name in lines}
            colours = {name: seats.colour(table, name if name in names else None) for name in lines}
            marks = {name: seats.initial(called[name]) for name in lines}
            with box("im-chart"):
                text(title, "im-hint")
                drawing(
                    charts.chart(lines, colours, marks, course.count), label=charts.description(title, lines, called)
                )
                box("im-chart-now")
        bars = [(turn.begin, turn.end, turn.seat, turn.ms) for turn in course.turn_times if turn.seat in names]
        if bars:
            with_turns = [seat for seat in names if any(seat == whose for _begin, _end, whose, _ms in bars)]
            marks = {seat: seats.initial(names[seat]) for seat in with_turns}
            colours = {seat: seats.colour(table, seat) for seat in with_turns}
            with box("im-chart im-turn-times"):
                text("Time of each turn", "im-hint")
                drawing(
                    charts.turn_bars(bars, colours, marks, course.count),
                    label=charts.turns_described(bars, {seat: names[seat] for seat in with_turns}),
                )
                box("im-chart-now")
        walked = charts.visits({path + name: line for path in looks.places
                                for name, line in course.numbers.get(path, {}).items()})  # fmt: skip
        if walked:
            with box("im-chart im-heat"):
                text("Where miniatures went, and how often", "im-hint")
                drawing(charts.heat_map(walked), label=charts.heat_described(walked))
        spent = {seat: seconds for seat, seconds in course.seconds.items() if seconds and seat in names}
        if spent:
            told = ", ".join(f"{names[seat]} {seconds // 60}:{seconds % 60:02d}" for seat, seconds in spent.items())
            text(_("Time: {told}", told=told), "im-hint")

    # --- moving ------------------------------------------------------------------------------------------

    async def _slid(self, event: GenericEventArguments) -> None:
        number = event.args[0] if isinstance(event.args, list) and event.args else event.args
        if type(number) is int:
            await self._go(number)

    async def _step(self, to: Callable[[], int]) -> None:
        await self._go(to())

    def _turn(self, way: int) -> int:
        """The beginning of the turn before or after what is shown."""
        course = self._course
        begins = [number for number, _ in course.turns] if course is not None else []
        if way < 0:
            return max((number for number in begins if number < self._wanted), default=0)
        last = course.count if course is not None else 0
        return min((number for number in begins if number > self._wanted), default=last)

    async def _go(self, number: int) -> None:
        course = self._course
        if course is None:
            return
        self._wanted = max(0, min(number, course.count))
        asked = self._wanted
        answer = await self._command(table="moment", number=asked)
        if answer is None or asked != self._wanted or self._course is None:  # the finger is somewhere else by now
            return
        moment = msgspec.convert(self._feed.named(answer), MomentJson)
        self.moment = moment if asked < moment.count else None  # the last one is the game as it stands
        self._place(asked, moment.text)
        self._changed()

    def _place(self, number: int, said: list[str] | tuple[str, ...]) -> None:
        course = self._course
        if course is None or self._said is None:
            return
        self._slider._props["value"] = str(number)  # else the next update would put it back
        self._slider.update()
        begun = [value for at, value in course.rounds if at <= number]
        inside = _("Round {number}", number=begun[-1]) + ": " if begun and type(begun[-1]) is int else ""
        self._where.set_text(inside + _("after {number} of {count} actions", number=number, count=course.count))
        for moment, at in self._deciding.items():
            press(moment, at == number)
        self._said.clear()
        with self._said:
            for line in said[:LINES]:
                text(line)
        across = charts.LEFT + (charts.WIDTH - charts.LEFT - charts.RIGHT) * number / max(1, course.count)
        self._charts.style(f"--now: {100 * across / charts.WIDTH:.2f}%")
