"""The requests and patterns of the steps of scenario files (docs/DIALECT.md).

`mock/match` compares. In a scenario `"$name"` matches only a value that was captured as `name`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from .._core.usage_errors import Difference, UsageError
from .._core.vocabulary import OperationName


class StepFailed(AssertionError):
    """The result of a step differs from its scenario."""

    def __init__(
        self,
        reason: str,
        found: tuple[Difference, ...] = (),
        response: str | None = None,
    ) -> None:
        #: The reason for the failure; the first difference if there are several.
        self.reason = reason
        #: All differences between the response or event and its pattern.
        self.differences = found
        #: The JSON of the response, if the failure concerns the response.
        self.response = response
        #: The file, the number of the step, counted from 1, and its action; set by `run`.
        self.file = ""
        self.step = 0
        self.action = ""
        super().__init__(reason)

    def __str__(self) -> str:
        text = f"{self.file}, step {self.step} ({self.action}): " if self.step else ""
        text += self.reason
        return text if self.response is None else f"{text}\n  response: {self.response}"


def substitute(value: Any, captured: Mapping[str, Any]) -> Any:
    """Returns a request with `$name` replaced by the captured value, and `$$x` by `$x`."""
    if isinstance(value, str) and value.startswith("$"):
        if value.startswith("$$"):
            return value[1:]
        if value[1:] not in captured:
            raise StepFailed(f"nothing was captured as {value}")
        return captured[value[1:]]
    if isinstance(value, list):
        return [substitute(each, captured) for each in value]
    if isinstance(value, dict):
        return {key: substitute(each, captured) for key, each in value.items()}
    return value


def differences(
    ask: Callable[[OperationName, Mapping[str, Any]], dict[str, Any]],
    pattern: Any,
    value: Any,
    captured: Mapping[str, Any],
) -> tuple[Difference, ...]:
    """Returns the differences of a value from a pattern, which `mock/match` of a cloud finds.

    `ask` is `Cloud.call`. Raises `StepFailed` for an invalid pattern, and for a name without a
    captured value.
    """
    request = {"pattern": pattern, "value": value, "captured": dict(captured)}
    try:
        response = ask("mock/match", request)
    except UsageError as error:
        raise StepFailed(str(error)) from None
    found = tuple(map(Difference.from_wire, response["differences"]))
    fresh = response["captures"].keys() - captured.keys()
    if fresh and not found:
        raise StepFailed(f"nothing was captured as ${min(fresh)}")
    return found
