"""Describes table and board to Home Assistant through MQTT discovery.

Sensors read the retained topics as they are, so nothing is published for Home Assistant alone but the description.
Topics stand in full: Home Assistant resolves ``~`` in a device's own keys and not everywhere inside its components.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from importlib.metadata import PackageNotFoundError, version
from typing import Any

import msgspec

from . import topics
from .connection import Connection, Received

PREFIX = "homeassistant"
"""Home Assistant's discovery prefix, unless its owner changed it."""

USER = "home"
"""The MQTT user of Home Assistant, and so the client its buttons are bound to."""

Payload = dict[str, Any]


class Discovery:
    """Tells Home Assistant about one table and its board, from `start` on."""

    def __init__(
        self,
        connection: Connection,
        *,
        table_id: str = "main",
        board_id: str | None = "immolation",
        page_url: str = "",
        prefix: str = PREFIX,
        user: str = USER,
        presence: str = topics.HOST_ONLINE,
    ) -> None:
        """``board_id`` None: a table without a board. ``page_url``: where a person finds the page, for "Visit".

        ``presence``: the topic where the host says whether it is there.
        """
        self._connection = connection
        self._prefix = prefix
        self._devices = {f"immolation_table_{_slug(table_id)}": table_device(table_id, user, page_url, presence)}
        if board_id is not None:
            self._devices[f"immolation_board_{_slug(board_id)}"] = board_device(board_id, table_id, user, presence)
        self._end: Callable[[], None] | None = None

    async def start(self) -> None:
        """Describe the devices now, after every reconnection, and whenever Home Assistant starts."""
        if self._end is None:
            self._end = self._connection.subscribe(f"{self._prefix}/status", self._on_status)
            self._describe()

    async def stop(self) -> None:
        """The table ends: Home Assistant removes the devices, and has them as they were when it is opened again.

        After a crash they stay known, and are unavailable while the host is offline.
        """
        if self._end is not None:
            self._end()
            self._end = None
            for topic in self.topics:
                self._connection.publish(topic, b"", qos=1, retain=True)

    @property
    def topics(self) -> list[str]:
        """The topics of the descriptions."""
        return [f"{self._prefix}/device/{device}/config" for device in self._devices]

    def _on_status(self, message: Received) -> None:
        # Only the birth itself: a retained one was there before us, and our own descriptions are retained as well.
        if message.payload == b"online" and not message.retain:
            self._describe()

    def _describe(self) -> None:
        for topic, device in zip(self.topics, self._devices.values(), strict=True):
            self._connection.publish(topic, msgspec.json.encode(device), qos=1, retain=True)


def table_device(table_id: str, user: str = USER, page_url: str = "", presence: str = topics.HOST_ONLINE) -> Payload:
    """The description of a table: what is going on, and buttons to stop it."""
    own = f"immolation_table_{_slug(table_id)}"
    state = topics.table(table_id)
    device: Payload = {"identifiers": [own], "name": f"Immolation table {table_id}", "model": "Table", **_MAKER}
    if page_url:
        device["configuration_url"] = page_url
    sensors = {
        "round": ("Round", "mdi:counter", "{{ value_json.view.round }}"),
        "index": (
            "Omega Index",
            "mdi:omega",
            "{{ value_json.view.dials.round.shows if value_json.view.dials is defined else value_json.view.round }}",
        ),
        "event": (
            "Event",
            "mdi:fire-alert",
            "{{ value_json.view.dials.event.shows if value_json.view.dials is defined else 'none' }}",
        ),
        "turn": (
            "Turn",
            "mdi:account-clock",
            "{% set seat = value_json.view.turn %}"
            "{{ (value_json.players[seat].name or seat) if seat in value_json.players else 'nobody' }}",
        ),
        "phase": ("Phase", "mdi:fire", "{{ value_json.phase }}"),
        "walls": ("Fire walls", "mdi:wall-fire", _WALLS),
        "waits": ("Waits for", "mdi:chess-king", "{{ (value_json.board.text or value_json.note)[:250] }}"),
    }
    components: Payload = {
        key: {
            "platform": "sensor",
            "unique_id": f"{own}_{key}",
            "name": name,
            "icon": icon,
            "state_topic": state,
            "value_template": template,
        }
        for key, (name, icon, template) in sensors.items()
    }
    components["clock"] = {
        "platform": "sensor",
        "unique_id": f"{own}_clock",
        "name": "Clock runs out",
        "device_class": "timestamp",
        "state_topic": topics.table(table_id, "clock"),
        "value_template": _RUNS_OUT,
    }
    components["announcement"] = {
        "platform": "sensor",
        "unique_id": f"{own}_announcement",
        "name": "Announcement",
        "icon": "mdi:bullhorn",
        "state_topic": topics.table(table_id, "announce"),
        "value_template": "{{ value_json.text[:250] }}",
    }
    components["play"] = {
        "platform": "switch",
        "unique_id": f"{own}_play",
        "name": "Game goes on",
        "icon": "mdi:play-pause",
        "state_topic": state,
        "value_template": "{{ 'pause' if value_json.phase == 'paused' else 'resume' }}",
        "payload_on": "resume",
        "payload_off": "pause",
        "command_topic": topics.table(table_id, "do", user),
        "command_template": '{"id": "{{ now().timestamp() }}", "table": "{{ value }}"}',
    }
    buttons = {
        "pause": ("Pause", "mdi:pause"),
        "resume": ("Resume", "mdi:play"),
        "undo": ("Undo", "mdi:undo"),
        "skip": ("Next", "mdi:skip-next"),
    }
    for key, (name, icon) in buttons.items():
        components[key] = _button(own, key, name, icon, table_id, user)
    return {
        "device": device,
        "origin": _ORIGIN,
        "availability": [{"topic": presence}],
        "qos": 1,
        "components": components,
    }


