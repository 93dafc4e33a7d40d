"""The check of the SPDX file finds what it is made for: each test gets a broken file or library."""

from __future__ import annotations

import json
import shutil
import unittest
from typing import Any

from broken import BrokenInputs
from check_abi import SPDX
from repository import HEADER, LIBRARY, header_version
from spdx_file import check_spdx


class Documents(BrokenInputs):
    def setUp(self) -> None:
        super().setUp()
        self.document: dict[str, Any] = json.loads(SPDX.read_text())

    def check(self) -> list[str]:
        path = self.written("broken.spdx.json", json.dumps(self.document))
        return check_spdx(path, LIBRARY, header_version(HEADER))

    def package(self, name: str) -> dict[str, Any]:
        found = [each for each in self.document["packages"] if each["name"] == name]
        self.assertEqual(len(found), 1, name)
        package: dict[str, Any] = found[0]
        return package

    def test_the_file_of_the_library(self) -> None:
        self.assertEqual(self.check(), [])

    def test_no_document(self) -> None:
        version = header_version(HEADER)
        missing = check_spdx(self.folder / "missing.json", LIBRARY, version)
        self.assertTold(missing, "missing.json: ")
        text = check_spdx(self.written("text.json", "SPDX"), LIBRARY, version)
        self.assertTold(text, "text.json: ")

    def test_a_document_with_other_keys(self) -> None:
        del self.document["documentNamespace"]
        self.document["author"] = "nobody"
        self.assertTold(self.check(), "the document has no documentNamespace")
        self.assertTold(self.check(), "the document has the key author")

    def test_a_document_of_another_form(self) -> None:
        self.document |= {"spdxVersion": "SPDX-3.0", "dataLicense": "MIT"}
        self.document["creationInfo"] = {"created": "yesterday", "creators": ["nobody"]}
        wrong = self.check()
        for part in ("spdxVersion", "dataLicense", "created", "the creators"):
            self.assertTold(wrong, part)

    def test_a_package_of_another_form(self) -> None:
        package = self.package("libjson-c.a")
        del package["copyrightText"]
        package |= {"licenseConcluded": "my own", "homepage": "https://example.org"}
        package["checksums"] = [{"algorithm": "MD5", "checksumValue": "0"}]
        package["externalRefs"] = [{"referenceType": "url"}]
        wrong = self.check()
        for part in ("no copyrightText", "'my own'", "the key homepage", "'MD5'", "'url'"):
            self.assertTold(wrong, part)

    def test_relationships_that_are_wrong(self) -> None:
        relations = self.document["relationships"]
        last = relations.pop()
        self.assertTold(self.check(), f"{last['relatedSpdxElement']} has no relationship")
        relations.append(last | {"relatedSpdxElement": "SPDXRef-nothing"})
        self.assertTold(self.check(), "a relationship names SPDXRef-nothing")
        relations[-1] = last | {"relationshipType": "LIKES"}
        self.assertTold(self.check(), "a relationship is LIKES")

    def test_two_packages_with_one_id(self) -> None:
        package = self.package("libjson-c.a")
        self.document["packages"].append(package | {"name": "another"})
        self.assertTold(self.check(), f"there are two {package['SPDXID']}")

    def test_a_part_without_a_version_or_a_hash(self) -> None:
        for name, key in (("libswiftCore.a", "versionInfo"), ("libjson-c.a", "checksums")):
            del self.package(name)[key]
            self.assertTold(self.check(), f"{name} has no version or no hash")

    def test_another_version(self) -> None:
        self.package("mockcloud")["versionInfo"] = "9.9.9"
        self.assertTold(self.check(), f"the version is 9.9.9, not {header_version(HEADER)}")

    def test_another_library(self) -> None:
        library = self.folder / "libmockcloud.so"
        shutil.copy(LIBRARY, library)
        with library.open("ab") as file:
            file.write(b"!")
        wrong = check_spdx(SPDX, library, header_version(HEADER))
        self.assertEqual(wrong, ["the hash is not that of libmockcloud.so"])


if __name__ == "__main__":
    unittest.main()
