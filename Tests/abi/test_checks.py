"""The checks of check_abi.py find the defects for which they are made: each gets a broken file."""

from __future__ import annotations

import unittest

import check_abi as abi
from broken import BrokenInputs
from repository import EXPORTS, HEADER, LIBRARY


class Headers(BrokenInputs):
    def test_a_header_that_is_not_c89(self) -> None:
        header = self.edited(HEADER, "#include <stdint.h>", "#include <stdint.h>\n// C99")
        self.assertTold(abi.check_compiles(header, "C89"), "as C89")
        self.assertEqual(abi.check_compiles(header, "C99"), [])

    def test_a_header_that_needs_another(self) -> None:
        header = self.edited(HEADER, "#include <stdint.h>", "")
        for mode in abi.MODES:
            self.assertTold(abi.check_compiles(header, mode), "int32_t")

    def test_a_header_without_prototypes(self) -> None:
        header = self.edited(HEADER, "mockcloud_live_clouds(void)", "mockcloud_live_clouds()")
        self.assertTold(abi.check_compiles(header, "C11"), "prototype")

    def test_a_function_without_a_body(self) -> None:
        more = "MOCKCLOUD_API void mockcloud_more(void);\n#ifdef __cplusplus\n}"
        header = self.edited(HEADER, "#ifdef __cplusplus\n}", more)
        wrong = abi.check_names(header, EXPORTS, LIBRARY)
        self.assertTold(wrong, "mockcloud_more is in the header and not in the export list")
        self.assertTold(wrong, "mockcloud_more is in the header and not in the library")
        self.assertTold(abi.check_swift(header, abi.SWIFT_HEADER), "mockcloud_more")

    def test_a_function_that_is_not_exported(self) -> None:
        exports = self.edited(EXPORTS, "mockcloud_reset;", "")
        self.assertTold(abi.check_names(HEADER, exports, LIBRARY), "mockcloud_reset")

    def test_a_function_that_nobody_declared(self) -> None:
        exports = self.edited(EXPORTS, "mockcloud_reset;", "mockcloud_reset; mockcloud_secret;")
        self.assertTold(abi.check_names(HEADER, exports, LIBRARY), "mockcloud_secret")
        library = self.library("void mockcloud_secret(void) {}")
        self.assertTold(abi.check_names(HEADER, EXPORTS, library), "mockcloud_secret")

    def test_swift_types_that_differ(self) -> None:
        header = self.edited(
            HEADER, "int64_t mockcloud_live_clouds", "int32_t mockcloud_live_clouds"
        )
        self.assertTold(abi.check_swift(header, abi.SWIFT_HEADER), "conflicting types")

    def test_a_handle_where_swift_takes_text(self) -> None:
        header = self.edited(
            HEADER,
            "mockcloud_string_free(char *json)",
            "mockcloud_string_free(mockcloud *json)",
        )
        self.assertTold(abi.check_swift(header, abi.SWIFT_HEADER), "conflicting types")

    def test_statuses_that_differ(self) -> None:
        header = self.edited(HEADER, "_ZONE_BUSY = 23", "_ZONE_BUSY = 24")
        self.assertTold(abi.check_statuses(header, LIBRARY), "_ZONE_BUSY is not 23")
        header = self.edited(HEADER, "INVITED = 37", "INVITED = 37,\n  MOCKCLOUD_MORE = 38")
        self.assertTold(abi.check_statuses(header, LIBRARY), "no name for 38")

    def test_a_python_table_that_differs(self) -> None:
        table = self.folder / "library.py"
        rows = {
            name: (abi.CTYPES[result], [abi.CTYPES[part] for part in parts])
            for name, (result, parts) in abi.header_functions(HEADER).items()
        }

        def write() -> None:
            lines = [
                f"    {n!r}: ({r}, ({''.join(p + ', ' for p in ps)}))"
                for n, (r, ps) in rows.items()
            ]
            table.write_text("PROTOTYPES = {\n" + ",\n".join(lines) + "}\n")

        write()
        self.assertEqual(abi.check_python(HEADER, table), [])
        rows["mockcloud_live_clouds"] = ("c_int32", [])
        del rows["mockcloud_reset"]
        write()
        wrong = abi.check_python(HEADER, table)
        self.assertTold(wrong, "mockcloud_live_clouds: the header means")
        self.assertTold(wrong, "mockcloud_reset is in the header and not in Python's table")


if __name__ == "__main__":
    unittest.main()
