"""The shell's commands against what Android prints."""

from __future__ import annotations

import json

import demo_app as demo
import pytest

from kit.simphone.phone import Phone


@pytest.fixture(name="phone")
def _phone() -> Phone:
    return demo.phone()


LAUNCHER = "com.android.launcher3/com.android.launcher3.uioverrides.QuickstepLauncher"


@pytest.mark.parametrize(
    ("line", "out", "err", "code"),
    [
        ("foo", "", "/system/bin/sh: foo: inaccessible or not found\n", 127),
        ("echo 'a  b' \"c\\\"d\" e\\ f", 'a  b c"d e f\n', "", 0),
        ("true && echo yes || echo no", "yes\n", "", 0),
        ("false || echo no; echo then", "no\nthen\n", "", 0),
        ("sh -c 'echo in; exit 3'", "in\n", "", 3),
        ("foo 2>/dev/null", "", "", 127),
        ("foo 2>&1 | grep -c inaccessible", "1\n", "", 0),
        ("printf 'b\\na\\nb\\n' | sort -u | tr a-z A-Z | head -n 1", "A\n", "", 0),
        ("echo 'abc日' | tr 日 x", "abcxxx\n", "", 0),
        ("cp -r /sdcard/Download /sdcard/Download", "", "cp: bad '/sdcard/Download': Invalid argument\n", 1),
        ("cp -r /sdcard /sdcard/Download/", "", "cp: bad '/sdcard': Invalid argument\n", 1),
        ("echo hello | wc -c", "6\n", "", 0),
        ("echo '# not a comment' # a comment", "# not a comment\n", "", 0),
        ("echo $NOSUCH$HOME", "/\n", "", 0),
        ("echo 'open", "", "/system/bin/sh: syntax error: no closing quote\n", 1),
        ("case a in a) echo;; esac", "", "/system/bin/sh: syntax error: unexpected 'case'\n", 1),
        ("ls /nope", "", "ls: /nope: No such file or directory\n", 1),
        ("cat /sdcard/nope", "", "cat: /sdcard/nope: No such file or directory\n", 1),
        ("echo x > /system/x", "", "/system/bin/sh: can't create /system/x: Read-only file system\n", 1),
        ("[ -d /sdcard ] && echo dir", "dir\n", "", 0),
        ("rm -f /sdcard/nope", "", "", 0),
        ("whoami", "shell\n", "", 0),
        ("wm size", "Physical size: 1080x2400\n", "", 0),
        ("wm density", "Physical density: 420\n", "", 0),
        ("settings get secure nosuch", "null\n", "", 0),
        ("settings get secure long_press_timeout", "400\n", "", 0),
        ("getprop nosuch", "\n", "", 0),
        ("getprop ro.build.version.sdk", "36\n", "", 0),
        ("input foo", "Unknown command: foo\n", "", 0),
        ("input keyevent NOT_A_KEY", "", "", 0),
        ("input tap 99999 99999", "", "", 0),
        ("am force-stop com.nope", "", "", 0),
        ("pm clear com.nope", "", "Failed\n", 1),
        ("cmd package resolve-activity --brief com.nope", "No activity found\n", "", 0),
        ("uiautomator dump /data/nope/x.xml", "UI hierchary dumped to: /data/nope/x.xml\n", "", 0),
        ("screencap -d 9", "", "Failed to take screenshot. Status: -2\nCapturing failed.\n", 1),
        ("dumpsys nosuch", "", "Can't find service: nosuch\n", 0),
        ("ime list -s", "com.android.inputmethod.latin/.LatinIME\ncom.android.adbkeyboard/.AdbIME\n", "", 0),
        (
            "dumpsys SurfaceFlinger --display-id",
            'Display 4619827259835644672 (HWC display 0): port=0 pnpId=GGL displayName="EMU_display_0"\n', "", 0,
        ),
    ],
)  # fmt: skip
def test_lines(phone: Phone, line: str, out: str, err: str, code: int) -> None:
    result = phone.run(line)
    assert (result.text, result.error_text, result.code) == (out, err, code)


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("input tap", 'java.lang.IllegalArgumentException: Argument expected after "tap"'),
        ("input text 'é'", "java.lang.NullPointerException: Attempt to get length of null array"),
        ("input tap a 1", 'java.lang.NumberFormatException: For input string: "a"'),
    ],
)
def test_java_exceptions(phone: Phone, line: str, words: str) -> None:
    result = phone.run(line)
    assert result.code == 255
    assert result.error_text.startswith("Exception occurred while executing '")
    assert words in result.error_text


