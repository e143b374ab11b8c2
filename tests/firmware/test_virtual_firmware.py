"""The real firmware on the virtual board: MicroPython, a chip's heap, a real pseudo-terminal, a real broker."""

from __future__ import annotations

import asyncio
import json
import random
import shutil
import ssl
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import aiomqtt
import pytest
from immolation_board import wire
from immolation_board.session import hearth

from tests.mosquitto import Broker, certificates
from tests.virtual_boards import PATIENCE_S, Desk, desk, tile

pytestmark = pytest.mark.needs("micropython")

FRAME_MS = 16


@pytest.fixture
async def at(tmp_path: Path) -> AsyncIterator[Desk]:
    """A board as it comes, nothing on it, no host yet."""
    async with desk(tmp_path / "board") as made:
        yield made


def red(frame: bytes) -> set[int]:
    """Tiles that glow red and nothing else."""
    return {number for number in range(100) if tile(frame, number)[0] and not any(tile(frame, number)[1:])}


# --- meeting --------------------------------------------------------------------------------------------------


async def test_hello_tells_what_runs(at: Desk) -> None:
    hello = await at.host.meet()
    assert hello["id"] == "immolation"
    assert "micropython" in hello["fw"]
    assert hello["v"] == list(wire.PROTOCOL)
    assert (hello["sensor"], hello["tiles"], hello["reset"]) == ("matrix", 100, "power")


async def test_status_tells_what_a_maker_asks_first(at: Desk) -> None:
    hello = await at.host.meet()
    at.host.scene(1, effect="fire", colour=0xFF6000)
    await at.host.expect("ack", shown=1)
    for number in (3, 33):
        await at.control.hand(number, False)
    at.host.write(b"this is no line\n")
    status = await at.host.expect("status", bad=1, edges=2)
    while not status["fps"]:  # which is counted once a second
        status = await at.host.expect("status")
    assert set(status) >= {"fps", "free", "ma", "edges", "lost", "bad", "up"}
    assert status["fps"] > 0
    assert status["free"] > 20_000
    assert status["ma"] > 50
    assert status["up"] >= 0
    assert status["lost"] == 0
    assert hello["fw"].split()[1] == "micropython"
    assert hello["hw"]
    await at.control.reset()
    again = await at.host.expect("hello", reset="button")
    assert (again["fw"], again["hw"]) == (hello["fw"], hello["hw"])


async def test_a_scene_burns_on_its_tiles_and_is_acknowledged(at: Desk) -> None:
    await at.host.meet()
    at.host.scene(1, tiles=[0, 9, 47, 90])
    await at.host.expect("ack", shown=1)
    frame = await at.frame_with(lambda frame: len(red(frame)) == 4)
    assert red(frame) == {0, 9, 47, 90}


async def test_miniatures_that_stand_there_before_power_on_are_told(tmp_path: Path) -> None:
    async with desk(tmp_path / "board") as at:
        for number in (3, 33, 99):
            await at.control.hand(number, False)
        await at.settled()
        await at.control.reset()
        while (await at.settled())["resets"] < 1:
            pass
        await at.host.meet()
        await at.host.expect("tiles", on=wire.tiles_to_hex([3, 33, 99]))


async def test_a_move_is_two_edges_and_a_pattern(at: Desk) -> None:
    await at.host.meet()
    await at.control.hand(47, False)
    placed = await at.host.expect("edge", tile=47, up=0)
    await at.host.expect("tiles", on=wire.tiles_to_hex([47]))
    await at.control.hand(47, True)
    lifted = await at.host.expect("edge", tile=47, up=1)
    await at.control.hand(48, False)
    again = await at.host.expect("edge", tile=48, up=0)
    tiles = await at.host.expect("tiles", on=wire.tiles_to_hex([48]))
    assert placed["c"] < lifted["c"] < again["c"]
    at.host.send(k="got", c=tiles["c"])


