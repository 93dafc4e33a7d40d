"""`mockcloud run`: runs scenario files and shows the differences from their expectations."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

from .._core.wording import shown
from ..io.documents import DocumentError, name_of
from ..testing import scenarios
from ..testing.scenarios import Scenario
from ..testing.steps import StepFailed
from .exits import FAILED, OK, UNUSABLE
from .output import Output

#: The maximum number of differences to show for a response.
_DIFFERENCES = 20


def register(commands: Any, shared: argparse.ArgumentParser) -> None:
    parser = commands.add_parser("run", parents=[shared], help="run scenario files")
    parser.add_argument(
        "scenarios", nargs="+", metavar="SCENARIO", help="a file, - or a folder of .json files"
    )
    parser.add_argument("-x", "--exitfirst", action="store_true", help="stop at the first failure")
    parser.add_argument("-q", "--quiet", action="store_true", help="name only what fails")
    parser.set_defaults(command=run)


def run(options: argparse.Namespace, output: Output) -> int:
    results: list[dict[str, Any]] = []
    for file in output.track(_files(options.scenarios), "Scenarios"):
        result = _run_one(file)
        results.append(result)
        if result["outcome"] != "passed" or not options.quiet:
            _show(result, output)
        if options.exitfirst and result["outcome"] != "passed":
            break
    counts = {
        outcome: sum(each["outcome"] == outcome for each in results)
        for outcome in ("passed", "failed", "unusable")
    }
    output.json({**counts, "scenarios": results})
    summary = ", ".join(f"{n} {outcome}" for outcome, n in counts.items() if n or outcome[0] == "p")
    output.line(summary, "good" if counts["passed"] == len(results) else "bad")
    if counts["unusable"]:
        return UNUSABLE
    return FAILED if counts["failed"] else OK


def _files(arguments: list[str]) -> list[str]:
    files: list[str] = []
    for each in arguments:
        if not Path(each).is_dir():
            files.append(each)
            continue
        within = sorted(str(path) for path in Path(each).glob("*.json"))
        if not within:
            raise DocumentError(each, None, "is a folder without .json files")
        files += within
    return files


def _run_one(file: str) -> dict[str, Any]:
    """Returns the result of a scenario file in the form of `--json`."""
    result: dict[str, Any] = {"file": name_of(file)}
    try:
        scenario = Scenario.read(file)
        result["name"] = scenario.name
        scenarios.run(scenario)
    except DocumentError as error:
        place = {} if error.place is None else {"place": error.place}
        return {**result, "outcome": "unusable", **place, "reason": error.reason}
    except StepFailed as failed:
        return {
            **result,
            "outcome": "failed",
            "step": failed.step,
            "action": failed.action,
            "reason": failed.reason,
            "differences": [each.to_wire() for each in failed.differences],
            **({} if failed.response is None else {"response": failed.response}),
        }
    return {**result, "outcome": "passed"}


def _show(result: dict[str, Any], output: Output) -> None:
    outcome = result["outcome"]
    if outcome == "passed":
        output.line(f"ok    {result['file']}", "good")
        return
    if outcome == "unusable":
        parts = result["file"], result.get("place"), result["reason"]
        output.line("ERROR " + ": ".join(each for each in parts if each), "bad")
        return
    output.line(f"FAIL  {result['file']}, step {result['step']} ({result['action']})", "bad")
    found = result["differences"]
    if not found:
        output.line(f"      {result['reason']}")
    for each in found[:_DIFFERENCES]:
        output.line(f"      {each['path'] or 'all of it'}", "head")
        output.line(f"        expected  {_value(each['expected'])}")
        actual = _value(each["actual"]) if "actual" in each else "nothing"
        output.line(f"        got       {actual}")
    if len(found) > _DIFFERENCES:
        output.line(f"      and {len(found) - _DIFFERENCES} more")
    if "response" in result:
        output.line(f"      response: {result['response']}", "dim")


def _value(value: Any) -> str:
    words = {"$absent": "nothing", "$any": "anything"}
    if isinstance(value, str) and value in words:
        return words[value]
    return shown(value)
