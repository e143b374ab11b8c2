"""What the page says and lets in, without a browser: sentences, groups of buttons, keys, places of miniatures."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from immolation.dashboard import messages, seats
from immolation.dashboard.drawing.piece_placement import name_of, place
from immolation.dashboard.feed import Feed
from immolation.dashboard.panels import decisions, dice, invitations, player_dialogs
from immolation.dashboard.panels.headline import headline
from immolation.dashboard.rulesets.ascended_kings import omega_index
from immolation.dashboard.settings import PageError, PageSettings, Viewer, broker_address
from immolation.table import passing

from tests.dashboard.stage import PIECES, Stage

HOST = Viewer("host")
MINIS = [msgspec.convert(msgspec.to_builtins(piece), messages.PieceJson) for piece in PIECES if piece.sensed]


def feed(**changes: Any) -> Feed:
    """A feed that has heard the stage's table, with some keys of the public state changed."""
    stage = Stage("mqtt://127.0.0.1:1")
    heard = Feed(PageSettings(broker_url="mqtt://127.0.0.1:1"))
    heard.connected = True
    record = msgspec.to_builtins(stage.table_state()) | changes
    heard.table = msgspec.convert(record, messages.TableJson)
    heard.seats = {
        seat: msgspec.convert(msgspec.to_builtins(stage.seat_state(seat)), messages.SeatJson)
        for seat in ("p1", "p2", "p3")
    }
    return heard


def turn(kind: str = "turn", prompt: str = "Move, or end your turn.") -> dict[str, str]:
    return {"kind": kind, "prompt": prompt}


# --- the big sentence ------------------------------------------------------------------------------------


def test_the_headline_says_what_is_waited_for_from_lost_to_won() -> None:
    lost = feed()
    lost.connected = False
    assert headline(lost, HOST).title == "Looking for the table…"
    lost = feed()
    lost.table = None
    assert headline(lost, HOST).title == "No game on this table yet"
    assert headline(feed(), HOST).title == "Vara’s turn"
    assert headline(feed(), Viewer("seat", "p1")).title == "Your turn"
    assert headline(feed(phase="paused"), HOST).title == "Paused"
    assert headline(feed(deciders={"p2": turn()}), HOST).text == "Kynazarr is thinking."
    rolled = {"deciders": {"chance": turn(prompt="Roll for Ylem.")}}
    assert headline(feed(**rolled), HOST).text == "The host rolls."
    assert headline(feed(**rolled, dice="typed"), HOST).text == "Do it at the table, then enter here what came."
    both = {"p1": turn("react", "Block the attack?"), "p3": turn("react", "Block the attack?")}
    assert headline(feed(deciders=both), Viewer("watch")).title == "Vara and Eloden may act"
    assert headline(feed(deciders=both), Viewer("watch")).text == "Block the attack?", "who is asked stands above it"
    bots = {"p2": turn("react", "Block?"), "p3": turn("react", "Block?")}
    playing = {"p1": {"kind": "person"}, "p2": {"kind": "bot"}, "p3": {"kind": "bot"}}
    said = headline(feed(deciders=bots, players=playing), Viewer("watch"))
    assert (said.title, said.text) == ("Kynazarr and Eloden are thinking", "")
    said = headline(feed(deciders=both | bots, players=playing), Viewer("watch"))
    assert said.title == "Vara, Eloden and Kynazarr may act", "a person is among them"
    won = {"winners": ["p1"], "reason": "Vara holds the Omega Stone.", "rule": "AK-WAR-01"}
    assert headline(feed(phase="over", outcome=won), HOST).title == "Vara wins"
    ash = {"winners": [], "reason": "The arena is ash.", "rule": "HUNT-WIN-02"}
    assert headline(feed(phase="over", outcome=ash), HOST).title == "Nobody wins"
    assert headline(feed(phase="over", outcome=ash, ruleset="chimera-hunt"), HOST).title == "The hunt is lost"


