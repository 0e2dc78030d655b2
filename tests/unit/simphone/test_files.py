"""The file tree against the operating system's own, and against Android's words."""

import errno
import os
import shutil
import tempfile
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kit.simphone.files import FOLDERS, SHARED, FileTree

NAMES = st.sampled_from(["a", "b", "cc"])
PATHS = st.lists(NAMES, min_size=1, max_size=3).map("/".join)
STEPS = st.lists(
    st.one_of(
        st.tuples(st.just("write"), PATHS, st.binary(max_size=6)),
        st.tuples(st.just("mkdir"), PATHS),
        st.tuples(st.just("makedirs"), PATHS),
        st.tuples(st.just("rmdir"), PATHS),
        st.tuples(st.just("rmtree"), PATHS),
        st.tuples(st.just("remove"), PATHS),
        st.tuples(st.just("rename"), PATHS, PATHS),
    ),
    max_size=25,
)


def on_tree(tree: FileTree, root: str, step):
    verb, path, *rest = step
    path = f"{root}/{path}"
    calls = {
        "write": lambda: tree.write(path, rest[0], parents=False),
        "mkdir": lambda: tree.mkdir(path),
        "makedirs": lambda: tree.mkdir(path, parents=True),
        "rmdir": lambda: tree.rmdir(path),
        "rmtree": lambda: tree.remove(path, recursive=True),
        "remove": lambda: tree.remove(path),
        "rename": lambda: tree.rename(path, f"{root}/{rest[0]}"),
    }
    calls[verb]()


def on_disk(root: Path, step):
    verb, name, *rest = step
    path = root / name
    calls = {
        "write": lambda: path.write_bytes(rest[0]),
        "mkdir": lambda: os.mkdir(path),
        "makedirs": lambda: os.makedirs(path, exist_ok=True),
        "rmdir": lambda: os.rmdir(path),
        "rmtree": lambda: shutil.rmtree(path) if path.is_dir() else os.remove(path),
        "remove": lambda: os.remove(path),
        "rename": lambda: os.rename(path, root / rest[0]),
    }
    calls[verb]()


def code_of(call) -> int | None:
    try:
        call()
    except OSError as error:
        return error.errno
    return None


def picture(root: Path) -> dict[str, bytes | None]:
    return {str(p.relative_to(root)): None if p.is_dir() else p.read_bytes() for p in root.rglob("*")}


def tree_picture(tree: FileTree, root: str) -> dict[str, bytes | None]:
    found: dict[str, bytes | None] = {}
    todo = [root]
    while todo:
        folder = todo.pop()
        for name in tree.listdir(folder):
            path = f"{folder}/{name}"
            is_dir = tree.is_dir(path)
            found[path[len(root) + 1 :]] = None if is_dir else tree.read(path)
            todo += [path] if is_dir else []
    return found


@settings(max_examples=300, deadline=None)
@given(steps=STEPS, root=st.sampled_from(["/sdcard/Download", "/data/local/tmp"]))
def test_it_does_what_the_operating_system_does(steps, root):
    tree = FileTree()
    with tempfile.TemporaryDirectory() as folder:
        for step in steps:
            got = code_of(lambda step=step: on_tree(tree, root, step))
            want = code_of(lambda step=step: on_disk(Path(folder), step))
            if step[0] == "makedirs" and want == errno.EEXIST:  # Python's word for a file on the way
                want = got if got in (errno.EEXIST, errno.ENOTDIR) else want
            assert got == want, step
            assert tree_picture(tree, root) == picture(Path(folder))


@settings(max_examples=100, deadline=None)
@given(before=STEPS, after=STEPS)
def test_restore_brings_everything_back(before, after):
    tree = FileTree()
    for step in before:
        code_of(lambda step=step: on_tree(tree, "/sdcard", step))
    wanted = tree_picture(tree, "/sdcard")
    snapshot = tree.snapshot()
    for step in after:
        code_of(lambda step=step: on_tree(tree, "/sdcard", step))
    tree.restore(snapshot)
    assert tree_picture(tree, "/sdcard") == wanted
    code_of(lambda: tree.write("/sdcard/extra", b"x"))
    tree.restore(snapshot)
    assert not tree.exists("/sdcard/extra")


