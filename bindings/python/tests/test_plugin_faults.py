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

    def test_block_with_another_error(mockcloud):
        with pytest.raises(CKError), mockcloud.fail(ZoneBusy, operation="zones/list"):
            mockcloud.private.fetch("missing")

    def test_savepoint_with_another_error(mockcloud):
        with pytest.raises(CKError), mockcloud.savepoint():
            mockcloud.faults.add(RULE)
            mockcloud.private.fetch("missing")

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
    "test_block_with_another_error",
    "test_savepoint_with_another_error",
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
    result.assert_outcomes(passed=25, failed=2, errors=len(UNUSED))
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


def test_the_check_can_be_off(tests: pytest.Pytester) -> None:
    tests.makepyfile(TESTS)
    result = tests.runpytest_subprocess("-o", "mockcloud_fault_check=false")
    result.assert_outcomes(passed=25, failed=2)


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
