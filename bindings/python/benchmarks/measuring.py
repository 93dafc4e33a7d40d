"""Measures times, and formats them as rows for the table of `make bench`."""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable
from typing import NamedTuple

ROUNDS = 51


class Measured(NamedTuple):
    what: str
    microseconds: float
    #: The ratio to the yardstick; None if the comparison has no meaning.
    ratio: float | None
    limit: float | None = None


def one_round(action: Callable[[], object], turns: int) -> float:
    """Returns the CPU time of this thread for one turn, in microseconds."""
    start = time.thread_time()
    for _ in range(turns):
        action()
    return (time.thread_time() - start) / turns * 1e6


def compare(
    action: Callable[[], object],
    yardstick: Callable[[], object],
    prepare: Callable[[], object] = lambda: None,
    turns: int = 200,
) -> tuple[float, float]:
    """Returns the medians of the action's rounds and of their ratios to the yardstick's rounds.

    The rounds of the action and of the yardstick alternate.
    """
    one_round(action, turns)
    times, ratios = [], []
    for _ in range(ROUNDS):
        prepare()
        times.append(one_round(action, turns))
        ratios.append(times[-1] / one_round(yardstick, turns))
    return statistics.median(times), statistics.median(ratios)


def row(measured: Measured) -> str:
    """Returns a row for the table of `make bench`."""
    what, cost, ratio, limit = measured
    verdict = "" if limit is None or ratio is None else "ok" if ratio < limit else "over"
    cells = [
        f"Python, {what}",
        f"{cost:.2f}",
        "us",
        "" if limit is None else f"{limit:g} x",
        "" if ratio is None else f"{ratio:.2f} x",
        verdict,
    ]
    return "\t".join(cells)


def line(measured: Measured) -> str:
    ratio = "" if measured.ratio is None else f"  ({measured.ratio:.2f}x)"
    return f"{measured.what:52}{measured.microseconds:12.2f}{ratio}"
