"""Carries messages over Wi-Fi and an MQTT broker, with ``adafruit_minimqtt``.

The library waits in places where a board must not. Everything it waits for goes through its socket, so this module
gives it a socket of its own (`PacketSocket`): bytes are collected without waiting, the library is called only when a
whole packet is there, and where it insists on an answer (connecting, subscribing) the lights go on meanwhile. What is
left is the native TCP connect and the look-up of the broker's name, which happen only while there is no connection.
"""

import errno

from . import ticks, wire

try:
    from typing import Any
except ImportError:
    pass

BUFFER = 768
"""Bytes of packets not yet taken: two of the longest messages with their topics. A longer packet is skipped."""

TURN_S = 0.001
"""Time-out of the library's loop, which always uses all of it."""

ANSWER_S = 4
"""Wait for an answer of the broker; half of the watchdog's time."""

CONNECT_S = 2
"""Wait for TCP. Below 0.1 an RP2040 does not wait at all."""

SHAKE_S = 5
"""Wait for TCP and the TLS handshake, which takes an RP2040 two seconds of arithmetic."""

JOIN_S = 5
"""Wait for the access point; below the watchdog's 8 s."""

KEEP_ALIVE_S = 20
QUIET_MS = 15000
"""Ask the broker for a sign of life after this long without a packet from it."""

FIRST_RETRY_MS, LAST_RETRY_MS = 1000, 30000
"""Wait before connecting again; doubled each time, because each try stops the lights for a moment."""

REST = 6
"""Wait at least this many times as long as the try took: a name that nobody answers holds the board for 7 to 14 s."""

STUCK_MS = 2000
"""A broker that takes nothing for this long is gone."""


class PacketSocket:
    """A socket as ``adafruit_minimqtt`` wants it, over a native one that is never waited for.

    ``meanwhile()`` is called while the library waits for an answer.
    """

    def __init__(self, native: Any, now: Any, meanwhile: Any) -> None:
        self.native = native
        self._now = now
        self._meanwhile = meanwhile
        self._buffer = bytearray(BUFFER)
        self._view = memoryview(self._buffer)
        self._start = self._whole = self._end = 0
        self._skip = 0
        self.connect_s = CONNECT_S
        self.patient = True
        """While True, the library gets no bytes where there are none and asks again until its time-out; then it is
        told at once that there is no packet."""
        self.skipped = 0
        """Packets that were too long for BUFFER."""
        self.received = False
        """Set when bytes have come; the owner clears it."""

    def settimeout(self, seconds: Any) -> None:
        """The library's own time-out means nothing here."""

    def setblocking(self, flag: bool) -> None:
        """Never."""

    def connect(self, address: Any) -> None:
        self.native.settimeout(self.connect_s)
        self.native.connect(address)
        self.native.settimeout(0)

    def close(self) -> None:
        self.native.close()

    def send(self, data: Any) -> int:
        """Waits while the broker's window is full, at most STUCK_MS; the library would try for ever."""
        began = self._now()
        while True:
            try:
                return self.native.send(data)
            except OSError as error:
                if error.errno != errno.EAGAIN or ticks.diff(self._now(), began) >= STUCK_MS:
                    raise OSError(errno.ETIMEDOUT, "the broker takes nothing") from None
            self._meanwhile()

    def recv_into(self, target: Any, size: int = 0) -> int:
        """Bytes collected so far: all of them while ``patient``, else those of whole packets."""
        size = size or len(target)
        if not size:
            return 0  # the empty payload of a packet
        if self.patient:
            if self._start == self._end:
                self.collect()
            if self._start == self._end:
                self._meanwhile()
                return 0
            self._whole = self._end
        elif self._start == self._whole:
            raise OSError(errno.EAGAIN, "no packet")
        count = min(size, self._whole - self._start)
        target[:count] = self._view[self._start : self._start + count]
        self._start += count
        return count

    def collect(self) -> None:
        """Take what has come. Raises OSError when the connection is gone."""
        if self._start:
            left = self._end - self._start
            self._buffer[:left] = self._buffer[self._start : self._end]
            self._start = self._whole = 0
            self._end = left
        room = BUFFER - self._end
        if not room:
            return
        try:
            count = self.native.recv_into(self._view[self._end :], room)
        except OSError as error:
            if error.errno in (errno.EAGAIN, errno.ETIMEDOUT):
                return
            raise
        if not count:
            raise OSError(errno.ECONNRESET, "closed by the broker")
        self.received = True
        if self._skip:
            skipped = min(self._skip, count)
            self._skip -= skipped
            count -= skipped
            self._buffer[self._end : self._end + count] = self._buffer[
                self._end + skipped : self._end + skipped + count
            ]
        self._end += count

    def whole(self) -> bool:
        """Whether a whole packet is there. One that can never fit is skipped."""
        size = shift = 0
        for at in range(self._start + 1, min(self._end, self._start + 5)):
            byte = self._buffer[at]
            size |= (byte & 127) << shift
            shift += 7
            if byte & 128:
                continue
            length = at - self._start + 1 + size
            if length > BUFFER:
                self.skipped += 1
                self._skip = length - (self._end - self._start)
                self._start = self._whole = self._end = 0
                return False
            if self._end - self._start < length:
                return False
            self._whole = self._start + length
            return True
        if self._end - self._start >= 5:
            raise OSError(errno.ECONNRESET, "out of step")  # no packet begins like this
        return False


