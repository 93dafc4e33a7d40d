"""Records: removing the parent, user-defined classes, copies."""

from __future__ import annotations

import copy
import pickle
from typing import Any

import pytest

from mockcloud import Cloud, Database, Participant, Record, Share


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
        class Note(Record):
            @property
            def headline(self) -> str:
                return str(self["title"])

        class Memo(Record, record_type="Note"):
            """Another class for the same type."""

        note = cloud.private.save(Note({"title": "Buy glue"}, name="n1"))
        assert isinstance(note, Note) and note.headline == "Buy glue"
        assert repr(note).startswith("Note('Note', {'title': 'Buy glue'}")
        # A class belongs to the call that names it: nothing else knows it.
        assert type(cloud.private.fetch("n1")) is Record
        assert type(cloud.private.fetch("n1", Note)) is Note
        assert type(cloud.private.fetch("n1", Memo)) is Memo
        assert type(cloud.private.fetch(note)) is Note
        assert type(cloud.private.query("Note")[0]) is Record
        assert type(cloud.private.query(Note)[0]) is Note
        assert type(cloud.private.save(Record("Memo"))) is Record
        loose: Any = Note
        assert Note().record_type == "Note" and loose("Note", {"a": 1}) == {"a": 1}
        with pytest.raises(ValueError, match="Note is for records of type 'Note', not 'Memo'"):
            loose("Memo")

    def test_the_package_keeps_its_own(self) -> None:
        with pytest.raises(TypeError, match="mockcloud's own Share"):

            class Mine(Record, record_type="cloudkit.share"):
                pass

    def test_what_is_no_type_and_what_are_no_fields(self) -> None:
        loose: Any = Record
        with pytest.raises(TypeError, match="a record's type is a string"):
            loose({"title": "Buy glue"})
        with pytest.raises(TypeError, match="fields are a mapping"):
            loose("Note", "title")
        with pytest.raises(TypeError, match="fields are a mapping"):
            loose("Note", encrypted=["title"])
        with pytest.raises(TypeError, match="record_type is a string, not 3"):

            class Three(Record, record_type=3):  # type: ignore[arg-type]
                pass

    def test_other_attributes_are_refused(self) -> None:
        note: Any = Record("Note")
        with pytest.raises(AttributeError, match="no attribute 'nam'; did you mean 'name'"):
            note.nam = "n1"
        with pytest.raises(AttributeError, match=r"fields are items: record\['titel'\]"):
            note.titel = "Buy glue"
        with pytest.raises(AttributeError, match="no attribute 'keys'"):
            note.keys = 3
        share: Any = Share("root")
        with pytest.raises(AttributeError, match="'particpants'"):
            share.particpants = []


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
        class Note(Record):
            __slots__ = ("_mark",)

        note: Any = Note({"title": "a"})
        note._mark = 3
        assert copy.copy(note)._mark == 3 and dict(copy.copy(note)) == {"title": "a"}

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
