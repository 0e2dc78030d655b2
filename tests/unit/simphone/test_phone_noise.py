"""Ten thousand random commands at a phone's shell: no traceback, no hang, no damaged state, no other phone touched.

`KIT_NOISE=N` changes how many.
"""

from __future__ import annotations

import json
import os

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from kit.errors import DeviceOffline
from kit.simphone import commands
from kit.simphone.phone import Phone

COUNT = int(os.environ.get("KIT_NOISE", "10000"))
PHONE, NEIGHBOUR = Phone(5), Phone(6)
UNTOUCHED = json.dumps(NEIGHBOUR.state(), sort_keys=True)
FRESH = PHONE.snapshot()

NAMES = sorted(name for name in commands.TABLE if name != "sleep")
WORDS = st.sampled_from(
    [
        "dump", "--windows", "--compressed", "-p", "/sdcard", "/sdcard/a b.txt", "/dev/tty", "/system/x", "tap", "swipe",
        "text", "keyevent", "draganddrop", "motionevent", "KEYCODE_BACK", "66", "540", "1200", "-1", "99999999999", "0x10", "1.5",
        "start", "-n", "com.simphone.notes/.MainActivity", "-a", "android.intent.action.VIEW", "-d", "https://example.com",
        "force-stop", "com.android.settings", "list", "packages", "-3", "path", "clear", "get", "put", "system", "global",
        "font_scale", "user_rotation", "window", "displays", "activity", "battery", "set", "level", "query", "--uri",
        "content://com.android.contacts/data", "broadcast", "ADB_INPUT_B64", "--es", "msg", "aGk=", "ime", "enable", "reset",
        "size", "density", "1080x2400", "7x7", "-rf", "*", "$HOME", "$(ls)", "`id`", "&&", "||", "|", ";", ">", ">>", "<", "2>&1",
        "'", '"', "\\", "#", "~", "{}", "é", "日本", "مرحبا", "\x00", "\n", "", "svc", "wifi", "enable", "notification", "post",
    ]
)  # fmt: skip
LINES = st.one_of(
    st.tuples(st.sampled_from(NAMES), st.lists(st.one_of(WORDS, st.text(max_size=8)), max_size=6)).map(
        lambda line: " ".join([line[0], *line[1]])
    ),
    st.text(max_size=40),
)


@pytest.mark.slow
@pytest.mark.timeout(600)
@settings(max_examples=COUNT, deadline=None, suppress_health_check=list(HealthCheck), database=None)
@given(LINES, st.binary(max_size=20))
def test_any_command_has_an_answer(line: str, stdin: bytes) -> None:
    if line.split()[:1] == ["simphone"]:
        return  # the side door may do anything, by design
    before = PHONE.core.now
    try:
        result = PHONE.run(line, stdin)
    except DeviceOffline:  # it restarts; that is an answer as well
        PHONE.restore(FRESH)
        return
    assert isinstance(result.stdout, bytes)
    assert b"Traceback" not in result.stdout + result.stderr
    assert PHONE.core.now >= before
    assert PHONE.internal_errors == [], line
    if PHONE.core.now - before > 3_600_000:
        PHONE.restore(FRESH)


@pytest.mark.slow
def test_afterwards_the_phone_is_sound_and_its_neighbour_unchanged() -> None:
    assert json.dumps(NEIGHBOUR.state(), sort_keys=True) == UNTOUCHED
    json.dumps(PHONE.state())
    PHONE.reset(5)
    other = Phone(5)
    assert PHONE.state() == other.state()
    assert PHONE.run("uiautomator dump /dev/tty").stdout == other.run("uiautomator dump /dev/tty").stdout
