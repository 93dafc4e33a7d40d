"""Scenario files: steps with requests, and patterns for their responses and events.

`run(Scenario.read("story.json"))` runs a scenario on a new cloud and raises `StepFailed` if a
result differs from the file. The shell command `mockcloud run` does the same. The format of the
files is described in docs/SCENARIOS.md in the repository.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from contextlib import closing
from dataclasses import dataclass
from typing import Any

from .._core.codec import dump_json
from .._core.usage_errors import Difference
from ..cloud import Cloud
from ..errors import CKError, UsageError
from ..harness.configuration import from_json
from ..io.documents import DocumentError, name_of, place_of, read_json
from .steps import StepFailed, differences, substitute

#: The allowed keys of a file and of a step, with the types of their values.
_SCENARIO_KEYS = {"name": str, "source": str, "note": str, "config": dict, "steps": list}
_STEP_KEYS: dict[str, type] = {
    "call": str,
    "request": object,
    "status": int,
    "response": object,
    "capture": dict,
    "event": object,
    "noEvent": bool,
    "drain": bool,
    "note": str,
}
#: The keys of which a step has exactly one: its action.
_ACTIONS = ("call", "event", "noEvent", "drain")

#: Greater than the library's own limit, so that scenarios can test that limit.
_DEPTH_LIMIT = 128

Record = Callable[[bytes], object]


@dataclass(frozen=True)
class Scenario:
    """A well-formed scenario."""

    file: str
    name: str
    config: Mapping[str, Any]
    steps: list[dict[str, Any]]

    @classmethod
    def read(cls, file: str) -> Scenario:
        """Returns the scenario in a file, or on standard input if the file is `-`."""
        return cls.from_document(read_json(file, depth=_DEPTH_LIMIT), name_of(file))

    @classmethod
    def from_document(cls, document: Any, file: str) -> Scenario:
        """Returns the scenario in a JSON document; `file` is its name in messages."""
        _check_keys(document, _SCENARIO_KEYS, file)
        steps = document.get("steps")
        if not steps:
            raise DocumentError(file, "steps", "there are no steps")
        for index, step in enumerate(steps):
            _check_step(step, file, index)
        return cls(file, document.get("name", ""), document.get("config", {}), steps)


def _check_step(step: Any, file: str, index: int) -> None:
    _check_keys(step, _STEP_KEYS, file, "steps", index)
    if sum(action in step for action in _ACTIONS) != 1:
        reason = "a step has one of `call`, `event`, `noEvent` or `drain`"
        raise DocumentError(file, place_of("steps", index), reason)
    if "\0" in step.get("call", ""):
        reason = "the name of an operation cannot hold a NUL character"
        raise DocumentError(file, place_of("steps", index, "call"), reason)
    for name, path in step.get("capture", {}).items():
        if not isinstance(path, str):
            reason = f"expected a dotted path, not {dump_json(path)}"
            raise DocumentError(file, place_of("steps", index, "capture", name), reason)


def _check_keys(value: Any, known: Mapping[str, type], file: str, *place: str | int) -> None:
    if not isinstance(value, dict):
        at = place_of(*place) if place else None
        raise DocumentError(file, at, f"expected an object, not {dump_json(value)[:80]}")
    for key, each in value.items():
        if key not in known:
            reason = f"unknown key; known are {', '.join(known)}"
            raise DocumentError(file, place_of(*place, key), reason)
        if not isinstance(each, known[key]) or (known[key] is int and isinstance(each, bool)):
            words = {str: "a string", dict: "an object", list: "a list", int: "an integer"}
            reason = f"expected {words.get(known[key], 'true or false')}"
            raise DocumentError(file, place_of(*place, key), reason)


def capture(response: Any, path: str) -> Any:
    """Returns the value at a dotted path."""
    value = response
    for part in path.split("."):
        try:
            if isinstance(value, list) and not part.isdecimal():
                raise KeyError(part)
            value = value[int(part)] if isinstance(value, list) else value[part]
        except (KeyError, IndexError, TypeError, ValueError):
            raise StepFailed(f"capture {path!r} finds nothing at {part!r}") from None
    return value


class Runner:
    """Runs the steps of a scenario on a cloud.

    `record` is called with each line of the transcript.
    """

    def __init__(self, cloud: Cloud, record: Record) -> None:
        self.cloud = cloud
        self.record = record
        self.captured: dict[str, Any] = {}

    def step(self, step: Mapping[str, Any]) -> None:
        """Runs one step; raises `StepFailed` if its result differs from the scenario."""
        if "call" in step:
            response = self.call(step)
        elif "event" in step:
            response = self.event(step["event"])
        elif "noEvent" in step:
            text = self.next_event()
            if text is not None:
                found = Difference("", "$absent", json.loads(text))
                raise StepFailed(f"expected no event, got {text.decode()}", (found,))
            return
        else:
            while self.next_event() is not None:
                pass
            return
        for name, path in step.get("capture", {}).items():
            self.captured[name] = capture(response, path)

    def call(self, step: Mapping[str, Any]) -> Any:
        """Makes a call of a scenario, and compares its response."""
        request = None
        if "request" in step:
            request = dump_json(substitute(step["request"], self.captured))
        status, text = self.cloud.call_raw(step["call"], request)
        self.record(b"%d %s\n" % (status, text))
        response = json.loads(text)
        expected = step.get("status", 0)
        if status != expected:
            reason = f"status {status}, expected {expected}"
            raise StepFailed(reason, (Difference("status", expected, status),), text.decode())
        if "response" in step:
            self.expect(step["response"], response, text.decode())
        return response

    def event(self, pattern: Any) -> Any:
        """Returns the next event, which must match the pattern."""
        text = self.next_event()
        if text is None:
            found = Difference("", pattern, is_missing=True)
            raise StepFailed(f"expected the event {dump_json(pattern)}, got none", (found,))
        event = json.loads(text)
        self.expect(pattern, event)
        return event

    def expect(self, pattern: Any, value: Any, response: str | None = None) -> None:
        """Raises `StepFailed` if a response or an event differs from its pattern."""
        found = differences(self.cloud.call, pattern, value, self.captured)
        if found:
            raise StepFailed(str(found[0]), found, response)

    def check_world(self) -> None:
        """Raises `StepFailed` if the state of the cloud is inconsistent."""
        if problems := self.cloud.state.problems():
            raise StepFailed(f"mock/state/check: {problems[0]}")

    def next_event(self) -> bytes | None:
        """Removes the next event, and returns its JSON; None if there is none."""
        text = self.cloud.next_event_raw()
        self.record(b"no event\n" if text is None else b"event %s\n" % text)
        return text


def run(scenario: Scenario, record: Record = lambda line: None) -> None:
    """Runs a scenario; raises `StepFailed` for the first step that fails.

    A configuration that the library refuses raises `DocumentError`.
    """
    # The configuration is never None, so that environment variables have no effect.
    try:
        cloud = Cloud(from_json(scenario.config))
    except (UsageError, CKError, OSError, TypeError, ValueError) as error:
        raise DocumentError(scenario.file, "config", str(error)) from None
    # The steps of the scenario check which rules acted.
    cloud._ledger.unwatch()
    with closing(cloud):
        runner = Runner(cloud, record)
        for number, step in enumerate(scenario.steps, start=1):
            try:
                runner.step(step)
                runner.check_world()
            except StepFailed as failed:
                failed.file, failed.step = scenario.file, number
                failed.action = step.get("call") or next(key for key in _ACTIONS if key in step)
                raise failed from None
