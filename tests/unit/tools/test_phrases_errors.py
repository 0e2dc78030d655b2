"""A model that is spoken to in Chinese learns in Chinese what kind of trouble there was, with the facts as they came."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import kit
from kit import errors
from kit.errors import CommandFailed, HierarchyError, KitError, TargetError
from kit.tools.phrases_errors import ZH, told

ROOMS = ("device", "screen")
OWN = {"screen_error", "kit_error"}


def raised() -> set[str]:
    """Every code the rooms below the tools give an error by hand."""
    folder = Path(kit.__file__).parent
    text = "".join(p.read_text(encoding="utf-8") for room in ROOMS for p in (folder / room).rglob("*.py"))
    return set(re.findall(r'code="([a-z_]+)"', text))


def test_every_code_of_the_phone_and_the_screen_is_said_in_chinese() -> None:
    classes = {
        c.code
        for c in vars(errors).values()
        if isinstance(c, type)
        and issubclass(c, errors.DeviceError | errors.ScreenError)
        and not issubclass(c, errors.DeviceLost | errors.OutcomeUnknown | errors.DeviceTimeout)
    }
    person = {"no_file"}  # of `kit marks`, no model reads it
    assert (raised() | classes) - person <= set(ZH)


@pytest.mark.parametrize("words", ZH.values())
def test_what_is_said_is_chinese(words: str) -> None:
    assert re.search(r"[\u4e00-\u9fff]", words)


def test_the_facts_stay_in_it() -> None:
    error = HierarchyError("The dump did not end within 25 s.", code="dump_timeout")
    assert told("zh", error) == "控件树抓取超时。（The dump did not end within 25 s.）"
    assert told("en", error) == "The dump did not end within 25 s."
    assert "fix it" not in told("zh", CommandFailed("No.", fix="fix it"), fix=False)


def test_what_is_chinese_already_or_of_no_known_kind_stays() -> None:
    assert told("zh", TargetError("当前没有有效观测。", code="target_stale")) == "当前没有有效观测。"
    assert told("zh", KitError("Odd.")) == "Odd."
