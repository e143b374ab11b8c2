"""``python -m immolation.board.virtual FOLDER``: the process of one virtual board, made by `VirtualBoard.start`."""

from __future__ import annotations

import argparse
import asyncio
import os
import sys
from pathlib import Path

import msgspec

from immolation.board.virtual.machine import BoardConfig

from .process import VirtualBoardError, serve


def main() -> int:
    """Run the board until it is told to stop; 1 if it cannot start."""
    parser = argparse.ArgumentParser(prog="python -m immolation.board.virtual", description="Run a virtual board.")
    parser.add_argument("folder", type=Path)
    parser.add_argument("--ready-fd", type=int, help="descriptor that is told 'ok' when the firmware runs")
    parser.add_argument("--with-maker", action="store_true", help="end when standard input ends")
    given = parser.parse_args()
    try:
        stored = given.folder / "board.json"
        config = msgspec.json.decode(stored.read_bytes(), type=BoardConfig) if stored.exists() else BoardConfig()
        asyncio.run(serve(given.folder, config, ready_fd=given.ready_fd, with_maker=given.with_maker))
    except (VirtualBoardError, msgspec.MsgspecError) as error:
        if given.ready_fd is not None:
            os.write(given.ready_fd, str(error).encode())
        print(error, file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
