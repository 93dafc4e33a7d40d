"""Records, databases, queries and zones as Python."""

from __future__ import annotations

import copy
import pickle
from datetime import datetime, timezone
from typing import Any

import pytest

from mockcloud import (
    Asset,
    CKError,
    Cloud,
    Database,
    Field,
    Location,
    PartialFailure,
    Record,
    Reference,
    Typed,
    ZoneID,
    _json,
    errors,
)
from mockcloud._requests import query

NEW_YEAR = datetime(2026, 1, 1, tzinfo=timezone.utc)

FIELDS: dict[str, Any] = {
    "title": "Buy glue",
    "priority": 3,
    "ratio": 3.0,
    "due": NEW_YEAR,
    "blob": b"\0\1",
    "owner": Reference("p1"),
    "place": Location(52.5, 13.4, altitude=34.0),
    "tags": ["a", "b"],
    "counts": [1, 2],
    "weights": [1.0, 2.5],
    "dates": [NEW_YEAR],
    "blobs": [b"", b"x"],
    "owners": [Reference("p1"), Reference("p2", "DELETE_SELF")],
    "places": [Location(0.0, 0.0)],
}


@pytest.fixture
def database(cloud: Cloud) -> Database:
    return cloud.private


@pytest.fixture
def work(cloud: Cloud) -> Database:
    """The zone `Work`, which is atomic."""
    cloud.private.create_zone("Work")
    return cloud.private.in_zone("Work")


class TestRecord:
    def test_it_is_a_mapping(self) -> None:
        note = Record("Note", {"a": 1, "b": None}, name="n")
        assert dict(note) == {"a": 1}
        assert note == {"a": 1}
        assert note != {"a": 2}
        assert (len(note), "a" in note, "b" in note) == (1, True, False)
        note["c"] = True
        assert note["c"] == 1
        assert list(note) == ["a", "c"]
        del note["a"]
        with pytest.raises(KeyError):
            note["a"]
        with pytest.raises(KeyError):
            del note["a"]
        assert note.get("zzz", 5) == 5
        assert note.to_wire()["fields"]["a"]["value"] is None

    def test_what_it_cannot_hold(self) -> None:
        note = Record("Note")
        with pytest.raises(TypeError, match="no field type for dict"):
            note["a"] = {}
        with pytest.raises(TypeError, match="string"):
            note[1] = "a"  # type: ignore[index]
        assert note.changed_keys == ()

    def test_parents(self) -> None:
        folder = Record("Folder", name="f")
        for parent in (folder, "f"):
            assert Record("Note", parent=parent).to_wire()["parent"] == {"recordName": "f"}
        assert Record.from_wire({"parent": {"recordName": "f"}}).parent == "f"

    def test_repr_and_equality(self) -> None:
        note = Record("Note", {"a": 1}, name="n", zone="Work")
        assert repr(note) == "Record('Note', {'a': 1}, name='n', zone='Work')"
        assert note == Record("Note", {"a": 1}, name="n", zone="Work")
        assert note != Record("Note", {"a": 1}, name="m", zone="Work")
        assert note != Record("Note", {"a": 1}, name="n")
        assert note != Record("Note", {"a": 1}, name="n", zone="Work", encrypted={"s": "x"})
        assert note != 1
        with pytest.raises(TypeError):
            hash(note)

    def test_copies(self, database: Database) -> None:
        note = database.save(Record("Note", {"tags": ["a"]}, name="n", encrypted={"s": "x"}))
        for twin in (copy.deepcopy(note), pickle.loads(pickle.dumps(note))):
            assert twin == note
            twin["tags"].append("b")
            assert note["tags"] == ["a"]

    def test_references(self) -> None:
        assert Record("Note", name="n").reference("VALIDATE") == Reference("n", "VALIDATE")
        with pytest.raises(ValueError, match="no name"):
            Record("Note").reference()
        with pytest.raises(ValueError, match="never saved"):
            Cloud(seed=1).private.delete(Record("Note"))

    def test_lists_are_the_records(self, database: Database) -> None:
        note = database.save(Record("Note", {"tags": ["a"], "other": [1.5]}, name="n"))
        assert note["other"] == [1.5]
        assert list(note.changed_keys) == []
        note["tags"].append("b")
        assert list(note.changed_keys) == ["tags"]
        note["other"][0] = 2
        assert database.save(note)["tags"] == ["a", "b"]
        read = database.fetch("n")
        assert read["other"] == [2.0]
        assert isinstance(read["other"][0], float)
        read["tags"].clear()
        assert database.save(read)["tags"] == []

    def test_a_list_that_was_given_stays_the_callers(self) -> None:
        tags = ["a"]
        note = Record("Note", {"tags": tags})
        tags.append("b")
        assert note.to_wire()["fields"]["tags"]["value"] == ["a", "b"]

    def test_a_double_takes_a_whole_number(self, database: Database) -> None:
        note = database.save(Record("Note", {"ratio": 0.5}, name="n"))
        note["ratio"] = 3
        assert database.save(note)["ratio"] == 3.0

    def test_only_changes_are_sent(self, cloud: Cloud, database: Database) -> None:
        database.save(Record("Note", {"a": 1, "b": 1}, name="n"))
        mine, yours = database.fetch("n"), database.fetch("n")
        yours["b"] = 2
        database.save(yours)
        mine["a"] = 2
        merged = database.save(mine, save_policy="changedKeys")
        assert merged == {"a": 2, "b": 2}
        mine["a"] = 3
        assert database.save(mine, save_policy="allKeys") == {"a": 3, "b": 1}


