"""`python -m kit` is the command `kit`."""

from kit.cli import console

console()
