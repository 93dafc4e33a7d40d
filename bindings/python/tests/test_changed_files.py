"""Faults of a file that must act, and are removed when the file changes."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterator
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
    assert owed(cloud) == ([] if acts else ["must"])


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


def lists(cloud: Cloud) -> None:
    cloud.private.zones()


@pytest.mark.parametrize("then", ["nothing", "gone", "acts"])
def test_a_rule_that_acted_before_its_file_was_loaded_again(
    cloud: Cloud, tmp_path: Path, then: str
) -> None:
    file = tmp_path / "rules.json"
    write(file, MUST)
    cloud.faults.load(file)
    lists(cloud)
    assert owed(cloud) == []
    cloud.faults.load(file)
    if then == "acts":
        lists(cloud)
    if then != "nothing":
        write(file)
        calls(cloud)
    assert owed(cloud) == ([] if then == "acts" else ["must"])


@pytest.mark.parametrize("restores", [False, True])
@pytest.mark.parametrize("acts", [False, True])
def test_a_rule_whose_name_another_had_that_acted(
    cloud: Cloud, tmp_path: Path, acts: bool, restores: bool
) -> None:
    cloud.faults.add(MUST)
    with cloud.savepoint():
        lists(cloud)
    lists(cloud)
    cloud.faults.remove("must")
    file = tmp_path / "rules.json"
    write(file, MUST | {"when": {"op": "users/caller"}})
    cloud.faults.load(file)
    if restores:
        with cloud.savepoint():
            lists(cloud)
    if acts:
        cloud.call("users/caller")
    write(file)
    calls(cloud)
    assert owed(cloud) == ([] if acts else ["must"])


def reset(cloud: Cloud) -> None:
    cloud.state.reset()


def restored(cloud: Cloud) -> None:
    cloud.state.restore("earlier")


def loaded(cloud: Cloud) -> None:
    with Cloud() as other:
        cloud.state.load(other.state.save())


def explored(cloud: Cloud) -> None:
    cloud.call("mock/explore/begin")
    cloud.call("mock/explore/end")


@pytest.mark.parametrize("then", ["nothing", "call", "act", "change", "return", "clear"])
@pytest.mark.parametrize("acted", [False, True])
@pytest.mark.parametrize("replace", [reset, restored, loaded])
def test_a_rule_that_returns_after_the_state_was_replaced(
    cloud: Cloud, tmp_path: Path, replace: Callable[[Cloud], None], acted: bool, then: str
) -> None:
    cloud.state.snapshot("earlier")
    file = tmp_path / "rules.json"
    write(file, MUST, OTHER)
    cloud.faults.load(file)
    if acted:
        lists(cloud)
    replace(cloud)
    assert cloud.faults.rules() == []
    if then == "act":
        lists(cloud)
    elif then == "clear":
        cloud.faults.clear()
    elif then != "nothing":
        calls(cloud)
        assert len(cloud.faults.rules()) == 2
    if then in ("change", "return"):
        write(file, OTHER)
        calls(cloud)
    if then == "return":
        write(file, MUST)
        lists(cloud)
    assert owed(cloud) == ([] if acted or then in ("act", "return") else ["must"])
    if then not in ("change", "clear") and replace is not restored:
        explored(cloud)
        replace(cloud)
        assert owed(cloud) == ([] if acted or then in ("act", "return") else ["must"])
        lists(cloud)
        assert owed(cloud) == []


@pytest.mark.parametrize("acts", ["before", "after", "never"])
@pytest.mark.parametrize("name", ["must", "new"])
def test_a_rule_that_came_with_a_change_and_returns(
    cloud: Cloud, tmp_path: Path, name: str, acts: str
) -> None:
    file = tmp_path / "rules.json"
    write(file, MUST | {"then": {"latency": 2}})
    cloud.faults.load(file)
    lists(cloud)
    cloud.state.snapshot("earlier")
    write(file, MUST | {"id": name})
    lists(cloud) if acts == "before" else calls(cloud)
    restored(cloud)
    lists(cloud) if acts == "after" else calls(cloud)
    assert [rule["id"] for rule in cloud.faults.rules()] == [name]
    write(file)
    calls(cloud)
    assert owed(cloud) == (["new"] if acts == "never" and name == "new" else [])


@pytest.mark.parametrize("keeps", [False, True])
def test_a_rule_that_acted_and_is_read_again(cloud: Cloud, tmp_path: Path, keeps: bool) -> None:
    file = tmp_path / "rules.json"
    write(file, MUST)
    cloud.faults.load(file)
    lists(cloud)
    document = cloud.state.save()
    if not keeps:
        cloud.faults.clear()
    cloud.state.load(document)
    assert cloud.faults.report()[0].injections == 1
    calls(cloud)
    assert cloud.faults.report()[0].overdue
    assert owed(cloud) == []
    write(file)
    calls(cloud)
    assert owed(cloud) == []


@pytest.mark.parametrize("acts", [False, True])
def test_a_rule_that_a_run_of_an_exploration_removes(
    cloud: Cloud, tmp_path: Path, acts: bool
) -> None:
    file = tmp_path / "rules.json"
    write(file, MUST)
    cloud.faults.load(file)
    if acts:
        lists(cloud)
    write(file)
    calls(cloud)
    cloud.call("mock/explore/begin")
    cloud.faults.clear()
    write(file, MUST)
    calls(cloud)
    cloud.call("mock/explore/end")
    assert owed(cloud) == ([] if acts else ["must"])
    lists(cloud)
    assert owed(cloud) == []


def test_a_rule_of_a_file_that_a_run_of_an_exploration_loads(cloud: Cloud, tmp_path: Path) -> None:
    file = tmp_path / "rules.json"
    write(file, MUST)
    cloud.call("mock/explore/begin")
    cloud.faults.load(file)
    cloud.call("mock/explore/end")
    assert owed(cloud) == []
    calls(cloud)
    assert [rule["id"] for rule in cloud.faults.rules()] == ["must"]
    assert owed(cloud) == []


def test_a_rule_that_need_not_act_any_more(cloud: Cloud, tmp_path: Path) -> None:
    file = tmp_path / "rules.json"
    write(file, MUST, OTHER)
    cloud.faults.load(file)
    write(file, MUST | {"mustFire": False}, OTHER | {"mustFire": True})
    calls(cloud)
    assert owed(cloud) == ["other"]
    write(file)
    calls(cloud)
    assert owed(cloud) == ["other"]


def test_the_text_about_a_rule_that_did_not_return(cloud: Cloud, tmp_path: Path) -> None:
    file = tmp_path / "rules.json"
    write(file, MUST)
    cloud.faults.load(file)
    reset(cloud)
    [text] = cloud._ledger.problems()
    assert text.splitlines()[1].startswith("  since the state was replaced, no call has read the ")


def test_a_file_that_is_not_watched(cloud: Cloud, tmp_path: Path) -> None:
    file = tmp_path / "rules.json"
    write(file, MUST)
    cloud.faults.load(file, watch=False)
    reset(cloud)
    lists(cloud)
    assert owed(cloud) == ["must"]


@pytest.mark.parametrize("acts", [False, True])
def test_a_rule_that_one_change_brings_and_another_removes(
    cloud: Cloud, tmp_path: Path, acts: bool
) -> None:
    file = tmp_path / "rules.json"
    write(file)
    cloud.faults.load(file)
    write(file, MUST)
    lists(cloud) if acts else calls(cloud)
    write(file)
    calls(cloud)
    assert owed(cloud) == ([] if acts else ["must"])


def test_a_rule_that_is_loaded_again_after_it_was_cleared(cloud: Cloud, tmp_path: Path) -> None:
    file = tmp_path / "rules.json"
    write(file, MUST)
    cloud.faults.load(file)
    cloud.faults.clear()
    assert owed(cloud) == ["must"]
    cloud.faults.load(file)
    lists(cloud)
    assert owed(cloud) == []


def test_the_rules_that_are_awaited(cloud: Cloud, tmp_path: Path) -> None:
    def awaited() -> list[tuple[str, bool]]:
        found = cloud.call("mock/faults/report", {"identities": True})["awaited"]
        return [(each["rule"]["id"], each["dropped"]) for each in found]

    file = tmp_path / "rules.json"
    many = [MUST | {"id": f"q{number:04}"} for number in range(1100)]
    write(file, MUST, OTHER, *many)
    cloud.faults.load(file)
    assert awaited() == []
    reset(cloud)
    assert awaited()[0] == ("must", False)
    write(file, OTHER, *many)
    calls(cloud)
    assert awaited() == [("must", True)]
    write(file, OTHER)
    calls(cloud)
    assert awaited() == [(f"q{number:04}", True) for number in range(100, 1100)]
    cloud.faults.heal()
    assert awaited() == []


def load_twice(cloud: Cloud, file: Path, *, removes: bool) -> None:
    """Loads a rule that acts, and again, so that it must act once more."""
    write(file, MUST)
    cloud.faults.load(file)
    lists(cloud)
    if removes:
        cloud.faults.clear()
    cloud.faults.load(file)


@pytest.mark.parametrize("removes", [False, True])
@pytest.mark.parametrize("later", ["savepoint", "restore"])
def test_a_rule_that_is_loaded_again_is_restored(
    cloud: Cloud, tmp_path: Path, removes: bool, later: str
) -> None:
    load_twice(cloud, tmp_path / "rules.json", removes=removes)
    if later == "savepoint":
        with cloud.savepoint():
            calls(cloud)
    else:
        cloud.state.snapshot("earlier")
        restored(cloud)
    assert owed(cloud) == ["must"]


@pytest.mark.parametrize("removes", [False, True])
def test_another_rule_is_gone_after_a_reset(cloud: Cloud, tmp_path: Path, removes: bool) -> None:
    file = tmp_path / "rules.json"
    load_twice(cloud, file, removes=removes)
    reset(cloud)
    lists(cloud)
    write(file, MUST, {**MUST, "id": "third"})
    calls(cloud)
    write(file, MUST)
    calls(cloud)
    assert owed(cloud) == ["third"]
