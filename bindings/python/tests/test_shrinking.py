"""Shrinking: the fewest rules with which a test fails."""

from __future__ import annotations

from typing import Any

import pytest

from mockcloud import shrink


def needs(*wanted: int) -> Any:
    """Returns a test that fails if all of these are present, and that records its runs."""

    def fails(rules: list[int]) -> bool:
        fails.runs.append(rules)  # type: ignore[attr-defined]
        return set(wanted) <= set(rules)

    fails.runs = []  # type: ignore[attr-defined]
    return fails


@pytest.mark.parametrize("wanted", [(), (0,), (99,), (3, 4), (0, 99), (7, 20, 61), (1, 2, 3, 4, 5)])
def test_shrinking(wanted: tuple[int, ...]) -> None:
    fails = needs(*wanted)
    assert shrink(range(100), fails) == list(wanted)
    assert len(fails.runs) < 400
    assert len({tuple(rules) for rules in fails.runs}) == len(fails.runs), "nothing is run twice"


def test_what_is_left_is_minimal() -> None:
    def fails(rules: list[int]) -> bool:
        return sum(rules) >= 20

    left = shrink([1, 9, 2, 8, 3, 7, 4, 6, 5], fails)
    assert fails(left)
    assert not any(fails([*left[:place], *left[place + 1 :]]) for place in range(len(left)))


def test_a_test_that_passes_is_not_shrunk() -> None:
    with pytest.raises(ValueError, match="does not fail"):
        shrink([1, 2], lambda rules: False)
