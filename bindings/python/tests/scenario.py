"""Runs scenario files: steps with requests, and patterns that answers and events must match."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

from mockcloud import Cloud

STEP_KEYS = {
    "call",
    "request",
    "status",
    "response",
    "capture",
    "event",
    "noEvent",
    "drain",
    "note",
}
ABSENT = object()


class Mismatch(AssertionError):
    """What came is not what the scenario expects."""


def dumps(value: Any) -> bytes:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode()


def kind(value: Any) -> str:
    """The JSON type of a value: Python calls True an int, JSON does not."""
    names = {bool: "bool", int: "number", float: "number", str: "string", type(None): "null"}
    return names.get(type(value), "array" if isinstance(value, list) else "object")


def substitute(value: Any, captured: dict[str, Any]) -> Any:
    """A request with `$name` replaced by what was captured, and `$$x` by `$x`."""
    if isinstance(value, str) and value.startswith("$"):
        if value.startswith("$$"):
            return value[1:]
        if value[1:] not in captured:
            raise Mismatch(f"nothing was captured as {value}")
        return captured[value[1:]]
    if isinstance(value, list):
        return [substitute(each, captured) for each in value]
    if isinstance(value, dict):
        return {key: substitute(each, captured) for key, each in value.items()}
    return value


def match(pattern: Any, value: Any, captured: dict[str, Any], path: str = "") -> None:
    """Raises `Mismatch` where the value does not match the pattern."""
    at = path or "the answer"
    if pattern == "$absent":
        if value is not ABSENT:
            raise Mismatch(f"{at} must be absent, but is {value!r}")
        return
    if value is ABSENT:
        raise Mismatch(f"{at} is missing, expected {pattern!r}")
    if pattern == "$any":
        return
    if isinstance(pattern, str) and pattern.startswith("$"):
        # What was captured is a value and no pattern: all of it must be there, and nothing else.
        pattern = substitute(pattern, captured)
        if not same(pattern, value):
            raise Mismatch(f"{at}: expected {pattern!r}, got {value!r}")
        return
    if kind(pattern) != kind(value):
        raise Mismatch(f"{at}: expected {pattern!r}, got {value!r}")
    if isinstance(pattern, dict):
        for key, expected in pattern.items():
            match(expected, value.get(key, ABSENT), captured, f"{path}.{key}" if path else key)
    elif isinstance(pattern, list):
        if len(pattern) != len(value):
            raise Mismatch(f"{at}: expected {len(pattern)} elements, got {len(value)}: {value!r}")
        for index, (expected, each) in enumerate(zip(pattern, value, strict=True)):
            match(expected, each, captured, f"{path}.{index}" if path else str(index))
    elif pattern != value:
        raise Mismatch(f"{at}: expected {pattern!r}, got {value!r}")


def same(left: Any, right: Any) -> bool:
    """Equality as JSON has it: numbers by value, and no number is a bool."""
    if kind(left) != kind(right):
        return False
    if isinstance(left, dict):
        return left.keys() == right.keys() and all(same(left[key], right[key]) for key in left)
    if isinstance(left, list):
        return len(left) == len(right) and all(map(same, left, right))
    return bool(left == right)


def capture(answer: Any, path: str) -> Any:
    """What a dotted path leads to."""
    value = answer
    for part in path.split("."):
        try:
            if isinstance(value, list) and not part.isdecimal():
                raise KeyError(part)
            value = value[int(part)] if isinstance(value, list) else value[part]
        except (KeyError, IndexError, TypeError):
            raise Mismatch(f"capture {path!r} finds nothing at {part!r}") from None
    return value


class Runner:
    """Runs one scenario on one cloud, and hands each line of its transcript to `record`."""

    def __init__(self, cloud: Cloud, record: Callable[[bytes], object]) -> None:
        self.cloud = cloud
        self.record = record
        self.captured: dict[str, Any] = {}

    def step(self, step: dict[str, Any]) -> None:
        unknown = step.keys() - STEP_KEYS
        if unknown:
            raise Mismatch(f"unknown keys in the step: {', '.join(sorted(unknown))}")
        if "call" in step:
            answer = self.call(step)
        elif "event" in step:
            text = self.next_event()
            if text is None:
                raise Mismatch(f"no event came, expected {step['event']!r}")
            answer = json.loads(text)
            match(step["event"], answer, self.captured)
        elif "noEvent" in step:
            text = self.next_event()
            if text is not None:
                raise Mismatch(f"expected no event, got {text.decode()}")
            return
        elif "drain" in step:
            while self.next_event() is not None:
                pass
            return
        else:
            raise Mismatch("a step has `call`, `event`, `noEvent` or `drain`")
        for name, path in step.get("capture", {}).items():
            self.captured[name] = capture(answer, path)

    def call(self, step: dict[str, Any]) -> Any:
        request = None
        if "request" in step:
            request = dumps(substitute(step["request"], self.captured))
        status, text = self.cloud.call_raw(step["call"], request)
        self.record(b"%d %s\n" % (status, text))
        expected = step.get("status", 0)
        if status != expected:
            raise Mismatch(f"status {status}, expected {expected}; answer: {text.decode()}")
        answer = json.loads(text)
        if "response" in step:
            try:
                match(step["response"], answer, self.captured)
            except Mismatch as mismatch:
                raise Mismatch(f"{mismatch}\n  answer: {text.decode()}") from None
        return answer

    def check_world(self) -> None:
        """Whatever a step did, nothing in the world may contradict anything else in it."""
        if problems := self.cloud.problems():
            raise Mismatch(f"mock/state/check: {problems[0]}")

    def next_event(self) -> bytes | None:
        text = self.cloud.next_event_raw()
        self.record(b"no event\n" if text is None else b"event %s\n" % text)
        return text


def run(path: Path, record: Callable[[bytes], object]) -> None:
    """Runs a scenario file; a mismatch tells the step."""
    scenario = json.loads(path.read_text())
    if not scenario["steps"]:
        raise Mismatch(f"{path.name}: there are no steps")
    # A scenario's world comes from its file alone: `{}` keeps the environment out.
    with Cloud(scenario.get("config", {})) as cloud:
        runner = Runner(cloud, record)
        for number, step in enumerate(scenario["steps"], start=1):
            try:
                runner.step(step)
                runner.check_world()
            except Mismatch as mismatch:
                action = step.get("call", next(iter(step), "?"))
                raise Mismatch(f"{path.name}, step {number} ({action}): {mismatch}") from None
