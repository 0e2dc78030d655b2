"""The real adb binary against the phones: what a person at a terminal sees."""

import os
import threading
import time

import pytest
from adbd_fakes import EVERY_BYTE, Adb, SmallPhone

from kit.simphone.serve import PhoneServer


@pytest.fixture(scope="module")
def adb(tmp_path_factory):
    client = Adb(tmp_path_factory.mktemp("adb_home"))
    yield client
    client.close()


@pytest.fixture(scope="module")
def phone():
    return SmallPhone()


@pytest.fixture(scope="module")
def serial(adb, phone):
    with PhoneServer([phone]) as server:
        address = server.addresses[0]
        assert adb.connect(address) == f"connected to {address}"
        yield address


def test_devices_lists_it_with_its_names(adb, serial):
    row = next(line for line in adb("devices", "-l").stdout.decode().splitlines() if line.startswith(serial))
    words = row.split()
    assert words[1] == "device"
    assert {"product:sim_small", "device:simdev"} <= set(words)
    assert "model:Sim_Phone_small" in words  # the colon of the model's name would have cut the banner
    assert "already connected" in adb.connect(serial)


def test_shell_keeps_both_outputs_and_the_exit_code(adb, serial):
    done = adb.on(serial, "shell", "both")
    assert (done.stdout, done.stderr, done.returncode) == (b"out\n", b"err\n", 3)
    assert adb.on(serial, "shell", "exit", "255").returncode == 255
    missing = adb.on(serial, "shell", "nosuch")
    assert (missing.returncode, missing.stderr) == (127, b"/system/bin/sh: nosuch: inaccessible or not found\n")


def test_the_old_protocol_merges_them_and_loses_the_code(adb, serial):
    done = adb.on(serial, "shell", "-x", "both")
    assert (done.stdout, done.stderr, done.returncode) == (b"out\nerr\n", b"", 0)


def test_standard_input_reaches_the_command_whole(adb, serial):
    data = os.urandom(3_000_000)
    assert adb.on(serial, "shell", "cat", stdin=data).stdout == data


def test_a_command_that_reads_nothing_does_not_wait_for_input(adb, serial):
    process = adb.popen("-s", serial, "shell", "echo", "now")  # its standard input stays open
    try:
        assert process.stdout is not None
        assert process.stdout.readline() == b"now\n"
    finally:
        process.communicate(timeout=10)


def test_exec_out_is_binary_safe(adb, serial):
    assert adb.on(serial, "exec-out", "bytes").stdout == EVERY_BYTE
    assert adb.on(serial, "exec-out", "zeros", "5000001").stdout == bytes(5_000_001)


def test_exec_in_runs_when_the_input_ends(adb, serial, phone):
    adb.on(serial, "exec-in", "cat", stdin=b"\x00\xff\r\n")
    for _ in range(100):
        if ("cat", b"\x00\xff\r\n") in phone.log:
            break
        time.sleep(0.02)
    assert ("cat", b"\x00\xff\r\n") in phone.log


def test_push_and_pull_five_megabytes(adb, serial, phone, tmp_path):
    data = os.urandom(5_000_000)
    (tmp_path / "big.bin").write_bytes(data)
    os.utime(tmp_path / "big.bin", (1_700_000_000, 1_700_000_000))
    seen = phone.touched
    pushed = adb.on(serial, "push", str(tmp_path / "big.bin"), "/sdcard/Download/")
    assert pushed.returncode == 0, pushed.stderr
    assert phone.touched > seen  # an app that shows the folder draws it anew
    assert phone.files.read("/storage/emulated/0/Download/big.bin") == data
    pulled = adb.on(serial, "pull", "-a", "/sdcard/Download/big.bin", str(tmp_path / "back.bin"))
    assert pulled.returncode == 0, pulled.stderr
    assert (tmp_path / "back.bin").read_bytes() == data
    assert int((tmp_path / "back.bin").stat().st_mtime) == int(phone.files.status("/sdcard/Download/big.bin").mtime)


@pytest.mark.slow
def test_push_and_pull_a_hundred_megabytes(adb, serial, phone, tmp_path):
    block = os.urandom(1_000_000)
    (tmp_path / "huge.bin").write_bytes(block * 100)
    start = time.monotonic()
    assert adb.on(serial, "push", str(tmp_path / "huge.bin"), "/data/local/tmp/huge.bin").returncode == 0
    assert adb.on(serial, "pull", "/data/local/tmp/huge.bin", str(tmp_path / "back.bin")).returncode == 0
    assert time.monotonic() - start < 30
    assert (tmp_path / "back.bin").read_bytes() == block * 100
    phone.files.remove("/data/local/tmp/huge.bin")


