"""The lights of a game at each kind of moment, as the firmware draws them on a virtual board, in one picture.

`python scripts/lights.py FILE` shows Chimera Hunt at moments that are set up here; with the name of another of `PLAYED`
behind it that game, at the first time that play comes to each kind of decision.

Each board is exposed for `EXPOSED_S`: every tile is as bright as it gets in that time, so that what blinks, breathes
and runs is all there. Pieces are drawn as rings, for in light alone nobody could tell where somebody stands. Below a
board are the buttons of the seats, lit where one would do something.
"""

from __future__ import annotations

import asyncio
import sys
import tempfile
from collections.abc import Mapping, Sequence
from html import escape
from pathlib import Path
from random import Random
from time import monotonic
from typing import Any, NamedTuple

from immolation import games
from immolation.board.board_client import BoardClient
from immolation.board.guidance import guide
from immolation.board.scene import BUTTON_LIGHTS, clock_light, compose
from immolation.board.serial_link import SerialLink
from immolation.board.virtual import VirtualBoard, VirtualControl
from immolation.games import CHANCE, Action, Game, Layer, Picture
from immolation.table import seat_buttons
from immolation.table.display.scene_composer import SceneComposer
from playwright.async_api import async_playwright

CHROMIUM = ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-sync", "--no-first-run"]
EXPOSED_S = 2.5
EYE = 1 / 2.2
"""The board's light is linear in its figures, a screen's is not."""

HUNT = games.load("chimera-hunt")
STONES = 4

PLAYED: Mapping[str, tuple[str, Mapping[str, Any]]] = {
    "arena": ("ascended-kings", {"seats": 4, "rounds": 6}),
    "full": ("ascended-kings", {"seats": 3, "track": "full", "rounds": 3}),
    "chimera-con": ("chimera-con", {"seats": 3}),
    "kimera": ("kimera", {"seats": 2}),
    "cinders": ("cinders", {"seats": 3}),
    "red-rains": ("red-rains", {"seats": 1, "players": "printed"}),
}
GAMES_LOOKED_AT = 6
"""Random games that are searched for kinds of decisions."""

ACTIONS_LOOKED_AT = 500


class Moment(NamedTuple):
    """A kind of moment of a hunt."""

    words: str
    position: Mapping[str, Any]
    lifted: int | None = None
    """A tile whose miniature is in somebody's hand."""

    count: bool = False
    """The count after a round."""

    wrong: tuple[int, int] | None = None
    """A miniature that belongs on the first tile stands on the second."""

    game: Game = HUNT

    clock: bool = False
    """The first who is asked has used up 35 of 60 seconds."""


def hunt(
    hunters: Sequence[Mapping[str, Any]], aspects: str = "", *frames: Mapping[str, Any], **facts: Any
) -> dict[str, Any]:
    """A position; ``aspects`` as ``Rampage top 4 ready``, one after the other with commas."""
    found = [each.rsplit(" ", 3) for each in aspects.split(", ") if each]
    stones = list(facts.pop("bloodstones", ()))
    spare = STONES - len(stones) - sum(hunter.get("bloodstones", 0) for hunter in hunters)
    first = facts.pop("first", {"at": "choose"})
    return {
        "hunters": list(hunters),
        "aspects": [
            {"name": name, "wall": wall, "place": int(place), "state": state} for name, wall, place, state in found
        ],
        "bloodstones": [*stones, *[66] * spare],
        "stack": [first, *frames],
        **facts,
    }


ASLEEP = "Iron Scales top 7 asleep, Rampage right 6 asleep, Firebelly bottom 3 spent, Whiplash left 4 ready"
ACT = {"at": "act", "hunter": 1}
HIT = {"at": "hit", "hunter": 1, "aspect": "Iron Scales"}
APART = ({"tile": 27, "bloodstones": 1}, {"tile": 72, "bloodstones": 1})

