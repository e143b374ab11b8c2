"""Stand-in for CircuitPython's `ssl` on the interpreter's own TLS. Knows no protocol.

A microcontroller carries a bundle of public authorities; here only what `load_verify_locations` was given is trusted,
and with nothing loaded no server is.
"""

import errno
import select
from binascii import a2b_base64

import virtual_hardware as hw  # type: ignore[import-not-found]
from socketpool import Socket as _Socket

try:
    from typing import Any
except ImportError:  # MicroPython has no typing
    pass

Socket: Any = _Socket
_machine_ssl: Any = hw.options["machine_ssl"]


class SSLContext:
    """The certificates to trust."""

    def __init__(self) -> None:
        self.check_hostname = True
        self._context = _machine_ssl.SSLContext(_machine_ssl.PROTOCOL_TLS_CLIENT)
        self._context.verify_mode = _machine_ssl.CERT_REQUIRED

    def load_verify_locations(self, cafile: "str | None" = None, cadata: "str | None" = None) -> None:
        if cafile is not None:
            with open(cafile) as file:
                cadata = file.read()
        if cadata is None:
            raise ValueError("cadata must be given")
        if "-----BEGIN CERTIFICATE-----" not in cadata:
            raise ValueError("invalid cert")
        if hw.MICROPYTHON:  # whose TLS was built without the reader of PEM
            for part in cadata.split("-----BEGIN CERTIFICATE-----")[1:]:
                self._context.load_verify_locations(a2b_base64("".join(part.split("-----")[0].split())))
        else:
            self._context.load_verify_locations(cadata=cadata)

    def wrap_socket(self, sock: Any, *, server_side: bool = False, server_hostname: "str | None" = None) -> "SSLSocket":
        return SSLSocket(self, sock, server_hostname)


class SSLSocket(Socket):  # type: ignore[misc]
    """A socket that shakes hands when it connects."""

    def __init__(self, context: SSLContext, sock: Any, server_hostname: "str | None") -> None:
        self._context = context
        self._hostname = server_hostname
        self._plain = sock
        self._socket = sock._socket
        self._poll = sock._poll
        self._timeout = None
        self._closed = False
        self._tls: Any = None

    def connect(self, address: "tuple[str, int]") -> None:
        Socket.connect(self, address)
        self._socket.setblocking(True)  # the handshake blocks on the chip too
        try:
            self._tls = self._context._context.wrap_socket(self._socket, server_hostname=self._hostname)
        except (OSError, ValueError) as error:
            raise OSError(errno.EIO, "Failed SSL handshake: %s" % error) from None
        self._tls.setblocking(False)

    def close(self) -> None:
        if self._tls is not None and not self._closed:
            self._tls.close()
        self._closed = True
        self._plain.close()

    def _send_now(self, data: Any) -> int:
        if hw.MICROPYTHON:
            sent = self._tls.write(bytes(data))
        else:
            try:
                sent = self._tls.send(data)
            except (_machine_ssl.SSLWantWriteError, _machine_ssl.SSLWantReadError):
                sent = None
        if sent is None:
            raise OSError(errno.EAGAIN)
        return int(sent)

    def _receive_now(self, size: int) -> "bytes | None":
        if hw.MICROPYTHON:
            found: bytes | None = self._tls.read(size)
            return found
        try:
            found = self._tls.recv(size)
        except (_machine_ssl.SSLWantReadError, _machine_ssl.SSLWantWriteError):
            return None
        return found

    def _wait(self, for_what: int, limit_us: "int | None", late: int) -> int:
        if self._tls is not None and not hw.MICROPYTHON and for_what == select.POLLIN and self._tls.pending():
            return for_what
        return int(Socket._wait(self, for_what, limit_us, late))


def create_default_context() -> SSLContext:
    """A context that verifies servers."""
    return SSLContext()
