"""A fault that never acts fails the test: clouds that the test makes itself, and skipped tests."""

from __future__ import annotations

import pytest

OWN = """
    from contextlib import suppress

    import pytest
    from mockcloud import Cloud, FaultNeverActed, diff, explore, mock_cloud, shrink
    from mockcloud.errors import CKError, ZoneBusy

    def fails(cloud):
        with pytest.raises(ZoneBusy):
            cloud.private.zones()

    def test_fork(cloud):
        with cloud.fork() as copy:
            copy.fail(ZoneBusy)

    def test_block():
        with Cloud() as cloud:
            cloud.faults.add({"then": {"error": "zoneBusy"}})

    def test_must_fire():
        cloud = Cloud()
        cloud.faults.add({"mustFire": True, "then": {"error": "zoneBusy"}})
        cloud.close()

    def test_local():
        cloud = Cloud()
        cloud.fail(ZoneBusy)

    def test_cycle():
        cloud = Cloud()
        cycle = [cloud]
        cycle.append(cycle)
        cloud.fail(ZoneBusy)

    def test_set_error():
        with Cloud() as cloud:
            cloud.call("mock/error/set", {"operation": "zones/list", "error": "zoneBusy"})

    @pytest.mark.parametrize("how", ["iter_records", "export", "diff"])
    def test_read_only(how, tmp_path):
        with Cloud() as cloud:
            cloud.fail(ZoneBusy)
            if how == "iter_records":
                assert list(cloud.iter_records()) == []
            elif how == "export":
                cloud.export(tmp_path / "records.jsonl")
            else:
                with Cloud() as other:
                    assert diff(cloud, other.state.save())

    @pytest.fixture
    def own():
        with Cloud() as cloud:
            yield cloud

    def test_own_fixture(own):
        own.fail(ZoneBusy)

    def test_error_of_the_block():
        with pytest.raises(KeyError), Cloud() as cloud:
            cloud.fail(ZoneBusy)
            raise KeyError("x")

    def test_error_of_mock_cloud():
        with pytest.raises(KeyError), mock_cloud() as cloud:
            cloud.fail(ZoneBusy)
            raise KeyError("x")

    def test_acted(cloud):
        with Cloud() as made:
            made.fail(ZoneBusy)
            fails(made)
        with cloud.fork() as copy:
            copy.fail(ZoneBusy)
            fails(copy)

    def test_optional():
        with Cloud(faults=[{"then": {"error": "zoneBusy"}}]) as cloud:
            cloud.fail(ZoneBusy, optional=True)
            cloud.faults.add({"limit": {"probability": 0.1}, "then": {"error": "zoneBusy"}})

    def test_faults_that_act_in_forks():
        with Cloud() as base:
            base.fail(ZoneBusy)
            for _ in range(2):
                with base.fork() as copy:
                    fails(copy)
        with Cloud() as base:
            base.fail(ZoneBusy)
            with Cloud(state=base.state.save()) as copy:
                fails(copy)

    def test_copies_have_no_obligations(cloud):
        cloud.faults.add({"mustFire": True, "then": {"error": "zoneBusy"}})
        assert list(cloud.iter_records()) == []
        with Cloud(state=cloud.state.save()) as copy, copy.fork():
            assert copy.records() == []
        fails(cloud)

    def test_reported_by_the_block():
        with pytest.raises(FaultNeverActed), Cloud() as cloud, cloud.fail(ZoneBusy):
            pass
        with pytest.raises(FaultNeverActed):
            cloud = Cloud()
            with cloud.fail(ZoneBusy):
                cloud.close()
        with pytest.raises(FaultNeverActed):
            cloud = Cloud()
            with cloud.savepoint():
                cloud.fail(ZoneBusy)
                cloud.close()

    def test_shrinking():
        def broken(rules):
            with Cloud() as cloud:
                cloud.faults.add(*rules)
                try:
                    cloud.private.zones()
                except CKError:
                    return True
                return False

        rules = [{"when": {"op": op}, "then": {"error": "zoneBusy"}}
                 for op in ("records/query", "zones/list", "zones/lookup")]
        assert shrink(rules, broken) == [rules[1]]

    def test_exploration():
        def scenario(cloud):
            cloud.fail(ZoneBusy, operation="records/query", optional=True)
            with pytest.raises(CKError):
                cloud.private.fetch("n1")

        explore(Cloud, errors=["zoneBusy"]).run(scenario)

    def test_fork_in_a_run(cloud):
        def scenario(cloud):
            cloud.fork().fork().fail(ZoneBusy, operation="records/query")
            with cloud.fork() as fork:
                fork.faults.add({"then": {"error": "zoneBusy"}, "mustFire": True})
            with suppress(CKError):
                cloud.private.zones()

        explore(cloud, errors=["zoneBusy"]).run(scenario)

    @mock_cloud
    def test_decorated(cloud):
        cloud.fail(ZoneBusy)
        fails(cloud)

    def test_network_is_a_state(cloud):
        cloud.network.set("offline")

    def test_skipped(cloud):
        cloud.fail(ZoneBusy)
        Cloud().fail(ZoneBusy)
        pytest.skip("not today")

    @pytest.mark.xfail(strict=True)
    def test_expected_to_fail(cloud):
        cloud.fail(ZoneBusy)
        assert False
"""

