"""What a new phone's file tree holds, and the entries it is made of.

The folders, links, owners' modes and the two refusals ("Permission denied", "Read-only file system") follow what the
shell user sees on a production build of Android 14.
"""

from __future__ import annotations

import errno
import os
import stat as st
from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

SHARED = "/storage/emulated/0"
SCRATCH = "/data/local/tmp"
FOLDERS = ("Alarms", "Android", "DCIM", "Documents", "Download", "Movies", "Music", "Pictures", "Podcasts", "Ringtones")
FIRST_DAY = 1_735_689_600
"""mtime (seconds since 1970, UTC) of what a new phone holds: 2025-01-01T00:00:00Z."""

ZONES = (SHARED, SCRATCH)
_INSIDE = tuple(f"{zone}/" for zone in ZONES)
DENIED = ("/data", "/storage", "/mnt", "/dev", "/proc", "/sys")
MAX_LINKS = 40
NAME_MAX = 255
_BLOCK = 4096
SHARED_FILE = st.S_IFREG | 0o660
SHARED_DIR = st.S_IFDIR | 0o2770


@dataclass(frozen=True, slots=True)
class FileStat:
    """What `stat` knows: mode with the type bits, size in bytes, mtime in whole seconds since 1970."""

    mode: int
    size: int
    mtime: int

    @property
    def is_dir(self) -> bool:
        """Whether it is a folder."""
        return st.S_ISDIR(self.mode)


@dataclass(frozen=True, slots=True)
class Node:
    """One entry: a file (data), a symlink (target) or a folder (neither). Immutable, so snapshots share it."""

    mode: int
    mtime: int = FIRST_DAY
    data: bytes = b""
    target: str = ""

    @property
    def is_dir(self) -> bool:
        """Whether it is a folder."""
        return st.S_ISDIR(self.mode)

    def stat(self) -> FileStat:
        """Its FileStat; a folder's size is one block, a link's the length of its target."""
        size = _BLOCK if self.is_dir else len(self.data) or len(self.target)
        return FileStat(self.mode, size, self.mtime)


Snapshot = Mapping[str, Node]
"""A frozen picture of a tree; opaque to callers."""


def _skeleton() -> dict[str, Node]:
    open_dirs = [
        "/" + name for name in ("", "apex", "dev", "mnt", "odm", "proc", "product", "storage", "sys", "system")
    ]
    open_dirs += ["/system/" + name for name in ("app", "bin", "etc", "fonts", "priv-app")]
    open_dirs += ["/storage/self", "/vendor"]
    closed_dirs = ("/data", "/data/app", "/data/data", "/data/local", "/data/system", "/storage/emulated")
    nodes = {path: Node(st.S_IFDIR | 0o755) for path in open_dirs}
    nodes.update({path: Node(st.S_IFDIR | 0o771) for path in (*closed_dirs, SCRATCH)})
    links = {
        "/sdcard": "/storage/self/primary",
        "/storage/self/primary": SHARED,
        "/mnt/sdcard": "/storage/self/primary",
    }
    links |= {"/bin": "/system/bin", "/etc": "/system/etc"}
    nodes.update({path: Node(st.S_IFLNK | 0o777, target=target) for path, target in links.items()})
    nodes[SHARED] = Node(SHARED_DIR)
    nodes.update({f"{SHARED}/{name}": Node(SHARED_DIR) for name in FOLDERS})
    nodes["/dev/null"] = Node(st.S_IFCHR | 0o666)
    return nodes


SKELETON: MappingProxyType[str, Node] = MappingProxyType(_skeleton())
_ERRORS: Mapping[int, type[OSError]] = MappingProxyType({errno.EROFS: PermissionError})


def os_error(code: int, path: str) -> OSError:
    """The OSError for an errno, of the class `os` would raise; EROFS is a PermissionError here."""
    return _ERRORS.get(code, OSError)(code, os.strerror(code), path)


def first_clock() -> float:
    """The clock of a tree that was given none: always FIRST_DAY."""
    return FIRST_DAY


def parent_of(path: str) -> str:
    """The folder that holds a canonical path."""
    return path.rpartition("/")[0] or "/"


def is_below(path: str, folder: str) -> bool:
    """Whether a canonical path lies strictly inside a folder."""
    return path.startswith(folder if folder == "/" else folder + "/")


def in_zone(path: str) -> bool:
    """Whether a canonical path is a writable folder or inside one."""
    return path in ZONES or path.startswith(_INSIDE)


