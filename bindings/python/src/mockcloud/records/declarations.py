"""Reads the declared fields of classes of records from their annotations."""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping
from functools import partial
from types import NoneType, UnionType
from typing import Annotated, Any, ClassVar, ForwardRef, Union, get_args, get_origin

from .._core.words import hint
from .declared import KINDS, MISSING, DeclaredField, EncryptedMark, FieldHolder, Form, Key


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
        default = vars(kind).get(name, MISSING)
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


def set_declared(
    record: FieldHolder, declared: Mapping[str, DeclaredField], given: Mapping[str, Any]
) -> None:
    """Sets the declared fields that a constructor was given, and the defaults of the others."""
    kind = type(record).__name__
    by_name = {each.name: each for each in declared.values()}
    for name, value in given.items():
        if name not in by_name:
            known = [*by_name, "name", "zone", "encrypted", "parent"]
            advice = hint(name, known)
            if not by_name and "did you mean" not in advice:
                advice = f"; fields are given as a mapping: {{{name!r}: ...}}"
            raise TypeError(f"{kind}() got an unexpected keyword argument {name!r}{advice}")
        if by_name[name].key in record._fields:
            raise TypeError(f"{kind}() got the field {name!r} twice")
        setattr(record, name, value)
    missing = []
    for each in by_name.values():
        if each.key in record._fields:
            continue
        if each.is_required:
            missing.append(each.name)
        elif (value := each.default()) is not None:
            setattr(record, each.name, value)
    if missing:
        raise TypeError(f"{kind}() needs {', '.join(missing)}: declared without a default")


def _field(owner: str, name: str, annotation: Any, marks: list[Any], default: Any) -> DeclaredField:
    key = next((each.name for each in marks if isinstance(each, Key)), name)
    is_encrypted = any(isinstance(each, EncryptedMark) for each in marks)
    form = _form(annotation)
    if form is None:
        kinds = ", ".join(each.__name__ for each in KINDS)
        raise TypeError(
            f"{owner}.{name}: CloudKit has no field type for {annotation!r}; "
            f"a declared field is one of {kinds}, a list of one of these, or Any, "
            "each also with | None"
        )
    return DeclaredField(owner, name, form, key, is_encrypted, default)


def _form(annotation: Any) -> Form | None:
    """Returns the form of an annotation; None if no field has it."""
    if annotation is Any:
        return Form(None, False, True)
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
    known = isinstance(annotation, type) and annotation in KINDS
    return Form(annotation, is_list, is_optional) if known else None


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
