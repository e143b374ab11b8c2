"""A board that says anything the wire allows, in any order: the host keeps its head and ends up with the truth."""

from __future__ import annotations

import asyncio
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st
from immolation.board.board_client import BoardClient, BoardEvent, StablePattern
from immolation.board.link import LinkClosed, Message
from immolation.board.scene_sender import SceneSender
from immolation.games import Layer
from immolation_board import wire

from tests.board.fake_board import kept


class Wire:
    """A link without a cable: what the host sends is kept, what the test says is heard."""

    name = "a wire"
    bad_lines = 0

    def __init__(self) -> None:
        self.sent: list[Message] = []
        self.to_host: asyncio.Queue[Message | None] = asyncio.Queue()
        self.opened = 0

    async def open(self) -> None:
        self.opened += 1

    async def send(self, message: Message) -> None:
        wire.line(message)
        self.sent.append(message)
        answer = self.answer(message)
        if answer is not None:
            self.to_host.put_nowait(answer)

    def answer(self, message: Message) -> Message | None:
        """An honest board, so that everything can end well."""
        if message["k"] == "hello":
            return {"k": "hello", "v": list(wire.PROTOCOL), "s": 1, "id": "b", "fw": "f"}
        if message["k"] == "scene":
            whole = (1 << message["of"]) - 1
            return {"k": "ack", "n": message["n"], "have": whole, "shown": message["n"]}
        return None

    async def receive(self) -> Message:
        message = await self.to_host.get()
        self.to_host.task_done()
        if message is None:
            raise LinkClosed("The cable was pulled.")
        return message

    async def close(self) -> None:
        pass


COUNTER = st.integers(0, wire.MAX_NUMBER)
TILES = st.frozensets(st.integers(0, 99)).map(wire.tiles_to_hex)
ANYTHING = st.one_of(
    st.fixed_dictionaries({"k": st.just("hello"), "v": st.just([1, 0]), "s": COUNTER, "id": st.text(max_size=3)}),
    st.fixed_dictionaries(
        {"k": st.just("hello"), "v": st.tuples(st.integers(0, 255), st.integers(0, 255)).map(list)}
    ).flatmap(lambda hello: COUNTER.map(lambda s: {**hello, "s": s, "fw": "x"})),
    st.fixed_dictionaries({"k": st.just("ack"), "n": COUNTER, "have": st.integers(0, 0xFFFF), "shown": COUNTER}),
    st.fixed_dictionaries({"k": st.just("edge"), "c": COUNTER, "ms": COUNTER, "tile": st.integers(0, 99)}).flatmap(
        lambda edge: st.integers(0, 1).map(lambda up: {**edge, "up": up})
    ),
    st.fixed_dictionaries({"k": st.just("tiles"), "c": COUNTER, "on": TILES}),
    st.fixed_dictionaries({"k": st.just("status")} | dict.fromkeys(("fps", "free", "ma", "bad", "lost"), COUNTER)),
    st.fixed_dictionaries({"k": st.just("log"), "text": st.text(max_size=20)}),
    st.fixed_dictionaries({"k": st.sampled_from(["got"]), "c": COUNTER}),
    st.none(),
)


@settings(max_examples=20, deadline=None)
@given(st.lists(ANYTHING, max_size=25))
def test_whatever_a_board_says_the_truth_wins_in_the_end(said: list[Any]) -> None:
    async def play() -> None:
        link = Wire()
        board = BoardClient(link, stable_ms=1)
        sure = asyncio.Event()

        def hear(news: BoardEvent) -> None:
            if isinstance(news, StablePattern) and news.occupied == {3, 33}:
                sure.set()

        async with asyncio.timeout(60), kept(board.run()):
            n = board.show([Layer("fire", 1, (1,))])
            for message in said:
                link.to_host.put_nowait(message)
            await link.to_host.join()
            board.listeners.append(hear)
            truth = {"k": "tiles", "c": wire.MAX_NUMBER, "on": wire.tiles_to_hex({3, 33})}
            while not sure.is_set():  # as boards do: again and again
                link.to_host.put_nowait({"k": "hello", "v": [1, 0], "s": 1, "fw": "x"})
                link.to_host.put_nowait(truth)
                await asyncio.sleep(0.003)
            await board.shown(n)
            assert board.occupied == {3, 33}

    asyncio.run(play())


@given(
    st.lists(st.tuples(st.sampled_from(["show", "ack", "over", "wait"]), COUNTER, st.integers(0, 0xFFFF)), max_size=60)
)
def test_the_newest_scene_reaches_an_honest_board_after_any_acks(steps: list[tuple[str, int, int]]) -> None:
    sender = SceneSender()
    now = 0.0
    newest = sender.show([Layer("gem", 1, (tile,), tile) for tile in range(3)], 255, now)
    for kind, number, have in steps:
        now += 0.03
        if kind == "show":
            newest = sender.show([Layer("fire", number & 0xFFFFFF, (number % 100,))], have & 255, now)
        elif kind == "ack":
            sender.acknowledged(number, have, number if have % 2 else 0, now)
        elif kind == "over":
            sender.start_over(now)
        for part in sender.parts(now):
            wire.line(part)
    highest, parts = 0, {}
    for _ in range(10):
        now += 1.0
        for part in sender.parts(now):
            if part["n"] > highest:
                highest, parts = part["n"], {}
            parts[part["i"]] = part
        if parts:
            whole = len(parts) == next(iter(parts.values()))["of"]
            have = sum(1 << i for i in parts)
            sender.acknowledged(highest, have, highest if whole else 0, now)
    assert sender.shown == newest
    assert sender.due is None
