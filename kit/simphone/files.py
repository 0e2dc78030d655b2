"""The phone's file tree, in memory: what `ls`, `cat`, `adb push` and the Files app all see.

Paths are absolute and go through symlinks as on a phone: `/sdcard` -> `/storage/self/primary` -> `/storage/emulated/0`.
Only `/sdcard` and `/data/local/tmp` can be written; elsewhere the shell user (uid 2000) is refused with the words Android
uses: "Permission denied" below `/data`, `/storage`, `/mnt`, `/dev`, `/proc` and `/sys`, "Read-only file system" in the
system image. Errors are the `OSError` subclasses of `os`, with `errno` and `strerror` set, so callers can print them.
"""

from __future__ import annotations

import errno
import stat as st
from collections.abc import Callable, Iterator
from dataclasses import replace

from kit.simphone.files_image import (
    FOLDERS,
    SCRATCH,
    SHARED,
    SHARED_DIR,
    SHARED_FILE,
    SKELETON,
    FileStat,
    Node,
    Snapshot,
    check_rename,
    check_writable,
    first_clock,
    in_zone,
    is_below,
    os_error,
    parent_of,
    recased,
    resolve,
)

__all__ = ["FOLDERS", "SCRATCH", "SHARED", "FileStat", "FileTree", "Snapshot"]


