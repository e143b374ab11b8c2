"""Every row of every behaviour card, and every Ultimate, on one small table."""

from __future__ import annotations

from typing import Any

import pytest
from immolation.games import Event, State

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
    kinds,
    only,
    options_of,
    run,
    table,
    unit,
)

REV, AR, RA, RAR, VIGOR = "reveal", "attack, else reveal", "reveal and attack", "reveal, rightmost attacks", "vigor"

TABLES: dict[str, tuple[str, str, str]] = {
    "viros": (
        "1-2 rev | 3-4 ar | 5-6 ra | 7-9 lower2 rev | 10-11 raise1 rev | 12 rains rev",
        "1 rev | 2-4 ar | 5-6 ra | 7-9 damage rev | 10-11 raise2 rev | 12 rains rev",
        "1-3 ar | 4-6 ra | 7-9 damage-left rev | 10-11 raise3 rev | 12 rains rev",
    ),
    "frostwild": (
        "1-2 rev | 3-4 ar | 5-6 ra | 7-9 vigor | 10-11 stun rev | 12 rains rev",
        "1 rev | 2-3 ar | 4-5 ra | 6-7 vigor | 8-9 damage-tired rev | 10-11 stun rev | 12 rains rev",
        "1-3 ar | 4-5 ra | 6-7 vigor | 8-9 lower-or-damage rev | 10-11 stun rev | 12 rains rev",
    ),
    "neverset": (
        "1-3 rev | 4-5 ar | 6-7 raise1 rev | 8-9 rev then-status | 10-11 bleed rev | 12 seed rev",
        "1 rev | 2-4 ar | 5-7 raise2 rev | 8-9 rev then-status | 10-11 bleed rev | 12 seed rev",
        "1-3 ar | 4-7 ra | 8-9 rev then-status | 10-11 bleed rev | 12 seed rev",
    ),
    "lordswall": (
        "1-2 rev | 3-4 ar | 5-6 rar | 7-9 reroll2 rev | 10-11 walker rev | 12 rains rev",
        "1 rev | 2-4 ar | 5-6 rar | 7-9 wound-right rev | 10-11 walker rev | 12 rains rev",
        "1-3 ar | 4-6 rar | 7-11 walker rev | 12 rains rev",
    ),
    "shadowreck": (
        "1-2 rev | 3-4 ar | 5-6 raise1 ra | 7-9 lower1 rev | 10-11 webbed rev | 12 rains rev",
        "1 rev | 2-3 ar | 4-6 wound-left ra | 7-9 lower2 rev | 10-11 webbed rev | 12 rains rev",
        "1-2 ar | 3-6 exhaust ra | 7-9 lower3 rev | 10-11 webbed rev | 12 rains rev",
    ),
    "moon_cove": (
        "1-2 rev | 3-4 ar | 5-6 ra | 7-9 reroll2 rev | 10-11 drowning rev | 12 rains rev",
        "1 rev | 2-4 ar | 5-6 ra | 7-9 damage-left rev | 10-11 drowning rev | 12 rains rev",
        "1-4 ar | 5-8 ra | 9-11 drowning rev | 12 rains rev",
    ),
}
"""Chimera -> for each phase, faces with the side action, if there is one, and the main one."""


def rows() -> list[tuple[str, int, int, list[str]]]:
    found = []
    for chimera, phases in TABLES.items():
        for phase, text in enumerate(phases, 1):
            for part in text.split(" | "):
                faces, *words = part.split()
                low, _, high = faces.partition("-")
                found += [(chimera, phase, face, words) for face in range(int(low), int(high or low) + 1)]
    return found


def test_every_face_of_every_card_is_here() -> None:
    assert len(rows()) == 6 * 3 * 12


PLAIN = {
    "viros": ("iron-scales", "fury"),
    "frostwild": ("avalanche", "storm"),
    "neverset": ("soothing-scent", "bloom"),
    "lordswall": ("flanking-strike", "horde"),
    "shadowreck": ("unfathomable", "lair"),
    "moon_cove": ("capsize", "abyss"),
}
"""An aspect of blood 2 of each Chimera that attacks and does nothing on being revealed, declared or by status."""

DICE = {"power": 2, "class": 2, "basic": 2, "exhausted": 0}


