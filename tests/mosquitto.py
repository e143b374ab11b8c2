"""A real Mosquitto on loopback, plain or with TLS, that may be stopped and started again."""

from __future__ import annotations

import asyncio
import datetime
import shutil
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from immolation.broker.club_files import configuration, write_club
from immolation.broker.logins import Login

from tests.broker.waiting import listening
from tests.ports import free_port

SEATS = ("p1", "p2")
"""Of each table of a club."""


class Broker:
    """One broker; ``extra`` are further lines of its configuration, those of `certificates` say."""

    def __init__(self, folder: Path, extra: str = "") -> None:
        self.port = free_port()
        self.url = f"mqtt://127.0.0.1:{self.port}"
        self._config = folder / "mosquitto.conf"
        self._config.write_text(f"listener {self.port} 127.0.0.1\nallow_anonymous true\n{extra}")
        self._process: asyncio.subprocess.Process | None = None

    async def start(self) -> None:
        """Start it and wait until it listens."""
        path = shutil.which("mosquitto", path="/usr/sbin:/usr/local/sbin:/usr/bin") or "mosquitto"
        self._process = await asyncio.create_subprocess_exec(
            path, "-v", "-c", str(self._config), stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.STDOUT
        )
        assert self._process.stdout is not None
        while b"running" not in await self._process.stdout.readline():
            assert self._process.returncode is None
        self._drain = asyncio.create_task(self._process.stdout.read())

    async def stop(self) -> None:
        """Stop it; harmless when it is stopped."""
        if self._process is not None:
            self._process.terminate()
            await self._process.wait()
            await self._drain
            self._process = None


class Club(Broker):
    """A Mosquitto as `immolation broker mosquitto` sets it up, on a free port of loopback."""

    def __init__(self, folder: Path, tables: Sequence[str] = ("main", "side")) -> None:
        self.logins: dict[str, Login] = write_club(folder, tables, SEATS, ["immolation"], ["localhost", "127.0.0.1"])
        self.port = free_port()
        self.ca = str(folder / "ca.crt")
        self._config = folder / "test.conf"
        self._config.write_text(configuration(folder, self.port) + "user root\n")
        self._process = None

    def url(self, user: str) -> str:
        return f"mqtts://{user}:{self.logins[user].password}@localhost:{self.port}"

    def joined(self, user: str, *filters: str) -> Any:
        return listening(self.port, *filters, username=user, password=self.logins[user].password, ca=self.ca)


def certificates(folder: Path) -> str:
    """An authority of our own and a certificate for "localhost"; the lines of mosquitto.conf that use them."""
    now = datetime.datetime.now(datetime.UTC)
    keys = {name: ec.generate_private_key(ec.SECP256R1()) for name in ("ca", "server")}
    authority = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, "a club")])
    for name, subject in (("ca", "a club"), ("server", "localhost")):
        built = (
            x509.CertificateBuilder()
            .subject_name(x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, subject)]))
            .issuer_name(authority)
            .public_key(keys[name].public_key())
            .serial_number(x509.random_serial_number())
            .not_valid_before(now - datetime.timedelta(days=1))
            .not_valid_after(now + datetime.timedelta(days=1))
            .add_extension(x509.BasicConstraints(ca=name == "ca", path_length=None), critical=True)
            .add_extension(x509.SubjectAlternativeName([x509.DNSName(subject.replace(" ", "-"))]), critical=False)
            .sign(keys["ca"], hashes.SHA256())
        )
        (folder / f"{name}.pem").write_bytes(built.public_bytes(serialization.Encoding.PEM))
    (folder / "server.key").write_bytes(
        keys["server"].private_bytes(
            serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
        )
    )
    return f"certfile {folder / 'server.pem'}\nkeyfile {folder / 'server.key'}\nuser root\n"
