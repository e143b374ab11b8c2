"""Where two rules of the full track meet: each case asks for both of them, worked out by hand from the rulebook."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.outsider.full_board import FULL, REV, Duel, duel, end_of_round, latent

BACK: dict[str, Any] = {"dials": {"round": 9, "event": 0}, "rounds": 20}
ASCENDANT = [card for card, copies in duel(44, 88).state.position()["draw"]["ascendant"].items() for _ in range(copies)]


def until(d: Duel, kind: str) -> Duel:
    """Everybody passes until somebody is asked this."""
    while kind not in d.kinds().values():
        d.do(next(iter(d.asked)), "pass")
    return d


@pytest.mark.rule("AK-INDEX-11", "AK-KILL-04", "AK-WOUND-05")
def test_a_swap_along_the_strip_kills_both() -> None:
    """One effect, one moment: both die of it, and the caster has killed with a Focus Ability."""
    who: dict[str, Any] = {
        "p1": {"ylem": 1, "hand": ["sun-and-sky-1"], "pool": {"dire": 2}},
        "p2": {"pool": {"dire": 2}, "bloodstones": 2},
    }
    d = duel(37, 47, 12, 65, walls={"right": 7}, who={**who, "p3": {"bloodstones": 0}})
    d.do("p1", "cast", card="sun-and-sky-1", who="p2").passes()
    assert d.tile("p1") is None
    assert d.tile("p2") is None
    assert d.on(46) == {"bloodstones": 1}, "p1 died on 47"
    assert d.on(36) == {"bloodstones": 2}, "p2 died on 37"
    assert d.view["decks"]["ascendant"]["discard"].get("sun-and-sky-1") == 1


@pytest.mark.rule("AK-INDEX-11", "AK-KILL-04", "AK-KILL-06")
def test_swapping_somebody_into_the_fire_is_a_kill_with_a_card() -> None:
    d = duel(
        47, 46, 12, walls={"right": 7}, who={"p1": {"ylem": 1, "hand": ["sun-and-sky-1"]}, "p2": {"pool": {"dire": 2}}}
    )
    d.do("p1", "cast", card="sun-and-sky-1", who="p2").passes()
    assert d.tile("p2") is None
    assert d.seat("p1")["ylem"] == 1


@pytest.mark.rule("AK-INDEX-07", "AK-INST-03")
def test_the_dire_to_be_given_may_be_gone_by_then() -> None:
    """The caster heals in the window after the announcement: there is nothing left to give."""
    who = {
        "p1": {"ylem": 3, "hand": ["dire-transfer-3", "separation-1"], "pool": {"dire": 1}},
        "p2": {"pool": {"dire": 2}},
    }
    d = duel(44, 99, 12, who=who)
    d.do("p1", "cast", card="dire-transfer-3", who="p2")
    d.do("p1", "instant", card="separation-1", remove=1).passes()
    assert d.pool("p1") == {}
    assert d.pool("p2") == {"dire": 2}
    assert d.view["supply"]["dire"] == 23


@pytest.mark.rule("AK-INDEX-07", "AK-INST-03", "AK-COMP-10")
def test_a_given_dire_that_is_cancelled_goes_to_the_supply() -> None:
    who = {"p1": {"ylem": 3, "hand": ["dire-transfer-3"], "pool": {"dire": 1}}, "p2": {"hand": ["separation-1"]}}
    d = duel(44, 99, 12, who=who)
    d.do("p1", "cast", card="dire-transfer-3", who="p2")
    while not any(a["cancel"] for a in d.listed("p2", "instant")):
        d.do(next(iter(d.asked)), "pass")
    d.do("p2", "instant", card="separation-1", cancel=1).passes()
    assert (d.pool("p1"), d.pool("p2")) == ({}, {})
    assert d.view["supply"]["dire"] == 25


@pytest.mark.rule("AK-KILL-01", "AK-COMP-10")
def test_no_kill_bonus_from_an_empty_supply() -> None:
    who: dict[str, Any] = {"p1": {"pool": {"pyre": 3}}, "p3": {"ylem": 5}}
    d = duel(44, 45, 88, who=who, items={"99": {"ylem": 30}})
    d.do("p1", "attack", who="p2", pyre=3).passes()
    assert d.tile("p2") is None
    assert d.seat("p1")["ylem"] == 0


@pytest.mark.rule("AK-REV-12", "AK-FIRE-20", "AK-LAST-01")
def test_two_kings_of_two_die_in_one_step() -> None:
    """The third Bloodstone comes with the first death, the fourth with the second; nobody is the Last King."""
    d = end_of_round(24, 25, walls={"top": 2}, **BACK)
    d.die(1).passes()
    while d.kinds() == {"chance": "roll-percentile"}:
        d.roll(99).passes()
    for seat, tile in (("p1", 50), ("p2", 70)):
        d.card(
            *(
                ["revenant-albedo-1", "revenant-albedo-2", "revenant-albedo-3"]
                if seat == "p1"
                else ["revenant-rubedo-1", "revenant-rubedo-2", "revenant-rubedo-3"]
            )
        )
        d.passes().roll(tile).passes()
        d.do(seat, "place", tile=tile)
        d.do(seat, "take", aria=3)
        d.passes()
    assert d.state.position()["ascended_die"] is None
    assert [d.seat(seat)["bloodstones"] for seat in ("p1", "p2")] == [1, 1]
    assert d.view["bloodstones_aside"] == 0


@pytest.mark.rule("AK-LAST-01", "AK-REV-12")
def test_of_two_the_survivor_is_the_last_king_once_the_other_is_back() -> None:
    d = duel(44, 45, who={"p1": {"pool": {"pyre": 3}}})
    d.do("p1", "attack", who="p2", pyre=3).passes()
    assert d.state.position()["ascended_die"] is None
    d.do("p1", "end-turn").passes()
    d.card("revenant-albedo-1", "revenant-albedo-2", "revenant-albedo-3").passes()
    d.roll(70).passes()
    d.do("p2", "place", tile=70).do("p2", "take", aria=3).passes()
    assert d.state.position()["ascended_die"] == "p1"
    assert d.kinds() == {"p1": "absorb"}, "at the beginning of p2's turn"


@pytest.mark.rule("AK-GEM-07", "AK-LAST-05", "AK-LAST-03", "AK-LATENT-03")
def test_a_revenant_finds_the_die_and_rolls_it() -> None:
    who: dict[str, Any] = {"p1": {**REV, "pool": {"aria": 1}}, "p2": REV}
    d = duel(44, 88, 12, who=who, items={"55": {"die": 1}})
    d.do("p1", "step", tile=55)
    assert d.state.position()["ascended_die"] == "p1"
    d.do("p1", "end-turn").passes()
    assert d.kinds() == {"p1": "absorb"}
    d.do("p1", "keep-die")
    rolling = duel(55, 88, 12, who=who, ascended_die="p1", stack=[{"at": "latent", "step": "roll"}])
    assert all(len(FULL.record(o.action)["dice"]) == 3 for o in rolling.asked["chance"].outcomes)


@pytest.mark.rule("AK-LATENT-04", "AK-DICE-07", "AK-INST-01")
def test_before_the_roll_dice_join_and_ylem_makes_the_next_cheaper() -> None:
    who = {"p1": {"hand": ["citrinitas-1", "conjunction-3"]}, "p2": {"hand": ["conjunction-2"]}}
    d = duel(44, 88, who=who, stack=[{"at": "latent", "step": "draw"}])
    d.card("albedo-1")
    assert d.kinds() == {"p1": "draw"}
    d.refused("p2", "instant", card="conjunction-2", merge=True)
    d.do("p1", "instant", card="citrinitas-1").do("p1", "instant", card="conjunction-3", merge=True).passes()
    assert {len(FULL.record(o.action)["dice"]) for o in d.asked["chance"].outcomes} == {4}
    d.dice(5, 1, 1, 1).passes()
    listed = {(a["aria"], a["pyre"], a["ylem"]) for a in d.listed("p1", "allocate")}
    assert (2, 0, 1) in listed, "5 + 1 make 6: an Ylem at 6+"
    assert max(ylem for *_, ylem in listed) == 1


@pytest.mark.rule("AK-INST-05", "AK-INST-01")
def test_an_opponents_dice_in_the_middle_of_the_own_roll() -> None:
    """p2 rolls for itself while p1's dice lie there; p1 waits, and then goes on with its own dice alone."""
    who = {"p1": {"hand": ["albedo-1"]}, "p2": {"hand": ["conjunction-3"], "ylem": 3}}
    stack = [{"at": "latent", "step": "free"}, {"at": "allocate", "seat": "p1", "dice": [3, 3]}]
    d = duel(44, 88, who=who, stack=stack)
    d.do("p2", "instant", card="conjunction-3")
    assert not d.may("p1", "instant"), "resolved completely before anything else continues"
    d.dice(2, 2)
    assert d.kinds() == {"p2": "allocate"}
    assert not d.may("p1", "instant")
    d.do("p2", "allocate", ylem=1).passes()
    assert d.seat("p2")["ylem"] == 5, "2 + 2 at 4+, and a Mirror Bonus"
    assert d.kinds() == {"p1": "allocate"}
    d.do("p1", "allocate", egis=2)
    assert d.seat("p1")["ylem"] == 1


