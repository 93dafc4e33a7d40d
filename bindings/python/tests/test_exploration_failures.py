"""Which failures of an exploration are alike, and where they are shown."""

from __future__ import annotations

import contextlib
from collections.abc import Callable
from typing import Any

import pytest

from mockcloud import CKError, Cloud, Database, ExplorationFailed, Record, explore
from mockcloud.errors import InternalError, NetworkUnavailable, ServerResponseLost, ZoneBusy
from support import PLUGIN


class SyncFailed(Exception):
    pass


def broken(cloud: Cloud, scenario: Callable[[Cloud], None], **options: Any) -> ExplorationFailed:
    with pytest.raises(ExplorationFailed) as caught:
        explore(cloud, **options).run(scenario)
    return caught.value


def test_errors_that_come_through_the_same_line_are_alike(cloud: Cloud) -> None:
    def scenario(cloud: Cloud) -> None:
        cloud.private.zones()
        cloud.private.fetch("n")

    cloud.seed(Record("Note", name="n"))
    failed = broken(cloud, scenario)
    cases = [len([each for each in failed.report.outcomes if each.case.call == n]) for n in (1, 2)]
    assert [len(group) for group in failed.report.groups] == cases
    assert isinstance(failed.first, InternalError)
    lines = str(failed).splitlines()
    assert lines[0] == f"{sum(cases)} of {sum(cases)} cases break the scenario, in 2 ways:"
    assert lines[1] == f"  call 1 (zones/list): internalError, and {cases[0] - 1} cases like it"
    assert lines[4:6] == [
        "    last calls:",
        "      1. zones/list by me/device-1 -> internalError, fault explored",
    ]
    assert lines[7].startswith("    like it: call 1 (zones/list): networkUnavailable; network")
    assert lines[7].endswith("; lostRequest; lostResponse; offline")
    assert str(failed).count("again: ") == 2


def test_a_failure_shows_the_last_calls_of_its_own_run(cloud: Cloud) -> None:
    def scenario(cloud: Cloud) -> None:
        number = len(cloud.calls)
        for _ in range(number * 5):
            cloud.private.zones()
        if cloud.exchange("account/status")[0]:
            raise SyncFailed(f"attempt {number}")

    cloud.private.save(Record("Note", name="before"))
    cloud.private.save(Record("Note", name="before the runs"))
    failed = broken(cloud, scenario, errors=["internalError"])
    shown = [outcome for outcome in failed.report.failures if outcome.calls]
    assert [str(outcome.case) for outcome in shown] == [
        str(group[0].case) for group in failed.report.groups
    ]
    last = shown[-1].calls
    assert last[0] == "  ... earlier calls"
    assert last[1:] == [
        *(f"  {number}. zones/list by me/device-1 -> ok" for number in range(4, 13)),
        "  13. account/status by me/device-1 -> internalError, fault explored",
    ]
    assert "before" not in str(failed)


def test_the_names_of_the_case_make_no_difference(cloud: Cloud) -> None:
    def scenario(cloud: Cloud) -> None:
        cause: CKError | None = None
        for _ in range(2):
            try:
                cloud.private.zones()
            except CKError as error:
                cause = error
        if cause is not None:
            raise SyncFailed(f"{type(cause).__name__}, {cause.name}: {cause}") from cause

    failed = broken(cloud, scenario, pairs=True)
    assert len(failed.report.groups) == 1
    assert "    like it: call 2 (zones/list): internalError; " in str(failed)
    assert "networkFailure, then lostRequest at call 1 after it (zones/list)" in str(failed)
    assert isinstance(failed.__cause__, InternalError)


def test_other_messages_and_other_lines_are_not_alike(cloud: Cloud) -> None:
    def scenario(cloud: Cloud) -> None:
        try:
            cloud.private.zones()
        except NetworkUnavailable as error:
            if error.reason.endswith("offline"):
                raise SyncFailed("no network") from None
        except ZoneBusy:
            raise SyncFailed("no network") from None
        except ServerResponseLost:
            raise SyncFailed(f"lost at {object()!r}") from None

    groups = broken(cloud, scenario, errors=["networkUnavailable", "zoneBusy"]).report.groups
    assert [[outcome.case.effect for outcome in group] for group in groups] == [
        ["networkUnavailable", "offline"],
        ["zoneBusy"],
        ["lostRequest", "lostResponse"],
    ]