@given(path=st.lists(st.sampled_from(["..", ".", "", "sdcard", "x", "self", "primary", "storage"]), max_size=8))
def test_paths_always_come_out_canonical(path):
    tree = FileTree()
    full = tree.resolve("/" + "/".join(path))
    assert full.startswith("/")
    assert tree.resolve(full) == full
    assert not {"..", ".", ""} & set(full.split("/")[1:]) or full == "/"


def test_the_three_names_of_shared_storage_are_one():
    tree = FileTree()
    tree.write("/sdcard/Download/note.txt", b"hello", mtime=1_700_000_000)
    assert tree.read("/storage/emulated/0/Download/note.txt") == b"hello"
    assert tree.read("/storage/self/primary/Download/../Download/note.txt") == b"hello"
    assert tree.resolve("/sdcard") == SHARED
    assert tree.lstat("/sdcard").mode & 0o170000 == 0o120000
    assert tree.readlink("/sdcard") == "/storage/self/primary"
    assert list(tree.walk("/sdcard/")) == ["/sdcard/Download/note.txt"]
    found = tree.stat("/sdcard/Download/note.txt")
    assert found is not None
    assert (oct(found.mode), found.size, found.mtime) == ("0o100660", 5, 1_700_000_000)


def test_a_new_phone_has_the_standard_folders():
    tree = FileTree()
    assert set(FOLDERS) == set(tree.listdir("/sdcard"))
    assert {"Download", "DCIM", "Pictures", "Music", "Documents", "Movies", "Android"} <= set(FOLDERS)
    assert tree.is_dir("/data/local/tmp")
    assert tree.listdir("/data/local/tmp") == []


@pytest.mark.parametrize(
    ("path", "words"),
    [
        ("/x", "Read-only file system"),
        ("/system/app/x.apk", "Read-only file system"),
        ("/vendor/x", "Read-only file system"),
        ("/data/x", "Permission denied"),
        ("/data/local/x", "Permission denied"),
        ("/storage/x", "Permission denied"),
        ("/proc/x", "Permission denied"),
    ],
)
def test_the_rest_of_the_phone_is_refused_in_androids_words(path, words):
    tree = FileTree()
    for call in (lambda: tree.write(path, b""), lambda: tree.mkdir(path), lambda: tree.touch(path)):
        with pytest.raises(PermissionError) as caught:
            call()
        assert caught.value.strerror == words
    assert not tree.exists(path)


def test_roots_of_the_writable_places_stay():
    tree = FileTree()
    for path in ("/sdcard", SHARED, "/data/local/tmp", "/data"):
        with pytest.raises(PermissionError):
            tree.remove(path, recursive=True)
    assert tree.is_dir("/sdcard/Download")


def test_closed_folders_cannot_be_listed():
    tree = FileTree()
    tree.plant("/data/data/com.app/db", b"x", mode=0o600)
    for call in (
        lambda: tree.listdir("/data"),
        lambda: tree.listdir("/data/local"),
        lambda: tree.read("/data/data/com.app/db"),
    ):
        with pytest.raises(PermissionError) as caught:
            call()
        assert caught.value.strerror == "Permission denied"
    assert tree.is_dir("/data")


def test_a_planted_file_is_there_for_everyone_to_read():
    tree = FileTree(clock=lambda: 1_800_000_000.7)
    tree.plant("/system/build.prop", b"ro.x=1\n")
    found = tree.stat("/system/build.prop")
    assert tree.read("/system/build.prop") == b"ro.x=1\n"
    assert found is not None
    assert found.mtime == 1_800_000_000
    with pytest.raises(PermissionError):
        tree.write("/system/build.prop", b"")


def test_links_live_in_scratch_space_only():
    tree = FileTree()
    tree.symlink("/sdcard/Download", "/data/local/tmp/d")
    tree.write("/data/local/tmp/d/f", b"1")
    assert tree.read("/sdcard/Download/f") == b"1"
    tree.remove("/data/local/tmp/d")
    assert tree.exists("/sdcard/Download/f")
    with pytest.raises(PermissionError) as caught:
        tree.symlink("/sdcard/Download", "/sdcard/link")
    assert caught.value.strerror == "Operation not permitted"
    tree.symlink("loop", "/data/local/tmp/loop")
    with pytest.raises(OSError) as loop:
        tree.read("/data/local/tmp/loop")
    assert loop.value.errno == errno.ELOOP


