"""Read every printed rule of a ruleset by its id, and what the tests say of it.

``rules.toml`` beside each ruleset lists its rules, one ``[[rule]]`` each. `load` reads them into `Rule` records,
`report` lays the outcomes of tests marked ``@pytest.mark.rule(id)`` beside them.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from functools import cache
from pathlib import Path
from typing import Final

import msgspec

from . import BadConfig, BadData, module

ARENA: Final = "arena"
FULL: Final = "full"
"""The track of every rule that the arena leaves to people's own mats and cards."""

_ID: Final = re.compile(r"[A-Z]+-[A-Z]+-\d\d[a-z]?")
_LEVEL_ID: Final = re.compile(r"[A-Z]+-[A-Z]+-\d\d-L\d")
_OPT: Final = re.compile(r"\bopt:([a-z][a-z0-9_]*)")
_CONFIG: Final = re.compile(r"\[config: ([^\[\]]*(?:\[[^\]]*\][^\[\]]*)*)\]")
_KEY: Final = re.compile(r"[a-z][a-z0-9_]*(?:\.[a-z][a-z0-9_]*)+")
_QUOTED: Final = re.compile(r'"[^"]*"')


class Rule(msgspec.Struct, frozen=True):
    """One testable statement of a rulebook, in our own words."""

    id: str
    """Stable and unique: ``AK-FIRE-10``."""

    section: str
    """The rulebook's heading."""

    text: str
    example: str = ""
    """Given / When / Then, where the rulebook or the rule itself gives one."""

    gap: str = ""
    """What the rulebook leaves open, with the ruling taken; names the option that changes it."""

    track: str = FULL
    """``arena`` for a rule the arena track of Ascended Kings carries, else ``full``."""

    @property
    def config(self) -> tuple[str, ...]:
        """The option keys that the gap names: ``("fire.crossing_wounds",)``."""
        found = [key for said in _CONFIG.findall(self.gap) for key in _KEY.findall(_QUOTED.sub("", said))]
        found += _OPT.findall(self.gap)
        return tuple(dict.fromkeys(found))


class _File(msgspec.Struct):
    rule: list[dict[str, object]]


def read(text: bytes, file: str, arena: Iterable[str] = ()) -> dict[str, Rule]:
    """Rule id -> rule, in the order of the file.

    ``file`` is its name for error messages, ``arena`` the ids of the arena track. Raises BadData naming file, key
    and reason.
    """
    try:
        tables = msgspec.toml.decode(text, type=_File).rule
    except msgspec.DecodeError as error:
        raise BadData(f"{file}: {error}.") from None
    found: dict[str, Rule] = {}
    for number, table in enumerate(tables, 1):
        where = f"{file}: rule {table.get('id', number)!s}"
        try:
            rule = msgspec.convert(table, Rule)
        except msgspec.ValidationError as error:
            raise BadData(f"{where}: {str(error).replace('$.', '')}.") from None
        if not _ID.fullmatch(rule.id):
            raise BadData(f"{where}: id: '{rule.id}' is not of the form AK-FIRE-10.")
        if rule.id in found:
            raise BadData(f"{where}: id: is used twice.")
        for key in ("section", "text"):
            if not getattr(rule, key).strip():
                raise BadData(f"{where}: {key}: is empty.")
        found[rule.id] = rule
        for level in _levels(rule, table.get("levels", []), where):
            found[level.id] = level
    for name in arena:
        if name not in found:
            raise BadData(f"{file}: the arena names {name}, which is not a rule.")
        found[name] = msgspec.structs.replace(found[name], track=ARENA)
    return found


def _levels(rule: Rule, tables: object, where: str) -> list[Rule]:
    """The levels of a rule that lists some, each a rule with an id of its own: ``KM-RUNE-06-L3``."""
    found: list[Rule] = []
    for table in msgspec.convert(tables, list[dict[str, object]]):
        name = str(table.get("id", ""))
        if not _LEVEL_ID.fullmatch(name) or not name.startswith(f"{rule.id}-L"):
            raise BadData(f"{where}: levels: '{name[:40]}' is not of the form {rule.id}-L3.")
        facts = [_in_words(key, value) for key, value in table.items() if key not in ("id", "level")]
        found.append(Rule(name, rule.section, f"Level {table.get('level')}: {', '.join(facts)}."))
    return found


def _in_words(key: str, value: object) -> str:
    """One fact of a level for people.

    >>> _in_words("trait", "heavy_melee"), _in_words("amount", 2), _in_words("area", True)
    ('trait heavy melee', 'amount 2', 'area')
    """
    return (key if value is True else f"{key} {value}").replace("_", " ")


