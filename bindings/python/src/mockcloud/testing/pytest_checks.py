"""What the pytest plugin checks of the clouds of a test that passed, by its ini options."""

from __future__ import annotations

import pytest

from ..cloud import Cloud
from .checks import leaked, mistaken, never_acted, unscripted, unused_faults

#: The setting that turns off the check of faults.
FAULT_CHECK = "mockcloud_fault_check = false"


def problems_of(item: pytest.Item, clouds: list[Cloud]) -> list[str]:
    """Returns messages about what the test did not use, and about mistakes of its client."""
    problems: list[str] = []
    if item.config.getini("mockcloud_fault_check"):
        problems += unused_faults(clouds, FAULT_CHECK)
    if item.config.getini("mockcloud_script_check"):
        problems += unscripted(clouds)
    return problems + mistakes(item, clouds)


def left(unused: list[str], places: list[str]) -> list[str]:
    """Returns messages about faults and open clouds that a test has left."""
    problems = never_acted(unused, FAULT_CHECK)
    if places:
        problems.append(f"{leaked(places)}, or set mockcloud_leak_check = false")
    return problems


def mistakes(item: pytest.Item, clouds: list[Cloud]) -> list[str]:
    """Returns messages about mistakes of clients, if they fail the test."""
    may_err = item.get_closest_marker("mockcloud_mistakes") is not None
    if may_err or item.config.getini("mockcloud_findings") != "error":
        return []
    return mistaken(clouds, "@pytest.mark.mockcloud_mistakes")
