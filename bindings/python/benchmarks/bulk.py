"""Measures the memory and time of seeding, exporting, saving and loading a million records.

    python benchmarks/bulk.py [COUNT] [--rows]

Each step runs in a separate process, whose peak of resident memory is measured. Some steps read the
files of earlier steps. With `--rows`, prints rows for the table of `make bench`.
"""

from __future__ import annotations

import os
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

#: The memory limits of a process in megabytes: without records, and with a million of three fields.
BASE, LIMIT = 100, 1000


def records(count: int) -> Iterator[dict[str, Any]]:
    for number in range(count):
        fields = {
            "title": {"value": f"Note {number}"},
            "rank": {"value": number},
            "done": {"value": number % 2},
        }
        yield {"recordName": f"n{number:07}", "recordType": "Note", "fields": fields}


def seed(folder: Path, count: int) -> Callable[[], object]:
    from mockcloud import Cloud

    cloud = Cloud(seed=1)
    return lambda: cloud.seed(records(count))


def save(folder: Path, count: int) -> Callable[[], object]:
    from mockcloud import Cloud

    cloud = Cloud(seed=1)
    cloud.seed(records(count))
    return lambda: cloud.state.save(folder / "state.json")


def load(folder: Path, count: int) -> Callable[[], object]:
    from mockcloud import Cloud

    cloud = Cloud(seed=1)
    return lambda: cloud.state.load(folder / "state.json")


def export(suffix: str) -> Callable[[Path, int], Callable[[], object]]:
    def begin(folder: Path, count: int) -> Callable[[], object]:
        from mockcloud import Cloud

        cloud = Cloud(seed=1)
        cloud.seed(records(count))
        return lambda: cloud.export(folder / f"all.{suffix}")

    return begin


def seed_file(suffix: str) -> Callable[[Path, int], Callable[[], object]]:
    def begin(folder: Path, count: int) -> Callable[[], object]:
        from mockcloud import Cloud

        cloud = Cloud(seed=1)
        return lambda: cloud.seed(folder / f"all.{suffix}")

    return begin


STEPS: dict[str, Callable[[Path, int], Callable[[], object]]] = {
    "seed, from a generator": seed,
    "state.save": save,
    "state.load": load,
    "export, JSON lines": export("jsonl"),
    "seed, from JSON lines": seed_file("jsonl"),
    "export, CSV": export("csv"),
    "seed, from CSV": seed_file("csv"),
}


def run(step: str, folder: Path, count: int) -> None:
    """Runs one step and prints its seconds and the peak memory of the process in megabytes."""
    action = STEPS[step](folder, count)
    start = time.perf_counter()
    action()
    seconds = time.perf_counter() - start
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1000
    print(seconds, peak)


def main(arguments: list[str]) -> int:
    if arguments[:1] == ["--step"]:
        run(arguments[1], Path(arguments[2]), int(arguments[3]))
        return 0
    numbers = [each for each in arguments if each.isdecimal()]
    count = int(numbers[0]) if numbers else 1_000_000
    as_rows = "--rows" in arguments
    over = False
    if not as_rows:
        print(f"{count:,} records of three fields: seconds, and megabytes of the process")
    with tempfile.TemporaryDirectory() as folder:
        for step in STEPS:
            command = [sys.executable, __file__, "--step", step, folder, str(count)]
            done = subprocess.run(command, check=True, capture_output=True, text=True)
            seconds, peak = map(float, done.stdout.split())
            limit = BASE + (LIMIT - BASE) * count / 1_000_000
            over = over or peak >= limit
            if as_rows:
                verdict = "ok" if peak < limit else "over"
                cells = (f"Python, {step}, {count:,}", f"{peak:.0f}", "MB", f"{limit:.0f}", "")
                print("\t".join((*cells, verdict)))
            else:
                print(f"{step:28}{seconds:8.1f} s{peak:8.0f} MB", flush=True)
        if not as_rows:
            size = os.path.getsize(Path(folder, "state.json")) / 1e6
            print(f"{'the state document':28}{'':10}{size:8.0f} MB")
    return 1 if over and not as_rows else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
