"""Users of the broker of `immolation host --lan`: their roles, passwords and rights at the table.

A password is made once and then kept,
so that a board or a Home Assistant that was set up goes on working.
"""

from __future__ import annotations

import re
import secrets
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Literal

import msgspec

from .certificates import write_private
from .permissions import (
    BUTTONS,
    HOST,
    WATCH,
    Permissions,
)

Role = Literal["host", "page", "seat", "watch", "board", "home"]
"""``host`` and ``page`` log in on the host's own machine alone; the others come over the network."""

LOCAL_ROLES = ("host", "page")
NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9_.-]{0,31}")
"""No character that means something in a topic, an ACL or a password file."""

_ALPHABET = "23456789abcdefghjkmnpqrstuvwxyz"
"""No 0/o, 1/l/i: passwords are read from a screen and typed into a phone or a settings file."""

_GROUPS, _GROUP = 4, 4
"""16 characters of 31: 79 bits."""


class User(msgspec.Struct, frozen=True):
    """Somebody or something that logs in."""

    name: str
    role: Role
    seats: tuple[str, ...] = ()
    """For ``seat``: the seats this person plays."""


class Login(msgspec.Struct, frozen=True):
    """A user with the password to log in with. It lies in a file that the host's own user alone may read."""

    user: User
    password: str

    def __repr__(self) -> str:
        return f"Login({self.user.name!r}, {self.user.role!r})"


class BadUsers(ValueError):
    """The list of users, or the file of passwords, cannot be used. ``str()`` is one sentence."""


def usual_users(seats: Iterable[str], boards: Iterable[str] = ("immolation",)) -> list[User]:
    """Host and page, one user a seat (named like it), the boards, Home Assistant, and a screen that only watches."""
    return [
        User("host", "host"),
        User("page", "page"),
        *(User(seat, "seat", (seat,)) for seat in seats),
        *(User(board, "board") for board in boards),
        User("home", "home"),
        User("watch", "watch"),
    ]


def check(users: Iterable[User]) -> tuple[User, ...]:
    """The users, if they can be used together. Raises BadUsers naming the one that cannot."""
    found: dict[str, User] = {}
    for user in users:
        if not NAME.fullmatch(user.name):
            raise BadUsers(f"'{user.name}' cannot be a user name: 1 to 32 letters, digits, '_', '.' or '-'.")
        if user.name in found:
            raise BadUsers(f"Two users are called '{user.name}' (a {found[user.name].role} and a {user.role}).")
        for seat in user.seats:
            if not NAME.fullmatch(seat):
                raise BadUsers(f"User '{user.name}': '{seat}' cannot be a seat.")
        found[user.name] = user
    if not any(user.role == "host" for user in found.values()):
        raise BadUsers("There is no user with the role 'host', and so nobody who could publish the table.")
    return tuple(found.values())


def keep(path: Path, users: Iterable[User]) -> dict[str, Login]:
    """The login of every user; passwords that are in the file stay, missing ones are made and written (mode 0600).

    Raises BadUsers if the file cannot be read.
    """
    known = _read(path)
    logins = {user.name: Login(user, known.get(user.name) or _password()) for user in check(users)}
    # Those who are not invited today keep their password for the next time.
    kept = {**known, **{name: login.password for name, login in logins.items()}}
    if kept != known or path.stat().st_mode & 0o077:
        write_private(path, msgspec.json.format(msgspec.json.encode(kept)) + b"\n")
    return logins


def retire_links(path: Path, roles: Mapping[str, str], adopt: Callable[[Mapping[str, str]], None]) -> bool:
    """Replace the passwords that links of an earlier version held; True if there were any.

    ``roles``: user name -> what its links opened; ``adopt`` is given password -> that, before new passwords are made.
    Boards and Home Assistant keep theirs. Raises BadUsers if the file cannot be read.
    """
    known = _read(path)
    linked = {known[name]: role for name, role in roles.items() if name in known}
    if linked:
        adopt(linked)
        rest = {name: password for name, password in known.items() if name not in roles}
        write_private(path, msgspec.json.format(msgspec.json.encode(rest)) + b"\n")
    return bool(linked)


def _read(path: Path) -> dict[str, str]:
    if not path.exists():
        return {}
    try:
        return msgspec.json.decode(path.read_bytes(), type=dict[str, str])
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise BadUsers(f"{path} is damaged ({error}); delete it, and new passwords are made.") from None


def _password() -> str:
    groups = ("".join(secrets.choice(_ALPHABET) for _ in range(_GROUP)) for _ in range(_GROUPS))
    return "-".join(groups)


def permissions_of(users: Iterable[User]) -> Mapping[str, Permissions]:
    """User name -> its rights, for `CommandHandler`."""
    rights = {"host": HOST, "page": HOST, "watch": WATCH, "board": WATCH, "home": BUTTONS}
    return {user.name: Permissions(seats=user.seats) if user.role == "seat" else rights[user.role] for user in users}
