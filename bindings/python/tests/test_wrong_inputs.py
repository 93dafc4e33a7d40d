"""Mistakes that users make: each error has the place, the expected value, and the nearest name.

A row is the wrong call, the class of the error, and parts of its text. The place comes first in
the text, the nearest known name after "did you mean".
"""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from mockcloud import Cloud, Record, errors
from wrong_arguments import ARGUMENTS
from wrong_attributes import ASSIGNED, ATTRIBUTES, HINTS
from wrong_harness_inputs import FAULTS, HARNESS, TIMES, WORLD
from wrong_inputs import OPERATIONS, PREDICATES, SERVICE_REQUESTS, Row
from wrong_keywords import KEYWORDS, WORDS
from wrong_records import OTHERS, RECORDS

ROWS = [
    *ARGUMENTS,
    *ASSIGNED,
    *HINTS,
    *ATTRIBUTES,
    *FAULTS,
    *KEYWORDS,
    *WORDS,
    *OPERATIONS,
    *SERVICE_REQUESTS,
    *PREDICATES,
    *HARNESS,
    *TIMES,
    *WORLD,
    *RECORDS,
    *OTHERS,
]


@pytest.fixture(scope="module")
def world() -> Iterator[Cloud]:
    """A cloud with a user, a device, a zone, a record and a snapshot for misspelled names."""
    with Cloud(seed=1) as cloud:
        cloud.accounts.add_user("bob", devices=["phone"])
        cloud.private.create_zone("Work")
        cloud.private.save(Record("Note", {"title": "a", "n": 1}, name="n1"))
        cloud.state.snapshot("before")
        yield cloud


def test_there_are_enough() -> None:
    assert len(ROWS) >= 300


@pytest.mark.parametrize("wrong", ROWS)
def test_a_wrong_input(world: Cloud, wrong: Row) -> None:
    with world.fork() as cloud, pytest.raises(wrong.error) as raised:
        wrong.use(cloud)
    # A mistake of the test is no error of the service, unless the row says so.
    assert isinstance(raised.value, errors.CKError) == issubclass(wrong.error, errors.CKError)
    text = str(raised.value)
    missing = [part for part in wrong.parts if part not in text]
    assert not missing, text
    assert len(text) < 1500