class TestSavingAndFetching:
    def test_every_type(self, cloud: Cloud, codec: _json.Codec) -> None:
        with Cloud(seed=1) as fresh:
            saved = fresh.private.save(Record("Note", FIELDS, name="n"))
            read = fresh.private.fetch("n")
        for record in (saved, read):
            assert record == FIELDS
            assert all(type(record[key]) is type(FIELDS[key]) for key in FIELDS)
            assert [type(weight) for weight in record["weights"]] == [float, float]

    def test_encrypted_values(self, work: Database) -> None:
        note = Record("Note", {"a": 1}, name="n", encrypted={"secret": "x"})
        note.encrypted["pin"] = [1, 2]
        assert dict(note.encrypted) == {"secret": "x", "pin": [1, 2]}
        work.save(note)
        read = work.fetch("n")
        assert read == {"a": 1}
        assert dict(read.encrypted) == {"secret": "x", "pin": [1, 2]}
        assert len(read.encrypted) == 2
        with pytest.raises(KeyError):
            read["secret"]
        with pytest.raises(KeyError):
            read.encrypted["a"]
        read.encrypted["pin"].append(3)
        del read.encrypted["secret"]
        work.save(read)
        assert dict(work.fetch("n").encrypted) == {"pin": [1, 2, 3]}
        assert "secret" not in repr(read.encrypted)

    def test_assets(self, database: Database) -> None:
        database.save(Record("Note", {"file": Asset(b"hello")}, name="n"))
        asset = database.fetch("n")["file"]
        assert isinstance(asset, Asset)
        assert asset.size == 5
        assert asset.file_checksum

    def test_stamps(self, cloud: Cloud, database: Database) -> None:
        note = Record("Note", {"a": 1}, name="n")
        assert (note.created, note.modified, note.change_tag) == (None, None, None)
        first = database.save(note)
        assert note.change_tag is None
        cloud.advance_clock(60)
        first["a"] = 2
        second = database.save(first)
        assert second.created is not None
        assert second.modified is not None
        assert second.created.timestamp == NEW_YEAR
        assert (second.modified.timestamp - second.created.timestamp).total_seconds() == 60
        assert second.modified.device_id == "device-1"
        assert second.modified.user_record_name == cloud.container().user_record_name()
        assert second.change_tag != first.change_tag
        assert second.answer["recordName"] == "n"

    def test_a_record_without_a_name_gets_one(self, database: Database) -> None:
        saved = database.save(Record("Note", {"a": 1}))
        assert saved.record_name
        assert database.fetch(saved) == saved

    def test_clearing_a_field(self, database: Database) -> None:
        note = database.save(Record("Note", {"a": 1, "b": 2}, name="n"))
        note["a"] = None
        del note["b"]
        assert database.save(note) == {}

    def test_an_empty_list_needs_a_known_field(self, database: Database) -> None:
        with pytest.raises(errors.InvalidArguments):
            database.save(Record("Note", {"tags": []}, name="n"))
        database.save(Record("Note", {"tags": Typed([], "STRING_LIST")}, name="n"))
        assert database.save(Record("Note", {"tags": []}, name="m"))["tags"] == []

    def test_conflicts(self, database: Database) -> None:
        note = Record("Note", {"a": 1}, name="n")
        saved = database.save(note)
        with pytest.raises(errors.ServerRecordChanged):
            database.save(note)
        stale = database.fetch("n")
        saved["a"] = 2
        saved = database.save(saved)
        with pytest.raises(errors.ServerRecordChanged):
            database.delete(stale, if_unchanged=True)
        database.delete(saved, if_unchanged=True)
        with pytest.raises(errors.UnknownItem):
            database.fetch("n")
        with pytest.raises(errors.UnknownItem):
            database.save(saved)
        database.delete("n")

    def test_desired_keys(self, database: Database) -> None:
        database.save(Record("Note", {"a": 1, "b": 2}, name="n"))
        assert database.fetch("n", desired_keys=["b"]) == {"b": 2}
        assert database.fetch("n", desired_keys=[]) == {}
        assert database.fetch("n") == {"a": 1, "b": 2}
        assert database.fetch_all(["n"], desired_keys=["a"]) == [{"a": 1}]

    def test_a_single_item_raises_its_own_error(self, cloud: Cloud) -> None:
        with pytest.raises(errors.UnknownItem) as caught:
            cloud.private.fetch("no")
        assert caught.value.record_name == "no"
        cloud.set_error("partialFailure")
        with pytest.raises(PartialFailure):
            cloud.private.fetch("no")


