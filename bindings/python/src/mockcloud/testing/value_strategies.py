"""Strategies for hypothesis: names, and values of every field type."""

from __future__ import annotations

from datetime import datetime, timezone
from difflib import get_close_matches
from typing import Any

from hypothesis import strategies as st

from ..records.assets import Asset
from ..records.values import Location, Reference

_LARGEST = 2**63 - 1


def names(max_size: int = 24) -> st.SearchStrategy[str]:
    """Generates names of records and zones: printable ASCII without a leading underscore."""
    if not 1 <= max_size <= 255:
        raise ValueError(f"a name has from 1 to 255 characters, not {max_size!r}")
    characters = st.characters(min_codepoint=0x20, max_codepoint=0x7E)
    usual = st.from_regex(r"[a-z][a-z0-9-]*", fullmatch=True)
    unusual = st.text(characters, min_size=1, max_size=max_size)
    return st.one_of(
        usual.filter(lambda name: len(name) <= max_size),
        unusual.filter(lambda name: not name.startswith("_")),
    )


def field_names() -> st.SearchStrategy[str]:
    """Generates names of fields and of record types."""
    return st.from_regex(r"[A-Za-z][A-Za-z0-9_]{0,20}", fullmatch=True).filter(
        lambda name: name != "Users"
    )


def _moments() -> st.SearchStrategy[datetime]:
    """Generates times in whole milliseconds, the precision of the service."""
    return st.datetimes(
        datetime(1, 1, 2), datetime(9999, 12, 30), timezones=st.just(timezone.utc)
    ).map(lambda moment: moment.replace(microsecond=moment.microsecond // 1000 * 1000))


def locations() -> st.SearchStrategy[Location]:
    """Generates locations, with or without altitude, course and timestamp."""
    return st.builds(
        Location,
        st.floats(-90, 90),
        st.floats(-180, 180),
        altitude=st.none() | st.floats(-1e4, 1e5),
        course=st.none() | st.floats(0, 360),
        timestamp=st.none() | _moments(),
    )


_SCALARS: dict[str, st.SearchStrategy[Any]] = {
    "STRING": st.text(st.characters(exclude_categories=["Cs"]), max_size=40),
    "INT64": st.integers(-_LARGEST - 1, _LARGEST),
    "DOUBLE": st.floats(allow_nan=False, allow_infinity=False),
    "TIMESTAMP": _moments(),
    "BYTES": st.binary(max_size=60),
    # A reference with VALIDATE requires that its target exists.
    "REFERENCE": st.builds(Reference, names(), st.sampled_from(["NONE", "DELETE_SELF"])),
    "LOCATION": locations(),
    "ASSETID": st.builds(Asset, st.binary(max_size=60)),
}

#: The field types of CloudKit, including those of lists.
FIELD_TYPES = (*_SCALARS, *(f"{kind}_LIST" for kind in _SCALARS))


def values(kind: str | None = None) -> st.SearchStrategy[Any]:
    """Generates values of a field type, such as `STRING` or `INT64_LIST`; by default, of any type.

    An asset is generated with its bytes, and fetched with its checksum. All other values are
    fetched unchanged.
    """
    if kind is None:
        return st.one_of([values(each) for each in FIELD_TYPES])
    if kind not in FIELD_TYPES:
        near = get_close_matches(str(kind), FIELD_TYPES, 1)
        hint = f"did you mean {near[0]!r}?" if near else f"it is one of {', '.join(FIELD_TYPES)}"
        raise ValueError(f"CloudKit has no field type {kind!r}; {hint}")
    if kind.endswith("_LIST"):
        return st.lists(_SCALARS[kind.removesuffix("_LIST")], max_size=5)
    return _SCALARS[kind]
