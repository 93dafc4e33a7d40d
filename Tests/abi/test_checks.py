"""The checks of check_abi.py find the defects for which they are made: each gets a broken file."""

from __future__ import annotations

import shutil
import subprocess
import tempfile
import unittest
from pathlib import Path

import check_abi as abi


class BrokenInputs(unittest.TestCase):
    def setUp(self) -> None:
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)

    def edited(self, file: Path, old: str, new: str) -> Path:
        """Returns a copy of `file` with `old` replaced by `new`."""
        text = file.read_text()
        self.assertIn(old, text, f"{file.name} no longer holds what this test breaks")
        copy = self.folder / file.name
        copy.write_text(text.replace(old, new))
        return copy

    def library(self, source: str, *flags: str) -> Path:
        """Builds a shared library from a line of C."""
        path = self.folder / "libbroken.so"
        (self.folder / "broken.c").write_text(source)
        command = ["gcc", "-shared", "-fPIC", "-o", str(path), str(self.folder / "broken.c")]
        subprocess.run([*command, *flags], check=True)
        return path

    def assertTold(self, wrong: list[str], part: str) -> None:
        self.assertIn(part, "\n".join(wrong))

    def test_a_header_that_is_not_c89(self) -> None:
        header = self.edited(abi.HEADER, "#include <stdint.h>", "#include <stdint.h>\n// C99")
        self.assertTold(abi.check_compiles(header, "C89"), "as C89")
        self.assertEqual(abi.check_compiles(header, "C99"), [])

    def test_a_header_that_needs_another(self) -> None:
        header = self.edited(abi.HEADER, "#include <stdint.h>", "")
        for mode in abi.MODES:
            self.assertTold(abi.check_compiles(header, mode), "int32_t")

    def test_a_header_without_prototypes(self) -> None:
        header = self.edited(abi.HEADER, "mockcloud_live_clouds(void)", "mockcloud_live_clouds()")
        self.assertTold(abi.check_compiles(header, "C11"), "prototype")

    def test_a_function_without_a_body(self) -> None:
        more = "MOCKCLOUD_API void mockcloud_more(void);\n#ifdef __cplusplus\n}"
        header = self.edited(abi.HEADER, "#ifdef __cplusplus\n}", more)
        wrong = abi.check_names(header, abi.EXPORTS, abi.LIBRARY)
        self.assertTold(wrong, "mockcloud_more is in the header and not in the export list")
        self.assertTold(wrong, "mockcloud_more is in the header and not in the library")
        self.assertTold(abi.check_swift(header, abi.SWIFT_HEADER), "mockcloud_more")

    def test_a_function_that_is_not_exported(self) -> None:
        exports = self.edited(abi.EXPORTS, "mockcloud_reset;", "")
        self.assertTold(abi.check_names(abi.HEADER, exports, abi.LIBRARY), "mockcloud_reset")

    def test_a_function_that_nobody_declared(self) -> None:
        exports = self.edited(abi.EXPORTS, "mockcloud_reset;", "mockcloud_reset; mockcloud_secret;")
        self.assertTold(abi.check_names(abi.HEADER, exports, abi.LIBRARY), "mockcloud_secret")
        library = self.library("void mockcloud_secret(void) {}")
        self.assertTold(abi.check_names(abi.HEADER, abi.EXPORTS, library), "mockcloud_secret")

    def test_swift_types_that_differ(self) -> None:
        header = self.edited(
            abi.HEADER, "int64_t mockcloud_live_clouds", "int32_t mockcloud_live_clouds"
        )
        self.assertTold(abi.check_swift(header, abi.SWIFT_HEADER), "conflicting types")

    def test_a_handle_where_swift_takes_text(self) -> None:
        header = self.edited(
            abi.HEADER,
            "mockcloud_string_free(char *json)",
            "mockcloud_string_free(mockcloud *json)",
        )
        self.assertTold(abi.check_swift(header, abi.SWIFT_HEADER), "conflicting types")

    def test_statuses_that_differ(self) -> None:
        header = self.edited(abi.HEADER, "_ZONE_BUSY = 23", "_ZONE_BUSY = 24")
        self.assertTold(abi.check_statuses(header, abi.LIBRARY), "_ZONE_BUSY is not 23")
        header = self.edited(abi.HEADER, "INVITED = 37", "INVITED = 37,\n  MOCKCLOUD_MORE = 38")
        self.assertTold(abi.check_statuses(header, abi.LIBRARY), "no name for 38")

    def test_a_wrong_soname_and_a_forbidden_need(self) -> None:
        library = self.library(
            "int deflate(void); int f(void) { return deflate(); }",
            *["-Wl,-soname,libmockcloud.so.9", "-Wl,--no-as-needed", "-l:libjson-c.so.5"],
        )
        wrong = abi.check_library(abi.HEADER, library)
        self.assertTold(wrong, "the soname is ['libmockcloud.so.9'], not libmockcloud.so.0")
        self.assertTold(wrong, "it needs libjson-c.so.5")

    def test_a_search_path(self) -> None:
        library = self.library("int f(void) { return 1; }", "-Wl,-rpath,/nowhere")
        self.assertTold(abi.check_library(abi.HEADER, library), "it has a search path")

    def test_symbols_of_swift(self) -> None:
        library = self.library('int f(void) __asm__("$s4core1fyyF"); int f(void) { return 1; }')
        self.assertTold(abi.check_library(abi.HEADER, library), "it exports Swift's $s4core1fyyF")

    def test_a_library_that_grew(self) -> None:
        library = self.folder / "libmockcloud.so"
        shutil.copy(abi.LIBRARY, library)
        with library.open("ab") as file:
            file.truncate(abi.LARGEST + 1)
        self.assertTold(abi.check_library(abi.HEADER, library), f"it has {abi.LARGEST + 1} bytes")

    def test_a_python_table_that_differs(self) -> None:
        table = self.folder / "_raw.py"
        rows = {
            name: (abi.CTYPES[result], [abi.CTYPES[part] for part in parts])
            for name, (result, parts) in abi.header_functions(abi.HEADER).items()
        }

        def write() -> None:
            lines = [
                f"    {n!r}: ({r}, ({''.join(p + ', ' for p in ps)}))"
                for n, (r, ps) in rows.items()
            ]
            table.write_text("PROTOTYPES = {\n" + ",\n".join(lines) + "}\n")

        write()
        self.assertEqual(abi.check_python(abi.HEADER, table), [])
        rows["mockcloud_live_clouds"] = ("c_int32", [])
        del rows["mockcloud_reset"]
        write()
        wrong = abi.check_python(abi.HEADER, table)
        self.assertTold(wrong, "mockcloud_live_clouds: the header means")
        self.assertTold(wrong, "mockcloud_reset is in the header and not in Python's table")


if __name__ == "__main__":
    unittest.main()
