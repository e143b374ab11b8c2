"""The dialog for another game: a form made of what the table says a ruleset may be given."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any

import msgspec
from nicegui import ui

from immolation.dashboard import refused_settings
from immolation.dashboard.broker_client import CommandRefused
from immolation.dashboard.elements import box, button, dialog, text
from immolation.dashboard.sessions import SessionStore
from immolation.dashboard.translation import _, in_game, of_rules

from .player_dialogs import PERSON, choose_player, player_record

Send = Callable[..., Awaitable[dict[str, Any]]]
"""Sends a command and returns its reply; raises CommandRefused."""

SEATS = "seats"
"""The key of a config that every ruleset has: how many play."""

FIELD = "outlined dense options-dense"


class GameOption(msgspec.Struct):
    """One thing a new game may be given, as the table tells it."""

    key: str
    meaning: str = ""
    default: Any = None
    choices: list[Any] = []
    low: float | None = None
    high: float | None = None
    titles: list[str] = []
    """What people call each of ``choices``; empty where the values are words."""

    reading: str = ""
    """Why the usual value departs from the source, where it does."""


class NewGameForm(msgspec.Struct):
    """The table's answer to ``options``."""

    config: list[GameOption] = []
    options: list[GameOption] = []
    bots: list[str] = []
    first: dict[str, Any] = {}
    """What to preselect of the config, for who knows no better."""


def offered(options: list[GameOption]) -> list[GameOption]:
    """Those that a form can hold: something to choose from, or a number."""
    return [one for one in options if len(one.choices) > 1 or (not one.choices and is_number(one))]


def is_number(option: GameOption) -> bool:
    """Whether a number is asked for."""
    whole = isinstance(option.default, int | float) and not isinstance(option.default, bool)
    return whole or (option.default is None and option.low is not None)


def shown(value: Any) -> str:
    """A value as a person reads it."""
    if isinstance(value, bool):
        return _("yes") if value else _("no")
    return str(value).replace("_", " ")


def titles(option: GameOption) -> list[str]:
    """Return what the form calls each choice of an option."""
    return option.titles if len(option.titles) == len(option.choices) else [shown(one) for one in option.choices]