def test_only_so_many_groups_are_shown(cloud: Cloud) -> None:
    def scenario(cloud: Cloud) -> None:
        for _ in range(7):
            try:
                cloud.private.zones()
            except CKError as error:
                # One error is alike at all calls, the others are of one kind each.
                raise SyncFailed("a" if error.code == 3 else "b" * error.code) from None

    text = str(broken(cloud, scenario))
    assert "\n  ... 4 more ways\n" in text
    assert text.count("again: ") == 10
    assert "    ... 1 more call\n" in text


def test_failed_items_that_nobody_handles_are_alike(cloud: Cloud) -> None:
    def scenario(cloud: Cloud) -> None:
        for zone in (None, "Z"):
            database = cloud.private.in_zone(zone) if zone else cloud.private
            with contextlib.suppress(ServerResponseLost, NetworkUnavailable):
                send(database)

    def send(database: Database) -> None:
        database.save_all([Record("Note", name="a"), Record("Note", name="b")])

    cloud.private.create_zone("Z")
    failed = broken(cloud, scenario, errors=[], items=True)
    assert [[str(outcome.case) for outcome in group] for group in failed.report.groups] == [
        [
            "call 1 (records/modify): zoneBusy of item 1",
            "call 1 (records/modify): zoneBusy of item 2",
            "call 1 (records/modify): applyPrefix",
            "call 2 (records/modify): zoneBusy of item 1",
            "call 2 (records/modify): zoneBusy of item 2",
        ]
    ]
    line = "like it: call 2 (records/modify): zoneBusy of item 1; zoneBusy of item 2"
    assert line in str(failed)


def test_conflicts_that_nobody_handles_are_alike(cloud: Cloud) -> None:
    def scenario(cloud: Cloud) -> None:
        for name in ("m", "n"):
            with contextlib.suppress(ServerResponseLost, NetworkUnavailable):
                note = cloud.private.fetch(name)
                note["done"] = 1
                cloud.private.save(note)

    cloud.seed([Record("Note", {"done": 0}, name="m"), Record("Note", {"done": 0}, name="n")])
    groups = broken(cloud, scenario, errors=[], conflicts=True).report.groups
    assert [[str(outcome.case) for outcome in group] for group in groups] == [
        ["call 2 (records/modify): conflict", "call 4 (records/modify): conflict"]
    ]


CLIENT = """
    class Client:
        def __init__(self, cloud):
            self.database = cloud.private

        def sync(self):
            self.database.zones()  # the client's line
"""

FORMS = {
    "decorator": "@explore(Cloud)\ndef test_it(cloud):\n    Client(cloud).sync()\n",
    "marker": "@pytest.mark.explore\ndef test_it(mockcloud):\n    Client(mockcloud).sync()\n",
    "iterator": "def test_it(mockcloud):\n    for run in explore(mockcloud):\n"
    "        with run as cloud:\n            Client(cloud).sync()\n",
}


@pytest.mark.parametrize("form", FORMS.values(), ids=FORMS)
def test_a_failure_shows_the_line_of_the_client(pytester: pytest.Pytester, form: str) -> None:
    pytester.makepyfile(client=CLIENT)
    pytester.makepyfile(
        test_it="import pytest\nfrom client import Client\nfrom mockcloud import Cloud, explore\n"
        + form
    )
    pytester.makeini(f"[pytest]\naddopts = -p {PLUGIN} -p no:cacheprovider\n")
    result = pytester.runpytest_subprocess("--strict-markers")
    result.assert_outcomes(failed=1)
    result.stdout.fnmatch_lines(
        [
            ">       self.database.zones()  # the client's line",
            "E       *ExplorationFailed: * cases break the scenario, in 1 way:",
            "E           at *client.py:6, in sync",
            "client.py:6: ExplorationFailed",
        ]
    )
    result.stdout.no_fnmatch_line("*raceback entries are hidden*")
    result.stdout.no_fnmatch_line("*mockcloud/*.py:*")
