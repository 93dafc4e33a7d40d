"""A cloud that a test leaves open fails that test, and no other."""

from __future__ import annotations

import pytest

LATE = """
    import gc
    import pytest
    from mockcloud import Cloud

    gc.disable()
    kept = []

    def test_keeps():
        kept.append(Cloud(seed=1))

    def test_fails():
        cloud = Cloud(seed=1)
        cycle = [cloud]
        cycle.append(cycle)
        assert cloud is None

    def test_frees_those_of_others(mockcloud):
        kept.clear()
        gc.collect()

    def test_frees_and_keeps():
        kept.append(Cloud(seed=1))
        kept.append(Cloud(seed=2))

    def test_is_clean():
        kept.clear()
        with Cloud(seed=1) as cloud, cloud.fork():
            pass
"""


def test_the_right_test_is_named(tests: pytest.Pytester) -> None:
    tests.makepyfile(test_it=LATE)
    result = tests.runpytest_subprocess()
    result.assert_outcomes(passed=4, failed=1, errors=2)
    result.stdout.fnmatch_lines(
        [
            "*ERROR at teardown of test_keeps*",
            "the test left 1 cloud open, made at test_it.py:9: close *",
            "*ERROR at teardown of test_frees_and_keeps*",
            "the test left 2 clouds open, made at test_it.py:22, test_it.py:23: close *",
        ]
    )


def test_clouds_of_fixtures_that_outlive_the_test(tests: pytest.Pytester) -> None:
    tests.makepyfile(
        """
        import pytest
        from mockcloud import Cloud

        @pytest.fixture(scope="module")
        def shared():
            with Cloud(seed=1) as cloud:
                yield cloud

        @pytest.fixture
        def own():
            with Cloud(seed=1) as cloud:
                yield cloud

        @pytest.fixture
        def forgotten():
            kept.append(Cloud(seed=1))

        kept = []

        def test_late(mockcloud, own, request):
            request.getfixturevalue("shared")

        def test_forgotten(forgotten):
            pass
        """
    )
    result = tests.runpytest_subprocess()
    result.assert_outcomes(passed=2, errors=1)
    result.stdout.fnmatch_lines(["*ERROR at teardown of test_forgotten*", "*:16: close *"])


def test_a_cloud_that_an_exception_keeps_is_forgotten(tests: pytest.Pytester) -> None:
    tests.makepyfile(
        """
        import pytest
        from mockcloud import Cloud, live_clouds
        from mockcloud.errors import UnknownItem

        def test_raises():
            cloud = Cloud(seed=1)
            with pytest.raises(UnknownItem) as caught:
                cloud.private.fetch("n")

        def test_after():
            assert live_clouds() == 0
        """
    )
    tests.runpytest_subprocess().assert_outcomes(passed=2)


def test_a_base_of_the_session_factory_for_one_test(tests: pytest.Pytester) -> None:
    tests.makepyfile(
        """
        import pytest
        from mockcloud import Cloud, Record

        kept = []

        @pytest.fixture
        def mockcloud_base(mockcloud_session_factory):
            cloud = mockcloud_session_factory(seed=7)
            cloud.seed([Record("Note", name="n1")])
            return cloud

        def test_is_clean(mockcloud):
            assert len(mockcloud.records()) == 1

        def test_keeps(mockcloud):
            kept.append(Cloud(seed=1))

        def test_shows_its_calls(mockcloud_session_factory):
            mockcloud_session_factory().private.save(Record("Note", name="n2"))
            assert False
        """
    )
    result = tests.runpytest_subprocess()
    result.assert_outcomes(passed=2, failed=1, errors=1)
    result.stdout.fnmatch_lines(
        ["the test left 1 cloud open, made at test_*.py:16: close *", "*save Note n2 -> ok"]
    )
