"""Run the command line: ``immolation``, and ``python -m immolation``."""

from __future__ import annotations

from immolation.interrupts import interrupted


def main() -> None:
    """Entry point of ``immolation``. Ctrl-C while the program still loads ends it without a word."""
    try:
        from immolation.cli import app  # here, so that it is within this ``try``

        app.main()
    except (KeyboardInterrupt, ImportError) as error:  # an import that is broken off may make its own error of it
        if interrupted(error):
            raise SystemExit(130) from None
        raise


if __name__ == "__main__":
    main()