@pytest.mark.rule("AK-GEM-03", "AK-GEM-08", "AK-POOL-05", "AK-POOL-03")
def test_core_and_dire_of_one_tile_into_a_full_pool() -> None:
    """Core comes before Dire: first the two Pyre are fitted or thrown away, then the wound takes a place."""
    d = duel(44, 88, 12, who={"p1": {"pool": {"aria": 9}}}, items={"45": {"pyre": 3, "dire": 1, "ylem": 1}})
    d.do("p1", "step", tile=45)
    assert d.seat("p1")["ylem"] == 1
    assert d.kinds() == {"p1": "keep-gems"}
    ways = {(a["aria"], a["pyre"]) for a in d.listed("p1", "keep-gems")}
    assert ways == {(8, 1), (7, 2), (6, 3)}, "one place is free since a step was paid"
    d.do("p1", "keep-gems", aria=7, pyre=2).passes()
    assert d.kinds() == {"p1": "keep-gems"}
    assert {(a["aria"], a["pyre"]) for a in d.listed("p1", "keep-gems")} == {(6, 2), (7, 1)}
    d.do("p1", "keep-gems", aria=7, pyre=1)
    assert d.pool("p1") == {"aria": 7, "pyre": 1, "dire": 1}
    assert d.on(45) == {}


