"""A command line as tokens: quotes and escapes done with, operators told from words.

Variables and command substitutions are marked in the text; `kit.simphone.shell_expand` puts their values in.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

VARIABLE, COMMAND, SUM = "\x01", "\x02", "\x03"
"""Before and after a variable's name, a substituted command line, and an arithmetic expression, within a word's text."""
_SPECIAL = "?$#0"
"""Names of one character that are no identifiers."""
_OPERATORS = ("&&", "||", ">>", "<<-", "<<", ";", "|", "&", ">", "<", "(", ")")
_PLAIN = re.compile(r"[^ \t\n;&|<>()'\"\\$`*?\[]+")
"""What stands for itself within a word."""


class ShellSyntax(Exception):
    """The line is not one this shell can read; the message is mksh's."""

    def __init__(self, near: str) -> None:
        super().__init__(near if " " in near else f"unexpected '{near}'")


@dataclass(frozen=True, slots=True)
class Token:
    """A word or an operator. `glob`: it holds unquoted wildcards. `bare`: nothing in it was quoted."""

    text: str
    raw: str = ""
    operator: bool = False
    glob: bool = False
    bare: bool = False

    def __post_init__(self) -> None:
        if self.operator and not self.text:
            object.__setattr__(self, "text", self.raw)


def tokens(line: str) -> list[Token]:
    """The line's tokens. Raises ShellSyntax on an open quote or on what this shell does not do."""
    return _Reader(line).read()


def quoted(text: str) -> str:
    """A text read as if between double quotes: its variables, commands and sums marked."""
    return _Reader(text).document()


