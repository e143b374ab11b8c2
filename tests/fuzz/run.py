"""Fuzz one target: ``python -m tests.fuzz.run TARGET SECONDS [FOLDER]``; an input that breaks it is kept in FOLDER."""

from __future__ import annotations

import random
import sys
import tempfile
import time
from pathlib import Path

from tests.fuzz.targets import TARGETS, corpus

WORDS = (b"-1", b"0", b"1e999", b"null", b"[]", b"{}", b'""', b"99999999999999999999", b"\xff", b"p9", b"true", b"\n")


def mutated(rng: random.Random, data: bytes, others: list[bytes]) -> bytes:
    """Some changes to an input, for where there is no atheris."""
    made = bytearray(data)
    for _ in range(rng.choice((1, 1, 2, 4))):
        at, size = rng.randrange(len(made) + 1), rng.choice((0, 1, 1, 4, 30))
        other = rng.choice(others)
        start = rng.randrange(len(other) + 1)
        new = (
            rng.choice(WORDS),
            bytes((rng.randrange(256),)),
            b"",
            other[start : start + 30],
            made[at : at + size] * 2,
        )
        made[at : at + size] = rng.choice(new)
    return bytes(made)


def main() -> int:
    """Run; 1 if something broke."""
    name, seconds = sys.argv[1], float(sys.argv[2])
    keep = Path(sys.argv[3] if len(sys.argv) > 3 else tempfile.mkdtemp(prefix=f"fuzz-{name}-"))
    target, known = TARGETS[name], corpus(name) or [b""]
    try:
        import atheris  # type: ignore[import-not-found]
    except ImportError:
        atheris = None
    if atheris is not None:
        start = keep / "start"
        start.mkdir(parents=True, exist_ok=True)
        for number, data in enumerate(known):
            (start / str(number)).write_bytes(data)
        options = [f"-max_total_time={seconds:.0f}", f"-artifact_prefix={keep}/", "-timeout=30", "-max_len=65536"]
        atheris.instrument_all()
        atheris.Setup([sys.argv[0], *options, str(start)], target)
        atheris.Fuzz()
        return 0
    rng, count, broken, end = random.Random(name), 0, 0, time.monotonic() + seconds
    while time.monotonic() < end:
        data = mutated(rng, rng.choice(known), known)
        count += 1
        begun = time.monotonic()
        try:
            target(data)
        except Exception as error:
            broken += 1
            (keep / f"broken-{count}").write_bytes(data)
            print(f"{type(error).__name__}: {str(error)[:200]}", flush=True)
        if time.monotonic() - begun > 30:
            (keep / f"slow-{count}").write_bytes(data)
            print("slow", flush=True)
    print(f"{name}: {count} inputs, {broken} broke it; kept in {keep}")
    return min(1, broken)


if __name__ == "__main__":
    sys.exit(main())