@pytest.mark.parametrize(
    "settings",
    [
        {"LED_WIRING": "straight", "LED_FIRST": 99, "LED_ORDER": "RGB", "SENSOR_MAP": "serpentine"},
        {"LED_LINES": "columns", "LED_FIRST": 9, "LED_ORDER": "BGR", "SENSOR_MAP": "turned"},
        {"LED_FIRST": 90, "SENSOR_KIND": "shift", "SENSOR_BITS": "104", "SENSOR_ACTIVE": "low"},
        {
            "SENSOR_KIND": "shift",
            "SENSOR_DATA": "GP16 GP15",
            "SENSOR_BITS": "56 56",
            "SENSOR_ACTIVE": "high",
            "SENSOR_MAP": " ".join(["- - - - - -", *(str(99 - number) for number in range(100)), "- - - - - -"]),
        },
    ],
    ids=["straight-99", "columns-9", "one-chain", "two-chains"],
)
async def test_every_wiring_lights_and_feels_the_tile_that_was_meant(
    tmp_path: Path, settings: dict[str, str | int]
) -> None:
    async with desk(tmp_path / "board", settings=settings) as at:
        await at.host.meet()
        for n, number in enumerate((0, 9, 36, 63, 90, 99), start=1):
            at.host.scene(n, tiles=[number])
            frame = await at.frame_with(lambda frame, number=number: bool(red(frame)) and red(frame) == {number})
            assert red(frame) == {number}
            await at.control.hand(number, False)
            await at.host.expect("edge", tile=number, up=0)


# --- hosts that misbehave -------------------------------------------------------------------------------------


async def test_garbage_for_ever_changes_nothing(at: Desk) -> None:
    await at.host.meet()
    at.host.scene(7, tiles=[5, 55])
    await at.host.expect("ack", shown=7)
    before = await at.settled()
    rng = random.Random("garbage")
    scene = wire.line({"k": "scene", "n": 8, "i": 0, "of": 1, "b": 9})
    for _ in range(60):
        noise = bytearray(rng.randbytes(2000))
        torn = bytearray(scene)
        torn[rng.randrange(len(torn) - 1)] ^= rng.randrange(1, 256)
        noise[500:500] = torn
        await at.host.pour(bytes(noise))
    await at.host.pour(b"\n" + b"[" * 5000 + b"\n" + b'{"k":"scene","n":' * 200 + b"\n")
    at.host.send(k="hello", v=[1, 0], s=1)
    ack = await at.host.expect("ack")
    assert (ack["n"], ack["shown"]) == (7, 7)
    frame = await at.frame_with(lambda frame: len(red(frame)) == 2)
    assert red(frame) == {5, 55}
    after = await at.settled()
    assert after["frames"] > before["frames"]
    assert after["heap_free"] > before["heap_free"] - 2048
    assert after["resets"] == 0
    status = await at.host.expect("status")
    assert status["bad"] > 60


async def test_a_silent_host_leaves_the_walls_burning(at: Desk) -> None:
    await at.host.meet()
    at.host.scene(3, effect="fire", colour=0xFF6000, tiles=range(10))
    await at.host.expect("ack", shown=3)
    at.host.close()
    count = (await at.settled())["frames"]
    seen = set()
    while (await at.settled())["frames"] < count + 100:
        frame = await at.control.next_frame()
        assert any(frame[:30]), "The walls burn."
        assert not any(frame[30:]), "And only they."
        seen.add(frame)
    assert len(seen) > 10, "They burn; they do not stand still."


async def test_a_host_that_does_not_read_does_not_stop_the_animation(at: Desk) -> None:
    await at.host.meet()
    at.host.scene(4, effect="fire", colour=0xFF6000, tiles=range(100))
    await at.host.expect("ack", shown=4)
    await at.control.fault(deaf=True)
    for number in range(0, 100, 7):  # more to say than any buffer holds
        await at.control.hand(number, False)
    count = (await at.settled())["frames"]
    async with asyncio.timeout(PATIENCE_S):
        while (await at.settled())["frames"] < count + 60:
            pass
    await at.control.fault(deaf=False)
    await at.host.expect("tiles", on=wire.tiles_to_hex(range(0, 100, 7)))


async def test_a_major_version_from_the_future_is_told_apart(at: Desk) -> None:
    at.host.open()
    at.host.send(k="hello", v=[9, 0], s=1)
    hello = await at.host.expect("hello")
    assert hello["v"][0] == 1
    at.host.scene(1)
    frame = await at.control.next_frame()
    glowing = {tile for layer in hearth() for tile in layer.tiles}  # at its darkest only its red is left
    assert not red(frame) - glowing, "A scene of a protocol the board does not know is not shown."


# --- starting again -------------------------------------------------------------------------------------------


