"""What adb users look at beyond the screen: processes, memory, storage, services, app operations, drivers."""

from __future__ import annotations

import re

import pytest

from kit.simphone.phone import Phone

CONTACTS = "com.android.contacts"


@pytest.fixture(scope="module")
def phone() -> Phone:
    made = Phone(3)
    assert made.run(f"am start -n {CONTACTS}/.activities.PeopleActivity").code == 0
    return made


def said(phone: Phone, line: str) -> str:
    return phone.run(line).stdout.decode()


def test_a_process_has_one_number_and_one_owner_everywhere(phone: Phone) -> None:
    pid = said(phone, f"pidof {CONTACTS}").strip()
    (row,) = [r for r in said(phone, "ps -A").splitlines() if r.endswith(CONTACTS)]
    assert row.split()[1] == pid
    uid = int(re.search(r"appId=(\d+)", said(phone, f"dumpsys package {CONTACTS}"))[1])  # type: ignore[index]
    assert row.split()[0] == f"u0_a{uid - 10000}"
    assert f"package:{CONTACTS} uid:{uid}\n" in said(phone, "pm list packages -U")
    assert f"pid={pid}\n" in said(phone, "dumpsys activity top")
    assert f"** MEMINFO in pid {pid} [{CONTACTS}] **" in said(phone, f"dumpsys meminfo {CONTACTS}")
    assert f"{CONTACTS} (pid {pid})" in said(phone, "dumpsys meminfo")
    assert f"mOwnerUid={uid} " in said(phone, "dumpsys window windows")
    assert re.search(rf"^ *{pid} u0_a{uid - 10000} ", said(phone, "top -b -n 1"), re.MULTILINE)


def test_what_is_no_app_is_owned_as_on_android(phone: Phone) -> None:
    owners = {r.split()[-1]: r.split()[0] for r in said(phone, "ps -A").splitlines()[1:]}
    assert (owners["init"], owners["adbd"], owners["system_server"], owners["sh"]) == (
        "root",
        "shell",
        "system",
        "shell",
    )
    assert re.fullmatch(r"u0_a\d+", owners["com.android.systemui"])
    uids = [said(phone, f"dumpsys package {p} | grep appId") for p in (CONTACTS, "com.simphone.notes")]
    assert uids[0] != uids[1]


def test_ps_shows_what_it_is_asked_for(phone: Phone) -> None:
    assert [r.split()[-1] for r in said(phone, "ps").splitlines()] == ["NAME", "sh", "ps"]
    assert said(phone, "ps -o PID,NAME -p $$") == "  PID NAME\n 2311 sh\n"
    failed = phone.run("ps -o NONSENSE")
    assert (failed.code, failed.stdout) == (1, b"")
    assert said(phone, "pidof nope; echo $?") == "1\n"
    assert said(phone, "dumpsys meminfo nope") == "No process found for: nope\n"


def test_top_looks_as_often_as_it_is_told(phone: Phone) -> None:
    assert said(phone, "top -b -n 2 -d 1 -m 2").count("Tasks: ") == 2
    assert "Bad argument" in phone.run("top -n x -b").stderr.decode()


def test_storage_is_what_settings_says_of_it(phone: Phone) -> None:
    rows = [r.split() for r in said(phone, "df").splitlines()]
    assert rows[0][:3] == ["Filesystem", "1K-blocks", "Used"]
    assert {r[-1] for r in rows[1:]} >= {"/", "/data", "/storage/emulated"}
    for row in rows[1:]:
        assert int(row[1]) == int(row[2]) + int(row[3])
    (before,) = [int(r[2]) for r in rows if r[-1] == "/data"]
    phone.files.write("/sdcard/big.bin", bytes(3_000_000))
    after = said(phone, "df /sdcard").splitlines()[1].split()
    assert after[-1] == "/storage/emulated"
    assert int(after[2]) - before in (2929, 2930)
    phone.files.remove("/sdcard/big.bin")
    missing = phone.run("df /nope")
    assert (missing.code, missing.stderr) == (1, b"df: /nope: No such file or directory\n")


