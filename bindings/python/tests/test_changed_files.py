"""Faults of a file that must act, and are removed when the file changes."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from watched import owed, watched

from mockcloud import Cloud, FaultNeverActed

MUST = {"id": "must", "when": {"op": "zones/list"}, "then": {"latency": 1}, "mustFire": True}
OTHER = {**MUST, "id": "other", "mustFire": False}


@pytest.fixture
def cloud() -> Iterator[Cloud]:
    with watched() as cloud:
        yield cloud


def write(path: Path, *rules: object) -> None:
    earlier = path.stat().st_mtime if path.exists() else 0
    path.write_text(json.dumps(rules))
    os.utime(path, (earlier + 5, earlier + 5))


def calls(cloud: Cloud) -> None:
    """Makes a call before which the file is read again."""
    cloud.container().account_status()


@pytest.mark.parametrize("acts", [False, True])
@pytest.mark.parametrize("later", ["nothing", "clear", "load", "savepoint", "fork", "add", "close"])
def test_a_rule_is_gone(cloud: Cloud, tmp_path: Path, acts: bool, later: str) -> None:
    file = tmp_path / "rules.json"
    write(file, MUST, OTHER)
    cloud.faults.load(file)
    if acts:
        cloud.private.zones()
    write(file, OTHER)
    calls(cloud)
    assert [rule["id"] for rule in cloud.faults.rules()] == ["other"]
    if later == "clear":
        cloud.faults.clear()
    elif later == "load":
        cloud.faults.load(file)
    elif later == "savepoint":
        with cloud.savepoint():
            pass
    elif later == "fork":
        cloud.fork().close()
    elif later == "add":
        cloud.faults.add(MUST)
        cloud.private.zones()
    elif later == "close":
        cloud.close()
    assert owed(cloud) == ([] if acts or later == "add" else ["must"])


def test_the_text_about_a_rule_that_is_gone(tmp_path: Path) -> None:
    file = tmp_path / "rules.json"
    write(file, MUST)
    with pytest.raises(FaultNeverActed) as caught, Cloud() as cloud:
        cloud._ledger.unwatch()
        cloud.faults.add(OTHER)
        cloud.faults.load(file)
        write(file)
        calls(cloud)
    lines = str(caught.value).splitlines()
    assert lines[0].startswith("the fault 'must' never acted")
    assert lines[1] == "  its file has changed and does not contain it any more"


@pytest.mark.parametrize("how", ["remove", "clear", "again", "disarm"])
def test_a_rule_whose_removal_is_noticed(cloud: Cloud, tmp_path: Path, how: str) -> None:
    file = tmp_path / "rules.json"
    write(file, MUST)
    cloud.faults.load(file)
    if how == "remove":
        cloud.faults.remove("must")
    elif how == "clear":
        cloud.faults.clear()
    elif how == "again":
        write(file, MUST, OTHER)
        calls(cloud)
    assert owed(cloud) == ["must"]
    write(file)
    calls(cloud)
    assert owed(cloud) == ["must"]