async def test_after_a_reset_the_scene_is_back_two_seconds_after_the_board_is(at: Desk) -> None:
    life = (await at.host.meet())["s"]
    at.host.scene(5, tiles=[11])
    await at.host.expect("ack", shown=5)
    for _ in range(
        20
    ):  # counted in frames of the board; on a busy machine this test itself may be late for some of them
        await at.control.reset()
        greeting = await at.host.expect("hello", reset="button")
        while greeting["s"] == life:
            greeting = await at.host.expect("hello", reset="button")
        life = greeting["s"]
        count = (await at.settled())["frames"]
        at.host.send(k="hello", v=[1, 0], s=1)
        at.host.scene(5, tiles=[11])
        await at.host.expect("ack", shown=5)
        frame = await at.frame_with(lambda frame: red(frame) == {11})
        assert red(frame) == {11}
        if ((await at.settled())["frames"] - count) * FRAME_MS < 2000:
            break
    else:
        pytest.fail("It took longer, twenty times over.")


async def test_the_tick_may_wrap_in_the_middle_of_everything(at: Desk) -> None:
    async def touched() -> list[int]:
        told = []
        for up in (False, True):
            await at.control.hand(12, up)
            told.append((await at.host.expect("edge", tile=12, up=int(up)))["ms"])
        return told

    last, wrap_ms, resets = 1 << 29, 2500, 0
    while True:
        await at.control.fault(wrap_ms=wrap_ms)
        await at.control.reset()
        resets += 1
        while (await at.settled())["resets"] < resets:
            pass
        await at.host.meet()
        at.host.scene(6, effect="fire", colour=0xFF6000, tiles=range(100))
        await at.host.expect("ack", shown=6)
        ticks = await touched()
        if ticks[0] > last // 2:
            break
        wrap_ms *= 4  # it had wrapped before the first touch: this machine is slow
    async with asyncio.timeout(PATIENCE_S):
        while len(ticks) < 6 or min(ticks) == ticks[0]:
            ticks += await touched()
    assert max(ticks) < last
    assert min(ticks) < 60_000, "The tick has wrapped"
    count = (await at.settled())["frames"]
    while (await at.settled())["frames"] < count + 30:
        assert any(await at.control.next_frame())


async def test_more_edges_than_the_queue_holds_end_in_the_right_pattern(at: Desk) -> None:
    await at.host.meet()
    rng = random.Random("a table turned over")
    lying = set()
    for _ in range(900):
        number = rng.randrange(100)
        lying ^= {number}
        await at.control.hand(number, number not in lying)
    tiles = await at.host.expect("tiles", on=wire.tiles_to_hex(lying))
    assert wire.hex_to_tiles(tiles["on"]) == sorted(lying)
    assert at.control.tiles == lying


async def test_a_stuck_tile_and_a_chattering_one_are_reported(at: Desk) -> None:
    await at.host.meet()
    await at.control.fault(chatter=[8, 60])
    status = await at.host.expect("status")
    async with asyncio.timeout(PATIENCE_S):
        while status.get("noisy") != [8]:
            status = await at.host.expect("status")
    assert not status.get("stuck")


async def test_wrong_settings_say_which_and_blink(tmp_path: Path) -> None:
    async with desk(tmp_path / "board", settings={"LED_ORDER": "RGW"}) as at:
        at.host.open()
        log = await at.host.expect("log")
        assert "LED_ORDER" in log["text"]
        async with asyncio.timeout(PATIENCE_S):
            while (await at.settled())["blinks"] < 2:  # noqa: ASYNC110  a light on the board tells no events
                await asyncio.sleep(0.05)
        assert any("LED_ORDER" in line for line in (await at.settled())["console"])


async def test_the_heap_of_the_chip_is_enough_and_stays(at: Desk) -> None:
    await at.host.meet()
    counters = await at.settled()
    assert counters["heap_kib"] == 159
    assert counters["heap_free"] > 90 * 1024, "After loading everything from source."
    free = []
    for n in range(1, 40):
        at.host.scene(n, effect="fire", colour=0xFF6000, tiles=range(n, 100))
        await at.host.expect("ack", shown=n)
        await at.control.hand(n, False)
        await at.host.expect("edge", tile=n)
        free.append((await at.settled())["heap_free"])
    assert free[-1] > free[5] - 1024, "Nothing leaks."


