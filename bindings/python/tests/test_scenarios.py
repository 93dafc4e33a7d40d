"""Every scenario file, and the runner itself.

With MOCKCLOUD_RECORD=DIR, DIR/<file>.out receives the results, byte for byte, to be compared with
the recordings of the other runners: "<status> <answer>" per call, "event <event>" per event taken
or dropped, "no event" if there was none.
"""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

import pytest

from mockcloud import Cloud
from mockcloud.harness.state import State
from mockcloud.io.documents import DocumentError
from mockcloud.testing import scenarios, steps
from mockcloud.testing.scenarios import Scenario
from mockcloud.testing.steps import StepFailed
from support import SCENARIOS

FILES = sorted(SCENARIOS.glob("*.json"))


@pytest.mark.parametrize("path", FILES, ids=[path.stem for path in FILES])
def test_scenario(path: Path) -> None:
    lines: list[bytes] = []
    wrong = None
    try:
        scenarios.run(Scenario.read(str(path)), lines.append)
    except StepFailed as mismatch:
        wrong = str(mismatch)
    directory = os.environ.get("MOCKCLOUD_RECORD")
    if directory:
        Path(directory).mkdir(parents=True, exist_ok=True)
        (Path(directory) / f"{path.stem}.out").write_bytes(b"".join(lines))
    if wrong is not None:
        # The message is complete; a traceback through the runner would hide it.
        pytest.fail(wrong, pytrace=False)


@pytest.mark.parametrize("path", FILES[:10], ids=[path.stem for path in FILES[:10]])
def test_the_same_bytes_twice(path: Path) -> None:
    runs: list[list[bytes]] = [[], []]
    for lines in runs:
        scenarios.run(Scenario.read(str(path)), lines.append)
    assert runs[0] == runs[1]


def test_there_are_scenarios() -> None:
    assert FILES, f"no scenario files in {SCENARIOS}"


CAPTURED: dict[str, Any] = {"x": "seen", "o": {"a": 1, "m": "$any"}}

MATCHING: list[tuple[Any, Any]] = [
    ({"a": 1}, {"a": 1, "b": 2}),
    (["$x", "$$x"], ["seen", "$x"]),
    ("$o", {"m": "$any", "a": 1.0}),
]

DIFFERING: list[tuple[Any, Any, str]] = [
    ({"a": 1}, {"a": 2}, "a: expected 1, got 2"),
    ({"a": 1}, {}, "a: expected 1, got nothing"),
    ({"a": {"b": "$absent"}}, {"a": {"b": 0}}, "a.b: expected '$absent', got 0"),
    ("$x", "other", "the value: expected 'seen', got 'other'"),
]


@pytest.mark.parametrize(("pattern", "value"), MATCHING)
def test_matching(cloud: Cloud, pattern: Any, value: Any) -> None:
    assert steps.differences(cloud.call, pattern, value, CAPTURED) == ()


@pytest.mark.parametrize(("pattern", "value", "message"), DIFFERING)
def test_differing(cloud: Cloud, pattern: Any, value: Any, message: str) -> None:
    found = steps.differences(cloud.call, pattern, value, CAPTURED)
    assert [str(each) for each in found] == [message]


def test_a_name_must_have_been_captured(cloud: Cloud) -> None:
    with pytest.raises(steps.StepFailed, match="nothing was captured as \\$y"):
        steps.differences(cloud.call, {"a": "$y"}, {"a": 1}, CAPTURED)


def test_an_invalid_pattern_is_a_mismatch(cloud: Cloud) -> None:
    with pytest.raises(steps.StepFailed, match="a name must follow"):
        steps.differences(cloud.call, "$", 1, {})


def test_substitution() -> None:
    request = {"a": ["$x", "$$x", "x$"], "b": {"c": "$n"}}
    captured = {"x": "seen", "n": {"deep": 1}}
    assert steps.substitute(request, captured) == {
        "a": ["seen", "$x", "x$"],
        "b": {"c": {"deep": 1}},
    }
    with pytest.raises(steps.StepFailed, match="nothing was captured"):
        steps.substitute(["$any"], captured)


