# pyright: basic
"""Reading the words in a picture with rapidocr, whose models (Chinese and English) lie in its wheel: nothing is fetched.

The text is looked for in a small copy, whose cost grows with its area, and read from the full picture, where small
print stays legible. One thread: many phones share a machine.
"""

from __future__ import annotations

import threading
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from kit.errors import LocateError
from kit.screen.matching import Word
from kit.types import Rect

if TYPE_CHECKING:
    from PIL.Image import Image

SIDE = 800
"""Longer side of the copy that is searched, pixels; text of a phone's smallest usual print is then 8-10 pixels high."""
LEAST_SCORE = 0.5
"""Readings below this are icons and noise (rapidocr's own threshold)."""
_NARROWEST = 64
"""Width a word is padded to before it is read; rapidocr pads to 320, which makes short labels as dear as long ones."""
_FIX = "Install it with: pip install rapidocr onnxruntime. Or set locate to vision or off."


class Reader:
    """One OCR engine. `read` may be called from several threads; they take turns."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._engine = _build()

    def read(self, image: Image) -> tuple[Word, ...]:
        """The words in a picture, one a run of text, from top to bottom.

        Args:
            image: RGB; boxes are in its pixels.

        Raises:
            LocateError: code locate_transient, the engine failed on this picture.
        """
        import numpy as np

        pixels = np.ascontiguousarray(np.asarray(image.convert("RGB"))[:, :, ::-1])  # the engine wants BGR
        try:
            with self._lock:
                found = self._engine(pixels)
        except Exception as error:
            raise LocateError(f"Reading the picture failed: {type(error).__name__}.", fix="Try again.") from error
        if found.boxes is None or found.txts is None or found.scores is None:
            return ()
        return tuple(
            Word(text=text.strip(), box=_upright(corners), confidence=float(score))
            for text, corners, score in zip(found.txts, found.boxes, found.scores, strict=True)
            if text.strip()
        )


@cache
def reader() -> Reader:
    """The reader of this process; loading its models takes about a second, once.

    Raises:
        LocateError: code locate_unavailable, the package or its models are not there.
    """
    return Reader()


def _build() -> Any:
    try:
        import rapidocr
    except ImportError as error:
        raise LocateError("The text reader is not installed.", fix=_FIX, code="locate_unavailable") from error
    models = Path(rapidocr.__file__).parent / "models"
    return rapidocr.RapidOCR(
        params={
            "Global.log_level": "critical",
            "Global.use_cls": False,  # a phone's text is upright
            "Global.max_side_len": 10_000,  # never shrink what is read
            "Global.text_score": LEAST_SCORE,
            "Det.model_path": str(_model(models, "det")),
            "Det.limit_type": "max",
            "Det.limit_side_len": SIDE,
            "Rec.model_path": str(_model(models, "rec")),
            "Rec.rec_batch_num": 1,
            "Rec.rec_img_shape": [3, 48, _NARROWEST],
            "EngineConfig.onnxruntime.intra_op_num_threads": 1,
            "EngineConfig.onnxruntime.inter_op_num_threads": 1,
        }
    )


def _model(folder: Path, kind: str) -> Path:
    """The model file in the wheel; named outright, because rapidocr would try to download a missing one."""
    found = sorted(folder.glob(f"*_{kind}_*.onnx"))
    if not found:
        raise LocateError(f"rapidocr's wheel holds no {kind} model.", fix=_FIX, code="locate_unavailable")
    return found[0]


def _upright(corners: Any) -> Rect:
    xs, ys = [float(x) for x, _ in corners], [float(y) for _, y in corners]
    return Rect(round(min(xs)), round(min(ys)), round(max(xs)), round(max(ys)))
