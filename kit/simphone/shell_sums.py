"""`$((...))`: whole numbers of the shell, 64 bits wide, in C's operators and order."""

from __future__ import annotations

import operator
import re
from collections.abc import Callable, Mapping

_TOKEN = re.compile(r"\s*(0[xX][0-9a-fA-F]+|\d+|[A-Za-z_]\w*|<<|>>|<=|>=|==|!=|&&|\|\||[-+*/%<>&|^~!()?:])")
_LEVELS: tuple[tuple[str, ...], ...] = (
    ("||",), ("&&",), ("|",), ("^",), ("&",), ("==", "!="), ("<", "<=", ">", ">="), ("<<", ">>"), ("+", "-"), ("*", "/", "%"),
)  # fmt: skip
"""Operators of two sides, the loosest first."""
_DEEPEST = 20
"""Brackets, signs and variables within one another; more is refused."""


class BadSum(Exception):
    """The expression is none; the message is mksh's."""


def _divide(a: int, b: int) -> int:
    quotient = abs(a) // abs(b)
    return quotient if (a < 0) == (b < 0) else -quotient


_WORK: dict[str, Callable[[int, int], int]] = {
    "||": lambda a, b: int(bool(a or b)), "&&": lambda a, b: int(bool(a and b)), "|": operator.or_, "^": operator.xor,
    "&": operator.and_, "==": lambda a, b: int(a == b), "!=": lambda a, b: int(a != b), "<": lambda a, b: int(a < b),
    "<=": lambda a, b: int(a <= b), ">": lambda a, b: int(a > b), ">=": lambda a, b: int(a >= b),
    "<<": lambda a, b: a << (b & 63), ">>": lambda a, b: a >> (b & 63), "+": operator.add, "-": operator.sub,
    "*": operator.mul, "/": _divide, "%": lambda a, b: a - b * _divide(a, b),
}  # fmt: skip


def value(text: str, variables: Mapping[str, str]) -> int:
    """What an expression comes to; an empty one is 0, and so is a variable that is not set. Raises BadSum."""
    return _Sum(text, variables).all()


class _Sum:
    def __init__(self, text: str, variables: Mapping[str, str], depth: int = 0) -> None:
        self.text, self.variables, self.depth = text.strip(), variables, depth
        self.found: list[str] = []
        at = 0
        while at < len(self.text):
            hit = _TOKEN.match(self.text, at)
            if hit is None:
                raise BadSum(f"{self.text}: unexpected '{self.text[at:].strip()[:1]}'")
            self.found.append(hit[1])
            at = hit.end()
        self.at = 0

    def next(self) -> str:
        return self.found[self.at] if self.at < len(self.found) else ""

    def take(self) -> str:
        self.at += 1
        return self.found[self.at - 1]

    def inside(self, part: Callable[[], int]) -> int:
        """A part of the expression that lies one deeper."""
        self.depth += 1
        if self.depth > _DEEPEST:
            raise BadSum(f"{self.text}: expression too deep")
        result = part()
        self.depth -= 1
        return result

    def all(self) -> int:
        if not self.found:
            return 0
        result = self.choice()
        if self.next():
            raise BadSum(f"{self.text}: unexpected '{self.next()}'")
        return result

    def choice(self) -> int:
        holds = self.level(0)
        if self.next() != "?":
            return holds
        self.take()
        yes = self.inside(self.choice)
        if self.next() != ":":
            raise BadSum(f"{self.text}: missing :")
        self.take()
        no = self.inside(self.choice)
        return yes if holds else no

    def level(self, n: int) -> int:
        if n == len(_LEVELS):
            return self.single()
        left = self.level(n + 1)
        while self.next() in _LEVELS[n]:
            sign = self.take()
            right = self.level(n + 1)
            if sign in "/%" and not right:
                raise BadSum(f"{self.text}: zero divisor")
            left = _wrapped(_WORK[sign](left, right))
        return left

    def single(self) -> int:
        word = self.next()
        if not word:
            raise BadSum(f"{self.text}: unexpected end of expression")
        self.take()
        if word in "+-~!":
            inner = self.inside(self.single)
            return _wrapped({"+": inner, "-": -inner, "~": ~inner, "!": int(not inner)}[word])
        if word == "(":
            inner = self.inside(self.choice)
            if self.next() != ")":
                raise BadSum(f"{self.text}: missing )")
            self.take()
            return inner
        if word[0].isdigit():
            return _wrapped(int(word, 16 if word[1:2] in ("x", "X") else 10))
        if word.isidentifier():
            return self.variable(word)
        raise BadSum(f"{self.text}: unexpected '{word}'")

    def variable(self, name: str) -> int:
        if self.depth >= _DEEPEST:
            raise BadSum(f"{self.text}: expression recurses on parameter '{name}'")
        return _Sum(self.variables.get(name, ""), self.variables, self.depth + 1).all()


def _wrapped(number: int) -> int:
    """The number in 64 bits, as C has it."""
    return (number + (1 << 63)) % (1 << 64) - (1 << 63)
