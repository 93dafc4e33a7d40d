"""The README's list of missing features is true: the library has none of them."""

from __future__ import annotations

import re
from typing import cast

import pytest

from mockcloud import Cloud, OperationName, UnknownOperation
from support import README


def not_yet() -> str:
    """Returns the text of the section."""
    found = re.search(r"^## Not yet\n(.*?)^## ", README.read_text(), re.MULTILINE | re.DOTALL)
    assert found is not None
    return found[1]


#: Names in the form of an operation's name.
NAMED = sorted(set(re.findall(r"`([a-z]+(?:/[A-Za-z]+)+)`", not_yet())))


@pytest.mark.parametrize("operation", NAMED)
def test_the_missing_operation_is_unknown(cloud: Cloud, operation: str) -> None:
    listed = {each["name"] for each in cloud.info()["operations"]}
    assert operation not in listed, f"{operation} is there: take it off the README's list"
    with pytest.raises(UnknownOperation):
        cloud.call(cast(OperationName, operation))


def test_something_is_missing() -> None:
    assert not_yet().count("\n- ") > 0
