"""A table that plays by a script: the real records over a real broker, and a note of every command it was sent."""

from __future__ import annotations

import asyncio
import contextlib
import json
import time
from typing import Any

import aiomqtt
import msgspec
from immolation.board.circuitpy_drive import BY_HAND
from immolation.broker import topics
from immolation.games import Action, Decision, Event, Layer, Picture, Piece, Result
from immolation.games.contract import Correct, Declaration, Field, Gesture, Option
from immolation.games.house_rules import READING, read_as
from immolation.table.records import (
    Ahead,
    BoardState,
    Choice,
    Clock,
    LegalAction,
    NumberedEvents,
    Player,
    Rights,
    SeatState,
    TableState,
)
from immolation.task_cancellation import ended

PATIENCE = 90.0
"""Seconds for anything that happens at once on a machine that has nothing else to do."""

VARA, KYNAZARR, ELODEN = 0xF2F0E6, 0xE8412A, 0x2FB45A
NAMES = {"p1": "Vara", "p2": "Kynazarr", "p3": "Eloden"}
COLOURS = {"p1": VARA, "p2": KYNAZARR, "p3": ELODEN}
RULES = {
    "AK-FIRE-07": "A strip that moves burns what it reaches, in a fixed order.",
    "AK-FIRE-01": "A strip that is not on the board yet is put on its edge.",
}


class Step(Action, frozen=True, tag="step"):
    tile: int


class EndTurn(Action, frozen=True, tag="end-turn"):
    pass


class Pass(Action, frozen=True, tag="pass"):
    pass


class Roll(Action, frozen=True, tag="roll-percentile"):
    value: int


class RollImmolation(Action, frozen=True, tag="roll-immolation"):
    value: int


def burning() -> tuple[Layer, ...]:
    """Three walls, what lies behind them, and gems that glow."""
    fire = tuple(sorted({*range(20, 30), *(row * 10 + 9 for row in range(10)), *(row * 10 for row in range(10))}))
    ash = tuple(range(20))
    return (
        Layer("ember", 0xFF3A08, tuple(tile for tile in ash if tile not in fire), priority=40),
        Layer("fire", 0xFF5A10, fire, priority=50),
        Layer("gem", 0x2F6BFF, (34, 71, 56), priority=60),
        Layer("gem", 0xFF2818, (62, 87), priority=60),
        Layer("gem", 0xFFFFFF, (45,), priority=60),
        Layer("gem", 0x20C050, (66,), priority=60),
        Layer("pulse", VARA, (53,), priority=80),
    )


PIECES = (
    Piece(53, "king", "Vara", VARA, "p1", sensed=True),
    Piece(48, "king", "Kynazarr", KYNAZARR, "p2", sensed=True),
    Piece(85, "revenant", "Eloden", ELODEN, "p3", sensed=True),
    Piece(34, "gem", "Ylem", 0x2F6BFF, count=2),
    Piece(71, "gem", "Ylem", 0x2F6BFF),
    Piece(56, "gem", "Ylem", 0x2F6BFF),
    Piece(62, "gem", "Pyre", 0xE8321E, count=3),
    Piece(87, "gem", "Pyre", 0xE8321E),
    Piece(87, "gem", "Dire", 0x3B2A55),
    Piece(45, "gem", "Aria", 0xF2F0E6),
    Piece(66, "gem", "Egis", 0x2FB45A),
    Piece(77, "bloodstone", "Bloodstone", 0xB3121A),
)

NO_DRIVE = f"The board's CIRCUITPY drive is not mounted on this machine. {BY_HAND}"

STEPS = (42, 43, 44, 52, 54, 62, 63, 64)


DECLARATIONS = (
    Declaration(
        "displace",
        "A card moved a miniature",
        (Field("who", "seat", "Whose miniature", tuple(NAMES)), Field("tile", "tile", "Now on tile")),
        "AK-MOVE-12",
    ),
    Declaration("wounds", "My wounds changed", (Field("count", "number", "Dire gems on the mat", low=0, high=5),)),
    Declaration("level", "My level changed", (Field("level", "number", "Level", low=1, high=3),)),
)


CONFIG = (
    Option("seats", "How many play", 3, (2, 3, 4)),
    Option("rounds", "Rounds", None, low=1, high=20),
    Option("countdown", "The Omega Index counts down", True, (True, False)),
    READING,
)

