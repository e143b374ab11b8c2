"""Raises how many files this process may open, and says how many that is."""

from __future__ import annotations

from contextlib import suppress

try:
    import resource
except ImportError:  # pragma: no cover - only where there is no POSIX
    resource = None  # type: ignore[assignment]


def raise_open_files() -> int | None:
    """Let this process open as many files as the system allows; the usual 1,024 are few for phones and boards.

    Returns how many that is; None where there is no such limit.
    """
    if resource is None:
        return None
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    with suppress(ValueError, OSError):
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    now, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    return None if now == resource.RLIM_INFINITY else now
