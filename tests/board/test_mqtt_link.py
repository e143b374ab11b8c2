"""A Wi-Fi board seen through a real broker: the same board, another cable."""

from __future__ import annotations

import asyncio
import contextlib
import json
import socket
import ssl
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import aiomqtt
import pytest
from immolation.board.board_client import BoardClient, BoardOnline, StablePattern
from immolation.board.link import LinkClosed
from immolation.board.mqtt_link import MqttBoardLink
from immolation.board.virtual import VirtualBoard, VirtualControl, broker_settings
from immolation.games import Layer
from immolation_board import wire

from tests.board.fake_board import Listener, kept
from tests.mosquitto import Broker, certificates

pytestmark = pytest.mark.needs("mosquitto")


@pytest.fixture
async def broker(tmp_path: Path) -> AsyncIterator[Broker]:
    broker = Broker(tmp_path)
    await broker.start()
    yield broker
    await broker.stop()


class WifiBoard:
    """A small board on MQTT: greets, confirms every part, says its tiles."""

    def __init__(self, broker: Broker, ca: Path | None = None) -> None:
        self.broker = broker
        self.ca = ca
        self.occupied: set[int] = {44}
        self.heard: list[dict[str, Any]] = []
        self.parts: dict[int, dict[int, dict[str, Any]]] = {}
        self._changed = asyncio.Condition()

    def topic(self, part: str) -> str:
        return f"immolation/board/row/{part}"

    async def run(self) -> None:
        with contextlib.suppress(aiomqtt.MqttError):  # the broker was stopped
            await self._run()

    async def _run(self) -> None:
        will = aiomqtt.Will(self.topic("online"), b"offline", retain=True)
        secure = ssl.create_default_context(cafile=str(self.ca)) if self.ca else None
        where = "localhost" if self.ca else "127.0.0.1"
        async with aiomqtt.Client(where, self.broker.port, will=will, tls_context=secure, timeout=60) as self.client:
            await self.client.subscribe(self.topic("down"))
            await self.client.publish(self.topic("online"), b"online", retain=True)
            async for arrived in self.client.messages:
                await self._hear(wire.decode(arrived.payload))

    async def say(self, message: dict[str, Any]) -> None:
        await self.client.publish(self.topic("up"), wire.encode(message))

    async def say_tiles(self, counter: int) -> None:
        await self.say({"k": "tiles", "c": counter, "on": wire.tiles_to_hex(self.occupied)})

    async def hears(self, message: dict[str, Any]) -> None:
        """Wait until the host has said ``message``."""
        async with asyncio.timeout(60), self._changed:
            await self._changed.wait_for(lambda: message in self.heard)

    async def _hear(self, message: dict[str, Any]) -> None:
        async with self._changed:
            self.heard.append(message)
            self._changed.notify_all()
        if message["k"] == "hello":
            await self.say({"k": "hello", "v": list(wire.PROTOCOL), "s": 4, "id": "row", "fw": "1.0 fake"})
            await self.say_tiles(1)
        elif message["k"] == "scene":
            parts = self.parts.setdefault(message["n"], {})
            parts[message["i"]] = message
            have = sum(1 << i for i in parts)
            whole = len(parts) == message["of"]
            await self.say({"k": "ack", "n": message["n"], "have": have, "shown": message["n"] if whole else 0})


async def test_the_same_board_over_another_cable(broker: Broker) -> None:
    wifi = WifiBoard(broker)
    link = MqttBoardLink("row", url=broker.url)
    board = BoardClient(link, board_id="row", stable_ms=20)
    news = Listener(board)
    async with kept(wifi.run()), kept(board.run()):
        async with asyncio.timeout(60):
            await board.shown(board.show([Layer("fire", 0xFF4000, (1, 2)), Layer("gem", 0xFF, (3,))]))
        assert (await news.one(StablePattern)).occupied == {44}
        wifi.occupied = {45}
        await wifi.say_tiles(2)
        await news.until(lambda piece: isinstance(piece, StablePattern) and piece.occupied == {45})
        await wifi.hears({"k": "got", "c": 2})


async def test_a_board_that_comes_later_is_noticed_and_one_that_goes_is_told(broker: Broker) -> None:
    board = BoardClient(MqttBoardLink("row", url=broker.url), stable_ms=20)
    news = Listener(board)
    async with kept(board.run()):
        wifi = WifiBoard(broker)
        async with kept(wifi.run()):
            await news.until(lambda piece: piece == BoardOnline(True))
        # its last will is not sent when it leaves politely, so it says so itself, as the broker would
        async with aiomqtt.Client("127.0.0.1", broker.port, timeout=60) as client:
            await client.publish(wifi.topic("online"), b"offline", retain=True)
        gone = await news.until(lambda piece: isinstance(piece, BoardOnline) and not piece.online)
        assert "went offline" in gone.why
        news.forget()
        async with kept(WifiBoard(broker).run()):
            await news.until(lambda piece: piece == BoardOnline(True))