def search(rules: Mapping[str, Rule], words: str) -> list[Rule]:
    """The rules that hold every word, in their ids, headings, texts or examples; those whose id is meant come first.

    >>> found = search(load("ascended-kings"), "ak-move-03")
    >>> found[0].id, len(found)
    ('AK-MOVE-03', 1)
    """
    wanted = words.casefold().split()
    by_id = [
        rule for rule in rules.values() if wanted and rule.id.casefold().startswith(wanted[0]) and len(wanted) == 1
    ]
    if by_id:
        return by_id
    found = []
    for rule in rules.values():
        read = f"{rule.id} {rule.section} {rule.text} {rule.example} {rule.gap}".casefold()
        if all(word in read for word in wanted):
            found.append(rule)
    return found


@cache
def load(ruleset: str) -> Mapping[str, Rule]:
    """Every rule of a ruleset by id. Raises BadConfig for an unknown ruleset, BadData for a mistake in its files."""
    folder = Path(str(module(ruleset).__file__)).parent
    path = folder / "rules.toml"
    try:
        text = path.read_bytes()
    except OSError as error:
        raise BadData(f"{ruleset}/rules.toml cannot be read: {error.strerror}.") from None
    return read(text, f"{ruleset}/rules.toml", _arena(folder / "arena_rules.toml"))


def _arena(path: Path) -> list[str]:
    """The ids that a ruleset's ``arena_rules.toml`` gives to the arena track; none without such a file."""
    if not path.is_file():
        return []
    try:
        groups = msgspec.toml.decode(path.read_bytes(), type=dict[str, object])[ARENA]
        return [name for group in msgspec.convert(groups, dict[str, list[str]]).values() for name in group]
    except KeyError:
        raise BadData(f"{path.name}: has no table [{ARENA}].") from None
    except msgspec.DecodeError as error:
        raise BadData(f"{path.name}: {error}.") from None


# --- what the tests say ----------------------------------------------------------------------------------

Outcomes = Mapping[str, Mapping[str, bool | None]]
"""Rule id -> test -> passed, failed or (None) skipped."""


class Row(msgspec.Struct, frozen=True):
    """One rule with the tests that prove it."""

    id: str
    section: str
    track: str
    tests: tuple[str, ...]
    """pytest's names of the tests marked with this rule."""

    passed: bool | None
    """True if at least one test ran and none failed, False if one failed, None while no test ran."""


class Report(msgspec.Struct, frozen=True):
    """A ruleset's rules and whether they are proved."""

    ruleset: str
    rules: tuple[Row, ...]
    arena: tuple[int, int]
    """How many of the arena track's rules passed, and how many there are."""

    note: str = ""
    """Why there are no outcomes, if there are none."""

    @property
    def passed(self) -> int:
        """Rules with passing tests only."""
        return sum(row.passed is True for row in self.rules)

    @property
    def open(self) -> int:
        """Rules without a passing test, failed ones included."""
        return self.total - self.passed

    @property
    def total(self) -> int:
        """All rules in this report."""
        return len(self.rules)

    def record(self) -> dict[str, object]:
        """The report as JSON says it."""
        passed, total = self.arena
        return {
            "ruleset": self.ruleset,
            "rules": [msgspec.to_builtins(row) for row in self.rules],
            "passed": self.passed,
            "open": self.open,
            "total": self.total,
            "arena": {"passed": passed, "total": total},
            **({"note": self.note} if self.note else {}),
        }


def report(ruleset: str, outcomes: Outcomes | None = None, *, track: str | None = None) -> Report:
    """Every rule of a ruleset beside its tests; ``track`` keeps the rules of one track only.

    ``outcomes`` None means that no tests could be run here. Raises BadConfig for an unknown ruleset or track.
    """
    if track not in (None, ARENA, FULL):
        raise BadConfig(f"There is no track '{track}'; there are {ARENA} and {FULL}.")
    rows = [_row(rule, (outcomes or {}).get(rule.id, {})) for rule in load(ruleset).values()]
    arena = [row for row in rows if row.track == ARENA]
    return Report(
        ruleset,
        tuple(row for row in rows if track in (None, row.track)),
        (sum(row.passed is True for row in arena), len(arena)),
        "" if outcomes is not None else "The tests are not installed here; `make dev` in a checkout installs them.",
    )


def _row(rule: Rule, tests: Mapping[str, bool | None]) -> Row:
    said = [passed for passed in tests.values() if passed is not None]
    return Row(rule.id, rule.section, rule.track, tuple(sorted(tests)), all(said) if said else None)
