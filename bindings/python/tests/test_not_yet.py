"""The README's list of what is missing is true: the library has none of it."""

from __future__ import annotations

import re

import pytest

from mockcloud import BadMockRequest, Cloud, UnknownOperation
from mockcloud.errors import InvalidArguments
from support import README


def not_yet() -> str:
    """The text of the section."""
    found = re.search(r"^## Not yet\n(.*?)^## ", README.read_text(), re.MULTILINE | re.DOTALL)
    assert found is not None
    return found[1]


#: What has the form of an operation's name.
NAMED = sorted(set(re.findall(r"`([a-z]+(?:/[A-Za-z]+)+)`", not_yet())))


@pytest.mark.parametrize("operation", NAMED)
def test_the_missing_operation_is_unknown(cloud: Cloud, operation: str) -> None:
    listed = {each["name"] for each in cloud.info()["operations"]}
    assert operation not in listed, f"{operation} is there: take it off the README's list"
    with pytest.raises(UnknownOperation):
        cloud.call(operation)


def test_operations_are_named() -> None:
    assert NAMED


@pytest.mark.parametrize(
    ("word", "operation", "request_body"),
    [
        ("deliver", "records/query", {"query": {"recordType": "Note"}, "deliver": "events"}),
    ],
)
def test_the_missing_key_is_refused(
    cloud: Cloud, word: str, operation: str, request_body: dict[str, object]
) -> None:
    assert re.search(word, not_yet(), re.IGNORECASE), f"{word} is not on the README's list"
    with pytest.raises((InvalidArguments, BadMockRequest), match=word):
        cloud.call(operation, request_body)


@pytest.mark.parametrize("key", ["script"])
def test_the_missing_configuration_is_refused(key: str) -> None:
    assert f"`{key}`" in not_yet()
    with pytest.raises(BadMockRequest, match=key):
        Cloud({key: []})
