"""Positions in the middle of everything, set up from the README alone; corrections; refusals; how it all looks."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest
from immolation.games import BadPosition

from tests.games.outsider.board import GAME, Board, board, end_of_round, seats

REV = {"form": "revenant"}


def asking(
    cause: str, *below: dict[str, Any], wounds: dict[str, int] | None = None, **more: Any
) -> list[dict[str, Any]]:
    return [*below, {"at": "survive", "wounds": wounds or {"p2": 1}, "cause": cause, **more}]


MOMENTS: dict[str, Callable[[], Board]] = {
    "nothing but two seats": lambda: Board(GAME.from_position({"seats": {"p1": {}, "p2": {}}})),
    "kings being chosen": lambda: board(
        14, 48, 85, who={"p1": {"king": None}, "p2": {"king": None}}, turn=None, stack=[{"at": "choose-king"}]
    ),
    "lots being drawn": lambda: board(14, 85, turn=None, stack=[{"at": "draw-start"}]),
    "the dial being set": lambda: board(14, 85, turn=None, stack=[{"at": "turn-event-dial"}]),
    "the first ylem": lambda: board(14, 85, turn=None, stack=[{"at": "first-ylem"}]),
    "the die held": lambda: board(14, 85, ascended_die="p2", stack=[{"at": "absorb"}]),
    "a roll for ylem": lambda: board(14, 85, stack=[{"at": "roll-ylem"}]),
    "a card in the middle of a pull": lambda: board(
        40,
        45,
        0,
        stack=asking(
            "dire-tile", {"at": "active"}, {"at": "driven", "seat": "p2", "by": "p1", "way": [44, 43], "cause": "moved"}
        ),
    ),
    "a push that met fire so far": lambda: board(
        41,
        47,
        35,
        walls={"right": 7},
        stack=asking("dire-tile", {"at": "active"}, {"at": "driven", "seat": "p2", "by": "p1", "wounds": 1}),
    ),
    "a step in the fire, fatal or not": lambda: board(
        47,
        35,
        walls={"right": 7},
        who={"p1": {"wounds": 2}},
        stack=asking("fire-step", {"at": "active"}, wounds={"p1": 1}),
    ),
    "a death by Dire Transfer being decided": lambda: board(
        44, 45, stack=asking("dire-transfer", {"at": "active"}, by="p1")
    ),
    "two of three in the fire answered": lambda: end_of_round(
        24,
        25,
        26,
        88,
        walls={"top": 2},
        rounds=10,
        stack=asking(
            "fire-wall", {"at": "end-of-round", "next": "event-dial", "roll": 1}, wounds={"p3": 1}, died=["p1", "p2"]
        ),
    ),
    "explosions asked, an immolation to come": lambda: end_of_round(
        14,
        35,
        66,
        walls={"top": 2},
        stack=asking(
            "explosion",
            {"at": "end-of-round", "next": "immolation", "roll": 1, "moved": True},
            wounds={"p1": 2, "p2": 2},
        ),
    ),
    "the blue flame asked": lambda: end_of_round(
        44,
        35,
        66,
        walls={"top": 2},
        stack=asking("blue-flame", {"at": "end-of-round", "next": "roll-event", "roll": 3}, wounds={"p2": 1}),
        dials={"round": 9, "event": 1},
        rounds=20,
    ),
    "an event rolled for": lambda: end_of_round(
        44, 35, None, then="roll-event", die=2, dials={"round": 9, "event": 2}, rounds=20
    ),
    "a return in the End of Round": lambda: end_of_round(
        44,
        None,
        None,
        who={"p2": REV},
        stack=[{"at": "end-of-round", "next": "returns", "roll": 2}, {"at": "roll-return", "seat": "p2"}],
    ),
    "a return at once": lambda: end_of_round(
        44,
        55,
        None,
        who={"p3": REV},
        options={"fire.immolation_return": "immediate"},
        stack=[{"at": "end-of-round", "next": "return-now", "roll": 2}, {"at": "place", "seat": "p3", "tile": 44}],
        bloodstones_aside=0,
        items={"70": {"bloodstones": 2}},
        dead=[{"seat": "p3"}],
    ),
    "a return onto Dire": lambda: board(
        44, 55, 66, who={"p3": REV}, turn="p2", stack=asking("dire-tile", {"at": "turn-over"}, wounds={"p3": 3})
    ),
    "the dead player's own open turn": lambda: board(None, 55, 66, options={"turn.active_death_ends_turn": False}),
    "a return onto the board": lambda: board(
        44, 55, None, who={"p3": REV}, stack=[{"at": "turn-over"}, {"at": "place", "seat": "p3", "tile": 20}]
    ),
    "a return of one of two": lambda: board(
        44, None, who={"p2": REV}, stack=[{"at": "turn-over"}, {"at": "place", "seat": "p2", "tile": 20}]
    ),
    "the omega stone being rolled": lambda: board(
        44, 55, turn=None, last="p2", war=True, stack=[{"at": "omega-stone"}]
    ),
    "the war by the clock": lambda: board(44, 55, war=True, omega_stone=9, dials={"round": 0}),
    "one sheet in": lambda: board(
        9,
        55,
        66,
        war=True,
        omega_stone=9,
        turn=None,
        stack=[{"at": "score", "omega": "p1"}],
        sheets={"p2": {"transmutations": 1, "ylem": 5}},
    ),
    "a tie": lambda: board(
        9,
        55,
        66,
        who={"p1": {"bloodstones": 1, "form": "revenant"}, "p2": {"bloodstones": 2}, "p3": {"bloodstones": 0}},
        war=True,
        omega_stone=9,
        turn=None,
        bloodstones_aside=0,
        items={"70": {"bloodstones": 1}},
        stack=[{"at": "tie-break", "omega": "p1", "seats": ["p1", "p2"]}],
        sheets={
            "p1": {"transmutations": 0, "ylem": 0},
            "p2": {"transmutations": 0, "ylem": 0},
            "p3": {"transmutations": 0, "ylem": 0},
        },
    ),
}
"""What a moment is called -> a position that says as little as it can."""


@pytest.mark.rule("AK-COMP-12", "AK-COMP-14", "AK-COMP-01")
@pytest.mark.parametrize("moment", MOMENTS)
def test_every_moment_can_be_set_up_resumed_and_played_on(moment: str) -> None:
    table = MOMENTS[moment]()
    state = table.state
    written = json.loads(json.dumps(state.position()))
    again = GAME.from_position(written)
    assert again.position() == state.position()
    assert again.digest() == state.digest()
    assert again.view(None) == state.view(None)
    assert again.deciders() == state.deciders()
    assert table.asked, "somebody is asked"
    lying = sum(pile.get("bloodstones", 0) for pile in table.items().values())
    assert sum(table.stones()) + lying + table.view["bloodstones_aside"] == 4
    for seat, decision in table.asked.items():
        listed = state.legal_actions(seat)
        assert listed
        assert decision.prompt.endswith((".", "?"))
        assert decision.default is None or decision.default in listed
        for action in listed[:: max(1, len(listed) // 12)]:
            twin = state.copy()
            assert twin.check(action) is None
            assert all(event.rules and event.text for event in twin.apply(action))
            assert GAME.from_position(twin.position()).digest() == twin.digest()
            assert GAME.label(action, table.view)
        drawn = GAME.picture(table.view, listed)
        assert drawn.occupied == {facts["tile"] for facts in table.view["seats"].values()} - {None}
    assert state.digest() == again.digest(), "looking changes nothing"


@pytest.mark.rule("AK-DEATH-01", "AK-FIRE-05", "AK-FIRE-08", "AK-WAR-04", "AK-WAR-11", "AK-OMEGA-08", "AK-COMP-04")
@pytest.mark.parametrize(
    ("tiles", "keys", "key"),
    [
        ((44, 44), {}, "seats.p2.tile"),
        ((4, 55), {"walls": {"top": 1}}, "seats.p1.tile"),
        ((44, 55), {"walls": {"top": 3, "bottom": 6}}, "walls"),
        ((94, 95), {"walls": {"top": 7}}, "walls.top"),
        ((44, 55), {"walls": {"top": 1}, "war": True, "omega_stone": 9}, "walls"),
        ((9, 55), {"war": True, "omega_stone": 9}, "omega_stone"),
        ((44, 55), {"omega_stone": 9}, "omega_stone"),
        ((44, 55), {"items": {"70": {"bloodstones": 4}}, "who": {"p1": {"bloodstones": 1}}}, "Bloodstones"),
        ((44, 55), {"items": {"70": {"dire": 26}}}, "items"),
        ((44, 55), {"items": {"100": {"ylem": 1}}}, "items"),
        ((44, 55), {"items": {"44": {"pyre": 1}}}, "items.44"),
        ((44, 55), {"who": {"p1": {"wounds": 3}}}, "seats.p1.wounds"),
        ((44, 55), {"countdown": False, "dials": {"round": 9}}, "dials.round"),
        ((44, 55), {"rounds": 12, "dials": {"round": 13}}, "dials.round"),
        ((44, None), {"turn": "p2"}, "turn"),
        ((44, 55), {"stack": [{"at": "turn-over"}]}, "stack"),
        ((44, 55), {"stack": [{"at": "survive", "wounds": {"p1": 1}, "cause": "explosion"}]}, "stack"),
        ((44, 55), {"stack": []}, "stack"),
        ((44, 55), {"ascended_die": "tile"}, "ascended_die"),
        ((44, 55), {"nonsense": 1}, "nonsense"),
    ],
)
def test_what_no_table_could_show_is_refused_with_its_key(
    tiles: tuple[int | None, ...], keys: dict[str, Any], key: str
) -> None:
    who = keys.pop("who", {}) if "who" in keys else {}
    position = {
        "seats": seats(*tiles, **who),
        "stack": [{"at": "active"}],
        **{k: v for k, v in keys.items() if k != "who"},
    }
    with pytest.raises(BadPosition) as caught:
        GAME.from_position(position)
    assert key in str(caught.value)


# --- corrections -----------------------------------------------------------------------------------------


@pytest.mark.rule("AK-GEM-01", "AK-GEM-05")
@pytest.mark.parametrize("order", [None, ["dire", "core", "ylem", "bloodstones"]])
def test_what_a_correction_puts_under_a_miniature_is_taken_at_once(order: list[str] | None) -> None:
    options = {"gem.collect_order": order} if order else {}
    table = board(44, 55, 66, options=options, items={"70": {"bloodstones": 1}}, bloodstones_aside=0)
    pile = {"bloodstones": 1, "dire": 1, "pyre": 2, "ylem": 1}
    table.do("table", "correct", path=["items"], value={"70": {"bloodstones": 0}, "44": pile})
    assert table.seat("p1")["bloodstones"] == 2
    assert table.seat("p1")["wounds"] == 1
    assert table.items() == {44: {"ylem": 1}}, "Ylem may lie there: the table says the pool is full"
    table.do("table", "correct", path=["seats", "p2", "tile"], value=70)
    assert table.seat("p2")["tile"] == 70


@pytest.mark.rule("AK-COMP-12")
@pytest.mark.parametrize(
    ("path", "value", "word"),
    [
        (["seats", "p1", "bloodstones"], 2, "Bloodstones"),
        (["seats", "p1", "tile"], 55, "55"),
        (["walls", "top"], 8, "top (walls)"),
        (["seats", "p9", "tile"], 5, "p9"),
        (["stack"], [{"at": "turn-over"}], "stack"),
        ([], {"omega_stone": 9}, "omega stone"),
    ],
)
def test_a_correction_that_cannot_be_changes_nothing(path: list[str], value: Any, word: str) -> None:
    table = board(44, 55, 66, bloodstones_aside=1)
    assert table.refused("table", "correct", word, path=path, value=value) == "TABLE"
    assert table.refused("p1", "correct", path=["seats", "p1", "tile"], value=0) == "TABLE"


# --- who is asked ----------------------------------------------------------------------------------------


@pytest.mark.rule("AK-WOUND-02", "AK-WOUND-04", "AK-WOUND-05")
@pytest.mark.parametrize(
    ("level", "held", "dealt", "fatal"),
    [(1, 1, 1, False), (1, 2, 1, True), (2, 2, 2, True), (3, 2, 2, False), (3, 0, 9, True)],
)
def test_the_tally_proposes_life_or_death(level: int, held: int, dealt: int, fatal: bool) -> None:
    who = {"p2": {"level": level, "wounds": held}}
    table = board(44, 55, who=who, stack=asking("dire-transfer", {"at": "active"}, wounds={"p2": dealt}, by="p1"))
    default = table.asked["p2"].default
    assert default is not None
    assert GAME.record(default)["do"] == ("die" if fatal else "survive")
    assert table.refused("p2", "survive", wounds=2 + level) == "AK-WOUND-02"
    assert table.refused("p1", "step", tile=43), "the one asked comes first"
    table.lives("p2")
    assert table.seat("p2")["wounds"] == min(held + dealt, 1 + level)


@pytest.mark.rule("AK-WOUND-05", "AK-DEATH-01", "AK-DEATH-03")
def test_who_dies_in_one_batch_dies_in_one_moment_whatever_the_order_of_answers() -> None:
    """Neither of two who die together picks up the other's stones; the third, standing there, does."""
    stack = asking(
        "explosion", {"at": "end-of-round", "next": "immolation", "roll": 1}, wounds={"p1": 3, "p2": 3, "p3": 3}
    )
    first = end_of_round(44, 45, 46, stack=stack).dies("p2").lives("p3").dies("p1")
    other = end_of_round(44, 45, 46, stack=stack).dies("p1", "p2").lives("p3")
    for table in (first, other):
        assert table.items() == {44: {"bloodstones": 1}, 45: {"bloodstones": 1}}
        assert table.view["dead"] == ["p1", "p2"]
    assert first.state.digest() == other.state.digest()


