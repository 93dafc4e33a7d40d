"""The decorator and context manager `mock_cloud`."""

from __future__ import annotations

import asyncio
import inspect
import sys
from typing import Any

import pytest

from mockcloud import Cloud, Record, live_clouds, mock_cloud
from mockcloud._core import makers as _makers
from mockcloud.errors import ZoneBusy


@mock_cloud
def saved(name: str, *, cloud: Cloud) -> Cloud:
    cloud.private.save(Record("Note", name=name))
    assert cloud.private == {name: {}}
    return cloud


@mock_cloud(seed=7)
async def seeded(cloud: Cloud) -> tuple[Cloud, int]:
    await asyncio.sleep(0)
    return cloud, cloud.state.save()["seed"]


@mock_cloud
def test_a_test_of_pytest(cloud: Cloud) -> None:
    assert cloud.records() == []


class TestMethods:
    @mock_cloud(seed=3)
    def test_a_method(self, cloud: Cloud, tmp_path: Any) -> None:
        assert cloud.state.save()["seed"] == 3 and tmp_path.is_dir()


def test_functions_get_a_cloud_that_is_closed() -> None:
    before = live_clouds()
    assert saved("n1").closed and saved(name="n2").closed
    cloud, seed = asyncio.run(seeded())
    assert cloud.closed and seed == 7 and live_clouds() == before
    assert list(inspect.signature(saved).parameters) == ["name"]
    assert saved.__name__ == "saved" and inspect.iscoroutinefunction(seeded)
    with pytest.raises(TypeError, match="'cloud'"):
        saved("n1", cloud=cloud)


def test_blocks() -> None:
    with mock_cloud(seed=5) as cloud:
        assert cloud.state.save()["seed"] == 5
    assert cloud.closed

    async def run() -> Cloud:
        async with mock_cloud() as cloud:
            return cloud

    assert asyncio.run(run()).closed
    mock = mock_cloud()
    with mock as first:
        pass
    with pytest.raises(ValueError, match="is for one block"):
        mock.__enter__()
    assert first.closed


def test_each_call_has_its_own_cloud() -> None:
    @mock_cloud
    def outer(depth: int, cloud: Cloud) -> list[Cloud]:
        return [cloud, *(outer(depth - 1) if depth else [])]

    assert len({id(each) for each in outer(2)}) == 3


def test_faults_must_act() -> None:
    @mock_cloud
    def unused(cloud: Cloud, optional: bool = False) -> None:
        cloud.fail(ZoneBusy, operation="zones/list", optional=optional)

    with pytest.raises(AssertionError, match="never acted") as caught:
        unused()
    assert str(caught.value).endswith("with optional=True, a fault need not act")
    unused(optional=True)

    @mock_cloud
    def failing(cloud: Cloud) -> None:
        cloud.fail(ZoneBusy, operation="zones/list")
        raise KeyError("first")

    with pytest.raises(KeyError, match="first"):
        failing()

    @mock_cloud
    def closing(cloud: Cloud, is_failing: bool) -> None:
        if is_failing:
            cloud.fail(ZoneBusy, operation="zones/list")
        cloud.close()

    closing(is_failing=False)
    with pytest.raises(AssertionError, match="never acted"):
        closing(is_failing=True)


@pytest.mark.skipif(sys.version_info < (3, 11), reason="exceptions have notes since 3.11")
def test_an_exception_shows_the_last_calls(monkeypatch: pytest.MonkeyPatch) -> None:
    @mock_cloud
    def failing(cloud: Cloud) -> None:
        cloud.private.zones()
        raise KeyError("x")

    with pytest.raises(KeyError) as within:
        failing()
    assert not hasattr(within.value, "__notes__")  # pytest shows the calls
    monkeypatch.setattr(_makers, "_makers", [])
    with pytest.raises(KeyError) as without:
        failing()
    (note,) = getattr(without.value, "__notes__")  # noqa: B009
    assert "1. zones/list by me/device-1" in note


def test_arguments_after_the_cloud_are_positional() -> None:
    class Tests:
        @mock_cloud
        def run(self, cloud: Cloud, name: str, *rest: int) -> tuple[bool, str, tuple[int, ...]]:
            return cloud.closed, name, rest

    @mock_cloud
    async def later(cloud: Cloud, name: str = "a") -> tuple[bool, str]:
        return cloud.closed, name

    loose: Any = Tests()
    assert loose.run("n1", 2, 3) == (False, "n1", (2, 3))
    assert loose.run(name="n1") == (False, "n1", ())
    waiting: Any = later
    assert asyncio.run(waiting("b")) == (False, "b")


def test_a_coroutine_of_another_function_is_refused() -> None:
    async def reading(cloud: Cloud) -> None:
        cloud.private.zones()

    with pytest.raises(TypeError, match="which would run after the cloud is closed"):
        _ = mock_cloud(lambda cloud: reading(cloud))()


def test_what_cannot_be_decorated() -> None:
    def f(clod: Cloud) -> None: ...

    def g(cloud: Cloud, /) -> None: ...

    def h(**cloud: Any) -> None: ...

    class Tests: ...

    def fixture(cloud: Cloud) -> Any:
        yield cloud

    loose: Any = mock_cloud
    for wrong, message in (
        (f, r"passes the cloud as cloud=, which f\(\) does not take"),
        (g, r"which g\(\) does not take"),
        (h, r"which h\(\) does not take"),
        (Tests, "decorates functions, not the class Tests: decorate its"),
        (fixture, "cannot decorate the generator fixture"),
    ):
        with pytest.raises(TypeError, match=message):
            loose(wrong)
    with pytest.raises(TypeError, match="mock_cloud is used as @mock_cloud"):
        loose(7)
    with pytest.raises(TypeError, match=r"mock_cloud\(\) got .* 'sed'; did you mean 'seed'"):
        loose(sed=7)  # where it is written, not when the function is called
