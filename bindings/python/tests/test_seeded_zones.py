"""The zones that a seed creates: those that it lists, and those of its records."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from mockcloud import BadMockRequest, Cloud, Record
from mockcloud.io import seeding


def note(zone: str | None, name: str = "n1") -> Record:
    return Record("Note", {"title": "Milk"}, name=name, zone=zone)


def zones(cloud: Cloud) -> list[str]:
    return [each.name for each in cloud.private.zones()]


def test_zones_of_records_are_counted(cloud: Cloud) -> None:
    assert cloud.seed(note("Home"))["zones"] == 1
    assert cloud.seed([note("Home", "n2"), note("Work"), note(None)])["zones"] == 1
    assert cloud.seed([note("Car"), note("Garden")], zones=["Car", "Home"])["zones"] == 2
    assert zones(cloud) == ["Car", "Garden", "Home", "Work", "_defaultZone"]


def test_zones_of_chunks_are_counted(cloud: Cloud, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(seeding, "CHUNK_RECORDS", 2)
    made = [note(zone, f"n{number}") for number, zone in enumerate(["Home", "Work", "Home"] * 3)]
    assert cloud.seed(made) == {"zones": 2, "records": 9, "subscriptions": 0, "users": 0}


@pytest.mark.parametrize(
    ("given", "near"), [("Hom", "Home"), ("home", "Home"), ("Groceires", "Groceries")]
)
@pytest.mark.parametrize("is_listed", [False, True], ids=["stored", "in the same seed"])
def test_a_misspelt_zone_is_refused(cloud: Cloud, given: str, near: str, is_listed: bool) -> None:
    if is_listed:
        more: dict[str, Any] = {"zones": [near]}
    else:
        cloud.private.create_zone(near)
        more = {}
    before = cloud.state.hash()
    with pytest.raises(BadMockRequest) as refused:
        cloud.seed([note(None), note(given, "n2")], **more)
    assert (refused.value.key, refused.value.nearest) == ("records[1].zoneID", near)
    assert str(refused.value) == (
        f"records[1].zoneID: zone {given!r} does not exist; expected a zone that exists, or "
        f"zones=[{given!r}], which creates this one; did you mean {near!r}?"
    )
    assert cloud.state.hash() == before
    assert cloud.seed(note(given), zones=[given])["zones"] == 1


def test_a_misspelt_zone_in_a_later_chunk(cloud: Cloud, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(seeding, "CHUNK_RECORDS", 2)
    cloud.private.create_zone("Home")
    before = cloud.state.hash()
    made = [note("Home" if number < 7 else "Hoem", f"n{number}") for number in range(8)]
    with pytest.raises(BadMockRequest, match=r"records\[7\]\.zoneID: zone 'Hoem'"):
        cloud.seed(made)
    assert cloud.state.hash() == before


def test_other_names_are_accepted(cloud: Cloud, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(seeding, "CHUNK_RECORDS", 2)
    cloud.seed(zones=["Home1", "A", "List-a"])
    # Numbers and letters of a series, short names, names that resemble others of this seed.
    names = ["Home2", "B", "List-b", "Work", "Word", "Kitchen", "Kitchens"]
    assert cloud.seed(note(name) for name in names)["zones"] == len(names)


def test_a_file_that_was_exported_is_seeded(cloud: Cloud, tmp_path: Path) -> None:
    cloud.seed([note("Work"), note("Word")])
    assert cloud.export(tmp_path / "notes.jsonl") == 2
    with Cloud(seed=2) as other:
        assert other.seed(tmp_path / "notes.jsonl")["zones"] == 2
    with Cloud(seed=2) as other:
        other.private.create_zone("Works")
        with pytest.raises(BadMockRequest, match="did you mean 'Works'"):
            other.seed(tmp_path / "notes.jsonl")


def test_databases_are_checked_one_by_one(cloud: Cloud) -> None:
    cloud.accounts.add_user("bob")
    cloud.private.create_zone("Home")
    bobs: dict[str, Any] = {"database": "private", "user": "bob", "records": [note("Hom")]}
    assert cloud.seed(databases=[bobs])["zones"] == 1
    mine: dict[str, Any] = {"database": "private", "user": "me", "records": [note("Hoem")]}
    with pytest.raises(BadMockRequest, match=r"databases\[1\]\.records\[0\]\.zoneID: zone 'Hoem'"):
        cloud.seed(databases=[bobs, mine])
    assert cloud.seed(databases=[{**mine, "zones": ["Hoem"]}])["zones"] == 1
    # Of a user that the same seed adds, and malformed ones.
    eves: dict[str, Any] = {**mine, "user": "eve"}
    assert cloud.seed(users=[{"alias": "eve"}], databases=[eves])["zones"] == 1
    with pytest.raises(BadMockRequest, match=r"databases\[0\]\.records\[0\]"):
        cloud.seed(databases=[{"records": [{"zoneID": "Home"}], "zones": [{"zoneID": 3}]}])


def test_the_database_of_the_seed_is_compared(cloud: Cloud) -> None:
    cloud.accounts.add_user("bob")
    cloud.private.create_zone("Home")
    assert cloud.seed(note("Hom"), user="bob")["zones"] == 1
