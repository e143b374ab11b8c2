"""Mosquitto for `immolation host --lan`: configured, started, watched and stopped.

Two doors. On loopback, for the host and its page, with passwords that are good nowhere else. On the network, over TLS,
for seats, boards, Home Assistant and screens; there the client id is the user name, so that nobody can take over
somebody else's session. Nobody comes in without a password, and nothing is kept on disk by the broker.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import os
import re
import shutil
import signal
import socket
import subprocess
from collections.abc import Iterable, Mapping
from pathlib import Path

from immolation.task_cancellation import ended

from . import certificates, logins
from .embedded_broker import BrokerUnavailable, PortTaken
from .logins import Login, User
from .mosquitto_acl import access_control_list
from .permissions import Permissions

LOG = logging.getLogger(__name__)

PORT = 8883
"""The registered port of MQTT over TLS."""

MAX_MESSAGE = 1 << 19
"""Bytes; a table's state has some kilobytes, its longest reply about a hundred. Who sends more is cut off unread."""

MAX_QUEUED = 20_000
"""Messages kept for a subscriber that is behind. Mosquitto's own limit of 1000 loses a fast publisher's messages."""

MAX_QUEUED_BYTES = 16 << 20
"""Bytes kept for a subscriber that is behind: a stuck one must not fill a Raspberry Pi's memory."""

MAX_MEMORY = 256 << 20
"""Bytes that the broker may take. A login can subscribe to as many topics as it likes, to be read or not; whoever asks
for memory that is not there is cut off."""

MOST_FROM_NETWORK = 300
"""Connections through one of the network's doors, half-open ones too: a club's boards, phones and screens need fewer.
What they leave of the process's descriptors is the host's, whose own door nobody on the network can reach."""

MOST_LOCAL = 100
"""Connections of the host's own machine: the host has about five."""

START_SECONDS = 10.0
STOP_SECONDS, STOP_ATTEMPTS = 3.0, 12
RESTART_SECONDS = (0.5, 1.0, 2.0, 5.0, 10.0)
"""Waits before a broker that died is started again; the last one repeats."""

_PLACES = os.pathsep.join(("/usr/sbin", "/usr/local/sbin", "/usr/bin", "/usr/local/bin", "/opt/homebrew/sbin"))
_RUNNING = re.compile(r"mosquitto version \S+ running")


def find(program: str) -> str:
    """The path of ``mosquitto`` or ``mosquitto_passwd``. Raises BrokerUnavailable saying how to install it."""
    found = shutil.which(program) or shutil.which(program, path=_PLACES)
    if found is None:
        raise BrokerUnavailable(
            f"{program} is not installed. On Debian, Ubuntu or Raspberry Pi OS: sudo apt install mosquitto. "
            "On macOS: brew install mosquitto. Then start again."
        )
    return found