def test_folders_travel_both_ways(adb, serial, tmp_path):
    (tmp_path / "tree/deep/er").mkdir(parents=True)
    (tmp_path / "tree/a.txt").write_bytes(b"1")
    (tmp_path / "tree/deep/er/日本 b.txt").write_bytes(b"2" * 70_000)
    assert adb.on(serial, "push", str(tmp_path / "tree"), "/sdcard/Documents").returncode == 0
    again = adb.on(serial, "push", "--sync", str(tmp_path / "tree"), "/sdcard/Documents")
    assert b"0 files pushed, 2 skipped" in again.stdout + again.stderr
    assert adb.on(serial, "pull", "/sdcard/Documents/tree", str(tmp_path / "out")).returncode == 0
    assert (tmp_path / "out/a.txt").read_bytes() == b"1"
    assert (tmp_path / "out/deep/er/日本 b.txt").read_bytes() == b"2" * 70_000


def test_ls_lists_modes_sizes_and_names(adb, serial, phone):
    phone.files.write("/sdcard/Music/song.mp3", b"12345", mtime=0x65000000)
    assert b"000081b0 00000005 65000000 song.mp3\n" in adb.on(serial, "ls", "/sdcard/Music").stdout
    assert b"0000a1ff" in next(row for row in adb.on(serial, "ls", "/").stdout.splitlines() if row.endswith(b" sdcard"))


@pytest.mark.parametrize(
    ("target", "words"),
    [
        ("/system/app/x", "remote couldn't create file: Read-only file system"),
        ("/data/x", "remote couldn't create file: Permission denied"),
        ("/nope/x", "remote secure_mkdirs failed: Read-only file system"),
    ],
)
def test_push_is_refused_as_android_refuses(adb, serial, phone, tmp_path, target, words):
    (tmp_path / "f").write_bytes(bytes(3_000_000))
    done = adb.on(serial, "push", str(tmp_path / "f"), target)
    assert done.returncode == 1
    assert f"adb: error: failed to copy '{tmp_path}/f' to '{target}': {words}\n".encode() in done.stderr + done.stdout
    assert not phone.files.exists(target)


def test_pull_of_nothing(adb, serial, tmp_path):
    done = adb.on(serial, "pull", "/sdcard/nope", str(tmp_path / "x"))
    assert done.returncode == 1
    assert done.stderr == b"adb: error: failed to stat remote object '/sdcard/nope': No such file or directory\n"


def test_a_dry_run_push_stores_nothing(adb, serial, phone, tmp_path):
    (tmp_path / "f").write_bytes(bytes(100_000))
    assert adb.on(serial, "push", "-n", str(tmp_path / "f"), "/sdcard/dry").returncode == 0
    assert not phone.files.exists("/sdcard/dry")


def test_install_streams_the_package_and_shows_the_refusal(adb, serial, phone, tmp_path):
    apk = os.urandom(2_000_000)
    (tmp_path / "x.apk").write_bytes(apk)
    done = adb.on(serial, "install", "-r", str(tmp_path / "x.apk"))
    assert done.returncode == 1
    assert b"Failure [INSTALL_PARSE_FAILED_NOT_APK: " in done.stderr
    command, stdin = next(entry for entry in reversed(phone.log) if entry[0].startswith("cmd package install"))
    assert command == f"cmd package install -r -S {len(apk)}"
    assert stdin == apk


def test_what_a_production_phone_does_not_do(adb, serial):
    assert adb.on(serial, "root").stdout == b"adbd cannot run as root in production builds\n"
    assert adb.on(serial, "unroot").stdout == b"adbd not running as root\n"
    assert b"Not running as root" in adb.on(serial, "remount").stdout
    refused = adb.on(serial, "reverse", "tcp:0", "tcp:9000")
    assert (refused.returncode, refused.stderr) == (1, b"adb: error: cannot bind listener: Operation not permitted\n")
    assert adb.on(serial, "reverse", "--list").stdout.strip() == b""
    closed = adb.on(serial, "jdwp")
    assert (closed.returncode, closed.stderr) == (1, b"error: closed\n")


def test_a_script_on_standard_input(adb, serial):
    done = adb.on(serial, "shell", stdin=b"echo one\n\nboth\nexit 5\necho never\n")
    assert (done.stdout, done.stderr, done.returncode) == (b"one\nout\n", b"err\n", 5)
    assert adb.on(serial, "shell", stdin=b"exit").returncode == 0
    assert adb.on(serial, "shell", stdin=b"nosuch").returncode == 127