def test_input_text_types_the_first_word_and_percent_s_is_a_space() -> None:
    phone = demo.opened(0, "form")
    demo.tap(phone, "Name")
    phone.run("input text a%sb%d other")
    assert phone.core.apps["demo"].ui.fields["name"] == "a b%d"


def test_starting(phone: Phone) -> None:
    result = phone.run("am start -W -n org.demo/.Main")
    assert result.text.splitlines()[:4] == [
        "Starting: Intent { cmp=org.demo/.Main }", "Status: ok", "LaunchState: COLD", "Activity: org.demo/.Main",
    ]  # fmt: skip
    again = phone.run("am start -n org.demo/org.demo.Main")
    assert again.text == "Starting: Intent { cmp=org.demo/.Main }\n"
    assert again.error_text == (
        "Warning: Activity not started, intent has been delivered to currently running top-most instance.\n"
    )
    phone.home()
    brought = phone.run("am start -a android.intent.action.MAIN -c android.intent.category.LAUNCHER -n org.demo/.Main")
    assert "act=android.intent.action.MAIN cat=[android.intent.category.LAUNCHER] cmp=org.demo/.Main }" in brought.text
    assert "its current task has been brought to the front" in brought.error_text


def test_starting_what_is_not_there(phone: Phone) -> None:
    result = phone.run("am start -n com.nope/.Main")
    assert result.code == 1
    assert result.error_text == "Error type 3\nError: Activity class {com.nope/com.nope.Main} does not exist.\n"
    result = phone.run("am start -a android.intent.action.VIEW -d foo://x")
    assert "unable to resolve Intent { act=android.intent.action.VIEW dat=foo://x flg=0x10000000 }" in result.error_text


def test_stopping_forgets_pages_and_clearing_forgets_data() -> None:
    phone = demo.opened(0, "form")
    phone.run("am start -S -n org.demo/.Main")
    assert phone.state()["front"]["page"] == "home"
    phone.send("demo", ("bump",))
    assert phone.run("pm clear org.demo").text == "Success\n"
    assert phone.core.apps["demo"].data.count == 0


def test_monkey(phone: Phone) -> None:
    result = phone.run("monkey -p org.demo -c android.intent.category.LAUNCHER 1")
    assert "Events injected: 1" in result.text
    assert phone.state()["front"]["app"] == "demo"
    assert "** No activities found to run, monkey aborted." in phone.run("monkey -p com.nope 1").error_text


def test_foreground_lines(phone: Phone) -> None:
    said = phone.run("dumpsys window displays").text
    assert f" u0 {LAUNCHER}}}" in next(line for line in said.splitlines() if line.startswith("  mCurrentFocus=Window{"))
    assert "mCurrentFocus" not in phone.run("dumpsys window windows").text
    phone.launch("demo")
    focus = phone.run("dumpsys window displays | grep -E 'mCurrentFocus|mFocusedApp'").text
    assert " u0 org.demo/org.demo.Main}" in focus
    assert " u0 org.demo/.Main t" in focus
    assert "topResumedActivity=ActivityRecord{" in phone.run("dumpsys activity activities").text


def test_packages(phone: Phone) -> None:
    assert "package:org.demo" in phone.run("pm list packages -3").text.splitlines()
    assert "package:com.android.other" in phone.run("pm list packages -s").text.splitlines()
    line = phone.run("pm list packages -f org.demo").text.strip()
    path = phone.run("pm path org.demo").text.strip()
    assert line == f"{path}=org.demo"
    listed = phone.run(
        "cmd package query-activities --brief -a android.intent.action.MAIN -c android.intent.category.LAUNCHER"
    ).text
    assert "    org.demo/.Main" in listed.splitlines()


def test_installing_garbage_is_refused_and_uninstalling_takes_the_icon(phone: Phone) -> None:
    assert "Failure [INSTALL_PARSE_FAILED_NOT_APK" in phone.run("pm install -S 4", b"junk").text
    assert phone.run("pm uninstall org.demo").text == "Success\n"
    assert demo.find(phone, "Demo") is None
    assert "Failure" in phone.run("pm uninstall com.android.other").text


def test_overrides_and_settings_change_the_screen(phone: Phone) -> None:
    assert phone.run("wm size 720x1280; wm size").text == "Physical size: 1080x2400\nOverride size: 720x1280\n"
    assert demo.dump(phone)[0].get("bounds") == "[0,0][720,1280]"
    phone.run("wm size reset; wm density 320")
    assert phone.run("wm density").text == "Physical density: 420\nOverride density: 320\n"


