"""A fault that never acts fails the test: faults that are set through fixtures."""

from __future__ import annotations

import pytest

TESTS = """
    import pytest
    from mockcloud import Record
    from mockcloud.errors import CKError, ZoneBusy

    RULE = {"id": "own", "when": {"op": "zones/list"}, "then": {"error": "zoneBusy"}}
    MUST_FIRE = {**RULE, "id": "must", "mustFire": True}

    def fails(cloud):
        with pytest.raises(ZoneBusy):
            cloud.private.zones()

    def test_error_acts(mockcloud):
        mockcloud.fail("zoneBusy", operation="zones/list")
        fails(mockcloud)

    def test_error(mockcloud):
        mockcloud.accounts.add_device("phone")
        mockcloud.fail("zoneBusy", operation="zones/list", device="phone")
        mockcloud.private.zones()

    def test_error_that_is_cleared(mockcloud):
        mockcloud.fail("zoneBusy", operation="zones/list")
        mockcloud.private.save(Record("Note"))
        mockcloud.faults.clear()

    def test_record_errors(mockcloud):
        mockcloud.fail("zoneBusy", records=["n1", "n2"])
        with pytest.raises(CKError):
            mockcloud.private.fetch("n1")

    def test_rule(mockcloud):
        mockcloud.faults.add(RULE)

    def test_rule_that_is_removed(mockcloud):
        mockcloud.faults.add(RULE)
        mockcloud.faults.clear()

    def test_rule_after_a_restore(mockcloud):
        mockcloud.state.snapshot("before")
        mockcloud.faults.add(RULE)
        mockcloud.state.restore("before")

    def test_fail_without_a_block(mockcloud):
        mockcloud.fail(ZoneBusy, records="n1")

    def test_factory(mockcloud_factory):
        mockcloud_factory().fail("zoneBusy")

    def test_block(mockcloud):
        with mockcloud.fail(ZoneBusy):
            pass

    def test_set_error_that_is_ended(mockcloud):
        mockcloud.call("mock/error/set", {"operation": "zones/list", "error": "zoneBusy"})
        mockcloud.call("mock/error/set", {"operation": "zones/list", "error": None})

    def test_must_fire_that_is_removed(mockcloud):
        mockcloud.call("mock/faults/add", {"rules": [MUST_FIRE]})
        mockcloud.faults.clear()

    @pytest.mark.mockcloud(faults=[MUST_FIRE])
    def test_configured_must_fire_that_is_removed(mockcloud):
        mockcloud.faults.heal()

    def test_must_fire_again(mockcloud):
        mockcloud.faults.add(MUST_FIRE)
        with mockcloud.savepoint():
            fails(mockcloud)
        mockcloud.faults.arm("must", reset=True)

    def test_must_fire_acted_in_a_savepoint(mockcloud):
        mockcloud.faults.add(MUST_FIRE)
        with mockcloud.savepoint():
            fails(mockcloud)

    def test_set_error_acted(mockcloud):
        mockcloud.call("mock/error/set", {"operation": "zones/list", "error": "zoneBusy"})
        fails(mockcloud)
        mockcloud.call("mock/error/set", {"operation": "zones/list", "error": None})

    def test_acted_before_a_restore(mockcloud):
        mockcloud.faults.add(RULE)
        mockcloud.state.snapshot("before")
        fails(mockcloud)
        mockcloud.state.restore("before")

    def test_acted_before_its_counts_started_anew(mockcloud):
        mockcloud.faults.add(RULE)
        fails(mockcloud)
        mockcloud.faults.arm("own", reset=True)

    def test_acted_before_a_rule_started_its_counts_anew(mockcloud):
        again = {"arm": ["own"], "reset": True}
        query = {"when": {"op": "records/query"}, "then": {"latency": 1}, "next": again}
        mockcloud.faults.add(RULE, query)
        fails(mockcloud)
        mockcloud.private.save(Record("Note"))
        mockcloud.private.query("Note")

    def test_never_armed(mockcloud):
        mockcloud.faults.add({**RULE, "armed": False})
        mockcloud.private.save(Record("Note"))
        mockcloud.faults.disarm("own")

    def test_optional(mockcloud):
        mockcloud.fail("zoneBusy", optional=True)
        mockcloud.fail("networkFailure", operation="zones/list", optional=True)
        mockcloud.fail("zoneBusy", records=["n1"], optional=True)
        mockcloud.faults.add(RULE, optional=True)
        mockcloud.faults.add({**RULE, "id": "other", "mustFire": False})
        mockcloud.fail(ZoneBusy, optional=True)
        mockcloud.faults.heal()

    def test_chance(mockcloud):
        mockcloud.faults.profile("flaky-wifi", 0.1)
        mockcloud.faults.add({**RULE, "limit": {"probability": 0.5}})
        ramp = {"from": 1, "to": 0.5, "during": 60}
        mockcloud.faults.add({**RULE, "id": "ramp", "limit": {"probability": ramp}})
        mockcloud.environ(faults=[{**RULE, "id": "program"}])

    @pytest.mark.mockcloud(faults=[RULE])
    def test_configuration(mockcloud):
        assert mockcloud.faults.rules()

    def test_closed(mockcloud):
        with mockcloud:
            mockcloud.fail("zoneBusy")

    def test_another_failure_is_enough(mockcloud):
        mockcloud.fail("zoneBusy")
        assert False
"""

