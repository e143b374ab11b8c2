"""Writes Mosquitto's access control list: what each user may read and write on which topic."""

from __future__ import annotations

from collections.abc import Iterable

from . import topics
from .logins import User


def access_control_list(users: Iterable[User], table: str, *, club: bool = False) -> str:
    """Mosquitto's access control list: what is not named here may be neither read nor written.

    ``club``: the broker serves several tables, and their hosts are kept apart as well.
    """
    written = "immolation broker mosquitto" if club else "immolation host --lan at each start"
    lines = [f"# Written by {written}; changes made here are lost."]
    for user in users:
        every = not club and user.role in ("page", "home")  # the host's own look at all its tables, players at theirs
        grants = _club_host(table) if club and user.role == "host" else _grants(user, "+" if every else table)
        lines += ["", f"user {user.name}", *(f"topic {mode} {topic}" for mode, topic in grants)]
    return "\n".join(lines) + "\n"


def _club_host(table: str) -> list[tuple[str, str]]:
    own = (topics.table(table), topics.table(table, "#"), f"{topics.ROOT}/board/#", topics.presence(table))
    return [("readwrite", topic) for topic in dict.fromkeys((*own, "homeassistant/#"))]


def _grants(user: User, table: str) -> list[tuple[str, str]]:
    public = [
        ("read", topics.HOST_ONLINE),
        ("read", topics.table(table)),
        ("read", topics.table(table, "online")),
        ("read", topics.table(table, "clock")),
        ("read", topics.table(table, "events")),
        ("read", topics.table(table, "announce")),
        ("read", topics.board("+", "online")),
        ("read", topics.board("+", "scene")),
        ("read", topics.board("+", "status")),
        ("read", topics.board("+", "press")),
        ("read", topics.board("+", "pixels")),
    ]
    own = [("write", topics.table(table, "do", user.name)), ("read", topics.table(table, "reply", user.name))]
    match user.role:
        case "host":
            return [("readwrite", f"{topics.ROOT}/#"), ("readwrite", "homeassistant/#")]
        case "page":
            return [
                *public,
                ("read", topics.table(table, "seat", "+")),
                ("read", topics.table(table, "reply", "+")),
                ("write", topics.table(table, "do")),
                ("read", topics.LOBBY),
                ("read", topics.lobby_reply("+")),
                ("write", topics.LOBBY_DO),
                ("write", topics.board("+", "hand")),
                ("write", topics.board("+", "credit")),
            ]
        case "seat":
            return [*public, *(("read", topics.table(table, "seat", seat)) for seat in user.seats), *own]
        case "watch":
            return [*public, *own]
        case "home":
            return [*public, *own, ("read", "homeassistant/#"), ("write", "homeassistant/status")]
        case "board":
            return [
                ("write", topics.board(user.name, "up")),
                ("write", topics.board(user.name, "online")),
                ("read", topics.board(user.name, "down")),
            ]