@pytest.mark.parametrize(
    ("line", "field", "value"),
    [
        ("settings put global airplane_mode_on 1", "airplane", True),
        ("settings put system screen_brightness 17", "brightness", 17),
        ("svc wifi disable", "wifi", False),
        ("cmd wifi set-wifi-enabled disabled", "wifi", False),
        ("cmd bluetooth_manager enable", "bluetooth", True),
        ("cmd uimode night yes", "dark_theme", True),
        ("settings put system time_12_24 12", "time_24h", False),
    ],
)
def test_android_commands_reach_the_settings(phone: Phone, line: str, field: str, value: object) -> None:
    assert phone.run(line).code == 0
    assert phone.state()["data"]["settings"][field] == value


def test_a_setting_that_has_no_meaning_here_is_kept(phone: Phone) -> None:
    phone.run("settings put secure my_key 'a b'")
    assert phone.run("settings get secure my_key; settings list secure | grep my_key").text == "a b\nmy_key=a b\n"
    assert phone.run("settings delete secure my_key; settings get secure my_key").text == "Deleted 1 rows\nnull\n"


def test_battery(phone: Phone) -> None:
    assert "  (UPDATES STOPPED -- use 'reset' to restart)" not in phone.run("dumpsys battery").text
    phone.run("dumpsys battery set level 15")
    said = phone.run("dumpsys battery").text.splitlines()
    assert said[1] == "  (UPDATES STOPPED -- use 'reset' to restart)"
    assert "  level: 15" in said
    assert "Thermal Status: 0" in phone.run("dumpsys thermalservice").text


def test_files(phone: Phone) -> None:
    phone.run(
        "mkdir -p /sdcard/a/b; echo one > /sdcard/a/b/x.txt; echo two >> /sdcard/a/b/x.txt; cp /sdcard/a/b/x.txt /sdcard/a/y.txt"
    )
    assert phone.run("cat /sdcard/a/*.txt").text == "one\ntwo\n"
    assert (
        phone.run("mv /sdcard/a/y.txt /sdcard/z.txt; ls /sdcard/a; stat -c '%n %s' /sdcard/z.txt").text
        == "b\n/sdcard/z.txt 8\n"
    )
    assert phone.run("rm /sdcard/a").error_text == "rm: /sdcard/a: is directory\n"
    assert phone.run("rm -r /sdcard/a && ls /sdcard/a").code == 1


def test_a_command_that_breaks_prints_java_words_and_is_kept(phone: Phone, monkeypatch: pytest.MonkeyPatch) -> None:
    from kit.simphone import commands

    def broken(call: object, args: list[str]) -> int:
        raise KeyError("oops")

    monkeypatch.setitem(commands.TABLE, "ls", broken)
    result = phone.run("ls")
    assert result.code == 1
    assert result.error_text.startswith("Error: java.lang.RuntimeException: ")
    assert "Traceback" not in result.error_text
    assert "KeyError" in phone.internal_errors[0]


def test_the_side_door(phone: Phone) -> None:
    assert json.loads(phone.run("simphone version").stdout)["api"] == 36
    phone.run("simphone set demo.saved", b'["a", "b"]')
    phone.run("simphone set settings.wifi", b"false")
    phone.run("simphone set files./sdcard/n.txt", b'"hello"')
    data = json.loads(phone.run("simphone state").stdout)["data"]
    assert (data["demo"]["saved"], data["settings"]["wifi"], data["files"]) == (
        ["a", "b"],
        False,
        {"/sdcard/n.txt": "hello"},
    )
    before = phone.now
    phone.run("simphone advance 3600")
    assert (phone.now - before).total_seconds() == 3600
    phone.run("simphone reset 9")
    assert json.loads(phone.run("simphone state").stdout)["data"]["demo"]["saved"] == []


@pytest.mark.parametrize(
    "line",
    [
        "simphone",
        "simphone nope",
        "simphone set",
        "simphone set nope.x",
        "simphone set demo.nope",
        "simphone fault nope 1",
        "simphone advance x",
    ],
)
def test_the_side_door_says_no_in_one_line(phone: Phone, line: str) -> None:
    result = phone.run(line, b"1")
    assert result.code == 1
    assert result.error_text.startswith("simphone")
    assert result.error_text.count("\n") == 1
    assert not phone.internal_errors