class FileTree:
    """Files and folders of one phone.

    Args:
        clock: gives seconds since 1970 for the mtime of what is written without one; the phone's virtual clock.

    Attributes:
        changes: grows with every change outside /data/local/tmp, which no screen shows.
        cwd: where relative paths start; the shell moves it with `cd` and puts it back to `/` when its line ends.
    """

    def __init__(self, clock: Callable[[], float] = first_clock) -> None:
        self._clock = clock
        self._nodes: dict[str, Node] = SKELETON.copy()
        self.cwd = "/"
        self.changes = 0

    # --- finding ------------------------------------------------------------------------------------------------
    def resolve(self, path: str, *, follow: bool = True) -> str:
        """The canonical path: no symlinks, `.`, `..` or doubled slashes; relative paths start at `cwd`.

        The last parts need not exist. `follow=False` keeps a symlink in the last place (as `lstat` does).

        Raises:
            FileNotFoundError: the path is empty.
            NotADirectoryError: a file stands where a folder is needed.
            PermissionError: a folder on the way is closed to the shell user.
            OSError: a loop of links, or a name over 255 bytes.
        """
        if path and not path.startswith("/"):
            path = f"{self.cwd}/{path}"
        return resolve(self._nodes, path, follow=follow)

    def _find(self, path: str, *, follow: bool = True) -> tuple[str, Node]:
        full = self.resolve(path, follow=follow)
        node = self._nodes.get(full)
        if node is None:
            raise os_error(errno.ENOENT, path)
        if path.endswith("/") and not node.is_dir:
            raise os_error(errno.ENOTDIR, path)
        return full, node

    def _children(self, folder: str) -> Iterator[str]:
        prefix = folder if folder == "/" else folder + "/"
        names = tuple(self._nodes)  # one atomic copy: another thread may be writing
        return (path for path in names if path.startswith(prefix) and path != "/")

    # --- looking ------------------------------------------------------------------------------------------------

    def stat(self, path: str) -> FileStat | None:
        """What the path leads to (links followed), or None when it cannot be reached."""
        try:
            return self._find(path)[1].stat()
        except OSError:
            return None

    def lstat(self, path: str) -> FileStat:
        """The entry itself, a link not followed. Raises FileNotFoundError and the errors of `resolve`."""
        return self._find(path, follow=False)[1].stat()

    def status(self, path: str) -> FileStat:
        """As `stat`, but raises the OSError that says why the path cannot be reached."""
        return self._find(path)[1].stat()

    def exists(self, path: str) -> bool:
        """Whether the path leads to a file or folder."""
        return self.stat(path) is not None

    def is_dir(self, path: str) -> bool:
        """Whether the path leads to a folder."""
        return (found := self.stat(path)) is not None and found.is_dir

    def is_file(self, path: str) -> bool:
        """Whether the path leads to something that is not a folder."""
        return self.exists(path) and not self.is_dir(path)

    def readlink(self, path: str) -> str:
        """A symlink's target. Raises OSError (EINVAL) for anything else."""
        node = self._find(path, follow=False)[1]
        if not node.target:
            raise os_error(errno.EINVAL, path)
        return node.target

    def listdir(self, path: str) -> list[str]:
        """The folder's names, sorted. Raises FileNotFoundError, NotADirectoryError, PermissionError."""
        full, node = self._find(path)
        if not node.is_dir:
            raise os_error(errno.ENOTDIR, path)
        if not node.mode & 0o004 and not in_zone(full):
            raise os_error(errno.EACCES, path)
        start = len(full) + (full != "/")
        return sorted(name for child in self._children(full) if "/" not in (name := child[start:]))

    def walk(self, prefix: str) -> Iterator[str]:
        """Every file (no folders, no links) under a folder, sorted; paths begin with the prefix as it was given."""
        full = self.resolve(prefix)
        shown = prefix.rstrip("/")
        start = len(full) if full != "/" else 0
        for child in sorted(self._children(full)):
            if st.S_ISREG(self._nodes[child].mode):
                yield shown + child[start:]

    def read(self, path: str) -> bytes:
        """The file's bytes. Raises FileNotFoundError, IsADirectoryError, PermissionError."""
        full, node = self._find(path)
        if node.is_dir:
            raise os_error(errno.EISDIR, path)
        if not node.mode & 0o004 and not in_zone(full):
            raise os_error(errno.EACCES, path)
        return node.data

    # --- changing -----------------------------------------------------------------------------------------------

    def _put(self, full: str, node: Node) -> None:
        self._nodes[full] = node
        self.changes += not full.startswith(SCRATCH)

    def _drop(self, full: str) -> Node:
        self.changes += not full.startswith(SCRATCH)
        return self._nodes.pop(full)

    def check_writable(self, path: str) -> str:
        """The canonical path of an entry the shell user may create, replace or remove.

        Raises:
            PermissionError: it lies outside the writable folders; errno EACCES or EROFS.
        """
        full = self.resolve(path, follow=False)
        check_writable(full, path)
        return full

    def _make(self, full: str, mode: int) -> None:
        """Creates a folder and its missing parents; the path is canonical and allowed."""
        missing: list[str] = []
        while full not in self._nodes:
            missing.append(full)
            full = parent_of(full)
        if not self._nodes[full].is_dir:
            raise os_error(errno.ENOTDIR, full)
        for folder in reversed(missing):
            shared = is_below(folder, SHARED)
            self._put(folder, Node(SHARED_DIR if shared else st.S_IFDIR | mode, int(self._clock())))

    def write(
        self, path: str, data: bytes, mode: int = 0o644, mtime: float | None = None, *, parents: bool = True
    ) -> None:
        """Creates or replaces a file.

        Args:
            path: where; a link is followed.
            data: the whole content.
            mode: permission bits; shared storage shows 0660 whatever is asked for, as Android does.
            mtime: seconds since 1970; None for now on the phone's clock.
            parents: create missing folders (a push does); else a missing one raises FileNotFoundError (as `>` does).
        """
        full = self.resolve(path)
        old = self._nodes.get(full)
        if old is not None and st.S_ISCHR(old.mode):
            return
        if old is not None and old.is_dir:
            raise os_error(errno.EISDIR, path)
        self._prepare(full, path, parents=parents)
        kept = SHARED_FILE if is_below(full, SHARED) else st.S_IFREG | (mode & 0o7777)
        self._put(full, Node(kept, int(self._clock() if mtime is None else mtime), bytes(data)))

    def _prepare(self, full: str, path: str, *, parents: bool) -> None:
        folder = parent_of(full)
        above = self._nodes.get(folder)
        if above is None and not parents:
            raise os_error(errno.ENOENT, path)
        check_writable(full, full)
        if above is None or not above.is_dir:
            self._make(folder, 0o771)

    def plant(self, path: str, data: bytes | None = None, mode: int = 0o644) -> None:
        """Puts a file (or, with None, a folder) anywhere, as the system image's maker would; no permission is asked.

        Folders on the way are open (0755). The phone uses it for what a new phone holds outside /sdcard.
        """
        full = self.resolve(path)
        self._make(full if data is None else parent_of(full), 0o755 if data is not None else mode | 0o111)
        if data is not None:
            self._put(full, Node(st.S_IFREG | mode, int(self._clock()), bytes(data)))

    def touch(self, path: str, mtime: float | None = None) -> None:
        """Sets the mtime (now when None); creates an empty file when there is none and its folder exists."""
        full = self.resolve(path)
        if full not in self._nodes:
            self.write(path, b"", 0o660, mtime, parents=False)
            return
        check_writable(full, full)
        self._put(full, replace(self._nodes[full], mtime=int(self._clock() if mtime is None else mtime)))

    def chmod(self, path: str, mode: int) -> None:
        """Sets permission bits; on shared storage nothing changes, as on Android."""
        full, node = self._find(path)
        check_writable(full, full)
        if not is_below(full, SHARED):
            self._put(full, replace(node, mode=st.S_IFMT(node.mode) | (mode & 0o7777)))

    def symlink(self, target: str, path: str) -> None:
        """Makes a link; shared storage has none ("Operation not permitted")."""
        full = self.check_writable(path)
        if full in self._nodes:
            raise os_error(errno.EEXIST, path)
        if not target:
            raise os_error(errno.ENOENT, path)
        if is_below(full, SHARED):
            raise os_error(errno.EPERM, path)
        self._prepare(full, path, parents=True)
        self._put(full, Node(st.S_IFLNK | 0o777, int(self._clock()), target=target))

    def mkdir(self, path: str, mode: int = 0o771, *, parents: bool = False) -> None:
        """Makes a folder; with `parents` also the missing ones above it, and an existing folder is no error.

        Raises:
            FileExistsError: something is there.
            FileNotFoundError: the folder above is missing and `parents` is off.
        """
        full = self.resolve(path)
        node = self._nodes.get(full)
        if node is not None:
            if parents and node.is_dir:
                return
            raise os_error(errno.EEXIST, path)
        if not parents and parent_of(full) not in self._nodes:
            raise os_error(errno.ENOENT, path)
        check_writable(full, full)
        self._make(full, mode & 0o7777)

    def rmdir(self, path: str) -> None:
        """Removes an empty folder. Raises NotADirectoryError, and OSError (ENOTEMPTY) when it holds something."""
        full, node = self._find(path, follow=False)
        if not node.is_dir:
            raise os_error(errno.ENOTDIR, path)
        check_writable(full, full)
        if next(self._children(full), None) is not None:
            raise os_error(errno.ENOTEMPTY, path)
        self._drop(full)

    def remove(self, path: str, recursive: bool = False) -> None:
        """Removes a file or link; with `recursive` also a folder with all it holds.

        Raises:
            IsADirectoryError: a folder without `recursive`.
            FileNotFoundError, PermissionError: as `os.remove`.
        """
        full, node = self._find(path, follow=False)
        check_writable(full, full)
        if node.is_dir:
            if not recursive:
                raise os_error(errno.EISDIR, path)
            for child in list(self._children(full)):
                self._drop(child)
        self._drop(full)

    def rename(self, old: str, new: str) -> None:
        """Moves a file, link or folder, as `os.rename`: a file replaces a file, a folder only an empty folder."""
        for path in (old, new):  # Linux looks up both folders before either name
            if parent_of(target := self.resolve(path, follow=False)) not in self._nodes:
                raise os_error(errno.ENOENT, path)
        source, node = self._find(old, follow=False)
        check_writable(source, old)
        check_writable(target, new)
        target = recased(target, new) if source == target else target
        if source == target:
            return
        check_rename(self._nodes, source, target, new)
        moved = [source, *self._children(source)] if node.is_dir else [source]
        for path in moved:
            entry = self._drop(path)
            self._put(target + path[len(source) :], entry)

    # --- snapshots ----------------------------------------------------------------------------------------------

    def snapshot(self) -> Snapshot:
        """The tree as it is now; a shallow copy, cheap, never changed afterwards."""
        return self._nodes.copy()

    def restore(self, snapshot: Snapshot) -> None:
        """Makes the tree what it was at the snapshot, which stays usable."""
        self.changes += 1
        self._nodes = dict(snapshot)

    def reset(self) -> None:
        """Makes it a new phone's tree."""
        self.changes += 1
        self._nodes = SKELETON.copy()
