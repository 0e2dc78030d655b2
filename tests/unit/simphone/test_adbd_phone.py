"""A whole phone behind the real adb: what agents do first."""

import gc
import io
import re
import struct
import time

import pytest
from adbd_fakes import Adb

from kit.simphone import profiles
from kit.simphone.adbd import outputs
from kit.simphone.phone import Phone
from kit.simphone.serve import PhoneServer

# adbutils leaves sockets to the garbage collector; they must not be laid at other tests' doors
pytestmark = pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")


@pytest.fixture(autouse=True)
def collect_what_adbutils_leaves():
    yield
    gc.collect()


@pytest.fixture(scope="module")
def adb(tmp_path_factory):
    client = Adb(tmp_path_factory.mktemp("adb_phone_home"))
    yield client
    client.close()


@pytest.fixture(scope="module")
def phone():
    return Phone(7)


@pytest.fixture(scope="module")
def serial(adb, phone):
    with PhoneServer([phone]) as server:
        assert adb.connect(server.addresses[0]).startswith("connected to")
        yield server.addresses[0]


def test_the_hierarchy_is_dumped_and_pulled(adb, serial, tmp_path):
    dumped = adb.on(serial, "shell", "uiautomator dump /sdcard/w.xml")
    assert (dumped.returncode, dumped.stderr) == (0, b"")
    assert re.fullmatch(rb"UI hierchary dumped to: /sdcard/w.xml\n", dumped.stdout)
    assert adb.on(serial, "pull", "/sdcard/w.xml", str(tmp_path / "w.xml")).returncode == 0
    text = (tmp_path / "w.xml").read_text()
    assert text.startswith("<?xml version='1.0' encoding='UTF-8' standalone='yes' ?><hierarchy rotation=\"0\">")
    assert text.rstrip().endswith("</hierarchy>")


def test_the_screen_is_a_png_of_the_phones_size(adb, serial):
    from PIL import Image

    picture = Image.open(io.BytesIO(adb.on(serial, "exec-out", "screencap -p").stdout))
    picture.load()
    assert (picture.format, picture.size) == ("PNG", (1080, 2400))
    raw = adb.on(serial, "exec-out", "screencap").stdout
    assert struct.unpack("<3I", raw[:12]) == (1080, 2400, 1)
    assert len(raw) == 16 + 1080 * 2400 * 4


def test_properties_agree_with_the_banner(adb, serial):
    row = next(line for line in adb("devices", "-l").stdout.decode().splitlines() if line.startswith(serial))
    model = adb.on(serial, "shell", "getprop", "ro.product.model").stdout.decode().strip()
    assert f"model:{model.replace(' ', '_')}" in row


def test_pushed_files_are_seen_by_the_shell(adb, serial, phone, tmp_path):
    (tmp_path / "n.txt").write_bytes("héllo 世界\n".encode())
    version = phone.version
    adb.on(serial, "push", str(tmp_path / "n.txt"), "/sdcard/Download/n.txt")
    assert phone.version > version
    assert adb.on(serial, "shell", "cat /sdcard/Download/n.txt").stdout.decode() == "héllo 世界\n"
    assert adb.on(serial, "shell", "cat > /sdcard/Download/m.txt", stdin=b"typed").returncode == 0
    assert phone.files.read("/sdcard/Download/m.txt") == b"typed"
    assert adb.on(serial, "shell", "rm /sdcard/Download/n.txt /sdcard/Download/m.txt").returncode == 0


def test_a_file_that_is_no_package_is_not_installed(adb, serial, tmp_path):
    (tmp_path / "x.apk").write_bytes(b"this is not an apk" * 1000)
    done = adb.on(serial, "install", str(tmp_path / "x.apk"))
    assert done.returncode == 1
    assert b"Failure [INSTALL_PARSE_FAILED_NOT_APK" in done.stderr + done.stdout


def test_unknown_commands_fail_as_on_android(adb, serial):
    done = adb.on(serial, "shell", "nosuchcommand")
    assert (done.returncode, done.stdout) == (127, b"")
    assert done.stderr == b"/system/bin/sh: nosuchcommand: inaccessible or not found\n"


def test_faults_on_purpose_reach_the_client(adb, serial, phone):
    phone.faults.set("hang", 1.0)
    with adb.popen("-s", serial, "shell", "echo never") as hung:
        assert adb.on(serial, "shell", "simphone", "version").returncode == 0  # the side door stays open
        assert hung.poll() is None
        hung.kill()
    phone.faults.set("hang", 0.0)
    phone.faults.set("offline", 1.0)
    assert adb.on(serial, "shell", "echo x").returncode != 0
    phone.faults.set("offline", 0.0)
    for _ in range(100):
        if adb.on(serial, "shell", "echo back").stdout == b"back\n":
            break
        time.sleep(0.1)
    assert adb.on(serial, "shell", "echo back").stdout == b"back\n"