MOMENTS = (
    Moment("A turn begins: who has one, who attacks next, whom", hunt(APART, ASLEEP)),
    Moment("A hunter in the hand: where it may go", hunt(APART, ASLEEP), lifted=27),
    Moment(
        "A deed: strike the aspect, draw a gem, strike the body",
        hunt(({"tile": 14}, {"tile": 36}), "Rampage top 4 ready, Whiplash left 7 ready", ACT, body=25),
    ),
    Moment(
        "A free act: bank, lay, give",
        hunt(
            ({"tile": 11, "gems": ["ylem"], "bloodstones": 1}, {"tile": 22, "bloodstones": 1}),
            "Whiplash right 4 ready",
            ACT,
            body=55,
            rains=3,
            walls=(0, 1, 0, 0),
        ),
    ),
    Moment(
        "The body runs: move it along the way",
        hunt(({"tile": 18}, {"tile": 72}), "Whiplash right 5 spent", {"at": "run", "hunter": 1}, phase=2),
    ),
    Moment(
        "About to be hit: leap aside, or break an Egis",
        hunt(
            ({"tile": 38, "gems": ["aria", "egis"]}, {"tile": 72}),
            "Iron Scales right 3 spent",
            {**HIT, "ran": True},
            body=37,
            phase=2,
        ),
    ),
    Moment("The body is surrounded: strike it", hunt(({"tile": 43}, {"tile": 45}), "", ACT)),
    Moment(
        "Seeds, Rainwalkers, walls far in",
        hunt(
            ({"tile": 35}, {"tile": 62}),
            "Rampage top 4 spent, Whiplash left 5 ready",
            walls=(2, 0, 1, 2),
            seeds=[46, 57],
            walkers=[37],
            phase=2,
        ),
    ),
    Moment("Phase III, the last three rounds", hunt(APART, ASLEEP, phase=3, round=13)),
    Moment("The last blow is due", hunt(APART, ASLEEP, phase=3, life=1)),
    Moment("A fallen hunter comes back", hunt(({}, {"tile": 72, "done": True}), ASLEEP)),
    Moment("A miniature stands wrong", hunt(APART, ASLEEP), wrong=(27, 48)),
    Moment("The count: life, souls, Red Rains, rage", hunt(APART, ASLEEP, life=18, rains=8, rage=3), count=True),
    Moment("Won", hunt(APART, "", first={"at": "over", "rule": "HUNT-WIN-01"}, life=0)),
    Moment("Lost", hunt(APART, ASLEEP, first={"at": "over", "rule": "HUNT-WIN-02"}, round=14)),
    Moment(
        "A night is over: two Chimeras are dead",
        hunt(
            APART,
            "",
            first={"at": "nightfall", "rule": "HUNT-WIN-01"},
            campaign="standard",
            chimera="frostwild",
            night=2,
            life=0,
        ),
    ),
)


def decisions(name: str, config: Mapping[str, Any]) -> list[Moment]:
    """The first time that random play comes to each kind of decision, by the words of its question."""
    game = games.load_for(name, config)
    found: dict[str, Moment] = {}
    for seed in range(GAMES_LOOKED_AT):
        state, rng = game.new(config), Random(seed)
        for _ in range(ACTIONS_LOOKED_AT):
            if not (asked := state.deciders()):
                break
            seat, decision = next(iter(asked.items()))
            if seat == CHANCE:
                outcomes = decision.outcomes
                state.apply(rng.choices([one.action for one in outcomes], [one.weight for one in outcomes])[0])
                continue
            about = decision.rule if decision.kind == "reaction" else ""
            key = f"{decision.kind} {about}".strip()
            found.setdefault(key, Moment(f"{key}: {decision.prompt}", state.position(), game=game))
            kinds: dict[type[Action], list[Action]] = {}
            for action in state.legal_actions(seat):
                kinds.setdefault(type(action), []).append(action)
            state.apply(rng.choice(kinds[rng.choice(sorted(kinds, key=lambda kind: kind.__name__))]))
    first = next(iter(found.values()))
    return [*found.values(), first._replace(words="The same while a clock runs: 25 of 60 seconds are left", clock=True)]


def lit(moment: Moment) -> tuple[Picture, tuple[Layer, ...]]:
    """The picture of a moment and the layers of its scene, as a table of people shows them."""
    state = moment.game.from_position(moment.position)
    view, asked = state.view(None), [seat for seat in state.deciders() if seat != CHANCE]
    picture = SceneComposer(None).picture_of(state, view, asked)
    if moment.count:
        picture = moment.game.picture({**view, "count": True})
    seats = list(state.seats)
    clocks = []
    if moment.clock:
        place = seats.index(asked[0])
        colour = view["seats"][asked[0]]["colour"]
        clocks = [clock_light(25_000, 60_000, colour, seat=(place, len(seats)))]
    guidance = None
    if moment.wrong is not None:
        right, wrong = moment.wrong
        guidance = guide(picture, picture.occupied - {right} | {wrong})
    buttons = seat_buttons.lights(state, view, seats, asked, paused=False)
    return picture, compose(picture, guidance=guidance, lifted=moment.lifted, clocks=clocks, buttons=buttons)


