"""Take the code of one rule after the other out of a copy of the tree and demand that its tests notice."""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

from .mutants import Copy, Mutation, Stale, tables

WORDS = {
    "survived": "its tests pass without its code",
    "untested": "no test is marked with it",
    "broken": "the tests could not be run, so nothing is shown",
    "hangs": "its tests did not come to an end",
}


def chosen(wanted: list[str]) -> list[list[Mutation]]:
    """By ruleset the mutations of rules, rows and aspects that begin like one of ``wanted``; without any, of all."""
    begins = tuple(wanted) or ("",)
    found = [[each for each in one.mutation if begun(each, begins)] for one in tables()]
    return [mutations for mutations in found if mutations]


def begun(mutation: Mutation, begins: tuple[str, ...]) -> bool:
    """Whether its rule, or what of a lot of data it changes, begins so."""
    return mutation.rule.startswith(begins) or (bool(mutation.of) and mutation.of.startswith(begins))


def main(wanted: list[str]) -> int:
    """Print a line a rule; 0 if every mutation was caught, else 1."""
    rulesets = chosen(wanted)
    if not rulesets:
        print(f"No mutation of a rule that begins with {' or '.join(wanted)}.", file=sys.stderr)
        return 1
    missed = 0
    with tempfile.TemporaryDirectory(prefix="mutations-") as folder:
        copy = Copy(Path(folder))
        for mutations in rulesets:
            copy.prove(list(dict.fromkeys(each.rule for each in mutations)))
            missed += sum(not _caught(copy, each) for each in mutations)
    total = sum(len(mutations) for mutations in rulesets)
    print(f"{total - missed} of {total} caught.")
    return 1 if missed else 0


def _caught(copy: Copy, mutation: Mutation) -> bool:
    """Make it, and say in a line what the tests said."""
    try:
        verdict, which = copy.verdict(mutation)
    except Stale as error:
        verdict, which = "broken", str(error)
    said = f"caught by {which}" if verdict == "caught" else f"NOT CAUGHT: {WORDS[verdict]}. {which}"
    where = f"{mutation.of}: " if mutation.of else ""
    print(f"{mutation.rule:14} {where}{mutation.without}: {said}", flush=True)
    return verdict == "caught"


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
