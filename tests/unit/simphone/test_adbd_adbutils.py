"""adbutils, unmodified, as a client of the phones."""

import gc
import io
import os

import pytest
from adbd_fakes import Adb, SmallPhone

from kit.simphone.serve import PhoneServer

# adbutils leaves sockets to the garbage collector; they must not be laid at other tests' doors
pytestmark = pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")


@pytest.fixture(autouse=True)
def collect_what_adbutils_leaves():
    yield
    gc.collect()


@pytest.fixture(scope="module")
def device(tmp_path_factory):
    import adbutils

    client = Adb(tmp_path_factory.mktemp("adbutils_home"))
    phone = SmallPhone("utils")
    with PhoneServer([phone]) as server:
        host = adbutils.AdbClient(host="127.0.0.1", port=client.port)
        host.connect(server.addresses[0], timeout=10)
        yield host.device(server.addresses[0])
        client.close()


def test_it_is_listed_and_known(device):
    assert device.get_state() == "device"
    assert {"shell_v2", "cmd", "stat_v2"} <= set(device.get_features().split(","))


def test_shell_old_and_new(device):
    assert device.shell("echo hi") == "hi"
    assert device.shell("both", rstrip=False) == "out\nerr\n"
    new = device.shell2("both", v2=True)
    assert (new.returncode, new.stdout, new.stderr) == (3, "out\n", "err\n")


def test_files_there_and_back(device, tmp_path):
    data = os.urandom(300_000)
    device.sync.push(io.BytesIO(data), "/sdcard/Download/utils.bin")
    assert device.sync.read_bytes("/sdcard/Download/utils.bin") == data
    assert device.sync.pull("/sdcard/Download/utils.bin", tmp_path / "utils.bin") == len(data)
    assert (tmp_path / "utils.bin").read_bytes() == data
    found = device.sync.stat("/sdcard/Download/utils.bin")
    assert (found.size, found.mode & 0o170000) == (300_000, 0o100000)
    assert device.sync.exists("/sdcard/Download")
    assert not device.sync.exists("/sdcard/nope")
    assert "utils.bin" in [entry.path for entry in device.sync.list("/sdcard/Download")]


def test_a_refused_push_is_an_error(device):
    import adbutils

    with pytest.raises(adbutils.AdbError, match="FAIL"):
        device.sync.push(io.BytesIO(b"x"), "/system/x")


def test_the_framebuffer_is_a_picture(device):
    picture = device.framebuffer()
    assert picture.size == (2, 3)
    assert picture.convert("RGBA").tobytes() == bytes(range(24))
