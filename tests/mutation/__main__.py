"""Take the code of one rule after the other out of a copy of the tree and demand that its tests notice."""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

from .mutants import Copy, Mutation, Stale, Table, table

WORDS = {
    "survived": "its tests pass without its code",
    "untested": "no test is marked with it",
    "broken": "the tests could not be run, so nothing is shown",
    "hangs": "its tests did not come to an end",
}


def chosen(found: Table, wanted: list[str]) -> list[Mutation]:
    """The mutations of the rules that begin like one of ``wanted``; all of them without any."""
    return [each for each in found.mutation if not wanted or each.rule.startswith(tuple(wanted))]


def main(wanted: list[str]) -> int:
    """Print a line a rule; 0 if every mutation was caught, else 1."""
    found = table()
    mutations = chosen(found, wanted)
    if not mutations:
        print(f"No mutation of a rule that begins with {' or '.join(wanted)}.", file=sys.stderr)
        return 1
    missed = 0
    with tempfile.TemporaryDirectory(prefix="mutations-") as folder:
        copy = Copy(Path(folder))
        copy.prove([each.rule for each in mutations])
        for each in mutations:
            try:
                verdict, which = copy.verdict(each)
            except Stale as error:
                verdict, which = "broken", str(error)
            missed += verdict != "caught"
            said = f"caught by {which}" if verdict == "caught" else f"NOT CAUGHT: {WORDS[verdict]}. {which}"
            print(f"{each.rule:14} {each.without}: {said}", flush=True)
    print(f"{len(mutations) - missed} of {len(mutations)} caught.")
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