@pytest.mark.rule("AK-COMP-02", "AK-SETUP-03", "AK-SETUP-02")
@pytest.mark.parametrize(
    ("order", "seats_in_order"), [("reverse", ["p3", "p2", "p1"]), ("turn_order", ["p1", "p2", "p3"])]
)
def test_choosing_kings_and_drawing_lots(order: str, seats_in_order: list[str]) -> None:
    options = {"setup.king_choice_order": order, "setup.start_player": "random"}
    table = Board(GAME.new({"seats": 3, "kings": "choose", "options": options}))
    for seat, king in zip(seats_in_order, ("vara", "zhoth", "apsu"), strict=True):
        assert table.kinds() == {seat: "choose-king"}
        table.do(seat, "choose-king", king=king)
        if seat != seats_in_order[-1]:
            following = seats_in_order[seats_in_order.index(seat) + 1]
            assert table.refused(following, "choose-king", king=king) == "AK-COMP-02"
    table.do("chance", "draw-start", who="p3").do("chance", "turn-event-dial", index=3)
    assert table.refused("chance", "roll-immolation", value=1) == "TABLE"
    tile = table.seat("p2")["tile"]
    table.roll(tile)
    assert table.items() == {}, "rolled again while somebody stands there"
    table.roll(62)
    assert table.items() == {62: {"ylem": 1}}
    assert table.view["turn"] == "p3"


@pytest.mark.rule("AK-TURN-01", "AK-ROUND-06", "AK-ROUND-07")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_everybody_has_one_turn_a_round_from_whoever_starts(players: int) -> None:
    names = [f"p{n}" for n in range(1, players + 1)]
    tiles = (44, 45, 54, 55)[:players]
    table = board(
        *tiles,
        start=names[-1],
        turn=names[-1],
        stack=[{"at": "choose-state"}],
        rounds=10,
        dials={"round": 10, "event": 8},
    )
    taken = []
    while "chance" not in table.kinds():
        (seat,) = table.kinds()
        taken.append(seat)
        table.do(seat, "choose-state", state="latent").do(seat, "end-turn")
    assert taken == [names[-1], *names[:-1]]
    table.die(1)
    while "chance" in table.kinds():
        table.roll(99)
    assert table.view["start"] == (names[-1] if players == 2 else names[0])
    assert table.view["turn"] == table.view["start"]
