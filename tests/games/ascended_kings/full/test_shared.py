"""What both tracks share, walked through on the full one: Kings, rounds, dials, walls, the Omega Stone."""

from __future__ import annotations

from typing import Any

import pytest

from .card_table import GAME, Table, at


def resting(table: Table) -> Table:
    """One Latent turn of whoever is on turn, in which nothing happens on the board."""
    seat = next(iter(table.asked))
    table.do(seat, "choose-state", state="latent")
    while table.asked.get(seat) != "latent":
        who, kind = next(iter(table.asked.items()))
        if kind == "draw-card":
            table.draw(table.listed("chance", "draw-card")[0]["card"])
        elif kind == "roll-focus":
            table.do("chance", "roll-focus", dice=[1] * len(table.listed("chance", "roll-focus")[0]["dice"]))
        elif kind == "allocate":
            table.do(who, "allocate")
        else:
            table.do(who, "pass")
    return settled(table.do(seat, "end-turn"))


def settled(table: Table) -> Table:
    """Windows pass, hands shrink, dice show 1 and 50, the dead return where they say, until a turn begins."""
    while table.asked and next(iter(table.asked.values())) not in ("choose-state", "absorb"):
        seat, kind = next(iter(table.asked.items()))
        if kind == "roll-immolation":
            table.do("chance", "roll-immolation", value=1)
        elif kind == "roll-percentile":
            table.roll(50)
        elif kind in ("discard", "take", "place", "keep-gems", "draw-card"):
            action = table.state.legal_actions(seat)[0]
            table.do(**table.game.record(action))
        else:
            table.do(seat, "pass")
    return table


def started(**config: Any) -> Table:
    table = Table(GAME.new({"track": "full", **config}), GAME)
    table.do("chance", "turn-event-dial", index=table.listed("chance", "turn-event-dial")[0]["index"])
    return settled(table)


@pytest.mark.rule("AK-SETUP-03", "AK-COMP-02", "AK-SETUP-02")
def test_kings_are_chosen_from_the_last_player_on_and_the_start_by_lot() -> None:
    config = {"seats": 3, "kings": "choose", "options": {"setup.start_player": "random"}}
    table = Table(GAME.new({"track": "full", **config}), GAME)
    for seat, king in (("p3", "zhoth"), ("p2", "vara"), ("p1", "apsu")):
        assert list(table.asked) == [seat]
        table.do(seat, "choose-king", king=king)
    table.do("chance", "draw-start", who="p2")
    table.do("chance", "turn-event-dial", index=table.listed("chance", "turn-event-dial")[0]["index"])
    assert table.position["stack"][-1]["seat"] == "p2", "the starting player is dealt to first"
    assert [table.seat(seat)["king"] for seat in ("p1", "p2", "p3")] == ["apsu", "vara", "zhoth"]


@pytest.mark.rule("AK-SETUP-05", "AK-SETUP-07", "AK-COMP-16", "AK-COMP-04")
@pytest.mark.parametrize(
    ("seats", "tiles", "aside"), [(2, [14, 85], 2), (3, [14, 48, 85], 1), (4, [14, 48, 85, 51], 0)]
)
def test_every_king_starts_at_level_one_with_a_bloodstone(seats: int, tiles: list[int], aside: int) -> None:
    table = started(seats=seats)
    facts = [table.seat(f"p{seat}") for seat in range(1, seats + 1)]
    assert [fact["tile"] for fact in facts] == tiles
    assert {(fact["level"], fact["bloodstones"], fact["form"]) for fact in facts} == {(1, 1, "king")}
    assert table.position["bloodstones_aside"] == aside


@pytest.mark.rule("AK-TURN-01", "AK-ROUND-06", "AK-ROUND-01")
def test_the_starting_role_goes_round_with_three() -> None:
    table = started(seats=3, options={"instant.windows": []})
    order = []
    for _ in range(6):
        order.append(next(iter(table.asked)))
        resting(table)
    assert order == ["p1", "p2", "p3", "p2", "p3", "p1"]


@pytest.mark.rule("AK-ROUND-07", "AK-TURN-01")
def test_two_players_simply_alternate() -> None:
    table = started(seats=2)
    order = []
    for _ in range(4):
        order.append(next(iter(table.asked)))
        resting(table)
    assert order == ["p1", "p2", "p1", "p2"]


@pytest.mark.rule("AK-OMEGA-03", "AK-OMEGA-05", "AK-ROUND-03", "AK-WAR-01", "AK-WAR-08")
def test_a_countdown_of_two_rounds_plays_two_rounds_and_then_the_war_begins() -> None:
    table = started(seats=2, rounds=2, options={"instant.windows": []})
    for _ in range(3):
        resting(table)
    assert table.position["dials"]["round"] == 1
    resting(table)
    assert table.position["war"]
    assert table.position["omega_stone"] == 50
    assert list(table.asked) == ["p1"], "clockwise from who last finished a turn"


