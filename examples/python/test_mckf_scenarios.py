"""The scenarios in the README of MockCloudKitFramework, with code under test.

The code under test is a small store of tasks as in an app: it checks the account, fetches one
record, saves several records, and converts CloudKit's errors for its callers.
"""

from __future__ import annotations

from typing import Literal, get_args

import pytest

from mockcloud import CKError, Cloud, Container, PartialFailure, Record
from mockcloud.errors import InternalError, NotAuthenticated, UnknownItem

AccountStatus = Literal[
    "available", "couldNotDetermine", "noAccount", "restricted", "temporarilyUnavailable"
]


class TaskStore:
    """A store of tasks: the code under test."""

    def __init__(self, container: Container) -> None:
        self.container = container
        self.database = container.private

    def can_sync(self) -> bool:
        return self.container.account_status() == "available"

    def title(self, name: str) -> str | None:
        """Returns the title of a task, or None if there is no such task. Raises other errors."""
        try:
            return str(self.database.fetch(name)["title"])
        except UnknownItem:
            return None

    def rename(self, titles: dict[str, str]) -> dict[str, CKError]:
        """Renames tasks and returns the errors of those that could not be renamed."""
        records = [Record("Task", {"title": title}, name=name) for name, title in titles.items()]
        try:
            self.database.save_all(records, save_policy="changedKeys")
        except PartialFailure as failure:
            return {str(error.record_name): error for error in failure.partial_errors}
        return {}


@pytest.fixture
def store(mockcloud: Cloud) -> TaskStore:
    """A task store on a cloud with two tasks."""
    mockcloud.seed(
        [
            Record("Task", {"title": "Buy glue"}, name="glue"),
            Record("Task", {"title": "Buy paper"}, name="paper"),
        ]
    )
    return TaskStore(mockcloud.container())


@pytest.mark.parametrize("status", get_args(AccountStatus))
def test_every_account_status(mockcloud: Cloud, store: TaskStore, status: AccountStatus) -> None:
    mockcloud.accounts.set_status(status)
    assert store.container.account_status() == status
    assert store.can_sync() is (status == "available")


def test_without_an_account_nothing_is_read(mockcloud: Cloud, store: TaskStore) -> None:
    mockcloud.accounts.set_status("noAccount")
    with pytest.raises(NotAuthenticated):
        store.title("glue")
    mockcloud.accounts.set_status("available")
    assert store.title("glue") == "Buy glue"


def test_a_record_exists(store: TaskStore) -> None:
    assert store.title("glue") == "Buy glue"


def test_a_record_does_not_exist(store: TaskStore) -> None:
    assert store.title("scissors") is None
    with pytest.raises(UnknownItem) as caught:
        store.database.fetch("scissors")
    assert (caught.value.code, caught.value.record_name) == (11, "scissors")


def test_the_operation_fails_while_the_record_exists(mockcloud: Cloud, store: TaskStore) -> None:
    mockcloud.fail(InternalError)
    with pytest.raises(InternalError) as caught:
        store.title("glue")
    assert caught.value.code == 1
    assert [each.name for each in mockcloud.records()] == ["glue", "paper"]
    mockcloud.faults.clear()
    assert store.title("glue") == "Buy glue"


def test_some_records_fail(mockcloud: Cloud, store: TaskStore) -> None:
    stored = store.database.fetch("glue")
    mockcloud.fail("quotaExceeded", records=["glue"])

    errors = store.rename({"glue": "Buy tape", "paper": "Buy cardboard"})

    assert {name: error.name for name, error in errors.items()} == {"glue": "quotaExceeded"}
    last = mockcloud.calls[-1]
    assert (last.error, last.item_errors) == ("partialFailure", {"glue": "quotaExceeded"})
    mockcloud.faults.clear()
    assert store.database.fetch("glue") == stored
    assert store.title("paper") == "Buy cardboard"


def test_the_seed_can_choose_the_error(mockcloud: Cloud, store: TaskStore) -> None:
    stored = store.database.fetch("glue")
    mockcloud.call("mock/recordErrors/set", {"recordNames": ["glue"]})
    error = store.rename({"glue": "Buy tape"})["glue"]
    assert error.code not in (0, 2)
    assert store.rename({"glue": "Buy tape"})["glue"].code == error.code
    mockcloud.faults.clear()
    assert store.database.fetch("glue") == stored
