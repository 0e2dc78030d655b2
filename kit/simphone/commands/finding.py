"""`find`: the files and folders below one, by name, kind and depth."""

from __future__ import annotations

import fnmatch
import posixpath
import stat
from collections.abc import Iterator
from dataclasses import dataclass

from kit.simphone.commands.call import Call, whole

_KINDS = {"f": stat.S_ISREG, "d": stat.S_ISDIR, "l": stat.S_ISLNK}


@dataclass(slots=True)
class _Wanted:
    """What the options of `find` said."""

    name: str = "*"
    folded: bool = False
    kind: str = ""
    least: int = 0
    most: int = 1_000

    def fits(self, path: str, mode: int, depth: int) -> bool:
        name, pattern = posixpath.basename(path.rstrip("/")) or "/", self.name
        if self.folded:
            name, pattern = name.lower(), pattern.lower()
        right = not self.kind or _KINDS[self.kind](mode)
        return depth >= self.least and right and fnmatch.fnmatchcase(name, pattern)


def find(call: Call, args: list[str]) -> int:
    """`find [FOLDER...] [-name P] [-iname P] [-type f|d|l] [-mindepth N] [-maxdepth N] [-print]`.

    A link that is named without a slash after it is not followed, as on a phone: `find /sdcard` finds only the link.
    """
    start = next((n for n, a in enumerate(args) if a.startswith("-")), len(args))
    roots, rest, wanted = args[:start] or ["."], args[start:], _Wanted()
    while rest:
        option = rest.pop(0)
        if option == "-print":
            continue
        if not rest:
            call.fail(f"find: bad arg '{option}'")
            return 1
        if not _option(wanted, option, rest.pop(0)):
            call.fail(f"find: bad arg '{option}'")
            return 1
    code = 0
    for root in roots:
        try:
            call.say(*_below(call, root, wanted, 0))
        except OSError as error:
            call.fail(f"find: {root}: {error.strerror}")
            code = 1
    return code


def _option(wanted: _Wanted, option: str, value: str) -> bool:
    """Takes one option with its value; False when there is no such option or value."""
    if option in ("-name", "-iname"):
        wanted.name, wanted.folded = value, option == "-iname"
    elif option == "-type" and value in _KINDS:
        wanted.kind = value
    elif option == "-mindepth":
        wanted.least = whole(value)
    elif option == "-maxdepth":
        wanted.most = whole(value)
    else:
        return False
    return True


def _below(call: Call, path: str, wanted: _Wanted, depth: int) -> Iterator[str]:
    """The path itself and what is below it, in the order of names. Raises OSError where the path is not there."""
    files = call.phone.files
    mode = files.status(path).mode if path.endswith("/") else files.lstat(path).mode
    if wanted.fits(path, mode, depth):
        yield path
    if not stat.S_ISDIR(mode) or depth >= wanted.most:
        return
    for name in sorted(files.listdir(path)):
        yield from _below(call, f"{path.rstrip('/')}/{name}", wanted, depth + 1)


COMMANDS = {"find": find}