def test_names_that_fill_a_phone_do_not_stand_there_twice() -> None:
    heard = feed(
        deciders={
            "p1": turn(prompt="Block the attack, or let it pass?"),
            "p3": turn(prompt="Keep a gem for the next round?"),
        }
    )
    assert headline(heard, Viewer("watch")).title == "Vara and Eloden may act"
    assert heard.table is not None
    heard.table.view["seats"]["p1"]["name"], heard.table.view["seats"]["p3"]["name"] = (
        "Maximiliana F.",
        "Bartholomew Q.",
    )
    said = headline(heard, Viewer("watch"))
    assert said.title == "2 players may act"
    assert said.text.startswith("Maximiliana F.: Block the attack")


def test_what_others_are_asked_names_them() -> None:
    """Somebody else's question on my phone says whose it is; my own says "you"."""
    assert headline(feed(), Viewer("seat", "p3")).text == "Vara: Move Vara, attack, or end your turn."
    both = {"p1": turn(prompt="Block?"), "p3": turn(prompt="Block?"), "p2": turn(prompt="Keep?")}
    assert headline(feed(deciders=both), Viewer("watch")).text == "Vara and Eloden: Block? Kynazarr: Keep?"
    assert headline(feed(), HOST).text == "Move Vara, attack, or end your turn."


def test_who_lets_it_pass_anyway_is_not_waited_for() -> None:
    """A window that passes by itself names nobody: there would be no button for them."""
    heard = feed(deciders={"p3": turn("react") | {"courtesy": True}})
    said = headline(heard, Viewer("seat", "p3"))
    assert (said.title, said.text) == ("Vara’s turn", "")
    assert heard.table is not None
    heard.table.players["p3"].asked = "always"
    assert headline(heard, Viewer("watch")).title == "Eloden decides"


def test_what_a_person_is_called_stays_as_it_is_within_a_sentence() -> None:
    seat = {"name": "The Rock", "colour": 1}
    view = {"seats": {"p1": seat, "p2": seat}}
    players = {"p1": {"kind": "person", "name": "The Rock"}, "p2": {"kind": "person"}}
    table = feed(view=view, players=players).table
    assert table is not None
    assert [seats.name_in_sentence(table, one) for one in ("p1", "p2")] == ["The Rock", "the Rock"]


def test_names_in_a_headline_are_written_as_their_place_in_the_sentence_asks() -> None:
    view = {"seats": {seat: {"name": f"The {gem} Revenant"} for seat, gem in (("p1", "Aria"), ("p2", "Egis"))}}
    both = {"p1": turn("react"), "p2": turn("react")}
    players = {seat: {"kind": "person", "name": "Ann"} for seat in both}
    heard = feed(view=view, deciders=both, players=players)
    assert headline(heard, Viewer("watch")).title == "The Aria Revenant and the Egis Revenant may act"
    board = {"state": "moving", "text": "Move it.", "pairs": [[44, 53]]}
    owed = headline(feed(view=view, deciders=both, players=players, board=board), Viewer("watch"))
    assert owed.note == "Then the Aria Revenant and the Egis Revenant may act; the clocks wait."
    asked = headline(feed(view=view, consent=["p2"]), Viewer("watch"))
    assert asked.text == "A card that was seen would be taken back. Still asked: the Egis Revenant."
    won = {"winners": ["p1", "p2"], "reason": "", "rule": "AK-SCORE-04"}
    shared = headline(feed(view=view, phase="over", outcome=won), Viewer("watch"))
    assert shared.title == "The Aria Revenant and the Egis Revenant share the victory"


def test_a_bot_as_a_choice_has_the_article_of_its_title() -> None:
    said = [player_dialogs._one(bot) for bot in ("search:easy", "search:medium", "search:hard", "arena", "random")]
    assert said == ["an easy bot", "a medium bot", "a hard bot", "an arena bot", "a random bot"]


def test_two_answers_on_one_tile_are_told_apart() -> None:
    long = [action(f"Take what lies there, {word} and all the rest of it", 34, do="take") for word in ("gems", "dice")]
    (group,) = decisions.groups(long)
    assert decisions.chip_labels(group) == [one.label for one in long]


