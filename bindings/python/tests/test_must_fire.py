"""Rules with `mustFire` must act before the block of a cloud ends, without pytest too."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from mockcloud import CKError, Cloud, FaultNeverActed, Record
from mockcloud.errors import ZoneBusy

RULE = {"id": "busy", "when": {"op": "zones/list"}, "then": {"error": "zoneBusy"}}
MUST = {**RULE, "mustFire": True}


def plain(cloud: Cloud | None = None) -> Cloud:
    """Returns a cloud as a program without pytest has it."""
    cloud = Cloud() if cloud is None else cloud
    cloud._ledger.unwatch()
    return cloud


def test_a_rule_that_never_acted_is_reported() -> None:
    with pytest.raises(FaultNeverActed) as caught, plain() as cloud:
        cloud.faults.add(MUST)
        cloud.container().account_status()
    assert cloud.closed
    lines = str(caught.value).splitlines()
    assert lines[0].startswith("the fault 'busy' never acted")
    assert lines[1:] == [
        "  no call of zones/list reached it",
        "  called instead: account/status 1x",
        "with optional=True, a fault need not act",
    ]
    for end in ("clear", "reset", "close"):
        with pytest.raises(FaultNeverActed, match="busy"), plain() as cloud:
            cloud.call("mock/faults/add", {"rules": [MUST]})
            {"clear": cloud.faults.clear, "reset": cloud.state.reset, "close": cloud.close}[end]()


def test_rules_that_need_not_act() -> None:
    with plain() as cloud:
        cloud.faults.add(RULE)  # only a rule with mustFire concerns a program
        cloud.fail(ZoneBusy)
        cloud.faults.add({**MUST, "id": "other"}, optional=True)
    with plain() as cloud:
        cloud.faults.add(MUST)
        with pytest.raises(ZoneBusy):
            cloud.private.zones()
    with plain(Cloud(faults=[MUST])) as cloud:
        pass
    with plain() as cloud:
        cloud.faults.add(MUST)
        with plain(cloud.fork()), plain(Cloud(state=cloud.state.save())):
            pass
    with pytest.raises(KeyError, match="x"), plain() as cloud:
        cloud.faults.add(MUST)
        raise KeyError("x")
    cloud = plain()
    cloud.faults.add(MUST)
    cloud.close()


@pytest.mark.parametrize("how", ["error", "recordErrors", "load"])
def test_a_fault_that_is_replaced_before_it_acted(tmp_path: Path, how: str) -> None:
    def replace(cloud: Cloud, error: str) -> None:
        if how == "error":
            cloud.call("mock/error/set", {"operation": "records/modify", "error": error})
        elif how == "recordErrors":
            cloud.call("mock/recordErrors/set", {"recordNames": ["n"], "error": error})
        else:
            rule = {"id": "x", "mustFire": True, "when": {"op": "records/modify"}}
            file = tmp_path / "rules.json"
            file.write_text(json.dumps([{**rule, "then": {"error": error}}]))
            cloud.faults.load(file)

    def save(cloud: Cloud) -> None:
        with pytest.raises(CKError):
            cloud.private.save(Record("N", name="n"))

    with plain() as cloud:
        with pytest.raises(FaultNeverActed, match="zoneBusy") as caught, cloud.savepoint():
            replace(cloud, "zoneBusy")
            replace(cloud, "quotaExceeded")
            save(cloud)
        assert str(caught.value).count("never acted") == 1
        with cloud.savepoint():
            replace(cloud, "zoneBusy")
            replace(cloud, "zoneBusy")  # the same fault again
            save(cloud)
            replace(cloud, "quotaExceeded")
            save(cloud)


RESETTING = {
    "id": "again", "when": {"op": "subscriptions/list"}, "then": {"latency": 1},
    "next": {"arm": ["busy"], "reset": True},
}  # fmt: skip


@pytest.mark.parametrize("how", ["call", "rule", "removed", "itself", "itself must"])
def test_a_fault_that_acted_before_its_counts_start_anew(how: str) -> None:
    rule = MUST if how == "itself must" else RULE
    itself = {**rule, "next": {"arm": ["busy"], "reset": True}}
    with plain() as cloud, cloud.savepoint():
        cloud.faults.add(itself if "itself" in how else RULE)
        with pytest.raises(ZoneBusy):
            cloud.private.zones()
        if how == "call":
            cloud.call("mock/faults/arm", {"ids": ["busy"], "reset": True})
        elif how in ("rule", "removed"):
            cloud.faults.add(RESETTING)
            cloud.private.subscriptions()
            if how == "removed":
                cloud.faults.remove("again")
        assert cloud.faults.report()[0].injections == 0


@pytest.mark.parametrize("how", ["call", "itself"])
def test_a_fault_that_never_acted_before_its_counts_start_anew(how: str) -> None:
    with plain() as cloud, pytest.raises(FaultNeverActed, match="busy"), cloud.savepoint():
        if how == "call":
            cloud.faults.add(RULE)
            cloud.call("mock/faults/arm", {"ids": ["busy"], "reset": True})
        else:
            cloud.faults.add({**RULE, "next": {"arm": ["busy"], "reset": True}})


def test_a_program_without_pytest_fails() -> None:
    program = f"from mockcloud import Cloud\nwith Cloud() as cloud: cloud.faults.add({MUST})"
    ended = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    assert ended.returncode == 1
    assert "FaultNeverActed: the fault 'busy' never acted" in ended.stderr
