"""Explorations in Python, by the iterator and the decorator."""

from __future__ import annotations

import contextlib
import re
from collections.abc import Iterator
from typing import Any

import pytest

from mockcloud import CKError, Cloud, ExplorationFailed, Record, explore, live_clouds, shrink
from mockcloud.errors import (
    BadMockRequest,
    NetworkUnavailable,
    ServerRecordChanged,
    ServerResponseLost,
)
from mockcloud.testing.exploration import Run
from support import ROOT


def save(cloud: Cloud, *, careful: bool) -> None:
    """Saves a note, and retries if the response is lost. A careful client names the record."""
    note = Record("Note", {"text": "a"}, name="the-note" if careful else None)
    for _ in range(3):
        try:
            cloud.private.save(note, save_policy="allKeys" if careful else None)
            return
        except ServerResponseLost:
            continue
        except CKError:
            return


def check(cloud: Cloud) -> None:
    assert len(cloud.records()) <= 1


def test_a_careful_client_passes(cloud: Cloud) -> None:
    runs = 0
    exploration = explore(cloud)
    for run in exploration:
        with run:
            assert cloud.records() == [], "each run begins with the state of the first"
            save(cloud, careful=True)
            check(cloud)
            runs += 1
    report = exploration.report
    assert report is not None
    assert runs == len(report.outcomes) + 1
    assert str(report) == f"1 fault point, {runs - 1} cases, 0 failed, 0 not reached"
    assert {"zoneBusy", "lostRequest", "lostResponse", "offline"} <= {
        outcome.case.effect for outcome in report.outcomes
    }


def test_keywords_that_add_no_case_fail_unless_allowed(cloud: Cloud) -> None:
    def save(cloud: Cloud) -> None:
        cloud.exchange("records/modify", {"operations": [create]})

    create = {"operationType": "create", "record": {"recordType": "Note", "recordName": "n1"}}
    keywords: Any = {"errors": ["zoneBusy"], "conflicts": True, "items": True}
    with pytest.raises(ExplorationFailed) as failed:
        explore(cloud, **keywords).run(save)
    assert failed.value.first is None
    assert str(failed.value).splitlines()[:2] == [
        "there was no case of conflicts, items:",
        "  leave out these keywords, or allow=['noCase']",
    ]
    report = explore(cloud, **keywords, allow=["noCase"]).run(save)
    assert report.without_cases == ["conflicts", "items"]
    assert str(report).endswith("0 not reached; there was no case of conflicts, items")
    cloud.seed([Record("Note", name="n1")])
    assert explore(cloud, **keywords, allow="noCase").run(save).without_cases == ["items"]


def test_the_failure_names_the_fault(cloud: Cloud) -> None:
    def scenario(cloud: Cloud) -> None:
        save(cloud, careful=False)
        check(cloud)

    with pytest.raises(ExplorationFailed) as caught:
        explore(cloud).run(scenario)
    failures = caught.value.report.failures
    assert [str(outcome.case) for outcome in failures] == ["call 1 (records/modify): lostResponse"]
    text = str(caught.value)
    assert re.match(r"1 of \d+ cases break the scenario:\n  call 1 ", text)
    assert "AssertionError: assert 2 <= 1" in text
    assert isinstance(caught.value.first, AssertionError)
    assert re.search(r"\n    at .*test_exploration\.py:\d+, in check\n", text)
    assert re.search(r"\n *1  records/modify +\d+ +1 +0\n", text)

    # The line in the message causes the same fault.
    line = re.search(r"again: (.*)", text)
    assert line is not None
    with Cloud({}) as fresh:
        eval(line[1], {"cloud": fresh})
        with pytest.raises(AssertionError):
            scenario(fresh)


def test_the_first_run_must_pass(cloud: Cloud) -> None:
    with pytest.raises(ZeroDivisionError):
        for run in explore(cloud):
            with run:
                raise ZeroDivisionError


def test_a_scenario_must_call(cloud: Cloud) -> None:
    with pytest.raises(ValueError, match="made no call"):
        explore(cloud).run(lambda cloud: None)


