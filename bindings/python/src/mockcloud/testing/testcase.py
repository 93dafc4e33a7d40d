"""A `unittest` test case with a cloud for each test.

class NotesTest(MockCloudTestCase):
    @classmethod
    def seed_cloud(cls, cloud):
        cloud.private.save(Record("Note", {"title": "Buy glue"}, name="n1"))

    def test_a_note_is_deleted(self):
        self.cloud.private.delete("n1")
        self.cloud.assert_called("records/modify", times=1)
"""

from __future__ import annotations

import inspect
import unittest
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from functools import wraps
from typing import Any, ClassVar

from .._core.makers import Maker, making, share
from .._core.typing import Unpack
from ..cloud import Cloud
from ..harness.configuration import Configuration
from .checks import (
    fork_for_test,
    leaked,
    mistaken,
    never_acted,
    tell,
    unscripted,
    unused_faults,
    within,
)
from .comparing import compared

#: Makes unittest leave the frames of this module out of tracebacks.
__unittest = True

#: The setting that turns off the check of faults.
_FAULT_CHECK = "fault_check = False"


class MockCloudTestCase(unittest.TestCase):
    """A test case with a cloud for each test: a fork of a cloud that is seeded once per class.

    The cloud is `self.cloud`. A failing test shows its last calls, and `assertEqual` shows the
    differences of unequal records. An otherwise passing test fails if it leaves a cloud open, if a
    fault that it set never acted, or if entries of a script were not used. For tests that
    are coroutines, name this class first:
    `class T(MockCloudTestCase, unittest.IsolatedAsyncioTestCase)`. `setUp` and `setUpClass` of
    derived classes must first call those of `super()`.
    """

    #: The configuration of the seeded cloud, such as `{"seed": 7}`.
    cloud_configuration: ClassVar[Configuration | Mapping[str, Any]] = {}
    #: Whether a test fails if it leaves a cloud open.
    leak_check: ClassVar[bool] = True
    #: Whether a test fails if a fault that it set never acted.
    fault_check: ClassVar[bool] = True
    #: Whether a test fails if it does not use its scripts completely.
    script_check: ClassVar[bool] = True
    #: Whether a test fails if its client made mistakes that `cloud.findings()` lists.
    findings_check: ClassVar[bool] = False

    #: The test's own cloud.
    cloud: Cloud

    _base: ClassVar[Cloud]

    @classmethod
    def seed_cloud(cls, cloud: Cloud) -> None:
        """Stores the initial contents for all tests of the class. Meant to be overridden."""

    @classmethod
    def setUpClass(cls) -> None:
        super().setUpClass()
        cls._base = Cloud(dict(cls.cloud_configuration))
        cls.addClassCleanup(cls._base.close)
        cls.seed_cloud(cls._base)

    def setUp(self) -> None:
        super().setUp()
        self._clouds: list[Cloud] = []
        self.addCleanup(self._finish)
        self.cloud = fork_for_test(self._base)
        self._clouds.append(self.cloud)

    def make_cloud(self, **configuration: Unpack[Configuration]) -> Cloud:
        """Returns another cloud, which is closed when the test ends."""
        cloud = Cloud({**self.cloud_configuration, **configuration})
        cloud._ledger.watch()
        self._clouds.append(cloud)
        return cloud

    def run(self, result: unittest.TestResult | None = None) -> unittest.TestResult | None:
        """Runs the test, and records the clouds that it makes."""
        self._maker: Maker[Cloud] = Maker(expects_faults=self.fault_check)
        self._has_passed = False
        name = self._testMethodName
        method = getattr(self, name)
        setattr(self, name, self._reporting(method))
        try:
            with making(self._maker):
                share()
                return super().run(result)
        finally:
            self._maker.end()
            setattr(self, name, method)

    @contextmanager
    def subTest(self, *message: Any, **parameters: Any) -> Iterator[None]:
        with super().subTest(*message, **parameters), self._told():
            yield

    def assertEqual(self, first: Any, second: Any, msg: Any = None) -> None:
        if first != second:
            lines = compared(first, second)
            if lines is not None:
                self.fail(self._formatMessage(msg, "\n".join(lines)))
        super().assertEqual(first, second, msg)

    def _reporting(self, method: Any) -> Any:
        """Returns the test method with the last calls added to the exceptions that it raises."""
        if inspect.iscoroutinefunction(method):
            return within(self._tested, method)

        @wraps(method)
        def reporting(*arguments: Any) -> None:
            with self._tested():
                method(*arguments)

        return reporting

    @contextmanager
    def _tested(self) -> Iterator[None]:
        """Marks the test as passed unless the block or a subtest raises an exception."""
        self._has_passed = True
        with self._told():
            yield

    @contextmanager
    def _told(self) -> Iterator[None]:
        """Adds the last calls to an exception that is raised in the block."""
        try:
            yield
        except unittest.SkipTest:
            self._has_passed, self._maker.has_failed = False, True
            raise
        except Exception as error:
            self._has_passed, self._maker.has_failed = False, True
            tell(error, self._maker.open_clouds())
            raise

    def _finish(self) -> None:
        """Makes the checks at the end of the test and closes its clouds."""
        problems: list[str] = []
        if self._has_passed:
            if self.fault_check:
                problems = unused_faults(self._clouds, _FAULT_CHECK)
            problems += unscripted(self._clouds) if self.script_check else []
            if self.findings_check:
                problems += mistaken(self._clouds, "findings_check = False")
        for cloud in self._clouds:
            cloud._ledger.unwatch()
            cloud.close()
        if self._has_passed:
            problems += never_acted(self._maker.unused_faults(), _FAULT_CHECK)
        if self._has_passed and self.leak_check:
            places = self._maker.leaks()
            problems += [f"{leaked(places)}, or set leak_check = False"] if places else []
        if problems:
            self.fail("\n".join(problems))
