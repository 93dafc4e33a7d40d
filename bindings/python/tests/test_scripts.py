"""Scripts and recordings from Python."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path

import pytest

from mockcloud import Cloud, Record, Script, ScriptMismatch, errors, explore
from mockcloud.errors import BadMockRequest, PartialFailure, ZoneBusy

LOOKUP = {"operation": "records/lookup", "request": {"records": [{"recordName": "a"}]}}
ANSWER = {"records": [{"recordName": "a", "recordType": "Note", "fields": {}}]}


def test_a_script_answers(cloud: Cloud) -> None:
    assert cloud.script.load([{**LOOKUP, "response": ANSWER}]) == 1
    assert cloud.private.fetch("a").name == "a"
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
    assert "records[0].recordName: expected 'b', got 'a'" in text
    assert "user: expected 'me', got nothing; did you mean 'usr'?" in text
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
    for use in (cloud.script.load, Script.read, lambda path: Cloud(script=path)):
        with pytest.raises(FileNotFoundError, match=r"none\.json"):
            use(str(tmp_path / "none.json"))


def test_too_many_entries_are_refused_before_they_are_read(cloud: Cloud) -> None:
    # Each of them would be refused too.
    entries: list[dict[str, object]] = [{}] * 100_001
    for script in ({"entries": entries}, {"script": {"entries": entries}}):
        with pytest.raises(BadMockRequest, match="'entries' has 100001 entries"):
            cloud.call("mock/script/load", script)


def test_a_script_comes_with_a_state(cloud: Cloud) -> None:
    cloud.accounts.add_user("ann")
    state = cloud.state.save()
    entry = {"operation": "account/status", "response": {"accountStatus": "restricted"}}
    with Cloud(state=state, script={"entries": [entry]}) as other:
        assert other.container().account_status(user="ann") == "restricted"
        assert other.script.status().remaining == ()
        saved = other.state.save()
        other.script.unload()
        other.state.load(saved)
        assert other.script.status().consumed == 1
        assert other.state.save() == saved


def test_match(cloud: Cloud) -> None:
    assert cloud.script.match({"a": "$any"}, {"a": 1, "b": 2}) == ()
    [difference] = cloud.script.match({"a": "$x"}, {"a": 1}, captured={"x": 2})
    assert (difference.path, difference.expected, difference.actual) == ("a", 2, 1)
    [difference] = cloud.script.match({}, {"a": 1}, exact=True)
    assert str(difference) == "a: expected '$absent', got 1"


def test_each_run_of_an_exploration_begins_with_the_script(cloud: Cloud) -> None:
    entry = {"operation": "account/status", "response": {"accountStatus": "restricted"}}
    cloud.script.load([entry], mode="passthrough")
    runs = 0
    for run in explore(cloud, errors=["zoneBusy", "networkFailure"]):
        with run:
            runs += 1
            assert cloud.container().account_status() == "restricted"
            with suppress(errors.CKError):
                cloud.private.zones()
            assert cloud.script.status().consumed == 1
    assert runs > 2


def test_an_entry_with_times_remains_until_it_was_used_as_often(cloud: Cloud) -> None:
    entry = {"operation": "zones/list", "times": 2, "response": {"zones": []}}
    cloud.script.load([entry])
    cloud.call("zones/list")
    [remaining] = cloud.script.status().remaining
    assert (remaining.times, remaining.used) == (2, 1)
    assert "entries[0] was used 1 of 2 times: zones/list" in str(cloud.script.status())
    cloud.call("zones/list")
    assert cloud.script.status().remaining == ()


def test_long_texts_count_as_several_comparisons(cloud: Cloud) -> None:
    def matches(count: int) -> bool:
        # No pattern has an end by which its text could be found.
        patterns = [{"$like": f"*a*<{number}>*"} for number in range(count)]
        texts = [f"{'a' * 20_000}<{number}>." for number in reversed(range(count))]
        request = {"pattern": {"$unordered": patterns}, "value": texts}
        return bool(cloud.call("mock/match", request)["matches"])

    assert matches(10)
    # Fewer than 1,000,000 comparisons, but of 20,000 bytes each.
    assert not matches(100)