async def exposed(hands: VirtualControl) -> list[int]:
    """For every tile and colour the most light it gives in `EXPOSED_S`."""
    most, end = [0] * 300, monotonic() + EXPOSED_S
    while monotonic() < end:
        most = [max(pair) for pair in zip(most, await hands.next_frame(), strict=True)]
    return most


async def frames(moments: Sequence[Moment]) -> list[list[int]]:
    """Every moment on one board."""
    with tempfile.TemporaryDirectory() as folder:
        virtual = VirtualBoard(Path(folder) / "board")
        await virtual.start()
        hands = await VirtualControl.connect(virtual.control)
        board = BoardClient(SerialLink(str(virtual.tty)))
        running = asyncio.create_task(board.run())
        found = []
        try:
            for moment in moments:
                await board.shown(board.show(lit(moment)[1]))
                found.append(await exposed(hands))
        finally:
            running.cancel()
            await asyncio.gather(running, return_exceptions=True)
            await hands.close()
            await virtual.stop()
        return found


def drawn(moment: Moment, light: Sequence[int]) -> str:
    """One board in SVG, with its words."""
    picture, layers = lit(moment)
    tiles = [_button(layers, place) for place in range(len(moment.game.from_position(moment.position).seats))]
    for tile in range(100):
        row, column = divmod(tile, 10)
        red, green, blue = (round(255 * (each / 255) ** EYE) for each in light[3 * tile : 3 * tile + 3])
        tiles.append(
            f'<rect x="{column + 0.06}" y="{row + 0.06}" width=".88" height=".88" rx=".14" '
            f'fill="rgb({max(red, 18)},{max(green, 18)},{max(blue, 20)})"/>'
        )
    right, wrong = moment.wrong or (None, 0)
    for piece in picture.pieces:
        if piece.sensed:
            row, column = divmod(wrong if piece.tile == right else piece.tile, 10)
            tiles.append(_ring(column, row, piece.colour, piece.kind == "body"))
    board = f'<svg viewBox="0 0 10 10.7">{"".join(tiles)}</svg>'
    return f"<figure>{board}<figcaption>{escape(moment.words)}</figcaption></figure>"


def _button(layers: Sequence[Layer], place: int) -> str:
    """The button of a seat, filled where it is lit."""
    lights = [layer.colour for layer in layers if BUTTON_LIGHTS[place] in layer.tiles]
    fill = f"#{lights[-1]:06x}" if lights else "none"
    return f'<circle cx="{place + 0.5}" cy="10.35" r=".22" fill="{fill}" stroke="#4a4644" stroke-width=".06"/>'


def _ring(column: int, row: int, colour: int, body: bool) -> str:
    """A miniature: a ring in its colour, the body's filled."""
    fill = f"#{colour:06x}" if body else "none"
    return (
        f'<circle cx="{column + 0.5}" cy="{row + 0.5}" r=".3" fill="{fill}" stroke="#000" stroke-width=".26"/>'
        f'<circle cx="{column + 0.5}" cy="{row + 0.5}" r=".3" fill="none" stroke="#{colour:06x}" stroke-width=".14"/>'
    )


STYLE = """body { margin: 0; padding: 14px; width: 1172px; background: #0c0a0a; display: grid; gap: 14px;
grid-template-columns: repeat(4, 1fr); font: 15px/1.3 "DejaVu Sans", sans-serif; color: #d8d0c8 }
figure { margin: 0 } figcaption { padding: 5px 2px 0; min-height: 2.6em }"""


async def sheet(file: Path, moments: Sequence[Moment]) -> None:
    """Write the picture."""
    boards = [drawn(moment, light) for moment, light in zip(moments, await frames(moments), strict=True)]
    async with async_playwright() as play:
        browser = await play.chromium.launch(executable_path="/usr/bin/chromium", args=CHROMIUM)
        page = await browser.new_page(viewport={"width": 1200, "height": 800})
        await page.set_content(f"<style>{STYLE}</style>{''.join(boards)}")
        await page.screenshot(path=file, full_page=True)
        await browser.close()


if __name__ == "__main__":
    asyncio.run(sheet(Path(sys.argv[1]), decisions(*PLAYED[sys.argv[2]]) if len(sys.argv) > 2 else MOMENTS))
