"""One phone, one process."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from kit.errors import DeviceError
from kit.phones.leases import acquire

HOLD = "import sys, pathlib; from kit.phones.leases import acquire; acquire(sys.argv[1], folder=pathlib.Path(sys.argv[2])); print('held', flush=True); sys.stdin.read()"


def test_a_second_process_is_refused_until_the_first_one_dies(tmp_path: Path) -> None:
    other = subprocess.Popen(
        [sys.executable, "-c", HOLD, "PH:1", str(tmp_path)], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    )
    try:
        assert other.stdout is not None
        assert other.stdout.readline() == b"held\n"
        with pytest.raises(DeviceError, match=str(other.pid)) as caught:
            acquire("PH:1", folder=tmp_path)
        assert caught.value.code == "phone_in_use"
        acquire("PH:2", folder=tmp_path).release()  # another phone is free
    finally:
        other.kill()
        other.communicate()
    acquire("PH:1", folder=tmp_path).release()


def test_release_frees_the_phone_and_nothing_else(tmp_path: Path) -> None:
    first = acquire("X", folder=tmp_path)
    second = acquire("X", folder=tmp_path)  # the same process may open its phone again
    first.release()
    assert second.path.exists()
    second.release()
    second.release()
    assert not second.path.exists()


def test_a_process_number_given_to_another_process_is_no_claim(tmp_path: Path) -> None:
    lease = acquire("X", folder=tmp_path)
    lease.path.write_text(json.dumps({"pid": 1, "born": "not when process 1 began", "token": "old"}))
    if Path("/proc/1/stat").exists():
        assert acquire("X", folder=tmp_path).path == lease.path


@pytest.mark.parametrize("content", ["", "[]", "{", '{"pid": "x"}', '{"pid": -5}'])
def test_a_damaged_lease_is_no_claim(tmp_path: Path, content: str) -> None:
    lease = acquire("X", folder=tmp_path)
    lease.path.write_text(content)
    acquire("X", folder=tmp_path).release()
    assert not lease.path.exists()


def test_serials_with_odd_characters_stay_apart(tmp_path: Path) -> None:
    paths = {acquire(serial, folder=tmp_path).path for serial in ("a/b", "a:b", "a_b", "../a", "é" * 200)}
    assert len(paths) == 5
    assert {p.parent for p in paths} == {tmp_path}