@pytest.mark.rule("AK-EVENT-04", "AK-GEM-03")
def test_an_event_asks_a_full_pool_in_the_end_of_the_round() -> None:
    d = end_of_round(44, 55, 88, who={"p2": {"pool": {"aria": 9}}}, dials={"round": 9, "event": 1}, rounds=20)
    d.die(1)
    assert d.view["dials"]["event"]["shows"] == "PYRE2"
    d.passes().roll(55).passes()
    assert d.kinds() == {"p2": "keep-gems"}
    assert {(a["aria"], a["pyre"]) for a in d.listed("p2", "keep-gems")} == {(9, 0), (8, 1), (7, 2)}
    d.do("p2", "keep-gems", aria=9)
    assert d.view["supply"]["pyre"] == 40
    assert d.on(55) == {}


@pytest.mark.rule("AK-FIRE-07", "AK-FIRE-16", "AK-DEATH-01")
def test_who_dies_of_an_explosion_is_not_hit_by_the_fire_as_well() -> None:
    who: dict[str, Any] = {"p2": {"pool": {"dire": 1}}}
    d = end_of_round(77, 25, 88, 12, walls={"top": 1}, who={**who, "p4": {}}, items={"24": {"pyre": 2}}, **BACK)
    d.die(1).passes()
    deaths = [event for event in d.log if event.kind == "died"]
    assert d.tile("p2") is None
    assert len([event for event in deaths if event.data["seat"] == "p2"]) <= 1
    assert d.on(35) == {"bloodstones": 1}