class Mosquitto:
    """One Mosquitto of our own, from `prepare` and `start` to `stop`."""

    def __init__(self, *, port: int = PORT, local_port: int = 0, board_port: int | None = None) -> None:
        """``port`` is the network's (TLS), ``local_port`` loopback's; 0: a free one.

        ``board_port``: a third door without TLS, for boards alone, because some microcontrollers have no memory for
        TLS. Their passwords can then be overheard in the club's Wi-Fi, and open nothing but their own three topics.
        """
        self.port = port
        self.local_port = local_port
        self.board_port = board_port
        self.logins: dict[str, Login] = {}
        """User name -> login, after `prepare`."""

        self.ca = Path()
        """The authority's certificate, for everybody who connects from the network."""

        self.certificate = self.key = Path()
        """What it proves itself with; the page may do so too."""

        self.url = ""
        """Loopback's URL while it runs; log in there as the user with the role ``host`` or ``page``."""

        self.restarts = 0
        """How often the broker died and was started again."""

        self._folder: Path | None = None
        self._process: asyncio.subprocess.Process | None = None
        self._keeper: asyncio.Task[None] | None = None
        self._reader: asyncio.Task[None] | None = None
        self._last_words: list[str] = []

    # --- preparing ---------------------------------------------------------------------------------------

    def prepare(self, folder: Path, users: Iterable[User], *, table: str = "main") -> Mapping[str, Login]:
        """Write certificates, passwords, access list and configuration into ``folder``; the login of every user.

        What can be kept from before is kept. Blocks for some tens of milliseconds. Raises BrokerUnavailable if
        Mosquitto is not installed, BadUsers or ValueError naming the file that is wrong.
        """
        find("mosquitto")
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        everybody = logins.check(users)
        self.logins = logins.keep(folder / "logins.json", everybody)
        self.ca, self.certificate, self.key = certificates.prepare(folder, certificates.own_names())
        doors = {"local": logins.LOCAL_ROLES, "network": ("seat", "watch", "board", "home"), "boards": ("board",)}
        for door, roles in doors.items():
            admitted = [user for user in everybody if user.role in roles]
            self._write_passwords(folder / f"{door}.passwords", admitted)
            certificates.write_private(folder / f"{door}.acl", access_control_list(admitted, table).encode())
        self._folder = folder
        return self.logins

    @property
    def permissions(self) -> Mapping[str, Permissions]:
        """User name -> rights at the table."""
        return logins.permissions_of(login.user for login in self.logins.values())

    @property
    def network_urls(self) -> list[str]:
        """Return what others on the network type: this machine's addresses and its name, most likely first."""
        hosts = [*certificates.own_addresses(), f"{socket.gethostname().split('.')[0]}.local"]
        return [f"mqtts://[{host}]:{self.port}" if ":" in host else f"mqtts://{host}:{self.port}" for host in hosts]

    def _write_passwords(self, path: Path, users: Iterable[User]) -> None:
        text = "".join(f"{user.name}:{self.logins[user.name].password}\n" for user in users)
        fresh = path.with_name(path.name + ".plain")
        certificates.write_private(fresh, text.encode())
        if text:
            # From a file of our own and hashed in place: a password on a command line is seen by every user of the
            # machine, and mosquitto_passwd asks for it in no other way.
            done = subprocess.run([find("mosquitto_passwd"), "-U", fresh], capture_output=True, text=True, check=False)
            if done.returncode != 0:
                fresh.unlink(missing_ok=True)
                raise BrokerUnavailable(f"mosquitto_passwd could not hash the passwords: {done.stderr.strip()}")
        fresh.chmod(0o600)
        os.replace(fresh, path)

    def _configuration(self, folder: Path) -> str:
        lines = [
            "# Written by immolation host --lan at each start; changes made here are lost.",
            "per_listener_settings true",
            "persistence false",
            f"max_queued_messages {MAX_QUEUED}",
            f"max_queued_bytes {MAX_QUEUED_BYTES}",
            f"message_size_limit {MAX_MESSAGE}",
            f"max_packet_size {MAX_MESSAGE + (1 << 16)}",
            f"memory_limit {MAX_MEMORY}",
            "set_tcp_nodelay true",
            "connection_messages false",
            "log_dest stderr",
            "log_timestamp false",
            "log_type error",
            "log_type warning",
            "log_type information",
            # A Mosquitto that root starts becomes another user, who may not read this folder.
            f"user {_own_name()}",
        ]
        lines += self._door(folder, "local", f"{self.local_port} 127.0.0.1", bound=False)
        lines += self._door(folder, "network", str(self.port), bound=True)
        lines += [f"certfile {self.certificate}", f"keyfile {self.key}", "tls_version tlsv1.2"]
        if self.board_port is not None:
            lines += self._door(folder, "boards", str(self.board_port), bound=True)
        return "\n".join(lines) + "\n"

    def _door(self, folder: Path, name: str, listener: str, *, bound: bool) -> list[str]:
        lines = ["", f"listener {listener}", "allow_anonymous false"]
        lines += [f"max_connections {MOST_FROM_NETWORK if bound else MOST_LOCAL}"]
        lines += [f"password_file {folder / name}.passwords", f"acl_file {folder / name}.acl"]
        # On loopback the host has several connections with one login; there client ids are unguessable instead.
        return [*lines, "use_username_as_clientid true"] if bound else lines

    # --- running -----------------------------------------------------------------------------------------

    async def start(self) -> str:
        """Start the broker and return the loopback URL. It is started again if it dies.

        Raises BrokerUnavailable with Mosquitto's own reason in one sentence; PortTaken for a port that is.
        """
        if self._folder is None:
            raise ValueError("Mosquitto.prepare comes before Mosquitto.start.")
        if self._keeper is not None:
            return self.url
        await self._end_orphan()
        free = _free_ports("127.0.0.1", "", "")
        self.local_port, self.port = self.local_port or free[0], self.port or free[1]
        if self.board_port is not None:
            self.board_port = self.board_port or free[2]
        configuration = self._folder / "mosquitto.conf"
        certificates.write_private(configuration, self._configuration(self._folder).encode())
        await self._spawn()
        self._keeper = asyncio.create_task(self._keep(), name="mosquitto")
        self.url = f"mqtt://127.0.0.1:{self.local_port}"
        return self.url

    async def stop(self) -> None:
        """Stop the broker within some seconds. Harmless when stopped already."""
        keeper, self._keeper = self._keeper, None
        if keeper is not None:
            await ended(keeper)
        await self._end()
        self.url = ""

    async def _spawn(self) -> None:
        assert self._folder is not None
        self._last_words = []
        self._process = await asyncio.create_subprocess_exec(
            find("mosquitto"),
            "-c",
            str(self._folder / "mosquitto.conf"),
            stdin=asyncio.subprocess.DEVNULL,
            stdout=asyncio.subprocess.DEVNULL,
            stderr=asyncio.subprocess.PIPE,
            start_new_session=True,  # Ctrl-C is for the host, which stops its clients before the broker
        )
        self._pid_file.write_text(f"{self._process.pid}\n")
        running = asyncio.get_running_loop().create_future()
        self._reader = asyncio.create_task(self._listen(self._process, running))
        try:
            async with asyncio.timeout(START_SECONDS):
                up = await running
        except TimeoutError:
            up = False
        if not up:
            await self._end()
            raise self._failure()

    async def _listen(self, process: asyncio.subprocess.Process, running: asyncio.Future[bool]) -> None:
        assert process.stderr is not None
        async for raw in process.stderr:
            text = raw.decode(errors="replace").strip()
            if _RUNNING.search(text) and not running.done():
                running.set_result(True)
            elif text.startswith(("Error", "Warning")):
                self._last_words = [*self._last_words[-4:], text]
                LOG.warning("mosquitto: %s", text)
            else:
                LOG.debug("mosquitto: %s", text)
        if not running.done():
            running.set_result(False)

    async def _keep(self) -> None:
        attempt = 0
        while True:
            process = self._process
            if process is not None:
                await process.wait()
                LOG.warning("Mosquitto ended with code %s; starting it again.", process.returncode)
            await asyncio.sleep(RESTART_SECONDS[min(attempt, len(RESTART_SECONDS) - 1)])
            self.restarts += 1
            try:
                await self._spawn()
                attempt = 0
            except BrokerUnavailable as error:
                attempt += 1
                LOG.warning("%s", error)

    async def _end(self) -> None:
        process, self._process = self._process, None
        if process is not None:
            # Asked more than once: Mosquitto forgets a SIGTERM that comes while it is still starting.
            for _ in range(STOP_ATTEMPTS):
                if process.returncode is not None:
                    break
                process.terminate()
                with contextlib.suppress(TimeoutError):
                    async with asyncio.timeout(STOP_SECONDS / STOP_ATTEMPTS):
                        await process.wait()
            if process.returncode is None:
                process.kill()
                await process.wait()
        if self._reader is not None:
            await asyncio.gather(self._reader, return_exceptions=True)
            self._reader = None
        self._pid_file.unlink(missing_ok=True)

    @property
    def _pid_file(self) -> Path:
        return (self._folder or Path()) / "mosquitto.pid"

    async def _end_orphan(self) -> None:
        """End the broker that a killed host left behind, if it is still ours, because it holds our ports."""
        pid = self._orphan()
        if pid is None:
            return
        LOG.info("Ending the Mosquitto that an earlier host left behind.")
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.kill(pid, signal.SIGTERM)
        try:
            async with asyncio.timeout(STOP_SECONDS):
                while self._orphan() is not None:  # noqa: ASYNC110 - not our child, so there is nothing to wait for
                    await asyncio.sleep(0.02)
        except TimeoutError:
            with contextlib.suppress(ProcessLookupError, PermissionError):
                os.kill(pid, signal.SIGKILL)

    def _orphan(self) -> int | None:
        try:
            pid = int(self._pid_file.read_text())
            command = Path(f"/proc/{pid}/cmdline").read_bytes()
        except (OSError, ValueError):
            return None
        own = str(self._pid_file.with_name("mosquitto.conf")).encode()
        return pid if own in command.split(b"\0") else None

    def _failure(self) -> BrokerUnavailable:
        said = " ".join(self._last_words) or "it said nothing"
        if "Address already in use" in said:
            ports = ", ".join(str(port) for port in (self.port, self.local_port, self.board_port) if port is not None)
            return PortTaken(f"A port that Mosquitto needs is taken ({ports}); stop the program that uses it.")
        return BrokerUnavailable(f"Mosquitto did not start: {said}")


def _free_ports(*addresses: str) -> list[int]:
    """A port for each address; all are held until the last is found, so no two are the same."""
    with contextlib.ExitStack() as held:
        sockets = [held.enter_context(socket.socket()) for _ in addresses]
        for one, address in zip(sockets, addresses, strict=True):
            one.bind((address, 0))
        return [int(one.getsockname()[1]) for one in sockets]


def _own_name() -> str:
    try:
        import pwd

        return pwd.getpwuid(os.geteuid()).pw_name
    except (ImportError, KeyError):
        return "root" if getattr(os, "geteuid", lambda: 1)() == 0 else "nobody"