def test_a_terminal_echoes_prompts_and_ends_lines_with_cr(adb, serial):
    done = adb.on(serial, "shell", "-tt", stdin=b"ecjo\x7f\x7fho one\rbad\x03exit\r")
    assert done.stdout.startswith(b"simdev:/ $ ecjo\x08 \x08\x08 \x08ho one\r\none\r\nsimdev:/ $ bad^C\r\n")
    assert done.returncode == 0
    assert adb.on(serial, "shell", "-tt", "both").stdout == b"out\r\nerr\r\n"


def test_the_working_folder_carries_over(adb, serial, phone):
    done = adb.on(serial, "shell", stdin=b"cd /sdcard/Download\ncd ../Music\ncd nowhere\necho x\n")
    assert done.stderr == b"/system/bin/sh: cd: nowhere: No such file or directory\n" + (
        b"/system/bin/sh: cd: inaccessible or not found\n"  # this small phone has no cd of its own
    )
    assert phone.log[-1][0] == "cd /sdcard/Music; echo x"


def test_a_command_that_breaks_looks_like_a_crash_and_is_logged(adb, serial, caplog):
    done = adb.on(serial, "shell", "crash")
    assert (done.returncode, done.stderr) == (139, b"Segmentation fault \n")
    assert "a bug in a command" in caplog.text
    assert adb.on(serial, "shell", "echo ok").stdout == b"ok\n"


def test_a_hung_command_hangs_alone(adb, serial):
    process = adb.popen("-s", serial, "shell", "hang")
    try:
        assert adb.on(serial, "shell", "echo still here").stdout == b"still here\n"
        assert process.poll() is None
    finally:
        process.kill()
        process.communicate(timeout=10)


def _until_back(adb, serial) -> bytes:
    for _ in range(100):
        done = adb.on(serial, "shell", "echo back")
        if done.returncode == 0:
            return done.stdout
        time.sleep(0.1)
    return done.stderr


def test_it_comes_back_after_a_lost_link_and_a_reboot(adb, serial):
    assert adb.on(serial, "shell", "vanish").returncode != 0
    assert _until_back(adb, serial) == b"back\n"
    adb.on(serial, "reboot")
    assert _until_back(adb, serial) == b"back\n"


def test_disconnect_and_connect_again(adb, serial):
    assert b"disconnected" in adb("disconnect", serial).stdout
    assert b"not found" in adb.on(serial, "shell", "echo x").stderr
    assert adb.connect(serial) == f"connected to {serial}"
    assert adb.on(serial, "shell", "echo x").stdout == b"x\n"


def test_eight_phones_at_once_and_a_slow_one_holds_up_nobody(adb, tmp_path):
    phones = [SmallPhone(f"p{index}") for index in range(8)]
    (tmp_path / "f").write_bytes(os.urandom(300_000))
    answers: dict[int, list[bytes]] = {}

    def work(index: int, serial: str) -> None:
        assert adb.connect(serial).startswith("connected")
        answers[index] = [adb.on(serial, "shell", "whoami").stdout for _ in range(3)]
        adb.on(serial, "push", str(tmp_path / "f"), "/sdcard/f")

    with PhoneServer(phones) as server:
        adb.connect(server.addresses[0])
        slow = adb.popen("-s", server.addresses[0], "shell", "nap", "3")
        start = time.monotonic()
        threads = [threading.Thread(target=work, args=pair) for pair in enumerate(server.addresses) if pair[0]]
        [thread.start() for thread in threads]
        [thread.join() for thread in threads]
        took = time.monotonic() - start
        slow.kill()
        slow.communicate(timeout=10)
        for address in server.addresses:
            adb("disconnect", address)
    assert answers == {index: [f"p{index}\n".encode()] * 3 for index in range(1, 8)}
    assert all(phone.files.status("/sdcard/f").size == 300_000 for phone in phones[1:])
    assert took < 2.5


@pytest.mark.parametrize(("auth", "words"), [("accept", "connected to"), ("unauthorized", "failed to authenticate to")])
def test_authentication(adb, auth, words):
    with PhoneServer([SmallPhone("guarded")], auth=auth) as server:
        address = server.addresses[0]
        assert adb.connect(address) == f"{words} {address}"
        state = next(line for line in adb("devices").stdout.decode().splitlines() if line.startswith(address))
        assert state.split()[1] == ("device" if auth == "accept" else "unauthorized")
        refused = adb.on(address, "shell", "whoami")
        assert (refused.stdout == b"guarded\n") if auth == "accept" else (b"device unauthorized" in refused.stderr)
        adb("disconnect", address)