@pytest.mark.rule("AK-FIRE-04", "AK-EVENT-02")
def test_where_two_strips_cross_it_burns_once() -> None:
    d = end_of_round(27, 55, 66, walls={"top": 2, "right": 7}, dials={"round": 9, "event": 1}, rounds=20)
    d.die(3).passes()
    assert d.pool("p1") == {"dire": 1}


@pytest.mark.rule("AK-ABIL-06", "AK-ACTIVE-08", "AK-DEATH-04")
def test_bridging_to_death() -> None:
    who: dict[str, Any] = {"p1": {"ylem": 1, "pool": {"aria": 1, "dire": 2}, "transmuted": ["ylem"]}}
    d = duel(44, 88, 12, who=who, items={"70": {"ylem": 1, "dire": 1, "bloodstones": 1}}, bloodstones_aside=0)
    d.do("p1", "bridge", tile=70).passes()
    assert d.tile("p1") is None
    assert d.on(70) == {"bloodstones": 2}, "claimed first, dropped with the others"
    assert d.kinds() == {"chance": "draw-card"}, "the turn is over"
    assert d.seat("p1")["ylem"] == 4, "the Ylem of the tile and the three of the Transmutation are carried over"


@pytest.mark.rule("AK-ABIL-06", "AK-MOVE-11", "AK-WAR-11")
@pytest.mark.parametrize("stones", [0, 1])
def test_bridging_to_the_omega_stone(stones: int) -> None:
    who: dict[str, Any] = {
        "p1": {"ylem": 1, "pool": {"aria": 1}, "transmuted": ["ylem"], "bloodstones": stones},
        "p2": {"bloodstones": 4 - stones},
    }
    d = duel(44, 88, who=who, war=True, omega_stone=5, items={"05": {"ylem": 1}}, bloodstones_aside=0)
    assert (5 in d.fields("p1", "bridge", "tile")) is bool(stones)
    if not stones:
        d.refused("p1", "bridge", tile=5)
        return
    d.do("p1", "bridge", tile=5)
    assert d.state.outcome() is not None


@pytest.mark.rule("AK-WAR-10", "AK-WAR-11", "AK-INDEX-12", "AK-CARD-07")
@pytest.mark.parametrize("stones", [0, 1])
def test_pulled_over_the_omega_stone(stones: int) -> None:
    """Without a Bloodstone nobody can be pulled that way; with one the game ends under way, and no card is lost."""
    who: dict[str, Any] = {
        "p1": {"ylem": 3, "hand": ["conjunction-3"], "bloodstones": 2},
        "p2": {"bloodstones": stones},
        "p3": {"bloodstones": 2 - stones},
    }
    d = duel(2, 8, 88, who=who, war=True, omega_stone=5, bloodstones_aside=0)
    assert ("p2" in d.fields("p1", "cast", "who")) is bool(stones)
    if stones:
        d.do("p1", "cast", card="conjunction-3", who="p2").passes()
        assert d.tile("p2") == 5
        assert d.state.outcome() is not None
        assert d.view["decks"]["ascendant"]["discard"] == {"conjunction-3": 1}
    else:
        d.refused("p1", "cast", card="conjunction-3", who="p2")


