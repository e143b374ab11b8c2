"""``python -m hardware electrical build`` makes everything under hardware/out; ``enclosure``, ``check`` likewise."""

from __future__ import annotations

import importlib
import sys


def main() -> int:
    """Run the command given, in the environment that has its tools: see scripts/hardware."""
    half, what = (*sys.argv[1:], "", "")[:2]
    if half not in ("electrical", "enclosure") or what not in ("build", "check"):
        print("Say: python -m hardware electrical|enclosure build|check", file=sys.stderr)
        return 2
    return int(importlib.import_module(f"hardware.{half}.{what}").main())


if __name__ == "__main__":
    sys.exit(main())
