"""Beginning of a game: the Chimera with its deck, the players with theirs."""

from __future__ import annotations

from collections.abc import Mapping

from ..cards import sample_deck
from ..cards.card_records import Level
from ..facts.card_in_play import CHIMERA, ChimeraCard, Seat
from ..facts.situation import Situation
from ..frames import Round
from ..settings import BATTLEFIELD, LIFE, Settings


def seat(
    name: str,
    settings: Settings,
    life: int = LIFE,
    battlefield: int = BATTLEFIELD,
    cards: Mapping[str, int] | None = None,
) -> Seat:
    """A player at the start of a game; ``cards``: a sample deck that is not the plain one."""
    made = Seat(name=sample_deck.PHOENIXBORN[name], life=life, battlefield=battlefield)
    own(made, name)
    if settings.players != "printed":
        made.dice = {"power": 0, "class": 0, "basic": 0, "exhausted": sample_deck.DICE}
        made.cards = dict(cards or sample_deck.deck())
    return made


def own(made: Seat, name: str) -> None:
    """A Phoenixborn is its own seat's."""
    made.kind = "phoenixborn"
    made.ref = made.side = made.owner = made.home = name


def fair_deck(settings: Settings, chimera: str, level: Level) -> Mapping[str, int] | None:
    """The deck that makes a fair fight of a level, where that is agreed."""
    if settings.players != "fair":
        return None
    return sample_deck.fair(chimera, level, len(settings.seats), settings.decks)


def lay_out(s: Situation, level: Level) -> None:
    """The Chimera's side as at the start of a level, the players' without units, wounds and tokens."""
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
    cards = fair_deck(s.settings, s.pack.key, level)
    for name, made in list(s.seats_of.items()):
        fresh = seat(name, s.settings, made.life, made.battlefield, cards)
        fresh.name, fresh.deck = made.name, made.deck
        s.seats_of[name] = fresh
    s.stack = [Round(phase="setup")]
    s.due = []
