"""Kimera: what one rider does in secret, nobody else can read before the reveal, from anything the host tells."""

from __future__ import annotations

from random import Random
from typing import Any

import msgspec
import pytest
from immolation.games import Action, Event
from immolation.table.game_log import LogEntry, events_for
from immolation.table.journal.journal_records import Entry

from tests.games.outsider.battle import GAME, Battle, rider


def through_json(what: object) -> Any:
    return msgspec.json.decode(msgspec.json.encode(what))


def heard(battle: Battle, action: Action, events: list[Event], seat: str | None) -> Any:
    """What a listener gets over MQTT of one action: its record and its events."""
    entry = Entry(1, "action", {"action": GAME.record(action)}, battle.state.digest(), 0)
    return through_json(events_for(LogEntry(entry, action, tuple(events)), GAME, seat))


def everything(battle: Battle, seat: str | None) -> Any:
    """All that a seat is shown of a situation: view, picture, who is asked, its own choices."""
    state = battle.state
    asked = {who: (one.kind, one.prompt, one.rule, one.clock) for who, one in state.deciders().items()}
    listed = [GAME.record(action) for action in state.legal_actions(seat)] if seat else []
    view = state.view(seat)
    return through_json([view, GAME.picture(view), asked, listed])


def indistinguishable(setup: Any, seat: str, others: tuple[str | None, ...], choices: list[dict[str, Any]]) -> None:
    """Whichever choice ``seat`` takes, every other listener is told the same and sees the same."""
    versions = []
    for choice in choices:
        battle: Battle = setup()
        action = GAME.action({"seat": seat, **choice})
        events = battle.state.apply(action)
        assert any(event.secret for event in events)
        told_them = [heard(battle, action, events, other) for other in others]
        assert all(one["action"] is None for one in told_them)
        assert heard(battle, action, events, seat)["action"] == {"seat": seat, **choice}
        versions.append([told_them, [everything(battle, other) for other in others]])
    assert all(version == versions[0] for version in versions)
    assert len(versions) > 1


@pytest.mark.rule("KM-INIT-04", "KM-TAC-04")
def test_a_die_is_read_by_its_owner_alone() -> None:
    def setup() -> Battle:
        return Battle(rider(), rider("kiron"), rider("siroko"), stack=[{"at": "prepare"}])

    choices = [{"do": "prepare", "amount": amount} for amount in range(7)]
    indistinguishable(setup, "p1", ("p2", "p3", None, "chance"), choices)


@pytest.mark.rule("KM-INIT-04", "KM-TAC-01")
def test_the_last_die_shows_nothing_but_the_order_of_hands() -> None:
    def setup() -> Battle:
        first = rider(prepared=6)
        return Battle(first, rider("kiron", prepared=None), rider("siroko", prepared=0), stack=[{"at": "prepare"}])

    choices = [{"do": "prepare", "amount": amount} for amount in range(1, 6)]
    indistinguishable(setup, "p2", ("p1", "p3", None), choices)


@pytest.mark.rule("KM-END-02")
def test_grapple_cards_lie_face_down_until_all_have_laid() -> None:
    def setup() -> Battle:
        held = rider("kolossus", "crack-6", "crush-3", "expose-4", "bash-6")
        return Battle(
            held, rider("drako", "crack-2", holds="p1"), stack=[{"at": "end"}, {"at": "breakout", "seat": "p1"}]
        )

    choices: list[dict[str, Any]] = [
        {"do": "commit", "cards": []},
        {"do": "commit", "cards": ["crack-6"]},
        {"do": "commit", "cards": ["crack-6", "crush-3", "expose-4"]},
    ]
    indistinguishable(setup, "p1", ("p2", None), choices)


@pytest.mark.rule("KM-END-05")
def test_totals_of_balance_stay_secret_until_all_are_stated() -> None:
    def setup() -> Battle:
        bid = {"at": "bid", "seat": "p1", "grapplers": ["p2"]}
        return Battle(rider(), rider("drako", holds="p1"), rider(), stack=[{"at": "end"}, bid])

    choices = [{"do": "bid", "amount": amount} for amount in (0, 1, 9)]
    indistinguishable(setup, "p1", ("p2", "p3", None), choices)