class TestMany:
    def test_results_in_order(self, database: Database) -> None:
        names = ["c", "a", "b"]
        saved = database.save_all(Record("Note", {"v": name}, name=name) for name in names)
        assert [record.record_name for record in saved] == names
        assert [record["v"] for record in database.fetch_all(names)] == names
        assert database.delete_all(["a", saved[0]]) == ["a", "c"]
        assert [record.record_name for record in database.query("Note")] == ["b"]

    def test_errors_as_results(self, database: Database) -> None:
        database.save(Record("Note", {"v": 1}, name="b"))
        found = database.fetch_all(["a", "b"], return_exceptions=True)
        assert isinstance(found[0], errors.UnknownItem)
        assert found[1] == {"v": 1}
        results = database.save_all(
            [Record("Note", name="b"), Record("Note", name="c")], return_exceptions=True
        )
        assert isinstance(results[0], errors.ServerRecordChanged)
        assert isinstance(results[1], Record)
        stale = Record.from_wire({"recordName": "b", "recordChangeTag": "stale"})
        deleted = database.delete_all(["c", stale], if_unchanged=True, return_exceptions=True)
        assert deleted[0] == "c"
        assert isinstance(deleted[1], errors.ServerRecordChanged)

    def test_atomic_zones(self, work: Database) -> None:
        work.save(Record("Note", name="b"))
        records = [Record("Note", name="a"), Record("Note", name="b")]
        with pytest.raises(PartialFailure) as caught:
            work.save_all(records)
        assert [error.code for error in caught.value.partial_errors] == [22, 14]
        with pytest.raises(errors.UnknownItem):
            work.fetch("a")
        results = work.save_all(records, atomic=False, return_exceptions=True)
        assert [isinstance(result, CKError) for result in results] == [False, True]
        work.fetch("a")

    def test_an_error_of_the_whole_call_is_always_raised(self, cloud: Cloud) -> None:
        cloud.set_error("networkFailure")
        with pytest.raises(ConnectionError):
            cloud.private.fetch_all(["a"], return_exceptions=True)