class _Reader:
    def __init__(self, line: str) -> None:
        self.line = line
        self.at = 0
        self.found: list[Token] = []
        self.word: list[str] | None = None
        self.glob = False
        self.bare = True
        self.documents: list[int] = []

    def read(self) -> list[Token]:
        line, size = self.line, len(self.line)
        while self.at < size:
            char = line[self.at]
            if char in " \t":
                self._end()
                self.at += 1
            elif char in "\n;&|<>()":
                self._operator(char)
            elif char == "#" and self.word is None:
                end = line.find("\n", self.at)
                self.at = end if end >= 0 else size
            else:
                self._piece(char)
        self._end()
        self._documents()
        return self.found

    def _end(self) -> None:
        if self.word is not None:
            text = "".join(self.word)
            self.found.append(Token(text, text, False, self.glob, self.bare))
        self.word, self.glob, self.bare = None, False, True

    def _operator(self, char: str) -> None:
        digit = ""
        if char in "<>" and self.word is not None and "".join(self.word) in ("0", "1", "2"):
            digit, self.word = "".join(self.word), None
        self._end()
        if char == "\n":
            self.at += 1
            self.found.append(Token(";", "\n", True))
            self._documents()
            return
        rest = self.line[self.at :]
        if rest[:2] == ">&" and rest[2:3] in ("1", "2"):
            operator = rest[:3]
        else:
            operator = next(o for o in _OPERATORS if rest.startswith(o))
        self.at += len(operator)
        if operator.startswith("<<"):
            self.documents.append(len(self.found))
        self.found.append(Token(digit + operator, digit + operator, True))

    def _documents(self) -> None:
        """Puts the lines of the here-documents that were announced in the place of their end words."""
        for at in self.documents:
            if len(self.found) <= at + 1 or self.found[at + 1].operator:
                raise ShellSyntax("newline")
            operator, end = self.found[at], self.found[at + 1]
            lines: list[str] = []
            while self.at < len(self.line):
                text, _, _ = self.line[self.at :].partition("\n")
                self.at += len(text) + 1
                text = text.lstrip("\t") if operator.text.endswith("-") else text
                if text == end.text:
                    break
                lines.append(text + "\n")
            body = "".join(lines)
            self.found[at] = Token(operator.text.removesuffix("-"), operator.raw, True)
            self.found[at + 1] = Token(quoted(body) if end.bare else body, body)
        self.documents = []

    def _piece(self, char: str) -> None:
        if self.word is None:
            self.word = []
        if plain := _PLAIN.match(self.line, self.at):
            self.word.append(plain[0])
            self.at = plain.end()
            return
        self.bare = self.bare and char not in "'\"\\"
        if char == "'":
            end = self.line.find("'", self.at + 1)
            if end < 0:
                raise ShellSyntax("no closing quote")
            self.word.append(self.line[self.at + 1 : end])
            self.at = end + 1
        elif char == '"':
            self._double()
        elif char == "\\":
            self.word.append(self.line[self.at + 1 : self.at + 2])
            self.at += 2
        elif char in "$`":
            self._value(char)
        else:
            self.glob = True  # one of `*?[`
            self.word.append(char)
            self.at += 1

    def document(self) -> str:
        """The whole line read as if between double quotes, which themselves mean nothing in it."""
        self.word = []
        while self.at < len(self.line):
            self._within(("\\", "$", "`"))
        return "".join(self.word)

    def _within(self, escaped: tuple[str, ...]) -> None:
        """The next piece of a text in which values count, and a backslash before one of these."""
        assert self.word is not None
        char = self.line[self.at]
        if char == "\\" and self.line[self.at + 1 : self.at + 2] in escaped:
            self.word.append(self.line[self.at + 1])
            self.at += 2
        elif char in "$`":
            self._value(char)
        else:
            self.word.append(char)
            self.at += 1

    def _double(self) -> None:
        self.at += 1
        while self.at < len(self.line):
            if self.line[self.at] == '"':
                self.at += 1
                return
            self._within(('"', "\\", "$", "`"))
        raise ShellSyntax("no closing quote")

    def _value(self, char: str) -> None:
        """`$NAME`, `${NAME}`, `$(LINE)` or a line in backquotes; a lone `$` is itself."""
        assert self.word is not None
        rest = self.line[self.at + 1 :]
        if char == "`":
            line, sign, _ = rest.partition("`")
            if not sign:
                raise ShellSyntax("no closing quote")
            self._mark(COMMAND, line, len(line) + 2)
        elif rest.startswith("((") and (inside := _inside(rest)).endswith(")"):
            self._mark(SUM, inside[1:-1], len(inside) + 3)
        elif rest.startswith("("):
            line = _inside(rest)
            self._mark(COMMAND, line, len(line) + 3)
        elif rest.startswith("{"):
            self._braced(rest)
        elif rest[:1] and rest[0] in _SPECIAL:
            self._mark(VARIABLE, rest[0], 2)
        else:
            size = next((n for n, c in enumerate(rest) if not (c.isalnum() or c == "_")), len(rest))
            if size:
                self._mark(VARIABLE, rest[:size], size + 1)
            else:
                self.word.append("$")
                self.at += 1

    def _braced(self, rest: str) -> None:
        name, sign, _ = rest[1:].partition("}")
        known = name.partition(":-")[0]
        if not sign or not (known.isidentifier() or known in tuple(_SPECIAL)):
            raise ShellSyntax(f"${{{name}}}: bad substitution" if sign else "no closing quote")
        self._mark(VARIABLE, name, len(name) + 3)

    def _mark(self, sign: str, text: str, size: int) -> None:
        assert self.word is not None
        self.word += [sign, text, sign]
        self.at += size


def _inside(rest: str) -> str:
    """What stands between the bracket that `rest` begins with and its partner. Raises ShellSyntax when there is none."""
    depth, quote = 0, ""
    for n, char in enumerate(rest):
        if quote:
            quote = "" if char == quote else quote
        elif char in "'\"":
            quote = char
        else:
            depth += (char == "(") - (char == ")")
        if not depth:
            return rest[1:n]
    raise ShellSyntax("no closing quote" if quote else "(")
