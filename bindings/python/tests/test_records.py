"""Records from Python, one by one and several at once."""

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
    Location,
    PartialFailure,
    Record,
    Reference,
    Typed,
    errors,
)
from mockcloud._core import json as _json

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
        cloud.clock.advance(60)
        first["a"] = 2
        second = database.save(first)
        assert second.created is not None
        assert second.modified is not None
        assert second.created.timestamp == NEW_YEAR
        assert (second.modified.timestamp - second.created.timestamp).total_seconds() == 60
        assert second.modified.device_id == "device-1"
        assert second.modified.user_record_name == cloud.container().user_record_name()
        assert second.change_tag != first.change_tag
        assert second.response["recordName"] == "n"

    def test_a_record_without_a_name_gets_one(self, database: Database) -> None:
        saved = database.save(Record("Note", {"a": 1}))
        assert saved.name
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
        cloud.fail("partialFailure")
        with pytest.raises(PartialFailure):
            cloud.private.fetch("no")


class TestMany:
    def test_results_in_order(self, database: Database) -> None:
        names = ["c", "a", "b"]
        saved = database.save_all(Record("Note", {"v": name}, name=name) for name in names)
        assert [record.name for record in saved] == names
        assert [record["v"] for record in database.fetch_all(names)] == names
        assert database.delete_all(["a", saved[0]]) == ["a", "c"]
        assert [record.name for record in database.query("Note")] == ["b"]

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
        deleted = database.delete_all(
            [results[1], stale], if_unchanged=True, return_exceptions=True
        )
        assert deleted[0] == "c"
        assert isinstance(deleted[1], errors.ServerRecordChanged)
        unsaved = Record("Note", name="b")
        for given in ("b", unsaved):
            with pytest.raises(ValueError, match="if_unchanged compares change tags"):
                database.delete(given, if_unchanged=True)
            with pytest.raises(ValueError, match="if_unchanged compares change tags"):
                database.delete_all([stale, given], if_unchanged=True, return_exceptions=True)
            with pytest.raises(ValueError, match="if_unchanged compares change tags"):
                database.modify(delete=[given], if_unchanged=True)

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
        cloud.fail("networkFailure")
        with pytest.raises(ConnectionError):
            cloud.private.fetch_all(["a"], return_exceptions=True)


def test_a_record_without_fields_is_true(cloud: Cloud) -> None:
    saved = cloud.private.save(Record("Note", name="n1"))
    assert len(saved) == 0 and bool(saved) and bool(cloud.private.get("n1"))
