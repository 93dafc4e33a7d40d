"""The wrong requests and configurations of Tests/wrong-inputs.json, which C refuses as well.

Each error names the place of the mistake, what is expected, and the nearest known name or a remedy.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest

from mockcloud import Cloud, errors
from support import ROOT

LIST: dict[str, Any] = json.loads((ROOT / "Tests" / "wrong-inputs.json").read_text())
ROWS: list[dict[str, Any]] = LIST["rows"]


def name_of(row: dict[str, Any]) -> str:
    if "create" in row:
        return f"create {json.dumps(row['create'])}"
    return f"{row['call']} {row.get('text') or json.dumps(row['request'])}"


@pytest.fixture(scope="module")
def world() -> Iterator[Cloud]:
    with Cloud(LIST["config"]) as cloud:
        for step in LIST["setup"]:
            cloud.call(step["call"], step["request"])
        yield cloud


def test_there_are_enough_and_each_is_judged_in_two_parts() -> None:
    assert len(ROWS) >= 300
    assert [row for row in ROWS if len(row["says"]) < 2] == []
    assert len({name_of(row) for row in ROWS}) == len(ROWS)


@pytest.mark.parametrize("row", ROWS, ids=name_of)
def test_a_wrong_request(world: Cloud, row: dict[str, Any]) -> None:
    try:
        status, message = refusal(world, row)
    except FileNotFoundError as error:
        # Python reads files of a configuration itself.
        assert str(error.filename) in json.dumps(row["create"])
        return
    assert status == row["status"], message
    assert [part for part in row["says"] if part not in message] == [], message


def refusal(world: Cloud, row: dict[str, Any]) -> tuple[int, str]:
    """Returns the status of the error and its text, or that of the first failed item."""
    if "create" in row:
        with pytest.raises(errors.UsageError) as refused:
            Cloud(row["create"])
        return refused.value.status, refused.value.message
    with world.fork() as cloud:
        text = row["text"] if "text" in row else json.dumps(row["request"])
        status, answer = cloud.call_raw(row["call"], text)
    error = json.loads(answer)["error"]
    failed = error.get("partialErrors", [error])[0]
    return status, failed.get("reason", failed.get("message"))
