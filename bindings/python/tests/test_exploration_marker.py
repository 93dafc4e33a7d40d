"""Explorations by pytest's marker `explore`."""

from __future__ import annotations

import pytest

from support import PLUGIN


@pytest.fixture
def run(pytester: pytest.Pytester) -> pytest.Pytester:
    pytester.makeini(f"[pytest]\naddopts = -p {PLUGIN} -p no:cacheprovider\n")
    return pytester


MARKED = """
    import pytest
    from mockcloud import CKError, Record

    @pytest.fixture
    def name(mockcloud):
        mockcloud.private.save(Record("Note", name="set-up"))
        return "set-up"

    @pytest.mark.explore
    def test_passes(mockcloud, name):
        assert [each.name for each in mockcloud.records()] == [name]
        try:
            mockcloud.private.fetch(name)
        except CKError:
            pass

    @pytest.mark.explore(errors=["zoneBusy"], conflicts=True, items=True)
    @pytest.mark.parametrize("name", ["n"])
    def test_fails(mockcloud, name):
        try:
            mockcloud.private.save(Record("Note", name=name))
        except CKError as error:
            if error.code == 23:
                pytest.fail("the zone was busy")
"""


def plugged(run: pytest.Pytester, *arguments: str) -> pytest.RunResult:
    return run.runpytest_subprocess("--strict-markers", *arguments)


def test_the_marker(run: pytest.Pytester) -> None:
    run.makepyfile(test_it=MARKED)
    result = plugged(run)
    result.assert_outcomes(passed=1, failed=1)
    result.stdout.fnmatch_lines(
        [
            "*ExplorationFailed: 1 of 4 cases break the scenario:*",
            "*call 1 (records/modify): zoneBusy*",
            "*the zone was busy*",
            "*last calls:*",
            "*1. records/modify by me/device-1: save Note n -> zoneBusy*",
            "*again: cloud.faults.add({'id': 'explored'*",
            "*there was no case of conflicts, items:*",
            "*= mockcloud explorations =*",
            "test_it.py::test_fails?n?: 1 fault point, 4 cases, 1 failed, 0 not reached; "
            "there was no case of conflicts, items",
            "test_it.py::test_passes: 1 fault point, * cases, 0 failed, 0 not reached",
        ]
    )


def test_the_marker_shows_progress(run: pytest.Pytester) -> None:
    run.makepyfile(test_it=MARKED)
    plugged(run, "-v").stdout.re_match_lines([r".*test_fails\[n\] \.F\.\.\.FAILED.*"])


@pytest.mark.parametrize(
    ("test", "message"),
    [
        (
            "@pytest.mark.explore\ndef test_it(): pass",
            "takes a plain function with the fixture mockcloud",
        ),
        ("@pytest.mark.explore\nasync def test_it(mockcloud): pass", "takes a plain"),
        ("@pytest.mark.explore(7)\ndef test_it(mockcloud): pass", "takes keywords only"),
        (
            "@pytest.mark.explore(error=['zoneBusy'])\ndef test_it(mockcloud): pass",
            "has no keyword 'error'; did you mean 'errors'[?]",
        ),
        (
            "@pytest.mark.explore(progress=print)\ndef test_it(mockcloud): pass",
            "has no keyword 'progress'; expected one of errors, *",
        ),
    ],
)
def test_the_marker_is_refused(run: pytest.Pytester, test: str, message: str) -> None:
    run.makepyfile(f"import pytest\n{test}")
    result = plugged(run)
    result.assert_outcomes(failed=1)
    result.stdout.fnmatch_lines([f"*the explore marker {message}*"])
