"""Loading the library, and its functions."""

from __future__ import annotations

import ctypes.util
import json
import os
import re
import shutil
import subprocess
import sys
from ctypes import byref, c_void_p
from pathlib import Path

import pytest

from mockcloud import Cloud, LibraryError, live_clouds, version
from mockcloud._core import library as _raw
from mockcloud._core.variables import LAUNCH_VARIABLES, LIBRARY_VARIABLE
from mockcloud.errors import CK_ERRORS

VERBS = {
    "mockcloud_create_container": ("mock/container/create", {"container": "iCloud.test"}),
    "mockcloud_seed_records": (
        "mock/seed",
        {"records": [{"recordName": "a", "recordType": "T", "fields": {}}]},
    ),
    "mockcloud_set_error": ("mock/error/set", {"error": "zoneBusy"}),
    "mockcloud_set_record_errors": ("mock/recordErrors/set", {"recordNames": ["a"]}),
    "mockcloud_set_account_status": ("mock/account/set", {"accountStatus": "noAccount"}),
    "mockcloud_advance_clock": ("mock/clock/advance", {"seconds": 1.5}),
    "mockcloud_reset": ("mock/reset", {}),
}


@pytest.fixture
def unloaded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(_raw, "_loaded", None)


def compile_library(tmp_path: Path, source: str) -> Path:
    compiler = shutil.which("cc") or shutil.which("gcc") or shutil.which("clang")
    if compiler is None:
        pytest.skip("there is no C compiler to make a wrong library with")
    (tmp_path / "wrong.c").write_text(source)
    library = tmp_path / "wrong.so"
    command = [compiler, "-shared", "-fPIC", "-o", str(library), str(tmp_path / "wrong.c")]
    subprocess.run(command, check=True)
    return library


def test_version() -> None:
    library = _raw.library()
    major, minor, patch = map(int, re.match(r"(\d+)\.(\d+)\.(\d+)", version()).groups())  # type: ignore[union-attr]
    assert library.mockcloud_version_number() == 1000000 * major + 1000 * minor + patch
    assert library.mockcloud_abi_version() == _raw.ABI_VERSION


def test_status_names() -> None:
    library = _raw.library()
    for code, kind in CK_ERRORS.items():
        assert library.mockcloud_status_name(code).decode() == kind.name
    for status in (0, 38, -8, 2**31 - 1, -(2**31)):
        assert library.mockcloud_status_name(status)


@pytest.mark.parametrize("verb", VERBS)
def test_a_verb_is_its_operation(verb: str) -> None:
    library = _raw.library()
    operation, request = VERBS[verb]
    text = json.dumps(request).encode()
    with Cloud(seed=1) as one, Cloud(seed=1) as other:
        for cloud in (one, other):
            cloud.seed([{"recordName": "b", "recordType": "T", "fields": {}}])
        answer = c_void_p()
        status = getattr(library, verb)(one._handle, text, byref(answer))
        by_call = other.call_raw(operation, text)
        assert (status, library.take_string(answer)) == by_call
        assert status == 0
        assert one.state.save() == other.state.save()


def test_null_is_answered() -> None:
    library = _raw.library()
    answer = c_void_p()
    assert library.mockcloud_call(None, b"mock/info", None, byref(answer)) == -1
    library.take_string(answer)
    with Cloud(seed=1) as cloud:
        assert library.mockcloud_call(cloud._handle, None, None, byref(answer)) == -1
        library.take_string(answer)
        assert library.mockcloud_call(cloud._handle, b"mock/info", None, None) == 0
        assert library.mockcloud_fork(cloud._handle, None) == -1
    assert library.mockcloud_create(None, None, None) == -1
    library.mockcloud_string_free(None)
    library.mockcloud_destroy(None)


@pytest.mark.parametrize("handle", [1, 2**63, 2**64 - 1, 0xDEADBEEF])
def test_a_forged_handle_is_refused(handle: int) -> None:
    library = _raw.library()
    before = live_clouds()
    answer = c_void_p()
    assert library.mockcloud_call(handle, b"mock/info", None, byref(answer)) == -2
    document = json.loads(library.take_string(answer) or b"")
    assert document["error"]["message"]
    assert library.mockcloud_next_event(handle, byref(answer)) == -2
    library.take_string(answer)
    library.mockcloud_destroy(handle)
    assert live_clouds() == before


def test_take_string_copies_nothing_from_null() -> None:
    assert _raw.library().take_string(c_void_p()) is None


def test_an_unknown_function_is_not_guessed() -> None:
    with pytest.raises(AttributeError, match="mockcloud_brew_coffee"):
        _raw.library().mockcloud_brew_coffee  # noqa: B018


