"""Explains missing attributes: names the part of a cloud that has them, or the nearest one."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, ClassVar

from .words import nearest


class Explaining:
    """A class whose missing attributes are explained, and whose public ones cannot be set.

    Setting `cloud.faults.paused` would only hide the method.
    """

    __slots__ = ()

    #: What does the work of names that objects of the class do not have.
    _elsewhere: ClassVar[Mapping[str, str]] = {}

    if not TYPE_CHECKING:  # type checkers know the attributes

        def __getattr__(self, name: str) -> Any:
            for kind in type(self).__mro__:
                if name in vars(kind):
                    # It exists, and raised an `AttributeError`, which Python has caught.
                    return vars(kind)[name].__get__(self, type(self))
            raise missing(self, name, {"": self}, self._elsewhere)

        def __setattr__(self, name: str, value: Any) -> None:
            if not name.startswith("_"):
                raise unsettable(self, name, self._elsewhere)
            object.__setattr__(self, name, value)


def missing(
    owner: object, name: str, parts: Mapping[str, object], others: Mapping[str, str]
) -> AttributeError:
    """Returns the error for an attribute that an object does not have.

    `parts` are objects that may have it, or their classes, by the expressions for the objects, and
    `others` the advice for names that none has.
    """
    text = f"{type(owner).__name__!r} object has no attribute {name!r}"
    advice = None if name.startswith("_") else _advice(name, parts, others)
    return AttributeError(text if advice is None else f"{text}; {advice}", name=name, obj=owner)


def unsettable(owner: object, name: str, others: Mapping[str, str]) -> AttributeError:
    """Returns the error for an attribute that is set and cannot be."""
    found = getattr(type(owner), name, None)
    if found is None and name not in dir(owner):
        return missing(owner, name, {"": owner}, others)
    remedy = f"it is a method: call {name}()" if callable(found) else "it is read-only"
    if name in others:
        remedy = f"use {others[name]}"
    text = f"{type(owner).__name__}.{name} cannot be set: {remedy}"
    return AttributeError(text, name=name, obj=owner)


def _advice(name: str, parts: Mapping[str, object], others: Mapping[str, str]) -> str | None:
    if name in others:
        return f"use {others[name]}"
    known: dict[str, str] = {}
    for expression, part in parts.items():
        for each in dir(part):
            if not each.startswith("_"):
                known.setdefault(each, f"{expression}.{each}".removeprefix("."))
    found = name if name in known else nearest(name, known)
    return None if found is None else f"did you mean {known[found]!r}?"
