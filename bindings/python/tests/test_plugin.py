"""The pytest plugin, in separate test runs."""

from __future__ import annotations

import json
import os

import pytest

from mockcloud._core import library as _raw


def test_a_fresh_cloud_per_test(tests: pytest.Pytester) -> None:
    tests.makepyfile(
        """
        import pytest
        from mockcloud import Cloud, Record, live_clouds
        from mockcloud.errors import UnknownItem

        @pytest.mark.parametrize("turn", [1, 2])
        def test_saves(mockcloud, turn):
            assert isinstance(mockcloud, Cloud)
            assert live_clouds() == 1
            with pytest.raises(UnknownItem):
                mockcloud.private.fetch("n")
            mockcloud.private.save(Record("Note", {"turn": turn}, name="n"))

        def test_closed_at_the_end():
            assert live_clouds() == 0
        """
    )
    tests.runpytest_subprocess("--strict-markers").assert_outcomes(passed=3)


def test_the_nearest_marker_wins(tests: pytest.Pytester) -> None:
    tests.makepyfile(
        """
        import pytest
        pytestmark = pytest.mark.mockcloud(clock="2001-01-01T00:00:00.000Z")

        def test_module(mockcloud):
            assert mockcloud.now.year == 2001

        @pytest.mark.mockcloud(clock="2002-01-01T00:00:00.000Z")
        class TestClass:
            def test_class(self, mockcloud):
                assert mockcloud.now.year == 2002

            @pytest.mark.mockcloud(account={"accountStatus": "noAccount"})
            def test_both(self, mockcloud):
                assert mockcloud.now.year == 2002
                assert mockcloud.container().account_status() == "noAccount"
        """
    )
    tests.runpytest_subprocess().assert_outcomes(passed=3)


def test_a_marker_takes_keywords_only(tests: pytest.Pytester) -> None:
    tests.makepyfile(
        """
        import pytest

        @pytest.mark.mockcloud(7)
        def test_it(mockcloud):
            pass
        """
    )
    result = tests.runpytest_subprocess()
    result.assert_outcomes(errors=1)
    result.stdout.fnmatch_lines(["*the mockcloud marker takes keywords only*"])


def test_the_factory(tests: pytest.Pytester) -> None:
    tests.makepyfile(
        """
        import pytest
        from mockcloud import Record, live_clouds

        @pytest.mark.mockcloud(clock="2001-01-01T00:00:00.000Z")
        def test_two(mockcloud, mockcloud_factory):
            other = mockcloud_factory(clock="2003-01-01T00:00:00.000Z")
            assert (mockcloud.now.year, other.now.year) == (2001, 2003)
            assert live_clouds() == 2

        def test_none(mockcloud_factory):
            assert live_clouds() == 0
        """
    )
    tests.runpytest_subprocess().assert_outcomes(passed=2)


def test_the_seed(tests: pytest.Pytester) -> None:
    tests.makepyfile(
        """
        import pytest
        from mockcloud import Record

        def name(cloud):
            return cloud.private.save(Record("Note")).name

        def test_option(mockcloud, mockcloud_factory):
            assert name(mockcloud) == name(mockcloud_factory(seed=7))

        @pytest.mark.mockcloud(seed=8)
        def test_marker_wins(mockcloud, mockcloud_factory):
            assert name(mockcloud) == name(mockcloud_factory(seed=8))
            assert name(mockcloud_factory()) != name(mockcloud_factory(seed=7))
        """
    )
    tests.runpytest_subprocess("--mockcloud-seed=7").assert_outcomes(passed=2)
    tests.runpytest_subprocess("--mockcloud-seed=6").assert_outcomes(passed=1, failed=1)


FAILING = """
    import pytest
    from mockcloud import Record

    @pytest.fixture
    def broken(mockcloud):
        mockcloud.private.save(Record("Note", name="set-up"))
        raise RuntimeError("set-up failed")

    def test_passes(mockcloud):
        mockcloud.private.save(Record("Note", name="fine"))

    @pytest.mark.parametrize("name", ["a/b"])
    def test_fails(mockcloud, mockcloud_factory, name):
        mockcloud.private.save(Record("Note", name="saved"))
        mockcloud_factory().private.zones()
        assert name == "other"

    def test_breaks(broken):
        pass
"""


def test_transcripts_of_failing_tests(tests: pytest.Pytester) -> None:
    tests.makepyfile(test_it=FAILING)
    result = tests.runpytest_subprocess("--mockcloud-transcript=out/calls")
    result.assert_outcomes(passed=1, failed=1, errors=1)
    written = sorted(path.name for path in (tests.path / "out/calls").iterdir())
    assert written == [
        "test_it.py-test_breaks-1.json",
        "test_it.py-test_fails-a-b-5aa20c14-1.json",
        "test_it.py-test_fails-a-b-5aa20c14-2.json",
    ]
    document = json.loads((tests.path / "out/calls" / written[1]).read_text())
    assert document["test"] == "test_it.py::test_fails[a/b]"
    assert [call["operation"] for call in document["calls"]] == ["records/modify"]
    assert "saved" in json.dumps(document["calls"][0]["request"])


