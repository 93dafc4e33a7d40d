"""The pytest plugin, which provides a new cloud for each test.

* fixture `mockcloud`: a new `Cloud`, configured by the marker `@pytest.mark.mockcloud(seed=7)`.
  Markers of the class and the module apply as well; for each key, the nearest marker is used;
* fixture `cloud`: the same cloud by a shorter name; a fixture `cloud` of the project replaces it;
* fixture `mockcloud_base`: if it is overridden by a fixture that returns a cloud, `mockcloud` is a
  fork of that cloud. `forked("name")` defines such a fixture for any other cloud;
* fixture `mockcloud_factory`: a function that takes configuration keys and returns a new cloud.
  The clouds of `mockcloud_session_factory` are closed at the end of the session;
* `--mockcloud-seed N`: the seed of clouds whose configuration has none;
* `--mockcloud-transcript DIR`: writes the calls of failing tests to DIR, one JSON file per cloud;
* marker `@pytest.mark.explore`, with the keywords `errors`, `pairs`, `conflicts`, `items`,
  `lasting`, `crashes` and `allow` of `explore`: runs the test once without faults, and once for
  each possible fault of each of its calls on `mockcloud`. With `-v`, it prints a character per run;
* a failing test shows its last calls, what faults did to them with a line that repeats it, and the
  differences of unequal records;
* ini option `mockcloud_leak_check` (on): a passing test fails if it leaves a cloud open;
* ini option `mockcloud_fault_check` (on): a passing test fails if a fault that it set never acted,
  also in forks and in clouds that it made by `Cloud()`;
* ini option `mockcloud_findings` (off): with `error`, a passing test fails if its client made
  mistakes that `cloud.findings()` lists, in the clouds of fixtures and of `mock_cloud`, unless it
  has the marker `mockcloud_mistakes`;
* ini option `mockcloud_script_check` (on): a passing test fails if it did not use all entries of a
  script, or made calls that the script does not expect.

Nothing else is imported, and the library is not loaded, until a test first uses a cloud.
"""

from __future__ import annotations

import sys
from collections.abc import Generator, Iterator
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

# Only what imports nothing in turn: most tests of a project use no cloud.
from ._core.makers import Maker, lasting, making, share
from .testing.factory import CloudFactory

if TYPE_CHECKING:
    import pluggy

    from .cloud import Cloud

__all__ = ["CloudFactory", "forked"]

#: Whether the test was skipped or has failed, so far.
_NOT_PASSED = pytest.StashKey[bool]()
_MAKER: pytest.StashKey[Maker[Cloud]] = pytest.StashKey()


def pytest_addoption(parser: pytest.Parser) -> None:
    group = parser.getgroup("mockcloud")
    group.addoption(
        "--mockcloud-seed",
        type=int,
        metavar="N",
        help="seed of simulated clouds whose configuration has none (default: 1)",
    )
    group.addoption(
        "--mockcloud-transcript",
        type=Path,
        metavar="DIR",
        help="write the calls of every failing test's clouds to files in DIR",
    )
    parser.addini(
        "mockcloud_fault_check",
        "fail tests that set a fault that never acts",
        type="bool",
        default=True,
    )
    parser.addini(
        "mockcloud_script_check",
        "fail tests that do not use all entries of a script, or make calls that it does not expect",
        type="bool",
        default=True,
    )
    parser.addini(
        "mockcloud_findings",
        "error: fail tests whose client made mistakes that cloud.findings() lists; off: do not",
        default="off",
    )
    parser.addini(
        "mockcloud_leak_check",
        "fail tests that leave open a cloud that they created",
        type="bool",
        default=True,
    )


