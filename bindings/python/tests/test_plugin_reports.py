"""The report of a failing test."""

from __future__ import annotations

from typing import Any

import pytest

from mockcloud import Cloud, PartialFailure, Record
from mockcloud.errors import UnknownItem, ZoneBusy
from mockcloud.testing.comparing import compared


def test_the_calls_of_all_clouds_of_the_test(tests: pytest.Pytester) -> None:
    tests.makepyfile(
        """
        from mockcloud import Cloud, Record
        from mockcloud.errors import PartialFailure

        def test_fails(mockcloud):
            mockcloud.accounts.add_user("bob", devices=["phone"])
            bob = mockcloud.as_user("bob", "phone").private
            for _ in range(50):
                bob.zones()
            own = Cloud(seed=1)
            try:
                own.private.fetch_all(["n1"])
            except PartialFailure:
                pass
            assert False
        """
    )
    result = tests.runpytest_subprocess()
    result.stdout.fnmatch_lines(
        [
            "*mockcloud 1: last calls*",
            "  ... earlier calls",
            "  31. zones/list by bob/phone -> ok",
            "  50. zones/list by bob/phone -> ok",
            "*mockcloud 2: last calls*",
            "  1. records/lookup by me/device-1: n1 (unknownItem) -> partialFailure",
        ]
    )
    result.stdout.no_fnmatch_line("  30. *")


def test_an_assertion_on_calls_points_at_the_test(tests: pytest.Pytester) -> None:
    tests.makepyfile(
        """
        def test_it(mockcloud):
            mockcloud.private.zones()
            mockcloud.assert_called("zones/list", user="me", times=2)
        """
    )
    result = tests.runpytest_subprocess()
    result.stdout.fnmatch_lines(
        [
            ">*assert_called(*",
            "E*AssertionError: expected 2 calls of zones/list with user 'me', there was 1",
            "E*1. zones/list by me/device-1 -> ok",
            "*.py:3: AssertionError",
        ]
    )


def test_records_show_what_differs(tests: pytest.Pytester) -> None:
    tests.makepyfile(
        """
        from mockcloud import Record

        def test_it(mockcloud):
            record = Record("Note", {"title": "Milk", "rank": 1}, name="n1")
            saved = mockcloud.private.save(record)
            assert [saved] == [record]
        """
    )
    result = tests.runpytest_subprocess()
    result.stdout.fnmatch_lines(
        [
            "E*the lists differ:",
            "E*[[]0] Record('Note', 'n1')",
            "E* .zone_id: ZoneID(*) != None",
            "E* .change_tag: '1' != None",
        ]
    )
    result.stdout.no_fnmatch_line("*title:*")


def test_records() -> None:
    left = Record("Note", {"a": 1, "b": "same", "c": 3}, name="n1", encrypted={"e": "x"})
    right = Record("Note", {"a": 2, "b": "same", "d": 4}, name="n2", encrypted={"e": "y"})
    properties = [".name: 'n1' != 'n2'"]
    fields = ["a: 1 != 2", "c: only left, 3", "d: only right, 4"]
    assert compared(left, right) == [
        "Record('Note', 'n1') == Record('Note', 'n2')",
        *properties,
        *fields,
        "encrypted e: 'x' != 'y'",
    ]
    other = {"a": 2, "b": "same", "d": 4}
    assert compared(left, other) == [f"Record('Note', 'n1') == {other!r}", *fields]
    assert compared(left, 3) is None
    assert compared({"a": 1}, {"a": 2}) is None


def test_long_values_and_lists_are_bounded() -> None:
    long = Record("N", {"text": "x" * 1000}), Record("N", {"text": "y" * 1000})
    shown = compared(*long)
    assert shown is not None and max(map(len, shown)) < 300
    shown = compared(*long, is_verbose=True)
    assert shown is not None and max(map(len, shown)) > 2000
    left = [Record("N", {"n": n}, name=f"n{n}") for n in range(30)]
    right = [Record("N", {"n": -n}, name=f"n{n}") for n in range(50)]
    shown = compared(left, right)
    assert shown is not None
    assert shown[:3] == ["the lists differ:", "[1] Record('N', 'n1')", "  n: 1 != -1"]
    assert shown[-12:-10] == ["  ...", "[30] only right: Record('N', 'n30')"]
    assert shown[-1] == "and 10 more only right"
    assert compared([1, 2], [3]) is None


