# pyright: basic
"""GGUF files to plain safetensors, and the identity of a set of weights."""

from __future__ import annotations

import contextlib
import hashlib
import io
import json
from pathlib import Path
from typing import Any

_NOTE = "weights.json"


def convert(gguf: Path, folder: Path) -> None:
    """Writes a GGUF file's model and tokenizer as bf16 safetensors that can be trained and saved again.

    transformers dequantises the file but goes on treating the model as quantised (not trainable, not savable); those
    flags are dropped here because the weights are plain numbers by then.
    """
    with quiet(), contextlib.redirect_stderr(io.StringIO()):  # the GGUF reader draws a bar of its own
        import torch
        from transformers import AutoModelForCausalLM, AutoTokenizer

        tokenizer = AutoTokenizer.from_pretrained(gguf.parent, gguf_file=gguf.name, local_files_only=True)
        model = AutoModelForCausalLM.from_pretrained(
            gguf.parent, gguf_file=gguf.name, dtype=torch.bfloat16, local_files_only=True
        )
        model.config.__dict__.pop("quantization_config", None)
        model.__dict__.update(hf_quantizer=None, is_quantized=False)
        model.save_pretrained(folder)
        tokenizer.save_pretrained(folder)
    note = {"gguf": gguf.name, "gguf_sha256": file_sha256(gguf), "sha256": fingerprint(folder)}
    (folder / _NOTE).write_text(json.dumps(note, indent=1) + "\n", encoding="utf-8")


def fingerprint(folder: Path) -> str:
    """The sha256 of every tensor's name, type, shape and numbers; the identity of a base model.

    It does not depend on how the tensors are spread over files, nor on which version of a library wrote them.
    """
    tensors: dict[str, tuple[Path, int, dict[str, Any]]] = {}
    for file in weight_files(folder):
        with file.open("rb") as stream:
            length = int.from_bytes(stream.read(8), "little")
            header = json.loads(stream.read(length))
        tensors |= {name: (file, 8 + length, entry) for name, entry in header.items() if name != "__metadata__"}
    digest = hashlib.sha256()
    for name, (file, base, entry) in sorted(tensors.items()):
        start, end = entry["data_offsets"]
        digest.update(f"{name} {entry['dtype']} {entry['shape']}\n".encode())
        with file.open("rb") as stream:
            stream.seek(base + start)
            digest.update(stream.read(end - start))
    return digest.hexdigest()


def weight_files(folder: Path) -> list[Path]:
    """The folder's safetensors in the order of their names; none when there is no such folder."""
    return sorted(folder.glob("*.safetensors")) if folder.is_dir() else []


def file_sha256(file: Path) -> str:
    """The sha256 of a file, in hexadecimal."""
    with file.open("rb") as stream:
        return hashlib.file_digest(stream, "sha256").hexdigest()


class quiet:
    """Keeps transformers from printing progress bars and advice while a model is loaded; restores what was set."""

    def __enter__(self) -> None:
        from transformers.utils import logging

        self._level = logging.get_verbosity()
        self._bars = logging.is_progress_bar_enabled()
        logging.set_verbosity_error()
        logging.disable_progress_bar()

    def __exit__(self, *_: object) -> None:
        from transformers.utils import logging

        logging.set_verbosity(self._level)
        if self._bars:
            logging.enable_progress_bar()
