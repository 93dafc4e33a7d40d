"""Comparisons of random and of large worlds."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mockcloud import BadHandle, Cloud, Diff, Record, diff
from mockcloud.inspect.comparison import compare
from mockcloud.inspect.differing import IGNORABLE

names = st.sampled_from(["a", "b", "root", "share of root"])
steps = st.lists(
    st.one_of(
        st.tuples(st.just("save"), names, st.integers(0, 3)),
        st.tuples(st.just("delete"), names, st.just(0)),
        st.tuples(st.just("zone"), st.sampled_from(["A", "B"]), st.just(0)),
    ),
    max_size=8,
)


def run(cloud: Cloud, steps: list[tuple[str, str, int]]) -> None:
    for kind, name, value in steps:
        if kind == "save":
            cloud.private.save(Record("T", {"f": value}, name=name), save_policy="allKeys")
        elif kind == "zone":
            cloud.private.create_zone(name)
        else:
            cloud.private.delete_all([name], return_exceptions=True)


def stored(cloud: Cloud) -> Any:
    """Returns the state document without the numbers of calls, which a comparison leaves out."""
    document = dict(cloud.state.save())
    document["errors"] = {**document["errors"], "callCounts": None}
    return document


@given(steps, steps, st.sets(st.sampled_from(sorted(IGNORABLE))))
def test_random_worlds(first: Any, second: Any, ignore: set[str]) -> None:
    with Cloud(seed=1) as one, Cloud(seed=1) as two:
        run(one, first)
        run(two, second)
        before, after = stored(one), stored(two)
        there, back = diff(one, two), diff(two, one)
        assert bool(there) == (before != after)
        swapped = {"added": "removed", "removed": "added", "changed": "changed"}
        assert sorted((each.path, swapped[each.kind]) for each in there) == sorted(
            (each.path, each.kind) for each in back
        )
        assert len({(each.path, each.kind) for each in there}) == len(there)
        some = diff(one, two, ignore=sorted(ignore))
        paths = {each.path for each in there}
        assert {each.path for each in some} <= paths
        json.dumps([each.as_json() for each in there])
        contents = {each.name: dict(each) for each in one.records()}
        same = contents == {each.name: dict(each) for each in two.records()}
        assert not (same and any(each.is_field for each in there))


@given(steps, steps)
def test_forks_differ_as_their_documents(before: Any, after: Any) -> None:
    with Cloud(seed=1) as cloud:
        run(cloud, before)
        cloud.accounts.add_user("bob", email="bob@example.com")
        cloud.private.create_zone("Home")
        cloud.private.share_zone("Home", participants=["bob@example.com"])
        with cloud.fork() as copy:
            run(copy, after)
            expected = Diff(tuple(compare(cloud.state.save(), copy.state.save())))
            assert diff(cloud, copy) == expected
            assert bool(diff(copy, cloud)) == bool(expected)


def test_large_worlds_take_linear_time() -> None:
    def world(shift: int) -> dict[str, Any]:
        records = [
            {"recordName": f"r{number}", "recordType": "T", "fields": {}}
            for number in range(shift, 100_000 + shift)
        ]
        zones = [{"zoneName": "Z", "records": records}]
        return {"databases": [{"database": "public", "zones": zones}]}

    found = Diff(tuple(compare(world(0), world(50_000))))
    assert len(found) == 100_000
    assert len(str(found)) < 10_000


def test_a_fork_is_compared_in_the_time_of_its_changes() -> None:
    with Cloud(seed=1) as cloud:
        cloud.seed(Record("T", {"f": number}, name=f"r{number}") for number in range(3000))
        with cloud.fork() as copy:
            assert not diff(cloud, copy)
            copy.private.save(Record("T", {"f": -1}, name="r1500"), save_policy="allKeys")
            copy.private.save(Record("T", name="new"))
            copy.private.delete("r7")
            parts = cloud._differing_parts(copy)
            (before,), (after,) = (
                [zone["records"] for each in part["databases"] for zone in each["zones"]]
                for part in parts
            )
            assert [each["recordName"] for each in before] == ["r1500", "r7"]
            assert [each["recordName"] for each in after] == ["new", "r1500"]
            found = diff(cloud, copy, ignore=["tags", "times", "stamps", "history"])
            assert [(each.kind, each.place[-1]) for each in found] == [
                ("changed", "record r1500 (T)"),
                ("removed", "record r7 (T)"),
                ("added", "record new (T)"),
            ]
            cloud.close()
            with pytest.raises(BadHandle):
                diff(cloud, copy)
