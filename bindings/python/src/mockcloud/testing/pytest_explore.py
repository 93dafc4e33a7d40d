"""The marker `explore` of the pytest plugin."""

from __future__ import annotations

import inspect
from contextlib import nullcontext
from typing import Any

import pytest

from .._core.words import hint
from ..cloud import Cloud
from .exploration import Exploration, Run

#: The keywords of the marker: those of `explore` but for the cloud and the progress.
KEYWORDS = ("errors", "pairs", "conflicts", "items", "lasting", "crashes", "allow")
#: The property of a test's report that contains the summary of its exploration.
_EXPLORED = "mockcloud_explored"


def run_explored(pyfuncitem: pytest.Function) -> bool:
    """Runs a test with the marker `explore`."""
    __tracebackhide__ = True
    marker = pyfuncitem.get_closest_marker("explore")
    assert marker is not None
    cloud = pyfuncitem.funcargs.get("mockcloud")
    body = pyfuncitem.obj
    if not isinstance(cloud, Cloud) or inspect.iscoroutinefunction(body) or marker.args:
        reason = "keywords only" if marker.args else "a plain function with the fixture mockcloud"
        pytest.fail(f"the explore marker takes {reason}", pytrace=False)
    for name in marker.kwargs:
        if name not in KEYWORDS:
            pytest.fail(
                f"the explore marker has no keyword {name!r}{hint(name, KEYWORDS)}", pytrace=False
            )
    names = inspect.signature(body).parameters
    arguments = {name: pyfuncitem.funcargs[name] for name in names if name in pyfuncitem.funcargs}
    exploration = Exploration(
        cloud,
        progress=_progress(pyfuncitem.config),
        failures=(Exception, pytest.fail.Exception),
        **marker.kwargs,
    )
    try:
        exploration.run(lambda _: body(**arguments))
    finally:
        if exploration.report is not None:
            pyfuncitem.user_properties.append((_EXPLORED, str(exploration.report)))
    return True


def _progress(config: pytest.Config) -> Any:
    """Returns a function that writes a character for each run, if the output is verbose."""
    terminal = config.pluginmanager.get_plugin("terminalreporter")
    capture = config.pluginmanager.get_plugin("capturemanager")
    if terminal is None or terminal.verbosity < 1:
        return None

    def write(run: Run, tried: int, cases: int) -> None:
        # The output of a test is captured, but this is not output of the test.
        shown = capture.global_and_fixture_disabled() if capture else nullcontext()
        with shown:
            terminal.write("." if run.error is None else "F")

    return write


def summarize(terminalreporter: Any) -> None:
    """Prints the summaries of the explorations."""
    lines = [
        f"{report.nodeid}: {text}"
        for reports in terminalreporter.stats.values()
        for report in reports
        if getattr(report, "when", None) == "call"
        for name, text in report.user_properties
        if name == _EXPLORED
    ]
    if lines:
        terminalreporter.section("mockcloud explorations")
        for line in sorted(lines):
            terminalreporter.line(line)
