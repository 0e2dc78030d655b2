"""What one shell line can do beyond single commands: cd, exec, variables, reboot, the log."""

import json
import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kit.errors import DeviceOffline
from kit.simphone.local import LocalTransport
from kit.simphone.phone import Phone

SH = "/system/bin/sh"


@pytest.fixture(scope="module")
def phone() -> Phone:
    return Phone(1, sample_files=False)


@pytest.mark.parametrize(
    ("line", "out", "err", "code"),
    [
        ("cd /sdcard && pwd", "/sdcard\n", "", 0),
        ("cd /sdcard; cd Download/../Music; pwd; pwd -P", "/sdcard/Music\n/storage/emulated/0/Music\n", "", 0),
        ("cd /sdcard && ls | head -n 2", "Alarms\nAndroid\n", "", 0),
        ("cd /sdcard && cd && pwd && cd -", "/\n/sdcard\n", "", 0),
        ("cd /nope && echo no", "", f"{SH}: cd: /nope: No such file or directory\n", 2),
        ("cd /dev/null; echo $?", "2\n", f"{SH}: cd: /dev/null: Not a directory\n", 0),
        ("cd /sdcard/Download && echo hi > a.txt && cat a.txt && ls *.txt && rm a.txt", "hi\na.txt\n", "", 0),
        ("cd /sdcard | true; pwd", "/\n", "", 0),
        ("sh -c 'cd /sdcard; A=1; exit 3'; echo $? $A; pwd", "3\n/\n", "", 0),
        ("pwd", "/\n", "", 0),
        ("exec echo one; echo two", "one\n", "", 0),
        ("exec nosuch; echo two", "", f"{SH}: exec: nosuch: inaccessible or not found\n", 127),
        ("exit 5; echo two", "", "", 5),
        ("false; exit", "", "", 1),
        ("ls /nope 2>/dev/null; echo $?", "1\n", "", 0),
        ("A='x  y'; echo $A; echo \"$A\" '$A' ${A}z", "x y\nx  y $A x yz\n", "", 0),
        ("echo [${NOPE:-none}] ${USER}", "[none] shell\n", "", 0),
        ("$NOPE echo hello $NOPE", "hello\n", "", 0),
        ("echo $(echo a; echo b) `whoami` \"$(printf 'c)  d')\"", "a b shell c)  d\n", "", 0),
        ("A=$(false) || echo failed", "failed\n", "", 0),
        ("echo $(cat /nope)", "\n", "cat: /nope: No such file or directory\n", 0),
        ("export B=2; printenv B; unset B; printenv B", "2\n", "", 1),
        ("echo ${A!}", "", f"{SH}: ${{A!}}: bad substitution\n", 1),
        ("echo $((1+1))", "2\n", "", 0),
        ("echo $(ls", "", f"{SH}: syntax error: unexpected '('\n", 1),
        ("cmd settings put system screen_brightness 77; cmd settings get system screen_brightness", "77\n", "", 0),
        ("cmd settings list global | grep wifi_on", "wifi_on=1\n", "", 0),
        ("pm install-create -r", "", "Exception occurred while executing 'install-create':\njava.lang.SecurityException: User restriction prevents installing\n", 255),
        ("cmd package install-commit 5", "", "Exception occurred while executing 'install-commit':\njava.lang.SecurityException: User restriction prevents installing\n", 255),
        ("reboot nowhere", "", "reboot: unknown target nowhere\n", 1),
        ("logcat NoSuch:Q", "", "Invalid filter expression 'NoSuch:Q'\n", 1),
    ],
)  # fmt: skip
def test_a_line_prints_what_androids_shell_prints(phone: Phone, line: str, out: str, err: str, code: int) -> None:
    result = phone.run(line)
    assert (result.stdout.decode(), result.stderr.decode(), result.code) == (out, err, code)
    assert phone.internal_errors == []


