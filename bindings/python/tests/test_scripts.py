"""Scripts and recordings."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import scenario
from mockcloud import Cloud, Record, Script, ScriptMismatch, errors
from mockcloud.errors import BadMockRequest, PartialFailure, ZoneBusy
from sequence_runs import Run
from sequences import CONFIG, FORK, RELOAD, Generator, Step

LOOKUP = {"operation": "records/lookup", "request": {"records": [{"recordName": "a"}]}}
ANSWER = {"records": [{"recordName": "a", "recordType": "Note", "fields": {}}]}


# --- The interface -----------------------------------------------------------------------------


def test_a_script_answers(cloud: Cloud) -> None:
    assert cloud.script.load([{**LOOKUP, "response": ANSWER}]) == 1
    assert cloud.private.fetch("a").record_name == "a"
    status = cloud.script.status()
    assert (status.mode, status.entries, status.consumed) == ("strict", 1, 1)
    assert status.remaining == ()


def test_a_scripted_error_is_raised(cloud: Cloud) -> None:
    error = {"ckErrorName": "zoneBusy", "retryAfter": 3}
    cloud.script.load([{"operation": "records/lookup", "response": {"error": error}, "delay": 2}])
    before = cloud.now
    with pytest.raises(ZoneBusy) as busy:
        cloud.private.fetch("a")
    assert busy.value.retry_after == 3
    assert (cloud.now - before).total_seconds() == 2


def test_a_scripted_conflict_has_its_records(cloud: Cloud) -> None:
    server = {"recordName": "a", "recordType": "Note", "recordChangeTag": "7", "fields": {}}
    item = {"recordName": "a", "ckErrorCode": 14, "serverRecord": server}
    cloud.script.load([{"operation": "records/modify", "response": {"records": [item]}}])
    with pytest.raises(errors.ServerRecordChanged) as conflict:
        cloud.private.save(Record("Note", name="a"))
    assert conflict.value.server_record is not None
    assert conflict.value.server_record.change_tag == "7"


def test_a_scripted_partial_failure_has_its_items(cloud: Cloud) -> None:
    items = [ANSWER["records"][0], {"recordName": "b", "ckErrorName": "quotaExceeded"}]
    cloud.script.load([{"operation": "records/modify", "response": {"records": items}}])
    with pytest.raises(PartialFailure) as failure:
        cloud.private.save_all([Record("Note", name="a"), Record("Note", name="b")])
    assert failure.value.partial_error("b").code == 25


def test_a_mismatch_can_be_read(cloud: Cloud) -> None:
    entry = {**LOOKUP, "request": {"records": [{"recordName": "b"}], "user": "me"}}
    cloud.script.load([{**entry, "response": ANSWER}])
    with pytest.raises(ScriptMismatch) as mismatch:
        cloud.call("records/lookup", {"records": [{"recordName": "a"}], "usr": "me"})
    text = str(mismatch.value)
    assert "entries[0]" in text
    assert "records[0].recordName: expected 'b', came 'a'" in text
    assert "user: expected 'me', nothing came; did you mean 'usr'?" in text
    assert [each.path for each in mismatch.value.differences] == ["records[0].recordName", "user"]
    assert cloud.script.status().consumed == 0
    assert "entries[0] was not: records/lookup" in str(cloud.script.status())


def test_the_cloud_answers_again(cloud: Cloud) -> None:
    cloud.script.load([])
    with pytest.raises(ScriptMismatch, match="no entry of the script was left"):
        cloud.call("zones/list")
    assert cloud.script.status().mismatch_count == 1
    cloud.script.unload()
    assert cloud.call("zones/list")["zones"]
    assert cloud.script.status().mode is None


def test_a_recording_in_a_file(cloud: Cloud, tmp_path: Path) -> None:
    path = tmp_path / "notes.json"
    with cloud.script.recorded(normalize=["tags"]) as recording:
        saved = cloud.private.save(Record("Note", {"title": "Glue"}, name="a"))
    assert saved.change_tag == "1"
    recording.script.write(path)
    assert Script.read(path) == recording.script
    with Cloud(script=str(path)) as other:
        again = other.private.save(Record("Note", {"title": "Glue"}, name="a"))
        assert again.change_tag == "tag-1"
        assert other.records() == []
    other_seed = Script.read(path)
    with Cloud(script=other_seed) as other, pytest.raises(ScriptMismatch, match="title"):
        other.private.save(Record("Note", {"title": "Tape"}, name="a"))


def test_a_damaged_file_is_refused_with_its_place(cloud: Cloud, tmp_path: Path) -> None:
    path = tmp_path / "broken.json"
    path.write_text('{"entries": [\n{"operation": "zones/list", "response": {}}')
    with pytest.raises(errors.BadJSON, match="line 2") as broken:
        cloud.script.load(path)
    assert broken.value.line == 2
    path.write_text('{"entries": [{"operation": "zones/lists", "response": {}}]}')
    with pytest.raises(BadMockRequest, match="zones/list") as unknown:
        Cloud(script=str(path))
    assert unknown.value.key == "entries[0].operation"
    with pytest.raises(BadMockRequest, match="cannot be read"):
        Cloud(script=str(tmp_path / "none.json"))


def test_a_script_comes_with_a_state(cloud: Cloud) -> None:
    cloud.add_user("ann")
    state = cloud.save_state()
    entry = {"operation": "account/status", "response": {"accountStatus": "restricted"}}
    with Cloud(state=state, script={"entries": [entry]}) as other:
        assert other.container().account_status(user="ann") == "restricted"
        assert other.script.status().remaining == ()
        saved = other.save_state()
        other.script.unload()
        other.load_state(saved)
        assert other.script.status().consumed == 1
        assert other.save_state() == saved


def test_match(cloud: Cloud) -> None:
    assert cloud.match({"a": "$any"}, {"a": 1, "b": 2}) == ()
    [difference] = cloud.match({"a": "$x"}, {"a": 1}, captured={"x": 2})
    assert (difference.path, difference.expected, difference.came) == ("a", 2, 1)
    [difference] = cloud.match({}, {"a": 1}, exact=True)
    assert str(difference) == "a: expected '$absent', came 1"


# --- Properties --------------------------------------------------------------------------------


def steps(seed: int) -> list[Step]:
    return [
        step
        for step in Generator(seed, 0).steps()
        if step.operation not in (FORK, RELOAD, "mock/restore", "mock/snapshot")
    ]


def recorded(seed: int, normalize: bool = False) -> tuple[list[Step], list[Any], Script]:
    """The calls of a random sequence, their answers, and the recording of them."""
    run = Run()
    answers: list[Any] = []
    run.cloud.script.start_recording()
    try:
        for step in steps(seed):
            run.made.append(Step(step.operation, run.resolved(step.request)))
            answers.append(run.cloud.exchange(step.operation, run.made[-1].request))
            run.learn(answers[-1][1])
        script = run.cloud.script.stop_recording(normalize=normalize)
        return run.made, answers, script
    finally:
        run.close()


def replayed(script: dict[str, Any], made: list[Step]) -> list[tuple[int, Any]]:
    """What a cloud under the script answers; operations of the harness are left out."""
    with Cloud(CONFIG) as cloud:
        for step in made:
            if step.operation.startswith("mock/"):
                cloud.exchange(step.operation, step.request)
        cloud.script.load(script)
        answers = [cloud.exchange(step.operation, step.request) for step in service(made)]
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
    """The paths of all that is no object and no list, and of what is empty."""
    pairs = value.items() if isinstance(value, dict) else enumerate(value)
    found: list[tuple[Any, ...]] = []
    for key, each in pairs:
        if isinstance(each, dict | list) and each:
            found += leaves(each, (*path, key))
        else:
            found.append((*path, key))
    return found


def changed(value: Any, path: tuple[Any, ...]) -> Any:
    """A copy of the value with another one at the path."""
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
        # An answer whose error has no code is no answer.
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
    # Where the next ones are the same, the last of them is missed.
    same = next(
        (n for n, each in enumerate(rest) if each["request"] != removed["request"]), len(rest)
    )
    assert -6 in statuses[place : place + same + 1]


class Follower:
    """A client whose calls depend on what it was answered."""

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
    # The script knows neither the names of its client nor the seed of its cloud.
    with Cloud(seed=seed + 1, script=scripts[0]) as cloud:
        Follower(cloud, others[: len(names)]).run()
        assert cloud.script.status().remaining == ()


# --- One language of patterns ------------------------------------------------------------------

KEYS = st.sampled_from(["a", "b", "\u00e9", "e\u0301"])
SCALAR = (
    st.none()
    | st.booleans()
    | st.integers(-(2**63), 2**63 - 1)
    | st.integers(0, 2)
    | st.sampled_from([0.0, -0.0, 1.0, 2.5, 1e300, float(2**53)])
    | st.text("a$\u00e9", max_size=2)
)
VALUE = st.recursive(
    SCALAR, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(KEYS, inner), max_leaves=6
)
MARKS = ["$x", "$y", "$any", "$absent", "$$x"]
PATTERN = st.recursive(
    SCALAR.filter(lambda each: not isinstance(each, str) or not each.startswith("$"))
    | st.sampled_from(MARKS),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(KEYS, inner),
    max_leaves=6,
)
CAPTURED = st.fixed_dictionaries({"x": VALUE, "y": VALUE})


@settings(max_examples=300)
@given(st.data(), PATTERN, CAPTURED)
def test_patterns_mean_the_same_here_and_there(
    data: st.DataObject, pattern: Any, captured: dict[str, Any]
) -> None:
    def like(each: Any) -> Any:
        """A value that the pattern could be of."""
        if isinstance(each, dict):
            return {key: like(one) for key, one in each.items() if one != "$absent"}
        if isinstance(each, list):
            return [like(one) for one in each]
        if isinstance(each, str) and each[1:] in captured and data.draw(st.booleans()):
            return captured[each[1:]]
        return each[1:] if each == "$$x" else each

    for value in (like(pattern), data.draw(VALUE)):
        try:
            scenario.match(pattern, value, captured)
            matches = True
        except scenario.Mismatch:
            matches = False
        with Cloud(seed=1) as cloud:
            assert (cloud.match(pattern, value, captured=captured) == ()) == matches