async def test_a_thousand_random_scenes_leave_the_heap_as_it_was(at: Desk) -> None:
    await at.host.meet()
    chance = random.Random(1000)
    free = []
    for n in range(1, 1001):
        tiles = chance.sample(range(100), chance.randrange(1, 101))
        at.host.scene(n, effect=chance.choice(wire.EFFECTS), colour=chance.randrange(1 << 24), tiles=tiles)
        if n % 10 == 0:
            await at.host.expect("ack", shown=n)
        if n % 100 == 0:
            at.host.scene(n + 1, effect="fire", colour=0xFF6000, tiles=range(100))  # the same each time, to compare
            await at.host.expect("ack", shown=n + 1)
            free.append((await at.settled())["heap_free"])
    assert max(free[2:]) - min(free[2:]) < 1024


async def test_a_hundred_tiles_at_once_are_told_whole_and_in_order(at: Desk) -> None:
    await at.host.meet()
    for up in (False, True):
        for number in range(100):
            await at.control.hand(number, up)
        told = [await at.host.expect("edge") for _ in range(100)]
        assert [edge["up"] for edge in told] == [int(up)] * 100
        assert sorted(edge["tile"] for edge in told) == list(range(100))
        counters = [edge["c"] for edge in told]
        assert counters == list(range(counters[0], counters[0] + 100))
        await at.host.expect("tiles", on="0" * 25 if up else "f" * 25)


# --- Wi-Fi ----------------------------------------------------------------------------------------------------


@pytest.fixture
async def broker(tmp_path: Path) -> AsyncIterator[Broker]:
    broker = Broker(tmp_path)
    await broker.start()
    yield broker
    await broker.stop()


class Air:
    """A host on the broker that speaks the wire by hand."""

    def __init__(self, client: aiomqtt.Client, board: str) -> None:
        self._client = client
        self._base = f"immolation/board/{board}"

    async def listen(self) -> None:
        await self._client.subscribe(f"{self._base}/#")

    async def send(self, **message: Any) -> None:
        await self._client.publish(f"{self._base}/down", wire.encode(message))

    async def expect(self, kind: str, **fields: Any) -> dict[str, Any]:
        async with asyncio.timeout(PATIENCE_S):
            async for message in self._client.messages:
                if message.topic.matches(f"{self._base}/up"):
                    found = wire.decode(bytes(message.payload))
                    if found["k"] == kind and all(found.get(name) == value for name, value in fields.items()):
                        return found
        raise AssertionError("The broker went.")

    async def online(self, value: str) -> None:
        async with asyncio.timeout(PATIENCE_S):
            async for message in self._client.messages:
                if message.topic.matches(f"{self._base}/online") and bytes(message.payload) == value.encode():
                    return


def wifi(broker: Broker) -> dict[str, str | int]:
    return {"WIFI_SSID": "air", "MQTT_HOST": "127.0.0.1", "MQTT_PORT": broker.port, "BOARD_ID": "far"}


@pytest.mark.needs("mosquitto")
async def test_the_same_board_plays_over_wifi(tmp_path: Path, broker: Broker) -> None:
    async with (
        aiomqtt.Client("127.0.0.1", broker.port, timeout=PATIENCE_S) as client,
        desk(tmp_path / "board", settings=wifi(broker)) as at,
    ):
        air = Air(client, "far")
        await air.listen()
        await air.online("online")
        await air.send(k="hello", v=[1, 0], s=1)
        assert (await air.expect("hello"))["id"] == "far"
        layer = {"e": "solid", "c": 0xFF0000, "on": wire.tiles_to_hex([42]), "p": 1, "t": 1, "a": 255}
        await air.send(k="scene", n=1, i=0, of=1, b=255, **layer)
        await air.expect("ack", shown=1)
        assert red(await at.frame_with(lambda frame: red(frame) == {42})) == {42}
        await at.control.hand(42, False)
        await air.expect("edge", tile=42, up=0)
        await client.publish("immolation/board/far/down", b"{" * 3000)
        await client.publish("immolation/board/far/down", json.dumps({"k": "scene"}).encode())
        await air.send(k="hello", v=[1, 0], s=1)
        assert (await air.expect("ack"))["shown"] == 1
        counters = await at.settled()
        assert counters["resets"] == 0
        assert counters["heap_free"] > 16 * 1024, "With the library, compiled from source, in the heap of a Pico W."


