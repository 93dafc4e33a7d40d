"""Files that cannot be written: each method raises an `OSError` with the path it was given."""

from __future__ import annotations

import errno
import os
import resource
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from types import SimpleNamespace

import pytest

from mockcloud import Asset, Cloud, Record, Script
from mockcloud.harness import launch

Write = Callable[[Cloud, Path], object]

#: The methods whose files the library writes.
OF_LIBRARY: dict[str, Write] = {
    "journal": lambda cloud, path: cloud.journal.write(path),
    "state": lambda cloud, path: cloud.state.save(path),
    "state with files": lambda cloud, path: cloud.state.save(path, assets="files"),
}
ALL: dict[str, Write] = {
    **OF_LIBRARY,
    "export": lambda cloud, path: cloud.export(path),
    "script": lambda cloud, path: Script(entries=[{"note": TEXT}]).write(path),
    "asset": lambda cloud, path: Asset(TEXT.encode()).write_to(path),
}
TEXT = "Milk " * 1000

every_method = pytest.mark.parametrize("write", ALL.values(), ids=ALL)


@pytest.fixture
def cloud() -> Iterator[Cloud]:
    with Cloud(seed=1) as cloud:
        cloud.private.save(Record("Note", {"title": TEXT}, name="n1"))
        yield cloud


def refusal(cloud: Cloud, write: Write, path: Path) -> OSError:
    """Returns the error of a method, which leaves no file behind."""
    before = sorted(os.listdir(path.parent)) if path.parent.is_dir() else []
    with pytest.raises(OSError) as raised:
        write(cloud, path)
    error = raised.value
    assert (error.filename, bool(error.strerror)) == (str(path), True)
    assert str(path) in str(error)
    assert before == (sorted(os.listdir(path.parent)) if path.parent.is_dir() else [])
    return error


@every_method
def test_a_folder(cloud: Cloud, write: Write, tmp_path: Path) -> None:
    folder = tmp_path / "folder.jsonl"
    folder.mkdir()
    assert isinstance(refusal(cloud, write, folder), IsADirectoryError)


@every_method
def test_a_folder_that_is_missing(cloud: Cloud, write: Write, tmp_path: Path) -> None:
    assert isinstance(refusal(cloud, write, tmp_path / "no" / "a.jsonl"), FileNotFoundError)


@every_method
def test_a_folder_that_is_a_file(cloud: Cloud, write: Write, tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    assert isinstance(refusal(cloud, write, tmp_path / "file" / "a.jsonl"), NotADirectoryError)


@every_method
def test_a_full_device(cloud: Cloud, write: Write, tmp_path: Path) -> None:
    device = tmp_path / "full.jsonl"
    device.symlink_to("/dev/full")
    # The library replaces files, and a device cannot be replaced.
    assert refusal(cloud, write, device).errno in (errno.ENOSPC, errno.EINVAL)


@contextmanager
def no_permission(folder: Path) -> Iterator[None]:
    """Runs the block as a user who must not write to the folder."""
    folder.chmod(0o500)
    is_root = os.geteuid() == 0
    try:
        if is_root:
            os.seteuid(65534)
        yield
    finally:
        if is_root:
            os.seteuid(0)
        folder.chmod(0o700)


@every_method
def test_no_permission(cloud: Cloud, write: Write, tmp_path: Path) -> None:
    with no_permission(tmp_path), pytest.raises(PermissionError) as raised:
        write(cloud, tmp_path / "a.jsonl")
    assert raised.value.filename == str(tmp_path / "a.jsonl")


@contextmanager
def files_of_at_most(size: int) -> Iterator[None]:
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))


@every_method
def test_a_file_that_is_too_large(cloud: Cloud, write: Write, tmp_path: Path) -> None:
    path = tmp_path / "a.jsonl"
    path.write_text("as it was")
    with files_of_at_most(1000):
        error = refusal(cloud, write, path)
    # The library does not return the reason.
    assert error.errno in (errno.EFBIG, errno.EIO)
    assert path.read_text() == "as it was"


@pytest.mark.parametrize("write", OF_LIBRARY.values(), ids=OF_LIBRARY)
def test_a_full_disk(
    cloud: Cloud, write: Write, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(os, "statvfs", lambda path: SimpleNamespace(f_bavail=0))
    with files_of_at_most(1000):
        assert refusal(cloud, write, tmp_path / "a.jsonl").errno == errno.ENOSPC


def test_a_large_state_for_a_program(cloud: Cloud, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(launch, "_LONGEST", 1000)
    with files_of_at_most(1000), pytest.raises(OSError, match=r"/mockcloud-\w+\.json"):
        cloud.environ()


def test_a_wrong_request_is_no_error_of_a_file(cloud: Cloud, tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="since"):
        cloud.journal.write(tmp_path / "j", since=99)
    assert os.listdir(tmp_path) == []
