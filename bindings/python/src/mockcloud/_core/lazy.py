"""Packages whose names are imported when they are first used."""

from __future__ import annotations

import importlib
import sys
from collections.abc import Callable, Mapping
from typing import Any


def lazy(package: str, homes: Mapping[str, str]) -> Callable[[str], Any]:
    """Returns the `__getattr__` of a package; `homes` are its names by the modules that have them.

    Annotations use such names through the package, `-> harness.Accounts`, so that
    `typing.get_type_hints` finds them without an import at the beginning of the module.
    """
    modules = {name: module for module, names in homes.items() for name in names.split()}

    def find(name: str) -> Any:
        if name not in modules:
            raise AttributeError(f"module {package!r} has no attribute {name!r}")
        found = getattr(importlib.import_module(f".{modules[name]}", package), name)
        setattr(sys.modules[package], name, found)
        return found

    return find
