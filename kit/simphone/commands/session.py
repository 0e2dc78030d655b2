"""Commands that belong to the shell itself: cd, pwd, exec, exit, export, unset, sh."""

from __future__ import annotations

import errno
import os
import posixpath

from kit.simphone.commands.call import Call, whole

SHELL = "/system/bin/sh"


def cd(call: Call, args: list[str]) -> int:
    """`cd [FOLDER|-]`: where relative paths of the line start from here on; exit 2 when it cannot be."""
    env, files = call.session.env, call.phone.files
    name = args[0] if args else env.get("HOME", "/")
    if name == "-":
        name = env.get("OLDPWD", "")
        if not name:
            call.fail(f"{SHELL}: cd: no OLDPWD")
            return 2
        call.say(name)
    path = posixpath.normpath(posixpath.join(files.cwd, name))
    try:
        if not files.status(path).is_dir:
            raise NotADirectoryError(errno.ENOTDIR, os.strerror(errno.ENOTDIR))
    except OSError as error:
        call.fail(f"{SHELL}: cd: {name}: {error.strerror}")
        return 2
    call.session.put({"OLDPWD": files.cwd, "PWD": path})
    files.cwd = path
    return 0


def pwd(call: Call, args: list[str]) -> int:
    """`pwd [-P]`: every command line starts at the root."""
    call.say(call.phone.files.resolve(".") if "-P" in args else call.phone.files.cwd)
    return 0


def leave(call: Call, args: list[str]) -> int:
    """`exit [CODE]`: the rest of the line is not run."""
    call.session.ended = True
    return int(args[0]) & 0xFF if args and args[0].isdecimal() else call.session.code


def replace(call: Call, args: list[str]) -> int:
    """`exec COMMAND ...`: runs it in place of the shell, so the rest of the line is not run."""
    from kit.simphone.commands import TABLE

    if not args:
        return 0
    call.session.ended = True
    if args[0].rsplit("/", 1)[-1] not in TABLE:
        call.fail(f"{SHELL}: exec: {args[0]}: inaccessible or not found")
        return 127
    return call.session.run_words(call, args)


def leave_loop(call: Call, args: list[str]) -> int:
    """`break [N]`."""
    call.session.leaving = max(1, whole(args[0])) if args else 1
    return 0


def next_round(call: Call, args: list[str]) -> int:
    """`continue [N]`."""
    call.session.leaving = -(max(1, whole(args[0])) if args else 1)
    return 0


def read(call: Call, args: list[str]) -> int:
    """`read [-r] [NAME...]`: one line of standard input into variables, the rest of its words into the last; 1 at the end."""
    names = [a for a in args if not a.startswith("-")] or ["REPLY"]
    line, end, call.stdin = call.stdin.partition(b"\n")
    words = line.decode("utf-8", "replace").strip(" \t").split(None, len(names) - 1)
    call.session.put({name: words[n] if n < len(words) else "" for n, name in enumerate(names)})
    return 0 if end else 1


def export(call: Call, args: list[str]) -> int:
    """`export NAME[=VALUE]...`; without words the environment."""
    if not args:
        call.say(*(f"export {k}={v}" for k, v in sorted(call.session.env.items())))
    for word in args:
        name, sign, value = word.partition("=")
        if sign:
            call.session.put({name: value})
    return 0


def unset(call: Call, args: list[str]) -> int:
    """`unset NAME...`."""
    call.session.drop(args)
    return 0


def env(call: Call, args: list[str]) -> int:
    """`env` and `printenv [NAME]`: the environment."""
    if args:
        value = call.session.env.get(args[0])
        if value is None:
            return 1
        call.say(value)
        return 0
    call.say(*(f"{k}={v}" for k, v in sorted(call.session.env.items())))
    return 0


def sh(call: Call, args: list[str]) -> int:
    """`sh -c LINE`, or a script on stdin; a shell of its own."""
    if args and args[0] == "-c":
        if len(args) < 2:
            call.fail(f"{SHELL}: -c: requires an argument")
            return 1
        line = args[1]
    else:
        line, call.stdin = call.stdin.decode("utf-8", "replace"), b""
    outer, folder = call.session, call.phone.files.cwd
    call.session = outer.copy()
    call.session.code = 0
    try:
        return call.session.execute(call, line)
    finally:
        call.session, call.phone.files.cwd = outer, folder


COMMANDS = {
    "cd": cd, "pwd": pwd, "exit": leave, "exec": replace, "export": export, "unset": unset, "env": env, "printenv": env, "sh": sh,
    "break": leave_loop, "continue": next_round, "read": read,
}  # fmt: skip
BUILT_IN = frozenset({"cd", "exit", "exec", "export", "unset", ":", "break", "continue", "read"})
"""Those that are no program of their own."""
