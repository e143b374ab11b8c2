"""The wire takes anything: in CPython by properties, in MicroPython by the same corpus."""

from __future__ import annotations

import binascii
import json
import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from immolation_board import wire

COUNTERS = st.integers(0, wire.MAX_NUMBER)
TILES = st.sets(st.integers(0, 99)).map(wire.tiles_to_hex)
WORDS = st.text(st.characters(min_codepoint=32, max_codepoint=126), max_size=80)
LAYER = st.fixed_dictionaries(
    {
        "e": st.sampled_from(wire.EFFECTS),
        "c": st.integers(0, 0xFFFFFF),
        "on": TILES,
        "p": st.integers(0, 255),
        "t": st.integers(0, 1000),
        "a": st.integers(0, 255),
    },
    optional={"w": st.lists(st.integers(0, 99), max_size=8).map(lambda way: "".join(f"{tile:02d}" for tile in way))},
)


@st.composite
def scenes(draw: st.DrawFn) -> dict[str, Any]:
    """One part of a scene."""
    parts = draw(st.integers(1, wire.MAX_LAYERS))
    head = {"k": "scene", "n": draw(COUNTERS), "i": draw(st.integers(0, parts - 1)), "of": parts}
    return {**head, "b": draw(st.integers(0, 255)), **draw(LAYER)}


MESSAGES = st.one_of(
    scenes(),
    st.fixed_dictionaries({"k": st.just("ack"), "n": COUNTERS, "have": st.integers(0, 0xFFFF), "shown": COUNTERS}),
    st.fixed_dictionaries(
        {"k": st.just("edge"), "c": COUNTERS, "ms": COUNTERS, "tile": st.integers(0, 99), "up": st.integers(0, 1)}
    ),
    st.fixed_dictionaries({"k": st.just("tiles"), "c": COUNTERS, "on": TILES}),
    st.fixed_dictionaries({"k": st.just("got"), "c": COUNTERS}),
    st.fixed_dictionaries({"k": st.just("hello"), "v": st.just([1, 0]), "s": COUNTERS}),
    st.fixed_dictionaries({"k": st.just("set")}, optional={"ma": st.integers(100, 6000), "scan": st.integers(5, 100)}),
    st.fixed_dictionaries({"k": st.just("log"), "text": WORDS}),
)


def read(reader: wire.LineReader, data: bytes) -> list[dict[str, Any]]:
    return reader.feed(data, len(data))


@given(st.lists(MESSAGES, max_size=8), st.data())
def test_messages_come_through_however_the_stream_is_cut(messages: list[dict[str, Any]], data: st.DataObject) -> None:
    stream = b"".join(wire.line(message) for message in messages)
    cuts = sorted(data.draw(st.lists(st.integers(0, len(stream)), max_size=6)))
    reader = wire.LineReader()
    found = []
    for start, end in zip([0, *cuts], [*cuts, len(stream)], strict=True):
        found += read(reader, stream[start:end])
    assert found == messages
    assert reader.bad == 0


@given(MESSAGES)
def test_the_same_message_goes_by_mqtt(message: dict[str, Any]) -> None:
    assert wire.decode(wire.encode(message)) == message
    assert len(wire.line(message)) <= wire.MAX_LINE


@given(MESSAGES, st.data())
def test_one_changed_byte_is_refused_and_the_next_line_is_read(message: dict[str, Any], data: st.DataObject) -> None:
    line = bytearray(wire.line(message))
    at = data.draw(st.integers(0, len(line) - 2))
    line[at] ^= data.draw(st.integers(1, 255))
    reader = wire.LineReader()
    found = read(reader, bytes(line) + wire.line({"k": "got", "c": 5}))
    assert found == [{"k": "got", "c": 5}]
    assert reader.bad >= 1


@given(st.lists(MESSAGES, min_size=1, max_size=5), st.data())
def test_truncated_doubled_and_reordered_lines_lose_only_themselves(
    messages: list[dict[str, Any]], data: st.DataObject
) -> None:
    lines = [wire.line(message) for message in messages]
    whole = data.draw(st.lists(st.sampled_from(range(len(lines))), max_size=8))
    stream = b""
    for number in whole:
        stream += lines[number]
        torn = data.draw(st.sampled_from(lines))
        stream += torn[: data.draw(st.integers(0, len(torn) - 2))] + b"\n"
    reader = wire.LineReader()
    assert read(reader, stream) == [messages[number] for number in whole]


