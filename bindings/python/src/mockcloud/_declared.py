"""Declared fields: the annotated attributes of classes of records."""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime
from functools import partial
from types import NoneType, UnionType
from typing import (
    TYPE_CHECKING,
    Annotated,
    Any,
    ClassVar,
    ForwardRef,
    TypeVar,
    Union,
    get_args,
    get_origin,
)

from .assets import Asset
from .values import Location, Reference, Typed, WireField, decode

if TYPE_CHECKING:
    from ._fields import Fields

_Value = TypeVar("_Value")

#: The types of declared fields, with their types in CloudKit.
_KINDS: Mapping[Any, str] = {
    str: "STRING",
    int: "INT64",
    bool: "INT64",
    float: "DOUBLE",
    bytes: "BYTES",
    datetime: "TIMESTAMP",
    Reference: "REFERENCE",
    Location: "LOCATION",
    Asset: "ASSETID",
}

#: The value of a field without a default.
_MISSING: Any = object()


@dataclass(frozen=True)
class Key:
    """The name of a declared field in CloudKit, if it is not that of the attribute.

    `subject: Annotated[str, Key("name")]` declares the field `name`, because `name` is an
    attribute of every record.
    """

    name: str

    def __post_init__(self) -> None:
        if not isinstance(self.name, str) or not self.name:
            raise TypeError(f"Key takes the name of a field, not {self.name!r}")


class _EncryptedMark:
    """Marks a declared field as encrypted."""


#: A declared field whose value is encrypted: `secret: Encrypted[str]`.
Encrypted = Annotated[_Value, _EncryptedMark()]


@dataclass(frozen=True)
class _Form:
    """The type of a declared field."""

    #: A type of `_KINDS`; None for any value.
    kind: Any
    is_list: bool
    is_optional: bool

    @property
    def wire_type(self) -> str | None:
        if self.kind is None:
            return None
        return _KINDS[self.kind] + ("_LIST" if self.is_list else "")

    def accepts_item(self, value: object) -> bool:
        if self.kind is None:
            return True
        if self.kind is float:
            return isinstance(value, int | float) and not isinstance(value, bool)
        if self.kind is bytes:
            return isinstance(value, bytes | bytearray | memoryview)
        return isinstance(value, self.kind)

    def accepts(self, value: object) -> bool:
        if value is None:
            return self.is_optional
        if self.is_list:
            return isinstance(value, list | tuple) and all(map(self.accepts_item, value))
        return self.accepts_item(value)

    def __str__(self) -> str:
        name = "Any" if self.kind is None else self.kind.__name__
        text = f"list[{name}]" if self.is_list else name
        return f"{text} | None" if self.is_optional and self.kind is not None else text