def pytest_configure(config: pytest.Config) -> None:
    findings = config.getini("mockcloud_findings")
    if findings not in ("error", "off"):
        raise pytest.UsageError(f"mockcloud_findings is error or off, not {findings!r}")
    directory = config.getoption("--mockcloud-transcript")
    if directory is not None and directory.exists() and not directory.is_dir():
        raise pytest.UsageError(f"--mockcloud-transcript: {directory} is not a directory")
    config.addinivalue_line(
        "markers",
        "mockcloud_mistakes: the client of the test may make mistakes (mockcloud_findings = error)",
    )
    config.addinivalue_line(
        "markers",
        "mockcloud(**config): the configuration of this test's simulated cloud, such as seed=7",
    )
    config.addinivalue_line(
        "markers",
        "explore(errors=None, pairs=False, conflicts=False, items=False, lasting=False, "
        "crashes=False, allow=()): run the test once for each possible fault of its calls",
    )


# Fixtures


def _seeded(config: pytest.Config) -> dict[str, Any]:
    seed = config.getoption("--mockcloud-seed")
    return {} if seed is None else {"seed": seed}


def _configuration(node: pytest.Item) -> dict[str, Any]:
    configuration = _seeded(node.config)
    # The iterator begins with the nearest marker, which overrides the others.
    for marker in reversed(list(node.iter_markers("mockcloud"))):
        if marker.args:
            raise pytest.UsageError("the mockcloud marker takes keywords only")
        configuration.update(marker.kwargs)
    return configuration


@pytest.fixture
def mockcloud_factory(request: pytest.FixtureRequest) -> Iterator[CloudFactory]:
    """Creates clouds, `mockcloud_factory(seed=7)`, which are closed when the test ends."""
    from ._core.library import library

    library()
    node: pytest.Item = request.node
    factory = CloudFactory(_configuration(node))
    yield factory
    problems: list[str] = []
    # The end of an exploration restores the cloud, including the counts of its rules.
    if not node.stash.get(_NOT_PASSED, False) and node.get_closest_marker("explore") is None:
        from .testing.pytest_checks import problems_of

        problems = problems_of(node, factory.clouds)
    factory.close()
    if problems:
        pytest.fail("\n".join(problems), pytrace=False)


@pytest.fixture(scope="session")
def mockcloud_session_factory(pytestconfig: pytest.Config) -> Iterator[CloudFactory]:
    """Creates clouds, to be forked by tests, which are closed when the session ends."""
    factory = CloudFactory(_seeded(pytestconfig), is_lasting=True)
    yield factory
    factory.close()


@pytest.fixture(scope="session")
def mockcloud_base() -> Cloud | None:
    """The cloud of which `mockcloud` is a fork, or None for a new cloud.

    Meant to be overridden.
    """
    return None


@pytest.fixture
def mockcloud(
    request: pytest.FixtureRequest,
    mockcloud_factory: CloudFactory,
    mockcloud_base: Cloud | None,
) -> Iterator[Cloud]:
    """A simulated iCloud: a fork of `mockcloud_base` if that is a cloud, otherwise a new cloud that
    is configured by the test's `mockcloud` markers."""
    if mockcloud_base is None:
        yield mockcloud_factory()
        return
    if next(request.node.iter_markers("mockcloud"), None) is not None:
        raise pytest.UsageError(
            "the mockcloud marker configures a new cloud, but this test gets a fork of "
            "mockcloud_base: configure mockcloud_base, or use mockcloud_factory"
        )
    yield from _forked(request, mockcloud_factory, mockcloud_base, "mockcloud_base")


@pytest.fixture
def cloud(mockcloud: Cloud) -> Cloud:
    """The cloud of the fixture `mockcloud`. A fixture `cloud` of the project replaces this one."""
    return mockcloud


def forked(base: str) -> Any:
    """Returns a fixture that forks the cloud that the fixture named `base` returns.

    shop = forked("shop_base")
    """

    @pytest.fixture
    def fork(request: pytest.FixtureRequest, mockcloud_factory: CloudFactory) -> Iterator[Cloud]:
        yield from _forked(request, mockcloud_factory, request.getfixturevalue(base), base)

    return fork


def _forked(
    request: pytest.FixtureRequest, factory: CloudFactory, base: object, name: str
) -> Iterator[Cloud]:
    from .testing.pytest_forks import forking

    maker: Maker[Cloud] | None = request.node.stash.get(_MAKER, None)
    yield from forking(factory.fork, base, name, maker)


