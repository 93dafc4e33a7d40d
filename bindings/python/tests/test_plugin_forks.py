"""A cloud that is seeded once, and a fork of it for each test."""

from __future__ import annotations

import pytest

BASE = """
    import pytest
    from mockcloud import Cloud, Record
    from mockcloud.pytest_plugin import forked

    seeded = []

    @pytest.fixture(scope="session")
    def mockcloud_base(mockcloud_session_factory):
        cloud = mockcloud_session_factory()
        cloud.private.save(Record("Note", {"title": "Milk"}, name="n1"))
        seeded.append(cloud)
        return cloud
"""

TESTS = """
    import pytest
    from conftest import seeded
    from mockcloud import live_clouds

    @pytest.mark.parametrize("turn", range(3))
    def test_forks(mockcloud, turn):
        mockcloud.assert_not_called()
        note = mockcloud.private.fetch("n1")
        assert note["title"] == "Milk"
        mockcloud.private.delete(note)
        mockcloud.assert_called("records/modify", times=1)
        assert len(seeded) == 1
        assert live_clouds() == 2
"""


def test_one_base_for_the_session(tests: pytest.Pytester) -> None:
    tests.makeconftest(BASE)
    tests.makepyfile(test_a=TESTS, test_b=TESTS)
    tests.runpytest_subprocess().assert_outcomes(passed=6)


def test_a_base_for_a_module_and_for_a_class(tests: pytest.Pytester) -> None:
    tests.makeconftest(BASE)
    tests.makepyfile(
        """
        import pytest
        from mockcloud import Cloud, Record, live_clouds
        from mockcloud.pytest_plugin import forked

        @pytest.fixture(scope="module")
        def mockcloud_base():
            with Cloud(seed=1) as cloud:
                cloud.seed([Record("Note", {"title": "Bread"}, name="n1")])
                yield cloud

        @pytest.fixture(scope="module")
        def empty():
            with Cloud(seed=2) as cloud:
                yield cloud

        blank = forked("empty")

        def test_module(mockcloud):
            assert mockcloud.private.fetch("n1")["title"] == "Bread"

        class TestClass:
            @pytest.fixture(scope="class")
            def mockcloud_base(self, mockcloud_base):
                with mockcloud_base.fork() as cloud:
                    cloud.private.save(Record("Note", name="n2"))
                    yield cloud

            @pytest.mark.parametrize("turn", range(2))
            def test_class(self, mockcloud, turn):
                assert len(mockcloud.records()) == 2
                mockcloud.private.delete("n1")

        @pytest.mark.parametrize("turn", range(2))
        def test_several(mockcloud, blank, turn):
            assert blank.records() == []
            blank.private.save(Record("Note"))
            assert len(mockcloud.records()) == 1

        def test_none_is_left(request):
            assert live_clouds() == 2
        """
    )
    tests.runpytest_subprocess().assert_outcomes(passed=6)


def test_the_seed_is_the_bases(tests: pytest.Pytester) -> None:
    tests.makeconftest(BASE)
    tests.makepyfile(
        """
        from mockcloud import Cloud

        def test_seed(mockcloud):
            with Cloud(seed=7) as other:
                mine, its = (each.container().user_record_name() for each in (mockcloud, other))
            assert mine == its
        """
    )
    tests.runpytest_subprocess("--mockcloud-seed=7").assert_outcomes(passed=1)
    tests.runpytest_subprocess("--mockcloud-seed=6").assert_outcomes(failed=1)


def test_mistakes_are_told(tests: pytest.Pytester) -> None:
    tests.makeconftest(BASE)
    tests.makepyfile(
        """
        import pytest
        from mockcloud import Record
        from mockcloud.pytest_plugin import forked

        @pytest.fixture
        def number():
            return 3

        wrong = forked("number")

        @pytest.mark.mockcloud(seed=3)
        def test_marked(mockcloud):
            pass

        def test_wrong(wrong):
            pass

        def test_changes_the_base(mockcloud, mockcloud_base):
            mockcloud_base.private.save(Record("Note", name="n2"))
        """
    )
    result = tests.runpytest_subprocess()
    result.assert_outcomes(passed=1, errors=3)
    result.stdout.fnmatch_lines(
        [
            "*this test gets a fork of mockcloud_base*",
            "*the fixture 'number' must return a cloud to fork, not 3*",
            "*changed the cloud of the fixture 'mockcloud_base', which other tests fork*",
        ]
    )


def test_a_fork_of_the_tests_own_cloud(tests: pytest.Pytester) -> None:
    tests.makepyfile(
        """
        from mockcloud import Record
        from mockcloud.pytest_plugin import forked

        copy = forked("mockcloud")

        def test_both(copy, mockcloud):
            mockcloud.private.save(Record("Note"))
            assert copy.records() == []
        """
    )
    tests.runpytest_subprocess().assert_outcomes(passed=1)
