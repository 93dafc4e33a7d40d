"""Clouds for tests of unittest."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from mockcloud import Cloud, live_clouds
from mockcloud.testing.testcase import MockCloudTestCase

TESTS = """
import unittest
from mockcloud import Cloud, Record, live_clouds
from mockcloud.errors import UnknownItem
from mockcloud.testing.testcase import MockCloudTestCase

kept = [Cloud(seed=1)]

class Notes(MockCloudTestCase):
    cloud_configuration = {"seed": 7}
    seeded = 0

    @classmethod
    def seed_cloud(cls, cloud):
        cls.seeded += 1
        cloud.private.save(Record("Note", {"title": "Milk"}, name="n1"))

    def setUp(self):
        super().setUp()
        self.database = self.cloud.private

    def test_forks_1(self):
        self.cloud.assert_not_called()
        self.database.delete("n1")
        self.cloud.assert_called("records/modify", times=1)
        self.assertEqual(self.seeded, 1)
        with Cloud(seed=7) as other:
            expected = other.container().user_record_name()
        self.assertEqual(self.cloud.container().user_record_name(), expected)

    def test_forks_2(self):
        other = self.make_cloud()
        self.assertEqual(other.records(), [])
        self.assertEqual(self.database.fetch("n1")["title"], "Milk")
        self.assertEqual(live_clouds(), 3 + len(kept))

    def test_fails_and_keeps(self):
        kept.append(Cloud(seed=1))
        self.database.zones()
        self.assertEqual(Record("Note", {"a": 1, "b": 2}), Record("Note", {"a": 1, "b": 3}))

    def test_keeps(self):
        kept.append(self.cloud.fork())

    def test_must_fire(self):
        self.cloud.faults.add({"id": "busy", "then": {"error": "zoneBusy"}, "mustFire": True})
        with self.make_cloud() as other:
            other.fail("networkFailure")

    def test_own(self):
        with self.cloud.fork() as own:
            own.fail("serverRejectedRequest")

    def test_shared(self):
        kept[0].fail("zoneBusy", operation="records/query")

    def test_raises(self):
        with self.assertRaises(UnknownItem), self.cloud.fail("zoneBusy", after=1):
            self.database.fetch("n4")

    def test_script(self):
        self.cloud.script.load([{"operation": "zones/list", "response": {}}])

    def test_subtests(self):
        for name in ("n1", "n2"):
            with self.subTest(name):
                self.database.fetch(name)
                kept.append(Cloud(seed=1))

    def test_skips(self):
        kept.append(Cloud(seed=1))
        self.skipTest("not today")

    @unittest.expectedFailure
    def test_expected(self):
        self.database.fetch("n3")

class Coroutines(MockCloudTestCase, unittest.IsolatedAsyncioTestCase):
    async def test_passes(self):
        self.assertEqual(self.cloud.records(), [])

    async def test_fails(self):
        self.cloud.private.zones()
        self.assertTrue(False)

class Last(unittest.TestCase):
    def test_none_is_left(self):
        self.assertEqual(live_clouds(), len(kept))

if __name__ == "__main__":
    unittest.main()
"""

EXPECTED = [
    "Record('Note') == Record('Note')",
    "b: 2 != 3",
    "mockcloud 1: last calls",
    "zones/list by me/device-1 -> ok",
    "the test left 1 cloud open, made at ",
    "the fault 'busy' never acted",
    "the fault 'rule-1' never acted",
    "with optional=True, a fault need not act; fault_check = False allows all",
    "the calls did not follow the script",
    "records/lookup by me/device-1: n2 (unknownItem) -> partialFailure",
]


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "test_notes.py"
    path.write_text(TESTS)
    return path


def test_by_unittest(file: Path) -> None:
    done = subprocess.run([sys.executable, file], capture_output=True, text=True, check=False)
    assert "Ran 15 tests" in done.stderr
    assert "FAILED (failures=8, errors=1, skipped=1, expected failures=1)" in done.stderr
    for line in EXPECTED:
        assert line in done.stderr
    for name in ("fails_and_keeps", "keeps", "must_fire", "own", "raises", "script", "shared"):
        assert f"FAIL: test_{name} (" in done.stderr
    assert "ERROR: test_subtests (" in done.stderr
    assert "testcase.py" not in done.stderr
    # Tracebacks end in the tests, also in coroutines.
    assert "self.assertTrue(False)\n" in done.stderr


def test_by_pytest(tests: pytest.Pytester, file: Path) -> None:
    result = tests.runpytest_subprocess(file)
    outcomes = result.parseoutcomes()
    assert (outcomes["skipped"], outcomes["xfailed"]) == (1, 1)
    assert outcomes["passed"] >= 4
    text = result.stdout.str()
    for line in EXPECTED[:-1]:
        assert line in text


def test_a_class_that_fails_to_be_seeded_leaves_no_cloud() -> None:
    class Broken(MockCloudTestCase):
        @classmethod
        def seed_cloud(cls, cloud: Cloud) -> None:
            raise RuntimeError("no seeds")

    before = live_clouds()
    with pytest.raises(RuntimeError, match="no seeds"):
        Broken.setUpClass()
    Broken.doClassCleanups()
    assert live_clouds() == before
