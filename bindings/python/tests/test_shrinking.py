"""Shrinking: the fewest rules with which a test fails."""

from __future__ import annotations

from typing import Any

import pytest

from mockcloud import Cloud, shrink


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


def test_the_rules_that_are_left_are_printed_as_source(cloud: Cloud) -> None:
    def client(other: Cloud) -> bool:
        """Returns whether a save failed."""
        notes = [{"operationType": "create", "record": {"recordType": "Note"}}]
        statuses = [other.exchange("records/modify", {"operations": notes})[0] for _ in range(9)]
        return any(statuses)

    def fails(rules: list[dict[str, Any]]) -> bool:
        with Cloud(seed=1) as other:
            other.faults.add(*rules)
            return client(other)

    cloud.faults.profile("flaky-wifi", intensity=1)
    assert client(cloud)
    left = shrink(cloud, fails)
    comment, line = str(left).splitlines()
    assert comment.startswith("# records/modify 1 by device-1: ")
    with Cloud(seed=1) as other:
        exec(str(left), {"cloud": other})
        assert client(other)
    assert line.startswith("cloud.faults.add({'id': ")
    assert str(shrink(cloud, lambda rules: True)) == "# fails without any fault"
    assert str(shrink([3, 1], lambda items: 1 in items)) == "[1]"
