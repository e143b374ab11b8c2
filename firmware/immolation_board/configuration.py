"""Defines the error for wrong settings, and unloads modules that are no longer needed."""

try:
    from typing import Any
except ImportError:
    pass


class BadSetting(ValueError):
    """A key has a value that is not allowed. ``str()`` is one line: key, value, what is allowed."""


def unload_module(name: str) -> None:
    """Forget a module of this package that is not needed any more; its memory is free at the next collection."""
    import sys  # only here: the function is called at start and after a self-test

    modules: Any = sys.modules
    package = __name__.rsplit(".", 1)[0]
    if modules.pop(package + "." + name, None) is not None and hasattr(modules[package], name):
        delattr(modules[package], name)
