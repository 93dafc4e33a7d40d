"""Helpers for several test files."""

from __future__ import annotations

from importlib.metadata import entry_points
from pathlib import Path

#: The top of the repository.
ROOT = Path(__file__).resolve().parents[3]
HEADER = ROOT / "include" / "mockcloud.h"
SCENARIOS = ROOT / "Tests" / "scenarios"
README = ROOT / "README.md"

#: The module of the pytest plugin.
PLUGIN = "mockcloud.pytest_plugin"

#: The paths of libraries that builds of the repository create, best first.
BUILT = (
    ROOT / "build" / "lib" / "libmockcloud.so",
    ROOT / ".build" / "release" / "libmockcloud.so",
    ROOT / ".build" / "debug" / "libmockcloud.so",
)


def plugin_is_installed() -> bool:
    """Returns whether pytest loads the plugin itself because the package is installed."""
    return bool(entry_points(group="pytest11", name="mockcloud"))