@pytest.mark.needs("mosquitto")
async def test_a_broker_that_goes_and_comes_back_is_found_again_and_the_lights_go_on(
    tmp_path: Path, broker: Broker
) -> None:
    async with desk(tmp_path / "board", settings=wifi(broker)) as at:
        async with aiomqtt.Client("127.0.0.1", broker.port, timeout=PATIENCE_S) as client:
            air = Air(client, "far")
            await air.listen()
            await air.send(k="hello", v=[1, 0], s=1)
            await air.expect("hello")
            layer = {"e": "solid", "c": 0xFF0000, "on": wire.tiles_to_hex([42]), "p": 1, "t": 1, "a": 255}
            await air.send(k="scene", n=1, i=0, of=1, b=255, **layer)
            await air.expect("ack", shown=1)
        await broker.stop()
        count = (await at.settled())["frames"]
        while (await at.settled())["frames"] < count + 60:
            assert red(await at.control.next_frame()) == {42}
        await broker.start()
        async with aiomqtt.Client("127.0.0.1", broker.port, timeout=PATIENCE_S) as client:
            air = Air(client, "far")
            await air.listen()
            await air.online("online")
            await air.send(k="hello", v=[1, 0], s=1)
            await air.expect("hello")
            await air.send(k="scene", n=2, i=0, of=1, b=255, **layer)
            await air.expect("ack", shown=2)


@pytest.mark.needs("mosquitto")
@pytest.mark.parametrize("trusted", [True, False], ids=["own-authority", "unknown-authority"])
async def test_over_tls_only_a_broker_that_the_board_trusts_is_talked_to(tmp_path: Path, trusted: bool) -> None:
    broker = Broker(tmp_path, certificates(tmp_path))
    await broker.start()
    secure = {**wifi(broker), "MQTT_HOST": "localhost", "MQTT_TLS": True, "MQTT_CA": "/ca.pem"}
    async with desk(tmp_path / "board", settings=secure) as at:
        await at.said("is not a file")  # the drive does not have it yet
        (at.board.folder / "CIRCUITPY" / "ca.pem").write_text("torn while it was copied")
        await at.control.reset()
        await at.said("holds no certificate")
        if not trusted:
            (tmp_path / "other").mkdir()
            certificates(tmp_path / "other")
        authority = tmp_path / ("ca.pem" if trusted else "other/ca.pem")
        shutil.copyfile(authority, at.board.folder / "CIRCUITPY" / "ca.pem")
        await at.control.reset()
        if not trusted:
            await at.said("MMQTTException")
            await broker.stop()
            return
        context = ssl.create_default_context(cafile=str(tmp_path / "ca.pem"))
        async with aiomqtt.Client("localhost", broker.port, tls_context=context, timeout=PATIENCE_S) as client:
            air = Air(client, "far")
            await air.listen()
            await air.online("online")
            await air.send(k="hello", v=[1, 0], s=1)
            assert (await air.expect("hello"))["id"] == "far"
    await broker.stop()


@pytest.mark.slow
@pytest.mark.needs("mosquitto")
async def test_a_name_that_nobody_answers_does_not_reset_the_board(tmp_path: Path, broker: Broker) -> None:
    """The look-up holds the board for 14 s, longer than the watchdog waits, as two silent name servers do."""
    named = {**wifi(broker), "MQTT_HOST": "localhost"}
    async with desk(tmp_path / "board", settings=named) as at:
        resets = (await at.settled())["resets"]
        await at.control.fault(names=8)
        await at.control.reset()
        await at.said("no name server knows localhost")
        await at.frame_with(any)  # its flames burn on
        assert (await at.settled())["resets"] == resets + 1


@pytest.mark.slow
@pytest.mark.needs("mosquitto")
async def test_a_name_that_is_answered_late_brings_the_board_to_its_broker_without_a_reset(
    tmp_path: Path, broker: Broker
) -> None:
    """The second server's last answer comes after 11 s; the watchdog waits for 8."""
    named = {**wifi(broker), "MQTT_HOST": "localhost"}
    async with (
        aiomqtt.Client("127.0.0.1", broker.port, timeout=PATIENCE_S) as client,
        desk(tmp_path / "board", settings=named) as at,
    ):
        air = Air(client, "far")
        await air.listen()
        await air.online("online")
        resets = (await at.settled())["resets"]
        await at.control.fault(names=7)
        await at.control.reset()
        await air.online("offline")
        await air.online("online")
        assert (await at.settled())["resets"] == resets + 1
