"""``immolation host``: run one table for real."""

from __future__ import annotations

import asyncio
import ipaddress
import re
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, Final, Literal
from urllib.parse import urlsplit

import platformdirs
import typer
from rich.console import Console

from immolation.broker.broker_url import read as read_address
from immolation.broker.logins import NAME
from immolation.broker.topics import MAIN
from immolation.plain_text import shown
from immolation.table.clocks import BadClocks, ClockSettings
from immolation.table.records import Player

from .broker_guard import table_of_login
from .broker_options import Authority, Guest, Unprotected
from .game_options import POSITION, USUAL, opening

console = Console(markup=False)  # the brackets of an IPv6 address are no markup


WINDOW_S = 30
"""Seconds to answer a question: time to look at one's cards."""


def host(
    ruleset: Annotated[str, typer.Option(help="Which game.")] = USUAL,
    seats: Annotated[
        int | None, typer.Option(min=1, max=6, help="How many play; else as many as the game is best with.")
    ] = None,
    person: Annotated[
        list[str] | None, typer.Option(metavar="SEAT=NAME", help="A person at a seat, e.g. p1=Ann; the usual case.")
    ] = None,
    bot: Annotated[list[str] | None, typer.Option(metavar="SEAT=BOT", help="A bot at a seat, e.g. p2=arena.")] = None,
    option: Annotated[
        list[str] | None, typer.Option(metavar="KEY=VALUE", help="An option of the ruleset, e.g. rounds=12.")
    ] = None,
    pack: Annotated[
        Path | None, typer.Option(help="The cards to play with, instead of those that come along.", exists=True)
    ] = None,
    position: Annotated[Path | None, typer.Option(help=POSITION, exists=True, dir_okay=False)] = None,
    board: Annotated[
        list[str] | None,
        typer.Option(
            help="auto (what is on USB; the usual case), virtual, none, mqtt, mqtt:NAME, or a serial port. Several, "
            "one after the other: the first is the first table's, the others are put at tables on the page."
        ),
    ] = None,
    dice: Annotated[
        str, typer.Option(metavar="host|typed", help="host: the host rolls; typed: people roll and type it in.")
    ] = "host",
    clock: Annotated[str, typer.Option(help="off, turn:SECONDS, or bank:SECONDS+INCREMENT.")] = "off",
    window: Annotated[
        int | None, typer.Option(min=0, help="Seconds to answer a question; 0: no limit. 30 where there is a clock.")
    ] = None,
    broker: Annotated[str | None, typer.Option(metavar="URL", help="Use this MQTT broker.")] = None,
    table: Annotated[
        str | None,
        typer.Option(
            metavar="NAME", help="The table's name, where several share a broker; else its login says, or main."
        ),
    ] = None,
    ca: Authority = None,
    guest: Guest = None,
    unprotected: Unprotected = False,
    lan: Annotated[
        bool, typer.Option("--lan", help="Let phones and Wi-Fi boards in: HTTPS, and Mosquitto with logins.")
    ] = False,
    certificate: Annotated[
        Path | None,
        typer.Option("--cert", help="Certificate of the page in PEM, instead of the host's own.", exists=True),
    ] = None,
    key: Annotated[Path | None, typer.Option(help="Its private key.", exists=True)] = None,
    public_url: Annotated[
        str | None, typer.Option(metavar="URL", help="The page's address at a reverse proxy, with its path.")
    ] = None,
    proxy: Annotated[
        str | None, typer.Option(metavar="ADDRESS", help="Address that proxy comes from; else 127.0.0.1.")
    ] = None,
    port: Annotated[int, typer.Option(min=0, max=65535, help="Port of the page; 0: any that is free.")] = 8080,
    seed: Annotated[int | None, typer.Option(help="Seed of the host's dice.")] = None,
    journal: Annotated[Path | None, typer.Option(help="Where the game is kept; an old one is resumed.")] = None,
    new: Annotated[bool, typer.Option("--new", help="Begin a new game instead of resuming the last.")] = False,
    pace: Annotated[int, typer.Option(min=0, help="Milliseconds a bot thinks and a step of a turn is shown.")] = 800,
    speak: Annotated[
        bool, typer.Option("--speak", help="Say aloud whose turn it is and what stands wrong (espeak-ng).")
    ] = False,
    browser: Annotated[bool, typer.Option(help="Open the page in a browser.")] = True,
) -> None:
    """Host a table: the board, the game, the page for everybody's phone, and MQTT."""
    from .host_runtime import HostSettings, serve  # the page takes a second to load; --help does without

    if (certificate is None) != (key is None):
        raise typer.BadParameter("--cert and --key go together.", param_hint="--cert")
    if public_url is not None:
        check_public_url(public_url)
    if proxy is not None:
        check_proxy(proxy, public_url)
    for given, name in ((ca, "--ca"), (guest, "--guest"), (unprotected or None, "--unprotected")):
        if given is not None and broker is None:
            raise typer.BadParameter("It is about the broker that --broker names; name one.", param_hint=name)
    table = table_named(table, broker)
    folder = platformdirs.user_data_path("immolation")
    if table != MAIN:  # logins, boards and open tables are those of its own host
        folder /= f"table-{table}"
    begun = opening(ruleset, seats, option or [], pack, position)
    seated, rolls = players(begun.seats, person or [], bot or []), who_rolls(dice)
    timed = clocks(clock, window)
    folder.mkdir(parents=True, exist_ok=True)
    kept = journal or folder / f"{begun.ruleset}.journal"
    if position is not None and kept.exists() and not new:
        raise typer.BadParameter(f"{kept} holds a game already; add --new to put it aside.", param_hint="--position")
    if new:
        retire(kept)
    settings = HostSettings(
        folder=folder,
        journal=kept,
        ruleset=begun.ruleset,
        settings=begun.settings,
        config=begun.config,
        position=begun.position,
        players=seated,
        seed=seed,
        dice=rolls,
        clocks=timed,
        board=board[0] if board else "auto",
        more_boards=tuple(board[1:]) if board else (),
        broker=broker,
        ca=ca,
        guest=guest,
        unprotected=unprotected,
        lan=lan,
        certificate=(certificate, key) if certificate and key else None,
        public_url=public_url,
        proxy=proxy or "127.0.0.1",
        port=port,
        open_browser=browser,
        speaks=speak,
        pace_ms=pace,
        table=table,
    )
    asyncio.run(serve(settings, print_line))


