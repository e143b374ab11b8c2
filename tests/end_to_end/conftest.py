"""What the end-to-end tests share."""

from __future__ import annotations

import pytest

from tests.end_to_end.command import Command


@pytest.fixture(scope="session")
def immolation() -> Command:
    return Command()
