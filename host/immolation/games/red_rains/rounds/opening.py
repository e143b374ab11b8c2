"""How a game begins: the Chimera with its deck, the players with theirs."""

from __future__ import annotations

from ..cards import sample_deck
from ..facts.situation import CHIMERA, ChimeraCard, Seat, Situation
from ..frames import Round
from ..settings import BATTLEFIELD, LIFE, Settings


def seat(name: str, settings: Settings, life: int = LIFE, battlefield: int = BATTLEFIELD) -> Seat:
    """A player at the start of a game."""
    made = Seat(name=sample_deck.PHOENIXBORN[name], life=life, battlefield=battlefield)
    own(made, name)
    if settings.players == "sample":
        made.dice = {"power": 0, "class": 0, "basic": 0, "exhausted": sample_deck.DICE}
        made.cards = {unit.name: unit.copies for unit in sample_deck.DECK.values()}
    return made


def own(made: Seat, name: str) -> None:
    """A Phoenixborn is its own seat's."""
    made.kind = "phoenixborn"
    made.ref = made.side = made.owner = made.home = name


def lay_out(s: Situation) -> None:
    """The Chimera's side as at the start, the players' without units, wounds and tokens."""
    s.chimera = ChimeraCard(
        ref=CHIMERA, kind="chimera", owner=CHIMERA, home=CHIMERA, name=s.chimera.name, life=s.chimera.life
    )
    s.pool = dict(sorted(s.pack.deck.items()))
    s.discard, s.removed, s.top, s.hand = {}, {}, {}, None
    s.phase = s.round = 1
    s.red_rains = s.ultimate_exhaustion = s.rage = s.empties = s.passes = s.guards = s.out = 0
    s.fatigued = False
    s.first = s.settings.rules.first_player
    s.stuck = ()
    s.aside, s.dying = [], []
    for name, made in list(s.seats_of.items()):
        fresh = seat(name, s.settings, made.life, made.battlefield)
        fresh.name, fresh.deck = made.name, made.deck
        s.seats_of[name] = fresh
    s.stack = [Round(phase="setup")]
    s.due = []