@pytest.mark.rule("AK-OMEGA-08", "AK-OMEGA-02")
def test_without_a_countdown_the_dial_rests() -> None:
    table = at(44, 99, stack=[{"at": "end-of-round"}], countdown=False, dials={"round": 10}, turn=None)
    table.do("chance", "roll-immolation", value=1)
    table = at(44, 99, turn="p2", start="p1", countdown=False, dials={"round": 10})
    table.do("p2", "end-turn")
    assert table.position["dials"]["round"] == 10


@pytest.mark.rule("AK-WAR-02", "AK-WAR-01")
def test_no_end_of_round_after_the_turn_that_unites_the_bloodstones() -> None:
    mats = {"p2": {"bloodstones": 3, "pool": {"aria": 1}}, "p1": {"bloodstones": 0}}
    table = at(99, 44, turn="p2", start="p1", who=mats, items={"45": {"bloodstones": 1}})
    table.do("p2", "step", tile=45).do("p2", "end-turn")
    assert table.asked == {"chance": "roll-percentile"}
    assert table.position["war"]


@pytest.mark.rule("AK-WAR-05", "AK-WAR-06", "AK-WAR-07")
@pytest.mark.parametrize(("roll", "tile"), [(35, 5), (90, 90), (22, 0), (45, 9), (81, 90)])
def test_where_the_omega_stone_goes(roll: int, tile: int) -> None:
    table = at(44, 55, stack=[{"at": "omega-stone"}], war=True, turn=None, last="p2")
    table.roll(roll)
    assert table.position["omega_stone"] == tile
    table = at(tile, 55, stack=[{"at": "omega-stone"}], war=True, turn=None, last="p2")
    table.roll(roll)
    assert table.asked == {"chance": "roll-percentile"}, "somebody stands there"


@pytest.mark.rule("AK-REV-13", "AK-PROX-08")
def test_nobody_without_a_bloodstone_returns_onto_the_omega_stone() -> None:
    keys: dict[str, Any] = {"war": True, "omega_stone": 90, "items": {"00": {"bloodstones": 3}}}
    who = {"p1": {"bloodstones": 1}, "p2": {"form": "revenant", "bloodstones": 0}}
    stack = [
        {"at": "turn-over"},
        {"at": "returning", "seat": "p2", "step": "arrive"},
        {"at": "place", "seat": "p2", "tile": 90},
    ]
    table = at(44, None, who=who, stack=stack, turn="p1", **keys)
    assert {record["tile"] for record in table.listed("p2", "place")} == {80, 81, 91}
    assert table.refused("p2", "place", tile=90) == "AK-REV-13"


@pytest.mark.rule("AK-FIRE-08", "AK-FIRE-09", "AK-FIRE-10", "AK-FIRE-14")
@pytest.mark.parametrize(("walls", "die", "moves"), [
    ({"left": 3, "right": 7}, 2, False),
    ({"left": 3, "right": 8}, 2, True),
    ({"left": 6}, 4, False),
    ({"left": 5}, 4, True),
])  # fmt: skip
def test_three_lines_always_stay_free(walls: dict[str, int], die: int, moves: bool) -> None:
    tiles = (54, 64) if "right" in walls else (58, 68)
    table = at(*tiles, stack=[{"at": "end-of-round"}], walls=walls, turn=None)
    before = table.position["walls"]
    table.do("chance", "roll-immolation", value=die)
    assert (table.position["walls"] != before) == moves


@pytest.mark.rule("AK-FIRE-18", "AK-LAST-06", "AK-FIRE-11", "AK-FIRE-12")
def test_the_fire_takes_the_ascended_die_for_good_and_stops_at_a_bloodstone() -> None:
    table = at(44, 55, stack=[{"at": "end-of-round"}], walls={"top": 1}, items={"25": {"die": 1}}, turn=None)
    table.do("chance", "roll-immolation", value=1)
    assert table.position["ascended_die"] == "gone"
    who = {"p1": {"bloodstones": 0}}
    table = at(
        44, 55, stack=[{"at": "end-of-round"}], walls={"top": 1}, items={"25": {"bloodstones": 1}}, turn=None, who=who
    )
    table.do("chance", "roll-immolation", value=1)
    assert table.position["walls"]["top"] == 1


@pytest.mark.rule("AK-COMP-18", "AK-GEM-05")
def test_a_revenant_may_win_like_a_king() -> None:
    who = {"p1": {"form": "revenant", "pool": {"aria": 1}, "bloodstones": 3}, "p2": {"bloodstones": 0}}
    table = at(41, 99, war=True, omega_stone=40, items={"40": {"bloodstones": 1}}, who=who)
    table.do("p1", "step", tile=40)
    result = table.state.outcome()
    assert result is not None
    assert (result.winners, result.rule) == (("p1",), "AK-WAR-11")
