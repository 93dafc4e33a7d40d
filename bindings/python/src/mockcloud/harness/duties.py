"""Rules of faults that must act before a test or a block ends."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from typing import NamedTuple, Protocol

from .._core import makers
from .._core.usage_errors import FaultNeverActed
from .._core.wire import Wire

#: The operations that set errors, with which the names of these begin.
SETTING_ERRORS = ("mock/error/set", "mock/recordErrors/set")

#: The key of the reports of the rules of a watched file that do not exist: their contents.
AWAITED = "awaited"

#: The number of faults that a message describes.
SHOWN_FAULTS = 20


class Kept(NamedTuple):
    """What a duty expected at some time."""

    due: frozenset[int]
    exempt: frozenset[int]
    gone: dict[int, str]


class Duty:
    """The rules that must act before a test or a block ends, by their identities.

    An identity is never used again, and a state that is restored has the rules with theirs.
    """

    #: Whether rules with `mustFire` are expected to act that existed before.
    expects_earlier = False

    def __init__(self, rules: Mapping[int, str] | None = None, since: int = 0) -> None:
        #: The names of all rules of which something is expected; None if others may be added:
        #: those with `mustFire`, and errors that are set.
        self.named: Collection[str] | None = None if rules is None else rules.values()
        self.due = set(rules or ())
        #: The last identity that existed before.
        self.since = since
        #: The later rules of which nothing is expected.
        self.exempt: set[int] = set()
        #: Texts about the rules that were removed before they acted.
        self.gone: dict[int, str] = {}

    def expects(self, report: Wire) -> bool:
        """Returns whether a rule has to act at some time, by its report."""
        identity, is_strict = report["identity"], report["overdue"]
        if identity in self.exempt:
            return False
        may_rest = not is_strict and bool(report.get("byChance") or report.get("optional"))
        if identity in self.due:
            return not may_rest
        if self.named is not None:
            return False
        if identity <= self.since:
            return bool(is_strict) and self.expects_earlier
        return bool(is_strict) or (not may_rest and report["id"].startswith(SETTING_ERRORS))

    def added(self, rules: Iterable[int], *, optional: bool) -> None:
        """Expects new rules to act, unless they are optional."""
        (self.exempt if optional else self.due).update(rules)

    def excuse(self, last: int) -> None:
        """Expects nothing of the rules up to the last one."""
        self.due.clear()
        self.since, self.expects_earlier = last, False

    def forget(self, rules: Collection[int]) -> None:
        """Expects nothing more of rules that were judged."""
        self.due.difference_update(rules)
        self.exempt.update(rules)
        for each in rules:
            self.gone.pop(each, None)

    def kept(self) -> Kept:
        """Returns what is expected now."""
        return Kept(frozenset(self.due), frozenset(self.exempt), dict(self.gone))

    def restore(self, kept: Kept, exempt: Iterable[int]) -> None:
        """Expects what was expected before, and nothing of those that are exempt besides."""
        self.due, self.gone = set(kept.due), dict(kept.gone)
        self.exempt = {*kept.exempt, *(each for each in exempt if each not in self.gone)}


class MustFire(Duty):
    """The rules with `mustFire` that must act before the block of a cloud ends.

    Only those that are added in the block: earlier ones may be for a copy of the cloud, or for the
    program that was given them.
    """

    def expects(self, report: Wire) -> bool:
        """Returns whether a rule with `mustFire` has not acted, by its report."""
        identity = report["identity"]
        return report["overdue"] and identity > self.since and identity not in self.exempt


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
