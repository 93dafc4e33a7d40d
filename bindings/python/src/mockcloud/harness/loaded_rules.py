"""The rules of a file of faults that must act: when the file changes, the library removes them."""

from __future__ import annotations

from collections.abc import Callable, Collection

from .._core.wire import Wire
from .duties import GONE
from .rule_numbers import Key, RuleNumbers
from .rule_reading import Rules


class LoadedRules:
    """The rules with `mustFire` of the file that a test has loaded, as far as they exist."""

    def __init__(self, rules: Rules, numbers: RuleNumbers, names: Collection[str]) -> None:
        self._rules = rules
        self._numbers = numbers
        loaded = rules.by_name(names)
        must = [name for name in names if loaded.get(name, {}).get("mustFire")]
        self._contents: dict[Key, Wire] = {numbers.key(name): loaded[name] for name in must}

    def names(self) -> set[str]:
        return {name for name, _ in self._contents}

    def lost(self, is_gone: Callable[[str], bool]) -> None:
        """Forgets the rules whose removal was noticed."""
        for key in [key for key in self._contents if is_gone(key[0])]:
            del self._contents[key]

    def lost_these(self, names: Collection[str]) -> None:
        for name in names:
            self._contents.pop(self._numbers.key(name), None)

    def gone(self, reports: Collection[Wire]) -> list[Wire]:
        """Returns reports of the rules that a changed file removed before they acted.

        `reports` are those of all present rules.
        """
        self.lost(lambda name: self._numbers.key(name) not in self._contents)
        present = {each["id"] for each in reports}
        gone = {key[0]: rule for key, rule in self._contents.items() if key[0] not in present}
        acted = self._rules.traced() if gone else set()
        if acted is None:
            return []
        counts = {"evaluations": 0, "injections": 0, "skipped": 0, "lastReason": None}
        return [
            {"id": name, **counts, "overdue": True, GONE: rule}
            for name, rule in gone.items()
            if name not in acted
        ]
