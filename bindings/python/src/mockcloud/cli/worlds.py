"""Creates the clouds of commands from state documents and schemas."""

from __future__ import annotations

from typing import Any

from .. import states
from ..cloud import Cloud
from ..errors import UsageError
from ..io.documents import STANDARD_INPUT, name_of, read_json, read_text


def from_state(file: str) -> Cloud:
    """Returns a cloud with the state of a document."""
    if file == STANDARD_INPUT:
        return states.load(read_json(file), name_of(file))
    return states.load_file(file)


def document(file: str) -> dict[str, Any]:
    """Returns the state document in the current version of the format."""
    with from_state(file) as cloud:
        return states.document_of(cloud)


def load_schema(cloud: Cloud, file: str, environment: str) -> list[str]:
    """Loads the schema in a file into the default container and returns its record types."""
    text = read_text(file)
    try:
        types = cloud.call("mock/schema/load", {"schema": text, "environment": environment})
    except UsageError as error:
        raise states.refusal(name_of(file), error, "schema") from None
    names: list[str] = types["recordTypes"]
    return names
