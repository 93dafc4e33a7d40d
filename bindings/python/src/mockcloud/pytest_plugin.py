"""The pytest plugin: a fresh cloud per test.

* fixture `mockcloud`: a new `Cloud`, configured by the marker `@pytest.mark.mockcloud(seed=7)`;
  markers of class and module hold too, the nearest one wins key by key;
* fixture `mockcloud_factory`: call it with configuration keys for as many clouds as wanted;
* `--mockcloud-seed N`: the seed of every cloud whose test chose none;
* `--mockcloud-transcript DIR`: the calls that a failing test made, one JSON file per cloud;
* marker `@pytest.mark.explore(errors=…, pairs=…)`: the test runs once without a fault, and once for
  each fault that any of its calls on `mockcloud` can meet; with `-v` each run shows as a character;
* ini option `mockcloud_leak_check` (on): a passing test must not leave a cloud open;
* a passing test fails where a rule of faults that must act (`mustFire`) has not;
* ini option `mockcloud_script_check` (on): so does one that leaves entries of a script unused, or
  made calls that its script does not expect.

The library is loaded when a test first asks for a cloud.
"""

from __future__ import annotations

import gc
import inspect
import json
import re
from collections.abc import Generator, Iterator
from contextlib import nullcontext
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from ._raw import library, live_clouds
from ._usage_errors import MockCloudError
from .cloud import Cloud
from .exploration import Exploration, Run
from .journal import JournalCall

if TYPE_CHECKING:
    import pluggy

_REPORTS = pytest.StashKey[dict[str, pytest.TestReport]]()

#: How many of its last calls a failing test's report shows.
SHOWN_CALLS = 20

#: The property of a test's report that sums up its exploration.
_EXPLORED = "mockcloud_explored"


class CloudFactory:
    """Makes clouds for one test, with the configuration of its markers, and closes them."""

    def __init__(self, configuration: dict[str, Any]) -> None:
        self.configuration = configuration
        self.clouds: list[Cloud] = []

    def __call__(self, **configuration: Any) -> Cloud:
        cloud = Cloud({**self.configuration, **configuration})
        self.clouds.append(cloud)
        return cloud

    def open_clouds(self) -> list[Cloud]:
        return [cloud for cloud in self.clouds if not cloud.closed]

    def close(self) -> None:
        for cloud in self.clouds:
            cloud.close()


def pytest_addoption(parser: pytest.Parser) -> None:
    group = parser.getgroup("mockcloud")
    group.addoption(
        "--mockcloud-seed",
        type=int,
        metavar="N",
        help="seed of every simulated cloud whose test chooses none (default: 1)",
    )
    group.addoption(
        "--mockcloud-transcript",
        type=Path,
        metavar="DIR",
        help="write the calls of every failing test's clouds to files in DIR",
    )
    parser.addini(
        "mockcloud_script_check",
        "fail a test that leaves entries of a script unused, or made calls that it does not expect",
        type="bool",
        default=True,
    )
    parser.addini(
        "mockcloud_leak_check",
        "fail a test that leaves a cloud open which it made itself",
        type="bool",
        default=True,
    )


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line(
        "markers",
        "mockcloud(**config): the configuration of this test's simulated cloud, such as seed=7",
    )
    config.addinivalue_line(
        "markers",
        "explore(errors=None, pairs=False): run the test over every fault that its calls can meet",
    )


def _configuration(node: pytest.Item) -> dict[str, Any]:
    configuration: dict[str, Any] = {}
    seed = node.config.getoption("--mockcloud-seed")
    if seed is not None:
        configuration["seed"] = seed
    # The iterator begins with the nearest marker, which has the last word.
    for marker in reversed(list(node.iter_markers("mockcloud"))):
        if marker.args:
            raise pytest.UsageError("the mockcloud marker takes keywords only")
        configuration.update(marker.kwargs)
    return configuration


@pytest.fixture
def mockcloud_factory(request: pytest.FixtureRequest) -> Iterator[CloudFactory]:
    """Makes clouds: `mockcloud_factory(seed=7)`. They are closed when the test ends."""
    library()
    node: pytest.Item = request.node
    before = live_clouds()
    factory = CloudFactory(_configuration(node))
    yield factory
    failed = any(report.failed for report in node.stash.get(_REPORTS, {}).values())
    directory = node.config.getoption("--mockcloud-transcript")
    if failed and directory is not None:
        _write_transcripts(directory, node.nodeid, factory)
    # The last run of an exploration is undone, and with it what its rules did.
    is_explored = node.get_closest_marker("explore") is not None
    overdue = [] if failed or is_explored else _overdue(factory)
    if not failed and not is_explored and node.config.getini("mockcloud_script_check"):
        overdue += _unscripted(factory)
    factory.close()
    if overdue:
        pytest.fail("\n".join(overdue), pytrace=False)
    # The traceback of a failed test keeps its clouds alive: that is no leak of the test's.
    if not failed and node.config.getini("mockcloud_leak_check"):
        _check_leaks(before)


