"""Reports the progress of long operations."""

from __future__ import annotations

import importlib
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

#: True for a progress bar, False for none, or a function that is called with the number of records
#: that are done and the total, which is None if it is not known.
Progress = bool | Callable[[int, int | None], object]

Report = Callable[[int], None]


@contextmanager
def reporting(progress: Progress, total: int | None, what: str) -> Iterator[Report]:
    """Yields a function to be called with the number of records that are done."""
    if callable(progress):
        report = progress
        yield lambda done: _call(report, done, total)
    elif not isinstance(progress, bool):
        raise TypeError(f"progress is True, False or a function, not {progress!r}")
    elif progress:
        with _bar(total, what) as show:
            yield show
    else:
        yield lambda done: None


def _call(report: Callable[[int, int | None], object], done: int, total: int | None) -> None:
    report(done, total)


@contextmanager
def _bar(total: int | None, what: str) -> Iterator[Report]:
    """Shows a bar with tqdm or rich; without them, a count if stderr is a terminal."""
    for make in (_by_tqdm, _by_rich):
        try:
            bar = make(total, what)
        except ImportError:
            continue
        with bar as show:
            yield show
        return
    with _counting(total, what) as show:
        yield show


def _by_tqdm(total: int | None, what: str) -> Any:
    tqdm = importlib.import_module("tqdm").tqdm

    @contextmanager
    def bar() -> Iterator[Report]:
        with tqdm(total=total, desc=what, unit=" records") as shown:
            yield lambda done: shown.update(done - shown.n)

    return bar()


def _by_rich(total: int | None, what: str) -> Any:
    rich = importlib.import_module("rich.progress")

    @contextmanager
    def bar() -> Iterator[Report]:
        with rich.Progress() as shown:
            task = shown.add_task(what, total=total)
            yield lambda done: shown.update(task, completed=done)

    return bar()


@contextmanager
def _counting(total: int | None, what: str) -> Iterator[Report]:
    if not sys.stderr.isatty():
        yield lambda done: None
        return
    of = "" if total is None else f" of {total:,}"

    def show(done: int) -> None:
        print(f"\r{what}: {done:,}{of} records", end="", file=sys.stderr, flush=True)

    try:
        yield show
    finally:
        print(file=sys.stderr)
