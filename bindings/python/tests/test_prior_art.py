"""docs/PRIOR_ART.md has the rows of the survey, and the tests that it names exist."""

from __future__ import annotations

import re
from typing import NamedTuple

import pytest

from support import ROOT, SCENARIOS

#: The rows of the survey that are about tests.
NUMBERS = [*range(8, 13), *range(19, 26), *range(54, 59), 86, 87, *range(88, 107)]

#: The verdicts with which a row can begin.
VERDICTS = ("better", "matched", "partly", "none")


class Row(NamedTuple):
    number: int
    verdict: str
    proofs: list[str]


def rows() -> list[Row]:
    page = (ROOT / "docs" / "PRIOR_ART.md").read_text()
    found = []
    for line in re.findall(r"^\| \d.*\|$", page, re.MULTILINE):
        cells = [cell.strip() for cell in line.strip("|").split(" | ")]
        assert len(cells) == 6, line
        verdict = re.split(r"\W", cells[4])[0]
        found.append(Row(int(cells[0]), verdict, re.findall(r"`([^`]+)`", cells[5])))
    return found


ROWS = rows()
PROOFS = sorted({proof for row in ROWS for proof in row.proofs})


def test_the_rows_are_those_of_the_survey() -> None:
    assert [row.number for row in ROWS] == NUMBERS
    assert {row.number: row.verdict for row in ROWS if row.verdict not in VERDICTS} == {}
    assert [row.number for row in ROWS if not row.proofs] == []


@pytest.mark.parametrize("proof", PROOFS)
def test_what_a_row_names_is_there(proof: str) -> None:
    missing = missing_part(proof)
    assert missing is None


def missing_part(proof: str) -> str | None:
    """Returns the missing part of a scenario, a file or `file::test`."""
    path, _, test = proof.partition("::")
    if "/" not in path:
        return None if (SCENARIOS / f"{path}.json").is_file() else "no such scenario"
    if not (ROOT / path).is_file():
        return "no such file"
    definition = rf"\b(def|func|int|void) {re.escape(test)}\("
    found = not test or re.search(definition, (ROOT / path).read_text())
    return None if found else "no such test"