#: The tests in the list above that fail because of a fault.
UNUSED_OWN = (
    "test_fork",
    "test_block",
    "test_must_fire",
    "test_local",
    "test_cycle",
    "test_set_error",
    *(f"test_read_only?{how}?" for how in ("iter_records", "export", "diff")),
    "test_own_fixture",
    "test_error_of_the_block",
    "test_error_of_mock_cloud",
)


def test_faults_of_clouds_that_the_test_makes(tests: pytest.Pytester) -> None:
    tests.makepyfile(OWN)
    result = tests.runpytest_subprocess()
    result.assert_outcomes(passed=22, skipped=1, xfailed=1, errors=len(UNUSED_OWN))
    result.stdout.fnmatch_lines([f"*ERROR at teardown of {name} *" for name in UNUSED_OWN])
    text = "with optional=True, a fault need not act; mockcloud_fault_check = false allows all"
    # Where CI is set, pytest repeats the whole texts in its summary.
    errors, _, _ = result.stdout.str().partition("short test summary info")
    assert errors.count(text) == len(UNUSED_OWN)
    result = tests.runpytest_subprocess("-o", "mockcloud_fault_check=false")
    result.assert_outcomes(passed=22, skipped=1, xfailed=1)


def test_blocks_of_fixtures(tests: pytest.Pytester) -> None:
    tests.makepyfile(
        """
        import pytest

        @pytest.fixture(params=["fail", "savepoint"])
        def busy(cloud, request):
            if request.param == "fail":
                with cloud.fail("zoneBusy"):
                    yield
            else:
                with cloud.savepoint():
                    cloud.faults.add({"mustFire": True, "then": {"error": "zoneBusy"}})
                    yield

        def test_skipped(busy):
            pytest.skip("no server")

        def test_failed(busy):
            assert False

        def test_passed(busy):
            pass
        """
    )
    # Where a test failed or was skipped, the end of the block is no second problem.
    tests.runpytest_subprocess().assert_outcomes(skipped=2, failed=2, passed=2, errors=2)


def test_clouds_of_several_tests(tests: pytest.Pytester) -> None:
    tests.makepyfile(
        """
        import pytest
        from mockcloud import Cloud
        from mockcloud.errors import CKError, ZoneBusy

        MUST = {"mustFire": True, "then": {"error": "zoneBusy"}}

        @pytest.fixture(scope="module")
        def shared():
            with Cloud(faults=[MUST | {"when": {"op": "zones/lookup"}}]) as cloud:
                cloud.fail(ZoneBusy, operation="zones/list")
                yield cloud

        @pytest.fixture(scope="module")
        def busy(shared):
            shared.fail(ZoneBusy, operation="zones/lookup")

        @pytest.fixture(scope="session")
        def lasting(mockcloud_session_factory):
            return mockcloud_session_factory()

        OF_MODULE = Cloud()

        @pytest.fixture
        def of_module():
            return OF_MODULE

        @pytest.fixture(params=["shared", "lasting", "of_module"])
        def either(request):
            return request.getfixturevalue(request.param)

        def test_first(either):
            assert either.records() == []

        def test_never(either):
            either.fail(ZoneBusy, operation="records/query")

        def test_acts(either):
            with pytest.raises(ZoneBusy):
                either.fail(ZoneBusy, operation="records/modify")
                either.private.delete("n")

        def test_fails(either):
            either.fail(ZoneBusy, operation="records/query")
            assert False

        @pytest.mark.explore(errors=["zoneBusy"])
        def test_explores(cloud, either):
            either.fail(ZoneBusy, operation="records/query")
            try:
                cloud.private.zones()
            except CKError:
                pass

        def test_after_them(shared, busy, lasting):
            pass

        def test_must(mockcloud_session_factory):
            mockcloud_session_factory().faults.add(MUST)

        def test_last():
            pass
        """
    )
    result = tests.runpytest_subprocess()
    result.assert_outcomes(passed=15, failed=3, errors=4)
    result.stdout.fnmatch_lines(
        [
            "*ERROR at teardown of test_never?shared? *",
            "*ERROR at teardown of test_never?lasting? *",
            "*ERROR at teardown of test_never?of_module? *",
            "*ERROR at teardown of test_must *",
        ]
    )


def test_examples_that_are_given_up(tests: pytest.Pytester) -> None:
    tests.makepyfile(
        """
        from hypothesis import assume, given, strategies as st
        from mockcloud import Cloud

        @given(st.booleans())
        def test_it(acts):
            with Cloud() as cloud, cloud.fail("zoneBusy"):
                assume(acts)
                assert cloud.call_raw("zones/list").status == 23
        """
    )
    tests.runpytest_subprocess().assert_outcomes(passed=1)


def test_faults_of_skipped_tests(tests: pytest.Pytester) -> None:
    tests.makepyfile(
        """
        import pytest

        @pytest.fixture
        def busy(cloud):
            cloud.fail("zoneBusy")
            pytest.skip("no server")

        def test_setup(busy):
            pass
        """
    )
    tests.runpytest_subprocess().assert_outcomes(skipped=1)
