"""Reduces a list that makes a test fail to a smaller one with which the test still fails."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeVar

from .errors import BadMockRequest

Item = TypeVar("Item")


def shrink(rules: Sequence[Item], fails: Callable[[list[Item]], bool]) -> list[Item]:
    """Returns a minimal list of rules for a failure: without any one of them, the test passes.

    `fails` runs the test with some of the rules, in their order, and returns whether the test
    fails. It must be deterministic and return True for all rules. If the library refuses the rules,
    for example because one arms a rule that was removed, the test counts as passed. The algorithm
    is the delta debugging of Zeller and Hildebrandt ("Simplifying and Isolating Failure-Inducing
    Input", 2002).
    """
    known: dict[tuple[int, ...], bool] = {}

    def is_failing(places: Sequence[int]) -> bool:
        key = tuple(places)
        if key not in known:
            try:
                known[key] = bool(fails([rules[place] for place in key]))
            except BadMockRequest:
                known[key] = False
        return known[key]

    left = list(range(len(rules)))
    if not is_failing(left):
        raise ValueError("the test does not fail with all rules: there is nothing to reduce")
    if is_failing([]):
        return []
    parts = 2
    while len(left) >= 2:
        chunks = _split(left, parts)
        rests = [[place for place in left if place not in chunk] for chunk in map(set, chunks)]
        smaller = next((places for places in [*chunks, *rests] if is_failing(places)), None)
        if smaller is not None:
            # The complement of a chunk has one chunk fewer; a single chunk is split in two again.
            parts = 2 if smaller in chunks else max(parts - 1, 2)
            left = smaller
        elif parts < len(left):
            parts = min(2 * parts, len(left))
        else:
            break
    return [rules[place] for place in left]


def _split(places: list[int], parts: int) -> list[list[int]]:
    """Returns the list split into `parts` parts of nearly equal length."""
    bounds = [len(places) * index // parts for index in range(parts + 1)]
    return [places[bounds[index] : bounds[index + 1]] for index in range(parts)]