async def test_a_broker_that_restarts_is_found_again(broker: Broker) -> None:
    board = BoardClient(MqttBoardLink("row", url=broker.url), stable_ms=20)
    news = Listener(board)
    async with kept(board.run()):
        async with kept(WifiBoard(broker).run()):
            await news.until(lambda piece: piece == BoardOnline(True))
            await broker.stop()
        gone = await news.until(lambda piece: isinstance(piece, BoardOnline) and not piece.online)
        assert "is gone" in gone.why or "went offline" in gone.why, "a broker that stops may still send last wills"
        news.forget()
        await broker.start()
        async with kept(WifiBoard(broker).run()):
            await news.until(lambda piece: piece == BoardOnline(True))


async def test_over_tls_only_with_the_brokers_own_authority(tmp_path: Path) -> None:
    broker = Broker(tmp_path, certificates(tmp_path))
    (tmp_path / "other").mkdir()
    certificates(tmp_path / "other")
    await broker.start()
    url = f"mqtts://localhost:{broker.port}"
    try:
        async with kept(WifiBoard(broker, tmp_path / "ca.pem").run()):
            board = BoardClient(MqttBoardLink("row", url=url, ca=tmp_path / "ca.pem"), board_id="row", stable_ms=20)
            news = Listener(board)
            async with kept(board.run()):
                assert (await news.one(StablePattern)).occupied == {44}
            for stranger in (tmp_path / "other" / "ca.pem", None):
                with pytest.raises(LinkClosed, match=r"The broker at localhost:\d+ can not be used: .*certificate"):
                    await MqttBoardLink("row", url=url, ca=stranger).open()
    finally:
        await broker.stop()


async def test_garbage_on_the_topic_is_counted_and_passed_over(broker: Broker) -> None:
    wifi = WifiBoard(broker)
    link = MqttBoardLink("row", url=broker.url)
    board = BoardClient(link, stable_ms=20)
    news = Listener(board)
    async with kept(wifi.run()), kept(board.run()):
        await news.until(lambda piece: piece == BoardOnline(True))
        for rubbish in (b"", b"\xff" * 1000, b"[]", b"{}", json.dumps({"k": "tiles", "c": 1, "on": "zz"}).encode()):
            await wifi.client.publish(wifi.topic("up"), rubbish)
        wifi.occupied = {1}
        await wifi.say_tiles(9)
        await news.until(lambda piece: isinstance(piece, StablePattern) and piece.occupied == {1})
        assert link.bad_lines == 5
        assert board.online


async def test_no_broker_is_one_sentence_without_the_password() -> None:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        link = MqttBoardLink("row", url=f"mqtt://host:secret@127.0.0.1:{free.getsockname()[1]}")
        with pytest.raises(LinkClosed, match=r"The broker at 127\.0\.0\.1:") as refused:
            await link.open()
    assert "secret" not in str(refused.value)


@pytest.mark.parametrize("board_id", ["", "a/b", "+", "row#"])
def test_a_board_is_one_word(board_id: str) -> None:
    with pytest.raises(ValueError, match="one word"):
        MqttBoardLink(board_id, url="mqtt://127.0.0.1")
    with pytest.raises(ValueError, match="mqtt://host:1883"):
        MqttBoardLink("row", url="http://127.0.0.1")


@pytest.mark.needs("micropython")
async def test_the_real_firmware_over_wifi(broker: Broker, tmp_path: Path) -> None:
    virtual = VirtualBoard(tmp_path / "board", settings=broker_settings(broker.url) | {"BOARD_ID": "row"})
    await virtual.start()
    control = await VirtualControl.connect(virtual.control)
    board = BoardClient(MqttBoardLink("row", url=broker.url), board_id="row", stable_ms=20)
    news = Listener(board)
    try:
        async with kept(board.run()), asyncio.timeout(60):
            await control.hand(44, False)
            await board.shown(board.show([Layer("fire", 0xFF4000, (0, 1))]))
            await news.until(lambda piece: isinstance(piece, StablePattern) and piece.occupied == {44})
            await control.move(44, 55)
            await news.until(lambda piece: isinstance(piece, StablePattern) and piece.occupied == {55})
            frame = await control.next_frame()
            assert max(frame[0:3])
            while max(frame[132:135]):  # the glow of the touch fades
                frame = await control.next_frame()
            await virtual.stop()
            gone = await news.until(lambda piece: isinstance(piece, BoardOnline) and not piece.online)
            assert "went offline" in gone.why
    finally:
        await control.close()
        await virtual.stop()