def test_a_restart_drops_the_link_and_keeps_the_data(adb, serial, phone):
    from adbd_fakes import RawHost

    assert adb.on(serial, "shell", "echo kept > /sdcard/kept.txt").returncode == 0
    with RawHost(serial) as other:
        assert other.ask(b"exec:echo before") == b"before\n"
        adb.on(serial, "shell", "reboot")
        assert phone.boots == 1
        other.send(0x4E45504F, 99, 0, b"exec:echo after\0")  # OPEN on a link from before the restart
        assert other.at_end()
    for _ in range(100):
        if adb.on(serial, "shell", "cat /sdcard/kept.txt").stdout == b"kept\n":
            break
        time.sleep(0.1)
    assert adb.on(serial, "shell", "cat /sdcard/kept.txt; getprop sys.boot_completed").stdout == b"kept\n1\n"


def test_a_phone_that_restarts_is_offline_until_it_is_up(adb):
    class Restarting(Phone):
        """Never up by being asked: the test says when."""

        held = True

        def run(self, command, stdin=b""):
            if self.held and self.boots:
                self.core.system.boot_until = self.core.now + 60_000
            return super().run(command, stdin)

    machine = Restarting(5)
    with PhoneServer([machine]) as served:
        (address,) = served.addresses
        adb.connect(address)
        assert f"{address}\tdevice".encode() in adb("devices").stdout
        adb.on(address, "reboot")
        states = set()
        for _ in range(10):
            states |= {r.split(b"\t")[1] for r in adb("devices").stdout.splitlines() if r.startswith(address.encode())}
            assert adb.on(address, "shell", "echo back").returncode != 0
            time.sleep(0.05)
        assert b"device" not in states, "a phone that is down is not listed as one that answers"
        machine.held = False
        machine.core.system.boot_until = 0
        for _ in range(150):
            if adb.on(address, "shell", "echo back").stdout == b"back\n":
                break
            time.sleep(0.1)
        assert f"{address}\tdevice".encode() in adb("devices").stdout
        assert adb.on(address, "shell", "getprop sys.boot_completed").stdout == b"1\n"
        adb("disconnect", address)


def test_adbutils_works_unmodified(adb, serial):
    import adbutils

    device = adbutils.AdbClient(host="127.0.0.1", port=adb.port).device(serial)
    assert device.screenshot().size == (1080, 2400)
    assert device.framebuffer().size == (1080, 2400)
    assert tuple(device.window_size()) == (1080, 2400)
    assert device.app_current().package == "com.android.launcher3"
    assert device.prop.get("ro.build.version.sdk") == "36"
    assert "com.android.settings" in device.list_packages()
    device.click(540, 1200)
    device.keyevent("HOME")
    assert device.dump_hierarchy().startswith("<?xml")


NOPE = "ls: /nope: No such file or directory\n"


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("echo a; echo b 1>&2; echo c", "a\nb\nc\n"),
        ("ls /nope; echo c", f"{NOPE}c\n"),
        ("echo a; ls /nope; echo c; ls /nope", f"a\n{NOPE}c\n{NOPE}"),
        ("echo a; ls /nope | cat; echo c", f"a\n{NOPE}c\n"),
        ("echo a; ls /nope 2>/dev/null; ls /nope 2>&1; echo c", f"a\n{NOPE}c\n"),
        ("echo a; sh -c 'echo b; ls /nope; echo c'; echo d", f"a\nb\n{NOPE}c\nd\n"),
        ("echo a; sh -c 'ls /nope; echo b' 1>&2; echo c", f"a\n{NOPE}b\nc\n"),
        ("echo a | cat; nosuch; echo c", "a\n/system/bin/sh: nosuch: inaccessible or not found\nc\n"),
    ],
)
def test_services_without_packets_merge_both_outputs_as_they_came(adb, serial, line, words):
    for way in (("shell", "-x"), ("exec-out",)):
        assert adb.on(serial, *way, line).stdout.decode() == words


def test_packets_keep_the_outputs_apart_and_come_in_the_order_of_time(adb, serial):
    done = adb.on(serial, "shell", "echo a; ls /nope; echo c")
    assert (done.stdout, done.stderr) == (b"a\nc\n", NOPE.encode())
    with adb.popen("-s", serial, "shell", "-tt", "echo a; ls /nope; echo c") as process:
        assert process.communicate(timeout=10)[0].decode() == f"a\n{NOPE}c\n".replace("\n", "\r\n")


def test_a_warning_comes_before_the_picture_it_warns_of_and_what_fails_later_after_it():
    fold = Phone(7, **profiles.read("screen=fold"))
    done = fold.run("screencap; ls /nope; echo c")
    assert done.stderr.startswith(b"[Warning] Multiple displays")
    assert done.stderr.endswith(NOPE.encode())
    warning, size = len(done.stderr) - len(NOPE), len(done.stdout) - 2
    assert outputs.merge(done) == done.stderr[:warning] + done.stdout[:size] + NOPE.encode() + b"c\n"