def rolled(chimera: str, phase: int, face: int, able: bool, **more: Any) -> tuple[State, list[Event]]:
    card, which = PLAIN[chimera]
    first = aspect(card) if able else aspect(card, exhaustion=1)
    units = [unit("U1", life=9, exhaustion=1), unit("U2", life=9), unit("U3", life=9, attack=0)]
    state = at([first, down(2), down(2)], units, chimera=chimera, aspects=which, phase=phase,
               p1={"dice": DICE, "life": 40, "exhaustion": 1, "guard_used": True}, **more)  # fmt: skip
    events = chimera_turn(state, face=face, shows=[card])
    return state, events


def finish(state: State, events: list[Event], **forced: Any) -> list[Event]:
    """Answer whatever is asked with its first option until the turn is p1's again."""
    for _ in range(20):
        if asked(state) in ("turn", ""):
            return events
        option = options_of(state)[-1 if asked(state) == "die" else 0]
        events = events + do(state, "answer", option=option) + run(state, **forced)
    return events


@pytest.mark.rule("RR-TURN-06", "RR-TURN-07")
@pytest.mark.parametrize(("chimera", "phase", "face", "words"), rows())
def test_a_row_does_what_its_card_says(chimera: str, phase: int, face: int, words: list[str]) -> None:
    card, _ = PLAIN[chimera]
    main = next(word for word in words if word in ("rev", "ar", "ra", "rar", "vigor"))
    for able in (True, False):
        state, events = rolled(chimera, phase, face, able)
        events = finish(state, events, shows=[card])
        shown = [event.data["card"] for event in only(events, "revealed")]
        struck = [event.data["attackers"] for event in only(events, "attack")]
        if main == "ar":
            assert (shown, struck) == (([], [["a1"]]) if able else (["a2"], []))
        elif main in ("ra", "rar"):
            assert (shown, struck) == (["a2"], [["a2"]])
        else:
            assert (shown, struck) == (["a2"], [])
        if main == "vigor":
            assert body(state, "a2").attached == {"vigor": 1}
        for word in words:
            if word in SIDES:
                SIDES[word](state, events)
        assert rains(state) == int("rains" in words)


def rains(state: State) -> int:
    return table(state).red_rains


def lowered(n: int) -> Any:
    def check(state: State, events: list[Event]) -> None:
        assert sum((table(state).seats_of["p1"].dice or {}).values()) == 6
        said = f"{n} dice drop one level." if n > 1 else "1 die drops one level."
        assert [event.text for event in only(events, "dice-lowered")] == [said]

    return check


def first(events: list[Event], kind: str, then: str) -> None:
    """The side action comes before the main one."""
    said = kinds(events)
    assert said.index(kind) < said.index(then)


def rage_is(n: int) -> Any:
    def check(state: State, events: list[Event]) -> None:
        assert table(state).rage == n
        first(events, "rage-raised", "revealed")

    return check


def damage(state: State, events: list[Event]) -> None:
    assert body(state, "p1").wounds == 1
    first(events, "damaged", "revealed")


def damage_left(state: State, events: list[Event]) -> None:
    assert [body(state, ref).wounds for ref in ("u1", "u2", "u3", "p1")] == [1, 0, 0, 0]
    first(events, "damaged", "revealed")


def damage_tired(state: State, events: list[Event]) -> None:
    assert [body(state, ref).wounds for ref in ("u1", "u2", "u3", "p1")] == [1, 0, 0, 1]


def lower_or_damage(state: State, events: list[Event]) -> None:
    assert only(events, "dice-lowered")[0].text == "2 dice drop one level."
    assert body(state, "p1").wounds == 0


def stun(state: State, events: list[Event]) -> None:
    assert [body(state, ref).attached for ref in ("u1", "u2", "u3")] == [{}, {}, {"stun": 1}]


def bleed(state: State, events: list[Event]) -> None:
    assert body(state, "u1").attached == {"bleed": 1}


def webbed(state: State, events: list[Event]) -> None:
    assert body(state, "u1").attached == {"webbed": 1}


def drowning(state: State, events: list[Event]) -> None:
    assert body(state, "p1").attached == {"drowning": 1}


