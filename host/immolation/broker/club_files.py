"""Writes what a club's Mosquitto needs to keep tables apart: logins, passwords, access list, certificates."""

from __future__ import annotations

import base64
import hashlib
import secrets
from collections.abc import Iterable, Sequence
from pathlib import Path

from . import certificates, logins
from .logins import Login, User
from .mosquitto import MAX_MESSAGE, MAX_QUEUED, MAX_QUEUED_BYTES, MOST_FROM_NETWORK, PORT
from .mosquitto_acl import access_control_list
from .permissions import BUTTONS, WATCH, Permissions

GUEST = "guest"
"""A login that may only look, for the host to try the access list with."""

HOSTS = "hosts"
"""The login of `immolation club`, which serves every table."""

ITERATIONS = 20_000
"""Of PBKDF2; the passwords have 79 bits, so this need not be slow."""


def club_users(tables: Iterable[str], seats: Sequence[str], boards: Iterable[str]) -> dict[str, list[User]]:
    """Table -> its logins: ``<table>-host``, one a seat, a screen; and under an empty name those of all tables."""
    found: dict[str, list[User]] = {
        table: [
            User(f"{table}-host", "host"),
            *(User(f"{table}-{seat}", "seat", (seat,)) for seat in seats),
            User(f"{table}-watch", "watch"),
        ]
        for table in tables
    }
    found[""] = [
        User(HOSTS, "host"),
        *(User(board, "board") for board in boards),
        User("home", "home"),
        User(GUEST, "watch"),
    ]
    return found


def club_permissions(table: str, seats: Iterable[str]) -> dict[str, Permissions]:
    """Return what the logins of `club_users` may do at one table."""
    players = {f"{table}-{seat}": Permissions(seats=(seat,)) for seat in seats}
    return {**players, f"{table}-watch": WATCH, GUEST: WATCH, "home": BUTTONS}


def write_club(
    folder: Path, tables: Sequence[str], seats: Sequence[str], boards: Sequence[str], names: list[str]
) -> dict[str, Login]:
    """Write everything into ``folder``; the login of every user. What is there already is kept where it can be.

    ``names``: how others write the broker's machine. Raises BadUsers, ValueError or OSError naming what is wrong.
    """
    folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    users = club_users(tables, seats, boards)
    known = logins.keep(folder / "logins.json", [user for some in users.values() for user in some])
    certificates.prepare(folder, names)
    passwords = "".join(f"{name}:{hashed(login.password)}\n" for name, login in known.items())
    certificates.write_private(folder / "passwords", passwords.encode())
    rules = [access_control_list(users[table], table, club=True) for table in tables]
    rules += [access_control_list(users[""], "+", club=True)]
    certificates.write_private(folder / "acl", "\n".join(rules).encode())
    certificates.write_private(folder / "mosquitto.conf", configuration(folder.absolute()).encode())
    return known


def configuration(folder: Path, port: int = PORT) -> str:
    """The club's mosquitto.conf."""
    return f"""# Written by `immolation broker mosquitto`. Start with: mosquitto -c {folder}/mosquitto.conf
# A Mosquitto that root starts becomes the user mosquitto: let it read the folder (chown -R mosquitto {folder}).
persistence false
max_queued_messages {MAX_QUEUED}
max_queued_bytes {MAX_QUEUED_BYTES}
message_size_limit {MAX_MESSAGE}
set_tcp_nodelay true

listener {port}
max_connections {MOST_FROM_NETWORK * 4}
allow_anonymous false
password_file {folder}/passwords
acl_file {folder}/acl
certfile {folder}/broker.crt
keyfile {folder}/broker.key
tls_version tlsv1.2
"""


def hashed(password: str) -> str:
    """A password as Mosquitto keeps it: PBKDF2 with SHA-512."""
    salt = secrets.token_bytes(12)
    digest = hashlib.pbkdf2_hmac("sha512", password.encode(), salt, ITERATIONS)
    return f"$7${ITERATIONS}${base64.b64encode(salt).decode()}${base64.b64encode(digest).decode()}"