def test_capture() -> None:
    answer = {"records": [{"tag": "1"}]}
    assert scenarios.capture(answer, "records.0.tag") == "1"
    for path in ("records.1.tag", "records.x", "records.0.tag.y", "none", "records.-1"):
        with pytest.raises(steps.StepFailed, match="finds nothing"):
            scenarios.capture(answer, path)


FAILING_STEPS: list[tuple[dict[str, Any], str]] = [
    ({"call": "mock/clock", "status": 11}, "status 0, expected 11"),
    ({"call": "no/such"}, "status -4, expected 0"),
    ({"call": "mock/clock", "response": {"now": "yesterday"}}, "now: expected 'yesterday'"),
    ({"call": "mock/clock", "capture": {"x": "then"}}, "finds nothing"),
    ({"event": {"kind": "notification"}}, "got none"),
]


@pytest.mark.parametrize(("step", "message"), FAILING_STEPS)
def test_a_scenario_can_fail(tmp_path: Path, step: dict[str, Any], message: str) -> None:
    path = tmp_path / "failing.json"
    path.write_text(json.dumps({"name": "fails", "config": {"seed": 1}, "steps": [step]}))
    with pytest.raises(steps.StepFailed, match=message) as caught:
        scenarios.run(Scenario.read(str(path)))
    assert "failing.json, step 1" in str(caught.value)


MALFORMED: list[tuple[str, str]] = [
    ("[]", "bad.json: expected an object"),
    ("{", "bad.json: line 1, column 2: is not JSON"),
    ("{}", "bad.json: steps: there are no steps"),
    ('{"stepz": []}', "bad.json: stepz: unknown key; known are name"),
    ('{"config": 1, "steps": []}', "bad.json: config: expected an object"),
    ('{"steps": [1]}', r"bad.json: steps\[0\]: expected an object"),
    ('{"steps": [{}]}', r"bad.json: steps\[0\]: a step has one of"),
    ('{"steps": [{"call": "a", "event": {}}]}', r"steps\[0\]: a step has one of"),
    ('{"steps": [{"call": "mock/clock", "reponse": {}}]}', r"steps\[0\].reponse: unknown key"),
    ('{"steps": [{"call": "a", "status": true}]}', r"steps\[0\].status: expected an integer"),
    ('{"steps": [{"call": "a\\u0000"}]}', r"steps\[0\].call: .* NUL"),
    ('{"steps": [{"call": "a", "capture": {"x": 1}}]}', r"steps\[0\].capture.x: expected a dotted"),
    ('{"config": {"sed": 1}, "steps": [{"drain": true}]}', "bad.json: config: .*sed"),
    ('{"name": "\\ud800", "steps": []}', "bad.json: name: a text with half of a surrogate pair"),
    ('{"name": 1e999, "steps": []}', "bad.json: name: a number that is too large"),
    ("[" * 100_000, "bad.json: is nested more than"),
    ('{"name": ' + "[" * 200 + "]" * 200 + "}", "is nested more than 128 levels"),
    ('{"name": NaN}', "bad.json: is not JSON: NaN"),
    ('{"name": ' + "1" * 5000 + "}", "bad.json: "),
]


@pytest.mark.parametrize(("text", "message"), MALFORMED)
def test_a_malformed_file_is_refused(tmp_path: Path, text: str, message: str) -> None:
    path = tmp_path / "bad.json"
    path.write_text(text)
    with pytest.raises(DocumentError, match=message) as caught:
        scenarios.run(Scenario.read(str(path)))
    assert caught.value.file == str(path)


def test_the_world_is_checked_after_each_step(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(State, "problems", lambda state: ["zones[a]: is not there"])
    steps = [{"call": "mock/clock"}, {"call": "mock/clock"}]
    with pytest.raises(StepFailed, match="mock/state/check: zones") as caught:
        scenarios.run(Scenario.from_document({"steps": steps}, "f"))
    assert (caught.value.step, caught.value.action) == (1, "mock/clock")


def test_an_unwanted_event_fails(cloud: Cloud) -> None:
    cloud.accounts.set_status("noAccount")
    lines: list[bytes] = []
    runner = scenarios.Runner(cloud, lines.append)
    with pytest.raises(steps.StepFailed, match="expected no event"):
        runner.step({"noEvent": True})
    assert lines[0].startswith(b"event {")
    runner.step({"noEvent": True})
    assert lines[1:] == [b"no event\n"]
