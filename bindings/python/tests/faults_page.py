"""The index of docs/FAULTS.md: every word of the fault language with the scenarios that use it.

`python3 bindings/python/tests/faults_page.py` prints it for the words of `mock/info`; `--write`
writes it into the page.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
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
    "limit": "keys of `limit`",
    "phases": "phases",
    "actions": "actions",
    "effects": "effects",
}


def words(value: Any) -> Iterator[str]:
    """Returns every key and every text within a rule."""
    if isinstance(value, dict):
        for key, member in value.items():
            yield key
            yield from words(member)
    elif isinstance(value, list):
        for member in value:
            yield from words(member)
    elif isinstance(value, str):
        yield value


def uses() -> dict[str, list[str]]:
    """Returns the scenarios whose rules have a word, the shortest first, as the clearest."""
    found: dict[str, dict[str, int]] = {}
    for path in sorted(SCENARIOS.glob("*.json")):
        text = path.read_text()
        for step in json.loads(text)["steps"]:
            if step.get("call") != "mock/faults/add" or step.get("status", 0):
                continue
            for rule in step["request"]["rules"]:
                for word in words(rule):
                    found.setdefault(word, {})[path.stem] = len(text)
    return {word: sorted(names, key=lambda name: names[name]) for word, names in found.items()}


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
                f"[{each}](../Tests/scenarios/{each}.json)" for each in shown.get(name, [])[:2]
            )
            phases = ", ".join(f"`{phase}`" for phase in effect.get("phases", []))
            operations = ", ".join(f"`{each}`" for each in effect.get("operations", []))
            lines.append(f"| `{name}` | {heading} | {phases} | {operations} | {links} |")
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    with Cloud() as cloud:
        INDEX.run(index(cloud))
