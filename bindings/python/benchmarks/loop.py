"""Measures for how long calls block an event loop: `python3 bindings/python/benchmarks/loop.py`.

Prints the median and the 99th percentile of the durations of several kinds of calls, and the
longest delay of a task that runs every millisecond while records are seeded.
"""

from __future__ import annotations

import asyncio
import statistics
import time
from collections.abc import Callable
from functools import partial
from typing import Any

from mockcloud import Cloud, Field, Record

CALLS = 2000
RECORDS = 100_000
CHUNK = 5_000
TICK = 0.001


def measure(call: Callable[[int], Any]) -> str:
    times = []
    for number in range(CALLS):
        begun = time.perf_counter()
        call(number)
        times.append((time.perf_counter() - begun) * 1e6)
    return f"{statistics.median(times):8.0f} µs {statistics.quantiles(times, n=100)[98]:8.0f} µs"


async def lateness(work: Callable[[], Any], in_thread: bool) -> float:
    """Returns the longest delay of a task on the loop during the work, in milliseconds."""
    late = 0.0

    async def tick() -> None:
        nonlocal late
        while True:
            begun = time.perf_counter()
            await asyncio.sleep(TICK)
            late = max(late, time.perf_counter() - begun - TICK)

    ticking = asyncio.create_task(tick())
    await asyncio.sleep(10 * TICK)
    late = 0.0
    if in_thread:
        await asyncio.to_thread(work)
    else:
        work()
    await asyncio.sleep(2 * TICK)
    ticking.cancel()
    return late * 1e3


def wires() -> list[dict[str, Any]]:
    return [
        {"recordName": f"s{number}", "recordType": "Seed", "fields": {"v": {"value": number}}}
        for number in range(RECORDS)
    ]


async def main() -> None:
    print(f"{'call':28}     median  99 per cent")
    async with Cloud(seed=1) as cloud:
        database = cloud.private
        database.save_all(
            [Record("Note", {"v": number}, name=f"n{number}") for number in range(400)]
        )
        kinds: dict[str, Callable[[int], Any]] = {
            "save": lambda number: database.save(Record("Note", {"v": number})),
            "fetch": lambda number: database.fetch(f"n{number % 400}"),
            "query of 20 records": lambda number: database.query("Note", Field("v") < 20, limit=20),
            "events, none waiting": lambda _: list(cloud.events()),
        }
        for name, call in kinds.items():
            print(f"{name:28}{measure(call)}")
    records = wires()
    print(f"\n{RECORDS} records are seeded; a task on the loop is late by")
    for name, in_thread, size in (
        ("one call on the loop", False, RECORDS),
        ("one call in a thread", True, RECORDS),
        (f"calls of {CHUNK} in a thread", True, CHUNK),
    ):
        async with Cloud(seed=1) as cloud:
            late = 0.0
            for begin in range(0, RECORDS, size):
                seed = partial(cloud.seed, records[begin : begin + size])
                late = max(late, await lateness(seed, in_thread))
            print(f"{name:28}{late:8.1f} ms")


if __name__ == "__main__":
    asyncio.run(main())
