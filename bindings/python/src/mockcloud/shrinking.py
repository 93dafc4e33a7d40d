"""Reduces a list that makes a test fail to a part of it that still does."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeVar

from .errors import BadMockRequest

Item = TypeVar("Item")


def shrink(rules: Sequence[Item], fails: Callable[[list[Item]], bool]) -> list[Item]:
    """The rules that a failure needs: without any one of those that are returned there is none.

    `fails` runs the test with some of the rules, in their order, and returns whether it fails. It
    must do the same each time, and fail with all of them. Rules that the library refuses, as where
    one arms another that is left out, count as a test that passes. This is the delta debugging of
    Zeller and Hildebrandt ("Simplifying and Isolating Failure-Inducing Input", 2002).
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
            # Of a rest as many chunks are left; a chunk begins anew.
            parts = 2 if smaller in chunks else max(parts - 1, 2)
            left = smaller
        elif parts < len(left):
            parts = min(2 * parts, len(left))
        else:
            break
    return [rules[place] for place in left]


def _split(places: list[int], parts: int) -> list[list[int]]:
    """The list in so many parts, as even as can be."""
    bounds = [len(places) * index // parts for index in range(parts + 1)]
    return [places[bounds[index] : bounds[index + 1]] for index in range(parts)]
