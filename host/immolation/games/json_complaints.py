"""Says in plain words what msgspec finds wrong with JSON or TOML that somebody gave."""

from __future__ import annotations

import re

LONGEST_KEY = 60
"""Characters of somebody's key that a sentence repeats."""

KINDS = {
    "int": "a whole number",
    "float": "a number",
    "str": "text",
    "bool": "yes or no",
    "array": "a list",
    "object": "a table of keys",
    "null": "nothing",
}
"""What msgspec calls a kind of JSON -> what people call it."""

EXPECTED = re.compile(
    r"Expected `(?P<kinds>[^`]+)`"
    r"(?P<limit> (?:>=|<=|of length (?:>=|<=)|of length|of at least length) -?\d+(?:\.\d+)?)?"
    r"(?:, got (?:`(?P<got>\w+)`|(?P<count>\d+)))?(?P<regex> matching regex .+)?"
)
LIMITS = {
    ">=": "of {n} or more",
    "<=": "of {n} at most",
    "of length": "with {n} entries",
    "of length >=": "with {n} entries or more",
    "of at least length": "with {n} entries or more",
    "of length <=": "with {n} entries at most",
}
KEY = re.compile(r"Object (?P<what>contains unknown|missing required) field `(?P<key>.+)`")


def plain(complaint: str) -> str:
    """msgspec's complaint about a value in plain words, to follow the place it is about.

    >>> plain("Expected `int`, got `str`"), plain("Expected `int | null` <= 3")
    ('it must be a whole number, not text', 'it must be a whole number or nothing, of 3 at most')
    >>> plain("Expected `float` <= 0.5")
    'it must be a number of 0.5 at most'
    >>> plain("Object contains unknown field `rain`"), plain("Object missing required field `turn`")
    ("there is no key 'rain'", "the key 'turn' is missing")
    >>> plain("Invalid enum value 'up' - at `key` in `$.traits`")
    "'up' is none of what may stand there"
    """
    complaint = complaint.partition(" - at ")[0]
    key = KEY.fullmatch(complaint)
    if key is not None:
        named = f"'{key['key'][:LONGEST_KEY]}'"
        return f"there is no key {named}" if key["what"] == "contains unknown" else f"the key {named} is missing"
    invalid = re.fullmatch(r"Invalid (?:enum )?value (.+)", complaint)
    if invalid is not None:
        return f"{invalid[1]} is none of what may stand there"
    found = EXPECTED.fullmatch(complaint)
    if found is None:
        return complaint.replace("Expected ", "it must be ", 1)
    kinds = [KINDS.get(kind, kind) for kind in found["kinds"].split(" | ")]
    said = "it must be " + " or ".join(kinds)
    if found["limit"]:
        how, n = found["limit"].strip().rsplit(" ", 1)
        words = LIMITS[how].replace("entries", "characters" if kinds[0] == KINDS["str"] else "entries")
        said += (", " if len(kinds) > 1 else " ") + words.format(n=n)
    got = KINDS.get(found["got"] or "", "") or found["count"]
    return said + (f", not {got}" if got else "")
