"""Every aspect of the six Chimeras: what its card says in numbers, and what it does on a small table."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from immolation.games import State
from immolation.games.red_rains.cards import pack_reading as packs

from tests.games.red_rains.table import (
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
    pass_turn,
    refused,
    run,
    table,
    unit,
)

STATS = """
viros fury: rampage 2/2/1/R/2 hunting-instincts 4/3/2/L firebelly 1/2/1/J frozen-fear 3/3/2/J whiplash 2/1/1/R iron-scales 3/2/2/L
viros shadow: lurk 4/1/2/L glare 2/2/1/J dark-descent 3/3/2/J constrict 2/4/2/R stormcall 1/2/1/R/2 regenerate 2/1/1/R
frostwild storm: storm-bolt 2/1/1/R shockwave 3/3/2/J bonechill-wind 2/2/1/L/2 galeforce 2/4/2/L/3 avalanche 4/3/2/J frost-bulwark 1/2/1/R
frostwild mighty: giants-might 1/3/2/J warcry 1/4/2/J sweeping-strike 3/3/2/R wild-throw 3/1/1/L charge-fist 2/2/1/L/3 crushing-grip 2/2/1/L
neverset bloom: proliferate 1/1/1/R sowing-strike 3/3/2/J photosynthesize 2/3/2/J/3 allure 2/2/1/L/2 ballistic-seeds 1/2/1/- soothing-scent 3/2/2/L
neverset thorn: vine-whip 2/1/1/R horrific-gaze 2/2/1/R overgrowth 4/3/2/J vampiric-roots 4/3/2/R explosive-pods 2/2/1/J/3 withering-rot 2/3/2/L/2
lordswall horde: at-the-gates 2/2/1/L carrion-call 1/2/1/R/2 charging-horde 3/3/2/J thunderclap 2/1/1/R flanking-strike 3/3/2/R heartpierce 3/3/2/J
lordswall death: skeletal-wall 1/1/1/J unending-forces 2/3/2/R/3 convert 3/4/2/L torrential-sacrifice 2/1/1/J crimson-pyre 3/3/2/L/3 death-knell 1/2/1/R/2
shadowreck lair: silksteel 2/1/1/J weave 2/2/1/R/2 neurotoxin 1/2/1/R/2 broodmother 1/4/2/R/3 unfathomable 4/3/2/J unbreakable 3/3/2/L
shadowreck horror: erratic-strike 3/3/2/J panic 1/3/1/R paranoia 2/2/1/L torment 2/2/1/R/2 devour 4/3/2/L lunge 2/4/2/L
moon_cove abyss: capsize 3/3/2/R whirlpool 2/2/1/J/3 undertow 2/1/1/L drag-below 2/2/1/R/2 deep-end 5/3/2/L from-the-depths 3/3/2/J
moon_cove wave: insatiable 2/2/1/R/2 tyranny X/3/2/J stunning-impact 2/2/1/J shore-breaker 4/3/2/L deluge 2/1/1/J riptide 3/3/2/R
"""  # noqa: E501

ICONS = {"L": "claw_left", "R": "claw_right", "J": "jaw", "-": "none"}


def cards() -> list[tuple[str, str, str, str]]:
    found = []
    for row in STATS.strip().splitlines():
        head, _, rest = row.partition(": ")
        chimera, which = head.split()
        words = rest.split()
        found += [(chimera, which, words[n], words[n + 1]) for n in range(0, len(words), 2)]
    return found


def test_there_are_seventy_two() -> None:
    assert len(cards()) == 72
    assert {(chimera, card) for chimera, _, card, _ in cards()} == {
        (name, each.id) for name in packs.names() for each in packs.read_file(name).aspects
    }


@pytest.mark.rule("RR-REV-02", "RR-BASE-04")
@pytest.mark.parametrize(("chimera", "which", "card", "stats"), cards())
def test_the_numbers_on_its_card(chimera: str, which: str, card: str, stats: str) -> None:
    pack = packs.load(chimera, which)
    record = pack.aspects[card]
    attack, life, blood, icon, *pips = stats.split("/")
    assert str(record.attack).replace("phase", "X") == attack
    assert (record.life, record.blood, record.icon) == (int(life), int(blood), ICONS[icon])
    assert record.status_pips == (int(pips[0]) if pips else 0)
    assert pack.deck[card] == 3


@pytest.mark.parametrize(("chimera", "which"), sorted({(chimera, which) for chimera, which, _, _ in cards()}))
def test_a_deck_has_eighteen_cards_with_nine_of_each_blood(chimera: str, which: str) -> None:
    pack = packs.load(chimera, which)
    bloods = [pack.cards[card].blood for card, copies in pack.deck.items() for _ in range(copies)]
    assert (bloods.count(1), bloods.count(2)) == (9, 9)


# --- small tables ----------------------------------------------------------------------------------------

HOME = {card: (chimera, which) for chimera, which, card, _ in cards()}
DICE = {"power": 2, "class": 2, "basic": 2, "exhausted": 0}


def facing(card: str, others: tuple[Any, ...] = (), units: tuple[Any, ...] = (), **more: Any) -> State:
    """``card`` face up and ready with others to its right."""
    chimera, which = HOME[card]
    me = more.pop("me", {})
    return at([aspect(card, **me), *others], units, chimera=chimera, aspects=which, **more)


def status(card: str, others: tuple[Any, ...] = (), units: tuple[Any, ...] = (), **more: Any) -> State:
    """``card``, too tired to attack, resolves its status ability once."""
    forced = {key: more.pop(key) for key in ("answers", "rage", "face", "shows") if key in more}
    me = {"exhaustion": 1, **more.pop("me", {})}
    state = facing(card, others, units, me=me, **more)
    chimera_turn(state, **forced)
    return state


def attacks(card: str, units: tuple[Any, ...] = (), others: tuple[Any, ...] = (), **more: Any) -> State:
    """``card`` attacks."""
    forced = {key: more.pop(key) for key in ("answers", "rage", "face", "shows") if key in more}
    state = facing(card, others, units, **more)
    chimera_turn(state, **forced)
    return state


def revealed(card: str, units: tuple[Any, ...] = (), **more: Any) -> State:
    """``card`` is revealed by a row of phase I that does nothing else; the rage die shows basic."""
    chimera, which = HOME[card]
    forced = {key: more.pop(key) for key in ("answers", "rage") if key in more}
    blood = packs.load(chimera, which).cards[card].blood
    state = at([down(blood)], units, chimera=chimera, aspects=which, **more)
    chimera_turn(state, face=1, shows=[card], **forced)
    return state


def wounds(state: State, *refs: str) -> list[int]:
    return [body(state, ref).wounds for ref in refs]


def bigs(n: int, **more: Any) -> tuple[Any, ...]:
    return tuple(unit(f"U{each}", life=9, **more) for each in range(1, n + 1))


def on(state: State, ref: str) -> dict[str, int]:
    return body(state, ref).attached


def count(state: State, card: str) -> int:
    return sum(1 for each in state.view(None)["seats"]["p1"]["facing"] if each.get("card") == card)


def rage(state: State) -> int:
    return table(state).rage


def rains(state: State) -> int:
    return table(state).red_rains


KILL: dict[str, Any] = {"units": (unit("Weak", attack=0, life=1), unit("Strong", attack=0, life=9))}


def rampage() -> None:
    assert rage(status("rampage", rage=5)) == 0  # all five turned: they turn back
    assert rains(status("rampage", rage=5)) == 1
    assert rage(status("rampage", rage=2)) == 2


def hunting_instincts() -> None:
    assert rains(attacks("hunting-instincts", **KILL, answers=["no", "no"])) == 1
    assert rains(attacks("hunting-instincts", bigs(1), answers=["no", "no"])) == 0


def firebelly() -> None:
    assert wounds(attacks("firebelly", bigs(2), answers=["no"]), "u1", "u2", "p1") == [1, 1, 2]


def frozen_fear() -> None:
    state = attacks("frozen-fear", (unit("U1", attack=1), unit("U2", attack=2, life=3)))
    assert options_of(state) == ["no", "u2"]
    run(state, answers=["u2"])
    assert body(state, "p1").exhaustion == 1


def whiplash() -> None:
    state = revealed("whiplash", (unit("U1"), unit("U2", wounds=1)))
    assert gone(state, "u2")
    assert wounds(state, "u1") == [0]
    assert wounds(revealed("whiplash", bigs(2)), "u1", "u2") == [1, 0]


def iron_scales() -> None:
    state = facing("iron-scales", (), (unit("U", attack=9, life=9),))
    do(state, "attack", units=["u1"], target="a1")
    assert wounds(state, "a1") == [1]


def lurk() -> None:
    state = facing("lurk", (), (unit("U", attack=9),))
    assert refused(state, "attack", units=["u1"], target="a1") == "RR-TGT-01"
    assert refused(state, "effect", what="damage", on="a1") == "RR-TGT-01"
    tired = facing("lurk", (), (unit("U", attack=9),), me={"exhaustion": 1})
    assert tired.check(next(a for a in tired.legal_actions("p1") if getattr(a, "target", "") == "a1")) is None
    quick = attacks("lurk", (unit("U", attack=9, life=4),), p1={"guard_used": True}, answers=["yes"])
    assert gone(quick, "u1")
    assert not gone(quick, "a1")


def glare() -> None:
    state = facing("glare", ())
    assert refused(state, "effect", what="damage", on="chimera", source="spell") == "RR-ABIL-07"
    assert refused(state, "effect", what="damage", on="chimera", timing="reaction") == "RR-ABIL-07"
    do(state, "effect", what="exhaust", on="a1", source="ability")
    do(state, "effect", what="damage", on="chimera", source="spell")


def dark_descent() -> None:
    assert body(attacks("dark-descent", bigs(2), answers=["no"]), "u1").exhaustion == 1
    state = attacks("dark-descent", (unit("U1", exhaustion=1), unit("U2")), answers=["no"])
    assert gone(state, "u1")
    assert body(state, "u2").exhaustion == 0


def constrict() -> None:
    state = revealed("constrict", bigs(2))
    assert asked(state) == "pick"
    assert options_of(state) == ["u1", "u2", "p1"]
    run(state, answers=["u2"])
    assert body(state, "u2").exhaustion == 1


def stormcall() -> None:
    state = status("stormcall")
    assert (wounds(state, "p1"), rains(state)) == ([1], 0)
    chimera_turn(state)
    assert (wounds(state, "p1"), rains(state)) == ([2], 1)


def regenerate() -> None:
    for power, back in ((0, True), (1, False)):
        state = facing("regenerate")
        do(state, "effect", what="destroy", on="a1")
        run(state, rage=power)
        assert body(state, "chimera").wounds == 1
        assert gone(state, "a1") is not back
        if back:
            assert body(state, "a1").exhaustion == 1


def storm_bolt() -> None:
    state = revealed("storm-bolt", (unit("U1"), unit("U2"), unit("U3", exhaustion=1)))
    assert on(state, "u2") == {"stun": 1}
    assert wounds(revealed("storm-bolt", (unit("U1", exhaustion=1),)), "p1") == [1]


def shockwave() -> None:
    state = attacks("shockwave", (unit("U1", exhaustion=1), unit("U2"), unit("U3")), answers=["no"])
    assert [on(state, ref) for ref in ("u1", "u2", "u3")] == [{}, {"stun": 1}, {"stun": 1}]


def bonechill_wind() -> None:
    state = status("bonechill-wind", units=(unit("U1", exhaustion=1), unit("U2")), p1={"exhaustion": 1})
    assert wounds(state, "u1", "u2", "p1") == [1, 0, 1]
    assert wounds(status("bonechill-wind"), "p1") == [0]


def galeforce() -> None:
    state = status("galeforce", p1={"dice": DICE}, answers=["power"])
    assert table(state).seats_of["p1"].dice == {"power": 1, "class": 3, "basic": 2, "exhausted": 0}


def avalanche() -> None:
    state = attacks("avalanche", (unit("U1", attack=0, life=1),), p1={"dice": DICE}, answers=["u1", "basic"])
    assert table(state).seats_of["p1"].dice == {"power": 2, "class": 2, "basic": 1, "exhausted": 1}


def frost_bulwark() -> None:
    state = facing("frost-bulwark", (), (unit("U", attack=2, life=9),))
    do(state, "attack", units=["u1"], target="chimera")
    assert wounds(state, "a1", "chimera") == [1, 0]


def giants_might() -> None:
    state = revealed("giants-might", phase=1)
    assert on(state, "a1") == {"vigor": 1}
    state = attacks("giants-might", (unit("U1", life=2), unit("U2", life=3)))
    assert options_of(state) == ["no", "u2"]


def warcry() -> None:
    state = attacks("warcry")
    assert on(state, "a1") == {"vigor": 1}
    assert wounds(state, "p1") == [2]
    beside = facing("warcry", (aspect("sweeping-strike"),), me={"exhaustion": 0})
    do(beside, "effect", what="grant", on="a2", word="must attack")
    chimera_turn(beside)
    assert (on(beside, "a1"), on(beside, "a2")) == ({}, {"vigor": 1})


def sweeping_strike() -> None:
    state = attacks("sweeping-strike", (unit("Left", life=9), unit("Weak", attack=0, life=1)), answers=["no", "no"])
    assert asked(state) == "pick"
    run(state, answers=["p1", "u1", "p1"])
    assert wounds(state, "p1", "u1") == [2, 1]


def wild_throw() -> None:
    state = revealed("wild-throw", bigs(3))
    assert [card["ref"] for card in state.view(None)["seats"]["p1"]["units"]] == ["u2", "u3", "u1"]
    assert on(state, "u1") == {"stun": 1}


def charge_fist() -> None:
    state = status("charge-fist", me={"status": 2})
    assert wounds(state, "p1") == [0]
    state = facing("charge-fist", me={"status": 1, "exhaustion": 1}, p1={"dice": DICE})
    do(state, "end-turn")
    assert wounds(state, "p1") == [3]
    do(state, "roll-dice", "chance", power=4, classes=0)
    assert table(state).seats_of["p1"].dice == {"power": 4, "class": 0, "basic": 2, "exhausted": 0}


def crushing_grip() -> None:
    state = facing("crushing-grip", (), bigs(2))
    assert [card["exhausted"] for card in state.view(None)["seats"]["p1"]["units"]] == [True, False]
    do(state, "effect", what="exhaust", on="a1")
    assert [card["exhausted"] for card in state.view(None)["seats"]["p1"]["units"]] == [False, False]


def proliferate() -> None:
    state = revealed("proliferate")
    assert count(state, "scarlet-seed") == 1
    chimera, which = HOME["proliferate"]
    none = at([*[aspect("scarlet-seed", status=3)] * 6, down(1)], chimera=chimera, aspects=which)
    chimera_turn(none, face=1, shows=["proliferate"])
    assert (count(none, "scarlet-seed"), rains(none)) == (6, 1)


def sowing_strike() -> None:
    assert count(attacks("sowing-strike"), "scarlet-seed") == 1
    none = attacks("sowing-strike", others=(aspect("scarlet-seed", status=3),) * 6)
    assert (count(none, "scarlet-seed"), rains(none)) == (6, 1)


def photosynthesize() -> None:
    assert rage(status("photosynthesize")) == 1


def allure() -> None:
    state = facing("allure", me={"exhaustion": 1})
    events = chimera_turn(state)
    assert [event.text for event in only(events, "told")] == ["Draw 1 card."]
    assert state.deciders()["p1"].prompt.startswith("Discard 1 card from the top of your deck.")
    run(state, answers=["1"])
    assert body(state, "a1").status == 1


def ballistic_seeds() -> None:
    state = status("photosynthesize", ("ballistic-seeds",), bigs(2), answers=["u2"])
    assert wounds(state, "p1", "u1", "u2") == [0, 0, 1]


def soothing_scent() -> None:
    state = facing("soothing-scent", (), (unit("U", attack=2, life=9),))
    do(state, "attack", units=["u1"], target="a1")
    assert wounds(state, "a1") == [1]


def vine_whip() -> None:
    assert on(revealed("vine-whip", bigs(2)), "u1") == {"bleed": 1}


def horrific_gaze() -> None:
    state = facing("horrific-gaze", (), bigs(1))
    assert state.view(None)["seats"]["p1"]["exhausted"]
    chimera_turn(state)
    assert asked(state) == "counter"


def overgrowth() -> None:
    state = attacks("overgrowth", (unit("U1", attack=0, life=1),), answers=["u1"])
    assert wounds(state, "p1") == [1]


def vampiric_roots() -> None:
    state = attacks("vampiric-roots", (unit("U1", attack=0, life=1),), chimera_card={"wounds": 5}, answers=["no", "no"])
    assert wounds(state, "chimera") == [3]


def explosive_pods() -> None:
    assert wounds(status("explosive-pods", units=bigs(2), me={"status": 2}), "u1", "u2") == [0, 0]
    assert wounds(status("explosive-pods", units=bigs(2), me={"status": 1}), "u1", "u2") == [2, 2]


def withering_rot() -> None:
    state = status("withering-rot")
    assert asked(state) == "choose"
    do(state, "answer", option=options_of(state)[1])
    assert wounds(state, "p1") == [1]


def at_the_gates() -> None:
    state = revealed("at-the-gates")
    view = state.view(None)["seats"]["p1"]["facing"]
    assert [card["card"] for card in view] == ["rainwalker", "at-the-gates"]
    ended = facing("at-the-gates", me={"exhaustion": 1}, first="chimera", level="S1")
    pass_turn(ended, until=lambda state: table(state).round == 2)
    assert count(ended, "rainwalker") == 1


def carrion_call() -> None:
    early = facing("carrion-call", me={"status": 2, "exhaustion": 1})
    assert not only(chimera_turn(early), "summoned")
    state = status("carrion-call", me={"status": 1})
    assert count(state, "rainwalker") + wounds(state, "p1")[0] == 3  # one of them attacks with the others and is gone


def charging_horde() -> None:
    state = attacks("charging-horde")
    assert wounds(state, "p1") == [4]  # the Rainwalker it summons joins the attack, and is destroyed by its exhaustion
    assert count(state, "rainwalker") == 0


def thunderclap() -> None:
    full = revealed("thunderclap", rage=4)  # one die by the Roll, the four others by the aspect
    assert (rage(full), rains(full)) == (0, 1)
    state = revealed("thunderclap", rage=0)
    assert (rage(state), rains(state)) == (0, 0)


def flanking_strike() -> None:
    state = attacks("flanking-strike", (unit("Left", life=9), unit("Weak", attack=0, life=1)), answers=["no", "no"])
    assert gone(state, "u1")
    assert gone(state, "u2")


def heartpierce() -> None:
    assert wounds(attacks("heartpierce", bigs(2), answers=["no"]), "u1", "u2") == [0, 2]


def skeletal_wall() -> None:
    state = facing("skeletal-wall")
    do(state, "effect", what="destroy", on="a1")
    assert count(state, "rainwalker") == 2


def unending_forces() -> None:
    state = facing("unending-forces", me={"exhaustion": 1})
    events = chimera_turn(state)
    assert len(only(events, "summoned")) == 1


def convert() -> None:
    state = attacks("convert", (unit("U", attack=0, life=3, text="armored 2"),), answers=["no", "no"])
    assert gone(state, "u1")
    assert count(state, "rainwalker") == 1


def torrential_sacrifice() -> None:
    assert count(revealed("torrential-sacrifice"), "rainwalker") == 1
    chimera, which = HOME["torrential-sacrifice"]
    state = at([aspect("rainwalker"), down(1)], chimera=chimera, aspects=which)
    chimera_turn(state, face=1, shows=["torrential-sacrifice"])
    assert (count(state, "rainwalker"), rains(state)) == (0, 1)


def crimson_pyre() -> None:
    state = status("crimson-pyre", (aspect("rainwalker", exhaustion=1),), bigs(2), answers=["u2", "p1"])
    assert wounds(state, "u1", "u2", "p1") == [0, 1, 1]
    assert wounds(status("crimson-pyre", (), bigs(1)), "u1", "p1") == [0, 0]


def death_knell() -> None:
    assert not gone(status("death-knell", units=bigs(2), me={"status": 2}), "u1")
    state = status("death-knell", units=bigs(2), me={"status": 1})
    assert gone(state, "u1")
    assert not gone(state, "u2")


def silksteel() -> None:
    state = revealed("silksteel", (unit("U1"), unit("U2", attached={"webbed": 1})))
    assert gone(state, "u2")
    assert on(revealed("silksteel", bigs(2)), "u1") == {"webbed": 1}


def weave() -> None:
    state = status("weave", units=(unit("U1", attached={"webbed": 1}), unit("U2")))
    assert on(state, "u2") == {"webbed": 1}


def neurotoxin() -> None:
    state = status("neurotoxin", p1={"dice": DICE}, me={"status": 2})
    assert wounds(state, "p1") == [1]
    state = status("neurotoxin", p1={"dice": DICE}, me={"status": 1}, answers=["class"])
    assert table(state).seats_of["p1"].dice == {"power": 2, "class": 1, "basic": 2, "exhausted": 1}


def broodmother() -> None:
    assert len(status("broodmother", me={"status": 2}).view(None)["seats"]["p1"]["facing"]) == 1
    state = facing("broodmother", me={"status": 1, "exhaustion": 1})
    assert len(only(chimera_turn(state, face=1), "aspect-added")) == 1


def unfathomable() -> None:
    state = attacks("unfathomable", (unit("U1", attack=2), unit("U2", attack=3)))
    assert options_of(state) == ["no", "u2"]


def unbreakable() -> None:
    state = facing("unbreakable", (), (unit("U", attack=9),), me={"exhaustion": 1})
    do(state, "attack", units=["u1"], target="a1")
    run(state)
    assert wounds(state, "a1") == [0]
    fresh = facing("unbreakable", (), (unit("U", attack=2, life=9),))
    do(fresh, "attack", units=["u1"], target="a1")
    assert wounds(fresh, "a1") == [2]


def erratic_strike() -> None:
    units = (unit("Fresh"), unit("Tired", exhaustion=1), unit("Hurt", wounds=1))
    even = attacks("erratic-strike", units, face=4, answers=["no"])
    assert [gone(even, ref) for ref in ("u1", "u2", "u3")] == [False, True, False]
    odd = attacks("erratic-strike", units, face=3, answers=["no"])
    assert [gone(odd, ref) for ref in ("u1", "u2", "u3")] == [False, False, True]


def panic() -> None:
    state = revealed("panic", p1={"dice": DICE}, rage=0, answers=["power", "class"])
    assert table(state).seats_of["p1"].dice == {"power": 1, "class": 2, "basic": 3, "exhausted": 0}
    retreats("panic")


def retreats(card: str) -> None:
    chimera, which = HOME[card]
    state = at([aspect(card, exhaustion=2)], chimera=chimera, aspects=which, first="chimera")
    pass_turn(state, until=lambda state: table(state).round == 2)
    back = body(state, "a1")
    assert (back.up, back.exhaustion) == (False, 0)


def paranoia() -> None:
    state = at(["paranoia"], chimera="shadowreck", aspects="horror", players="sample",
               p1={"dice": {"power": 0, "class": 1, "basic": 9, "exhausted": 0}})  # fmt: skip
    assert refused(state, "play", card="Ember Lancer") == "TABLE"
    do(state, "play", card="Ash Hound")
    assert table(state).seats_of["p1"].dice == {"power": 0, "class": 0, "basic": 9, "exhausted": 1}


def torment() -> None:
    state = status("torment", rage=1)
    assert asked(state) == "turn"
    state = status("torment", rage=0)
    assert asked(state) == "told"


def devour() -> None:
    state = attacks("devour", (unit("U1", attack=0, life=1),), phase=2, answers=["no", "no"])
    assert asked(state) == "told"
    assert "2 cards" in state.deciders()["p1"].prompt
    run(state, answers=["1"])
    assert wounds(state, "p1") == [1]  # for the card that was missing


def lunge() -> None:
    chimera, which = HOME["lunge"]
    state = at([down(2)], bigs(1), chimera=chimera, aspects=which)
    do(state, "end-turn")
    do(state, "roll-rage", "chance", power=0)
    do(state, "roll-die", "chance", face=1)
    do(state, "show", "chance", card="lunge")
    do(state, "roll-die", "chance", face=8)
    assert on(state, "u1") == {"webbed": 1}  # row 11, its side action alone
    assert len(state.view(None)["seats"]["p1"]["facing"]) == 1
    retreats("lunge")


def capsize() -> None:
    state = attacks("capsize", (unit("U1", attack=0, life=1),), p1={"dice": DICE}, answers=["no", "no"])
    assert table(state).seats_of["p1"].dice == {"power": 0, "class": 2, "basic": 4, "exhausted": 0}


def whirlpool() -> None:
    state = status("whirlpool", units=(unit("U1"), unit("U2", exhaustion=1)), me={"status": 1})
    assert [body(state, ref).exhaustion for ref in ("u1", "u2")] == [1, 1]
    state = status("whirlpool", units=(unit("U1"),), me={"status": 2})
    assert body(state, "u1").exhaustion == 0


def undertow() -> None:
    state = revealed("undertow", p1={"attached": {"drowning": 1}}, rage=2)
    assert on(state, "p1") == {"drowning": 2}
    assert rage(state) == 3  # one by the Roll, two for the two Drowning
    retreats("undertow")


def drag_below() -> None:
    assert on(status("drag-below"), "p1") == {"drowning": 1}


def deep_end() -> None:
    for drowning, hidden in ((2, False), (3, True)):
        state = facing("deep-end", (), (unit("U"),), p1={"attached": {"drowning": drowning}})
        targets = {getattr(action, "target", "") for action in state.legal_actions("p1")}
        assert ("a1" not in targets) is hidden


def from_the_depths() -> None:
    state = attacks("from-the-depths", bigs(2), p1={"attached": {"drowning": 1}}, answers=["no"])
    assert on(state, "p1") == {"drowning": 2}
    assert wounds(state, "u1", "p1") == [2, 3]


def insatiable() -> None:
    assert rage(status("insatiable", phase=2)) == 2


def tyranny() -> None:
    state = attacks("tyranny", phase=2)
    assert (wounds(state, "p1"), rains(state)) == ([2], 1)


def stunning_impact() -> None:
    state = attacks("stunning-impact")
    assert asked(state) == "told"
    assert "ready spells" in state.deciders()["p1"].prompt


def shore_breaker() -> None:
    state = attacks("shore-breaker", (unit("U1", attack=0, life=1),), answers=["no", "no"])
    assert (on(state, "p1"), wounds(state, "p1")) == ({"drowning": 2}, [0])
    state = attacks(
        "shore-breaker", (unit("U1", attack=0, life=1),), p1={"attached": {"drowning": 6}}, answers=["no", "no"]
    )
    assert (on(state, "p1"), wounds(state, "p1")) == ({"drowning": 7}, [1])


def deluge() -> None:
    assert on(revealed("deluge"), "p1") == {"drowning": 1}


def riptide() -> None:
    state = revealed("riptide", bigs(2))
    run(state, answers=["u2", "p1"])
    assert wounds(state, "u1", "u2", "p1") == [0, 1, 1]
    retreats("riptide")


DEEDS: dict[str, Callable[[], None]] = {card: globals()[card.replace("-", "_")] for card in HOME}


@pytest.mark.rule("RR-REV-03", "RR-TURN-02")
@pytest.mark.parametrize("card", HOME)
def test_what_it_does(card: str) -> None:
    DEEDS[card]()


DEFENDERS = (
    "iron-scales", "constrict", "frost-bulwark", "crushing-grip", "proliferate", "soothing-scent", "skeletal-wall",
    "unbreakable",
)  # fmt: skip


@pytest.mark.rule("RR-LAW-06")
@pytest.mark.parametrize("card", HOME)
def test_defenders_block_for_the_chimera_and_no_other_aspect_does(card: str) -> None:
    state = facing(card, (), (unit("U1", attack=1, life=9, exhaustion=0), unit("U2", attack=1, life=9)))
    events = do(state, "attack", units=["u2"], target="chimera")
    assert [event.data["card"] for event in only(events, "blocked")] == (["a1"] if card in DEFENDERS else [])


# --- conjured cards --------------------------------------------------------------------------------------


def test_a_scarlet_seed_brings_a_token_when_its_last_status_token_leaves() -> None:
    state = at([aspect("scarlet-seed", status=1)], chimera="neverset")
    chimera_turn(state)
    assert gone(state, "a1")
    assert rains(state) == 1


def test_a_stunned_unit_counts_as_exhausted_until_it_is_shaken_off() -> None:
    state = at([], [unit("U", attached={"stun": 1})], chimera="frostwild", p1={"dice": DICE})
    assert state.view(None)["seats"]["p1"]["units"][0]["exhausted"]
    do(state, "shake-off", card="stun", on="u1")
    do(state, "answer", option="class")
    assert not state.view(None)["seats"]["p1"]["units"][0]["exhausted"]
    assert table(state).seats_of["p1"].dice == {"power": 2, "class": 1, "basic": 3, "exhausted": 0}
    assert refused(state, "shake-off", card="stun", on="u1") == "TABLE"


def test_vigor_adds_attack_and_re_rolls_a_rage_die_when_its_bearer_is_destroyed() -> None:
    state = at([aspect("sweeping-strike", attached={"vigor": 2})], chimera="frostwild", aspects="mighty")
    assert state.view(None)["seats"]["p1"]["facing"][0]["attack"] == 5
    do(state, "effect", what="destroy", on="a1")
    run(state, rage=1)
    assert rage(state) == 2


def test_bleed_wounds_at_the_end_of_its_bearers_controllers_turn() -> None:
    state = at([], [unit("U", attached={"bleed": 1})], chimera="neverset")
    do(state, "end-turn")
    assert wounds(state, "u1") == [1]


def test_webbed_lessens_attack_and_recovery_and_costs_two_re_rolls() -> None:
    state = at([], [unit("U", attack=2, recover=1, attached={"webbed": 1})], chimera="shadowreck")
    card = state.view(None)["seats"]["p1"]["units"][0]
    assert (card["attack"], card["recover"]) == (1, 0)
    do(state, "shake-off", card="webbed", on="u1")
    do(state, "roll-rage", "chance", power=1)
    assert (rage(state), on(state, "u1")) == (1, {})


def test_a_rainwalker_does_not_tire_who_counters_it_and_is_destroyed_when_it_exhausts() -> None:
    state = at(["rainwalker"], [unit("U", attack=0, life=9)], chimera="lordswall")
    chimera_turn(state, answers=["u1"])
    assert body(state, "u1").exhaustion == 0
    assert gone(state, "a1")


def test_only_as_many_copies_come_as_there_are() -> None:
    walkers = [aspect("rainwalker", exhaustion=1)] * 6
    state = at([*walkers, aspect("skeletal-wall")], chimera="lordswall", aspects="death")
    do(state, "effect", what="destroy", on="a7")
    assert count(state, "rainwalker") == 7
