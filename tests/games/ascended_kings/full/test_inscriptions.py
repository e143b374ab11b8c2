"""The Inscription slot: what fits, what others see, activating, taking back, the Prismatic Inscription."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.ascended_kings.full.card_table import Table, at
from tests.games.ascended_kings.full.test_casting import hand

CORE = {"aria": 1, "egis": 1, "pyre": 1}


def resting(*tiles: int, **keys: Any) -> Table:
    """p1 in the free part of a Latent State."""
    return at(*tiles, stack=[{"at": "latent", "step": "free"}], **keys)


# --- what fits -------------------------------------------------------------------------------------------


@pytest.mark.rule("AK-INSC-02", "AK-CARD-06", "AK-INST-10")
def test_a_king_inscribes_the_own_glyph_alone() -> None:
    cards = hand("sun-and-sky-1", "egis-bound-1", "pneuma-mundus", "lancea-of-aeterna", king="vara")
    table = resting(44, 45, who={"p1": cards})
    assert [record["card"] for record in table.listed("p1", "inscribe")] == ["sun-and-sky-1"]
    assert table.refused("p1", "inscribe", card="egis-bound-1") == "AK-INSC-02"
    assert table.refused("p1", "inscribe", card="pneuma-mundus") == "AK-CARD-06"
    assert table.refused("p1", "inscribe", card="lancea-of-aeterna") == "AK-CARD-06"
    assert table.refused("p1", "inscribe", card="sun-and-sky-2") == "AK-INSC-02"
    table.do("p1", "inscribe", card="sun-and-sky-1")
    assert table.slot("p1") == {"card": "sun-and-sky-1", "known": False, "filled": False}


@pytest.mark.rule("AK-INSC-03")
def test_a_revenant_inscribes_whatever_bears_the_omega_glyph() -> None:
    cards = hand(
        "revenant-egis-bound-1", "revenant-rubedo-3", "the-traverse-1", "break-transmutation", "revenant-curse"
    )
    table = resting(44, 45, who={"p1": {**cards, "form": "revenant", "king": "vara"}})
    fitting = {record["card"] for record in table.listed("p1", "inscribe")}
    assert fitting == {"revenant-egis-bound-1", "revenant-rubedo-3"}
    for special in ("the-traverse-1", "break-transmutation", "revenant-curse"):
        assert table.refused("p1", "inscribe", card=special) == "AK-INSC-03"


@pytest.mark.rule("AK-INSC-01", "AK-INSC-06")
def test_one_card_lies_in_the_slot_and_may_be_exchanged() -> None:
    table = resting(44, 45, who={"p1": hand("sun-and-sky-1", inscription="albedo-1", king="vara")})
    assert table.refused("p1", "inscribe", card="sun-and-sky-1") == "AK-INSC-01"
    table.do("p1", "uninscribe").do("p1", "inscribe", card="sun-and-sky-1")
    assert (table.hand("p1"), table.slot("p1")) == (
        ["albedo-1"],
        {"card": "sun-and-sky-1", "known": False, "filled": False},
    )


@pytest.mark.rule("AK-LATENT-06")
def test_the_slot_is_for_the_latent_state() -> None:
    table = at(44, 45, who={"p1": hand("sun-and-sky-1", king="vara"), "p2": {"inscription": "rubedo-1"}})
    assert table.refused("p1", "inscribe", card="sun-and-sky-1") in ("AK-LATENT-06", "TABLE")
    latent = resting(44, 45, who={"p2": {"inscription": "rubedo-1", "king": "kynazarr"}})
    assert latent.refused("p1", "uninscribe") == "AK-INSC-05"


@pytest.mark.rule("AK-INSC-05")
def test_an_illegal_inscription_is_found_out_where_house_rules_let_it_lie() -> None:
    options = {"inscription.enforce_legality": False}
    who = {"p1": hand("rubedo-1", king="vara")}
    table = resting(44, 45, who=who, options=options).do("p1", "inscribe", card="rubedo-1").do("p1", "uninscribe")
    assert (table.hand("p1"), table.slot("p1"), table.discarded()) == ([], None, {"rubedo-1": 1})
    bluff = at(44, 45, who={"p1": {"inscription": "rubedo-1", "king": "vara"}}, options=options)
    bluff.activate(who="p2")
    assert (bluff.pool("p2"), bluff.discarded()) == ({}, {"rubedo-1": 1})


# --- what others see -------------------------------------------------------------------------------------


@pytest.mark.rule("AK-INSC-04", "AK-INSC-07")
def test_a_face_down_card_is_its_owners_secret() -> None:
    table = resting(44, 45, who={"p1": hand("sun-and-sky-1", king="vara")}).do("p1", "inscribe", card="sun-and-sky-1")
    event = table.events[-1]
    assert event.seen_by("p1").data["card"] == "sun-and-sky-1"
    for other in ("p2", None):
        assert "card" not in event.seen_by(other).data
        assert "Sun & Sky" not in event.seen_by(other).text
        assert "sun-and-sky-1" not in str(table.state.view(other))
    assert "sun-and-sky-1" in str(table.state.view("p1"))
    assert table.hand("p1") == []
    assert table.refused("p1", "instant", card="sun-and-sky-1") == "AK-INST-08"


@pytest.mark.rule("AK-INSC-05")
def test_a_card_taken_back_is_shown_to_all() -> None:
    table = resting(44, 45, who={"p1": {"inscription": "sun-and-sky-1", "king": "vara"}}).do("p1", "uninscribe")
    assert table.events[-1].seen_by(None).data["card"] == "sun-and-sky-1"
    assert (table.hand("p1"), table.slot("p1"), table.discarded()) == (["sun-and-sky-1"], None, {})


# --- activating ------------------------------------------------------------------------------------------


@pytest.mark.rule("AK-INSC-08", "AK-INSC-09")
def test_activating_costs_no_ylem_and_is_done_once_a_turn() -> None:
    who = {"p1": hand("sun-and-sky-3", inscription="sun-and-sky-3", king="vara")}
    del who["p1"]["hand"]
    table = at(44, 46, who=who).activate(who="p2")
    assert (table.tile("p1"), table.ylem("p1"), table.slot("p1")) == (46, 0, None)
    assert table.discarded() == {"sun-and-sky-3": 1}
    assert table.position["inscription_used"] is True
    assert table.refused("p1", "activate") == "AK-INSC-09"
    again = at(44, 46, who=who, inscription_used=True)
    assert again.refused("p1", "activate", who="p2") == "AK-INSC-08"
    assert again.listed("p1", "activate") == []


@pytest.mark.rule("AK-INSC-08")
def test_the_allowance_comes_back_with_the_next_turn() -> None:
    who = {"p1": {"inscription": "sun-and-sky-3", "king": "vara"}}
    table = at(44, 46, who=who, inscription_used=True, turn="p1").do("p1", "end-turn")
    table.do("p2", "choose-state", state="active").roll(99).do("p2", "end-turn")
    assert table.position["inscription_used"] is False
    latent = resting(44, 46, who=who)
    assert latent.refused("p1", "activate", who="p2") == "AK-LATENT-05"


@pytest.mark.rule("AK-INSC-10")
@pytest.mark.parametrize("consumes", [False, True])
def test_a_card_turned_up_without_a_target_is_turned_down_again(consumes: bool) -> None:
    options = {"inscription.cancel_consumes_use": consumes}
    who = {"p1": {"inscription": "sun-and-sky-1", "king": "vara"}}
    table = at(44, 46, who=who, options=options)
    assert table.refused("p1", "activate", who="p2") == "AK-CARD-12"
    assert len(table.listed("p1", "activate")) == 1
    table.activate()
    assert table.slot("p1") == {"card": "sun-and-sky-1", "known": True, "filled": False}
    assert "sun-and-sky-1" in str(table.state.view("p2"))
    assert table.position["inscription_used"] is consumes
    assert table.refused("p1", "activate") == ("AK-INSC-08" if consumes else "AK-CARD-08")


@pytest.mark.rule("AK-INSC-10")
def test_a_target_that_can_be_met_must_be_named() -> None:
    who = {"p1": {"inscription": "sun-and-sky-2", "king": "vara"}}
    table = at(44, 46, 48, who=who)
    assert table.refused("p1", "activate") == "AK-CARD-12"
    assert table.refused("p1", "activate", who="p3") == "AK-CARD-12"
    assert table.slot("p1") == {"card": "sun-and-sky-2", "known": False, "filled": False}


# --- the Prismatic Inscription ---------------------------------------------------------------------------

PRISMATIC = "prismatic-inscription"


@pytest.mark.rule("AK-INSC-11", "AK-INSC-12")
def test_a_prismatic_inscription_takes_its_gems_along() -> None:
    for king in ("vara", "zhoth"):
        table = resting(44, 45, who={"p1": hand(PRISMATIC, king=king, pool={**CORE, "pyre": 2})})
        table.do("p1", "inscribe", card=PRISMATIC)
        assert table.slot("p1") == {"card": PRISMATIC, "known": True, "filled": True}
        assert table.pool("p1") == {"pyre": 1}
        assert table.events[-1].seen_by(None).data["card"] == PRISMATIC
    poor = resting(44, 45, who={"p1": hand(PRISMATIC, pool={"aria": 3, "pyre": 3})})
    assert poor.refused("p1", "inscribe", card=PRISMATIC) == "AK-INSC-11"
    assert poor.listed("p1", "inscribe") == []


@pytest.mark.rule("AK-INSC-12", "AK-TURN-03")
def test_it_generates_a_core_gem_of_choice() -> None:
    who = {"p2": {"inscription": PRISMATIC}}
    table = at(44, 45, who=who, turn="p1").do("p1", "end-turn")
    assert table.asked == {"p2": "take"}
    table.do("p2", "take", egis=1)
    assert table.pool("p2") == {"egis": 1}


@pytest.mark.rule("AK-INSC-13")
@pytest.mark.parametrize("where", ["pool", "supply"])
def test_taken_off_it_is_discarded_and_its_gems_return(where: str) -> None:
    options = {"inscription.prismatic_gems_on_uninscribe": where}
    table = resting(44, 45, who={"p1": {"inscription": PRISMATIC}}, options=options).do("p1", "uninscribe")
    assert (table.hand("p1"), table.slot("p1"), table.discarded()) == ([], None, {PRISMATIC: 1})
    assert table.pool("p1") == (CORE if where == "pool" else {})


@pytest.mark.rule("AK-INSC-13", "AK-POOL-03")
def test_gems_that_come_back_to_a_full_pool_are_substituted() -> None:
    table = resting(44, 45, who={"p1": {"inscription": PRISMATIC, "pool": {"pyre": 9}}}).do("p1", "uninscribe")
    assert table.asked == {"p1": "keep-gems"}
    table.do("p1", "keep-gems", pyre=8, aria=1)
    assert table.pool("p1") == {"pyre": 8, "aria": 1}


@pytest.mark.rule("AK-INSC-13", "AK-TRANS-06")
def test_untransmuting_it_discards_the_card() -> None:
    table = resting(44, 45, who={"p1": {"inscription": PRISMATIC}}).do("p1", "untransmute", what="inscription")
    assert (table.slot("p1"), table.pool("p1"), table.discarded()) == (None, CORE, {PRISMATIC: 1})


@pytest.mark.rule("AK-INSC-14")
def test_it_may_be_discarded_for_another_card() -> None:
    table = resting(44, 45, who={"p1": hand(PRISMATIC, "rubedo-1")})
    assert [record["card"] for record in table.listed("p1", "cycle")] == [PRISMATIC]
    assert table.refused("p1", "cycle", card="rubedo-1") == "AK-INSC-14"
    table.do("p1", "cycle", card=PRISMATIC)
    assert table.asked == {"chance": "draw-card"}
    table.draw("lancea-of-aeterna").passing()
    assert sorted(table.hand("p1")) == ["lancea-of-aeterna", "rubedo-1"]
    assert table.discarded() == {PRISMATIC: 1}
    active = at(44, 45, who={"p1": hand(PRISMATIC)})
    assert active.refused("p1", "cycle", card=PRISMATIC) in ("AK-INSC-14", "AK-LATENT-06", "TABLE")


@pytest.mark.rule("AK-INSC-09")
def test_a_prismatic_inscription_is_not_activated() -> None:
    table = at(44, 45, who={"p1": {"inscription": PRISMATIC}})
    assert table.refused("p1", "activate", who="p2") == "AK-CARD-01"
    assert table.refused("p2", "activate") != ""