def test_only_persons_who_are_asked_now_get_buttons() -> None:
    assert [state.seat for state in seats.asked(feed(), HOST)] == ["p1"]
    assert seats.asked(feed(), Viewer("seat", "p3")) == []
    assert seats.asked(feed(phase="paused"), HOST) == []
    assert seats.asked(feed(n=99), HOST) == []  # the seat's state is older than the table's: its buttons are void


def test_what_the_table_lets_pass_for_somebody_is_no_question() -> None:
    """Out of courtesy only who wishes so is asked; the headline names those whom the game waits for."""
    polite: dict[str, Any] = turn("react", "Do you cheat?") | {
        "courtesy": True,
        "default": {"do": "pass", "seat": "p1"},
    }
    heard = feed(deciders={"p3": turn(), "p1": polite})
    heard.seats["p1"].decision = msgspec.convert(polite, messages.DecisionJson)
    assert seats.asked(heard, HOST) == []
    assert headline(heard, HOST).title == "Eloden decides"
    assert heard.table is not None
    heard.table.players["p1"].asked = "always"
    assert [state.seat for state in seats.asked(heard, HOST)] == ["p1"]
    assert headline(heard, HOST).text == "Do you cheat?"


def test_page_and_table_know_the_same_actions_with_which_a_window_is_let_pass() -> None:
    """The page sees JSON as any client does, and so has a list of its own."""
    assert (seats.PASSING, seats.REMEMBERED) == (passing.PASSING, passing.REMEMBERED)


def test_every_seat_colour_can_be_read_on_the_dark_page() -> None:
    table = feed().table
    assert table is not None
    table.view["seats"]["p1"]["colour"] = 0x1A0033
    value = seats.colour(table, "p1")
    red, green, blue = (int(value[at : at + 2], 16) for at in (1, 3, 5))
    assert 0.2126 * red + 0.7152 * green + 0.0722 * blue >= 105
    assert seats.css("url(evil)") == seats.NEUTRAL


# --- buttons ---------------------------------------------------------------------------------------------


def action(label: str, *tiles: int, **fields: Any) -> messages.LegalActionJson:
    return messages.LegalActionJson({"seat": "p1", **fields}, label, list(tiles))


def test_actions_on_tiles_become_chips_and_ending_the_turn_stands_last() -> None:
    found = decisions.groups(
        [
            action("End the turn", do="end-turn"),
            action("Step to 34", 34, do="step", tile=34),
            action("Step to 44", 44, do="step", tile=44),
            action("Absorb the Ascended Die", do="absorb"),
        ]
    )
    assert [(group.title, group.chips, len(group.actions)) for group in found] == [
        ("", False, 1),
        ("Step to …", True, 2),
        ("", False, 1),
    ]
    assert found[-1].actions[0].action["do"] == "end-turn"
    assert decisions.chip_label(found[1].actions[0], found[1].title) == "34"


def test_what_a_tile_only_stands_for_at_the_board_is_a_button_with_its_words() -> None:
    boons = [("A soul more", 93), ("An Aria for hunter 1", 95), ("Dry air: the Ultimate comes two Red Rains later", 97)]
    (group,) = decisions.groups([action(label, tile, do="boon") for label, tile in boons])
    assert (group.title, group.chips, len(group.actions)) == ("", False, 3)


def test_moves_of_two_hunters_are_told_apart_and_who_stands_still_has_a_button() -> None:
    moves = [action(f"Hunter {who} moves to {tile}", tile, do="move") for who in (1, 2) for tile in (14, 15, 16)]
    found = decisions.groups([*moves[:2], action("Hunter 1 stands still", 27, do="move"), *moves[2:]])
    assert [(group.title, decisions.chip_labels(group)) for group in found if group.chips] == [
        ("Hunter 1 moves to …", ["14", "15", "16"]),
        ("Hunter 2 moves to …", ["14", "15", "16"]),
    ]
    assert found[0].actions[0].label == "Hunter 1 stands still"
    steps = [action("Step to 34", 34, do="step"), action("Step to 35", 35, do="step")]
    (group,) = decisions.groups([*steps, action("Step to 44: 1 Ylem", 44, do="step")])
    assert decisions.chip_labels(group) == ["34", "35", "44: 1 Ylem"]
    strikes = [action("Strike the body", 44, do="strike"), action("Strike Rampage on 04", 4, do="strike")]
    assert [group.title for group in decisions.groups(strikes)] == ["Strike …"], "nothing is alike but the verb"


