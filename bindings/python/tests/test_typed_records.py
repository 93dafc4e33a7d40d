"""Classes of records with declared fields."""

from __future__ import annotations

import copy
import pickle
from datetime import datetime, timezone
from typing import Annotated, Any, ClassVar

import pytest

from mockcloud import (
    Asset,
    Cloud,
    Database,
    Encrypted,
    Field,
    Key,
    Location,
    Record,
    Reference,
    Share,
)
from mockcloud.errors import ServerRecordChanged


class Note(Record):
    limit: ClassVar[int] = 3
    title: str
    done: bool = False
    tags: list[str] = []  # noqa: RUF012
    list: Reference | None = None
    rank: float = 0
    subject: Annotated[str | None, Key("name")] = None
    secret: Encrypted[str | None] = None


class Everything(Record):
    text: str | None = None
    number: int | None = None
    real: float | None = None
    moment: datetime | None = None
    data: bytes | None = None
    place: Location | None = None
    file: Asset | None = None
    links: list[Reference] | None = None
    reals: list[float] = []  # noqa: RUF012
    any: Any = None


@pytest.fixture
def note(database: Database) -> Note:
    return database.save(Note(title="Buy glue", name="n1"))


def test_fields_are_attributes(database: Database, note: Note) -> None:
    assert (note.record_type, note.title, note.done, note.list) == ("Note", "Buy glue", False, None)
    assert note == {"title": "Buy glue", "done": 0, "tags": [], "rank": 0.0}
    note.done, note.rank, note.subject, note.secret = True, 2, "shopping", "hush"
    note.list = Reference("shopping")
    found = database.fetch(database.save(note).name or "", Note)
    assert found.done is True and found["done"] == 1
    assert type(found.rank) is float and found.rank == 2
    assert found["name"] == found.subject == "shopping"
    assert found.encrypted["secret"] == found.secret == "hush" and "secret" not in found
    assert found.list == Reference("shopping") and found.tags == []
    del found.subject
    assert found.changed_keys == ("name",) and found.subject is None
    with pytest.raises(AttributeError, match=r"no value of Note\.subject"):
        del found.subject
    with pytest.raises(ValueError, match="Note is for records of type 'Note', not 'Memo'"):
        found.record_type = "Memo"
    assert Note.limit == 3 and found.limit == 3


def test_every_type(database: Database) -> None:
    moment = datetime(2026, 1, 1, tzinfo=timezone.utc)
    thing = Everything(
        text="a", number=1, real=1, moment=moment, data=b"x", place=Location(1, 2),
        file=Asset(b"y"), links=[Reference("n")], reals=[1, 2], any=["z"], name="e",
    )  # fmt: skip
    found = database.fetch(database.save(thing).name or "", Everything)
    assert (found.text, found.number, found.real) == ("a", 1, 1.0)
    assert (found.moment, found.data, found.place) == (moment, b"x", Location(1, 2))
    assert found.file is not None and found.file.size == 1
    assert (found.links, found.reals, found.any) == ([Reference("n")], [1.0, 2.0], ["z"])
    assert found.response["fields"]["reals"]["type"] == "DOUBLE_LIST"


@pytest.mark.parametrize(
    ("field", "value", "message"),
    [
        ("title", 3, r"Note\.title is declared as str, not 3"),
        (
            "title",
            None,
            r"Note\.title is declared as str, so it cannot be None; declare str | None",
        ),
        ("done", 1, r"Note\.done is declared as bool, not 1"),
        ("rank", True, r"Note\.rank is declared as float, not True"),
        ("rank", "1", r"Note\.rank is declared as float, not '1'"),
        ("list", "n1", r"Note\.list is declared as Reference | None, not 'n1'"),
        ("tags", "x", r"Note\.tags is declared as list\[str\], not 'x'"),
        ("tags", ["x", 3], r"Note\.tags is declared as list\[str\], and 3 is no element"),
        ("tags", {"x"}, r"Note\.tags is declared as list\[str\], not \{'x'\}"),
        ("secret", b"x", r"Note\.secret is declared as str | None, not b'x'"),
    ],
)
def test_values_are_checked_when_they_are_set(
    note: Note, field: str, value: Any, message: str
) -> None:
    loose: Any = Note
    before = dict(note)
    with pytest.raises(TypeError, match=message):
        setattr(note, field, value)
    with pytest.raises(TypeError, match=message):
        loose(**{"title": "a", field: value})
    values = note.encrypted if field == "secret" else note
    with pytest.raises(TypeError, match=message):
        values[field] = value
    assert dict(note) == before and note.changed_keys == ()


