"""Rules of faults that must act before a test or a block ends."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable
from typing import NamedTuple, Protocol

from .._core import makers
from .._core.usage_errors import FaultNeverActed
from .._core.wire import Wire
from .rule_numbers import Key

#: The operations that set errors, with which the names of these begin.
SETTING_ERRORS = ("mock/error/set", "mock/recordErrors/set")

#: The key of the reports of rules that a changed file removed: their contents.
GONE = "isGone"

#: The number of faults that a message describes.
SHOWN_FAULTS = 20


class Gone(NamedTuple):
    """A rule that was removed before it acted, and the text about it."""

    text: str
    rule: Wire


class Kept(NamedTuple):
    """What a duty expected at some time."""

    due: frozenset[str]
    exempt: frozenset[str]
    gone: dict[Key, Gone]


class Duty:
    """The rules that must act before a test or a block ends.

    With `exempt`, the names of the rules that exist already, later rules with `mustFire` and errors
    of `mock/error/set` and `mock/recordErrors/set` that are set later must act too.
    """

    def __init__(
        self, due: Iterable[str] = (), exempt: Iterable[str] | None = None, since: int = 0
    ) -> None:
        #: The last number of a rule that existed before.
        self.since = since
        self.due = set(due)
        self._has_others = exempt is not None
        #: The rules of which nothing is expected.
        self.exempt = set(exempt or ())
        #: Those of them that were removed, which may be restored.
        self.removed: set[Key] = set()
        #: The rules that were removed before they acted.
        self.gone: dict[Key, Gone] = {}

    @property
    def named(self) -> Collection[str] | None:
        """The names of all rules of which something is expected; None if others may be added."""
        return None if self._has_others else self.due

    def must_act(self, report: Wire) -> bool:
        """Returns whether a rule should have acted and did not, by its report."""
        name = report["id"]
        if report["injections"] > 0 or name in self.exempt:
            return False
        if self._has_others and report["overdue"]:
            return True
        if report.get("byChance") or report.get("optional") or report.get("actedBefore"):
            return False
        return name in self.due or (self._has_others and name.startswith(SETTING_ERRORS))

    def added(self, names: Iterable[str], *, optional: bool) -> None:
        """Expects new rules to act, unless they are optional."""
        if optional:
            self.due.difference_update(names)
            self.exempt.update(names)
        else:
            self.due.update(names)
            self.exempt.difference_update(names)

    def lost(self, is_gone: Callable[[str], bool], key: Callable[[str], Key]) -> None:
        """Forgets the rules that do not exist any more: others may have their names."""
        self.lost_these(list(filter(is_gone, self.due | self.exempt)), key)

    def lost_these(self, names: Iterable[str], key: Callable[[str], Key]) -> None:
        """Forgets these rules, which do not exist any more."""
        self.removed.update(key(name) for name in names if name in self.exempt)
        self.due.difference_update(names)
        self.exempt.difference_update(names)

    def excuse(self, present: Collection[str]) -> None:
        """Expects nothing of the present rules."""
        self.due.clear()
        if self._has_others:
            self.exempt.update(present)

    def forget(self, names: Collection[str], gone: Collection[Key]) -> None:
        """Expects nothing more of rules that were judged, of which those in `gone` were removed."""
        self.due.difference_update(names)
        self.exempt.update(names)
        self.removed.update(gone)
        for each in gone:
            self.gone.pop(each, None)

    def kept(self) -> Kept:
        """Returns what is expected now."""
        return Kept(frozenset(self.due), frozenset(self.exempt), dict(self.gone))

    def restore(self, kept: Kept) -> None:
        """Expects what was expected before."""
        self.due, self.exempt = set(kept.due), set(kept.exempt)
        self.gone = dict(kept.gone)


class MustFire(Duty):
    """The rules with `mustFire` that must act before the block of a cloud ends.

    Only those that are added in the block: earlier ones may be for a copy of the cloud, or for the
    program that was given them.
    """

    def must_act(self, report: Wire) -> bool:
        """Returns whether a rule with `mustFire` did not act, by its report."""
        return bool(report["overdue"]) and report["id"] not in self.exempt


class Judge(Protocol):
    """What keeps the duties of a cloud."""

    def begin(self) -> Duty:
        """Returns the duty of a block that begins."""

    def drop(self, duty: Duty) -> None:
        """Ends the duty of a block that is not judged."""

    def judged(self, duty: Duty) -> list[str]:
        """Ends the duty of a block; returns texts about the faults that never acted in it."""


#: The classes of exceptions that end a test, or an example of it, without a verdict.
_ABANDONING = frozenset({"OutcomeException", "SkipTest", "HypothesisException", "StopTest"})


def is_abandoned(kind: type[BaseException] | None) -> bool:
    """Returns whether a block ends because its test is skipped, or an example is given up.

    After another exception, the faults of a block are still expected to have acted: a test that
    expects the exception passes although they may not have caused it.
    """
    return kind is not None and any(each.__name__ in _ABANDONING for each in kind.__mro__)


def first_texts(texts: list[str]) -> list[str]:
    """Returns the texts about the first few faults, and a line about the others."""
    rest = len(texts) - SHOWN_FAULTS
    if rest <= 0:
        return texts
    from .._core.wording import more  # imported here because few faults never act

    return [*texts[:SHOWN_FAULTS], f"{more(rest, 'fault')} never acted"]


def check(texts: list[str], kind: type[BaseException] | None) -> None:
    """Raises an exception for faults of a block that never acted.

    It does not if the block ended with an exception, or its test has failed or was skipped before.
    """
    __tracebackhide__ = True
    if texts and kind is None and not makers.has_failed():
        lines = [*first_texts(texts), "with optional=True, a fault need not act"]
        raise FaultNeverActed("\n".join(lines))
