"""`iter_query` iterates over the records of a query page by page."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mockcloud import Cloud, Database, Field, Record, errors


def filled(count: int) -> Cloud:
    cloud = Cloud(seed=1)
    cloud.seed(Record("Note", {"v": number}, name=f"n{number}") for number in range(count))
    return cloud


@pytest.fixture
def notes(cloud: Cloud) -> Database:
    cloud.seed(Record("Note", {"v": number}, name=f"n{number}") for number in range(10))
    return cloud.private


def sizes(cloud: Cloud) -> list[int]:
    """Returns the number of records of each page."""
    return [len(call.response["records"]) for call in cloud.journal.calls("records/query")]


@given(
    count=st.integers(0, 12),
    limit=st.none() | st.integers(1, 14),
    page_size=st.none() | st.integers(1, 14),
)
def test_the_same_as_a_query(count: int, limit: int | None, page_size: int | None) -> None:
    with filled(count) as cloud:
        cloud.private.save(Record("Note", {"v": -1}, name="low"))
        cloud.limits.set(page_size=5)
        high = Field("v") >= 0
        found = [
            record["v"]
            for record in cloud.private.iter_query(
                "Note", high, sort_by=["v"], limit=limit, page_size=page_size
            )
        ]
        assert found == list(range(count))[:limit]
        pages = sizes(cloud)
        assert sum(pages) == len(found)
        assert all(page == min(5, page_size or 5, limit or 5) for page in pages[:-1])
        again = cloud.private.query("Note", high, sort_by=["v"], limit=limit)
        assert [record["v"] for record in again] == found


def test_pages_come_when_they_are_needed(cloud: Cloud, notes: Database) -> None:
    found = notes.iter_query("Note", page_size=4)
    assert sizes(cloud) == []
    assert next(found).record_type == "Note"
    assert sizes(cloud) == [4]
    for _ in range(3):
        next(found)
    assert sizes(cloud) == [4]
    next(found)
    assert sizes(cloud) == [4, 4]
    assert len(list(found)) == 5
    assert sizes(cloud) == [4, 4, 2]


def test_what_changes_meanwhile(notes: Database) -> None:
    """A page begins at a position in the results, not after a certain record."""
    names = []
    for record in notes.iter_query("Note", sort_by=["v"], page_size=2):
        names.append(record.name)
        if record.name == "n1":
            notes.delete("n0")
    assert names == ["n0", "n1", *(f"n{number}" for number in range(3, 10))]

    names = []
    for record in notes.iter_query("Note", sort_by=["v"], page_size=2):
        names.append(record.name)
        if names == ["n1", "n2"]:
            notes.save(Record("Note", {"v": -1}, name="first"))
    assert names[:4] == ["n1", "n2", "n2", "n3"]

    for record in notes.query("Note"):
        notes.delete(record)
    assert notes.query("Note") == []


def test_mistakes_come_at_once_and_errors_with_the_page(cloud: Cloud, notes: Database) -> None:
    with pytest.raises(TypeError, match="sort_by takes a list"):
        notes.iter_query("Note", sort_by=3)  # type: ignore[call-overload]
    with pytest.raises(ValueError, match="limit must be 1 or more, not 0"):
        notes.iter_query("Note", limit=0)
    with pytest.raises(ValueError, match="page_size must be 1 or more, not 0"):
        notes.iter_query("Note", page_size=0)
    refused = notes.iter_query("Nothing")
    with pytest.raises(errors.UnknownItem):
        next(refused)
    found = notes.iter_query("Note", page_size=4)
    for _ in range(4):
        next(found)
    with cloud.fail(errors.ZoneBusy), pytest.raises(errors.ZoneBusy):
        next(found)
