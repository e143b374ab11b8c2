"""Receives commands over MQTT, checks the sender's rights, executes them at the table and answers each.

What may be done is decided by the table, who may ask for it here. A command is taken whole
or refused whole with one sentence; whatever arrives, the connection is kept and nothing else changes.

On ``do/<client>`` the broker's access list has bound the client to its MQTT user, and `Permissions` says what that user
may do. On plain ``do`` nobody is bound to anything: it is for the host machine's own clients, and is refused on a
broker that others can reach, unless its access list keeps them out.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Mapping, Sequence
from typing import Any, Protocol, runtime_checkable

import msgspec

from immolation import bots, games, plain_text
from immolation.board.messages import BUTTON_NAMES
from immolation.games import GameError, house_rules, rulebook
from immolation.table.records import Planned, Rights
from immolation.table.table import Table
from immolation.task_cancellation import ended

from . import commands, topics
from .command_listener import BURST, NO_RULE, RATE, CommandListener, RequestRefused
from .commands import Command
from .connection import Connection, Received
from .permissions import (
    BUTTONS,
    HOST,
    WATCH,
    Permissions,
)
from .publisher import seat_message
from .reply_cache import Reply

LOG = logging.getLogger(__name__)

MAX_EVENTS = 200
"""Journal entries in one reply, about 100 kB; ``more`` says that there are others after them."""

MAX_RULES = 40
"""Rules in one reply to a search; ``more`` says that there are others."""

MAX_TOUCHES = 256
"""Hands on the virtual board that wait; more than that is nobody dragging a miniature."""

READING = (
    commands.SendView,
    commands.ListEvents,
    commands.ShowMoment,
    commands.TellCourse,
    commands.ExplainRule,
    commands.SearchRules,
    commands.ListOptions,
    commands.Hint,
    commands.TellFirmware,
)
"""Commands that change nothing: their answers, which may be long, are made again rather than kept."""

_TABLES_OWN = "The table's own order; no printed rule says so."

__all__ = ["BUTTONS", "HOST", "WATCH", "CommandHandler", "Permissions", "PieceControl"]


@runtime_checkable
class PieceControl(Protocol):
    """The part of a `VirtualControl` that moves its pieces."""

    async def hand(self, tile: int, up: bool) -> None:
        """Lift from, or put on, one tile."""


class CommandHandler(CommandListener):
    """Receives the commands of one table, checks rights, executes and answers, from `start` to `stop`."""

    reading = READING

    def __init__(
        self,
        table: Table,
        connection: Connection,
        permissions: Mapping[str, Permissions] | None = None,
        *,
        plain: bool | None = None,
        others: Permissions | None = None,
        control: PieceControl | None = None,
        board_id: str = "immolation",
        rate: float = RATE,
        burst: int = BURST,
    ) -> None:
        """``permissions``: MQTT user -> rights; who is not in it may do nothing.

        ``plain``: whether ``do`` without a client is the host's own; by default exactly on a loopback broker. Say True
        where the broker's access list lets nobody else write there (`immolation.broker.mosquitto` does).
        ``others``: rights of users that are not in ``permissions``; None: they are refused.
        ``control``: the virtual board whose miniatures ``hand`` moves.
        """
        self.table = table
        do = topics.table(table.id, "do")
        super().__init__(connection, do, self._reply_to, permissions, plain=plain, rate=rate, burst=burst)
        self._others = others
        self._control = control
        self._touch_topic = topics.board(board_id, "hand")
        self._touches: asyncio.Queue[commands.TouchEvent] = asyncio.Queue(MAX_TOUCHES)
        self._mover: asyncio.Task[None] | None = None

    def _reply_to(self, client: str) -> str:
        return topics.table(self.table.id, "reply", client)

    async def start(self) -> None:
        """Begin to listen; returns at once, also while there is no broker."""
        if self._ends:
            return
        await super().start()
        if self._control is not None:
            self._ends.append(self._connection.subscribe(self._touch_topic, self._on_touch))
            self._mover = asyncio.create_task(self._move(self._control), name="touches from mqtt")

    async def stop(self) -> None:
        """Listen no more and finish what is being done. Harmless when stopped already."""
        await super().stop()
        mover, self._mover = self._mover, None
        if mover is not None:
            await ended(mover)

    # --- obeying -----------------------------------------------------------------------------------------

    async def _execute(self, rights: Permissions, command: Command) -> Reply:
        by = _check(rights, command, self.table.rights)
        table = self.table
        match command:
            case commands.TakeAction(seat, record, then):
                return {"n": await self._take_action(seat, record, by, then)}
            case commands.Undo(to):
                return {"done": await table.undo(to, by=by)}
            case commands.Consent(seat, yes, to):
                return {"done": await table.consent(seat, yes, to)}
            case commands.Propose(seat, path, value, reason):
                correction = games.Correct(games.TABLE, tuple(path), plain_text.written(value), reason)
                return {"done": await table.propose(correction, by=seat)}
            case commands.Pause():
                await table.pause(by=by)
            case commands.Resume():
                await table.resume(by=by)
            case commands.PressButton(button):
                await table.press(BUTTON_NAMES.index(button))
            case commands.PutRight(which):
                return {"done": await table.put_right(which, by=by)}
            case commands.ChooseMove(index):
                await table.choose(index, by=by)
            case commands.SetRights(who_may):
                await table.set_rights(who_may)
            case commands.SendView(seat):
                topic, payload = seat_message(table, seat)
                self._connection.publish(topic, payload, latest=True)
            case commands.ListEvents(since):
                told = table.events_since(since)
                return {"events": told[:MAX_EVENTS], "more": len(told) > MAX_EVENTS}
            case commands.ShowMoment(number):
                moment = await table.moment(number)
                return {**msgspec.structs.asdict(moment), "picture": table.game.picture(moment.view)}
            case commands.TellCourse(numbers):
                return msgspec.structs.asdict(await table.course([tuple(path.split(".")) for path in numbers]))
            case commands.ExplainRule(rule):
                return self._why(rule)
            case commands.SearchRules(words, ids):
                return self._search(words, ids)
            case commands.ListOptions(ruleset, config):
                return options_of(ruleset, config)
            case commands.SetHelpingHands(auto):
                await table.set_hands(auto)
            case commands.SetPlayer(seat, player):
                await table.set_player(seat, player)
            case commands.SetAsked(seat, always, kind, this_turn):
                await table.set_asked(seat, always, kind, this_turn)
            case commands.StartGame(ruleset, config, players, position):
                await table.new_game(ruleset, config, players, position=position)
            case commands.PlayAgain():
                await table.play_again()
            case commands.SetPace(ms):
                await table.set_pace(ms)
            case commands.Skip():
                await table.skip()
            case commands.Say(seat, text):
                understood = table.understand(seat, text)
                action = games.Game.record(understood.action) if understood.action is not None else None
                asked = {} if understood.agrees is None else {"to": table.consent_id}
                return {"said": understood.said, "action": action, "agrees": understood.agrees, **asked}
            case commands.Hint(seat):
                advised, label, why = await table.hint(seat)
                return {"action": games.Game.record(advised), "label": label, **msgspec.structs.asdict(why)}
            case commands.SetBrightness(level):
                await table.set_brightness(level)
            case commands.SetCurrentLimit(ma):
                await table.set_current_limit(ma)
            case commands.SwitchSensor(tile, on):
                await table.switch_sensor(tile, on)
            case commands.SetColours(distinct):
                await table.set_distinct(distinct)
            case commands.Identify():
                table.identify()
            case commands.TestBoard(on):
                table.self_test(on)
            case commands.CalibrateBoard(magnet):
                table.calibrate(magnet)
            case commands.TellFirmware():
                return msgspec.structs.asdict(await table.firmware())
            case commands.UpdateFirmware():
                await table.update_firmware()
        return {}

    def _rights(self, user: str | None, speaker: str | None) -> Permissions:
        if user is None:
            if not self._plain:
                raise RequestRefused(
                    "On a broker that others can reach, commands go to the topic do/<user>, "
                    "and the host must be told what that user may do."
                )
            if speaker is None:
                return HOST
            return Permissions(seats=(speaker,)) if speaker in self.table.players else WATCH
        rights = self.permissions.get(user, self._others)
        if rights is None:
            raise RequestRefused(f"'{user}' is not known at this table.")
        return rights

    async def _take_action(self, seat: str, record: dict[str, Any], by: str, then: Sequence[commands.Next]) -> int:
        try:
            action, *others = (
                self.table.game.action(plain_text.written(one)) for one in (record, *(one.action for one in then))
            )
        except RecursionError:
            raise RequestRefused("The action is nested too deeply.") from None
        for one in (action, *others):
            if one.seat != seat:
                raise RequestRefused(f"The command is for seat '{seat}', its action for '{one.seat}'.")
        planned = [Planned(one.kind, meant) for one, meant in zip(then, others, strict=True)]
        await self.table.decide(action, by=by, then=planned)
        return self.table.n

    def _search(self, words: str, ids: Sequence[str]) -> Reply:
        try:
            rules = rulebook.load(self.table.game.name)
            named = set(ids) | {one.id for one in rulebook.search(rules, words)}
            found = [rule for rule in rules.values() if rule.id in named]
        except GameError:  # a ruleset that brings no list of rules
            found = []
        told = [{"rule": one.id, "section": one.section, "text": one.text} for one in found[:MAX_RULES]]
        return {"rules": told, "more": len(found) > MAX_RULES}

    def _why(self, rule: str) -> Reply:
        if rule == NO_RULE:
            return {"rule": rule, "section": "The table", "text": _TABLES_OWN}
        try:
            found = rulebook.load(self.table.game.name).get(rule)
        except games.BadConfig:
            found = None
        if found is None:
            raise RequestRefused(f"{self.table.game.title} has no rule '{rule}'.")
        told: Reply = msgspec.to_builtins(found)
        return {"rule": told.pop("id"), **told}

    # --- the pieces of a virtual board ---------------------------------------------------------------------

    def _on_touch(self, message: Received) -> None:
        try:
            if message.retain or len(message.payload) > commands.MAX_BYTES:
                return
            self._touches.put_nowait(msgspec.json.decode(message.payload, type=commands.TouchEvent))
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError, asyncio.QueueFull) as error:
            LOG.debug("A touch was passed over: %s", error)

    async def _move(self, control: PieceControl) -> None:
        while True:
            touch = await self._touches.get()
            try:
                await control.hand(touch.tile, touch.up)
            except (OSError, ValueError) as error:
                LOG.info("The touch of tile %d did nothing: %s", touch.tile, error)


def options_of(ruleset: str, config: Mapping[str, Any]) -> Reply:
    """What a new game of a ruleset may be given, and who plays it. Raises GameError."""
    game = games.load_for(ruleset, config)
    return {
        "title": game.title,
        "config": game.config_keys(),
        "options": house_rules.read_as(game.options(), config.get("reading")),
        "bots": bots.names(ruleset, config),
        "first": game.first_config,
    }


def _check(rights: Permissions, command: Command, table: Rights) -> str:
    """Under which name the table hears of it. Raises RequestRefused if these rights do not reach so far."""
    if rights.host:
        return "host"
    own = rights.seats[0] if rights.seats else "home"
    for kinds, who, what in (
        ((commands.Pause, commands.Resume), table.pause, "pauses the game or lets it go on"),
        ((commands.Undo,), table.undo, "takes back what was done"),
        ((commands.PutRight,), table.settle, "says whether board or game is right"),
    ):
        if isinstance(command, kinds) and who == "host":
            raise RequestRefused(f"At this table the host alone {what}.")
    match command:
        case (
            commands.ListEvents()
            | commands.ShowMoment()
            | commands.TellCourse()
            | commands.ExplainRule()
            | commands.SearchRules()
            | commands.ListOptions()
        ):
            return own
        case commands.Undo() | commands.Pause() | commands.Resume() | commands.Identify() if (
            rights.plays or rights.buttons
        ):
            return own
        case commands.SetBrightness() | commands.Skip() | commands.PressButton() if rights.buttons:
            return own
        case commands.StartGame() | commands.PlayAgain() if rights.plays and table.end == "players":
            return own
        case commands.PutRight() | commands.ChooseMove() | commands.SetPace() | commands.Skip() if rights.plays:
            return own
        case commands.TakeAction(seat) if seat in rights.seats:
            return seat
        case commands.TakeAction(seat=games.CHANCE) if rights.plays:
            return own
        case commands.SendView(seat=games.CHANCE) if rights.plays:
            return own
        case commands.SendView(seat) | commands.Consent(seat) | commands.SetAsked(seat) if seat in rights.seats:
            return seat
        case commands.Say(seat) | commands.Hint(seat) | commands.Propose(seat) if seat in rights.seats:
            return seat
        case (
            commands.TakeAction(seat)
            | commands.SendView(seat)
            | commands.Consent(seat)
            | commands.SetAsked(seat)
            | commands.Say(seat)
            | commands.Hint(seat)
            | commands.Propose(seat)
        ):
            raise RequestRefused("You do not play this seat.")
    raise RequestRefused("Only the host may do this." if rights.plays else "You are not playing at this table.")
