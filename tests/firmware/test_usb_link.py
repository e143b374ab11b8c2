"""The serial end of the wire, over a port that behaves as ``usb_cdc.data`` is documented."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from immolation_board import wire
from immolation_board.usb_link import _BUDGET, _QUEUE, _SPOKE_MS, UsbLink


class Port:
    """``usb_cdc.Serial`` with the 256-byte buffers of an RP2040. Waiting is a failed test."""

    def __init__(self, *, connected: bool = True) -> None:
        self.timeout: float | None = None
        self.write_timeout: float | None = None
        self.connected = connected
        self.incoming = bytearray()
        self.outgoing = bytearray()
        self.room = 256

    @property
    def in_waiting(self) -> int:
        return min(256, len(self.incoming))

    def read(self, size: int) -> bytes:
        assert self.timeout == 0, "would wait for ever"
        taken = bytes(self.incoming[: min(size, 256)])
        del self.incoming[: len(taken)]
        return taken

    def write(self, data: Any) -> int:
        assert self.write_timeout == 0, "would wait for ever"
        count = max(0, min(len(data), self.room - len(self.outgoing)))
        self.outgoing += bytes(data[:count])
        return count

    def reset_output_buffer(self) -> None:
        self.outgoing.clear()

    def host_reads(self) -> bytes:
        taken = bytes(self.outgoing)
        self.outgoing.clear()
        return taken


def messages(data: bytes) -> list[dict[str, Any]]:
    reader = wire.LineReader()
    found = reader.feed(data, len(data))
    assert reader.bad == 0
    return found


def heard(link: UsbLink, now: int) -> list[dict[str, Any]]:
    """What one call reads the next one decodes."""
    return [*link.poll(now), *link.poll(now)]


def comet(way: str) -> dict[str, Any]:
    """A scene that makes a long line."""
    layer = {"e": "path", "c": 0xFFFFFF, "on": "f" * 25, "p": 255, "t": 1000, "a": 255, "w": way}
    return {"k": "scene", "n": 1, "i": 0, "of": 1, "b": 255, **layer}


def got(c: int) -> dict[str, Any]:
    return {"k": "got", "c": c}


def test_lines_come_in_however_they_are_cut() -> None:
    port = Port()
    link = UsbLink(port)
    line = wire.line(got(7))
    found = []
    for byte in line * 3:
        port.incoming.append(byte)
        found += heard(link, 0)
    assert found == [got(7)] * 3


def test_what_the_host_does_not_take_now_is_taken_later_byte_by_byte() -> None:
    port = Port()
    link = UsbLink(port)
    link.poll(0)
    sent = [{"k": "log", "text": f"line {at}"} for at in range(10)]
    for message in sent:
        link.send(message)
    port.room = 1
    taken = b""
    while len(taken) < 2000:
        link.flush()
        piece = port.host_reads()
        if not piece:
            break
        taken += piece
    assert messages(taken) == sent


def test_a_host_that_does_not_read_loses_whole_lines_and_gets_fresh_ones_later() -> None:
    port = Port()
    link = UsbLink(port)
    link.poll(0)
    refused = 0
    for at in range(500):
        refused += not link.send({"k": "tiles", "c": at, "on": "0" * 25})
        link.flush()
    assert refused > 400
    taken = b""
    for _ in range(20):
        taken += port.host_reads()
        link.flush()
    assert len(taken) <= _QUEUE + 256
    assert [message["c"] for message in messages(taken)] == list(range(len(messages(taken))))
    link.send({"k": "tiles", "c": 999, "on": "0" * 25})
    link.flush()
    assert messages(port.host_reads())[0]["c"] == 999


def test_one_turn_never_moves_more_than_one_buffer() -> None:
    port = Port()
    port.room = 5000
    link = UsbLink(port)
    link.poll(0)
    for at in range(15):
        link.send({"k": "tiles", "c": at, "on": "0" * 25})
    link.flush()
    assert len(port.outgoing) <= _BUDGET
    port.incoming += b"x" * 1000
    link.poll(0)
    assert len(port.incoming) >= 1000 - _BUDGET


def test_nothing_is_written_while_nobody_has_the_port_open() -> None:
    port = Port(connected=False)
    link = UsbLink(port)
    link.poll(0)
    link.send(got(1))
    link.flush()
    assert not link.up
    assert port.outgoing == b""


def test_a_host_that_opens_the_port_gets_a_clean_line_first() -> None:
    port = Port(connected=False)
    link = UsbLink(port)
    link.poll(0)
    port.outgoing += b'"k":"stale half of a line'
    port.connected = True
    link.poll(10)
    assert link.opened
    link.send(got(1))
    link.flush()
    taken = port.host_reads()
    assert taken.startswith(b"\n")
    reader = wire.LineReader()
    stale = b'"k":"bytes that the USB stack had kept' + taken
    assert reader.feed(stale, len(stale)) == [got(1)]


def test_opening_the_port_again_is_noticed_each_time() -> None:
    port = Port()
    link = UsbLink(port)
    for at in range(3):
        port.connected = True
        link.poll(at * 10)
        assert link.opened
        link.opened = False
        link.poll(at * 10 + 1)
        assert not link.opened
        port.connected = False
        link.poll(at * 10 + 2)
        assert not link.up


def test_half_a_line_of_the_host_before_does_not_spoil_the_next_ones_first() -> None:
    port = Port()
    link = UsbLink(port)
    port.incoming += wire.line(got(1))[:-5]
    link.poll(0)
    port.connected = False
    link.poll(1)
    port.connected = True
    link.poll(2)
    port.incoming += wire.line(got(2))
    assert heard(link, 3) == [got(2)]


def test_a_host_without_dtr_is_there_as_long_as_it_speaks() -> None:
    port = Port(connected=False)
    link = UsbLink(port)
    port.incoming += wire.line(got(1))
    assert heard(link, 0) == [got(1)]
    link.poll(_SPOKE_MS - 1)
    assert link.up
    link.poll(_SPOKE_MS + 1)
    assert not link.up


@settings(max_examples=60, deadline=None)
@given(st.lists(st.binary(max_size=400), max_size=30))
def test_garbage_is_counted_and_the_next_good_line_is_heard(noise: list[bytes]) -> None:
    port = Port()
    link = UsbLink(port)
    for piece in noise:
        port.incoming += piece
        while port.incoming:
            link.poll(0)
    port.incoming += b"\n" + wire.line(got(9))
    found: list[dict[str, Any]] = []
    for _ in range(_BUDGET):  # one line a call, and noise may be many
        found += list(link.poll(0))
    assert found[-1] == got(9)
    assert len(link._queue) == _QUEUE


@pytest.mark.parametrize("rounds", [50])
def test_the_ring_keeps_every_byte_in_order_over_many_turns(rounds: int) -> None:
    port = Port()
    link = UsbLink(port)
    link.poll(0)
    taken = b""
    for at in range(rounds):
        assert link.send({"k": "log", "text": "x" * (at * 7 % 150)})
        port.room = 1 + at * 37 % 256
        link.flush()
        taken += port.host_reads()
    port.room = 256
    for _ in range(20):
        link.flush()
        taken += port.host_reads()
    assert [len(message["text"]) for message in messages(taken)] == [at * 7 % 150 for at in range(rounds)]


def test_while_a_frame_is_drawn_no_line_is_read_and_none_is_lost() -> None:
    port = Port()
    link = UsbLink(port)
    assert not link.poll(0)
    port.incoming += wire.line(got(1)) + wire.line(got(2))
    assert link.poll(1, False) == ()
    assert len(port.incoming) == len(wire.line(got(1)) + wire.line(got(2)))
    assert [*heard(link, 2), *link.poll(3, False), *heard(link, 4)] == [got(1), got(2)]
    port.connected = False
    link.poll(5, False)
    assert not link.up, "Whether somebody is there is looked at all the same."


def test_a_long_line_is_read_decoded_and_checked_in_a_call_each() -> None:
    port = Port()
    link = UsbLink(port)
    link.poll(0)
    scene = comet("00112233445566778899" * 2)
    port.incoming += wire.line(scene)
    assert [list(link.poll(0)) for _ in range(4)] == [[], [], [scene], []]
    port.incoming += wire.seal(wire.pack(comet("a way that no comet of any colour can take"))) + wire.line(got(1))
    assert [message for _ in range(6) for message in link.poll(0)] == [got(1)]
    assert link.bad == 1