class DeclaredField:
    """A declared field: an attribute of the records of a class, which is checked when it is set."""

    __slots__ = ("_default", "_form", "_owner", "is_encrypted", "key", "name")

    def __init__(
        self, owner: str, name: str, form: _Form, key: str, is_encrypted: bool, default: Any
    ) -> None:
        self._owner = owner
        self._form = form
        self._default = default
        self.name = name
        #: The name of the field in CloudKit.
        self.key = key
        self.is_encrypted = is_encrypted
        if default is not _MISSING:
            if isinstance(default, list) and default:
                raise TypeError(
                    f"{self}: the default of a list is [] or None; pass other values to {owner}()"
                )
            self.check(default)

    def __str__(self) -> str:
        return f"{self._owner}.{self.name}"

    def __repr__(self) -> str:
        return f"<field {self}: {self._form}>"

    @property
    def form(self) -> str:
        """The annotation of the field."""
        return str(self._form)

    @property
    def is_required(self) -> bool:
        return self._default is _MISSING

    def default(self) -> Any:
        return [] if isinstance(self._default, list) else self._default

    # Access

    def __get__(self, record: Any, owner: type | None = None) -> Any:
        return self if record is None else self.read(record)

    def __set__(self, record: Fields, value: Any) -> None:
        record._set(self.key, value, self.is_encrypted)

    def __delete__(self, record: Fields) -> None:
        field = record._fields.get(self.key)
        if field is None or field["value"] is None:
            raise AttributeError(f"this record has no value of {self}", name=self.name, obj=record)
        record._put(self.key, None, self.is_encrypted)

    def read(self, record: Fields) -> Any:
        """Returns the value in a record, or the default."""
        if self.key in record._lists:
            return record._lists[self.key]
        field = record._fields.get(self.key)
        if field is None or field["value"] is None:
            return self._absent(record)
        if not self._is_stored_as(field):
            stored = decode(field)
            raise TypeError(
                f"{self} is declared as {self._form}, but this record has {stored!r} "
                f"({field.get('type', 'without a type')})"
            )
        value = record._get(self.key, field.get("isEncrypted", False))
        if self._form.is_list:
            return value
        return self._form.kind(value) if self._form.kind in (bool, float) else value

    def _absent(self, record: Fields) -> Any:
        if self._default is _MISSING:
            if self._form.is_optional:
                return None
            raise AttributeError(
                f"this record has no value of {self}: it was not fetched, or never saved",
                name=self.name,
                obj=record,
            )
        value = self.default()
        if isinstance(value, list):
            # A change of the returned list is a change of the record.
            record._lists[self.key] = value
            record._fields[self.key] = {"value": None, "type": self._form.wire_type}
            if self.is_encrypted:
                record._fields[self.key]["isEncrypted"] = True
        return value

    def _is_stored_as(self, field: WireField) -> bool:
        expected, stored = self._form.wire_type, field.get("type")
        if expected is None or stored is None or stored == expected:
            return True
        return (stored, expected) in (("INT64", "DOUBLE"), ("INT64_LIST", "DOUBLE_LIST"))

    # Checks

    def check(self, value: object) -> None:
        """Raises `TypeError` unless the value is one of the declared type."""
        if self._form.accepts(value):
            return
        if value is None:
            raise TypeError(
                f"{self} is declared as {self._form}, so it cannot be None; "
                f"declare {self._form} | None, or delete the attribute"
            )
        if self._form.is_list and isinstance(value, list | tuple):
            wrong = next(each for each in value if not self._form.accepts_item(each))
            raise TypeError(
                f"{self} is declared as {self._form}, and {wrong!r} is no element of it"
            )
        raise TypeError(f"{self} is declared as {self._form}, not {value!r}")

    def stored(self, value: Any) -> Any:
        """Returns a checked value in the form that has the declared type."""
        self.check(value)
        if self._form.is_list and value is not None:
            if self._form.kind is float:
                return Typed([float(each) for each in value], "DOUBLE_LIST")
            if not value:
                return Typed([], self._form.wire_type or "STRING_LIST")
            return value
        return float(value) if self._form.kind is float and value is not None else value


def declared_fields(kind: type, base: type) -> dict[str, DeclaredField]:
    """Returns the fields that a class declares itself, by their names in CloudKit.

    `base` is the class whose attributes all records have.
    """
    annotations = _own_annotations(kind)
    found: dict[str, DeclaredField] = {}
    if not annotations:
        return found
    scope = _scope()
    for name, annotation in annotations.items():
        if name.startswith("_") or hasattr(vars(kind).get(name), "__set__"):
            continue  # private, or an attribute in `__slots__`
        marks: list[Any] = []
        evaluated = _plain(annotation, marks, partial(_evaluated, scope, kind, name))
        if get_origin(evaluated) is ClassVar or evaluated is ClassVar:
            continue
        if hasattr(base, name) or name in ("fields", "zone"):
            raise TypeError(
                f"{kind.__name__}.{name}: {name!r} has a meaning for every record; give the field "
                f"another attribute: {name}_: Annotated[..., Key({name!r})]"
            )
        default = vars(kind).get(name, _MISSING)
        field = _field(kind.__name__, name, evaluated, marks, default)
        if field.key in found:
            raise TypeError(f"{field}: the field {field.key!r} is declared twice")
        found[field.key] = field
    return found


