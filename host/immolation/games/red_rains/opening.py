"""How a game begins: the Chimera with its deck, the players with theirs."""

from __future__ import annotations

from collections.abc import Mapping

from ..contract import BadConfig, Json
from . import pack_checks, sample
from .frames import Round
from .records import LEVELS
from .settings import BATTLEFIELD, LIFE, Settings, number
from .table import Body, Seat, Situation


def seat(name: str, life: int, battlefield: int, settings: Settings) -> Seat:
    """A player at the start of a game."""
    body = Body(name, "phoenixborn", name, name, name)
    body.name = sample.PHOENIXBORN[name]
    body.life = life
    made = Seat(name, body, battlefield)
    if settings.players == "sample":
        made.dice = {"power": 0, "class": 0, "basic": 0, "exhausted": sample.DICE}
        made.cards = {unit.name: unit.copies for unit in sample.DECK.values()}
    return made


def open_game(s: Situation, given: Mapping[str, Json]) -> None:
    """Fill an empty situation. Raises BadConfig naming the key."""
    life, size = given.get("life"), given.get("battlefield")
    life = number(LIFE if life is None else life, "life", 1, 99)
    size = number(BATTLEFIELD if size is None else size, "battlefield", 1, 10)
    chimera_life = given.get("chimera_life")
    s.stage = int(s.settings.level[1])
    for name in s.settings.seats:
        s.seats_of[name] = seat(name, life, size, s.settings)
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
    lay_out(s)


def lay_out(s: Situation) -> None:
    """The Chimera's side as at the start, the players' without units, wounds and tokens."""
    old = s.chimera
    s.chimera = Body(old.ref, "chimera", "", old.owner, old.home)
    s.chimera.name, s.chimera.life = old.name, old.life
    s.fields = {name: [] for name in s.seats_of}
    s.pool = dict(sorted(s.pack.deck.items()))
    s.discard, s.removed, s.top, s.hand = {}, {}, {}, None
    s.phase = s.round = 1
    s.red_rains = s.ultimate_exhaustion = s.rage = s.empties = s.passes = s.guards = s.out = 0
    s.fatigued = False
    s.first = s.settings.rules.first_player
    s.stuck = ()
    s.aside, s.dying = [], []
    for name, made in list(s.seats_of.items()):
        fresh = seat(name, made.body.life, made.battlefield, s.settings)
        fresh.body.name = made.body.name
        s.seats_of[name] = fresh
    s.stack = [Round(phase="setup")]
    s.due = []