def test_a_run_is_a_with_block(cloud: Cloud) -> None:
    with pytest.raises(RuntimeError, match="with run"):
        for _ in explore(cloud):
            cloud.private.zones()


@pytest.mark.parametrize("fails", [False, True])
def test_a_reset_within_a_run_hides_no_failure(cloud: Cloud, fails: bool) -> None:
    with pytest.raises(BadMockRequest, match="mock/explore/begin") as caught:
        for run in explore(cloud):
            with run:
                with contextlib.suppress(CKError):
                    cloud.private.zones()
                if run.case is not None:
                    cloud.state.reset()
                    if fails:
                        raise ZeroDivisionError
    assert isinstance(caught.value.__cause__, ZeroDivisionError) == fails


def test_errors_and_pairs(cloud: Cloud) -> None:
    seen: list[tuple[str | None, int, int]] = []

    def progress(run: Run, tried: int, cases: int) -> None:
        seen.append((run.case.effect if run.case else None, tried, cases))

    exploration = explore(cloud, errors=[ServerResponseLost], progress=progress)
    with pytest.raises(BadMockRequest, match="serverResponseLost"):
        exploration.run(lambda cloud: None)

    def scenario(cloud: Cloud) -> None:
        for _ in range(2):
            try:
                cloud.private.zones()
                return
            except CKError:
                continue

    exploration = explore(cloud, errors=["zoneBusy"], pairs=True, progress=progress)
    report = exploration.run(scenario)
    assert [effect for effect, _, _ in seen][:5] == [
        None,
        "zoneBusy",
        "networkFailure",
        "lostRequest",
        "lostResponse",
    ]
    # The run with the first fault of a pair shows which calls can have the second one.
    assert seen[0] == (None, 0, 5)
    assert seen[-1][1:] == (11, 11)
    pairs = [outcome for outcome in report.outcomes if outcome.case.second is not None]
    assert len(pairs) == 6
    assert str(pairs[0].case) == (
        "call 1 (zones/list): networkFailure, then serviceUnavailable at call 1 after it "
        "(zones/list)"
    )
    assert (pairs[0].case.second_operation, pairs[0].case.second_device) == (
        "zones/list",
        "device-1",
    )
    assert all(outcome.reached and outcome.case.after == 1 for outcome in pairs)
    report = explore(cloud, errors=[], pairs=5).run(scenario)
    assert [each.case.after for each in report.outcomes if each.case.second is not None] == [1] * 5


def rename(cloud: Cloud, *, careful: bool) -> None:
    """Sets a note's title; a careful client applies it to the version that is stored."""
    note = cloud.private.fetch("n")
    for _ in range(3):
        note["title"] = "Oats"
        try:
            cloud.private.save(note)
            return
        except ServerRecordChanged as error:
            assert error.server_record is not None
            if careful:
                note = error.server_record
            else:
                note = Record("Note", dict(note), name="n")
                note.change_tag = error.server_record.change_tag


@pytest.mark.parametrize("careful", [True, False])
def test_conflicts(cloud: Cloud, careful: bool) -> None:
    cloud.seed(Record("Note", {"title": "Milk", "done": 0}, name="n"))
    exploration = explore(cloud, errors=[], conflicts={"field": {"done": 1}})

    def play() -> None:
        for run in exploration:
            with run:
                with contextlib.suppress(ServerResponseLost, NetworkUnavailable):
                    rename(cloud, careful=careful)
                if run.case is not None and run.case.effect == "conflict":
                    cloud.faults.heal()
                    assert dict(cloud.private.fetch("n")) == {"title": "Oats", "done": 1}

    if careful:
        play()
        assert exploration.report is not None
        assert [each.case.effect for each in exploration.report.outcomes][-1] == "conflict"
    else:
        with pytest.raises(ExplorationFailed) as caught:
            play()
        assert [str(each.case) for each in caught.value.report.failures] == [
            "call 2 (records/modify): conflict"
        ]
        assert "'then': [{'conflict': {'field': {'done': 1}}}]" in str(caught.value)