def board_device(board_id: str, table_id: str, user: str = USER, presence: str = topics.HOST_ONLINE) -> Payload:
    """The description of a board: whether it is there, and what it draws."""
    own = f"immolation_board_{_slug(board_id)}"
    online, status = topics.board(board_id, "online"), topics.board(board_id, "status")
    host = {"topic": presence}
    components: Payload = {
        "online": {
            "platform": "binary_sensor",
            "unique_id": f"{own}_online",
            "name": "Online",
            "device_class": "connectivity",
            "entity_category": "diagnostic",
            "state_topic": online,
            "payload_on": topics.ONLINE,
            "payload_off": topics.OFFLINE,
            "availability": [host],
        },
        "press": {
            "platform": "event",
            "unique_id": f"{own}_press",
            "name": "Buttons",
            "device_class": "button",
            "event_types": ["press", "release"],
            "state_topic": topics.board(board_id, "press"),
        },
        "ma": _measure(own, "ma", "Current", "mA", "current", status),
        "fps": _measure(own, "fps", "Frames per second", "fps", None, status),
        "free": _measure(own, "free", "Free memory", "B", "data_size", status),
        "edges": _measure(own, "edges", "Edges", "edges", None, status),
        "lost": _measure(own, "lost", "Lost edges and lines", "lost", None, status),
        "bad": _measure(own, "bad", "Bad lines", "lines", None, status),
        "up": _measure(own, "up", "Uptime", "s", "duration", status),
        "fw": _fact(own, "fw", "Firmware", "mdi:chip", status),
        "hw": _fact(own, "hw", "Microcontroller", "mdi:developer-board", status),
        "reset": _fact(own, "reset", "Last reset", "mdi:restart", status),
        "light": {
            "platform": "light",
            "schema": "template",
            "unique_id": f"{own}_light",
            "name": "Lights",
            "state_topic": topics.board(board_id, "scene"),
            "state_template": "{{ 'on' if value_json.brightness else 'off' }}",
            "brightness_template": "{{ value_json.brightness }}",
            "command_topic": topics.table(table_id, "do", user),
            "command_on_template": _brightness("{{ brightness | default(255) }}"),
            "command_off_template": _brightness("0"),
        },
        "identify": {
            **_button(own, "identify", "Identify", "mdi:lightbulb-on", table_id, user),
            "device_class": "identify",
            "entity_category": "config",
        },
    }
    return {
        "device": {"identifiers": [own], "name": f"Immolation board {board_id}", "model": "10x10 board", **_MAKER},
        "origin": _ORIGIN,
        # Both must say ``online``: a host that died cannot know its board, and a board without its host does nothing.
        "availability": [host, {"topic": online}],
        "availability_mode": "all",
        "qos": 1,
        "components": components,
    }


def _measure(own: str, key: str, name: str, unit: str, device_class: str | None, topic: str) -> Payload:
    sensor = {
        "platform": "sensor",
        "unique_id": f"{own}_{key}",
        "name": name,
        "unit_of_measurement": unit,
        "state_class": "measurement",
        "entity_category": "diagnostic",
        "state_topic": topic,
        "value_template": f"{{{{ value_json.{key} | default(none) }}}}",  # an older firmware does not say all
    }
    return {**sensor, "device_class": device_class} if device_class else sensor


def _fact(own: str, key: str, name: str, icon: str, topic: str) -> Payload:
    return {
        "platform": "sensor",
        "unique_id": f"{own}_{key}",
        "name": name,
        "icon": icon,
        "entity_category": "diagnostic",
        "state_topic": topic,
        "value_template": f"{{{{ value_json.{key} | default('unknown') }}}}",
    }


_WALLS = (
    "{% if value_json.view.walls is defined %}"
    "{% for edge, line in value_json.view.walls.items() if line is not none %}"
    "{{ edge }} {{ line }}{{ '' if loop.last else ', ' }}{% else %}none{% endfor %}"
    "{% else %}none{% endif %}"
)
"""How far each Fire Wall has come, where the game has any."""

_RUNS_OUT = (
    "{% set found = value_json.clocks | rejectattr('kind', 'eq', 'pace') | selectattr('running_since') | list %}"
    "{{ ((found[0].running_since + found[0].left_ms) / 1000) | timestamp_utc if found else none }}"
)
"""When the clock that runs will have run out."""


def _brightness(level: str) -> str:
    """The command that dims the board; ``level`` is a template."""
    return '{"id": "{{ now().timestamp() }}", "table": "brightness", "level": ' + level + "}"


def _button(own: str, key: str, name: str, icon: str, table_id: str, user: str) -> Payload:
    # A template, because a command that is done a second time needs a second id.
    command = '{"id": "{{ now().timestamp() }}", "table": "' + key + '"}'
    return {
        "platform": "button",
        "unique_id": f"{own}_{key}",
        "name": name,
        "icon": icon,
        "command_topic": topics.table(table_id, "do", user),
        "command_template": command,
        "retain": False,
    }


def _slug(name: str) -> str:
    """Home Assistant takes letters, digits, ``_`` and ``-`` in ids."""
    return re.sub(r"[^A-Za-z0-9_-]", "_", name)


def _version() -> str:
    try:
        return version("immolation")
    except PackageNotFoundError:
        return "0"


_ORIGIN = {"name": "Immolation", "sw_version": _version()}
_MAKER = {"manufacturer": "Immolation", "sw_version": _version()}
