"""Tries, before a game begins, whether a club's broker keeps its members apart, and lets this host speak."""

from __future__ import annotations

from collections.abc import Callable

import aiomqtt

from immolation.broker.broker_url import Address, BadAddress
from immolation.broker.connection import Connection
from immolation.broker.logins import NAME
from immolation.broker.probe import guest_of, probe, speaks_for


async def keeps_members_apart(
    address: Address, guest: str | None, ca: str | None, table: str, unprotected: bool, say: Callable[[str], None]
) -> bool:
    """Whether secrets and commands may pass the broker at ``address``, which bears the host's login.

    ``guest``: USER:PASSWORD of a login that may only look. A broker on loopback is tried only with one: programs of
    this machine are the host's. False only where it protects nothing and the host was told to use it ``unprotected``.
    Raises BadAddress where it cannot be used, or protects nothing.
    """
    if not address.loopback and not address.username:
        raise BadAddress(
            f"Whoever reaches {address.shown} without a login could play everybody's seat. Give a login that may "
            "publish to immolation/table/+/do, as in mqtt://USER:PASSWORD@HOST, or use --lan."
        )
    if address.loopback and guest is None:
        return True
    try:
        exposure = await probe(address, guest_of(address, guest), ca, table)
    except aiomqtt.MqttError as error:
        raise BadAddress(f"The broker at {address.shown} cannot be used: {error}.") from None
    if exposure is None:
        if guest is not None:
            raise BadAddress(f"The broker at {address.shown} does not let the guest in; check --guest.")
        say(f"Whether {address.shown} keeps its members apart could not be tried, because it wants a login:")
        say("  name one that may only look with --guest USER:PASSWORD, and this host tries it at each start.")
        return True
    if exposure.safe:
        return True
    if not unprotected:
        raise BadAddress(
            f"The broker at {address.shown} protects nothing: a guest may {exposure}. `immolation broker mosquitto` "
            "writes an access list for it; with --unprotected this host tells it what everybody may know, and takes "
            "no commands from it."
        )
    say(f"Warning: at {address.shown} a guest may {exposure}.")
    return False


HOST_LOGIN = "-host"
"""The end of the login of a table's host, as `immolation broker mosquitto` names it."""


def table_of_login(username: str | None) -> str | None:
    """Return the table whose host has this login; None where the name does not say.

    >>> table_of_login("side-host"), table_of_login("ann")
    ('side', None)
    """
    table, ending, rest = (username or "").rpartition(HOST_LOGIN)
    return table if ending and not rest and NAME.fullmatch(table) else None


async def check_own_table(connection: Connection, table: str) -> None:
    """Raise BadAddress where what this host says of its table would not arrive."""
    if await speaks_for(connection, table):
        return
    address = connection.address
    login = f"the login '{address.username}'" if address.username else "somebody without a login"
    raise BadAddress(
        f"The broker at {address.shown} does not let {login} speak for the table '{table}': nothing that this host "
        f"writes to immolation/table/{table} arrives. Name the login's own table with --table, or give the login of "
        f"'{table}'."
    )