def summoned(card: str) -> Any:
    def check(state: State, events: list[Event]) -> None:
        assert [event.data["aspect"] for event in only(events, "summoned")] == [card]
        first(events, "summoned", "revealed")

    return check


def reroll2(state: State, events: list[Event]) -> None:
    first(events, "rage-rerolled", "revealed")
    assert "2 rage dice" in only(events, "rage-rerolled")[0].text


def wound_token(state: State, events: list[Event]) -> None:
    assert len(only(events, "wound-tokens")) == 1
    assert body(state, "p1").wounds >= 1


def exhausts(state: State, events: list[Event]) -> None:
    assert body(state, "p1").exhaustion == 2


SIDES: dict[str, Any] = {
    "lower1": lowered(1),
    "lower2": lowered(2),
    "lower3": lowered(3),
    "raise1": rage_is(1),
    "raise2": rage_is(2),
    "raise3": rage_is(3),
    "damage": damage,
    "damage-left": damage_left,
    "damage-tired": damage_tired,
    "lower-or-damage": lower_or_damage,
    "stun": stun,
    "bleed": bleed,
    "webbed": webbed,
    "drowning": drowning,
    "seed": summoned("scarlet-seed"),
    "walker": summoned("rainwalker"),
    "reroll2": reroll2,
    "wound-left": wound_token,
    "wound-right": wound_token,
    "exhaust": exhausts,
}


@pytest.mark.parametrize(("chimera", "phase", "who"), [("lordswall", 2, "u3"), ("shadowreck", 2, "u1")])
def test_who_may_take_the_wound_token(chimera: str, phase: int, who: str) -> None:
    state, _ = rolled(chimera, phase, 7 if chimera == "lordswall" else 4, True)
    assert set(options_of(state)) == {"p1", who}


@pytest.mark.parametrize("phase", [1, 2, 3])
@pytest.mark.parametrize("face", [8, 9])
def test_neversets_side_action_comes_after_its_reveal(phase: int, face: int) -> None:
    state = at(
        [aspect("photosynthesize", exhaustion=1, status=2), down(2)], chimera="neverset", aspects="bloom", phase=phase
    )
    events = chimera_turn(state, face=face, shows=["soothing-scent"])
    said = kinds(events)
    assert said.count("status") == 2  # the status step, and the side action
    assert said.index("revealed") < len(said) - 1 - said[::-1].index("status")
    assert body(state, "a1").status == 0


def test_without_a_seed_to_summon_a_token_is_placed() -> None:
    state = at([down(2)], chimera="neverset", aspects="bloom")
    seeds = [aspect("scarlet-seed", status=3)] * 6
    state = at([*seeds, down(2)], chimera="neverset", aspects="bloom")
    chimera_turn(state, face=12, shows=["soothing-scent"])
    assert rains(state) == 1


# --- Ultimates -------------------------------------------------------------------------------------------


def unleashed(chimera: str, phase: int) -> tuple[State, list[Event]]:
    """The third token is placed by the last rage die."""
    card, which = PLAIN[chimera]
    units = [unit("U1", life=9), unit("U2", life=9), unit("U3", life=9)]
    state = at([aspect(card, exhaustion=2), down(2)], units, chimera=chimera, aspects=which, phase=phase, red_rains=2,
               rage=4, p1={"life": 40, "dice": DICE})  # fmt: skip
    events = chimera_turn(state, rage=1, face=1, shows=[card], until=lambda state: asked(state) == "roll-behaviour")
    for _ in range(9):
        if asked(state) not in ("roll-behaviour", "turn"):
            if asked(state) == "blood":
                events += run(state, until=lambda state: asked(state) != "blood")
            else:
                events += do(state, "answer", option=options_of(state)[0])
    return state, events


def wounds(state: State) -> list[int]:
    return [body(state, ref).wounds if not gone(state, ref) else -1 for ref in ("u1", "u2", "u3", "p1")]


def attached(state: State, card: str) -> list[int]:
    found = [body(state, ref).attached.get(card, 0) if not gone(state, ref) else -1 for ref in ("u1", "u2", "u3")]
    return [*found, body(state, "p1").attached.get(card, 0)]