class _Pool:
    """A socket pool for ``adafruit_connection_manager``; remembers the socket it made and the address it used."""

    def __init__(self, native: Any, now: Any, meanwhile: Any, guard: Any) -> None:
        self._native = native
        self._now = now
        self._meanwhile = meanwhile
        self._guard = guard
        self.SOCK_STREAM = native.SOCK_STREAM
        self.AF_INET = native.AF_INET
        self.last: Any = None
        self.used = ""
        """The address of the last try."""
        self.unknown = ""
        """The name that the last look-up did not find."""
        self.good = ""
        """The address of the last connection, to be tried first; "" after it has failed."""

    def getaddrinfo(self, host: str, port: int, *rest: Any) -> Any:
        """Like the native one, but a name that was found before is not asked for again as long as it leads anywhere."""
        self.used = self.good or (host if _is_address(host) else "")
        if not self.used:
            self._guard.pause()  # the native one waits for 7 s a name server, and nothing can feed meanwhile
            self.unknown = host
            try:
                self.used = self._native.getaddrinfo(host, port, *rest)[0][4][0]
                self.unknown = ""
            finally:
                self._guard.go_on()
        return [(self.AF_INET, self.SOCK_STREAM, 0, "", (self.used, port))]

    def socket(self, family: Any, kind: Any) -> PacketSocket:
        self.last = PacketSocket(self._native.socket(family, kind), self._now, self._meanwhile)
        return self.last


def _is_address(host: str) -> bool:
    parts = host.split(".")
    return len(parts) == 4 and all(part.isdigit() for part in parts)


class _Tls:
    """An SSL context for `PacketSocket`: the native one only takes native sockets."""

    def __init__(self, native: Any) -> None:
        self._native = native

    def wrap_socket(self, sock: PacketSocket, server_hostname: Any = None) -> PacketSocket:
        sock.connect_s = SHAKE_S
        sock.native = self._native.wrap_socket(sock.native, server_hostname=server_hostname)
        return sock