@pytest.mark.rule("AK-CARD-05", "AK-KILL-02", "AK-ACTIVE-06", "AK-LATENT-02")
def test_draws_where_no_card_is_left() -> None:
    who = {"p2": {"hand": ASCENDANT}, "p1": {"ylem": 2, "pool": {"pyre": 4}}}
    d = duel(44, 88, 45, who=who)
    d.do("p1", "attack", who="p3", pyre=4).passes()
    assert d.tile("p3") is None
    assert d.kinds() == {"p1": "active"}, "the Overkill card is skipped"
    assert d.seat("p1")["ylem"] == 3
    quiet = duel(44, 88, who=who, stack=[{"at": "latent", "step": "draw"}])
    until(quiet, "roll-focus")
    assert quiet.seat("p1")["hand"] == []


@pytest.mark.rule("AK-REV-09", "AK-COMP-10")
def test_three_gems_of_a_return_from_a_short_supply() -> None:
    """1 Aria, no Egis and 1 Pyre are left: two gems are all there is to take."""
    who: dict[str, Any] = {
        "p1": {"level": 3, "pool": {"egis": 15}},
        "p2": {**REV, "level": 3, "pool": {"pyre": 15}},
        "p3": {"level": 3, "pool": {"egis": 15}},
        "p4": {"level": 3, "pool": {"egis": 10, "pyre": 5}},
    }
    items = {"99": {"aria": 39, "pyre": 19}}
    stack = [{"at": "turn-over"}, {"at": "returning", "seat": "p2", "step": "arrive"}]
    d = duel(44, 55, 88, 12, who=who, items=items, stack=stack)
    assert d.view["supply"]["aria"] == d.view["supply"]["pyre"] == 1
    assert d.view["supply"]["egis"] == 0
    if "take" in d.kinds().values():
        assert {(a["aria"], a["egis"], a["pyre"]) for a in d.listed("p2", "take")} == {(1, 0, 1)}
        d.do("p2", "take", aria=1, pyre=1)
    assert d.kinds() == {"p2": "keep-gems"}


@pytest.mark.rule("AK-TRANS-07", "AK-ESC-07", "AK-MOVE-03")
def test_what_a_transmutation_grants_ends_with_it() -> None:
    d = latent(44, 45, who={"p1": {"level": 2, "transmuted": ["aria", "egis"], "pool": {"aria": 1}}})
    d.do("p1", "untransmute", what="aria").do("p1", "untransmute", what="egis")
    position = d.state.position()
    position["stack"] = [{"at": "active"}]
    after = Duel(FULL.from_position(position))
    assert after.fields("p1", "step", "tile") == {34, 43, 54}
    after.do("p1", "step", tile=34)
    assert after.pool("p1") == {"aria": 3, "egis": 2}


@pytest.mark.rule("AK-TRANS-08", "AK-TRANS-06")
def test_undone_and_done_again_in_one_turn() -> None:
    d = latent(44, 45, who={"p1": {"transmuted": ["aria"], "pool": {"egis": 3}}})
    d.refused("p1", "transmute", what="egis")
    d.do("p1", "untransmute", what="aria").do("p1", "transmute", what="egis")
    d.do("p1", "untransmute", what="egis").do("p1", "transmute", what="aria")
    assert d.seat("p1")["transmuted"] == ["aria"]
    once = latent(44, 45, options={"transmute.same_turn_cycle": False}, who={"p1": {"transmuted": ["aria"]}})
    once.do("p1", "untransmute", what="aria")
    assert once.refused("p1", "transmute", what="aria") == "AK-TRANS-08"


@pytest.mark.rule("AK-GEM-01", "AK-ACTIVE-06")
def test_drawing_as_long_as_ylem_comes_up_from_below() -> None:
    d = duel(44, 88, who={"p1": {"ylem": 5}}, items={"44": {"ylem": 2}})
    for left, ylem in ((1, 5), (0, 5), (0, 4)):
        d.do("p1", "draw").card(next(iter(FULL.record(d.asked["chance"].outcomes[0].action)["card"].split())))
        d.passes()
        assert (d.on(44).get("ylem", 0), d.seat("p1")["ylem"]) == (left, ylem)


