"""Calls chosen by patterns of their requests and responses."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from mockcloud import Cloud, PartialFailure, Record, read_journal
from mockcloud.errors import BadMockRequest


def saved(name: Any) -> dict[str, Any]:
    """Returns the pattern of a request that saves a record."""
    return {"operations": {"$contains": [{"record": {"recordName": name}}]}}


@pytest.fixture
def world(cloud: Cloud) -> Cloud:
    """Call 1 saves two records, call 2 finds one of two, call 3 saves another."""
    cloud.private.save_all([Record("Note", {"rank": n}, name=f"note-{n}") for n in (1, 2)])
    with pytest.raises(PartialFailure):
        cloud.private.fetch_all(["note-1", "none"])
    cloud.private.save(Record("Note", {"rank": 7}, name="other"))
    return cloud


def test_calls_are_chosen_by_patterns(world: Cloud) -> None:
    def numbers(**filters: Any) -> list[int]:
        return [call.number for call in world.calls(**filters)]

    assert numbers(request=saved({"$like": "note-*"})) == [1]
    assert numbers(request=saved("other")) == [3]
    assert numbers(request=saved("$any")) == [1, 3]
    assert numbers(request=saved("$any"), since=1) == [3]
    rank = {"record": {"fields": {"rank": {"value": {"$from": 5}}}}}
    assert numbers(request={"operations": [rank]}) == [3]
    assert numbers(response={"records": {"$unordered": [{"ckErrorCode": 11}, {}]}}) == [2]
    assert numbers(request=saved("other"), response={"records": [{"ckErrorCode": 11}]}) == []


def test_assertions_have_patterns(world: Cloud) -> None:
    world.assert_called("records/modify", times=1, request=saved("note-2"))
    world.assert_not_called(request=saved({"$like": "*-3"}))
    found = world.assert_called_in_order(
        ("records/modify", {"request": saved("note-1")}), ("records/modify", {})
    )
    assert [call.number for call in found] == [1, 3]
    with pytest.raises(AssertionError) as caught:
        one = {"operations": [{"record": {"recordName": "note-9"}}]}
        world.assert_called("records/modify", request=one)
    assert str(caught.value).splitlines()[1:] == [
        "nearest: 3. records/modify by me/device-1: save Note other -> ok",
        "  request.operations[0].record.recordName: expected 'note-9', got 'other'",
        "called instead: records/modify 2x, records/lookup 1x",
    ]


def test_a_name_stands_for_one_value(world: Cloud) -> None:
    named = {"operations": [{"record": {"recordName": "$name"}}]}
    same = {"records": [{"recordName": "$name"}]}
    found = world.calls("records/modify", request=named, response=same)
    assert [call.number for call in found] == [3]
    other = {"records": [{"recordType": "$name"}]}
    world.assert_not_called("records/modify", request=named, response=other)


def test_a_name_stands_for_one_value_in_all_steps(world: Cloud) -> None:
    def lookup(name: Any) -> tuple[Any, Any]:
        return "records/lookup", {"request": {"records": {"$contains": [{"recordName": name}]}}}

    first: Any = {"response": {"records": [{"recordName": "$name"}, {}]}}
    world.assert_called_in_order(("records/modify", first), lookup("$name"))
    second: Any = {"response": {"records": [{}, {"recordName": "$name"}]}}
    with pytest.raises(AssertionError, match="step 2"):
        world.assert_called_in_order(("records/modify", second), lookup("$name"))


@pytest.mark.parametrize("pattern", ["$any", ["$any"], 5, {"$contains": [{}]}, {"$from": 1}])
def test_a_pattern_is_of_an_object(cloud: Cloud, pattern: Any) -> None:
    with pytest.raises(TypeError, match="request is a pattern of an object"):
        cloud.calls(request=pattern)


def test_an_invalid_pattern_is_refused_without_calls(cloud: Cloud) -> None:
    with pytest.raises(BadMockRequest, match=r"\$lik"):
        cloud.assert_not_called(request={"zones": {"$lik": "*"}})


def test_patterns_need_no_cloud(world: Cloud, tmp_path: Path) -> None:
    path = tmp_path / "calls.jsonl"
    world.journal.write(path)
    assert len(read_journal(path)("records/modify", request=saved("note-1"))) == 1
    calls = world.calls
    world.close()
    calls.assert_called(times=1, request=saved("other"))
    calls.assert_not_called(response={"records": [{"recordName": "none"}]})
