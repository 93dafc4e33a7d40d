"""Knows which faults of a test must act, and describes those that never did."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager, suppress

from .. import harness, inspect
from .._core.calls import CallFunction
from .._core.usage_errors import BadHandle
from .duties import Duty, MustFire
from .restorations import Restorations


class Ledger(Restorations):
    """The faults of one cloud that must act before a test or a block ends.

    `call` makes calls to the cloud, but does not refer to the `Cloud`: what nothing refers to is
    closed at once, and judged then.
    """

    def __init__(self, call: CallFunction) -> None:
        super().__init__(call)
        #: Where the texts of the test go if the cloud is closed before it ends.
        self._unused: list[str] | None = None
        #: Whether the block of the cloud is running, and its duty if a rule was added in it.
        self._is_entered = False
        self._block: MustFire | None = None
        #: Whether the cloud is a copy that a run of an exploration has made.
        self._is_of_run = False
        #: How many blocks of `Faults.paused` are running.
        self.pauses = 0
        # What was found when the cloud was closed.
        self._last: list[str] | None = None
        self._last_findings: list[inspect.Finding] = []
        self._last_script: harness.ScriptStatus | None = None

    # Duties

    def watch(self, unused: list[str] | None = None, *, is_copy: bool = False) -> None:
        """Expects from now on that faults act. Those that exist already need not.

        Only those with `mustFire` must, unless the cloud is a copy of another, whose obligations it
        does not have. When the cloud is closed, texts about those that did not act are added to
        `unused`. Otherwise the owner of the cloud calls `problems`.
        """
        with self.lock:
            self._test = Duty(since=self._rules.now())
            self._test.expects_earlier = not is_copy and unused is None
            self._unused = unused

    def unwatch(self) -> None:
        """Expects nothing more of any fault: the test has ended, and its faults were judged."""
        self._test = None

    @contextmanager
    def excused(self) -> Iterator[None]:
        """Expects nothing in the test of rules that the block adds."""
        test = self._test
        if test is None:
            yield
            return
        before, kept = self._rules.now(), test.kept()
        yield
        if self._test is test and self._last is None:
            new = {each for each in self._present(self._rules.reports()) if each > before}
            test.restore(kept, new)

    @property
    def is_left_to_maker(self) -> bool:
        """Whether the test made the cloud itself, by `Cloud()` or `fork()`."""
        return self._test is not None and self._unused is not None

    def begin(self) -> Duty:
        """Returns the duty of a block that begins: faults that are set in it must act in it."""
        with self.lock:
            duty = Duty(since=self._rules.now())
            self._blocks.append(duty)
            return duty

    def enter(self) -> None:
        """Begins the block of the cloud: rules with `mustFire` that are added in it must act."""
        self._is_entered = not self._is_of_run

    def adding(self) -> None:
        """Begins the duty of the block of the cloud, unless the test is judged instead."""
        if self._is_entered and self._block is None and self._test is None:
            self._block = MustFire(since=self._rules.now())
            self._blocks.append(self._block)

    def leave(self) -> list[str]:
        """Ends the block of the cloud; returns texts about the rules that never acted in it."""
        block, self._block, self._is_entered = self._block, None, False
        return [] if block is None else self.judged(block)

    def drop(self, duty: Duty) -> None:
        """Ends the duty of a block that is not judged."""
        if duty in self._blocks:
            self._blocks.remove(duty)

    def judged(self, duty: Duty) -> list[str]:
        """Ends the duty of a block; returns texts about the faults that never acted in it."""
        with self.lock:
            found = dict(duty.gone)
            with suppress(BadHandle):  # the cloud was closed in the block
                found = self._found(duty)
            self.drop(duty)
            rules, unused = found.keys() | duty.due | duty.gone.keys(), list(found.values())
            for each in self._duties():
                each.forget(rules)
            # If the cloud is closed, the texts were kept for the test, too.
            for kept in (self._last, self._unused):
                for text in unused:
                    if kept and text in kept:
                        kept.remove(text)
            return unused

    # Copies, and the end

    def copied(self, copy: Ledger | None = None) -> None:
        """Expects nothing of the present rules, unless the cloud is that of a fixture.

        A copy of the cloud has them too, and they may act there alone. In a run of an exploration,
        nothing is expected of a copy: the case may end the run before its faults act.
        """
        if copy is not None and (self.is_exploring or self._is_of_run):
            copy._is_of_run = True
            copy.unwatch()
        with self.lock:
            duties: list[Duty] = [] if self._block is None else [self._block]
            if self._test is None or self.is_left_to_maker:
                duties = self._all_duties()
            last = self._rules.now() if duties else 0
            for duty in duties:
                duty.excuse(last)

    def saved(self) -> None:
        """Expects as little as of a cloud that is copied; the rules may be loaded again."""
        with self.lock:
            self.copied()
            super().saved()

    def closing(self) -> None:
        """Keeps what is known of a cloud that is closed before its test or a block ends."""
        with self.lock:
            if self._last is not None:
                return
            if self._test is not None:
                self._last = self.problems()
                if self._unused is None:
                    self._last_findings = self.findings()
                    self._last_script = self.script()
                else:
                    self._unused += self._last
            if self._blocks or self.failures:
                self._after(self._before(), ())

    # What is found

    def problems(self) -> list[str]:
        """Returns texts about the faults that should have acted and did not."""
        with self.lock:
            if self._last is not None:
                return self._last
            if self._test is None:
                return []
            return list(self._found(self._test).values())

    def _found(self, duty: Duty) -> dict[int, str]:
        """Returns texts about the rules that should have acted and did not."""
        reports = self._rules.reports(duty.named)
        present = self._present(reports)
        found = {each: text for each, text in duty.gone.items() if each not in present}
        owed = self._owed([duty], reports)
        if owed:
            texts = self._rules.descriptions()
            found |= {each.identity: texts.text(each.report, each.rule) for each in owed}
        return found

    def findings(self) -> list[inspect.Finding]:
        """Returns the mistakes of clients, also of a cloud that is closed."""
        if self._last_script is not None:
            return self._last_findings
        from ..inspect.findings import findings

        return findings(self._call)

    def script(self) -> harness.ScriptStatus:
        """Returns the state of the script, also of a cloud that is closed."""
        return self._last_script or harness.Scripts(self._call).status()