@pytest.fixture
def mockcloud(mockcloud_factory: CloudFactory) -> Cloud:
    """A fresh simulated iCloud, configured by the test's `mockcloud` markers."""
    return mockcloud_factory()


def _overdue(factory: CloudFactory) -> list[str]:
    """What to say of rules that must act and have not."""
    return [
        f"the rule {rule.id!r} never acted: it was asked {rule.evaluations} times"
        + (f", and {rule.last_reason} stood in the way the last time" if rule.last_reason else "")
        for cloud in factory.open_clouds()
        for rule in cloud.faults.overdue()
    ]


def _unscripted(factory: CloudFactory) -> list[str]:
    """What to say of scripts that were not played to their ends, or not as they are."""
    statuses = [cloud.script.status() for cloud in factory.open_clouds()]
    return [
        f"the script was not played as it is: {status}"
        for status in statuses
        if status.mismatch_count or status.remaining
    ]


def _check_leaks(before: int) -> None:
    if live_clouds() > before:
        gc.collect()
    left = live_clouds() - before
    if left > 0:
        pytest.fail(
            f"the test left {left} cloud{'s' if left > 1 else ''} open: close what you fork or "
            "make yourself, or set mockcloud_leak_check = false",
            pytrace=False,
        )


@pytest.hookimpl(tryfirst=True)
def pytest_pyfunc_call(pyfuncitem: pytest.Function) -> bool | None:
    marker = pyfuncitem.get_closest_marker("explore")
    if marker is None:
        return None
    __tracebackhide__ = True
    cloud = pyfuncitem.funcargs.get("mockcloud")
    body = pyfuncitem.obj
    if not isinstance(cloud, Cloud) or inspect.iscoroutinefunction(body) or marker.args:
        reason = "keywords only" if marker.args else "a plain function with the fixture mockcloud"
        pytest.fail(f"the explore marker takes {reason}", pytrace=False)
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
    """What writes a character for each run, if the terminal is to show that much."""
    terminal = config.pluginmanager.get_plugin("terminalreporter")
    capture = config.pluginmanager.get_plugin("capturemanager")
    if terminal is None or terminal.verbosity < 1:
        return None

    def write(run: Run, tried: int, cases: int) -> None:
        # What a test writes is captured, and this is not the test's.
        shown = capture.global_and_fixture_disabled() if capture else nullcontext()
        with shown:
            terminal.write("." if run.error is None else "F")

    return write


def pytest_terminal_summary(terminalreporter: Any) -> None:
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


def _transcript(cloud: Cloud) -> list[dict[str, Any]]:
    try:
        return cloud.journal()
    except MockCloudError as error:
        return [{"error": f"the journal cannot be read: {error}"}]


def _write_transcripts(directory: Path, test: str, factory: CloudFactory) -> None:
    directory.mkdir(parents=True, exist_ok=True)
    stem = re.sub(r"[^A-Za-z0-9_.-]+", "-", test).strip("-")[-200:]
    for number, cloud in enumerate(factory.open_clouds(), start=1):
        document = {"test": test, "cloud": number, "calls": _transcript(cloud)}
        path = directory / f"{stem}-{number}.json"
        path.write_text(json.dumps(document, indent=1, ensure_ascii=False) + "\n")


def _shown(call: dict[str, Any]) -> str:
    if "n" not in call:
        return str(call["error"])
    return str(JournalCall.from_wire(call))


# Not `wrapper=True`: pytest 7, which Debian 12 has, knows this kind of wrapper alone.
@pytest.hookimpl(hookwrapper=True)
def pytest_runtest_makereport(
    item: pytest.Item,
) -> Generator[None, pluggy.Result[pytest.TestReport], None]:
    report = (yield).get_result()
    item.stash.setdefault(_REPORTS, {})[report.when or ""] = report
    if report.when == "call" and report.failed:
        factory = getattr(item, "funcargs", {}).get("mockcloud_factory")
        if isinstance(factory, CloudFactory):
            for number, cloud in enumerate(factory.open_clouds(), start=1):
                calls = _transcript(cloud)[-SHOWN_CALLS:]
                if calls:
                    text = "\n".join(map(_shown, calls))
                    report.sections.append((f"mockcloud {number}: last calls", text))
