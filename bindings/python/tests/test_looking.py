"""Trees, graphs and comparisons of clouds that contain objects of every kind."""

from __future__ import annotations

import json

from documents import FULL, WORLDS
from hypothesis import given, settings
from hypothesis import strategies as st
from test_state_documents import worlds

from mockcloud import Cloud, assert_same, diff, graph, tree
from mockcloud.inspect.differing import IGNORABLE


def look(cloud: Cloud) -> None:
    """Draws a whole cloud, and compares the contents of the drawings with the cloud."""
    found = tree(cloud).all()
    assert "more" not in str(found) and found._repr_html_().count("<li>") == str(found).count("\n")
    records = cloud.records(all=True)
    counted = [zone.records for each in found.containers for database in each.databases
               for zone in database.zones]  # fmt: skip
    assert sum(sum((counts or {}).values()) for counts in counted) == len(records)
    drawn = graph(cloud, limit=None)
    nodes = [node.name for node in drawn.nodes if node.kind != "absent"]
    assert sorted(nodes) == sorted(str(each.name) for each in records)
    known = {node.id for node in drawn.nodes}
    assert all(each.source in known and each.target in known for each in drawn.edges)
    assert len([each for each in drawn.edges if each.kind == "parent"]) == sum(
        each.parent is not None for each in records
    )
    assert len(drawn.dot().splitlines()) >= len(nodes)
    assert len(drawn.mermaid().splitlines()) >= len(nodes)


@settings(max_examples=WORLDS)
@given(worlds(), st.sets(st.sampled_from(sorted(IGNORABLE))))
def test_random_worlds(cloud: Cloud, ignore: set[str]) -> None:
    with cloud, cloud.fork() as later, Cloud(seed=2) as fresh:
        look(cloud)
        assert_same(cloud, cloud.state.save())
        later.fail("zoneBusy", operation="zones/list")
        later.clock.advance(100_000)
        for other in (later, fresh):
            there, back = diff(cloud, other), diff(other, cloud)
            assert bool(there) == (cloud.state.save() != other.state.save())
            assert len(there) == len(back) == len({(each.path, each.kind) for each in there})
            assert len(there.text(limit=None).splitlines()) > len(there)
            assert len(diff(cloud, other, ignore=sorted(ignore))) <= len(there)
            json.dumps([each.as_json() for each in there])


def test_a_world_with_everything() -> None:
    with Cloud(state=str(FULL)) as cloud:
        look(cloud)
        assert_same(cloud, FULL)
        with Cloud(seed=1) as empty:
            found = diff(empty, cloud)
            assert {each.subject for each in found} >= {
                "configuration", "faults", "pending", "schema", "subscription", "user", "zone",
            }  # fmt: skip
