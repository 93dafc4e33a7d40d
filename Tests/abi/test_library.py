"""The checks of library_checks.py, and of the library's version nodes, find what they are made for:
each gets a library with one defect.
"""

from __future__ import annotations

import shutil
import unittest
from pathlib import Path

import library_checks
from broken import BrokenInputs
from library_checks import check_addresses, check_content, check_linking
from repository import HEADER, LIBRARY
from version_nodes import check_library_nodes

ONE = "int f(void) { return 1; }"
NODES = "MOCKCLOUD_0.1 { global: f; }; MOCKCLOUD_0.2 { global: g; } MOCKCLOUD_0.1;"


class Linking(BrokenInputs):
    def test_a_wrong_soname_and_a_forbidden_need(self) -> None:
        library = self.library(
            "int deflate(void); int f(void) { return deflate(); }",
            *["-Wl,-soname,libmockcloud.so.9", "-Wl,--no-as-needed", "-l:libjson-c.so.5"],
        )
        wrong = check_linking(HEADER, library)
        self.assertTold(wrong, "the soname is ['libmockcloud.so.9'], not libmockcloud.so.0")
        self.assertTold(wrong, "it needs libjson-c.so.5")

    def test_no_soname(self) -> None:
        self.assertTold(check_linking(HEADER, self.library(ONE)), "the soname is []")

    def test_a_search_path(self) -> None:
        library = self.library(ONE, "-Wl,-rpath,/nowhere")
        self.assertTold(check_linking(HEADER, library), "it has a search path")

    def test_addresses_that_are_resolved_late(self) -> None:
        soname = "-Wl,-soname,libmockcloud.so.0"
        wrong = check_linking(HEADER, self.library(ONE, soname, "-Wl,-z,lazy"))
        self.assertEqual(wrong, ["its addresses are not resolved when it is loaded: -z now"])
        self.assertEqual(check_linking(HEADER, self.library(ONE, soname, "-Wl,-z,now")), [])


class Content(BrokenInputs):
    def test_symbols_of_swift(self) -> None:
        library = self.library('int f(void) __asm__("$s4core1fyyF"); int f(void) { return 1; }')
        self.assertTold(check_content(library), "it exports Swift's $s4core1fyyF")
        self.assertEqual(check_content(self.library(ONE)), [])

    def test_a_library_that_grew(self) -> None:
        library = self.folder / "libmockcloud.so"
        shutil.copy(LIBRARY, library)
        for size in (library_checks.LARGEST, library_checks.LARGEST + 1):
            with library.open("ab") as file:
                file.truncate(size)
            told = f"it has {size} bytes, more than {library_checks.LARGEST}"
            self.assertEqual(check_content(library), [told] * (size > library_checks.LARGEST))

    def test_functions_with_one_address(self) -> None:
        library = self.library(ONE + ' int g(void) __attribute__((alias("f")));')
        self.assertTold(check_addresses(library), "have the same address")
        self.assertEqual(check_addresses(self.library(ONE + " int g(void) { return 1; }")), [])


class Nodes(BrokenInputs):
    def nodes(self, nodes: str) -> Path:
        """Builds a library whose functions f and g have these version nodes."""
        script = self.written("linked.map", nodes)
        source = ONE + " int g(void) { return 2; }"
        return self.library(source, f"-Wl,--version-script={script}")

    def test_a_library_with_the_nodes_of_the_export_list(self) -> None:
        exports = self.written("exports.map", NODES)
        self.assertEqual(check_library_nodes(exports, self.nodes(NODES)), [])

    def test_a_function_with_another_node(self) -> None:
        exports = self.written("exports.map", NODES)
        library = self.nodes(NODES.replace("f;", "f; g;").replace("global: g;", ""))
        told = "g has the node MOCKCLOUD_0.1, not MOCKCLOUD_0.2"
        self.assertEqual(check_library_nodes(exports, library), [told])

    def test_a_function_that_the_export_list_lacks(self) -> None:
        exports = self.written("exports.map", NODES.replace("f;", ""))
        told = "f has the node MOCKCLOUD_0.1, not None"
        self.assertEqual(check_library_nodes(exports, self.nodes(NODES)), [told])

    def test_a_function_without_a_node(self) -> None:
        exports = self.written("exports.map", NODES)
        wrong = check_library_nodes(exports, self.library(ONE))
        self.assertEqual(wrong, ["f has no node", "g has no node"])


if __name__ == "__main__":
    unittest.main()
