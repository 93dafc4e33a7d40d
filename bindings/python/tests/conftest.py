"""Finds the library under test, and provides each test with a cloud per JSON codec."""

from __future__ import annotations

import os
from collections.abc import Iterator

import pytest
from hypothesis import HealthCheck, settings

from mockcloud import Cloud, Database, live_clouds
from mockcloud._core import json as _json
from mockcloud._core import library as _raw
from support import BUILT, PLUGIN, plugin_is_installed

# The same examples in every run.
settings.register_profile(
    "mockcloud", deadline=None, suppress_health_check=[HealthCheck.too_slow], derandomize=True
)
settings.load_profile("mockcloud")

if not os.environ.get(_raw.LIBRARY_VARIABLE):
    for library in BUILT:
        if library.is_file():
            os.environ[_raw.LIBRARY_VARIABLE] = str(library)
            break

pytest_plugins = ["cli_support", "plugin_support", "recordings"]
if not plugin_is_installed():
    pytest_plugins.append(PLUGIN)

CODECS = [_json.PLAIN, _json.FAST]


@pytest.fixture(params=CODECS, ids=["json", "orjson"])
def codec(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> _json.Codec:
    """Either JSON codec; clouds made while it is in use have it."""
    chosen: _json.Codec | None = request.param
    if chosen is None:
        pytest.skip("orjson is not installed")
    monkeypatch.setattr(_json, "active", chosen)
    return chosen


@pytest.fixture
def cloud() -> Iterator[Cloud]:
    """A cloud that ignores the environment."""
    with Cloud(seed=1) as made:
        yield made


@pytest.fixture
def database(cloud: Cloud) -> Database:
    return cloud.private


@pytest.fixture
def work(cloud: Cloud) -> Database:
    """The zone `Work`, which is atomic."""
    cloud.private.create_zone("Work")
    return cloud.private.in_zone("Work")


@pytest.fixture
def nothing_stays_open() -> Iterator[None]:
    """Fails a test that leaves a cloud open."""
    before = live_clouds()
    yield
    assert live_clouds() <= before
