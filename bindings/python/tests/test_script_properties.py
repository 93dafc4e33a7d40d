"""Properties of all scripts, recordings and patterns."""

from __future__ import annotations

import json
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from mockcloud import Cloud, Record, Script
from mockcloud.errors import BadMockRequest
from sequence_runs import Run
from sequences import CONFIG, FORK, RELOAD, Generator, Step


def steps(seed: int) -> list[Step]:
    return [
        step
        for step in Generator(seed, 0).steps()
        if step.operation not in (FORK, RELOAD, "mock/restore", "mock/snapshot", "mock/reset")
    ]


def exchanged(cloud: Cloud, step: Step) -> tuple[int, Any]:
    answer = cloud.call_raw(step.operation, json.dumps(step.request))
    return answer.status, json.loads(answer.text)


def recorded(seed: int, normalize: bool = False) -> tuple[list[Step], list[Any], Script]:
    """Returns the calls of a random sequence, their responses, and the recording of them."""
    run = Run()
    answers: list[Any] = []
    run.cloud.script.start_recording()
    try:
        for step in steps(seed):
            run.made.append(Step(step.operation, run.marks.resolved(step.request)))
            answers.append(exchanged(run.cloud, run.made[-1]))
            run.marks.learn(answers[-1][1])
        script = run.cloud.script.stop_recording(normalize=normalize)
        return run.made, answers, script
    finally:
        run.close()


def replayed(script: dict[str, Any], made: list[Step]) -> list[tuple[int, Any]]:
    """Returns the responses of a cloud with the script to the calls of the service."""
    with Cloud(CONFIG) as cloud:
        for step in made:
            if step.operation.startswith("mock/"):
                exchanged(cloud, step)
        cloud.script.load(script)
        answers = [exchanged(cloud, step) for step in service(made)]
        assert cloud.script.status().remaining == () or any(each[0] < 0 for each in answers)
        return answers


def service(made: list[Step]) -> list[Step]:
    return [step for step in made if not step.operation.startswith("mock/")]


SEEDS = st.integers(0, 10_000)


@settings(max_examples=25)
@given(SEEDS)
def test_a_recording_replays_what_was_recorded(seed: int) -> None:
    made, answers, script = recorded(seed)
    expected = [
        answer
        for step, answer in zip(made, answers, strict=True)
        if not step.operation.startswith("mock/")
    ]
    assert replayed(script, made) == expected
    assert replayed(json.loads(json.dumps(script)), made) == expected


@settings(max_examples=15)
@given(SEEDS, st.sampled_from(["anyOrder", "perOperation", "passthrough"]))
def test_a_recording_replays_in_every_mode(seed: int, mode: str) -> None:
    made, answers, script = recorded(seed)
    expected = [
        answer
        for step, answer in zip(made, answers, strict=True)
        if not step.operation.startswith("mock/")
    ]
    assert replayed({**script, "mode": mode}, made) == expected


def leaves(value: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """Returns the paths of all values except non-empty objects and lists."""
    pairs = value.items() if isinstance(value, dict) else enumerate(value)
    found: list[tuple[Any, ...]] = []
    for key, each in pairs:
        if isinstance(each, dict | list) and each:
            found += leaves(each, (*path, key))
        else:
            found.append((*path, key))
    return found


def changed(value: Any, path: tuple[Any, ...]) -> Any:
    """Returns a copy of the value with another value at the path."""
    copy = json.loads(json.dumps(value))
    place = copy
    for key in path[:-1]:
        place = place[key]
    place[path[-1]] = {"another": "value"}
    return copy


@settings(max_examples=25)
@given(SEEDS, st.data())
def test_a_recording_tells_a_changed_answer(seed: int, data: st.DataObject) -> None:
    made, _, script = recorded(seed)
    entry = data.draw(st.integers(0, len(script["entries"]) - 1))
    response = script["entries"][entry]["response"]
    path = data.draw(st.sampled_from(leaves(response) or [("new",)]))
    script["entries"][entry]["response"] = changed(response, path)
    before = replayed(recorded(seed)[2], made)
    try:
        assert replayed(script, made) != before
    except BadMockRequest:
        # An error without a code is not a valid response.
        assert "error" in path or "ckErrorCode" in path


@settings(max_examples=25)
@given(SEEDS, st.data())
def test_a_recording_refuses_a_changed_call(seed: int, data: st.DataObject) -> None:
    made, _, script = recorded(seed)
    entry = data.draw(st.integers(0, len(script["entries"]) - 1))
    request = script["entries"][entry]["request"]
    path = data.draw(st.sampled_from(leaves(request) or [("new",)]))
    script["entries"][entry]["request"] = changed(request, path)
    statuses = [status for status, _ in replayed(script, made)]
    assert statuses[entry] == -6
    assert all(status >= 0 for status in statuses[:entry])


@settings(max_examples=25)
@given(SEEDS, st.data())
def test_a_recording_refuses_a_call_that_is_left_out(seed: int, data: st.DataObject) -> None:
    made, _, script = recorded(seed)
    place = data.draw(st.integers(0, len(script["entries"]) - 1))
    removed = script["entries"].pop(place)
    statuses = [status for status, _ in replayed(script, made)]
    rest = script["entries"][place:]
    # If the next calls have equal requests, the last of them has no entry.
    same = next(
        (n for n, each in enumerate(rest) if each["request"] != removed["request"]), len(rest)
    )
    assert -6 in statuses[place : place + same + 1]


class Follower:
    """A client whose calls depend on earlier responses."""

    def __init__(self, cloud: Cloud, names: list[str]) -> None:
        self.cloud = cloud
        self.names = names

    def run(self) -> None:
        database = self.cloud.private
        database.create_zone("Work")
        work = database.in_zone("Work")
        for name in self.names:
            note = work.save(Record("Note", {"title": "x"}, name=name))
            note["title"] = "y"
            work.save(note)
        unnamed = work.save(Record("Note"))
        work.delete(unnamed)
        token = None
        for _ in range(2):
            zone = {"zoneID": {"zoneName": "Work"}, **({"syncToken": token} if token else {})}
            token = self.cloud.call("changes/zone", zones=[zone])["zones"][0]["syncToken"]


@settings(max_examples=20)
@given(
    st.lists(st.uuids().map(str), min_size=1, max_size=4, unique=True),
    st.lists(st.uuids().map(str), min_size=4, max_size=4, unique=True),
    st.integers(1, 1000),
)
def test_a_normalized_recording_depends_on_no_seed(
    names: list[str], others: list[str], seed: int
) -> None:
    scripts = []
    for number, chosen in ((1, names), (seed, others[: len(names)])):
        with Cloud(seed=number, clock=f"20{seed % 90 + 10}-01-01T00:00:00.000Z") as cloud:
            with cloud.script.recorded(normalize=True) as recording:
                Follower(cloud, chosen).run()
            scripts.append(recording.script)
    assert scripts[0] == scripts[1]
    # The script contains neither its client's names nor its cloud's seed.
    with Cloud(seed=seed + 1, script=scripts[0]) as cloud:
        Follower(cloud, others[: len(names)]).run()
        assert cloud.script.status().remaining == ()
