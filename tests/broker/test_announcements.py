"""What is said aloud at a table: whose turn it is, what stands wrong, the end; nothing twice, nothing secret."""

from __future__ import annotations

import msgspec
import pytest
from immolation import games
from immolation.broker import topics
from immolation.broker.announcements import Announcement, Announcer
from immolation.broker.publisher import Publisher
from immolation.games import Decision, Result
from immolation.table.records import BoardState, Choice, Player, TableState

from tests.broker.conftest import Game

PEOPLE = {"p1": Player(name="Ada"), "p2": Player(name="Ben")}


def state(n: int = 0, turn: str | None = "p1", **changes: object) -> TableState:
    game = games.load("cinders")
    view = {**game.new().view(None), "turn": turn}
    asked = {turn: Decision("run", "Run, leave fire behind.", "CI-RUN-01")} if turn else {}
    said: dict[str, object] = {
        "phase": "playing",
        "players": PEOPLE,
        "board": BoardState(),
        "deciders": asked,
    } | changes
    picture = game.picture(view)
    return TableState(
        n=n, table="main", ruleset="cinders", title="Cinders", view=view, picture=picture, dice="host", **said
    )


def texts(announcer: Announcer, *states: TableState) -> list[str]:
    return [said.text for each in states for said in announcer.on_state(each)]


def test_whose_turn_it_is_is_said_once() -> None:
    said = texts(Announcer(), state(), state(), state(1, "p2"), state(1, "p2"))
    assert said == ["Ada, it is your turn. Run, leave fire behind.", "Ben, it is your turn. Run, leave fire behind."]


def test_a_bots_turn_is_told_by_the_way() -> None:
    announcer = Announcer()
    announcer.on_state(state())
    (said,) = announcer.on_state(state(1, "p2", players={**PEOPLE, "p2": Player("bot", "Vex", "random")}))
    assert (said.text, said.priority) == ("It is Vex's turn.", "low")


def test_who_is_asked_in_anothers_turn_is_called_but_not_for_a_courtesy() -> None:
    announcer = Announcer()
    announcer.on_state(state())
    window = Decision("defend", "Ada strikes you: defend?", "X-1", clock="window")
    assert texts(announcer, state(1, "p1", deciders={"p2": window})) == ["Ben: Ada strikes you: defend?"]
    assert texts(announcer, state(2, "p1", deciders={"p2": window})) == []  # the same question still
    courtesy = Decision("cheat", "Play a cheat, or let it pass.", "X-2", courtesy=True)
    assert texts(announcer, state(3, "p1", deciders={"p2": courtesy})) == []


def test_several_who_are_asked_the_same_are_called_in_one_sentence() -> None:
    announcer = Announcer()
    announcer.on_state(state())
    goes = Decision("move", "Whoever likes goes next.", "X-1")
    both = {"p1": goes, "p2": goes}
    assert texts(announcer, state(1, None, deciders=both)) == ["Ada, Ben: Whoever likes goes next."]
    assert texts(announcer, state(2, None, deciders={**both, "p2": Decision("hit", "Leap?", "X-2")})) == ["Ben: Leap?"]


def test_the_end_a_pause_and_a_board_astray_are_said() -> None:
    announcer = Announcer()
    announcer.on_state(state())
    assert texts(announcer, state(1, phase="paused"), state(1)) == ["The game is paused.", "The game goes on."]
    astray = BoardState(state="astray", text="Move Ada from 44 to 45.")
    (said,) = announcer.on_state(state(1, board=astray))
    assert (said.kind, said.text, said.priority) == ("board", "Move Ada from 44 to 45.", "high")
    over = state(2, None, phase="over", outcome=Result(("p1",), "Ada outran the fire.", "CI-WIN-01"))
    assert texts(announcer, over, over) == ["Ada outran the fire."]


def test_a_new_game_begins_with_whose_turn_it_is() -> None:
    announcer = Announcer()
    texts(announcer, state(5, "p2"))
    assert texts(announcer, state(0, "p1")) == ["Ada, it is your turn. Run, leave fire behind."]


@pytest.mark.parametrize("name", ["ascended-kings", "chimera-con", "kimera"])
def test_announcements_are_sentences_without_identifiers(name: str) -> None:
    game = games.load(name)
    start = game.new({})
    view = start.view(None)
    deciders = {seat: decision for seat, decision in start.deciders().items() if seat != games.CHANCE}
    players = {seat: Player() for seat in start.seats}
    at = msgspec.structs.replace(
        state(), ruleset=name, view=view, deciders=deciders, players=players, picture=game.picture(view)
    )
    for text in texts(Announcer(), at):
        assert text[0].isupper()
        assert text.rstrip()[-1] in ".!?:"
        assert not any(f"{seat}:" in text or f"{seat}," in text for seat in start.seats)


async def test_they_are_published_as_they_happen(game: Game) -> None:
    publisher = Publisher(game.table, game.connection)
    topic = topics.table("main", "announce")
    async with game.site.joined("home", topic) as house:
        await publisher.start()
        first = await house.hear(topic)
        assert msgspec.convert(first, Announcement).kind in ("turn", "asked")
        assert not house.on(topic)[0].retain
        await game.table.pause()
        await house.until(lambda: any(each["kind"] == "paused" for each in house.told(topic)))
    await publisher.stop()


def test_what_the_board_asks_is_said_with_the_tile_of_each_answer() -> None:
    announcer = Announcer()
    announcer.on_state(state())
    asking = BoardState(
        "immolation",
        True,
        "asking",
        "Several moves look like this. Which one was it? Touch a lit tile, or choose here.",
        choices=(Choice("Step to 34", {}, 33), Choice("Bridge to 34", {}, 35)),
    )
    (said,) = announcer.on_state(state(board=asking))
    assert said.priority == "high"
    assert said.text == (
        "Several moves look like this. Which one was it? Touch tile 33: Step to 34; tile 35: Bridge to 34."
    )
    assert announcer.on_state(state(board=asking)) == []


def test_who_must_agree_is_asked_aloud_once_and_everybody_hears_the_answer() -> None:
    announcer = Announcer()
    announcer.on_state(state())
    asks: dict[str, object] = {"consent": ("p2",), "consent_to": "Ada proposes that turn is set to p2: she ran twice."}
    said = texts(announcer, state(n=0, note="Does everybody agree?", **asks))
    assert said == ["Ben: Ada proposes that turn is set to p2: she ran twice. Do you agree?"]
    assert texts(announcer, state(n=0, note="Does everybody agree?", **asks)) == []
    assert texts(announcer, state(n=0, note="Ben does not agree; the game stays as it is.")) == [
        "Ben does not agree; the game stays as it is."
    ]
