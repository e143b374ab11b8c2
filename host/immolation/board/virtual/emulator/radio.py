"""The radio of an emulated Pico W, with an access point of its own and a network of one broker.

What the radio's words mean is ``rp2040py``'s model of the chip; `FastChip` brings it whole words instead of bits. The
access point is ``RP2040PY-GUEST``, with any password. Every TCP connection of the board leads to `Radio.port` on
this machine, whatever address it names, and nothing else leaves the emulator.
"""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from typing import Any

from rp2040py.external.cyw43 import net
from rp2040py.external.cyw43.bus import GSPIBus, _word_count
from rp2040py.external.cyw43.nat import GATEWAY_IP, GATEWAY_MAC, NatBridge, TcpReflector

NETWORK = "RP2040PY-GUEST"
BROKER = bytes((192, 0, 2, 1))
"""The address that every name has: one of those kept for documentation."""

_ROUNDS = 5
_DNS = 53
_CREDIT = 8
_SEQUENCE = 4
"""Where in a packet its number is."""
_CONNECT = b"\0\4MQTT\4"
"""In MQTT's first packet, before one byte of flags and two of keep-alive."""


class _Bus(GSPIBus):  # type: ignore[misc]
    """The radio's side of the bus, which always grants a few packets more than it was given.

    As `rp2040py` has it, every packet of its own grants one more, until the difference has gone once round a byte and
    the driver takes it for none.
    """

    _taken = 0

    @property
    def _bus_data_credit(self) -> int:
        return self._taken + _CREDIT & 0xFF

    @_bus_data_credit.setter
    def _bus_data_credit(self, credit: int) -> None:
        pass

    def _write_wlan(self, data: bytes) -> None:
        self._taken = data[_SEQUENCE] + 1
        super()._write_wlan(data)


class Radio:
    """Answers the words of the chip in `exchange`; `turn` lets the network do what is due."""

    def __init__(self) -> None:
        self.port = 0
        """Where connections lead."""
        self.answers_names = True
        """Whether the name server answers."""
        self.asked = 0
        """Names that were asked for."""
        self._loop = asyncio.new_event_loop()
        self._bus = _Bus()
        network = NatBridge(self, queue_ethernet_frame=self._bus.queue_rx_ethernet_frame)
        self._tcp = TcpReflector(self, self._bus.queue_rx_ethernet_frame, connect_fn=self._connect)
        network._tcp = self._tcp
        network._udp = self
        self._bus.nat_bridge = network

    def close(self) -> None:
        """End every connection."""
        self._tcp.reset()
        self.turn()
        self._loop.close()

    def exchange(self, words: list[int] | str) -> dict[str, Any]:
        """Take the words of a command, the first of them alone, or "off"; what fast_chip.mjs wants to know then."""
        bus = self._bus
        if words == "off":
            self._tcp.reset()
            bus.power_off()
            return {"answer": [], "more": 0, "waiting": False}
        if bus._pending_command is None:
            bus._on_cs_change(False)
            bus._on_cs_change(True)
        for word in words:
            for bit in range(31, -1, -1):
                bus._on_clock_rising(bool(int(word) >> bit & 1))
        answer = bus._response_bytes
        more = _word_count(bus._pending_command.size) if bus._pending_command is not None else 0
        return {
            "answer": [int.from_bytes(answer[at : at + 4], "big") for at in range(0, len(answer), 4)],
            "more": more,
            "waiting": self.waiting,
        }

    @property
    def waiting(self) -> bool:
        """Whether a packet for the chip is there."""
        return bool(self._bus._rx_packet)

    def turn(self) -> None:
        """Let the network do what is due."""
        for _ in range(_ROUNDS):
            self._loop.run_until_complete(asyncio.sleep(0))

    @property
    def connections(self) -> int:
        """TCP connections that the board has and has not closed."""
        return len(self._tcp._flows)

    # --- what rp2040py's network asks of its owner -------------------------------------------------------------

    def schedule_threadsafe(self, work: Coroutine[Any, Any, Any]) -> None:
        """Do this in `turn`."""
        self._loop.create_task(work)

    async def _connect(self, host: str, port: int) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        reader, writer = await asyncio.open_connection("127.0.0.1", self.port)
        clocked = writer.write

        def write(data: bytes) -> None:
            """Ask the broker for no keep-alive: its seconds pass faster than the board's."""
            at = data.find(_CONNECT)
            clocked(data if at < 0 else data[: at + 8] + b"\0\0" + data[at + 10 :])

        writer.write = write  # type: ignore[method-assign,assignment]
        return reader, writer

    def maybe_handle(self, eth: net.EthernetFrame) -> bool:
        """Answer a question for a name; every other datagram is lost."""
        packet = net.parse_ipv4(eth.payload)
        asked = net.parse_udp(packet.payload) if packet is not None and packet.proto == net.IP_PROTO_UDP else None
        if packet is None or asked is None or asked.dst_port != _DNS:
            return True
        self.asked += 1
        if self.answers_names:
            # The question again, then one answer: the name above (c0 0c), type A, class IN, a minute, four bytes.
            record = b"\xc0\x0c\0\1\0\1\0\0\0\x3c\0\4" + BROKER
            told = asked.payload[:2] + b"\x81\x80\0\1\0\1\0\0\0\0" + asked.payload[12:] + record
            datagram = net.pack_udp(GATEWAY_IP, packet.src_ip, _DNS, asked.src_port, told)
            back = net.pack_ipv4(GATEWAY_IP, packet.src_ip, net.IP_PROTO_UDP, datagram)
            self._bus.queue_rx_ethernet_frame(net.pack_ethernet(eth.src_mac, GATEWAY_MAC, net.ETHERTYPE_IPV4, back))
        return True