@settings(max_examples=300, deadline=None)
@given(st.lists(st.sampled_from(["$", "{", "}", "(", ")", "`", '"', "'", "a", "A", "=", "?", ":-", " ", ";", "|", "cd", "ls", "\\"]), max_size=12).map("".join))  # fmt: skip
def test_no_line_makes_the_phone_fail_and_the_next_one_starts_at_the_root(line: str) -> None:
    phone = PHONE
    phone.run(line)
    assert phone.internal_errors == []
    assert phone.run("pwd").stdout == b"/\n"


PHONE = Phone(1)


# --- reboot ----------------------------------------------------------------------------------------------------------------


def test_a_restart_keeps_the_data_and_loses_what_was_only_in_memory() -> None:
    phone = Phone(3)
    phone.launch("contacts", page="search")
    phone.env("clock").notify("Alarm", "soon")
    phone.run("settings put global wifi_on 0; echo kept > /sdcard/k.txt; setprop debug.x 1; setprop persist.y 2")
    before = phone.state()["data"]
    assert phone.run("reboot").code == 0
    with pytest.raises(DeviceOffline, match="restarting"):
        phone.run("echo there?")
    after = phone.state()
    assert after["data"] == before
    assert after["front"] == {"app": "launcher", "page": "home", "window": "launcher"}
    phone.advance(20)
    assert phone.run("getprop sys.boot_completed; getprop debug.x; getprop persist.y").text == "1\n\n2\n"
    assert phone.run("cat /sdcard/k.txt").text == "kept\n"
    assert "pkg=" not in phone.run("dumpsys notification").text
    assert phone.run("pidof com.android.contacts").code == 1
    assert phone.boots == 1


def test_trying_again_is_enough_to_find_it_back_and_the_side_door_waits() -> None:
    phone = Phone(3)
    phone.run("reboot")
    tries = 0
    while True:
        try:
            assert LocalTransport(phone).shell("echo back").text == "back\n"
            break
        except DeviceOffline:
            tries += 1
    assert 1 <= tries <= 10
    phone.run("reboot")
    assert json.loads(phone.run("simphone state").stdout)["front"]["app"] == "launcher"
    assert phone.run("echo up").text == "up\n"


def test_an_alarm_is_still_set_after_a_restart() -> None:
    phone = Phone(3)
    alarm = phone.core.apps["clock"].data.alarms[0]
    phone.send("clock", ("switch_alarm", alarm["id"]))
    phone.run("reboot")
    phone.advance(8 * 24 * 3600)
    assert "pkg=com.android.deskclock" in phone.run("dumpsys notification").text


# --- log -------------------------------------------------------------------------------------------------------------------


def test_the_log_tells_what_happened_in_androids_form() -> None:
    phone = Phone(3)
    phone.run("logcat -c; am start -n com.android.contacts/.activities.PeopleActivity; input keyevent POWER")
    phone.env("clock").notify("Alarm", "soon")
    phone.run("am force-stop com.android.contacts")
    head, *lines = phone.run("logcat -d").text.splitlines()
    assert head == "--------- beginning of main"
    shape = rf"{phone.now:%m-%d} \d\d:\d\d:\d\d\.\d{{3}} +\d+ +\d+ [VDIWEF] \S+ *: .+"
    assert all(re.fullmatch(shape, line) for line in lines)
    words = "\n".join(lines)
    for said in (
        "Displayed com.android.contacts/.activities.PeopleActivity", "Going to sleep due to power_button",
        "posted pkg=com.android.deskclock", "Force stopping com.android.contacts",
    ):  # fmt: skip
        assert said in words
    assert len(phone.run("logcat -d -t 1").text.splitlines()) == 2
    only = phone.run("logcat -d -s ActivityManager").text
    assert "Force stopping" in only
    assert "Displayed" not in only
    assert phone.run("logcat -d -v brief '*:S' PowerManagerService:I").text.splitlines()[1].startswith("I/PowerManager")
    phone.run("logcat -c")
    assert phone.run("logcat -d").text == "--------- beginning of main\n"


def test_the_log_forgets_what_is_old() -> None:
    phone = Phone(3)
    for _ in range(150):
        phone.launch("notes")
        phone.home()
        phone.launch("clock")
    assert len(phone.run("logcat -d").text.splitlines()) == 201
