"""``python -m hardware electrical build`` makes everything under hardware/out; ``enclosure``, ``check`` likewise."""

from __future__ import annotations

import importlib
import sys

COMMANDS = {"electrical": ("build", "check"), "enclosure": ("build", "pictures", "check")}
"""Commands of each half; each is the ``main`` of the module of that name."""


def main() -> int:
    """Run the command given, in the environment that has its tools: see scripts/hardware."""
    half, what = (*sys.argv[1:], "", "")[:2]
    if what not in COMMANDS.get(half, ()):
        print("Say: python -m hardware electrical|enclosure build|check, or enclosure pictures", file=sys.stderr)
        return 2
    return int(importlib.import_module(f"hardware.{half}.{what}").main())


if __name__ == "__main__":
    sys.exit(main())
