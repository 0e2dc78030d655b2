"""Independent clients, unmodified, each installed for its test: `adb-shell` (pure Python) and npm's `@devicefarmer/adbkit`.

The plain adb program and adbutils have files of their own (test_adbd_real, test_adbd_phone, test_adbd_adbutils).
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from kit.device.transport import OwnServer, connect_device, disconnect_device
from kit.simphone.phone import Phone
from kit.simphone.serve import PhoneServer

pytestmark = [pytest.mark.slow, pytest.mark.timeout(300), pytest.mark.xdist_group("clients")]

PYTHON = """
import hashlib, io, json, os, sys
from adb_shell.adb_device import AdbDeviceTcp
host, port = sys.argv[1].split(":")
device = AdbDeviceTcp(host, int(port), default_transport_timeout_s=20.0)
said = {"connected": device.connect(auth_timeout_s=5.0)}
said["size"] = device.shell("wm size").strip()
said["error"] = device.shell("nosuch; echo $?")
png = device.exec_out("screencap -p", decode=False)
said["png"] = [png[:8].hex(), len(png)]
data = os.urandom(700_000)
device.push(io.BytesIO(data), "/sdcard/Download/shell.bin")
back = io.BytesIO()
device.pull("/sdcard/Download/shell.bin", back)
said["same"] = back.getvalue() == data
said["stat"] = list(device.stat("/sdcard/Download/shell.bin"))[:2]
said["list"] = [entry.filename.decode() for entry in device.list("/sdcard/Download")]
try:
    device.push(io.BytesIO(b"x"), "/system/x")
    said["refused"] = ""
except Exception as error:
    said["refused"] = f"{type(error).__name__}: {error}"
said["still"] = device.shell("echo alive").strip()
device.close()
print(json.dumps(said))
"""

NODE = """
const Adb = require('@devicefarmer/adbkit').Adb
const crypto = require('crypto')
const [port, serial] = process.argv.slice(2)
const all = (stream) => new Promise((done, fail) => {
  const parts = []
  stream.on('data', (part) => parts.push(part)).on('end', () => done(Buffer.concat(parts))).on('error', fail)
})
async function main() {
  const client = Adb.createClient({ host: '127.0.0.1', port: Number(port) })
  const said = {}
  said.devices = (await client.listDevices()).map((d) => [d.id, d.type])
  const device = client.getDevice(serial)
  said.size = (await all(await device.shell('wm size'))).toString().trim()
  said.features = Object.keys(await device.getFeatures())
  said.model = (await device.getProperties())['ro.product.model']
  said.packages = (await device.getPackages()).length
  const png = await all(await device.screencap())
  said.png = [png.subarray(0, 8).toString('hex'), png.length]
  const data = crypto.randomBytes(700000)
  require('fs').writeFileSync('source.bin', data)
  const source = require('fs').createReadStream('source.bin')
  await new Promise(async (done, fail) => {
    const transfer = await device.push(source, '/sdcard/Download/kit.bin')
    transfer.on('end', done).on('error', fail)
  })
  said.same = Buffer.compare(await all(await device.pull('/sdcard/Download/kit.bin')), data) === 0
  const stat = await device.stat('/sdcard/Download/kit.bin')
  said.stat = [stat.size, stat.isFile()]
  said.list = (await device.readdir('/sdcard/Download')).map((f) => f.name)
  try { await device.installRemote('/sdcard/Download/kit.bin'); said.install = '' }
  catch (error) { said.install = error.message }
  said.reboots = await device.reboot()
  console.log(JSON.stringify(said))
}
main().catch((error) => { console.error(error); process.exit(1) })
"""


@pytest.fixture
def address() -> Iterator[str]:
    """A phone for one client: what it does to the phone (a reboot, say) is no other client's business."""
    with PhoneServer([Phone(4)]) as server:
        yield server.addresses[0]


def install(*command: str, folder: Path) -> None:
    """Runs a package manager; the test is skipped where no registry can be reached."""
    home = {**os.environ, "HOME": str(folder)}
    made = subprocess.run(command, cwd=folder, env=home, capture_output=True, text=True, timeout=240, check=False)
    if made.returncode:
        pytest.skip(f"{command[0]} could not install it: {(made.stderr or made.stdout).strip()[-200:]}")


def run(*command: str, folder: Path, **extra: str) -> dict[str, Any]:
    done = subprocess.run(
        command, cwd=folder, env={**os.environ, **extra}, capture_output=True, text=True, timeout=120, check=False
    )
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout.strip().splitlines()[-1])


PNG = "89504e470d0a1a0a"


def test_adb_shell_talks_to_the_phone_without_a_server(address: str, tmp_path: Path) -> None:
    install(
        sys.executable, "-m", "pip", "install", "--quiet", "--target", str(tmp_path / "packages"), "adb-shell",
        folder=tmp_path,
    )  # fmt: skip
    said = run(sys.executable, "-c", PYTHON, address, folder=tmp_path, PYTHONPATH=str(tmp_path / "packages"))
    assert said["connected"] is True
    assert said["size"] == "Physical size: 1080x2400"
    assert sorted(said["error"].splitlines()) == ["/system/bin/sh: nosuch: inaccessible or not found", "127"]
    assert said["png"][0] == PNG
    assert said["png"][1] > 5000
    assert said["same"] is True
    assert said["stat"] == [0o100660, 700_000]
    assert "shell.bin" in said["list"]
    assert "Read-only file system" in said["refused"] or "Permission denied" in said["refused"]
    assert said["still"] == "alive"


def test_adbkit_talks_to_the_phone_through_a_real_server(address: str, tmp_path: Path) -> None:
    if shutil.which("npm") is None:
        pytest.skip("there is no npm on this machine")
    install("npm", "install", "--silent", "--no-audit", "--no-fund", "@devicefarmer/adbkit", folder=tmp_path)
    (tmp_path / "client.js").write_text(NODE)
    server = OwnServer()
    try:
        connect_device(address, server.port)
        said = run("node", "client.js", str(server.port), address, folder=tmp_path)
        disconnect_device(address, server.port)
    finally:
        server.close()
    assert said["devices"] == [[address, "device"]]
    assert said["size"] == "Physical size: 1080x2400"
    assert said["model"] == "Simphone"
    assert said["packages"] >= 10
    assert said["png"][0] == PNG
    assert said["png"][1] > 5000
    assert said["same"] is True
    assert said["stat"] == [700_000, True]
    assert "kit.bin" in said["list"]
    assert "INSTALL" in said["install"].upper()
    assert said["reboots"] is True
