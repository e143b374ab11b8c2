"""A full game set up and played through the documented interface alone, every step of it counted; knows no module."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest
from immolation import games
from immolation.games import BadPosition, Decision, Event, IllegalAction, State

from tests.games.playouts import piles

FULL = games.load("ascended-kings", track="full")

TOTALS = {"aria": 40, "egis": 40, "pyre": 40, "ylem": 35, "dire": 25}
"""AK-COMP-04."""

CORE = ("aria", "egis", "pyre")
REV: dict[str, Any] = {"form": "revenant"}


class Duel:
    """One game in the hands of a test that has read the rulebook and the README, and nothing else."""

    def __init__(self, state: State) -> None:
        self.state = state
        self.log: list[Event] = []
        self.count()

    # --- playing ---

    def do(self, seat: str, do: str, **fields: Any) -> Duel:
        """Do it; afterwards everything must still be there, and the situation survives a journey through JSON."""
        self.log = self.state.apply(FULL.action({"do": do, "seat": seat, **fields}))
        self.count()
        again = FULL.from_position(self.state.position())
        assert again.digest() == self.state.digest()
        for seat_id in self.state.seats:
            assert again.view(seat_id) == self.state.view(seat_id)
        return self

    def roll(self, *values: int) -> Duel:
        for value in values:
            self.do("chance", "roll-percentile", value=value)
        return self

    def die(self, value: int) -> Duel:
        return self.do("chance", "roll-immolation", value=value)

    def dice(self, *values: int) -> Duel:
        return self.do("chance", "roll-focus", dice=list(values))

    def card(self, *keys: str) -> Duel:
        for key in keys:
            self.do("chance", "draw-card", card=key)
        return self

    def passes(self) -> Duel:
        """Everybody lets every window pass, until something else is asked."""
        log: list[Event] = []
        while (asked := next(iter(self.asked), None)) and self.may(asked, "pass"):
            self.do(asked, "pass")
            log += self.log
        self.log = log
        return self

    def refused(self, seat: str, do: str, *words: str, **fields: Any) -> str:
        """The rule of a refusal that tells ``words`` and changes nothing."""
        action = FULL.action({"do": do, "seat": seat, **fields})
        before = self.state.digest()
        with pytest.raises(IllegalAction) as caught:
            self.state.apply(action)
        assert self.state.check(action) == caught.value.refusal
        assert action not in self.state.legal_actions(seat)
        assert self.state.digest() == before, "a refusal changes nothing"
        for word in words:
            assert word in caught.value.refusal.reason, caught.value.refusal.reason
        return caught.value.refusal.rule

    # --- counting ---

    def count(self) -> None:
        """What no rule may ever break (AK-COMP-12, AK-POOL-01, AK-YLEM-01, AK-INSC-01): gems, stones, cards, tiles."""
        position = self.state.position()
        gems: Counter[str] = Counter(position["supply"])
        cards: Counter[str] = Counter()
        stones = position["bloodstones_aside"]
        for pile in position["items"]:
            stones += pile.get("bloodstones", 0)
            gems.update({kind: pile.get(kind, 0) for kind in TOTALS})
        for deck in ("draw", "discard"):
            for pile_of_cards in position[deck].values():
                cards.update(pile_of_cards)
        tiles = []
        for facts in position["seats"].values():
            pool = facts["pool"]
            stones += facts["bloodstones"]
            gems.update(pool)
            gems["ylem"] += facts["ylem"]
            for what in facts["transmuted"]:
                gems[what] += 3
            inscription = facts["inscription"]
            filled = bool(inscription and inscription["filled"])
            for kind in CORE:
                gems[kind] += facts["prismatic"] + filled
            cards.update(facts["hand"])
            if inscription:
                cards[inscription["card"]] += 1
            assert sum(pool.values()) <= 6 + 3 * facts["level"]
            assert 0 <= facts["ylem"] <= 5
            assert min(pool.values()) >= 0
            cores = [what for what in facts["transmuted"] if what in CORE]
            assert not cores or (facts["form"] == "king" and len(cores) <= facts["level"])
            assert not (facts["form"] == "king" and facts["prismatic"])
            if facts["tile"] is not None:
                tiles.append(facts["tile"])
                assert pool["dire"] < 2 + facts["level"], "who has the lethal number of wounds is dead"
        for frame in position["stack"]:
            if frame["at"] == "casting":
                cards[frame["card"]] += 1
        assert len(tiles) == len(set(tiles))
        assert dict(gems) == TOTALS
        assert stones == 4
        assert sum(cards.values()) == 104

    # --- looking ---

    @property
    def view(self) -> dict[str, Any]:
        return self.state.view(None)

    @property
    def asked(self) -> dict[str, Decision]:
        return self.state.deciders()

    def kinds(self) -> dict[str, str]:
        return {seat: decision.kind for seat, decision in self.asked.items()}

    def seat(self, seat: str) -> dict[str, Any]:
        return self.state.view(seat)["seats"][seat]

    def pool(self, seat: str) -> dict[str, int]:
        return {kind: count for kind, count in self.seat(seat)["pool"].items() if count}

    def tile(self, seat: str) -> int | None:
        return self.seat(seat)["tile"]

    def on(self, tile: int) -> dict[str, int]:
        return piles(self.view).get(tile, {})

    def listed(self, seat: str, do: str | None = None) -> list[dict[str, Any]]:
        records = [FULL.record(action) for action in self.state.legal_actions(seat)]
        return [record for record in records if do is None or record["do"] == do]

    def may(self, seat: str, do: str) -> bool:
        return bool(self.listed(seat, do))

    def fields(self, seat: str, do: str, field: str) -> set[Any]:
        return {record[field] for record in self.listed(seat, do)}

    def told(self) -> list[str]:
        return [event.kind for event in self.log]

    def event(self, kind: str) -> Event:
        return next(event for event in self.log if event.kind == kind)


def duel(*tiles: int | None, who: dict[str, dict[str, Any]] | None = None, **keys: Any) -> Duel:
    """A position with the miniatures on ``tiles``, p1 in the Active State unless ``stack`` says otherwise."""
    seats: dict[str, dict[str, Any]] = {f"p{place}": {"tile": tile} for place, tile in enumerate(tiles, 1)}
    for seat, facts in (who or {}).items():
        seats[seat].update(facts)
    position = {"track": "full", "seats": seats, "stack": [{"at": "active"}], **keys}
    return Duel(FULL.from_position(position))


def latent(*tiles: int | None, step: str = "free", **keys: Any) -> Duel:
    """p1 in the Latent State, at ``step``."""
    return duel(*tiles, stack=[{"at": "latent", "step": step}], **keys)


def end_of_round(*tiles: int | None, then: str = "roll", die: int = 0, **keys: Any) -> Duel:
    """The End of Round before step ``then``; p1 started, the last seat had the last turn."""
    stack = [{"at": "end-of-round", "next": then, "roll": die}]
    return duel(*tiles, **{"turn": None, "last": f"p{len(tiles)}", "stack": stack, **keys})


def cannot_be(*words: str, **position: Any) -> None:
    """A position that is refused with every one of these words in the sentence."""
    refusal = ""
    try:
        FULL.from_position({"track": "full", **position})
    except BadPosition as refused:
        refusal = str(refused)
    assert refusal, f"nobody minds {words}: {position}"
    for word in words:
        assert word in refusal, refusal