class TestZones:
    def test_zones(self, database: Database) -> None:
        made = database.create_zone("Work")
        assert made.name == "Work"
        assert made.atomic
        assert "atomic" in made.capabilities
        assert database.create_zone("Work").zone_id == made.zone_id
        assert database.fetch_zone(made).zone_id == made.zone_id
        assert {zone.name for zone in database.zones()} == {"_defaultZone", "Work"}
        database.delete_zone("Work")
        with pytest.raises(errors.ZoneNotFound):
            database.fetch_zone("Work")

    def test_records_know_their_zone(self, database: Database, work: Database) -> None:
        saved = work.save(Record("Note", {"a": 1}, name="n"))
        assert saved.zone_id is not None
        assert saved.zone_id.zone_name == "Work"
        assert saved.zone_id.owner_record_name
        assert database.fetch(saved) == saved
        assert database.fetch(Record("Note", name="n", zone="Work")) == saved
        with pytest.raises(errors.UnknownItem):
            database.fetch("n")
        saved["a"] = 2
        assert database.save(saved)["a"] == 2
        database.delete(saved)
        with pytest.raises(errors.UnknownItem):
            work.fetch("n")
        assert work.zones() == database.zones()
        assert work.fetch_zone("Work") == database.fetch_zone(ZoneID("Work"))
        assert "Work" in repr(work)