# Checks and reports


def pytest_assertrepr_compare(
    config: pytest.Config, op: str, left: object, right: object
) -> list[str] | None:
    # Without the module of records, no value is a record or an error of this package.
    if op != "==" or f"{__package__}.records.record" not in sys.modules:
        return None
    from .testing.comparing import compared

    return compared(left, right, _assertion_verbosity(config) > 0)


def _assertion_verbosity(config: pytest.Config) -> int:
    """Returns the verbosity of failed assertions, which pytest 7 does not set separately."""
    kind = getattr(pytest.Config, "VERBOSITY_ASSERTIONS", None)
    return config.get_verbosity(kind) if kind is not None else int(config.getoption("verbose"))


# Not `wrapper=True`, which pytest 7, the version of Debian 12, does not support.
@pytest.hookimpl(hookwrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Generator[None, object, None]:
    # An exploration restores the cloud, including the counts of its rules.
    is_explored = item.get_closest_marker("explore") is not None
    expects_faults = item.config.getini("mockcloud_fault_check") and not is_explored
    maker = item.stash[_MAKER] = Maker(partial(_mistakes_in, item), expects_faults=expects_faults)
    item.stash[_NOT_PASSED] = False
    with making(maker):
        share()
        yield
    maker.end()


@pytest.hookimpl(hookwrapper=True)
def pytest_fixture_setup(fixturedef: pytest.FixtureDef[Any]) -> Generator[None, object, None]:
    if fixturedef.scope == "function":
        yield
        return
    # The clouds of these fixtures outlive the test for which they are created.
    with lasting():
        yield


@pytest.hookimpl(trylast=True)
def pytest_runtest_teardown(item: pytest.Item) -> None:
    # The traceback of a failed test keeps its clouds alive, which is not a leak of the test.
    maker = item.stash.get(_MAKER, None)
    if maker is None or item.stash.get(_NOT_PASSED, False):
        return
    unused = maker.unused_faults()
    places: list[str] = []
    if item.config.getini("mockcloud_leak_check"):
        places = [_relative(item.config, place) for place in maker.leaks()]
    if unused or places:
        from .testing.pytest_checks import left

        pytest.fail("\n".join(left(unused, places)), pytrace=False)


def _mistakes_in(item: pytest.Item, cloud: Cloud) -> list[str]:
    from .testing.pytest_checks import mistakes

    return mistakes(item, [cloud])


def _relative(config: pytest.Config, place: str) -> str:
    return place.removeprefix(f"{config.rootpath}/")


@pytest.hookimpl(hookwrapper=True)
def pytest_runtest_makereport(
    item: pytest.Item,
) -> Generator[None, pluggy.Result[pytest.TestReport], None]:
    report = (yield).get_result()
    maker = item.stash.get(_MAKER, None)
    if not report.passed:
        item.stash[_NOT_PASSED] = True
        if maker is not None:
            maker.has_failed = True
    if report.failed:
        clouds = [] if maker is None else maker.open_clouds()
        directory = item.config.getoption("--mockcloud-transcript")
        if not clouds and directory is None:
            return
        from .testing.pytest_reports import sections, write_transcripts

        if clouds:
            report.sections += sections(item, clouds, report.when)
        if directory is not None and report.when != "teardown":
            report.sections += write_transcripts(directory, item.nodeid, clouds)


@pytest.hookimpl(tryfirst=True)
def pytest_pyfunc_call(pyfuncitem: pytest.Function) -> bool | None:
    if pyfuncitem.get_closest_marker("explore") is None:
        return None
    __tracebackhide__ = True
    from .testing.pytest_explore import run_explored

    return run_explored(pyfuncitem)


def pytest_terminal_summary(terminalreporter: Any) -> None:
    # The module is imported when the first test is explored, or by no process but the workers.
    if any(
        getattr(report, "user_properties", None)
        for reports in terminalreporter.stats.values()
        for report in reports
    ):
        from .testing.pytest_explore import summarize

        summarize(terminalreporter)
