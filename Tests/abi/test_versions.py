"""The checks of version_nodes.py and versions.py find what they are made for: each gets a file that
differs.
"""

from __future__ import annotations

import re
import shutil
import unittest
from pathlib import Path

from broken import BrokenInputs
from repository import ROOT
from version_nodes import check_order, check_released
from versions import ABI, PLACES, Place, check_versions

NODES = """
MOCKCLOUD_0.1 { global: f; g; local: *; };
MOCKCLOUD_0.2 { global: h; } MOCKCLOUD_0.1;
"""
RELEASED = "# released\nMOCKCLOUD_0.1 f\nMOCKCLOUD_0.1 g\n"
CHANGELOG = "## 0.2.0 - Unreleased\n\n## 0.1.0 - 2026-01-01\n"
SYMBOLS = " (symver)MOCKCLOUD_0.1 0.1.0\n (symver)MOCKCLOUD_0.2 0.2.0\n"


class Released(BrokenInputs):
    def check(
        self, nodes: str = NODES, released: str = RELEASED, changelog: str = CHANGELOG
    ) -> list[str]:
        return check_released(
            self.written("exports.map", nodes),
            self.written("released.txt", released),
            self.written("CHANGELOG.md", changelog),
        )

    def test_released_nodes_that_are_kept(self) -> None:
        self.assertEqual(self.check(), [])

    def test_a_released_function_that_is_lost(self) -> None:
        wrong = self.check(NODES.replace(" g;", ""))
        self.assertEqual(wrong, ["MOCKCLOUD_0.1 was released with g"])

    def test_a_released_node_that_is_lost(self) -> None:
        wrong = self.check(NODES.replace("MOCKCLOUD_0.1 {", "MOCKCLOUD_0.3 {"))
        self.assertTold(wrong, "MOCKCLOUD_0.1 was released with f")

    def test_a_function_that_is_new_in_a_released_node(self) -> None:
        wrong = self.check(NODES.replace(" g;", " g; late;"))
        self.assertEqual(wrong, ["MOCKCLOUD_0.1 was released without late"])

    def test_a_node_of_no_version(self) -> None:
        told = (
            "MOCKCLOUD_0.2 is not in released.txt, and CHANGELOG.md does not call 0.2.0 unreleased"
        )
        self.assertEqual(
            self.check(changelog=CHANGELOG.replace("Unreleased", "2026-02-02")), [told]
        )
        self.assertEqual(self.check(released=RELEASED + "MOCKCLOUD_0.2 h\n", changelog=""), [])


class Order(BrokenInputs):
    def check(self, nodes: str = NODES, symbols: str = SYMBOLS) -> list[str]:
        exports = self.written("exports.map", nodes)
        return check_order(exports, self.written("lib.symbols", symbols))

    def test_nodes_in_their_order(self) -> None:
        self.assertEqual(self.check(), [])

    def test_a_node_that_follows_another(self) -> None:
        wrong = self.check(NODES.replace("} MOCKCLOUD_0.1;", "};"))
        self.assertEqual(wrong, ["MOCKCLOUD_0.2 follows '', not 'MOCKCLOUD_0.1'"])

    def test_a_function_with_two_nodes(self) -> None:
        wrong = self.check(NODES.replace("h;", "h; g;"))
        self.assertEqual(wrong, ["g is in MOCKCLOUD_0.1 and in MOCKCLOUD_0.2"])

    def test_a_node_that_debian_lacks(self) -> None:
        wrong = self.check(symbols=SYMBOLS.splitlines()[0] + "\n")
        self.assertEqual(wrong, ["lib.symbols has the nodes [('MOCKCLOUD_0.1', '0.1.0')]"])


class Versions(BrokenInputs):
    def setUp(self) -> None:
        """Copies the files that state a version."""
        super().setUp()
        for place in PLACES:
            path = self.folder / place.file
            path.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(ROOT / place.file, path)

    def restated(self, place: Place, number: str) -> Path:
        """Replaces the first number that a file states."""
        path = self.folder / place.file
        text = path.read_text()
        found = re.search(place.pattern, text, re.MULTILINE)
        assert found is not None
        path.write_text(text[: found.start(1)] + number + text[found.end(1) :])
        return path

    def test_files_that_agree(self) -> None:
        self.assertEqual(check_versions(self.folder), [])

    def test_each_file_that_differs(self) -> None:
        for place in PLACES:
            with self.subTest(file=place.file, what=place.what):
                number = "7" if place.what == ABI else "7.8.9"
                path = self.restated(place, number)
                told = f"{place.file} states the {place.what} {number}, the header 0"
                self.assertTold(check_versions(self.folder), told)
                shutil.copy(ROOT / place.file, path)

    def test_a_header_with_other_numbers(self) -> None:
        for name, number, what in (
            ("VERSION_MINOR", "0.7.0", "version"),
            ("ABI_VERSION", "7", ABI),
        ):
            with self.subTest(name=name):
                header = self.folder / "include/mockcloud.h"
                text, define = header.read_text(), f"#define MOCKCLOUD_{name} "
                header.write_text(re.sub(f"^{define}.*$", define + "7", text, flags=re.MULTILINE))
                wrong = check_versions(self.folder)
                files = {place.file for place in PLACES if place.what == what}
                self.assertEqual({line.split()[0] for line in wrong}, files)
                self.assertTold(wrong, f"the header {number}")
                header.write_text(text)

    def test_a_file_that_states_nothing(self) -> None:
        (self.folder / "Package.swift").write_text("")
        (self.folder / "README.md").unlink()
        wrong = check_versions(self.folder)
        self.assertTold(wrong, "Package.swift does not state the binary interface")
        self.assertTold(wrong, "README.md does not state the binary interface")


if __name__ == "__main__":
    unittest.main()