def test_a_score_sheet_is_chosen_row_by_row() -> None:
    sheet = [
        action(f"{done} and {ylem}", do="score", transmutations=done, ylem=ylem)
        for done in range(6)
        for ylem in range(6)
    ]
    assert decisions.picker_fields(sheet) == {"transmutations": [0, 1, 2, 3, 4, 5], "ylem": [0, 1, 2, 3, 4, 5]}
    assert decisions.picker_fields([*sheet, sheet[0]]) == {}  # rows that do not tell two actions apart are no rows


def test_a_form_says_what_is_missing() -> None:
    form = messages.DeclarationJson(
        "wounds", "My wounds", [messages.FormFieldJson("count", "number", "Dire gems", low=0, high=3)]
    )
    assert decisions.missing(form, {}) == "Dire gems: a whole number from 0 to 3."
    assert decisions.missing(form, {"count": 4}) == "Dire gems: a whole number from 0 to 3."
    assert decisions.missing(form, {"count": 0}) == ""
    assert decisions.filled(form, {"count": 0}) == {"count": 0}


def test_what_is_optional_may_stay_empty() -> None:
    card = messages.FormFieldJson("card", "choice", "The card", ["spear"])
    who = messages.FormFieldJson("who", "seat", "The target, if asked for", ["p2"], optional=True)
    tile = messages.FormFieldJson("tile", "tile", "The tile, if asked for", optional=True)
    form = messages.DeclarationJson("cast", "Cast a card", [card, who, tile])
    assert decisions.missing(form, {}) == "The card: please choose one."
    assert decisions.missing(form, {"card": "spear"}) == ""
    assert (
        decisions.missing(form, {"card": "spear", "tile": 100})
        == "The tile, if asked for: a whole number from 0 to 99."
    )
    assert decisions.filled(form, {"card": "spear", "tile": None}) == {"card": "spear"}
    assert decisions.filled(form, {"card": "spear", "tile": 0}) == {"card": "spear", "tile": 0}


def test_yes_and_no_are_values_of_a_form_as_well() -> None:
    """A flag that must be said is asked for; false is an answer, and goes along as false."""
    must, may = (
        messages.FormFieldJson(name, "flag", "All knew it", optional=name == "may") for name in ("must", "may")
    )
    form = messages.DeclarationJson("tuck", "A card goes face down", [must, may])
    assert decisions.missing(form, {}) == "All knew it: please choose one."
    assert decisions.missing(form, {"must": False}) == ""
    assert decisions.filled(form, {"must": False, "may": None}) == {"must": False}
    assert decisions.filled(form, {"must": False, "may": False}) == {"must": False, "may": False}


def test_dice_are_known_by_their_outcomes() -> None:
    rolls = [({"do": "roll", "seat": "chance", "value": value}, "") for value in range(100)]
    pad = dice.percentile(rolls)
    assert pad is not None
    assert pad[47]["value"] == 47
    assert dice.percentile(rolls[:4]) is None
    assert dice.label_of({"do": "roll", "seat": "chance", "value": 3}) == "3"
    outcome = messages.OutcomeJson({"do": "roll", "seat": "chance", "value": 2})
    assert dice.outcomes(messages.DecisionJson("roll", "Roll.", outcomes=[outcome]), None) == [(outcome.action, "2")]


# --- the Omega Index -------------------------------------------------------------------------------------


def test_the_index_is_read_from_the_view_and_put_away_in_the_war() -> None:
    index = omega_index.read(Stage("mqtt://127.0.0.1:1").view())
    assert index is not None
    assert (index.rounds[index.round_at or 0], index.events[index.event_at or 0], index.side) == ("8", "fire", "back")
    war = omega_index.read({"dials": None, "war": True})
    assert war is not None
    assert war.rounds[war.round_at or 0] == "Ω"
    assert omega_index.read({"ruleset": "toy"}) is None