def print_line(line: str) -> None:
    """One line for the person at the terminal. Links are kept whole, and brackets in them are no markup."""
    console.print(shown(line), soft_wrap=True, markup=False, highlight=False)


def table_named(table: str | None, broker: str | None) -> str:
    """The table of this host: as said, else as the login ``<table>-host`` of its broker says, else ``main``."""
    if table is None:
        return (broker and table_of_login(read_address(broker).username)) or MAIN
    if not NAME.fullmatch(table):
        raise typer.BadParameter(
            f"'{table}' cannot be a table: 1 to 32 letters, digits, '_', '.' or '-'.", param_hint="--table"
        )
    return table


def check_public_url(url: str) -> None:
    """Raise typer.BadParameter for what is no address of a page."""
    try:
        parts = urlsplit(url)
        usable = parts.scheme in ("http", "https") and parts.hostname and parts.port != 0
    except ValueError:
        usable = False
    if not usable or parts.query or parts.fragment or parts.username:
        raise typer.BadParameter(f"'{url}' is not like https://club.example/immolation/.", param_hint="--public-url")


def check_proxy(proxy: str, public_url: str | None) -> None:
    """Raise typer.BadParameter for what is no address of a proxy: all who come through it would be turned away."""
    if public_url is None:
        raise typer.BadParameter("It is about the proxy that --public-url names; name that.", param_hint="--proxy")
    try:
        ipaddress.ip_address(proxy)
    except ValueError:
        raise typer.BadParameter(
            f"'{proxy}' is no network address, such as 192.168.1.5.", param_hint="--proxy"
        ) from None


def retire(journal: Path) -> None:
    """Put an old journal aside under the first free number; nothing is deleted."""
    if not journal.exists():
        return
    number = 1
    while (old := journal.with_suffix(f".{number}.journal")).exists():
        number += 1
    for suffix in ("", "-wal", "-shm"):
        part = journal.with_name(journal.name + suffix)
        if part.exists():
            part.rename(old.with_name(old.name + suffix))


def players(seats: Sequence[str], persons: list[str], bots: list[str]) -> dict[str, Player]:
    """Return who sits where; a seat nobody named is a person's."""
    found = {seat: Player(kind="person", name=f"Player {number}") for number, seat in enumerate(seats, 1)}
    said: dict[str, str] = {}
    for kind, pairs in (("person", persons), ("bot", bots)):
        for pair in pairs:
            seat, equals, name = pair.partition("=")
            if not equals or seat not in found:
                raise typer.BadParameter(f"'{pair}' is not SEAT=NAME with a seat of {', '.join(found)}.")
            if seat in said:
                raise typer.BadParameter(f"'{said[seat]}' and '{pair}' name one seat; leave one of them out.")
            said[seat] = pair
            found[seat] = Player(kind="bot", bot=name) if kind == "bot" else Player("person", name)
    return found


WHO_ROLLS: Final[tuple[Literal["host", "typed"], ...]] = ("host", "typed")


def who_rolls(text: str) -> Literal["host", "typed"]:
    """Read who rolls the dice. Raises typer.BadParameter for anybody but `WHO_ROLLS`."""
    for known in WHO_ROLLS:
        if text == known:
            return known
    raise typer.BadParameter(f"'{text[:40]}' is neither host nor typed.", param_hint="--dice")


def clocks(text: str, window_s: int | None = None) -> ClockSettings:
    """Read the clocks of the command line. Raises typer.BadParameter for what is none."""
    found = re.fullmatch(r"off|turn:(?P<turn>\d{1,9})|bank:(?P<bank>\d{1,9})(\+(?P<increment>\d{1,9}))?", text)
    if found is None:
        raise typer.BadParameter(f"'{text}' is not off, turn:90 or bank:600+10.", param_hint="--clock")
    seconds = int(found["turn"] or found["bank"] or 0)
    mode: Literal["off", "turn", "bank"] = "turn" if found["turn"] else "bank" if found["bank"] else "off"
    if window_s is None:  # a game on the clock must not stop at a question nobody answers
        window_s = 0 if mode == "off" else WINDOW_S
    try:
        return ClockSettings.of_seconds(mode, seconds, int(found["increment"] or 0), window_s)
    except BadClocks as error:
        raise typer.BadParameter(str(error), param_hint="--clock") from None