@pytest.mark.rule("AK-INST-12", "AK-DEATH-06", "AK-CARD-04")
def test_the_dead_hold_their_cards_and_can_do_nothing_but_return() -> None:
    who: dict[str, Any] = {"p1": {"pool": {"pyre": 5}}, "p2": {"hand": ["separation-3", "egis-bound-1"]}}
    d = duel(44, 45, 88, 12, who=who)
    d.do("p1", "attack", who="p2", pyre=3).passes()
    assert d.tile("p2") is None
    assert d.seat("p2")["hand_size"] == 2
    assert [FULL.record(action)["do"] for action in d.state.legal_actions("p2")] == ["return-early"]
    d.refused("p2", "instant", card="egis-bound-1")


@pytest.mark.rule("AK-ABIL-08", "AK-FIRE-04")
def test_a_wall_that_moves_back_frees_whoever_stood_in_it() -> None:
    who: dict[str, Any] = {"p1": {"ylem": 1, "pool": {"pyre": 1}, "transmuted": ["ylem"]}}
    d = duel(46, 47, walls={"right": 7}, who=who)
    d.do("p1", "pyrokinesis", edge="right")
    assert d.pool("p2") == {}
    d.refused("p1", "pyrokinesis", edge="right")
    assert d.view["walls"]["right"] == 8


@pytest.mark.rule("AK-ABIL-12", "AK-TRANS-12")
def test_a_shield_while_the_player_on_turn_chooses_what_to_generate() -> None:
    who: dict[str, Any] = {"p1": {**REV, "prismatic": 1}, "p2": {"transmuted": ["ylem"]}}
    d = duel(44, 88, who=who, stack=[{"at": "generate"}])
    assert d.kinds() == {"p1": "take"}
    d.do("p2", "shield").do("p1", "take", pyre=1)
    assert d.seat("p2")["shielded"] is True
    assert d.kinds() == {"p1": "choose-state"}


@pytest.mark.rule("AK-KILL-07", "AK-ABIL-15", "AK-KILL-02")
def test_a_card_of_your_own_that_kills_all_pays_for_each(tmp_path: Any) -> None:
    """A pack of one card that wounds every opponent: two die, one of them beyond need; the shielded one lives."""
    from immolation import games

    pack = tmp_path / "all.toml"
    pack.write_text(
        'format = 1\nname = "All"\nascendant = 4\nrevenant = 0\n[[card]]\nkey = "blast"\ndeck = "ascendant"\n'
        'title = "Blast"\nfocus = "pyre"\nlevel = 1\ncopies = 4\nability.target = "all"\n'
        'ability.effects = [{ do = "wound", count = 2 }]\n'
    )
    own = games.load("ascended-kings", track="full", pack=str(pack))
    seats = {
        "p1": {"tile": 44, "ylem": 1, "hand": ["blast"]},
        "p2": {"tile": 55, "pool": {"dire": 1, "egis": 3}},
        "p3": {"tile": 66, "pool": {"dire": 2}},
        "p4": {"tile": 77, "pool": {"dire": 2}},
    }
    position = {"track": "full", "seats": seats, "shielded": ["p4"], "stack": [{"at": "active"}]}
    state = own.from_position(position)
    log = state.apply(own.action({"do": "cast", "seat": "p1", "card": "blast"}))
    while next(iter(state.deciders())) != "p1" or state.deciders()["p1"].kind != "active":
        asked, decision = next(iter(state.deciders().items()))
        action = decision.outcomes[0].action if decision.outcomes else decision.default
        assert action is not None, asked
        log += state.apply(action)
    told = [event.kind for event in log]
    assert told.count("died") == 2
    assert told.count("kill-bonus") == 2
    assert told.count("overkill-bonus") == 1
    view = state.view("p1")["seats"]
    assert view["p1"]["ylem"] == 2
    assert view["p4"]["pool"]["dire"] == 2
    assert view["p1"]["hand"] == ["blast"]