def test_lists_are_tracked_and_checked(database: Database, note: Note) -> None:
    database.save(Record("Note", {"title": "a"}, name="n2"))
    bare = database.fetch("n2", Note)
    assert bare.tags == [] and bare.changed_keys == () and "tags" not in bare
    bare.tags.append("urgent")
    assert list(bare.changed_keys) == ["tags"]
    assert database.save(bare, refresh=True).tags == ["urgent"]
    loose: Any = bare.tags
    loose.append(3)
    with pytest.raises(TypeError, match="3 is no element of it"):
        database.save(bare)
    empty = Note(title="b")
    loose = empty.tags
    loose.append(3)
    with pytest.raises(TypeError, match="3 is no element of it"):
        empty.to_wire()


def test_fields_that_were_not_fetched_have_no_value(database: Database, note: Note) -> None:
    """A default would be a wrong answer: what the server has is not known."""
    home = database.in_zone(database.create_zone("Home"))
    home.save(Note(title="Buy glue", name="n2"))
    (feed,) = home.zone_changes_page("Home", desired_keys=["title"]).records
    bare = database.fetch("n1", Note, desired_keys=["title"])
    for partial in (
        bare,
        copy.copy(bare),
        Note.from_record(bare),
        Note.from_record(feed),
        database.fetch_all(["n1"], Note, desired_keys=["title"])[0],
        database.query(Note, desired_keys=["title"])[0],
        database.get("n1", Note, desired_keys=["title"]),
    ):
        assert partial is not None and partial.title == note.title
        for name in ("done", "tags", "secret"):
            with pytest.raises(AttributeError, match=rf"Note\.{name} was not fetched: .* out"):
                getattr(partial, name)
            assert not hasattr(partial, name)
    bare.done = True
    assert bare.done is True
    assert database.save(bare).tags == note.tags  # the answer to a save is whole
    assert Note(title="a").done is False


def test_undeclared_names_are_refused(note: Note) -> None:
    loose: Any = note
    with pytest.raises(AttributeError, match="Note has no attribute 'titel'; did you mean 'title'"):
        loose.titel = "Buy paper"
    with pytest.raises(ValueError, match="Note has no field 'titel'; did you mean 'title'"):
        note["titel"] = "Buy paper"
    with pytest.raises(ValueError, match=r"Note\.secret is declared as encrypted"):
        note["secret"] = "hush"
    with pytest.raises(ValueError, match=r"Note\.title is declared as not encrypted"):
        note.encrypted["title"] = "hush"
    kind: Any = Note
    with pytest.raises(
        TypeError, match=r"Note\(\) got an unexpected keyword argument 'titel'; did"
    ):
        kind(title="a", titel="b")
    with pytest.raises(TypeError, match=r"Note\(\) needs title: declared without a default"):
        kind(done=True)
    with pytest.raises(TypeError, match=r"Note\(\) got the field 'title' twice"):
        kind({"title": "a"}, title="b")
    assert kind({"title": "a"}).title == "a"
    plain: Any = Record
    with pytest.raises(TypeError, match=r"Record\(\) got an .* 'title'; fields are given as a map"):
        plain("Note", title="a")