@given(st.binary(max_size=2000))
def test_any_bytes_at_all_raise_nothing_and_leave_the_reader_well(noise: bytes) -> None:
    reader = wire.LineReader()
    for message in read(reader, noise):
        assert wire.check(message) is None
    assert read(reader, b"\n" + wire.line({"k": "got", "c": 1}))[-1] == {"k": "got", "c": 1}


JSON = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**70), 2**70) | st.floats() | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=4), inner, max_size=4),
    max_leaves=12,
)


@given(
    st.one_of(JSON, st.tuples(MESSAGES, st.text(max_size=3), JSON).map(lambda parts: {**parts[0], parts[1]: parts[2]}))
)
def test_any_json_is_checked_and_never_raises_anything_else(value: Any) -> None:
    payload = json.dumps(value).encode()
    try:
        message = wire.decode(payload)
    except wire.BadMessage:
        return
    assert wire.check(message) is None


@given(st.sampled_from(["k", "n", "i", "of", "b", "e", "c", "on", "p", "t", "a"]), JSON)
def test_a_scene_with_one_wrong_field_is_refused(name: str, value: Any) -> None:
    scene = {"k": "scene", "n": 1, "i": 0, "of": 2, "b": 9, "e": "fire", "c": 1, "on": "0" * 25, "p": 1, "t": 9, "a": 9}
    scene[name] = value
    said = wire.check(scene)
    if said is None:
        assert type(value) in (int, str)


@pytest.mark.parametrize(
    ("name", "payload"),
    [
        ("huge", b'{"k":"log","text":"' + b"x" * 5000 + b'"}'),
        ("deep", b"[" * 230),
        ("huge number", b'{"k":"got","c":' + b"9" * 200 + b"}"),
        ("float", b'{"k":"got","c":1.0}'),
        ("truth", b'{"k":"got","c":true}'),
        ("negative", b'{"k":"got","c":-1}'),
        ("not a number", b'{"k":"got","c":NaN}'),
        ("two values", b'{"k":"got","c":1}{"k":"got","c":1}'),
        ("kind of list", b'{"k":["got"],"c":1}'),
        ("blank", b""),
        ("newline inside", b'{"k":"got",\n"c":1}'),
        ("umlaut", '{"k":"log","text":"\u00fc"}'.encode()),
        ("tile 100", b'{"k":"edge","c":1,"ms":1,"tile":100,"up":1}'),
        ("24 digits", b'{"k":"tiles","c":1,"on":"' + b"0" * 24 + b'"}'),
        ("capitals", b'{"k":"tiles","c":1,"on":"' + b"F" * 25 + b'"}'),
        ("part of none", b'{"k":"scene","n":1,"i":0,"of":0,"b":1}'),
    ],
)
@pytest.mark.needs("micropython")
def test_both_interpreters_refuse(name: str, payload: bytes, micropython: Callable[..., str]) -> None:
    with pytest.raises(wire.BadMessage, match=r"\.$"):  # a sentence
        wire.decode(payload)
    script = f"""
from immolation_board import wire
try:
    wire.decode({payload!r})
except wire.BadMessage as refused:
    print("refused", refused)
"""
    assert micropython(script).startswith("refused"), name


