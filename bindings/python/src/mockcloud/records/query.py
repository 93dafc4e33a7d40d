"""Filters and sort keys as Python expressions.

    database.query(
        "Note",
        Field("priority") >= 3,
        Field("title").begins_with("Buy"),
        sort_by=["-priority", Field.MODIFIED],
    )

Each filter is one entry of CloudKit's `filterBy`. A record must match all filters.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, ClassVar, NoReturn, TypeVar

from .._core.keywords import explained, explained_constructor
from .._core.words import flag, text
from .values import Location, Reference, Typed, WireField, encode

_Value = TypeVar("_Value")

# Comparators and their negations, in both directions.
_NEGATIVES = {
    "EQUALS": "NOT_EQUALS",
    "IN": "NOT_IN",
    "BEGINS_WITH": "NOT_BEGINS_WITH",
    "LIST_CONTAINS": "NOT_LIST_CONTAINS",
    "LIST_CONTAINS_ANY": "NOT_LIST_CONTAINS_ANY",
    "LIST_CONTAINS_ALL": "NOT_LIST_CONTAINS_ALL",
    "LIST_MEMBER_BEGINS_WITH": "NOT_LIST_MEMBER_BEGINS_WITH",
}
_NEGATIVES.update({negative: positive for positive, negative in _NEGATIVES.items()})


class _Condition:
    """A part of a query. Two instances of a class are equal if their requests are equal.

    The comparison cannot use fields, because `==` between a field and a value makes a filter.
    """

    __slots__ = ()

    field: Field

    @abstractmethod
    def to_wire(self) -> dict[str, Any]:
        """Returns the dictionary for a request."""

    def __eq__(self, other: object) -> bool:
        if type(other) is not type(self):
            return NotImplemented
        return self.to_wire() == other.to_wire()

    def __hash__(self) -> int:
        return hash((type(self), self.field.name, self.field.system))


@dataclass(frozen=True, eq=False)
class Filter(_Condition):
    """One condition of a query."""

    field: Field
    comparator: str
    value: WireField
    distance: float | None = None

    def to_wire(self) -> dict[str, Any]:
        """Returns the dictionary to send."""
        wire = {**self.field.to_wire(), "comparator": self.comparator, "fieldValue": self.value}
        if self.distance is not None:
            wire["distance"] = self.distance
        return wire

    def __invert__(self) -> Filter:
        negative = _NEGATIVES.get(self.comparator)
        if negative is None:
            raise TypeError(f"CloudKit has no negation of {self.comparator}")
        return replace(self, comparator=negative)

    def __and__(self, other: object) -> NoReturn:
        raise TypeError("a query combines its filters by AND: pass several, query(…, a, b)")

    def __or__(self, other: object) -> NoReturn:
        raise TypeError("CloudKit has no OR: use one query for each, or is_in() for several values")

    def __bool__(self) -> bool:
        # Otherwise `a and b` and `1 < field < 3` would silently drop a condition.
        raise TypeError("a filter has no truth value: pass several filters to the query instead")


@dataclass(frozen=True, eq=False)
class Sort(_Condition):
    """One sort key of a query."""

    field: Field
    ascending: bool = True
    relative_location: WireField | None = None

    def to_wire(self) -> dict[str, Any]:
        """Returns the dictionary to send."""
        wire: dict[str, Any] = {**self.field.to_wire(), "ascending": self.ascending}
        if self.relative_location is not None:
            wire["relativeLocation"] = self.relative_location
        return wire


@explained
@explained_constructor
class Field:
    """A field in a query. Comparing it with a value makes a filter, as do most of its methods."""

    __slots__ = ("name", "system")

    #: The system fields, which all records have.
    RECORD_NAME: ClassVar[Field]
    CREATED: ClassVar[Field]
    MODIFIED: ClassVar[Field]
    CREATED_BY: ClassVar[Field]
    MODIFIED_BY: ClassVar[Field]
    PARENT: ClassVar[Field]
    SHARE: ClassVar[Field]
    #: The text of all fields, for token searches.
    ANY_TEXT: ClassVar[Field]

    def __init__(self, name: str, *, system: bool = False) -> None:
        self.name = text(name, "name")
        self.system = flag(system, "system")

    def __repr__(self) -> str:
        return f"Field({self.name!r}{', system=True' if self.system else ''})"

    def to_wire(self) -> dict[str, Any]:
        """Returns the dictionary to send."""
        if not self.name:
            return {}
        return {"systemFieldName" if self.system else "fieldName": self.name}

    def _filter(self, comparator: str, value: Any) -> Filter:
        if self.system and isinstance(value, str) and not self.name.endswith("Timestamp"):
            # CloudKit compares the names of records and users as references.
            return Filter(self, comparator, _name(value))
        return Filter(self, comparator, encode(value))

    def __eq__(self, value: object) -> Filter:  # type: ignore[override]
        return self._filter("EQUALS", value)

    def __ne__(self, value: object) -> Filter:  # type: ignore[override]
        return self._filter("NOT_EQUALS", value)

    __hash__ = None  # type: ignore[assignment]

    def __lt__(self, value: Any) -> Filter:
        return self._filter("LESS_THAN", value)

    def __le__(self, value: Any) -> Filter:
        return self._filter("LESS_THAN_OR_EQUALS", value)

    def __gt__(self, value: Any) -> Filter:
        return self._filter("GREATER_THAN", value)

    def __ge__(self, value: Any) -> Filter:
        return self._filter("GREATER_THAN_OR_EQUALS", value)

    def between(self, low: Any, high: Any) -> tuple[Filter, Filter]:
        """Matches values from `low` to `high`: `query(…, *field.between(1, 5))`."""
        return self >= low, self <= high

    def is_in(self, values: Iterable[Any]) -> Filter:
        """Matches values that are equal to one of `values`."""
        members = several(values, "is_in")
        if self.system and members and all(isinstance(member, str) for member in members):
            names = [_name(member)["value"] for member in members]
            return Filter(self, "IN", {"value": names, "type": "REFERENCE_LIST"})
        return self._filter("IN", members)

    def begins_with(self, prefix: str) -> Filter:
        """Matches texts that begin with `prefix`."""
        return self._filter("BEGINS_WITH", text(prefix, "prefix"))

    def contains_all_tokens(self, words: str) -> Filter:
        """Matches texts that contain all of these words."""
        return self._filter("CONTAINS_ALL_TOKENS", text(words, "words"))

    def contains_any_token(self, words: str) -> Filter:
        """Matches texts that contain at least one of these words."""
        return self._filter("CONTAINS_ANY_TOKENS", text(words, "words"))

    def contains(self, value: Any) -> Filter:
        """Matches lists that contain this value."""
        return self._filter("LIST_CONTAINS", value)

    def contains_any(self, values: Sequence[Any]) -> Filter:
        """Matches lists that contain at least one of these values."""
        return self._filter("LIST_CONTAINS_ANY", several(values, "contains_any"))

    def contains_all(self, values: Sequence[Any]) -> Filter:
        """Matches lists that contain all of these values."""
        return self._filter("LIST_CONTAINS_ALL", several(values, "contains_all"))

    def member_begins_with(self, prefix: str) -> Filter:
        """Matches lists with a member that begins with `prefix`."""
        return self._filter("LIST_MEMBER_BEGINS_WITH", text(prefix, "prefix"))

    def near(self, location: Location, distance: float) -> Filter:
        """Matches locations within `distance` metres of `location`."""
        if isinstance(distance, bool) or not isinstance(distance, int | float):
            raise TypeError(f"distance is a number of metres, not {distance!r}")
        return Filter(self, "NEAR", _location(location), distance)

    def ascending(self) -> Sort:
        """Returns the order by this field, the smallest value first."""
        return Sort(self)

    def descending(self) -> Sort:
        """Returns the order by this field, the greatest value first."""
        return Sort(self, ascending=False)

    def nearest_first(self, location: Location) -> Sort:
        """Returns a sort key by the distance from `location`, nearest first."""
        return Sort(self, relative_location=_location(location))


def _location(given: Location) -> WireField:
    if not isinstance(given, Location):
        raise TypeError(f"location is a Location(latitude, longitude), not {given!r}")
    return encode(given)


def several(values: Iterable[_Value], what: str) -> list[_Value]:
    """Returns the values as a list; raises `TypeError` for a text, which is a single value."""
    if isinstance(values, Mapping):
        raise TypeError(f"{what} takes a list of values, not the dictionary {values!r}")
    if isinstance(values, (str, bytes)):
        raise TypeError(f"{what} takes a list of values, not the single value {values!r}")
    if not isinstance(values, Iterable):
        raise TypeError(f"{what} takes a list of values, not {values!r}")
    return list(values)


def _name(name: str) -> WireField:
    return encode(Typed(Reference(name), "REFERENCE"))


Field.RECORD_NAME = Field("recordName", system=True)
Field.CREATED = Field("createdTimestamp", system=True)
Field.MODIFIED = Field("modifiedTimestamp", system=True)
Field.CREATED_BY = Field("createdUserRecordName", system=True)
Field.MODIFIED_BY = Field("modifiedUserRecordName", system=True)
Field.PARENT = Field("parent", system=True)
Field.SHARE = Field("share", system=True)
Field.ANY_TEXT = Field("")

#: A sort key: the name of a field (descending with the prefix `-`), a `Field`, or a `Sort`.
SortKey = str | Field | Sort


def filter_to_wire(condition: Filter) -> dict[str, Any]:
    """Returns the filter dictionary for a filter."""
    if isinstance(condition, Filter):
        return condition.to_wire()
    hint = "; predicate text is given as predicate=" if isinstance(condition, str) else ""
    raise TypeError(f"a filter is a comparison such as Field('n') > 3, not {condition!r}{hint}")


def sort_to_wire(key: SortKey) -> dict[str, Any]:
    """Returns the sort dictionary for a sort key."""
    if not isinstance(key, (str, Field, Sort)):
        raise TypeError(f"a sort key is a name, a Field or a Sort, not {key!r}")
    if isinstance(key, Sort):
        return key.to_wire()
    if isinstance(key, Field):
        return Sort(key).to_wire()
    return Sort(Field(key.removeprefix("-")), ascending=not key.startswith("-")).to_wire()
