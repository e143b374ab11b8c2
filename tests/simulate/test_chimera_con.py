"""What a simulated game of Chimera Con is told in: fights, cheats, Markets, and whose parts win rounds."""

from __future__ import annotations

from typing import Any

from immolation import games
from immolation.games import State
from immolation.simulate import measures

GAME = games.load("chimera-con")


def seen(state: State, *actions: dict[str, Any]) -> measures.Measures:
    """The measures of a game after these actions."""
    found = measures.of("chimera-con")(state)
    for record in actions:
        action = GAME.action(record)
        found.see(state, action, state.apply(action))
    return found


def pale_stag_strikes(theirs: int) -> tuple[State, list[dict[str, Any]]]:
    """p1 attacks p2, whose Chimera has one point of Health left, with five dice of 3."""
    parts = [f"pale-stag-{part}" for part in ("head", "body", "rear")]
    weak = {"parts": [f"bellow-ox-{part}" for part in ("head", "body", "rear")], "damage": 22}
    position = {"seats": {"p1": {"parts": parts}, "p2": weak}, "stack": [{"at": "action"}], "turn": "p1"}
    dice = [{"do": "roll-dice", "seat": "chance", "values": [3] * 5}]
    dice += [{"do": "roll-dice", "seat": "chance", "values": [theirs] * 4}]
    return GAME.from_position(position), [{"do": "attack", "seat": "p1", "part": "open", "target": "p2"}, *dice]


def test_a_round_counts_for_the_families_that_are_left_standing() -> None:
    found = seen(*_flat(pale_stag_strikes(1)))
    assert found.counts["attacks"] == {"hit": 1}
    assert found.counts["families in Chimeras that won a round"] == {"pale-stag": 1}
    assert found.numbers["attacks a round"] == 1
    assert found.numbers["rounds nobody won"] == 0


def test_what_is_defended_wins_nothing() -> None:
    found = seen(*_flat(pale_stag_strikes(6)))
    assert found.counts["attacks"] == {"defended": 1}
    assert found.counts["families in Chimeras that won a round"] == {}


def test_cheats_are_counted_by_card() -> None:
    state = GAME.from_position({"seats": {"p1": {"hand": ["herbal-poultice"], "damage": 2}, "p2": {}}})
    found = seen(state, {"do": "cheat", "seat": "p1", "card": "herbal-poultice"})
    assert found.counts["cheats"] == {"herbal-poultice": 1}


def test_hardly_two_chimeras_are_alike_so_that_none_is_a_group() -> None:
    state = GAME.from_position({"seats": {"p1": {}, "p2": {}}})
    assert measures.of("chimera-con")(state).groups(state.view(None)) == {"p1": {}, "p2": {}}


def _flat(made: tuple[State, list[dict[str, Any]]]) -> list[Any]:
    return [made[0], *made[1]]