#: The tests in the list above that fail because of a fault.
UNUSED = (
    "test_error",
    "test_error_that_is_cleared",
    "test_record_errors",
    "test_rule",
    "test_rule_that_is_removed",
    "test_rule_after_a_restore",
    "test_fail_without_a_block",
    "test_factory",
    "test_set_error_that_is_ended",
    "test_must_fire_that_is_removed",
    "test_configured_must_fire_that_is_removed",
    "test_must_fire_again",
    "test_never_armed",
    "test_closed",
)


def test_faults_that_never_act(tests: pytest.Pytester) -> None:
    tests.makepyfile(TESTS)
    result = tests.runpytest_subprocess()
    # The test with the block, and the one that fails anyway.
    result.assert_outcomes(passed=23, failed=2, errors=len(UNUSED))
    result.stdout.fnmatch_lines([f"*ERROR at teardown of {name} *" for name in UNUSED])
    result.stdout.fnmatch_lines(
        [
            "the fault 'rule-1' never acted: *phone*",
            "  it was evaluated 1 time",
            "  nearest: 1. zones/list by me/device-1 -> ok",
            '    when.device: expected "phone", got device-1',
            "*with optional=True, a fault need not act; mockcloud_fault_check = false allows all",
            "the fault 'rule-2' never acted: *n2*",
        ]
    )
    result.stdout.fnmatch_lines(["E*FaultNeverActed: the fault 'rule-1' never acted: *"])


OWN = """
    import pytest
    from mockcloud import Cloud, FaultNeverActed, explore, mock_cloud, shrink
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

    @pytest.fixture
    def own():
        with Cloud() as cloud:
            yield cloud

    def test_own_fixture(own):
        own.fail(ZoneBusy)

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

    def test_error_of_the_block():
        with pytest.raises(KeyError), Cloud() as cloud:
            cloud.fail(ZoneBusy)
            raise KeyError("x")

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
    "test_own_fixture",
)


def test_faults_of_clouds_that_the_test_makes(tests: pytest.Pytester) -> None:
    tests.makepyfile(OWN)
    result = tests.runpytest_subprocess()
    result.assert_outcomes(passed=17, skipped=1, xfailed=1, errors=len(UNUSED_OWN))
    result.stdout.fnmatch_lines([f"*ERROR at teardown of {name} *" for name in UNUSED_OWN])
    text = "with optional=True, a fault need not act; mockcloud_fault_check = false allows all"
    # Where CI is set, pytest repeats the whole texts in its summary.
    errors, _, _ = result.stdout.str().partition("short test summary info")
    assert errors.count(text) == len(UNUSED_OWN)
    result = tests.runpytest_subprocess("-o", "mockcloud_fault_check=false")
    result.assert_outcomes(passed=17, skipped=1, xfailed=1)


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


def test_the_check_can_be_off(tests: pytest.Pytester) -> None:
    tests.makepyfile(TESTS)
    result = tests.runpytest_subprocess("-o", "mockcloud_fault_check=false")
    result.assert_outcomes(passed=23, failed=2)


def test_a_base_has_faults_of_its_own(tests: pytest.Pytester) -> None:
    tests.makepyfile(
        """
        import pytest

        @pytest.fixture(scope="module")
        def mockcloud_base(mockcloud_session_factory):
            cloud = mockcloud_session_factory()
            cloud.fail("zoneBusy", operation="zones/list")
            return cloud

        def test_uses_nothing(mockcloud):
            pass

        def test_sets_another(mockcloud):
            mockcloud.fail("zoneBusy", operation="records/query")
        """
    )
    tests.runpytest_subprocess().assert_outcomes(passed=2, errors=1)


def test_an_exploration_is_exempt(tests: pytest.Pytester) -> None:
    tests.makepyfile(
        """
        import pytest
        from mockcloud import CKError

        @pytest.mark.explore(errors=["zoneBusy"])
        def test_marked(mockcloud):
            mockcloud.fail("zoneBusy", operation="records/query")
            try:
                mockcloud.private.zones()
            except CKError:
                pass
        """
    )
    tests.runpytest_subprocess().assert_outcomes(passed=1)
