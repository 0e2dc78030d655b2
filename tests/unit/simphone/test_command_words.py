"""Every command of the shell takes odd words: it answers, in good time, and never with a Python error."""

from __future__ import annotations

import random
import shlex
from contextlib import suppress

import pytest

from kit.errors import KitError
from kit.simphone import commands
from kit.simphone.phone import Phone

WORDS = (
    "", "日", "é", "-x", "-", "--", "0", "-1", "/nope", "/sdcard", "/sdcard/", "/data/local/tmp", "/proc/1", "=", "a=b",
    "99999999999999999999", "1e300", "nan", "inf", "1.5", "%s", "-n", "-c", "-f", "-l", "-a", "-p", "-r", "-d", "-m", "$", "*",
    "[", "'", "\\", "a b", "\n", "get", "set", "list", "check", "org.none", "com.android.settings",
)  # fmt: skip
ASIDE = {"simphone", "reboot", "sleep"}
"""The side door, and what is asked to take time."""


@pytest.mark.timeout(120)
def test_every_command_answers_odd_words() -> None:
    phone, draw = Phone(3), random.Random(7)
    fresh = phone.snapshot()
    for name in sorted(set(commands.TABLE) - ASIDE):
        several = [draw.choices(WORDS, k=draw.choice((2, 3, 4))) for _ in range(40)]
        for words in [[], *([word] for word in WORDS), *several]:
            line = shlex.join([name, *words])
            with suppress(KitError):  # the phone does not answer, or went away: that is told
                phone.run(line, b"x y\n1\n")
            assert phone.internal_errors == [], line
        phone.restore(fresh)