@pytest.mark.rule("KM-HEAL-07")
def test_a_lingering_heal_is_known_to_its_maker_alone_not_even_to_its_bearer() -> None:
    def setup() -> Battle:
        healer = rider("kiron", "scar-5", "crack-1", "crush-6", initiative=3, gems={"sanative": 3}, team="red")
        battle = Battle(healer, rider(team="red"), rider("drako"))
        return battle.do("p1", "heal", target="p2", lingering=True).play("p1", "scar-5")

    choices = [{"do": "play", "cards": ["crack-1"]}, {"do": "play", "cards": ["crush-6"]}]
    indistinguishable(setup, "p1", ("p2", "p3", None), choices)


@pytest.mark.rule("KM-TAC-02")
def test_a_drawn_card_is_told_to_its_owner_alone() -> None:
    stack = [{"at": "resource", "order": ["p1", "p2"]}]
    seen = []
    for card in ("crack-1", "sunder-6"):
        battle = Battle(rider(discipline=2, prepared=2), rider("drako", prepared=1), stack=stack)
        action = GAME.action({"do": "draw", "seat": "chance", "card": card})
        events = battle.state.apply(action)
        for other in ("p2", None, "chance"):
            assert card not in msgspec.json.encode(heard(battle, action, events, other)).decode()
        assert card in msgspec.json.encode(heard(battle, action, events, "p1")).decode()
        seen.append([everything(battle, "p2"), everything(battle, None)])
    assert seen[0] == seen[1]


@pytest.mark.rule("KM-INIT-04")
def test_a_correction_of_a_secret_die_is_told_as_one_but_not_its_number() -> None:
    battle = Battle(rider(prepared=2), rider("drako"), stack=[{"at": "prepare"}])
    action = GAME.action({"do": "correct", "seat": "table", "path": ["seats", "p1", "prepared"], "value": 5})
    events = battle.state.apply(action)
    assert events, "the table is told"
    for other in ("p2", None):
        record = heard(battle, action, events, other)
        assert record["action"] is None
        assert "5" not in "".join(event["text"] for event in record["events"])
    assert heard(battle, action, events, "p1")["action"]["value"] == 5, "its owner hears it"


@pytest.mark.rule("KM-TAC-02", "KM-HEAL-07")
@pytest.mark.parametrize(
    ("path", "value"),
    [
        (["seats", "p1"], {"hand": ["crack-1"], "balance": 4}),
        (["seats"], {"p1": {"prepared": 4}}),
        (["seats", "p1", "hand"], ["crack-1"]),
        (["seats", "p1", "lingering"], [{"cards": ["crack-6"], "by": "p2"}]),
    ],
)
def test_a_correction_that_holds_something_hidden_is_cut_whole(path: list[str], value: Any) -> None:
    battle = Battle(rider("drako", "bash-6"), rider("drako"), stack=[{"at": "prepare"}])
    action = GAME.action({"do": "correct", "seat": "table", "path": path, "value": value})
    events = battle.state.apply(action)
    for other in ("p2", "chance", None):
        record = heard(battle, action, events, other)
        assert record["action"] is None
        assert all("value" not in event["data"] for event in record["events"])


@pytest.mark.rule("KM-TAC-01", "KM-INIT-04")
def test_nobody_imagines_by_the_order_of_hands_that_is_still_to_come() -> None:
    """p1 draws first, so its die shows most; which of the others comes next is not known before it comes."""

    def drawing(p2: int, p3: int) -> Battle:
        dice = {"p1": 6, "p2": p2, "p3": p3}
        return Battle(*(rider(prepared=number, discipline=1) for number in dice.values()), stack=[{"at": "resource"}])

    one, other = drawing(4, 2), drawing(2, 4)
    imagined = [one.state.sample("p1", Random(seed)).position() for seed in range(40)]
    assert imagined == [other.state.sample("p1", Random(seed)).position() for seed in range(40)]
    orders = {tuple(position["stack"][0]["order"]) for position in imagined}
    assert orders == {("p1", "p2", "p3"), ("p1", "p3", "p2")}
    one.draws("rend-1")
    seen = [one.state.sample("p1", Random(seed)).position()["seats"] for seed in range(40)]
    assert all(seats["p2"]["prepared"] >= seats["p3"]["prepared"] for seats in seen), "p2 was next"
