"""Clouds that commands work on: from a state document, from a schema, or empty."""

from __future__ import annotations

from typing import Any

from ..cloud import Cloud
from ..documents import STANDARD_INPUT, DocumentError, name_of, read_json, read_text
from ..errors import UsageError


class Refused(DocumentError):
    """A file was read and understood, and the library refuses what it says."""

    #: Where in its text, counted from 1, where that is known.
    line: int | None = None
    column: int | None = None


def from_state(file: str) -> Cloud:
    """A cloud with the world of a state document."""
    cloud = Cloud({})
    try:
        if file == STANDARD_INPUT:
            request: dict[str, Any] = {"state": read_json(file)}
        else:
            read_json(file)  # says what is no JSON, and where, as for every other file
            request = {"path": file}
        cloud.call("mock/state/load", request)
    except UsageError as error:
        cloud.close()
        raise refusal(file, error, "state") from None
    except BaseException:
        cloud.close()
        raise
    return cloud


def load_schema(cloud: Cloud, file: str, environment: str) -> list[str]:
    """Gives the default container the schema in a file, and returns its record types."""
    text = read_text(file)
    try:
        types = cloud.call("mock/schema/load", {"schema": text, "environment": environment})
    except UsageError as error:
        raise refusal(file, error, "schema") from None
    names: list[str] = types["recordTypes"]
    return names


def refusal(file: str, error: UsageError, root: str) -> Refused:
    """The library's refusal of a document that was handed over under the key `root`."""
    place = error.key
    message = str(error)
    for start in (f"{place}: ", f"{root}: "):
        message = message.removeprefix(start)
    if error.line is not None:
        place = f"line {error.line}, column {error.column}"
        message = message.removeprefix(f"{place}: ")
    elif place is not None:
        place = place.removeprefix(root).removeprefix(".") or None
    refused = Refused(name_of(file), place, message)
    refused.line, refused.column = error.line, error.column
    return refused
