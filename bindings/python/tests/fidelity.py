"""The rows of docs/FIDELITY.md, and their summary at the top of that page.

`python3 bindings/python/tests/fidelity.py` prints the summary; `--write` writes it into the page.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from typing import NamedTuple

from generated import Part
from support import ROOT

PAGE = ROOT / "docs" / "FIDELITY.md"
SUM = Part(
    PAGE,
    "<!-- The sum begins: bindings/python/tests/fidelity.py --write -->\n",
    "<!-- The sum ends. -->\n",
)

#: The sources, strongest first.
TAGS = ("DOC", "LIVE", "HOSTCONST", "LOG", "PORT", "DISAGREE", "INFER", "DECIDED", "OWN")
#: The tags of rules without an external source.
OURS = {"INFER", "DECIDED", "OWN"}
#: The tags of sources that may be named without their tag.
STANDING_FOR = {"WS": "DOC", "CKJS": "DOC", "TN": "DOC", "HDR": "DOC"}
_TAG = re.compile(rf"\b({'|'.join(TAGS)}|WS|CKJS|HDR|TN(?=\d))")


class Rule(NamedTuple):
    """A row of the page."""

    chapter: str
    text: str
    source: str
    #: The tests of the rule, as paths relative to the repository.
    proofs: list[str]
    #: Those that are a function of a file of Swift: the path, and the name of the function.
    swift_tests: tuple[tuple[str, str], ...] = ()

    @property
    def tags(self) -> list[str]:
        """The tag of each part of the source: the first tag in the part.

        `INFER from DOC` is our conclusion, regardless of its sources.
        """
        found = (_TAG.search(part) for part in self.source.split(";"))
        return [STANDING_FOR.get(tag[1], tag[1]) for tag in found if tag]

    @property
    def strongest(self) -> str:
        return min(self.tags, key=TAGS.index)

    @property
    def is_ours(self) -> bool:
        return OURS.issuperset(self.tags)

    @property
    def is_about_cloudkit(self) -> bool:
        """False for rules about MockCloud alone, for which there are no external sources."""
        return set(self.tags) != {"OWN"}


def read(page: str) -> list[Rule]:
    """Returns the rules of the page, in order."""
    rules: list[Rule] = []
    chapter, in_table = "", False
    for line in page.splitlines():
        if line.startswith("## "):
            chapter = line.removeprefix("## ")
        cells = [cell.strip() for cell in re.split(r"(?<!\\)\|", line)[1:-1]]
        if cells == ["Rule", "Source", "Scenario"]:
            in_table = True
        elif not cells:
            in_table = False
        elif in_table and len(cells) == 3 and not set(line) <= set("|- "):
            links = re.findall(r"\[([^\]]+)\]\(\.\./([^)]+)\)", cells[2])
            proofs = [path for _, path in links]
            swift = tuple((path, name) for name, path in links if path.endswith(".swift"))
            rules.append(Rule(chapter, cells[0], cells[1], proofs, swift))
    return rules


def _table(head: Iterable[str], rows: Iterable[Iterable[object]]) -> str:
    lines = [list(head), *[[str(cell) for cell in row] for row in rows]]
    lines.insert(1, ["---"] + ["---:"] * (len(lines[0]) - 1))
    return "".join("| " + " | ".join(line) + " |\n" for line in lines)


def summary(rules: list[Rule]) -> str:
    """Returns the summary of the rules, in the form of the page."""
    about_cloudkit = [rule for rule in rules if rule.is_about_cloudkit]
    ours = [rule for rule in about_cloudkit if rule.is_ours]
    strongest = Counter(rule.strongest for rule in rules)
    of_cloudkit = Counter(rule.strongest for rule in about_cloudkit)
    mixed = Counter(rule.strongest for rule in about_cloudkit if OURS & set(rule.tags))
    total = Counter(rule.chapter for rule in about_cloudkit)
    by_chapter = Counter(rule.chapter for rule in ours)
    without = [chapter for chapter in total if not by_chapter[chapter]]
    by_source = _table(
        ["Strongest source", "Rules", "about CloudKit", "of these with a part of our own"],
        [[tag, strongest[tag], of_cloudkit[tag], mixed[tag]] for tag in TAGS]
        + [["together", len(rules), len(about_cloudkit), sum(mixed.values())]],
    )
    chapters = _table(
        ["Chapter", "Rules about CloudKit", "INFER or DECIDED alone"],
        [
            [chapter, total[chapter], by_chapter[chapter]]
            for chapter in total
            if by_chapter[chapter]
        ],
    )
    return (
        f"{by_source}\n"
        f"{len(about_cloudkit)} of the {len(rules)} rules are about CloudKit; "
        f"{len(about_cloudkit) - len(ours)} of them have a source outside of\n"
        f"MockCloud for at least a part, and {len(ours)} rest on a conclusion or a decision of "
        f"ours alone. The others (OWN)\nare about MockCloud itself. The chapters with such "
        f"conclusions and decisions:\n\n"
        f"{chapters}\n"
        f"Without such a rule: {', '.join(without)}.\n"
    )


if __name__ == "__main__":
    SUM.run(summary(read(PAGE.read_text())))