ULTIMATES: dict[tuple[str, int], dict[str, Any]] = {
    ("viros", 1): {"wounds": [1, 1, 1, 1]},
    ("viros", 2): {"wounds": [2, 2, 2, 2]},
    ("viros", 3): {"added": 1},
    ("frostwild", 1): {"wounds": [-1, 0, 0, 0], "stun": [-1, 1, 1, 1]},
    ("frostwild", 2): {"wounds": [0, 0, 0, 3], "stun": [1, 1, 1, 1]},
    ("frostwild", 3): {"stun": [1, 0, 0, 0], "dice": 5},
    ("neverset", 1): {"bleed": [1, 0, 0, 0], "added": 1},
    ("neverset", 2): {"bleed": [0, 1, 1, 0], "added": 1},
    ("neverset", 3): {"told": "Discard 1 card", "added": 1},
    ("lordswall", 1): {"wounds": [1, 1, 1, 0], "summoned": 2},
    ("lordswall", 2): {"wounds": [2, 2, 2, 0], "summoned": 2},
    ("lordswall", 3): {"wounds": [0, 0, 0, 0], "summoned": 3},
    ("shadowreck", 1): {"wounds": [-1, 0, 0, 0], "webbed": [-1, 1, 1, 0]},
    ("shadowreck", 2): {"wounds": [0, 0, 0, 3], "webbed": [1, 1, 1, 0]},
    ("shadowreck", 3): {"told": "Discard 2 cards", "webbed": [1, 1, 1, 0]},
    ("moon_cove", 1): {"wounds": [-1, 0, 0, 0], "drowning": [-1, 0, 0, 2]},
    ("moon_cove", 2): {"wounds": [2, 2, 2, 0], "drowning": [0, 0, 0, 2]},
    ("moon_cove", 3): {"wounds": [0, 0, 0, 1], "added": 1},
}


@pytest.mark.rule("RR-ULT-04", "RR-ULT-05", "RR-ULT-06", "RR-TOK-02")
@pytest.mark.parametrize(("chimera", "phase"), ULTIMATES)
def test_an_ultimate_does_what_its_card_says(chimera: str, phase: int) -> None:
    state, events = unleashed(chimera, phase)
    wanted = ULTIMATES[chimera, phase]
    assert len(only(events, "ultimate")) == 1
    assert table(state).phase == min(3, phase + 1)
    assert wounds(state) == wanted.get("wounds", [0, 0, 0, 0])
    for card in ("stun", "bleed", "webbed", "drowning"):
        if card in wanted:
            assert attached(state, card) == wanted[card]
    assert len(only(events, "aspect-added")) == wanted.get("added", 0)
    assert len(only(events, "summoned")) == wanted.get("summoned", 0)
    assert sum((table(state).seats_of["p1"].dice or {}).values()) == wanted.get("dice", 6)
    if "told" in wanted:
        assert any(event.text.startswith(wanted["told"]) for event in only(events, "told"))


SETUPS = {
    "viros": "1222 12122 121212 12112 121112 1212112",
    "frostwild": "1222 12221 121221 12221 121121 1212121",
    "neverset": "1222 12221 121221 12221 121121 1212121",
    "lordswall": "1212 12122 121212 12121 121212 1212121",
    "shadowreck": "1222 12122 121212 12121 121212 1212121",
    "moon_cove": "1212 12122 121212 12121 121212 1212121",
}
LIVES = {"frostwild": (35, 40), "moon_cove": (35, 40)}


@pytest.mark.rule("RR-BASE-05", "RR-BASE-07")
@pytest.mark.parametrize("chimera", SETUPS)
@pytest.mark.parametrize(("number", "level"), list(enumerate(("S1", "S2", "S3", "H1", "H2", "H3"))))
@pytest.mark.parametrize("seats", [1, 2])
def test_a_level_is_laid_out_face_down(chimera: str, number: int, level: str, seats: int) -> None:

    state = GAME.new({"chimera": chimera, "level": level, "seats": seats})
    view = state.view(None)
    wanted = SETUPS[chimera].split()[number]
    for facts in view["seats"].values():
        assert "".join(str(card["blood"]) for card in facts["facing"]) == wanted
        assert not any(card["up"] for card in facts["facing"])
    life = LIVES.get(chimera, (30, 35))[level[0] == "H"]
    assert (view["chimera"]["life"], view["chimera"]["ultimate"], view["chimera"]["threat"]) == (life, 3, len(wanted))