@given(
    st.recursive(
        st.none() | st.integers() | st.text(), lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner)
    )
)
def test_no_shape_of_dials_breaks_the_page(dials: Any) -> None:
    for view in ({"dials": dials}, {"dials": {"round": dials, "event": dials, "side": dials}}):
        index = omega_index.read(view)
        assert index is None or index.round_at is None or 0 <= index.round_at < len(index.rounds)


# --- where miniatures are drawn --------------------------------------------------------------------------


def test_a_miniature_is_drawn_where_the_sensors_have_it() -> None:
    vara, kynazarr, eloden = MINIS
    agreed = place(MINIS, {53, 48, 85}, {})
    assert [(one.at, one.ghost) for one in agreed] == [(53, False), (48, False), (85, False)]
    lifted = {one.piece.label: (one.at, one.ghost) for one in place(MINIS, {48, 85}, {})}
    assert lifted[vara.label] == (53, True)
    moved = {one.piece.label: one.at for one in place(MINIS, {48, 85, 54}, {})}
    assert moved[vara.label] == 54
    swapped = place(MINIS, {46, 50, 85}, {name_of(vara): 46, name_of(kynazarr): 50})
    assert {one.piece.label: one.at for one in swapped}[vara.label] == 46
    stranger = place(MINIS, {53, 48, 85, 9}, {})
    assert [one.at for one in stranger if one.piece.label == "?"] == [9]
    assert eloden.label in {one.piece.label for one in stranger}


@given(
    st.sets(st.integers(0, 99)), st.dictionaries(st.sampled_from([name_of(one) for one in MINIS]), st.integers(0, 99))
)
def test_every_full_tile_shows_exactly_one_miniature(occupied: set[int], known: dict[str, int]) -> None:
    placed = place(MINIS, occupied, known)
    standing = [one.at for one in placed if not one.ghost]
    assert sorted(standing) == sorted(occupied)
    assert len([one for one in placed if one.piece in MINIS]) == len(MINIS)


# --- who may come in -------------------------------------------------------------------------------------


def test_a_phone_sees_one_seat_and_nothing_else() -> None:
    vara = Viewer("seat", "p1")
    assert (vara.sees("p1"), vara.sees("p2"), Viewer("watch").sees("p1")) == (True, False, False)


@pytest.mark.parametrize("url", ["", "http://x", "mqtt://", "mqtt://h:99999", "127.0.0.1:1883"])
def test_a_wrong_broker_address_is_one_sentence(url: str) -> None:
    with pytest.raises(PageError, match="mqtt://"):
        broker_address(PageSettings(broker_url=url))


def test_logins_in_the_address_are_understood() -> None:
    found = broker_address(PageSettings(broker_url="mqtts://page:s%40fe@club.example"))
    assert (found.host, found.port, found.tls, found.username, found.password) == (
        "club.example",
        8883,
        True,
        "page",
        "s@fe",
    )


def test_a_qr_code_is_a_picture_without_anything_from_outside() -> None:
    picture = invitations.qr("http://192.168.1.5:8080/join#abcd-2345")
    assert picture.startswith("<svg")
    assert "viewBox" in picture  # or it would not fill the place it is given
    assert "href" not in picture


def test_several_dice_are_entered_die_by_die() -> None:
    throws = [((1, 1), "1 1"), ((1, 2), "1 2"), ((2, 2), "2 2")]
    rolls = [({"do": "roll-focus", "seat": "chance", "dice": list(dice_)}, label) for dice_, label in throws]
    assert dice.several(rolls) == ("dice", 2, [1, 2])
    assert dice.several([({"do": "roll", "seat": "chance", "value": value}, "") for value in range(6)]) is None
    uneven = [*rolls, ({"do": "roll-focus", "seat": "chance", "dice": [1]}, "1")]
    assert dice.several(uneven) is None
