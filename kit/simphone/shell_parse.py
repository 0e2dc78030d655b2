"""A command line as a tree: steps of pipelines of commands, where a command is simple or holds steps of its own."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from kit.simphone import shell_expand
from kit.simphone.shell_words import ShellSyntax, Token, tokens

ENDS = frozenset({"then", "elif", "else", "fi", "do", "done", "}", "esac"})
"""Words that end what another began."""
UNDONE = frozenset({"case", "function", "select"})
"""Words that begin what this shell does not do; mksh's syntax error is the honest answer."""

_DEEPEST = 50
"""Commands within commands."""

Redirect = tuple[str, str, Token]
"""Descriptor, operator, word."""


@dataclass(frozen=True, slots=True)
class Simple:
    """One command of a pipeline: its words and redirections.

    `fixed`: the words as the command gets them, where nothing has to be put into them; empty otherwise. `assigns`: the
    first is `NAME=value`.
    """

    words: tuple[Token, ...]
    redirects: tuple[Redirect, ...] = ()
    fixed: tuple[str, ...] = ()
    assigns: bool = False


@dataclass(frozen=True, slots=True)
class Compound:
    """A command made of commands.

    `kind`: if, while, until, for, "{" (a group), "(" (a shell of its own) or "!" (the opposite exit code).
    `blocks`: for `if` conditions and what follows them in turn, an `else` last; for loops condition and body, `for` its
    body alone. `name`, `over`: the variable of `for` and its words.
    """

    kind: str
    blocks: tuple[tuple[Step, ...], ...]
    name: str = ""
    over: tuple[Token, ...] = ()
    redirects: tuple[Redirect, ...] = ()
    words: tuple[Token, ...] = ()
    fixed: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Step:
    """A pipeline and when it runs: always (";"), after a success ("&&") or a failure ("||")."""

    when: str
    pipeline: tuple[Simple | Compound, ...]


@lru_cache(maxsize=1024)
def parse(line: str) -> tuple[Step, ...]:
    """The steps of a command line. Raises ShellSyntax."""
    reader = _Parser(tokens(line))
    steps = reader.steps()
    if (left := reader.peek()) is not None:
        raise ShellSyntax(left.text)
    return steps


