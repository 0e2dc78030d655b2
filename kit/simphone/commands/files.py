"""toybox's file commands, in its words: `ls: /x: No such file or directory`."""

from __future__ import annotations

import errno
import os
import stat as st
from datetime import datetime, timedelta

from kit.simphone.commands.call import Call


def _options(args: list[str]) -> tuple[set[str], list[str]]:
    """Single-letter options and the other words; `--` ends the options."""
    letters: set[str] = set()
    words: list[str] = []
    for n, word in enumerate(args):
        if word == "--":
            return letters, words + args[n + 1 :]
        if word.startswith("-") and len(word) > 1 and not word.startswith("--"):
            letters.update(word[1:])
        elif not word.startswith("--"):
            words.append(word)
    return letters, words


def _failed(call: Call, name: str, path: str, error: OSError) -> int:
    call.fail(f"{name}: {path}: {error.strerror}")
    return 1


def _need(call: Call, name: str, words: list[str], count: int) -> bool:
    if len(words) < count:
        call.fail(f"{name}: Needs {count} argument{'s' if count > 1 else ''}", '(see "' + name + ' --help")')
        return False
    return True


def ls(call: Call, args: list[str]) -> int:
    """`ls [-l] [-a] [-d] [-1] PATH...`."""
    letters, words = _options(args)
    code = 0
    files: list[str] = []
    folders: list[str] = []
    for path in words or ["."]:
        try:
            found = call.phone.files.status(path)
        except OSError as error:
            code = _failed(call, "ls", path, error)
            continue
        (folders if found.is_dir and "d" not in letters else files).append(path)
    for path in files:
        call.say(_row(call, path, path) if "l" in letters else path)
    for path in folders:
        if len(words) > 1:
            call.say("", f"{path}:") if call.out else call.say(f"{path}:")
        code = _folder(call, path, letters) or code
    return code


def _folder(call: Call, path: str, letters: set[str]) -> int:
    try:
        names = call.phone.files.listdir(path)
    except OSError as error:
        return _failed(call, "ls", path, error)
    if "a" in letters:
        names = [".", "..", *names]
    elif "A" not in letters:
        names = [n for n in names if not n.startswith(".")]
    if "l" in letters:
        call.say("total 8")
    for name in names:
        call.say(_row(call, f"{path.rstrip('/')}/{name}", name) if "l" in letters else name)
    return 0


def _row(call: Call, path: str, name: str) -> str:
    found = call.phone.files.lstat(path)
    when = datetime(1970, 1, 1) + timedelta(seconds=found.mtime)
    shared = call.phone.files.resolve(path, follow=False).startswith("/storage/emulated")
    owner = "u0_a123 media_rw" if shared else "root   root     "
    arrow = f" -> {call.phone.files.readlink(path)}" if st.S_ISLNK(found.mode) else ""
    return f"{st.filemode(found.mode)} 1 {owner} {found.size:>7} {when:%Y-%m-%d %H:%M} {name}{arrow}"


def cat(call: Call, args: list[str]) -> int:
    """`cat [FILE...]`."""
    code = 0
    for path in args or ["-"]:
        if path == "-":
            call.out += call.stdin
            continue
        try:
            call.hand_on(call.phone.files.read(path))
        except OSError as error:
            code = _failed(call, "cat", path, error)
    return code


def rm(call: Call, args: list[str]) -> int:
    """`rm [-r] [-f] PATH...`."""
    letters, words = _options(args)
    if not words and "f" not in letters:
        return 0 if _need(call, "rm", words, 1) else 1
    code = 0
    for path in words:
        try:
            call.phone.files.remove(path, recursive=bool(letters & {"r", "R"}))
        except FileNotFoundError as error:
            code = code if "f" in letters else _failed(call, "rm", path, error)
        except IsADirectoryError:
            call.fail(f"rm: {path}: is directory")
            code = 1
        except OSError as error:
            code = _failed(call, "rm", path, error)
    return code


def mkdir(call: Call, args: list[str]) -> int:
    """`mkdir [-p] PATH...`."""
    letters, words = _options(args)
    if not _need(call, "mkdir", words, 1):
        return 1
    code = 0
    for path in words:
        try:
            call.phone.files.mkdir(path, parents="p" in letters)
        except OSError as error:
            call.fail(f"mkdir: '{path}': {error.strerror}")
            code = 1
    return code


def rmdir(call: Call, args: list[str]) -> int:
    """`rmdir PATH...`."""
    code = 0
    for path in _options(args)[1]:
        try:
            call.phone.files.rmdir(path)
        except OSError as error:
            code = _failed(call, "rmdir", path, error)
    return code


def _pairs(call: Call, name: str, args: list[str]) -> list[tuple[str, str]] | None:
    """(source, target) of mv and cp; a folder as last word takes the sources' names."""
    words = _options(args)[1]
    if not _need(call, name, words, 2):
        return None
    *sources, last = words
    if call.phone.files.is_dir(last):
        return [(s, f"{last.rstrip('/')}/{s.rstrip('/').rsplit('/', 1)[-1]}") for s in sources]
    if len(sources) > 1:
        call.fail(f"{name}: '{last}' not directory")
        return None
    return [(sources[0], last)]


