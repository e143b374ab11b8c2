"""Run the command line: ``python -m immolation`` is ``immolation``."""

from immolation.cli.app import main

main()