def inherited_fields(kind: type) -> list[DeclaredField]:
    """Returns the fields that the bases of a class declare.

    Raises `TypeError` if the class hides one of them by an attribute that is not a field.
    """
    found: dict[str, DeclaredField] = {}
    for base in kind.__bases__:
        for each in getattr(base, "_declared", {}).values():
            found.setdefault(each.name, each)
    for name, each in found.items():
        own = vars(kind).get(name, each)
        is_set = isinstance(own, property) and own.fset is not None
        if not isinstance(own, DeclaredField) and not is_set:
            raise TypeError(
                f"{kind.__name__}.{name} hides the declared field {each}: "
                f"annotate it to declare the field anew, {name}: {each.form} = ..."
            )
    return list(found.values())


def _field(owner: str, name: str, annotation: Any, marks: list[Any], default: Any) -> DeclaredField:
    key = next((each.name for each in marks if isinstance(each, Key)), name)
    is_encrypted = any(isinstance(each, _EncryptedMark) for each in marks)
    form = _form(annotation)
    if form is None:
        kinds = ", ".join(each.__name__ for each in _KINDS)
        raise TypeError(
            f"{owner}.{name}: CloudKit has no field type for {annotation!r}; "
            f"a declared field is one of {kinds}, a list of one of these, or Any, "
            "each also with | None"
        )
    return DeclaredField(owner, name, form, key, is_encrypted, default)


def _form(annotation: Any) -> _Form | None:
    """Returns the form of an annotation; None if no field has it."""
    if annotation is Any:
        return _Form(None, False, True)
    is_optional = False
    if get_origin(annotation) in (Union, UnionType):
        members = [each for each in get_args(annotation) if each is not NoneType]
        is_optional = len(members) < len(get_args(annotation))
        if len(members) != 1:
            return None
        (annotation,) = members
    is_list = get_origin(annotation) is list
    if is_list:
        (annotation,) = get_args(annotation)
    known = isinstance(annotation, type) and annotation in _KINDS
    return _Form(annotation, is_list, is_optional) if known else None


def _own_annotations(kind: type) -> Mapping[str, Any]:
    found = vars(kind).get("__annotations__")
    if found is None and sys.version_info >= (3, 14):
        from annotationlib import Format, get_annotations

        # As texts, because names of the class body hide others: `list: Reference | None = None`.
        return get_annotations(kind, format=Format.STRING)
    return found or {}


def _scope() -> tuple[dict[str, Any], dict[str, Any]]:
    """Returns the names that annotations may use: those where the class is defined.

    The names of the class body are not among them: a field may be called `list`.
    """
    package = __name__.partition(".")[0]
    frame = sys._getframe(1)
    while frame.f_back is not None and (
        frame.f_globals.get("__name__", "").partition(".")[0] in (package, "abc")
    ):
        frame = frame.f_back
    return frame.f_globals, dict(frame.f_locals)


def _plain(annotation: Any, marks: list[Any], evaluate: Callable[[str], Any]) -> Any:
    """Returns an annotation with its texts evaluated, and without its marks.

    The marks of `Annotated` are added to `marks`, also those inside `Encrypted[str] | None`.
    """
    if isinstance(annotation, ForwardRef):
        annotation = annotation.__forward_arg__
    if isinstance(annotation, str):
        annotation = evaluate(annotation)
    origin = get_origin(annotation)
    if origin is Annotated:
        annotation, *found = get_args(annotation)
        marks += found
        return _plain(annotation, marks, evaluate)
    if origin in (Union, UnionType):
        members = tuple(_plain(each, marks, evaluate) for each in get_args(annotation))
        return Union[members]  # noqa: UP007
    if origin is list:
        (element,) = get_args(annotation)
        if isinstance(element, str | ForwardRef):
            return list[_plain(element, marks, evaluate)]  # type: ignore[misc]
    return annotation


def _evaluated(
    scope: tuple[dict[str, Any], dict[str, Any]], kind: type, name: str, annotation: str
) -> Any:
    """Returns the annotation that a text stands for."""
    try:
        return eval(annotation, *scope)
    except Exception as error:
        raise TypeError(
            f"{kind.__name__}.{name}: the annotation {annotation!r} cannot be evaluated: {error}"
        ) from None
