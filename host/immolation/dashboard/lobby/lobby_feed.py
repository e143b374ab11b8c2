"""The lobby of a host as the page hears it: all its tables and boards."""

from __future__ import annotations

import msgspec

from immolation.broker import topics
from immolation.dashboard import display_names
from immolation.dashboard.broker_client import BrokerClient
from immolation.dashboard.messages import PlayerJson
from immolation.dashboard.settings import PageSettings


class LobbySeatJson(msgspec.Struct):
    """A seat of a table."""

    seat: str
    name: str = ""
    colour: int = 0x808080
    player: PlayerJson = msgspec.field(default_factory=PlayerJson)
    asked: bool = False


class LobbyTableJson(msgspec.Struct):
    """An open table."""

    id: str
    name: str = ""
    state: str = ""
    ruleset: str = ""
    title: str = ""
    round: int | None = None
    seats: list[LobbySeatJson] = []
    board: str = ""
    lights: str = ""
    fault: str = ""


class LobbyBoardJson(msgspec.Struct):
    """A board of the host."""

    id: str
    online: bool = False
    table: str = ""
    firmware: str = ""
    hardware: str = ""
    virtual: bool = False
    problem: str = ""


class LobbyJson(msgspec.Struct):
    """All tables and boards of a host."""

    tables: list[LobbyTableJson] = []
    boards: list[LobbyBoardJson] = []

    def table(self, table_id: str) -> LobbyTableJson | None:
        """An open table; None if it is not."""
        return next((table for table in self.tables if table.id == table_id), None)


class LobbyFeed(BrokerClient):
    """The newest news of a host's lobby, and commands to it."""

    def __init__(self, settings: PageSettings) -> None:
        super().__init__(settings, topics.LOBBY_DO, topics.lobby_reply)
        self.state: LobbyJson | None = None
        """None where no host tells of its tables."""

        self._topics[topics.LOBBY] = self._lobby

    def _lobby(self, payload: bytes) -> None:
        self.state = msgspec.json.decode(payload, type=LobbyJson) if payload else None
        for table in self.state.tables if self.state is not None else ():
            facts = {seat.seat: {"name": seat.name} for seat in table.seats}
            players = {seat.seat: msgspec.to_builtins(seat.player) for seat in table.seats}
            names = display_names.names_of_people({"view": {"seats": facts}, "players": players})
            for seat in table.seats:
                seat.name = names.get(seat.name, seat.name)
        self._notify()