@pytest.mark.usefixtures("unloaded")
class TestLoading:
    def test_a_named_library_is_the_only_one_tried(
        self, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
    ) -> None:
        missing = tmp_path / "nowhere.so"
        monkeypatch.setenv(_raw.LIBRARY_VARIABLE, str(missing))
        with pytest.raises(LibraryError) as caught:
            _raw.library()
        assert isinstance(caught.value, ImportError)
        assert str(missing) in str(caught.value)
        assert "packaged" not in str(caught.value)

    def test_every_place_tried_is_named(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.delenv(_raw.LIBRARY_VARIABLE)
        monkeypatch.setattr(_raw, "__file__", "/nonexistent/mockcloud/_core/library.py")
        monkeypatch.setattr(ctypes.util, "find_library", lambda name: None)
        with pytest.raises(LibraryError) as caught:
            _raw.library()
        text = str(caught.value)
        assert "/nonexistent/mockcloud/_lib/libmockcloud.so" in text
        assert "system's library path" in text
        assert _raw.LIBRARY_VARIABLE in text

    def test_the_packaged_library_is_found(
        self, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
    ) -> None:
        packaged = tmp_path / "_lib" / "libmockcloud.so"
        packaged.parent.mkdir()
        packaged.symlink_to(os.environ[_raw.LIBRARY_VARIABLE])
        monkeypatch.delenv(_raw.LIBRARY_VARIABLE)
        monkeypatch.setattr(_raw, "__file__", str(tmp_path / "_core" / "library.py"))
        assert _raw.library().path == str(packaged)

    def test_a_library_of_another_kind_is_refused(
        self, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
    ) -> None:
        library = compile_library(tmp_path, "int answer(void) { return 42; }\n")
        monkeypatch.setenv(_raw.LIBRARY_VARIABLE, str(library))
        with pytest.raises(LibraryError, match=r"not a libmockcloud.*mockcloud_"):
            _raw.library()

    def test_another_abi_is_refused(self, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
        functions = "".join(f"int {name}(void) {{ return 99; }}\n" for name in _raw.PROTOTYPES)
        monkeypatch.setenv(_raw.LIBRARY_VARIABLE, str(compile_library(tmp_path, functions)))
        with pytest.raises(LibraryError, match="ABI version 99"):
            _raw.library()


def test_import_loads_nothing() -> None:
    code = (
        "import mockcloud, mockcloud.pytest_plugin, mockcloud._core.library as raw\n"
        "assert raw._loaded is None and mockcloud.live_clouds() == 0 and raw._loaded is None"
    )
    environment = {**os.environ, _raw.LIBRARY_VARIABLE: "/nonexistent.so"}
    subprocess.run([sys.executable, "-c", code], check=True, env=environment)


@pytest.mark.skipif(shutil.which("objdump") is None, reason="objdump tells what a library needs")
def test_a_self_contained_library_needs_only_the_system() -> None:
    path = _raw.library().path
    if b"libswiftCore.so\0" in Path(path).read_bytes():
        pytest.skip("a development build; the one of `make lib` is self-contained")
    output = subprocess.run(["objdump", "-p", path], check=True, capture_output=True, text=True)
    needed = {line.split()[1] for line in output.stdout.splitlines() if "NEEDED" in line}
    allowed = re.compile(
        r"(libc|libm|libstdc\+\+|libgcc_s|libpthread|libdl|librt|ld-linux.*)\.so.*"
    )
    assert {name for name in needed if not allowed.fullmatch(name)} == set()


def reported(given: dict[str, str]) -> list[str]:
    """Returns the lines on standard error of a process that makes two clouds."""
    done = subprocess.run(
        [sys.executable, "-c", "import mockcloud; mockcloud.Cloud({}); mockcloud.Cloud({})"],
        env={**os.environ, **given},
        capture_output=True,
        text=True,
        check=True,
    )
    return done.stderr.splitlines()


@pytest.mark.parametrize(
    ("name", "near"),
    [
        ("MOCKCLOUD_JOURNL", "MOCKCLOUD_JOURNAL"),
        ("MOCKCLOUD_STATEOUT", "MOCKCLOUD_STATE_OUT"),
        ("MOCKCLOUD_STATES", "MOCKCLOUD_STATE"),
        ("MOCKCLOUD_LOGS", "MOCKCLOUD_LOG"),
        ("mockcloud_script", "MOCKCLOUD_SCRIPT"),
        ("MOCKCLOUDFAULTS", "MOCKCLOUD_FAULTS"),
        ("MOCK_CLOUD_CONFIG", "MOCKCLOUD_CONFIG"),
        ("MOCKCLOD_LIBRARY", "MOCKCLOUD_LIBRARY"),
    ],
)
def test_a_misspelt_variable_is_reported_once(name: str, near: str) -> None:
    line = f"mockcloud: the environment variable {name} has no effect; did you mean {near}?"
    assert reported({name: ""}) == [line]


def test_other_variables_are_not_reported() -> None:
    known = [*LAUNCH_VARIABLES, "MOCKCLOUD_PURE_WHEEL", "MOCKCLOUD_LOG"]
    others = ["MOCKCLOUD_OF_MY_OWN", "MOCKCLOUD_SEED", "MOCKCLOUD_STATE_2", "MOTO_CLOUD"]
    assert reported(dict.fromkeys([*known, *others], "")) == []


def test_a_process_without_an_environment() -> None:
    code = (
        "import ctypes, mockcloud, mockcloud._core.library as raw\n"
        "raw.library(), ctypes.CDLL(None).clearenv(), mockcloud.Cloud({})"
    )
    subprocess.run([sys.executable, "-c", code], check=True)


def test_a_misspelt_variable_of_a_missing_library(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(LIBRARY_VARIABLE, "/no/such/library.so")
    monkeypatch.setenv("MOCKCLOUD_LIBRAY", "")
    with pytest.raises(LibraryError, match=r"\. MOCKCLOUD_LIBRAY has no effect$"):
        _raw._load()
