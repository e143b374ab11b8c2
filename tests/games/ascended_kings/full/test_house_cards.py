"""The cards that the house invented: what each of them does, once, by its name."""

from __future__ import annotations

from typing import Any

import pytest
from immolation.games.ascended_kings.full.cards.pack import default_pack

from tests.games.ascended_kings.full.card_table import at

Facts = dict[str, Any]

DIRE: Facts = {"level": 3, "pool": {"dire": 4}}

CARDS: list[tuple[str, Facts, Facts, int, Facts, Facts, Facts]] = [
    # card, facts of p1 and p2, tile of p2, what is named, what p1 and p2 have afterwards
    ("albedo-1", {}, {}, 99, {"tile": 26}, {"tile": 26}, {}),
    ("albedo-2", {}, {}, 99, {"tile": 77}, {"tile": 77}, {}),
    ("albedo-3", {}, {}, 99, {"tile": 80}, {"tile": 80}, {}),
    ("viriditas-1", DIRE, {}, 99, {}, {"dire": 3}, {}),
    ("viriditas-2", DIRE, {}, 99, {}, {"dire": 2}, {}),
    ("viriditas-3", DIRE, {}, 99, {}, {"dire": 2, "egis": 3}, {}),
    ("calcination-1", {}, {"inscription": "rubedo-1", "king": "kynazarr"}, 55, {"who": "p2"}, {}, {"slot": None}),
    ("calcination-2", {}, {"inscription": "rubedo-1", "king": "kynazarr"}, 99, {"who": "p2"}, {}, {"slot": None}),
    ("rubedo-1", {}, {"pool": {"egis": 2}}, 45, {"who": "p2"}, {}, {"dire": 1, "egis": 2}),
    ("rubedo-2", {}, {}, 49, {"who": "p2"}, {}, {"dire": 1}),
    ("rubedo-3", {}, {}, 55, {"who": "p2"}, {}, {"dire": 2}),
    ("fermentation-1", {}, {}, 99, {}, {"pyre": 2}, {}),
    ("fermentation-2", {}, {}, 99, {}, {"pyre": 4}, {}),
    ("fermentation-3", {}, {}, 99, {}, {"pyre": 5}, {}),
    ("citrinitas-1", {}, {"pool": {"pyre": 3}}, 99, {"who": "p2"}, {}, {"pyre": 1, "aria": 2}),
    ("citrinitas-2", {}, {"pool": {"pyre": 5}}, 99, {"who": "p2"}, {}, {"pyre": 1, "aria": 4}),
    ("citrinitas-3", {}, {"pool": {"pyre": 5}}, 99, {}, {}, {"pyre": 2, "aria": 3}),
    ("distillation-1", {"pool": {"aria": 3}}, {}, 99, {"choice": "aria 2"}, {"aria": 1, "ylem": 5}, {}),
    ("distillation-2", {"pool": {"egis": 3}}, {}, 99, {"choice": "egis 2"}, {"egis": 1, "ylem": 4}, {}),
    ("distillation-3", {"pool": {"pyre": 5}}, {}, 99, {"choice": "pyre 3"}, {"pyre": 2, "ylem": 4}, {}),
    ("dissolution-1", {}, {"pool": {"egis": 3}}, 55, {"who": "p2"}, {}, {"egis": 1}),
    ("dissolution-2", {}, {"pool": {"aria": 5}}, 99, {"who": "p2", "choice": "aria"}, {}, {"aria": 2}),
    ("dissolution-3", {}, {"transmuted": ["pyre"]}, 55, {"who": "p2", "choice": "pyre"}, {}, {"transmuted": []}),
    ("nigredo-1", {}, {"pool": {"aria": 2}}, 45, {"who": "p2", "choice": "aria"}, {"aria": 1}, {"aria": 1}),
    ("nigredo-2", {}, {"pool": {"egis": 2}}, 55, {"who": "p2", "choice": "egis"}, {"egis": 2}, {}),
    ("nigredo-3", {}, {"ylem": 4}, 99, {"who": "p2"}, {"ylem": 4}, {"ylem": 1}),
    ("coagulation-1", DIRE, {}, 99, {}, {"dire": 4, "pyre": 4}, {}),
    ("coagulation-2", DIRE, {}, 99, {}, {"dire": 4, "pyre": 4, "aria": 4}, {}),
    ("coagulation-3", DIRE, {}, 99, {}, {"dire": 4, "pyre": 6, "aria": 3}, {}),
]


def test_every_invented_ability_is_here() -> None:
    house = {card.key for card in default_pack().cards if card.source == "house" and card.deck == 0}
    assert {row[0] for row in CARDS} == house


@pytest.mark.rule("AK-INDEX-06", "AK-CARD-07")
@pytest.mark.parametrize("form", ["king", "revenant"])
@pytest.mark.parametrize(
    ("card", "one", "two", "there", "named", "after", "other"), CARDS, ids=lambda row: str(row)[:16]
)
def test_what_it_does_in_either_deck(
    form: str, card: str, one: Facts, two: Facts, there: int, named: Facts, after: Facts, other: Facts
) -> None:
    key = card if form == "king" else f"revenant-{card}"
    price = int(card[-1])
    table = at(44, there, who={"p1": {"hand": [key], "ylem": 4, "form": form, **one}, "p2": two})
    assert table.listed("p1", "cast", **named), "it is offered as well"
    table.cast(key, **named)
    assert table.discarded("ascendant" if form == "king" else "revenant")[key] == 1
    for seat, expected in (("p1", {"ylem": 4 - price, **after}), ("p2", other)):
        facts = {**table.pool(seat), "ylem": table.ylem(seat), "slot": table.slot(seat), "tile": table.tile(seat)}
        facts["transmuted"] = table.seat(seat)["transmuted"]
        for what, value in expected.items():
            assert facts.get(what, 0) == value, (seat, what)
        gems = {what for what in facts if what in ("aria", "egis", "pyre", "dire")}
        assert gems == {what for what in expected if what in ("aria", "egis", "pyre", "dire") and expected[what]}