def mv(call: Call, args: list[str]) -> int:
    """`mv SOURCE... TARGET`."""
    pairs = _pairs(call, "mv", args)
    if pairs is None:
        return 1
    code = 0
    for source, target in pairs:
        try:
            call.phone.files.rename(source, target)
        except OSError as error:
            call.fail(f"mv: bad '{source}': {error.strerror}")
            code = 1
    return code


def cp(call: Call, args: list[str]) -> int:
    """`cp [-r] SOURCE... TARGET`."""
    pairs = _pairs(call, "cp", args)
    if pairs is None:
        return 1
    letters = _options(args)[0]
    code = 0
    for source, target in pairs:
        try:
            _copy(call, source, target, bool(letters & {"r", "R", "a"}))
        except OSError as error:
            call.fail(f"cp: bad '{source}': {error.strerror}")
            code = 1
    return code


def _copy(call: Call, source: str, target: str, recursive: bool) -> None:
    files = call.phone.files
    if not files.is_dir(source):
        files.write(target, files.read(source), parents=False)
        return
    if not recursive:
        raise IsADirectoryError(21, "Is a directory", source)
    if f"{files.resolve(target)}/".startswith(f"{files.resolve(source)}/"):  # it would never end
        raise OSError(errno.EINVAL, os.strerror(errno.EINVAL), source)
    files.mkdir(target, parents=True)
    for name in files.listdir(source):
        _copy(call, f"{source}/{name}", f"{target}/{name}", recursive=True)


def touch(call: Call, args: list[str]) -> int:
    """`touch PATH...`."""
    code = 0
    for path in _options(args)[1]:
        try:
            call.phone.files.touch(path)
        except OSError as error:
            call.fail(f"touch: '{path}': {error.strerror}")
            code = 1
    return code


def chmod(call: Call, args: list[str]) -> int:
    """`chmod MODE PATH...` with an octal mode."""
    words = _options(args)[1]
    if not _need(call, "chmod", words, 2):
        return 1
    if words[0].isdecimal() and not set(words[0]) <= set("01234567"):
        call.fail(f"chmod: bad mode '{words[0]}'")
        return 1
    for path in words[1:]:
        try:
            call.phone.files.chmod(path, int(words[0][-4:], 8) if words[0].isdecimal() else 0o755)
        except OSError as error:
            return _failed(call, "chmod", path, error)
    return 0


def stat(call: Call, args: list[str]) -> int:
    """`stat [-c FORMAT] PATH...` with %n %s %Y %a %F."""
    rest, form = list(args), ""
    if "-c" in rest[:-1]:
        at = rest.index("-c")
        form = rest[at + 1]
        del rest[at : at + 2]
    code = 0
    for path in rest:
        try:
            found = call.phone.files.status(path)
        except OSError as error:
            call.fail(f"stat: '{path}': {error.strerror}")
            code = 1
            continue
        kind = "directory" if found.is_dir else "regular file"
        values = {
            "%n": path,
            "%s": str(found.size),
            "%Y": str(int(found.mtime)),
            "%a": f"{found.mode & 0o7777:o}",
            "%F": kind,
        }
        line = form or "  File: %n\n  Size: %s\t %F\nAccess: (0%a)\nModify: %Y"
        for mark, value in values.items():
            line = line.replace(mark, value)
        call.say(line)
    return code


def test(call: Call, args: list[str]) -> int:
    """`test EXPRESSION` and `[ EXPRESSION ]`: files, strings, whole numbers, `!`."""
    words = args[:-1] if args and args[-1] == "]" else args
    if words and words[0] == "!":
        return 0 if test(call, words[1:]) else 1
    if len(words) == 3:
        return 0 if _compare(words) else 1
    if len(words) == 2:
        return 0 if _unary(call, words[0], words[1]) else 1
    return 0 if words and words[0] else 1


def _unary(call: Call, mark: str, word: str) -> bool:
    files = call.phone.files
    checks = {
        "-e": lambda: files.exists(word), "-f": lambda: files.is_file(word), "-d": lambda: files.is_dir(word),
        "-z": lambda: not word, "-n": lambda: bool(word), "-r": lambda: files.exists(word), "-w": lambda: files.exists(word),
        "-s": lambda: (found := files.stat(word)) is not None and found.size > 0,
    }  # fmt: skip
    return mark in checks and checks[mark]()


def _compare(words: list[str]) -> bool:
    left, mark, right = words
    if mark in ("=", "=="):
        return left == right
    if mark == "!=":
        return left != right
    try:
        a, b = int(left), int(right)
    except ValueError:
        return False
    return {"-eq": a == b, "-ne": a != b, "-lt": a < b, "-le": a <= b, "-gt": a > b, "-ge": a >= b}.get(mark, False)


COMMANDS = {
    "ls": ls, "cat": cat, "rm": rm, "mkdir": mkdir, "rmdir": rmdir, "mv": mv, "cp": cp, "touch": touch, "chmod": chmod,
    "stat": stat, "test": test, "[": test,
}  # fmt: skip
