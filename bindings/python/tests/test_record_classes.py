"""Records: removing the parent, user-defined classes, copies."""

from __future__ import annotations

import copy
import pickle
from collections.abc import Iterator
from typing import Any

import pytest

from mockcloud import Cloud, Database, Participant, Record, Share, record


@pytest.fixture(autouse=True)
def no_class_stays(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Removes the registrations of a test's classes."""
    monkeypatch.setattr(record, "_KINDS", dict(record._KINDS))
    yield


class TestParent:
    @pytest.mark.parametrize("policy", ["ifServerRecordUnchanged", "changedKeys", "allKeys"])
    def test_none_takes_the_parent_out(self, work: Database, policy: Any) -> None:
        top = work.save(Record("List", name="top"))
        child = work.save(Record("Item", name="child", parent=top))
        assert child.parent == "top"
        child.parent = None
        assert work.save(child, save_policy=policy).parent is None
        assert work.fetch("child").parent is None

    def test_none_that_was_not_set_leaves_the_parent(self, work: Database) -> None:
        top = work.save(Record("List", name="top"))
        work.save(Record("Item", name="child", parent=top))
        unaware = Record("Item", {"n": 1}, name="child")
        assert work.save(unaware, save_policy="changedKeys").parent == "top"

    def test_a_record_is_a_parent(self, work: Database) -> None:
        top = work.save(Record("List", name="top"))
        child = Record("Item", name="child")
        child.parent = top
        assert child.parent == "top"
        assert work.save(child).parent == "top"

    def test_what_is_no_parent(self) -> None:
        loose: Any = Record("Item")
        with pytest.raises(ValueError, match="has no name yet"):
            loose.parent = Record("List")
        with pytest.raises(ValueError, match="has no name yet"):
            Record("Item", parent=Record("List"))
        with pytest.raises(TypeError, match="a record or its name, not 3"):
            loose.parent = 3


class TestClasses:
    def test_a_class_for_a_type(self, cloud: Cloud) -> None:
        class Note(Record, record_type="Note"):
            @property
            def title(self) -> str:
                return str(self["title"])

        note = cloud.private.save(Note({"title": "Buy glue"}, name="n1"))
        assert isinstance(note, Note) and note.title == "Buy glue"
        assert repr(note).startswith("Note('Note', {'title': 'Buy glue'}")
        assert type(cloud.private.fetch("n1")) is Note
        assert type(cloud.private.query("Note")[0]) is Note
        assert type(cloud.private.save(Record("Memo"))) is Record
        assert Note().record_type == "Note" and Note("Note", {"a": 1}) == {"a": 1}
        with pytest.raises(ValueError, match="Note is for records of type 'Note', not 'Memo'"):
            Note("Memo")

    def test_a_class_without_a_type_is_refused(self) -> None:
        with pytest.raises(TypeError, match=r'class Note\(Record, record_type="Note"\)'):

            class Note(Record):
                pass

    def test_the_package_keeps_its_own(self) -> None:
        with pytest.raises(TypeError, match="mockcloud's own Share"):

            class Mine(Record, record_type="cloudkit.share"):
                pass

    def test_what_is_no_type_and_what_are_no_fields(self) -> None:
        loose: Any = Record
        with pytest.raises(TypeError, match="a record's type is a text"):
            loose({"title": "Buy glue"})
        with pytest.raises(TypeError, match="fields are a mapping"):
            loose("Note", "title")
        with pytest.raises(TypeError, match="fields are a mapping"):
            loose("Note", encrypted=["title"])


class TestCopies:
    def test_fields_are_copied(self, database: Database) -> None:
        note = database.save(Record("Note", {"title": "a", "tags": ["x"]}, name="n1"))
        note["tags"].append("y")
        other = copy.copy(note)
        assert other == note and other.changed_keys == note.changed_keys == ("tags",)
        other["title"] = "b"
        other["tags"].append("z")
        other.encrypted["secret"] = "s"
        assert note == {"title": "a", "tags": ["x", "y"]}
        assert dict(note.encrypted) == {} and note.changed_keys == ("tags",)
        assert (other.change_tag, other.created) == (note.change_tag, note.created)

    def test_what_a_class_of_ones_own_adds_is_copied(self) -> None:
        class Note(Record, record_type="Note"):
            mark: int

        note = Note({"title": "a"})
        note.mark = 3
        assert copy.copy(note).mark == 3

    def test_participants_are_copied(self) -> None:
        share = Share("root", participants=["a@example.com"])
        other = copy.copy(share)
        other.add("b@example.com")
        assert share.participants == [Participant(email="a@example.com")]
        assert (type(other), other.root) == (Share, "root")

    def test_deep_copies_and_pickles(self) -> None:
        note = Record("Note", {"tags": ["x"]}, name="n1")
        for other in (copy.deepcopy(note), pickle.loads(pickle.dumps(note))):
            other["tags"].append("y")
            assert note == {"tags": ["x"]} and other == {"tags": ["x", "y"]}
