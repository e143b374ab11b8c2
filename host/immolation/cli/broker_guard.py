"""Tries, before a game begins, whether a club's broker keeps its members apart."""

from __future__ import annotations

from collections.abc import Callable

import aiomqtt

from immolation.broker.broker_url import Address, BadAddress
from immolation.broker.probe import guest_of, probe


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