def test_errors(cloud: Cloud) -> None:
    assert compared(ZoneBusy(retry_after=3), UnknownItem(record_name="n1")) == [
        "ZoneBusy == UnknownItem for 'n1'",
        ".code: 23 != 11",
        ".name: 'zoneBusy' != 'unknownItem'",
        ".retry_after: 3 != None",
        ".record_name: None != 'n1'",
    ]
    assert compared(ZoneBusy(), ZoneBusy()) == [
        "ZoneBusy == ZoneBusy",
        "all attributes are equal, but exceptions are equal only to themselves",
    ]
    raised: list[Any] = []
    for name in ("n1", "n2"):
        with pytest.raises(PartialFailure) as caught:
            cloud.private.fetch_all([name])
        raised.append(caught.value)
    assert compared(*raised) == [
        "PartialFailure == PartialFailure",
        "  .reason: \"Record not found: 'n1' in zone '_defaultZone'\""
        " != \"Record not found: 'n2' in zone '_defaultZone'\"",
        "  .record_name: 'n1' != 'n2'",
    ]
    with pytest.raises(PartialFailure) as caught:
        cloud.private.fetch_all(["n1", "n3"])
    lines = compared(raised[0], caught.value)
    assert lines is not None and lines[-1] == "number of partial errors: 1 != 2"
    assert compared([raised[0]], [3]) is not None


def test_a_failing_test_shows_what_faults_did(tests: pytest.Pytester) -> None:
    tests.makepyfile(
        """
        def test_it(mockcloud):
            mockcloud.faults.add({"id": "busy", "then": {"error": "zoneBusy"}})
            mockcloud.exchange("zones/list")
            assert False

        def test_chaos(mockcloud_factory):
            mockcloud_factory()
            cloud = mockcloud_factory(seed=7)
            cloud.faults.profile("everything", intensity=1)
            for _ in range(40):
                cloud.exchange("zones/list")
            assert False

        def test_without():
            assert False
        """
    )
    result = tests.runpytest_subprocess()
    result.stdout.fnmatch_lines(
        [
            "*mockcloud 1: faults*",
            "  seed 1",
            "  zones/list 1 by device-1: error zoneBusy (busy)",
            "  again, with the same seed and in place of the test's faults: "
            "cloud.faults.add({'id': '1 busy', 'when': *",
            "*mockcloud 2: faults*",
            "  seed 7, profile everything",
            "  zones/list 1 by device-1: *(profile/everything/*)",
            "  ... * more acts",
            "  again, *: cloud.faults.load('*test_chaos-2.json')",
        ]
    )
    (path,) = tests.path.glob("**/*test_chaos-2.json")
    with Cloud(seed=7) as cloud:
        cloud.faults.load(path)
        statuses = [cloud.exchange("zones/list")[0] for _ in range(40)]
    with Cloud(seed=7) as cloud:
        cloud.faults.profile("everything", intensity=1)
        assert statuses == [cloud.exchange("zones/list")[0] for _ in range(40)]
    assert any(statuses)


CHAOS = """
    def test_chaos(mockcloud_factory):
        cloud = mockcloud_factory(seed=7)
        cloud.faults.profile("everything", intensity=1)
        for _ in range(40):
            cloud.exchange("zones/list")
        assert False
"""


def test_without_a_cache_no_file_is_left(
    tests: pytest.Pytester, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A trace that is too long for a line is written where the user wants files, or nowhere."""
    (tests.path / "temporary").mkdir()
    monkeypatch.setenv("TMPDIR", str(tests.path / "temporary"))
    tests.makepyfile(test_it=CHAOS)
    plain = ("-p", "no:cacheprovider", "--basetemp", "base")
    result = tests.runpytest_subprocess(*plain)
    result.stdout.fnmatch_lines(["  again: --mockcloud-transcript DIR, or pytest's cache, *"])
    assert list((tests.path / "temporary").iterdir()) == []
    result = tests.runpytest_subprocess(*plain, "--mockcloud-transcript=out")
    result.stdout.fnmatch_lines(["  again, *('out/test_it.py-test_chaos-1-faults.json')"])
    with Cloud(seed=7) as cloud:
        cloud.faults.load(tests.path / "out/test_it.py-test_chaos-1-faults.json")
        assert any(cloud.exchange("zones/list")[0] for _ in range(40))
    assert len(list((tests.path / "out").iterdir())) == 2


def test_transcripts_that_cannot_be_written(tests: pytest.Pytester) -> None:
    tests.makepyfile(test_it="def test_fails(mockcloud):\n    assert not mockcloud.private.zones()")
    (tests.path / "file").touch()
    result = tests.runpytest_subprocess("--mockcloud-transcript=file")
    assert result.ret == pytest.ExitCode.USAGE_ERROR
    result.stderr.fnmatch_lines(["*--mockcloud-transcript: file is not a directory"])
    # What goes wrong later is reported with the test, and does not end pytest.
    result = tests.runpytest_subprocess("--mockcloud-transcript=file/calls")
    result.assert_outcomes(failed=1)
    result.stdout.fnmatch_lines(
        ["*- mockcloud transcript -*", "not written: *Not a directory: 'file/calls'"]
    )
