"""The declarations of fields in classes of records."""

from __future__ import annotations

from datetime import datetime, timezone
from typing import Annotated, Any, Optional

import pytest

from mockcloud import Database, Encrypted, Key, Record, Reference


def test_classes_inherit_fields(database: Database) -> None:
    class Item(Record):
        title: str
        amount: int = 1

    class Fruit(Item):
        amount: float = 2  # type: ignore[assignment]
        color: str = "red"

    fruit = database.save(Fruit(title="apple"))
    assert (fruit.record_type, fruit.title, fruit.amount, fruit.color) == (
        "Fruit",
        "apple",
        2,
        "red",
    )
    assert type(fruit.amount) is float
    with pytest.raises(TypeError, match=r"Fruit\(\) needs title"):
        Fruit()  # type: ignore[call-arg]
    loose: Any = Item(title="pear")
    with pytest.raises(AttributeError, match="no attribute 'color'"):
        loose.color = "green"


def test_classes_inherit_from_several() -> None:
    class Titled(Record, record_type="Item"):
        title: str = "none"
        rank: int = 1

    class Ranked(Record, record_type="Item"):
        rank: str = "first"
        due: datetime | None = None

    class Both(Titled, Ranked, record_type="Item"):  # type: ignore[misc]
        pass

    class More(Titled, Ranked, record_type="Item"):  # type: ignore[misc]
        color: str = "red"

    assert Both() == {"title": "none", "rank": 1}
    moment = datetime(2026, 1, 1, tzinfo=timezone.utc)
    assert More(due=moment) == {"title": "none", "rank": 1, "due": moment, "color": "red"}
    loose: Any = Both()
    with pytest.raises(TypeError, match=r"Titled\.rank is declared as int, not 'x'"):
        loose.rank = "x"


def test_declared_fields_are_not_hidden() -> None:
    class Item(Record):
        title: str = "none"

    for hiding in ("other", property(lambda self: "other"), lambda self: "other"):
        with pytest.raises(
            TypeError, match=r"Wrong\.title hides the declared field Item\.title: .* title: str = "
        ):
            type("Wrong", (Item,), {"title": hiding})

    class Upper(Item):
        @property  # type: ignore[misc]
        def title(self) -> str:
            return str(self["title"])

        @title.setter
        def title(self, title: str) -> None:
            self["title"] = title.upper()

    assert Upper(title="a") == {"title": "A"}


def test_marks_inside_unions_and_forward_references() -> None:
    class Memo(Record):
        secret: Encrypted[str] | None = None
        subject: Annotated[str, Key("name")] | None = None

    annotations = {"link": Optional["Reference"], "links": list["Reference"], "also": "list['str']"}
    late: Any = type("Late", (Record,), {"__annotations__": annotations, "links": [], "also": []})
    memo = Memo(secret="hush", subject="glue")
    assert memo == {"name": "glue"} and memo.encrypted == {"secret": "hush"}
    assert Memo().secret is None
    target = Reference("n1")
    assert late(link=target, links=[target], also=["a"])["links"] == [target]
    with pytest.raises(TypeError, match=r"Late\.links is declared as list\[Reference\], and 3 is"):
        late(links=[3])
    with pytest.raises(TypeError, match="CloudKit has no field type for list"):
        type("Wrong", (Record,), {"__annotations__": {"a": list[Encrypted[str]]}})


@pytest.mark.parametrize(
    ("annotations", "message"),
    [
        (
            {"name": str},
            r"'name' has a meaning for every record; .* Annotated\[\.\.\., Key\('name'\)\]",
        ),
        ({"zone": str}, "'zone' has a meaning for every record"),
        ({"keys": str}, "'keys' has a meaning for every record"),
        ({"a": dict}, "CloudKit has no field type for <class 'dict'>; a declared field is one of"),
        ({"a": list}, "CloudKit has no field type for <class 'list'>"),
        ({"a": str | int}, "CloudKit has no field type for str | int"),
        ({"a": list[list[str]]}, "CloudKit has no field type for"),
        ({"a": "Missing"}, "the annotation 'Missing' cannot be evaluated: name 'Missing'"),
        ({"a": str, "b": Annotated[str, Key("a")]}, "the field 'a' is declared twice"),
    ],
)
def test_wrong_declarations(annotations: dict[str, Any], message: str) -> None:
    with pytest.raises(TypeError, match=message):
        type("Wrong", (Record,), {"__annotations__": annotations})


def test_wrong_defaults() -> None:
    with pytest.raises(TypeError, match=r"Wrong\.a is declared as str, not 3"):

        class Wrong(Record):
            a: str = 3  # type: ignore[assignment]

    with pytest.raises(TypeError, match=r"Worse\.a: the default of a list is \[\] or None"):

        class Worse(Record):
            a: list[str] = ["x"]  # noqa: RUF012

    with pytest.raises(TypeError, match="Key takes the name of a field, not 3"):
        Key(3)  # type: ignore[arg-type]


def test_names_that_look_alike_are_apart(database: Database) -> None:
    class Cafe(Record):
        composed: Annotated[str, Key("caf\u00e9")] = "c"
        decomposed: Annotated[str, Key("cafe\u0301")] = "d"

    kind = Cafe()
    assert dict(kind) == {"caf\u00e9": "c", "cafe\u0301": "d"}
