"""Plays saved games of the first edition on: what changed since in the options and the positions of a ruleset.

A position lists every option, and its digest is a hash of the position. Whoever adds, drops or renames an option or a
position key therefore registers it in the ruleset's ``edition.py``. Journals of version 1 are then read as before:
`Edition.first_config` and `Edition.first_position` bring what they begin with up to date, `Edition.as_first` gives
the position that the first edition would have shown, and the digests of the journal are compared with that one for as
long as the file lives. Journals of version 2 are begun by today's rules and know nothing of this module.

An option that is new takes its field in the house rules, its row in ``rules.toml`` and its entry in the register::

    # ruleset/options.py
    scroll: Annotated[Literal["stays", "gone"], about("KM-POT-05", "A defeated Kimera's scroll.")] = "stays"

    # ruleset/edition.py
    EDITION = Edition(added={"scroll": "gone"})  # "gone" plays as the first edition did

The other changes::

    Edition(
        dropped={"search_pile": "creature_deck"},  # an option that is no more, with the value it played by
        defaults={"hold_mode": "next_other"},  # an option whose default is another now, with its first one
        values={"hold_mode": {"recompute_highest": "highest"}},  # first name of a value -> today's
        frames={"fit": "keep-gems"},  # first tag of a decision point -> today's
        upgrade=upgrade,  # position of the first edition -> today's; leaves a position of today as it is
        downgrade=downgrade,  # position of today -> the first edition's
    )

``upgrade`` and ``downgrade`` get a table of their own on the top level and change what lies below in a copy of it. A
key that is new in positions is taken out by ``downgrade``, one that is gone is put back with its value::

    def downgrade(position: dict[str, Any]) -> dict[str, Any]:
        position.pop("seen", None)
        return position
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, get_args

import msgspec

Change = Callable[[dict[str, Any]], dict[str, Any]]
"""Takes a position and gives it back changed."""


def unchanged(position: dict[str, Any]) -> dict[str, Any]:
    """The position as it is."""
    return position


def without_defaults(stack: Sequence[Mapping[str, Any]], kinds: Any) -> list[dict[str, Any]]:
    """The entries of a decision stack without keys that stand at their default; ``kinds`` is the union of its frames.

    For positions of a first edition that left them out.
    """
    usual = {str(kind.__struct_config__.tag): _defaults(kind) for kind in get_args(kinds)}
    return [
        {key: value for key, value in entry.items() if key == "at" or value != usual[entry["at"]].get(key, ...)}
        for entry in stack
    ]


def _retagged(position: dict[str, Any], names: Mapping[str, str]) -> dict[str, Any]:
    """The position with the tags of its decision points by ``names``; what is no decision point is left as it is."""
    stack = position.get("stack")
    if not names or not isinstance(stack, list | tuple):
        return position
    return {**position, "stack": [_with_tag(entry, names) for entry in stack]}


def _with_tag(entry: Any, names: Mapping[str, str]) -> Any:
    tag = entry.get("at") if isinstance(entry, Mapping) else None
    return {**entry, "at": names[tag]} if isinstance(tag, str) and tag in names else entry


def _defaults(kind: type[msgspec.Struct]) -> dict[str, Any]:
    """Key of a frame -> its default as JSON has it; keys that must be given are left out."""
    found: dict[str, Any] = {}
    for each in msgspec.structs.fields(kind):
        if each.default is not msgspec.NODEFAULT:
            found[each.encode_name] = msgspec.to_builtins(each.default)
        elif each.default_factory is not msgspec.NODEFAULT:
            found[each.encode_name] = each.default_factory()
    return {key: list(value) if isinstance(value, tuple) else value for key, value in found.items()}


@dataclass(frozen=True)
class Edition:
    """The changes since the first edition of a ruleset; none where nothing is said.

    An option that is gone, one that is new, and one whose value has another name:

        >>> edition = Edition(
        ...     dropped={"search_pile": "deck"}, added={"scroll": "gone"}, values={"hold": {"recompute": "highest"}}
        ... )
        >>> saved = {"options": {"search_pile": "deck", "hold": "recompute"}}
        >>> edition.config(saved)
        {'options': {'hold': 'highest'}}
        >>> edition.first_config(saved)
        {'options': {'scroll': 'gone', 'hold': 'highest'}}
        >>> edition.as_first(edition.first_config(saved)) == saved
        True
    """

    dropped: Mapping[str, Any] = field(default_factory=dict)
    """Options that are no more -> the value they had in the first edition."""

    added: Mapping[str, Any] = field(default_factory=dict)
    """Options that are new -> the value that plays as the first edition did."""

    kept: Mapping[str, Any] = field(default_factory=dict)
    """Of the new options those that a whole position of the first edition takes as well where it is read by hand, as it
    may stand where the game would not stand by today's default. Only where options are dropped: they tell it apart."""

    defaults: Mapping[str, Any] = field(default_factory=dict)
    """Options whose default is another now -> their default in the first edition, by its name of today."""

    values: Mapping[str, Mapping[Any, Any]] = field(default_factory=dict)
    """Options whose values were renamed -> the first edition's value -> today's."""

    frames: Mapping[str, str] = field(default_factory=dict)
    """Decision points that were renamed -> the first edition's tag -> today's. Before `upgrade`, after `downgrade`."""

    upgrade: Change = unchanged
    """Brings the keys of a position, options apart, up to date; a position of today is left as it is."""

    downgrade: Change = unchanged
    """Gives a position of today the keys of the first edition, options apart."""

    def options(self, given: Mapping[str, Any]) -> dict[str, Any]:
        """Options as today's rules read them: dropped ones left out, values under their names of today.

        A dropped option with another value than its one is left in, so that it is refused by name.
        """
        kept = {key: value for key, value in given.items() if (key, value) not in self.dropped.items()}
        for key, names in self.values.items():
            if isinstance(kept.get(key), str | int):
                kept[key] = names.get(kept[key], kept[key])
        return kept

    def config(self, given: Any) -> Any:
        """A config, of the first edition or of today, as today's rules read it; what is no config is left as it is."""
        if not isinstance(given, Mapping):
            return given
        made = self.options(given)  # some rulesets take options beside the other settings too
        if isinstance(made.get("options"), Mapping):
            made["options"] = self.options(made["options"])
        return made

    def position(self, given: Any) -> Any:
        """A position, of the first edition or of today, as today's rules read it; options it does not name take
        today's defaults. What is no position is left as it is."""
        made = self.config(given)
        if not isinstance(made, dict):
            return made
        options = given.get("options")
        if self.kept and isinstance(options, Mapping) and self.dropped.keys() <= options.keys():
            made["options"] = {**self.kept, **made["options"]}
        return self.upgrade(_retagged(made, self.frames))

    def first_config(self, given: Mapping[str, Any]) -> dict[str, Any]:
        """The config of a journal of version 1, so that today's rules play as the first edition did."""
        return self._as_then(self.config(given))

    def first_position(self, given: Mapping[str, Any]) -> dict[str, Any]:
        """The position that a journal of version 1 begins with, so that today's rules play as the first edition did."""
        return self._as_then(self.position(given))

    def as_first(self, position: Mapping[str, Any]) -> dict[str, Any]:
        """The position that the first edition would have shown where today's rules show ``position``."""
        made = dict(position)
        if "options" in made:
            options = {key: value for key, value in made["options"].items() if key not in self.added}
            for key, names in self.values.items():
                options[key] = {today: first for first, today in names.items()}.get(options[key], options[key])
            made["options"] = {**options, **self.dropped}
        return _retagged(self.downgrade(made), {today: first for first, today in self.frames.items()})

    def _as_then(self, made: dict[str, Any]) -> dict[str, Any]:
        then, given = {**self.added, **self.defaults}, made.get("options") or {}
        return {**made, "options": {**then, **given}} if then and isinstance(given, Mapping) else made


FIRST = Edition()
"""Of a ruleset that has not changed."""
