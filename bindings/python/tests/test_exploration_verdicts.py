"""Cases whose faults did not act, ends of clients, and loops that are left early."""

from __future__ import annotations

import contextlib
from collections.abc import Callable

import pytest

from mockcloud import Cloud, Crash, ExplorationFailed, Livelock, Record, explore
from mockcloud.errors import CKError, ClientEnded
from mockcloud.testing.exploration import Exploration


class Client:
    """Copies the records of a zone into a store, page by page."""

    def __init__(self, cloud: Cloud, store: dict[str, object], *, token_first: bool) -> None:
        self.cloud = cloud
        self.store = store
        self.token_first = token_first

    def sync(self) -> None:
        token = self.store.get("token")
        request = {"zones": [{"zoneID": {"zoneName": "Notes"}, "resultsLimit": 1}]}
        while True:
            if token is not None:
                request["zones"][0]["syncToken"] = token
            zone = self.cloud.call("changes/zone", request)["zones"][0]
            token = zone["syncToken"]
            if self.token_first:
                self.store["token"] = token
            # Another call between the token and the records of its page: an image, for example.
            self.cloud.call("records/lookup", {"records": [{"recordName": "settings"}]})
            names = self.store.setdefault("names", [])
            assert isinstance(names, list)
            names += [record["recordName"] for record in zone["records"]]
            self.store["token"] = token
            if not zone["moreComing"]:
                return


def survives(cloud: Cloud, *, token_first: bool) -> None:
    store: dict[str, object] = {}
    try:
        Client(cloud, store, token_first=token_first).sync()
    except Crash:
        cloud.accounts.restart_device()
    except CKError:
        pass
    cloud.faults.pause()
    Client(cloud, store, token_first=token_first).sync()
    assert sorted(set(store["names"])) == ["a", "b"]  # type: ignore[call-overload]


def seeded() -> Cloud:
    cloud = Cloud()
    zone = cloud.private.in_zone(cloud.private.create_zone("Notes"))
    zone.save(Record("Note", name="a"))
    zone.save(Record("Note", name="b"))
    cloud.private.save(Record("Note", name="settings"))
    return cloud


def test_crashes_find_a_token_that_is_stored_before_its_page() -> None:
    with seeded() as cloud:
        report = explore(cloud, errors=[], crashes=True).run(
            lambda cloud: survives(cloud, token_first=False)
        )
        effects = {outcome.case.effect for outcome in report.outcomes}
        assert {"crashBefore", "crashAfter"} <= effects
    with seeded() as cloud, pytest.raises(ExplorationFailed) as failed:
        explore(cloud, errors=[], crashes=True).run(lambda cloud: survives(cloud, token_first=True))
    broken = {outcome.case.effect for outcome in failed.value.report.failures}
    assert "crashBefore" in broken


def test_a_crash_that_the_scenario_does_not_handle_fails_the_case() -> None:
    with pytest.raises(ExplorationFailed) as failed, Cloud() as cloud:
        explore(cloud, errors=[], crashes=True, allow=["notReached"]).run(
            lambda cloud: cloud.exchange("zones/list")
        )
    assert {outcome.case.effect for outcome in failed.value.report.failures} == {
        "crashBefore",
        "crashAfter",
    }
    assert "Crash: the client of device 'device-1' has crashed" in str(failed.value)


def test_no_client_handles_the_end_of_a_client() -> None:
    assert issubclass(Crash, ClientEnded)
    assert issubclass(Livelock, ClientEnded)
    assert not issubclass(ClientEnded, Exception)
    with Cloud() as cloud:
        cloud.faults.add({"when": {"op": "zones/list"}, "then": {"crash": True}})
        with pytest.raises(Crash, match="device-1"):
            cloud.private.zones()
        with pytest.raises(Crash):
            cloud.private.fetch("a")


def test_a_client_that_never_gives_up_is_ended() -> None:
    def stubborn(cloud: Cloud) -> None:
        while True:
            try:
                cloud.private.zones()
                return
            except Exception:
                continue

    with pytest.raises(ExplorationFailed) as failed:
        explore(Cloud, errors=[]).run(stubborn)
    report = failed.value.report
    assert {outcome.case.effect: outcome.verdict for outcome in report.failures} == {
        "offline": "livelocked"
    }
    assert "Livelock: the run was ended" in str(failed.value)
    report = explore(Cloud, errors=[], allow=["livelocked"]).run(stubborn)
    assert [outcome.verdict for outcome in report.outcomes] == ["reached", "reached", "livelocked"]
    assert not report.failures


