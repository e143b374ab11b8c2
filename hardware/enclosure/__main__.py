"""``python -m hardware.enclosure build`` makes everything under out; ``check`` checks it."""

from __future__ import annotations

import sys


def main() -> int:
    """Run the command given."""
    what = sys.argv[1:]
    if what == ["check"]:
        from . import check

        return check.main()
    if what == ["build"]:
        from . import build

        return build.main()
    print("Say: python -m hardware.enclosure build | check", file=sys.stderr)
    return 2


if __name__ == "__main__":
    sys.exit(main())
