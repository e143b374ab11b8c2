"""The ways to copy an environment whole."""

from __future__ import annotations

import copy
import pickle
from typing import Any

import pytest


def pickled(whole: Any) -> Any:
    """Return ``whole`` as another process would get it."""
    return pickle.loads(pickle.dumps(whole))


EACH_COPY = pytest.mark.parametrize("copied", [pickled, copy.deepcopy])
