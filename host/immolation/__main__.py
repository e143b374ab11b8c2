"""Run the command line: ``immolation``, and ``python -m immolation``."""

from __future__ import annotations


def main() -> None:
    """Entry point of ``immolation``. Ctrl-C while the program still loads ends it without a word."""
    try:
        from immolation.cli import app  # here, so that it is within this ``try``

        app.main()
    except KeyboardInterrupt:
        raise SystemExit(130) from None
    except ImportError as error:
        if isinstance(error.__cause__ or error.__context__, KeyboardInterrupt):  # an import made its own error of it
            raise SystemExit(130) from None
        raise


if __name__ == "__main__":
    main()
