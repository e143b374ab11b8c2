"""How a game begins: the Chimera with its deck, the players with theirs."""

from __future__ import annotations

from ..cards import sample_deck
from ..facts.situation import CardInPlay, Seat, Situation
from ..frames import Round
from ..settings import Settings


def seat(name: str, life: int, battlefield: int, settings: Settings) -> Seat:
    """A player at the start of a game."""
    body = CardInPlay(name, "phoenixborn", name, name, name)
    body.name = sample_deck.PHOENIXBORN[name]
    body.life = life
    made = Seat(name, body, battlefield)
    if settings.players == "sample":
        made.dice = {"power": 0, "class": 0, "basic": 0, "exhausted": sample_deck.DICE}
        made.cards = {unit.name: unit.copies for unit in sample_deck.DECK.values()}
    return made


def lay_out(s: Situation) -> None:
    """The Chimera's side as at the start, the players' without units, wounds and tokens."""
    old = s.chimera
    s.chimera = CardInPlay(old.ref, "chimera", "", old.owner, old.home)
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