def test_a_run_that_is_ended_fails_by_its_own_errors_even_if_that_is_allowed() -> None:
    def heedless(cloud: Cloud) -> None:
        try:
            while cloud.exchange("zones/list")[0] == 3:
                pass
        except ClientEnded:
            pytest.fail("the client does not end")

    failures = (Exception, pytest.fail.Exception)
    exploration = Exploration(Cloud, errors=[], allow=["livelocked"], failures=failures)
    with pytest.raises(ExplorationFailed) as failed:
        exploration.run(heedless)
    assert [outcome.verdict for outcome in failed.value.report.failures] == ["livelocked"]


def test_a_run_by_events_is_ended_too() -> None:
    def stubborn(cloud: Cloud) -> None:
        status = 3
        while status == 3:
            cloud.call("zones/list", {"deliver": "events"})
            cloud.call("mock/clock/runUntilIdle")
            # A run that is ended reports nothing more.
            for event in cloud.events():
                status = event.document.get("status", status)

    report = explore(Cloud, errors=[], allow=["livelocked"]).run(stubborn)
    assert [outcome.verdict for outcome in report.outcomes] == ["reached", "reached", "livelocked"]


def test_a_first_run_that_never_ends() -> None:
    calls = 0

    def endless(cloud: Cloud) -> None:
        nonlocal calls
        while True:
            cloud.exchange("account/status")
            calls += 1

    with Cloud() as cloud:
        with pytest.raises(Livelock, match="it made more than 10000 calls"):
            explore(cloud, errors=[]).run(endless)
        assert calls == 10_000
        # Another exploration is possible.
        report = explore(cloud, errors=[]).run(lambda cloud: cloud.exchange("zones/list"))
        assert len(report.outcomes) == 3


def test_a_first_run_that_is_ended_is_refused() -> None:
    with Cloud() as cloud:
        cloud.call("mock/explore/begin")
        for _ in range(10_000):
            assert cloud.exchange("account/status")[0] == 0
        for _ in range(2):
            with pytest.raises(Livelock):
                cloud.exchange("account/status")
        with pytest.raises(ValueError, match="the first run was ended, because it made more than"):
            cloud.call("mock/explore/next")
        cloud.call("mock/explore/end")
        assert cloud.exchange("zones/list")[0] == 0


def test_a_scenario_cannot_explore_its_own_cloud() -> None:
    runs = 0

    def nested(cloud: Cloud) -> None:
        nonlocal runs
        runs += 1
        cloud.exchange("zones/list")
        explore(cloud, errors=[]).run(lambda cloud: cloud.exchange("zones/list"))

    with Cloud() as cloud:
        message = "an exploration of this cloud is running.*a scenario cannot explore its own cloud"
        with pytest.raises(ValueError, match=message):
            explore(cloud, errors=[]).run(nested)
        assert runs == 1
        # The exploration that failed has ended, and another cloud may be explored in a scenario.
        other = Cloud()
        report = explore(cloud, errors=[]).run(
            lambda cloud: (
                cloud.exchange("zones/list"),
                explore(other, errors=[]).run(lambda cloud: cloud.exchange("zones/list")),
            )
        )
        assert len(report.outcomes) == 3
        other.close()


def test_a_scenario_that_ends_the_exploration_is_refused() -> None:
    def ends(cloud: Cloud) -> None:
        cloud.exchange("zones/list")
        cloud.call("mock/explore/end")

    with pytest.raises(ValueError, match="the exploration was ended by mock/explore/end"):
        explore(Cloud, errors=[]).run(ends)


def test_a_case_that_tries_nothing_fails_the_exploration() -> None:
    calls = iter(range(1000))

    def fickle(cloud: Cloud) -> None:
        cloud.exchange("zones/list" if next(calls) % 2 == 0 else "account/status")

    with pytest.raises(ExplorationFailed) as failed:
        explore(Cloud, errors=[]).run(fickle)
    text = str(failed.value)
    assert "2 of 3 cases tried nothing" in text
    assert (
        "call 1 (zones/list): lostRequest: diverged: call 1 is account/status by device-1 "
        "instead of zones/list by device-1"
    ) in text
    assert "made outside the\n  scenario, for example by a fixture, keeps its state" in text
    assert [outcome.verdict for outcome in failed.value.report.inactive] == ["diverged"] * 2
    calls = iter(range(1000))
    report = explore(Cloud, errors=[], allow=["diverged"]).run(fickle)
    assert report.inactive == []
    with pytest.raises(ValueError, match="allow: 'never' is not known; expected one of notReached"):
        explore(Cloud, allow=["never"])


