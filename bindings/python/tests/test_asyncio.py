"""Clouds on an event loop."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from typing import Any

import pytest

from mockcloud import Cloud, Record, errors, live_clouds


def run(main: Coroutine[Any, Any, None]) -> None:
    asyncio.run(main)


def test_async_with_closes_the_cloud() -> None:
    async def main() -> None:
        before = live_clouds()
        async with Cloud(seed=1) as cloud:
            cloud.private.save(Record("Note", name="n1"))
            assert live_clouds() == before + 1
        assert cloud.closed and live_clouds() == before
        with pytest.raises(errors.BadHandle, match="the cloud is closed"):
            async with cloud:
                pass
        with pytest.raises(ZeroDivisionError):
            async with Cloud(seed=1) as cloud:
                _ = 1 / 0
        assert cloud.closed

    run(main())


def test_tasks_and_threads_share_a_cloud() -> None:
    async def main() -> None:
        async with Cloud(seed=1) as cloud:

            async def save(number: int) -> None:
                await asyncio.sleep(0)
                cloud.private.save(Record("Note", {"v": number}, name=f"n{number}"))

            def seed(number: int) -> None:
                cloud.seed([Record("Seed", {"v": number}, name=f"s{number}")])

            await asyncio.gather(
                *(save(number) for number in range(50)),
                *(asyncio.to_thread(seed, number) for number in range(50)),
            )
            assert len(cloud.records("Note")) == len(cloud.records("Seed")) == 50
            assert cloud.state.problems() == []

    run(main())


def test_errors_of_threads_come_back() -> None:
    async def main() -> None:
        async with Cloud(seed=1) as cloud:
            with pytest.raises(errors.UnknownItem):
                await asyncio.to_thread(cloud.private.fetch, "no")

    run(main())
