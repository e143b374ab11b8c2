"""Colours that everybody tells apart: one command, and lights, views and private states have them."""

from __future__ import annotations

from immolation.board.palette import distinct
from immolation.broker import topics
from immolation.broker.command_handler import CommandHandler
from immolation.broker.permissions import HOST
from immolation.broker.publisher import Publisher

from tests.broker.conftest import Game


async def test_the_host_recolours_board_and_pages_and_takes_it_back(game: Game) -> None:
    handler = CommandHandler(game.table, game.connection, {"host": HOST})
    publisher = Publisher(game.table, game.connection, board_id="row.1")
    await handler.start()
    await publisher.start()
    await game.connection.drained()
    public, scene = topics.table("main"), topics.board("row.1", "scene")
    own, reply = topics.table("main", "seat", "p1"), topics.table("main", "reply", "host")
    async with game.site.joined("host", public, scene, own, reply) as house:

        def colours() -> tuple[int, int, int]:
            """Of the first seat as all see it, of its piece, and as it is told itself."""
            told, private = house.told(public)[-1], house.told(own)[-1]
            return (
                told["view"]["seats"]["p1"]["colour"],
                next(piece["colour"] for piece in told["picture"]["pieces"] if piece["owner"] == "p1"),
                private["view"]["seats"]["p1"]["colour"],
            )

        await house.client.publish(topics.table("main", "do", "host"), b'{"id": "1", "table": "view", "seat": "p1"}')
        await house.until(lambda: bool(house.on(public) and house.on(scene) and house.on(own)))
        usual = colours()
        lights = {layer["colour"] for layer in house.told(scene)[-1]["layers"]}
        for wanted, number in ((True, b"2"), (False, b"3")):
            said = b"true" if wanted else b"false"
            command = b'{"id": "' + number + b'", "table": "colours", "distinct": ' + said + b"}"
            await house.client.publish(topics.table("main", "do", "host"), command)
            shown = tuple(map(distinct, usual)) if wanted else usual
            burning = {distinct(light) for light in lights} if wanted else lights
            await house.until(lambda shown=shown: colours() == shown)
            await house.until(
                lambda burning=burning: {layer["colour"] for layer in house.told(scene)[-1]["layers"]} == burning
            )
    assert tuple(map(distinct, usual)) != usual
    await publisher.stop()
    await handler.stop()
