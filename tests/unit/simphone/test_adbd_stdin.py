"""Which command lines wait for input."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kit.simphone.adbd.stdin import UNTIL_CLOSED, wanted


@pytest.mark.parametrize(
    "command",
    [
        "cat",
        "cat -",
        "cat > /sdcard/f",
        "cat >/sdcard/f",
        "cat 2>/dev/null",
        "exec cat",
        "cat>/sdcard/f",
        "cat > /sdcard/f 2>&1",
        "LC_ALL=C cat",
        "mkdir -p /sdcard/x && cat > /sdcard/x/y",
        "cd /sdcard; wc -c",
        "echo a | cat; cat",
        "(cat)",
        "grep foo",
        "head -n 5",
        "head -c 5",
        "sed s/a/b/ | cat",
        "tee /sdcard/f",
        "base64 -d",
        "base64 -d > /sdcard/f",
        "sh",
        "sh -c 'cat > /sdcard/f'",
        "/system/bin/cat",
        "dd of=/sdcard/f",
        "simphone set data.settings.wifi",
        "read x",
    ],
)
def test_these_read(command):
    assert wanted(command) == UNTIL_CLOSED


@pytest.mark.parametrize(
    "command",
    [
        "",
        "ls",
        "echo cat",
        "cat /sdcard/f",
        "cat /sdcard/f -n",
        "cat < /sdcard/f",
        "cat </sdcard/f",
        "cat</sdcard/f",
        "ls /nope 2>&1 | cat",
        "ls | cat",
        "dumpsys window | grep -E 'mCurrentFocus|mFocusedApp'",
        "dumpsys window|grep mCurrentFocus",
        "grep -r foo /sdcard",
        "grep foo /sdcard/f",
        "head -n 5 /sdcard/f",
        "input text 'cat'",
        "am broadcast -a ADB_INPUT_B64 --es msg Y2F0",
        "sh -c 'ls'",
        "sh /sdcard/run.sh",
        "dd if=/sdcard/f",
        "simphone state",
        "rm -f /sdcard/w.xml; uiautomator dump /sdcard/w.xml >/dev/null 2>&1; cat /sdcard/w.xml",
        "pm install /data/local/tmp/x.apk",
        "pm list packages",
        "logcat -d",
        "unbalanced 'quote",
        "# cat",
    ],
)
def test_these_do_not(command):
    assert wanted(command) == 0


def test_a_streamed_install_says_how_much():
    assert wanted("cmd package install -r -S 1234") == 1234
    assert wanted("pm install -S 5 -t") == 5
    assert wanted("pm install -S") == 0
    assert wanted("pm install-write -S 77 99 base.apk -") == 77


@given(st.text(max_size=60))
def test_any_text_has_an_answer(command):
    assert wanted(command) >= UNTIL_CLOSED