class MqttLink:
    """One connection to a broker, kept up. The same face as ``UsbLink``.

    ``radio`` is ``wifi.radio``; ``pool`` a ``socketpool.SocketPool`` on it; ``tls`` an SSL context or None;
    ``meanwhile()`` draws a frame and feeds the watchdog; ``guard`` is the watchdog, with ``feed()``, ``pause()``,
    ``go_on()`` and ``may_wait()``, which is False while a line on the console would wait for its reader.
    """

    repeat_ms = 150
    """See ``Session.repeat_ms``; an answer over Wi-Fi and a broker takes some tens of milliseconds."""

    def __init__(self, settings: Any, radio: Any, pool: Any, tls: Any, now: Any, meanwhile: Any, guard: Any) -> None:
        self._settings = settings
        self._radio = radio
        self._pool = _Pool(pool, now, meanwhile, guard)
        self._tls = _Tls(tls) if tls is not None else None
        self._now = now
        self._guard = guard
        self._base = "immolation/board/" + settings["BOARD_ID"]
        self._client: Any = None
        self._socket: Any = None
        self._messages: list[Any] = []
        self._retry_ms = FIRST_RETRY_MS
        self._retry_at = self._began = self._heard_at = now()
        self.trouble = ""
        """Why there is no connection, for people."""
        self.bad = 0
        self.up = False
        self.opened = False

    def poll(self, now: int) -> Any:
        """The messages that have come; connects again when it is time to."""
        if not self.up:
            if ticks.diff(now, self._retry_at) >= 0:
                self._connect()
            return ()
        try:
            self._take(now)
        except Exception as error:  # the library raises many kinds, and each means that the connection is gone
            self._lost(error)
        if not self._messages:
            return ()
        messages = self._messages
        self._messages = []
        return messages

    def _take(self, now: int) -> None:
        socket = self._socket
        socket.collect()
        if socket.whole():  # one a turn, because reading one takes milliseconds
            self._client.loop(TURN_S)
        if socket.skipped:
            self.bad += socket.skipped
            socket.skipped = 0
        if socket.received:
            socket.received = False
            self._heard_at = now
        elif ticks.diff(now, self._heard_at) >= QUIET_MS:
            self._heard_at = now
            socket.patient = True
            self._client.ping()
            socket.patient = False

    def _connect(self) -> None:
        if not self._guard.may_wait():
            return  # the look-up prints a line when it fails
        self._began = self._now()
        self._guard.feed()
        try:
            if not self._radio.connected:
                self._radio.connect(self._settings["WIFI_SSID"], self._settings["WIFI_PASSWORD"], timeout=JOIN_S)
                self._guard.feed()
            client = self._make_client()
            client.connect()
            # Here and not by reconnect(): that forgets what was subscribed when a try fails.
            client.subscribe(self._base + "/down")
            client.publish(self._base + "/online", "online", retain=True)
        except Exception as error:  # radio, socket, TLS and library each raise their own; all mean: try later
            self._lost(error)
            return
        self._client = client
        self._socket = self._pool.last
        self._socket.patient = False
        self._heard_at = self._now()
        self._retry_ms = FIRST_RETRY_MS
        self._pool.good = self._pool.used
        self.trouble = ""
        self.up = self.opened = True

    def _make_client(self) -> Any:
        # Only here: a board that never meets its access point saves their memory.
        from adafruit_connection_manager import connection_manager_close_all
        from adafruit_minimqtt.adafruit_minimqtt import MQTT

        self._close_all = connection_manager_close_all
        settings = self._settings
        client = MQTT(
            broker=settings["MQTT_HOST"],
            port=settings["MQTT_PORT"],
            username=settings["MQTT_USER"] or None,
            password=settings["MQTT_PASSWORD"] if settings["MQTT_USER"] else None,
            client_id="immolation-" + settings["BOARD_ID"],
            is_ssl=settings["MQTT_TLS"],
            ssl_context=self._tls,
            socket_pool=self._pool,
            keep_alive=KEEP_ALIVE_S,
            recv_timeout=ANSWER_S,
            socket_timeout=TURN_S,  # type: ignore[arg-type]
            connect_retries=1,
            use_binary_mode=True,
        )
        client.will_set(self._base + "/online", "offline", retain=True)
        client.on_message = self._message
        self._client = client
        return client

    def _message(self, client: Any, topic: str, payload: Any) -> None:
        try:
            self._messages.append(wire.decode(payload))
        except wire.UnknownKind:
            pass
        except wire.BadMessage:
            self.bad += 1

    def _lost(self, error: Any) -> None:
        if self.up:
            self._began = self._now()
        else:
            self._pool.good = ""  # it may have moved; the next try asks for its name
        self.up = False
        self.trouble = "%s: %s" % (type(error).__name__, error)
        if self._pool.unknown:
            self.trouble = "no name server knows %s (MQTT_HOST)" % self._pool.unknown
            self._pool.unknown = ""
        self._drop_client()
        now = self._now()
        self._retry_at = ticks.add(now, max(self._retry_ms, REST * ticks.diff(now, self._began)))
        self._retry_ms = min(self._retry_ms * 2, LAST_RETRY_MS)

    def _drop_client(self) -> None:
        """Close the socket in every case: an RP2040 has eight, and a forgotten one never comes back."""
        if self._client is None:
            return
        self._close_all(self._pool)
        self._client = self._socket = None
        self._messages = []

    def close(self) -> None:
        """Leave the broker, as when a host on USB takes over."""
        if self.up:
            try:
                self._client.publish(self._base + "/online", "offline", retain=True)
                self._client.disconnect()
            except Exception:  # the line is let go either way; the broker's last will says the same
                pass
            self.up = False
            self._drop_client()
        self._retry_ms = FIRST_RETRY_MS
        self._retry_at = self._now()

    def send(self, message: dict[str, Any]) -> bool:
        """Hand a message to the broker; False if that cost the connection."""
        if self.up:
            try:
                self._client.publish(self._base + "/up", wire.pack(message))
            except Exception as error:  # as in connecting: whatever it was, the line is lost
                self._lost(error)
                return False
        return True

    def flush(self) -> None:
        """Nothing is kept here."""
