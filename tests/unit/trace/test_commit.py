"""Where a run may be written, what mends it when it cannot, and outcomes that are replaced."""

import errno
import os

import pytest

from kit.errors import RunError, UsageError
from kit.settings import Settings
from kit.trace.commit import REPLACED, check_folder, commit, stored, trouble, write_whole
from kit.trace.header import read_header, run_header, write_header


@pytest.mark.parametrize(
    ("number", "words"),
    [
        (errno.ENOSPC, "Free some space"),
        (errno.EROFS, "a folder you may write to"),
        (errno.EACCES, "a folder you may write to"),
        (errno.ENOTDIR, "A file stands"),
        (errno.EIO, "another folder"),
    ],
)
def test_the_fix_fits_the_reason(tmp_path, number, words):
    error = trouble("File", tmp_path, OSError(number, os.strerror(number)))
    assert words in error.fix
    assert os.strerror(number) in error.message
    assert ("space" in error.fix) is (number == errno.ENOSPC)


def test_a_file_in_the_way_is_named_before_anything_is_made(tmp_path):
    file = tmp_path / "file"
    file.write_text("mine")
    check_folder(tmp_path)
    check_folder(tmp_path / "new" / "deep")
    assert not (tmp_path / "new").exists()
    for place in (file, file / "new", file / "new" / "deep"):
        with pytest.raises(UsageError, match="is a file"):
            check_folder(place)
        with pytest.raises(UsageError, match="is a file"):
            write_header(place, run_header(Settings(), {}))
        with pytest.raises(RunError, match="not a run folder"):
            read_header(place)
    (tmp_path / "dangling").symlink_to(tmp_path / "nowhere")
    with pytest.raises(UsageError, match="is no folder"):
        check_folder(tmp_path / "dangling")


def test_the_first_error_is_the_one_that_is_told(tmp_path):
    from kit.errors import TraceError

    (tmp_path / "file").write_text("mine")
    with pytest.raises(TraceError, match="A file stands where a folder is needed"):
        write_whole(tmp_path / "file" / "run.json", b"{}")


def test_a_replaced_outcome_is_kept_aside_under_a_number(tmp_path):
    commit(tmp_path, "e1", {"trace.jsonl": b"1\n"})
    with pytest.raises(RunError, match="already stored"):
        commit(tmp_path, "e1", {"trace.jsonl": b"2\n"})
    for content in (b"2\n", b"3\n"):
        commit(tmp_path, "e1", {"trace.jsonl": content}, again=True)
    assert stored(tmp_path) == {"e1"}
    assert (tmp_path / "episodes" / "e1" / "trace.jsonl").read_bytes() == b"3\n"
    kept = {p.name: (p / "trace.jsonl").read_bytes() for p in (tmp_path / REPLACED).iterdir()}
    assert kept == {"e1-1": b"1\n", "e1-2": b"2\n"}


def test_what_was_never_stored_needs_no_room_aside(tmp_path):
    commit(tmp_path, "e1", {"trace.jsonl": b"1\n"}, again=True)
    assert stored(tmp_path) == {"e1"}
    assert not (tmp_path / REPLACED).exists()
