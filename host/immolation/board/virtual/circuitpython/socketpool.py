"""Stand-in for CircuitPython's `socketpool` on this machine's sockets. Knows no protocol.

As on an RP2040: eight sockets; a positive time-out of `connect` counts in steps of a hundredth that are waited for
100 ms each, so below 0.1 s there is no waiting at all and EINPROGRESS at once; reading past the time-out is ETIMEDOUT,
with time-out 0 EAGAIN.
"""

import errno
import select
import socket as machine_socket

import virtual_hardware as hw  # type: ignore[import-not-found]

try:
    from typing import Any
except ImportError:  # MicroPython has no typing
    pass

_MOST_SOCKETS = 8
_WAITS_US = (1_000_000, 1_000_000, 2_000_000, 3_000_000) * 2
"""lwIP's waits after each question for a name, of which it asks four at either of two servers: 14 s in all."""

_open: "set[int]" = set()
_EAGAIN = errno.EAGAIN
_EINPROGRESS = errno.EINPROGRESS
_ETIMEDOUT = errno.ETIMEDOUT


class gaierror(OSError):
    """The name is not known."""


class Socket:
    """A TCP socket with CircuitPython's time-outs."""

    def __init__(self, kind: int) -> None:
        if len(_open) >= _MOST_SOCKETS:
            raise RuntimeError("Out of sockets")
        self._socket = machine_socket.socket(machine_socket.AF_INET, kind)
        self._socket.setblocking(False)
        self._timeout: float | None = None
        self._closed = False
        self._poll = select.poll()
        _open.add(id(self))

    def settimeout(self, value: Any) -> None:
        self._timeout = value

    def setblocking(self, flag: bool) -> None:
        self._timeout = None if flag else 0

    def setsockopt(self, level: int, optname: int, value: Any) -> None:
        self._socket.setsockopt(level, optname, value)

    def connect(self, address: "tuple[str, int]") -> None:
        self._machine_connect(address)
        self._poll.register(self._socket, select.POLLOUT)
        # POLLHUP and POLLERR come without being asked for.
        events = self._wait(select.POLLOUT, self._connect_us(), _EINPROGRESS if self._hasty() else _ETIMEDOUT)
        if events & (select.POLLERR | select.POLLHUP):
            raise OSError(errno.ECONNREFUSED)

    def _machine_connect(self, address: "tuple[str, int]") -> None:
        if not hw.air:
            raise OSError(errno.EHOSTUNREACH)
        try:
            where = machine_socket.getaddrinfo(
                address[0], address[1], machine_socket.AF_INET, machine_socket.SOCK_STREAM
            )
        except OSError:
            raise gaierror(-2, "Name or service not known") from None
        try:
            self._socket.connect(where[0][-1])
        except OSError as error:
            if error.errno != _EINPROGRESS:
                raise

    def _hasty(self) -> bool:
        return self._timeout is not None and self._timeout < 0.1

    def _connect_us(self) -> Any:
        return None if self._timeout is None else int(self._timeout * 1_000_000) if not self._hasty() else 0

    def send(self, data: Any) -> int:
        while True:
            if not hw.air:
                raise OSError(errno.ECONNRESET)
            try:
                return self._send_now(data)
            except OSError as error:
                if error.errno != _EAGAIN:
                    raise
            self._wait(select.POLLOUT, self._limit_us(), self._late())

    def sendall(self, data: Any) -> None:
        view = memoryview(data)
        done = 0
        while done < len(view):
            done += self.send(view[done:])

    def recv_into(self, buffer: Any, bufsize: int = 0) -> int:
        size = bufsize or len(buffer)
        while True:
            found = self._receive_now(size)
            if found is not None:
                buffer[: len(found)] = found
                return len(found)
            self._wait(select.POLLIN, self._limit_us(), self._late())

    def close(self) -> None:
        if not self._closed:
            self._closed = True
            _open.discard(id(self))
            self._socket.close()

    def __enter__(self) -> "Socket":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def __hash__(self) -> int:
        return id(self)

    def _send_now(self, data: Any) -> int:
        return int(self._socket.send(data))

    def _receive_now(self, size: int) -> "bytes | None":
        """Return what is there, b"" at the end, None if nothing is there yet."""
        try:
            found: bytes = self._socket.recv(size)
        except OSError as error:
            if error.errno not in (_EAGAIN, _ETIMEDOUT):
                raise
            return None
        return found

    def _limit_us(self) -> "int | None":
        return None if self._timeout is None else int(self._timeout * 1_000_000)

    def _late(self) -> int:
        return _EAGAIN if self._timeout == 0 else _ETIMEDOUT

    def _wait(self, for_what: int, limit_us: "int | None", late: int) -> int:
        """Wait in the background's company until the socket is ready; OSError(late) after the limit."""
        self._poll.register(self._socket, for_what)
        end = None if limit_us is None else hw.now_us() + limit_us
        while True:
            hw.background()
            ready = self._poll.poll(1)
            if ready:
                return int(ready[0][1])
            if end is not None and hw.now_us() >= end:
                raise OSError(late)


class SocketPool:
    """The sockets of one radio."""

    AF_INET = 2
    AF_INET6 = 10
    SOCK_STREAM = 1
    SOCK_DGRAM = 2
    SOCK_RAW = 3
    IPPROTO_IP = 0
    IPPROTO_TCP = 6
    SOL_SOCKET = 1
    SO_REUSEADDR = 2
    TCP_NODELAY = 1
    EAI_NONAME = -2
    gaierror = gaierror

    def __init__(self, radio: Any) -> None:
        if type(radio).__name__ != "Radio":
            raise TypeError("SocketPool can only be used with wifi.radio")

    def getaddrinfo(self, host: str, port: int, family: int = 0, type: int = 0, proto: int = 0, flags: int = 0) -> Any:
        """One (family, type, proto, name, (address, port)) for a name; `gaierror` for an unknown one."""
        if not hw.air:
            raise gaierror(-2, "Name or service not known")
        if not host.replace(".", "").isdigit():
            for asked, wait_us in enumerate(_WAITS_US):
                if asked >= hw.unanswered:
                    break
                hw.sleep_us(wait_us)  # of the program nothing runs meanwhile, not even what feeds the watchdog
            else:
                raise gaierror(-2, "Name or service not known")
        try:
            machine_socket.getaddrinfo(host, port)
        except OSError:
            raise gaierror(-2, "Name or service not known") from None
        return [(self.AF_INET, self.SOCK_STREAM, 0, "", (host, port))]

    def socket(self, family: int = AF_INET, type: int = SOCK_STREAM, proto: int = IPPROTO_IP) -> Socket:
        return Socket(type)
