"""The Calculator's arithmetic: formulas as they stand on the display to exact values, and values to digits."""

from __future__ import annotations

from decimal import ROUND_HALF_EVEN, Context, Decimal
from fractions import Fraction

DIGITS = 12
"""Significant digits of a result that has no exact short form (1÷3)."""


class CannotCompute(ValueError):
    """The formula has no value; the text is what the display shows."""


def evaluate(formula: str) -> Fraction:
    """The exact value of a formula of digits, `.`, `+ − × ÷ % ( )`; × and ÷ bind tighter than + and −.

    Raises:
        CannotCompute: "Can't divide by 0" or "Bad expression".
    """
    parser = _Parser(formula)
    value = parser.total()
    if parser.rest:
        raise CannotCompute("Bad expression")
    return value


class _Parser:
    """Reads one formula from the left; `rest` is what is still unread."""

    def __init__(self, formula: str) -> None:
        self.rest = formula

    def total(self) -> Fraction:
        value = self._product()
        while self.rest[:1] in ("+", "−") and self.rest:
            sign = -1 if self._take() == "−" else 1
            value += sign * self._product()
        return value

    def _product(self) -> Fraction:
        value = self._unary()
        while self.rest and (self.rest[0] in "×÷(" or self.rest[0].isdigit()):
            divide = self.rest[0] == "÷"
            if self.rest[0] in "×÷":
                self._take()
            factor = self._unary()
            if divide and factor == 0:
                raise CannotCompute("Can't divide by 0")
            value = value / factor if divide else value * factor
        return value

    def _unary(self) -> Fraction:
        if self.rest[:1] == "−":
            self._take()
            return -self._unary()
        value = self._group() if self.rest[:1] == "(" else self._number()
        while self.rest[:1] == "%":
            self._take()
            value /= 100
        return value

    def _group(self) -> Fraction:
        self._take()
        value = self.total()
        if self.rest:
            if self.rest[0] != ")":
                raise CannotCompute("Bad expression")
            self._take()
        return value

    def _number(self) -> Fraction:
        length = next((n for n, c in enumerate(self.rest) if c not in "0123456789."), len(self.rest))
        number, self.rest = self.rest[:length], self.rest[length:]
        if not number.strip(".") or number.count(".") > 1:
            raise CannotCompute("Bad expression")
        return Fraction(Decimal(number))

    def _take(self) -> str:
        first, self.rest = self.rest[0], self.rest[1:]
        return first


def shown(value: Fraction) -> str:
    """The value as the display writes it: all digits when it is whole or a short decimal, else 12 significant ones."""
    exact = Context(prec=40, rounding=ROUND_HALF_EVEN).divide(Decimal(value.numerator), Decimal(value.denominator))
    short = exact if Fraction(exact) == value and len(exact.normalize().as_tuple().digits) <= DIGITS + 8 else None
    number = short if short is not None else Context(prec=DIGITS).plus(exact)
    plain = f"{number:f}"
    if "." in plain:
        plain = plain.rstrip("0").rstrip(".")
    if len(plain.lstrip("-")) > DIGITS + 8:
        plain = f"{number.normalize():E}".replace("E+", "E")
    return plain.replace("-", "−")


def preview(formula: str) -> str:
    """What the formula comes to so far, or nothing while it is a bare number or not complete."""
    if not any(c in formula[1:] for c in "+−×÷%("):
        return ""
    try:
        return shown(evaluate(formula))
    except CannotCompute:
        return ""
