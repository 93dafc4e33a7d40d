"""The index of docs/FAULTS.md: every word of the fault language with the scenarios that use it.

`python3 bindings/python/tests/faults_page.py` prints it for the words of `mock/info`; `--write`
writes it into the page.
"""

from __future__ import annotations

import json
from typing import Any

from generated import Part
from mockcloud import Cloud
from support import ROOT

PAGE = ROOT / "docs" / "FAULTS.md"
SCENARIOS = ROOT / "Tests" / "scenarios"
INDEX = Part(
    PAGE,
    "<!-- The index begins: bindings/python/tests/faults_page.py --write -->\n",
    "<!-- The index ends. -->\n",
)

#: The headings of the index, by the keys of `mock/info`.
KINDS = {
    "rule": "keys of a rule",
    "when": "keys of `when`",
    "call": "keys of `when.call`",
    "clock": "keys of `when.clock`",
    "next": "keys of `next`",
    "limit": "keys of `limit`",
    "per": "values of `per`",
    "phases": "phases",
    "actions": "actions",
    "effects": "effects",
}


def texts(value: Any) -> set[str]:
    """Returns a list of names, also for a single name."""
    return {value} if isinstance(value, str) else set(value or ())


def words(rule: dict[str, Any]) -> dict[str, set[str]]:
    """Returns the words of a rule by their kind, which depends on their place."""
    when: dict[str, Any] = rule.get("when", {})
    then = rule["then"]
    return {
        "rule": set(rule),
        "when": set(when),
        "call": set(when.get("call", ())),
        "clock": set(when.get("clock", ())),
        "next": set(rule.get("next", ())),
        "per": {
            place["per"]
            for place in (rule.get("limit"), when.get("call"), when.get("state"), rule.get("next"))
            if isinstance(place, dict) and "per" in place
        },
        "limit": set(rule.get("limit", ())),
        "phases": texts(when.get("phase")),
        "actions": texts(when.get("action")),
        "effects": {key for each in (then if isinstance(then, list) else [then]) for key in each},
    }


def uses() -> dict[tuple[str, str], list[str]]:
    """Returns the scenarios with a word of a kind in their rules, the shortest first."""
    found: dict[tuple[str, str], dict[str, int]] = {}
    for path in sorted(SCENARIOS.glob("*.json")):
        text = path.read_text()
        for step in json.loads(text)["steps"]:
            if step.get("call") != "mock/faults/add" or step.get("status", 0):
                continue
            # A rule that an earlier step captured is a text.
            rules = (rule for rule in step["request"]["rules"] if isinstance(rule, dict))
            for kind, those in (pair for rule in rules for pair in words(rule).items()):
                for word in those:
                    found.setdefault((kind, word), {})[path.stem] = len(text)
    return {
        word: sorted(names, key=lambda name: (names[name], name)) for word, names in found.items()
    }


def index(cloud: Cloud) -> str:
    """Returns the index for the page."""
    language = cloud.info()["faults"]
    shown = uses()
    lines = ["| Word | Kind | Phases | Operations | Scenarios |", "|---|---|---|---|---|"]
    for kind, heading in KINDS.items():
        for word in language[kind]:
            effect = word if isinstance(word, dict) else {"name": word}
            name = effect["name"]
            links = ", ".join(
                f"[{each}](../Tests/scenarios/{each}.json)"
                for each in shown.get((kind, name), [])[:2]
            )
            phases = ", ".join(f"`{phase}`" for phase in effect.get("phases", []))
            operations = ", ".join(f"`{each}`" for each in effect.get("operations", []))
            lines.append(f"| `{name}` | {heading} | {phases} | {operations} | {links} |")
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    with Cloud() as cloud:
        INDEX.run(index(cloud))