def test_a_second_fault_that_does_not_act_fails_the_exploration() -> None:
    runs = iter(range(1000))

    def losing_patience(cloud: Cloud) -> None:
        # The runs of single faults show a second call, which those of pairs do not make.
        if cloud.exchange("zones/list")[0] != 0 and next(runs) < 4:
            cloud.exchange("zones/list")

    with pytest.raises(ExplorationFailed) as failed:
        explore(Cloud, errors=["networkFailure"], pairs=True).run(losing_patience)
    report = failed.value.report
    assert not report.failures
    assert [each.verdict for each in report.inactive] == ["firstOnly"] * 6
    assert str(report) == "1 fault point, 10 cases, 0 failed, 6 not reached (6 firstOnly)"
    text = str(failed.value)
    assert "6 of 10 cases tried nothing:" in text
    assert "then serviceUnavailable at call 1 after it (zones/list): firstOnly\n" in text
    runs = iter(range(1000))
    allowing = explore(Cloud, errors=["networkFailure"], pairs=True, allow=["firstOnly"])
    report = allowing.run(losing_patience)
    assert report.inactive == []
    assert str(report).endswith("6 not reached (6 firstOnly)")


def test_other_calls_before_a_fault_that_acted_are_shown() -> None:
    runs = iter(range(1000))

    def curious(cloud: Cloud) -> None:
        if next(runs) == 1:
            cloud.exchange("account/status")
        status, _ = cloud.exchange("zones/list")
        assert status != 34

    difference = "call 1 is account/status by device-1 instead of zones/list by device-1"
    with pytest.raises(ExplorationFailed) as failed:
        explore(Cloud, errors=[]).run(curious)
    first, *others = failed.value.report.outcomes
    assert (first.verdict, first.divergence) == ("reached", difference)
    assert [each.divergence for each in others] == [None, None]
    assert f"\n    before its fault, {difference}\n" in str(failed.value)
    runs = iter(range(1000))
    report = explore(Cloud, errors=[]).run(lambda cloud: _ignoring(curious, cloud))
    assert str(report).endswith(
        "0 not reached; 1 reached after other calls than those of the first run"
    )


def _ignoring(scenario: Callable[[Cloud], None], cloud: Cloud) -> None:
    with contextlib.suppress(AssertionError):
        scenario(cloud)


def test_a_run_that_was_ended_shows_its_calls() -> None:
    def stubborn(cloud: Cloud) -> None:
        while cloud.exchange("zones/list")[0] != 0:
            pass

    with pytest.raises(ExplorationFailed) as failed:
        explore(Cloud, errors=[]).run(stubborn)
    (outcome,) = failed.value.report.failures
    assert outcome.verdict == "livelocked"
    assert outcome.calls[-1].startswith("  10")
    assert len(outcome.calls) == 11


def test_a_loop_that_is_left_early_leaves_no_fault() -> None:
    with Cloud() as cloud:
        runs = 0
        for run in explore(cloud):
            with run:
                cloud.exchange("zones/list")
                cloud.private.save(Record("Note", name=f"n{runs}"))
            runs += 1
            if runs == 2:
                break
        del run
        assert cloud.records() == []
        assert cloud.private.zones()


def test_failures_that_differ_in_numbers_are_one_group() -> None:
    count = iter(range(1000))

    def failing(cloud: Cloud) -> None:
        status, _ = cloud.exchange("zones/list")
        number = next(count)
        assert status == 0, f"attempt {number} failed"

    with pytest.raises(ExplorationFailed) as failed:
        explore(Cloud, errors=["zoneBusy", "internalError"]).run(failing)
    assert len(failed.value.report.failures) == 5
    assert len(failed.value.report.groups) == 1


def test_the_journal_is_that_of_the_run() -> None:
    with Cloud() as cloud:
        cloud.private.zones()
        lengths = []
        for run in explore(cloud, errors=[]):
            with run:
                cloud.exchange("zones/list")
                lengths.append(len(cloud.calls))
        assert lengths == [2] * 4


def test_waiting_for_an_operation_of_a_crashed_client_raises() -> None:
    with Cloud(users=[{"alias": "me", "devices": ["phone", "pad"]}]) as cloud:
        cloud.faults.add({"when": {"op": "zones/list"}, "then": [{"latency": 3}, {"crash": True}]})
        cloud.faults.add({"when": {"op": "records/lookup"}, "then": {"latency": 10}})
        lost, other = (
            cloud.call(operation, device="phone", deliver="events")
            for operation in ("zones/list", "account/status")
        )
        with pytest.raises(Crash, match="phone"):
            # It waits longer than the client lives.
            cloud.as_user("me", "phone").private.fetch("n1")
        for operation in (lost, other):
            with pytest.raises(Crash, match="phone"):
                cloud.run(operation)
        cloud.accounts.restart_device("phone")
        assert cloud.run(lost) == []
        pad = cloud.call("account/status", device="pad", deliver="events")
        assert [block.status for block in cloud.run(pad)][-2:] == [0, 0]