HOUSE_RULES = (
    Option("fire.crossing_wounds", "Fire wounds where two walls cross.", 1, low=1, high=2),
    Option(
        "kill.credit",
        "Who gets a bonus.",
        "caster",
        ("caster", "none"),
        reading="The source names nobody; the default names the caster, because the push was theirs.",
        literal="none",
    ),
    Option("rev.step", "When the Bloodstone is handed out.", "on_return", ("on_return",)),
)


class Stage:
    """One scripted table on one broker. Use it as a context manager."""

    def __init__(self, url: str, *, table: str = "main", board: str = "immolation") -> None:
        self.port = int(url.rsplit(":", 1)[1])
        self.table, self.board = table, board
        self.commands: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
        self.hands: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
        self.granted: list[int] = []
        self.frames_due = 0
        self.credit = asyncio.Event()
        self.refuse: dict[str, str] | None = None
        self.answers: dict[str, dict[str, Any]] = {}
        self.quick = asyncio.Event()
        """Cleared where a command is to wait for its answer."""

        self.quick.set()
        """What the reply to a table command adds, by its name."""
        self.n = 41
        self.pieces = PIECES
        self.pace_ms = 0
        self.turn, self.phase = "p1", "playing"
        self.dice = "host"
        self.deciders: dict[str, Decision] = {
            "p1": Decision("turn", "Move Vara, attack, or end your turn.", "AK-TURN-05", EndTurn("p1"))
        }
        self.board_state = BoardState("immolation", True, "agrees", "", occupied=(48, 53, 85))
        self.note = ""
        self.unasked: dict[str, tuple[LegalAction, ...]] = {}
        """Seat -> what it may do although nobody waits for it."""
        self.helping: bool | None = None
        self.consent: tuple[str, ...] = ()
        self.consent_to = ""
        self.consent_id = 0
        self.rights = Rights()
        self.players = {
            "p1": Player("person", "Ada"),
            "p2": Player("bot", "", "arena"),
            "p3": Player("person", "Grace"),
        }
        self.secrets: dict[str, Any] = {}
        self.more: dict[str, dict[str, Any]] = {}
        """Seats besides the three, with their public facts."""
        self.outcome: Result | None = None
        self.ahead: tuple[Ahead, ...] = ()
        """Actions that the seat at turn may take at once beyond what it is asked."""

        self.offered: tuple[LegalAction, ...] = ()
        """What the seat at turn may do besides its steps."""
        self.first: dict[str, Any] = {}
        """What the table says is good to begin with."""

    async def __aenter__(self) -> Stage:
        self._stack = contextlib.AsyncExitStack()
        self.mqtt = await self._stack.enter_async_context(aiomqtt.Client("127.0.0.1", self.port, timeout=PATIENCE))
        await self.mqtt.subscribe(
            [
                (topics.table(self.table, "do"), 1),
                (topics.board(self.board, "hand"), 1),
                (topics.board(self.board, "credit"), 0),
            ]
        )
        self._task = asyncio.create_task(self._listen())
        await self.say(topics.HOST_ONLINE, topics.ONLINE, retain=True)
        await self.say(topics.board(self.board, "online"), topics.ONLINE, retain=True)
        await self.begin()
        return self

    async def begin(self) -> None:
        """Tell of the table for the first time."""
        await self.show()

    async def __aexit__(self, *_: object) -> None:
        await ended(self._task)
        for topic in (
            topics.table(self.table),
            topics.table(self.table, "clock"),
            topics.board(self.board, "scene"),
            topics.board(self.board, "online"),
            topics.HOST_ONLINE,
        ):
            with contextlib.suppress(aiomqtt.MqttError):
                await self.say(topic, b"", retain=True)  # acknowledged: else the broker may hear the next stage first
        await self._stack.aclose()

    async def say(self, topic: str, message: Any, *, retain: bool = False) -> None:
        payload = message if isinstance(message, str | bytes) else msgspec.json.encode(message)
        await self.mqtt.publish(topic, payload, qos=1, retain=retain)

    # --- records ---------------------------------------------------------------------------------------------

    def view(self) -> dict[str, Any]:
        facts = {
            "p1": ("king", 53, 1, True, 2, 0),
            "p2": ("king", 48, 2, False, 1, 2),
            "p3": ("revenant", 85, 0, False, 1, 1),
        }
        keys = ("form", "tile", "bloodstones", "die", "level", "wounds")
        seats = {
            seat: {"name": NAMES[seat], "colour": COLOURS[seat], **dict(zip(keys, values, strict=True))}
            for seat, values in facts.items()
        }
        seats |= self.more
        events = {
            "front": ["FIRE", "YLEM", "PYRE"] * 4,
            "back": ["FIRE", "YLEM", "PYRE2", "FIRE", "YLEM_DIRE", "PYRE"] * 2,
        }
        rounds = {"front": [*range(20, 10, -1), "FLIP"], "back": [*range(10, 0, -1), "Omega"]}
        dials = {
            "side": "back",
            "round": {"shows": 8, "index": 2, **rounds},
            "event": {"shows": "FIRE", "index": 3, **events},
        }
        return {
            "ruleset": "ascended-kings",
            "seats": seats,
            "turn": self.turn,
            "round": 8,
            "over": False,
            "start": "p2",
            "dials": dials,
            "war": False,
        }

    def table_state(self) -> TableState:
        return TableState(
            n=self.n,
            table=self.table,
            ruleset="ascended-kings",
            title="Ascended Kings",
            phase=self.phase,
            view=self.view(),
            picture=Picture(self.pieces, burning()),
            deciders=self.deciders,
            players=self.players,
            dice=self.dice,
            board=self.board_state,
            can_undo=True,
            note=self.note,
            hands=self.helping,
            consent=self.consent,
            consent_to=self.consent_to,
            consent_id=self.consent_id,
            rights=self.rights,
            outcome=self.outcome,
            pace_ms=self.pace_ms,
        )

    def seat_state(self, seat: str) -> SeatState:
        decision = self.deciders.get(seat)
        actions = self.unasked.get(seat, ())
        declared: tuple[Any, ...] = ()
        picture = None
        if decision is not None and decision.kind in ("turn", "active"):
            steps = tuple(
                LegalAction({"do": "step", "seat": seat, "tile": tile}, f"Step to {tile}", (tile,)) for tile in STEPS
            )
            actions = (*steps, *self.offered, LegalAction({"do": "end-turn", "seat": seat}, "End the turn"))
            declared = DECLARATIONS
            picture = Picture(
                self.pieces, burning(), tuple(Gesture(Step(seat, tile), (53,), (tile,)) for tile in STEPS)
            )
        elif decision is not None and seat == "chance":
            actions = tuple(
                LegalAction({"do": "roll-percentile", "seat": "chance", "value": value}, f"{value:02d}")
                for value in range(100)
            )
            if decision.kind == "roll-immolation":
                actions = tuple(
                    LegalAction({"do": "roll-immolation", "seat": "chance", "value": value}, str(value))
                    for value in range(1, 5)
                )
        elif decision is not None:
            actions = tuple(LegalAction({"do": do, "seat": seat}, do.capitalize()) for do in ("survive", "die"))
        return SeatState(
            self.n,
            seat,
            {**self.view(), **self.secrets.get(seat, {})},
            decision,
            actions,
            declared,
            picture,
            self.ahead,
        )

    def lights(self) -> tuple[Layer, ...]:
        return burning()

    @property
    def seats(self) -> tuple[str, ...]:
        return tuple(NAMES)

    def past(self, since: int) -> list[NumberedEvents]:
        """What happened before the page came."""
        past = Event(
            "wall-advanced",
            ("AK-FIRE-07", "AK-FIRE-01"),
            "The top Fire Wall advances to line 2.",
            {"edge": "top", "line": 2},
        )
        return [
            NumberedEvents(40, None, (past,)),
            NumberedEvents(41, None, (Event("gem", ("AK-GEM-01",), "Vara takes 2 Ylem from tile 53."),)),
        ]

    async def show(self) -> None:
        """Publish everything as it stands now."""
        await self.say(
            topics.board(self.board, "scene"), {"n": self.n, "brightness": 255, "layers": self.lights()}, retain=True
        )
        await self.say(topics.table(self.table), self.table_state(), retain=True)
        now = int(time.time() * 1000)
        clocks = [
            Clock(self.seats[0], "turn", 95_000, 180_000, now if self.phase == "playing" else None),
            Clock(self.seats[-1], "turn", 140_000, 180_000),
        ]
        await self.say(topics.table(self.table, "clock"), {"now": now, "clocks": clocks}, retain=True)
        for seat in (*self.seats, "chance"):
            if seat in self.deciders or seat != "chance":
                await self.say(topics.table(self.table, "seat", seat), self.seat_state(seat))

    async def happen(self, *events: Event, action: dict[str, Any] | None = None) -> None:
        """One journal entry with these events, and the action that caused them where everybody may know it."""
        self.n += 1
        await self.say(topics.table(self.table, "events"), NumberedEvents(self.n, action, events))
        await self.show()

    # --- what the page sends ---------------------------------------------------------------------------------

    async def _listen(self) -> None:
        async for message in self.mqtt.messages:
            record = json.loads(bytes(message.payload))  # type: ignore[arg-type]
            if message.topic.matches(topics.board(self.board, "hand")):
                self.hands.put_nowait(record)
            elif message.topic.matches(topics.board(self.board, "credit")):
                self.granted.append(record["frames"])
                self.frames_due += record["frames"]
                self.credit.set()
            else:
                await self._answer(record)

    async def _answer(self, command: dict[str, Any]) -> None:
        reply: dict[str, Any] = {"id": command["id"], "ok": True}
        kind = command.get("table")
        if kind == "view":
            await self.say(topics.table(self.table, "seat", command["seat"]), self.seat_state(command["seat"]))
        elif kind == "events":
            reply["events"] = self.past(command["since"])
        elif kind == "options":
            endless = command.get("config", {}).get("countdown") is False
            rules = read_as(HOUSE_RULES[1:] if endless else HOUSE_RULES, command.get("config", {}).get("reading"))
            known = ["random", "greedy"] if endless else ["random", "arena"]
            reply |= {"title": "Ascended Kings", "config": CONFIG, "options": rules, "bots": known, "first": self.first}
        elif kind == "rules":
            words = command["words"].casefold().split()
            found = [
                (key, said) for key, said in RULES.items() if all(word in f"{key} {said}".casefold() for word in words)
            ]
            told = [{"rule": key, "section": "Fire Walls", "text": f"{said} [config: fire.x]"} for key, said in found]
            reply |= {"rules": told, "more": False}
        elif kind == "why":
            if "why" in self.answers:
                reply |= self.answers["why"]
            elif command["rule"] in RULES:
                reply |= {"rule": command["rule"], "section": "Fire Walls", "text": RULES[command["rule"]]}
            else:
                reply = {
                    "id": command["id"],
                    "ok": False,
                    "refused": f"There is no rule {command['rule']}.",
                    "rule": "TABLE",
                }
        elif kind == "firmware":
            reply |= self.answers.get(kind, {"installed": "2.0.0", "drive": False, "why": NO_DRIVE})
        else:
            self.commands.put_nowait(command)
            await self.quick.wait()
            if self.refuse is not None:
                reply = {"id": command["id"], "ok": False, **self.refuse}
            else:
                reply |= self.answers.get(kind or "", {})
        await self.reply(command, reply)

    async def reply(self, command: dict[str, Any], told: dict[str, Any]) -> None:
        """Answer a command."""
        answer = {"id": command["id"], "ok": True, **told}
        await self.say(topics.table(self.table, "reply", command["client"]), answer)

    async def next_command(self) -> dict[str, Any]:
        """The next command that is not a mere question, without its id and client."""
        command = await asyncio.wait_for(self.commands.get(), PATIENCE)
        return {key: value for key, value in command.items() if key not in ("id", "client")}

    async def next_hand(self) -> dict[str, Any]:
        return await asyncio.wait_for(self.hands.get(), PATIENCE)

    # --- a virtual board's lights ----------------------------------------------------------------------------

    async def send_frame(self, frame: bytes) -> None:
        """One LED frame, when the page has given credit for it."""
        while self.frames_due <= 0:
            self.credit.clear()
            await asyncio.wait_for(self.credit.wait(), PATIENCE)
        self.frames_due -= 1
        await self.mqtt.publish(topics.board(self.board, "pixels"), frame)


__all__ = ["BoardState", "Choice", "Correct", "Decision", "Event", "RollImmolation", "Stage"]
