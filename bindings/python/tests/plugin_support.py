"""Fixtures for the tests of the pytest plugin."""

from __future__ import annotations

from importlib.metadata import entry_points

import pytest

from support import PLUGIN


@pytest.fixture
def tests(pytester: pytest.Pytester) -> pytest.Pytester:
    """A directory to run tests in, with the plugin, even if the package is not installed."""
    if not entry_points(group="pytest11", name="mockcloud"):
        pytester.makeini(f"[pytest]\naddopts = -p {PLUGIN}\n")
    return pytester