class NewGame:
    """The dialog of one browser."""

    title, classes = "New game", "im-new-game"
    asks = "table"
    """Who tells what a game may be given."""

    def __init__(
        self,
        rulesets: dict[str, str],
        playing: bool,
        send: Send,
        sessions: SessionStore | None = None,
        usual: str = "",
    ) -> None:
        """``sessions``: who has joined; several people are waited for until all sit. ``usual``: offered first."""
        self._sessions = sessions
        self._rulesets = rulesets
        self._usual = usual if usual in rulesets else next(iter(rulesets), "")
        self._playing = playing
        self._send = send
        self._form = NewGameForm()
        self._values: dict[str, Any] = {}
        self._rules: dict[str, Any] = {}
        self._chosen: dict[int, str] = {}
        self._list_players: Callable[[], None] = lambda: None

    def open(self) -> None:
        """Show it; what the ruleset may be given appears as soon as the table has told."""
        with dialog(self.title, self.classes) as self._window:
            self._build_first()
            self._ruleset = ui.select(self._rulesets, value=self._usual, label=_("Rules"))
            self._ruleset.props(FIELD).classes("im-entry")
            self._ruleset.on_value_change(self._ask)
            self._body = box("im-column")
            self._build_last()
            with box("im-row im-end"):  # stays in view, and so does why it was refused
                self._refused = text("", "im-form-refused")
                self._refused._props["role"] = "alert"
                button("Cancel", self._window.close, "im-action im-quiet im-short")
                button("Start", self._start, "im-action im-short")
        ui.timer(0, self._ask, once=True)

    def _build_first(self) -> None:
        """Build what stands above the choice of the rules."""
        if self._playing:
            text("The game on this table ends here; its journal is kept.", "im-copy im-hint")

    def _build_last(self) -> None:
        """Build what stands below what the rules may be given."""

    async def _ask(self) -> None:
        self._form = await self._ask_for({}) or NewGameForm()
        if self._form.first:  # house rules and bots are those of what is preselected
            self._form = await self._ask_for(self._form.first) or self._form
        if self._body.is_deleted:
            return
        self._values, self._rules = dict(self._form.first), {}
        self._body.clear()
        with self._body:
            self._build()

    async def _ask_for(self, config: dict[str, Any]) -> NewGameForm | None:
        """Ask the table for the form of such a game; None if it was refused or cannot be read."""
        said = {"config": config} if config else {}
        answer = await self._ask_table(**{self.asks: "options"}, ruleset=self._ruleset.value, **said)
        try:
            return None if answer is None else msgspec.convert(answer, NewGameForm)
        except msgspec.ValidationError:
            return None

    def _build(self) -> None:
        for option in self._form.config:
            if option.key == SEATS:
                self._seats(option)
        rest = [option for option in offered(self._form.config) if option.key != SEATS]
        with box("im-form"):
            for option in rest:
                self._field(option, self._values)
        self._house_rules = box("im-declarations", tag="details")
        self._list_rules()

    def _list_rules(self) -> None:
        """List them within what folds them away, which stays as open as it is."""
        self._house_rules.clear()
        rules = offered(self._form.options)
        self._house_rules.set_visibility(bool(rules))
        with self._house_rules:
            text(_("House rules ({count})", count=len(rules)), "im-small-title", tag="summary")
            for option in rules:
                self._field(option, self._rules)

    async def _ask_again(self) -> None:
        """Another track, say, has other bots and house rules; what was chosen stays where it is still offered."""
        form = await self._ask_for(self._values)
        if form is None or self._body.is_deleted:
            return
        if form.bots != self._form.bots:
            self._form.bots = form.bots
            gone = [seat for seat, who in self._chosen.items() if who != PERSON and who not in form.bots]
            self._chosen |= dict.fromkeys(gone, form.bots[-1] if form.bots else PERSON)
            self._list_players()
        if form.options != self._form.options:
            self._form.options = form.options
            self._rules = {}
            self._list_rules()

    def _seats(self, option: GameOption) -> None:
        counts = [int(one) for one in option.choices if type(one) is int] or [2, 3, 4]
        start = option.default if option.default in counts else counts[0]
        self._values[SEATS] = start
        bot = self._form.bots[-1] if self._form.bots else PERSON
        self._chosen = {number: PERSON if number == 1 else bot for number in range(1, max(counts) + 1)}
        named = {one: _("1 seat") if one == 1 else _("{count} seats", count=one) for one in counts}
        count = ui.toggle(named, value=start)
        count.props("no-caps unelevated").classes("im-toggle")
        players = box("im-form")

        def list_players() -> None:
            self._values[SEATS] = int(count.value)
            players.clear()
            with players:
                for number in range(1, int(count.value) + 1):
                    who = choose_player(_("Seat {number}", number=number), tuple(self._form.bots), self._chosen[number])
                    who.on_value_change(lambda event, number=number: self._chosen.__setitem__(number, event.value))

        self._list_players = list_players
        count.on_value_change(list_players)
        list_players()

    def _field(self, option: GameOption, values: dict[str, Any]) -> None:
        label = self._label(option)
        if option.choices:
            named = {at: self._translated(option, title) for at, title in enumerate(titles(option))}
            usual = values.get(option.key, option.default)
            at = next((i for i, value in enumerate(option.choices) if _same(value, usual)), 0)
            text(label, "im-label", tag="label")
            field: Any = ui.select(named, value=at).props(FIELD)

            async def choose(index: Any) -> None:
                self._keep(option, values, option.choices[index])
                if values is self._values:
                    await self._ask_again()

            field.on_value_change(lambda event: choose(event.value))
        else:
            limited = option.low is not None and option.high is not None
            if limited:
                label = _("{label} ({low:g} to {high:g})", label=label, low=option.low, high=option.high)
            text(label, "im-label", tag="label")
            usual = _("as the rules say") if option.default is None else ""
            field = ui.number(
                value=values.get(option.key, option.default), min=option.low, max=option.high, placeholder=usual
            )
            field.props("outlined dense")
            field.on_value_change(lambda event: self._keep(option, values, _number(event.value)))
        field.classes("im-entry")
        field._props["aria-label"] = label
        if option.reading:
            text(self._translated(option, option.reading), "im-copy im-hint")

    def _label(self, option: GameOption) -> str:
        return self._translated(option, option.meaning.removesuffix(".")) or option.key

    def _translated(self, option: GameOption, said: str) -> str:
        """A text of an option in the browser's language, as the chosen ruleset's rulebook has it."""
        return of_rules(said, option.key, str(self._ruleset.value)) or _(said)

    def _keep(self, option: GameOption, values: dict[str, Any], value: Any) -> None:
        """Only what differs from the default is sent, so that a ruleset's own defaults stay its own."""
        if value is None or _same(value, option.default):
            values.pop(option.key, None)
        else:
            values[option.key] = value

    def _meant(self) -> dict[str, Any]:
        """The game that is chosen: its ruleset, config and players."""
        config = {**self._values, **({"options": self._rules} if self._rules else {})}
        seats = range(1, int(self._values.get(SEATS, 0)) + 1)
        players = {f"p{number}": player_record(self._chosen[number], "") for number in seats}
        return {"ruleset": self._ruleset.value, "config": config, "players": players}

    async def _ask_table(self, **command: Any) -> dict[str, Any] | None:
        """Send a command; says in the form why, and returns None, if it was refused."""
        try:
            answer = await self._send(**command)
        except CommandRefused as refused:
            if not self._refused.is_deleted:
                self._refused.set_text(self._in_words(str(refused)))
            return None
        if not self._refused.is_deleted:
            self._refused.set_text("")
        return answer

    def _in_words(self, refused: str) -> str:
        """Why this game cannot be, as the form calls its settings and seats."""
        ruleset = str(self._ruleset.value)
        return refused_settings.in_words(
            refused,
            {one.key: self._label(one) for one in offered([*self._form.config, *self._form.options])},
            lambda said: in_game(said, ruleset),
            lambda number: _("Seat {number}", number=number),
            _("{setting}, {seat}"),
        )

    async def _start(self) -> None:
        meant = self._meant()
        if await self._ask_table(table="new", **meant) is None:
            return
        self._window.close()
        people = [who for who in meant["players"].values() if who["kind"] == "person"]
        if self._sessions is not None and len(people) > 1 and await self._ask_table(table="pause") is not None:
            self._sessions.gather(True)


def _same(one: Any, other: Any) -> bool:
    return type(one) is type(other) and bool(one == other)


def _number(value: Any) -> int | float | None:
    if not isinstance(value, int | float):
        return None
    return int(value) if value == int(value) else value
