"""Draws of rules with a probability: each rule has its own."""

from __future__ import annotations

from mockcloud import Cloud

OFTEN: dict[str, object] = {"limit": {"probability": 0.5}, "then": {"latency": 1}}


def acts(cloud: Cloud, *rules: str) -> list[list[bool]]:
    """Returns for each rule in which of the next calls it acts."""
    for _ in range(24):
        cloud.call("zones/list")
    rows = cloud.call("mock/journal", {"last": 24})["calls"]
    names = [{fault["rule"] for fault in row["faults"]} for row in rows]
    return [[rule in each for each in names] for rule in rules]


def test_equal_rules_draw_on_their_own_though_one_is_the_last(cloud: Cloud) -> None:
    names = cloud.faults.add({**OFTEN, "last": True}) + cloud.faults.add(OFTEN)
    last, other = acts(cloud, *names)
    assert last != other


def test_a_cloud_that_loads_a_state_draws_as_the_one_that_saved_it(cloud: Cloud) -> None:
    cloud.faults.add(OFTEN, OFTEN)
    with Cloud(seed=99) as loaded:
        loaded.state.load(cloud.state.save())
        drawn = []
        for each in (cloud, loaded):
            each.faults.add(OFTEN)
            each.faults.remove("rule-1")
            drawn.append(acts(each, *each.faults.add(OFTEN)))
    assert drawn[0] == drawn[1]


def test_rules_are_known_apart_by_the_requests_of_their_calls() -> None:
    def rule(zone: str) -> dict[str, object]:
        purge = {"operation": "mock/zones/purge", "request": {"zoneID": {"zoneName": zone}}}
        return {"limit": {"probability": 0.5}, "then": [{"latency": 1}, {"call": purge}]}

    drawn = []
    for others in ([], [rule("a")], [rule("a"), rule("c")]):
        with Cloud(seed=7) as cloud:
            cloud.faults.add(*others)
            drawn.append(acts(cloud, *cloud.faults.add(rule("b"))))
    assert drawn[0] == drawn[1] == drawn[2]
