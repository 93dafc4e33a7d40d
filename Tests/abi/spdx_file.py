"""Checks the SPDX document beside the library: its structure by SPDX 2.3, and that it is true."""

from __future__ import annotations

import hashlib
import json
import re
from pathlib import Path
from typing import Any

DOCUMENT_KEYS = {
    "spdxVersion",
    "dataLicense",
    "SPDXID",
    "name",
    "documentNamespace",
    "creationInfo",
    "packages",
    "relationships",
}
PACKAGE_KEYS = {
    "SPDXID",
    "name",
    "downloadLocation",
    "filesAnalyzed",
    "licenseConcluded",
    "licenseDeclared",
    "copyrightText",
}
MORE_PACKAGE_KEYS = {"versionInfo", "packageFileName", "checksums", "externalRefs"}
CREATORS = r"(Organization|Person|Tool): \S.*"
CREATED = r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ"
LICENCE = r"NOASSERTION|[A-Za-z0-9.-]+( WITH [A-Za-z0-9.-]+)?"
#: What every build links statically, with a known version.
LINKED = ("libswiftCore.a", "libjson-c.a")


def keys(what: str, found: dict[str, Any], required: set[str], more: set[str]) -> list[str]:
    missing, unknown = required - found.keys(), found.keys() - required - more
    return [f"{what} has no {key}" for key in sorted(missing)] + [
        f"{what} has the key {key}" for key in sorted(unknown)
    ]


def texts(what: str, found: dict[str, Any], patterns: dict[str, str]) -> list[str]:
    return [
        f"{key} of {what} is {found.get(key)!r}"
        for key, pattern in patterns.items()
        if not re.fullmatch(pattern, str(found.get(key)))
    ]


def check_document(document: dict[str, Any]) -> list[str]:
    wrong = keys("the document", document, DOCUMENT_KEYS, set())
    patterns = {
        "spdxVersion": r"SPDX-2\.3",
        "dataLicense": r"CC0-1\.0",
        "SPDXID": "SPDXRef-DOCUMENT",
        "documentNamespace": r"https://[^\s#]+",
    }
    wrong += texts("the document", document, patterns)
    creation = document.get("creationInfo", {})
    wrong += texts("creationInfo", creation, {"created": CREATED})
    creators = creation.get("creators", [])
    if not creators or not all(re.fullmatch(CREATORS, creator) for creator in creators):
        wrong.append(f"the creators are {creators}")
    return wrong


def check_package(package: dict[str, Any]) -> list[str]:
    what = str(package.get("SPDXID"))
    wrong = keys(what, package, PACKAGE_KEYS, MORE_PACKAGE_KEYS)
    patterns = {"SPDXID": r"SPDXRef-[A-Za-z0-9.-]+", "name": ".+", "copyrightText": ".+"}
    patterns |= {"licenseConcluded": LICENCE, "licenseDeclared": LICENCE, "filesAnalyzed": "False"}
    wrong += texts(what, package, patterns)
    for sum in package.get("checksums", []):
        patterns = {"algorithm": "SHA256", "checksumValue": "[0-9a-f]{64}"}
        wrong += texts(f"a checksum of {what}", sum, patterns)
    for reference in package.get("externalRefs", []):
        patterns = {
            "referenceCategory": "PACKAGE-MANAGER",
            "referenceType": "purl",
            "referenceLocator": r"pkg:[a-z]+/\S+@\S+",
        }
        wrong += texts(f"a reference of {what}", reference, patterns)
    return wrong


def check_relationships(document: dict[str, Any]) -> list[str]:
    """Each relationship is between two elements, and each package has one."""
    known = {package["SPDXID"] for package in document["packages"]} | {document["SPDXID"]}
    wrong = [f"there are two {id}" for id in known if str(document).count(f"'SPDXID': '{id}'") > 1]
    related: set[str] = set()
    for relation in document["relationships"]:
        ends = {relation["spdxElementId"], relation["relatedSpdxElement"]}
        wrong += [f"a relationship names {end}" for end in sorted(ends - known)]
        if relation["relationshipType"] not in {"DESCRIBES", "STATIC_LINK", "CONTAINS"}:
            wrong.append(f"a relationship is {relation['relationshipType']}")
        related |= ends
    return wrong + [f"{id} has no relationship" for id in sorted(known - related)]


def check_spdx(path: Path, library: Path, version: str) -> list[str]:
    """The document is valid, is about this library, and has versions and hashes of its parts."""
    try:
        document: dict[str, Any] = json.loads(path.read_text())
    except (OSError, ValueError) as error:
        return [f"{path.name}: {error}"]
    wrong = check_document(document)
    for package in document.get("packages", []):
        wrong += check_package(package)
    if wrong:
        return wrong
    wrong = check_relationships(document)
    packages = {package["name"]: package for package in document["packages"]}
    for name in ("mockcloud", *LINKED):
        package = packages.get(name, {})
        if not package.get("versionInfo") or not package.get("checksums"):
            wrong.append(f"{name} has no version or no hash")
    ours = packages.get("mockcloud", {})
    if ours.get("versionInfo") != version:
        wrong.append(f"the version is {ours.get('versionInfo')}, not {version}")
    digest = hashlib.sha256(library.read_bytes()).hexdigest()
    if digest not in str(ours.get("checksums")):
        wrong.append(f"the hash is not that of {library.name}")
    return wrong
