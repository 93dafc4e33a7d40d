"""The rules of a watched file of faults that must act, which the library adds and removes itself.

It does so with the next call of the service, when the file has changed or the state was replaced.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping

from .._core.wire import Wire
from .duties import GONE
from .past_acts import has_acted
from .rule_numbers import Key, RuleNumbers
from .rule_reading import Rules

_CHANGED = "its file has changed and does not contain it any more"
_REPLACED = "since the state was replaced, no call has read the file, or it does not contain it"


class LoadedRules:
    """The rules with `mustFire` of the file that a test has loaded, until they are removed."""

    def __init__(
        self,
        rules: Rules,
        numbers: RuleNumbers,
        names: Collection[str],
        earlier: LoadedRules | None,
    ) -> None:
        self._rules = rules
        self._numbers = numbers
        self._contents: dict[str, Wire] = {}
        #: All of the file, and of earlier files.
        self._keys: set[Key] = earlier._keys if earlier else set()
        #: The acts of earlier rules. They may have had the same names.
        self._past = rules.traced() or set()
        self._was_replaced = False
        numbers.know(rules.names().difference(names))
        self._add(names)

    def _add(self, names: Collection[str]) -> None:
        rules = self._rules.by_name(names)
        must = [name for name in names if rules.get(name, {}).get("mustFire")]
        self._contents |= {name: rules[name] for name in must}
        self._keys |= self._numbers.keys(names)

    def notice(self, reports: Iterable[Wire]) -> None:
        """Adds the rules of a changed file. `reports` are those of all present rules."""
        new = []
        for each in reports:
            name = each["id"]
            if name not in self._contents:
                is_known = self._numbers.key(name) in self._keys
                if each["overdue"] if is_known else self._numbers.is_unknown(name):
                    new.append(name)
            elif not each["overdue"] and not has_acted(each):
                del self._contents[name]  # the new content has it without `mustFire`
        self._add(new)

    def names(self) -> Collection[str]:
        return self._contents.keys()

    def kept(self) -> dict[str, Wire]:
        """Returns what is expected now."""
        return dict(self._contents)

    def restore(self, kept: Mapping[str, Wire]) -> None:
        """Expects what was expected before, too."""
        self._contents |= kept

    def lost(self, is_gone: Callable[[str], bool]) -> None:
        """Forgets the rules whose removal was noticed."""
        self.lost_these(list(filter(is_gone, self._contents)))

    def lost_these(self, names: Iterable[str]) -> None:
        for name in names:
            self._contents.pop(name, None)

    def absent(self, present: Collection[str]) -> list[Wire]:
        """Returns reports of the rules that are not among the present ones."""
        absent = {name: rule for name, rule in self._contents.items() if name not in present}
        if not absent:
            self._was_replaced = False
            return []
        traced = self._rules.traced()
        acted = {name for name, _ in (traced or set()) - self._past}
        reason = _REPLACED if self._was_replaced else _CHANGED
        counts = {"evaluations": 0, "skipped": 0, "lastReason": reason}
        reports = []
        for name, rule in absent.items():
            count = 1 if traced is None or name in acted else 0
            own = {"id": name, "injections": count, "overdue": count == 0, GONE: rule}
            reports.append({**counts, **own})
        return reports

    def stay(self, numbers: Mapping[str, int | None]) -> dict[str, int | None]:
        """Returns the numbers of restored rules: the file replaces its own ones with present ones.

        `numbers` are those by the time or the contents of the restored rules.
        """
        return {
            name: self._numbers.number(name)
            if name in self._contents and (number is None or (name, number) in self._keys)
            else number
            for name, number in numbers.items()
        }

    def replaced(self) -> None:
        """Records that the state was replaced: what acted before is recorded elsewhere."""
        self._past = self._rules.traced() or set()
        known = [name for name in self._rules.names() if self._numbers.key(name) in self._keys]
        self._add(known)
        self._was_replaced = True
