"""A host that speaks to an emulated Pico W through a real Mosquitto, which it stops and starts."""

from __future__ import annotations

import shutil
import socket
import subprocess
from pathlib import Path
from typing import Any

import paho.mqtt.client as paho
from immolation_board import wire
from paho.mqtt.enums import CallbackAPIVersion

HOST = "127.0.0.1"


class Air:
    """The broker and one client of it; ``messages`` are what the board with this id has said, oldest first.

    Raises FileNotFoundError where Mosquitto is not installed.
    """

    def __init__(self, folder: Path, board_id: str) -> None:
        self._topic = f"immolation/board/{board_id}"
        program = shutil.which("mosquitto") or shutil.which("mosquitto", path="/usr/sbin:/usr/local/sbin")
        if program is None:
            raise FileNotFoundError("Mosquitto is not installed; on Debian and Raspberry Pi OS: apt install mosquitto.")
        self._program = program
        self._config = folder / "mosquitto.conf"
        with socket.socket() as probe:
            probe.bind((HOST, 0))
            self.port = int(probe.getsockname()[1])
        self._config.write_text(f"listener {self.port} {HOST}\nallow_anonymous true\n")
        self.messages: list[dict[str, Any]] = []
        self.online = False
        """Whether the board is, by its own word or its last will."""
        self.start()

    def start(self) -> None:
        """Start the broker and connect to it."""
        self._process = subprocess.Popen(
            [self._program, "-c", str(self._config), "-v"], stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True
        )
        assert self._process.stderr is not None
        while " running" not in (line := self._process.stderr.readline()):
            if not line:
                raise RuntimeError("Mosquitto did not start.")
        self._process.stderr.close()  # nothing waits for a reader that is not there
        self._client = paho.Client(CallbackAPIVersion.VERSION2)
        self._client.on_message = self._on_message
        self._client.connect(HOST, self.port, keepalive=0)
        self._client.subscribe([(f"{self._topic}/up", 0), (f"{self._topic}/online", 0)])

    def stop(self) -> None:
        """Kill the broker, as a power cut would."""
        self._process.kill()
        self._process.wait()
        self.online = False

    def turn(self) -> list[dict[str, Any]]:
        """Return what the board has said since the last turn."""
        if self._process.poll() is None:
            for _ in range(3):
                self._client.loop(0)
        said, self.messages = self.messages, []
        return said

    def send(self, message: dict[str, Any]) -> None:
        """Publish a message for the board."""
        self._client.publish(f"{self._topic}/down", wire.encode(message))
        self._client.loop(0)

    def _on_message(self, client: paho.Client, data: Any, message: paho.MQTTMessage) -> None:
        if message.topic.endswith("/online"):
            self.online = message.payload == b"online"
        else:
            self.messages.append(wire.decode(message.payload))