def test_classes_are_given_where_they_are_used(cloud: Cloud, note: Note) -> None:
    database = cloud.private
    database.save_all([Note(title="Buy paper", name="n2"), Note(title="Cook", name="n3")])
    notes: list[Note] = database.query(Note, Field("title").begins_with("Buy"), sort_by=["title"])
    assert [each.title for each in notes] == ["Buy glue", "Buy paper"]
    assert [each.title for each in database.iter_query(Note, page_size=1)][-1] == "Cook"
    assert [each.title for each in database.fetch_all(["n3", "n1"], Note)] == ["Cook", "Buy glue"]
    assert {type(each) for each in database.query_page(Note).records} == {Note}
    assert database.explain(Note).query["recordType"] == "Note"
    stored: list[Note] = cloud.records(Note)
    assert [each.title for each in stored] == ["Buy glue", "Buy paper", "Cook"]
    assert [type(each) for each in cloud.iter_records(Note)] == [Note] * 3
    assert database.one(Note, Field("title") == "Cook").name == "n3"
    found = database.get("n2", Note)
    assert found is not None and found.title == "Buy paper"
    saved, name = database.modify(save=[Note(title="Zest")], delete=["n3"])
    assert type(saved) is Note and name == "n3"
    # Records of several types are converted one by one.
    (first, *_) = database.query("Note", sort_by=["title"])
    again = Note.from_record(first)
    assert again == first and again.title == "Buy glue" and again.created == first.created
    again.title = "Buy wood"
    assert first["title"] == "Buy glue" and database.save(again).title == "Buy wood"


def test_other_types_are_refused(database: Database, note: Note) -> None:
    database.save(Record("List", name="l1"))
    with pytest.raises(
        ValueError, match="'l1' is a record of type 'List', and Note is for records"
    ):
        database.fetch("l1", Note)
    with pytest.raises(ValueError, match="and Note is for records of type 'Note'"):
        Note.from_record(database.fetch("l1"))
    loose: Any = database
    with pytest.raises(TypeError, match="Record is not the class of one record type"):
        loose.query(Record)
    with pytest.raises(TypeError, match="kind is a class of records, not <class 'str'>"):
        loose.fetch("n1", str)
    with pytest.raises(TypeError, match="a record type is a name or a class of records, not 3"):
        loose.query(3)
    other: Any = Note
    with pytest.raises(TypeError, match=r"Note\.from_record\(\) takes a Record, not 'n1'"):
        other.from_record("n1")


def test_what_the_server_has_may_be_of_another_type() -> None:
    class Old(Record, record_type="Note"):
        title: int
        rank: int

    class New(Record, record_type="Note"):
        title: str
        rank: float
        done: bool = True

    with Cloud(seed=1) as cloud:
        cloud.private.save(Old(title=3, rank=2, name="n1"))
        new = cloud.private.fetch("n1", New)
        with pytest.raises(
            TypeError, match=r"New\.title is declared as str, but .* has 3 \(INT64\)"
        ):
            _ = new.title
        assert new.rank == 2.0 and type(new.rank) is float
        assert new.done is True  # the default, which the server does not have
        bare = cloud.private.fetch("n1", New, desired_keys=[])
        with pytest.raises(
            AttributeError, match=r"New\.title was not fetched: .* leave out 'title'"
        ):
            _ = bare.title
        assert not hasattr(bare, "title")


def test_copies_and_pickles(note: Note) -> None:
    note.tags.append("x")
    for other in (copy.copy(note), copy.deepcopy(note), pickle.loads(pickle.dumps(note))):
        assert type(other) is Note and other == note and other.changed_keys == ("tags",)
        other.tags.append("y")
        assert note.tags == ["x"]


def test_refresh_changes_the_record_in_place(database: Database, note: Note) -> None:
    note.title = "Buy paper"
    assert database.save(note, refresh=True) is note
    assert note.change_tag == database.fetch("n1").change_tag and note.changed_keys == ()
    note.title = "Buy wood"
    database.save(note, refresh=True)
    stale = copy.copy(note)
    database.save(note, refresh=True)
    stale.title = "Buy glass"
    tag = stale.change_tag
    with pytest.raises(ServerRecordChanged):
        database.save(stale, refresh=True)
    assert (stale.title, stale.change_tag, stale.changed_keys) == ("Buy glass", tag, ("title",))
    home = database.in_zone(database.create_zone("Home"))
    share: Share = home.share_zone("Home")
    share.public_permission = "READ_ONLY"
    assert database.save(share, refresh=True) is share
    assert (
        share.public_permission == "READ_ONLY" and share.to_wire(False).get("participants") is None
    )
    with pytest.raises(TypeError, match="refresh must be True or False"):
        database.save(note, refresh="yes")  # type: ignore[arg-type]