class TestQueries:
    @pytest.fixture(autouse=True)
    def notes(self, cloud: Cloud) -> None:
        cloud.seed(
            Record(
                "Note",
                {
                    "title": f"note {number}",
                    "v": number,
                    "half": number / 2,
                    "tags": ["even" if number % 2 == 0 else "odd", f"t{number}"],
                    "due": datetime(2026, 1, 1 + number, tzinfo=timezone.utc),
                    "place": Location(float(number), 0.0),
                },
                name=f"n{number}",
            )
            for number in range(10)
        )

    def found(self, database: Database, *filters: Any, **options: Any) -> list[int]:
        options.setdefault("sort_by", ["v"])
        return [record["v"] for record in database.query("Note", *filters, **options)]

    def test_all(self, database: Database) -> None:
        assert self.found(database) == list(range(10))

    def test_comparisons(self, database: Database) -> None:
        v = Field("v")
        assert self.found(database, v == 3) == [3]
        assert self.found(database, v != 3) == [0, 1, 2, 4, 5, 6, 7, 8, 9]
        assert self.found(database, v < 2) == [0, 1]
        assert self.found(database, v <= 2) == [0, 1, 2]
        assert self.found(database, v > 8) == [9]
        assert self.found(database, v >= 8, v < 9) == [8]
        assert self.found(database, v.is_in([1, 5, 77])) == [1, 5]
        assert self.found(database, ~v.is_in([1, 5])) == [0, 2, 3, 4, 6, 7, 8, 9]
        assert self.found(database, ~(v == 3)) == self.found(database, v != 3)
        assert self.found(database, Field("half") > 4.0) == [9]
        later = datetime(2026, 1, 9, tzinfo=timezone.utc)
        assert self.found(database, Field("due") >= later) == [8, 9]

    def test_texts_and_lists(self, database: Database) -> None:
        title, tags = Field("title"), Field("tags")
        assert self.found(database, title.begins_with("note 4")) == [4]
        assert self.found(database, ~title.begins_with("note")) == []
        assert self.found(database, tags.contains("even"), Field("v") > 5) == [6, 8]
        assert self.found(database, ~tags.contains("even")) == [1, 3, 5, 7, 9]
        assert self.found(database, tags.contains_any(["t1", "t2"])) == [1, 2]
        assert self.found(database, tags.contains_all(["odd", "t3"])) == [3]
        assert self.found(database, tags.member_begins_with("t7")) == [7]

    def test_places(self, database: Database) -> None:
        place = Field("place")
        assert self.found(database, place.near(Location(3.0, 0.0), 1000)) == [3]
        nearest = place.nearest_first(Location(9.0, 0.0))
        assert self.found(database, sort_by=[nearest], limit=2) == [9, 8]

    def test_system_fields(self, database: Database, cloud: Cloud) -> None:
        assert self.found(database, Field.RECORD_NAME == "n4") == [4]
        assert self.found(database, Field.RECORD_NAME.is_in(["n4", "n5"])) == [4, 5]
        me = cloud.container().user_record_name()
        database.save(Record("Note", {"v": 99}, name="mine"))
        assert 99 in self.found(database, Field.CREATED_BY == me)
        assert 99 in self.found(database, Field.MODIFIED >= NEW_YEAR)
        assert self.found(database, Field.CREATED < NEW_YEAR) == []

    def test_order_and_limits(self, database: Database) -> None:
        assert self.found(database, sort_by=["-v"], limit=3) == [9, 8, 7]
        assert self.found(database, sort_by=[Field("v").descending()], limit=1) == [9]
        assert self.found(database, sort_by=[Field("v").ascending()], limit=1) == [0]
        assert len(self.found(database, sort_by=[Field.MODIFIED, "-v"])) == 10
        assert database.query("Note", limit=1, desired_keys=["title"])[0].keys() == {"title"}

    def test_pages(self, database: Database, cloud: Cloud) -> None:
        page = database.query_page("Note", sort_by=["v"], results_limit=4)
        assert len(page.records) == 4
        rest = database.query_page("Note", sort_by=["v"], results_limit=10, marker=page.marker)
        assert [record["v"] for record in rest.records] == [4, 5, 6, 7, 8, 9]
        assert rest.marker is None
        cloud.set_limits(pageSize=3)
        assert self.found(database) == list(range(10))
        assert self.found(database, limit=5) == [0, 1, 2, 3, 4]

    def test_zones(self, database: Database, work: Database) -> None:
        work.save(Record("Note", {"v": 100}, name="w"))
        assert self.found(work) == [100]
        assert 100 not in self.found(database)
        assert 100 in self.found(database, zone_wide=True)

    def test_an_unknown_type(self, database: Database) -> None:
        with pytest.raises(errors.UnknownItem):
            database.query("Nothing")

    def test_no_condition_is_dropped_silently(self) -> None:
        v = Field("v")
        with pytest.raises(TypeError, match="neither true nor false"):
            _ = v > 1 and v < 3
        with pytest.raises(TypeError, match="neither true nor false"):
            _ = 1 < v < 3
        with pytest.raises(TypeError, match="no negative"):
            _ = ~(v > 1)
        with pytest.raises(TypeError):
            hash(v)

    def test_predicates_as_json(self) -> None:
        arguments = [3, NEW_YEAR]
        assert query("Note", (), (), "v > %@ AND due < %@", arguments) == {
            "recordType": "Note",
            "predicate": "v > %@ AND due < %@",
            "predicateArguments": [
                {"value": 3, "type": "INT64"},
                {"value": 1767225600000, "type": "TIMESTAMP"},
            ],
        }

    def test_filters_as_json(self) -> None:
        assert (Field("due") > NEW_YEAR).to_wire() == {
            "fieldName": "due",
            "comparator": "GREATER_THAN",
            "fieldValue": {"value": 1767225600000, "type": "TIMESTAMP"},
        }
        assert Field("text").contains_all_tokens("a b").to_wire()["comparator"] == (
            "CONTAINS_ALL_TOKENS"
        )
        assert Field("text").contains_any_token("a").to_wire()["comparator"] == (
            "CONTAINS_ANY_TOKENS"
        )
        assert Field.PARENT.to_wire() == {"systemFieldName": "parent"}
        assert Field.SHARE.to_wire() == {"systemFieldName": "share"}
        assert (
            Field.MODIFIED_BY.ascending().to_wire()["systemFieldName"] == "modifiedUserRecordName"
        )
        assert repr(Field("a")) == "Field('a')"
        assert repr(Field.CREATED) == "Field('createdTimestamp', system=True)"
