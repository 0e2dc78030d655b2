"""Apps: package lists, launch results and installers."""

from __future__ import annotations

import pytest

from kit.device.parsing import (
    check_command,
    check_install,
    check_monkey,
    check_start,
    parse_components,
    parse_packages,
    parse_resolved,
)
from kit.errors import CommandFailed

STARTING = "Starting: Intent { cmp=a.b/.Main }\n"


def test_package_lists() -> None:
    said = "package:a.b\npackage:/data/app/~~x==/c.d-y==/base.apk=c.d\npackage:e.f versionCode:636771932\nnoise\n"
    assert parse_packages(said) == ("a.b", "c.d", "e.f")


def test_components_of_both_forms() -> None:
    said = "2 activities found:\n  Activity #0:\n    priority=0 isDefault=false\n    a.b/.Main\n  Activity #1:\n    c.d/c.d.X$Y\n"
    assert parse_components(said) == ("a.b/.Main", "c.d/c.d.X$Y")
    assert parse_components("a.b/.Main\nc.d/.E\na.b/.Main\n") == ("a.b/.Main", "c.d/.E")


def test_resolve() -> None:
    head = "priority=0 preferredOrder=0 match=0x108000 specificIndex=-1 isDefault=true\n"
    assert parse_resolved(head + "com.android.settings/.Settings\n") == "com.android.settings/.Settings"
    assert parse_resolved("No activity found\n") == ""
    assert parse_resolved(head + "android/com.android.internal.app.ResolverActivity\n") == ""


@pytest.mark.parametrize(
    "warning",
    [
        "",
        "Warning: Activity not started, its current task has been brought to the front\n",
        "Warning: Activity not started, intent has been delivered to currently running top-most instance.\n",
        "Warning: Activity not started because the  current activity is being kept for the user.\n",
        "Warning: Activity not started because intent should be handled by the caller\n",
    ],
)
def test_start_warnings_are_harmless(warning: str) -> None:
    check_start(STARTING + warning, "", 0)


@pytest.mark.parametrize(
    ("stdout", "stderr", "code", "expected"),
    [
        ("", "Error type 3\nError: Activity class {a.b/a.b.Main} does not exist.\n", 1, "activity_missing"),
        ("Error type 3\nError: Activity class {a.b/a.b.Main} does not exist.\n", "", None, "activity_missing"),
        ("Error: Activity not started, unable to resolve Intent { act=x }\n", "", 0, "activity_missing"),
        (
            "",
            "Exception occurred while executing 'start':\njava.lang.SecurityException: Permission Denial: starting\n",
            255,
            "activity_not_exported",
        ),
        ("", "Error: Activity not started, you requested to both start\n", 1, "device_command_failed"),
        ("", "", 1, "device_command_failed"),
    ],
)
def test_start_errors(stdout: str, stderr: str, code: int | None, expected: str) -> None:
    with pytest.raises(CommandFailed) as caught:
        check_start(STARTING + stdout, stderr, code)
    assert caught.value.code == expected


def test_monkey() -> None:
    check_monkey("  bash arg: -p\n  bash arg: a.b\nEvents injected: 1\n## Network stats: elapsed time=4ms\n")
    with pytest.raises(CommandFailed) as caught:
        check_monkey("** No activities found to run, monkey aborted.\n")
    assert caught.value.code == "app_not_launchable"
    with pytest.raises(CommandFailed, match="inaccessible"):
        check_monkey("/system/bin/sh: monkey: inaccessible or not found\n")


def test_install() -> None:
    check_install("Performing Streamed Install\nSuccess\n")
    check_install("Serving...\nPerforming Incremental Install\nSuccess\nInstall command complete in 49 ms\n")
    with pytest.raises(CommandFailed, match="installPackageLI") as caught:
        check_install("adb: failed to install x.apk: Failure [INSTALL_FAILED_TEST_ONLY: installPackageLI]\n")
    assert caught.value.code == "install_failed_test_only"
    with pytest.raises(CommandFailed) as silent:
        check_install("")
    assert silent.value.code == "device_command_failed"


def test_java_exceptions_are_errors_even_with_exit_code_zero() -> None:
    check_command("input tap", "", "", 0)
    with pytest.raises(CommandFailed, match="Argument expected"):
        check_command(
            "input tap",
            "",
            "Exception occurred while executing 'tap':\njava.lang.IllegalArgumentException: Argument expected after \"tap\"\n",
            255,
        )
    with pytest.raises(CommandFailed, match="null array"):
        check_command("input text", "java.lang.NullPointerException: Attempt to get length of null array\n", "", None)
    with pytest.raises(CommandFailed) as caught:
        check_command(
            "input tap", "", "java.lang.SecurityException: Injecting requires INJECT_EVENTS permission\n", 255
        )
    assert "USB debugging (Security settings)" in caught.value.fix
