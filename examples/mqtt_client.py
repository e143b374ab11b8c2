"""Play seats over MQTT: print what happens, answer every question with its default or the first action there is.

    immolation host --ruleset cinders --no-browser --board none
    python examples/mqtt_client.py 1883 p1 p2

Any MQTT library in any language can do this; immolation/broker/topics.py lists every topic and command.
"""

from __future__ import annotations

import asyncio
import json
import sys
from itertools import count
from typing import Any

import aiomqtt

TABLE = "immolation/table/main"


async def play(port: int, seats: list[str]) -> dict[str, Any]:
    """Answer for ``seats`` until the game is over; returns the public table as it ended."""
    numbers = count()
    answered = dict.fromkeys(seats, -1)  # seat -> number of the state it answered: a state may come twice
    async with aiomqtt.Client("127.0.0.1", port) as client:
        for topic in (TABLE, f"{TABLE}/events", f"{TABLE}/reply/example", *(f"{TABLE}/seat/{seat}" for seat in seats)):
            await client.subscribe(topic, qos=1)

        async def send(**command: Any) -> None:
            command |= {"id": f"{next(numbers)}", "client": "example"}
            await client.publish(f"{TABLE}/do", json.dumps(command), 1)

        for seat in seats:  # private states are never retained: ask for them
            await send(table="view", seat=seat)
        async for message in client.messages:
            if not message.topic.matches(f"{TABLE}/#"):  # the host's broker hands out other retained topics too
                continue
            said = json.loads(bytes(message.payload))
            match message.topic.value.removeprefix(TABLE).split("/"):
                case [""] if said["phase"] == "over":
                    return said
                case [_, "events"]:
                    print(*(event["text"] for event in said["events"]), sep="\n")
                case [_, "seat", seat] if said["decision"] and said["n"] != answered[seat]:
                    answered[seat] = said["n"]
                    default = said["decision"].get("default")
                    await send(seat=seat, action=default or said["actions"][0]["action"])
                case [_, "reply", _] if not said["ok"]:
                    print("Refused:", said["refused"])
    raise ConnectionError("The broker closed the connection.")


if __name__ == "__main__":
    if len(sys.argv) < 3:
        sys.exit(__doc__)
    print(asyncio.run(play(int(sys.argv[1]), sys.argv[2:]))["outcome"]["reason"])
