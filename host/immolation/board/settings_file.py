"""A board's settings.toml: reading it, and setting values without touching what its maker wrote. Opens no file.

The firmware's own check decides what is allowed, so host and board can not disagree.
"""

from __future__ import annotations

import difflib
import importlib
import re
import tomllib
from collections.abc import Mapping
from typing import Any

Value = str | int | bool

FILE = "settings.toml"
OWN_TO_CIRCUITPYTHON = "CIRCUITPY_"
"""Keys of CircuitPython itself, which the firmware does not read."""

_KEY = re.compile(r"^\s*\"?([A-Za-z0-9_-]+)\"?\s*=\s*(.*)$")


class BadSettings(ValueError):
    """A setting that the board would not accept. ``str()`` names file, key and reason."""


def merged(own: str, template: str, wanted: Mapping[str, str | int]) -> str:
    """The text of settings.toml after setting ``wanted``.

    ``own`` is what is on the drive: its values, comments and order stay; where it has nothing of ours yet the commented
    ``template`` is taken and its values are put into it. Raises BadSettings for a file that can not be read, a key that
    does not exist or a value that is not allowed, be it in ``own`` or in ``wanted``; then nothing is to be written.
    """
    checks = {key: (default, check) for key, default, check in _firmware().KEYS}
    values = read(own)
    _refuse_unknown(values, checks)
    _refuse_unknown(wanted, checks)
    new = {key: _fitting(key, value, checks) for key, value in wanted.items()}
    ours = any(key in checks for key in values)
    base = own if ours else template
    result = _set(base, new if ours else {**values, **new})
    expected = {**(values if ours else read(template)), **values, **new}
    if read(result) != expected:
        raise BadSettings(
            f"{FILE}: its lines can not be edited; write every setting as KEY = value on a line of its own."
        )
    _check_whole(expected)
    return result


def read(text: str) -> dict[str, Value]:
    """The settings in a text. Raises BadSettings for what boards can not read, even where TOML allows it."""
    try:
        found = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise BadSettings(f'{FILE} can not be read: {error}. A setting is KEY = 5 or KEY = "text".') from None
    for key, value in found.items():
        if not isinstance(value, str | int):
            raise BadSettings(f"{FILE}: {key} must be a number, true, false or text in double quotes.")
    for number, line in enumerate(text.splitlines(), 1):
        match = _KEY.match(line)
        if match is not None and match[1] in found and match[2].startswith("'"):
            raise BadSettings(f"{FILE}, line {number}: {match[1]} needs double quotes; boards do not read single ones.")
    return found


def _firmware() -> Any:
    """The firmware's own module of settings; it has no pins in it and runs here as it is."""
    return importlib.import_module("immolation_board.settings")


def _refuse_unknown(values: Mapping[str, Any], checks: Mapping[str, Any]) -> None:
    for key in values:
        if key not in checks and not key.startswith(OWN_TO_CIRCUITPYTHON):
            near = difflib.get_close_matches(key.upper(), checks, 1)
            hint = f"; did you mean {near[0]}?" if near else f"; there are {', '.join(checks)}."
            raise BadSettings(f"{FILE}: {key} is no setting of an Immolation board{hint}")


def _fitting(key: str, value: str | int, checks: Mapping[str, Any]) -> Value:
    """A value as it is to stand in the file: a number for a number, though it was typed as text, and so on."""
    if key not in checks:
        return value
    default, check = checks[key]
    fitting: Value = str(value)
    if isinstance(default, bool):
        fitting = {"true": True, "false": False}.get(str(value).lower(), fitting)
    elif isinstance(default, int) and re.fullmatch(r"[0-9]{1,7}", str(value)):
        fitting = int(value)
    try:
        check(fitting)
    except ValueError as allowed:
        shown = "..." if key in _firmware().SECRET else str(value)[:24]
        raise BadSettings(f"{FILE}: {key} = {shown} is not allowed; it must be {allowed}.") from None
    return fitting


def _check_whole(values: Mapping[str, Value]) -> None:
    """Check all settings together, as the firmware will. Raises BadSettings."""
    firmware = _firmware()
    try:
        firmware.load(values.get)
    except firmware.BadSetting as error:
        raise BadSettings(str(error)) from None


def _set(text: str, values: Mapping[str, Value]) -> str:
    """``text`` with these values in place of its own; what it has no line for comes at its end."""
    left = dict(values)
    lines = text.splitlines(keepends=True)
    for index, line in enumerate(lines):
        match = _KEY.match(line)
        if match is not None and match[1] in left:
            end = line[len(line.rstrip("\r\n")) :]
            lines[index] = f"{match[1]} = {_toml(match[1], left.pop(match[1]))}{_comment(match[2])}{end}"
    if left and lines and not lines[-1].endswith("\n"):
        lines[-1] += "\n"
    lines += [f"{key} = {_toml(key, value)}\n" for key, value in left.items()]
    return "".join(lines)


def _comment(value: str) -> str:
    """The comment behind a value, with the blanks before it."""
    match = re.match(r'(?:"(?:[^"\\]|\\.)*"|[^#"]*?)(\s*#.*)$', value.rstrip("\r\n"))
    return match[1] if match is not None else ""


def _toml(key: str, value: Value) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int):
        return str(value)
    if not value.isprintable():
        raise BadSettings(f"{FILE}: {key} has a character that no settings file can hold.")
    return '"' + value.replace("\\", "\\\\").replace('"', '\\"') + '"'
