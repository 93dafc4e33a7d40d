"""What the tests of the pytest plugin share."""

from __future__ import annotations

from importlib.metadata import entry_points

import pytest

from support import PLUGIN


@pytest.fixture
def tests(pytester: pytest.Pytester) -> pytest.Pytester:
    """A directory to run tests in; the plugin is there whether the package is installed or not."""
    if not entry_points(group="pytest11", name="mockcloud"):
        pytester.makeini(f"[pytest]\naddopts = -p {PLUGIN}\n")
    return pytester
