"""People declare anything at any moment: it is refused or it is played, and the position says all of what is left."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from immolation.games import CHANCE, State
from immolation.games.red_rains.cards import pack_reading as packs

from tests.games.playouts import SCALE, pick, through_json
from tests.games.red_rains.table import (
    GAME,
    asked,
    aspect,
    at,
    body,
    chimera_turn,
    do,
    down,
    gone,
    only,
    options_of,
    pack,
    run,
    table,
    unit,
)

EFFECTS = (
    *("damage", "wound", "heal", "exhaust", "ready", "destroy", "discard", "remove", "return", "add-status"),
    *("take-status", "attach", "detach", "grant", "lose", "attack", "remove-from-battle"),
)
WORDS = ("", "unit guard", "must attack", "inexhaustible: untargetable", "Fear", "X = 2", "threatening", "ephemeral")


def declared(rng: Random, state: State) -> dict[str, Any]:
    """Something somebody might declare, sensible or not."""
    here = table(state)
    refs = [*(each.ref for each in here.units()), *here.seats_of, "chimera", "u999"]
    seat, ref = rng.choice(list(here.seats_of)), rng.choice(refs)
    own = [each.ref for each in here.seats_of[seat].units]
    made = rng.choice(
        (
            {"do": "effect", "what": rng.choice(EFFECTS), "on": ref, "n": rng.choice((0, 1, 2, 5)),
             "word": rng.choice(WORDS), "timing": rng.choice(("", "reaction")),
             "source": rng.choice(("spell", "dice"))},
            {"do": "effect", "what": rng.choice(EFFECTS), "on": ref, "by": rng.choice(refs), "cost": True},
            {"do": "area", "what": rng.choice(("damage", "exhaust")), "units": rng.choice(("both", "own"))},
            {"do": "enter", "onto": rng.choice(("own", "chimera")), "at": rng.randint(0, 9), "text": rng.choice(WORDS),
             "again": rng.choice(["", *(each.ref for each in here.aside)])},
            {"do": "make-draw", "n": rng.randint(1, 9), "instead": rng.choice((0, 1))},
            {"do": "make-hand"},
            {"do": "change", "what": rng.choice(("place-tokens", "take-tokens", "lower-rage", "raise-rage"))},
            {"do": "hinder", "what": rng.choice(("no-side-action", "cannot-guard", "exhaust-ultimate"))},
            {"do": "copy-abilities", "of": ref, "to": rng.choice(refs)},
            {"do": "place-die", "on": ref, "dice": 2},
            {"do": "dice", "power": 2, "classes": 1, "basic": 3},
            {"do": "attack", "units": own[:2] or ["u1"], "target": ref, "forced": rng.random() < 0.3},
        )
    )  # fmt: skip
    return {**made, "seat": seat}


@pytest.mark.parametrize("seed", range(12 * SCALE))
def test_whatever_is_declared_the_game_goes_on_and_its_position_is_whole(seed: int) -> None:
    rng = Random(seed)
    chimera = rng.choice(packs.names())
    options = {"most_rounds": 5, "ultimate_recheck": rng.choice(("continuous", "only_on_placing"))}
    state: State = GAME.new({"chimera": chimera, "aspects": rng.choice(packs.read_file(chimera).sets), "life": 60,
                             "seats": rng.choice((1, 2)), "players": "printed", "options": options})  # fmt: skip
    played = 0
    for _ in range(400):
        if not state.deciders():
            break
        action = pick(state, rng)
        if CHANCE not in state.deciders() and rng.random() < 0.6:
            action = GAME.action(declared(rng, state))
            digest = state.digest()
            if state.check(action) is not None:
                assert state.digest() == digest
                continue
            played += 1
        state.apply(action)
        again = GAME.from_position(through_json(state.position()))
        assert again.digest() == state.digest()
        assert again.view(None) == state.view(None)
        assert again.deciders() == state.deciders()
    assert played > 5


def test_a_blocker_that_a_reaction_took_is_no_longer_offered() -> None:
    state = at(["silt-maw"], [unit("U1"), unit("U2", life=9)])
    chimera_turn(state)
    do(state, "effect", what="destroy", on="u1", timing="reaction")
    assert options_of(state) == ["no", "u2"]
    run(state, answers=["u2"])
    assert body(state, "u2").wounds == 4


def test_a_face_down_aspect_is_none_of_the_cards_known_to_lie_on_the_pile() -> None:
    copies = {"silt-maw": 1, "brine-jaw": 1}
    small = pack(rows={"main": [{"do": "reveal"}]}, chimera={"threat": 1})
    small["aspects"] = [{**each, "copies": copies.get(each["id"], 0)} for each in small["aspects"]]
    state = at([down(3)], chimera=small)
    do(state, "make-hand")
    run(state, shows=["silt-maw"])
    do(state, "hand-done")
    do(state, "end-turn")
    run(state, until=lambda state: asked(state) == "reveal")
    assert [action.card for action in state.legal_actions("chance")] == ["brine-jaw"]  # type: ignore[attr-defined]


def test_an_aspect_set_aside_returns_to_the_chimera_or_is_discarded() -> None:
    state = at([aspect("silt-maw", wounds=1), down(1)], chimera=pack(rows={}))
    do(state, "effect", what="return", on="a1")
    assert gone(state, "a1")
    back = state.copy()
    do(back, "enter", name="any", again="a1")
    assert (body(back, "a1").home, body(back, "a1").wounds) == ("chimera", 0)
    events = do(state, "end-turn")
    assert table(state).discard == {"silt-maw": 1}
    assert only(events, "left")


def test_a_fall_in_the_middle_of_things_leaves_a_whole_table() -> None:
    state = at(["silt-maw", "brine-jaw"], chimera_card={"wounds": 22})
    do(state, "effect", what="destroy", on="a1")
    assert state.outcome() is not None
    again = GAME.from_position(through_json(state.position()))
    assert again.view(None) == state.view(None)
    assert table(state).discard == {"silt-maw": 1}