_SDCARD = "/sdcard/"
"""A link nobody on the phone can change: to SHARED, by way of another such link."""
_CASED = frozenset({SCRATCH})
"""Folders there always are, where letter case counts: a name in them that is new is canonical as it stands."""


def resolve(nodes: Mapping[str, Node], path: str, *, follow: bool = True) -> str:
    """The canonical path; see FileTree.resolve."""
    if not path:
        raise os_error(errno.ENOENT, path)
    if straight := _straight(nodes, path):
        return straight
    return _walked(nodes, path, follow=follow)


def _straight(nodes: Mapping[str, Node], path: str) -> str:
    """The canonical path where it can be told at a glance, else empty: most calls are about the same few files."""
    node = nodes.get(path)
    if node is not None and not node.target and in_zone(path):
        return path  # keys are canonical, and the folders above the writable ones let everybody pass
    if node is None and path.startswith(_SDCARD):
        direct = SHARED + path[len(_SDCARD) - 1 :]
        if (there := nodes.get(direct)) is not None and not there.target:
            return direct
    folder, _, name = path.rpartition("/")
    if node is None and folder in _CASED and name not in ("", ".", "..") and len(name) <= NAME_MAX // 4:
        return path
    return ""


def _walked(nodes: Mapping[str, Node], path: str, *, follow: bool) -> str:
    todo = path.split("/")[::-1]
    here, links = "/", 0
    while todo:
        part = todo.pop()
        if part in ("", "."):
            continue
        if part == "..":
            here = parent_of(here)
            continue
        _check_step(nodes.get(here), here, part, path)
        step = f"{here if here != '/' else ''}/{part}"
        node = nodes.get(step)
        if node is None and (here == SHARED or is_below(here, SHARED)):
            step = _same_but_for_case(nodes, here, part) or step
            node = nodes.get(step)
        if node is None or not node.target or (not follow and not any(todo)):
            here = step
            continue
        links += 1
        if links > MAX_LINKS:
            raise os_error(errno.ELOOP, path)
        todo += node.target.split("/")[::-1]
        here = "/" if node.target.startswith("/") else here
    return here


def _same_but_for_case(nodes: Mapping[str, Node], folder: str, name: str) -> str:
    """The entry of a folder of shared storage with this name in another letter case, or empty.

    Android's shared storage keeps the case of names and ignores it when looking them up.
    """
    if folder not in nodes:
        return ""
    wanted, prefix = name.casefold(), folder + "/"
    start = len(prefix)
    return next((p for p in tuple(nodes) if p.startswith(prefix) and p[start:].casefold() == wanted), "")


def _check_step(node: Node | None, folder: str, part: str, path: str) -> None:
    if node is not None and not node.is_dir:
        raise os_error(errno.ENOTDIR, path)
    if node is not None and not node.mode & 0o001 and not in_zone(folder):
        raise os_error(errno.EACCES, path)
    if len(part) > NAME_MAX // 4 and len(part.encode("utf-8", "surrogateescape")) > NAME_MAX:
        raise os_error(errno.ENAMETOOLONG, path)


def check_writable(full: str, shown: str) -> None:
    """Raises PermissionError (EACCES or EROFS) unless the shell user may create or remove this canonical path."""
    if full.startswith(_INSIDE):
        return
    denied = any(full == folder or is_below(full, folder) for folder in DENIED)
    raise os_error(errno.EACCES if denied else errno.EROFS, shown)


def recased(full: str, asked: str) -> str:
    """A canonical path with its last name in the letter case that was asked for, where case makes no difference."""
    name = asked.rstrip("/").rpartition("/")[2]
    same = name.casefold() == full.rpartition("/")[2].casefold()
    return f"{parent_of(full)}/{name}" if same and is_below(full, SHARED) else full


def check_rename(nodes: Mapping[str, Node], source: str, target: str, shown: str) -> None:
    """Raises what Linux's rename raises, in its order, when `source` (which exists) cannot become `target`."""
    moved, there = nodes[source], nodes.get(target)
    if parent_of(target) not in nodes:
        raise os_error(errno.ENOENT, shown)
    if is_below(target, source):
        raise os_error(errno.EINVAL, shown)
    if there is None:
        return
    if there.is_dir and not moved.is_dir:
        raise os_error(errno.ENOTEMPTY if is_below(source, target) else errno.EISDIR, shown)
    if moved.is_dir and not there.is_dir:
        raise os_error(errno.ENOTDIR, shown)
    if there.is_dir and any(is_below(path, target) for path in nodes):
        raise os_error(errno.ENOTEMPTY, shown)
