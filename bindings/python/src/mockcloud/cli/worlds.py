"""Clouds that commands work on: from a state document, from a schema, or empty."""

from __future__ import annotations

from typing import Any

from .. import states
from ..cloud import Cloud
from ..documents import STANDARD_INPUT, name_of, read_json, read_text
from ..errors import UsageError


def from_state(file: str) -> Cloud:
    """A cloud with the world of a state document."""
    if file == STANDARD_INPUT:
        return states.load(read_json(file), name_of(file))
    return states.load_file(file)


def document(file: str) -> dict[str, Any]:
    """The state document as the library writes it, whichever version the file has."""
    with from_state(file) as cloud:
        return states.document_of(cloud)


def load_schema(cloud: Cloud, file: str, environment: str) -> list[str]:
    """Gives the default container the schema in a file, and returns its record types."""
    text = read_text(file)
    try:
        types = cloud.call("mock/schema/load", {"schema": text, "environment": environment})
    except UsageError as error:
        raise states.refusal(name_of(file), error, "schema") from None
    names: list[str] = types["recordTypes"]
    return names
