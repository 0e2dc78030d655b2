"""Whether a command line reads standard input, and how much.

A real shell starts a command at once and the command reads when it likes. A simphone command is given all its input at
the start, so adbd must know beforehand whether to wait for the client's: waiting for `ls` would hang on a client whose
own standard input stays open.
"""

from __future__ import annotations

import shlex
from collections.abc import Sequence

UNTIL_CLOSED = -1
_ALWAYS = frozenset({"tee", "tr", "read", "xargs", "patch"})
_UNLESS_FILE = frozenset(
    [
        "cat",
        "wc",
        "head",
        "tail",
        "sort",
        "uniq",
        "base64",
        "md5sum",
        "sha1sum",
        "sha256sum",
        "cksum",
        "xxd",
        "od",
        "cut",
        "nl",
        "tac",
        "rev",
        "gzip",
        "gunzip",
        "zcat",
        "sh",
    ]
)
_UNLESS_FILE_AFTER_PATTERN = frozenset({"grep", "egrep", "fgrep", "sed", "awk"})
_WITH_VALUE = frozenset({"-n", "-c", "-f", "-d", "-k", "-t", "-w", "-b", "-s", "-l"})
_NO_VALUE = frozenset({"cat", "wc", "grep", "egrep", "fgrep", "sed", "md5sum", "sha1sum", "sha256sum", "tac", "nl"})
_WRAPPERS = frozenset({"exec", "time", "nohup", "busybox", "toybox", "!", "{", "then", "do", "else"})


def wanted(command: str) -> int:
    """How many bytes of input the command line takes: 0, an exact number, or UNTIL_CLOSED."""
    try:
        lexer = shlex.shlex(command.replace("\n", ";"), posix=True, punctuation_chars="|&;()")
        lexer.whitespace_split = True
        lexer.commenters = ""
        tokens = list(lexer)
    except ValueError:
        return 0
    piped = False
    words: list[str] = []
    for token in [*tokens, ";"]:
        if not token or set(token) - set("|&;()"):
            words.append(token)
            continue
        size = 0 if piped else of_words(words)
        if size:
            return size
        piped, words = token == "|", []
    return 0


def of_words(words: Sequence[str]) -> int:
    """The same for one simple command, its words unquoted."""
    words = list(words)
    while words and (words[0] in _WRAPPERS or ("=" in words[0] and words[0].split("=")[0].isidentifier())):
        words.pop(0)
    if words and ">" in words[0]:  # `cat>file`
        name, mark, target = words[0].partition(">")
        words[:1] = [name, mark + target]
    if not words or any(word.startswith("<") for word in words) or "<" in words[0]:
        return 0
    name, rest = words[0].rsplit("/", 1)[-1], _without_redirects(words[1:])
    if name in ("pm", "cmd") and ("install" in rest or "install-write" in rest):
        return _install_size(rest)
    if name == "sh" and rest[:1] == ["-c"]:
        return wanted(rest[1]) if len(rest) > 1 else 0
    if name == "simphone":
        return UNTIL_CLOSED if rest[:1] == ["set"] else 0
    if name == "dd":
        return 0 if any(word.startswith("if=") for word in rest) else UNTIL_CLOSED
    return UNTIL_CLOSED if _reads(name, rest) else 0


def _reads(name: str, rest: Sequence[str]) -> bool:
    if name in _ALWAYS:
        return True
    operands = _operands(name, rest)
    if name in _UNLESS_FILE:
        return not operands or "-" in operands
    if name in _UNLESS_FILE_AFTER_PATTERN:
        recursive = any(word.startswith("-") and "r" in word.lower() for word in rest)
        return len(operands) < 2 and not (recursive and name.endswith("grep"))
    return False


def _without_redirects(words: Sequence[str]) -> list[str]:
    kept: list[str] = []
    skip = False
    for word in words:
        bare = word.lstrip("0123456789&")
        if skip or bare.startswith(">"):
            skip = not skip and bare in (">", ">>", ">|")
            continue
        kept.append(word)
    return kept


def _operands(name: str, rest: Sequence[str]) -> list[str]:
    found: list[str] = []
    takes_value = False
    for word in rest:
        if takes_value or (word.startswith("-") and word != "-"):
            takes_value = not takes_value and word in _WITH_VALUE and name not in _NO_VALUE
            continue
        found.append(word)
    return found


def _install_size(words: Sequence[str]) -> int:
    if "-S" not in words[:-1]:
        return 0
    size = words[words.index("-S") + 1]
    return int(size) if size.isdigit() else 0