def test_tests_with_similar_names_have_own_transcripts(tests: pytest.Pytester) -> None:
    names = ["a/b", "a-b", "a b", "[a]b"]
    tests.makepyfile(
        test_it=f"""
        import pytest

        @pytest.mark.parametrize("name", {names})
        def test_fails(mockcloud, name):
            mockcloud.private.fetch(name)
        """
    )
    tests.runpytest_subprocess("--mockcloud-transcript=out").assert_outcomes(failed=len(names))
    documents = [json.loads(path.read_text()) for path in (tests.path / "out").iterdir()]
    assert len({each["test"] for each in documents}) == len(names)


def test_a_failing_test_shows_its_last_calls(tests: pytest.Pytester) -> None:
    tests.makepyfile(test_it=FAILING)
    result = tests.runpytest_subprocess()
    result.assert_outcomes(passed=1, failed=1, errors=1)
    result.stdout.fnmatch_lines(
        [
            "*mockcloud 1: last calls*",
            "  1. records/modify by me/device-1: save Note set-up -> ok",
            "  1. records/modify by me/device-1: save Note saved -> ok",
            "*mockcloud 2: last calls*",
            "  1. zones/list by me/device-1 -> ok",
        ]
    )
    assert not (tests.path / "out").exists()


LEAKING = """
    from mockcloud import Cloud
    kept = []

    def test_leaks(mockcloud):
        kept.append(mockcloud.fork())

    def test_forgets(mockcloud):
        forgotten = [mockcloud.fork()]
        forgotten.append(forgotten)

    def test_fails_and_leaks(mockcloud):
        copy = mockcloud.fork()
        assert copy is None
"""


def test_a_leaked_cloud_fails_its_test(tests: pytest.Pytester) -> None:
    tests.makepyfile(LEAKING)
    result = tests.runpytest_subprocess()
    result.assert_outcomes(passed=2, failed=1, errors=1)
    result.stdout.fnmatch_lines(["*the test left 1 cloud open*", "ERROR *::test_leaks*"])


def test_the_leak_check_can_be_off(tests: pytest.Pytester) -> None:
    tests.makepyfile(LEAKING)
    tests.runpytest_subprocess("-o", "mockcloud_leak_check=false").assert_outcomes(
        passed=2, failed=1
    )


def test_the_library_is_loaded_on_demand(
    tests: pytest.Pytester, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(_raw.LIBRARY_VARIABLE, "/nonexistent/libmockcloud.so")
    tests.makepyfile(
        """
        def test_without():
            pass

        def test_with(mockcloud):
            pass
        """
    )
    result = tests.runpytest_subprocess()
    result.assert_outcomes(passed=1, errors=1)
    result.stdout.fnmatch_lines(["*/nonexistent/libmockcloud.so*"])


def test_help_and_markers(tests: pytest.Pytester) -> None:
    tests.runpytest_subprocess("--help").stdout.fnmatch_lines(
        ["*--mockcloud-seed=N*", "*--mockcloud-transcript=DIR*"]
    )
    tests.runpytest_subprocess("--markers").stdout.fnmatch_lines(["@pytest.mark.mockcloud(*"])
    assert os.environ[_raw.LIBRARY_VARIABLE]


def test_a_script_must_be_played_to_its_end(tests: pytest.Pytester) -> None:
    tests.makepyfile(
        """
        import pytest

        ENTRIES = [{"operation": "zones/list", "response": {"zones": []}}] * 2

        def test_all(mockcloud):
            mockcloud.script.load(ENTRIES)
            mockcloud.call("zones/list")
            mockcloud.call("zones/list")

        def test_one_left(mockcloud):
            mockcloud.script.load(ENTRIES)
            mockcloud.call("zones/list")

        def test_swallowed(mockcloud):
            mockcloud.script.load(ENTRIES[:1])
            mockcloud.call("zones/list")
            with pytest.raises(AssertionError):
                mockcloud.call("zones/list")

        def test_unloaded(mockcloud):
            mockcloud.script.load(ENTRIES)
            mockcloud.script.unload()

        @pytest.mark.mockcloud(script={"entries": ENTRIES})
        def test_configured(mockcloud):
            pass

        def test_closed(mockcloud):
            with mockcloud:
                mockcloud.script.load(ENTRIES)

        def test_failed_anyway(mockcloud):
            mockcloud.script.load(ENTRIES)
            assert False
        """
    )
    result = tests.runpytest_subprocess()
    result.assert_outcomes(passed=6, failed=1, errors=4)
    result.stdout.fnmatch_lines(
        [
            "*ERROR at teardown of test_one_left*",
            "*1 of 2 entries were used*",
            "*entries?1? was not: zones/list*",
            "*ERROR at teardown of test_swallowed*",
            "*no entry of the script was left*",
            "*ERROR at teardown of test_configured*",
            "*ERROR at teardown of test_closed*",
            "*0 of 2 entries were used*",
        ]
    )


def test_leftovers_of_a_script_can_be_allowed(tests: pytest.Pytester) -> None:
    tests.makepyfile(
        """
        def test_left(mockcloud):
            mockcloud.script.load([{"operation": "zones/list", "response": {}}])
        """
    )
    tests.runpytest_subprocess("-o", "mockcloud_script_check=false").assert_outcomes(passed=1)
