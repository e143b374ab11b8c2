"""Reads and checks the config of `Game.new`: seats, Chimera, level, players, house rules."""

from __future__ import annotations

from collections.abc import Mapping

from ..contract import BadConfig, Json, Option
from ..house_rules import READING, read, shown
from .cards import pack_checks
from .cards import pack_reading as packs
from .cards.card_records import LEVEL_TITLES, LEVELS
from .cards.pack import Pack
from .cards.pack_reading import WrittenPack
from .cards.sample_deck import EDITION
from .facts.situation import Situation
from .options import HouseRules
from .rounds import opening
from .settings import BATTLEFIELD, LIFE, Settings, number

PLAYERS = ("sample", "fair", "printed")
"""What the players play with; see `Settings.players`."""


def read_settings(given: Mapping[str, Json], players: str = "sample", decks: int = EDITION) -> Settings:
    """Seats, level, players and options; ``players`` is what a silent config means. Raises BadConfig naming the key."""
    count = number(given.get("seats", 1), "seats", 1, 2)
    level = given.get("level", "S1")
    if level not in LEVELS:
        raise BadConfig(f"level: {', '.join(LEVELS)}, not {shown(level)}.")
    players = given.get("players", players)
    if players not in PLAYERS:
        raise BadConfig(f"players: {', '.join(PLAYERS)}, not {shown(players)}.")
    campaign = given.get("campaign", False)
    if type(campaign) is not bool:
        raise BadConfig(f"campaign: true or false, not {shown(campaign)}.")
    options = given.get("options")
    rules = read({} if options is None else options, HouseRules)
    return Settings(("p1", "p2")[:count], level, campaign, players, rules, decks)


def read_pack(given: Mapping[str, Json], settings: Settings, own: WrittenPack | None = None) -> Pack:
    """The Chimera that a config or a position names, or brings along; ``own``, the pack the game was loaded with,
    where it names none or that one. Raises BadConfig or BadData."""
    chimera = given.get("chimera")
    if own is not None and (chimera is None or chimera == own.name or chimera == own.given):
        chimera = own
    elif chimera is None:
        chimera = "viros"
    aspects = given.get("aspects")
    if aspects is None:
        aspects = ""
    if not isinstance(aspects, str):
        raise BadConfig(f"aspects: the name of an aspect set, not {shown(aspects)}.")
    if not isinstance(chimera, (str, Mapping, WrittenPack)):
        raise BadConfig(f"chimera: the name of a Chimera, or a pack as a table, not {shown(chimera)}.")
    return packs.load(chimera, aspects, settings.rules.behaviour_die_sides)


def open_game(s: Situation, given: Mapping[str, Json]) -> None:
    """Fill an empty situation. Raises BadConfig naming the key."""
    life, size = given.get("life"), given.get("battlefield")
    life = number(LIFE if life is None else life, "life", 1, 99)
    size = number(BATTLEFIELD if size is None else size, "battlefield", 1, 10)
    chimera_life = given.get("chimera_life")
    s.stage = int(s.settings.level[1])
    for name in s.settings.seats:
        s.seats_of[name] = opening.seat(name, s.settings, life, size)
    at = LEVELS.index(s.settings.level)
    for level in LEVELS[at : at - at % 3 + 3] if s.settings.campaign else (s.settings.level,):
        short = pack_checks.too_few(s.pack.file, s.pack.aspect_set, level, len(s.settings.seats))
        if short:
            raise BadConfig(f"seats: {s.pack.name[:40]} at {level}: {short}.")
    s.chimera.name = s.pack.name
    if chimera_life is not None:
        s.chimera.life = number(chimera_life, "chimera_life", 1, 999)
    else:
        s.chimera.life = s.pack.life(s.settings.level)
    opening.lay_out(s, s.settings.level)


def config_keys(own: WrittenPack | None = None) -> tuple[Option, ...]:
    """Return what a config holds besides the house rules, as forms show it; ``own`` is a pack that people wrote."""
    usual, known = ("viros", packs.names()) if own is None else (own.name, (own.name, *packs.names()))
    titles = (*(() if own is None else (own.name,)), *(packs.read_file(name).name for name in packs.names()))
    return (
        Option("seats", "How many play against the Chimera", 1, (1, 2), rule="RR-TURN-12"),
        Option("chimera", "The Chimera", usual, known, titles=titles),
        Option("aspects", "The aspect set; left out, the Chimera's first", None),
        Option("level", "Difficulty (Standard, Heroic) and level", "S1", LEVELS, titles=LEVEL_TITLES),
        Option("campaign", "The levels up to 3 follow one another", False, (True, False)),
        Option(
            "players",
            "A sample deck, one that makes a fair fight of the level, or printed cards that people declare",
            "sample",
            PLAYERS,
            titles=("a sample deck", "a fair fight", "printed cards"),
        ),
        Option("life", "Life of each Phoenixborn", LIFE, low=1, high=99),
        Option("chimera_life", "Life of the Chimera; left out, as its card says", None, low=1, high=999),
        Option("battlefield", "Units that find room on a player's battlefield", BATTLEFIELD, low=1, high=10),
        READING,
    )