class _Parser:
    """Recursive descent over the tokens of a line."""

    def __init__(self, found: list[Token]) -> None:
        self.found, self.at, self.depth = found, 0, 0

    def peek(self) -> Token | None:
        return self.found[self.at] if self.at < len(self.found) else None

    def take(self) -> Token:
        self.at += 1
        return self.found[self.at - 1]

    def operator(self, *texts: str) -> bool:
        """Whether one of these operators is next."""
        token = self.peek()
        return token is not None and token.operator and token.text in texts

    def word(self, *texts: str) -> bool:
        """Whether one of these words, unquoted, is next."""
        token = self.peek()
        return token is not None and not token.operator and token.bare and token.text in texts

    def steps(self) -> tuple[Step, ...]:
        """Steps up to the end of the line or to what ends the command they stand in."""
        made: list[Step] = []
        when = ";"
        while True:
            if when == ";":
                while self.operator(";"):
                    self.take()
            else:
                self.lines()
            token = self.peek()
            if token is None or self.operator(")") or self.word(*ENDS):
                if when != ";":
                    raise ShellSyntax(token.text if token is not None else ";")
                return tuple(made)
            made.append(Step(when, self.pipeline()))
            if not self.operator(";", "&", "&&", "||"):
                return tuple(made)
            text = self.take().text
            when = ";" if text == "&" else text

    def lines(self) -> None:
        """Skips line ends; a written `;` stays, and is an error where a command should be."""
        while (token := self.peek()) is not None and token.raw == "\n":
            self.take()

    def pipeline(self) -> tuple[Simple | Compound, ...]:
        if self.word("!"):
            self.take()
            return (Compound("!", ((Step(";", self.pipeline()),),)),)
        parts = [self.command()]
        while self.operator("|"):
            self.take()
            self.lines()
            parts.append(self.command())
        return tuple(parts)

    def command(self) -> Simple | Compound:
        token = self.peek()
        if token is None:
            raise ShellSyntax(";")
        if token.operator:
            return self.compound("(") if token.text == "(" else self.simple()
        if token.bare and token.text in ("if", "while", "until", "for", "{"):
            return self.compound(token.text)
        if token.bare and (token.text in ENDS or token.text in UNDONE):
            raise ShellSyntax(token.text)
        return self.simple()

    def simple(self) -> Simple:
        words: list[Token] = []
        redirects: list[Redirect] = []
        while (token := self.peek()) is not None:
            if not token.operator:
                words.append(self.take())
            elif not self.redirect(redirects):
                break
        if token is not None and (token.text == "(" or not (words or redirects)):
            raise ShellSyntax(token.text)
        assigns = bool(words) and shell_expand.is_assignment(words[0])
        return Simple(tuple(words), tuple(redirects), shell_expand.fixed(words), assigns)

    def compound(self, kind: str) -> Compound:
        self.depth += 1
        if self.depth > _DEEPEST:
            raise ShellSyntax(kind)
        self.take()
        if kind == "for":
            made = self.loop_over()
        elif kind == "if":
            made = Compound("if", self.branches())
        elif kind in ("while", "until"):
            condition = self.block(kind, "do")
            made = Compound(kind, (condition, self.block("do", "done")))
        else:
            made = Compound(kind, (self.block(kind, "}" if kind == "{" else ")"),))
        redirects: list[Redirect] = []
        while self.redirect(redirects):
            pass
        token = self.peek()
        if token is not None and not token.operator and not self.word(*ENDS):
            raise ShellSyntax(token.text)
        self.depth -= 1
        return Compound(made.kind, made.blocks, made.name, made.over, tuple(redirects))

    def block(self, opened: str, *ends: str) -> tuple[Step, ...]:
        """The steps up to one of these words, which is taken."""
        steps = self.steps()
        token = self.peek()
        if token is None:
            raise ShellSyntax(f"'{opened}' unmatched")
        if not (self.word(*ends) or self.operator(*ends)) or not steps:
            raise ShellSyntax(token.text)
        self.take()
        return steps

    def branches(self) -> tuple[tuple[Step, ...], ...]:
        blocks = [self.block("if", "then")]
        while True:
            blocks.append(self.block("then", "elif", "else", "fi"))
            ended = self.found[self.at - 1].text
            if ended == "fi":
                return tuple(blocks)
            blocks.append(self.block("else", "fi") if ended == "else" else self.block("elif", "then"))
            if ended == "else":
                return tuple(blocks)

    def loop_over(self) -> Compound:
        name = self.peek()
        if name is None or not name.text.isidentifier():
            raise ShellSyntax("'for' unmatched" if name is None else f"{name.text}: is not an identifier")
        self.take()
        over: list[Token] = []
        self.lines()
        if self.word("in"):
            self.take()
            while (token := self.peek()) is not None and not token.operator:
                over.append(self.take())
        while self.operator(";"):
            self.take()
        token = self.peek()
        if token is None or not self.word("do"):
            raise ShellSyntax("'for' unmatched" if token is None else token.text)
        self.take()
        return Compound("for", (self.block("do", "done"),), name.text, tuple(over))

    def redirect(self, found: list[Redirect]) -> bool:
        """Takes a redirection, if one is next."""
        token = self.peek()
        if token is None or not token.operator or not (token.text[-1] in "<>" or token.text[-3:-1] == ">&"):
            return False
        text = self.take().text
        fd = text[0] if text[0].isdigit() else ("0" if text[0] == "<" else "1")
        op = text.lstrip("0123456789")
        if op.startswith(">&"):
            found.append((fd, ">&", Token(op[2:], op[2:])))
            return True
        target = self.peek()
        if target is None or target.operator:
            raise ShellSyntax(target.text if target is not None else ";")
        found.append((fd, op, self.take()))
        return True