def test_the_decorator() -> None:
    before = live_clouds()
    made: list[Cloud] = []

    def factory() -> Cloud:
        made.append(Cloud({"seed": 7}))
        made[-1].seed([Record("Note", {"text": "seeded"}, name="seeded")])
        return made[-1]

    @explore(factory, errors=[])
    def scenario(cloud: Cloud) -> None:
        """Reads a note."""
        assert [record.name for record in cloud.records()] == ["seeded"]
        try:
            cloud.private.fetch("seeded")
        except CKError:
            return

    assert scenario.__name__ == "scenario"
    assert scenario.__doc__ == "Reads a note."
    scenario()
    assert len(made) == 1
    assert live_clouds() == before


def test_coroutines_are_refused(cloud: Cloud) -> None:
    async def scenario(cloud: Cloud) -> None:
        pass

    with pytest.raises(TypeError, match="coroutines"):
        explore(cloud).run(scenario)


def rules() -> Iterator[dict[str, Any]]:
    for number in range(1, 9):
        yield {"id": f"slow-{number}", "when": {"call": {"nth": number}}, "then": {"latency": 1}}
    yield {
        "id": "lost",
        "when": {"op": "records/modify"},
        "armed": False,
        "limit": {"injections": 1},
        "then": {"lostResponse": True},
    }
    yield {
        "id": "arms",
        "when": {"op": "zones/list"},
        "then": {"latency": 1},
        "next": {"arm": ["lost"]},
    }


def test_rules_of_a_failing_run_are_shrunk(cloud: Cloud) -> None:
    def fails(rules: list[dict[str, Any]]) -> bool:
        with cloud.fork() as copy:
            copy.faults.add(*rules)
            copy.private.zones()
            save(copy, careful=False)
            return len(copy.records()) > 1

    left = shrink(list(rules()), fails)
    assert [rule["id"] for rule in left] == ["lost", "arms"]


def test_the_table_of_legal_errors_is_that_of_the_library(cloud: Cloud) -> None:
    page = (ROOT / "docs/dialect/harness.md").read_text()
    table = page[page.index("| Operations | Errors |") :].split("\n\n")[0]
    described = {}
    for line in table.splitlines()[2:]:
        operations, errors = (re.findall(r"`([^`]+)`", cell) for cell in line.split("|")[1:3])
        described.update(dict.fromkeys(operations, errors))
    operations = cloud.info()["faults"]["operations"]
    common = set.intersection(
        *(set(each["errors"]) for each in operations if each["name"] != "account/status")
    )
    found = {
        operation["name"]: errors
        for operation in operations
        if (errors := [name for name in operation["errors"] if name not in common])
    }
    assert described == found
    assert len(found) >= 20
    assert set(found) <= {operation["name"] for operation in cloud.info()["operations"]}


@pytest.mark.parametrize(
    ("keywords", "text"),
    [
        ({"conflicts": {}}, "conflicts: an empty dictionary has no effect; conflicts=True"),
        ({"conflicts": "no"}, "conflicts is True, or what another device saves"),
        ({"conflicts": None}, "conflicts is True, or what another device saves"),
        ({"items": "no"}, "items must be True or False, not 'no'"),
        ({"lasting": 0}, "lasting must be True or False, not 0"),
        ({"crashes": None}, "crashes must be True or False, not None"),
        ({"pairs": "no"}, "pairs must be an integer, not 'no'"),
        ({"pairs": 0}, "pairs must be 1 or more, not 0"),
    ],
)
def test_keywords_without_effect(cloud: Cloud, keywords: Any, text: str) -> None:
    with pytest.raises((TypeError, ValueError), match=text):
        explore(cloud, **keywords)


def test_keywords_with_effect(cloud: Cloud) -> None:
    cloud.private.save(Record("Note", {"done": 0}, name="n1"))
    for keywords in ({"conflicts": {"recordName": "n1"}}, {"items": True}, {"pairs": 1}):
        loose: Any = explore
        loose(cloud, errors=[], allow=["noEffect", "noCase"], **keywords).run(
            lambda cloud: cloud.exchange("records/lookup", {"records": [{"recordName": "n1"}]})
        )
