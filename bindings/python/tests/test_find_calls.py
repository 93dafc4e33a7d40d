"""Finding single records, and counting records."""

from __future__ import annotations

import pytest

from mockcloud import (
    Cloud,
    Database,
    Field,
    MultipleResultsFound,
    NoResultFound,
    Record,
    ZoneID,
)
from mockcloud.errors import NetworkFailure, ZoneNotFound

RANK = Field("rank")


@pytest.fixture
def notes(cloud: Cloud) -> Database:
    cloud.seed(Record("Note", {"rank": rank}, name=f"n{rank}") for rank in range(5))
    return cloud.private


def test_get(cloud: Cloud, notes: Database) -> None:
    found = notes.get("n3")
    assert found is not None and found["rank"] == 3 and notes.get("n9") is None
    assert notes.get(found) == found
    slim = notes.get("n3", desired_keys=[])
    assert slim is not None and dict(slim) == {}
    with pytest.raises(ZoneNotFound):  # no record and no zone are not the same
        notes.in_zone("Hme").get("n3")
    with pytest.raises(NetworkFailure), cloud.fail(NetworkFailure):
        notes.get("n3")


def test_first(cloud: Cloud, notes: Database) -> None:
    first = notes.first("Note", sort_by=["-rank"])
    assert first is not None and first["rank"] == 4
    assert notes.first("Note", RANK > 9) is None
    assert cloud.calls[-2].request["resultsLimit"] == 1


def test_one(notes: Database) -> None:
    assert notes.one("Note", RANK == 3).name == "n3"
    with pytest.raises(NoResultFound, match="one\\(\\) found no record of type 'Note'"):
        notes.one("Note", RANK == 9)
    with pytest.raises(
        MultipleResultsFound, match="'n3' and 'n4' are the first; first\\(\\) returns"
    ):
        notes.one("Note", RANK > 2, sort_by=["rank"])
    with pytest.raises(LookupError):
        notes.one("Note", predicate="rank == 9")


def test_count_and_exists(cloud: Cloud, notes: Database) -> None:
    assert notes.count("Note") == 5 and notes.count("Note", RANK > 2) == 2
    assert notes.count("Note", predicate="rank < 1") == 1
    assert notes.exists("Note", RANK == 2) and not notes.exists("Note", RANK == 9)
    cloud.limits.set(page_size=2)
    before = cloud.calls
    assert notes.count("Note") == 5
    calls = cloud.calls[len(before) :]
    assert [each.operation for each in calls] == ["records/query"] * 3
    assert calls[0].request["desiredKeys"] == []
    home = notes.in_zone(notes.create_zone(ZoneID("Home")))
    assert home.count("Note") == 0


def test_wrong_arguments(notes: Database) -> None:
    loose = notes
    with pytest.raises(TypeError, match=r"Database\.first\(\) .* 'limit'"):
        loose.first("Note", limit=3)  # type: ignore[call-overload]
    with pytest.raises(
        TypeError, match=r"a filter is an argument without a keyword: Field\('rank'\)"
    ):
        loose.count("Note", rank=3)  # type: ignore[call-arg]
    with pytest.raises(TypeError, match="a filter is a comparison"):
        loose.exists("Note", "rank > 3")  # type: ignore[arg-type]
