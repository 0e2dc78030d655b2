"""A whole phone behind the real adb: what agents do first."""

import gc
import io
import re
import struct
import time

import pytest
from adbd_fakes import Adb

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
