"""The fixture `cloud` and the check of findings, in separate test runs."""

from __future__ import annotations

import pytest

from mockcloud import Cloud, Record

MISTAKEN = """
    import pytest
    from mockcloud import mock_cloud
    from mockcloud.errors import ZoneBusy

    def retry_early(cloud):
        cloud.fail(ZoneBusy(retry_after=3), operation="zones/list", times=1)
        with pytest.raises(ZoneBusy):
            cloud.private.zones()
        cloud.private.zones()

    def test_mistaken(cloud):
        retry_early(cloud)

    @pytest.mark.mockcloud_mistakes
    def test_knowingly(mockcloud):
        retry_early(mockcloud)

    def test_mistaken_and_closed(cloud):
        with cloud:
            retry_early(cloud)

    @mock_cloud
    def test_decorated(cloud):
        retry_early(cloud)

    @pytest.mark.mockcloud_mistakes
    @mock_cloud
    def test_decorated_knowingly(cloud):
        retry_early(cloud)

    def test_correct(cloud):
        cloud.private.zones()
"""


def test_findings_fail_tests_on_request(tests: pytest.Pytester) -> None:
    tests.makepyfile(MISTAKEN)
    tests.runpytest_subprocess("--strict-markers").assert_outcomes(passed=6)
    result = tests.runpytest_subprocess("-o", "mockcloud_findings=error")
    result.assert_outcomes(passed=5, failed=1, errors=2)
    result.stdout.fnmatch_lines(
        [
            "the client made mistakes:",
            "  call 2: earlyRetry: *",
            "  @pytest.mark.mockcloud_mistakes allows them",
        ]
    )
    result = tests.runpytest_subprocess("-o", "mockcloud_findings=eror")
    result.stderr.fnmatch_lines(["*mockcloud_findings is error or off, not 'eror'"])


def test_findings_fail_tests_of_unittest(tests: pytest.Pytester) -> None:
    tests.makepyfile(
        """
        from mockcloud.errors import ZoneBusy
        from mockcloud.testing.testcase import MockCloudTestCase

        class Lenient(MockCloudTestCase):
            def test_mistaken(self):
                self.cloud.fail(ZoneBusy(retry_after=3), operation="zones/list", times=1)
                with self.assertRaises(ZoneBusy):
                    self.cloud.private.zones()
                self.cloud.private.zones()

        class Strict(Lenient):
            findings_check = True
        """
    )
    result = tests.runpytest_subprocess()
    result.assert_outcomes(passed=1, failed=1)
    result.stdout.fnmatch_lines(
        ["*the client made mistakes:", "*findings_check = False allows them"]
    )


def test_the_short_name_is_the_same_cloud(tests: pytest.Pytester) -> None:
    tests.makepyfile(
        """
        import pytest

        def test_same(cloud, mockcloud):
            assert cloud is mockcloud

        @pytest.mark.mockcloud(seed=9)
        def test_marker(cloud):
            assert cloud.state.save()["seed"] == 9
        """
    )
    tests.runpytest_subprocess().assert_outcomes(passed=2)


def test_a_fixture_of_the_project_replaces_the_short_name(tests: pytest.Pytester) -> None:
    tests.makeconftest(
        """
        import pytest

        @pytest.fixture
        def cloud():
            return "nimbus"
        """
    )
    tests.makepyfile(
        test_project="""
        def test_project(cloud, mockcloud):
            assert cloud == "nimbus" and mockcloud.private == {}
        """,
        test_module="""
        import pytest

        @pytest.fixture
        def cloud(mockcloud):
            mockcloud.schema.create_container("iCloud.mine")
            return mockcloud

        def test_module(cloud, mockcloud):
            assert cloud is mockcloud
        """,
    )
    tests.runpytest_subprocess().assert_outcomes(passed=2)


def test_contents_are_compared_readably(tests: pytest.Pytester) -> None:
    tests.makepyfile(
        """
        from mockcloud import Record

        def test_contents(cloud):
            cloud.private.save(Record("Note", {"title": "Buy glue"}, name="n1"))
            assert cloud.private == {"n1": {"title": "Buy paper"}, "n2": {}}
        """
    )
    result = tests.runpytest_subprocess()
    result.assert_outcomes(failed=1)
    result.stdout.fnmatch_lines(
        [
            "E       AssertionError: assert Database(*) == {'n1': *",
            "E         record 'n1':",
            "E           title: 'Buy glue' != 'Buy paper'",
            "E         record 'n2': only right, {}",
        ]
    )


def test_calls_in_order(cloud: Cloud) -> None:
    cloud.private.create_zone("Home")
    cloud.private.save(Record("Note", name="n1"))
    cloud.private.save(Record("Note", name="n2"))
    cloud.private.zones()
    found = cloud.assert_called_in_order(
        "zones/modify", ("records/modify", {"record": "n2"}), "zones/list"
    )
    assert [each.number for each in found] == [1, 3, 4]
    either = cloud.calls.assert_called_in_order(["zones/list", "records/modify"], "zones/list")
    assert [each.number for each in either] == [2, 4]
    with pytest.raises(AssertionError) as caught:
        cloud.assert_called_in_order(
            "records/modify", ("records/modify", {"record": "n1"}), "zones/list"
        )
    assert str(caught.value).splitlines()[:4] == [
        "step 2: expected a call of records/modify with record 'n1' after call 2, there was none",
        "such calls were made earlier: 2",
        "step 1: 2. records/modify by me/device-1: save Note n1 -> ok",
        "the calls:",
    ]
    with pytest.raises(ValueError, match="did you mean 'records/modify'"):
        cloud.assert_called_in_order("records/modfy")  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="cannot be filtered by 'recrd'; did you mean 'record'"):
        cloud.assert_called_in_order(("zones/list", {"recrd": "n1"}))  # type: ignore[typeddict-unknown-key]
    with pytest.raises(TypeError, match="a step is an operation, or"):
        cloud.assert_called_in_order(3)  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="needs at least one step"):
        cloud.assert_called_in_order()