def test_services_are_listed_and_checked(phone: Phone) -> None:
    listed = said(phone, "service list").splitlines()
    assert listed[0] == f"Found {len(listed) - 1} services:"
    assert "\tactivity: [android.app.IActivityManager]" in "\n".join(listed)
    assert said(phone, "service check window") == "Service window: found\n"
    assert said(phone, "service check nope") == "Service nope: not found\n"
    assert phone.run("service call nope 1").code == 10
    assert phone.run("service").code == 10


def test_an_operation_that_is_set_is_the_permission(phone: Phone) -> None:
    package = "com.simphone.camera"
    assert said(phone, f"appops get {package} CAMERA") == "CAMERA: default\n"
    assert phone.run(f"cmd appops set {package} CAMERA allow").code == 0
    assert "android.permission.CAMERA: granted=true" in said(phone, f"dumpsys package {package}")
    assert said(phone, f"cmd appops get {package} CAMERA") == "CAMERA: allow\n"
    phone.run(f"appops set {package} android:camera ignore")
    assert said(phone, f"appops get {package} CAMERA") == "CAMERA: ignore\n"
    phone.run(f"appops reset {package}")
    assert said(phone, f"appops get {package} CAMERA") == "CAMERA: default\n"


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("appops get nope", "Error: No UID for nope in user 0"),
        ("appops set com.simphone.camera FLY allow", "Error: Unknown operation string: FLY"),
        ("appops set com.simphone.camera CAMERA maybe", "Error: Mode maybe is not valid"),
        ("appops set com.simphone.camera CAMERA", "Error: Mode not specified."),
    ],
)
def test_appops_says_what_is_wrong(phone: Phone, line: str, words: str) -> None:
    result = phone.run(line)
    assert (result.code, result.stderr.decode()) == (255, words + "\n")


def test_the_touch_screen_is_as_large_as_the_picture(phone: Phone) -> None:
    words = said(phone, "getevent -lp")
    width, height = phone.size
    assert re.search(rf"ABS_MT_POSITION_X +: value 0, min 0, max {width - 1},", words)
    assert re.search(rf"0036 +: value 0, min 0, max {height - 1},", said(phone, "getevent -p /dev/input/event1"))
    assert "events:" not in said(phone, "getevent")
    assert phone.run("getevent -p /dev/input/event9").code == 1


def test_a_phone_without_an_encoder_records_nothing(phone: Phone) -> None:
    result = phone.run("screenrecord --time-limit 3 /sdcard/x.mp4")
    assert (result.code, result.stderr) == (1, b"ERROR: unable to create video/avc codec instance\n")
    assert not phone.files.exists("/sdcard/x.mp4")
    assert phone.run("screenrecord").code == 2
    assert "No such file" in phone.run("screenrecord /nope/x.mp4").stderr.decode()
    assert "No such file" in phone.run("screenrecord ''").stderr.decode()


@pytest.mark.parametrize(
    ("line", "out"),
    [
        ("echo a:b:c | cut -d: -f2", "b\n"),
        ("echo a:b:c:d | cut -d : -f 1,3-", "a:c:d\n"),
        ("echo abcdef | cut -c2-3,5", "bce\n"),
        ("echo plain | cut -d: -f2", "plain\n"),
        ("seq 3", "1\n2\n3\n"),
        ("seq 2 2 6", "2\n4\n6\n"),
        ("seq 3 -1 1", "3\n2\n1\n"),
        ('for p in $(pm list packages | grep contacts | cut -d: -f2); do echo "<$p>"; done', f"<{CONTACTS}>\n"),
    ],
)
def test_filters(phone: Phone, line: str, out: str) -> None:
    assert said(phone, line) == out


def test_nothing_of_it_broke_inside(phone: Phone) -> None:
    assert phone.internal_errors == []
