"""Lists the kinds of a tagged record, frames or effects, from their classes: nobody writes that list a second time."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from functools import reduce
from operator import or_
from typing import Any, TypeVar

import msgspec

Record = TypeVar("Record", bound=msgspec.Struct)


def kinds_of(base: type[Record]) -> Iterator[type[Record]]:
    """Yield every kind below ``base`` that there is by now and that names its tag."""
    for kind in base.__subclasses__():
        if kind.__struct_config__.tag != kind.__name__:
            yield kind
        yield from kinds_of(kind)


def by_tag(base: type[Record]) -> dict[str, type[Record]]:
    """Tag -> kind; no two have the same."""
    found: dict[str, type[Record]] = {}
    for kind in kinds_of(base):
        tag = str(kind.__struct_config__.tag)
        assert found.setdefault(tag, kind) is kind, f"two records are called {tag}"
    return found


def any_of(base: type[Record], but: Collection[type[Record]] = ()) -> Any:
    """The union of these kinds, to read one from JSON; without those of ``but``."""
    return reduce(or_, (kind for kind in kinds_of(base) if kind not in but))