def corpus() -> list[bytes]:
    """Streams that a bad cable, a bad host and a bad day make; the same every time."""
    rng = random.Random("a bad cable")
    good = [
        {"k": "hello", "v": [1, 0], "s": 7},
        {"k": "got", "c": 1},
        {"k": "tiles", "c": 3, "on": wire.tiles_to_hex([0, 99])},
        {
            "k": "scene",
            "n": 5,
            "i": 0,
            "of": 1,
            "b": 200,
            "e": "fire",
            "c": 255,
            "on": "f" * 25,
            "p": 1,
            "t": 9,
            "a": 9,
        },
        {"k": "log", "text": "words"},
        {"k": "set", "ma": 500},
    ]
    streams = []
    for _ in range(300):
        lines = [wire.line(rng.choice(good)) for _ in range(rng.randint(1, 6))]
        stream = bytearray(b"".join(lines))
        for _ in range(rng.randint(0, 4)):
            at = rng.randrange(len(stream))
            harm = rng.randrange(6)
            if harm == 0:
                stream[at] = rng.randrange(256)
            elif harm == 1:
                del stream[at : at + rng.randint(1, 30)]
            elif harm == 2:
                stream[at:at] = stream[at : at + 60]
            elif harm == 3:
                stream[at:at] = bytes(rng.randrange(256) for _ in range(rng.randint(1, 400)))
            elif harm == 4:
                stream[at:at] = b"\n" * rng.randint(1, 3)
            else:
                payload = b'{"k":"new","x":%d}' % at
                stream[at:at] = b"\n%s*%08x\n" % (payload, binascii.crc32(payload))
            if not stream:
                stream += b"\n"
        streams.append(bytes(stream))
    return streams


@pytest.mark.needs("micropython")
def test_both_interpreters_read_the_same_out_of_every_stream(tmp_path: Path, micropython: Callable[..., str]) -> None:
    streams = corpus()
    path = tmp_path / "corpus"
    path.write_text("\n".join(stream.hex() for stream in streams))
    here = []
    reader = wire.LineReader()
    for stream in streams:
        found = read(reader, stream)
        here.append([[message["k"] for message in found], reader.bad, reader.unknown])
    script = f"""
import gc, json
from binascii import unhexlify
from immolation_board import wire
reader = wire.LineReader()
for line in open({str(path)!r}):
    stream = unhexlify(line.strip())
    found = reader.feed(stream, len(stream))
    print(json.dumps([[message["k"] for message in found], reader.bad, reader.unknown]))
"""
    there = [json.loads(line) for line in micropython(script).splitlines()]
    assert there == here
    assert reader.bad > 100
    assert reader.unknown > 10


@pytest.mark.needs("micropython")
def test_a_megabyte_of_noise_grows_nothing_on_the_chip(micropython: Callable[..., str]) -> None:
    script = """
import gc
from immolation_board import wire
reader = wire.LineReader()
noise = bytearray(256)
state = 1
def pour(rounds):
    global state
    for _ in range(rounds):
        for at in range(256):
            state = (state * 1103515245 + 12345) & 0x7fffffff
            noise[at] = state >> 16 & 255
        reader.feed(noise, 256)
    gc.collect()
    return gc.mem_alloc()
first = pour(200)
print(pour(4000) - first, reader.bad > 1000)
print(reader.feed(b"\\n" + wire.line({"k": "got", "c": 1}), len(wire.line({"k": "got", "c": 1})) + 1))
"""
    grown, answer = micropython(script, heap="512k").splitlines()
    amount, many = grown.split()
    assert int(amount) <= 64, "Nothing is kept of a megabyte."
    assert many == "True"
    assert "got" in answer


@given(st.sets(st.integers(0, 99)))
def test_tiles_go_to_hex_and_back(tiles: set[int]) -> None:
    assert wire.hex_to_tiles(wire.tiles_to_hex(tiles)) == sorted(tiles)


@given(st.text(max_size=30))
def test_other_text_is_no_tiles(text: str) -> None:
    if len(text) == 25 and all(digit in "0123456789abcdef" for digit in text):
        return
    with pytest.raises(wire.BadMessage):
        wire.hex_to_tiles(text)


def test_a_different_major_number_names_the_side_to_update() -> None:
    assert wire.compatible([1, 9]) is None
    assert "update the board" in str(wire.compatible([0, 4]))
    assert "update this side" in str(wire.compatible([2, 0]))


@given(st.lists(st.integers(0, 255), min_size=2, max_size=2))
def test_a_hello_of_any_version_is_read_so_that_it_can_be_answered(version: list[int]) -> None:
    assert wire.decode(wire.encode({"k": "hello", "v": version, "s": 1}))["v"] == version
