"""A `Game` whose options are the fields of a `HouseRules` record: options, editions and configs work alike.

A ruleset names its record and its edition; `HouseGame.config` reads what `Game.new` was given.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import ClassVar

from ..contract import BadConfig, Game, Json, Option, json_flaw
from ..editions import FIRST, Edition
from ..house_rules import READING, HouseRules, check_settings, options, shown, with_reading


class HouseGame(Game):
    """A ruleset with house rules."""

    house_rules: ClassVar[type[HouseRules]]
    latest: ClassVar[Edition] = FIRST
    """The newest edition, with the changes since the first."""

    def rules_for(self, config: Mapping[str, Json]) -> type[HouseRules]:
        """Return the record of the options that such a config has."""
        return self.house_rules

    def options(self) -> Sequence[Option]:
        """Every house rule."""
        return options(self.rules_for({}))

    def edition(self, given: Mapping[str, Json]) -> Edition:
        """The same for every game, unless a ruleset says otherwise."""
        return self.latest

    def config(self, config: object) -> dict[str, Json]:
        """Return a config as a table of today's keys, a reading as its options. Raises BadConfig.

        `known_keys` refuses other keys than `config_keys` lists.
        """
        flaw = json_flaw(config)
        if flaw:
            raise BadConfig(f"config: {flaw}.")
        if not isinstance(config, Mapping | None):
            raise BadConfig(f"config: a table of settings and values, not {shown(config)}.")
        given = self.edition(config or {}).config(config or {})
        return dict(with_reading(given, self.rules_for(given)))


def known_keys(given: Mapping[str, Json], known: Sequence[Option]) -> None:
    """Refuse a config with other keys than these and ``options``. Raises BadConfig."""
    keys = [option.key for option in known if option is not READING] + ["options"]
    check_settings(given, keys, [*keys, READING.key] if READING in known else keys)
