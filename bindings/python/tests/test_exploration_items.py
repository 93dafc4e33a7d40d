"""Explorations in which single items of calls fail."""

from __future__ import annotations

import re
from typing import Any

import pytest

from mockcloud import CKError, Cloud, ExplorationFailed, explore
from mockcloud.errors import PartialFailure, ServerRecordChanged, UnknownItem
from support import ROOT


class Outbox:
    """Sends new notes in a batch. After an error of a note, the careless one sends the whole batch
    again, although the others were saved.
    """

    def __init__(self, cloud: Cloud, names: list[str], *, careful: bool) -> None:
        self._cloud = cloud
        self._left = names
        self._careful = careful
        #: Whether notes may have been saved by a call whose response was lost.
        self._in_doubt = False

    def send(self) -> None:
        for _ in range(3):
            try:
                if self._in_doubt:
                    self._left = [name for name in self._left if not self._exists(name)]
                    self._in_doubt = False
                failed = self._create()
                if self._careful or not failed:
                    self._left = failed
            except ServerRecordChanged:
                raise
            except CKError:
                self._in_doubt = True

    def _create(self) -> list[str]:
        """Creates the notes that are left, and returns the names of those that failed."""
        if not self._left:
            return []
        operations = [
            {"operationType": "create", "record": {"recordName": name, "recordType": "Note"}}
            for name in self._left
        ]
        try:
            self._cloud.call("records/modify", {"operations": operations})
        except PartialFailure as partial:
            for error in partial.partial_errors:
                if isinstance(error, ServerRecordChanged):
                    raise error from None
            return [str(error.record_name) for error in partial.partial_errors]
        return []

    def _exists(self, name: str) -> bool:
        try:
            self._cloud.private.fetch(name)
        except UnknownItem:
            return False
        return True


def deliver(cloud: Cloud, *, careful: bool) -> None:
    outbox = Outbox(cloud, ["a", "b", "c"], careful=careful)
    outbox.send()
    cloud.faults.heal()
    outbox.send()
    assert {record.name for record in cloud.records()} == {"a", "b", "c"}


@pytest.mark.parametrize("options", [{}, {"pairs": True}, {"conflicts": True}])
def test_calls_alone_do_not_find_who_sends_a_batch_again(
    cloud: Cloud, options: dict[str, Any]
) -> None:
    allow = ["noCase"]  # no record exists that could have a conflict
    report = explore(cloud, allow=allow, **options).run(lambda cloud: deliver(cloud, careful=False))
    assert not report.failures


def test_items_find_who_sends_a_batch_again(cloud: Cloud) -> None:
    with pytest.raises(ExplorationFailed) as caught:
        explore(cloud, items=True).run(lambda cloud: deliver(cloud, careful=False))
    assert isinstance(caught.value.first, ServerRecordChanged)
    cases = [str(each.case) for each in caught.value.report.failures]
    assert cases[:5] == [
        "call 1 (records/modify): zoneBusy of item 1",
        "call 1 (records/modify): zoneBusy of item 2",
        "call 1 (records/modify): zoneBusy of item 3",
        "call 1 (records/modify): applyPrefix",
        "call 1 (records/modify): permissionFailure of item 1",
    ]
    assert all(case.endswith(" of item 1") for case in cases[4:])
    for failure in caught.value.report.failures:
        with cloud.fork() as fork:
            exec(failure.case.reproduction, {"cloud": fork})
            with pytest.raises(ServerRecordChanged):
                deliver(fork, careful=False)


def test_items_pass_if_only_what_failed_is_sent_again(cloud: Cloud) -> None:
    report = explore(cloud, items=True).run(lambda cloud: deliver(cloud, careful=True))
    cases = [outcome.case for outcome in report.outcomes if outcome.case.item is not None]
    busy = [case for case in cases if case.effect.startswith("zoneBusy ")]
    assert [case.item for case in busy] == [1, 2, 3]
    assert {case.item for case in cases if case not in busy} == {1}
    assert len(set(cases)) == len(cases) > 3
    assert all(outcome.reached for outcome in report.outcomes)


def test_the_table_of_errors_of_items_is_that_of_the_library(cloud: Cloud) -> None:
    page = (ROOT / "docs/dialect/harness.md").read_text()
    table = page[page.index("| Items | Errors |") :].split("\n\n")[0]
    described = {}
    for line in table.splitlines()[2:]:
        items, errors = line.split("|")[1:3]
        for part in items.split(";"):
            operations, actions = (re.findall(r"`([^`]+)`", each) for each in part.split(":"))
            for operation in operations:
                for action in actions:
                    described[operation, action] = re.findall(r"`([^`]+)`", errors)
    found = {
        (operation["name"], item["action"]): item["errors"]
        for operation in cloud.info()["faults"]["operations"]
        for item in operation["items"]
    }
    assert described == found