def test_modes_count_in_scratch_space_only():
    tree = FileTree()
    tree.write("/data/local/tmp/run", b"", mode=0o755)
    tree.chmod("/data/local/tmp/run", 0o500)
    tree.write("/sdcard/run", b"", mode=0o755)
    tree.chmod("/sdcard/run", 0o500)
    assert tree.lstat("/data/local/tmp/run").mode == 0o100500
    assert tree.lstat("/sdcard/run").mode == 0o100660


def test_names_that_no_phone_has():
    tree = FileTree()
    with pytest.raises(OSError) as long:
        tree.write("/sdcard/" + "é" * 128, b"")
    assert long.value.errno == errno.ENAMETOOLONG
    tree.write("/sdcard/" + "é" * 127, b"ok")
    with pytest.raises(FileNotFoundError):
        tree.read("")
    tree.write("/sdcard/f", b"")
    with pytest.raises(NotADirectoryError):
        tree.read("/sdcard/f/g")
    with pytest.raises(NotADirectoryError):
        tree.status("/sdcard/f/")


def test_dev_null_takes_everything_and_holds_nothing():
    tree = FileTree()
    tree.write("/dev/null", b"gone")
    assert tree.read("/dev/null") == b""


def test_touch_makes_and_dates():
    tree = FileTree()
    tree.touch("/sdcard/t", 100)
    tree.touch("/sdcard/t", 200)
    assert tree.status("/sdcard/t").mtime == 200
    with pytest.raises(FileNotFoundError):
        tree.touch("/sdcard/no/t")


CASES = st.lists(st.sampled_from(["a", "A", "b", "B", "é", "É", "aB", "Ab"]), min_size=1, max_size=3).map("/".join)


@settings(max_examples=200, deadline=None)
@given(st.lists(st.tuples(st.sampled_from(["write", "mkdir", "remove", "rename"]), CASES, CASES), max_size=20))
def test_shared_storage_keeps_the_case_of_names_and_ignores_it_in_looking_up(steps):
    """A tree that is asked in mixed case answers as one that is asked in lower case, and shows names as they were made."""
    mixed, lower = FileTree(), FileTree()
    for verb, first, second in steps:
        codes = []
        for tree, fold in ((mixed, str), (lower, str.casefold)):
            a, b = f"/sdcard/Download/{fold(first)}", f"/sdcard/Download/{fold(second)}"
            calls = {
                "write": lambda tree=tree, a=a: tree.write(a, b"x", parents=False),
                "mkdir": lambda tree=tree, a=a: tree.mkdir(a),
                "remove": lambda tree=tree, a=a: tree.remove(a, recursive=True),
                "rename": lambda tree=tree, a=a, b=b: tree.rename(a, b),
            }
            codes.append(code_of(calls[verb]))
        assert codes[0] == codes[1]
        shown = tree_picture(mixed, "/sdcard/Download")
        assert len({k.casefold() for k in shown}) == len(shown)
        assert {k.casefold(): v for k, v in shown.items()} == tree_picture(lower, "/sdcard/Download")
        for path in shown:
            assert mixed.exists(f"/sdcard/Download/{path.swapcase()}")


def test_a_name_may_change_its_case_and_scratch_space_tells_cases_apart():
    tree = FileTree()
    tree.write("/sdcard/download/Report.TXT", b"1")
    assert tree.listdir("/sdcard/Download") == ["Report.TXT"]
    tree.rename("/sdcard/Download/report.txt", "/sdcard/Download/report.txt")
    assert tree.listdir("/sdcard/Download") == ["report.txt"]
    with pytest.raises(FileExistsError):
        tree.mkdir("/sdcard/DOWNLOAD")
    tree.write("/data/local/tmp/a", b"1")
    tree.write("/data/local/tmp/A", b"2")
    assert (tree.read("/data/local/tmp/a"), tree.read("/data/local/tmp/A")) == (b"1", b"2")
    assert not tree.exists("/SDCARD")


def test_relative_paths_start_where_the_shell_stands():
    tree = FileTree()
    tree.cwd = "/sdcard"
    tree.write("Download/x", b"1")
    assert tree.read("/sdcard/Download/x") == b"1"
    assert tree.resolve(".") == SHARED
    tree.cwd = "/"
    assert not tree.exists("Download/x")
